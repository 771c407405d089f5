"""Threads, processes, signals and asyncio: they work on the command line, and the page explains that it lacks them."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sandlot.messages import render
from tables import Table, code, house

# Code of a turn, in a module or a program, that sets the answer `r`.
WORK = {
    name: textwrap.dedent(work).strip()
    for name, work in {
        "thread": """
            import threading
            out = []
            t = threading.Thread(target=lambda: out.append(0)); t.start(); t.join()
            r = out[0]
        """,
        "thread pool": """
            from concurrent.futures import ThreadPoolExecutor
            with ThreadPoolExecutor(2) as p: r = sum(p.map(zero, range(4)))
        """,
        "pool of threads": """
            from multiprocessing.pool import ThreadPool
            with ThreadPool(2) as p: r = sum(p.map(zero, range(4)))
        """,
        "timer": """
            import threading
            t = threading.Timer(0.01, zero, (1,)); t.start(); t.join()
            r = 0
        """,
        "process": """
            import multiprocessing as mp
            q = mp.Queue(); t = mp.Process(target=put, args=(q,)); t.start()
            r = q.get(); t.join()
        """,
        "pool": """
            import multiprocessing as mp
            with mp.Pool(2) as p: r = sum(p.map(zero, range(4)))
        """,
        "spawn": """
            import multiprocessing as mp
            with mp.get_context("spawn").Pool(2) as p: r = sum(p.map(zero, range(4)))
        """,
        "forkserver": """
            import multiprocessing as mp
            with mp.get_context("forkserver").Pool(2) as p: r = sum(p.map(zero, range(4)))
        """,
        "executor": """
            from concurrent.futures import ProcessPoolExecutor
            with ProcessPoolExecutor(2) as p: r = sum(p.map(zero, range(4)))
        """,
        "manager": """
            import multiprocessing as mp
            with mp.Manager() as m: r = m.list([0])[0]
        """,
        "subprocess": """
            import subprocess
            r = int(subprocess.run(["echo", "0"], capture_output=True).stdout)
        """,
        "popen": """
            import os
            r = int(os.popen("echo 0").read())
        """,
        "fork": """
            import os
            pid = os.fork()
            if pid == 0:
                print("in child")
                os._exit(3)
            r = os.waitpid(pid, 0)[1] - 3 * 256
        """,
        "spawnv": """
            import os
            r = os.spawnv(os.P_WAIT, "/bin/sh", ["sh", "-c", "exit 0"])
        """,
        "posix_spawn": """
            import os
            pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 0"], {})
            r = os.waitpid(pid, 0)[1]
        """,
        "alarm": """
            import signal, time
            def late(*a): raise TimeoutError
            signal.signal(signal.SIGALRM, late)
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            try: time.sleep(1000); r = 9
            except TimeoutError: r = 0
        """,
        "asyncio": """
            import asyncio
            async def f(): await asyncio.sleep(0.01); return 0
            r = asyncio.run(f())
        """,
        "to_thread": """
            import asyncio
            async def f(): return await asyncio.to_thread(zero, 1)
            r = asyncio.run(f())
        """,
    }.items()
}
HELPERS = "def zero(x): return 0\ndef put(q): print('in child'); q.put(0)\n"


def module(work: str) -> str:
    return f"{HELPERS}def move(view):\n{textwrap.indent(work, '    ')}\n    return r\n"


def program(work: str) -> str:
    """Return a program in a loop, with the main guard that multiprocessing requires."""
    answer = f"def answer():\n{textwrap.indent(work, '    ')}\n    return r\n"
    loop = "if __name__ == '__main__':\n    while True:\n        input()\n        print(answer(), flush=True)\n"
    return f"{HELPERS}{answer}{loop}"


OPTIONS = {"max_steps": 2, "obstacles": 0}

# On the command line


@pytest.mark.many
@pytest.mark.skipif(os.name != "posix", reason="matches between processes need a POSIX system")
@pytest.mark.parametrize(
    ("work", "form"), [*((work, module) for work in WORK), *((work, program) for work in ("thread", "pool", "fork"))]
)
def test_threads_and_processes_work_on_command_line(
    work: str, form: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sandlot.local import house as house_bot
    from sandlot.local import python_file
    from test_local import answers, faults, match, processes

    monkeypatch.chdir(tmp_path)
    file = tmp_path / "我的 bot.py"
    file.write_bytes(f"# coding: gbk\n# 中文\n{form(WORK[work])}".encode("gbk"))
    before = processes()
    replay, finish = match(
        "snake", python_file(file), house_bot("snake", "cautious"), clock={"move": 60_000}, **OPTIONS
    )
    assert faults(replay) == []
    assert finish.turns == 2
    assert [each.reply.strip() for each in answers(replay)] == ["0", "0"]
    assert processes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["我的 bot.py"]


CHILDREN = {
    "goes on": ("import os\nif os.fork():\n    r = os.wait()[1]\nelse:\n    r = 3", "0"),
    "raises": ("import os\nif os.fork():\n    r = os.wait()[1] // 256\nelse:\n    raise ValueError('in child')", "1"),
    "leaves": ("import os, sys\nif os.fork():\n    r = os.wait()[1]\nelse:\n    sys.exit(0)", "0"),
}


@pytest.mark.skipif(os.name != "posix", reason="matches between processes need a POSIX system")
@pytest.mark.parametrize("way", CHILDREN)
def test_forked_child_cannot_use_channel(way: str, tmp_path: Path) -> None:
    from sandlot.local import Bot
    from sandlot.local import house as house_bot
    from test_local import answers, faults, match, printed

    work, reply = CHILDREN[way]
    work = f"print('before')\n{work}\nprint('after')"
    bot = Bot("bot", "code", module(work), "bot.py")
    replay, _ = match("snake", bot, house_bot("snake", "cautious"), clock={"move": 60_000}, **OPTIONS)
    assert faults(replay) == []
    assert [each.reply.strip() for each in answers(replay)] == [reply] * 2
    # The output of the child is shown with the errors, like all output that does not go through Python's streams.
    assert printed(replay, "out") == "before\nafter\n" * 2
    assert ("ValueError: in child" in printed(replay, "err")) is (way == "raises")


@pytest.mark.skipif(os.name != "posix", reason="matches between processes need a POSIX system")
def test_leftover_processes_end_with_match(tmp_path: Path) -> None:
    from sandlot.local import Bot
    from sandlot.local import house as house_bot
    from test_local import faults, match
    from waiting import is_gone

    note = tmp_path / "pids"
    source = f"""
        import multiprocessing as mp, threading, time
        def stay(): time.sleep(1000)
        pool = None
        def move(view):
            global pool
            if pool is None:
                pool = mp.Pool(2)
                threading.Thread(target=stay).start()
                other = mp.get_context("spawn").Process(target=stay)
                other.start()
                pids = [each.pid for each in (*pool._pool, other)]
                open({str(note)!r}, "w").write(" ".join(map(str, pids)))
            return 0
    """
    bot = Bot("bot", "code", textwrap.dedent(source), "bot.py")
    replay, _ = match("snake", bot, house_bot("snake", "cautious"), clock={"move": 60_000}, **OPTIONS)
    assert faults(replay) == []
    pids = note.read_text().split()
    assert len(pids) == 3
    assert all(is_gone(int(pid)) for pid in pids)


# In the page

THREADS, PROCESSES, ALARM = "fault.no_threads", "fault.no_processes", "fault.no_alarm"
LACKS = {
    **dict.fromkeys(("thread", "thread pool", "timer"), THREADS),
    **dict.fromkeys(("pool of threads", "process", "pool", "spawn", "forkserver", "executor", "manager"), PROCESSES),
    **dict.fromkeys(("subprocess", "popen", "fork", "spawnv", "posix_spawn"), PROCESSES),
    "alarm": ALARM,
}


def faults_of(table: Table, *seats: Any) -> list[dict[str, Any] | None]:
    """Play a step; return the fault of each bot or None. Both may take long to import what they need."""
    patient = {"start": 60_000, "first": 60_000, "move": 60_000}
    table.play("snake", *seats, options={"max_steps": 1, "obstacles": 0}, clock=patient)
    table.wait("end")
    entries = [entry for frame in table.heard("position") if frame[3] for entry in frame[3]["answers"]]
    return [
        next((entry["fault"] for entry in entries if entry["player"] == player and entry["fault"]), None)
        for player in range(2)
    ]


def module_faults(table: Table, works: Sequence[str]) -> list[tuple[str, dict[str, Any] | None]]:
    """Return the fault of each of these, with two in each match, so that both fail on the same step or neither does."""
    found = []
    for pair in zip(works[::2], works[1::2], strict=True):
        found += faults_of(table, *(code(module(work)) for work in pair))
    return list(zip(works, found, strict=True))


def fault(table: Table, source: str) -> dict[str, Any] | None:
    return faults_of(table, code(source), house("cautious"))[0]


def test_page_names_missing_python_features(table: Table) -> None:
    """Each is tried as a module, and one for each message as a program. Two bots play in each match."""
    forms = [(name, module) for name in LACKS] + [(name, program) for name in ("thread", "process", "fork", "alarm")]
    assert {LACKS[name] for name, form in forms if form is program} == set(LACKS.values())
    for pair in zip(forms[::2], forms[1::2], strict=True):
        found = faults_of(table, *(code(form(WORK[name])) for name, form in pair))
        for (name, form), each in zip(pair, found, strict=True):
            assert each is not None, name
            assert each["message"][0] == LACKS[name], (name, each)
            assert form is program or "my_bot.py" in each["traceback"], name


def test_page_bot_may_sleep_and_catch_missing_features(table: Table) -> None:
    assert faults_of(table, *(code(form(WORK["asyncio"])) for form in (module, program))) == [None, None]
    works = (
        f"try:\n{textwrap.indent(WORK['thread'], '    ')}\nexcept RuntimeError: r = 0",
        "import multiprocessing\nr = multiprocessing.cpu_count() - 1",
    )
    assert [found for _, found in module_faults(table, works)] == [None, None]
    # None of these imports a part of the library that the page leaves out.
    assert fault(table, module("import code, cmd, doctest, pdb, pydoc, site, unittest\nr = 0")) is None


def test_lookalike_error_is_ordinary_error(table: Table) -> None:
    works = ("raise OSError(52, 'x')", "import os; os.nothing()", "raise RuntimeError('thread')", "import nowhere")
    for work, found in module_faults(table, works):
        assert found is not None
        assert found["message"][0] == "fault.crash", work


NO_PROCESSES = (
    "import socket; socket.socketpair()",
    "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); s.accept()",
    "def wait_for(): raise OSError(52, 'x')\nwait_for()",
    "def executed(): raise OSError(138, 'x')\nexecuted()",
)


def test_error_without_process_has_no_process_hint(table: Table) -> None:
    """Sockets raise the same error as `subprocess`, and a bot's own function may have the name of one in `os`."""
    for work, found in module_faults(table, NO_PROCESSES):
        assert found is not None
        assert found["message"][0] == "fault.crash", work
    both = "import os; os.wait()", "from os import waitpid; waitpid(-1, 0)"
    for work, found in module_faults(table, both):
        assert found is not None
        assert found["message"][0] == PROCESSES, work
    found = fault(table, module("import os; os.execv('/a', ['a'])"))
    assert found is not None
    assert found["message"][0] == PROCESSES


def test_missing_features_are_named() -> None:
    for id in (THREADS, PROCESSES, ALARM):
        assert render((id, {"who": {"player": 0}}), ["my_bot"]).startswith("my_bot ")
