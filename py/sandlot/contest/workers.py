"""Worker processes of this machine as a `concurrent.futures.Executor`. One that dies is replaced, and only the task it
was working on fails.

Python's own pool of processes is broken for good once a process dies. It also leaves semaphores to be cleaned up, with
a warning on the terminal, if its own process is killed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

__all__ = ["Lost", "Workers"]

P = ParamSpec("P")
T = TypeVar("T")

LOOK = 0.5
"""Seconds between two looks of a worker whether its parent still lives."""


class Lost(Exception):
    """A worker has died during its task: it was killed, or the machine had no memory left."""


class Workers(Executor):
    """`count` processes. A task raises `Lost` if its process dies; the next task gets a new process."""

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
        """End the workers. A task that is still running is stopped, and what its bots have started is ended."""
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
            raise Lost from None
        if done:
            found: T = result
            return found
        raise result

    def _worker(self) -> _Worker:
        """Return the worker of this thread."""
        worker: _Worker | None = getattr(self._own, "worker", None)
        with self._lock:
            if self._closed:
                raise Lost
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
    """A process that does one task after another, and our end of the connection to it."""

    def __init__(self) -> None:
        # "spawn": a fork would copy the threads' locks in whatever state they are.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, os.getpid()), daemon=True)
        try:
            with _interrupts_blocked():
                self.process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            # So that the connection ends with the process.
            theirs.close()

    def close(self) -> None:
        """Wait until the process has ended. It has no task any more."""
        self.connection.close()
        self.process.join()


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Keep Ctrl-C from this thread for a while, and from the processes that it starts: they inherit that. Else a worker
    that Ctrl-C meets before it ignores it prints a traceback.
    """
    if sys.platform == "win32":
        yield
        return
    # Python starts this helper with the first worker, and then lets Ctrl-C through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, parent: int) -> None:
    """Do tasks until the connection ends."""
    _begin(parent)
    with contextlib.suppress(EOFError, OSError):
        while True:
            fn, args, kwargs = connection.recv()
            try:
                answer = True, fn(*args, **kwargs)
            except Exception as error:
                answer = False, error
            connection.send(answer)


def _begin(parent: int) -> None:
    """Set up a worker. Ctrl-C is the parent's to handle; the worker ends when it is told to, or when the parent has
    died.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        # By this signal the match is left properly, so that no process of a bot stays behind.
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
