"""The progress of a contest: a bar on a terminal, and a line from time to time elsewhere."""

from __future__ import annotations

import io
import os
import sys
import threading
from types import SimpleNamespace

import pytest

pytest.importorskip("fcntl", reason="contests need a POSIX system")

import pty

from contests import result, stronger
from sandlot.cli import progress as module
from sandlot.cli.progress import watcher
from sandlot.contest.runner import ContestProgress
from sandlot.games import GAMES
from sandlot.stats.blocks import Entrant
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from

PLAN = plan_from({"kind": "round-robin", "blocks": 1}, 3)
CONTEST = Contest(GAMES["snake"], "rules", tuple(Entrant(name, name) for name in ("ann", "bob", "cid")), PLAN.json())


class Steady(ContestProgress):
    """Progress with a fixed rate of two games a second."""

    rate = 2.0  # type: ignore[assignment]


class Slow(ContestProgress):
    """Progress with a fixed rate of a game in five seconds."""

    rate = 0.2  # type: ignore[assignment]


def progress(blocks: int, new: int, kind: type[ContestProgress] = Steady) -> ContestProgress:
    """Return the progress after this many blocks, the last `new` of which have ended since the last update."""
    results = {block.number: result(block, stronger) for block in PLAN.schedule({}, {}).blocks[:blocks]}
    latest = [each.block for each in results.values()][blocks - new :]
    return kind(results, PLAN.schedule(results, {}), PLAN.size(), workers=1, new=latest)


def test_progress_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    ours, theirs = pty.openpty()
    shown = bytearray()

    def read() -> None:
        while not shown.endswith(b"THE END"):
            shown.extend(os.read(ours, 4096))

    reader = threading.Thread(target=read)
    reader.start()
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with watcher(CONTEST, quiet=False) as see:
            see(progress(1, 1))
            see(progress(2, 1))
        terminal.write("THE END")
        terminal.flush()
        reader.join()
    os.close(ours)
    text = shown.decode()
    assert "4 of 6 games, 2.0 a second, about 0:01 left" in text
    assert "now: ann 100.0 %, " in text
    assert "━" in text
    # At the end the bar and its two lines are removed.
    assert text.rindex("\x1b[2K") > text.rindex("now: ")


def test_progress_lines_without_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with watcher(CONTEST, quiet=False) as see:
        for clock.now, blocks, new in [(101.0, 1, 1), (109.9, 1, 0), (110.1, 2, 1), (111.0, 2, 0), (120.2, 3, 1)]:
            see(progress(blocks, new))
    first, second = sys.stderr.getvalue().splitlines()
    assert first.startswith("4 of 6 games, 2.0 a second, about 0:01 left · now: ann 100.0 %, ")
    assert second.startswith("6 of 6 games, 2.0 a second, about 0:00 left · now: ann 100.0 %, bob 50.0 %, cid 0.0 %")
    assert "\x1b" not in first + second


def test_progress_counts_slow_games_by_the_minute() -> None:
    pace = module._Pace(len(CONTEST.entrants))
    pace.see(progress(1, 1, Slow))
    assert pace.words() == "2 of 6 games, 12.0 a minute, about 0:20 left"


def test_progress_says_that_it_waits_for_workers() -> None:
    pace = module._Pace(len(CONTEST.entrants))
    waiting = progress(1, 1)
    waiting.workers = 0
    pace.see(waiting)
    assert pace.words() == "waiting for a worker of the cluster · 2 of 6 games"


def test_quiet_prints_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(module, "LINE_SECONDS", -1.0)
    with watcher(CONTEST, quiet=True) as see:
        see(progress(1, 1))
    assert sys.stderr.getvalue() == ""
