"""Matches with a process for every bot: all ways to run programs, and bots that behave badly."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hooks import short

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.games import GAMES
from sandlot.local import Bot, house, play, program, python_file
from sandlot.match.parts import Finish, Player, Response, Setup
from sandlot.match.replay import Replay, result_json, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.messages import render
from sandlot.processes import groups, process
from sandlot.timing import stopwatch
from sandlot.wire import OUTPUT_LIMIT
from strangers import ASKS_LEFT, ASKS_LEFT_BOTZONE, ASKS_TOOK, ASKS_TOOK_BOTZONE
from waiting import is_gone

PROGRAMS = Path(__file__).parents[1] / "games" / "programs"
LINUX = sys.platform == "linux"
KEEP = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def processes() -> dict[int, str]:
    """Return the child processes of this process that still exist, including zombies."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        if int(rest.split()[1]) == os.getpid():
            found[int(stat.parent.name)] = name
    return found


def open_files() -> set[tuple[str, str]]:
    """Return the file descriptors of this process, each with its target."""
    found = set()
    for link in Path("/proc/self/fd").iterdir() if LINUX else ():
        # The descriptor of the listing itself is closed by now.
        with contextlib.suppress(OSError):
            found.add((link.name, str(link.readlink())))
    return found


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No process, open file or temporary folder outlives a match."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    groups.abilities()  # a process keeps its folders of control groups
    gc.collect()  # so that files left open by earlier tests are not closed during this one
    before, opened = processes(), open_files()
    yield
    assert list(folder.iterdir()) == []
    assert processes() == before
    # Files that earlier tests left open may be closed meanwhile, but this test may leave none open.
    assert open_files() - opened == set()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Return a function that compiles a program of tests/games/programs, once per session."""
    compiler = shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")
    folder = tmp_path_factory.mktemp("programs")

    def compile(name: str) -> str:
        if compiler is None:
            pytest.skip("no C++ compiler on this machine (g++, clang++ or c++)")
        made = folder / name
        if not made.exists():
            subprocess.run([compiler, "-O1", "-o", str(made), str(PROGRAMS / f"{name}.cpp")], check=True)
        return str(made)

    return compile


def match(game: str, *seats: Bot, memory: int | None = None, **changes: Any) -> tuple[Replay, Finish]:
    """Play a match, and verify its replay."""
    clock = GAMES[game].clock.with_changes({"start": 60_000, "first": 60_000, **changes.pop("clock", {})})
    players = tuple(Player(seat.name, seat.kind) for seat in seats)
    setup = Setup(GAMES[game], players, changes.pop("seed", 1), changes, clock)
    replay, finish = play(setup, seats, memory=memory)
    assert verify(loads(dumps(replay))) is None
    return replay, finish


def code(source: str, path: str = "bot.py") -> Bot:
    return Bot("bot", "code", textwrap.dedent(source), path)


def script(source: str) -> Bot:
    """Return a program that runs as a command, here in Python."""
    return program([sys.executable, "-c", textwrap.dedent(source)])


def answers(replay: Replay, player: int = 0) -> list[Response]:
    return [turn[player] for turn in replay.turns[1:] if player in turn]


def printed(replay: Replay, stream: str, player: int = 0) -> str:
    parts = [part for turn in replay.turns if player in turn for part in turn[player].output]
    return "".join(text for name, text in parts if name == stream)


def faults(replay: Replay) -> list[tuple[int, str | None]]:
    return [(player, each.fault) for turn in replay.turns for player, each in turn.items() if each.fault]


# Programs for original platforms

STAYS = code("def move(view): return [-1, -1]")
TURNS = {"max_turns": 9, "field": [0, 0, 0], "clock": {"move": 60_000}}
SHOTS = ['{"response":[4,4]}', '{"response":[-1,-1]}']


def tank(kind: str, mode: str, compiled: Callable[[str], str]) -> Bot:
    if kind == "file":
        bot = python_file(PROGRAMS / "tank_program.py")
        return Bot(bot.name, bot.kind, bot.source.replace('else "keep"', f'else "{mode}"'), bot.path)
    if kind == "cpp":
        return program([compiled("tank"), mode])
    return program([sys.executable, str(PROGRAMS / "tank_program.py"), mode])


@pytest.mark.many
@pytest.mark.parametrize("mode", ["keep", "restart", "eof"])
@pytest.mark.parametrize("kind", ["file", "python", "cpp"])
def test_botzone_programs_in_every_mode(kind: str, mode: str, compiled: Callable[[str], str]) -> None:
    replay, finish = match("tank", tank(kind, mode, compiled), STAYS, **TURNS)
    assert finish.turns == 9
    assert faults(replay) == []
    given = [each.reply.replace(" ", "").strip() for each in answers(replay)]
    assert given == [SHOTS[turn % 2] for turn in range(9)]
    assert {each.running for each in answers(replay)} == {mode == "keep"}
    runs = [0] if mode == "keep" else range(9)
    assert printed(replay, "err") == "".join(f"turn {turn}\n" for turn in runs)


def test_kept_program_may_sleep_before_answering() -> None:
    sleeps = f"""
        import time
        print("started", file=__import__("sys").stderr)
        while True:
            input()
            time.sleep(0.15)
            print('{{"response": [-1, -1]}}\\n{KEEP}', flush=True)
    """
    replay, _ = match("tank", script(sleeps), STAYS, **{**TURNS, "max_turns": 3})
    assert faults(replay) == []
    assert printed(replay, "err") == "started\n"


@pytest.mark.parametrize("kind", [script, code])
def test_keep_running_line_without_loop_is_explained(kind: Callable[[str], Bot]) -> None:
    """A common mistake on Botzone: the keep-running line is copied, but there is no loop."""
    once = f"""
        input()
        print('{{"response": [-1, -1]}}\\n{KEEP}', flush=True)
    """
    _, finish = match("tank", kind(once), STAYS, **TURNS)
    assert finish.turns == 2
    said = render(finish.outcome.text)
    assert "player 1 ended before it answered turn 2: it had printed the keep-running line" in said


def test_program_that_reads_on_after_answer_gets_eof() -> None:
    waits = """
        import sys
        input()
        print('{"response": [-1, -1]}')
        sys.stdin.read()
    """
    replay, _ = match("tank", script(waits), STAYS, **TURNS)
    assert faults(replay) == []


def test_waiting_for_eof_is_not_charged() -> None:
    late = """
        import sys
        sys.stdin.read()
        print('{"response": [-1, -1]}')
    """
    replay, _ = match("tank", script(late), STAYS, **{**TURNS, "max_turns": 3})
    assert faults(replay) == []


@pytest.mark.parametrize("hidden", ["_reads_input", "_tasks"])
def test_eof_comes_at_half_time_without_wait_detection(hidden: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, hidden, lambda about: [])
    late = "import sys\nsys.stdin.read()\nprint('{\"response\": [-1, -1]}')"
    replay, _ = match("tank", script(late), STAYS, max_turns=4, clock={"first": 2000, "move": 60_000})
    assert faults(replay) == []
    # The program was charged only for the second half, and later turns did not wait at all.
    assert all(each.milliseconds < 2000 for each in answers(replay)[:1])
    assert all(each.milliseconds < 30_000 for each in answers(replay)[1:])


@pytest.mark.parametrize("kind", ["file", "python", "cpp"])
def test_generals_programs_are_told_of_end(kind: str, tmp_path: Path, compiled: Callable[[str], str]) -> None:
    notes = [tmp_path / "first", tmp_path / "second"]
    if kind == "cpp":
        seats = [program([compiled("generals"), str(note)]) for note in notes]
    elif kind == "python":
        seats = [program([sys.executable, str(PROGRAMS / "generals_program.py"), str(note)]) for note in notes]
    else:
        source = (PROGRAMS / "generals_program.py").read_text()
        seats = [
            Bot(note.name, "code", f"import sys\nsys.argv.append({str(note)!r})\n{source}", "bot.py") for note in notes
        ]
    replay, finish = match("generals", *seats, rows=6, cols=6, max_rounds=40)
    assert faults(replay) == []
    made = [len(answers(replay, player)) for player in (0, 1)]
    assert [note.read_text() for note in notes] == [f"told 0 after {count}\n" for count in made]
    assert sum(made) == finish.turns


def test_program_plays_same_game_in_every_form(compiled: Callable[[str], str]) -> None:
    forms = [
        program([compiled("generals")]),
        program([sys.executable, str(PROGRAMS / "generals_program.py")]),
        python_file(PROGRAMS / "generals_program.py"),
    ]
    ends = [match("generals", form, house("generals", "greedy"), rows=8, cols=8, max_rounds=60) for form in forms]
    moves = [[each.reply.strip() for each in answers(replay)] for replay, _ in ends]
    assert moves[0] == moves[1] == moves[2]
    assert len(moves[0]) > 10
    assert ends[0][1].outcome == ends[1][1].outcome == ends[2][1].outcome


def test_eliminated_player_is_told_and_others_play_on(tmp_path: Path) -> None:
    note = tmp_path / "note"
    out = f"""
        n, m, k, me = map(int, input().split())
        for _ in range(1 + k + n * m): input()
        print("1 9 9 9 9", flush=True)
        open({str(note)!r}, "w").write(input())
    """
    rest = house("generals", "rest")
    replay, finish = match("generals", script(out), rest, rest, rows=4, cols=4, max_rounds=5)
    assert note.read_text() == "0"
    assert finish.turns == 11
    assert finish.outcome.reasons[0] == "illegal"
    assert faults(replay) == []


SNAKES = {
    "stdin": ["cpp", "snake", "stdin"],
    "file": ["cpp", "snake", "file"],
    "python stdin": ["python", "snake_program.py"],
    "python file": ["python", "snake_file.py"],
    "seat stdin": ["seat", "snake_program.py"],
    "seat file": ["seat", "snake_file.py"],
    "function": ["seat", "snake_function.py"],
}


@pytest.mark.many
@pytest.mark.parametrize("way", SNAKES)
def test_snake_programs_and_functions(way: str, compiled: Callable[[str], str]) -> None:
    kind, file, *rest = SNAKES[way]
    if kind == "seat":
        bot = python_file(PROGRAMS / file)
    else:
        start = [compiled(file)] if kind == "cpp" else [sys.executable, str(PROGRAMS / file)]
        bot = program([*start, *rest])
    replay, finish = match("snake", bot, house("snake", "cautious"), clock={"move": 60_000}, max_steps=12)
    assert faults(replay) == []
    assert finish.turns == 12
    assert [each.reply.strip() for each in answers(replay)] == list("000000000000")


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nfor line in sys.stdin: print(0, flush=True)",
        "import sys\nsys.stdin.read()\nprint(0)",
        "print(0)",
        "import time\nprint(0, flush=True)\ntime.sleep(0.02)",
    ],
    ids=["stays", "reads to the end", "reads nothing", "lingers"],
)
def test_snake_program_may_loop_or_exit(source: str) -> None:
    replay, _ = match("snake", script(source), house("snake", "cautious"), clock={"move": 60_000}, max_steps=8)
    assert faults(replay) == []
    assert len(answers(replay)) == 8


def test_program_runs_in_current_folder_with_input_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "here.py").write_text("import os\nprint(0 if sorted(os.listdir()) == ['here.py', 'input.txt'] else 9)")
    monkeypatch.chdir(folder)
    replay, _ = match("snake", program([sys.executable, "here.py"]), house("snake", "cautious"), max_steps=2)
    assert [each.reply.strip() for each in answers(replay)] == ["0", "0"]


@pytest.mark.many
@pytest.mark.parametrize("kind", ["cpp", "python", "file", "functions"])
def test_planes_programs_and_functions(kind: str, compiled: Callable[[str], str]) -> None:
    bot = {
        "cpp": lambda: program([compiled("planes")]),
        "python": lambda: program([sys.executable, str(PROGRAMS / "planes_program.py")]),
        "file": lambda: python_file(PROGRAMS / "planes_program.py"),
        "functions": lambda: python_file(PROGRAMS / "planes_functions.py"),
    }[kind]()
    replay, _ = match("planes", bot, house("planes", "random"), clock={"move": 60_000})
    assert faults(replay) == []
    shots = [[int(n) for n in re.findall(r"\d+", each.reply)] for each in answers(replay)]
    assert shots[1:12] == [[n // 9 + 1, n % 9 + 1] for n in range(11)]


# Bots that behave badly. Each plays with two others, which must not be affected.

READ = "n, m, k, me = map(int, input().split())\nfor _ in range(1 + k + n * m): input()\n"
BAD_PROGRAMS = {
    "hangs": ("import time; time.sleep(1000)", "timeout", "took longer"),
    "is busy": ("while True: pass", "timeout", "took longer"),
    "dies": ("import os; os._exit(3)", "crash", "exit status 3"),
    "is killed": ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "crash", "SIGSEGV"),
    "throws": ("1 / 0", "crash", "ZeroDivisionError"),
    "ends": ("pass", "illegal", "without an answer"),
    "ends later": (READ + "print(-1, flush=True)", "crash", "ended before it answered"),
    "floods a line": ("while True: print('x' * 999, end='')", "illegal", "gave more than"),
    "floods lines": ("while True: print('y')", "illegal", "answered “y”"),
    "floods errors": ("import sys\nwhile True: sys.stderr.write('x' * 9999)", "timeout", "took longer"),
    "closes its output": ("import os, time; os.close(1); time.sleep(1000)", "crash", "closed its output"),
    "closes everything": ("import os, time; os.closerange(0, 99); time.sleep(1000)", "crash", "closed its output"),
    "ignores signals": (
        "import signal, time\nfor s in (1, 2, 3, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(1000)",
        "timeout",
        "took longer",
    ),
    "prints no text": ("import os; os.write(1, bytes(range(128, 256)) + b'\\n')", "illegal", "expected"),
}


def play_with(bad: Bot, **clock: int) -> tuple[Replay, str, str]:
    """Play a game of three with one bad bot; return the replay, and the id and the message of the bad bot's loss."""
    rest = house("generals", "rest")
    limits = {"first": 0, "bank": 400, **clock}
    replay, finish = match("generals", bad, rest, rest, rows=4, cols=4, max_rounds=4, order="id", clock=limits)
    assert finish.outcome.reasons[1:] == (None, None)
    assert len(answers(replay, 2)) == 4
    loss = finish.outcome.losses[0]
    assert loss is not None
    return replay, str(finish.outcome.reasons[0]), render(loss)


