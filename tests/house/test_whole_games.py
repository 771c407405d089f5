"""Every missing piece of a game is reported: each test removes one piece."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sandlot import bots
from sandlot.games import GAMES
from sandlot_build import asking, basis, games, words
from sandlot_build.catalog import games as offered

ROOT = basis.ROOT
OFFERS: dict[str, Any] = json.loads(offered())
NAME = next(iter(GAMES))


def test_every_game_is_complete() -> None:
    assert list(games.incomplete_games(OFFERS)) == []


def test_missing_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    required_files = list(games.required_files(NAME, OFFERS[NAME]["house"]))
    for each in required_files:
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).touch()
    monkeypatch.setattr(games, "ROOT", tmp_path)
    for piece in required_files:
        (tmp_path / piece).unlink()
        said = list(games.incomplete_games({NAME: OFFERS[NAME]}))
        assert said[0] == f"The game {NAME} is not whole: {piece} is missing."
        (tmp_path / piece).touch()


def test_game_registered_only_in_python_or_page_is_named() -> None:
    without = {name: offer for name, offer in OFFERS.items() if name != NAME}
    said = "The game {} is not whole: {} has no line for it."
    assert list(games.incomplete_games(without)) == [said.format(NAME, "py/sandlot/games/__init__.py")]
    more = OFFERS | {"chess": OFFERS[NAME]}
    assert said.format("chess", "static/games/game-views.ts") in list(games.incomplete_games(more))


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("py/sandlot/games/{}/rules.py", "message('{}.no_such')"),
        ("py/sandlot/games/{}/deep/rules.py", "REASON = '{}.no_such'"),
        ("static/games/{}/index.ts", "t('{}.no_such')"),
        ("static/games/{}/rules.ts", "say('{}.no_such')"),
    ],
)
def test_message_missing_in_every_language_is_named(
    script: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Comparing the languages with each other would not find it."""
    place = script.format(NAME)
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text(f"{text.format(NAME)}\nf'{NAME}.{{x}}'\n")
    monkeypatch.setattr(games, "ROOT", tmp_path)
    said = f"The game {NAME} is not whole: {place} asks for the sentence {NAME}.no_such, and no language has it."
    assert list(games.missing_sentences(NAME)) == [said]


def test_rules_without_aim_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "static" / "games" / NAME / "rules.ts"
    file.parent.mkdir(parents=True)
    file.write_text("export default [];\n")
    monkeypatch.setattr(games, "ROOT", tmp_path)
    said = f"The game {NAME} is not whole: static/games/{NAME}/rules.ts does not say its aim, {NAME}.goal."
    assert list(games.missing_aim(NAME)) == [said]


@pytest.mark.parametrize("part", games.required_view_parts())
def test_missing_view_part_is_named(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page reports this as well, but only when somebody opens it."""
    place = f"static/games/{NAME}/index.ts"
    whole = (ROOT / place).read_text(encoding="utf-8")
    assert "draw" in games.required_view_parts()
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text(re.sub(rf"^  {part}\b", "  other", whole, flags=re.MULTILINE), encoding="utf-8")
    monkeypatch.setattr(games, "ROOT", tmp_path)
    assert list(games.missing_view_parts(NAME)) == [
        f"The game {NAME} is not whole: the GameView in {place} lacks {part}."
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("export const chess = {\n  ...other,\n};\n", None),
        ("export default {};\n", "static/games/chess/index.ts does not export its GameView as chess."),
    ],
)
def test_other_forms_of_view_scripts(
    text: str, says: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "static" / "games" / "chess" / "index.ts"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    monkeypatch.setattr(games, "ROOT", tmp_path)
    assert list(games.missing_view_parts("chess")) == ([f"The game chess is not whole: {says}"] if says else [])


def test_unnamed_options_and_clocks_are_named() -> None:
    """The page would show the bare id. No script contains the whole id, so other tests cannot find this."""
    choice = {**next(iter(OFFERS[NAME]["options"].values())), "choices": ["left"]}
    more = {**OFFERS[NAME], "options": {"way": choice}, "clocks": {"slow": {}}}
    ids = [f"setting.{NAME}.way", f"setting.{NAME}.way.left", f"clock.{NAME}.slow"]
    assert list(games.missing_names(NAME, more)) == [f"The game {NAME} is not whole: no words/ has {id}." for id in ids]
    assert f"The game {NAME}er is not whole: no words/ has front.{NAME}er." in games.missing_names(f"{NAME}er", more)


@pytest.mark.parametrize("folder", ["py/sandlot/games/{}/words", "static/games/{}/words", "static/games/{}/rules"])
def test_message_missing_in_one_language_is_named(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("py/sandlot/games/{}/words", "static/games/{}/words", "static/games/{}/rules"):
        shutil.copytree(ROOT / place.format(NAME), tmp_path / place.format(NAME))
    for module in (games, words):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    assert list(games.missing_translations(NAME)) == []
    file = tmp_path / folder.format(NAME) / "zh.json"
    kept = json.loads(file.read_text(encoding="utf-8"))
    gone = kept.popitem()[0]
    file.write_text(json.dumps(kept), encoding="utf-8")
    said = f"The game {NAME} is not whole: {folder.format(NAME)}/zh.json lacks {gone}."
    assert list(games.missing_translations(NAME)) == [said]


@pytest.mark.parametrize(("text", "says"), [("{}", "holds no sentences"), ("", "is not JSON"), ("[]", "holds no")])
def test_empty_rules_text_is_named(text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "static" / "games" / NAME / "rules" / "en.json"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    monkeypatch.setattr(words, "ROOT", tmp_path)
    with pytest.raises(basis.Problem, match=f"^static/games/{NAME}/rules/en.json {says}"):
        words.words("en", *words.RULES_WORDS)


@pytest.mark.many
@pytest.mark.parametrize(
    ("piece", "says"),
    [
        ("", "__init__.py has no `game` or is missing."),
        ("__init__.py", "__init__.py has no `game` or is missing."),
        ("words/zh.json", "words/zh.json is missing."),
        ("bots/starter.py", "bots/starter.py is missing."),
    ],
    ids=["folder", "package", "words", "starter"],
)
def test_package_names_missing_game_file(piece: str, says: str, tmp_path: Path) -> None:
    copy = tmp_path / "py" / "sandlot"
    shutil.copytree(ROOT / "py", tmp_path / "py", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    gone = copy / "games" / NAME / piece
    (shutil.rmtree if gone.is_dir() else Path.unlink)(gone)
    said = f"The game {NAME} is not whole: py/sandlot/games/{NAME}/{says}"
    asked = [sys.executable, "-m", "sandlot", "new", NAME, str(tmp_path / "bot.py")]
    done = subprocess.run(asked, cwd=tmp_path / "py", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"sandlot: {said}\n")
    with asking.asking(tmp_path) as package, pytest.raises(basis.Problem, match=f"^{re.escape(said)}$"):
        package.ask("games")


@pytest.mark.parametrize(
    ("house", "gentlest"),
    [
        (("conqueror", "wanderer", "greedy", "rest"), "wanderer"),
        (("hunter", "random"), "hunter"),
        (("random",), "random"),
    ],
)
def test_first_opponent_is_weakest_bot_that_plays_to_win(house: tuple[str, ...], gentlest: str) -> None:
    game: Any = SimpleNamespace(name="generals", house=house)
    assert bots.sparring(game) == gentlest


@pytest.mark.parametrize("name", GAMES)
def test_simple_bots_are_house_bots(name: str) -> None:
    assert set(bots.simple(name)) <= set(GAMES[name].house)
