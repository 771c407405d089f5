"""The seat inside a sealed worker of the page, as far as it is Python's: it reads a bot's file, runs it, and says what
it answered or how it failed.

Who asks, what is an answer, how many steps it took and what of the prints is passed on is JavaScript's business
(static/bot.js), and nothing in this Python leads there: the functions below return text to whoever called them, and a
bot that calls them itself learns what it knows. Prints leave through the descriptors 1 and 2, marks and profiles
through a device of their own, and a program waits for its questions in a socket.

Also what a worker imports before its memory is kept as a snapshot, so that every later one starts with it.
"""

from __future__ import annotations

import io
import os
import sys
import types
from collections.abc import Callable
from typing import Any, TypeAlias

from sandlot import bots, draw, fence, limits, messages, packages, profiler  # noqa: F401 - packages is JavaScript's
from sandlot.bot import (
    Module,
    behave_like_a_judge,
    crash_of,
    leave_question,
    load,
    run_program,
    use_streams,
    write_reply,
)
from sandlot.game import derive
from sandlot.games import GAMES
from sandlot.profiler import Profiler

__all__ = ["notice_calls", "open_seat", "warm_up", "watch"]

# What bots import most. A bot that wants more pays for it out of its own import budget.
COMMON = (
    "array bisect collections copy dataclasses datetime enum functools heapq itertools json math "
    "operator queue random re string textwrap time traceback types typing"
)

LONGEST_TIME = 32
"""Bytes of the text that says how many milliseconds are left."""

Read: TypeAlias = tuple[str, Callable[..., str] | None, Callable[[str], str] | None]


class _OutOfInput(BaseException):
    """Thrown through a program that wants input which is not there yet, where waiting for it is impossible."""


class _Stdin(io.RawIOBase):
    """Standard input of a program: what a socket receives, whose other end is JavaScript's."""

    def __init__(self, receive: Callable[[Any], int]) -> None:
        self._receive = receive

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def readinto(self, buffer: Any) -> int:
        try:
            return self._receive(buffer)
        except OSError:
            raise _OutOfInput from None


def open_seat(
    socket: int, device: int
) -> tuple[Callable[[str, str, str, int], Read], list[tuple[str, int]], list[int]]:
    """Close this Python to JavaScript, and return what reads a bot's file in it, and what is left to be closed, see
    `fence.close`. `socket` is the descriptor that a program's input comes from, `device` the one that takes marks and
    profiles, and gives the time that is left.
    """
    import _socket  # only where a socket can be made of any descriptor

    names, closed = fence.close()
    behave_like_a_judge()
    receive = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM, 0, socket).recv_into
    read, write = os.read, os.write
    draw.attach(lambda mark: write(device, b"m" + mark.encode()), lambda text: write(2, text.encode()))
    limits.attach(lambda: float(text) if (text := read(device, LONGEST_TIME)) else None)

    def read_bot(source: str, filename: str, setup: str, seed: int) -> Read:
        """Read a file without running it. Return "module" and what starts and asks it, or "program" and what runs it;
        or what to reply if it is no bot.
        """
        bot = load(source, filename, setup, seed)
        if isinstance(bot, dict):
            return write_reply(bot), None, None
        if isinstance(bot, Module):
            _use_descriptors(io.BytesIO())
            return "module", lambda: write_reply(bot.start()), lambda text: write_reply(bot.ask(text))
        return "program", lambda run, question=None: _run(bot, filename, derive(seed, run), question, receive), None

    return read_bot, list(names.items()), closed


def _run(code: types.CodeType, filename: str, seed: int, question: str | None, receive: Callable[[Any], int]) -> str:
    """Run a program. Return "" once it has ended well, "more" if it wants input that is not there yet, or what to reply
    for it. `question`: what it may look for in a file.
    """
    if question is not None:
        leave_question(question)
    _use_descriptors(io.BufferedReader(_Stdin(receive)))
    error = run_program(code, filename, seed)
    if isinstance(error, _OutOfInput):
        return "more"
    crash = crash_of(error, filename)
    return write_reply(crash) if crash else ""


def _use_descriptors(stdin: Any) -> None:
    """Print as a process does: what is written to 1 and 2 leaves Python without any of its code."""
    use_streams(stdin, *(io.FileIO(number, "w", closefd=False) for number in (1, 2)))


def notice_calls() -> None:
    """Where steps are counted, every call is one, also of what is built in, whatever Python has learnt of it: left to
    itself, the interpreter counts a call of `len` the first few times. Nobody else may tell it what to notice.
    """
    tools: Any = sys.monitoring  # type: ignore[attr-defined]
    tools.use_tool_id(tools.DEBUGGER_ID, "sandlot")
    tools.set_events(tools.DEBUGGER_ID, tools.events.CALL)
    del sys.monitoring  # type: ignore[attr-defined]
    sys.modules.pop("sys.monitoring", None)
    profiler.forget()


def watch(filename: str, device: int) -> Profiler:
    """Return what counts the lines of a bot's file, for whoever asks it again on a turn of a replay."""
    write = os.write
    return Profiler(filename, lambda lines: write(device, b"p" + lines.encode()))


def warm_up() -> None:
    """Load what every worker will want: common modules, sentences and house bots."""
    for name in COMMON.split():
        __import__(name)
    # The page puts messages in words itself; what is rendered in a worker is in the first language.
    messages.catalog(messages.LANGUAGES[0])
    for game in GAMES.values():
        for bot in (*game.house, bots.STARTER):
            bots.source(game.name, bot)
