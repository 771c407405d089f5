"""Plays matches on this machine, with a process for every bot. For POSIX systems.

    replay, finish = play(Setup(...), [house("tank", "hunter"), program(["./my_bot"])])

A bot in Python runs in a fresh interpreter: see `local_seat.py`. Any other program speaks the game's original protocol
through its standard streams, in one of three ways, which the protocol says (`wire.Wire.ends`):

- "line": it stays alive and answers with a line;
- "marker", as on Botzone: its answer ends with the keep-running line, and then it stays alive; or it ends with the
  program, which is started anew for the next turn;
- "turn": as "line", but a program that has ended is started anew, and the question is also in ``input.txt`` in the
  program's working directory, a temporary one of its own.

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
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import sandlot
from sandlot import bots
from sandlot.bot import OUTPUT_LIMIT, REPLY_LIMIT
from sandlot.draw import LONGEST_MARK, MOST, read_marks
from sandlot.match import Answer, Ask, Batch, Finish, Notice, Setup, seat_seed
from sandlot.match import play as play_match
from sandlot.messages import Message, message, render
from sandlot.process import Process, Stopwatch, new_mark, sweep
from sandlot.replay import Replay, recorded, result_json
from sandlot.wire import KEEP_RUNNING

__all__ = ["Bot", "house", "play", "program", "python_file"]

BOOT_LIMIT = 60_000
GRACE = 300
"""Milliseconds that a program has to end by itself when its game is over."""
CLOSED_GRACE = 500
"""Milliseconds between the end of a program's output and the end of the program."""
FRAME_LIMIT = 16 * 2**20
FIRST_LOOK, LONGEST_LOOK = 2, 40
"""Milliseconds between two looks at whether a program waits for input."""


@dataclass(frozen=True)
class Bot:
    """What sits in a seat: a file in Python (its `source` and `path`), or any program (its `command`)."""

    name: str
    kind: str
    source: str = ""
    path: str = ""
    command: tuple[str, ...] = ()


def house(game: str, name: str) -> Bot:
    """Return a house bot."""
    return Bot(name, "house", bots.source(game, name), f"{name}.py")


def python_file(path: Path) -> Bot:
    """Return the bot in a file, a module or a program; raise OSError or UnicodeDecodeError if it cannot be read."""
    return Bot(path.stem, "code", path.read_text(encoding="utf-8-sig"), str(path.absolute()))


def program(command: Sequence[str]) -> Bot:
    """Return a program that speaks the game's original protocol."""
    file = next((part for part in command[1:] if Path(part).is_file()), command[0])
    return Bot(Path(file).stem, "program", command=tuple(command))


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
    `source` is the replay that a fork goes on from. Raises what `match.play` does, and `BadReplay` if `source` does not
    come so far. No process, file or open pipe is left behind, also if this is interrupted.
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

    def start(self, ask: Ask) -> Answer: ...
    def move(self, ask: Ask) -> Answer: ...
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
            _Command(bot, self.stop, memory)
            if bot.command
            else _Python(bot, seat_seed(setup, number), self.stop, memory)
            for number, bot in enumerate(bots)
        ]

    def ask(self, asks: Sequence[Ask]) -> list[Answer]:
        """Put questions and return the answers."""
        self._see_off()
        if len(asks) < 2:
            return [self._ask(ask) for ask in asks]
        self.pool = self.pool or ThreadPoolExecutor(_processors())
        return list(self.pool.map(self._ask, asks))

    def _ask(self, ask: Ask) -> Answer:
        seat = self.seats[ask.player]
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


