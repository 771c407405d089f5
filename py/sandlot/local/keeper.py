"""A thread that starts a program and lives as long as the program may run: it ends all that the program started."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Keeper"]

T = TypeVar("T")


class Keeper(Generic[T]):
    """Starts a program under restrictions, which apply to one thread and to all that it starts.

    `restrict` is called in the thread and returns whether the thread can send signals only to what it starts. `started`
    is what `start` returned. The thread stays, because it can do two things that no other can:

    - It ends everything that the program has started, at once, whatever these processes do to hide or to multiply: the
      signal goes to every process, and the kernel lets it reach only those under the same restrictions.
    - Bubblewrap ends its program when the thread that started it ends, even if that is by the end of this process.
    """

    started: T

    def __init__(self, start: Callable[[], T], restrict: Callable[[], bool]) -> None:
        """Start the program; raise what `start` and `restrict` raise."""
        self._start, self._restrict = start, restrict
        self._failed: list[BaseException] = []
        self._ready, self._leave = threading.Event(), threading.Event()
        self._parent = 0
        self._swept = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        try:
            self._ready.wait()
        except BaseException:
            # Interrupted; nobody will have this object.
            self.end_all()
            raise
        for error in self._failed:
            self._thread.join()
            raise error

    def end_all(self) -> bool:
        """End all that the program has started and let the thread go. Return whether it is certain that nothing can be
        left; the ended processes may still be there for a moment.
        """
        if self._thread.is_alive():
            parent = os.getppid()
            # Without the restriction the parent can be signalled, with it it cannot: see `_end`.
            self._parent = parent if parent > 0 and _reaches(parent) else 0
            self._leave.set()
            self._thread.join()
        return self._swept

    def _run(self) -> None:
        try:
            is_scoped = self._restrict()
            self.started = self._start()
        except BaseException as error:
            self._failed.append(error)
            return
        finally:
            self._ready.set()
        self._leave.wait()
        self._swept = is_scoped and self._end()

    def _end(self) -> bool:
        # If the restriction did not hold, the next call would end everything that the user has. The kernel has said
        # that it holds, and this shows it once more.
        if not self._parent or _reaches(self._parent) is not False:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
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
