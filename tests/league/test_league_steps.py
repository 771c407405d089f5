"""A new league limits steps instead of time: its own arena counts them, so a judge gets the same games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from leagues import LAST, SAFE, put
from sandlot.cli.main import command
from sandlot.league.settings import read_league

HEAVY = "def move(view):\n    for _ in range(10_000_000): pass\n    return (view['safe'] or [0])[0]\n"


def league(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    capsys.readouterr()
    done = command(["league", *arguments])
    found = capsys.readouterr()
    assert done == status, found.err
    return found.out if status == 0 else found.err


def test_new_league_counts_steps(
    dist: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A league uses its own arena, whatever the environment says.
    monkeypatch.setenv("SANDLOT_ARENA", str(tmp_path))
    root = tmp_path / "club"
    league(capsys, "new", str(root), "--game", "snake", "--arena", str(dist))
    settings = root / "league.toml"
    text = settings.read_text()
    assert read_league(text).clock.steps == 2_000_000
    few = {"minutes": "2", "placing": "1", "pair": "1", "again": "100", "house": "[]"}
    for name, value in few.items():
        text = re.sub(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
    settings.write_text(text.replace("[options]", "[options]\nmax_steps = 12"))
    put(root, {"anna/first": SAFE, "ben/last": LAST, "cleo/heavy": HEAVY})
    said = league(capsys, "run", str(root), "--out", str(root / "site"), "--workers", "2", "--quiet")
    assert "heavy" not in said
    index = json.loads((root / "site" / "index.json").read_text())
    assert index["clock"]["steps"] == 2_000_000
    standings = json.loads((root / "site" / index["seasons"][0]["standings"]).read_text())
    last = standings["ladder"]["standings"][-1]
    assert (last["name"], last["points"]) == ("cleo/heavy", 0.0)


def test_arena_that_counts_no_steps_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<title>arena</title>")
    root = tmp_path / "club"
    league(capsys, "new", str(root), "--game", "snake", "--arena", str(page))
    text = (root / "league.toml").read_text()
    assert read_league(text).clock.steps == 0
    (root / "league.toml").write_text(text.replace("[clock]", "[clock]\nsteps = 1000"))
    put(root, {"anna/first": SAFE, "ben/last": LAST})
    assert "league update" in league(capsys, "run", str(root), "--out", str(root / "site"), status=1)
