"""A seat in the caller's own interpreter, for house bots, which need no fence."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial

from sandlot.seat.channel import Reply
from sandlot.seat.load import load
from sandlot.seat.module import Module, write_reply


class SeatInPlace:
    """A seat with a module bot."""

    def __init__(self, source: str, filename: str, seed: int) -> None:
        self.source, self.filename, self.seed = source, filename, seed
        self.bot: Module | None = None
        self.printed = ""
        """What the bot printed while it answered the last question."""

    def start(self, setup: str) -> str:
        """Run the bot's file and return the reply, as JSON."""
        bot = load(self.source, self.filename, setup, self.seed)
        assert isinstance(bot, Module)
        self.bot = bot
        return self._reply(bot.start)

    def ask(self, text: str) -> str:
        """Put one question to the bot and return the reply, as JSON."""
        assert self.bot is not None
        return self._reply(partial(self.bot.ask, text))

    def _reply(self, answer: Callable[[], Reply]) -> str:
        with redirect_stdout(io.StringIO()) as out:
            reply = answer()
        self.printed = out.getvalue()
        return write_reply(reply)
