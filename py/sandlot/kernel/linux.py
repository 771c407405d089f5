"""Calls to the Linux kernel about processes, which need no privileges. Those that do not raise `OSError` do nothing on
other systems, and where they are not allowed, and the caller continues without them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

# <linux/prctl.h>, <linux/capability.h>, <linux/securebits.h>
SET_NO_NEW_PRIVILEGES, SET_SUBREAPER, GET_SUBREAPER, DROP_FROM_BOUND, SET_SECURE_BITS = 38, 36, 37, 24, 28
CAPABILITIES_VERSION = 0x20080522
MOST_CAPABILITIES = 64
# <linux/keyctl.h>, and the number of the call keyctl: <asm/unistd.h>
JOIN_SESSION = 1
KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219}
ROOT_IS_NOBODY_SPECIAL = 0b1111
"""Securebits: root has no capabilities, neither by its user id nor by changing that, and these bits are locked."""


@cache
def libc() -> Any:
    """Return the C library; None if it cannot be called, or this is not Linux."""
    with contextlib.suppress(OSError):
        return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
    return None


def adopt_always() -> None:
    """Make this process a subreaper for good: descendants whose parents have ended become its children."""
    if libc() is not None:
        libc().prctl(SET_SUBREAPER, 1, 0, 0, 0)


@contextlib.contextmanager
def adopt() -> Iterator[None]:
    """Make this process a subreaper in this context: descendants whose parents have ended become its children."""
    before = ctypes.c_int(0)
    if libc() is not None:
        libc().prctl(GET_SUBREAPER, ctypes.byref(before), 0, 0, 0)
    adopt_always()
    try:
        yield
    finally:
        if libc() is not None:
            libc().prctl(SET_SUBREAPER, before.value, 0, 0, 0)


def can_adopt() -> bool:
    """Tell whether `adopt` works."""
    return libc() is not None and libc().prctl(GET_SUBREAPER, ctypes.byref(ctypes.c_int(0)), 0, 0, 0) == 0


def drop_privileges() -> None:
    """Give up root's rights, except those of the owner of its files, for this thread and its children. Programs that it
    starts cannot gain rights. Raise `OSError` if that fails.
    """
    if os.geteuid() == 0:
        drop_capabilities()
    no_new_privileges()


def drop_capabilities() -> None:
    """Give up all capabilities for good; this thread has to have all of them. Raise `OSError` if that fails."""
    for each in range(MOST_CAPABILITIES):
        # The kernel refuses numbers beyond its last capability.
        libc().prctl(DROP_FROM_BOUND, each, 0, 0, 0)
    check(libc().prctl(SET_SECURE_BITS, ROOT_IS_NOBODY_SPECIAL, 0, 0, 0))
    header, none = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION, 0), (ctypes.c_uint32 * 6)()
    check(libc().capset(header, none))


def no_new_privileges() -> None:
    """Never let a program that this thread starts gain more rights than the thread has. Raise
    `OSError` if that fails.
    """
    check(libc().prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))


def end_first(pid: int) -> None:
    """Make the kernel kill this process, and what it starts, before all others if memory runs out."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text("1000")


def leave_keyrings() -> None:
    """Give this thread and its children a new session keyring in place of the user's. A kernel without keyrings, or one
    that refuses this call, refuses it to the children as well.
    """
    number = KEYCTL.get(platform.machine())
    if libc() is not None and number is not None:
        libc().syscall(number, JOIN_SESSION, None)


def children(pid: int) -> list[int]:
    """Return the children of the first thread of a process; none if there is no such process."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:  # noqa: PTH123 - runs at the end of every match
            return [int(each) for each in file.read().split()]
    except OSError:
        # There is no such process, or this kernel was built without CONFIG_PROC_CHILDREN.
        return list(_children_by_looking(pid))


def _children_by_looking(parent: int) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for name in filter(str.isdecimal, os.listdir("/proc")):  # noqa: PTH208
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123
                if int(file.read().rpartition(b")")[2].split()[1]) == parent:
                    yield int(name)


def check(result: int, about: str | None = None) -> None:
    """Raise the `OSError` of a call to the C library if its `result` says that it failed; `about` is the file that the
    call was about.
    """
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), about)


def tasks_of_user() -> int:
    """Return how many threads and processes the user has."""
    count = 0
    for each in Path("/proc").glob("[0-9]*/task"):
        with contextlib.suppress(OSError):  # the process has ended
            count += len(os.listdir(each)) if each.stat().st_uid == os.getuid() else 0  # noqa: PTH208
    return count
