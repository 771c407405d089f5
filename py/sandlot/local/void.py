"""Matches without a verdict, because the machine and not a bot has failed."""

from __future__ import annotations

import errno

from sandlot.errors import SandlotError
from sandlot.messages import Message, message

__all__ = ["Void", "of_machine"]

OF_MACHINE = frozenset(
    {errno.EAGAIN, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EIO, errno.EROFS}
)
"""Errors of starting a process or of writing its files that say something about the machine."""


class Void(SandlotError):
    """A match without a verdict: as far as we know, no bot caused what happened. `text` says what."""

    text: Message


def of_machine(error: OSError) -> Void | None:
    """Return the end of a match if an error was the machine's; None if it may be the program's own, which is missing or
    cannot be run.
    """
    if error.errno not in OF_MACHINE:
        return None
    return Void(message("void.machine", why=f"{type(error).__name__}: {error.strerror or error}"))
