"""Whose fault it is that a bot has failed: its own, or that of another bot, which took the processor, the memory, the
tasks or the disk of the machine. A match in which one bot made another one fail has no verdict, and the one is named.
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
from sandlot.sandbox.walls import MEGABYTE, Wall

BURNED = 100.0
"""Milliseconds of processor time that a bot may use while others are asked before it can have made them late."""
LATE_SHARE = 0.1
"""The same as a share of the time that the late one has had."""
MOST_DISK, MOST_FILES = 1024 * MEGABYTE, 100_000
"""What a bot may have in its folders: bytes, and files."""
NEGLIGIBLE_BYTES = MEGABYTE
"""Bytes in a bot's folders below which nobody asks whether they have filled the disk."""
FEW_TASKS = 64
"""Within this many tasks of a limit that all bots share, a crash may be caused by other bots."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Blame:
    """Looks at the seats of a match when one of them has failed."""

    def __init__(self, seats: Sequence[ProcessSeat[Any]], wall: Wall) -> None:
        self._seats, self._wall = seats, wall
        self._kills = _kills_of_machine()
        self._free = _free_disk()

    def judge(self, number: int, answer: Response, late: bool, thought: float) -> Response:
        """Return the answer of a bot, with what the machine knows of its fault. Raise `MatchAborted` if another bot has
        caused the fault. `late` says whether it came too late, and `thought` are the milliseconds that the bot has
        thought in this match.
        """
        if late or answer.fault == "timeout":
            self._see_whether_late_by_others(number, thought)
        elif answer.fault == "crash":
            return self._of_crash(number, answer)
        elif self._wall.stands and self._fills_the_disk(number):
            return Response(milliseconds=answer.milliseconds, fault="crash", why=message("fault.disk"))
        return answer

    def of_error(self, number: int, error: OSError) -> Response:
        """Return the fault of a bot whose files could not be written. Raise `MatchAborted` if it is not its own, and
        the error if that is no error of the machine.
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
            if seat.idle.burned / processors() > max(BURNED, LATE_SHARE * thought):
                used = round(seat.idle.burned)
                raise MatchAborted(message("void.burned", who=player(number), by=player(other), used=used))

    def _of_crash(self, number: int, answer: Response) -> Response:
        seat = self._seats[number]
        if seat.group and seat.group.had_too_much_memory():
            return replace(answer, why=message("fault.memory"))
        was_killed = seat.process is not None and seat.process.status == -signal.SIGKILL
        if was_killed and _kills_of_machine() > self._kills:
            self._see_whether_by_others(number, _memory, "void.memory")
            return replace(answer, why=message("fault.memory"))
        if self._wall.tasks and TASKS not in abilities() and tasks_of_user() > self._wall.tasks - FEW_TASKS:
            self._see_whether_by_others(number, _tasks, "void.tasks")
        return answer

    def _see_whether_by_others(self, number: int, measure: Callable[[ProcessSeat[Any]], int], id: str) -> None:
        most = self._most(measure)
        if most is not None and most != number:
            raise MatchAborted(message(id, who=player(number), by=player(most)))

    def _most(self, measure: Callable[[ProcessSeat[Any]], int]) -> int | None:
        """Return the seat that has most of something; None if none has any."""
        measured = [measure(seat) for seat in self._seats]
        return measured.index(max(measured)) if max(measured) > 0 else None

    def _fills_the_disk(self, number: int) -> bool:
        """Tell whether a bot has more in its folders than it may. It is looked at where much of the disk has gone."""
        bytes_before, files_before = self._free
        bytes_now, files_now = _free_disk()
        if bytes_before - bytes_now < MOST_DISK / 2 and files_before - files_now < MOST_FILES / 2:
            return False
        used, files = _size(self._seats[number])
        return used > MOST_DISK or files > MOST_FILES


def _free_disk() -> tuple[int, int]:
    """Return how many bytes and files there is room for where bots have their folders."""
    found = os.statvfs(tempfile.gettempdir())
    return found.f_bavail * found.f_frsize, found.f_favail


def _kills_of_machine() -> int:
    """Return how often the kernel has ended a process because memory had run out."""
    for line in read_file("/proc/vmstat").splitlines():
        name, _, count = line.partition(b" ")
        if name == b"oom_kill":
            return int(count)
    return 0


def _family(seat: ProcessSeat[Any]) -> list[int]:
    return family(seat.process.pid, seat.process.mark) if seat.process else []


def _memory(seat: ProcessSeat[Any]) -> int:
    """Return the bytes of memory that a bot has, about."""
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
    """Return the bytes in files that a bot has open and that have no name any more, on a disk or in memory."""
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
    """Return the bytes and the number of files that a bot has on the disk. What cannot be counted is too much."""
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