class _Python:
    """A bot in Python, in an interpreter of its own."""

    def __init__(self, bot: Bot, seed: int, stop: threading.Event, memory: int | None) -> None:
        self.bot, self.seed, self.stop, self.memory = bot, seed, stop, memory
        self.mark = new_mark()
        self.process: Process | None = None
        self.folder: str | None = None
        self.output = _Output()
        self.flooded = False
        """Whether it has put more on the channel than makes sense."""

    def start(self, ask: Ask) -> Answer:
        """Start the interpreter, which is nobody's loss of time, and then the bot."""
        package = str(Path(sandlot.__file__).parent.parent)
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        # The same order of sets, and the same encoding, as in the page.
        env = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONPATH": os.pathsep.join(paths)}
        if ask.ends == "turn":
            self.folder = tempfile.mkdtemp(prefix="sandlot-")
        command = [sys.executable, "-P", "-m", "sandlot.local_seat"]
        try:
            self.process = Process(command, self.mark, self.stop, cwd=self.folder, env=env, memory=self.memory)
        except OSError as error:
            return _crash(f"{type(error).__name__}: {error}")
        boot = Stopwatch(BOOT_LIMIT)
        if self._next(boot) != {"ready": True}:
            return self._died(boot)
        start = {"source": self.bot.source, "filename": self.bot.path, "setup": ask.text}
        return self._exchange({"start": {**start, "seed": self.seed, "ends": ask.ends, "budget": ask.budget}}, ask)

    def move(self, ask: Ask) -> Answer:
        """Put a question."""
        return self._exchange({"ask": ask.text, "fresh": ask.fresh, "budget": ask.budget}, ask)

    def tell(self, text: str) -> None:
        """Tell a program something that needs no answer."""
        if self.process:
            self.process.write(_frame({"ask": text, "fresh": False, "budget": None}))

    def leave(self) -> None:
        """End the conversation, at which the interpreter ends."""
        if self.process:
            self.process.end_input()

    def gone(self) -> bool:
        """Whether it has ended."""
        return self.process is None or _has_ended(self.process)

    def close(self) -> None:
        """End it."""
        if self.process:
            self.process.close()
        sweep(self.mark)
        self.process = None
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _exchange(self, question: Mapping[str, Any], ask: Ask) -> Answer:
        if self.process is None:
            return Answer(fault="crash", why=message("fault.ended"))
        watch = Stopwatch(ask.budget)
        self.output = _Output()
        self.process.write(_frame(question))
        while (frame := self._next(watch)) is not None:
            if "emit" in frame:
                self.output.add(frame["emit"])
            elif "reply" in frame:
                return self._answer(str(frame["reply"]), watch)
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

    def _answer(self, reply: str, watch: Stopwatch) -> Answer:
        milliseconds = round(watch.measure(), 2)
        answered, answer = _read_reply(reply, self.bot.path)
        return Answer(milliseconds=milliseconds, **self._take_output(answered), **answer)

    def _died(self, watch: Stopwatch) -> Answer:
        process, milliseconds = self.process, round(watch.measure(), 2)
        assert process is not None
        if process.closed and not process.over:
            _wait_for_end(process, CLOSED_GRACE)
        answer: dict[str, Any] = {"fault": "timeout"}
        if self.flooded:
            answer = {"fault": "invalid", "why": message("fault.too_long", limit=FRAME_LIMIT)}
        elif process.over or process.closed:
            answer = {"fault": "crash", "trace": _trace(process)}
        return Answer(milliseconds=milliseconds, **self._take_output(False), **answer)

    def _take_output(self, answered: bool) -> dict[str, Any]:
        """Return what was printed, also past Python, and drawn."""
        assert self.process is not None
        self.process.wait(0)
        errors, dropped = _take_errors(self.process)
        self.output.add(["err", errors])
        self.output.add(["cut", str(dropped)])
        return {"output": self.output.shown(answered), "drawings": read_marks(self.output.marks)}


class _Output:
    """What a bot printed in one turn, as the console shows it: cut where the page cuts it."""

    def __init__(self) -> None:
        self.parts: list[list[str]] = []
        self.marks: list[str] = []
        self.room = OUTPUT_LIMIT
        self.cut = 0

    def add(self, part: Any) -> None:
        """Add a piece of a stream; "cut" is how many characters were not sent, "draw" a mark on the board."""
        stream, text = (str(each) for each in part)
        if stream == "draw":
            if len(self.marks) < MOST and len(text) <= LONGEST_MARK:
                self.marks.append(text)
            return
        if stream == "cut":
            self.cut += int(text) if text.isdecimal() else 0
            return
        kept = text[: self.room]
        self.cut += len(text) - len(kept)
        self.room -= len(kept)
        if kept and self.parts and self.parts[-1][0] == stream:
            self.parts[-1][1] += kept
        elif kept:
            self.parts.append([stream, kept])

    def shown(self, answered: bool) -> tuple[tuple[str, str], ...]:
        """Return streams and texts; what a program printed as its answer is only shown if that was never finished."""
        parts = [part for part in self.parts if part[0] != "answer" or not answered]
        shown = [("err" if stream == "err" else "out", text) for stream, text in parts]
        only_answers = answered and all(stream == "answer" for stream, _ in self.parts)
        return tuple(shown + ([("cut", str(self.cut))] if self.cut and not only_answers else []))


def _frame(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content).encode() + b"\n"


def _read_frame(line: bytes | bytearray) -> dict[str, Any] | None:
    """Read a line of the channel. One that the bot has written itself is nothing."""
    try:
        frame = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(frame, dict):
        return None
    emit = frame.get("emit", ["", ""])
    return frame if isinstance(emit, list) and len(emit) == 2 else None


