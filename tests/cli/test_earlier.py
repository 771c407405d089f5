"""Contests of earlier versions are shown and verify.

The files in `earlier` were written by the code of 26 November 2026 before answers held at every look: its sequential
tests had no bets, its games no digests, and its free-for-alls rotations.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="the contest is played between processes")

from sandlot import __version__
from sandlot.archive.sources import code_of
from sandlot.cli.main import command
from sandlot.games import rules
from sandlot.local import Bot

EARLIER = Path(__file__).parent / "earlier"
GOES = 'def move(view):\n    return [0, 2][view["player"]]\n'
WANDERS = "import random\ndef move(view):\n    return random.choice(range(4))\n"
PASSES = (
    'import random\ndef move(view):\n    return random.choice(view["moves"]) if view.get("moves") else None  # {}\n'
)
SERIES = ["series", "snake", "goes.py", "wanders.py", "--stop", "--elo", "200"]
SMALL = ["--option", "rows=6", "--option", "columns=6", "--option", "obstacles=0"]


@pytest.fixture(autouse=True)
def _bots(own_folder: Path) -> None:
    for name, source in {"goes": GOES, "wanders": WANDERS, **{each: PASSES.format(each) for each in "abcd"}}.items():
        Path(f"{name}.py").write_text(source)


def unpacked(name: str) -> None:
    """Write a results file. Should rules or the version have changed since, the file is taken for one of today's: what
    is looked at here is not that.
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


def test_they_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for name, says in (
        ("stop.contest", "goes is better than wanders: 100 % of 18 games"),
        ("many.contest", "12 games"),
    ):
        unpacked(name)
        assert command(["show", name]) == 0
        told = capsys.readouterr().out
        assert says in told and "move for move" not in told


def test_none_of_them_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """The same command asks for another test today."""
    unpacked("stop.contest")
    assert command([*SERIES, *SMALL, "--out", "stop.contest", "--quiet"]) == 1
    assert "its plan or its seeds are others" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["stop.zip", "many.zip"])
def test_they_verify(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["verify", str(EARLIER / name)]) == 0
    assert "the standings follow from them" in capsys.readouterr().out
