"""A program of any kind in a seat: it speaks the game's original protocol; see `stage` for the ways it may run."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandlot.local.process_seat import (
    CLOSED_GRACE,
    END_LOOK,
    ProcessSeat,
    Waiting,
    crash,
    has_ended,
    not_started,
    take_errors,
    trace_of,
    waits_alone_now,
)
from sandlot.match.parts import Request, Response
from sandlot.match.seat_replies import Printed
from sandlot.messages import Message, message
from sandlot.processes.groups import Group
from sandlot.processes.process import Process
from sandlot.sandbox.folders import clone, empty, here
from sandlot.sandbox.kinds import NO_SANDBOX, Sandbox
from sandlot.sandbox.paths import SandboxPaths, absolute, of_program
from sandlot.timing.stopwatch import Stopwatch
from sandlot.wire import KEEP_RUNNING, OUTPUT_LIMIT, REPLY_LIMIT, why_ended

JAVA_MEMORY_ERROR = re.compile(
    r"\[[\d.]+s\]\[(warning|error)\]|Error occurred during initialization of VM|Could not (reserve|allocate) "
    r"|.*insufficient memory for the Java Runtime|.*OutOfMemoryError|Failed to allocate "
)
"""Lines that Java itself prints on standard output if it does not get the memory that it needs."""
INPUT = "{input}"
"""The placeholder for the request in a command."""
FIRST_LOOK, LONGEST_LOOK = 2, 40
"""Milliseconds between two checks whether a program waits for input: at first, and at most."""


class Command(ProcessSeat[Process]):
    """A program that speaks the game's original protocol; see the top of `stage` for the ways it may run."""

    def __init__(
        self, line: Sequence[str], memory: int | None, sandbox: Sandbox = NO_SANDBOX, group: Group | None = None
    ) -> None:
        super().__init__(sandbox, group)
        self.typed = self.line = line
        self.memory = memory
        self.framing = ""
        self.questions = 0
        """How many requests the present run has got."""
        self.takes_argument = any(INPUT in part for part in line)
        self.has_answered = False
        self.reads_to_the_end = False
        """Whether the program was observed to read until the end of its input before it answers."""
        self.look = Stopwatch(None)
        self.pause: float = FIRST_LOOK
        self.waiting_since: float | None = None

    def choose_folder(self, framing: str) -> None:
        """Choose a folder to run in."""
        self.framing = framing
        if self.sandbox.isolates:
            self.work = "" if framing == "turn" else tempfile.mkdtemp(prefix="sandlot-")
            self.folder = empty() if framing == "turn" else None
            # Relative paths are made absolute, because the program runs in another folder.
            self.line = absolute(self.typed, self.work or (self.folder.path if self.folder else None) or "")
        elif framing == "turn":
            try:
                self.folder = here()
            except OSError:
                self.folder = clone()

    def start(self, request: Request) -> Waiting[Response]:
        """Start the program. With the framing "turn" only check that it exists: it is started with its first request,
        which it may read from a file or from its arguments.
        """
        yield from ()
        watch = Stopwatch(request.budget)
        if self.framing == "turn":
            if shutil.which(self.line[0]) is None:
                return crash(f"no program {self.line[0]}")
            return Response("program")
        return self._launch() or Response("program", round(watch.measure(), 2))

    def move(self, request: Request) -> Waiting[Response]:
        """Send a request to the running program, or to a new run of it."""
        if self.folder:
            self.folder.put(request.text)
        if self._starts_anew(request):
            fault = self._launch(request.text) if request.fresh or self.framing == "turn" else None
            if fault:
                return fault
            # Other programs of this turn are started now, too, before any clock runs.
            yield 0.0
        watch = Stopwatch(request.budget, lambda: self.process.bot() if self.process else None)
        answer = yield from self._ask(request, watch)
        if self.framing == "turn" and self.questions > 1 and answer.why and answer.why.id == "fault.ended":
            # The program was already about to end when the request came.
            answer = self._launch(request.text) or (yield from self._ask(request, watch))
        return answer

    def tell(self, text: str) -> None:
        """Send the program a message without waiting for a reply."""
        if self.process:
            self.process.write(text.encode())

    def _starts_anew(self, request: Request) -> bool:
        if request.fresh or self.process is None:
            return True
        return self.framing == "turn" and (self.takes_argument or has_ended(self.process))

    def _launch(self, question: str = "") -> Response | None:
        """Start a new run of the program for this request; return the answer if that fails."""
        self.end_process()
        self.questions = 0
        command, cwd, paths = list(self.line), self.work or None, SandboxPaths(self.work)
        if self.folder:
            command, cwd = self.folder.command(command), self.folder.path
            command = [part.replace(INPUT, question) for part in command]
        if self.sandbox.isolates:
            paths = of_program(cwd or "", self.typed, [self.folder.file] if self.folder else [])
        limits: dict[str, Any] = {"memory": self.memory, "most_errors": OUTPUT_LIMIT, "group": self.group}
        try:
            self.process = Process(command, self.mark, cwd=cwd, sandbox=self.sandbox, paths=paths, **limits)
        except (OSError, ValueError) as error:
            return not_started(error)
        return None

    def _ask(self, request: Request, watch: Stopwatch) -> Waiting[Response]:
        process = self.process
        if process is None:
            return Response(fault="crash", why=message("fault.ended"))
        self.questions += 1
        self.look, self.pause, self.waiting_since = Stopwatch(None), FIRST_LOOK, None
        process.write(request.text.encode() + (b"" if request.text.endswith("\n") else b"\n"))
        if self.reads_to_the_end and self._is_first_question:
            process.end_input()
        closed: Stopwatch | None = None
        seen = -1
        while True:
            if len(process.heard) != seen:
                seen = len(process.heard)
                found = self._take_answer(process)
                if found is not None:
                    return self._answered(process, watch, found, not process.input_ended)
            if process.over:
                return self._ended(process, watch)
            if seen > REPLY_LIMIT:
                why = message("fault.too_long", limit=REPLY_LIMIT)
                return self._failed(process, watch, fault="invalid", why=why)
            if process.closed:
                closed = closed or Stopwatch(CLOSED_GRACE)
                if closed.over or watch.over:
                    return self._ended(process, watch)
            elif watch.over:
                # If the program waits for input, its answer may be unflushed, in a buffer where we cannot see it.
                kept = message("fault.unflushed") if process.waits_for_input() else None
                return self._failed(process, watch, fault="timeout", why=kept)
            else:
                self._perhaps_end_input(process, watch)
            pause = self.pause / 1000 if self._may_end_input(process) else END_LOOK if process.closed else watch.step
            watch.measure((yield min(watch.step, pause)))

    # Answers

    def _take_answer(self, process: Process) -> str | None:
        """Remove the first complete answer from the output and return it; None if there is none yet."""
        start = 0
        while (end := process.heard.find(b"\n", start)) >= 0:
            line = process.heard[start:end].decode(errors="replace").strip()
            if self.memory is not None and JAVA_MEMORY_ERROR.match(line):
                # Java prints its own errors on standard output. They stay there: `_why_ended` needs them.
                start = end + 1
                continue
            if self.framing == "marker" and line == KEEP_RUNNING:
                return _take(process, start, end)
            if self.framing != "marker" and line:
                return _take(process, end, end)
            start = end + 1
        return None

    def _answered(self, process: Process, watch: Stopwatch, text: str, running: bool) -> Response:
        milliseconds = round(watch.settle(), 2)
        if not text.strip():
            return self._failed(process, watch, fault="invalid", why=message("fault.no_answer"))
        process.wait(0)
        self.has_answered = True
        self.waits_alone = running and waits_alone_now(process)
        output = Printed()
        take_errors(process, output)
        return Response(text, milliseconds, running=running, output=output.shown(True))

    def _ended(self, process: Process, watch: Stopwatch) -> Response:
        """Handle a program that has ended: if its exit status is 0, all its output is its answer."""
        if process.status:
            no_machine = self._why_ended(process)
            return self._failed(process, watch, fault="crash", why=no_machine, trace=trace_of(process))
        text = process.heard.decode(errors="replace")
        if text.strip() and (process.over or self.framing != "line"):
            process.heard.clear()
            answer = self._answered(process, watch, text, False)
            self.end_process()
            return answer
        if not process.over:
            return self._failed(process, watch, fault="crash", why=message("fault.closed"))
        if self._is_first_question:
            return self._failed(process, watch, fault="invalid", why=message("fault.no_answer"))
        return self._failed(process, watch, fault="crash", why=message(why_ended(self.framing)))

    def _why_ended(self, process: Process) -> Message | None:
        """Return why a program ended before its first answer: it did not print the marker for keeping it running, or
        Java could not start within the memory limit. None: the reason is unknown.
        """
        if self.framing == "marker" and process.input_ended and not self.has_answered and process.heard.strip():
            return message("fault.no_marker")
        if self.memory is None or self.has_answered:
            return None
        said = (process.heard + process.errors).decode(errors="replace").strip()
        silent = not said and Path(self.line[0]).name == "java"
        if silent or any(map(JAVA_MEMORY_ERROR.match, said.splitlines())):
            return message("fault.java_memory", limit=self.memory // 2**20)
        return None

    def _failed(self, process: Process, watch: Stopwatch, **fault: Any) -> Response:
        milliseconds = round(watch.measure(), 2)
        process.wait(0)
        output = Printed()
        output.add("out", process.heard.decode(errors="replace"))
        take_errors(process, output)
        if fault["fault"] == "invalid":
            # After any other fault, `Seats` ends the program once all bots have answered.
            self.end_process()
        return Response(milliseconds=milliseconds, output=output.shown(False), **fault)

    # The end of the input

    @property
    def _is_first_question(self) -> bool:
        return self.questions == 1

    def _may_end_input(self, process: Process) -> bool:
        return self.framing != "line" and self._is_first_question and not process.input_ended

    def _perhaps_end_input(self, process: Process, watch: Stopwatch) -> None:
        """Close the input of a program that waits for the end of its input, and remember that it does."""
        if not self._may_end_input(process) or not self.look.measure() >= self.pause:
            return
        self.look, self.pause = Stopwatch(None), min(2 * self.pause, LONGEST_LOOK)
        waits = process.waits_for_input()
        if waits:
            # Checked twice, because the program may have been about to continue at the first check.
            if self.waiting_since is None:
                self.waiting_since, self.pause = watch.spent, FIRST_LOOK
                return
            watch.give_back(watch.spent - self.waiting_since)
        elif waits is None and not process.heard and watch.spent > (watch.budget or 2000) / 2:
            watch.give_back(watch.spent)
        else:
            self.waiting_since = None
            return
        process.end_input()
        self.reads_to_the_end = True


def _take(process: Process, end: int, next_line: int) -> str:
    """Remove the output up to the line end at `next_line`, and return the part before `end`."""
    text = process.heard[:end].decode(errors="replace")
    del process.heard[: next_line + 1]
    return text
