"""Where a program runs that may look for its question in ``input.txt``.

Its author expects it to run in the folder the match is started from, where its classes and data are. But two programs
must not share one ``input.txt``, and nobody's file of that name is touched. So the first program gets the folder
itself, if there is no such file, and what was written there is taken away again. All others get a temporary folder that
shows the real one by links, with an ``input.txt`` of their own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

__all__ = ["NAME", "Folder", "clone", "here"]

NAME = "input.txt"
MOST_LINKS = 10_000


class Folder:
    """A folder with an ``input.txt`` that is this program's alone. `path` is None where it is the folder we are in."""

    def __init__(self, path: str | None, descriptor: int) -> None:
        self.path = path
        self._file = Path(path or Path.cwd()) / NAME
        self._descriptor = descriptor

    def put(self, text: str) -> None:
        """Write the question, without a line's end: programs take the text apart as it is."""
        if not self._is_ours() and not self._write_anew():
            return
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, text.encode(), 0)

    def command(self, command: Sequence[str]) -> list[str]:
        """Return a command whose paths mean here what they mean where we are."""
        return list(command) if self.path is None else [os.pathsep.join(map(_up, _paths(part))) for part in command]

    def close(self) -> None:
        """Leave no trace of it."""
        if self.path is not None:
            shutil.rmtree(self.path, ignore_errors=True)
        elif self._is_ours():
            self._file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            os.close(self._descriptor)

    def _is_ours(self) -> bool:
        """Whether the file there is the one we made; a bot may have put another in its place."""
        try:
            there, ours = self._file.lstat(), os.fstat(self._descriptor)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)

    def _write_anew(self) -> bool:
        """Make the file again that a bot has removed; what it has put there instead stays."""
        try:
            new = _create(self._file)
        except OSError:
            return False
        os.close(self._descriptor)
        self._descriptor = new
        return True


def here() -> Folder:
    """Return the folder we are in; raise OSError if it has an ``input.txt``, or may not get one."""
    return Folder(None, _create(Path.cwd() / NAME))


def clone() -> Folder:
    """Return a temporary folder that shows what is in the one we are in."""
    path = Path(tempfile.mkdtemp(prefix="sandlot-"))
    with contextlib.suppress(OSError), os.scandir(Path.cwd()) as entries:
        for entry in islice((each for each in entries if each.name != NAME), MOST_LINKS):
            (path / entry.name).symlink_to(Path.cwd() / entry.name)
    return Folder(str(path), _create(path / NAME))


def _create(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)


def _paths(part: str) -> list[str]:
    """Return the paths in an argument: some are lists, as that of Java's classes."""
    return part.split(os.pathsep)


def _up(path: str) -> str:
    """Return a path that leads out of the folder as one from the root: the links lead down only."""
    leads_out = path == ".." or path.startswith(f"..{os.sep}")
    return str(Path(path).absolute()) if leads_out and Path(path).exists() else path
