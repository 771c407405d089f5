"""Attacks of bots on each other's time, memory, tasks and files: the honest bot's result is unaffected, or the match is
void and names the attacker.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "linux":
    pytest.skip("bots are kept from each other's time and memory on Linux only", allow_module_level=True)

from rude_bots import BURNS, HOARDS, HONEST, MOVES, RUDE
from sandlot.contest.entrants import entrants_of
from sandlot.contest.task import play_task, task_of
from sandlot.games import GAMES, rules
from sandlot.kernel import landlock
from sandlot.local import NO_SANDBOX, MatchAborted, Sandbox, blame, house, program
from sandlot.messages import render
from sandlot.processes import groups
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from test_kinds import _in_a_folder_of_its_own, _of, bot, each_wall, match  # noqa: F401
from test_local import answers, faults

can_freeze = pytest.mark.skipif(groups.FREEZE not in groups.abilities(), reason="no control groups that stop bots here")
can_limit = pytest.mark.skipif(groups.MEMORY not in groups.abilities(), reason="no control groups that limit memory")
needs_scopes = pytest.mark.skipif(not landlock.can_scope(), reason="this kernel cannot keep signals in (Linux 6.12)")
WALLS = [pytest.param(NO_SANDBOX, id="none"), _of("Bubblewrap"), _of("Landlock")]
SMALL: dict[str, Any] = {"rows": 3, "cols": 3, "max_rounds": 5, "order": "id"}
SHORT = {"start": 60_000, "first": 0, "bank": 8_000}
"""The honest bot needs a tenth of this time with a processor of its own, and too much with a fortieth of one."""


def against_honest(rude: str, sandbox: Sandbox, **more: Any) -> tuple[Any, Any]:
    seats = [bot(rude + MOVES, "rude.py"), bot(HONEST, "honest.py")]
    return match("generals", *seats, sandbox=sandbox, clock=more.pop("clock", SHORT), **SMALL, **more)


@can_freeze
@pytest.mark.parametrize("sandbox", WALLS)
def test_burning_processor_gains_no_time(sandbox: Sandbox) -> None:
    replay, _ = against_honest(BURNS, sandbox)
    assert faults(replay) == []


@each_wall
@pytest.mark.parametrize("rude", [each for each in RUDE if each != "burns"])
def test_busy_opponent_does_not_affect_honest_bot(rude: str, sandbox: Sandbox) -> None:
    clock = {"start": 60_000, "first": 60_000, "bank": 60_000}
    replay, _ = against_honest(RUDE[rude], sandbox, clock=clock)
    assert [number for number, _ in faults(replay) if number == 1] == []


def without_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a machine on which users may not create control groups."""
    monkeypatch.setattr(groups, "take_unlimited", lambda: None)
    monkeypatch.setattr(groups, "abilities", frozenset)