def _read_reply(text: str, path: str) -> tuple[bool, dict[str, Any]]:
    """Return whether a reply is an answer, and what it says as the fields of an `Answer`."""
    try:
        given = json.loads(text)
        if "fault" not in given:
            return True, {"reply": str(given["reply"]), "running": given.get("running") is True}
        fault = given["fault"] if given["fault"] in ("invalid", "timeout", "crash") else "crash"
        return False, {"fault": fault, "why": _read_why(given.get("why")), "trace": _read_trace(given, path)}
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return False, {"fault": "crash"}


def _read_why(why: Any) -> Message | None:
    try:
        found = Message(*why)
        render(Message(found.id, {"who": "", "turn": 0, "limit": 0, **found.params}))
    except (TypeError, KeyError, ValueError, IndexError, AttributeError):
        return None
    return found


def _read_trace(given: Mapping[str, Any], path: str) -> dict[str, Any] | None:
    """Return where it happened, with the file's name alone: a replay need not tell where it lay."""
    trace = given.get("trace")
    if not isinstance(trace, dict):
        return None
    line, error, report = (trace.get(name) for name in ("line", "error", "traceback"))
    shown = str(report or "").replace(path, Path(path).name)
    return {"line": line if type(line) is int else None, "error": str(error), "traceback": shown}


# Programs of any kind


class _Command:
    """A program that speaks the game's original protocol; see the top of this file for the ways it may run."""

    def __init__(self, bot: Bot, stop: threading.Event, memory: int | None) -> None:
        self.bot, self.stop, self.memory = bot, stop, memory
        self.mark = new_mark()
        self.process: Process | None = None
        self.folder: str | None = None
        self.ends = ""
        self.questions = 0
        """How many the present run has been asked."""
        self.reads_to_the_end = False
        """Whether it has been seen waiting for the end of its input."""
        self.look = Stopwatch(None)
        self.pause: float = FIRST_LOOK
        self.waiting_since: float | None = None

    def start(self, ask: Ask) -> Answer:
        """Start the program, unless its question may have to be in a file first."""
        self.ends = ask.ends
        watch = Stopwatch(ask.budget)
        if self.ends == "turn":
            self.folder = tempfile.mkdtemp(prefix="sandlot-")
            if shutil.which(self.bot.command[0]) is None:
                return _crash(f"no program {self.bot.command[0]}")
            return Answer("program")
        error = self._launch()
        return _crash(error) if error else Answer("program", round(watch.measure(), 2))

    def move(self, ask: Ask) -> Answer:
        """Put a question: to the program that runs, or to a new run of it."""
        watch = Stopwatch(ask.budget)
        if self.folder:
            # Without the line's end: programs take the text apart as it is.
            (Path(self.folder) / "input.txt").write_text(ask.text, encoding="utf-8", newline="")
        if ask.fresh or self.process is None or (self.ends == "turn" and _has_ended(self.process)):
            error = self._launch() if ask.fresh or self.ends == "turn" else None
            if error:
                return _crash(error)
        answer = self._ask(ask, watch)
        if self.ends == "turn" and self.questions > 1 and answer.why and answer.why.id == "fault.ended":
            # It was already on its way out when it was asked.
            error = self._launch()
            answer = _crash(error) if error else self._ask(ask, watch)
        return answer

    def tell(self, text: str) -> None:
        """Tell it something that needs no answer."""
        if self.process:
            self.process.write(text.encode())

    def leave(self) -> None:
        """End its input."""
        if self.process:
            self.process.end_input()

    def gone(self) -> bool:
        """Whether it has ended."""
        return self.process is None or _has_ended(self.process)

    def close(self) -> None:
        """End it, and everything it started."""
        self._end_run()
        sweep(self.mark)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _launch(self) -> str | None:
        """Begin a new run; return what is wrong if there is none."""
        self._end_run()
        self.questions = 0
        command = [_from_here(part) for part in self.bot.command] if self.folder else self.bot.command
        try:
            self.process = Process(
                command, self.mark, self.stop, cwd=self.folder, memory=self.memory, most_errors=OUTPUT_LIMIT
            )
        except (OSError, ValueError) as error:
            return f"{type(error).__name__}: {error}"
        return None

    def _end_run(self) -> None:
        if self.process:
            self.process.close()
        self.process = None

    def _ask(self, ask: Ask, watch: Stopwatch) -> Answer:
        process = self.process
        if process is None:
            return Answer(fault="crash", why=message("fault.ended"))
        self.questions += 1
        self.look, self.pause, self.waiting_since = Stopwatch(None), FIRST_LOOK, None
        process.write(ask.text.encode() + (b"" if ask.text.endswith("\n") else b"\n"))
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
                return self._failed(process, watch, fault="timeout")
            else:
                self._perhaps_end_input(process, watch)
            process.wait(min(watch.step, self.pause / 1000) if self._may_end_input(process) else watch.step)

    # Answers

    def _take_answer(self, process: Process) -> str | None:
        """Take the first complete answer out of what was printed."""
        start = 0
        while (end := process.heard.find(b"\n", start)) >= 0:
            line = process.heard[start:end].decode(errors="replace").strip()
            if self.ends == "marker" and line == KEEP_RUNNING:
                return _take(process, start, end)
            if self.ends != "marker" and line:
                return _take(process, end, end)
            start = end + 1
        return None

    def _answered(self, process: Process, watch: Stopwatch, text: str, running: bool) -> Answer:
        milliseconds = round(watch.measure(), 2)
        if not text.strip():
            return self._failed(process, watch, fault="invalid", why=message("fault.no_answer"))
        process.wait(0)
        output = _Output()
        errors, dropped = _take_errors(process)
        output.add(["err", errors])
        output.add(["cut", str(dropped)])
        return Answer(text, milliseconds, running=running, output=output.shown(True))

    def _ended(self, process: Process, watch: Stopwatch) -> Answer:
        """It will print nothing more: what it has printed is its answer, if it ended well."""
        if process.status:
            return self._failed(process, watch, fault="crash", trace=_trace(process))
        text = process.heard.decode(errors="replace")
        if text.strip() and (process.over or self.ends != "line"):
            process.heard.clear()
            answer = self._answered(process, watch, text, False)
            self._end_run()
            return answer
        if not process.over:
            return self._failed(process, watch, fault="crash", why=message("fault.closed"))
        if self._is_first_question:
            return self._failed(process, watch, fault="invalid", why=message("fault.no_answer"))
        return self._failed(process, watch, fault="crash", why=message("fault.ended"))

    def _failed(self, process: Process, watch: Stopwatch, **fault: Any) -> Answer:
        milliseconds = round(watch.measure(), 2)
        process.wait(0)
        output = _Output()
        output.add(["out", process.heard.decode(errors="replace")])
        errors, dropped = _take_errors(process)
        output.add(["err", errors])
        output.add(["cut", str(dropped)])
        self._end_run()
        return Answer(milliseconds=milliseconds, output=output.shown(False), **fault)

    # The end of the input

    @property
    def _is_first_question(self) -> bool:
        return self.questions == 1

    def _may_end_input(self, process: Process) -> bool:
        return self.ends != "line" and self._is_first_question and not process.input_ended

    def _perhaps_end_input(self, process: Process, watch: Stopwatch) -> None:
        """End the input of a program that waits for that, and remember it."""
        if not self._may_end_input(process) or not self.look.measure() >= self.pause:
            return
        self.look, self.pause = Stopwatch(None), min(2 * self.pause, LONGEST_LOOK)
        waits = process.waits_for_input()
        if waits:
            # Seen twice, since the first time it may just have been about to go on.
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
    """Take what was printed up to `end`, and go on after the line that ends at `next_line`."""
    text = process.heard[:end].decode(errors="replace")
    del process.heard[: next_line + 1]
    return text


