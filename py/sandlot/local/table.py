"""Plays matches on this machine, with a process for every bot. For POSIX systems.

    replay, finish = play(Setup(...), [house("tank", "hunter"), program(["./my_bot"])])

A bot in Python runs in a fresh interpreter: see `seat.in_process`. Any other program speaks the game's original
protocol through its standard streams, in one of three ways, which the protocol says (`wire.Wire.ends`):

- "line": it stays alive and answers with a line;
- "marker", as on Botzone: its answer ends with the keep-running line, and then it stays alive; or it ends with the
  program, which is started anew for the next turn;
- "turn": as "line", but a program that has ended is started anew, and the question is also in ``input.txt`` in the
  folder where it runs (see `folders`), and in its command wherever that says ``{input}``.

Programs run in the folder that we are in.

A program that is started for every turn may read its input to the end, while one that stays must not see the end. So
the input is left open until the program is seen waiting for more of it - which Linux tells; failing that, until half of
its time has passed with nothing printed. Only then it is closed, and from then on at once, every turn. The time this
took is given back.

Bots run with the rights of whoever starts them. This is a referee, not a sandbox.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import sandlot
from sandlot import bots
from sandlot.bounded import Bounds, read_json
from sandlot.draw import LONGEST_MARK, MOST, read_marks
from sandlot.files.bundle import PACKED, from_folder, from_zip, lay_out
from sandlot.files.texts import decode
from sandlot.local.command import INPUT, Command
from sandlot.local.ends import (
    CLOSED_GRACE,
    InProcess,
    crash,
    signal_name,
    take_errors,
    trace_of,
    wait_for_end,
    waits_alone_now,
)
from sandlot.local.folders import clone
from sandlot.local.process import Process, Stopwatch, leaving_nothing
from sandlot.match.answers import Printed, read_reply
from sandlot.match.referee import Answer, Ask, Batch, Finish, Notice, Setup, seat_seed
from sandlot.match.referee import play as play_match
from sandlot.match.replay import Replay, recorded, result_json
from sandlot.messages import Message, message, player, render

__all__ = ["INPUT", "Bot", "Void", "house", "leaving_nothing", "play", "program", "python_bundle", "python_file"]

BOOT_LIMIT = 60_000
GRACE = 300
"""Milliseconds that a program has to end by itself when its game is over."""
FRAME_LIMIT = 16 * 2**20
FRAME = Bounds(characters=FRAME_LIMIT, values=10, depth=3)


class Void(Exception):
    """A match without a verdict: what happened was no bot's doing that we know of. `text` says what."""

    def __init__(self, text: Message) -> None:
        self.text = text
        super().__init__(render(text))


@dataclass(frozen=True)
class Bot:
    """What sits in a seat: a file in Python (its `source` and `path`), or any program (its `command`).

    A bot of several files has them in `files`, by their paths, and its `path` is among them.
    """

    name: str
    kind: str
    source: str = ""
    path: str = ""
    command: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)


def house(game: str, name: str) -> Bot:
    """Return a house bot."""
    return Bot(name, "house", bots.source(game, name), f"{name}.py")


def python_file(path: Path, source: str | None = None) -> Bot:
    """Return the bot in a file, a module or a program; raise OSError or `texts.BadText` if it cannot be read. `source`
    is what is in the file, for whoever has read it.
    """
    text = decode(path.read_bytes(), python=True).text if source is None else source
    return Bot(path.stem, "code", text, str(path.absolute()))


def python_bundle(path: Path) -> Bot:
    """Return the bot of several files in a zip or a folder; raise `BadBundle` if there is none, OSError if it cannot be
    read, and `texts.BadText`.
    """
    found = from_folder(path) if path.is_dir() else from_zip(_read_some(path, PACKED + 1))
    name = path.resolve().name if path.is_dir() else path.stem
    return Bot(name, "code", decode(found.files[found.main], python=True).text, found.main, files=found.files)


