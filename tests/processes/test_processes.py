"""What bots in processes can do to each other, what they leave behind, and the message for programs that do not
flush.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.kernel import landlock
from sandlot.local import Bot, MatchAborted, house, process_seat, program
from sandlot.messages import render
from sandlot.processes.pipes import CHUNK
from sandlot.processes.process import Process, new_mark
from test_cli import PATIENT, environment, sandlot
from test_kinds import _in_a_folder_of_its_own  # noqa: F401
from test_local import LINUX, _nothing_is_left, answers, code, faults, match, script  # noqa: F401
from test_terminal import said
from waiting import is_gone

needs_linux = pytest.mark.skipif(not LINUX, reason="Linux only")
needs_scopes = pytest.mark.skipif(not landlock.can_scope(), reason="this kernel cannot keep signals in (Linux 6.12)")


def verdict(bad: Bot, **clock: int) -> tuple[str | None, str]:
    """Play a bot in a game with a protocol of lines; return the id and the message of its loss."""
    limits = {"first": 0, "bank": 700, **clock}
    _, finish = match(
        "generals", bad, house("generals", "rest"), rows=3, cols=3, max_rounds=4, order="id", clock=limits
    )
    loss = finish.outcome.losses[0]
    return finish.outcome.reasons[0], render(loss) if loss else "all is well"


# A program that does not flush

# Fast programs read like this. Python's own input() flushes the output first.
READS = """
from sys import stdin
n, m, k, me = map(int, stdin.readline().split())
while stdin.readline() == "1\\n":
    for _ in range(k + n * m): stdin.readline()
"""
C = """
#include <stdio.h>
int main() {
    char line[99];
    int n, m, k, me;
    scanf("%%d %%d %%d %%d ", &n, &m, &k, &me);
    for (int read = 1; fgets(line, 99, stdin); read++)
        if (read %% (1 + k + n * m) == 0) %s;
}
"""


@needs_linux
@pytest.mark.parametrize(
    "answer",
    ["print(-1)", "print(-1, end='', flush=True)", "import sys; sys.stdout.write('-1\\n')", "pass"],
    ids=["not flushed", "no line's end", "written", "reads on"],
)
def test_waiting_program_is_told_to_flush(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    reason, sentence = verdict(script(READS + f"    {answer}\n"))
    assert reason == "timeout"
    assert (
        "waits for more input on turn 1 instead of answering: if it has printed its answer, it has to end" in sentence
    )


@needs_linux
def test_waiting_c_program_is_told_to_flush() -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on this machine (gcc or cc)")
    for name, answer in (("kept", 'printf("-1\\n")'), ("flushed", '(printf("-1\\n"), fflush(stdout))')):
        Path(f"{name}.c").write_text(C % answer)
        subprocess.run([compiler, "-o", name, f"{name}.c"], check=True)
    assert "flush its output" in verdict(program(["./kept"]))[1]
    assert verdict(program(["./flushed"]))[1] == "all is well"


def test_computing_or_sleeping_program_gets_no_flush_hint() -> None:
    for source in ("while True: pass", "import time; time.sleep(1000)"):
        reason, sentence = verdict(script(source))
        assert (reason, "took longer" in sentence) == ("timeout", True)


# Java within a limit


@pytest.mark.slow
@needs_linux
def test_memory_limit_too_small_for_java_is_reported() -> None:
    if shutil.which("javac") is None:
        pytest.skip("javac is not on this machine")
    sandlot("new", "snake", "Main.java")
    subprocess.run(["javac", "-d", "build", "Main.java"], check=True)
    Path("run.sh").write_text("#!/bin/sh\njava -cp build Main\n")
    Path("run.sh").chmod(0o755)
    for bot in ("cmd:java -cp build Main", "cmd:./run.sh"):
        for limit in ("64", "600", "2000"):
            done = sandlot("play", "snake", bot, "cautious", "--memory", limit, *PATIENT)
            if bot.endswith("sh") and limit == "64":
                continue  # in this case the shell does not answer
            assert f"could not start its Java within {limit} MB" in done.stdout
    done = sandlot("play", "snake", "cmd:java -cp nowhere Main", "cautious", "--memory", "16000", *PATIENT)
    assert "within" not in done.stdout


# A bot against its opponent

# Only attack seats of the same referee, and not other matches on this machine.
KILLS = """
    import os, signal, time
    from pathlib import Path

    def parent_of(process):
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])

    def opponents():
        server = os.getppid()
        referee = parent_of(Path(f"/proc/{server}"))
        for each in Path("/proc").glob("[0-9]*"):
            try:
                parent = parent_of(each)
                is_seat = b"SANDLOT_SEAT" in (each / "environ").read_bytes()
            except OSError:
                continue
            if is_seat and parent in (server, referee) and int(each.name) not in (server, os.getpid()):
                yield int(each.name)

    def move(view):
        for pid in opponents():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError as error:
                print(type(error).__name__)
        time.sleep(0.2)
        return None
