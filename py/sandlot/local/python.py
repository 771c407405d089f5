"""A bot in Python in an interpreter of its own: the driver's end of the channel to `seat_process.main`."""

from __future__ import annotations

import json
import os
import tempfile
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.draw import LONGEST_MARK, MOST_MARKS, Mark, read_marks
from sandlot.files.bot import Bot
from sandlot.files.bundle import lay_out
from sandlot.files.texts import encode
from sandlot.local.abort import MatchAborted
from sandlot.local.process_seat import (
    CLOSED_GRACE,
    ChannelSeat,
    Waiting,
    has_ended,
    not_started,
    take_errors,
    trace_of,
    wait_for_end,
    waits_alone_now,
)
from sandlot.match.parts import Request, Response
from sandlot.match.seat_replies import Printed, read_reply
from sandlot.messages import message
from sandlot.processes.forked import Forked, ForkServer
from sandlot.processes.groups import Group
from sandlot.processes.process import Process
from sandlot.sandbox.folders import clone, remove
from sandlot.sandbox.kinds import NO_SANDBOX, SEAT_FILE, SEAT_WORK, Bubblewrap, Sandbox
from sandlot.sandbox.launch import environment, python
from sandlot.sandbox.paths import of_python
from sandlot.timing.stopwatch import Stopwatch

BOOT_LIMIT = 60_000
REPLY = "="
"""The prefix of a line that is a reply; `seat_replies` reads the rest."""
LINE_LIMIT = 16 * 2**20
_string = json.encoder.encode_basestring_ascii
LINE = Bounds(characters=LINE_LIMIT, values=10, depth=3)


