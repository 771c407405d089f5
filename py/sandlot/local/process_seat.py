"""The part that all bots in processes of their own share: how they end, and what they printed last.

`cause_in` finds, in what a program printed on standard error, the line that says why it ended.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeAlias, TypeVar

from sandlot.kernel.landlock import can_scope
from sandlot.local.abort import aborted_by_machine
from sandlot.match.parts import Response
from sandlot.match.seat_replies import Printed
from sandlot.processes.forked import Forked
from sandlot.processes.groups import Group, give_back
from sandlot.processes.process import Process, how_ended, is_alone, new_mark, sweep
from sandlot.sandbox.folders import Folder, remove
from sandlot.sandbox.kinds import Sandbox
from sandlot.timing.idle import IdleTime
from sandlot.timing.stopwatch import Stopwatch

T = TypeVar("T")
P = TypeVar("P", bound=Process | Forked)
M = TypeVar("M")
Waiting: TypeAlias = Generator[float, float, T]
"""A generator that waits for a process. It yields how many seconds it wants to wait at most; it is resumed when there
is something new from the process, or after that time, and is sent the time of `time.monotonic` at which that happened.
It returns its result.
"""

END_LOOK = 0.01
"""Seconds between two checks whether a process that has closed its output has ended; there is no other sign of that."""
CLOSED_GRACE = 500
"""How many milliseconds a program may take to end after it has closed its output."""
OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)
"""Signals that come from other processes: no fault of a program itself raises them."""


class ProcessSeat(Generic[P]):
    """A bot in a process of its own."""

    def __init__(self, sandbox: Sandbox, group: Group | None = None) -> None:
        self.sandbox, self.group = sandbox, group
        self.mark = new_mark()
        """An environment variable's value by which all processes that the bot has started are found."""
        self.idle = IdleTime(group, sandbox.isolates)
        self.process: P | None = None
        self.folder: Folder | None = None
        self.work = ""
        """A folder that was made for this bot alone; "" if it runs in another one."""
        self.may_be_left = False
        """Whether processes that the bot has started may still be running after `end_process`."""
        self.waits_alone = False
        """The result of `waits_alone_now` after the last answer."""

    @property
    def folders(self) -> list[str]:
        """The folders in which only this bot may write."""
        return [each for each in (self.work, (self.folder and self.folder.path) or "") if each]

    def killed(self) -> int:
        """Return the signal by which another process ended the bot while it waited, as far as is known; 0: none."""
        return _killed_by(self.process) if self.waits_alone else 0

    def leave(self) -> None:
        """Close the bot's input, so that it can end itself."""
        if self.process:
            self.process.end_input()

    def gone(self) -> bool:
        """Whether the bot's process has ended."""
        return self.process is None or has_ended(self.process)

    def end_group(self) -> None:
        """End all processes in the bot's control group, and let processes continue that were stopped while idle."""
        if self.group:
            self.group.end()
        self.idle.end()

    def end_process(self) -> None:
        """End the bot's process and the processes that it has started."""
        self.end_group()
        if self.process:
            self.process.close()
            self.may_be_left |= not self.process.has_ended_all
        self.process = None

    def clean_up(self) -> None:
        """End every process of the bot that may still be running, and remove its folders and its control group."""
        if self.group:
            give_back(self.group)
            self.group = None
        if self.may_be_left:
            sweep(self.mark)
        if self.work:
            remove(self.work)
        if self.folder:
            self.folder.close()
            self.folder = None

    def close(self) -> None:
        """End the bot and everything that it has started, and leave nothing of it behind."""
        self.end_process()
        self.clean_up()


class ChannelSeat(ProcessSeat[P]):
    """A bot in Python, whose process sends lines: its replies, and what the bot prints and draws."""

    def __init__(self, sandbox: Sandbox, group: Group | None = None) -> None:
        super().__init__(sandbox, group)
        self.printed = Printed()
        self.marks: list[str] = []
        """Drawing marks of this turn, as unchecked JSON."""
        self.flooded = False
        """Whether the bot has sent too much on the channel."""

    def next_message(
        self, watch: Stopwatch, read: Callable[[bytes | bytearray], M | None], most: int
    ) -> Waiting[M | None]:
        """Return the next message, or None if none comes in time. `read` parses a line; it returns None for one that is
        not a message. `most` is the maximum number of bytes until there is a message.
        """
        process = self.process
        assert process is not None
        searched = taken = 0
        while True:
            heard = process.heard
            end = heard.find(b"\n", searched)
            self.flooded = taken + (len(heard) if end < 0 else end) > most
            if end >= 0 and not self.flooded:
                line = heard[:end]
                del heard[: end + 1]
                searched, taken = 0, taken + end
                said = read(line)
                if said:
                    return said
            elif process.over or process.closed or watch.over or self.flooded:
                return None
            else:
                searched = len(heard)
                watch.measure((yield watch.step))


