"""The seat inside a sealed worker of the page, the part in Python: it reads a bot's file, runs it, and returns its
answer or how it failed.

JavaScript (static/engine/seat/bot.ts) does the rest: it asks, decides what counts as an answer, counts steps and passes
on prints. Nothing in this Python leads to it. The functions below return text to their caller, so a bot that calls them
itself learns nothing new. Prints leave through descriptors 1 and 2, drawing marks and profiles through a device of
their own, and a program waits for its questions on a socket.

This module also imports all that should be in the snapshot of a worker's memory, from which every later worker starts.
"""

from __future__ import annotations

import io
import json
import os
import sys
import types
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from sandlot import bots, draw, limits, messages
from sandlot.files import bundle  # noqa: F401 - JavaScript calls it
from sandlot.game import derive
from sandlot.games import GAMES
from sandlot.packages import header, modules  # noqa: F401 - JavaScript calls header
from sandlot.seat import fence, profiler
from sandlot.seat.channel import Reply
from sandlot.seat.crash import Exit, Stopped, raised_here
from sandlot.seat.load import load
from sandlot.seat.module import Module, write_reply
from sandlot.seat.program import crash_of, run_program
from sandlot.seat.stop import Stop, StoppableOutput
from sandlot.seat.streams import behave_like_a_judge, leave_question, use_streams

# What bots import most. Other imports count against the bot's own import budget.
COMMON = (
    "array bisect collections copy dataclasses datetime enum functools heapq itertools json math "
    "operator queue random re string textwrap time traceback types typing"
)

LONGEST_NEWS = 4096
"""Most bytes of the text that says how many milliseconds are left, how many questions were asked, and how long every
player took."""

STOP = Stop()

Read: TypeAlias = tuple[str, Callable[..., str] | None, Callable[[str], str] | None]


class _OutOfInput(Stopped):
    """Raised in a program that reads input that is not there yet, where it cannot wait."""


class _Stdin(io.RawIOBase):
    """Standard input of a program: bytes from a socket whose other end is JavaScript's."""

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
            STOP.now(_OutOfInput())


class _Watched(StoppableOutput):
    """Standard output of a program whose lines are counted. It reports the counts before each print, because that print
    may be the answer.
    """

    watch: _Watch

    def write(self, data: Any) -> int:
        self.watch.profiler.tell()
        return super().write(data)


class _Watch:
    """Counts the lines of a bot's file while one question is open, for Ask again. `asked` gives the number of the
    question, from 1.
    """

    def __init__(self, profiler: profiler.Profiler, turn: int, asked: Callable[[], int]) -> None:
        self.profiler, self.turn, self.asked = profiler, turn, asked

    def look(self) -> None:
        """Check whether a new question has come."""
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
        """Let a program read its input."""
        count = receive(buffer)
        self.look()
        return count

    def stdout(self) -> StoppableOutput:
        """Return the raw stream below a program's standard output."""
        raw = _Watched(1, "w", closefd=False)
        raw.watch = self
        return raw


