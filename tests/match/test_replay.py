"""Replays: the same match gives the same bytes, and every invalid file is refused with a message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from engine import played
from hypothesis import given
from hypothesis import strategies as st
from matches import finished
from sandlot import __version__, page
from sandlot.games import GAMES
from sandlot.match.parts import Batch, Player, Request, Response, Setup
from sandlot.match.replay import Position, Replay, result_json, run, verify
from sandlot.match.replay_file import dumps, header, loads
from sandlot.match.validation import BadReplay
from sandlot.messages import render


def record(seed: int, faults: float = 0.0) -> Replay:
    """Play a match of two players who move at random and sometimes fail."""
    rng, game = Random(seed), GAMES["tank"]

    def answer(batch: Batch, request: Request) -> Response:
        move = "module" if request.stage == "start" else json.dumps(game.sample(batch.state, request.player, rng))
        if rng.random() < faults:
            return Response(fault=rng.choice(["timeout", "crash"]), output=(("out", "жёлтый\n"),))
        return Response(move, round(rng.random() * 10, 1))

    return finished(Setup(game, (Player("a"), Player("b", "house")), seed), answer)[0]


GOOD = dumps(record(3))


@pytest.mark.parametrize("faults", [0.0, 0.05, 0.5])
@given(seed=st.integers(0, 2**32))
def test_replay_is_reproducible(faults: float, seed: int) -> None:
    replay = record(seed, faults)
    text = dumps(replay)
    again = loads(text)
    assert dumps(again) == text
    assert verify(again) is None


def test_frames_come_from_the_rules() -> None:
    replay = record(3)
    *frames, last, finish = run(replay)
    assert isinstance(last, Position)
    assert len([*frames, last]) == len(replay.turns)
    assert result_json(finish) == replay.result  # type: ignore[arg-type]
    head = header(replay)
    assert (head["package"], head["game"], head["seed"]) == (__version__, "tank", 3)
    assert head["options"] == {"field": None, "max_turns": 100}
    assert head["clock"] == GAMES["tank"].clock.json()


def test_stopped_match_is_replay_without_result() -> None:
    replay = record(3)
    replay.turns, replay.result = replay.turns[:4], None
    assert verify(loads(dumps(replay))) is None


def changed(**changes: Any) -> str:
    return json.dumps({**json.loads(GOOD), **changes})


def turns(change: Any) -> list[Any]:
    whole = json.loads(GOOD)["turns"]
    change(whole)
    return whole


def nested(depth: int) -> list[Any]:
    """Return a message nested this deep."""
    inner: list[Any] = ["fault.flood", {"who": ""}]
    for _ in range(depth):
        inner = ["verdict.draw", {"why": inner}]
    return inner


def broken() -> Iterator[tuple[str, str]]:
    """Invalid texts, each with a part of its message."""
    yield "", "replay.not_json"
    yield "{", "replay.not_json"
    yield GOOD[:-20], "replay.not_json"
    yield "[" * 100_000, "replay.depth"
    yield "[]", "replay.other_format"
    yield "{}", "replay.other_format"
    yield changed(format="other"), "replay.other_format"
    yield changed(version=2), "replay.other_version"
    yield changed(game="chess"), "replay.other_game"
    yield changed(game=1), "replay.bad_field"
    yield changed(seed="1"), "replay.bad_field"
    yield changed(seed=True), "replay.bad_field"
    yield changed(seed=-1), "replay.bad_field"
    yield changed(players=[]), "replay.bad_setup"
    yield changed(players=["a", "b"]), "replay.bad_field"
    yield changed(players=[{"name": "a"}] * 3), "replay.bad_field"
    yield changed(players=[{"name": "a"}, {"name": "b" * 2000}]), "replay.bad_field"
    yield changed(players=[{"name": "a"}, {"name": "b", "kind": "god"}]), "replay.bad_field"
    yield changed(players=[{"name": "a"}, {"name": "b", "kind": []}]), "replay.bad_field"
    yield changed(players=[{"name": "a"}, {"name": "b", "packages": ["x" * 2000]}]), "replay.bad_field"
    yield changed(seed=10**100), "replay.bad_field"
    yield changed(package="x" * 2000), "replay.bad_field"
    yield changed(memories=[None] * 3), "replay.bad_field"
    yield changed(memories=["x" * (2**20 + 1)]), "replay.bad_field"
    yield changed(forks=[{**json.loads(GOOD), "turn": 10**300}]), "replay.bad_field"
    yield changed(options={"field": [1]}), "replay.bad_setup"
    yield changed(options={"nothing": 1}), "replay.bad_setup"
    yield changed(options=[]), "replay.bad_field"
    yield changed(clock={"move": -1}), "replay.bad_setup"
    yield changed(clock={"moves": 1}), "replay.bad_setup"
    yield changed(memories=[1]), "replay.bad_field"
    yield changed(turns={}), "replay.bad_field"
    yield changed(turns=[1]), "replay.bad_turn"
    yield changed(turns=[[1]]), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[0][0].update(player="0"))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[0][0].update(player=1))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(ms=-1))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(ms=float("inf")))), "replay.not_json"
    yield changed(turns=turns(lambda t: t[1][0].update(reply=1))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(fault="bribe"))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(why=["nowhere", {}]))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(why=["fault.crash", 3]))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(why=["fault.crash", {"error": [[]]}]))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(why=nested(30)))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(why=nested(300)))), "replay.depth"
    yield changed(turns=turns(lambda t: t[1][0].update(steps=10**300))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(trace={"line": 10**300}))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1][0].update(output=[["out"]]))), "replay.bad_turn"
    yield changed(turns=turns(lambda t: t[1].pop())), "replay.other_players"
    yield changed(turns=turns(lambda t: t[1].reverse())), "replay.other_players"
    yield changed(turns=turns(lambda t: t.append(t[-1]))), "replay.goes_on"
    yield changed(turns=turns(lambda t: t.pop())), "replay.no_end"
    yield changed(turns=turns(lambda t: t[1][0].update(reply="[9, 9]"))), "replay.goes_on"
    for result in (5, True, [], "", {}, {"scores": [0, 2]}):
        yield changed(result=result), "replay.bad_field"
    for part in (
        {"places": [1]},
        {"places": [1, 3]},
        {"places": {}},
        {"scores": [0, "2"]},
        {"turns": None},
        {"turns": 2**70},
        {"reason": "won"},
        {"reason": ["verdict.win", {}]},
        {"reason": ["nowhere", {}]},
        {"reason": ["verdict.draw", {"why": nested(30)}]},
        {"reason": ["verdict.draw", {"why": "x" * 20_000}]},
        {"reason": ["verdict.draw", {"why": {"player": []}}]},
        {"losses": [5, None]},
        {"losses": 5},
        {"reasons": [[]]},
    ):
        yield changed(result=json.loads(GOOD)["result"] | part), "replay.bad_field"
    other = json.loads(GOOD)["result"]
    yield changed(result=other | {"scores": other["scores"][::-1]}), "replay.other_result"
    yield changed(result=None), "replay.other_result"
    yield changed(seed=4), "replay."


@pytest.mark.parametrize(("text", "id"), list(broken()))
def test_broken_replay_is_refused_with_message(text: str, id: str) -> None:
    problem = _problem(text)
    assert problem is not None
    assert problem[0].startswith(id)
    assert render(problem)


def _problem(text: str) -> Any:
    try:
        return verify(loads(text))
    except BadReplay as bad:
        return bad.text


@pytest.mark.parametrize("text", ["", "x", GOOD[:50], GOOD, changed(seed=4)])
def test_page_gets_problem_or_frames(text: str) -> None:
    opened = json.loads(page.open_replay(text))
    assert opened["problem"] is None or render(opened["problem"])
    if "deltas" in opened:
        assert len(opened["deltas"]) == len(opened["records"]) > 0


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["player", "ms", "reply", "fault", "why", "output", "trace", "x"]), inner)
        ),
        max_leaves=12,
    ),
    st.sampled_from(["turns", "players", "options", "clock", "seed", "result", "memories", "package", "version"]),
)
def test_mutated_replay_fields_never_crash_reader(value: Any, field: str) -> None:
    for put in (value, [value], [[value]]):
        problem = _problem(changed_small(field, put))
        assert problem is None or render(problem)


SMALL = json.loads(GOOD)
SMALL["turns"] = SMALL["turns"][:2]


def changed_small(field: str, value: Any) -> str:
    return json.dumps({**SMALL, "result": None, field: value})


# Functions that the page calls


def test_page_driver_plays_match_and_writes_replay() -> None:
    players = [{"name": "a", "kind": "code"}, {"name": "b", "kind": "house"}]
    config = {"game": "tank", "players": players, "seed": 1, "options": {"max_turns": 2}, "clock": {"move": 500}}

    def stay(request: dict[str, Any]) -> dict[str, Any]:
        return {"reply": "module" if request["stage"] == "start" else "[-1,-1]", "ms": 1.23, "output": [["out", "hi"]]}

    text, turns = played(page.Driver(json.dumps(config)), stay)
    end = turns[-1]
    assert [request["seed"] for request in turns[0]["requests"]] != [turns[0]["requests"][0]["seed"]] * 2
    assert turns[2]["requests"][0]["budget"] == 500
    assert turns[1]["news"][0]["record"]["answers"][0]["output"] == [["out", "hi"]]
    assert end["result"]["scores"] == [1, 1]
    assert verify(loads(text)) is None
    assert dumps(loads(text)) == text
    opened = json.loads(page.open_replay(text))
    assert opened["deltas"] == [news["delta"] for turn in turns[1:] for news in turn["news"]]
    assert opened["result"] == end["result"]


@pytest.mark.parametrize("name", list(GAMES))
def test_demo_is_a_complete_match(name: str, dist: Path, manifest: dict[str, Any]) -> None:
    """Reads the match that the build has played, because the strongest bots take seconds."""
    opened = json.loads((dist / manifest["demo"][name]).read_text(encoding="utf-8"))
    assert opened["problem"] is None
    assert opened["result"]
    assert len(opened["deltas"]) > 4


def test_invalid_settings_give_message() -> None:
    assert page.check("tank", "{}", 2) == "null"
    for options in ('{"max_turns": 0}', '{"a": 1}'):
        assert render(json.loads(page.check("tank", options, 2)))
    capitals = json.dumps({"map": "1 3 3\n3\n3\n3\n"})
    assert page.check("generals", capitals, 3) == "null"
    for options, players in ((capitals, 2), (capitals, 99), ('{"map": "1 2 2\\n3\\n5\\n"}', 2), ('{"map": ""}', 2)):
        assert render(json.loads(page.check("generals", options, players)))
