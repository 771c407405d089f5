"""A bot in Python whose steps are counted: the driver's side of the protocol with `static/engine/seat/node.ts`, which
exchanges lines of JSON.

The messages are those of the page's seats, see `static/engine/seat/worker.ts`. The code of the bot cannot write to this
channel itself; its size is limited nevertheless.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.draw import LONGEST_MARK, MOST_MARKS, Mark, read_marks
from sandlot.files.bot import Bot
from sandlot.local.abort import MatchAborted
from sandlot.local.arena import LONGEST_WHY, NO_OPTIONS, StepCounter
from sandlot.local.process_seat import (
    CLOSED_GRACE,
    ChannelSeat,
    Waiting,
    not_started,
    take_errors,
    trace_of,
    wait_for_end,
)
from sandlot.match.parts import Request, Response
from sandlot.match.seat_replies import Printed, read_death, read_reply, read_thought, with_steps
from sandlot.messages import Message, message
from sandlot.packages.header import BadPackage, read_header
from sandlot.processes.groups import Group
from sandlot.processes.process import Process
from sandlot.sandbox.kinds import MEGABYTE, NO_SANDBOX, Sandbox
from sandlot.timing.stopwatch import Stopwatch
from sandlot.wire import OUTPUT_LIMIT

BOOT_LIMIT = 120_000
"""How many milliseconds Python may take to boot, as in the page."""
ROOM_OF_NODE = 1024 * MEGABYTE
"""How many bytes Node may use besides the memory of the bot's Python, for its own files and the page's scripts."""
HOME = "/bot"
"""The folder of a bot of several files in the file system of its Python, as in the page."""
LINE = Bounds(characters=16 * 2**20, values=2500, depth=2)
"""Bounds for a line. A seat sends at most some 2000 prints in one message, and a reply of up to 256 KB, which is longer
in JSON.
"""
MOST_TEXT = 64 * 2**20
"""The maximum size, in bytes, of all lines of one turn."""
FILE_NAME = 200
"""The maximum length, in characters, of a file's name in a sentence."""


