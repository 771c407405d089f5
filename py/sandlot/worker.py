"""The seat inside a sealed worker of the page: `bot.Seat` with its channel made of JavaScript functions.

Also what a worker imports before its memory is kept as a snapshot, so that every later one starts with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandlot import bots, fence, messages, modules, packages, steps
from sandlot.bot import Seat
from sandlot.games import GAMES

__all__ = ["open_seat", "packages", "steps", "warm_up"]

# What bots import most. A bot that wants more pays for it out of its own import budget.
COMMON = (
    "array bisect collections copy dataclasses datetime enum functools heapq itertools json math "
    "operator queue random re string textwrap time traceback types typing"
)


class _Channel:
    """A `bot.Channel` over JavaScript functions."""

    def __init__(self, send: Callable[[str], None], emit: Callable[[str, str], None], receive: Any) -> None:
        self.send, self.emit, self.receive = send, emit, receive


def open_seat(
    send: Callable[[str], None], emit: Callable[[str, str], None], wait: Any, later: Callable[[Any, float], None]
) -> Seat:
    """Close this Python to JavaScript, and return a seat in it. `wait` returns a promise of the next question: its
    budget if it has one, a line's end, and its text; None where Python cannot wait for promises. `later` runs a
    function after so many milliseconds.
    """
    run_sync = fence.close(later)

    def receive() -> tuple[str, float | None]:
        budget, _, text = str(run_sync(wait())).partition("\n")
        return text, float(budget) if budget else None

    return Seat(_Channel(send, emit, None if wait is None else receive))


def warm_up() -> None:
    """Load what every worker will want: common modules, sentences and house bots. A snapshot holds no files."""
    for name in COMMON.split():
        __import__(name)
    # The page puts messages in words itself; what is rendered in a worker is in the first language.
    messages.catalog(messages.LANGUAGES[0])
    modules.known()
    for game in GAMES.values():
        for bot in (*game.house, bots.STARTER):
            bots.source(game.name, bot)
