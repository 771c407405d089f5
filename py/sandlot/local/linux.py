"""What Linux can do about bots' processes without any privilege. On other systems, and where it is not allowed, these
functions do nothing, and the caller continues without them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

__all__ = ["adopt", "can_scope", "scoped"]

T = TypeVar("T")

# <linux/prctl.h>
SET_NO_NEW_PRIVILEGES, SET_SUBREAPER, GET_SUBREAPER = 38, 36, 37
# https://docs.kernel.org/userspace-api/landlock.html; the numbers of the calls are the same on every usual processor.
CREATE_RULESET, RESTRICT_SELF = 444, 446
VERSION = 1
SCOPE_SIGNAL = 1 << 1
SCOPED_SIGNALS_SINCE = 6


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


@cache
def _libc() -> Any:
    """Return the C library; None if it cannot be called, or this is not Linux."""
    with contextlib.suppress(OSError):
        return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
    return None


@cache
def can_scope() -> bool:
    """Tell whether `scoped` stops processes from sending signals to others: with Landlock, since Linux 6.12."""
    libc = _libc()
    return libc is not None and libc.syscall(CREATE_RULESET, None, 0, VERSION) >= SCOPED_SIGNALS_SINCE


def scoped(start: Callable[[], T]) -> T:
    """Call `start`, which starts a process, and return its result. Where `can_scope`, the process and its children can
    send signals only to each other, and cannot read the memory of other processes.
    """
    if not can_scope():
        return start()
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            _enter()
            done.append(start())
        except BaseException as error:
            failed.append(error)

    # The restriction applies to a thread and to the processes that it starts, so it needs a thread of its own.
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return done[0]


def _enter() -> None:
    """Restrict this thread as `scoped` says. Ignore a failure: the probe has shown that it works."""
    libc = _libc()
    rules = _Ruleset(0, 0, SCOPE_SIGNAL)
    descriptor = libc.syscall(CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0)
    if descriptor >= 0:
        libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        libc.syscall(RESTRICT_SELF, descriptor, 0)
        os.close(descriptor)


@contextlib.contextmanager
def adopt() -> Iterator[None]:
    """While this lasts, processes whose parents have ended become children of this one, however they try to hide."""
    libc = _libc()
    before = ctypes.c_int(0)
    if libc is not None:
        libc.prctl(GET_SUBREAPER, ctypes.byref(before), 0, 0, 0)
        libc.prctl(SET_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        if libc is not None:
            libc.prctl(SET_SUBREAPER, before.value, 0, 0, 0)
