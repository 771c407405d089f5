"""What a bot may still use for the move it is asked for: `import sandlot.limits; sandlot.limits.left()`.

The clock that counts is the one of whoever asks; this one runs on the bot's side and can only say about the same. Time
in which the whole machine slept is given back there and not here, so there may be more left than this says.
"""

from __future__ import annotations

from time import perf_counter

__all__ = ["asked", "left"]

_end: float | None = None


def asked(budget: float | None) -> None:
    """Begin to measure: a question has come, and its answer may take `budget` milliseconds (None: any time)."""
    global _end
    _end = None if budget is None else perf_counter() + budget / 1000


def left() -> float | None:
    """Return the milliseconds that are left for this move, the bank included; None: there is no limit."""
    return None if _end is None else max(0.0, 1000 * (_end - perf_counter()))