# How a process ended


def waits_alone_now(process: Process | Forked | None) -> bool:
    """Tell whether a bot that has answered has no other thread or child that could end it, so that another bot is to
    blame if it is killed now. Where bots cannot signal each other, return False at once, because then only the bot
    itself can end it.
    """
    return process is not None and not can_scope() and is_alone(process.pid)


def _killed_by(process: Process | Forked | None) -> int:
    if process is None or not has_ended(process) or process.status is None:
        return 0
    return -process.status if -process.status in OUTSIDE else 0


def has_ended(process: Process | Forked) -> bool:
    """Tell whether a process has ended by now."""
    process.wait(0)
    return process.over


def wait_for_end(process: Process | Forked, milliseconds: float) -> Waiting[None]:
    """Wait until a process has ended, at most this many milliseconds."""
    watch = Stopwatch(milliseconds)
    while not process.over and not watch.over:
        yield min(watch.step, END_LOOK)


def take_errors(process: Process | Forked, printed: Printed) -> None:
    """Move what was printed on standard error since the last call to `printed`, with how many further bytes were
    dropped.
    """
    printed.add("err", process.errors.decode(errors="replace"))
    printed.add("cut", str(process.dropped))
    process.errors.clear()
    process.dropped = 0


def not_started(error: OSError | ValueError) -> Response:
    """Return the answer if a bot cannot be started; raise `MatchAborted` if this is the machine's fault."""
    if isinstance(error, OSError) and (void := aborted_by_machine(error)):
        raise void from None
    return crash(f"{type(error).__name__}: {error}")


def crash(error: str) -> Response:
    """Return the response for a crash that has no line in the bot's source."""
    return Response(fault="crash", trace={"line": None, "error": error, "traceback": None})


def trace_of(process: Process | Forked) -> dict[str, Any]:
    """Return how a process ended, with the line of its standard error that says why, in the form of a traceback."""
    status = process.status
    if status is None:
        how = "it closed its output"
    else:
        how = f"killed by {how_ended(status)}" if status < 0 else how_ended(status)
    cause = cause_in(process.errors.decode(errors="replace"))
    last = f": {cause[:300]}" if cause else ""
    last = "".join(each if each.isprintable() else "\ufffd" for each in last)
    return {"line": None, "error": how + last, "traceback": None}


_PYTHON = "Traceback (most recent call last):"
_RAISED = re.compile(r"(?:Uncaught )?(?:[\w$]+[.:]+)*[\w$]*(?:Error|Exception)\b(?: \[[\w$]+\])?(?::|$)")
"""The beginning of an error's line in Node, mono and others: `TypeError: ...`, `System.NullReferenceException: ...`."""
_FIRST = tuple(
    re.compile(each)
    for each in (
        r"==\d+==\s*ERROR: \w+Sanitizer: ",  # C and C++, with a sanitizer
        r"\S+:\d+:\d+: runtime error: ",
        r"(?:PHP )?Fatal error: ",
        r"panic: ",  # Go
        r"fatal error: ",
        r"thread '.*' (?:\(\d+\) )?panicked at ",  # Rust
        r"terminate called ",  # C++
        r"Unhandled [Ee]xception[.:] ?\S",  # C#
        r"\[ERROR\] FATAL UNHANDLED EXCEPTION: ",
        r"\S+:\d+:in .*\(\w+(?:::\w+)*\)$",  # Ruby
        r"Runtime error \d+ at ",  # Pascal
    )
)


def cause_in(text: str) -> str:
    """Return the most informative line of a crash: its cause if one is named, else the last line that is not empty; ""
    if there is no such line.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    if _PYTHON in text:
        # The line with the error's type and message may be followed by notes.
        frames = [number for number, line in enumerate(lines) if line.startswith(("  File ", _PYTHON))]
        frame = frames[-1] if frames else len(lines)
        return next((line for line in lines[frame + 1 :] if not line.startswith(" ")), lines[-1]).strip()
    causes = [line for line in lines if line.lstrip().startswith("Caused by: ")]
    if causes:
        return causes[-1].strip()
    thrown = [line for line in lines if line.startswith("Exception in thread ")]
    if thrown:
        return thrown[-1].strip()
    for number, line in enumerate(lines):
        if any(sign.match(line) for sign in _FIRST):
            return _with_next(line.strip(), lines[number + 1 : number + 2])
    raised = [line for line in lines if _RAISED.match(line)]
    return (raised[0] if raised else lines[-1]).strip()


def _with_next(line: str, following: list[str]) -> str:
    """Return a line, joined with the next one where the two belong together."""
    after = following[0].strip() if following else ""
    is_half = line.startswith("terminate called ") and after.startswith("what():")
    return f"{line} {after}" if after and (is_half or (line.startswith("thread ") and line.endswith(":"))) else line
