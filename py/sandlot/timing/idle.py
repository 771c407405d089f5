"""Keeps a bot's processes idle while others think.

A bot may work a little after its answer, for example to collect garbage. After that, all of it is stopped until it is
asked again: by its control group, or by a signal where the kernel limits that to the bot. Where neither is possible,
its use of the processor is only counted, and a match in which it made another bot late has no verdict: see
`local.blame`.
"""

from __future__ import annotations

import os

from sandlot.processes.forked import Forked
from sandlot.processes.groups import Group
from sandlot.processes.process import Process, family, stat_fields

MOST_PER_ANSWER, MOST_PER_MATCH = 5.0, 50.0
"""Milliseconds of processor time that a bot may use after one answer, and after all answers of a match together. One
that uses more is stopped from then on as soon as it has answered.
"""
_TICK = 1000 / os.sysconf("SC_CLK_TCK")


class IdleTime:
    """The idle time of one bot. It begins with each of its answers, and ends when it is asked again."""

    def __init__(self, group: Group | None, may_signal: bool) -> None:
        """Take the bot's group, if it has one, and whether its processes may be stopped by signals, which some programs
        notice.
        """
        self.processor_ms = 0.0
        """Milliseconds of processor time that it has used in its idle times."""
        self._group, self._may_signal = group, may_signal
        self._process: Process | Forked | None = None
        """The process that has to be idle; None while the bot is asked."""
        self._used: float | None = None
        """Milliseconds of processor time that it had used at the last look; None: not known."""
        self._ms_since_answer = 0.0
        self._works_on = not self.is_cheap
        self._is_stopped = False

    @property
    def is_cheap(self) -> bool:
        """Whether a look takes microseconds. Otherwise it goes through all processes of the machine."""
        return self._group is not None and self._group.can_count

    def begin(self, process: Process | Forked | None, *, is_last: bool = False) -> None:
        """Watch a bot that has answered. `process`: None if it has ended. `is_last`: it has to end by itself."""
        self._process, self._ms_since_answer = process, 0.0
        self._used = self._group.used() if self._group else None
        if self._works_on and not is_last:
            self._stop()

    def look(self) -> None:
        """Check whether it is still working, and stop it if it is."""
        if self._process is None or (self._is_stopped and self._group):
            return
        self._count()
        if self._is_stopped or self._ms_since_answer > MOST_PER_ANSWER or self.processor_ms > MOST_PER_MATCH:
            # A process that a signal has stopped may have been woken by another signal.
            self._works_on = True
            self._stop()

    def end(self) -> None:
        """Let a bot continue that is asked, or that has to end."""
        if self._is_stopped and self._group and self._group.is_stopped:
            self._group.go_on()
        elif self._is_stopped and isinstance(self._process, Process):
            self._process.go_on()
        elif self._process and self.is_cheap:
            self._count()
        self._process, self._used, self._is_stopped = None, None, False

    def _stop(self) -> None:
        if self._group and self._group.stop():
            self._is_stopped = True
        elif self._may_signal and isinstance(self._process, Process):
            self._is_stopped = self._process.stop()

    def _count(self) -> None:
        assert self._process
        used = self._group.used() if self._group else None
        if used is None:
            used = sum(_used(pid) for pid in family(self._process.pid, self._process.mark))
        if self._used is not None:
            # Never below 0: time of processes that have ended since is missing in `used`.
            more = max(0.0, used - self._used)
            self._ms_since_answer += more
            self.processor_ms += more
        self._used = used


def _used(pid: int) -> float:
    """Return the milliseconds of processor time, user and system, that a process has used."""
    return sum(map(int, stat_fields(f"/proc/{pid}/stat")[11:13])) * _TICK
