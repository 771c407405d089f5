"""Hints for a person who plays by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sandlot import bots
from sandlot.game import read_options
from sandlot.games import GAMES
from sandlot.page import hint


@pytest.mark.parametrize("name", list(GAMES))
def test_hint_is_a_legal_move_of_the_strongest_house_bot(name: str) -> None:
    game = GAMES[name]
    state: Any = game.start(2, 5, read_options(game, {}))
    for _ in range(2):
        moves: dict[int, Any] = {}
        for player in game.to_move(state):
            found = json.loads(hint(name, json.dumps(game.view(state, player)), player))
            assert found["by"] == bots.house_names(game)[0]
            game.check(state, player, found["move"])
            others = {str(each) for each in game.to_move(state)} - {str(player)}
            assert set(found["expects"]) == (set() if game.imperfect_information else others)
            for each, expected in found["expects"].items():
                game.check(state, int(each), expected)
            if not game.imperfect_information:
                assert found["after"]["player"] == player
            moves[player] = found["move"]
        state = game.step(state, moves)
