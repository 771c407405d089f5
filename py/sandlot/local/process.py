"""One program in a process of its own: its pipes, its time and its end. For POSIX systems.

No function here blocks longer than it is told to, whatever the program does: it may hang, flood its pipes, close them,
ignore signals or leave children behind.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import select
import signal
import subprocess
import termios
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sandlot.local.keeper import Keeper
from sandlot.local.linux import adopt
from sandlot.local.reach import Reach
from sandlot.local.walls import NO_WALL, Wall

__all__ = ["Abandoned", "Process", "leaving_nothing", "new_mark", "sweep"]

CHUNK = 64 * 1024
LONGEST_END = 10
"""Seconds that all that bots have left may take to end."""
MARK = "SANDLOT_SEAT"
READ_CALLS = ("0", "63")
"""The number of the system call read: on x86-64, and on ARM and RISC-V. The other number never waits."""


class Abandoned(BaseException):
    """Waiting for a program was stopped from another thread."""


class Process:
    """A program with pipes to its standard streams, in a session of its own, so that it can be ended with its children.

    `heard` is its output that was not taken yet. `status` is its exit status once it has ended. `stop` ends all
    waiting, from another thread.
    """

    def __init__(
        self,
        command: Sequence[str],
        mark: str,
        stop: threading.Event,
        *,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        memory: int | None = None,
        most_errors: int = CHUNK,
        wall: Wall = NO_WALL,
        reach: Reach | None = None,
    ) -> None:
        """Start a program; raise `OSError` if that fails. `memory` is the most bytes it may use, where the system can
        limit that. Within a wall the program has only what `reach` names.
        """
        self.heard = bytearray()
        self.errors = bytearray()
        self.dropped = 0
        """How many bytes of standard error were dropped for lack of room."""
        self.most_errors = most_errors
        self.closed = False
        """Whether its standard output has ended."""
        self.input_ended = False
        self.has_ended_all = False
        """Whether, after `close`, certainly nothing that it has started is left."""
        self._pending = bytearray()
        self._end_input = False
        self._stop = stop
        pipe = subprocess.PIPE
        self._wall, reach = wall, reach or Reach()
        line = wall.command(command, reach, memory)
        variables = {**wall.environment(os.environ, reach), **(env or {}), MARK: mark}
        self._keeper = Keeper(
            lambda: subprocess.Popen(
                line, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd, env=variables, bufsize=0, start_new_session=True
            ),
            lambda: wall.restrict(reach),
        )
        self._popen = self._keeper.started
        self.pid = self._popen.pid
        assert self._popen.stdin
        assert self._popen.stdout
        assert self._popen.stderr
        self._stdin, self._stdout, self._stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)

    @property
    def status(self) -> int | None:
        """Its exit status: negative for a signal, None while it runs."""
        return self._wall.status(self._popen.returncode)

    def write(self, data: bytes) -> None:
        """Queue input for the program; it is written during `wait`."""
        self._pending += data
        self._pump_in()

    def end_input(self) -> None:
        """Close the input after what is queued."""
        self._end_input = True
        self._pump_in()

    def wait(self, seconds: float) -> None:
        """Wait until it has printed something or has ended, at most this long; move data through the pipes
        meanwhile.
        """
        if self._stop.is_set():
            raise Abandoned
        poll = select.poll()
        for stream, wanted in ((self._stdout, not self.closed), (self._stderr, True)):
            if wanted and not stream.closed:
                poll.register(stream.fileno(), select.POLLIN)
        if self._pending and not self.input_ended:
            poll.register(self._stdin.fileno(), select.POLLOUT)
        # Rounded up: otherwise the last fraction of a millisecond would be a busy loop.
        ready = poll.poll(int(seconds * 1000 + 0.999))
        self._pump_in()
        self._pump_errors()
        self._pump_out()
        self._popen.poll()
        if self.status is not None:
            # Its last output may have come in between.
            while self._pump_out():
                pass
            self._pump_errors()
        elif not ready and self.closed:
            time.sleep(min(seconds, 0.01))

    @property
    def over(self) -> bool:
        """Whether it has ended and all its output is read."""
        return self.status is not None

    def waits_for_input(self) -> bool | None:
        """Tell whether it has read all its input and waits for more, doing nothing else meanwhile.

        None if it does nothing, but cannot be seen waiting for input.
        """
        if self._pending or self.input_ended or _unread(self._stdin.fileno()):
            return False
        found = None
        for pid in self._family():
            for task in _tasks(pid):
                if _state(task) not in "SIZX":
                    return False
                if _reads_input(task):
                    found = True
        return found

    @property
    def is_alone(self) -> bool:
        """Whether it has one thread and no children, so that no code of it runs while it waits."""
        return len(_tasks(self.pid)) == 1 and not _descendants(self.pid)

    def close(self) -> None:
        """End it with its children and all processes of its session, and release all resources."""
        children = _descendants(self.pid) if self.status is None else []
        self.has_ended_all = self._keeper.end_all()
        _kill_group(self.pid)
        for pid in children:
            _kill(pid)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(5)
        for stream in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(OSError):
                stream.close()

    def _pump_in(self) -> None:
        if self.input_ended:
            return
        try:
            while self._pending:
                del self._pending[: os.write(self._stdin.fileno(), self._pending[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            # It has closed its input; that alone is no fault.
            self._pending.clear()
        if self._end_input:
            self.input_ended = True
            self._stdin.close()

    def _pump_out(self) -> bool:
        data = _read(self._stdout.fileno()) if not self.closed else None
        self.closed = self.closed or data == b""
        self.heard += data or b""
        return bool(data)

    def _pump_errors(self) -> None:
        while not self._stderr.closed and (data := _read(self._stderr.fileno())) is not None:
            if not data:
                self._stderr.close()
                return
            room = max(0, self.most_errors - len(self.errors))
            self.errors += data[:room]
            self.dropped += max(0, len(data) - room)
            if self.dropped > 16 * self.most_errors:
                # A flood of output must not keep us from checking the clock.
                return

    def _family(self) -> Iterator[int]:
        yield self.pid
        for pid, _, session in _processes():
            if session == self.pid != pid:
                yield pid


def new_mark() -> str:
    """Return a new mark for the environment of the processes of one seat, by which they are found."""
    return secrets.token_hex(16)


def sweep(mark: str) -> None:
    """End every process that has this mark, even if it has left its session and its parents. On Linux only."""
    sought = f"{MARK}={mark}".encode()
    for _ in range(20):
        found = [pid for pid, _, _ in _processes() if sought in _read_file(f"/proc/{pid}/environ").split(b"\0")]
        for pid in found:
            _kill(pid)
        if not found:
            return
        time.sleep(0.005)


@contextlib.contextmanager
def leaving_nothing() -> Iterator[None]:
    """Afterwards, end every process that has become a child of this one meanwhile: what bots have left behind. On Linux
    only.

    For programs that start nothing else at the same time: other children that began meanwhile would be ended, too.
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
                    _kill(pid)
                for pid in found:
                    with contextlib.suppress(OSError):
                        os.waitpid(pid, os.WNOHANG)
                if not found:
                    break
                time.sleep(0.005)


