"""One bot in one interpreter: how a file becomes something that answers.

This runs on the bot's side of the fence: in a sealed worker of the page, or in a process of its own. A bot comes in
one of two forms, told apart by reading it:

- a *module* defines ``move(view)`` (and, if it likes, ``start(setup)``), or a class ``Bot`` with those methods;
- a *program* reads standard input and prints, in the protocol of the game's original platform.

In a process of its own a `Seat` talks to the driver. It calls `Seat.start` once and then `Seat.ask` for every turn;
replies go out through a `Channel`, because a program is still in the middle of its own code when it answers. In the
page that conversation is JavaScript's, out of the bot's reach: see `in_worker`. What both need is below the seat.
"""

from __future__ import annotations

import ast
import builtins
import codecs
import io
import json
import linecache
import os
import random
import re
import sys
import traceback
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from sandlot import draw, limits
from sandlot.game import Entry, derive
from sandlot.games import GAMES
from sandlot.seat.lacks import lacking
from sandlot.seat.profiler import Profiler
from sandlot.wire import KEEP_RUNNING, OUTPUT_LIMIT, REPLY_LIMIT, excerpt, why_ended

__all__ = [
    "Channel",
    "Module",
    "Reply",
    "Seat",
    "behave_like_a_judge",
    "crash_of",
    "exit_code",
    "failure",
    "is_module",
    "leave_question",
    "load",
    "run_program",
    "use_streams",
    "write_reply",
]

TRACEBACK_LINES = 40
LINE_LIMIT = 500

_OURS = f"{os.path.dirname(__file__)}{os.sep}"  # noqa: PTH120 - compared with names of files as Python writes them
"""The folder of the seat: its frames are left out of a bot's traceback."""


Reply: TypeAlias = dict[str, Any]
"""What goes to the driver as JSON: ``reply`` and ``running`` as in `referee.Answer`, and for a fault ``fault``, ``why``
(a message) and ``trace`` with ``line``, ``error`` and ``traceback``.
"""


class Channel(Protocol):
    """How a seat talks to whoever drives it."""

    def send(self, reply: str) -> None:
        """Hand over the reply to the question being answered, as JSON: see `Reply`."""
        ...

    def emit(self, stream: str, text: str) -> None:
        """Hand over something printed, at once: what a bot said before it hung should not be lost with it.

        Streams: "out" and "err"; "answer", what a program prints as its answer; "cut", how many characters were not
        sent; "draw", a mark of `draw` as JSON; "profile", what `profiler` has counted so far.
        """
        ...

    def receive(self) -> tuple[str, float | None]:
        """Wait for the next question and return its text and budget."""
        ...

    def ended(self, error: BaseException | None) -> None:
        """What the bot was asked for has been done, or has ended in this error: a process that it has forked has
        nothing more to do.
        """
        ...


class _Exit(BaseException):
    """`os._exit` in a bot."""


class _TooLong(BaseException):
    """Thrown through a program whose answer has grown past any use."""


