"""Matches that end without a verdict, because the machine failed, or because one bot made another one fail.

`on_interrupt` changes what Ctrl-C does for a while. Python allows this only in the main thread; in other threads
nothing changes.
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
"""Errors of starting a process or of writing its files that are due to the machine."""


class MatchAborted(SandlotError):
    """A match ends without a verdict, because the machine failed, or one bot made another one fail. `text` says what
    happened, and names the culprit if one is known.
    """

    text: Message


def aborted_by_machine(error: OSError) -> MatchAborted | None:
    """Return `MatchAborted` if an error was the machine's fault; None if it may be the program's own, such as a missing
    file.
    """
    if error.errno not in MACHINE_ERRORS:
        return None
    return MatchAborted(message("void.machine", why=f"{type(error).__name__}: {error.strerror or error}"))


@contextlib.contextmanager
def on_interrupt(
    handler: Callable[[int, object], object] | signal.Handlers, number: int = signal.SIGINT
) -> Iterator[None]:
    """In this context, SIGINT (Ctrl-C), or the signal `number`, calls `handler`, as with `signal.signal`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def undisturbed() -> contextlib.AbstractContextManager[None]:
    """In this context, ignore Ctrl-C, so that cleaning up is completed."""
    return on_interrupt(signal.SIG_IGN)
