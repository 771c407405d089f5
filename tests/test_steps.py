"""The step budget: the same verdict on every machine, and in every browser; a bot cannot switch it off or feed it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sandlot.clock import Clock, Timer
from sandlot.games import GAMES
from sandlot.match import Answer, Player, Setup, play
from sandlot.replay import Replay, dumps, loads, verify
from strangers import ASKS_LEFT, ASKS_LEFT_BOTZONE, BOTZONE, STAYS
from tables import Table, code

ROUNDS = """
def move(view):
    for _ in range({rounds}):
        pass
    return [-1, -1]
"""
CATCHES = """
def move(view):
    while True:
        try:
            pass
        except BaseException:
            pass
"""
UPWARDS = """frame = sys._getframe()
        while frame:
            for each in frame.f_locals.values():
                if "ount" in str(type(each)):
                    each.clear()
            frame = frame.f_back"""
# What the worker itself goes through its lists with, and looks up what was not said with.
ARRAYS = """frame = sys._getframe()
        while "self" not in frame.f_locals:
            frame = frame.f_back
        proto = frame.f_locals["self"].seat.channel.send.object_keys().__proto__
        proto.pop = lambda *given: 0"""
OBJECTS = ARRAYS.replace("proto.pop =", "proto.__proto__.budget = proto.__proto__.carried =")
BUDGET = 5_000


def answers(steps: int | None) -> Replay:
    """A match of tank in which the first player takes so many steps on turn 1, and then gives up the pace."""
    setup = Setup(GAMES["tank"], (Player("a"), Player("b")), 1, {"max_turns": 10}, Clock(steps=BUDGET))
    replay = Replay(setup)
    match = play(setup)
    batch = next(match)
    try:
        while True:
            given = [
                Answer("module") if ask.stage == "start" else Answer("[-1,-1]", steps=steps if ask.player == 0 else 3)
                for ask in batch.asks
            ]
            replay.add(batch, given)
            batch = match.send(given)
    except StopIteration as end:
        replay.result = json.loads(json.dumps({**end.value.outcome.json(), "turns": end.value.turns}))
    return replay


@pytest.mark.parametrize(("steps", "loses"), [(0, False), (BUDGET, False), (BUDGET + 1, True), (None, True)], ids=str)
def test_more_steps_than_allowed_lose_by_time(steps: int | None, loses: bool) -> None:
    replay = answers(steps)
    assert verify(loads(dumps(replay))) is None
    assert replay.result is not None
    assert (replay.result["reasons"][0] == "timeout") == loses
    if loses:
        assert replay.result["losses"][0][0] == "fault.steps"
        assert replay.result["losses"][0][1]["limit"] == BUDGET


def test_a_replay_that_hides_its_steps_does_not_verify() -> None:
    text = dumps(answers(BUDGET + 1))
    assert verify(loads(text.replace(f'"steps":{BUDGET + 1}', '"steps":1'))) is not None


def test_time_is_not_charged_where_steps_are_counted() -> None:
    timer = Timer.of(Clock(first=10, move=10, bank=500, steps=BUDGET))
    assert timer.budget > 10_000
    assert timer.spend(9_000).bank == 500
    assert timer.spend(9_000).moves == 1


@pytest.mark.parametrize("steps", [-1, 2.5, True, 10**10], ids=str)
def test_a_budget_is_a_whole_number(steps: Any) -> None:
    with pytest.raises(ValueError, match="steps must be a whole number"):
        Clock(steps=steps)


# In the page


def played(table: Table, source: str, steps: int = BUDGET) -> dict[str, Any]:
    """Play a short match of tank against a bot that stays; return the replay."""
    table.play("tank", code(source), code(STAYS), options={"max_turns": 4}, clock={"steps": steps})
    _, end = table.wait("end")
    assert verify(loads(end["replay"])) is None
    return json.loads(end["replay"])


def first_steps(replay: dict[str, Any]) -> list[int | None]:
    return [turn[0].get("steps") for turn in replay["turns"][1:]]


def test_rounds_of_a_loop_are_counted_one_by_one(table: Table) -> None:
    few, many = (first_steps(played(table, ROUNDS.format(rounds=rounds))) for rounds in (100, 1100))
    assert len(few) == 4
    assert len(set(few)) == len(set(many)) == 1, "the same every turn"
    assert many[0] is not None
    assert few[0] is not None
    assert many[0] - few[0] == 1000


def test_whoever_takes_more_is_ended_at_once(table: Table) -> None:
    replay = played(table, CATCHES)
    assert replay["result"]["reasons"][0] == "timeout"
    assert replay["result"]["losses"][0] == ["fault.steps", {"who": {"player": 0}, "limit": BUDGET, "turn": 1}]
    # Ended by what it did, not by the clock behind it.
    assert replay["turns"][1][0]["why"] == ["fault.steps", {}]


def test_a_program_is_counted_from_question_to_answer(table: Table) -> None:
    slow = BOTZONE.replace("self.turns += 1", "self.turns += 1\n        for _ in range(1000): pass")
    plain, more = (first_steps(played(table, source, 100_000)) for source in (BOTZONE, slow))
    assert [b - a for a, b in zip(plain, more, strict=True) if a is not None and b is not None] == [1000] * 4


@pytest.mark.parametrize(
    "trick",
    [
        "sys.monitoring.set_events(0, 0)",
        "del sys.modules['sys']; import sys; sys.monitoring.set_events(0, 0)",
        "import gc; [each for each in gc.get_objects() if getattr(each, '__name__', '') == 'take'][0]()",
        "import gc; gc.get_referrers(gc)",
        "sys.settrace(lambda *a: None)",
        "sys.setprofile(lambda *a: None)",
        "import sandlot.steps; sandlot.steps.install(print)",
        "import sandlot.worker; sandlot.worker.steps.install(print)",
        UPWARDS,
        "import threading; threading.settrace(lambda *a: None)",
        ARRAYS,
        OBJECTS,
    ],
)
def test_a_bot_cannot_switch_it_off(table: Table, trick: str) -> None:
    source = f"import sys\ndef move(view):\n    try:\n        {trick}\n    except Exception: pass\n"
    replay = played(table, source + "    for _ in range(1000): pass\n    return [-1, -1]\n")
    steps = first_steps(replay)
    meddled = replay["turns"][1][0].get("why") == ["fault.broken", {}]
    assert meddled or (len(steps) == 4 and all(count is not None and count >= 1000 for count in steps))
    # And more than is allowed stays too much, at once and in the move after it.
    for turn in (1, 2):
        endless = played(table, source + f"    while view['turn'] == {turn}: pass\n    return [-1, -1]\n")
        assert endless["result"]["reasons"][0] in ("timeout", "crash")
        why = endless["turns"][-1][0].get("why")
        assert why in (["fault.steps", {}], ["fault.broken", {}]), why


@pytest.mark.parametrize("source", [ASKS_LEFT, ASKS_LEFT_BOTZONE], ids=["module", "program"])
def test_a_bot_can_read_what_it_has_left(table: Table, source: str) -> None:
    limits = {"first": 70_000, "move": 50_000, "bank": 30_000}
    table.play("tank", code(source), code(STAYS), options={"max_turns": 2}, clock=limits)
    replay = json.loads(table.wait("end")[1]["replay"])
    left = [float(turn[0]["output"][0][1]) for turn in replay["turns"][1:]]
    assert 80_000 < left[0] <= 100_000
    assert 60_000 < left[1] <= 80_000
