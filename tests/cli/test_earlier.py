"""Contests of an earlier version can be shown, continued and verified.

The files in `earlier` were written on 26 November 2026 by a version without confidence sequences: its sequential tests
did not bet, its results had no digests of games, and its free-for-alls rotated the seats.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="the contest is played between processes")

from sandlot import __version__
from sandlot.archive.sources import code_of
from sandlot.cli.main import command
from sandlot.contest.store import Store
from sandlot.games import rules
from sandlot.local import Bot
from sandlot.stats.blocks import Result

EARLIER = Path(__file__).parent / "earlier"
GOES = 'def move(view):\n    return [0, 2][view["player"]]\n'
WANDERS = "import random\ndef move(view):\n    return random.choice(range(4))\n"
PASSES = (
    'import random\ndef move(view):\n    return random.choice(view["moves"]) if view.get("moves") else None  # {}\n'
)
SERIES = ["series", "snake", "goes.py", "wanders.py", "--stop", "--elo", "200"]
SMALL = ["--option", "rows=6", "--option", "columns=6", "--option", "obstacles=0"]
MANY = ["tournament", "generals", "a.py", "b.py", "c.py", "d.py", "--kind", "free-for-all"]
SHORT = ["--plan", "players=4", "--plan", "rounds=3", "--option", "max_rounds=2", "--option", "rows=9"]
SHORT += ["--option", "cols=9"]


@pytest.fixture(autouse=True)
def _bots(own_folder: Path) -> None:
    for name, source in {"goes": GOES, "wanders": WANDERS, **{each: PASSES.format(each) for each in "abcd"}}.items():
        Path(f"{name}.py").write_text(source)


def unpacked(name: str, blocks: int | None = None) -> dict[int, Result]:
    """Write a results file as it was after so many blocks, and return all its results. The rules and the version in it
    are replaced by the present ones, because their changes are not tested here.
    """
    path = Path(name)
    path.write_bytes(gzip.decompress((EARLIER / f"{name}.gz").read_bytes()))
    with closing(sqlite3.connect(path)) as base:
        [(text,)] = base.execute("SELECT text FROM contest")
        whole: dict[str, Any] = json.loads(text)
        today = rules(whole["game"])
        for each in whole["entrants"]:
            bot = Bot(each["name"], "code", Path(f"{each['name']}.py").read_text(), f"{each['name']}.py")
            each["code"] = code_of(bot, today)
        base.execute("UPDATE contest SET text = ?", (json.dumps(whole | {"rules": today, "package": __version__}),))
        base.commit()
    with closing(Store.open(path)) as store:
        results = store.results()
    if blocks is not None:
        with closing(sqlite3.connect(path)) as base:
            base.execute("DELETE FROM games WHERE block >= ?", (blocks,))
            base.execute("DELETE FROM blocks WHERE number >= ?", (blocks,))
            base.commit()
    return results


def without_digests(results: dict[int, Result]) -> dict[int, Result]:
    return {
        number: replace(each, games=tuple(replace(game, digest=None) for game in each.games))
        for number, each in results.items()
    }


def test_old_contests_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for name, says in (
        ("stop.contest", "goes is better than wanders: 100 % of the points in 18 games"),
        ("many.contest", "12 games"),
    ):
        assert unpacked(name)
        assert command(["show", name]) == 0
        told = capsys.readouterr().out
        assert says in told and "move for move" not in told


@pytest.mark.parametrize(
    ("name", "typed", "blocks"), [("stop.contest", [*SERIES, *SMALL], 5), ("many.contest", [*MANY, *SHORT], 1)]
)
def test_old_contests_resume_with_same_blocks(
    name: str, typed: list[str], blocks: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same command plays the same blocks, and bots get the same random numbers."""
    before = unpacked(name, blocks)
    with closing(Store.open(Path(name))) as store:
        plan = store.contest.plan
    assert command([*typed, "--out", name, "--quiet", "--workers", "1"]) == 0
    with closing(Store.open(Path(name))) as store:
        after, kept = store.results(), store.contest
    assert kept.plan == plan and not {"orders", "bets"} & {*plan, *(plan.get("stop") or ())}
    digests = {number: [game.digest for game in each.games] for number, each in after.items()}
    assert all((each == [None] * len(each)) == (number < blocks) for number, each in digests.items())
    both = before.keys() & after.keys()
    assert len(both) > blocks
    assert {number: without_digests(after)[number] for number in both} == {number: before[number] for number in both}
    assert command(["bundle", name, "whole.zip", "--sources"]) == 0
    assert command(["verify", "whole.zip"]) == 0
    assert "is right" in capsys.readouterr().out


def test_changed_sequential_test_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    unpacked("stop.contest", 5)
    assert command([*SERIES[:-1], "100", *SMALL, "--out", "stop.contest", "--quiet"]) == 1
    assert "its plan or its seeds are others" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["stop.zip", "many.zip"])
def test_old_contests_verify(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["verify", str(EARLIER / name)]) == 0
    assert "the standings follow from them" in capsys.readouterr().out
