"""Worker processes of this machine as a `concurrent.futures.Executor`. One that dies is replaced, and only the task it
was working on fails.

Python's own pool of processes is broken for good once a process dies, so every worker here is a pool of one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
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
        self._pools: set[ProcessPoolExecutor] = set()
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a task to the next worker that is free. `fn` and its arguments must be picklable."""
        return self._threads.submit(self._run, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers. A task that is still running is stopped, and what its bots have started is ended."""
        with self._lock:
            self._closed = True
            pools = list(self._pools)
        if cancel_futures:
            for pool in pools:
                for process in list((pool._processes or {}).values()):
                    process.terminate()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for pool in pools:
            pool.shutdown(wait, cancel_futures=cancel_futures)

    def _run(self, fn: Callable[..., T], args: Any, kwargs: Any) -> T:
        pool = self._pool()
        try:
            return pool.submit(_call, fn, args, kwargs).result()
        except BrokenProcessPool:
            self._drop(pool)
            raise Lost from None

    def _pool(self) -> ProcessPoolExecutor:
        """Return the pool of this thread."""
        pool: ProcessPoolExecutor | None = getattr(self._own, "pool", None)
        with self._lock:
            if self._closed:
                raise Lost
            if pool is None:
                # "spawn": a fork would copy the threads' locks in whatever state they are.
                context = multiprocessing.get_context("spawn")
                pool = ProcessPoolExecutor(1, context, _begin, (os.getpid(),))
                self._own.pool = pool
                self._pools.add(pool)
        return pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        self._own.pool = None
        with self._lock:
            self._pools.discard(pool)
        pool.shutdown(wait=False)


def _call(fn: Callable[..., T], args: Any, kwargs: Any) -> T:
    try:
        return fn(*args, **kwargs)
    except SystemExit as leave:
        # The pool would send this to the parent as a result and go on.
        os._exit(leave.code if isinstance(leave.code, int) else 1)


def _begin(parent: int) -> None:
    """Set up a worker. Ctrl-C is the parent's to handle; the worker ends when it is told to, or when the parent has
    died.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        # By this signal the match is left properly, so that no process of a bot stays behind.
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
