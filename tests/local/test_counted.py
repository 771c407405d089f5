"""Matches with step limits on the command line: the counts are those of the page, and bots reach nothing but Python."""

from __future__ import annotations

import json
import os
import shutil
import signal
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from sandlot import bots
from sandlot.clock import Clock
from sandlot.files.bot import Bot
from sandlot.games import GAMES
from sandlot.local import NO_SANDBOX, NoSteps, Sandbox, Stage, isolating_sandbox, program
from sandlot.local.arena import VARIABLE, _step_counter, check_steps, step_counter
from sandlot.local.sandbox_choice import probes
from sandlot.match.parts import Batch, Finish, Player, Setup
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads
from sandlot.processes.process import descendants, read_file
from stepping import (
    BUDGET,
    CATCHES,
    DEEP,
    LATER,
    PAIRS,
    READS,
    SMUGGLERS,
    SMUGGLING_PROGRAMS,
    STEPS,
    assert_nothing_is_smuggled,
    module,
    smuggler,
    smuggling_program,
    steps_of,
)
from strangers import STAYS


@pytest.fixture(autouse=True, scope="module")
def _arena(dist: Path) -> None:
    """Use a built page, whose Python counts the steps."""
    assert (dist / "index.html").is_file()


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with Stage() as stage:
        yield stage


def bot(source: str) -> Bot:
    return Bot("bot", "code", source, "bot.py")


def played(stage: Stage, source: str | Bot, other: str | Bot = STAYS, steps: int = BUDGET, **more: Any) -> Any:
    """Play a short match of Tank and return its replay, which the rules confirm."""
    both = [each if isinstance(each, Bot) else bot(each) for each in (source, other)]
    players = (Player("a", "code"), Player("b", "code"))
    setup = Setup(GAMES["tank"], players, 1, {"max_turns": 4}, Clock(steps=steps))
    text = dumps(stage.play(setup, both, **more)[0])
    assert verify(loads(text)) is None
    return json.loads(text)


def said(replay: Any, player: int = 0) -> str:
    return "".join(text for turn in replay["turns"] for _, text in turn[player].get("output", []))


@pytest.mark.parametrize(("body", "other"), PAIRS)
def test_steps_of_modules_are_those_of_the_page(stage: Stage, body: str, other: str) -> None:
    replay = played(stage, module(body), module(other))
    assert [steps_of(replay, player) for player in (0, 1)] == [[STEPS[body]] * 4, [STEPS[other]] * 4]


def test_steps_of_programs_are_those_of_the_page(stage: Stage) -> None:
    replay = played(stage, READS, DEEP)
    assert [steps_of(replay, player) for player in (0, 1)] == [[2, 3, 3, 3], [2, 13, 13, 13]]
    replay = played(stage, LATER.replace("ROUNDS", "1000"), LATER.replace("ROUNDS", str(BUDGET)))
    assert steps_of(replay)[0] == 2
    assert replay["result"]["losses"][1] == ["fault.steps", {"who": {"player": 1}, "limit": BUDGET, "turn": 2}]


def test_bot_over_step_limit_is_ended_on_that_turn(stage: Stage) -> None:
    replay = played(stage, CATCHES)
    assert replay["result"]["reasons"][0] == "timeout"
    assert replay["result"]["losses"][0] == ["fault.steps", {"who": {"player": 0}, "limit": BUDGET, "turn": 1}]
    assert replay["turns"][1][0]["why"] == ["fault.steps", {}]


NAMES = [*SMUGGLERS]
TWO_TRICKS = list(zip(NAMES[::2], [*NAMES[1::2], NAMES[0]][: len(NAMES[::2])], strict=True))


@pytest.mark.parametrize(("first", "second"), TWO_TRICKS)
def test_all_steps_are_counted(stage: Stage, first: str, second: str) -> None:
    replay = played(stage, smuggler(first), smuggler(second))
    for player in (0, 1):
        assert_nothing_is_smuggled(replay, player)


@pytest.mark.parametrize("trick", SMUGGLING_PROGRAMS)
def test_all_steps_of_programs_are_counted(stage: Stage, trick: str) -> None:
    assert_nothing_is_smuggled(played(stage, smuggling_program(trick)))


# Escapes from the bot's Python


def attempts(named: Mapping[str, str]) -> str:
    """Return a bot that tries all of these while its file is executed, and prints what it has reached."""
    text = ""
    for name, code in named.items():
        body = textwrap.indent(code, "    ")
        text += f"""
try:
{body}
except BaseException as error:
    print({name!r}, "refused:", type(error).__name__)
else:
    print({name!r}, "reached")
"""
    return f"{text}\ndef move(view): return [-1, -1]\n"