class Python(ChannelSeat[Process | Forked]):
    """A bot in Python, in an interpreter of its own."""

    def __init__(
        self,
        bot: Bot,
        seed: int,
        memory: int | None,
        fork_server: ForkServer,
        sandbox: Sandbox = NO_SANDBOX,
        group: Group | None = None,
    ) -> None:
        super().__init__(sandbox, group)
        self.bot, self.seed, self.memory, self.fork_server = bot, seed, memory, fork_server
        self.home = ""
        """The folder with all files of a bot of several files; "" for other bots."""
        self.is_module = False
        self.is_forked = False
        """Whether the fork server starts the bot's process."""
        self.filename = ""
        """The path of the bot's file, as the bot sees it."""
        self.framing = ""
        self.first: dict[str, Any] = {}
        """The first message to the seat's process: see `seat_process.main`."""
        self.runs = 1
        self.questions = 0
        """How many questions the present process has had."""
        self.is_leaving = False
        """Whether the bot ends its process by itself, after an answer."""

    @property
    def folders(self) -> list[str]:
        """The folders in which this bot may write, and no other bot."""
        return [*super().folders, *filter(None, [self.home])]

    def choose_folder(self, framing: str) -> None:
        """Choose a folder to run in."""
        self.framing = framing
        self.is_forked = self.fork_server.forks_for(self.group, self.bot.kind != "house")
        if self.sandbox.isolates and not self._has_own_folders:
            self.work = "" if self.bot.files else tempfile.mkdtemp(prefix="sandlot-")

    def start(self, request: Request) -> Waiting[Response]:
        """Start the interpreter, in time that is not charged to the bot, and then the bot."""
        try:
            start = self._place()
        except OSError as error:
            return not_started(error)
        self.first["start"] = {
            **start,
            "setup": request.text,
            "seed": self.seed,
            "framing": request.framing,
            "budget": request.budget,
        }
        answer = yield from self._begin(request)
        self.is_module = answer.reply == "module"
        if request.framing == "turn" and answer.reply == "program" and not self.sandbox.isolates and not self.home:
            # The program has not run yet. Its seat will write the question to ``input.txt`` there.
            self.folder = clone()
            self._go_to_folder()
        return answer

    @property
    def _has_own_folders(self) -> bool:
        """Whether its seat has folders that nobody else can see, and writes the files itself."""
        return self.is_forked and isinstance(self.sandbox, Bubblewrap)

    def _place(self) -> dict[str, str]:
        """Choose where the bot's files are, and write those that have to be on the disk. Return what the seat needs to
        load the bot: its source, its path and its folder. Raise `OSError` if that fails.
        """
        written: dict[str, str] = {}
        place: dict[str, Any] = {"folder": None, "memory": None, "confined": None}
        if self._has_own_folders:
            main, folder = (self.bot.path, SEAT_WORK) if self.bot.files else (Path(self.bot.path).name, "")
            files = self.bot.files or {main: encode(self.bot.source)}
            self.filename = str(Path(folder or SEAT_FILE, main))
            written = {str(Path(folder or SEAT_FILE, name)): b64encode(files[name]).decode() for name in files}
            place |= {"folder": SEAT_WORK, "memory": self.memory}
        else:
            if self.bot.files:
                self.home = tempfile.mkdtemp(prefix="sandlot-")
                lay_out(self.bot.files, Path(self.home))
            if self.is_forked:
                folder = self.home or self.work or str(Path.cwd())
                confined = self.sandbox.confined(of_python(folder, self.bot.path))
                place |= {"folder": folder, "memory": self.memory, "confined": confined}
            folder = self.home
            self.filename = os.path.join(folder, self.bot.path)  # noqa: PTH118 - as it is typed where there is no home
        self.first = {"files": written, "place": place}
        return {"source": self.bot.source, "filename": self.filename, "folder": folder}

    def _begin(self, request: Request) -> Waiting[Response]:
        """Start an interpreter and the bot in it."""
        try:
            # No line of the bot has run in a seat of the fork server yet.
            self.process = self.fork_server.take(self.group) if self.is_forked else self._start_in_sandbox()
        except OSError as error:
            return not_started(error)
        self.questions, self.is_leaving = 0, False
        # The message waits in the pipe. The bot's time begins when the interpreter says that it is ready.
        self.process.write(_line_of(self.first))
        boot = Stopwatch(BOOT_LIMIT)
        said = yield from self.next_message(boot, _read_line, LINE_LIMIT)
        if said and "fails" in said:
            raise MatchAborted(
                message("void.machine", why=f"{os.strerror(said['fails'])} {said['where'] or ''}".strip())
            )
        if said != {"ready": True}:
            return (yield from self._died(boot))
        return (yield from self._exchange(b"", request))

    def _begin_anew(self, request: Request) -> Waiting[Response]:
        """Start a new run of a program whose last one has ended its process, and put the question to it."""
        self.end_process()
        self.runs += 1
        self.first = {**self.first, "start": {**self.first["start"], "runs": self.runs}}
        answer = yield from self._begin(request)
        if answer.fault:
            return answer
        self._go_to_folder()
        return (yield from self._ask(request))

    def _go_to_folder(self) -> None:
        if self.process and self.folder:
            self.process.write(_line_of({"folder": self.folder.path}))

    def _start_in_sandbox(self) -> Process:
        """Start an interpreter within the sandbox."""
        game = json.loads(self.first["start"]["setup"])["game"]
        command = python("sandlot.seat_process.main", "game", game)
        cwd = self.home or self.work
        paths = of_python(cwd, self.bot.path)
        sandboxed: dict[str, Any] = {"sandbox": self.sandbox, "paths": paths, "group": self.group}
        return Process(command, self.mark, cwd=cwd, env=environment(None), memory=self.memory, **sandboxed)

    def move(self, request: Request) -> Waiting[Response]:
        """Put a question, to a new process if the last one has ended and the protocol allows that."""
        starts_anew = not self.is_module and (request.fresh or self.framing == "turn")
        if starts_anew and self.process and (self.is_leaving or has_ended(self.process)):
            return (yield from self._begin_anew(request))
        has_answered = self.questions > 0
        answer = yield from self._ask(request)
        has_crashed = answer.fault == "crash" and answer.output == () and self.process and self.process.over
        if starts_anew and has_answered and has_crashed:
            # The process was already ending when the question came.
            return (yield from self._begin_anew(request))
        return answer

    def _ask(self, request: Request) -> Waiting[Response]:
        self.questions += 1
        return (yield from self._exchange(_question(request), request))

    def tell(self, text: str) -> None:
        """Send a program a message that needs no answer."""
        if self.process:
            self.process.write(_line_of({"ask": text, "fresh": False, "budget": None, "took": ()}))

    def gone(self) -> bool:
        """Whether there is nothing to wait for at the end of a match: a module gets no farewell and does nothing."""
        return self.is_module or super().gone()

    def close(self) -> None:
        """End the process."""
        self.end_process()
        if self.home or self.folder:
            # By now nothing writes into it any more.
            self.fork_server.wait()
        self.clean_up()
        if self.home:
            remove(self.home)

    def _exchange(self, question: bytes, request: Request) -> Waiting[Response]:
        """Send a question and wait for the answer. An empty question is not sent: it was in an earlier message."""
        if self.process is None:
            return Response(fault="crash", why=message("fault.ended"))
        watch = Stopwatch(request.budget, self.process.bot)
        self.printed, self.marks = Printed(), []
        if question:
            self.process.write(question)
        while (said := (yield from self.next_message(watch, _read_line, LINE_LIMIT))) is not None:
            match said:
                case {"reply": reply}:
                    return self._answer(reply, watch)
                case {"emit": ["draw", str(mark)]}:
                    if len(self.marks) < MOST_MARKS and len(mark) <= LONGEST_MARK:
                        self.marks.append(mark)
                case {"emit": ["left", _]}:
                    self.is_leaving = True
                case {"emit": [stream, text]}:
                    self.printed.add(stream, text)
        return (yield from self._died(watch))

    def _answer(self, reply: object, watch: Stopwatch) -> Response:
        answer = read_reply(reply)
        self.waits_alone = waits_alone_now(self.process)
        trace = answer.trace and (answer.trace if self.bot.files else _without_folder(answer.trace, self.filename))
        # All that was printed before the reply has arrived with it or earlier.
        output, drawings = self._take_output(answer.fault is None)
        milliseconds = round(watch.settle(), 2)
        return replace(answer, milliseconds=milliseconds, output=output, trace=trace, drawings=drawings)

    def _died(self, watch: Stopwatch) -> Waiting[Response]:
        process, milliseconds = self.process, round(watch.measure(), 2)
        assert process is not None
        if process.closed and not process.over:
            yield from wait_for_end(process, CLOSED_GRACE)
        answer: dict[str, Any] = {"fault": "timeout"}
        if self.flooded:
            answer = {"fault": "invalid", "why": message("fault.too_long", limit=LINE_LIMIT)}
        elif process.over or process.closed:
            answer = {"fault": "crash", "trace": trace_of(process)}
        process.wait(0)
        output, drawings = self._take_output(False)
        return Response(milliseconds=milliseconds, output=output, drawings=drawings, **answer)

    def _take_output(self, answered: bool) -> tuple[tuple[tuple[str, str], ...], tuple[Mark, ...]]:
        """Return what was printed, including output that bypassed Python's streams, and the marks that were drawn."""
        assert self.process is not None
        if self.process.errors or self.process.dropped:
            take_errors(self.process, self.printed)
        return self.printed.shown(answered), read_marks(self.marks)


def _without_folder(trace: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return a trace with the file's name only: a replay need not reveal the folder."""
    return {**trace, "traceback": trace["traceback"].replace(path, Path(path).name)}


def _line_of(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content).encode() + b"\n"


def _question(request: Request) -> bytes:
    # Most of it is one string, which this function writes faster than `json.dumps`.
    rest = json.dumps({"fresh": request.fresh, "budget": request.budget, "took": request.took})
    return f'{{"ask":{_string(request.text)},{rest[1:]}\n'.encode()


def _read_line(line: bytes | bytearray) -> dict[str, Any] | None:
    """Parse a line of the channel; None for a line that the bot has written itself."""
    text = line.decode(errors="replace")
    if text.startswith(REPLY):
        return {"reply": text[1:]}
    try:
        said = read_json(text, LINE)
    except ValueError:
        return None
    return said if isinstance(said, dict) else None
