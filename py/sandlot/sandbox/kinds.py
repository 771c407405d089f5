"""Sandboxes around bots: what each keeps out, and how a program is started within one."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandlot.kernel import seccomp
from sandlot.kernel.confinement import confine
from sandlot.kernel.landlock import restrict_signals
from sandlot.kernel.linux import children, leave_keyrings, no_new_privileges
from sandlot.sandbox.launch import installed
from sandlot.sandbox.paths import DEVICES, LINKED, SYSTEM, VARIABLES, SandboxPaths

MEGABYTE = 2**20
MOST_FILES = 1024
MOST_TASKS = 2048
"""Most threads and processes of a bot. Where the system counts all of the user's together, those are added."""
LONGEST_FILE = 256 * MEGABYTE
MOST_SECONDS = 24 * 3600
"""Seconds of processor time, far more than any match takes: a safeguard against processes that are left over."""
WORK, TEMPORARY = 64 * MEGABYTE, 16 * MEGABYTE
"""Bytes that a bot within Bubblewrap may write: in its work folder and in shared memory each, and elsewhere."""
FILES = "/files"
"""Where a bot within Bubblewrap gets the files from that are copied into its work folder."""
FORK_SERVER_USER = 1000
"""The user and the group of a fork server, as it sees itself."""
SEAT_WORK, SEAT_FILE = "/tmp/work", "/tmp/bot"
"""The work folder of a seat that a fork server within Bubblewrap has forked, and where its file is, if it is a single
one.
"""
OOM_FIRST = "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null"
"""Makes the kernel end a bot first when memory runs out. Set outside, so it holds for all that Bubblewrap starts."""


ULIMITS = {
    resource.RLIMIT_CORE: ("c", 1),
    resource.RLIMIT_NOFILE: ("n", 1),
    resource.RLIMIT_FSIZE: ("f", 512),
    resource.RLIMIT_CPU: ("t", 1),
}
"""The letter of each resource in the shell's `ulimit`, and its unit: in bytes, in seconds, or a number."""


@dataclass(frozen=True)
class Sandbox:
    """No sandbox: a bot has the rights of the user. Where the system supports it, the bot cannot send signals to
    others.

    Sandboxes are values: they can be compared, printed, and sent to other processes.
    """

    tasks: int = 0
    """How many threads and processes a bot may have; 0: any number. Many systems count all of the user's together."""

    name = "none"
    isolates = False
    """Whether it keeps the bot from the user's files, from other bots' files and from the network."""

    def command(self, command: Sequence[str], paths: SandboxPaths, memory: int | None) -> list[str]:
        """Return the command that runs `command` within the sandbox, with at most `memory` bytes if the system can
        limit that.
        """
        return _limited(command, _memory(memory))

    def environment(self, variables: Mapping[str, str], paths: SandboxPaths) -> dict[str, str]:
        """Return what a bot sees of the environment."""
        return dict(variables)

    def restrict(self, paths: SandboxPaths) -> bool:
        """Restrict this thread and its children, as far as this kind of sandbox does so. Return whether they can send
        signals only to each other. Raise `OSError` if the sandbox fails.
        """
        return restrict_signals()

    def confined(self, paths: SandboxPaths) -> dict[str, Any] | None:
        """Return how a seat that a fork server has forked restricts itself; None: not at all."""
        return None

    def status(self, code: int | None) -> int | None:
        """Return a bot's exit status from that of `command`: negative for a signal, None while it runs."""
        return code

    def bot(self, pid: int) -> int | None:
        """Return the bot's process ID from that of `command`; None if it is not there yet."""
        return pid


NO_SANDBOX = Sandbox()