REFUSED = {
    "js": "import js",
    "pyodide_js": "import pyodide_js",
    "_pyodide_core": "import _pyodide_core",
    "run_js": "from pyodide.code import run_js\nrun_js('1')",
    "pyodide": "import pyodide\npyodide.http",
    "ctypes": "import ctypes\nctypes.CDLL(None)",
    "ctypes's module": "import _ctypes",
    "the machine's files": "import os\nos.listdir('/etc')\nopen('/etc/passwd').read()",
    "the machine's folders": "import os\nassert 'usr' in os.listdir('/')",
    "the checkout": "import pathlib\nassert pathlib.Path(OUTSIDE).exists()",
    "processes": "import os\nos.listdir('/proc/1')",
    "the environment": "import os\nassert set(os.environ) & {'SANDLOT_SEAT', 'NODE_OPTIONS', 'SECRET_OF_TEST'}",
    "the parent's number": "import os\nassert os.getpid() > 100",
    "a program": "import subprocess\nsubprocess.run(['/bin/true'])",
    "a fork": "import os\nos.fork()",
    "a shell": "import os\nassert os.system('true') == 0",
    "the network": "import socket\nsocket.create_connection(('127.0.0.1', 9), timeout=1)",
    "a socket that listens": "import socket\ns = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen()\n"
    "assert s.getsockname()[1]",
    "urllib": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9', timeout=1)",
    "a file of the machine": "open('/tmp/../../../../tmp/sandlot-steps-proof', 'w').write('x')\n"
    "import os\nassert os.path.exists('/proc/1')",
    "a link out": "import os\nos.symlink('/etc/passwd', 'link')\nopen('link').read()",
    "mounting": "import pyodide_js\npyodide_js.mountNodeFS('/host', '/')",
}


