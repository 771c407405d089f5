"""Removes folders that bots have written in, however these look. For POSIX systems."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator

__all__ = ["remove"]


def remove(folder: str) -> None:
    """Remove a folder with everything in it, as far as that is possible. Never raise: what a bot has left must not
    change how its match has ended.

    Folders may be nested deeper than paths and calls of functions go. So the folders in a folder are moved up to the
    top before it is removed, and only two folders are open at any time.
    """
    with contextlib.suppress(OSError):
        with _opened(folder) as top:
            waiting = list(_unlink_files(top))
            while waiting:
                name = waiting.pop()
                with contextlib.suppress(OSError):
                    with _opened(name, top) as inner:
                        waiting += _move_folders(inner, top)
                    os.rmdir(name, dir_fd=top)
        os.rmdir(folder)  # noqa: PTH106 - Path objects are slow


@contextlib.contextmanager
def _opened(name: str, parent: int | None = None) -> Iterator[int]:
    """Open a folder, no link to one. Its owner may have locked it."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(name, flags, dir_fd=parent)
    except PermissionError:
        os.chmod(name, 0o700, dir_fd=parent)
        descriptor = os.open(name, flags, dir_fd=parent)
    try:
        with contextlib.suppress(OSError):
            os.fchmod(descriptor, 0o700)
        yield descriptor
    finally:
        os.close(descriptor)


def _unlink_files(folder: int) -> Iterator[str]:
    """Remove the files in a folder, and yield the names of what is left."""
    for name in os.listdir(folder):
        try:
            os.unlink(name, dir_fd=folder)
        except OSError:
            yield name


def _move_folders(folder: int, top: int) -> Iterator[str]:
    """Remove the files in a folder, move its folders to the top, and yield their new names."""
    for name in _unlink_files(folder):
        new = secrets.token_hex(16)
        with contextlib.suppress(OSError):
            # To move a folder changes it, because it names its parent.
            os.chmod(name, 0o700, dir_fd=folder)
            os.rename(name, new, src_dir_fd=folder, dst_dir_fd=top)
            yield new
