"""A seat in a process of its own: what `local.py` starts for every bot in Python.

Its standard input and output are the channel to the driver, one JSON object a line. They are moved out of the way
before the bot's file is read, so that nothing a bot does to its own streams can break the conversation:

    in   {"start": {"source", "filename", "setup", "seed", "ends", "budget"}}, then {"ask": text, "fresh", "budget"}
    out  {"ready": true}, then {"emit": [stream, text]} and {"reply": as in `bot.Seat`}
"""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

from sandlot.bot import Seat

__all__ = ["main"]


class _Channel:
    """A `bot.Channel` over two pipes."""

    def __init__(self) -> None:
        self._in, self._out = os.dup(0), os.dup(1)
        self._read, self._write = os.read, os.write
        self._rest = b""
        self._lock = threading.Lock()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        # What is printed past Python is shown with the errors.
        os.dup2(2, 1)
        os.close(nothing)

    def receive(self) -> tuple[str, float | None]:
        """Wait for the next question of a program."""
        message = self.next()
        return str(message["ask"]), message["budget"]

    def send(self, reply: str) -> None:
        """Hand over a reply."""
        self._put({"reply": reply})

    def emit(self, stream: str, text: str) -> None:
        """Hand over what was printed."""
        self._put({"emit": [stream, text]})

    def ready(self) -> None:
        """Tell that the time of the bot may begin."""
        self._put({"ready": True})

    def next(self) -> dict[str, Any]:
        """Return the next line; leave at the end of the conversation."""
        while b"\n" not in self._rest:
            data = self._read(self._in, 1 << 16)
            if not data:
                raise SystemExit(0)
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message

    def _put(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        with self._lock:
            while data:
                data = data[self._write(self._out, data) :]


def main() -> None:
    """Serve one bot until the driver closes the channel."""
    leave = os._exit
    channel = _Channel()
    try:
        seat = Seat(channel)
        channel.ready()
        start = channel.next()["start"]
        # Its neighbours can be imported, but they do not hide modules of Python's own.
        sys.path.append(str(Path(start["filename"]).parent))
        seat.start(**start)
        while True:
            message = channel.next()
            seat.ask(message["ask"], message["fresh"], message["budget"])
    except (SystemExit, BrokenPipeError):
        # A bot's threads, or what it left to be done at exit, are not waited for.
        leave(0)


if __name__ == "__main__":
    main()
