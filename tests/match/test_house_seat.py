"""House bots that share the engine's Python answer as they would alone."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from sandlot.bots import house_names
from sandlot.games import GAMES
from sandlot.match.parts import Match, Player, Setup, seat_seed
from sandlot.match.referee import play
from sandlot.match.seat_replies import read_reply
from sandlot.page.house import house_seat, needs_no_past

PAIRS = [("tank", "hunter", "random"), ("planes", "random", "scout"), ("generals", "greedy", "wanderer")]
"""Bots that draw random numbers."""
MOST_TURNS = 60


def questions(
    game: str, names: tuple[str, str], turns: int = MOST_TURNS
) -> tuple[Setup, list[tuple[int, str, str, str]]]:
    """Play a match with all bots in one interpreter; return (player, stage, request, answer) for each request."""
    setup = Setup(GAMES[game], tuple(Player(name, "house") for name in names), 5)
    seats = [house_seat(game, name, str(seat_seed(setup, player))) for player, name in enumerate(names)]
    match = Match(play(setup))
    asked: list[tuple[int, str, str, str]] = []
    while not match.is_over and match.batch.turn < turns:
        answers = []
        for request in match.batch.requests:
            seat = seats[request.player]
            given = seat.start(request.text) if request.stage == "start" else seat.ask(request.text)
            asked.append((request.player, request.stage, request.text, given))
            answers.append(read_reply(json.loads(given)["said"]))
        match.answer(answers)
    return setup, asked


@pytest.mark.parametrize(("game", "one", "other"), PAIRS)
def test_house_bot_answers_the_same_alone_and_beside_another(game: str, one: str, other: str) -> None:
    setup, asked = questions(game, (one, other))
    drawn = []
    for player, name in enumerate((one, other)):
        alone = house_seat(game, name, str(seat_seed(setup, player)))
        random.seed(player)
        before = random.getstate()
        for _, stage, text, given in (each for each in asked if each[0] == player):
            assert (alone.start(text) if stage == "start" else alone.ask(text)) == given
        # The engine's own random numbers are not affected.
        assert random.getstate() == before
        drawn.append(alone.numbers)
    assert None not in drawn and drawn[0] != drawn[1]


OF_POSITION = [(game, name) for game in GAMES for name in house_names(GAMES[game]) if needs_no_past(game, name)]


@pytest.mark.parametrize(("game", "name"), OF_POSITION)
def test_bot_that_needs_no_past_goes_on_in_the_same_way_without_it(game: str, name: str) -> None:
    setup, asked = questions(game, (name, "racer" if game == "snake" else "random"), 8)
    starts, *moves = (each for each in asked if each[0] == 0)
    for _, _, text, given in moves[1::3]:
        seat = house_seat(game, name, str(seat_seed(setup, 0)))
        seat.start(starts[2])
        assert seat.ask(text) == given


def test_bots_that_draw_numbers_or_do_not_see_all_need_the_past() -> None:
    assert ("snake", "constrictor") in OF_POSITION
    assert not needs_no_past("tank", "marshal")
    assert {game for game, _ in OF_POSITION} == {"snake", "tank"}


def test_output_of_house_bot_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "def move(view):\n    print('hm', view)\n    return 3\n"
    monkeypatch.setattr("sandlot.bots.source", lambda game, name: source)
    seat = house_seat("snake", "cautious", "1")
    about: dict[str, Any] = {"game": "snake", "player": 0, "players": 2, "clock": {}}
    assert json.loads(seat.start(json.dumps(about))) == {"said": '{"reply": "module"}', "output": []}
    for text in ("1", "2"):
        given = json.loads(seat.ask(text))
        assert given == {"said": '{"reply": "3"}', "output": [["out", f"hm {text}\n"]]}