class Seat:
    """A seat with a bot in it, in a process of its own."""

    def __init__(self, channel: Channel) -> None:
        behave_like_a_judge()
        self.channel = channel
        self.bot: Module | _Program | None = None
        self.room = OUTPUT_LIMIT
        self.cut = 0
        self.marks = 0
        self.profiler: Profiler | None = None
        self.until_profile = 0
        """Questions until the one whose lines are counted."""

    def start(
        self,
        source: str,
        filename: str,
        setup: str,
        seed: int,
        ends: str,
        profile: int = 0,
        budget: float | None = None,
        folder: str = "",
    ) -> None:
        """Compile and run the file as far as it goes before its first question; the reply names its form.

        `setup` is for a module's ``start``; `seed` makes its randomness repeatable; `ends` says when a program's answer
        is complete: after a "line", at Botzone's "marker", or - "turn" - after a line or at the end of one run a turn.
        `profile`: the lines of the file are counted for so-many-th question, the first one being 1; 0: for none.
        `budget`: the milliseconds it may take, which the bot can read in `limits`; None: any time. `folder`: where the
        other files of a bot of several files lie; it runs there, and its modules come before all others.
        """
        if profile:
            self.profiler = Profiler(filename, lambda lines: self.channel.emit("profile", lines))
            self.until_profile = profile + 1
        self.begin(budget)
        bot = load(source, filename, setup, seed, folder)
        if isinstance(bot, dict):
            self.finish(bot)
        elif isinstance(bot, Module):
            self.bot = bot
            use_streams(bot.stdin(), self.tap(1, "out"), self.tap(2, "err"))
            self.finish_module(bot, bot.start())
        else:
            self.bot = _Program(self, bot, filename, seed, ends, folder)
            self.bot.start()

    def ask(self, text: str, fresh: bool, budget: float | None = None) -> None:
        """Put one question to the bot, which may take `budget` milliseconds. The reply may come long before this
        returns: a program goes on after answering.
        """
        assert self.bot is not None
        self.begin(budget)
        if isinstance(self.bot, Module):
            self.finish_module(self.bot, self.bot.ask(text))
        else:
            self.bot.ask(text, fresh)

    # What the two forms use

    def begin(self, budget: float | None) -> None:
        """A new question: there is room again for what the bot prints, and time."""
        limits.asked(budget)
        self.room, self.cut, self.marks = OUTPUT_LIMIT, 0, 0
        draw.attach(self.drawn, lambda text: self.printed("err", text))
        self.until_profile -= 1
        if self.profiler and self.until_profile == 0:
            self.profiler.begin()

    def printed(self, stream: str, text: str) -> None:
        """Pass on what the bot printed, as far as there is room this turn."""
        if self.room > 0:
            self.channel.emit(stream, text[: self.room])
        self.cut += max(0, len(text) - max(self.room, 0))
        self.room -= len(text)

    def tap(self, number: int, stream: str) -> io.RawIOBase:
        """Return what is to be below standard output (1) or the errors (2), whose text goes to this stream."""
        return _Tap(number, lambda text: self.printed(stream, text))

    def drawn(self, mark: str) -> None:
        """Pass on a mark on the board, as long as there is room for it."""
        self.marks += 1
        if self.marks <= draw.MOST:
            self.channel.emit("draw", mark)
        elif self.marks == draw.MOST + 1:
            raise draw.Full

    def finish_module(self, bot: Module, reply: Reply) -> None:
        """Send what a module has replied, unless it has done so in a process that it has forked."""
        self.channel.ended(bot.error)
        self.finish(reply)

    def finish(self, reply: Reply) -> None:
        """Send the one reply to the present question."""
        if self.profiler:
            self.profiler.end()
        if self.cut:
            self.channel.emit("cut", str(self.cut))
        self.channel.send(write_reply(reply))