@needs_scopes
@each_wall
def test_idle_bots_are_stopped_by_signal_without_groups(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    without_groups(monkeypatch)
    replay, _ = against_honest(BURNS, sandbox)
    assert faults(replay) == []


LEAVES = """
import os
def begin():
    for _ in range(12):
        if os.fork() == 0:
            os.setsid()
            while True: pass
"""


def test_burning_bot_is_named_without_freezer(monkeypatch: pytest.MonkeyPatch) -> None:
    without_groups(monkeypatch)
    with pytest.raises(MatchAborted) as void:
        against_honest(LEAVES, NO_SANDBOX, clock={**SHORT, "bank": 700})
    assert void.value.text.id == "void.burned"
    assert void.value.text.params["who"] == {"player": 1}
    assert void.value.text.params["by"] == {"player": 0}


@can_freeze
def test_frozen_bot_resumes_on_its_turn() -> None:
    source = """
import threading, time
count = 0
def work():
    global count
    while True: count += 1
threading.Thread(target=work, daemon=True).start()
def move(view):
    before = count
    while count == before: time.sleep(0.001)
    print("went on")
"""
    seats = [bot(source, "works.py"), bot("import time\ndef move(view): time.sleep(0.2)", "slow.py")]
    replay, _ = match("generals", *seats, **SMALL)
    assert faults(replay) == []
    assert "".join(text for each in answers(replay) for _, text in each.output) == "went on\n" * 5


@can_freeze
@each_wall
def test_burning_bot_costs_nobody_in_a_contest(sandbox: Sandbox) -> None:
    bots = [bot(BURNS + MOVES, "rude.py"), bot(HONEST, "honest.py")]
    plan = plan_from({"kind": "series", "blocks": 1, "seeds": {"first": 1, "given": []}}, 2)
    entrants = entrants_of(bots, rules("generals"))
    clock = GAMES["generals"].clock.with_changes(SHORT)
    contest = Contest(GAMES["generals"], rules("generals"), entrants, plan.json(), SMALL, clock, "ab")
    [block] = plan.schedule({}, {}).blocks
    outcome = play_task(task_of(contest, block, bots, None, sandbox))
    assert outcome.void is None
    assert [game.reports for game in outcome.games] == [(), ()]


# Memory and disk


@can_limit
@pytest.mark.parametrize("sandbox", WALLS)
def test_memory_hog_is_ended(sandbox: Sandbox) -> None:
    replay, finish = against_honest(HOARDS, sandbox, memory=2**28, clock={"start": 60_000, "first": 0, "bank": 60_000})
    assert [number for number, _ in faults(replay)] == [0]
    assert finish.outcome.losses[0]
    assert "used more memory than a bot may" in render(finish.outcome.losses[0])


OUTSIDE = """
import os, sys
from pathlib import Path
from sandlot import local
from sandlot.games import GAMES
from sandlot.processes import groups
from sandlot.match.parts import Player, Setup
machine = groups.take(700 * 2**20, 1000)
machine.add(os.getpid())
groups.take_unlimited = lambda: None
seats = [local.python_file(Path(name)) for name in ("rude.py", "honest.py")]
setup = Setup(GAMES["generals"], (Player("a"), Player("b")), 1, {"rows": 3, "cols": 3, "max_rounds": 9, "order": "id"})
try:
    local.play(setup, seats)
    print("played")
except local.MatchAborted as void:
    print(void.text.id, void.text.params)
"""


@can_limit
def test_memory_hog_that_caused_kill_of_another_bot_is_named() -> None:
    # The kernel kills the bot whose processes use most memory, and files in memory belong to no process.
    bot("kept = b'x' * 2**28\nimport time\ndef move(view): time.sleep(0.3)", "honest.py")
    bot(
        "import os, threading, time\nfile = os.memfd_create('x')\n"
        "def fill():\n    time.sleep(1)\n    for _ in range(600): os.write(file, bytes(2**20))\n"
        "def move(view):\n    if view['round'] < 2: threading.Thread(target=fill, daemon=True).start()\n",
        "rude.py",
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", OUTSIDE], capture_output=True, text=True, env=environment)
    assert done.stdout == "void.memory {'who': {'player': 1}, 'by': {'player': 0}}\n", done.stderr


FILLS = """
import os
os.truncate("input.txt", 0)
try:
    with open("full", "wb", buffering=0) as file:
        while True: file.write(bytes(2**16))
except OSError:
    pass
print(0)
"""


@pytest.fixture
def small_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Mount a file system of 8 MB for the folders of bots."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", folder], capture_output=True).returncode:
        pytest.skip("only root may make a disk")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    left = list(folder.iterdir())
    subprocess.run(["umount", "-l", folder], check=True)
    assert left == []


@pytest.mark.parametrize("sandbox", WALLS[2:])
@pytest.mark.usefixtures("small_disk")
def test_full_disk_loses(sandbox: Sandbox) -> None:
    Path("fills.py").write_text(FILLS)
    replay, finish = match("snake", program([sys.executable, "fills.py"]), house("snake", "cautious"), sandbox=sandbox)
    assert finish.outcome.reasons == ("crash", None), answers(replay)
    assert finish.outcome.losses[0]
    assert "has filled its folder" in render(finish.outcome.losses[0])


@pytest.mark.parametrize("sandbox", WALLS[2:])
def test_large_disk_use_loses_before_disk_is_full(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame, "MOST_DISK", 2**22)
    source = "def begin():\n    open('full', 'wb').write(bytes(2**26))\n    os.sync()\nimport os\n"
    _, finish = against_honest(source, sandbox, clock={"start": 60_000, "first": 60_000, "bank": 60_000})
    assert finish.outcome.losses[0]
    assert "has filled its folder" in render(finish.outcome.losses[0])
