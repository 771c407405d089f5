"""The ladders of the games: every rung beats the one below it, in reproducible games.

The games come from the record that the build rates, because the strongest bots think for long. A few of them are played
again here.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from sandlot.games import GAMES
from sandlot.stats.blocks import score
from sandlot_build.ladder import record_of
from sandlot_build.ladder_games import block_of, codes, play_game

GAMES_PLAYED = 100
"""The least number of recorded games between two neighbouring rungs."""
LEAST = 0.6
RUNGS = 5
RECORDED = [name for name in GAMES if record_of(name).exists()]
NEIGHBOURS = [(name, *pair) for name in RECORDED for pair in pairwise(GAMES[name].house)]


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record_of(name).read_text(encoding="utf-8"))
    return found


def games_of(name: str, stronger: str, weaker: str) -> list[Any]:
    """Return the recorded games of two bots: for each block, [places by seat, turns] of each game."""
    return next(pair["games"] for pair in record(name)["pairs"] if pair["players"] == [stronger, weaker])


def test_original_games_have_record() -> None:
    assert {"tank", "generals", "snake", "planes"} <= {*RECORDED}


@pytest.mark.parametrize("name", RECORDED)
def test_ladder_has_five_rungs_and_current_record(name: str) -> None:
    assert len(GAMES[name].house) >= RUNGS
    again = f"play them again: python3 build.py bench --strength --keep --no-page --game {name}"
    assert record(name)["codes"] == codes(GAMES[name]), again


@pytest.mark.parametrize(("name", "stronger", "weaker"), NEIGHBOURS)
def test_every_rung_scores_60_percent_against_the_one_below(name: str, stronger: str, weaker: str) -> None:
    played = games_of(name, stronger, weaker)
    points = [
        score(places, block_of(number).seats(at).index(0))
        for number, games in enumerate(played)
        for at, (places, _) in enumerate(games)
    ]
    assert len(points) >= GAMES_PLAYED
    assert sum(points) >= LEAST * len(points)


#: Pairs that include every bot of each ladder.
SOME = [(name, *pair) for name in RECORDED for pair in [*pairwise(GAMES[name].house)][-1::-2]]
SOME += [(name, *GAMES[name].house[:2]) for name in RECORDED if len(GAMES[name].house) % 2]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "stronger", "weaker"), SOME)
def test_recorded_games_are_reproducible(name: str, stronger: str, weaker: str) -> None:
    played = games_of(name, stronger, weaker)
    # Take the shortest game: a stale record, or a bot with other random numbers, shows in any game.
    _, number, at = min(
        (turns, number, at) for number, games in enumerate(played) for at, (_, turns) in enumerate(games)
    )
    block = block_of(number)
    names = [(stronger, weaker)[each] for each in block.seats(at)]
    found = play_game(GAMES[name], names, block.seed)
    assert [[*found.places], found.turns] == played[number][at]


def test_reproduced_games_include_every_bot() -> None:
    for name in RECORDED:
        assert {bot for game, *pair in SOME if game == name for bot in pair} == {*GAMES[name].house}
