"""The end of a program's run, as Python ends: it waits for threads, then calls what was registered with `atexit`.

Several runs of a program may share one interpreter, so each run has a list of its own.
"""

from __future__ import annotations

import atexit
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Collection
from typing import Any

_calls: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = []


def take_over() -> None:
    """From now on, keep what is registered with `atexit` for `finish`."""
    atexit.register, atexit.unregister = _register, _unregister


def begin() -> Collection[threading.Thread]:
    """Begin a run, and return the threads that do not belong to it."""
    _calls.clear()
    # `weakref.finalize` registers with `atexit` only once, and not after shutdown: let it register in this run again.
    finalize: Any = weakref.finalize
    finalize._registered_with_atexit = finalize._shutdown = False
    return set(threading.enumerate())


def finish(others: Collection[threading.Thread]) -> None:
    """Wait for the threads of a run, except daemons, and call the functions that it has registered, last first. Their
    errors are printed and have no other effect.
    """
    _join(others)
    for call, arguments, named in reversed(list(_calls)):
        try:
            call(*arguments, **named)
        except BaseException as error:
            sys.excepthook(type(error), error, error.__traceback__)
    if hasattr(signal, "setitimer"):
        # In a process of its own, an alarm would end with the process.
        signal.setitimer(signal.ITIMER_REAL, 0)


def _join(others: Collection[threading.Thread]) -> None:
    pools: Any = sys.modules.get("concurrent.futures.thread")
    while left := [each for each in threading.enumerate() if each not in others and not each.daemon]:
        if pools:
            # Threads of a pool wait for work until they are told that no more will come, as Python does at exit.
            pools._shutdown = True
            for thread, work in list(pools._threads_queues.items()):
                if thread in left:
                    work.put(None)
        for each in left:
            each.join()
    if pools:
        pools._shutdown = False


def _register(call: Callable[..., Any], /, *arguments: Any, **named: Any) -> Callable[..., Any]:
    _calls.append((call, arguments, named))
    return call


def _unregister(call: Callable[..., Any], /) -> None:
    _calls[:] = [each for each in _calls if each[0] != call]
