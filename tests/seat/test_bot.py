"""A bot's seat, driven by a script instead of an engine.

`talk` sends requests to a bot as a driver would, and returns its replies. Every program runs as on the command line,
and as in the page: there it waits for the next request in the middle of its code or, where a browser cannot wait, runs
again with all its input.
"""

from __future__ import annotations

import atexit
import builtins
import io
import json
import os
import posix
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from conftest import ROOT, Site, add_page, altered
from playwright.sync_api import Browser, Page
from sandlot.messages import LANGUAGES, render
from sandlot.seat.crash import Exit
from sandlot.seat.forms import is_module
from sandlot.seat.seat import Seat
from sandlot.wire import KEEP_RUNNING, OUTPUT_LIMIT, REPLY_LIMIT, Botzone, Unreadable

SETUP = json.dumps({"game": "tank", "player": 0, "players": 2, "clock": {}})


class Done(BaseException):
    """Raised when a program waits for a request and the script has no more."""


class Script:
    """A driver with a list of requests."""

    def __init__(self, questions: Sequence[Any]) -> None:
        self.questions = [each if isinstance(each, tuple) else (each, False) for each in questions]
        self.replies: list[dict[str, Any]] = []
        self.output: list[tuple[str, str]] = []
        self.steps: list[int] = []
        self.messages = 0

    def send(self, reply: str) -> None:
        self.replies.append(json.loads(reply))

    def emit(self, stream: str, text: str) -> None:
        self.output.append((stream, text))

    def leave(self, status: int) -> NoReturn:
        """Raise an exception instead of ending the process, which also runs the tests."""
        raise Exit(status)

    def ended(self, error: BaseException | None) -> None:
        """Do nothing, because no test forks here: see test_processes."""

    def receive(self) -> tuple[str, float | None, tuple[()]]:
        if not self.questions:
            raise Done
        return self.questions.pop(0)[0], None, ()

    def printed(self, stream: str) -> str:
        return "".join(text for name, text in self.output if name == stream)


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Restore after the test what a seat changes: how the interpreter reads, prints and exits."""
    changed = ((builtins, "open"), (io, "open"), (os, "fdopen"), (os, "read"), (os, "write"), (os, "_exit"))
    changed += ((posix, "_exit"), (atexit, "register"), (atexit, "unregister"))
    for module, name in changed:
        monkeypatch.setattr(module, name, getattr(module, name))
    for name in ("exit", "quit"):
        monkeypatch.setattr(builtins, name, getattr(builtins, name, None), raising=False)
    for name in ("stdin", "stdout", "stderr", "argv"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    monkeypatch.delitem(sys.modules, "bot", raising=False)
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("bot", None)


def talk(source: str, *questions: Any, framing: str = "marker", seed: int = 7) -> Script:
    """Talk to a bot as the seat in a process does."""
    script = Script(questions)
    seat = Seat(script)
    try:
        seat.start(textwrap.dedent(source), "my_bot.py", SETUP, seed, framing)
        while script.questions:
            text, fresh = script.questions.pop(0)
            seat.ask(text, fresh)
    except Done:
        pass
    return script


Talk = Callable[..., Script]


def talk_in(page: Page) -> Talk:
    """Return a `talk` to bots in a sealed worker of this page."""

    def talk(
        source: str, *questions: Any, framing: str = "marker", seed: int = 7, steps: int = 0, profile: int = 0
    ) -> Script:
        script = Script(questions)
        told = {"source": textwrap.dedent(source), "setup": SETUP, "seed": seed, "ends": framing}
        told |= {"steps": steps, "profile": profile}
        said = page.evaluate(
            "(told) => seats.talk(told)", told | {"questions": [list(each) for each in script.questions]}
        )
        script.replies, script.steps, script.messages = said["replies"], said["steps"], said["messages"]
        script.output = [(stream, text) for stream, text in said["output"]]
        return script

    return talk


@pytest.fixture(scope="module")
def page_talks(
    browser: Browser, dist: Path, host: Callable[[Path], Site], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[bool, Talk]]:
    """Return a `talk` in a page by whether the browser can wait in the middle of a program."""
    folder = tmp_path_factory.mktemp("seats") / "site"
    shutil.copytree(dist, folder)
    add_page(folder, "seats", ROOT / "tests" / "page" / "seats" / "page.ts")
    site = host(folder)
    contexts = {waits: browser.new_context(service_workers="block") for waits in (True, False)}
    altered(contexts[False], "**/core-*.js", "Suspending", "Suspendinh")
    talks = {}
    for waits, context in contexts.items():
        page = context.new_page()
        page.goto(f"{site.url}seats.html")
        page.evaluate("seats.ready()")
        talks[waits] = talk_in(page)
    yield talks
    for context in contexts.values():
        context.close()


def in_a_browser(name: str) -> Any:
    return pytest.param(name, marks=pytest.mark.browser)


@pytest.fixture(params=["process", in_a_browser("page"), in_a_browser("page that runs it again")])
def anywhere(request: pytest.FixtureRequest) -> Talk:
    """Return a `talk` for each place in which a bot may run."""
    if request.param == "process":
        return talk
    talks: dict[bool, Talk] = request.getfixturevalue("page_talks")
    return talks[request.param == "page"]


# Modules and programs


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("def move(view): return 0", True),
        ("import random\ndef move(view, deep=3):\n    return 0", True),
        ("move = lambda view: 0", True),
        ("class Bot:\n    def move(self, view): return 0", True),
        ("'A bot of two files.'\nfrom idea import deep as move", True),
        ("from idea import Bot\nDEEP = 3", True),
        ("from board import move, read\nwhile True:\n    print(move(read()))", False),
        ("from play import Bot, main\nmain()", False),
        ("from idea import move\nif __name__ == '__main__':\n    print(move(input()))", True),
        ("def move(view): return 0\nif __name__ == '__main__':\n    print(move(input()))", True),
        ("def move(view", True),
        ("print(input())", False),
        ("import sys\nfor line in sys.stdin: print(line)", False),
        ("from sys import stdin\nprint(stdin.readline())", False),
        ("print(open(0).read())", False),
        ("def move(x, y, direction): ...\nwhile True:\n    line = input()", False),
        ("def move(cell): ...\ndef main():\n    input()\nif __name__ == '__main__':\n    main()", False),
        ("class Bot:\n    def move(self, view): ...\nimport sys\nBot().move(sys.stdin.readline())", False),
        ("class Bot:\n    def go(self): ...", False),
        ("print(1)", False),
        ("", False),
    ],
)
def test_module_defines_move_and_program_reads_input(source: str, module: bool) -> None:
    assert is_module(source) is module


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("def move(view): return input()", True),
        ("def move(view): return helper()\ndef helper(): return sys.stdin.readline()", True),
        ("class Bot:\n    def move(self, view): return int(input())", True),
        ("def move(view): return read()\ndef read(): return input()\nmove({})", False),
        ("def move(view): ...\nasync def main(): input()\nasyncio.run(main())", False),
        ("def move(view): ...\nclass Game:\n    def run(self): input()\nGame().run()", False),
        ("PATH = 'input.txt'\ndef move(view): return 0\nif __name__ == '__main__': print(move(open(PATH)))", True),
        ("import sys\nDEPTH = int(sys.argv[1]) if len(sys.argv) > 1 else 3\ndef move(view): return DEPTH", True),
    ],
)
def test_module_reads_input_only_under_main_guard(source: str, module: bool) -> None:
    assert is_module(source) is module


FORKS = [
    "open('input.txt').read()",
    "open('./input.txt').read()",
    "Path('input.txt').read_text()",
    "open(os.getcwd() + '/input.txt').read()",
    "open(f'{os.getcwd()}/input.txt').read()",
    "open(os.path.join(os.getcwd(), 'input.txt')).read()",
    "os.read(os.open('input.txt', os.O_RDONLY), 999).decode()",
    "io.open('input.txt').read()",
    "os.fdopen(0).read()",
    "os.read(0, 999).decode()",
    "sys.argv[1]",
    "argv[1]",
]


FORK = "import io, os, sys\nfrom pathlib import Path\nfrom sys import argv\ndef next_move(input): return input[::-1]\n"


@pytest.mark.parametrize("read", FORKS)
def test_original_function_with_main_guard_is_a_module(read: str) -> None:
    last = f"print(next_move({read}.strip()))"
    assert is_module(f"{FORK}if __name__ == '__main__':\n    {last}", [["next_move"]])
    assert not is_module(FORK + last, [["next_move"]])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("read", FORKS)
def test_king_of_bots_programs_find_input_by_any_path(anywhere: Talk, read: str) -> None:
    got = anywhere(f"{FORK}print(next_move({read}.strip()))", "MAP#1", "MAP#2", framing="turn")
    assert [reply.get("reply", "").strip() for reply in got.replies] == ["program", "1#PAM", "2#PAM"]


def test_program_gets_request_as_argument() -> None:
    got = talk("import sys\nprint(len(sys.argv), sys.argv[1])", "MAP#1", "MAP#2", framing="turn")
    assert [reply["reply"].strip() for reply in got.replies] == ["program", "2 MAP#1", "2 MAP#2"]
    assert talk("import sys\ninput()\nprint(sys.argv)", "x").replies[1]["reply"] == "['my_bot.py']\n"


# Modules


def test_move_function_is_called() -> None:
    got = talk("def move(view):\n    return [view['n'], -1]", '{"n":1}', '{"n":2}')
    assert got.replies == [{"reply": "module"}, {"reply": "[1, -1]"}, {"reply": "[2, -1]"}]


def test_start_function_gets_setup() -> None:
    got = talk("def start(setup):\n    print(setup['game'])\ndef move(view): return 0", "{}")
    assert got.output == [("out", "tank\n")]


def test_bot_class_keeps_state() -> None:
    source = """
        class Bot:
            def start(self, setup): self.count = 10
            def move(self, view):
                self.count += 1
                return self.count
    """
    assert [reply["reply"] for reply in talk(source, "{}", "{}").replies] == ["module", "11", "12"]


@pytest.mark.parametrize(
    ("result", "reply"),
    [("(1, 2)", "[1, 2]"), ("None", "null"), ("{3, 1}", "[1, 3]"), ("Like(5)", "5"), ("'x'", '"x"')],
)
def test_numpy_like_values_are_accepted_as_moves(result: str, reply: str) -> None:
    source = f"""
        class Like:
            def __init__(self, n): self.n = n
            def __index__(self): return self.n
        def move(view): return {result}
    """
    assert talk(source, "{}").replies[1] == {"reply": reply}


@pytest.mark.parametrize("result", ["object()", "float('nan')", "{(1, 2): 3}", "loop"])
def test_unserializable_move_is_invalid(result: str) -> None:
    source = f"loop = []\nloop.append(loop)\ndef move(view): return {result}"
    reply = talk(source, "{}").replies[1]
    assert reply["fault"] == "invalid"
    assert reply["why"][0] == "fault.not_json"


def test_oversized_move_is_refused() -> None:
    reply = talk(f"def move(view): return 'x' * {REPLY_LIMIT + 1}", "{}").replies[1]
    assert reply["why"] == ["fault.too_long", {"limit": REPLY_LIMIT}]


def test_prints_are_sent_to_console_in_order() -> None:
    got = talk(
        "import sys\ndef move(view):\n    print('a', 'б', '中')\n    print('e', file=sys.stderr)\n    return 0", "{}"
    )
    assert got.output == [("out", "a б 中\n"), ("err", "e\n")]


def test_ten_megabytes_of_prints_are_cut_and_answer_counts() -> None:
    got = talk("def move(view):\n    for _ in range(10000): print('x' * 999)\n    return 1", "{}", "{}")
    assert [reply["reply"] for reply in got.replies] == ["module", "1", "1"]
    assert len(got.printed("out")) == 2 * OUTPUT_LIMIT
    assert got.printed("cut") == str(10_000_000 - OUTPUT_LIMIT) * 2


@pytest.mark.parametrize(
    ("read", "error"),
    [
        ("input()", "EOFError"),
        ("eval('in' + 'put()')", "EOFError"),
        ("sys.stdin.readline().split()[0]", "IndexError"),
        ("int(sys.stdin.read())", "ValueError"),
        ("next(sys.stdin)", "StopIteration"),
        ("open(0).readlines()[0]", "IndexError"),
        ("[1 for _ in iter(sys.stdin.readline, 'x')]", "EOFError"),
    ],
)
def test_module_reading_input_in_move_gets_hint(read: str, error: str) -> None:
    got = talk(f"import sys\ndef move(view):\n    return {read}", "{}")
    assert got.replies[0] == {"reply": "module"}
    assert got.replies[1]["why"] == ["fault.move_reads", {}]
    assert got.replies[1]["trace"]["error"].startswith(error)
    assert got.replies[1]["trace"]["line"] == 3


@pytest.mark.parametrize("read", ["sys.stdin.read()", "sys.stdin.readline().split()"])
def test_module_returning_unread_input_gets_hint(read: str) -> None:
    got = talk(f"import sys\ndef move(view):\n    return {read}", "{}")
    assert got.replies[1] == {"fault": "invalid", "why": ["fault.move_reads", {}]}


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("async def move(view): return 0", "fault.async_move"),
        ("class Bot:\n    async def move(self, view): return 0", "fault.async_move"),
        ("def move(view): yield 0", "fault.yields"),
        ("async def move(view): yield 0", "fault.async_move"),
    ],
)
def test_move_function_without_move_is_explained(source: str, why: str) -> None:
    assert talk(source, "{}").replies[1] == {"fault": "invalid", "why": [why, {}]}


def test_keep_running_marker_needs_its_own_line() -> None:
    session = Botzone(request=lambda view: view).open()
    session.ask({})
    with pytest.raises(Unreadable) as bad:
        session.read(f'{{"response": 1}}{KEEP_RUNNING}', False)
    assert bad.value.expected.id == "expected.marker"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"response": 1}\nkept for later\n', "expected.one_line"),
        ("-1 4\nkept for later", "expected.one_line"),
        ("[-1, 4]\nthinking\n", "expected.one_line"),
        ("-1 4\n", "expected.botzone"),
        ("{\n'response': 1}", "expected.botzone"),
        ('{"response": [1,\n2}', "expected.botzone"),
    ],
)
def test_simple_interaction_lines_get_hint(reply: str, expected: str) -> None:
    session = Botzone(request=lambda view: view).open()
    session.ask({})
    with pytest.raises(Unreadable) as bad:
        session.read(reply, False)
    assert bad.value.expected.id == expected
    for language in LANGUAGES:
        assert "response" in render(bad.value.expected, language=language)


def test_crash_after_read_hint_shows_its_own_error() -> None:
    got = talk("def move(view):\n    if view: return 1 / 0\n    return len(open(0).read())", "{}", "[1]")
    assert got.replies[1] == {"reply": "0"}
    assert "why" not in got.replies[2]


@pytest.mark.parametrize(
    "says",
    [
        "for k in range(50_000): print('x')",
        "for k in range(50_000): print('x', end='', flush=True)",
        "for k in range(50_000): print('x', file=sys.stdout if k % 2 else sys.stderr, flush=True)",
        "for k in range(50_000): draw.note('x')",
        "for k in range(500): draw.note('x' * 200)",
        "for k in range(5000): print('x', flush=True), draw.note('x')",
    ],
)
def test_output_is_sent_in_few_messages(page_talks: dict[bool, Talk], says: str) -> None:
    """The engine ends bots that send more messages, because it has to keep clocks: see static/engine/worker/bot.ts."""
    got = page_talks[True](f"import sys\nfrom sandlot import draw\ndef move(view):\n    {says}\n    return 1", "{}")
    assert got.replies[1] == {"reply": "1"}
    assert got.messages < 300


# Errors


def test_traceback_is_like_pythons_without_our_frames() -> None:
    got = talk("def half(n):\n    return [][n]\n\ndef move(view):\n    return half(0)\n", "{}")
    trace = got.replies[1]["trace"]
    assert got.replies[1]["fault"] == "crash"
    assert (trace["line"], trace["error"]) == (2, "IndexError: list index out of range")
    lines = trace["traceback"].splitlines()
    assert lines[:3] == [
        "Traceback (most recent call last):",
        '  File "my_bot.py", line 5, in move',
        "    return half(0)",
    ]
    assert '  File "my_bot.py", line 2, in half' in lines
    assert "sandlot" not in trace["traceback"]


def test_cause_of_exception_is_shown() -> None:
    source = """
        def move(view):
            try:
                {}[1]
            except KeyError as error:
                raise ValueError("no") from error
    """
    trace = talk(source, "{}").replies[1]["trace"]
    assert "KeyError: 1" in trace["traceback"]
    assert "direct cause" in trace["traceback"]
    assert trace["error"] == "ValueError: no"


def test_exception_notes_do_not_replace_error() -> None:
    source = """
        def move(view):
            error = ValueError("the real reason")
            error.add_note("(see turn 3)")
            error.__notes__ += ["x" * 10**6, 5, None]
            raise error
    """
    trace = talk(source, "{}").replies[1]["trace"]
    assert trace["error"] == "ValueError: the real reason"
    assert "(see turn 3)" in trace["traceback"]


@pytest.mark.parametrize(
    ("source", "line", "error"),
    [
        ("def move(view:\n    pass", 1, "SyntaxError: '(' was never closed"),
        ("def move(view):\n    return 0\n  x = 1", 3, "IndentationError: unindent"),
        ("import nowhere\ndef move(view): ...", 1, "ModuleNotFoundError: No module named 'nowhere'"),
        ("x = \0", None, "SyntaxError: source code string cannot contain null bytes"),
    ],
)
def test_error_at_start_is_a_crash_with_line(source: str, line: int | None, error: str) -> None:
    (reply,) = talk(source).replies
    assert reply["fault"] == "crash"
    assert reply["trace"]["line"] == line
    assert reply["trace"]["error"].startswith(error[:40])
    assert "sandlot" not in reply["trace"]["traceback"]


@pytest.mark.parametrize(
    "way", ["exit()", "quit()", "sys.exit(1)", "os._exit(0)", "raise KeyboardInterrupt", "raise Odd"]
)
def test_module_calling_exit_has_crashed(way: str) -> None:
    source = (
        f"import os, sys\nclass Odd(BaseException):\n    def __str__(self): raise ValueError\ndef move(view): {way}"
    )
    assert talk(source, "{}").replies[1]["fault"] == "crash"


EVIL_CLASS = "class Evil:\n    @property\n    def __class__(self): raise SystemExit(3)"
EVIL_COROUTINE = """
import types

