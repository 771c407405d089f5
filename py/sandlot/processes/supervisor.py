"""A thread that starts a program, lives as long as the program may run, and ends all processes that it has started."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Supervisor(Generic[T]):
    """Starts a program under restrictions, which apply to one thread and to all that it starts.

    `restrict` is called in the thread and returns whether the thread can send signals only to what it starts. `started`
    is what `start` returned. The thread stays, because it can do two things that no other can:

    - It ends or stops everything that the program has started, at once, whatever these processes do to hide or to
      multiply: the signal goes to every process, and the kernel lets it reach only those under the same restrictions.
    - Bubblewrap ends its program when the thread that started it ends, even if that is by the end of this process.
    """

    started: T

    def __init__(self, start: Callable[[], T], restrict: Callable[[], bool]) -> None:
        """Start the program; raise what `start` and `restrict` raise."""
        self._start, self._restrict = start, restrict
        self._failed: list[BaseException] = []
        self._ready = threading.Event()
        self._signals: SimpleQueue[tuple[int, int, SimpleQueue[bool]]] = SimpleQueue()
        """Signals to send, each with the ID of a process that must be out of reach (see `_send`), and a queue for the
        result.
        """
        self._has_ended_all = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        try:
            self._ready.wait()
        except BaseException:
            # Interrupted: the caller never gets this object.
            self.end_all()
            raise
        for error in self._failed:
            self._thread.join()
            raise error

    def signal_all(self, number: int) -> bool:
        """Send a signal to all that the program has started; return whether it certainly has reached all of it."""
        if not self._thread.is_alive():
            return False
        parent = os.getppid()
        # This thread can signal the parent of this process; the restricted thread cannot: see `_send`.
        sent: SimpleQueue[bool] = SimpleQueue()
        self._signals.put((number, parent if parent > 0 and _reaches(parent) else 0, sent))
        while True:
            try:
                return sent.get(timeout=1)
            except Empty:
                if not self._thread.is_alive():
                    return False

    def end_all(self) -> bool:
        """End all that the program has started and let the thread go. Return whether it is certain that nothing can be
        left; the ended processes may still be there for a moment.
        """
        self._has_ended_all |= self.signal_all(signal.SIGKILL)
        self._thread.join()
        return self._has_ended_all

    def _run(self) -> None:
        try:
            is_scoped = self._restrict()
            self.started = self._start()
        except BaseException as error:
            self._failed.append(error)
            return
        finally:
            self._ready.set()
        number = 0
        while number != signal.SIGKILL:
            number, parent, sent = self._signals.get()
            sent.put(is_scoped and _send(number, parent))


def _send(number: int, parent: int) -> bool:
    # Without the restriction, the next call would reach all of the user's processes. The kernel has confirmed the
    # restriction, and this checks it once more.
    if not parent or _reaches(parent) is not False:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, number)
    return True


def _reaches(pid: int) -> bool | None:
    """Tell whether this thread may send signals to a process; None if there is no such process."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return False
    except ProcessLookupError:
        return None
    return True
