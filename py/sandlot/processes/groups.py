"""Control groups of Linux: everything that one bot has started, held together by the kernel.

No process can leave its group, and what it starts is in the group as well. So the kernel can stop all of a bot at once,
and count and limit the processor time, the memory (with files in memory, pipes and sockets) and the tasks of all of it
together: https://docs.kernel.org/admin-guide/cgroup-v2.html. Machines have version 2, with all of this in one folder,
or version 1, with a folder for each, or both. What works is found out by using it.

Where this process may not make groups, systemd is asked to put it into a scope of its own, in which it may. That is
what ``systemd-run --user --scope -p Delegate=yes`` does, and whoever starts Sandlot with it has the same.

Our groups are in folders named `sandlot-bots-...`, one for each process that plays matches, which holds a lock on it. A
folder without its lock was left by a process that was killed: the next one ends what is in it and removes it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from multiprocessing import util
from pathlib import Path
from typing import NamedTuple

from sandlot.sandbox.launch import installed

FREEZE, USAGE, MEMORY, TASKS = "freeze", "usage", "memory", "tasks"
"""What groups can do: stop all of a bot at once; count its processor time; limit its memory; limit its threads and
processes.
"""
CONTROLLERS = {FREEZE: "freezer", USAGE: "cpuacct", MEMORY: "memory", TASKS: "pids"}
"""The controller for each ability in version 1."""
FILES = {
    FREEZE: {1: "freezer.state", 2: "cgroup.freeze"},
    USAGE: {1: "cpuacct.usage", 2: "cpu.stat"},
    MEMORY: {1: "memory.limit_in_bytes", 2: "memory.max"},
    TASKS: {1: "pids.max", 2: "pids.max"},
}
PREFIX = "sandlot-bots-"
REFEREE = "sandlot-referee"
"""The group into which our own processes move within a group that systemd has delegated to us: in version 2, a group
that limits the groups in it may have no processes itself.
"""
SYSTEMD_LIMIT, LONGEST_WAIT = 10.0, 10.0
"""Seconds to wait for systemd, and for a change of a group to take effect."""


class _Place(NamedTuple):
    """A folder of the version 1 or 2 of control groups."""

    folder: Path
    version: int

    def file(self, ability: str) -> Path:
        return self.folder / FILES[ability][self.version]


class Group:
    """The control group of one bot. `places` says in which folders to make it, by ability."""

    def __init__(self, places: Mapping[str, _Place]) -> None:
        """Make the group. Raise `OSError` if that fails."""
        name = secrets.token_hex(8)
        self._places = {ability: _Place(each.folder / name, each.version) for ability, each in places.items()}
        self._folders = list(dict.fromkeys(each.folder for each in self._places.values()))
        self._open: dict[str, int] = {}
        self.is_stopped = False
        self._is_ended = False
        """Whether all processes in the group were ended, and none can have joined it since."""
        self._limits: tuple[int, int] | None = None
        self._kills_before = 0
        try:
            for folder in self._folders:
                folder.mkdir()
            # Kept open: they are used every turn.
            for ability, flags in ((FREEZE, os.O_WRONLY), (USAGE, os.O_RDONLY)):
                if ability in self._places:
                    self._open[ability] = os.open(self._places[ability].file(ability), flags | os.O_CLOEXEC)
        except OSError:
            self.remove()
            raise

    def limit(self, memory: int, tasks: int) -> None:
        """Limit what all of its processes may use together: `memory` in bytes, `tasks` are threads and processes. Its
        history from an earlier bot is forgotten. Raise `OSError` if that fails.
        """
        self._kills_before = self._kills()
        if self._limits == (memory, tasks):
            return
        self._limits = None
        if MEMORY in self._places:
            folder, version = self._places[MEMORY]
            # Together with swap, where that is counted. In version 1 the limit for both cannot be below the limit for
            # memory, so it is lifted first.
            both = {1: "memory.memsw.limit_in_bytes", 2: "memory.swap.max"}[version]
            with contextlib.suppress(OSError):
                _write(folder / both, {1: "-1", 2: "0"}[version])
            _write(self._places[MEMORY].file(MEMORY), str(memory))
            with contextlib.suppress(OSError):
                # In version 2 the OOM killer ends the whole group (memory.oom.group).
                _write(folder / {1: both, 2: "memory.oom.group"}[version], {1: str(memory), 2: "1"}[version])
        if TASKS in self._places:
            _write(self._places[TASKS].file(TASKS), str(tasks))
        self._limits = memory, tasks

    def add(self, pid: int) -> None:
        """Put a process into the group, and with it all that it will start. Raise `OSError` if that fails."""
        self._is_ended = False
        for folder in self._folders:
            _write(folder / "cgroup.procs", str(pid))

    def open_to_join(self) -> list[int]:
        """Return descriptors by which a process that has them can put itself into the group: it writes 0 into each."""
        self._is_ended = False
        found: list[int] = []
        try:
            for folder in self._folders:
                found.append(os.open(folder / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC))
        except OSError:
            for each in found:
                os.close(each)
            raise
        return found

    @property
    def can_stop(self) -> bool:
        """Whether all processes of the group can be stopped at once."""
        return FREEZE in self._open

    @property
    def can_count(self) -> bool:
        """Whether its processor time is known."""
        return USAGE in self._open

    def used(self) -> float | None:
        """Return the milliseconds of processor time that all of its processes have used; None if unknown."""
        if USAGE not in self._open:
            return None
        text = os.pread(self._open[USAGE], 64, 0)
        return int(text.split(None, 2)[1]) / 1e3 if self._places[USAGE].version == 2 else int(text) / 1e6

    def stop(self) -> bool:
        """Stop all of its processes; return whether that works. They may run on for some microseconds."""
        if FREEZE in self._open and not self.is_stopped:
            self.is_stopped = self._freeze(True)
        return self.is_stopped

    def go_on(self) -> None:
        """Let its processes continue after `stop`."""
        if self.is_stopped:
            self.is_stopped = not self._freeze(False)

    def is_frozen(self) -> bool:
        """Whether all of its processes have come to a stop after `stop`."""
        folder, version = self._places[FREEZE]
        text = _read(folder / {1: "freezer.state", 2: "cgroup.events"}[version])
        return {1: "FROZEN", 2: "frozen 1"}[version] in text

    def had_too_much_memory(self) -> bool:
        """Whether the kernel has ended one of its processes because all together had reached the memory limit."""
        return self._kills() > self._kills_before

    def memory(self) -> int:
        """Return the bytes of memory that all of its processes use; 0 if unknown."""
        if MEMORY not in self._places:
            return 0
        folder, version = self._places[MEMORY]
        text = _read(folder / {1: "memory.usage_in_bytes", 2: "memory.current"}[version])
        return int(text) if text.strip().isdecimal() else 0

    def end(self) -> None:
        """End all of its processes at once, also stopped ones. They may remain visible for a moment."""
        if not self._is_ended:
            _end(self._folders[0])
            self._is_ended = True
        self.go_on()

    def is_empty(self) -> bool:
        """Whether no process is in it."""
        return not any(_members(folder) for folder in self._folders)

    def remove(self) -> None:
        """End the processes in the group and remove it, as far as that is possible."""
        for each in self._open.values():
            os.close(each)
        self._open = {}
        for folder in self._folders:
            _remove(folder)

    def _freeze(self, frozen: bool) -> bool:
        word = {1: (b"THAWED", b"FROZEN"), 2: (b"0", b"1")}[self._places[FREEZE].version][frozen]
        with contextlib.suppress(OSError):
            return os.pwrite(self._open[FREEZE], word, 0) > 0
        return False

    def _kills(self) -> int:
        if MEMORY not in self._places:
            return 0
        folder, version = self._places[MEMORY]
        for line in _read(folder / {1: "memory.oom_control", 2: "memory.events"}[version]).splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill" and count.isdecimal():
                return int(count)
        return 0


# The groups of this process


class _Ours:
    """The groups of this process: those that bots have, and empty ones for the next."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.places: dict[str, _Place] | None = None
        """Where groups are made, by ability; None: not tried yet."""
        self.homes: dict[Path, int] = {}
        """Our folders, each with the descriptor that holds the lock on it."""
        self.free: list[Group] = []
        self.ending: list[Group] = []

    def found(self) -> Mapping[str, _Place]:
        """Return where groups can be made."""
        if self.places is None:
            self.places = {}
            util.Finalize(None, self.close, exitpriority=0)
            found = self._try()
            if not {FREEZE, MEMORY, TASKS} <= found.keys() and _ask_systemd():
                self._forget()
                found = self._try()
            self.places = found
        return self.places

    def take(self) -> Group | None:
        places = self.found()
        if not places:
            return None
        ended, self.ending = self.ending, []
        for each in ended:
            (self.free if each.is_empty() else self.ending).append(each)
        return self.free.pop() if self.free else Group(places)

    def remove_unused(self) -> None:
        unused, self.free, self.ending = [*self.free, *self.ending], [], []
        for group in unused:
            group.remove()

    def close(self) -> None:
        """Remove everything. Bots that still have a group are ended."""
        self.remove_unused()
        self._forget()
        self.places = None

    def _forget(self) -> None:
        for home, lock in self.homes.items():
            _remove(home)
            os.close(lock)
        self.homes = {}

    def _try(self) -> dict[str, _Place]:
        """Find out by trying where each ability works: in version 2 if it does there, else in version 1."""
        found: dict[str, _Place] = {}
        for place, wanted in _places():
            left = [each for each in wanted if each not in found]
            with contextlib.suppress(OSError):
                if left and (home := self._home(place)):
                    found |= dict.fromkeys(_working(home, left), home)
        return found

    def _home(self, place: _Place) -> _Place | None:
        """Make our own folder in the folder of `place`, and remove those that dead processes have left there."""
        _sweep(place.folder)
        home = place.folder / (PREFIX + secrets.token_hex(8))
        home.mkdir()
        lock = _locked(home)
        if lock is None:
            return None
        self.homes[home] = lock
        if place.version == 2:
            _let_limit(place.folder, home)
        return _Place(home, place.version)


