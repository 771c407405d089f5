"""`sandlot export --html`: a replay becomes a page with its positions in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sandlot.cli import exporting
from sandlot.cli.main import command
from sandlot.games import GAMES
from sandlot.match.film import views
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot_build import embeds

PAGE = f"<!doctype html><title>$& \\1</title>{exporting.PLACE}"


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "match-page.html"
    path.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(exporting, "PLAYER", path)
    return path


def played(folder: Path, *bots: str, game: str = "tank") -> Path:
    path = folder / "match.json"
    assert command(["play", game, *bots, "--seed", "18446744073709551615", "--replay", str(path), "--quiet"]) == 0
    return path


def held(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="match">(.*?)</script>', page)
    return json.loads(text)


def test_a_page_holds_every_position_and_nothing_secret(
    tmp_path: Path, player: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay = played(tmp_path, "random", "random", game="planes")
    whole = json.loads(replay.read_text(encoding="utf-8"))
    # A name that would end the element early, and half of a character.
    whole["players"][0]["name"] = "</script><!--\ud83d"
    replay.write_text(json.dumps(whole), encoding="utf-8")
    out = tmp_path / "match.html"
    assert command(["export", str(replay), "--html", str(out)]) == 0
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html><title>$& \\1</title>")
    match = held(page)
    assert match["header"]["seed"] == "18446744073709551615"
    assert match["header"]["players"][0] == {"name": "</script><!--\ud83d", "kind": "house"}
    assert set(match) == {"header", "deltas", "result"}
    assert set(match["header"]) == {"game", "options", "seed", "players"}
    assert match["result"] == whole["result"]
    found = list(views(match["deltas"]))
    assert len(found) == whole["result"]["turns"] + 1
    game = GAMES["planes"]
    first = game.view(game.start(2, 2**64 - 1, loads(json.dumps(whole)).setup.options), None)
    assert found[0] == json.loads(json.dumps(first))
    assert verify(loads(json.dumps(whole))) is None
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_what_cannot_be_exported_is_said(
    tmp_path: Path, player: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    replay = played(tmp_path, "random", "random")
    whole = json.loads(replay.read_text(encoding="utf-8"))
    out = tmp_path / "match.html"
    whole["result"]["scores"] = [7, 7]
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(whole), encoding="utf-8")
    none = tmp_path / "none.json"
    none.write_text("{}", encoding="utf-8")
    for given in (wrong, none, tmp_path / "missing.json"):
        capsys.readouterr()
        assert command(["--lang", language, "export", str(given), "--html", str(out)]) != 0
        error = capsys.readouterr().err
        assert given.name in error
        assert "Traceback" not in error
    for given in (b"def move(view):\n    return [0, 0]\n", b"<!doctype html>\n<title>mine</title>\n"):
        (tmp_path / "bot.py").write_bytes(given)
        assert command(["--lang", language, "export", str(replay), "--html", str(tmp_path / "bot.py")]) == 1
        assert "bot.py" in capsys.readouterr().err
        assert (tmp_path / "bot.py").read_bytes() == given
    player.unlink()
    assert command(["--lang", language, "export", str(replay), "--html", str(out)]) == 1
    assert "python3 build.py build" in capsys.readouterr().err
    assert not out.exists()


def test_both_who_write_it_put_the_match_into_the_same_place() -> None:
    source = (embeds.ROOT / "static" / "panels" / "watch" / "html-file.js").read_text(encoding="utf-8")
    template = (embeds.ROOT / embeds.ROOM / "file.html").read_text(encoding="utf-8")
    assert f"const PLACE = '{exporting.PLACE}';" in source
    assert template.count(exporting.PLACE) == 1
