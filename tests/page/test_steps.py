"""The step budget: it gives the same verdict on every machine and in every browser, and a bot cannot disable it."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any

import pytest
from playwright.sync_api import Page
from sandlot.clock import Clock, Timer
from sandlot.games import GAMES
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Replay, verify
from sandlot.match.replay_file import dumps, loads
from strangers import ASKS_LEFT, ASKS_LEFT_BOTZONE, BOTZONE, STAYS
from tables import Table, code

CATCHES = """
def move(view):
    while True:
        try:
            pass
        except BaseException:
            pass
"""
BUDGET = 5_000


def answers(steps: int | None) -> Replay:
    """Return a replay of Tank in which the first player reports this many steps on every turn; None: no number."""
    setup = Setup(GAMES["tank"], (Player("a"), Player("b")), 1, {"max_turns": 10}, Clock(steps=BUDGET))
    replay = Replay(setup)
    match = play(setup)
    batch = next(match)
    try:
        while True:
            given = [
                Response("module")
                if request.stage == "start"
                else Response("[-1,-1]", steps=steps if request.player == 0 else 3)
                for request in batch.requests
            ]
            replay.add(batch, given)
            batch = match.send(given)
    except StopIteration as end:
        replay.result = json.loads(json.dumps({**end.value.outcome.json(), "turns": end.value.turns}))
    return replay


@pytest.mark.parametrize(("steps", "loses"), [(0, False), (BUDGET, False), (BUDGET + 1, True), (None, True)], ids=str)
def test_more_steps_than_allowed_lose_by_time(steps: int | None, loses: bool) -> None:
    replay = answers(steps)
    assert verify(loads(dumps(replay))) is None
    assert replay.result is not None
    assert (replay.result["reasons"][0] == "timeout") == loses
    if loses:
        assert replay.result["losses"][0][0] == "fault.steps"
        assert replay.result["losses"][0][1]["limit"] == BUDGET


def test_replay_with_forged_steps_does_not_verify() -> None:
    text = dumps(answers(BUDGET + 1))
    assert verify(loads(text.replace(f'"steps":{BUDGET + 1}', '"steps":1'))) is not None


def test_time_is_not_charged_where_steps_are_counted() -> None:
    timer = Timer.of(Clock(first=10, move=10, bank=500, steps=BUDGET))
    assert timer.budget > 10_000
    assert timer.spend(9_000).bank == 500
    assert timer.spend(9_000).moves == 1


@pytest.mark.parametrize("steps", [-1, 2.5, True, 10**10], ids=str)
def test_invalid_budget_is_refused(steps: Any) -> None:
    with pytest.raises(ValueError, match="steps must be a whole number"):
        Clock(steps=steps)


# In the page


def played(table: Table, source: str, other: str = STAYS, steps: int = BUDGET) -> dict[str, Any]:
    """Play a short match of Tank against `other`, by default a bot that stays still, and return the replay."""
    table.play("tank", code(source), code(other), options={"max_turns": 4}, clock={"steps": steps})
    _, end = table.wait("end")
    assert verify(loads(end["replay"])) is None
    return json.loads(end["replay"])


def steps_of(replay: dict[str, Any], player: int = 0) -> list[int | None]:
    return [turn[player].get("steps") for turn in replay["turns"][1:]]


def module(body: str) -> str:
    return f"def move(view):\n{textwrap.indent(body, '    ')}\n    return [-1, -1]\n"


STEPS = {
    "pass": 1,
    "for _ in range(100): pass": 102,
    "k = 0\nwhile k < 100: k += 1": 101,
    "a = [k for k in range(100)]": 102,
    "a = list(k for k in range(100))": 204,
    "a = []\nfor k in range(100): len(a); a.append(k); isinstance(k, int); type(k)": 502,
    "class C:\n    def __init__(self): pass\nfor _ in range(100): C()": 304,
    "def f(): pass\nfor _ in range(100): f()": 202,
    "sorted(range(100), key=lambda k: -k)": 102,
    "sorted(range(100))": 3,
    "sum(range(10**6))": 3,
    "print('x')": 2,
    "import math\nmath.sqrt(2)": 2,
}
PAIRS = list(zip([*STEPS][::2], [*[*STEPS][1::2], "pass"], strict=True))
"""Pairs of these bodies, one for each seat."""


@pytest.mark.parametrize(("body", "other"), PAIRS)
def test_a_step_is_a_call_or_a_loop_iteration(table: Table, body: str, other: str) -> None:
    """Every turn costs the same, however Python has specialized the code meanwhile; `move` itself is also a call. A
    call of a built-in with keyword arguments is not counted.
    """
    replay = played(table, module(body), module(other))
    assert [steps_of(replay, player) for player in (0, 1)] == [[STEPS[body]] * 4, [STEPS[other]] * 4]


READS = """
input()
while True:
    print('{"response": [-1, -1]}')
    print('>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)
    input()
"""


DEEP = READS.replace("input()", "deep(9)").replace("deep", "def deep(n): return deep(n - 1) if n else input()\ndeep", 1)


@pytest.mark.parametrize("wait", [True, False], ids=["waits", "runs again"])
@pytest.mark.parametrize(("source", "steps"), [(READS, [2, 3, 3, 3]), (DEEP, [2, 13, 13, 13])], ids=["flat", "deep"])
def test_code_around_program_costs_no_steps(
    table: Table, without_waiting: Page, source: str, steps: list[int], wait: bool
) -> None:
    """The reply is sent before the call that prints it returns, so that call belongs to the next turn."""
    place = table if wait else Table(without_waiting)
    assert steps_of(played(place, source)) == steps


def test_bot_over_step_limit_is_ended_at_once(table: Table) -> None:
    replay = played(table, CATCHES)
    assert replay["result"]["reasons"][0] == "timeout"
    assert replay["result"]["losses"][0] == ["fault.steps", {"who": {"player": 0}, "limit": BUDGET, "turn": 1}]
    # The bot was ended by its steps, not by the clock.
    assert replay["turns"][1][0]["why"] == ["fault.steps", {}]


def test_steps_of_program_are_counted_from_request_to_reply(table: Table) -> None:
    slow = BOTZONE.replace("self.turns += 1", "self.turns += 1\n        for _ in range(1000): pass")
    plain, more = (steps_of(played(table, source, steps=100_000)) for source in (BOTZONE, slow))
    # A thousand iterations and the call of `range`.
    assert [b - a for a, b in zip(plain, more, strict=True) if a is not None and b is not None] == [1001] * 4


LATER = READS.replace("    input()", "    for _ in range(ROUNDS): pass\n    input()")


@pytest.mark.parametrize("wait", [True, False], ids=["waits", "runs again"])
def test_steps_after_answer_count_for_next_turn(table: Table, without_waiting: Page, wait: bool) -> None:
    place = table if wait else Table(without_waiting)
    assert steps_of(played(place, LATER.replace("ROUNDS", "1000"))) == [2, 1004, 1004, 1004]
    replay = played(place, LATER.replace("ROUNDS", str(BUDGET)))
    assert replay["result"]["losses"][0] == ["fault.steps", {"who": {"player": 0}, "limit": BUDGET, "turn": 2}]


# Tricks to run code without being counted. Each runs 400,000 iterations and prints that in its next move.
WORK = """
import sys
done = 0

def work(*_):
    global done
    for _ in range(400_000):
        done += 1
"""
SMUGGLERS = {
    "a timer of asyncio": "import asyncio\ndef smuggle(): asyncio.get_event_loop().call_later(0, work)",
    "a task of asyncio": "import asyncio\nasync def later(): work()\n"
    "def smuggle(): asyncio.get_event_loop().create_task(later())",
    "a signal": "import signal\nsignal.signal(signal.SIGALRM, work)\n"
    "def smuggle(): signal.setitimer(signal.ITIMER_REAL, 0.001)",
    "a weak reference": "import weakref\nclass A: pass\n"
    "def smuggle():\n    a = A(); a.a = a; weakref.finalize(a, work)",
    "the end of an object, whenever that is": "class A:\n    def __del__(self): work()\n"
    "def smuggle():\n    a = A(); a.a = a",
    "the end of a generator": """
def never_ends():
    try: yield
    finally: work()
def smuggle():
    kept = never_ends()
    next(kept)
    loop = [kept]
    loop.append(loop)
""",
    "an error that nobody catches": "class A:\n    def __del__(self): 1 / 0\nsys.unraisablehook = work\n"
    "def smuggle():\n    a = A(); a.a = a",
    "whoever listens": """
def smuggle():
    told = []
    sys.addaudithook(lambda *_: told or (told.append(1), work()))
""",
    "the timer of a profiler": """
import cProfile
def timer():
    if not done: work()
    return 0
def smuggle(): cProfile.Profile(timer).enable()
""",
    "a debugger": "import bdb\ndef smuggle():\n    bdb.Bdb(backend='monitoring').set_trace()\n    work()",
    "a debugger from outside": """
import os
def smuggle():
    open("script.py", "w").write("import bot; bot.work()")
    sys.remote_exec(os.getpid(), "script.py")
""",
    "where the stack ends": """
import os
def deep(_):
    try: sorted([0], key=deep)
    except BaseException: pass
    os.write(1, b"x\\n")
def smuggle():
    sys.setrecursionlimit(10**6)
    deep(0)
    work()
""",
    "numbers in memory": """
import array, fcntl, os, termios
def smuggle():
    terminal = os.open("/dev/tty", os.O_RDWR)
    for address in range(3_000_000, 5_000_000, 4): fcntl.ioctl(terminal, termios.TIOCGWINSZ, address)
    work()
""",
    "a thread": "import threading\ndef smuggle(): threading.Thread(target=work).start()",
    "the seat's channel": """
def smuggle():
    frame = sys._getframe()
    while frame:
        for each in frame.f_locals.values():
            for name in ("channel", "emit", "send"):
                if hasattr(each, name): work(); getattr(each, name)
        frame = frame.f_back
    raise LookupError
""",
    "the collector": "import gc\ngc.callbacks.append(lambda phase, _: work())\ndef smuggle(): gc.collect()",
    "the collector made anew": """
def smuggle():
    del sys.modules["gc"]
    import gc
    for each in gc.get_objects():
        if getattr(each, "__name__", "") == "take": each()
    work()
""",
    "another interpreter": """
import _testcapi
def smuggle():
    global done
    _testcapi.run_in_subinterp("for _ in range(400000): pass")
    done += 400_000
""",
    "interpreters of the library": """
from concurrent import interpreters
def smuggle():
    global done
    interpreters.create().exec("for _ in range(400000): pass")
    done += 400_000
""",
    "functions without a beginning": """
import opcode
def one(n): pass
def smuggle():
    global done
    raw = bytearray(one.__code__.co_code)
    raw[0] = opcode.opmap["NOP"]
    one.__code__ = one.__code__.replace(co_code=bytes(raw))
    list(map(one, range(400_000)))
    done += 400_000
""",
    "rounds that nobody may interrupt": """
import opcode
def loop():
    for _ in range(400_000): pass
def smuggle():
    global done
    jump, silent = (opcode.opmap[name] for name in ("JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"))
    raw = bytes(silent if k % 2 == 0 and byte == jump else byte for k, byte in enumerate(loop.__code__.co_code))
    loop.__code__ = loop.__code__.replace(co_code=raw)
    loop()
    done += 400_000
""",
    "the counter in memory": """
import ctypes
def smuggle():
    for address in range(3_000_000, 5_000_000, 4):
        if ctypes.c_int.from_address(address).value in range(50):
            ctypes.c_int.from_address(address).value = 10**6
    work()
""",
    "counting switched off": "def smuggle():\n    sys.monitoring.set_events(0, 0)\n    work()",
    "counting of the seat": """
import sandlot.seat.profiler as p
def smuggle():
    p._tools.set_events(0, 0)
    work()
""",
    "counting switched off anew": """
def smuggle():
    del sys.modules["sys"]
    import sys as anew
    anew.monitoring.set_events(0, 0)
    work()
""",
    "tracing": "def smuggle():\n    sys.settrace(work)\n    (lambda: None)()",
    "a profile": "def smuggle():\n    sys.setprofile(work)\n    (lambda: None)()",
    "an error in the middle of counting": """
def deep(n):
    try: deep(n + 1)
    except RecursionError as error:
        trace = error.__traceback__
        while trace:
            for name in ("count", "most"):
                if name in trace.tb_frame.f_locals: trace.tb_frame.f_locals[name] = -10**9
            trace = trace.tb_next
def smuggle():
    deep(0)
    work()
""",
    "an error where memory ends": """
def smuggle():
    hoard = []
    try:
        while True: hoard.append(bytes(10**6))
    except MemoryError as error:
        trace = error.__traceback__
    try:
        while True: hoard.append(object())
    except MemoryError as error:
        trace = error.__traceback__
    hoard.clear()
    while trace:
        if "count" in trace.tb_frame.f_locals: trace.tb_frame.f_locals["count"] = -10**9
        trace = trace.tb_next
    work()
""",
}
SMUGGLING_PROGRAMS = {
    "after the answer": "def answer():\n    say()\n    work()",
    "before and after, caught": """
def answer():
    say()
    try: sys.stdin.readline()
    except BaseException: work()
""",
    "only when it runs again": """
if "ran" in dir(sys): work()
sys.ran = True
def answer(): say()
""",
    "at its end": "import atexit\natexit.register(work)\ndef answer(): say()",
    "as its input goes": """
class Stdin:
    def __getattr__(self, name): return getattr(stdin, name)
    def readline(self, *given):
        line = stdin.readline(*given)
        work()
        return line
stdin, sys.stdin = sys.stdin, Stdin()
def answer(): say()
""",
    "as its streams are made": """
import io
class Wrapper(io.TextIOWrapper):
    def __init__(self, *given, **more):
        work()
        super().__init__(*given, **more)
io.TextIOWrapper = Wrapper
def answer(): say()
""",
}


def assert_nothing_is_smuggled(replay: dict[str, Any]) -> None:
    """Check that all work the bot reports was counted, or that it lost by its own fault."""
    if replay["result"]["reasons"][0] in ("timeout", "crash"):
        return
    said = "".join(text for turn in replay["turns"] for _, text in turn[0].get("output", []))
    counted = sum(count or 0 for count in steps_of(replay))
    assert max(map(int, re.findall(r"done (\d+)", said))) <= counted


@pytest.mark.parametrize("trick", SMUGGLERS)
def test_all_steps_are_counted(table: Table, trick: str) -> None:
    moves = module("print('done', done, flush=True)\nif view['turn'] == 1: smuggle()")
    assert_nothing_is_smuggled(played(table, f"{WORK}\n{SMUGGLERS[trick]}\n{moves}"))


@pytest.mark.parametrize("wait", [True, False], ids=["waits", "runs again"])
@pytest.mark.parametrize("trick", SMUGGLING_PROGRAMS)
def test_all_steps_of_programs_are_counted(table: Table, without_waiting: Page, trick: str, wait: bool) -> None:
    plays = """
def say():
    print('{"response": [-1, -1]}')
    print('>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)
    print("done", done, file=sys.stderr, flush=True)
input()
while True:
    answer()
    input()
"""
    place = table if wait else Table(without_waiting)
    assert_nothing_is_smuggled(played(place, f"{WORK}\n{SMUGGLING_PROGRAMS[trick]}\n{plays}"))


@pytest.mark.parametrize(
    "trick", ["import gc; del gc.callbacks[:]", "sys.setrecursionlimit(10**6)", "sys.settrace(None)"]
)
def test_bot_over_step_limit_cannot_recover(table: Table, trick: str) -> None:
    """These tricks neither help on the turn that exceeds the limit nor on a later one."""
    source = f"import sys\ndef move(view):\n    try:\n        {trick}\n    except Exception: pass\n"
    for turn in (1, 2):
        endless = played(table, source + f"    while view['turn'] == {turn}: pass\n    return [-1, -1]\n")
        assert endless["turns"][-1][0]["why"] == ["fault.steps", {}]
        assert len(endless["turns"]) == turn + 1


def test_bot_can_read_its_time_left(table: Table) -> None:
    """Both a module and a program can read it."""
    limits = {"first": 70_000, "move": 50_000, "bank": 30_000}
    table.play("tank", code(ASKS_LEFT), code(ASKS_LEFT_BOTZONE), options={"max_turns": 2}, clock=limits)
    replay = json.loads(table.wait("end")[1]["replay"])
    for player in (0, 1):
        left = [float(turn[player]["output"][0][1]) for turn in replay["turns"][1:]]
        assert 80_000 < left[0] <= 100_000
        assert 60_000 < left[1] <= 80_000