@types.coroutine
def pause(): yield

async def slow():
    try: await pause()
    finally: raise SystemExit(4)

def begun():
    coroutine = slow()
    coroutine.send(None)
    return coroutine
"""
EVIL_ERROR = "class Evil({base}):\n    @property\n    def {name}(self): raise SystemExit(3)"
EVIL_META = """
class Meta(type):
    @property
    def __name__(self): raise SystemExit(3)

class Evil(Exception, metaclass=Meta):
    __traceback__ = property(lambda self: 1 / 0)
"""
BAD_LINE = (
    "def fail():\n    error = SyntaxError('x')\n    error.filename, error.lineno = __file__, {line}\n    raise error"
)


@pytest.mark.parametrize(
    ("source", "move", "error"),
    [
        (EVIL_CLASS, "return Evil()", "SystemExit: 3"),
        (EVIL_COROUTINE, "return begun()", "SystemExit: 4"),
        (EVIL_ERROR.format(base="Exception", name="__traceback__"), "raise Evil", "Evil (and SystemExit while"),
        (EVIL_ERROR.format(base="Exception", name="__class__"), "raise Evil", "Evil (and SystemExit while"),
        (EVIL_ERROR.format(base="SyntaxError", name="filename"), "raise Evil", "Evil (and SystemExit while"),
        (EVIL_META, "raise Evil", "Evil (and ZeroDivisionError while"),
        (BAD_LINE.format(line="object()"), "fail()", "SyntaxError: x"),
        (BAD_LINE.format(line="10**5000"), "fail()", "SyntaxError"),
    ],
)
def test_move_or_error_that_runs_code_when_looked_at_is_a_crash(source: str, move: str, error: str) -> None:
    reply = talk(f"{source}\ndef move(view):\n    {move}", "{}").replies[1]
    assert reply["fault"] == "crash"
    assert reply["trace"]["error"].startswith(error)
    assert reply["trace"]["line"] is None or reply["trace"]["line"] < 100
    assert "sandlot" not in reply["trace"]["traceback"]


@pytest.mark.parametrize(("base", "name"), [("SystemExit", "code"), ("BaseException", "__class__")])
def test_program_that_ends_with_an_odd_error_has_crashed(anywhere: Talk, base: str, name: str) -> None:
    source = f"{EVIL_ERROR.format(base=base, name=name)}\ninput()\nraise Evil"
    assert anywhere(source, "{}").replies[1]["fault"] == "crash"


def test_deep_recursion_traceback_is_short() -> None:
    trace = talk("def move(view): return move(view)", "{}").replies[1]["trace"]
    assert trace["error"].startswith("RecursionError")
    assert len(trace["traceback"].splitlines()) < 45


@pytest.fixture
def _usual_recursion() -> Iterator[None]:
    """Restore the recursion limit of this process, which a bot changes."""
    limit = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.usefixtures("_usual_recursion")
def test_unbounded_recursion_is_reported_quickly() -> None:
    """Describing every call would take minutes."""
    limit = "import sys\nsys.setrecursionlimit(10**7)\n"
    source = f"{limit}def move(view, n=10**6):\n    return n and move(view, n - 1) or 1 / 0"
    trace = talk(source, "{}").replies[1]["trace"]
    assert (trace["error"], trace["line"]) == ("ZeroDivisionError: division by zero", 4)
    assert len(trace["traceback"].splitlines()) < 45


def test_random_numbers_depend_on_seed() -> None:
    source = "import random\nfirst = random.random()\ndef move(view): return [first, random.random()]"
    one, same, other = (talk(source, "{}", seed=seed).replies[1] for seed in (1, 1, 2))
    assert one == same != other


# Programs


KEEPS = f"""
    import sys
    count = 0
    while True:
        line = input()
        count += 1
        print('{{"response": "%s %d"}}' % (line, count))
        print("{KEEP_RUNNING}")
        sys.stdout.flush()
