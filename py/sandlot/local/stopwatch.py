"""Time that a program has, measured while this machine is awake."""

from __future__ import annotations

from time import monotonic

__all__ = ["Stopwatch"]

TICK = 0.05
LATE = 0.2


class Stopwatch:
    """A deadline, in milliseconds, against time in which this process was awake.

    A step that took much longer than it was set for counts as a short one: the time was lost by us or by the whole
    machine, and nobody is charged for it.
    """

    def __init__(self, budget: float | None) -> None:
        self.budget = budget
        self.spent = 0.0
        self._last = monotonic()

    def measure(self) -> float:
        """Return the milliseconds so far."""
        now = monotonic()
        self.spent += min(now - self._last, TICK + LATE) * 1000
        self._last = now
        return self.spent

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.budget is not None and self.measure() >= self.budget

    @property
    def step(self) -> float:
        """How many seconds to wait at most before looking at this watch again."""
        return TICK if self.budget is None else max(0.0, min(TICK, (self.budget - self.measure()) / 1000))

    def give_back(self, milliseconds: float) -> None:
        """Take off time that was lost by our own waiting."""
        self.spent = max(0.0, self.measure() - milliseconds)
