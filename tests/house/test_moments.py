"""A step of a learning path shows the positions that it asks about."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest
from sandlot.games import GAMES
from sandlot.tasks.steps import PathStep, read_step
from sandlot_build.basis import STATIC
from sandlot_build.moments import moments


def step_of(game: str, file: str) -> PathStep:
    return read_step((STATIC / "path" / game / file).read_text(encoding="utf-8"))


def guesses(source: str) -> list[dict[int, Any]]:
    """Return the turns that the program predicts, as the keys of a dict for each game of the step."""
    tree = ast.parse(source)
    [found] = [
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GUESS"
    ]
    assert isinstance(found, ast.List)
    return [
        {ast.literal_eval(key): None for key in each.keys if key} for each in found.elts if isinstance(each, ast.Dict)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_first_step_shows_every_position_it_asks_about(game: str) -> None:
    step = step_of(game, "01-predict.toml")
    found = moments(step)
    asked = [(seat, number) for seat, each in enumerate(guesses(step.start)) for number in each]
    assert [(each["seat"], each["number"]) for each in found] == asked
    assert {each["called"] for each in found} == {
        {"snake": "step", "generals": "round", "planes": "shot"}.get(game, "turn")
    }
    # The solution plays the same games.
    assert moments(replace(step, start=step.solution)) == found


@pytest.mark.parametrize("game", GAMES)
def test_other_steps_show_none(game: str) -> None:
    assert moments(step_of(game, "02-number.toml")) == []
