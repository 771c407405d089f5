"""The reference beside the editor and the starters: all their texts come from the package, in every language."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import Any
from unicodedata import east_asian_width

import pytest
from engine import finished
from matches import played
from sandlot import bots, page
from sandlot.game import read_options
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
from sandlot.match.replay_file import dumps
from sandlot.schemas.keys import answers, view_keys
from sandlot.schemas.samples import usual_positions
from sandlot_build.basis import Problem
from sandlot_build.guide import copy_guides, guide, texts_of
from sandlot_build.starters import in_language, starters, texts_in
from sandlot_build.words import languages
from sandlot_editor.shapes import Shape, shape_of

OTHERS = [language for language in languages() if language != "en"]


@pytest.mark.parametrize("name", GAMES)
def test_reference_describes_exactly_the_view_keys(name: str) -> None:
    game = GAMES[name]
    state = game.start(game.players[0], 3, read_options(game, {}))
    described = guide([name])["views"][name]
    assert sorted(key for key, _ in described if "." not in key) == sorted(game.view(state, 0))
    assert all(meaning for _, meaning in described)
    # Keys of nested parts are described as well.
    views = [view for position in usual_positions(game) for view in position.views]
    whole = Shape.read(shape_of(views).json())
    assert {key for key, _ in described if "." in key} == {path for path in paths_in(whole) if "." in path}


@pytest.mark.parametrize("name", GAMES)
def test_sibling_keys_have_different_descriptions(name: str) -> None:
    described = guide([name])["views"][name]
    beside = [(key.rpartition(".")[0], meaning) for key, meaning in described]
    assert len(set(beside)) == len(beside)


ANSWERS = {
    "tank": ["[0, 5]", "-1", "0, 1, 2, 3", "4, 5, 6, 7"],
    "snake": ["0", "1", "2", "3"],
    "generals": [
        "generals.go((3, 4), (3, 5))",
        "generals.go((3, 4), (3, 5), half=True)",
        '{"from": [3, 4], "to": [3, 5], "half": True}',
        "None",
    ],
    "planes": ["[[1, 1, 0], [4, 4, 1], [1, 5, 2]]", "[4, 5]"],
}


@pytest.mark.parametrize("name", GAMES)
def test_forms_of_answer_are_described(name: str) -> None:
    described = guide([name])["answers"][name]
    assert [written for written, _ in described] == ANSWERS[name]
    assert all(meaning for _, meaning in described)


def test_answer_description_continues_on_comment_lines() -> None:
    text = "A game.\n\nWhat a bot returns::\n\n    [1]    # one,\n           #   and more\n    2      # two\n\nMore."
    assert answers(text) == [["[1]", "one, and more"], ["2", "two"]]


def paths_in(shape: Shape) -> Iterator[str]:
    """Return the paths of all keys in a view and in its parts."""
    for each in (*shape.keys.values(), *filter(None, [shape.item])):
        yield each.path
        yield from paths_in(each)


def test_bot_imports_are_documented() -> None:
    found = guide(GAMES)
    assert [entry[0].partition("(")[0] for entry in found["modules"]["draw"]["entries"]] == [
        *("draw.cell", "draw.line", "draw.text", "draw.note")
    ]
    assert [entry[0] for entry in found["modules"]["limits"]["entries"]] == [
        "limits.left()",
        "limits.took(player=None)",
    ]
    assert "from sandlot import draw" in found["modules"]["draw"]["code"]
    helpers = {entry[0] for entry in found["helpers"]["generals"]}
    assert {"generals.mine(view)", "generals.go(source, target, half=False)"} <= helpers


def test_view_key_description_continues_on_comment_lines() -> None:
    text = """A game.

What a bot sees, the `view`::

    {"a": 1,                # one,
                            #   and more
     "b": {"c": 1}, "d": [{"e": 2}],    # both
     "f": 0}                # last

In its parts::

    "d": [{"e": 2,          # two
           "g": {"h": 3}}]  # more

