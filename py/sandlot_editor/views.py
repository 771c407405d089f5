"""What the views of all games look like: their keys and types, from positions of real matches.

What the keys mean stands in the games' docstrings; the page has it in every language.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from sandlot.game import Game, Json, read_options
from sandlot.games import GAMES
from sandlot_editor.shapes import shape_of

__all__ = ["describe", "seen"]

MATCHES = 6
MOVES = 240
"""Moves that are played of each match: enough for whatever a view may hold."""


def seen(game: Game[Any]) -> Iterator[dict[str, Json]]:
    """Yield what the players see in a few matches of random moves, in which some moves are faults."""
    for seed in range(MATCHES):
        random = Random(seed)
        players = game.players[0]
        state = game.start(players, seed, read_options(game, {}))
        for _ in range(MOVES):
            yield from (json.loads(json.dumps(dict(game.view(state, player)))) for player in range(players))
            movers = game.to_move(state)
            if not movers:
                break
            state = game.step(state, {player: game.sample(state, player, random) for player in movers})


def setup(game: Game[Any], name: str) -> dict[str, Json]:
    """Return what `start` of a bot is given: see `start_ask` in sandlot.match.side."""
    return {"game": name, "player": 0, "players": game.players[0], "clock": game.clock.json()}


def given(game: Game[Any]) -> list[str]:
    """Return the functions that a file with the original functions of a game finds among its globals."""
    open_form = getattr(game, "original_form", None)
    return sorted(open_form().given) if open_form else []


def describe() -> dict[str, Json]:
    """Return what the reader has to know of every game, as JSON."""
    return {
        name: {
            "view": shape_of(list(seen(game))).json(),
            "setup": shape_of([setup(game, name)]).json(),
            "given": given(game),
        }
        for name, game in GAMES.items()
    }
