"""Opens untrusted files for reading: only regular files, and in a bot's folder only files of that folder.

Opening a pipe to which nobody writes would hang; opening a device may have side effects; and a link in a bot's folder
may lead to any file of this machine.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from sandlot.errors import SandlotError
from sandlot.messages import Message, message

# No system has all of these flags.
_HOW = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NONBLOCK"))
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)


class NoFile(SandlotError, OSError):
    """The path is not that of a regular file, but of a pipe, a socket or a device. `text` says so, in a sentence that
    follows its name.
    """

    text: Message

    def __init__(self, path: str) -> None:
        self.text = message("file.special")
        OSError.__init__(self, errno.EINVAL, self.text.id, path)


def open_file(path: str | Path) -> BinaryIO:
    """Open a file, following links; raise `OSError`, of which `NoFile` is a subclass."""
    # Checked before it is opened, because opening a pipe may block and opening a device may have side effects; and
    # afterwards, because it may have been replaced in between.
    check_file(path)
    return _checked(os.open(path, _HOW), path)


def check_file(path: str | Path) -> None:
    """Raise `OSError` unless this is a regular file or a link to one. It is not opened."""
    _check(os.stat(path), path)  # noqa: PTH116


def open_inside(folder: Path, name: str) -> BinaryIO:
    """Open the file `name` in a folder; `name` is a path with "/" between folders. Links may only lead to files in the
    folder: raise `PermissionError` if one leads out of it, and `OSError` if the file cannot be read.
    """
    root = _real(folder)
    real = _real(root / name)
    if not real.is_relative_to(root):
        raise PermissionError(errno.EXDEV, os.strerror(errno.EXDEV), name)
    _check(real.lstat(), name)
    # Opened folder by folder without following links: a folder may have been replaced by a link since the check.
    *folders, last = real.relative_to(root).parts
    if not os.supports_dir_fd:
        return _checked(os.open(real, _HOW | _NO_LINK), name)
    here = os.open(root, _HOW | _FOLDER)
    try:
        for each in folders:
            below = os.open(each, _HOW | _FOLDER | _NO_LINK, dir_fd=here)
            os.close(here)
            here = below
        return _checked(os.open(last, _HOW | _NO_LINK, dir_fd=here), name)
    finally:
        os.close(here)


def leads_out(folder: Path, path: Path) -> bool:
    """Tell whether `path`, which is in `folder`, is a link to something outside of the folder."""
    return path.is_symlink() and not _real(path).is_relative_to(_real(folder))


def read_some(path: str | Path, most: int) -> bytes:
    """Return the first bytes of a file, `most` at most; raise `OSError`."""
    with open_file(path) as file:
        return file.read(most)


def _real(path: Path) -> Path:
    # Not `Path.resolve`, which raises different errors for a loop of links in different versions of Python.
    return Path(os.path.realpath(path))


def _checked(descriptor: int, path: str | Path) -> BinaryIO:
    try:
        _check(os.fstat(descriptor), path)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _check(found: os.stat_result, path: str | Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise NoFile(str(path))
