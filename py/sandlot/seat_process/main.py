"""A seat in a process of its own: `local` starts this program for every bot in Python, or once as a `fork_server`.

Its standard input and output are the channel to the driver, one JSON object a line. They are moved to other descriptors
before the bot's file is read, so that nothing a bot does to its own streams can break the channel:

    in   {"files": files to write, "place": arguments of `_settle`, "start": arguments of `Seat.start`}, then
         {"ask": text, "fresh", "budget", "took"}, or {"folder": the one to go to}, to a program that has not run yet
    out  {"ready": true}, then {"emit": [stream, text]}; and after a "=" the reply, as in `channel.Reply`;
         {"fails": errno, "where": path or null} instead of all this, if a fork server could not set up the seat

A bot may have threads and processes of its own. A process that it forks can print, but cannot use the channel. A
process that it starts with `multiprocessing` in another way than forking imports this module, and through it the bot's
file.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
import threading
import time
from base64 import b64decode
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

from sandlot.files.texts import decode
from sandlot.games import GAMES
from sandlot.seat.channel import Closed
from sandlot.seat.crash import exit_code, failure
from sandlot.seat.load import rehearse
from sandlot.seat.seat import Seat
from sandlot.seat_process import LOADED_FIRST


class _Channel:
    """A `channel.Channel` over two pipes."""

    def __init__(self) -> None:
        self._in, self._out = os.dup(0), os.dup(1)
        self._read, self._write, self._json = os.read, os.write, json.JSONEncoder().encode
        self._now, self._asked = time.perf_counter, 0.0
        self._rest = b""
        self._lock = threading.Lock()
        self._leave = os._exit
        self._is_child = False
        os.register_at_fork(after_in_child=self._let_go)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        # Output that bypasses Python's streams is shown with the errors.
        os.dup2(2, 1)
        os.close(nothing)

    def receive(self) -> tuple[str, float | None, Sequence[float | None]]:
        """Wait for the next question of a program."""
        message = self.next()
        return str(message["ask"]), message["budget"], message["took"]

    def send(self, reply: str) -> None:
        """Hand over a reply, and with it the milliseconds since the question."""
        if not self._is_child:
            thought = round(1000 * (self._now() - self._asked), 1)
            self._put(f'={reply[:-1]}, "thought": {thought}}}\n')

    def leave(self, status: int) -> NoReturn:
        """End the process, also from another thread than the first."""
        self._leave(status)

    def ended(self, error: BaseException | None) -> None:
        """End a process that the bot has forked, with the exit status that `error` asks for."""
        if not self._is_child:
            return
        if error and not isinstance(error, SystemExit):
            self._write(2, str(failure(error, "")["trace"]["traceback"]).encode(errors="replace"))
        self._leave(exit_code(error) if error else 0)

    def _let_go(self) -> None:
        """Leave the channel to the parent: this is a process that the bot has forked."""
        self._lock = threading.Lock()
        if self._is_child:
            # A child of a child: other files may have these descriptors by now.
            return
        self._is_child = True
        for each in (self._in, self._out):
            with contextlib.suppress(OSError):
                os.close(each)

    def emit(self, stream: str, text: str) -> None:
        """Hand over what was printed."""
        if self._is_child:
            if stream in ("out", "err", "answer"):
                self._write(2, text.encode(errors="replace"))
            return
        self._put(self._json({"emit": [stream, text]}) + "\n")

    def ready(self) -> None:
        """Tell the driver that the bot's time may begin."""
        self._put('{"ready": true}\n')

    def next(self) -> dict[str, Any]:
        """Return the next line; leave at the end of the channel, or if there is no channel."""
        if self._is_child:
            self._leave(0)
        while b"\n" not in self._rest:
            data = self._read(self._in, 1 << 16)
            if not data:
                raise Closed(0)
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        self._asked = self._now()
        return message

    def _put(self, line: str) -> None:
        data = line.encode()
        with self._lock:
            while data:
                data = data[self._write(self._out, data) :]


def main() -> None:
    """Serve one bot until the driver closes the channel."""
    _begin(sys.argv[1:])
    del sys.argv[1:]
    leave = os._exit
    channel = _Channel()
    try:
        seat = Seat(channel, LOADED_FIRST)
        rehearse()
        channel.ready()
        first = channel.next()
        start = first["start"]
        if first["files"]:
            _write_files(first["files"], start["folder"])
        _settle(**first["place"])
        # A bot can import the files beside it, but they do not hide Python's own modules.
        if not start["folder"]:
            sys.path.append(str(Path(start["filename"]).parent))
        seat.start(**start)
        while True:
            message = channel.next()
            if "folder" in message:
                os.chdir(message["folder"])
                continue
            seat.ask(message["ask"], message["fresh"], message["budget"], message["took"])
    except (SystemExit, BrokenPipeError):
        # Do not wait for threads of the bot, nor for its exit handlers.
        leave(0)


def _begin(arguments: Sequence[str]) -> None:
    """Load the game that is to be played; or become a fork server, and return in each of its seats."""
    match arguments:
        case ["game", name]:
            GAMES.get(name)
        case ["fork_server", control, rules, *namespaces]:
            # Only a fork server and its seats need these modules.
            import sandlot.files.bundle  # noqa: F401
            from sandlot.kernel.namespaces import Namespaces
            from sandlot.seat_process.fork_server import fork_seats

            within = Namespaces(**json.loads(namespaces[0])) if namespaces else None
            fork_seats(int(control), int(rules), within)


def _write_files(files: Mapping[str, str], folder: str) -> None:
    """Write the bot's files, which are in base64, and the zip of a bot of several files, which are in `folder`."""
    from sandlot.files.bundle import add_archive, write_files

    write_files({path: b64decode(content) for path, content in files.items()}, Path())
    if folder:
        add_archive(folder)


def _settle(folder: str | None, memory: int | None, confined: Mapping[str, Any] | None) -> None:
    """Go to this folder, confine this process as `sandbox.kinds.Landlock` says, and use no more than this many bytes of
    memory from now on, where the system can limit that.
    """
    if folder:
        os.chdir(folder)
    if confined:
        from sandlot.kernel.confinement import confine, limit

        os.environ |= dict.fromkeys(("HOME", "TMPDIR"), confined["home"])
        limit(confined["limits"])
        confine(**confined["paths"])
    if memory is not None:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


class _Finder:
    """Finds the file of a module bot under the name by which its functions are pickled for another process."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        file = sys.argv[0]
        if fullname != "bot" or not Path(file).is_file():
            return None
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, file))


class _Loader(SourceFileLoader):
    """Reads a bot's file as the command line does, and writes no bytecode beside it."""

    def get_code(self, fullname: str) -> Any:
        source = decode(self.get_data(self.path), python=True).text
        return compile(source, self.path, "exec", dont_inherit=True)


if __name__ == "__main__":
    main()
elif __name__ == "__mp_main__":
    # A module bot has started this process with the method "spawn" or "forkserver".
    sys.meta_path.append(_Finder())
