"""Ends of programs: however a program exits, the result is as with CPython on its platform.

The expected results come from CPython itself, which runs the same programs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conftest import ROOT
from sandlot.wire import KEEP_RUNNING
from test_bot import SETUP

QUESTION = "héllo"
AFTER = "sys.stdout.write('after\\n'); sys.stdout.flush()"
ENDINGS = {
    "returns": "",
    "sys.exit()": "sys.exit()",
    "sys.exit(0)": "sys.exit(0)",
    "sys.exit(False)": "sys.exit(False)",
    "sys.exit(1)": "sys.exit(1)",
    "sys.exit(256)": "sys.exit(256)",
    "sys.exit(-1)": "sys.exit(-1)",
    "sys.exit(text)": "sys.exit('bad')",
    "sys.exit(tuple)": "sys.exit((1, 2))",
    "quit()": "quit()",
    "exit(3)": "exit(3)",
    "SystemExit in a finally": "try:\n    1 / 0\nfinally:\n    raise SystemExit",
    "SystemExit is caught": f"try:\n    sys.exit(4)\nexcept SystemExit:\n    {AFTER}",
    "an error is caught": f"try:\n    1 / 0\nexcept ZeroDivisionError:\n    {AFTER}",
    "an error": "1 / 0",
    "a failed assertion after quit()": "try:\n    quit()\nexcept SystemExit:\n    assert sys.stdin.closed, 1",
    "os._exit(0)": "os._exit(0)",
    "os._exit(5)": "os._exit(5)",
    "os._exit below a try": f"try:\n    os._exit(0)\nexcept BaseException:\n    {AFTER}",
    "os._exit below a finally": f"try:\n    os._exit(0)\nfinally:\n    {AFTER}",
    "os._exit in a loop that catches all": f"while True:\n    try:\n        os._exit(0)\n    except:\n        {AFTER}",
    "os._exit in functions that catch all": f"""
        def deep(n):
            while True:
                try:
                    deep(n - 1) if n else os._exit(0)
                except:
                    {AFTER}
                finally:
                    {AFTER}
        deep(5)
    """,
    "os._exit in a with": f"""
        class Say:
            def __enter__(self): ...
            def __exit__(self, *error):
                {AFTER}
                return True
        with Say(): os._exit(0)
        {AFTER}
    """,
    "os._exit(0) after an error": "try:\n    1 / 0\nexcept ZeroDivisionError:\n    os._exit(0)",
    "os._exit at exit": """
        import atexit
        atexit.register(lambda: (os._exit(0), print(1)))
        atexit.register(print, 'first', flush=True)
    """,
    "atexit prints": "import atexit\natexit.register(print, 'one')\n@atexit.register\ndef last(): print('two')",
    "atexit prints after an error": "import atexit\natexit.register(print, 'one')\n1 / 0",
    "atexit fails": "import atexit\natexit.register(print, 'one')\natexit.register(lambda: 1 / 0)",
    "atexit exits": "import atexit\natexit.register(print, 'one')\natexit.register(sys.exit, 3)",
    "atexit is taken back": "import atexit\natexit.register(print, 'one')\natexit.unregister(print)",
    "atexit registers more": "import atexit\natexit.register(lambda: atexit.register(print, 'more'))",
    "os._exit skips atexit": "import atexit\natexit.register(print, 'one')\nos._exit(0)",
    "an excepthook prints": "sys.excepthook = lambda *error: print('hook')\n1 / 0",
    "an excepthook exits": "sys.excepthook = lambda *error: (print('hook', flush=True), os._exit(0))\n1 / 0",
    "another stream": "import io\nsys.stdout.write('part')\nsys.stdout = io.StringIO()\nprint('lost')",
    "stdout is closed": "sys.stdout.close()",
    "stdout is closed and printed to": "sys.stdout.close()\nprint(1)",
    "no newline": "sys.stdout.write('rest')",
    "a weak reference is finalized": "import weakref\nclass C: ...\nc = C()\nweakref.finalize(c, print, 'gone')",
}
WITH_THREADS = {
    "a thread goes on": """
        import threading, time
        threading.Thread(target=lambda: (time.sleep(.05), print('later'))).start()
    """,
    "a daemon does not": f"""
        import threading, time
        def late():
            time.sleep(.3)
            {AFTER}
        threading.Thread(target=late, daemon=True).start()
    """,
    "a thread fails": "import threading\nthreading.Thread(target=lambda: 1 / 0).start()",
    "a thread exits": "import threading\nthreading.Thread(target=sys.exit, args=(3,)).start()",
    "os._exit in a thread": f"""
        import threading, time
        threading.Thread(target=os._exit, args=(0,)).start()
        time.sleep(60)
        {AFTER}
    """,
    "a pool is left open": """
        from concurrent.futures import ThreadPoolExecutor
        pool = ThreadPoolExecutor(2)
        pool.submit(print, 'pooled')
    """,
    "a thread, then atexit": """
        import atexit, threading, time
        atexit.register(print, 'last')
        threading.Thread(target=lambda: (time.sleep(.05), print('first'))).start()
    """,
}
WITH_PROCESSES = {
    "it kills itself": "import signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "it aborts": "os.abort()",
    "a fork prints nothing": "if os.fork() == 0: os._exit(0)\nos.wait()",
}


def program(way: str) -> str:
    way = textwrap.dedent(way)
    return f"import os, sys\nprint(input() + '!', flush=True)\n{way}\n"


def expected(source: str) -> str | None:
    """Return what CPython prints, or None if it exits with an error."""
    command = [sys.executable, "-X", "utf8", "-c", source]
    done = subprocess.run(command, input=f"{QUESTION}\n", capture_output=True, encoding="utf-8", check=False)
    return done.stdout if done.returncode == 0 else None


def converse(source: str, *questions: tuple[str, bool], **given: str) -> list[dict[str, Any]]:
    """Send requests to a bot in a process of its own, and return the replies; the last is {} if the process ends."""
    start = {
        "source": source,
        "filename": "my_bot.py",
        "setup": SETUP,
        "folder": "",
        "seed": 7,
        "framing": "marker",
        **given,
    }
    lines = [{"files": {}, "place": {"folder": None, "memory": None, "confined": None}, "start": start}]
    lines += [{"ask": text, "fresh": fresh, "budget": None, "took": []} for text, fresh in questions]
    replies: list[dict[str, Any]] = []
    env = {**os.environ, "PYTHONPATH": str(ROOT / "py"), "PYTHONUTF8": "1"}
    command = [sys.executable, "-P", "-m", "sandlot.seat_process.main", "game", "tank"]
    with subprocess.Popen(
        command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as seat:
        assert seat.stdin
        assert seat.stdout
        for line in lines:
            try:
                seat.stdin.write(json.dumps(line) + "\n")
                seat.stdin.flush()
            except BrokenPipeError:
                return [*replies, {}]
            while (said := seat.stdout.readline()) and not said.startswith("="):
                pass
            if not said:
                return [*replies, {}]
            replies.append(json.loads(said[1:]))
            del replies[-1]["thought"]
        seat.stdin.close()
    return replies


def converse_in_node(talks: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Send requests to bots in the page's seat, one bot after another in one Python; see tests/js/seat_talks.ts."""
    command = ["node", "--import", "tsx", str(ROOT / "tests" / "js" / "seat_talks.ts")]
    done = subprocess.run(command, input=json.dumps(talks), capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    replies: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return replies


def answer_of(reply: dict[str, Any]) -> str | None:
    """Return the answer in a reply, or None if the program has crashed or its process ended without an answer."""
    assert not reply.get("running")
    assert reply.get("fault", "crash") == "crash"
    reply_text: str | None = reply.get("reply")
    return reply_text


@pytest.mark.parametrize("way", [*ENDINGS, *WITH_THREADS, *WITH_PROCESSES])
def test_program_ends_as_in_cpython(way: str) -> None:
    source = program((ENDINGS | WITH_THREADS | WITH_PROCESSES)[way])
    _, reply = converse(source, (QUESTION, False))
    assert answer_of(reply) == expected(source)


def test_program_in_page_ends_as_in_cpython() -> None:
    """In Node, where Python cannot wait in the middle of a program, so that each program is rerun from its
    beginning.
    """
    sources = {way: program(text) for way, text in ENDINGS.items()}
    talks = [{"source": source, "questions": [[QUESTION, False], [QUESTION, True]]} for source in sources.values()]
    replies = dict(zip(sources, converse_in_node(talks), strict=True))
    with ThreadPoolExecutor(2) as pool:
        wanted = dict(zip(sources, pool.map(expected, sources.values()), strict=True))
    assert {way: answer_of(first) for way, (_, first, _) in replies.items()} == wanted
    # The next run has no traces of it.
    assert {way: answer_of(second) for way, (_, _, second) in replies.items()} == wanted


LOOPS = "import sys\nline = ''\nwhile not line:\n    line = sys.stdin.readline()\nline = ''\nprint('[1]', flush=True)\n"
WRONG_READS = {
    "reads on at the end": (f"{LOOPS}while not line: line = sys.stdin.readline()", "fault.reads_on"),
    "no marker": ("while True:\n    input()\n    print('[1]', flush=True)", "fault.no_marker"),
    "a marker beside the answer": (f"while True:\n    input()\n    print('[1]', '{KEEP_RUNNING}')", "fault.no_marker"),
    "an error of its own": ("input()\nprint('[1]')\n1 / 0", None),
    "no answer at all": ("input()\ninput()", None),
}


def test_reading_past_input_names_the_fix() -> None:
    wanted = {name: why for name, (_, why) in WRONG_READS.items()}
    talks = [{"source": source, "questions": [[QUESTION, False]]} for source, _ in WRONG_READS.values()]
    for replies in (
        [converse(source, (QUESTION, False)) for source, _ in WRONG_READS.values()],
        converse_in_node(talks),
    ):
        found = {name: reply.get("why", [None])[0] for name, (_, reply) in zip(WRONG_READS, replies, strict=True)}
        assert found == wanted
