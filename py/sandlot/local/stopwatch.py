"""Measures a program's time, but only while this machine is awake."""

from __future__ import annotations

from time import monotonic

__all__ = ["Stopwatch"]

TICK = 0.05
LATE = 0.2


class Stopwatch:
    """A time limit, in milliseconds, that runs only while this process is awake.

    If a step takes much longer than planned, only a short step is counted: this process or the whole machine lost that
    time, and the bot must not pay for it.
    """

    def __init__(self, budget: float | None) -> None:
        self.budget = budget
        self.spent = 0.0
        self._last = monotonic()

    def measure(self, now: float | None = None) -> float:
        """Return the milliseconds counted until `now`, a time of `monotonic` that we have just passed; None: now."""
        now = max(self._last, monotonic() if now is None else now)
        self.spent += min(now - self._last, TICK + LATE) * 1000
        self._last = now
        return self.spent

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.budget is not None and self.measure() >= self.budget

    @property
    def step(self) -> float:
        """The longest time, in seconds, to wait before measuring again."""
        return TICK if self.budget is None else max(0.0, min(TICK, (self.budget - self.measure()) / 1000))

    def give_back(self, milliseconds: float) -> None:
        """Subtract time that our own waiting has cost."""
        self.spent = max(0.0, self.measure() - milliseconds)
