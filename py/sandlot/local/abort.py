"""Matches without a verdict, because the machine and not a bot has failed.

`on_interrupt` changes what Ctrl-C does for a while. Only Python's main thread can do so; in other threads nothing
changes.
"""

from __future__ import annotations

import contextlib
import errno
import signal
import threading
from collections.abc import Callable, Iterator

from sandlot.errors import SandlotError
from sandlot.messages import Message, message

MACHINE_ERRORS = frozenset(
    {errno.EAGAIN, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EIO, errno.EROFS}
)
"""Errors of starting a process or of writing its files that say something about the machine."""


class MatchAborted(SandlotError):
    """A match without a verdict: as far as we know, no bot caused what happened. `text` says what."""

    text: Message


def aborted_by_machine(error: OSError) -> MatchAborted | None:
    """Return the end of a match if an error was the machine's; None if it may be the program's own, which is missing or
    cannot be run.
    """
    if error.errno not in MACHINE_ERRORS:
        return None
    return MatchAborted(message("void.machine", why=f"{type(error).__name__}: {error.strerror or error}"))


@contextlib.contextmanager
def on_interrupt(
    handler: Callable[[int, object], object] | signal.Handlers, number: int = signal.SIGINT
) -> Iterator[None]:
    """While this lasts, Ctrl-C (or the signal `number`) calls `handler`, as with `signal.signal`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def undisturbed() -> contextlib.AbstractContextManager[None]:
    """While this lasts, ignore Ctrl-C, so that cleaning up comes to its end."""
    return on_interrupt(signal.SIG_IGN)
