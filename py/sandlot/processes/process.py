"""A program in a process of its own: its pipes, its time and its end. For POSIX systems.

No function here blocks longer than its limit, whatever the program does: it may hang, flood its pipes, close them,
ignore signals or leave children behind.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import secrets
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from sandlot.kernel.linux import adopt, end_first
from sandlot.processes.groups import Group
from sandlot.processes.pipes import CHUNK, Pipes, unread
from sandlot.processes.supervisor import Supervisor
from sandlot.sandbox.kinds import NO_SANDBOX, Sandbox
from sandlot.sandbox.paths import SandboxPaths

log = logging.getLogger("sandlot.processes")

LONGEST_END = 10
"""Seconds to wait for the end of the processes that bots have left behind."""
SEAT_VARIABLE = "SANDLOT_SEAT"
WAITING = ("/bin/sh", "-c", 'read -r line; exec "$@"', "sh")
"""Put before a command: the shell waits for a line of input, reads no further, and becomes the program."""
READ_CALLS = ("0", "63")
"""The number of the system call `read` on x86-64, and on ARM and RISC-V. The call with the other number never waits."""


class Process(Pipes):
    """A program with pipes to its standard streams, in a session of its own, so that it can be ended with its children.

    `status` is its exit status once it has ended: negative for a signal, None while it runs.
    """

    def __init__(
        self,
        command: Sequence[str],
        mark: str,
        *,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        memory: int | None = None,
        most_errors: int = CHUNK,
        sandbox: Sandbox = NO_SANDBOX,
        paths: SandboxPaths | None = None,
        group: Group | None = None,
    ) -> None:
        """Start a program; raise `OSError` if that fails. `memory` is the most bytes it may use, where the system can
        limit that. Within a sandbox the program has only what `paths` names. It is in `group` from its beginning.
        """
        self.has_ended_all = False
        """Whether, after `close`, it is certain that nothing is left of what the program has started."""
        self.mark = mark
        self._sandbox, paths = sandbox, paths or SandboxPaths()
        line = sandbox.command(command, paths, memory)
        variables = {**sandbox.environment(os.environ, paths), **(env or {}), SEAT_VARIABLE: mark}
        if group:
            _check(line[0], cwd, variables)
            line = [*WAITING, *line]
        pairs = [os.pipe() for _ in range(3)]
        (its_in, stdin), (stdout, its_out), (stderr, its_errors) = pairs
        try:
            self._supervisor = Supervisor(
                lambda: subprocess.Popen(
                    line,
                    stdin=its_in,
                    stdout=its_out,
                    stderr=its_errors,
                    cwd=cwd,
                    env=variables,
                    start_new_session=True,
                ),
                lambda: sandbox.restrict(paths),
            )
        except BaseException:
            for each in (stdin, stdout, stderr):
                os.close(each)
            raise
        finally:
            for each in (its_in, its_out, its_errors):
                os.close(each)
        self._popen = self._supervisor.started
        self.pid = self._popen.pid
        log.debug("process %d started: %s", self.pid, shlex.join(line))
        end_first(self.pid)
        super().__init__(stdin, stdout, stderr, most_errors)
        if group:
            try:
                group.add(self.pid)
            except OSError:
                self.close()
                raise
            self.write(b"\n")

    @property
    def status(self) -> int | None:
        """Its exit status: negative for a signal, None while it runs."""
        return self._sandbox.status(self._popen.returncode)

    def pump(self, ready: Container[int]) -> None:
        """Move data through those of the pipes that are ready, and look whether it has ended."""
        super().pump(ready)
        if self.status is None and self._popen.poll() is not None:
            # It may have written its last output after the pump.
            self.pump_last()

    @property
    def over(self) -> bool:
        """Whether it has ended and all its output is read."""
        return self.status is not None

    def bot(self) -> int | None:
        """Return the bot's process ID; None if it is not there yet."""
        return self._sandbox.bot(self.pid)

    def waits_for_input(self) -> bool | None:
        """Tell whether it has read all its input and waits for more, doing nothing else.

        None if it is idle, but cannot be seen waiting for input.
        """
        if self.has_pending or self.input_ended or unread(self.stdin):
            return False
        found = None
        for pid in self._family():
            for task in _tasks(pid):
                if _state(task) not in "SIZX":
                    return False
                if _reads_input(task):
                    found = True
        return found

    def stop(self) -> bool:
        """Stop all processes of the program; return whether that is certain. The program does not notice that it was
        stopped.
        """
        return self._supervisor.signal_all(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let the program continue after `stop`."""
        self._supervisor.signal_all(signal.SIGCONT)

    def close(self) -> None:
        """End it with its children and all processes of its session, and release all resources."""
        children = descendants(self.pid) if self.status is None else []
        self.has_ended_all = self._supervisor.end_all()
        kill_group(self.pid)
        for pid in children:
            kill(pid)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(5)
        log.debug("process %d ended: %s", self.pid, how_ended(self.status))
        super().close()

    def _family(self) -> Iterator[int]:
        yield self.pid
        for pid, _, session in _processes():
            if session == self.pid != pid:
                yield pid


def _check(program: str, cwd: str | Path | None, variables: Mapping[str, str]) -> None:
    """Raise the error of a program that cannot be started, because the shell would only print it."""
    path = Path(cwd or "", program) if "/" in program else shutil.which(program, path=variables.get("PATH"))
    if path is None or not Path(path).exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    if not os.access(path, os.X_OK) or Path(path).is_dir():
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), program)


def new_mark() -> str:
    """Return a new mark for the environment of the processes of one seat, by which they are found."""
    return secrets.token_hex(16)


def sweep(mark: str) -> None:
    """End every process that has this mark, even if it has left its session and its parents. On Linux only."""
    for _ in range(20):
        found = [pid for pid, _, _ in _processes() if _has_mark(pid, mark)]
        for pid in found:
            kill(pid)
        if not found:
            return
        time.sleep(0.005)


@contextlib.contextmanager
def leaving_nothing() -> Iterator[None]:
    """At the end of this context, end every process that has become a child of this one in it: what bots have left
    behind. On Linux only.

    Only for programs that start no other processes meanwhile: those would be ended, too.
    """
    before = set(_families().get(os.getpid(), ()))
    with adopt():
        try:
            yield
        finally:
            begun = time.monotonic()
            while time.monotonic() - begun < LONGEST_END:
                families = _families()
                found = [pid for pid in families.get(os.getpid(), ()) if pid not in before]
                for pid in (*found, *_below(found, families)):
                    kill(pid)
                for pid in found:
                    with contextlib.suppress(OSError):
                        os.waitpid(pid, os.WNOHANG)
                if not found:
                    break
                time.sleep(0.005)


def how_ended(status: int | None) -> str:
    """Return how a process has ended, such as "SIGKILL" or "exit status 1", by its exit status: negative for a signal,
    None if it is not known.
    """
    return f"exit status {status}" if status is None or status >= 0 else signal_name(-status)


def signal_name(number: int) -> str:
    """Return the name of a signal, such as "SIGKILL"."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def is_alone(pid: int) -> bool:
    """Tell whether a process has one thread and no children, so that no code of it runs while it waits."""
    return len(_tasks(pid)) == 1 and not descendants(pid)


def family(pid: int, mark: str) -> list[int]:
    """Return the processes that belong to `pid`: itself, its descendants, those of its session, and those with this
    mark in their environment.
    """
    found = {pid, *descendants(pid)}
    return sorted(found.union(each for each, _, session in _processes() if session == pid or _has_mark(each, mark)))


def _has_mark(pid: int, mark: str) -> bool:
    return f"{SEAT_VARIABLE}={mark}".encode() in read_file(f"/proc/{pid}/environ").split(b"\0")


def kill_group(pid: int) -> None:
    """Kill the processes of the group that `pid` leads, without waiting for their end."""
    log.debug("process group %d gets SIGKILL", pid)
    with contextlib.suppress(OSError):
        os.killpg(pid, signal.SIGKILL)


def kill(pid: int) -> None:
    """Kill a process, if it is still there."""
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def read_file(path: str) -> bytes:
    """Return the content of a file; b"" if it cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - runs for every process, and Path objects are slow
            return file.read()
    except OSError:
        return b""


def stat_fields(path: str) -> list[bytes]:
    """Return the fields of a ``stat`` file in ``/proc``, from the third (the state) on; none if it cannot be read."""
    # The second field, the name of the program in brackets, may contain any characters.
    return read_file(path).rpartition(b")")[2].split()


def _processes() -> Iterator[tuple[int, int, int]]:
    """Yield every process except this one: its process ID, its parent's, and its session's."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208
    except OSError:
        return
    for name in names:
        if name.isdecimal() and int(name) != os.getpid():
            fields = stat_fields(f"/proc/{name}/stat")
            if len(fields) > 3:
                yield int(name), int(fields[1]), int(fields[3])


def descendants(pid: int) -> list[int]:
    """Return all descendants of a process."""
    return _below([pid], _families())


def _families() -> dict[int, list[int]]:
    """Return the children of every process that has some."""
    children: dict[int, list[int]] = {}
    for child, parent, _ in _processes():
        children.setdefault(parent, []).append(child)
    return children


def _below(pids: Sequence[int], families: Mapping[int, Sequence[int]]) -> list[int]:
    """Return all descendants of these processes. `families` are the children by process."""
    found = [child for pid in pids for child in families.get(pid, ())]
    for each in found:
        found += families.get(each, ())
    return found


def _tasks(pid: int) -> list[str]:
    with contextlib.suppress(OSError):
        return [f"/proc/{pid}/task/{task}" for task in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208
    return []


def _state(task: str) -> str:
    return next(iter(stat_fields(f"{task}/stat")), b"X").decode()


def _reads_input(task: str) -> bool:
    fields = read_file(f"{task}/syscall").decode().split()
    return len(fields) > 1 and fields[0] in READ_CALLS and fields[1] == "0x0"
