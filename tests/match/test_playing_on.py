"""House bots play on from a turn of a match."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sandlot import bots
from sandlot.games import GAMES
from sandlot.match.parts import Finish, Match, Player, Setup, seat_seed
from sandlot.match.referee import play
from sandlot.match.replay import Replay, fork, recorded, result_json
from sandlot.match.replay_file import dumps
from sandlot.page.exchange import answer_from
from sandlot.page.house import house_seat, in_haste
from sandlot.page.playing_on import playing_on

SEED = 3


def answered(match: Match, seats: list[Any]) -> Any:
    """Let the seats answer the open questions; return what comes of it."""
    batch = match.batch
    said = [
        seats[request.player].start(request.text) if batch.stage == "start" else seats[request.player].ask(request.text)
        for request in batch.requests
    ]
    return match.answer([answer_from(json.loads(each), batch.stage) for each in said])


def played(setup: Setup, source: Replay | None = None, turn: int = 0) -> Replay:
    """Play a match of house bots, or a fork of one."""
    setup = fork(source, turn, setup) if source else setup
    match, replay = Match(play(setup)), Replay(setup)
    for before in recorded(source, turn, match) if source else ():
        replay.add(before, match.batch.answers)
    seats = [house_seat(setup.game.name, each.name, str(seat_seed(setup, k))) for k, each in enumerate(setup.players)]
    while not match.is_over:
        before = match.batch
        now = answered(match, seats)
        replay.add(before, now.answers)
        if isinstance(now, Finish):
            replay.result = result_json(now)
    return replay


def setup_of(game: str, *names: str) -> Setup:
    return Setup(GAMES[game], tuple(Player(name, "house") for name in names), SEED)


def asked(replay: Replay, turn: int, *names: str, hastes: bool = False) -> Any:
    job = playing_on(dumps(replay), turn, json.dumps(names), hastes)
    while not job.over:
        job.step()
    return json.loads(job.take() or "")


@pytest.mark.parametrize("name", [name for name in bots.house_names(GAMES["snake"]) if name != "constrictor"])
def test_bots_of_snake_go_on_as_in_a_fork_although_nobody_tells_them_the_past(name: str) -> None:
    replay = played(setup_of("snake", "hugger", "cautious"))
    last = len(replay.turns) - 1
    for turn in (last // 2, last // 2 + 1, 2):
        found = asked(replay, turn, name, "hugger")
        whole = played(setup_of("snake", name, "hugger"), replay, turn).result
        assert found["exact"]
        assert {**found["result"], "turns": 0} == {**(whole or {}), "turns": 0}


@pytest.mark.parametrize(("game", "names"), [("generals", ("raider", "settler")), ("planes", ("hunter", "entropy"))])
def test_bots_are_told_the_past_where_a_game_hides_something(game: str, names: tuple[str, str]) -> None:
    replay = played(setup_of(game, *names))
    turn = len(replay.turns) // 2
    whole = played(setup_of(game, *reversed(names)), replay, turn).result
    assert asked(replay, turn, *reversed(names))["result"] == whole


def test_view_after_first_turn_is_told() -> None:
    replay = played(setup_of("snake", "hugger", "cautious"))
    first, second = (asked(replay, 1, "cautious", "cautious")["after"] for _ in range(2))
    assert first == second
    # A view of Snake names the step that is to come.
    assert first["step"] == 3


def test_bots_that_search_can_play_in_haste() -> None:
    replay = played(setup_of("snake", "hugger", "cautious"))
    last = len(replay.turns) - 2
    assert asked(replay, last, "prowler", "hugger", hastes=True)["hastes"]
    found = asked(replay, last, "cautious", "hugger", hastes=True)
    assert (found["hastes"], found["exact"]) == (False, True)
    for game in ("tank", "snake"):
        source = bots.source(GAMES[game].name, bots.house_names(GAMES[game])[0])
        assert len(in_haste(source)) == len(source) - 1


def test_turn_at_which_the_match_is_over_is_refused() -> None:
    replay = played(setup_of("snake", "hugger", "cautious"))
    assert asked(replay, len(replay.turns), "hugger", "hugger")["problem"][0] == "fork.over"