def load(source: str, filename: str, setup: str, seed: int, folder: str = "") -> Module | types.CodeType | Reply:
    """Read a bot's file without running any of it: a module, the code of a program, or what is wrong with it. The bot
    will run in `folder`, if there is one, and find its other modules there.
    """
    if folder:
        os.chdir(folder)
        if folder not in sys.path:
            sys.path.insert(0, folder)
    _let_source_be_shown(filename, source)
    try:
        code = compile(source, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as error:
        return failure(error, filename, folder)
    entry = _entry(setup)
    if is_module(source, entry.forms if entry else ()):
        return Module(code, filename, seed, json.loads(setup), entry, folder)
    return code


def _entry(setup: str) -> Entry | None:
    """Return the functions by which the game's original platform knows a bot, if it has any."""
    open_entry = getattr(GAMES.get(json.loads(setup).get("game")), "entry", None)
    return open_entry() if open_entry else None


def is_module(source: str, forms: Sequence[Sequence[str]] = ()) -> bool:
    """Tell whether a bot's file is a module (it is asked by calling `move`) or a program (it reads standard input).

    `forms` are the functions of the game's original platform that do instead of `move`: see `game.Entry`.

    A file that reads its input is a program, even if it happens to have a function called `move` - unless it reads it
    only under ``if __name__ == "__main__"`` and `move` takes a single argument: then that part is for trying it at
    home; or only in functions that nothing outside of them calls, which is a mistake that `_Module` explains.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return True
    names = _functions(tree)
    answers = any(map(_answers, tree.body))
    if not answers and not any(names.issuperset(form) for form in forms):
        return False
    # Walking through a whole file takes longer than all the rest of a start; most modules never use such a word.
    if not _WORDS_OF_INPUT.search(source):
        return True
    rest = [node for node in tree.body if not (_is_main_guard(node) or (answers and _is_constant(node)))]
    reading = [node for node in rest if _reads_input(node, arguments=not answers)]
    defined = {node.name for node in reading if isinstance(node, _DEFINITIONS)}
    if len(defined) < len(reading):
        return False
    return not (defined and defined & _used(tree))


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _used(tree: ast.Module) -> set[str]:
    """Return the functions and classes of a file that run with it: those its statements name, and those these name."""
    bodies = {node.name: node for node in tree.body if isinstance(node, _DEFINITIONS)}
    left: list[ast.AST] = [node for node in tree.body if not isinstance(node, _DEFINITIONS)]
    found: set[str] = set()
    while left:
        names = {each.id for each in ast.walk(left.pop()) if isinstance(each, ast.Name)}
        new = (names & bodies.keys()) - found
        found |= new
        left += [bodies[name] for name in new]
    return found


def _answers(node: ast.stmt) -> bool:
    """Tell whether a top-level statement defines ``move(view)`` or a class `Bot` with a method `move`."""
    match node:
        case ast.FunctionDef(name="move", args=arguments):
            return len(arguments.posonlyargs + arguments.args) - len(arguments.defaults) == 1
        case ast.ClassDef(name="Bot", body=body):
            return any(isinstance(each, ast.FunctionDef) and each.name == "move" for each in body)
        case ast.Assign(targets=[ast.Name(id="move")]):
            return True
    return False


def _functions(tree: ast.Module) -> set[str]:
    """Return the names of the functions at the top of a file, and of the methods of its class `Bot`."""
    bots = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Bot"]
    return {node.name for body in (tree.body, *bots) for node in body if isinstance(node, ast.FunctionDef)}


_WORDS_OF_INPUT = re.compile("input|stdin|open|argv|read")


def _reads_input(node: ast.AST, arguments: bool) -> bool:
    """Tell whether a part of a file reads its question. `arguments`: also if it takes it from the command line."""
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name(id="input")):
                return True
            case ast.Attribute(value=ast.Name(id="sys"), attr="stdin"):
                return True
            case ast.ImportFrom(module="sys", names=names) if any(name.name == "stdin" for name in names):
                return True
            case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0), *_]):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os" | "io")), args=[ast.Constant(value=0), *_]):
                return True
            case ast.Constant(value=str() as text) if _names_input(text):
                return True
            case ast.Import(names=names) if any(name.name == "fileinput" for name in names):
                return True
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="sys"), attr="argv")) if arguments:
                return True
            case ast.Subscript(value=ast.Name(id="argv")) if arguments:
                return True
    return False


def _names_input(text: str) -> bool:
    """Tell whether a text is the path of a file that holds the question: whatever the folder, by its name."""
    return text == "/dev/stdin" or re.split(r"[/\\]", text)[-1] == "input.txt"


def _is_constant(node: ast.stmt) -> bool:
    """Tell whether a statement only gives a name to a text: the path of the input, for trying a module at home."""
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)


def _is_main_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.unparse(node.test) and "__main__" in ast.unparse(node.test)


# Modules


class Module:
    """A bot that is asked by calling its `move`, or the functions of the game's original platform.

    Nothing here leads to whoever asks: what `start` and `ask` return is the reply.
    """

    def __init__(
        self,
        code: types.CodeType,
        filename: str,
        seed: int,
        about: dict[str, Any],
        entry: Entry | None,
        folder: str = "",
    ) -> None:
        self.code, self.filename, self.seed, self.about, self.entry = code, filename, seed, about, entry
        self.folder = folder
        self.move: Callable[[Any], Any] | None = None
        self.error: BaseException | None = None
        """What it has thrown instead of answering."""
        self.has_read = False
        """Whether it has looked for input since it was asked, where there is none."""

    def start(self) -> Reply:
        """Run the file, and the bot's own ``start``."""
        random.seed(derive(self.seed, 1))
        try:
            namespace = _new_main("bot", self.filename)
            namespace.update(self.entry.given if self.entry else {})
            exec(self.code, namespace)
            names = namespace if "Bot" not in namespace or "move" in namespace else _methods(namespace["Bot"]())
            begin = names.get("start")
            self.move = names.get("move") or (self.entry.bind(names) if self.entry else None)
            if self.move is None:
                raise NameError("name 'move' is not defined")
            if callable(begin):
                begin(self.about)
        except BaseException as error:
            return self._crashed(error)
        _flush()
        return {"reply": "module"}

    def ask(self, text: str) -> Reply:
        """Put one question to it, as JSON."""
        assert self.move is not None
        self.has_read, self.error = False, None
        try:
            move = self.move(_read_json(text))
        except BaseException as error:
            return self._crashed(error)
        _flush()
        if self.has_read and (type(move) is str or (type(move) is list and not move)):
            # The nothing that it has read is no move.
            return {"fault": "invalid", "why": ["fault.move_reads", {}]}
        return self._answer(move)

    def _answer(self, move: Any) -> Reply:
        """Write a move; what JSON cannot hold is shown as Python shows it, and that may go wrong too."""
        try:
            try:
                reply = _write_move(move)
            except (TypeError, ValueError, RecursionError):
                return {"fault": "invalid", "why": ["fault.not_json", {"got": excerpt(repr(move))}]}
        except BaseException as error:
            return self._crashed(error)
        if len(reply) > REPLY_LIMIT:
            return {"fault": "invalid", "why": ["fault.too_long", {"limit": REPLY_LIMIT}]}
        return {"reply": reply}

    def _crashed(self, error: BaseException) -> Reply:
        _flush()
        self.error = error
        reply = failure(error, self.filename, self.folder)
        if self.has_read and self.move:
            reply.setdefault("why", ["fault.move_reads", {}])
        return reply

    def stdin(self) -> Any:
        """Return what such a bot has for standard input: nothing, and it is noted that it looked."""
        return io.BufferedReader(_Stdin(self._read))

    def _read(self) -> bytes:
        self.has_read = True
        return b""


def _methods(bot: object) -> dict[str, Any]:
    """Return what a bot's object can be asked by name."""
    return {name: getattr(bot, name) for name in dir(bot) if not name.startswith("_")}


def _plain(value: Any) -> Any:
    """Let numbers and arrays of other libraries through: whatever turns itself into a plain value."""
    for name in ("tolist", "__index__", "__float__"):
        if hasattr(value, name):
            return getattr(value, name)()
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError


# Bound once: a bot that replaces json's functions, or os's, changes its own copy of the names, not these.
_read_json = json.JSONDecoder().decode
_write_move = json.JSONEncoder(default=_plain, allow_nan=False).encode
write_reply = json.JSONEncoder().encode
_process_id = os.getpid


# Programs


def run_program(
    code: types.CodeType, filename: str, seed: int, folder: str = "", arguments: Sequence[str] = ()
) -> BaseException | None:
    """Run a program from its beginning to its end, with the streams that there are; return what it threw, if it did.
    What it finds in `folder`, if there is one, it imports anew.
    """
    _forget_modules(folder)
    if "fileinput" in sys.modules:
        # Its position is a global of the module, which outlives a run here.
        sys.modules["fileinput"].close()
    random.seed(seed)
    try:
        exec(code, _new_main("__main__", filename, arguments))
        sys.stdout.flush()
    except BaseException as error:
        if isinstance(error, SystemExit) and isinstance(error.code, str):
            print(error.code, file=sys.stderr)
        _flush()
        return error
    _flush()
    return None


def crash_of(error: BaseException | None, filename: str, folder: str = "") -> Reply | None:
    """Return what to reply for a program that ended like this; None: it ended well."""
    return None if error is None or exit_code(error) == 0 else failure(error, filename, folder)


class _Program:
    """A bot that reads standard input and prints, in a process of its own.

    It begins running at the start, as far as its first read. After that each question either feeds the running
    program or starts it anew.

    `phase`: "start" until the first question; "asked" while one is open; "answered" when the program goes on after its
    answer; "over" when it has ended.
    """

    def __init__(self, seat: Seat, code: types.CodeType, filename: str, seed: int, ends: str, folder: str = "") -> None:
        self.seat, self.code, self.filename, self.seed, self.ends = seat, code, filename, seed, ends
        self.folder = folder
        self.question = ""
        """What was asked last."""
        self.phase = "start"
        self.runs = 1
        self.questions = 0
        """How many this run has had."""
        self.input = b""
        """What of them the program has not read yet."""
        self.printed = ""
        """What it has printed and nobody has taken as an answer yet."""
        self.early = ""
        """What it printed before it ended without reading its first question."""
        self.failure: Reply | None = None
        self.home = _process_id()

    def start(self) -> None:
        if self.ends == "turn":
            # Such a program may read its question from a file, which is not there yet.
            self.seat.finish({"reply": "program"})
        else:
            self._run()

    def ask(self, text: str, fresh: bool) -> None:
        """Put a question to a program that is not waiting in a read: run it, or say that it is gone."""
        over = self.phase == "over"
        if over and self.failure:
            self.seat.finish(self.failure)
        elif over and self.early:
            self._answer_and_end(self.early)
            self.early = ""
        elif over and not fresh and self.ends != "turn":
            why = why_ended(self.ends) if self.questions else "fault.no_input"
            self.seat.finish({"fault": "crash", "why": [why, {}]})
        else:
            if over or fresh:
                self.questions, self.input = 0, b""
                self.runs += 1
            self._take(text)
            self._run()

    # Running

    def _run(self) -> None:
        self.printed = ""
        use_streams(io.BufferedReader(_Stdin(self._read)), _Tap(1, self._print), self.seat.tap(2, "err"))
        error = run_program(self.code, self.filename, derive(self.seed, self.runs), self.folder, self._arguments())
        self.seat.channel.ended(error)
        crash = crash_of(error, self.filename, self.folder)
        if isinstance(error, _TooLong):
            self._fail({"fault": "invalid", "why": ["fault.too_long", {"limit": REPLY_LIMIT}]})
        elif crash:
            self._fail(crash)
        else:
            self._ended()

    def _arguments(self) -> list[str]:
        """Return the question as an argument too, for those whose platform gave it so."""
        return [self.question] if self.ends == "turn" else []

    def _ended(self) -> None:
        if self.phase == "asked":
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
            self.failure = failure
        else:
            self.seat.finish(failure)
        self.phase = "over"

    # Questions and answers

    def _take(self, text: str) -> None:
        """Accept a question."""
        self.question = text
        question = text.encode() + (b"" if text.endswith("\n") else b"\n")
        if self.ends == "turn":
            leave_question(text)
        self.questions += 1
        self.input += question
        self.phase = "asked"

    def _reply(self, answer: str, running: bool) -> None:
        self.phase = "answered"
        if answer.strip():
            self.seat.finish({"reply": answer, "running": running})
        else:
            self.seat.finish({"fault": "invalid", "why": ["fault.no_answer", {}]})

    def _read(self) -> bytes:
        """Give the program more input: what is there, or the next question once the last one is answered; else the
        end.
        """
        if not self.input:
            if self.phase == "asked" and (self.ends == "turn" or (self.ends == "marker" and self.questions == 1)):
                return b""
            if self.phase == "start":
                self.seat.finish({"reply": "program"})
            elif self.phase == "asked":
                self._fail({"fault": "timeout", "why": ["fault.waits", {}]})
            text, budget = self.seat.channel.receive()
            self.seat.begin(budget)
            self._take(text)
            self._look_for_answer()
        data, self.input = self.input, b""
        return data

    def _print(self, text: str) -> None:
        """Collect what is printed; an answer goes out as soon as it is complete. A process that the bot has forked
        gives none.
        """
        if _process_id() != self.home:
            self.seat.printed("err", text)
            return
        self.printed += text
        self.seat.printed("answer", text)
        if len(self.printed) > REPLY_LIMIT:
            raise _TooLong
        if "\n" in text:
            self._look_for_answer()

    def _look_for_answer(self) -> None:
        while self.phase == "asked" and (found := self._first_answer()):
            answer, self.printed = found
            self._reply(answer, running=True)

    def _first_answer(self) -> tuple[str, str] | None:
        """Return the first complete answer in what was printed, and the rest."""
        *lines, rest = self.printed.split("\n")
        for number, line in enumerate(lines):
            if self.ends == "marker" and line.strip() == KEEP_RUNNING:
                return "\n".join(lines[:number]), "\n".join([*lines[number + 1 :], rest])
            if self.ends != "marker" and line.strip():
                return line, "\n".join([*lines[number + 1 :], rest])
        return None


def exit_code(error: BaseException) -> int:
    """Return the exit status a process would have had."""
    if isinstance(error, _Exit):
        return int(error.args[0])
    if isinstance(error, SystemExit):
        return 0 if error.code is None else error.code if isinstance(error.code, int) else 1
    return 1


# What a bot finds around it


class _Stdin(io.RawIOBase):
    """Standard input as a raw stream over `more`, which gives the next bytes, or none at the end."""

    def __init__(self, more: Callable[[], bytes]) -> None:
        self._more = more
        self._rest = b""

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 0

    def readinto(self, buffer: Any) -> int:
        data = self._rest or self._more()
        count = min(len(buffer), len(data))
        buffer[:count], self._rest = data[:count], data[count:]
        return count


class _Tap(io.RawIOBase):
    """Standard output, or the errors, as a raw stream into `take`."""

    def __init__(self, number: int, take: Callable[[str], None]) -> None:
        self._number = number
        self._take = take
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._number

    def write(self, data: Any) -> int:
        self._take(self._decoder.decode(bytes(data)))
        return len(data)


def use_streams(stdin: Any, out: io.RawIOBase, err: io.RawIOBase) -> None:
    """Make the three streams of a process, as Python does: whoever puts others in their place still finds these."""
    streams = (io.TextIOWrapper(stdin, encoding="utf-8", errors="replace"), _printer(out), _printer(err))
    for stream, mode in zip(streams, "rww", strict=True):
        stream.mode = mode  # type: ignore[misc]
    sys.stdin, sys.stdout, sys.stderr = streams
    # Without another holder a stream would close the buffer below it when it is replaced.
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams  # type: ignore[misc]


def _printer(raw: io.RawIOBase) -> io.TextIOWrapper:
    stream = io.BufferedWriter(raw)
    return io.TextIOWrapper(stream, encoding="utf-8", errors="backslashreplace", newline="\n", line_buffering=True)


def _flush() -> None:
    """Flush what the bot printed, whatever it has made of the streams."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        # It replaced or closed them: then what is left unprinted is its own doing.
        return


def _new_main(name: str, filename: str, arguments: Sequence[str] = ()) -> dict[str, Any]:
    """Return the namespace of a module that nothing has run in yet, as if it had been started with `arguments`."""
    module = types.ModuleType(name)
    module.__file__ = filename
    sys.modules[name] = module
    sys.argv = [filename, *arguments]
    return module.__dict__


def leave_question(text: str) -> None:
    """Put a question where a program that is run once a turn may look for it."""
    # Without the line's end: programs take the text apart as it is.
    Path("input.txt").write_bytes(text.encode())


def behave_like_a_judge() -> None:
    """Make the usual ways to read, print and leave work where there is no process around the bot."""
    real_open, real_read, real_write, real_exit = builtins.open, os.read, os.write, os._exit
    home = _process_id()

    def leave(status: int = 0) -> None:
        if _process_id() != home:
            # A process that the bot has forked.
            real_exit(status)
        raise _Exit(status)

    def open_stream(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        streams = {0: sys.__stdin__, "/dev/stdin": sys.__stdin__, 1: sys.__stdout__, 2: sys.__stderr__}
        name = os.fspath(file) if isinstance(file, os.PathLike) else file
        stream: Any = streams.get(name) if isinstance(name, int | str) else None
        if stream is None:
            return real_open(file, mode, *args, **kwargs)
        return stream.buffer if "b" in mode else stream

    def read(descriptor: int, length: int) -> bytes:
        stdin: Any = sys.__stdin__
        return stdin.buffer.read1(length) if descriptor == 0 else real_read(descriptor, length)

    def write(descriptor: int, data: Any) -> int:
        if descriptor not in (1, 2):
            return real_write(descriptor, data)
        stream: Any = sys.__stdout__ if descriptor == 1 else sys.__stderr__
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
        return len(data)

    builtins.open, os.read, os.write, os._exit = open_stream, read, write, leave  # type: ignore[assignment]
    io.open = os.fdopen = open_stream  # type: ignore[assignment]
    builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]


# What went wrong


def _let_source_be_shown(filename: str, source: str) -> None:
    """Give the file's lines to whoever prints a traceback."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)


def _forget_modules(folder: str) -> None:
    """A program that begins anew imports its own modules anew, as in a process of its own."""
    for name, module in list(sys.modules.items()) if folder else ():
        if _is_inside(getattr(module, "__file__", None), folder):
            del sys.modules[name]


def _is_inside(path: object, folder: str) -> bool:
    return bool(folder) and isinstance(path, str) and path.startswith(f"{folder}/")


def failure(error: BaseException, filename: str, folder: str = "") -> Reply:
    """Describe a crash: the file and line of the bot where it happened, the last line and the whole of what Python
    prints, without our frames; and what this Python lacks, if that is why. The file is named where a bot has several.
    """
    try:
        report = traceback.TracebackException.from_exception(error, compact=True)
        _drop_own_frames(report)
        lines = "".join(report.format()).splitlines()
        summary = list(report.format_exception_only())[-1].strip()
        if isinstance(error, _Exit):
            summary = lines[-1] = f"os._exit({error})"
    except BaseException as second:
        lines, summary = [], f"{type(error).__name__} (and {type(second).__name__} while describing it)"
    if len(lines) > TRACEBACK_LINES:
        half = TRACEBACK_LINES // 2
        lines = [*lines[:half], f"  … {len(lines) - 2 * half} more lines …", *lines[-half:]]
    file, line = _place_of(error, filename, folder)
    text = "\n".join(each[:LINE_LIMIT] for each in lines)
    trace = {"line": line, "error": summary[:LINE_LIMIT], "traceback": text}
    if folder:
        shown = {name: value.replace(f"{folder}/", "") for name, value in trace.items() if isinstance(value, str)}
        trace |= shown | {"file": file.removeprefix(f"{folder}/")}
    lacks = lacking(error)
    return {"fault": "crash", "trace": trace, **({"why": [lacks, {}]} if lacks else {})}


def _drop_own_frames(report: traceback.TracebackException) -> None:
    seen: list[traceback.TracebackException | None] = [report]
    for each in seen:
        if each is None:
            continue
        frames = [frame for frame in each.stack if not frame.filename.startswith(_OURS)]
        each.stack[:] = frames
        seen += [each.__cause__, None if each.__suppress_context__ else each.__context__]


def _place_of(error: BaseException, filename: str, folder: str) -> tuple[str, int | None]:
    """Return the innermost file of the bot's own, and the line in it, that an error came through."""

    def is_own(file: object) -> bool:
        return file == filename or _is_inside(file, folder)

    if isinstance(error, SyntaxError) and is_own(error.filename):
        return str(error.filename), error.lineno
    frames = ((frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__))
    own = [(file, line) for file, line in frames if is_own(file)]
    return own[-1] if own else (filename, None)
