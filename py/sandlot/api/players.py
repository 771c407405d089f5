"""The players of a match: functions of the caller, which run in this process, and everything that the command line can
name.
"""

from __future__ import annotations

import inspect
import json
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from sandlot import draw, limits
from sandlot.api.named import bot_named
from sandlot.api.problem import Problem
from sandlot.draw import read_marks
from sandlot.files.bot import Bot
from sandlot.game import Game, Mover, short
from sandlot.local.bot import HereBot
from sandlot.match.parts import Request, Response, Setup
from sandlot.match.seat_replies import read_reply
from sandlot.messages import message
from sandlot.names import made_name
from sandlot.seat.module import Module, write_reply


class Moving(Protocol):
    """An object with ``move(view)``, like the class `Bot` in a bot's file; it may also have ``start(setup)``."""

    def move(self, view: dict[str, Any]) -> Any:
        """Return the move for a view."""
        ...


Player: TypeAlias = Mover | Moving | str | PathLike[str] | Bot


def bots_of(game: Game[Any], players: Iterable[Player]) -> list[Bot]:
    """Return the bot for each player: see `bot_of`. Raise `SandlotError` if `players` is not a sequence of players."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise Problem(message("api.players", got=short(players)))
    return [bot_of(game, each) for each in players]


def bot_of(game: Game[Any], player: Player) -> Bot:
    """Return the bot for a player: a function, an object with ``move``, the name of a house bot, a path, or ``cmd:``
    with a command. Raise `SandlotError` if there is no such bot.
    """
    if isinstance(player, Bot):
        return player
    if isinstance(player, str):
        return bot_named(game, player)
    if isinstance(player, PathLike):
        return bot_named(game, str(Path(fspath(player)).absolute()))
    move = getattr(player, "move", player)
    if not callable(move) or inspect.isclass(player):
        raise Problem(message("api.no_player", got=short(player)))
    name = getattr(player, "__name__", type(player).__name__)
    source = ""
    with suppress(OSError, TypeError):
        source = inspect.getsource(move)

    def seat(setup: Setup, number: int) -> Callable[[Request], Response]:
        return _Seat(player, move).answer

    return HereBot(made_name(name, "bot") if name != "<lambda>" else "lambda", "code", source, seat=seat)


class _Seat:
    """A seat in this process. It has no clock, so that its author can use a debugger."""

    def __init__(self, player: Any, move: Mover) -> None:
        self.begin = getattr(player, "start", None)
        file = getattr(inspect.unwrap(move), "__code__", _NOWHERE).co_filename
        self.module = Module(_NOWHERE, file, 0, {}, None)
        self.module.move = move

    def answer(self, request: Request) -> Response:
        """Respond to a request. An exception in the function is a crash, as in every bot; but `KeyboardInterrupt` and
        `SystemExit` are raised again.
        """
        limits.asked(None, request.took)
        limits.seated(request.player)
        began = time.perf_counter()
        if request.stage == "start":
            return self._begun(request)
        marks: list[str] = []
        draw.attach(marks.append, _drop)
        try:
            reply = self.module.ask(request.text)
        finally:
            draw.attach(_drop, _drop)
        if isinstance(self.module.error, KeyboardInterrupt | SystemExit):
            raise self.module.error
        thought = round(1000 * (time.perf_counter() - began), 2)
        return replace(read_reply(write_reply(reply)), thought=thought, drawings=read_marks(marks))

    def _begun(self, request: Request) -> Response:
        if callable(self.begin):
            try:
                self.begin(json.loads(request.text))
            except Exception as error:
                return read_reply(write_reply(self.module.crashed(error)))
        return Response("module")


_NOWHERE = compile("", "", "exec")


def _drop(text: str) -> None:
    """Ignore a mark that is drawn between two requests."""
