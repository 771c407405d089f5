"""Landlock: restricts a thread, and the processes that it starts, to some files and to signals among themselves.

https://docs.kernel.org/userspace-api/landlock.html. It needs Linux, but no privileges. What it can do depends on its
version, which the kernel calls ABI.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from sandlot.kernel.linux import libc, no_new_privileges

# The numbers of these system calls are the same on all common architectures.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ASK_VERSION = 1
BENEATH_PATH = 1
FILES_SINCE, NETWORK_SINCE, DEVICES_SINCE, SIGNALS_SINCE = 3, 4, 5, 6
"""The first versions of Landlock that restrict all ways to change a file's content, TCP, ioctl on devices, signals."""

EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER, TRUNCATE, TO_DEVICE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | TO_DEVICE
ALL_SINCE_3, READ = (1 << 15) - 1, EXECUTE | READ_FILE | READ_FOLDER
MAKE_DEVICES = 1 << 6 | 1 << 11
TCP = 0b11
ABSTRACT_SOCKETS, SIGNALS = 1 << 0, 1 << 1


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


@cache
def version() -> int:
    """Return the version of Landlock; 0 if the kernel lacks it or has disabled it."""
    return max(0, libc().syscall(CREATE_RULESET, None, 0, ASK_VERSION)) if libc() is not None else 0


def can_scope() -> bool:
    """Tell whether `restrict_signals` works: since Linux 6.12."""
    return version() >= SIGNALS_SINCE


def restrict_signals() -> bool:
    """Restrict this thread and its children for good: they can send signals only to each other, and cannot read the
    memory of other processes. Return whether this succeeded.
    """
    rules = signal_rules()
    if rules is None:
        return False
    try:
        return enforce(rules)
    finally:
        os.close(rules)


def signal_rules() -> int | None:
    """Return a file descriptor of the rules of `restrict_signals`, for `enforce` in another process; None if this
    kernel cannot restrict signals.
    """
    return _create(_Ruleset(0, 0, SIGNALS)) if can_scope() else None


def restrict_all(readable: Iterable[str], listed: Iterable[str], writable: Iterable[str]) -> bool:
    """Restrict this thread and what it starts for good: they can only read `readable`, list the folders `listed`, and
    change `writable`, each with everything beneath; paths that do not exist are left out. If the version of Landlock
    can restrict it, they also cannot use TCP, nor send signals to other processes. Return whether signals are
    restricted; raise `OSError` if the restriction fails.
    """
    found = version()
    files = ALL_SINCE_3 | (TO_DEVICE if found >= DEVICES_SINCE else 0)
    scopes = ABSTRACT_SOCKETS | SIGNALS if found >= SIGNALS_SINCE else 0
    rules = _create(_Ruleset(files, TCP if found >= NETWORK_SINCE else 0, scopes))
    try:
        for paths, rights in ((readable, READ), (listed, READ_FOLDER), (writable, files & ~MAKE_DEVICES)):
            for path in paths:
                _allow(rules, path, rights)
        if not enforce(rules):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    finally:
        os.close(rules)
    return bool(scopes)


def _create(rules: _Ruleset) -> int:
    # Older kernels have a shorter structure, but accept a longer one if the rest of it is 0.
    descriptor: int = libc().syscall(CREATE_RULESET, ctypes.byref(rules), ctypes.sizeof(rules), 0)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return descriptor


def _allow(rules: int, path: str, rights: int) -> None:
    with contextlib.suppress(FileNotFoundError, PermissionError):
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights &= -1 if Path(path).is_dir() else OF_FILES
            beneath = _Beneath(rights, parent)
            if libc().syscall(ADD_RULE, rules, BENEATH_PATH, ctypes.byref(beneath), 0):
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), path)
        finally:
            os.close(parent)


def enforce(rules: int) -> bool:
    """Restrict this thread and what it starts by a set of rules; return whether the kernel has done so."""
    no_new_privileges()
    return bool(libc().syscall(RESTRICT_SELF, rules, 0) == 0)
