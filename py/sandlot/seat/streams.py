"""The environment of a bot: standard streams, a main module, and the ways to read, print and exit."""

from __future__ import annotations

import builtins
import codecs
import contextlib
import io
import os
import posix
import sys
import types
from _sitebuiltins import Quitter
from collections.abc import Callable, Sequence
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

from sandlot.seat import at_exit
from sandlot.seat.imports import find_own

# Bound once, so that a bot that replaces it in `os` does not change it here.
process_id = os.getpid


class Stdin(io.RawIOBase):
    """Standard input as a raw stream over `more`, which returns the next bytes, or b"" at the end."""

    def __init__(self, more: Callable[[], bytes]) -> None:
        self._more = more
        self._rest = b""

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def readinto(self, buffer: Any) -> int:
        data = self._rest or self._more()
        count = min(len(buffer), len(data))
        buffer[:count], self._rest = data[:count], data[count:]
        return count


class Tap(io.RawIOBase):
    """Standard output or standard error as a raw stream that calls `take` with the text."""

    def __init__(self, number: int, take: Callable[[str], None]) -> None:
        self._number = number
        self._take = take
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._number

    def write(self, data: Any) -> int:
        self._take(self._decoder.decode(bytes(data)))
        return len(data)


def use_streams(stdin: Any, out: io.RawIOBase, err: io.RawIOBase) -> None:
    """Install the three standard streams, in `sys.__stdin__` and so on too, as Python does."""
    streams = (io.TextIOWrapper(stdin, encoding="utf-8", errors="replace"), _printer(out), _printer(err))
    for stream, mode in zip(streams, "rww", strict=True):
        stream.mode = mode  # type: ignore[misc]
    sys.stdin, sys.stdout, sys.stderr = streams
    # A second reference: without it, a stream that is replaced would close the buffer below it.
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams  # type: ignore[misc]


def _printer(raw: io.RawIOBase) -> io.TextIOWrapper:
    stream = io.BufferedWriter(raw)
    return io.TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n", line_buffering=True)


def flush() -> None:
    """Flush what the bot printed, whatever it has done to the streams."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__):
        # The bot may have replaced or closed its streams: output that is not flushed then is its own fault.
        with contextlib.suppress(BaseException):
            stream.flush()  # type: ignore[union-attr]


def new_main(name: str, filename: str, arguments: Sequence[str] = (), folder: str = "") -> dict[str, Any]:
    """Return the namespace of a new main module, as if it had been started with `arguments`; `folder`: where the files
    of a bot of several are.
    """
    module = types.ModuleType(name)
    module.__file__ = filename
    if folder:
        module.__spec__ = spec_from_file_location(name, filename)
        module.__loader__ = module.__spec__.loader if module.__spec__ else None
        module.__package__ = ""
    if name == "__main__" or not (folder and find_own(name, folder)):
        sys.modules[name] = module
    sys.argv = [filename, *arguments]
    return module.__dict__


def leave_question(text: str) -> None:
    """Write a question to the file where a program that is run once a turn may look for it."""
    # Without a line's end: such programs split the text as it is.
    Path("input.txt").write_bytes(text.encode())


def behave_like_a_judge(left: Callable[[int], NoReturn]) -> None:
    """Make the usual ways to read, print and exit work where the bot has no process of its own. `left` is called with
    the exit status when the bot calls `os._exit`.
    """
    real_open, real_read, real_write, real_exit = builtins.open, os.read, os.write, os._exit
    home = process_id()

    def leave(status: int) -> NoReturn:
        if process_id() != home:
            # A process that the bot has forked.
            real_exit(status)
        left(int(status) & 0xFF)

    def open_stream(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        streams = {0: sys.__stdin__, "/dev/stdin": sys.__stdin__, 1: sys.__stdout__, 2: sys.__stderr__}
        name = os.fspath(file) if isinstance(file, os.PathLike) else file
        stream: Any = streams.get(name) if isinstance(name, int | str) else None
        if stream is None:
            return real_open(file, mode, *args, **kwargs)
        return stream.buffer if "b" in mode else stream

    def read(descriptor: int, length: int) -> bytes:
        stdin: Any = sys.__stdin__
        return stdin.buffer.read1(length) if descriptor == 0 else real_read(descriptor, length)

    def write(descriptor: int, data: Any) -> int:
        if descriptor not in (1, 2):
            return real_write(descriptor, data)
        stream: Any = sys.__stdout__ if descriptor == 1 else sys.__stderr__
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
        return len(data)

    builtins.open, os.read, os.write = open_stream, read, write
    io.open = os.fdopen = open_stream  # type: ignore[assignment]
    os._exit = posix._exit = leave
    builtins.exit, builtins.quit = Quitter("exit", "Ctrl-D (i.e. EOF)"), Quitter("quit", "Ctrl-D (i.e. EOF)")
    at_exit.take_over()
