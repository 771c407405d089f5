"""A seat in a process of its own: it holds the conversation between a bot and its driver.

The driver calls `Seat.start` once and then `Seat.ask` for every turn. Replies go out through a `Channel`, because a
program is still in the middle of its own code when it answers. In the page JavaScript holds this conversation, out of
the bot's reach: see `in_worker`.
"""

from __future__ import annotations

import io
import json
import types
from collections.abc import Sequence
from typing import NoReturn

from sandlot import draw, limits
from sandlot.game import derive
from sandlot.seat.channel import Channel, Reply
from sandlot.seat.crash import Exit, Stopped, raised_here
from sandlot.seat.imports import LOADED_FIRST
from sandlot.seat.load import load
from sandlot.seat.module import MOST_ENDS, Module, write_reply
from sandlot.seat.profiler import Profiler
from sandlot.seat.program import crash_of, run_program
from sandlot.seat.streams import Stdin, Tap, behave_like_a_judge, leave_question, process_id, use_streams
from sandlot.wire import KEEP_RUNNING, OUTPUT_LIMIT, REPLY_LIMIT, why_ended


class _TooLong(Stopped):
    """Raised in a program whose answer has grown too long to be an answer."""


class Seat:
    """A seat with a bot in it, in a process of its own."""

    def __init__(self, channel: Channel, loaded_first: frozenset[str] = LOADED_FIRST) -> None:
        behave_like_a_judge(self.left)
        self.channel, self.loaded_first = channel, loaded_first
        self.bot: Module | Program | None = None
        self.room = OUTPUT_LIMIT
        self.cut = 0
        self.marks = 0
        self.profiler: Profiler | None = None
        self.until_profile = 0
        """How many questions there are until the one whose lines are counted."""

    def start(
        self,
        source: str,
        filename: str,
        setup: str,
        seed: int,
        framing: str,
        profile: int = 0,
        budget: float | None = None,
        folder: str = "",
        runs: int = 1,
    ) -> None:
        """Compile the file and run it up to its first question; the reply names its form.

        `setup` is the argument of a module's ``start``. `seed` makes its randomness repeatable. `framing` says when a
        program's answer is complete: after a "line", at Botzone's "marker", or - "turn" - after a line or at the end of
        a run that is made for one turn. `profile`: the number of the question, from 1, during which the lines of the
        file are counted; 0: none. `budget`: the milliseconds that the start may take, which the bot can read in
        `limits`; None: no limit. `folder`: where the files of a bot of several files are; it runs there, and its
        modules are found first. `runs`: the number of this run of a program, if earlier ones have ended their process.
        """
        if profile:
            self.profiler = Profiler(filename, lambda lines: self.channel.emit("profile", lines))
            self.until_profile = profile + 1
        self.begin(budget)
        limits.seated(json.loads(setup).get("player", 0))
        bot = load(source, filename, setup, seed, folder, self.loaded_first)
        if isinstance(bot, dict):
            self.finish(bot)
        elif isinstance(bot, Module):
            self.bot = bot
            use_streams(bot.stdin(), self.tap(1, "out"), self.tap(2, "err"))
            self.finish_module(bot, bot.start())
        else:
            self.bot = Program(self, bot, filename, seed, framing, folder, runs)
            self.bot.start()

    def ask(self, text: str, fresh: bool, budget: float | None = None, took: Sequence[float | None] = ()) -> None:
        """Put one question to the bot, with `budget` milliseconds to answer. The reply may come long before this
        returns, because a program runs on after its answer. `took`: the times of the players' last moves.
        """
        assert self.bot is not None
        self.begin(budget, took)
        if isinstance(self.bot, Module):
            self.finish_module(self.bot, self.bot.ask(text))
        else:
            self.bot.ask(text, fresh)

    def left(self, status: int) -> NoReturn:
        """End a bot that calls `os._exit`: what it wrote before counts, and nothing after."""
        error = raised_here(Exit(status))
        self.channel.emit("left", "")
        if isinstance(self.bot, Program):
            self.bot.left(error)
        elif self.bot:
            self.finish(self.bot.crashed(error))
        self.channel.leave(status)

    # Shared by both forms

    def begin(self, budget: float | None, took: Sequence[float | None] = ()) -> None:
        """Begin a new question, with a full output allowance and its budget of time."""
        limits.asked(budget, took)
        self.room, self.cut, self.marks = OUTPUT_LIMIT, 0, 0
        draw.attach(self.drawn, lambda text: self.printed("err", text))
        self.until_profile -= 1
        if self.profiler and self.until_profile == 0:
            self.profiler.begin()

    def printed(self, stream: str, text: str) -> None:
        """Pass on what the bot printed, up to this turn's limit."""
        if self.room > 0:
            self.channel.emit(stream, text[: self.room])
        self.cut += max(0, len(text) - max(self.room, 0))
        self.room -= len(text)

    def tap(self, number: int, stream: str) -> io.RawIOBase:
        """Return the raw stream below standard output (1) or standard error (2), whose text goes to this stream."""
        return Tap(number, lambda text: self.printed(stream, text))

    def drawn(self, mark: str) -> None:
        """Pass on a drawing mark, up to this turn's limit."""
        self.marks += 1
        if self.marks <= draw.MOST_MARKS:
            self.channel.emit("draw", mark)
        elif self.marks == draw.MOST_MARKS + 1:
            raise draw.Full

    def finish_module(self, bot: Module, reply: Reply) -> None:
        """Send a module's reply, unless this is a process that the bot has forked."""
        self.channel.ended(bot.error)
        self.finish(reply)

    def finish(self, reply: Reply) -> None:
        """Send the one reply to the open question."""
        if self.profiler:
            self.profiler.end()
        if self.cut:
            self.channel.emit("cut", str(self.cut))
        self.channel.send(write_reply(reply))


