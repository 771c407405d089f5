"""The match generator, its clock and Botzone's protocol. The tests give the answers of all bots."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sandlot import bots
from sandlot.clock import LONGEST_TIME, Clock, Timer
from sandlot.game import BadOption, derive, read_options
from sandlot.games import GAMES
from sandlot.games.tank import game as tank
from sandlot.match.parts import Entry, Finish, Player, Request, Response, Setup
from sandlot.match.referee import play
from sandlot.messages import Message, message, render
from sandlot.wire import DATA_LIMIT, Botzone, Unreadable, Views, excerpt

NAMES = ["left", "right"]
Responder = Callable[[Request], Response]


def setup(**changes: Any) -> Setup:
    return Setup(tank, tuple(Player(name) for name in NAMES), **{"seed": 1, **changes})


def run(setup: Setup, *seats: Responder) -> tuple[Finish, list[tuple[Entry, ...]], list[Request]]:
    """Play a match with one function per seat; return its end, its records and all requests."""
    match = play(setup)
    batch = next(match)
    records, requests = [], []
    try:
        while True:
            requests += batch.requests
            batch = match.send([seats[request.player](request) for request in batch.requests])
            assert batch.record is not None
            records.append(batch.record)
    except StopIteration as end:
        return end.value, [*records, end.value.record], requests


def module(*moves: Any) -> Responder:
    """Return a module that makes these moves and then stays."""
    left = list(moves)

    def answer(request: Request) -> Response:
        return (
            Response("module")
            if request.stage == "start"
            else Response(json.dumps(left.pop(0) if left else [-1, -1]), 1.0)
        )

    return answer


def program(*replies: str | Response) -> Responder:
    left = list(replies)

    def answer(request: Request) -> Response:
        if request.stage == "start":
            return Response("program")
        reply = left.pop(0) if left else '{"response":[-1,-1]}'
        return reply if isinstance(reply, Response) else Response(reply, 1.0)

    return answer


def verdict(finish: Finish) -> str:
    return render(finish.outcome.text, NAMES)


# Requests


def test_first_batch_starts_every_bot_without_secrets() -> None:
    _, _, requests = run(setup(seed=987654321, options={"max_turns": 1}), module(), module())
    assert [(request.player, request.stage, request.budget) for request in requests[:2]] == [
        (0, "start", 5000),
        (1, "start", 5000),
    ]
    assert json.loads(requests[1].text) == {"game": "tank", "player": 1, "players": 2, "clock": tank.clock.json()}
    assert not any("987654321" in request.text for request in requests)


def test_module_gets_view_and_longer_first_limit() -> None:
    _, _, requests = run(setup(options={"max_turns": 2}), module(), module())
    moves = [request for request in requests if request.stage == "move"]
    assert [(request.player, request.budget) for request in moves] == [(0, 12_000), (1, 12_000), (0, 6000), (1, 6000)]
    view = json.loads(moves[1].text)
    assert (view["player"], view["turn"]) == (1, 1)


@pytest.mark.parametrize(
    "bad",
    [
        {"players": ()},
        {"players": (Player("a"),) * 3},
        {"seed": -1},
        {"seed": 1.5},
        {"seed": True},
        {"options": {"max_turns": -1}},
        {"options": {"maxTurns": 1}},
    ],
)
def test_unplayable_match_is_refused_at_once(bad: dict[str, Any]) -> None:
    with pytest.raises((ValueError, BadOption)):
        play(Setup(**{"game": tank, "players": (Player("a"),) * 2, "seed": 1, **bad}))


# Faults


def test_unreadable_answer_is_shown_on_one_line() -> None:
    finish, records, _ = run(setup(), program("no\njson " + "x" * 500), module())
    fault = records[-1][0].fault
    assert fault
    text = render(fault.text, NAMES)
    assert text.startswith("left answered “no\\njson xxx")
    assert "\n" not in text
    assert len(text) < 350
    assert "«no\\njson xxx" in render(fault.text, NAMES, "ru")
    assert finish.outcome.reasons == ("illegal", None)


def test_crash_names_error() -> None:
    trace = {"line": 3, "error": "ZeroDivisionError: division by zero", "traceback": "..."}
    finish, records, _ = run(
        setup(),
        lambda request: Response(fault="crash", trace=trace) if request.stage == "move" else Response("module"),
        module(),
    )
    assert verdict(finish) == "right wins: left crashed on turn 1: ZeroDivisionError: division by zero"
    assert records[-1][0].json()["fault"]["line"] == 3


def test_bot_that_does_not_start_loses_on_first_move() -> None:
    finish, _, requests = run(setup(), lambda request: Response(fault="timeout"), module())
    assert verdict(finish) == "right wins: left took longer than 5000 ms to import"
    assert [request.player for request in requests if request.stage == "move"] == [1], "a dead bot is not asked"


def test_two_bots_that_do_not_start_draw_without_request() -> None:
    finish, _, requests = run(
        setup(), lambda request: Response(fault="crash"), lambda request: Response(fault="timeout")
    )
    assert finish.outcome.scores == (1, 1)
    assert finish.outcome.reasons == ("crash", "timeout")
    assert all(request.stage == "start" for request in requests)


def test_late_answer_is_a_timeout() -> None:
    slow = Response("[-1,-1]", 12_000.1)
    finish, _, _ = run(setup(), lambda request: slow if request.stage == "move" else Response("module"), module())
    assert finish.outcome.reasons == ("timeout", None)
    in_time = Response("[-1,-1]", 12_000.0)
    answers = iter([Response("module"), in_time])
    finish, _, _ = run(setup(options={"max_turns": 1}), lambda request: next(answers), module())
    assert finish.outcome.reasons == (None, None)


def test_illegal_move_is_reported_with_names() -> None:
    finish, _, _ = run(setup(), module([0, -1]), module())
    assert verdict(finish) == "right wins: left ordered tank 0 off the board to (2, -1) on turn 1"


def test_reason_from_a_driver_names_only_that_player() -> None:
    why = Message("fault.waits", {"who": {"player": 1}, "turn": 7})
    answer = Response(fault="timeout", why=why)
    _, records, _ = run(setup(), lambda request: answer if request.stage == "move" else Response("module"), module())
    fault = records[-1][0].fault
    assert fault
    assert render(fault.text, NAMES).startswith("left waits")


# Botzone


def test_restart_mode_sends_everything_each_turn_and_keeps_data() -> None:
    replies = ('{"response":[-1,-1],"data":{"n":1},"debug":"why"}', '{"response":[-1,-1],"globalData":"g"}')
    finish, records, requests = run(setup(options={"max_turns": 3}), program(*replies), module([-1, 4], [-1, -1]))
    moves = [request for request in requests if request.stage == "move" and request.player == 0]
    sent = [json.loads(request.text) for request in moves]
    assert [request.fresh for request in moves] == [False, True, True]
    assert all("\n" not in request.text for request in moves)
    assert list(sent[0]) == ["requests", "responses", "time_limit", "memory_limit"]
    assert list(sent[1]) == ["requests", "responses", "data", "time_limit", "memory_limit"]
    assert list(sent[2]) == ["requests", "responses", "globaldata", "time_limit", "memory_limit"]
    field = list(tank.start(2, 1, read_options(tank, {})).field)
    assert sent[0]["requests"] == [{"field": field, "mySide": 0}]
    assert sent[0]["responses"] == []
    assert sent[1]["requests"][1:] == [[-1, 4]]
    assert (sent[1]["responses"], sent[1]["data"]) == ([[-1, -1]], {"n": 1})
    assert sent[2]["globaldata"] == "g"
    assert records[1][0].notes == (("debug", "why"),)
    assert finish.memories == ('"g"', None)


def test_bare_list_is_accepted_as_response() -> None:
    finish, records, requests = run(setup(options={"max_turns": 2}), program("[-1, 4]", "[-1,-1]"), module())
    assert [record[0].move for record in records[1:]] == [[-1, 4], [-1, -1]]
    assert json.loads(requests[-2].text)["responses"] == [[-1, 4]]
    assert finish.memories == (None, None)


@pytest.mark.parametrize("nothing", ["null", '""'])
def test_missing_memory_has_no_key(nothing: str) -> None:
    """Bots test for the key, and would take any value for their own data."""
    replies = ['{"response":[-1,-1],"data":"d","globaldata":"g"}', f'{{"response":[-1,-1],"data":{nothing}}}']
    memories = (nothing, None)
    _, _, requests = run(setup(options={"max_turns": 3}, memories=memories), program(*replies), module())
    sent = [json.loads(request.text) for request in requests if request.stage == "move" and request.player == 0]
    assert [("data" in each, "globaldata" in each) for each in sent] == [(False, False), (True, True), (False, True)]


def test_malformed_memory_is_ignored() -> None:
    for memory in ("{", "[" * 5000, "x" * 10**6, "NaN", f"[{'1,' * 300_000}1]", ""):
        _, _, requests = run(setup(options={"max_turns": 1}, memories=(memory, None)), program(), module())
        assert "globaldata" not in json.loads(requests[2].text)


def test_globaldata_is_sent_in_next_match() -> None:
    _, _, requests = run(setup(options={"max_turns": 1}, memories=('"kept"', None)), program(), module())
    assert json.loads(requests[2].text)["globaldata"] == "kept"


def test_keep_running_sends_only_new_requests() -> None:
    kept = Response('{"response":[-1,-1],"data":"d","globaldata":"g","debug":"x"}', 1.0, running=True)
    finish, records, requests = run(setup(options={"max_turns": 3}), program(kept, kept), module([-1, 4]))
    moves = [request for request in requests if request.stage == "move" and request.player == 0]
    assert [json.loads(request.text) for request in moves[1:]] == [[-1, 4], [-1, -1]]
    assert not any(request.fresh for request in moves)
    assert records[1][0].notes == ()
    assert finish.memories == (None, None)


def test_keep_running_marker_must_be_repeated_each_turn() -> None:
    kept = Response('{"response":[-1,-1]}', 1.0, running=True)
    _, _, requests = run(setup(options={"max_turns": 3}), program(kept, '{"response":[-1,-1],"data":"d"}'), module())
    third = [request for request in requests if request.player == 0][-1]
    assert third.fresh
    assert len(json.loads(third.text)["requests"]) == 3
    assert json.loads(third.text)["data"] == "d"


def test_destroyed_enemy_tank_is_sent_as_minus_one() -> None:
    seen = {"turn": 5, "player": 0, "orders": [[0, 0], [-1, 3]]}
    session = Botzone(tank.wires["botzone"].request).open()  # type: ignore[attr-defined]
    assert json.loads(session.ask(seen).text)["requests"] == [[-1, 3]]


@pytest.mark.parametrize("name", ["data", "globaldata"])
def test_data_is_cut_at_100_kilobytes_with_note(name: str) -> None:
    session = Botzone(lambda view: 0).open()
    session.ask({})
    reading = session.read(json.dumps({"response": 0, name: "é" * DATA_LIMIT}), running=False)
    assert reading.notes[0][0] == "note"
    assert len(json.loads(session.ask({}).text)[name].encode()) == DATA_LIMIT


def test_debug_is_cut_at_1_kilobyte() -> None:
    session = Botzone(lambda view: 0).open()
    session.ask({})
    assert len(session.read(json.dumps({"response": 0, "debug": "x" * 5000}), running=False).notes[0][1]) == 1024


@pytest.mark.parametrize(
    "reply",
    [
        *("", "x", "3", "{}", '{"Response":[0,1]}', '{"response":[0,1]', "null", "{'response': 1}"),
        *("[" * 10**5, '{"response":NaN}', '{"response":[1e999,0]}'),
    ],
)
def test_invalid_botzone_answer_is_refused(reply: str) -> None:
    session = Botzone(lambda view: 0).open()
    session.ask({})
    with pytest.raises(Unreadable):
        session.read(reply, running=False)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for session in (Views(), Botzone(lambda view: 0).open()):
        session.ask({})
        try:
            session.read(text, running=False)
        except Unreadable as bad:
            assert "\n" not in bad.got
            assert len(bad.got) < 1000


@pytest.mark.parametrize("field", ["response", "data", "globaldata", "debug"])
def test_lone_surrogates_are_replaced(field: str) -> None:
    """JSON can contain lone surrogates, which cannot be sent to a program."""
    session = Botzone(lambda view: 0).open()
    session.ask({})
    reading = session.read(json.dumps({"response": 0, field: "\ud800" * 60_000}), running=False)
    for text in (session.ask({}).text, *(text for _, text in reading.notes), session.memory or ""):
        text.encode()


def test_excerpt_is_one_short_line() -> None:
    assert excerpt('a\n"b"\t中') == '“a\\n"b"\\t中”'
    assert excerpt("x" * 1000) == "“" + "x" * 120 + "…”"
    assert excerpt("a\u2028\x85\x7f\ud800") == "“a\\u2028\\u0085\\u007f\\ud800”"
    assert len(excerpt("\0" * 100)) == 123


# Clocks


@pytest.mark.parametrize(
    ("clock", "spent", "budgets"),
    [
        (Clock(first=2000, move=1000), [1500, 900], [2000, 1000, 1000]),
        (Clock(first=0, move=0, bank=2000, increment=1), [500, 100, 0], [2000, 1501, 1402, 1403]),
        (Clock(first=100, move=100, bank=50, increment=10), [120, 60, 200], [150, 140, 150, 110]),
    ],
)
def test_limits_bank_and_increment(clock: Clock, spent: list[float], budgets: list[float]) -> None:
    timer = Timer.of(clock)
    seen = [timer.budget]
    for milliseconds in spent:
        timer = timer.spend(milliseconds)
        seen.append(timer.budget)
    assert seen == budgets


@pytest.mark.parametrize(
    "bad", [{"move": -1}, {"move": 1.5}, {"move": True}, {"bank": LONGEST_TIME + 1}, {"moves": 1}, {"first": "1"}]
)
def test_invalid_clock_is_refused_by_name(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        Clock().with_changes(bad)


def timed(*milliseconds: float) -> Responder:
    """Return a module whose answers take these times."""
    left = iter(milliseconds)
    return lambda request: Response("module") if request.stage == "start" else Response("[-1,-1]", next(left))


def test_bots_get_counted_times_of_all_players() -> None:
    _, _, requests = run(setup(options={"max_turns": 3}), timed(1.5, 20, 7), timed(3, 4.25, 9))
    assert [request.took for request in requests if request.stage == "start"] == [(), ()]
    nobody = (None, None)
    assert [request.took for request in requests if request.stage == "move"] == [
        nobody,
        nobody,
        *[(1.5, 3)] * 2,
        *[(20, 4.25)] * 2,
    ]


def test_step_clock_hides_times() -> None:
    steps = setup(options={"max_turns": 2}, clock=Clock(steps=1000))
    counted = [lambda request: Response("module" if request.stage == "start" else "[-1,-1]", 5, steps=9)] * 2
    assert {request.took for request in run(steps, *counted)[2]} == {()}


# Seeds, names and house bots


def test_seeds_for_different_purposes_differ() -> None:
    assert len({derive(seed, "bot", player) for seed in range(100) for player in range(4)}) == 400
    assert derive(0, "bot", 1) == derive(0, "bot", 1)


def test_players_without_names_are_numbered() -> None:
    text = message("tank.base_destroyed", who={"player": 1}, turn=3)
    assert render(text) == "player 2 lost the base on turn 3"


@pytest.mark.parametrize("name", list(GAMES))
def test_house_bots_and_starter_are_there(name: str) -> None:
    for bot in (*GAMES[name].house, bots.STARTER):
        assert compile(bots.source(name, bot), f"{bot}.py", "exec")
