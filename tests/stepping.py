"""Bots whose steps are counted, with the counts that page and command line must give."""

from __future__ import annotations

import re
import textwrap
from typing import Any

CATCHES = """
def move(view):
    while True:
        try:
            pass
        except BaseException:
            pass
"""
BUDGET = 5_000


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

READS = """
input()
while True:
    print('{"response": [-1, -1]}')
    print('>>>BOTZONE_REQUEST_KEEP_RUNNING<<<', flush=True)
    input()
"""


DEEP = READS.replace("input()", "deep(9)").replace("deep", "def deep(n): return deep(n - 1) if n else input()\ndeep", 1)

LATER = READS.replace("    input()", "    for _ in range(ROUNDS): pass\n    input()")

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


def smuggler(trick: str) -> str:
    """Return a module that plays this trick on its second turn."""
    moves = module("print('done', done, flush=True)\nif view['turn'] == 1: smuggle()")
    return f"{WORK}\n{SMUGGLERS[trick]}\n{moves}"


def smuggling_program(trick: str) -> str:
    """Return a program that plays this trick."""
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
    return f"{WORK}\n{SMUGGLING_PROGRAMS[trick]}\n{plays}"


def assert_nothing_is_smuggled(replay: dict[str, Any], player: int = 0) -> None:
    """Check that all work the bot reports was counted, or that it lost by its own fault."""
    if replay["result"]["reasons"][player] in ("timeout", "crash"):
        return
    said = "".join(text for turn in replay["turns"] for _, text in turn[player].get("output", []))
    counted = sum(count or 0 for count in steps_of(replay, player))
    assert max(map(int, re.findall(r"done (\d+)", said))) <= counted