@pytest.mark.many
@pytest.mark.parametrize("way", BAD_PROGRAMS)
def test_bad_program_loses_with_reason(way: str) -> None:
    source, reason, words = BAD_PROGRAMS[way]
    _, got, sentence = play_with(script(source))
    assert got == reason
    assert words in sentence


def test_program_may_close_or_ignore_input() -> None:
    closes = "import os, time\nos.close(0)\nwhile True: print(-1, flush=True); time.sleep(0.001)"
    replay, finish = match("generals", script(closes), house("generals", "rest"), rows=50, cols=50, max_rounds=5)
    assert faults(replay) == []
    assert finish.turns == 10


def test_stderr_is_kept_and_cut() -> None:
    loud = READ + "import sys\nsys.stderr.write('é' * 50_000)\nprint('hi', file=sys.stderr)\nprint(9, flush=True)"
    replay, _, _ = play_with(script(loud))
    assert len(printed(replay, "err").encode()) == OUTPUT_LIMIT
    assert printed(replay, "cut") == str(100_003 - OUTPUT_LIMIT)


def test_unfinished_answer_is_shown() -> None:
    replay, reason, _ = play_with(script(READ + "print('-', end='', flush=True)\nwhile True: pass"))
    assert reason == "timeout"
    assert printed(replay, "out") == "-"


