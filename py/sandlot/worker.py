"""The seat inside a sealed worker of the page: `bot.Seat` with its channel made of JavaScript functions.

Also what a worker imports before its memory is kept as a snapshot, so that every later one starts with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandlot import bots, messages
from sandlot.bot import Seat
from sandlot.games import GAMES

__all__ = ["open_seat", "warm_up"]

# What bots import most. A bot that wants more pays for it out of its own import budget.
COMMON = (
    "array bisect collections copy dataclasses datetime enum functools heapq itertools json math "
    "operator queue random re string textwrap time traceback types typing"
)


class _Channel:
    """A `bot.Channel` over three JavaScript functions."""

    def __init__(self, send: Callable[[str], None], emit: Callable[[str, str], None], wait: Any) -> None:
        self.send, self.emit = send, emit
        self.receive = self._receive if wait is not None else None
        self._wait = wait

    def _receive(self) -> str:
        from pyodide.ffi import run_sync

        return str(run_sync(self._wait()))


def open_seat(send: Callable[[str], None], emit: Callable[[str, str], None], wait: Any) -> Seat:
    """Return a seat. `wait` returns a promise of the next question's text; None where Python cannot wait for
    promises.
    """
    return Seat(_Channel(send, emit, wait))


def warm_up() -> None:
    """Load what every worker will want: common modules, sentences and house bots."""
    for name in COMMON.split():
        __import__(name)
    for language in messages.LANGUAGES:
        messages.catalog(language)
    for game in GAMES.values():
        for bot in (*game.house, bots.STARTER):
            bots.source(game.name, bot)