@dataclass(frozen=True)
class _Standing(Sandbox):
    """The common part of the sandboxes that restrict anything."""

    tasks: int = MOST_TASKS
    isolates = True

    def environment(self, variables: Mapping[str, str], paths: SandboxPaths) -> dict[str, str]:
        """Keep what programs need to run and to speak the user's language."""
        kept = {name: value for name, value in variables.items() if _is_needed(name)}
        # .NET would map its code through a file that is longer than allowed.
        return {**kept, "HOME": paths.work, "TMPDIR": paths.work, "DOTNET_EnableWriteXorExecute": "0"}

    def _most(self) -> dict[int, int]:
        """Return the limits of a bot, except for its memory, by the constants of `resource`."""
        return {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_NOFILE: MOST_FILES,
            resource.RLIMIT_FSIZE: LONGEST_FILE,
            resource.RLIMIT_CPU: MOST_SECONDS,
            resource.RLIMIT_NPROC: self.tasks,
        }

    def _limits(self, memory: int | None) -> list[str]:
        most = self._most()
        limits = [f"-{letter} {most[each] // unit}" for each, (letter, unit) in ULIMITS.items()]
        # Shells differ in the letter for the number of processes: p or u.
        tasks = f"ulimit -p {self.tasks} 2>/dev/null || ulimit -u {self.tasks} 2>/dev/null"
        return [*(f"ulimit {each} 2>/dev/null" for each in limits), tasks, *_memory(memory)]


@dataclass(frozen=True)
class Landlock(_Standing):
    """The kernel's rules for threads: see `landlock` and `seccomp`. A bot can find out that a file or a process exists.
    Nothing limits how many files it writes in its work folder.
    """

    name = "Landlock"

    def command(self, command: Sequence[str], paths: SandboxPaths, memory: int | None) -> list[str]:
        """Return `command` with limits. Where the system has the program for it, the bot ends with the thread that has
        started it, so also if this process is killed.
        """
        setpriv = installed("setpriv")
        guard = [setpriv, "--pdeathsig", "KILL", "--"] if setpriv else []
        return _limited([*guard, *command], self._limits(memory))

    def restrict(self, paths: SandboxPaths) -> bool:
        """Restrict this thread, and take root's rights from it."""
        return confine(**_paths(paths))

    def confined(self, paths: SandboxPaths) -> dict[str, Any] | None:
        """Return how a seat that was forked restricts itself, for `seat_process.main`."""
        return {"paths": _paths(paths), "limits": self._most(), "home": paths.work}


@dataclass(frozen=True)
class Bubblewrap(_Standing):
    """Namespaces of the kernel, made by `program`: https://github.com/containers/bubblewrap. A bot has a file system, a
    network, processes and a host name of its own, and what it writes there is in memory.
    """

    name = "Bubblewrap"
    program: str = "bwrap"
    nests: bool = False
    """Whether a bot can make user namespaces of its own inside: an older `bwrap`, or one that gets root's rights from
    its file, cannot forbid it.
    """

    def command(self, command: Sequence[str], paths: SandboxPaths, memory: int | None) -> list[str]:
        """Return `bwrap` and its arguments. The bot already has a session of its own."""
        users = () if self.nests else ("--unshare-user", "--disable-userns")
        line = [self.program, "--unshare-all", *users, "--proc", "/proc", *_surroundings(paths)]
        begin = []
        if paths.work:
            line += _tmpfs(paths.work, WORK)
            for each in paths.asked:
                line += ["--bind", each, each]
            if any(str(each) not in paths.asked for each in Path(paths.work).iterdir()):
                line += ["--ro-bind", paths.work, FILES]
                begin = [f"cp -RP {FILES}/. ."]
            line += ["--chdir", paths.work]
        line += ["--remount-ro", "/dev", "--remount-ro", "/", "--"]
        return _limited([*line, *_limited(command, [*begin, *self._limits(memory)])], [OOM_FIRST])

    def fork_server(self, command: Sequence[str], paths: SandboxPaths) -> list[str]:
        """Return `bwrap` for a fork server, whose seats get their own namespaces in there, see `namespaces`. So it may
        make user namespaces, sees the processes of the machine, and is another user than its seats: they could not
        become root from root.
        """
        line = [self.program, "--unshare-user", "--unshare-ipc", "--unshare-uts", "--unshare-net"]
        line += ["--unshare-cgroup-try", "--uid", str(FORK_SERVER_USER), "--gid", str(FORK_SERVER_USER)]
        # All of /proc: if a part of it were covered, a seat could not mount a /proc of its own.
        line += ["--bind", "/proc", "/proc", *_surroundings(paths)]
        return _limited([*line, "--remount-ro", "/dev", "--remount-ro", "/", "--", *command], [OOM_FIRST])

    def namespaces(self) -> dict[str, Any]:
        """Return what the namespaces of a seat in such a fork server hold, for `kernel.namespaces`."""
        user = {"user": os.geteuid(), "group": os.getegid(), "outside": FORK_SERVER_USER}
        return {**user, "work": SEAT_WORK, "room": WORK, "temporary": TEMPORARY, "limits": self._most()}

    def restrict(self, paths: SandboxPaths) -> bool:
        """Restrict this thread, and take from it what namespaces do not separate, such as the kernel's keyrings."""
        scoped = super().restrict(paths)
        leave_keyrings()
        # A thread with a filter cannot gain rights from a program's file.
        if seccomp.is_known() and (scoped or not _gets_rights(self.program)):
            no_new_privileges()
            seccomp.forbid_shared()
        return scoped

    def status(self, code: int | None) -> int | None:
        """Bubblewrap reports a signal as shells do."""
        return code if code is None or not 128 < code <= 128 + 64 else 128 - code

    def bot(self, pid: int) -> int | None:
        """Bubblewrap starts the first process of a namespace, and that one starts the bot."""
        for _ in range(2):
            below = children(pid)
            if not below:
                return None
            pid = below[0]
        return pid


