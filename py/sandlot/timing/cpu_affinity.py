"""Reserves a processor for a thread and for the bots that it starts, so that no other contest on this machine uses it.

Then a game has the same resources however many are played side by side: its bots are asked one after another, and a
bot's threads share one processor. On Linux only; elsewhere a thread runs as before.
"""

from __future__ import annotations

import contextlib
import os
import random
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

NAME = "\0sandlot processor {}"
"""The name of a socket, by which a processor is taken. Only one process can have it, and the kernel frees it when that
process ends, however it ends. It is no file: the first character says so.
"""

_lock = threading.Lock()
_claims: dict[int, int] = {}
"""The processors that this process has claimed, with the descriptors of the sockets. They stay claimed until this
process ends, because processes that it has started may stay on them. Descriptors and not sockets, since Python warns of
sockets that are open at the end.
"""
_in_use: set[int] = set()


def has_affinity() -> bool:
    """Tell whether `on_own_processor` can find a processor on this system."""
    return sys.platform == "linux"


@contextlib.contextmanager
def on_own_processor() -> Iterator[int | None]:
    """In this context, this thread and its children use one processor that is reserved for them. Yield its number; None
    if all are taken, in which case nothing changes.
    """
    if not has_affinity():
        yield None
        return
    before = os.sched_getaffinity(0)
    with _lock:
        processor = _claim(before)
        if processor is not None:
            _in_use.add(processor)
    try:
        yield processor if processor is not None and _go_to({processor}) else None
    finally:
        if processor is not None:
            _go_to(before)
            with _lock:
                _in_use.remove(processor)


def _go_to(processors: set[int]) -> bool:
    """Restrict this thread to these processors; return whether that works. They may have been taken away from us."""
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, processors)
        return True
    return False


def _claim(allowed: set[int]) -> int | None:
    """Claim one of these processors that nobody else uses, and return it; None if there is none."""
    for processor in _claims:
        if processor in allowed and processor not in _in_use:
            return processor
    for processor in _in_order(allowed - _claims.keys()):
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(NAME.format(processor))
        except OSError:
            claim.close()
            continue
        _claims[processor] = claim.detach()
        return processor
    return None


def _in_order(processors: set[int]) -> list[int]:
    """Return processors in the order in which to try them: first one of every core, because processors of one core slow
    each other down; among these at random, because containers do not see each other's claims.
    """
    mixed = random.sample(sorted(processors), len(processors))
    return sorted(mixed, key=lambda each: each != min(_of_same_core(each) & processors, default=each))


def _of_same_core(processor: int) -> set[int]:
    """Return the processors that share a core with this one, and itself."""
    found = {processor}
    with contextlib.suppress(OSError, ValueError):
        listed = Path(f"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list").read_text()
        for part in listed.strip().split(","):
            first, _, last = part.partition("-")
            found.update(range(int(first), int(last or first) + 1))
    return found