@pytest.mark.parametrize("sandbox", [NO_SANDBOX, None], ids=["no sandbox", "within the best sandbox"])
def test_bot_cannot_reach_node_or_machine(
    sandbox: Sandbox | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_OF_TEST", "secret")
    rows = {name: code.replace("OUTSIDE", repr(str(tmp_path))) for name, code in REFUSED.items()}
    names = list(rows)
    parts = [{name: rows[name] for name in names[first::2]} for first in (0, 1)]
    with Stage(sandbox=isolating_sandbox() if sandbox is None else sandbox) as stage:
        replay = played(stage, *map(attempts, parts), steps=50_000_000)
    for player, part in enumerate(parts):
        text = said(replay, player)
        assert [name for name in part if f"{name} refused: " not in text] == [], text
    assert replay["result"]["reasons"] == [None, None]
    assert not Path("/tmp/sandlot-steps-proof").exists()


FORGES = """
import os

def move(view):
    line = b'["reply", %d, "{\\\\"reply\\\\": \\\\"[4, 4]\\\\"}", 0, 0]\\n' % (view["turn"] + 2)
    for descriptor in range(1, 64):
        try:
            os.write(descriptor, line)
        except OSError:
            pass
    return [-1, -1]
"""


def test_bot_cannot_write_to_channel(stage: Stage) -> None:
    replay = played(stage, FORGES)
    moves = [turn[0].get("move") for turn in replay["turns"][1:]]
    assert [4, 4] not in moves
    assert min(steps or BUDGET for steps in steps_of(replay)) > 64


ENDS = {
    "os._exit": "import os\ndef move(view): os._exit(0)",
    "sys.exit": "import sys\ndef move(view): sys.exit(3)",
    "abort": "import os\ndef move(view): os.abort()",
    "kill": "import os, signal\ndef move(view): os.kill(os.getpid(), signal.SIGKILL)",
    "memory": "def move(view):\n    hoard = []\n    while True: hoard.append(bytearray(2**24))",
    "recursion": "import sys\nsys.setrecursionlimit(10**6)\ndef deep(n): return deep(n + 1)\ndef move(view): deep(0)",
    "a flood of prints": "def move(view):\n    while True: print('x' * 10_000)",
}


@pytest.mark.parametrize("name", ENDS)
def test_bot_that_breaks_its_python_loses_alone(stage: Stage, name: str) -> None:
    """Its opponent and the match are not affected."""
    replay = played(stage, ENDS[name], steps=10_000_000 if name != "a flood of prints" else 20_000)
    assert replay["result"]["reasons"][0] in ("crash", "timeout")
    assert replay["result"]["reasons"][1] is None
    assert len(dumps(loads(json.dumps(replay)))) < 500_000


def test_bot_of_several_files_plays(stage: Stage) -> None:
    main = "import helper\ndef move(view):\n    print(open('data.txt').read())\n    return helper.stay()\n"
    files = {"helper.py": "def stay(): return [-1, -1]\n", "data.txt": "found"}
    laid_out = {path: text.encode() for path, text in {"main.py": main, **files}.items()}
    replay = played(stage, Bot("bot", "code", main, "main.py", files=laid_out))
    assert said(replay).split() == ["found"] * 4
    assert replay["result"]["reasons"] == [None, None]


def test_syntax_error_is_reported_with_line(stage: Stage) -> None:
    replay = played(stage, "def move(view):\n    return (\n")
    assert replay["result"]["losses"][0][0] == "fault.crash_start"
    assert replay["turns"][0][0]["trace"]["line"]


def test_bot_that_declares_packages_is_refused_with_message(stage: Stage) -> None:
    replay = played(stage, '# /// script\n# dependencies = ["attrs"]\n# ///\ndef move(view): return [-1, -1]\n')
    assert replay["turns"][0][0]["why"][0] == "fault.no_packages"


def test_steps_are_reproducible(stage: Stage) -> None:
    """Compares a match of house bots without a sandbox and within one."""
    game = GAMES["snake"]
    clock = Clock(steps=1_000_000)
    setup = Setup(game, (Player("a", "house"), Player("b", "house")), 5, {"max_steps": 12}, clock)
    both = [bots.house("snake", name) for name in ("surveyor", "hugger")]
    with Stage(sandbox=isolating_sandbox()) as within:
        found = [json.loads(dumps(each.play(setup, both)[0])) for each in (stage, within)]
    counts = [[steps_of(replay, player) for player in (0, 1)] for replay in found]
    assert counts[0] == counts[1]
    most = max(count for count in counts[0][0] if count)
    turn = counts[0][0].index(most) + 1
    cut = Setup(game, setup.players, 5, {"max_steps": 12}, Clock(steps=most - 1))
    lost = json.loads(dumps(stage.play(cut, both)[0]))
    assert lost["result"]["losses"][0][1] == {"who": {"player": 0}, "limit": most - 1, "turn": turn}


def test_killed_bot_crashes_alone(stage: Stage) -> None:
    def kill_one(batch: Batch | Finish) -> None:
        if isinstance(batch, Batch) and batch.turn == 2:
            seats = [pid for pid in descendants(os.getpid()) if b"assets/node-" in read_file(f"/proc/{pid}/cmdline")]
            os.kill(min(seats), signal.SIGKILL)

    replay = played(stage, STAYS, watch=kill_one)
    assert sorted(map(str, replay["result"]["reasons"])) == ["None", "crash"]


# Missing requirements


def test_step_limit_refuses_programs() -> None:
    with pytest.raises(NoSteps) as refused:
        check_steps(Clock(steps=5), [program(["./bot"])])
    assert refused.value.text.id == "steps.program"
    check_steps(Clock(), [program(["./bot"])])


def test_folder_without_page_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(NoSteps) as refused:
        step_counter()
    assert (refused.value.text.id, refused.value.text.params["folder"]) == ("steps.no_arena", str(tmp_path))
    (tmp_path / "index.html").write_text('<script type="application/json" id="assets">{"version": "0"}</script>')
    with pytest.raises(NoSteps) as refused:
        step_counter()
    assert refused.value.text.id == "steps.other_arena"


@pytest.mark.parametrize(("version", "id"), [("v18.19.1", "steps.old_node"), (None, "steps.no_node")])
def test_missing_or_old_node_gives_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str | None, id: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if version:
        node = tmp_path / "node"
        node.write_text(f"#!/bin/sh\necho {version}\n")
        node.chmod(0o755)
    with pytest.raises(NoSteps) as refused:
        # Use another folder than other tests, because results are cached by folder.
        step_counter(str(tmp_path / "page"))
    assert refused.value.text.id == id


@pytest.mark.parametrize("kept", [True, False], ids=["from a snapshot", "without one"])
def test_every_sandbox_counts_same_steps(kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Includes a machine on which no snapshot of Python can be stored, and little memory."""
    if not kept:
        (tmp_path / "no folder").write_text("")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no folder"))
        monkeypatch.setattr("sandlot.local.arena._step_counter", _step_counter.__wrapped__)
    for sandbox, why in probes():
        if why is None:
            with Stage(sandbox=sandbox, memory=40 * 2**20) as stage:
                replay = played(stage, module("for _ in range(100): pass"), READS)
            assert [steps_of(replay, player) for player in (0, 1)] == [[102] * 4, [2, 3, 3, 3]], sandbox.name


def test_snapshot_depends_on_content_of_arena(dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    theirs = tmp_path / "theirs"
    shutil.copytree(dist, theirs)
    (core,) = theirs.glob("assets/core-*.js")
    core.write_text(core.read_text() + "\n// What else it does.\n")
    _step_counter.cache_clear()
    snapshots = {step_counter(str(page)).snapshot for page in (dist, theirs)}
    _step_counter.cache_clear()
    assert len(snapshots) == 2
    assert all(Path(each).is_file() for each in snapshots)
