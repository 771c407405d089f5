"""Decides who is to blame when a bot fails: itself, or another bot that used up the machine's processor, memory, tasks
or disk. If one bot made another one fail, the match has no verdict, and the culprit is named.
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sandlot.kernel.linux import tasks_of_user
from sandlot.local.abort import MatchAborted, aborted_by_machine
from sandlot.local.machine import processors
from sandlot.local.process_seat import ProcessSeat
from sandlot.match.parts import Response
from sandlot.messages import message, player
from sandlot.processes.groups import TASKS, abilities
from sandlot.processes.process import family, read_file
from sandlot.sandbox.folders import OF_DISK
from sandlot.sandbox.kinds import MEGABYTE, Sandbox

BURNED = 100.0
"""How many milliseconds of processor time a bot must have used while others were thinking to be blamed for their being
late.
"""
LATE_SHARE = 0.1
"""The same as a share of the time that the late bot has used."""
MOST_DISK, MOST_FILES = 1024 * MEGABYTE, 100_000
"""The maximum size, in bytes, of a bot's folders, and the maximum number of files in them."""
NEGLIGIBLE_BYTES = MEGABYTE
"""A bot whose folders have fewer bytes is not blamed for a full disk."""
FEW_TASKS = 64
"""If fewer tasks than this are left of a limit that all bots share, a crash may be caused by other bots."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Blame:
    """Examines the seats of a match when one of them has failed."""

    def __init__(self, seats: Sequence[ProcessSeat[Any]], sandbox: Sandbox) -> None:
        self._seats, self._sandbox = seats, sandbox
        self._kills = _kills_of_machine()
        self._free = _free_disk()

    def judge(self, number: int, answer: Response, late: bool, thought: float) -> Response:
        """Return a bot's response, with an explanation of its fault if the machine knows one. Raise `MatchAborted` if
        another bot has caused the fault. `late`: the response came too late; `thought` is the time that the bot has
        used in this match, in milliseconds.
        """
        if answer.why and answer.why.id == "fault.steps":
            # Other bots have no effect on the number of steps.
            return answer
        if late or answer.fault == "timeout":
            self._see_whether_late_by_others(number, thought)
        elif answer.fault == "crash":
            return self._of_crash(number, answer)
        elif self._sandbox.isolates and self._fills_the_disk(number):
            return Response(milliseconds=answer.milliseconds, fault="crash", why=message("fault.disk"))
        return answer

    def of_error(self, number: int, error: OSError) -> Response:
        """Return the fault of a bot whose files could not be written. Raise `MatchAborted` if the bot is not to blame,
        and the error itself if it is not due to the machine.
        """
        if error.errno in OF_DISK:
            most = self._most(lambda seat: _size(seat)[0])
            if most == number:
                return Response(fault="crash", why=message("fault.disk"))
            if most is not None:
                raise MatchAborted(message("void.disk", by=player(most))) from error
        raise aborted_by_machine(error) or error

    def _see_whether_late_by_others(self, number: int, thought: float) -> None:
        for other, seat in enumerate(self._seats):
            if other == number:
                continue
            seat.idle.look()
            if seat.idle.processor_ms / processors() > max(BURNED, LATE_SHARE * thought):
                used = round(seat.idle.processor_ms)
                raise MatchAborted(message("void.burned", who=player(number), by=player(other), used=used))

    def _of_crash(self, number: int, answer: Response) -> Response:
        seat = self._seats[number]
        if seat.group and seat.group.had_too_much_memory():
            return replace(answer, why=message("fault.memory"))
        was_killed = seat.process is not None and seat.process.status == -signal.SIGKILL
        if was_killed and _kills_of_machine() > self._kills:
            self._see_whether_by_others(number, _memory, "void.memory")
            return replace(answer, why=message("fault.memory"))
        if self._sandbox.tasks and TASKS not in abilities() and tasks_of_user() > self._sandbox.tasks - FEW_TASKS:
            self._see_whether_by_others(number, _tasks, "void.tasks")
        return answer

    def _see_whether_by_others(self, number: int, measure: Callable[[ProcessSeat[Any]], int], id: str) -> None:
        most = self._most(measure)
        if most is not None and most != number:
            raise MatchAborted(message(id, who=player(number), by=player(most)))

    def _most(self, measure: Callable[[ProcessSeat[Any]], int]) -> int | None:
        """Return the seat with the largest measure; None if all are 0."""
        measured = [measure(seat) for seat in self._seats]
        return measured.index(max(measured)) if max(measured) > 0 else None

    def _fills_the_disk(self, number: int) -> bool:
        """Tell whether a bot has too much in its folders. They are measured only if much less of the disk is free than
        at the start of the match.
        """
        bytes_before, files_before = self._free
        bytes_now, files_now = _free_disk()
        if bytes_before - bytes_now < MOST_DISK / 2 and files_before - files_now < MOST_FILES / 2:
            return False
        used, files = _size(self._seats[number])
        return used > MOST_DISK or files > MOST_FILES


def _free_disk() -> tuple[int, int]:
    """Return how many bytes and files are free on the disk with the bots' folders."""
    found = os.statvfs(tempfile.gettempdir())
    return found.f_bavail * found.f_frsize, found.f_favail


def _kills_of_machine() -> int:
    """Return how often the kernel has killed a process because memory had run out; 0 if that is unknown."""
    for line in read_file("/proc/vmstat").splitlines():
        name, _, count = line.partition(b" ")
        if name == b"oom_kill":
            return int(count)
    return 0


def _family(seat: ProcessSeat[Any]) -> list[int]:
    return family(seat.process.pid, seat.process.mark) if seat.process else []


def _memory(seat: ProcessSeat[Any]) -> int:
    """Return about how many bytes of memory a bot uses."""
    if seat.group and (found := seat.group.memory()):
        return found
    pages = [read_file(f"/proc/{pid}/statm").split()[1:2] for pid in _family(seat)]
    return sum(_PAGE * int(each[0]) for each in pages if each) + _held(seat)


def _tasks(seat: ProcessSeat[Any]) -> int:
    count = 0
    for pid in _family(seat):
        with contextlib.suppress(OSError):
            count += len(os.listdir(f"/proc/{pid}/task"))  # noqa: PTH208
    return count


def _held(seat: ProcessSeat[Any]) -> int:
    """Return the size, in bytes, of a bot's open files that have no name any more, on disk or in memory."""
    found: dict[tuple[int, int], int] = {}
    for pid in _family(seat):
        with contextlib.suppress(OSError):
            for each in os.listdir(f"/proc/{pid}/fd"):  # noqa: PTH208
                with contextlib.suppress(OSError):
                    file = os.stat(f"/proc/{pid}/fd/{each}")  # noqa: PTH116
                    if file.st_nlink == 0 and stat.S_ISREG(file.st_mode):
                        found[file.st_dev, file.st_ino] = file.st_blocks * 512
    return sum(found.values())


def _size(seat: ProcessSeat[Any]) -> tuple[int, int]:
    """Return the size, in bytes, and the number of a bot's files on the disk; (0, count) if they are negligible, and
    more than is allowed if they cannot be counted.
    """
    size, count = _held(seat), 0
    try:
        for folder in seat.folders:
            for _, folders, files, here in os.fwalk(folder):
                count += len(folders) + len(files)
                size += sum(os.stat(name, dir_fd=here, follow_symlinks=False).st_blocks * 512 for name in files)
                if count > MOST_FILES:
                    break
    except (OSError, RecursionError):
        return MOST_DISK + 1, MOST_FILES + 1
    return (size, count) if size > NEGLIGIBLE_BYTES or count > MOST_FILES else (0, count)