"""


def test_keep_running_program_continues(anywhere: Talk) -> None:
    got = anywhere(KEEPS, "a", "b", "c")
    assert got.replies[0] == {"reply": "program"}
    assert [reply["reply"] for reply in got.replies[1:]] == [
        f'{{"response": "{x} {n}"}}' for n, x in enumerate("abc", 1)
    ]
    assert all(reply["running"] for reply in got.replies[1:])


@pytest.mark.parametrize(
    "way", ["", "exit()", "quit()", "sys.exit()", "sys.exit(0)", "sys.exit(None)", "os._exit(0)", "raise SystemExit"]
)
def test_program_that_ends_has_answered_and_is_restarted(anywhere: Talk, way: str) -> None:
    source = f"import os, sys\nprint(input() + '!')\nsys.stdout.flush()\n{way}\n"
    got = anywhere(source, "a", ("b", True))
    assert got.replies == [{"reply": "program"}, *({"reply": f"{x}!\n", "running": False} for x in "ab")]


@pytest.mark.parametrize(
    "read",
    [
        "input()",
        "sys.stdin.readline()",
        "sys.stdin.read()",
        "sys.stdin.buffer.readline().decode()",
        "sys.stdin.buffer.read().decode()",
        "''.join(sys.stdin)",
        "next(sys.stdin)",
        "sys.stdin.readlines()[0]",
        "open(0).read()",
        "open(0, 'rb').read().decode()",
        "open('/dev/stdin').readline()",
        "__import__('pathlib').Path('/dev/stdin').read_text()",
        "os.fdopen(0).readline()",
        "__import__('io').open(0).read()",
        "os.read(0, 100).decode()",
        "next(__import__('fileinput').input())",
    ],
)
def test_every_way_of_reading_input(anywhere: Talk, read: str) -> None:
    got = anywhere(f"import os, sys\ntext = {read}\nprint(text.strip()[::-1], end='')", "héllo 中")
    assert got.replies[1] == {"reply": "中 olléh", "running": False}


# What competitive programmers paste into every program: their own streams on the file descriptors.
FAST_IO = """
import os, sys
from io import BytesIO, IOBase

