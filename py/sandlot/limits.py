"""How much time a bot has left for the current move: `import sandlot.limits; sandlot.limits.left()`.

The clock that counts is the driver's. This one runs on the bot's side and is close to it. The driver gives back time in
which the whole machine slept, and this clock does not, so there may be more time left than it says.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

__all__ = ["asked", "attach", "left"]


def left() -> float | None:
    """Return the milliseconds left for this move, including the bank; None: there is no limit."""
    return _measure()


# What a seat calls


def attach(measure: Callable[[], float | None]) -> None:
    """Use `measure` from now on to find the time left."""
    global _measure
    _measure = measure


def asked(budget: float | None) -> None:
    """Start measuring here: a question has come, and its answer may take `budget` milliseconds (None: no limit)."""
    end = None if budget is None else perf_counter() + budget / 1000
    attach(lambda: None if end is None else max(0.0, 1000 * (end - perf_counter())))


_measure: Callable[[], float | None] = lambda: None  # noqa: E731
