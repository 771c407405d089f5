"""Long work in pieces: small replays that need much work are opened up to a limit, and opening can be aborted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from engine import finished
from sandlot import jobs, page
from sandlot.formats.compact import compact
from sandlot.games import GAMES
from sandlot.jobs import CHUNK, Job, Refused, Step, TooMuch, Work, done
from sandlot.match import recordings
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.replay import Replay
from sandlot.match.replay_file import dumps, loads
from sandlot.messages import render

SANDLOT = [sys.executable, "-m", "sandlot"]
SOURCES = os.environ | {"PYTHONPATH": str(ROOT / "py")}


def crowd(players: int = 1000, turns: int = 60) -> str:
    """Return a replay of generals in which very many players pass: a turn has forty bytes, but a thousand
    armies to count.
    """
    seated = tuple(Player(f"p{number}") for number in range(players))
    setup = Setup(GAMES["generals"], seated, 1, {"rows": 50, "cols": 50, "order": "id"})
    replay = Replay(setup, turns=[{number: Response("module") for number in range(players)}])
    replay.turns += [{number % players: Response("null")} for number in range(turns)]
    return dumps(replay)


class Clock:
    """A clock that advances with every reading."""

    def __init__(self, seconds: float) -> None:
        self.now, self.seconds = 0.0, seconds

    def __call__(self) -> float:
        self.now += self.seconds
        return self.now


def count(to: int, size: int = 0) -> Work[str]:
    """Work of this many steps."""
    number = 0
    try:
        for number in range(1, to + 1):
            yield Step(number, to, json.dumps("x" * size))
    except TooMuch as much:
        return f"{number}: {render(much.text)}"
    return "done"


# Pieces


def test_pieces_take_little_time() -> None:
    job = Job(count(1000), Clock(0.01))
    steps = []
    while not job.over:
        steps.append(json.loads(job.step()))
    assert len(steps) > 100
    assert [each["over"] for each in steps] == [False] * (len(steps) - 1) + [True]
    assert job.take() == job.result == "done"
    assert [piece for each in steps for piece in each["pieces"]] == [""] * 1000


def test_pieces_are_small() -> None:
    job = Job(count(50, CHUNK // 3), lambda: 0.0)
    while not job.over:
        assert len(job.step()) < 2 * CHUNK


@pytest.mark.parametrize(
    ("work", "clock"),
    [(count(10**9), Clock(0.02)), (count(10**9, CHUNK), lambda: 0.0)],
    ids=["time", "room"],
)
def test_endless_work_is_aborted(work: Work[str], clock: Any) -> None:
    job = Job(work, clock)
    steps = 0
    while not job.over:
        job.step()
        steps += 1
    assert steps < 20_000
    assert "to play the whole of it again (turn 1000000000 is the last) would take more than 120 s or 128 MB" in str(
        job.result
    )


def test_failed_work_is_over() -> None:
    def failing() -> Iterator[Step]:
        yield Step()
        raise OSError("no")

    job: Job[None] = Job(failing())  # type: ignore[arg-type]
    with pytest.raises(OSError, match="no"):
        job.step()
    assert job.over


def test_work_can_be_aborted() -> None:
    job = Job(count(10**9))
    job.step()
    job.close()
    assert job.over
    assert job.take() is None
    assert done(count(3)) == "done"


# Replays


def test_thousands_of_players_are_shown_up_to_the_output_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    text = crowd()
    frames, whole = finished(page.opening(text))
    assert json.loads(whole)["problem"] is None
    assert len(frames) == 61
    assert json.loads(whole)["turns"] == 60
    # The timeline does not have a line for each of them.
    assert {len(numbers) for _, record in frames for numbers in record["stats"]["series"].values()} == {16}
    monkeypatch.setattr(jobs, "MOST_OUTPUT", sum(len(compact(each)) for each in frames[:30]))
    cut, end = finished(page.opening(text))
    assert 25 < len(cut) < 40
    assert cut == frames[: len(cut)]
    opened = json.loads(end)
    assert (opened["turns"], opened["result"], opened["header"]["game"]) == (60, None, "generals")
    assert opened["problem"][0] == "job.too_much"
    assert opened["problem"][1]["done"] == len(cut) - 1


@pytest.mark.slow
def test_every_job_on_thousands_of_players_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    text = crowd(turns=80)
    request = json.dumps({"replay": text, "turn": 60, "player": 59, "name": "now"})
    players = [{"name": "a", "kind": "human"}] * 1000
    fork = {"replay": text, "turn": 60}
    match = json.dumps({"game": "generals", "players": players, "seed": "1", "fork": fork})
    _, driver = finished(page.open_match(match))
    # Replaying the past of a player who only passes needs no requests.
    assert finished(page.again(request))[1].asked == 0
    monkeypatch.setattr(jobs, "MOST_SECONDS", 0)
    assert finished(page.opening(text))[1].startswith('{"problem":["job.too_much"')
    assert json.loads(finished(page.again(request))[1])[0] == "job.too_much"
    assert finished(page.texts(text, 60))[1] == "[]"
    assert finished(page.views(text, 3)) == ([], "null")
    assert json.loads(finished(page.open_match(match))[1])[0] == "job.too_much"
    news, problem = finished(driver.recorded())
    assert len(news) < 100
    assert json.loads(problem)[0] == "job.too_much"


def test_recording_and_log_are_read_in_pieces() -> None:
    steps: list[Step] = []
    replay, imported = done(recordings.loading(crowd(8, 3000)), steps.append)
    assert (len(replay.turns), imported) == (3001, False)
    assert len(steps) > 20
    log = "2 2 2 0\n" + "1\n1 1\n1 1\n1 3 1 1\n1 1 0 0\n1 1 0 0\n1 3 2 1\n" * 40 + "0\n\n"
    steps.clear()
    with pytest.raises(Refused) as refused:
        done(recordings.loading(log), steps.append)
    assert refused.value.text.id == "import.refused"
    assert len(steps) > 40


# The command line


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_long_replay_shows_progress_and_can_be_aborted(tmp_path: Path) -> None:
    path = tmp_path / "crowd.json"
    path.write_text(crowd(turns=60_000))
    with subprocess.Popen([*SANDLOT, "verify", str(path)], stderr=subprocess.PIPE, env=SOURCES, text=True) as running:
        assert running.stderr is not None
        line = running.stderr.readline()
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read()
    assert " of 60000, " in line
    assert rest.endswith("sandlot: stopped\n")
    assert "Traceback" not in rest
    assert running.returncode == 130


def test_memory_of_thousands_of_players_does_not_grow(tmp_path: Path) -> None:
    peak = "import resource, sys; from sandlot.cli.main import command; code = command(['verify', sys.argv[1]]); "
    peak += "print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    found = []
    for turns in (100, 2000):
        path = tmp_path / f"{turns}.json"
        path.write_text(crowd(turns=turns))
        done = subprocess.run([sys.executable, "-c", peak, str(path)], capture_output=True, text=True, env=SOURCES)
        code, kilobytes = done.stdout.splitlines()[-1].split()
        assert code == "0"
        found.append(int(kilobytes))
    assert found[1] - found[0] < 50_000


def test_pieces_join_to_same_replay() -> None:
    text = crowd(8, 30)
    assert dumps(loads(text)) == text