def test_last_line_needs_no_newline() -> None:
    replay, reason, _ = play_with(script(READ + "print(-1, end='')"))
    assert answers(replay)[0].reply == "-1"
    assert reason == "crash"


FORKS = """
import os, time
if os.fork() == 0:
    for _ in range({sessions}):
        os.setsid()
        if os.fork(): os._exit(0)
    open({note!r}, "w").write(str(os.getpid()))
    time.sleep(1000)
while not os.path.exists({note!r}) or not open({note!r}).read(): pass
{then}
"""


@pytest.mark.many
@pytest.mark.parametrize("then", ["time.sleep(1000)", "raise SystemExit(3)"], ids=["hangs", "dies"])
@pytest.mark.parametrize("sessions", [0, pytest.param(1, marks=pytest.mark.skipif(not LINUX, reason="Linux only"))])
@pytest.mark.parametrize("kind", ["program", "file"])
def test_child_processes_end_with_bot(kind: str, sessions: int, then: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    source = FORKS.format(sessions=sessions, note=str(note), then=then)
    _, reason, _ = play_with(
        script(source) if kind == "program" else code(f"def move(view): pass\n{source}"), start=900
    )
    assert reason in ("timeout", "crash")
    # On a very slow machine the bot is ended before it has started the child.
    assert not note.exists() or not note.read_text() or is_gone(int(note.read_text()))


@pytest.mark.skipif(not LINUX, reason="Linux only")
def test_child_with_own_session_and_environment_ends_with_bot(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    source = f"""
        import subprocess, sys
        child = subprocess.Popen(["sleep", "1000"], env={{}}, start_new_session=True)
        open({str(note)!r}, "w").write(str(child.pid))
        while True: pass
    """
    play_with(script(source))
    assert not note.exists() or not note.read_text() or is_gone(int(note.read_text()))


BAD_FILES = {
    "hangs": ("def move(view):\n    while True: pass", "timeout", "took longer"),
    "hangs at its start": ("while True: pass\ndef move(view): pass", "timeout", "to import"),
    "throws": ("def move(view): return view['nothing']", "crash", "KeyError: 'nothing'"),
    "does not compile": ("def move(view:", "crash", "SyntaxError"),
    "leaves": ("import os\ndef move(view): os._exit(0)", "crash", "crashed"),
    "kills itself": ("import os, signal\ndef move(view): os.kill(os.getpid(), 9)", "crash", "SIGKILL"),
    "closes everything": ("import os\ndef move(view):\n    os.closerange(0, 99)", "crash", "crashed"),
    "answers no JSON": ("def move(view): return object()", "illegal", "cannot be sent"),
    "reads the channel": ("import os\ndef move(view):\n    while True: os.read(3, 1)", "timeout", "took longer"),
    "writes on the channel": ("import os\ndef move(view):\n    while True: os.write(4, b'[1]\\n{}\\n')", "", ""),
}


@pytest.mark.many
@pytest.mark.parametrize("way", BAD_FILES)
def test_bad_file_loses_with_reason(way: str) -> None:
    source, reason, words = BAD_FILES[way]
    start = 700 if way == "hangs at its start" else 60_000
    _, got, sentence = play_with(code(source), start=start)
    assert got == reason or not reason
    assert words in sentence


def test_stream_changes_do_not_break_channel() -> None:
    odd = """
        import os, subprocess, sys
        def move(view):
            print("one")
            os.system("echo two")
            subprocess.run(["echo", "three"], stdin=0)
            for number in (0, 1, 2): os.close(number)
            sys.stdout = None
    """
    replay, _ = match("generals", code(odd), house("generals", "rest"), rows=4, cols=4, max_rounds=1)
    assert faults(replay) == []
    assert printed(replay, "out") == "one\n"
    assert printed(replay, "err") == "two\nthree\n"


def test_traceback_has_file_name_without_folder(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import neighbour\ndef move(view):\n    return neighbour.half(0)\n")
    (tmp_path / "neighbour.py").write_text("def half(n):\n    return 1 / n\n")
    (tmp_path / "random.py").write_text("raise ValueError")
    replay, _ = match("snake", python_file(file), house("snake", "cautious"))
    trace = answers(replay)[0].trace
    assert trace is not None
    assert (trace["line"], trace["error"]) == (3, "ZeroDivisionError: division by zero")
    assert 'File "mine.py", line 3, in move' in trace["traceback"]
    assert str(file) not in dumps(replay)


@pytest.mark.skipif(not LINUX, reason="memory of other processes can only be limited on Linux")
@pytest.mark.parametrize("kind", ["program", "file"])
def test_memory_limit(kind: str) -> None:
    source = "x = bytearray(2**30)"
    bad = script(source) if kind == "program" else code(f"def move(view):\n    {source}")
    replay, _ = match("generals", bad, house("generals", "rest"), memory=400 * 2**20, rows=3, cols=3)
    assert faults(replay) == [(0, "crash")]
    assert "MemoryError" in json.dumps([each.trace for each in answers(replay)])


def test_missing_program_crashes(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("hello")
    for game in ("snake", "generals"):
        for command in ("/nowhere/bot", str(text)):
            _, finish = match(game, program([command]), house(game, GAMES[game].house[-1]))
            assert finish.outcome.reasons[0] == "crash"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("while True:\n    input()\n    print('[-1, -1]', flush=True)", "reads on after its answer on turn 1"),
        (
            f"while True:\n    input()\n    print('[-1, -1]', '{KEEP}', flush=True)",
            "reads on after its answer on turn 1",
        ),
        (f"input()\nprint('[-1, -1]', '{KEEP}')", "on a line of its own, after the answer"),
        ("input()\nprint('[-1, -1]')\nprint('my data')", "Botzone's simple interaction"),
    ],
)
def test_program_that_reads_on_is_told_of_keep_running(source: str, says: str) -> None:
    """For programs started by `cmd:`; tests/seat covers Python files."""
    _, finish = match("tank", script(source), STAYS, **TURNS)
    said = render(result_json(finish)["reason"], ["one", "two"])
    assert says in said, said
    assert "one" in said


# Reproducibility


@pytest.mark.parametrize("game", GAMES)
def test_same_bots_and_seed_give_same_replay(game: str) -> None:
    def once() -> dict[str, Any]:
        names = GAMES[game].house[-2], GAMES[game].house[-1]
        replay, _ = match(game, *(house(game, name) for name in names), seed=11, **short(game))
        whole: dict[str, Any] = json.loads(dumps(replay), object_hook=lambda each: {**each, "ms": 0, "thought": 0})
        return whole

    assert once() == once()


def test_order_of_string_sets_is_reproducible() -> None:
    source = "def move(view):\n    print(*{str(n) for n in range(99)})"
    texts = {
        printed(match("generals", code(source), house("generals", "rest"), rows=3, cols=3, max_rounds=1)[0], "out")
        for _ in range(2)
    }
    assert len(texts) == 1


def test_bots_of_one_turn_think_concurrently() -> None:
    slow = """
        import time
        def move(view):
            print(time.monotonic())
            time.sleep(0.2)
            print(time.monotonic())
            return [-1, -1]
    """
    replay, _ = match("tank", code(slow), code(slow), **{**TURNS, "max_turns": 5})
    times = [[[float(n) for n in each.output[0][1].split()] for each in answers(replay, player)] for player in (0, 1)]
    assert any(one[0] < other[1] and other[0] < one[1] for one, other in zip(*times, strict=True))


# Lost time


def test_suspended_time_is_not_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(stopwatch, "monotonic", lambda: now)
    watch = stopwatch.Stopwatch(1000)
    now += 0.1
    assert watch.measure() == pytest.approx(100)
    now += 3600
    assert watch.measure() == pytest.approx(350)
    assert not watch.over
    watch.give_back(300)
    assert watch.spent == pytest.approx(50)
    for _ in range(10):
        now += 0.1
        watch.measure()
    assert watch.over


@pytest.mark.parametrize("source", [ASKS_TOOK, ASKS_TOOK_BOTZONE], ids=["module", "program"])
def test_python_bot_can_read_last_times_of_all_players(source: str) -> None:
    replay, _ = match("tank", code(source), STAYS, max_turns=3)
    told = [answer.output[0][1].split() for answer in answers(replay)]
    took = [[str(answer.milliseconds) for answer in answers(replay, player)] for player in (0, 1)]
    assert told == [["None", "None"], [took[0][0], took[1][0]], [took[0][1], took[1][1]]]
    for each in answers(replay):
        assert each.thought is not None
        assert each.thought < each.milliseconds + 5000
    assert verify(loads(dumps(replay))) is None


@pytest.mark.parametrize("source", [ASKS_LEFT, ASKS_LEFT_BOTZONE], ids=["module", "program"])
def test_python_bot_can_read_its_time_left(source: str) -> None:
    limits = {"first": 70_000, "move": 50_000, "bank": 30_000}
    replay, _ = match("tank", code(source), STAYS, max_turns=2, clock=limits)
    left = [float(answer.output[0][1]) for answer in answers(replay)]
    assert 80_000 < left[0] <= 100_000
    assert 60_000 < left[1] <= 80_000


WAYS_TO_LEAVE = {
    "os._exit": "os._exit(0)",
    "in a thread": "import threading, time\nthreading.Thread(target=os._exit, args=(0,)).start()\ntime.sleep(60)",
    "an error after its line": "1 / 0",
    "a signal after its line": "os.kill(os.getpid(), 9)",
}


@pytest.mark.parametrize(
    # In Tank the answer is all output of a run until its end, so a run that ends badly after its answer is a crash.
    ("game", "way"),
    [(game, way) for game in ("tank", "snake") for way in WAYS_TO_LEAVE if game == "snake" or "after" not in way],
)
def test_program_is_started_anew_however_it_exits(game: str, way: str) -> None:
    answer = '{"response": [-1, -1]}' if game == "tank" else "0"
    source = f"import os, sys\nline = input()\nprint('{answer}', flush=True)\n{WAYS_TO_LEAVE[way]}\n"
    options = {"max_turns": 4} if game == "tank" else {"max_steps": 4, "obstacles": 0}
    setup = Setup(GAMES[game], (Player("a", "code"), Player("b", "code")), 3, options)
    replay, _ = play(setup, [code(source), code(source.replace("'0'", "'2'"))])
    assert [(each.fault, each.why) for each in answers(replay)] == [(None, None)] * len(answers(replay))
    assert len(answers(replay)) == 4
