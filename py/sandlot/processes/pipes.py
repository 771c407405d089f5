"""The driver's ends of the three pipes of one process. No call blocks longer than its limit."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import sys
import termios
from collections.abc import Container, Iterator

CHUNK = 64 * 1024


class Pipes:
    """What goes into a process and comes out of it.

    `heard` is its output that was not taken yet. `errors` is the same for standard error, of which `most_errors` bytes
    are kept.
    """

    def __init__(self, stdin: int, stdout: int, stderr: int, most_errors: int = CHUNK) -> None:
        """Take these descriptors, and close them in the end."""
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.heard = bytearray()
        self.errors = bytearray()
        self.dropped = 0
        """How many bytes of standard error were dropped for lack of room."""
        self.most_errors = most_errors
        self.closed = False
        """Whether its standard output has ended."""
        self.input_ended = False
        self.errors_ended = False
        self._pending = bytearray()
        self._end_input = False
        for each in (stdin, stdout, stderr):
            os.set_blocking(each, False)

    @property
    def has_pending(self) -> bool:
        """Whether there is input that the process has not taken yet."""
        return bool(self._pending)

    def write(self, data: bytes) -> None:
        """Send input: as much as there is room for now, and the rest in `pump`."""
        if not self._pending and not self.input_ended:
            # The usual case: the process waits for it, and takes all of it.
            try:
                written = os.write(self.stdin, data)
            except BlockingIOError:
                written = 0
            except OSError:
                written = len(data)
            data = data[written:]
        if data or self._end_input:
            self._pending += data
            self._pump_in()

    def end_input(self) -> None:
        """Close the input after what is queued."""
        self._end_input = True
        self._pump_in()

    def wanted(self) -> Iterator[tuple[int, int]]:
        """Yield the descriptors to wait for, each with the event of `select.poll`.

        The output comes before the errors, so that everything printed before an answer is read with it.
        """
        if not self.closed:
            yield self.stdout, select.POLLIN
        if not self.errors_ended:
            yield self.stderr, select.POLLIN
        if self._pending and not self.input_ended:
            yield self.stdin, select.POLLOUT

    def wait(self, seconds: float) -> None:
        """Wait until the process has printed something or has ended, at most this long; move data through the pipes
        meanwhile.
        """
        self.pump(poll_for(self.wanted(), seconds))

    def pump(self, ready: Container[int]) -> None:
        """Move data through those of the pipes that are ready."""
        if self._pending and self.stdin in ready:
            self._pump_in()
        if self.stderr in ready:
            self.pump_errors()
        if self.stdout in ready:
            self.pump_out()

    def pump_out(self) -> bool:
        """Read a piece of standard output; return whether there was one."""
        data = read(self.stdout) if not self.closed else None
        self.closed = self.closed or data == b""
        self.heard += data or b""
        return bool(data)

    def pump_last(self) -> None:
        """Read the rest of the output of a process that has ended, and only what is there now: a child may still hold
        the pipe and go on writing.
        """
        left = unread(self.stdout) if not self.closed else 0
        while left > 0 and self.pump_out():
            left -= CHUNK
        # The output has ended, unless another process still has it.
        self.pump_out()
        self.pump_errors()

    def pump_errors(self) -> None:
        """Read standard error."""
        while not self.errors_ended and (data := read(self.stderr)) is not None:
            if not data:
                self.errors_ended = True
                os.close(self.stderr)
                return
            room = max(0, self.most_errors - len(self.errors))
            self.errors += data[:room]
            self.dropped += max(0, len(data) - room)
            if self.dropped > 16 * self.most_errors:
                # A flood of output must not delay checking the clock.
                return

    def close(self) -> None:
        """Close what is still open."""
        left = [self.stdout]
        left += [] if self.input_ended else [self.stdin]
        left += [] if self.errors_ended else [self.stderr]
        self.closed = self.input_ended = self.errors_ended = True
        for each in left:
            with contextlib.suppress(OSError):
                os.close(each)

    def _pump_in(self) -> None:
        if self.input_ended:
            return
        try:
            while self._pending:
                del self._pending[: os.write(self.stdin, self._pending[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            # It has closed its input; that alone is no fault.
            self._pending.clear()
        if self._end_input:
            self.input_ended = True
            os.close(self.stdin)


def unread(descriptor: int) -> int:
    """Return how many bytes a pipe holds that were written and not read yet; 0 if that is not known."""
    count = bytearray(4)
    try:
        fcntl.ioctl(descriptor, termios.FIONREAD, count)
    except OSError:
        return 0
    return int.from_bytes(count, sys.byteorder)


def read(descriptor: int) -> bytes | None:
    """Read what is available; b"" at the end, None if there is nothing yet."""
    try:
        return os.read(descriptor, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def poll_for(wanted: Iterator[tuple[int, int]], seconds: float) -> Container[int]:
    """Wait until one of these descriptors is ready, at most this long; return those that are."""
    poll = select.poll()
    for descriptor, events in wanted:
        poll.register(descriptor, events)
    # Rounded up: otherwise the last fraction of a millisecond would be a busy loop.
    return {descriptor for descriptor, _ in poll.poll(int(seconds * 1000 + 0.999))}
