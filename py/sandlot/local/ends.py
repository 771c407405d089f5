"""What all bots in processes have in common: how they end, and what they said last."""

from __future__ import annotations

import signal
from typing import Any

from sandlot.local.folders import Folder
from sandlot.local.linux import can_scope
from sandlot.local.process import Process, new_mark, sweep
from sandlot.local.stopwatch import Stopwatch
from sandlot.match.parts import Answer

__all__ = [
    "CLOSED_GRACE",
    "InProcess",
    "crash",
    "has_ended",
    "signal_name",
    "take_errors",
    "trace_of",
    "wait_for_end",
    "waits_alone_now",
]

CLOSED_GRACE = 500
"""Milliseconds between the end of a program's output and the end of the program."""
OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)
"""Signals that no fault of a program raises."""


class InProcess:
    """A bot in a process of its own."""

    def __init__(self) -> None:
        self.mark = new_mark()
        """By which everything that it started is found."""
        self.process: Process | None = None
        self.folder: Folder | None = None
        self.waits_alone = False
        """See `waits_alone_now`; looked at after every answer."""

    def killed(self) -> int:
        """Return the signal that ended it from outside while it waited, as far as we know; 0: none did."""
        return _killed_by(self.process) if self.waits_alone else 0

    def leave(self) -> None:
        """End its input, at which it ends by itself."""
        if self.process:
            self.process.end_input()

    def gone(self) -> bool:
        """Whether it has ended."""
        return self.process is None or has_ended(self.process)

    def clean_up(self) -> None:
        """End what it started, and remove its folder."""
        sweep(self.mark)
        if self.folder:
            self.folder.close()
            self.folder = None


# How a process ended


def waits_alone_now(process: Process | None) -> bool:
    """Tell whether a bot that has answered has nothing left that could end it: then whoever does is another one. Where
    no bot can send a signal to another, it is not asked: that takes time, and only a bot ends itself.
    """
    return process is not None and not can_scope() and process.is_alone


def _killed_by(process: Process | None) -> int:
    if process is None or not has_ended(process) or process.status is None:
        return 0
    return -process.status if -process.status in OUTSIDE else 0


def has_ended(process: Process) -> bool:
    process.wait(0)
    return process.over


def wait_for_end(process: Process, milliseconds: float) -> None:
    watch = Stopwatch(milliseconds)
    while not process.over and not watch.over:
        process.wait(watch.step)


def take_errors(process: Process) -> tuple[str, int]:
    """Return what was printed on standard error since the last time, and how much of it was dropped."""
    text, dropped = process.errors.decode(errors="replace"), process.dropped
    process.errors.clear()
    process.dropped = 0
    return text, dropped


def crash(error: str) -> Answer:
    return Answer(fault="crash", trace={"line": None, "error": error, "traceback": None})


def trace_of(process: Process) -> dict[str, Any]:
    """Say how it ended, with the last thing it complained about."""
    status = process.status
    if status is None:
        how = "it closed its output"
    elif status < 0:
        how = f"killed by {signal_name(-status)}"
    else:
        how = f"exit status {status}"
    complaints = [line for line in process.errors.decode(errors="replace").splitlines() if line.strip()]
    last = f": {complaints[-1].strip()[:300]}" if complaints else ""
    last = "".join(each if each.isprintable() else "\ufffd" for each in last)
    return {"line": None, "error": how + last, "traceback": None}


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