def _read_some(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def program(command: Sequence[str]) -> Bot:
    """Return a program that speaks the game's original protocol, named after its file or its class of Java."""
    file = next((part for part in command[1:] if Path(part).is_file()), "")
    name = Path(file).stem or _java_class(command) or Path(command[0]).stem
    return Bot(name, "program", command=tuple(command))


def _java_class(command: Sequence[str]) -> str:
    """Return the class that a command of Java runs, without its package; "" for another command."""
    words = iter(command[1:] if Path(command[0]).name == "java" else ())
    for word in words:
        if word in ("-cp", "-classpath", "--class-path", "-p", "--module-path"):
            next(words, None)
        elif not word.startswith("-"):
            return word.rpartition(".")[2]
    return ""


def play(
    setup: Setup,
    bots: Sequence[Bot],
    *,
    memory: int | None = None,
    watch: Callable[[Batch | Finish], None] = lambda batch: None,
    source: Replay | None = None,
) -> tuple[Replay, Finish]:
    """Play a match between `bots`, in the order of `setup.players`.

    `memory` is the most a bot may use, in bytes, where the system can limit that. `watch` is shown every position.
    `source` is the replay that a fork goes on from. Raises what `referee.play` does, `BadReplay` if `source` does not
    come so far, and `Void` if a bot was killed while it waited, and not by itself. No process, file or open pipe is
    left behind, also if this is interrupted.
    """
    replay = Replay(setup)
    match = play_match(setup)
    batch = next(match)
    if source and setup.forks:
        for given, after in recorded(source, setup.forks[-1].turn, match, batch):
            watch(batch)
            replay.add(batch, given)
            batch = after
    table = _Table(setup, bots, memory)
    try:
        while True:
            watch(batch)
            table.tell(batch.notices)
            answers = table.ask(batch.asks)
            replay.add(batch, answers)
            batch = match.send(answers)
    except StopIteration as end:
        finish: Finish = end.value
        watch(finish)
        table.tell(finish.notices)
        table.dismiss_all()
        replay.result = result_json(finish)
        return replay, finish
    finally:
        table.close()


class _Seat(Protocol):
    """One bot, wherever it runs. `start` and `move` return its answer and never raise because of it."""

    def settle(self, ends: str) -> None: ...
    def start(self, ask: Ask) -> Answer: ...
    def move(self, ask: Ask) -> Answer: ...
    def killed(self) -> int: ...
    def tell(self, text: str) -> None: ...
    def leave(self) -> None: ...
    def gone(self) -> bool: ...
    def close(self) -> None: ...


class _Table:
    """The seats of one match. Those who are asked at once think at once, but no more of them than there are
    processors.
    """

    def __init__(self, setup: Setup, bots: Sequence[Bot], memory: int | None) -> None:
        self.stop = threading.Event()
        self.pool: ThreadPoolExecutor | None = None
        self.leaving: dict[int, Stopwatch] = {}
        self.seats: list[_Seat] = [
            Command(bot.command, self.stop, memory)
            if bot.command
            else _Python(bot, seat_seed(setup, number), self.stop, memory)
            for number, bot in enumerate(bots)
        ]

    def ask(self, asks: Sequence[Ask]) -> list[Answer]:
        """Put questions and return the answers."""
        self._see_off()
        for ask in asks:
            if ask.stage == "start":
                # One after another, so that always the same one gets the folder we are in.
                self.seats[ask.player].settle(ask.ends)
        if len(asks) < 2:
            return [self._ask(ask) for ask in asks]
        self.pool = self.pool or ThreadPoolExecutor(_processors())
        return list(self.pool.map(self._ask, asks))

    def _ask(self, ask: Ask) -> Answer:
        seat = self.seats[ask.player]
        if number := seat.killed():
            raise Void(message("void.killed", who=player(ask.player), signal=signal_name(number)))
        answer = seat.start(ask) if ask.stage == "start" else seat.move(ask)
        late = ask.budget is not None and answer.milliseconds > ask.budget
        if late or answer.fault in ("timeout", "crash"):
            seat.close()
        return answer

    def tell(self, notices: Sequence[Notice]) -> None:
        """Say goodbye to programs; they are given a moment to end by themselves."""
        for notice in notices:
            self.seats[notice.player].tell(notice.text)
            self._leave(notice.player)

    def dismiss_all(self) -> None:
        """End everyone's input, and wait a moment for them to end by themselves."""
        for number in range(len(self.seats)):
            if number not in self.leaving:
                self._leave(number)
        while self.leaving:
            self._see_off()
            time.sleep(0.002)

    def _leave(self, number: int) -> None:
        self.seats[number].leave()
        self.leaving[number] = Stopwatch(GRACE)

    def _see_off(self) -> None:
        for number, watch in list(self.leaving.items()):
            if self.seats[number].gone() or watch.over:
                del self.leaving[number]
                self.seats[number].close()

    def close(self) -> None:
        """End every bot, whatever is going on."""
        with _undisturbed():
            self.stop.set()
            if self.pool:
                self.pool.shutdown(cancel_futures=True)
            for seat in self.seats:
                seat.close()


def _processors() -> int:
    """Return how many processors this process may use, where the system tells, else how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Let nobody who presses Ctrl-C twice keep us from clearing up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# Bots in Python


class _Python(InProcess):
    """A bot in Python, in an interpreter of its own."""

    def __init__(self, bot: Bot, seed: int, stop: threading.Event, memory: int | None) -> None:
        super().__init__()
        self.bot, self.seed, self.stop, self.memory = bot, seed, stop, memory
        self.home = ""
        """The folder of a bot of several files, with all of them in it."""
        self.printed = Printed()
        self.marks: list[str] = []
        """Marks on the board of this turn, as JSON that nobody has read yet."""
        self.flooded = False
        """Whether it has put more on the channel than makes sense."""

    def settle(self, ends: str) -> None:
        """Find a place to run in. A program in Python writes its ``input.txt`` itself."""
        if ends == "turn" and self.bot.kind != "house" and not self.bot.files:
            self.folder = clone()

    def start(self, ask: Ask) -> Answer:
        """Start the interpreter, which is nobody's loss of time, and then the bot."""
        package = str(Path(sandlot.__file__).parent.parent)
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        # The same order of sets, and the same encoding, as in the page.
        env = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(paths)}
        command = [sys.executable, "-P", "-m", "sandlot.seat.in_process"]
        cwd = self.folder.path if self.folder else None
        try:
            if self.bot.files:
                cwd = self.home = tempfile.mkdtemp(prefix="sandlot-")
                lay_out(self.bot.files, Path(self.home))
            self.process = Process(command, self.mark, self.stop, cwd=cwd, env=env, memory=self.memory)
        except OSError as error:
            return crash(f"{type(error).__name__}: {error}")
        boot = Stopwatch(BOOT_LIMIT)
        if self._next(boot) != {"ready": True}:
            return self._died(boot)
        filename = os.path.join(self.home, self.bot.path)  # noqa: PTH118 - as it is typed where there is no home
        start = {"source": self.bot.source, "filename": filename, "setup": ask.text, "folder": self.home}
        return self._exchange({"start": {**start, "seed": self.seed, "ends": ask.ends, "budget": ask.budget}}, ask)

    def move(self, ask: Ask) -> Answer:
        """Put a question."""
        return self._exchange({"ask": ask.text, "fresh": ask.fresh, "budget": ask.budget}, ask)

    def tell(self, text: str) -> None:
        """Tell a program something that needs no answer."""
        if self.process:
            self.process.write(_frame({"ask": text, "fresh": False, "budget": None}))

    def close(self) -> None:
        """End it."""
        if self.process:
            self.process.close()
        self.process = None
        self.clean_up()
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)

    def _exchange(self, question: Mapping[str, Any], ask: Ask) -> Answer:
        if self.process is None:
            return Answer(fault="crash", why=message("fault.ended"))
        watch = Stopwatch(ask.budget)
        self.printed, self.marks = Printed(), []
        self.process.write(_frame(question))
        while (frame := self._next(watch)) is not None:
            match frame:
                case {"emit": ["draw", str(mark)]}:
                    if len(self.marks) < MOST and len(mark) <= LONGEST_MARK:
                        self.marks.append(mark)
                case {"emit": [stream, text]}:
                    self.printed.add(stream, text)
                case {"reply": reply}:
                    return self._answer(reply, watch)
        return self._died(watch)

    def _next(self, watch: Stopwatch) -> dict[str, Any] | None:
        """Return the next thing said, or None if nothing more will come in time."""
        process, taken = self.process, 0
        assert process is not None
        while True:
            line, found, rest = process.heard.partition(b"\n")
            self.flooded = taken + len(line) > FRAME_LIMIT
            if found and not self.flooded:
                process.heard = rest
                taken += len(line)
                frame = _read_frame(line)
                if frame:
                    return frame
            elif process.over or process.closed or watch.over or self.flooded:
                return None
            else:
                process.wait(watch.step)

    def _answer(self, reply: object, watch: Stopwatch) -> Answer:
        milliseconds = round(watch.measure(), 2)
        answer = read_reply(reply)
        self.waits_alone = waits_alone_now(self.process)
        trace = answer.trace and (answer.trace if self.home else _without_folder(answer.trace, self.bot.path))
        output = self._take_output(answer.fault is None)
        return replace(answer, milliseconds=milliseconds, trace=trace, **output)

    def _died(self, watch: Stopwatch) -> Answer:
        process, milliseconds = self.process, round(watch.measure(), 2)
        assert process is not None
        if process.closed and not process.over:
            wait_for_end(process, CLOSED_GRACE)
        answer: dict[str, Any] = {"fault": "timeout"}
        if self.flooded:
            answer = {"fault": "invalid", "why": message("fault.too_long", limit=FRAME_LIMIT)}
        elif process.over or process.closed:
            answer = {"fault": "crash", "trace": trace_of(process)}
        return Answer(milliseconds=milliseconds, **self._take_output(False), **answer)

    def _take_output(self, answered: bool) -> dict[str, Any]:
        """Return what was printed, also past Python, and drawn."""
        assert self.process is not None
        self.process.wait(0)
        errors, dropped = take_errors(self.process)
        self.printed.add("err", errors)
        self.printed.add("cut", str(dropped))
        return {"output": self.printed.shown(answered), "drawings": read_marks(self.marks)}


def _without_folder(trace: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return where it happened, with the file's name alone: a replay need not tell where it lay."""
    return {**trace, "traceback": trace["traceback"].replace(path, Path(path).name)}


def _frame(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content).encode() + b"\n"


def _read_frame(line: bytes | bytearray) -> dict[str, Any] | None:
    """Read a line of the channel. One that the bot has written itself is nothing."""
    try:
        frame = read_json(line.decode(errors="replace"), FRAME)
    except ValueError:
        return None
    return frame if isinstance(frame, dict) else None