_ours = _Ours()


def abilities() -> frozenset[str]:
    """Return the abilities of groups on this machine. They are found out once for each process."""
    with _ours.lock:
        return frozenset(_ours.found())


def take(memory: int, tasks: int) -> Group | None:
    """Return an empty group with these limits, see `Group.limit`; None if there are no groups here."""
    group = take_unlimited()
    with contextlib.suppress(OSError):
        if group:
            group.limit(memory, tasks)
        return group
    return None


def take_unlimited() -> Group | None:
    """Return an empty group that has yet to get its limits; None if there are no groups here."""
    with contextlib.suppress(OSError), _ours.lock:
        return _ours.take()
    return None


def give_back(group: Group) -> None:
    """End everything in a group. It will be used again."""
    group.end()
    with _ours.lock:
        _ours.ending.append(group)


def remove_unused() -> None:
    """Remove the groups that no bot has."""
    with _ours.lock:
        _ours.remove_unused()


@cache
def most_memory() -> int | None:
    """Return how many bytes of memory there are here for all bots together; None if that is not known."""
    with contextlib.suppress(OSError, ValueError):
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        for place, wanted in _places():
            # A container may have less than the machine.
            limits = [_read(_Place(each, place.version).file(MEMORY)).strip() for each in _above(place.folder)]
            if MEMORY in wanted:
                total = min([total, *(int(each) for each in limits if each.isdecimal())])
        return total
    return None