class Program:
    """A bot that reads standard input and prints, in a process of its own.

    At the start it runs up to its first read. After that each question either feeds the running program or starts it
    anew.

    `phase`: "start" until the first question; "asked" while one is open; "answered" while the program runs on after its
    answer; "over" when it has ended.
    """

    def __init__(
        self, seat: Seat, code: types.CodeType, filename: str, seed: int, framing: str, folder: str, runs: int
    ) -> None:
        self.seat, self.code, self.filename, self.seed, self.framing = seat, code, filename, seed, framing
        self.folder = folder
        self.question = ""
        """The last question."""
        self.phase = "start"
        self.runs = runs
        self.questions = 0
        """How many questions this run has had."""
        self.input = b""
        """The part of the input that the program has not read yet."""
        self.printed = ""
        """What it has printed that was not taken as an answer yet."""
        self.early = ""
        """What it printed before it ended without reading its first question."""
        self.failure: Reply | None = None
        self.ends_met = 0
        """How often it has read at the end of its input, since the last question."""
        self.is_left = False
        """Whether this run has ended in the middle of the bot's code; nothing of it counts any more."""
        self.home = process_id()

    def start(self) -> None:
        """Run the program now, or when it is asked for the first time."""
        if self.framing == "turn" or self.runs > 1:
            # Run it at the first question: it may read the question from a file, which is not there yet.
            self.seat.finish({"reply": "program"})
        else:
            self._run()

    def ask(self, text: str, fresh: bool) -> None:
        """Put a question to a program that is not waiting in a read: run it, or report that it has ended."""
        over = self.phase == "over"
        if over and self.failure:
            self.seat.finish(self.failure)
        elif over and self.early:
            self._answer_and_end(self.early)
            self.early = ""
        elif over and not fresh and self.framing != "turn":
            why = why_ended(self.framing) if self.questions else "fault.no_input"
            self.seat.finish({"fault": "crash", "why": [why, {}]})
        else:
            if over or fresh:
                self.questions, self.input = 0, b""
                self.runs += 1
            self._take(text)
            self._run()

    # Running

    def _run(self) -> None:
        self.printed, self.is_left = "", False
        use_streams(io.BufferedReader(Stdin(self._read)), Tap(1, self._print), self.seat.tap(2, "err"))
        error = run_program(self.code, self.filename, derive(self.seed, self.runs), self.folder, self._arguments())
        self.seat.channel.ended(error)
        if not self.is_left:
            self._ended(error)

    def _arguments(self) -> list[str]:
        """Return the question as an argument too, for programs whose platform passes it this way."""
        return [self.question] if self.framing == "turn" else []

    def left(self, error: Stopped) -> None:
        """End this run here and now, wherever in the bot's code this is."""
        if not self.is_left:
            self.is_left = True
            self._ended(error)

    def _ended(self, error: BaseException | None) -> None:
        crash = crash_of(error, self.filename, self.folder)
        if isinstance(error, _TooLong):
            self._fail({"fault": "invalid", "why": ["fault.too_long", {"limit": REPLY_LIMIT}]})
        elif crash:
            if self.ends_met and self.framing == "marker" and self.printed.strip():
                crash.setdefault("why", ["fault.no_marker", {}])
            self._fail(crash)
        elif self.phase == "asked":
            self._answer_and_end(self.printed)
        elif self.phase == "start":
            self.early = self.printed
            self.seat.finish({"reply": "program"})
        self.phase = "over"

    def _answer_and_end(self, answer: str) -> None:
        self._reply(answer, running=False)
        self.phase = "over"

    def _fail(self, failure: Reply) -> None:
        if self.phase == "answered":
            # Where each turn has a run of its own, this run has answered its only question.
            self.failure = None if self.framing == "turn" else failure
        else:
            self.seat.finish(failure)
        self.phase = "over"

    # Questions and answers

    def _take(self, text: str) -> None:
        """Accept a question."""
        self.question = text
        question = text.encode() + (b"" if text.endswith("\n") else b"\n")
        if self.framing == "turn":
            leave_question(text)
        self.questions += 1
        self.ends_met = 0
        self.input += question
        self.phase = "asked"

    def _reply(self, answer: str, running: bool) -> None:
        self.phase = "answered"
        if answer.strip():
            self.seat.finish({"reply": answer, "running": running})
        else:
            self.seat.finish({"fault": "invalid", "why": ["fault.no_answer", {}]})

    def _read(self) -> bytes:
        """Return more input for the program: what is left of it, or the next question once the last one is answered, or
        b"" at the end.
        """
        if not self.input:
            if self.phase == "asked" and (self.framing == "turn" or (self.framing == "marker" and self.questions == 1)):
                self.ends_met += 1
                if self.ends_met == MOST_ENDS:
                    self._fail({"fault": "timeout", "why": ["fault.reads_on", {}]})
                return b""
            if self.phase == "start":
                self.seat.finish({"reply": "program"})
            elif self.phase == "asked":
                self._fail({"fault": "timeout", "why": ["fault.waits", {}]})
            text, budget, took = self.seat.channel.receive()
            self.seat.begin(budget, took)
            self._take(text)
            self._look_for_answer()
        data, self.input = self.input, b""
        return data

    def _print(self, text: str) -> None:
        """Collect what is printed, and send an answer as soon as it is complete. A process that the bot has forked
        sends none.
        """
        if process_id() != self.home:
            self.seat.printed("err", text)
            return
        if self.is_left:
            return
        self.printed += text
        self.seat.printed("answer", text)
        if len(self.printed) > REPLY_LIMIT:
            self.left(too_long := _TooLong())
            raise too_long
        if "\n" in text:
            self._look_for_answer()

    def _look_for_answer(self) -> None:
        while self.phase == "asked" and (found := self._first_answer()):
            answer, self.printed = found
            self._reply(answer, running=True)

    def _first_answer(self) -> tuple[str, str] | None:
        """Return the first complete answer in what was printed, and the rest; None if there is none yet."""
        *lines, rest = self.printed.split("\n")
        for number, line in enumerate(lines):
            if self.framing == "marker" and line.strip() == KEEP_RUNNING:
                return "\n".join(lines[:number]), "\n".join([*lines[number + 1 :], rest])
            if self.framing != "marker" and line.strip():
                return line, "\n".join([*lines[number + 1 :], rest])
        return None
