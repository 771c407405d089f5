"""A newcomer's first match: the starter gets about half of the points against its opponent, and the match is not over
at once.
"""

from __future__ import annotations

import pytest
from sandlot import bots
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
from sandlot.match.replay import Replay, result_json
from sandlot_build.catalog import DULL, SEEDS
from sandlot_build.in_place import play_in_place

#: Matches with fewer turns are too short to show anything.
SHORT = 10
#: Seeds of the series; each is played twice, with the sides swapped.
SERIES = range(1, 13)


def played(name: str, *players: str, seed: int) -> tuple[int, list[int]]:
    """Play a match of house bots; return the number of turns and the place of each seat."""
    setup = Setup(GAMES[name], tuple(Player(each, "house") for each in players), seed)
    replay = Replay(setup)
    result = result_json(play_in_place(setup, replay.add))
    return result["turns"], result["places"]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_starter_scores_about_half_against_first_opponent(name: str) -> None:
    rival = bots.sparring(GAMES[name])
    points = 0.0
    for seed in SERIES:
        for players in (("starter", rival), (rival, "starter")):
            own = players.index("starter")
            _, places = played(name, *players, seed=seed)
            points += (places[own] < places[1 - own]) + 0.5 * (places[own] == places[1 - own])
    assert 0.25 <= points / (2 * len(SERIES)) <= 0.85


def test_list_of_dull_seeds_is_current() -> None:
    rival = bots.sparring(GAMES["snake"])
    short = [seed for seed in range(1, SEEDS + 1) if played("snake", rival, rival, seed=seed)[0] < SHORT]
    assert tuple(short) == DULL["snake"]
