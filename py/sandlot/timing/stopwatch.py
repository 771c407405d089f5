"""Measures a program's time, but only while this machine is awake and gives the program a processor.

The time in which a bot was ready to run and waited for a processor that others used is not charged to it.

Linux counts it for every thread (``/proc/PID/schedstat``); elsewhere nothing is known. What is given back:

- Only the time of a bot that has one thread and no children whenever it is looked at, and whose other threads and
  children used no processor meanwhile. Otherwise a bot could make itself wait, while its helpers compute. So bots with
  threads, as those in Java, get nothing back.
- Never so much that a bot is charged less than the processor time it has used itself.
- Not what was waited before the first look, which comes when an answer is not there at once.

A process that has left the bot's family can still make it wait. What that can gain is limited by `MOST_GIVEN_BACK`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from sandlot.processes.process import read_file, stat_fields

MOST_GIVEN_BACK = 0.5
"""The most that is given back for one question, as a share of its limit."""
IGNORED_MS = 30.0
"""Milliseconds of processor time of other threads that are ignored: they are counted in hundredths of a second."""
_TICK = 1000 / os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    """Milliseconds since the start of a process: processor time of its first thread, the time for which this thread has
    waited for a processor, and processor time of all threads, and of children that have ended, together.
    """

    own: float
    waited: float
    together: float


class Delay:
    """Measures from now on how long a bot waits for a processor: its run delay. `pid` is its process."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._begun = self._now = usage(pid)
        self._is_alone = True

    def look(self) -> None:
        """Look at the bot. By the time its answer is there, it may have ended, and nothing can be seen any more."""
        if self._is_alone:
            self._is_alone = _is_alone(self._pid)
            self._now = usage(self._pid) or self._now

    def owed(self, spent: float) -> float:
        """Return how many of the `spent` milliseconds since the beginning should be given back."""
        self.look()
        if self._begun is None or self._now is None or not self._is_alone:
            return 0.0
        return owed(self._begun, self._now, spent)


def owed(before: Usage, now: Usage, spent: float) -> float:
    """Return how many of the `spent` milliseconds between two looks should be given back: the time in which the bot was
    ready to run and waited for a processor (its run delay, as Linux calls it).
    """
    own = now.own - before.own
    if now.together - before.together - own > IGNORED_MS:
        return 0.0
    return max(0.0, min(now.waited - before.waited, spent - own))


def usage(pid: int) -> Usage | None:
    """Return what a process has used; None if that is not known."""
    scheduled = read_file(f"/proc/{pid}/schedstat").split()
    fields = stat_fields(f"/proc/{pid}/stat")
    if len(scheduled) < 2 or len(fields) < 15:
        return None
    return Usage(int(scheduled[0]) / 1e6, int(scheduled[1]) / 1e6, sum(map(int, fields[11:15])) * _TICK)


def _is_alone(pid: int) -> bool:
    """Tell whether a process has one thread and no children, or has ended."""
    tasks = Path(f"/proc/{pid}/task")
    try:
        return all(int(task.name) == pid and not Path(task, "children").read_text() for task in tasks.iterdir())
    except FileNotFoundError:
        return not tasks.exists()
    except OSError:
        return True  # the process is ending


TICK = 0.05
"""Seconds: the longest planned step between two measurements."""
LATE = 0.2
"""Seconds by which a step may exceed `TICK`; time beyond that is not counted."""


class Stopwatch:
    """A time limit, in milliseconds, that runs only while this process is awake.

    If a step takes much longer than planned, only a short step is counted: this process or the whole machine lost that
    time, and the bot must not pay for it. Nor must it pay for waiting for a processor: see `Delay`; `pid` finds the
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
            # Looks cost time, and most answers have come by now.
            self._delay, self._before_delay = Delay(pid), self.spent
        return TICK if self.budget is None else max(0.0, min(TICK, (self.budget - self.measure()) / 1000))

    def settle(self) -> float:
        """Subtract the time in which the bot waited for a processor, and return the milliseconds that are charged."""
        if self._delay and self.budget is not None:
            since = self.spent + self._given_back - self._before_delay
            owed = min(self._delay.owed(since), MOST_GIVEN_BACK * self.budget)
            self.spent -= max(0.0, owed - self._given_back)
            self._given_back = max(owed, self._given_back)
        return self.spent

    def give_back(self, milliseconds: float) -> None:
        """Subtract time that our own waiting has cost."""
        self.spent = max(0.0, self.measure() - milliseconds)
