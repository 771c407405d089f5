"""What a bot may still use for the move it is asked for: `import sandlot.limits; sandlot.limits.left()`.

The clock that counts is the one of whoever asks; this one runs on the bot's side and can only say about the same. Time
in which the whole machine slept is given back there and not here, so there may be more left than this says.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

__all__ = ["asked", "attach", "left"]


def left() -> float | None:
    """Return the milliseconds that are left for this move, the bank included; None: there is no limit."""
    return _measure()


# What a seat calls


def attach(measure: Callable[[], float | None]) -> None:
    """From now on `measure` says what is left."""
    global _measure
    _measure = measure


def asked(budget: float | None) -> None:
    """Begin to measure here: a question has come, and its answer may take `budget` milliseconds (None: any time)."""
    end = None if budget is None else perf_counter() + budget / 1000
    attach(lambda: None if end is None else max(0.0, 1000 * (end - perf_counter())))


_measure: Callable[[], float | None] = lambda: None  # noqa: E731
