"""The bots that can play on this machine: a house bot, one or several files in Python, or any program."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sandlot.files.bot import LONGEST_SOURCE, Bot
from sandlot.files.bundle import PACKED, from_folder, from_zip
from sandlot.files.reading import read_some
from sandlot.files.texts import decode
from sandlot.match.parts import Request, Response, Setup


@dataclass(frozen=True)
class HereBot(Bot):
    """A bot in this process, such as a function of the caller. `seat` returns, for a match and the number of a seat,
    from 0, the function that responds to requests.
    """

    seat: Callable[[Setup, int], Callable[[Request], Response]] = field(kw_only=True)


def python_file(path: Path, source: str | None = None) -> Bot:
    """Return the bot in a Python file; raise `OSError` or `texts.BadText` if it cannot be read. `source` is the text of
    the file, for callers that have read it already.
    """
    text = decode(_source(path), python=True).text if source is None else source
    return Bot(path.stem, "code", text, str(path.absolute()))


def _source(path: Path) -> bytes:
    data = read_some(path, LONGEST_SOURCE + 1)
    if len(data) > LONGEST_SOURCE:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def python_bundle(path: Path) -> Bot:
    """Return the bot of several files in a zip or a folder. Raise `BadBundle` if there is none, and `OSError` or
    `texts.BadText` if it cannot be read.
    """
    found = from_folder(path) if path.is_dir() else from_zip(read_some(path, PACKED + 1))
    name = path.resolve().name if path.is_dir() else path.stem
    return Bot(name, "code", decode(found.files[found.main], python=True).text, found.main, files=found.files)


def program(command: Sequence[str]) -> Bot:
    """Return the bot for a command that runs a program in the game's original protocol. Its name is that of the first
    file among the arguments, of the Java class, or else of the program.
    """
    file = next((part for part in command[1:] if Path(part).is_file()), "")
    name = Path(file).stem or _java_class(command) or Path(command[0]).stem
    return Bot(name, "program", command=tuple(command))


def _java_class(command: Sequence[str]) -> str:
    """Return the class that a Java command runs, without its package; "" for other commands."""
    words = iter(command[1:] if Path(command[0]).name == "java" else ())
    for word in words:
        if word in ("-cp", "-classpath", "--class-path", "-p", "--module-path"):
            next(words, None)
        elif not word.startswith("-"):
            return word.rpartition(".")[2]
    return ""
