"""Keeps two processes from playing one contest at the same time: both would play every block."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Lock the contest whose results are in `path`; yield whether we have got the lock. The system frees it when
    the process ends.

    The lock is on a file beside it: SQLite has locks of its own on the file itself.
    """
    beside = path.with_name(f".{path.name}.lock")
    descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        if not _take(descriptor) or not _is_still(beside, descriptor):
            yield False
            return
        try:
            yield True
        finally:
            beside.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(beside: Path, descriptor: int) -> bool:
    """Tell whether the file is the one that we opened: its last owner may have removed it in between."""
    with suppress(FileNotFoundError):
        return beside.stat().st_ino == os.fstat(descriptor).st_ino
    return False
