"""Working folders for programs that may read their question from ``input.txt``.

The author of such a program expects it to run in the folder where the match is started, beside its classes and data.
But two programs must not share one ``input.txt``, and an ``input.txt`` of the user must not be touched. So the first
program runs in the folder itself, if there is no such file, and its ``input.txt`` is removed afterwards. Every other
program runs in a temporary folder with links to everything in the real one, and with an ``input.txt`` of its own.

`remove` removes folders that bots have written in, however these look. For POSIX systems.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from sandlot.sandbox.paths import parts_of

NAME = "input.txt"
MOST_LINKS = 10_000
OF_DISK = (errno.ENOSPC, errno.EDQUOT)
"""The error numbers of a disk that is full, or on which the user's quota is used up."""


class Folder:
    """A folder whose ``input.txt`` belongs to this program only. `path` is None for the current folder."""

    def __init__(self, path: str | None, descriptor: int) -> None:
        self.path = path
        self._file = Path(path or Path.cwd()) / NAME
        self._descriptor = descriptor

    @property
    def file(self) -> str:
        """The path of its ``input.txt``."""
        return str(self._file)

    def put(self, text: str) -> None:
        """Write the question, without a line's end: programs split the text as it is. Raise `OSError` if there is no
        room for it.
        """
        if not self._is_ours() and not self._write_anew():
            return
        os.ftruncate(self._descriptor, 0)
        data = text.encode()
        if os.pwrite(self._descriptor, data, 0) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def command(self, command: Sequence[str]) -> list[str]:
        """Return a command whose relative paths still mean the same when it runs in this folder."""
        return list(command) if self.path is None else [os.pathsep.join(map(_up, parts_of(part))) for part in command]

    def close(self) -> None:
        """Remove everything that was created."""
        if self.path is not None:
            remove(self.path)
        elif self._is_ours():
            with contextlib.suppress(OSError):
                self._file.unlink()
        with contextlib.suppress(OSError):
            os.close(self._descriptor)

    def _is_ours(self) -> bool:
        """Tell whether the file is the one we created; a bot may have replaced it."""
        try:
            there, ours = self._file.lstat(), os.fstat(self._descriptor)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)

    def _write_anew(self) -> bool:
        """Create the file again if a bot has removed it. If the bot has put something else there, leave it."""
        try:
            new = _create(self._file)
        except OSError as error:
            if error.errno in OF_DISK:
                raise
            return False
        os.close(self._descriptor)
        self._descriptor = new
        return True


def here() -> Folder:
    """Return the current folder; raise `OSError` if it has an ``input.txt``, or none can be created."""
    return Folder(None, _create(Path.cwd() / NAME))


def clone() -> Folder:
    """Return a temporary folder with links to everything in the current one."""
    path = Path(tempfile.mkdtemp(prefix="sandlot-"))
    with contextlib.suppress(OSError), os.scandir(Path.cwd()) as entries:
        for entry in islice((each for each in entries if each.name != NAME), MOST_LINKS):
            (path / entry.name).symlink_to(Path.cwd() / entry.name)
    return Folder(str(path), _create(path / NAME))


def empty() -> Folder:
    """Return a temporary folder with nothing but an ``input.txt``."""
    path = tempfile.mkdtemp(prefix="sandlot-")
    return Folder(path, _create(Path(path, NAME)))


def _create(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)


def _up(path: str) -> str:
    """Make a path that leads out of the folder absolute: the folder has links only to what is in the current one."""
    leads_out = path == ".." or path.startswith(f"..{os.sep}")
    return str(Path(path).absolute()) if leads_out and Path(path).exists() else path


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
    """Open a folder, but not a link to one. If its owner has no permission for it, change that first."""
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
            # Moving a folder writes to it (its ".." changes), which needs its write permission.
            os.chmod(name, 0o700, dir_fd=folder)
            os.rename(name, new, src_dir_fd=folder, dst_dir_fd=top)
            yield new