def _above(folder: Path) -> Iterator[Path]:
    while (folder / "cgroup.procs").exists():
        yield folder
        folder = folder.parent


# Where groups can be made


def _places() -> list[tuple[_Place, list[str]]]:
    """Return the groups that this process is in, each with the abilities that groups within it may have: the group of
    version 2 first.
    """
    own: dict[str, str] = {}
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        _, controllers, path = line.split(":", 2)
        own |= dict.fromkeys(controllers.split(","), path)
    first, rest = [], []
    for line in _read(Path("/proc/self/mountinfo")).splitlines():
        left, _, right = line.partition(" - ")
        root, mounted = left.split()[3:5]
        kind, _, settings = right.split()[:3]
        if kind == "cgroup2" and "" in own and (folder := _inside(mounted, root, own[""])):
            first.append((_Place(folder, 2), [FREEZE, USAGE, MEMORY, TASKS]))
        elif kind == "cgroup":
            for ability, controller in CONTROLLERS.items():
                is_it = controller in settings.split(",") and controller in own
                if is_it and (folder := _inside(mounted, root, own[controller])):
                    rest.append((_Place(folder, 1), [ability]))
    return first + rest


def _inside(mounted: str, root: str, path: str) -> Path | None:
    """Return the folder of the group `path`, in a hierarchy of which the group `root` is mounted at `mounted`; None if
    the group is not below `root`. For `REFEREE`, it is the folder of the group around it.
    """
    relative = os.path.relpath(path, root)
    if relative.startswith(".."):
        return None
    folder = Path(mounted, relative)
    return folder.parent if folder.name == REFEREE else folder


def _let_limit(folder: Path, home: Path) -> None:
    """Enable limits for groups of version 2 in `home`, which is a folder in `folder`."""
    if "memory" not in _read(folder / "cgroup.subtree_control") and _is_given_to_us(folder):
        with contextlib.suppress(OSError):
            (folder / REFEREE).mkdir(exist_ok=True)
            for pid in _members(folder):
                with contextlib.suppress(OSError):
                    _write(folder / REFEREE / "cgroup.procs", str(pid))
    for each in (folder, home):
        for controller in ("memory", "pids"):
            with contextlib.suppress(OSError):
                _write(each / "cgroup.subtree_control", f"+{controller}")


def _is_given_to_us(folder: Path) -> bool:
    """Tell whether systemd has delegated a group to the processes in it."""
    for name in ("user.delegate", "trusted.delegate"):
        with contextlib.suppress(OSError, AttributeError):
            if os.getxattr(folder, name) == b"1":
                return True
    return folder.name.startswith("sandlot-") and folder.suffix == ".scope"