def _is_needed(name: str) -> bool:
    return name in VARIABLES or name.startswith("LC_") or name.endswith("_NUM_THREADS")


def _gets_rights(program: str) -> bool:
    """Tell whether a program runs with the rights of its file's owner."""
    found = installed(program)
    return found is not None and bool(Path(found).stat().st_mode & stat.S_ISUID)


def _paths(paths: SandboxPaths) -> dict[str, list[str]]:
    """Return what a bot with Landlock may read, list and change."""
    return {
        "readable": [*SYSTEM, *LINKED, *DEVICES, *paths.readable],
        "listed": list(paths.listed),
        "writable": [*DEVICES[:3], *filter(None, [paths.work])],
    }


def _surroundings(paths: SandboxPaths) -> list[str]:
    """Return the read-only surroundings of all bots within Bubblewrap."""
    line = ["--die-with-parent", "--cap-drop", "ALL", "--hostname", "bot", "--dev", "/dev"]
    line += [*_tmpfs("/dev/shm", WORK), *_tmpfs("/tmp", TEMPORARY)]
    for each in LINKED:
        line += ["--symlink", str(Path(each).readlink()), each] if Path(each).is_symlink() else _bound(each)
    for each in _outermost([*SYSTEM, *paths.readable]):
        line += _bound(each)
    return line


def _tmpfs(path: str, size: int) -> list[str]:
    return ["--size", str(size), "--tmpfs", path]


def _bound(path: str) -> list[str]:
    return ["--ro-bind-try", path, path]


def _outermost(paths: Iterable[str]) -> list[str]:
    """Return absolute paths, and the targets of links, without those in `LINKED` or below another one of them."""
    found: dict[Path, None] = {}
    both = {path for each in paths for path in (Path(each).absolute(), Path(each).resolve())}
    for path in sorted(both):
        if not any(str(above) in LINKED or above in found for above in (path, *path.parents)):
            found[path] = None
    return list(map(str, found))


def _memory(memory: int | None) -> list[str]:
    return [] if memory is None else [f"ulimit -v {memory // 1024} 2>/dev/null"]


def _limited(command: Sequence[str], limits: Sequence[str]) -> list[str]:
    """Return a command with limits. A shell sets them and then becomes the program, so that they hold from the
    beginning. On systems without such a limit nothing happens.
    """
    return ["/bin/sh", "-c", "; ".join([*limits, 'exec "$@"']), "sh", *command] if limits else list(command)