def _from_here(part: str) -> str:
    """Return an argument that names a file as one that does so from any directory."""
    return str(Path(part).absolute()) if (os.sep in part and Path(part).exists()) or Path(part).is_file() else part


# How a process ended


def _has_ended(process: Process) -> bool:
    process.wait(0)
    return process.over


def _wait_for_end(process: Process, milliseconds: float) -> None:
    watch = Stopwatch(milliseconds)
    while not process.over and not watch.over:
        process.wait(watch.step)


def _take_errors(process: Process) -> tuple[str, int]:
    """Return what was printed on standard error since the last time, and how much of it was dropped."""
    text, dropped = process.errors.decode(errors="replace"), process.dropped
    process.errors.clear()
    process.dropped = 0
    return text, dropped


def _crash(error: str) -> Answer:
    return Answer(fault="crash", trace={"line": None, "error": error, "traceback": None})


def _trace(process: Process) -> dict[str, Any]:
    """Say how it ended, with the last thing it complained about."""
    status = process.status
    if status is None:
        how = "it closed its output"
    elif status < 0:
        how = f"killed by {_signal_name(-status)}"
    else:
        how = f"exit status {status}"
    complaints = [line for line in process.errors.decode(errors="replace").splitlines() if line.strip()]
    last = f": {complaints[-1].strip()[:300]}" if complaints else ""
    last = "".join(each if each.isprintable() else "\ufffd" for each in last)
    return {"line": None, "error": how + last, "traceback": None}


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