def _working(home: _Place, wanted: list[str]) -> list[str]:
    """Find out by trying which of these abilities groups in a folder have."""
    places = {each: home for each in wanted if _has(home, each)}
    if not places:
        return []
    group = Group(places)
    waits = subprocess.Popen(["/bin/sh", "-c", "read -r line"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        group.add(waits.pid)
        group.limit(2**30, 99)
        if FREEZE in places and not (group.stop() and _wait_until(group.is_frozen)):
            places.pop(FREEZE)
        group.go_on()
    finally:
        waits.kill()
        waits.communicate()
        group.remove()
    return list(places)


def _has(home: _Place, ability: str) -> bool:
    """Tell whether groups in a folder have the file for an ability."""
    folder = home.folder / "probe"
    folder.mkdir()
    try:
        return _Place(folder, home.version).file(ability).exists()
    finally:
        folder.rmdir()


def has_systemd() -> bool:
    """Tell whether systemd runs this machine, and can be asked for a scope."""
    return Path("/run/systemd/system").is_dir() and installed("busctl") is not None


def _ask_systemd() -> bool:
    """Have systemd put this process into a scope of its own; return whether that has happened."""
    program = installed("busctl")
    if program is None or not has_systemd() or not _survives_there():
        return False
    name = f"sandlot-{os.getpid()}-{secrets.token_hex(4)}.scope"
    manager = ["org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager"]
    settings = ["PIDs", "au", "1", str(os.getpid()), "Delegate", "b", "true"]
    settings += ["CollectMode", "s", "inactive-or-failed"]
    line = [program, *([] if os.geteuid() == 0 else ["--user"]), "--quiet", "call", *manager, "StartTransientUnit"]
    line += ["ssa(sv)a(sa(sv))", name, "fail", "3", *settings, "0"]
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, timeout=SYSTEMD_LIMIT, check=True)
        return _wait_until(lambda: name in _read(Path("/proc/self/cgroup")))
    return False


def _survives_there() -> bool:
    """Tell whether this process lives at least as long in a scope of the user's systemd as it would now: the scope may
    end with the user's last session.
    """
    if os.geteuid() == 0 or f"/user@{os.geteuid()}.service/" in _read(Path("/proc/self/cgroup")):
        return True
    with contextlib.suppress(KeyError, ImportError):
        from pwd import getpwuid

        return Path("/var/lib/systemd/linger", getpwuid(os.geteuid()).pw_name).exists()
    return False


# Leftovers


def _sweep(folder: Path) -> None:
    """Remove our folders in `folder` that belong to processes which have ended."""
    with contextlib.suppress(OSError):
        for home in folder.glob(f"{PREFIX}*"):
            lock = _locked(home)
            if lock is not None:
                _remove(home)
                os.close(lock)


def _locked(home: Path) -> int | None:
    """Lock a folder; return the descriptor that holds the lock until it is closed. None if another process has it."""
    with contextlib.suppress(OSError):
        descriptor = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return None
        return descriptor
    return None


def _remove(folder: Path) -> None:
    """End what is in a group and in the groups within it, and remove them."""
    with contextlib.suppress(OSError):
        for each in [each for each in folder.iterdir() if each.is_dir()]:
            _remove(each)
    _end(folder)
    _wait_until(lambda: not _members(folder))

    def is_gone() -> bool:
        with contextlib.suppress(OSError):
            folder.rmdir()
        return not folder.exists()

    _wait_until(is_gone)


def _end(folder: Path) -> None:
    """End all that is in a group, also what is stopped."""
    with contextlib.suppress(OSError):
        # Since Linux 5.14.
        _write(folder / "cgroup.kill", "1")
        return
    for _ in range(20):
        found = _members(folder)
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            # In version 1, a stopped process ends only when it continues.
            _write(folder / "freezer.state", "THAWED")
        if not found:
            break


def _members(folder: Path) -> list[int]:
    return [int(each) for each in _read(folder / "cgroup.procs").split() if each != "0"]


def _wait_until(condition: Callable[[], bool]) -> bool:
    """Wait for a condition, for `LONGEST_WAIT` at most; return whether it holds."""
    begun, pause = time.monotonic(), 0.0002
    while not condition():
        if time.monotonic() > begun + LONGEST_WAIT:
            return False
        time.sleep(pause)
        pause = min(0.02, 1.5 * pause)
    return True


def _read(path: Path) -> str:
    """Return the content of a file of the kernel; "" if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def _write(path: Path, text: str) -> None:
    # In one call, because the kernel takes each write as a whole; and never creating a file.
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
