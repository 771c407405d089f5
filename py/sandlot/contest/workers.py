"""Worker processes of this machine as a `concurrent.futures.Executor`. One that dies is replaced, and only the task it
was working on fails.

Python's `ProcessPoolExecutor` is broken for good once one of its processes dies. And if the process that uses it is
killed, it leaves semaphores behind, which are cleaned up with a warning on the terminal.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from sandlot.errors import SandlotError
from sandlot.processes.process import how_ended
from sandlot.sandbox.launch import environment, python

log = logging.getLogger("sandlot.cluster")

P = ParamSpec("P")
T = TypeVar("T")


class WorkerDied(SandlotError):
    """A worker has died during its task: it was killed, or there was no memory left. The text says how it ended."""


class Workers(Executor):
    """`count` processes. A task raises `WorkerDied` if its process dies; the next task gets a new process."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._own = threading.local()
        self._workers: set[_Worker] = set()
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a task to the next worker that is free. `fn`, its arguments and its result must be picklable."""
        return self._threads.submit(self._run, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers. With `cancel_futures`, running tasks are stopped, together with everything that their bots
        have started; otherwise they are finished first.
        """
        with self._lock:
            self._closed = True
            workers = list(self._workers)
        if cancel_futures:
            for worker in workers:
                worker.process.terminate()
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        end = threading.Thread(target=self._end, args=(workers,))
        end.start()
        if wait:
            end.join()

    def _end(self, workers: list[_Worker]) -> None:
        self._threads.shutdown()
        for worker in workers:
            worker.close()

    def _run(self, fn: Callable[..., T], args: Any, kwargs: Any) -> T:
        worker = self._worker()
        try:
            worker.connection.send((fn, args, kwargs))
            done, result = worker.connection.recv()
        except (OSError, EOFError):
            self._drop(worker)
            raise WorkerDied(how_ended(worker.process.returncode)) from None
        if done:
            found: T = result
            return found
        raise result

    def _worker(self) -> _Worker:
        """Return the worker of this thread."""
        worker: _Worker | None = getattr(self._own, "worker", None)
        with self._lock:
            if self._closed:
                raise WorkerDied
            if worker is None:
                worker = self._own.worker = _Worker()
                self._workers.add(worker)
        return worker

    def _drop(self, worker: _Worker) -> None:
        self._own.worker = None
        with self._lock:
            self._workers.discard(worker)
        worker.close()


class _Worker:
    """A process that does one task after another, see `worker`, and our end of the connection to it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        # Not started by `multiprocessing`, whose processes look for modules in the current folder first.
        paths = os.environ.get("PYTHONPATH")
        is_shown = "verbose" if log.isEnabledFor(logging.DEBUG) else "quiet"
        arguments = [str(theirs.fileno()), str(os.getpid()), is_shown, *([] if paths is None else [paths])]
        line = python("sandlot.contest.worker", *arguments)
        variables = {**os.environ, "PYTHONPATH": environment(paths)["PYTHONPATH"]}
        with theirs:
            try:
                with _interrupts_blocked():
                    self.process = subprocess.Popen(
                        line, stdin=subprocess.DEVNULL, env=variables, pass_fds=[theirs.fileno()]
                    )
            except BaseException:
                ours.close()
                raise
        log.debug("worker %d started", self.process.pid)
        self.connection = Connection(ours.detach())

    def close(self) -> None:
        """Close the connection and wait until the process has ended, which must not have a task any more."""
        self.connection.close()
        log.debug("worker %d ended: %s", self.process.pid, how_ended(self.process.wait()))


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """In this context, block SIGINT in this thread and in the processes that it starts, which inherit that. Otherwise
    Ctrl-C could reach a worker before it ignores the signal, and the worker would print a traceback.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
