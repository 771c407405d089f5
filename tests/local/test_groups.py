"""Control groups: they stop and end everything of a bot, in both versions, and none of them is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("control groups are there on Linux only", allow_module_level=True)

from sandlot.local import groups
from test_local import is_gone
from test_terminal import said

BURNS = """
import os
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        break
while True: pass
"""
KILLED = """
import os, signal, subprocess
from sandlot.local import groups
group = groups.take(2**28, 50)
bot = subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL)
group.add(bot.pid)
group.stop()
print(bot.pid, *group._folders, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(params=[1, 2])
def ours(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[groups._Ours]:
    """The groups of a process that has only one version of them."""
    places = [(place, able) for place, able in groups._places() if place.version == request.param]
    monkeypatch.setattr(groups, "_places", lambda: places)
    monkeypatch.setattr(groups, "_ask_systemd", lambda: False)
    ours = groups._Ours()
    if groups.FREEZE not in ours.found():
        pytest.skip(f"groups of version {request.param} cannot be made here")
    yield ours
    homes = list(ours.homes)
    ours.close()
    assert [each for each in homes if each.exists()] == []


def test_all_of_a_bot_is_stopped_counted_and_ended(ours: groups._Ours) -> None:
    group = ours.take()
    assert group
    with subprocess.Popen([sys.executable, "-c", "input()\n" + BURNS], stdin=subprocess.PIPE, text=True) as bot:
        group.add(bot.pid)
        assert bot.stdin
        bot.stdin.write("\n")
        bot.stdin.flush()
        while len(groups._members(group._folders[0])) < 4 or (group.used() or 0) < 50:
            time.sleep(0.01)
        assert group.stop()
        while not group.is_frozen():
            time.sleep(0.001)
        before = group.used()
        time.sleep(0.1)
        assert group.used() == before
        group.go_on()
        while group.used() == before:
            time.sleep(0.001)
        # What is stopped can be ended, too.
        group.stop()
        group.end()
        assert bot.wait() == -9
    while not group.is_empty():
        time.sleep(0.001)
    group.remove()
    assert not any(each.exists() for each in group._folders)


def test_limits_are_those_of_the_next_bot(ours: groups._Ours) -> None:
    group = ours.take()
    assert group
    for limit in (2**28, 2**27, 2**29):
        group.limit(limit, 50)
        for ability, expected in ((groups.MEMORY, limit), (groups.TASKS, 50)):
            if ability in ours.found():
                assert int(group._places[ability].file(ability).read_text()) == expected
    group.remove()


def test_what_a_killed_process_has_left_is_removed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    if groups.FREEZE not in groups.abilities():
        pytest.skip("no groups can be made here")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, env=environment)
    pid, *folders = done.stdout.split()
    assert folders
    next_one = groups._Ours()
    next_one.found()
    next_one.close()
    assert [each for each in folders if Path(each).exists()] == []
    assert is_gone(int(pid))


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_doctor_says_what_groups_can_do(language: str) -> None:
    able = groups.abilities()
    _, text = said("doctor", "--json")
    for fact, ability in (
        ('"freezes"', groups.FREEZE),
        ('"limits_memory"', groups.MEMORY),
        ('"limits_tasks"', groups.TASKS),
    ):
        assert f"{fact}: {'true' if ability in able else 'false'}" in text
    _, text = said("doctor", "--lang", language)
    assert "Delegate=yes" in text
    assert "cli.doctor" not in text