def _kill_group(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(pid, signal.SIGKILL)


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _read(descriptor: int) -> bytes | None:
    """Read what is available; b"" at the end, None if there is nothing yet."""
    try:
        return os.read(descriptor, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _unread(descriptor: int) -> bool:
    """Tell whether a pipe holds data that was written and not read yet."""
    count = bytearray(4)
    try:
        fcntl.ioctl(descriptor, termios.FIONREAD, count)
    except OSError:
        return False
    return any(count)


def _read_file(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - runs for every process, and Path objects are slow
            return file.read()
    except OSError:
        return b""


def _processes() -> Iterator[tuple[int, int, int]]:
    """Yield every process except this one: its number, its parent and its session."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208
    except OSError:
        return
    for name in names:
        if name.isdecimal() and int(name) != os.getpid():
            # The name of a program, in brackets, may contain any characters.
            fields = _read_file(f"/proc/{name}/stat").rpartition(b")")[2].split()
            if len(fields) > 3:
                yield int(name), int(fields[1]), int(fields[3])


def _descendants(pid: int) -> list[int]:
    """Return the children of a process, and their children."""
    return _below([pid], _families())


def _families() -> dict[int, list[int]]:
    """Return the children of every process."""
    children: dict[int, list[int]] = {}
    for child, parent, _ in _processes():
        children.setdefault(parent, []).append(child)
    return children


def _below(pids: Sequence[int], families: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the children of these processes, and their children."""
    found = [child for pid in pids for child in families.get(pid, ())]
    for each in found:
        found += families.get(each, ())
    return found


def _tasks(pid: int) -> list[str]:
    with contextlib.suppress(OSError):
        return [f"/proc/{pid}/task/{task}" for task in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208
    return []


def _state(task: str) -> str:
    return _read_file(f"{task}/stat").rpartition(b")")[2][1:2].decode() or "X"


def _reads_input(task: str) -> bool:
    fields = _read_file(f"{task}/syscall").decode().split()
    return len(fields) > 1 and fields[0] in READ_CALLS and fields[1] == "0x0"