"""
WAITS = "def move(view): return None"
SMALL: dict[str, Any] = {"rows": 3, "cols": 3, "max_rounds": 3, "order": "id"}


@needs_scopes
@pytest.mark.parametrize("kind", ["file", "command"])
def test_bot_cannot_kill_opponent(kind: str) -> None:
    victim = code(WAITS)
    if kind == "command":
        victim = script(READS + "    print(-1, flush=True)\n")
    replay, finish = match("generals", code(KILLS), victim, **SMALL)
    assert faults(replay) == []
    assert finish.turns == 6
    assert any("PermissionError" in text for answer in answers(replay) for _, text in answer.output)


@needs_scopes
def test_bot_cannot_kill_or_write_into_referee() -> None:
    source = """
        import os
        def move(view):
            for attempt in (
                # Signal 0 only checks the permission.
                lambda: os.kill(os.getppid(), 0),
                lambda: os.killpg(os.getpgid(os.getppid()), 0),
                lambda: open(f"/proc/{os.getppid()}/mem", "rb+"),
            ):
                try:
                    attempt()
                except OSError as error:
                    print(type(error).__name__)
                else:
                    print("done")
    """
    replay, _ = match("generals", code(source), house("generals", "rest"), **{**SMALL, "max_rounds": 1})
    assert "".join(text for _, text in answers(replay)[0].output).split() == ["PermissionError"] * 3


@needs_scopes
def test_bot_can_kill_its_own_children() -> None:
    source = """
        import subprocess
        child = subprocess.Popen(["sleep", "1000"])
        def move(view):
            child.kill()
            print(child.wait())
    """
    replay, _ = match("generals", code(source), house("generals", "rest"), **{**SMALL, "max_rounds": 1})
    assert "-9" in "".join(text for _, text in answers(replay)[0].output)


def without_scopes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate an older kernel."""
    for module in (landlock, process_seat):
        monkeypatch.setattr(module, "can_scope", lambda: False)


@needs_linux
@pytest.mark.parametrize("kind", ["file", "command"])
def test_killed_opponent_does_not_lose(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_scopes(monkeypatch)
    victim = code(WAITS) if kind == "file" else script(READS + "    print(-1, flush=True)\n")
    killer = code(KILLS.replace("def move(view):", "def move(view):\n        if view['round'] < 2: return None"))
    with pytest.raises(MatchAborted) as void:
        match("generals", killer, victim, **SMALL)
    assert void.value.text.id == "void.killed"
    assert void.value.text.params == {"who": {"player": 1}, "signal": "SIGKILL"}


@needs_linux
def test_match_with_killed_opponent_is_void_on_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    without_scopes(monkeypatch)
    Path("kills.py").write_text(textwrap.dedent(KILLS))
    Path("waits.py").write_text(WAITS)
    options = [part for name, value in SMALL.items() for part in ("--option", f"{name}={value}")]
    status, text = said("play", "generals", "waits.py", "kills.py", *options, "--replay", "r.json", *PATIENT)
    assert status == 1
    assert text == "sandlot: the match is void: waits was killed from outside (SIGKILL) while it waited for its turn\n"
    assert not Path("r.json").exists()


@needs_linux
@pytest.mark.parametrize(
    "source",
    [
        "import os\ndef move(view): os.kill(os.getpid(), 9)",
        "import os, threading\ndef move(view): threading.Timer(0.1, os.kill, (os.getpid(), 9)).start()",
        "import os, subprocess\ndef move(view): subprocess.Popen(f'sleep 0.1; kill -9 {os.getpid()}', shell=True)",
    ],
    ids=["at once", "by a thread", "by a child"],
)
def test_bot_that_kills_itself_loses(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_scopes(monkeypatch)
    slow = code("import time\ndef move(view): time.sleep(0.5)")
    _, finish = match("generals", code(source), slow, **SMALL)
    assert finish.outcome.reasons == ("crash", None)


# Leftovers of bots

DAEMON = """
import os, sys, time
note = {note!r}
if os.fork() == 0:
    os.setsid()
    if os.fork(): os._exit(0)
    os.setsid() if os.getpid() != os.getsid(0) else None
    if {clean}:
        # A new program without our environment, in a session of its own, whose parents are gone.
        os.execve("/bin/sh", ["sh", "-c", "echo $$ > " + note + "; exec sleep 1000"], {{}})
    open(note, "w").write(str(os.getpid()) + "\\n")
    time.sleep(1000)
os.wait()
while not os.path.exists(note) or not open(note).read().endswith("\\n"): time.sleep(0.01)
"""


@pytest.mark.many
@needs_linux
@pytest.mark.parametrize("clean", [False, True], ids=["", "without a trace"])
@pytest.mark.parametrize("kind", ["file", "module", "command"])
@pytest.mark.parametrize("end", ["ends", "is stopped"])
def test_grandchild_does_not_outlive_match(kind: str, clean: bool, end: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    source = DAEMON.format(note=str(note), clean=clean)
    program_source = source + "while True:\n    input()\n    print(0, flush=True)\n"
    Path("bot.py").write_text(source + "def move(view): return 0\n" if kind == "module" else program_source)
    bot = f"cmd:{sys.executable} bot.py" if kind == "command" else "bot.py"
    Path("slow.py").write_text("import time\ndef move(view): time.sleep(1000)" if end == "is stopped" else WAITS)
    typed = [sys.executable, "-m", "sandlot", "play", "snake", bot, "slow.py", *PATIENT]
    with subprocess.Popen(
        typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
    ) as process:
        if end == "is stopped":
            while not note.exists() or not note.read_text().endswith("\n"):
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    assert "Traceback" not in err
    assert process.returncode == (143 if end == "is stopped" else 0), out + err
    assert is_gone(int(note.read_text()))


@needs_linux
def test_processes_from_before_match_are_left_alone() -> None:
    with subprocess.Popen(["sleep", "1000"]) as other:
        status, text = said("play", "snake", "cautious", "cautious", "--json", *PATIENT)
        assert status == 0
        assert json.loads(text)["faults"] == []
        assert other.poll() is None
        other.kill()


@pytest.mark.skipif(not LINUX, reason="Linux only")
def test_output_of_leftover_children_is_bounded() -> None:
    process = Process(["sh", "-c", "yes & yes >&2 & exit 0"], new_mark())
    try:
        while not process.over:
            before = len(process.heard)
            process.wait(0.05)
        # The last read gets a piece, then a full pipe, then another piece.
        assert len(process.heard) - before <= 4 * CHUNK
    finally:
        process.close()
