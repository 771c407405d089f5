"""The recorded matches that the page shows: they belong to the present bots, and playing them again gives the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sandlot.game import Game
from sandlot.games import GAMES
from sandlot_build import recorded

QUICK = ("generals", "planes")
"""Games whose recorded matches take only a second or two to play; test_rungs.py covers the bots of other games."""


@pytest.fixture
def no_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(recorded, "MATCHES", tmp_path)
    return tmp_path


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_recorded_match_belongs_to_present_bots(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def plays(*_: object) -> None:
        pytest.fail(
            f"bots or rules have changed: PYTHONPATH=py .venv/bin/python -m sandlot_build.catalog keep {game.name}"
        )

    monkeypatch.setattr(recorded, "play_in_place", plays)
    for names in recorded.shown(game):
        recorded.match_of(game, names)


@pytest.mark.parametrize("name", QUICK)
def test_recorded_match_is_reproducible(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept, finish = recorded.demo_of(GAMES[name])
    monkeypatch.setattr(recorded, "MATCHES", tmp_path)
    played, end = recorded.demo_of(GAMES[name])
    assert (played.setup, played.turns, played.result) == (kept.setup, kept.turns, kept.result)
    assert end.outcome == finish.outcome


def test_keep_writes_same_record(no_records: Path) -> None:
    known = Path(recorded.__file__).parent / "matches" / "planes.json"
    game = GAMES["planes"]
    recorded.keep(game, recorded.shown(game))
    assert recorded.record_of(game).parent == no_records
    assert recorded.record_of(game).read_bytes() == known.read_bytes()


def test_record_of_other_bots_is_ignored(no_records: Path) -> None:
    game = GAMES["planes"]
    text = (Path(recorded.__file__).parent / "matches" / "planes.json").read_text(encoding="utf-8")
    found, _ = recorded.demo_of(game)
    recorded.record_of(game).write_text(text.replace('"codes":["', '"codes":["0'), encoding="utf-8")
    again, _ = recorded.demo_of(game)
    assert again.turns == found.turns
    assert recorded._kept(game, recorded.shown(game)[0]) is None
