"""A newcomer's first match: the starter beats its opponent about half of the time, and the match is
not over at once.
"""

from __future__ import annotations

import pytest
from sandlot import bots
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
from sandlot.match.replay import Replay, result_json
from sandlot_build.catalog import DULL, SEEDS
from sandlot_build.in_place import play_in_place

#: Turns after which something has happened.
SHORT = 10
#: Seeds of the series, with two games each.
SERIES = range(1, 13)


def played(name: str, *players: str, seed: int) -> tuple[int, list[int]]:
    """The number of turns, and everybody's place."""
    setup = Setup(GAMES[name], tuple(Player(each, "house") for each in players), seed)
    replay = Replay(setup)
    result = result_json(play_in_place(setup, replay.add))
    return result["turns"], result["places"]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_starter_beats_its_first_opponent_about_half_of_the_time(name: str) -> None:
    rival = bots.sparring(GAMES[name])
    points = 0.0
    for seed in SERIES:
        for players in (("starter", rival), (rival, "starter")):
            own = players.index("starter")
            _, places = played(name, *players, seed=seed)
            points += (places[own] < places[1 - own]) + 0.5 * (places[own] == places[1 - own])
    assert 0.25 <= points / (2 * len(SERIES)) <= 0.85


def test_on_the_first_seeds_something_happens() -> None:
    rival = bots.sparring(GAMES["snake"])
    short = [seed for seed in range(1, SEEDS + 1) if played("snake", rival, rival, seed=seed)[0] < SHORT]
    assert tuple(short) == DULL["snake"]
