"""Measures a program's time, but only while this machine is awake and gives the program a processor."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sandlot.local.delay import MOST, Delay

__all__ = ["Stopwatch"]

TICK = 0.05
LATE = 0.2


class Stopwatch:
    """A time limit, in milliseconds, that runs only while this process is awake.

    If a step takes much longer than planned, only a short step is counted: this process or the whole machine lost that
    time, and the bot must not pay for it. Nor must it for its waiting for a processor: see `delay`; `pid` finds the
    bot's process.
    """

    def __init__(self, budget: float | None, pid: Callable[[], int | None] | None = None) -> None:
        self.budget = budget
        self.spent = 0.0
        self._last = monotonic()
        self._pid = pid
        self._delay: Delay | None = None
        self._before_delay = self._given_back = 0.0

    def measure(self, now: float | None = None) -> float:
        """Return the milliseconds counted until `now`, a time of `monotonic` that we have just passed; None: now."""
        now = max(self._last, monotonic() if now is None else now)
        self.spent += min(now - self._last, TICK + LATE) * 1000
        self._last = now
        return self.spent

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.budget is not None and self.measure() >= self.budget and self.settle() >= self.budget

    @property
    def step(self) -> float:
        """The longest time, in seconds, to wait before measuring again."""
        if self._delay:
            self._delay.look()
        elif self._pid and self.spent > TICK * 500 and (pid := self._pid()):
            # Most answers come before this, and cost no look.
            self._delay, self._before_delay = Delay(pid), self.spent
        return TICK if self.budget is None else max(0.0, min(TICK, (self.budget - self.measure()) / 1000))

    def settle(self) -> float:
        """Subtract the time in which the bot waited for a processor, and return the milliseconds that are left."""
        if self._delay and self.budget is not None:
            since = self.spent + self._given_back - self._before_delay
            owed = min(self._delay.owed(since), MOST * self.budget)
            self.spent -= max(0.0, owed - self._given_back)
            self._given_back = max(owed, self._given_back)
        return self.spent

    def give_back(self, milliseconds: float) -> None:
        """Subtract time that our own waiting has cost."""
        self.spent = max(0.0, self.measure() - milliseconds)
