"""How much time a bot has left for the current move: `import sandlot.limits; sandlot.limits.left()`.

The driver's clock decides. This one runs on the bot's side and is close to it. The driver gives back time in which
the whole machine slept, and this clock does not, so there may be more time left than it says.

`sandlot.limits.took()` is what the driver's clock counted for the bot's last move, and `sandlot.limits.took(1)` for the
last move of player 1. A replay holds these times, so that a bot is told the same ones when it is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

__all__ = ["asked", "attach", "left", "seated", "took"]


def left() -> float | None:
    """Return the milliseconds left for this move, including the bank; None: there is no limit."""
    return _measure()


def took(player: int | None = None) -> float | None:
    """Return the milliseconds that the clock counted for the last move of a player, by number from 0; without a number,
    for your own. None: it has not moved yet, or the match counts no time.
    """
    number, times = _own if player is None else player, _times()
    return times[number] if 0 <= number < len(times) else None


# Called by the seat


def attach(measure: Callable[[], float | None], times: Callable[[], Sequence[float | None]]) -> None:
    """Use these functions for the time left and for the time of each player's last move, in milliseconds."""
    global _measure, _times
    _measure, _times = measure, times


def asked(budget: float | None, times: Sequence[float | None] = ()) -> None:
    """Start measuring a new request, whose reply may take `budget` milliseconds (None: no limit). `times` are the
    milliseconds of each player's last move.
    """
    end = None if budget is None else perf_counter() + budget / 1000
    attach(lambda: None if end is None else max(0.0, 1000 * (end - perf_counter())), lambda: times)


def seated(player: int) -> None:
    """Set the number of the bot's player, from 0."""
    global _own
    _own = player


_own = 0
_times: Callable[[], Sequence[float | None]] = lambda: ()  # noqa: E731
_measure: Callable[[], float | None] = lambda: None  # noqa: E731
