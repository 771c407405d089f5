"""Reads and writes files that the user has named; an error becomes a sentence that names the file."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandlot.api.problem import REFUSED, Problem
from sandlot.errors import SandlotError
from sandlot.files.reading import NoFile, read_some
from sandlot.files.texts import BadText, Decoded, decode
from sandlot.jobs import Refused
from sandlot.messages import Message, message

LONGEST_SHOWN = 250
"""The maximum length, in characters, of a path in a sentence; a longer one is shortened in the middle."""
FULL = (errno.ENOSPC, errno.EDQUOT)
WHY = {
    errno.ENOENT: "cli.file_missing",
    errno.ENOTDIR: "cli.file_missing",
    errno.EISDIR: "cli.file_folder",
    errno.EACCES: "cli.file_denied",
    errno.EPERM: "cli.file_denied",
    errno.EROFS: "cli.file_denied",
    errno.ENAMETOOLONG: "cli.file_name_long",
    errno.ELOOP: "cli.file_loop",
    **dict.fromkeys(FULL, "cli.file_full"),
}


def decoded(path: str, most: int, python: bool) -> Decoded:
    """Return the text of a file of at most `most` bytes, and its encoding. `python`: it is Python source, which may
    declare its encoding. Raise `Problem` if it cannot be read.
    """
    with files():
        data = read_some(path, most + 1)
        if len(data) > most:
            raise Problem(message("cli.file_long", file=path, limit=most // 2**20), REFUSED)
    with refusing_content(path, BadText):
        return decode(data, python)


@contextlib.contextmanager
def refusing_content(path: str, *kinds: type[SandlotError]) -> Iterator[None]:
    """Convert `Refused`, or errors of the given `kinds`, into a `Problem` that names the file."""
    refused = kinds or (Refused,)
    try:
        yield
    except refused as bad:
        raise Problem(message("cli.file", file=path, why=bad.text), REFUSED) from None


@contextlib.contextmanager
def written(path: Path, *, binary: bool = False) -> Iterator[Any]:
    """Open a new file that replaces `path` once it is complete. An unwritable place is reported before the match, and a
    match that is stopped leaves the old file unchanged. A link is followed, so the file that it leads to is replaced.
    """
    path = real(path)
    if not path.parent.is_dir():
        raise Problem(message("cli.folder_missing", folder=f"{path.parent}{os.sep}", file=path.name))
    with files(path):
        # A device or a pipe is written to directly; opening a folder fails with the right error.
        special = path.exists() and not path.is_file()
        # Mode "x" fails if somebody else has put a file or a link there.
        new, mode = (path, "w") if special else (path.with_name(f".sandlot-{secrets.token_hex(8)}"), "x")
        file = new.open(f"{mode}b") if binary else new.open(mode, encoding="utf-8", newline="\n")
    try:
        try:
            with file:
                yield file
        except OSError as error:
            # An OSError may come from anywhere in the match, but a full disk concerns this file.
            if error.errno not in FULL:
                raise
            raise Problem(message("cli.file_full", file=str(path))) from None
        if not special:
            with files(path):
                new.replace(path)
    finally:
        if not special:
            new.unlink(missing_ok=True)


def real(path: Path) -> Path:
    """Return the path at which a file is to be written: the target if it is a link."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


@contextlib.contextmanager
def files(path: Path | None = None) -> Iterator[None]:
    """Turn errors of reading or writing into a `Problem` about `path`, or about the file that the error names."""
    try:
        yield
    except BrokenPipeError:
        # Standard output was closed; this ends the command, see `main`.
        raise
    except OSError as error:
        name = str(path or error.filename or "?")
        if isinstance(error, NoFile):
            raise Problem(message("cli.file", file=name, why=error.text), REFUSED) from None
        if said := sentence(error, name):
            raise Problem(said) from None
        raise Problem(message("cli.file", file=name, why=error.strerror or str(error))) from None


def sentence(error: OSError, name: str | None = None) -> Message | None:
    """Return our sentence for an error of reading or writing, or None if there is no such sentence or no file is known.
    `name` is the file, by default the one that the error names.
    """
    name = name or (error.filename if isinstance(error.filename, str) else None)
    if error.errno not in WHY or name is None:
        return None
    shown = name if len(name) <= LONGEST_SHOWN else f"{name[: LONGEST_SHOWN // 2]}…{name[-LONGEST_SHOWN // 2 :]}"
    return message(WHY[error.errno], file=shown)
