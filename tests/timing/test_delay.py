"""Time in which a bot waits for a processor that others use is not charged to it, unless it causes the wait itself."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.local import NO_SANDBOX, Sandbox, house, program
from sandlot.timing.stopwatch import Delay, Usage, owed, usage
from test_kinds import STANDING, _in_a_folder_of_its_own, bot, match  # noqa: F401
from test_local import _nothing_is_left, answers  # noqa: F401

pytestmark = pytest.mark.skipif(usage(os.getpid()) is None, reason="this system does not count it (schedstat)")

NONE = Usage(0, 0, 0)


@pytest.mark.parametrize(
    ("now", "spent", "back"),
    [
        (Usage(100, 50, 100), 150, 50),
        (Usage(100, 50, 110), 150, 50),  # the system's clock has a resolution of 10 ms
        (Usage(100, 80, 100), 150, 50),  # at least the processor time that it used is charged
        (Usage(100, 50, 200), 250, 0),  # its own helpers were running
        (Usage(100, 0, 100), 400, 0),  # it slept
        (Usage(160, 20, 160), 150, 0),
    ],
)
def test_time_given_back(now: Usage, spent: float, back: float) -> None:
    assert owed(NONE, now, spent) == back
    begun = Usage(1000, 2000, 3000)
    later = Usage(*(a + b for a, b in zip(begun, now, strict=True)))
    assert owed(begun, later, spent) == back


SPINS = """
import os, subprocess, sys, time
CPU = {cpu}
os.sched_setaffinity(0, {{CPU}})
def spin(seconds):
    while time.process_time() < seconds: pass
def move(view):
    {helper}
    sandbox, own = time.monotonic(), time.process_time()
    spin(own + 0.4)
    print([(time.monotonic() - sandbox) * 1000, (time.process_time() - own) * 1000])
"""
HELPER = "os.fork() or spin(60)"
RESTS = house("snake", "cautious")


@pytest.fixture
def cpu() -> int:
    return min(os.sched_getaffinity(0))


@pytest.fixture
def _crowded() -> Iterator[None]:
    """Keep every processor busy, because within a sandbox a bot cannot choose one."""
    with contextlib.ExitStack() as stack:
        for cpu in os.sched_getaffinity(0):
            spin = f"import os; os.sched_setaffinity(0, {{{cpu}}})\nprint(flush=True)\nwhile True: pass"
            other = stack.enter_context(subprocess.Popen([sys.executable, "-c", spin], stdout=subprocess.PIPE))
            stack.callback(other.kill)
            assert other.stdout
            other.stdout.readline()
        yield


def charged(source: str, kind: str, sandbox: Sandbox) -> tuple[float, float, float]:
    """Return the milliseconds that a bot was charged, that it took, and that it used of the processor."""
    seat = bot(source)
    if kind == "program":
        whole = source + "input()\nsys.stdout = sys.stderr\nmove(0)\nprint(9, file=sys.__stdout__, flush=True)\n"
        Path("bot.py").write_text(whole)
        seat = program([sys.executable, "bot.py"])
    replay, _ = match("snake", seat, RESTS, sandbox=sandbox)
    answer = answers(replay)[0]
    assert answer.output, answer
    took, used = json.loads("".join(text for _, text in answer.output))
    return answer.milliseconds, took, used


@pytest.mark.many
@pytest.mark.parametrize("sandbox", [pytest.param(NO_SANDBOX, id="none"), *STANDING])
@pytest.mark.parametrize("kind", ["module", "program"])
@pytest.mark.usefixtures("_crowded")
def test_waiting_for_cpu_is_not_charged(kind: str, sandbox: Sandbox, cpu: int) -> None:
    milliseconds, took, used = charged(SPINS.format(cpu=cpu, helper=""), kind, sandbox)
    assert milliseconds < took - (took - used) / 3
    assert milliseconds > used - 1


@pytest.mark.parametrize("helper", ["", HELPER], ids=["alone", "beside its helper"])
@pytest.mark.usefixtures("_crowded")
def test_waiting_for_own_child_is_charged(cpu: int, helper: str) -> None:
    # Measured directly instead of in a match, which charges less if it loses time itself.
    text = SPINS.format(cpu=cpu, helper=helper) + "input(0)\nmove(0)\nos.killpg(0, 9)\n"
    with subprocess.Popen(
        [sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.read(1)
        began, delay = time.monotonic(), Delay(process.pid)
        process.stdin.write(b"\n")
        process.stdin.flush()
        while not select.select([process.stdout], [], [], 0.02)[0]:
            delay.look()
        owed = delay.owed((time.monotonic() - began) * 1000)
    assert (owed == 0) == bool(helper)