More of it."""
    described = [["a", "one, and more"], ["b", "both"], ["d", "both"], ["f", "last"]]
    assert view_keys(text) == [*described, ["d.e", "two"], ["d.g", "more"], ["d.g.h", "more"]]


@pytest.mark.parametrize("language", languages())
def test_reference_exists_in_every_language(language: str, tmp_path: Any) -> None:
    (tmp_path / "assets").mkdir()
    file = copy_guides(tmp_path, GAMES)[language]
    said = json.loads((tmp_path / file.removeprefix("./")).read_text(encoding="utf-8"))
    assert len(texts_in_all(said)) > 50
    if language != "en":
        assert not texts_in_all(said) & texts_in_all(guide(GAMES))


def texts_in_all(of: Any) -> set[str]:
    """Return all descriptions in a guide."""
    listed = [
        *of["views"].values(),
        *of["answers"].values(),
        *of["helpers"].values(),
        *(part["entries"] for part in of["modules"].values()),
    ]
    return {text for entries in listed for text in texts_of(entries)}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", GAMES)
def test_translated_starter_has_same_code(name: str, language: str) -> None:
    english = bots.starter(name)
    said = starter_in(language, name)
    assert said != english
    assert code_of(said) == code_of(english)
    assert said.count("\n") == english.count("\n"), "lines have the same numbers"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAMES)
def test_starter_fits_into_editor(name: str, language: str) -> None:
    """In a narrow window the editor shows few columns, and wrapped lines are hard to read for beginners."""
    said = starter_in(language, name)
    wide = [line for line in said.splitlines() if sum(1 + (east_asian_width(each) in "WF") for each in line) > 60]
    assert wide == []


def starter_in(language: str, name: str) -> str:
    """Return the starter of a game as the editor shows it."""
    if language == "en":
        return bots.starter(name)
    return starters(language, GAMES)[f"starter.{name}"].replace("{{", "{").replace("}}", "}")


def code_of(source: str) -> str:
    """Return the syntax tree of a program without its texts."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            node.args = [
                each.value for arg in node.args for each in ast.walk(arg) if isinstance(each, ast.FormattedValue)
            ]
    return ast.dump(tree)


def test_missing_translation_of_starter_fails_build() -> None:
    source = 'def move(view):\n    """Why."""\n    print(f"at {view}")  # how\n'
    assert texts_in(source) == ["Why.", "at {view}", "how"]
    said = {"Why.": "Warum.", "at {view}": "bei {view}", "how": "wie"}
    assert "# wie" in in_language(source, said, "de.json")
    with pytest.raises(Problem, match="no translation of 'how'"):
        in_language(source, {text: said[text] for text in ("Why.", "at {view}")}, "de.json")
    with pytest.raises(Problem, match="does not say: 'else'"):
        in_language(source, {**said, "else": "sonst"}, "de.json")


@pytest.mark.parametrize("name", GAMES)
def test_example_is_the_request_of_its_turn(name: str) -> None:
    game = GAMES[name]
    replay = played(Setup(game, (Player("a"), Player("b")), 5, {}))
    text = dumps(replay)
    last = replay.result["turns"] if replay.result else 0
    for turn in {0, 1, 3, last}:
        for player in (0, 1):
            seen = json.loads(finished(page.seen(text, turn, player))[1])
            if seen is None:
                assert turn == 0 and player not in game.to_move(game.start(2, 5, read_options(game, {})))
                continue
            # The request of that turn, as the console shows it.
            exchanges = json.loads(finished(page.texts(text, seen["turn"]))[1])
            (sent,) = (each["sent"] for each in exchanges if each["player"] == player)
            assert json.loads(sent) == json.loads(seen["view"])
            assert seen["turn"] <= turn + 1
            (reply,) = (each["reply"] for each in exchanges if each["player"] == player)
            assert seen["move"] is not None
            assert json.loads(seen["move"]) == json.loads(reply)
            assert all(seen["wires"].values())