class Counted(ChannelSeat[Process]):
    """A bot in Python whose steps are counted, in a process of Node."""

    def __init__(
        self,
        bot: Bot,
        seed: int,
        memory: int | None,
        counter: StepCounter,
        sandbox: Sandbox = NO_SANDBOX,
        group: Group | None = None,
    ) -> None:
        super().__init__(sandbox, group)
        self.bot, self.seed, self.memory, self.counter = bot, seed, memory, counter
        self.number = 0
        """The number of the current request."""

    def choose_folder(self, framing: str) -> None:
        """Choose a folder to run in. The bot itself cannot see it."""
        self.work = tempfile.mkdtemp(prefix="sandlot-")

    def start(self, request: Request) -> Waiting[Response]:
        """Boot Python, which does not count for the bot's clock, and then start the bot."""
        if _declares_packages(self.bot.source):
            return Response(fault="crash", why=message("fault.no_packages"))
        command = self.counter.seat(self.memory)
        try:
            self.process = Process(
                command,
                self.mark,
                cwd=self.work,
                env=NO_OPTIONS,
                most_errors=OUTPUT_LIMIT,
                sandbox=self.sandbox,
                paths=self.counter.paths(self.work),
                group=self.group,
            )
        except OSError as error:
            return not_started(error)
        boot = Stopwatch(BOOT_LIMIT)
        said = yield from self.next_message(boot, _read_line, MOST_TEXT)
        if not said or said[0] != "ready":
            raise MatchAborted(message("void.machine", why=self._why_no_boot(said)))
        if self.bot.files and (why := (yield from self._lay_out(boot))):
            return Response(fault="crash", why=why)
        return (yield from self._exchange(request, self._first(request)))

    def _why_no_boot(self, said: Sequence[Any] | None) -> str:
        """Return why Python did not boot. No code of the bot has run before, so it is not the bot's fault."""
        if said and said[0] == "failed":
            if self.counter.snapshot:
                # The snapshot may be damaged. Without it, the next match boots Python anew.
                with contextlib.suppress(OSError):
                    Path(self.counter.snapshot).unlink()
            return str(said[-1])[:LONGEST_WHY]
        return str(trace_of(self.process)["error"]) if self.process else "Node"

    def _lay_out(self, boot: Stopwatch) -> Waiting[Message | None]:
        """Write the files of a bot of several files to where it runs; return why that failed, or None."""
        files = [[path, b64encode(data).decode()] for path, data in self.bot.files.items()]
        self._write(["install", [], files])
        said = yield from self.next_message(boot, _read_line, MOST_TEXT)
        if said and said[0] == "installed" and said[1] is None:
            return None
        return message("fault.file", file=str(said[1] if said and len(said) > 1 else "")[:FILE_NAME])

    def _first(self, request: Request) -> list[Any]:
        """Return the parts of the first request that other requests do not have."""
        several = bool(self.bot.files)
        name = self.bot.path if several else Path(self.bot.path).name or self.bot.name
        file = f"{HOME}/{name}" if several else name
        folder = HOME if several else ""
        return [self.bot.source, file, request.text, str(self.seed), request.framing, 0, False, folder]

    def move(self, request: Request) -> Waiting[Response]:
        """Send a request, and return the response."""
        return (yield from self._exchange(request, [request.text, request.fresh, list(request.took)]))

    def tell(self, text: str) -> None:
        """Send the bot a message without waiting for a reply."""
        self._write(["tell", 0, text])

    def gone(self) -> bool:
        """Whether the bot has ended. Always true, so that bots get no time after the match, as in the page."""
        return True

    def _write(self, content: Sequence[Any]) -> None:
        if self.process:
            self.process.write(json.dumps(content).encode() + b"\n")

    def _exchange(self, request: Request, question: Sequence[Any]) -> Waiting[Response]:
        """Send a request and wait for the reply."""
        if self.process is None:
            return Response(fault="crash", why=message("fault.ended"))
        self.number += 1
        self.printed, self.marks = Printed(), []
        kind = "start" if request.stage == "start" else "ask"
        watch = Stopwatch(request.budget, self.process.bot)
        self._write([kind, self.number, *question, request.budget, request.steps])
        left = MOST_TEXT
        while (said := (yield from self.next_message(watch, _read_line, left))) is not None:
            left -= sum(len(each) for each in said if isinstance(each, str))
            match said:
                case ["emit", self.number, *parts]:
                    self._hear(parts)
                case ["reply", self.number, reply, steps, thought]:
                    return self._answer(request, watch, reply, steps, thought)
                case ["steps", self.number] if request.steps:
                    return self._failed(watch, Response(fault="timeout", why=message("fault.steps")))
                case ["died", self.number, why, *_]:
                    return self._failed(watch, read_death(why))
        return (yield from self._ended(watch))

    def _hear(self, parts: Sequence[Any]) -> None:
        """Store prints and marks from a message, in which streams and texts alternate."""
        for stream, text in zip(parts[::2], parts[1::2], strict=False):
            if stream == "draw" and isinstance(text, str):
                marks = [each for each in text.split("\n") if len(each) <= LONGEST_MARK]
                self.marks += marks[: MOST_MARKS - len(self.marks)]
            else:
                self.printed.add(stream, text)

    def _answer(self, request: Request, watch: Stopwatch, reply: object, steps: object, thought: object) -> Response:
        answer = read_reply(reply)
        if request.steps:
            answer = with_steps(answer, steps)
        output, drawings = self._take_output(answer.fault is None)
        return replace(
            answer,
            milliseconds=round(watch.settle(), 2),
            output=output,
            drawings=drawings,
            thought=read_thought(thought),
        )

    def _failed(self, watch: Stopwatch, answer: Response) -> Response:
        output, drawings = self._take_output(False)
        return replace(answer, milliseconds=round(watch.measure(), 2), output=output, drawings=drawings)

    def _ended(self, watch: Stopwatch) -> Waiting[Response]:
        """Return the fault of a process that has ended, or that did not answer in time."""
        process = self.process
        assert process is not None
        if self.flooded:
            return self._failed(watch, Response(fault="crash", why=message("fault.flood")))
        if process.closed and not process.over:
            yield from wait_for_end(process, CLOSED_GRACE)
        if process.over or process.closed:
            return self._failed(watch, Response(fault="crash", trace=trace_of(process)))
        return self._failed(watch, Response(fault="timeout"))

    def _take_output(self, answered: bool) -> tuple[tuple[tuple[str, str], ...], tuple[Mark, ...]]:
        """Return what the bot has printed and drawn. What Node itself prints on standard error is discarded."""
        if self.process:
            take_errors(self.process, Printed())
        return self.printed.shown(answered), read_marks(self.marks)


def _declares_packages(source: str) -> bool:
    try:
        return bool(read_header(source).dependencies)
    except BadPackage:
        # An invalid header is reported only by the page.
        return False


def _read_line(line: bytes | bytearray) -> list[Any] | None:
    try:
        said = read_json(line.decode(errors="replace"), LINE)
    except ValueError:
        return None
    return said if isinstance(said, list) and said else None
