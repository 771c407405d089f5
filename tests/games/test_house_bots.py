"""The house bots of Tank, and the ladder that is computed from games of house bots."""

from __future__ import annotations

import json
import sys
from collections import Counter

import pytest
from sandlot import bots
from sandlot.games import GAMES
from sandlot.jobs import done
from sandlot.match.parts import Finish, Player, Setup
from sandlot.page.ladder import standing, strength
from sandlot.stats.blocks import Played, Result
from sandlot_build.in_place import play_in_place
from sandlot_build.ladder_games import block_of, ladder, recorded


@pytest.fixture(autouse=True)
def _own_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore what a bot changes when it starts in this process, such as `sys.argv`."""
    monkeypatch.setattr(sys, "argv", sys.argv)


def match_here(names: tuple[str, str], seed: int) -> Finish:
    """Play a match of house bots in this process."""
    setup = Setup(GAMES["tank"], tuple(Player(name) for name in names), seed)
    return play_in_place(setup, lambda batch, answers: None)


def test_hunter_beats_random_in_95_of_100_games_from_both_sides() -> None:
    winners: Counter[str] = Counter()
    for seed in range(100):
        names = ("hunter", "random") if seed % 2 else ("random", "hunter")
        places = match_here(names, seed).outcome.places
        winners[names[places.index(1)] if places[0] != places[1] else "draw"] += 1
    assert winners["hunter"] >= 95, winners


@pytest.mark.parametrize("name", [name for name in GAMES["tank"].house if name not in ("marshal", "pessimist")])
def test_same_seed_gives_same_game_of_house_bots(name: str) -> None:
    first, second = (match_here((name, "hunter"), 3) for _ in range(2))
    assert first.record == second.record
    assert first.outcome.reasons[0] in (None, "base_destroyed", "tanks_destroyed", "base_and_tanks_destroyed")


@pytest.fixture
def _two_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a ladder of two rungs with short games."""
    monkeypatch.setattr(bots, "house_names", lambda game: ("hunter", "random"))


@pytest.mark.usefixtures("_two_bots")
def test_ladder_is_deterministic_and_orders_bots_by_strength() -> None:
    text = ladder("tank")
    weakest, strongest = json.loads(text)["rungs"]
    assert (weakest["name"], strongest["name"]) == ("random", "hunter")
    # Four blocks leave wide intervals, so check only the order of the numbers.
    assert weakest["low"] < weakest["rating"] < weakest["high"] < 0
    assert max(0, strongest["low"]) < strongest["rating"] < strongest["high"]
    assert (weakest["strength"], strongest["strength"]) == ("beginner", "medium")
    assert ladder("tank") == text


@pytest.mark.usefixtures("_two_bots")
def test_recorded_ladder_games_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["tank"]
    pair = ("hunter", "random")
    # In this record random has won every game, which shows whether the record was used.
    won = [
        Played((2, 1), (0.0, 1.0), (None, None), (None, None), 9),
        Played((1, 2), (1.0, 0.0), (None,) * 2, (None,) * 2, 9),
    ]
    record = recorded(game, {pair: [Result(block_of(number), tuple(won)) for number in range(8)]})
    assert json.loads(ladder("tank", record))["rungs"][0]["name"] == "hunter"
    source = bots.source
    monkeypatch.setattr(bots, "source", lambda of, name: source(of, name) + "\n# changed\n" * (name == "hunter"))
    assert json.loads(ladder("tank", record))["rungs"][0]["name"] == "random"


@pytest.mark.usefixtures("_two_bots")
def test_bot_is_placed_on_ladder() -> None:
    text = ladder("tank")
    of_hunter = [each for each in json.loads(text)["results"] if each["players"] == [1, 2]]
    for each in of_hunter:
        each["players"] = [0, 1]

    # Take hunter's results against random for those of a new bot.
    found = json.loads(done(standing(text, json.dumps([["random", of_hunter]])).work))
    weakest, strongest = json.loads(text)["rungs"]
    assert weakest["rating"] < found["rating"] < strongest["rating"]
    # This does not show yet that it is better than the starter, which has beaten random as well.
    assert found["low"] < 0 < found["high"]


@pytest.mark.parametrize("played", ["", "{", "[1]", '[["nobody", []]]', '[["random", [{}]]]', "[" * 100])
def test_invalid_result_has_no_rung(played: str) -> None:
    ladder = json.dumps({"entrants": ["starter", "random"], "rungs": [], "results": []})
    found = json.loads(done(standing(ladder, played).work))
    assert found["problem"]


def test_every_strength_is_named() -> None:
    assert [strength(rating) for rating in (-400, 59, 60, 250, 500)] == [
        "beginner",
        "beginner",
        "medium",
        "strong",
        "very-strong",
    ]
