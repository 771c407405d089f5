"""The seat inside a sealed worker of the page, as far as it is Python's: it reads a bot's file, runs it, and says what
it answered or how it failed.

Who asks, what is an answer, how many steps it took and what of the prints is passed on is JavaScript's business
(static/engine/seat/bot.js), and nothing in this Python leads there: the functions below return text to whoever called
them, and a bot that calls them itself learns what it knows. Prints leave through the descriptors 1 and 2, marks and
profiles through a device of their own, and a program waits for its questions in a socket.

Also what a worker imports before its memory is kept as a snapshot, so that every later one starts with it.
"""

from __future__ import annotations

import io
import os
import sys
import types
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from sandlot import bots, draw, limits, messages
from sandlot.game import derive
from sandlot.games import GAMES
from sandlot.packages import header, modules  # noqa: F401 - JavaScript calls header
from sandlot.seat import fence, profiler
from sandlot.seat.channel import Reply
from sandlot.seat.load import load
from sandlot.seat.module import Module, write_reply
from sandlot.seat.program import crash_of, run_program
from sandlot.seat.streams import behave_like_a_judge, leave_question, use_streams

__all__ = ["notice_calls", "open_seat", "warm_up"]

# What bots import most. A bot that wants more pays for it out of its own import budget.
COMMON = (
    "array bisect collections copy dataclasses datetime enum functools heapq itertools json math "
    "operator queue random re string textwrap time traceback types typing"
)

LONGEST_NEWS = 64
"""Bytes of the text that says how many milliseconds are left, and how many questions there were."""

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


class _Watched(io.FileIO):
    """Standard output of a program whose lines are counted: what was counted so far is told before what it prints,
    which may be its answer.
    """

    watch: _Watch

    def write(self, data: Any) -> int:
        self.watch.profiler.tell()
        return super().write(data)


class _Watch:
    """Has the lines of a bot's file counted while one question is open, for whoever asks it again on a turn of a
    replay. `asked` gives the number of the question, the first one being 1.
    """

    def __init__(self, profiler: profiler.Profiler, turn: int, asked: Callable[[], int]) -> None:
        self.profiler, self.turn, self.asked = profiler, turn, asked

    def look(self) -> None:
        """A question may have come."""
        due = self.asked() == self.turn
        if due and not self.profiler.watching:
            self.profiler.begin()
        elif not due:
            self.profiler.end()

    def ask(self, bot: Module, text: str) -> Reply:
        """Put a question to a module."""
        self.look()
        reply = bot.ask(text)
        self.profiler.end()
        return reply

    def receive(self, receive: Callable[[Any], int], buffer: Any) -> int:
        """Let a program read."""
        count = receive(buffer)
        self.look()
        return count

    def stdout(self) -> io.FileIO:
        """Return what is below a program's standard output."""
        raw = _Watched(1, "w", closefd=False)
        raw.watch = self
        return raw


def open_seat(socket: int, device: int) -> tuple[Callable[..., Read], list[tuple[str, int]], list[int]]:
    """Close this Python to JavaScript, and return what reads a bot's file in it, and what is left to be closed, see
    `fence.close`. `socket` is the descriptor that a program's input comes from, `device` the one that takes marks and
    profiles, and gives the time that is left and the number of the question.
    """
    import _socket  # only where a socket can be made of any descriptor

    names, closed = fence.close()
    behave_like_a_judge()
    receive = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM, 0, socket).recv_into
    read, write = os.read, os.write

    def news() -> tuple[str, int]:
        left, _, asked = read(device, LONGEST_NEWS).decode().partition(" ")
        return left, int(asked)

    draw.attach(lambda mark: write(device, b"m" + mark.encode()), lambda text: write(2, text.encode()))
    limits.attach(lambda: float(left) if (left := news()[0]) else None)

    def read_bot(source: str, filename: str, setup: str, seed: int, profile: int, folder: str = "") -> Read:
        """Read a file without running it. Return "module" and what starts and asks it, or "program" and what runs it;
        or what to reply if it is no bot. `profile`: the lines of the file are counted for so-many-th question, the
        first one being 1; 0: for none. `folder`: where the other files of the bot lie, if it has some.
        """
        bot = load(source, filename, setup, seed, folder)
        if isinstance(bot, dict):
            return write_reply(bot), None, None
        watch: _Watch | None = None
        if profile:
            counter = profiler.Profiler(filename, lambda lines: write(device, b"p" + lines.encode()))
            watch = _Watch(counter, profile, lambda: news()[1])
        if isinstance(bot, Module):
            _use_descriptors(bot.stdin(), None)
            ask = partial(watch.ask, bot) if watch else bot.ask
            return "module", lambda: write_reply(bot.start()), lambda text: write_reply(ask(text))
        reads = partial(watch.receive, receive) if watch else receive
        program = _Code(bot, filename, folder)
        return "program", lambda run, text=None: _run(program, derive(seed, run), text, reads, watch), None

    return read_bot, list(names.items()), closed


class _Code(NamedTuple):
    """A program that has been read."""

    code: types.CodeType
    filename: str
    folder: str


def _run(
    program: _Code,
    seed: int,
    question: str | None,
    receive: Callable[[Any], int],
    watch: _Watch | None,
) -> str:
    """Run a program. Return "" once it has ended well, "more" if it wants input that is not there yet, or what to reply
    for it. `question`: what it may look for in a file, or among its arguments.
    """
    if question is not None:
        leave_question(question)
    _use_descriptors(io.BufferedReader(_Stdin(receive)), watch)
    if watch:
        watch.look()
    code, filename, folder = program
    error = run_program(code, filename, seed, folder, [] if question is None else [question])
    if watch:
        watch.profiler.end()
    if isinstance(error, _OutOfInput):
        return "more"
    crash = crash_of(error, filename, folder)
    return write_reply(crash) if crash else ""


def _use_descriptors(stdin: Any, watch: _Watch | None) -> None:
    """Print as a process does: what is written to 1 and 2 leaves Python without any of its code."""
    out = watch.stdout() if watch else io.FileIO(1, "w", closefd=False)
    use_streams(stdin, out, io.FileIO(2, "w", closefd=False))


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


def warm_up() -> None:
    """Load what every worker will want: common modules, sentences and house bots. A snapshot holds no files."""
    for name in COMMON.split():
        __import__(name)
    # The page puts messages in words itself; what is rendered in a worker is in the first language.
    messages.catalog(messages.LANGUAGES[0])
    modules.known()
    for game in GAMES.values():
        for bot in (*game.house, bots.STARTER):
            bots.source(game.name, bot)