def open_seat(socket: int, device: int) -> tuple[Callable[..., Read], list[tuple[str, int]], list[int]]:
    """Close this Python to JavaScript. Return the function that reads a bot's file, and what is left to be closed, see
    `fence.close`. `socket` is the descriptor of a program's input. `device` is the descriptor that takes marks and
    profiles, and gives the time left and the number of the question.
    """
    import _socket  # not at the top: only this worker's Python can make a socket of any descriptor

    names, closed = fence.close()
    behave_like_a_judge(lambda status: STOP.now(raised_here(Exit(status))))
    receive = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM, 0, socket).recv_into
    read, write = os.read, os.write

    def news() -> list[str]:
        return read(device, LONGEST_NEWS).decode().split(" ")

    def times() -> list[float | None]:
        return [float(each) if each else None for each in news()[2:]]

    draw.attach(lambda mark: write(device, b"m" + mark.encode()), lambda text: write(2, text.encode()))
    limits.attach(lambda: float(left) if (left := news()[0]) else None, times)

    def read_bot(source: str, filename: str, setup: str, seed: int, profile: int, late: bool, folder: str = "") -> Read:
        """Read a file without running it. Return "module" and the functions that start and ask it, or "program" and the
        function that runs it, or the reply if the file is no bot. `profile`: the number of the question, from 1, during
        which the lines of the file are counted; 0: none. `late`: it took too long to answer that question. `folder`:
        where the other files of the bot are, if any.
        """
        bot = load(source, filename, setup, seed, folder)
        if isinstance(bot, dict):
            return write_reply(bot), None, None
        limits.seated(json.loads(setup).get("player", 0))
        watch: _Watch | None = None
        if profile:
            counter = profiler.Profiler(filename, lambda lines: write(device, b"p" + lines.encode()), late=late)
            watch = _Watch(counter, profile, lambda: int(news()[1]))
        if isinstance(bot, Module):
            _use_descriptors(bot.stdin(), None)
            ask = partial(watch.ask, bot) if watch else bot.ask
            return "module", lambda: _called(bot, bot.start), lambda text: _called(bot, lambda: ask(text))
        reads = partial(watch.receive, receive) if watch else receive
        program = _Code(bot, filename, folder)
        return "program", lambda run, text=None: _run(program, derive(seed, run), text, reads, watch), None

    return read_bot, list(names.items()), closed


class _Code(NamedTuple):
    """A program that has been read."""

    code: types.CodeType
    filename: str
    folder: str


def _run(program: _Code, seed: int, question: str | None, receive: Callable[[Any], int], watch: _Watch | None) -> str:
    """Run a program. Return "" if it ended well, "more" if it wants input that is not there yet, or the reply if it
    failed. `question`: what it may look for in a file or among its arguments.
    """
    if question is not None:
        leave_question(question)
    _use_descriptors(io.BufferedReader(_Stdin(receive)), watch)
    if watch:
        watch.look()
    code, filename, folder = program
    STOP.begin()
    error = run_program(code, filename, seed, folder, [] if question is None else [question])
    error = STOP.end() or error
    if watch:
        watch.profiler.end()
    if isinstance(error, _OutOfInput):
        return "more"
    crash = crash_of(error, filename, folder)
    return write_reply(crash) if crash else ""


def _called(bot: Module, call: Callable[[], Reply]) -> str:
    """Return the reply of a module; a crash if it has called `os._exit` meanwhile, whatever it did after that."""
    STOP.begin()
    reply = call()
    stopped = STOP.end()
    return write_reply(bot.crashed(stopped) if stopped else reply)


def _use_descriptors(stdin: Any, watch: _Watch | None) -> None:
    """Make prints leave Python at once by descriptors 1 and 2, as in a process."""
    out = watch.stdout() if watch else StoppableOutput(1, "w", closefd=False)
    err = StoppableOutput(2, "w", closefd=False)
    STOP.use(out, err)
    use_streams(stdin, out, err)


def notice_calls() -> None:
    """Where steps are counted, make every call count, built-in functions included. By itself the interpreter counts a
    call of, say, `len` only the first few times, before it specialises the call. No other code may change this.
    """
    tools: Any = sys.monitoring  # type: ignore[attr-defined]
    tools.use_tool_id(tools.DEBUGGER_ID, "sandlot")
    tools.set_events(tools.DEBUGGER_ID, tools.events.CALL)
    del sys.monitoring  # type: ignore[attr-defined]
    sys.modules.pop("sys.monitoring", None)
    profiler.forget()
    STOP.forget()


def warm_up() -> None:
    """Load what every worker needs: common modules, sentences and house bots. A snapshot holds no files."""
    for name in COMMON.split():
        __import__(name)
    modules.known()
    for game in GAMES.values():
        for bot in (*game.house, bots.STARTER):
            bots.source(game.name, bot)
    # The page renders messages itself; a worker renders in the first language. Games have brought their sentences.
    messages.catalog(messages.LANGUAGES[0])
