"""A seat in the caller's own interpreter, for house bots, which need no fence."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

from sandlot.seat.load import load
from sandlot.seat.module import Module, write_reply


class SeatInPlace:
    """A seat with a module bot. What the bot prints is dropped."""

    def __init__(self, source: str, filename: str, seed: int) -> None:
        self.source, self.filename, self.seed = source, filename, seed
        self.bot: Module | None = None

    def start(self, setup: str) -> str:
        """Run the bot's file and return the reply, as JSON."""
        bot = load(self.source, self.filename, setup, self.seed)
        assert isinstance(bot, Module)
        self.bot = bot
        with redirect_stdout(io.StringIO()):
            return write_reply(bot.start())

    def ask(self, text: str) -> str:
        """Put one question to the bot and return the reply, as JSON."""
        assert self.bot is not None
        with redirect_stdout(io.StringIO()):
            return write_reply(self.bot.ask(text))
