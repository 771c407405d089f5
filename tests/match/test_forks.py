"""Forks: a match continues from a turn of a replay, with other players in the seats."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from engine import finished, texts
from matches import played
from sandlot import page
from sandlot.clock import Clock
from sandlot.games import GAMES
from sandlot.match.parts import HUMAN, Batch, Finish, Match, Player, Request, Response, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Position, Replay, fork, recorded, result_json, run, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.validation import BadReplay
from sandlot.messages import render

Responder = Callable[[Request], Response]

TWO = (Player("left"), Player("right"))


def drive(setup: Setup, seats: Sequence[Responder], source: Replay | None = None) -> tuple[Replay, Finish]:
    """Play a match, at first with the recorded answers of `source`, then with those of the seats, and verify
    its replay.
    """
    replay, match = Replay(setup), Match(play(setup))
    if source and setup.forks:
        for before in recorded(source, setup.forks[-1].turn, match):
            replay.add(before, match.batch.answers)
    now: Batch | Finish = match.batch
    while isinstance(now, Batch):
        assert {request.stage for request in now.requests} <= {now.stage}
        before, now = now, match.answer([seats[request.player](request) for request in now.requests])
        replay.add(before, now.answers)
    assert match.is_over
    with pytest.raises(ValueError, match="over"):
        _ = match.batch
    replay.result = result_json(now)
    again = loads(dumps(replay))
    assert verify(again) is None
    assert dumps(again) == dumps(replay)
    return again, now


def go_on(replay: Replay, turn: int, seats: Sequence[Responder], **changes: Any) -> tuple[Replay, Finish]:
    """Continue from a turn of a replay."""
    old = replay.setup
    setup = Setup(old.game, changes.pop("players", old.players), 0, clock=changes.pop("clock", old.clock), **changes)
    return drive(fork(replay, turn, setup), seats, replay)


class Mover:
    """A module that makes these moves by the turn of its view, and records its requests."""

    def __init__(self, moves: Sequence[Any], form: str = "module") -> None:
        self.moves, self.form = moves, form
        self.requests: list[Request] = []

    def __call__(self, request: Request) -> Response:
        self.requests.append(request)
        if request.stage == "start":
            return Response(self.form, output=(("out", "hello"),))
        move = self.moves[(len(self.requests) - 2) % len(self.moves)]
        return Response(json.dumps(move if self.form == "module" else {"response": move}), 1.0, output=(("out", "so"),))

    def stages(self) -> list[str]:
        return [request.stage for request in self.requests]


def frames(replay: Replay) -> list[Position]:
    return [each for each in run(replay) if isinstance(each, Position)]


STAYS, SHOOTS = [[-1, -1]], [[4, 4], [-1, -1]]


@pytest.fixture(scope="module")
def tank() -> Replay:
    """Return a match of Tank of twenty turns in which little happens."""
    setup = Setup(GAMES["tank"], TWO, 1, {"max_turns": 20})
    return drive(setup, [Mover(STAYS), Mover(STAYS)])[0]


def test_fork_continues_recorded_turns_with_other_bots(tank: Replay) -> None:
    ann, zed = Mover(STAYS), Mover([[9, 9]])
    forked, finish = go_on(tank, 5, [ann, zed], players=(Player("ann"), Player("zed")))
    assert finish.turns == 6
    assert finish.outcome.reasons == (None, "illegal")
    assert zed.stages() == ["start", *["past"] * 5, "move"], "what it answers to a past turn is not played"
    assert [json.loads(request.text)["turn"] for request in zed.requests[1:]] == [1, 2, 3, 4, 5, 6]
    assert [frame.state for frame in frames(forked)[:6]] == [frame.state for frame in frames(tank)[:6]]
    head = json.loads(dumps(forked))
    assert [player["name"] for player in head["players"]] == ["ann", "zed"]
    assert [(each["turn"], each["players"][0]["name"]) for each in head["forks"]] == [(5, "left")]
    assert (head["seed"], head["options"]) == (1, tank.setup.options)


def test_fork_with_same_bots_repeats_match(tank: Replay) -> None:
    """The clock continues as well: the longer limit of the first move is not granted again."""
    seats = [Mover(STAYS), Mover(STAYS)]
    forked, _ = go_on(tank, 7, seats)
    assert [frame.state for frame in frames(forked)] == [frame.state for frame in frames(tank)]
    assert forked.result == tank.result
    assert {request.budget for request in seats[0].requests if request.stage == "move"} == {6000}
    assert {request.budget for request in seats[0].requests if request.stage == "past"} == {60_000}


def test_output_while_catching_up_is_dropped(tank: Replay) -> None:
    forked, _ = go_on(tank, 3, [Mover(STAYS), Mover(STAYS)])
    shown = [answer.output for frame in frames(forked) for answer in (entry.answer for entry in frame.record)]
    assert len(shown) == 2 * 21
    assert set(shown[2:]) == {(("out", "so"),)}
    assert sum(answer.output == () for turn in forked.turns for answer in turn.values()) == 2 * 3


@pytest.mark.parametrize("turn", [1, 19])
def test_human_takes_over(tank: Replay, turn: int) -> None:
    asked: list[Request] = []

    def person(request: Request) -> Response:
        asked.append(request)
        return Response("[-1,-1]", 60_000.0)

    zed = Mover(STAYS)
    forked, finish = go_on(tank, turn, [person, zed], players=(Player("me", HUMAN), Player("zed")))
    assert finish.turns == 20
    assert {request.stage for request in asked} == {"move"}, "nobody starts a person or makes him catch up"
    assert len(asked) == 20 - turn
    assert {request.budget for request in asked} == {None}
    assert asked[0].choices == {"tanks": frames(tank)[turn].state and json.loads(asked[0].text)["legal"]}
    assert zed.stages().count("past") == turn
    again, _ = go_on(forked, 20 - 1, [Mover(STAYS), Mover(STAYS)])
    assert [each.turn for each in again.setup.forks] == ([turn, 19] if turn < 19 else [19])


def test_fork_of_fork_names_all_players(tank: Replay) -> None:
    first, _ = go_on(tank, 5, [Mover(STAYS), Mover(SHOOTS)], players=(Player("a"), Player("b")))
    second, _ = go_on(first, 9, [Mover(STAYS), Mover(STAYS)], players=(Player("c"), Player("d")))
    assert [(each.turn, each.players[0].name) for each in second.setup.forks] == [(5, "left"), (9, "a")]
    before, _ = go_on(second, 4, [Mover(STAYS), Mover(STAYS)], players=(Player("e"), Player("f")))
    assert [(each.turn, each.players[0].name) for each in before.setup.forks] == [(4, "left")]
    at, _ = go_on(second, 5, [Mover(STAYS), Mover(STAYS)])
    assert [(each.turn, each.players[0].name) for each in at.setup.forks] == [(5, "left")]
    states = [frame.state for frame in frames(second)]
    assert states[:6] == [frame.state for frame in frames(tank)][:6]
    assert states[:10] == [frame.state for frame in frames(first)][:10]


def test_fork_before_first_turn_is_new_match_on_same_board(tank: Replay) -> None:
    forked, _ = go_on(tank, 0, [Mover(STAYS), Mover(SHOOTS)], players=(Player("a"), Player("b")))
    assert forked.setup.forks == ()
    assert frames(forked)[0].state == frames(tank)[0].state
    assert "forks" not in json.loads(dumps(forked))


@pytest.mark.parametrize("turn", [20, 21])
def test_finished_match_cannot_be_forked_at_its_end(tank: Replay, turn: int) -> None:
    with pytest.raises(BadReplay) as bad:
        fork(tank, turn, tank.setup)
    assert render(bad.value.text) == "that match was over after turn 20; go on from an earlier turn"
    lies = replace(tank, result={"turns": "many"})
    with pytest.raises(BadReplay) as bad:
        go_on(lies, turn, [Mover(STAYS)] * 2)
    assert render(bad.value.text) == "that match was over after turn 20; go on from an earlier turn"


def test_stopped_match_continues(tank: Replay) -> None:
    stopped = replace(tank, turns=tank.turns[:8], result=None)
    _, finish = go_on(stopped, 7, [Mover(STAYS), Mover(STAYS)])
    assert finish.turns == 20
    with pytest.raises(BadReplay) as bad:
        go_on(stopped, 8, [])
    assert render(bad.value.text) == "that match is recorded up to turn 7 only; go on from a turn up to it"


def test_fork_needs_same_number_of_seats(tank: Replay) -> None:
    with pytest.raises(BadReplay) as bad:
        fork(tank, 3, Setup(tank.setup.game, TWO[:1], 1))
    assert render(bad.value.text) == "the match this one goes on from has 2 seats, and so must this one"


def test_botzone_program_catching_up_gets_recorded_moves(tank: Replay) -> None:
    """In restart mode programs know only the history, which must contain the recorded orders instead of their own."""
    left, right = Mover([[4, 4]], "program"), Mover(STAYS)
    forked, _ = go_on(tank, 3, [left, right])
    history = json.loads(left.requests[4].text)
    assert left.requests[4].fresh
    assert history["responses"] == [[-1, -1]] * 3
    assert len(history["requests"]) == 4
    assert forked.setup.forks[0].players == TWO


def test_recorded_answers_are_read_by_their_own_protocol() -> None:
    """The recorded turns were answered by a program, the others by a module: each answer is read in its own form."""
    setup = Setup(GAMES["tank"], TWO, 1, {"max_turns": 6})
    old, _ = drive(setup, [Mover(STAYS, "program"), Mover(STAYS)])
    forked, finish = go_on(old, 2, [Mover(STAYS), Mover(STAYS, "program")])
    assert finish.turns == 6
    assert forked.turns[1][0].reply == '{"response": [-1, -1]}'


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (
            Response(fault="crash", trace={"line": 3, "error": "KeyError: 1"}),
            "left crashed over turn 2 while it was catching up with the match: KeyError: 1",
        ),
        (
            Response(fault="timeout", milliseconds=60_001.0),
            "left took longer than 60 s over turn 2 while it was catching up with the match",
        ),
    ],
)
def test_failure_while_catching_up_loses(tank: Replay, answer: Response, says: str) -> None:
    asked = []

    def left(request: Request) -> Response:
        asked.append(request.stage)
        return Response("module") if request.stage == "start" else answer if len(asked) == 3 else Response("[-1,-1]")

    _, finish = go_on(tank, 5, [left, Mover(STAYS)])
    assert asked == ["start", "past", "past"]
    assert finish.turns == 6
    assert render(finish.outcome.losses[0], ["left", "right"]) == says
    assert finish.record[0].json()["fault"]["error"] == (answer.trace or {}).get("error")


def test_answers_while_catching_up_may_be_invalid(tank: Replay) -> None:
    for reply in ("[77]", "what"):
        left = Mover(STAYS)
        seats: list[Responder] = [
            lambda request, reply=reply, left=left: Response(reply) if request.stage == "past" else left(request),
            Mover(STAYS),
        ]
        assert go_on(tank, 5, seats)[1].turns == 20


def test_eliminated_players_stay_out_in_fork() -> None:
    game = GAMES["generals"]
    players = tuple(Player(f"p{k}") for k in range(8))
    setup = Setup(game, players, 3, {"max_rounds": 12, "order": "id"})

    def crashes(request: Request) -> Response:
        return Response("module") if request.stage == "start" else Response(fault="crash")

    rests: list[Responder] = [Mover([None]) for _ in range(8)]
    old, _ = drive(setup, [rests[0], crashes, *rests[2:]])
    seats = [Mover([None], "program" if k == 1 else "module") for k in range(8)]
    forked, finish = go_on(old, 30, seats, players=(Player("me", HUMAN), *players[1:]))
    assert finish.outcome.reasons[1] == "crash"
    assert "move" not in seats[1].stages(), "player 1 was out by turn 2"
    assert seats[0].stages() == ["move"] * (12 - 5)
    assert [len([s for s in seat.stages() if s == "past"]) for seat in seats[1:]] == [1, 4, 4, 4, 4, 4, 4]
    assert len(forked.setup.forks) == 1


def test_time_bank_continues() -> None:
    game = GAMES["generals"]
    setup = Setup(game, TWO, 3, {"max_rounds": 9, "order": "id"}, Clock(5000, 0, 0, 1000, 0))
    old, _ = drive(setup, [Mover([None]), Mover([None])])
    seats = [Mover([None]), Mover([None])]
    go_on(old, 4, seats)
    assert next(request for request in seats[0].requests if request.stage == "move").budget == 998
    other = [Mover([None]), Mover([None])]
    go_on(old, 4, other, clock=Clock(5000, 0, 0, 500, 0))
    assert next(request for request in other[0].requests if request.stage == "move").budget == 500


@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: whole.update(forks=7),
        lambda whole: whole.update(forks=[7]),
        lambda whole: whole["forks"][0].update(turn="3"),
        lambda whole: whole["forks"][0].update(turn=0),
        lambda whole: whole["forks"][0]["players"].pop(),
        lambda whole: whole["forks"][0].pop("players"),
        lambda whole: whole["forks"][0]["clock"].update(move=-1),
        lambda whole: whole["forks"][0].update(memories=[1]),
        lambda whole: whole["forks"].append(whole["forks"][0]),
    ],
)
def test_malformed_fork_is_refused_with_message(tank: Replay, spoil: Callable[[Any], None]) -> None:
    whole = json.loads(dumps(go_on(tank, 3, [Mover(STAYS), Mover(STAYS)])[0]))
    spoil(whole)
    with pytest.raises(BadReplay) as bad:
        loads(json.dumps(whole))
    assert render(bad.value.text).startswith("this replay ")


def test_moved_fork_does_not_verify(tank: Replay) -> None:
    whole = json.loads(dumps(go_on(tank, 3, [Mover(STAYS), Mover([[9, 9]])])[0]))
    for turn in (2, 4, 30):
        whole["forks"][0]["turn"] = turn
        assert verify(loads(json.dumps(whole))) is not None


# Ask again


def ask_again(replay: Replay, turn: int, player: int, seat: Responder) -> dict[str, Any]:
    """Use `reask.Reask` as the engine worker does."""
    config = {"replay": dumps(replay), "turn": turn, "player": player, "name": "now"}
    _, opened = finished(page.again(json.dumps(config)))
    if isinstance(opened, str):
        return {"problem": json.loads(opened)}
    again = opened.seat()
    while True:
        given = json.loads(again.ask())
        answer = None
        if given:
            took = tuple(given["took"])
            asked = seat(
                Request(given["player"], given["stage"], given["text"], given["budget"], given["fresh"], took=took)
            )
            answer = {"reply": asked.reply, "ms": asked.milliseconds, "fault": asked.fault, "trace": asked.trace}
            before = sum(player in [e.player for e in f.record] for f in frames(replay)[1:turn])
            assert given["profile"] == [before + 1, False]
        found = json.loads(again.answer(json.dumps(answer)))
        if found:
            return found


def test_bot_is_asked_again_on_turn_of_replay(tank: Replay) -> None:
    now = Mover([[4, 9]])
    found = ask_again(tank, 6, 1, now)
    assert now.stages() == ["start", *["past"] * 5, "move"]
    assert (found["move"], found["budget"]) == ([4, 9], 6000)
    assert found["fault"]["message"][0] == "tank.illegal.order"


@pytest.mark.parametrize("name", ["tank", "planes"])
def test_reask_gives_the_same_times(name: str) -> None:
    replay = played(Setup(GAMES[name], TWO, 3), lambda turn, player, reply: Response(reply, turn + player / 10))
    turn = len(replay.turns) - 1
    asked, now = max(replay.turns[turn]), Mover([None])
    ask_again(replay, turn, asked, now)
    told = [each.took for each in now.requests if each.stage != "start"]
    last: list[float | None] = [None, None]
    wanted = []
    for answers in replay.turns[1:]:
        if asked in answers:
            wanted.append(tuple(last))
        for player, answer in answers.items():
            last[player] = answer.milliseconds
    assert told == wanted


def test_original_answer_is_shown_beside_new_one(tank: Replay) -> None:
    now = Mover(STAYS)
    found = ask_again(tank, 1, 0, now)
    assert now.stages() == ["start", "move"]
    assert found["fault"] is None
    assert found["budget"] == 12_000
    assert found["original"] == frames(tank)[1].record[0].json() | {"drawings": []}
    assert texts(dumps(tank), 1)[0]["sent"] == found["sent"]


def test_reask_needs_a_request_on_that_turn(tank: Replay) -> None:
    setup = Setup(GAMES["generals"], TWO, 3, {"max_rounds": 9, "order": "id"})
    generals, _ = drive(setup, [Mover([None]), Mover([None])])
    now = Mover([None])
    assert ask_again(generals, 3, 0, now)["move"] is None
    assert now.stages() == ["start", "past", "move"]
    for replay, turn, player in ((generals, 3, 1), (tank, 0, 0), (tank, 21, 0), (tank, -1, 0), (tank, 3, 5)):
        problem = ask_again(replay, turn, player, Mover(STAYS))["problem"]
        assert problem == ["again.not_asked", {"who": {"player": player}, "turn": turn}]


@pytest.mark.parametrize("stage", ["start", "past", "move"])
def test_failing_reask_says_why(tank: Replay, stage: str) -> None:
    stays = Mover(STAYS)
    found = ask_again(
        tank,
        4,
        0,
        lambda request: (
            Response(fault="crash", trace={"line": 2, "error": "E"}) if request.stage == stage else stays(request)
        ),
    )
    assert found["fault"]["kind"] == "crash"
    assert found["fault"]["line"] == 2
    assert found["original"]["move"] == [-1, -1]


def test_reask_of_fork_uses_clock_of_turn(tank: Replay) -> None:
    forked, _ = go_on(tank, 5, [Mover(STAYS), Mover(STAYS)], clock=Clock(5000, 4000, 300, 0, 0))
    assert ask_again(forked, 5, 0, Mover(STAYS))["budget"] == 6000
    assert ask_again(forked, 6, 0, Mover(STAYS))["budget"] == 300
