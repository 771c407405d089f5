"""A worker and its bots have one processor, which no other contest uses."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import textwrap
import threading
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise

import pytest

if sys.platform != "linux":
    pytest.skip("threads are put on processors on Linux only", allow_module_level=True)

from sandlot.contest import task as tasks
from sandlot.contest.entrants import entrants_of
from sandlot.contest.task import play_task, task_of
from sandlot.games import GAMES, rules
from sandlot.local import Bot, on_own_processor
from sandlot.match.replay_file import loads
from sandlot.timing import cpu_affinity
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from test_local import printed

CLAIMS = """
    import os, sys
    from sandlot.timing import cpu_affinity
    from sandlot.local import on_own_processor
    cpu_affinity.NAME = "\\0" + sys.argv[1]
    with on_own_processor() as processor:
        print(processor, *os.sched_getaffinity(0), flush=True)
        input()
"""


@pytest.fixture
def name(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Use a name for claims that tests in other processes do not use."""
    name = f"{secrets.token_hex(8)} {{}}"
    monkeypatch.setattr(cpu_affinity, "NAME", f"\0{name}")
    claims: dict[int, int] = {}
    monkeypatch.setattr(cpu_affinity, "_claims", claims)
    yield name
    for each in claims.values():
        os.close(each)


@contextmanager
def another(name: str) -> Iterator[tuple[subprocess.Popen[str], int | None]]:
    """Start a process that claims a processor; return both."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    typed = [sys.executable, "-c", textwrap.dedent(CLAIMS), name]
    with subprocess.Popen(typed, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        claimed, *used = process.stdout.readline().split()
        assert set(used) == ({claimed} if claimed != "None" else set(map(str, os.sched_getaffinity(0))))
        yield process, None if claimed == "None" else int(claimed)
        process.kill()


def test_processors_are_exclusive_and_freed_on_kill(name: str) -> None:
    processors = os.sched_getaffinity(0)
    with ExitStack() as stack:
        found = [stack.enter_context(another(name)) for _ in processors]
        assert {processor for _, processor in found} == processors
        assert stack.enter_context(another(name))[1] is None
        process, processor = found[0]
        process.kill()
        process.wait()
        assert stack.enter_context(another(name))[1] == processor


def test_threads_get_different_processors_and_restore_affinity(name: str) -> None:
    processors = os.sched_getaffinity(0)
    with on_own_processor() as first:
        assert os.sched_getaffinity(0) == {first}
        found: list[int | None] = []

        def claim_another() -> None:
            os.sched_setaffinity(0, processors)
            with on_own_processor() as second:
                found.append(second)

        thread = threading.Thread(target=claim_another)
        thread.start()
        thread.join()
    assert os.sched_getaffinity(0) == processors
    assert found[0] not in (first, *(() if len(processors) > 1 else processors))
    with on_own_processor() as again:
        assert again == first


TELLS = """
import os, time
def move(view):
    began = time.monotonic()
    end = time.process_time() + 0.01
    while time.process_time() < end: pass
    print(*os.sched_getaffinity(0), began, time.monotonic())
    return (view['safe'] or [0])[0]
"""


@pytest.mark.usefixtures("name")
def test_bots_of_worker_share_its_processor_in_turn() -> None:
    bots = [Bot(each, "code", TELLS, f"{each}.py") for each in ("ann", "bob")]
    plan = plan_from({"kind": "series", "blocks": 1, "seeds": {"first": 1, "given": []}}, 2)
    contest = Contest(GAMES["snake"], rules("snake"), entrants_of(bots, rules("snake")), plan.json(), secret="ab")
    [block] = plan.schedule({}, {}).blocks
    before = os.sched_getaffinity(0)
    try:
        outcome = play_task(task_of(contest, block, bots, None))
    finally:
        for stage in tasks._stages.values():
            stage.close()
        tasks._stages.clear()
    assert os.sched_getaffinity(0) == before
    [processor] = cpu_affinity._claims
    for game in outcome.games:
        said = _said(game.replay)
        assert {used for used, _, _ in said} == {processor}
        times = sorted((began, ended) for _, began, ended in said)
        assert all(ended <= begins for (_, ended), (begins, _) in pairwise(times))


def _said(packed: bytes) -> list[tuple[int, float, float]]:
    """Return what the bots of a game printed: processor, beginning and end of each move."""
    replay = loads(zlib.decompress(packed).decode())
    lines = [line for player in (0, 1) for line in printed(replay, "out", player).splitlines()]
    assert len(lines) > 3
    return [(int(used), float(began), float(ended)) for used, began, ended in map(str.split, lines)]