class FastIO(IOBase):
    newlines = 0
    def __init__(self, file):
        self._fd, self.buffer = file.fileno(), BytesIO()
        self.writable = "x" in file.mode or "r" not in file.mode
        self.write = self.buffer.write if self.writable else None
    def readline(self):
        while self.newlines == 0:
            data = os.read(self._fd, max(os.fstat(self._fd).st_size, 8192))
            self.newlines = data.count(b"\\n") + (not data)
            at = self.buffer.tell()
            self.buffer.seek(0, 2), self.buffer.write(data), self.buffer.seek(at)
        self.newlines -= 1
        return self.buffer.readline()
    def flush(self):
        if self.writable:
            os.write(self._fd, self.buffer.getvalue())
            self.buffer.truncate(0), self.buffer.seek(0)

class Wrapper(IOBase):
    def __init__(self, file):
        self.buffer = FastIO(file)
        self.flush, self.writable = self.buffer.flush, self.buffer.writable
        self.write = lambda text: self.buffer.write(text.encode())
        self.readline = lambda: self.buffer.readline().decode()

sys.stdin, sys.stdout = Wrapper(sys.stdin), Wrapper(sys.stdout)
input = lambda: sys.stdin.readline().rstrip()
"""
WRAPPED_AGAIN = """
import io, sys
sys.stdin = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
"""


@pytest.mark.parametrize("streams", [FAST_IO, WRAPPED_AGAIN], ids=["fast", "wrapped again"])
def test_program_may_replace_standard_streams(anywhere: Talk, streams: str) -> None:
    got = anywhere(f"{streams}\nprint(input()[::-1])", "héllo 中")
    assert got.replies[1] == {"reply": "中 olléh\n", "running": False}


@pytest.mark.parametrize(
    "write",
    [
        "print('1 2')",
        "print(1, 2, sep=' ', end='')",
        "sys.stdout.write('1 2')",
        "sys.stdout.buffer.write(b'1 2')",
        "sys.__class__ and print('1', end=' '); print('2')",
        "os.write(1, b'1 2')",
        "open(1, 'w').write('1 2')",
        "print('1 2', file=sys.stdout, flush=True)",
    ],
)
def test_every_way_of_printing(anywhere: Talk, write: str) -> None:
    got = anywhere(f"import os, sys\ninput()\n{write}", "x")
    assert got.replies[1]["reply"].strip() == "1 2"


def test_end_of_input_raises_eof_error(anywhere: Talk) -> None:
    source = "input()\ntry:\n    input()\nexcept EOFError:\n    print('end')"
    assert anywhere(source, "x").replies[1]["reply"] == "end\n"


@pytest.mark.parametrize(
    "way", ["sys.exit(1)", "sys.exit('no')", "os._exit(3)", "1 / 0", "input()", "raise KeyboardInterrupt"]
)
def test_program_with_nonzero_exit_has_crashed(anywhere: Talk, way: str) -> None:
    got = anywhere(f"import os, sys\nprint(input())\n{way}", "x")
    assert got.replies[1]["fault"] == "crash"
    assert got.replies[1]["trace"]["line"] == 3


def test_silent_program_has_not_answered(anywhere: Talk) -> None:
    assert anywhere("input()", "x").replies[1] == {"fault": "invalid", "why": ["fault.no_answer", {}]}


def test_program_may_answer_without_reading(anywhere: Talk) -> None:
    got = anywhere("print('hi')", "x")
    assert got.replies == [{"reply": "program"}, {"reply": "hi\n", "running": False}]


def test_program_that_fails_while_importing_has_not_started(anywhere: Talk) -> None:
    (reply,) = anywhere("import nowhere\ninput()").replies
    assert reply["fault"] == "crash"


def test_kept_program_that_ended_crashes_on_next_turn(anywhere: Talk) -> None:
    got = anywhere(f"print(input())\nprint('{KEEP_RUNNING}')", "a", "b")
    assert got.replies[1:] == [{"reply": "a", "running": True}, {"fault": "crash", "why": ["fault.ended_kept", {}]}]


@pytest.mark.parametrize("source", ["", "def moves(view):\n    return [0, 0]"])
def test_file_without_entry_point_is_explained(anywhere: Talk, source: str) -> None:
    assert anywhere(source, "a").replies[1:] == [{"fault": "crash", "why": ["fault.no_input", {}]}]


def test_crash_between_turns_is_reported_on_next_turn(anywhere: Talk) -> None:
    got = anywhere(f"print(input())\nprint('{KEEP_RUNNING}')\n1 / 0", "a", "b")
    assert got.replies[2]["trace"]["error"].startswith("ZeroDivisionError")


def test_kept_program_that_reads_instead_of_answering_times_out(anywhere: Talk) -> None:
    source = f"print(input())\nprint('{KEEP_RUNNING}')\ninput()\ninput()"
    assert anywhere(source, "a", "b").replies[2] == {"fault": "timeout", "why": ["fault.waits", {}]}


def test_endless_answer_is_cut_off(anywhere: Talk) -> None:
    got = anywhere("input()\nwhile True: print('x' * 1000)", "a")
    assert got.replies[1]["why"][0] == "fault.too_long"


def test_stderr_is_shown_once_although_program_reruns(anywhere: Talk) -> None:
    source = KEEPS.replace("count += 1", "count += 1; print(line, file=sys.stderr)")
    assert anywhere(source, "a", "b", "c").printed("err") == "a\nb\nc\n"


def test_random_numbers_are_equal_in_process_and_page(anywhere: Talk) -> None:
    source = f"import random\nwhile True:\n    input()\n    print(random.random())\n    print('{KEEP_RUNNING}')"
    here = [reply["reply"] for reply in anywhere(source, "a", "b").replies]
    assert here == [reply["reply"] for reply in talk(source, "a", "b").replies]
    assert here[1] != here[2]


def test_program_runs_do_not_share_state(anywhere: Talk) -> None:
    source = "import random\nassert 'seen' not in globals()\nseen = input()\nprint(random.random())"
    got = anywhere(source, "a", ("b", True))
    assert got.replies[1]["reply"] != got.replies[2]["reply"]


def test_each_line_is_an_answer_in_line_protocols(anywhere: Talk) -> None:
    source = "while True:\n    a, b = map(int, input().split())\n    print(a + b)"
    got = anywhere(source, "1 2", "3 4", framing="line")
    assert [reply.get("reply") for reply in got.replies] == ["program", "3", "7"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_program_run_once_per_turn_may_read_file(anywhere: Talk) -> None:
    got = anywhere("print(open('input.txt').read().strip() * 2)", "a", "b", framing="turn")
    assert [reply.get("reply") for reply in got.replies] == ["program", "aa", "bb"]


def test_dataclasses_pickle_and_main_guards_work(anywhere: Talk) -> None:
    source = """
        import pickle
        from dataclasses import dataclass
        @dataclass
        class Pair:
            a: int
        if __name__ == "__main__":
            input()
            print(pickle.loads(pickle.dumps(Pair(3))).a, __file__)
    """
    assert anywhere(source, "x").replies[1]["reply"] == "3 my_bot.py\n"
