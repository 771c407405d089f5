"""The step budget: it gives the same verdict on every machine and in every browser, and a bot cannot disable it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from matches import finished
from playwright.sync_api import Page
from sandlot import bots
from sandlot.clock import Clock, Timer
from sandlot.games import GAMES
from sandlot.local import Stage
from sandlot.match.parts import Batch, Player, Request, Response, Setup
from sandlot.match.replay import Replay, verify
from sandlot.match.replay_file import dumps, loads
from stepping import (
    BUDGET,
    CATCHES,
    DEEP,
    LATER,
    PAIRS,
    READS,
    SMUGGLERS,
    SMUGGLING_PROGRAMS,
    STEPS,
    assert_nothing_is_smuggled,
    module,
    smuggler,
    smuggling_program,
    steps_of,
)
from strangers import ASKS_LEFT, ASKS_LEFT_BOTZONE, BOTZONE, STAYS
from tables import Table, code


def answers(steps: int | None) -> Replay:
    """Return a replay of Tank in which the first player reports this many steps on every turn; None: no number."""
    setup = Setup(GAMES["tank"], (Player("a"), Player("b")), 1, {"max_turns": 10}, Clock(steps=BUDGET))

    def answer(batch: Batch, request: Request) -> Response:
        if request.stage == "start":
            return Response("module")
        return Response("[-1,-1]", steps=steps if request.player == 0 else 3)

    return finished(setup, answer)[0]


@pytest.mark.parametrize(("steps", "loses"), [(0, False), (BUDGET, False), (BUDGET + 1, True), (None, True)], ids=str)
def test_more_steps_than_allowed_lose_by_time(steps: int | None, loses: bool) -> None:
    replay = answers(steps)
    assert verify(loads(dumps(replay))) is None
    assert replay.result is not None
    assert (replay.result["reasons"][0] == "timeout") == loses
    if loses:
        assert replay.result["losses"][0][0] == "fault.steps"
        assert replay.result["losses"][0][1]["limit"] == BUDGET


def test_replay_with_forged_steps_does_not_verify() -> None:
    text = dumps(answers(BUDGET + 1))
    assert verify(loads(text.replace(f'"steps":{BUDGET + 1}', '"steps":1'))) is not None


def test_time_is_not_charged_where_steps_are_counted() -> None:
    timer = Timer.of(Clock(first=10, move=10, bank=500, steps=BUDGET))
    assert timer.budget > 10_000
    assert timer.spend(9_000).bank == 500
    assert timer.spend(9_000).moves == 1


@pytest.mark.parametrize("steps", [-1, 2.5, True, 10**10], ids=str)
def test_invalid_budget_is_refused(steps: Any) -> None:
    with pytest.raises(ValueError, match="steps must be a whole number"):
        Clock(steps=steps)


# In the page


def played(table: Table, source: str, other: str = STAYS, steps: int = BUDGET) -> dict[str, Any]:
    """Play a short match of Tank against `other`, by default a bot that stays still, and return the replay."""
    table.play("tank", code(source), code(other), options={"max_turns": 4}, clock={"steps": steps})
    _, end = table.wait("end")
    assert verify(loads(end["replay"])) is None
    return json.loads(end["replay"])


@pytest.mark.parametrize(("body", "other"), PAIRS)
def test_a_step_is_a_call_or_a_loop_iteration(table: Table, body: str, other: str) -> None:
    """Every turn costs the same, however Python has specialized the code meanwhile; `move` itself is also a call. A
    call of a built-in with keyword arguments is not counted.
    """
    replay = played(table, module(body), module(other))
    assert [steps_of(replay, player) for player in (0, 1)] == [[STEPS[body]] * 4, [STEPS[other]] * 4]


@pytest.mark.parametrize("wait", [True, False], ids=["waits", "runs again"])
@pytest.mark.parametrize(("source", "steps"), [(READS, [2, 3, 3, 3]), (DEEP, [2, 13, 13, 13])], ids=["flat", "deep"])
def test_code_around_program_costs_no_steps(
    table: Table, without_waiting: Page, source: str, steps: list[int], wait: bool
) -> None:
    """The reply is sent before the call that prints it returns, so that call belongs to the next turn."""
    place = table if wait else Table(without_waiting)
    assert steps_of(played(place, source)) == steps


def test_bot_over_step_limit_is_ended_at_once(table: Table) -> None:
    replay = played(table, CATCHES)
    assert replay["result"]["reasons"][0] == "timeout"
    assert replay["result"]["losses"][0] == ["fault.steps", {"who": {"player": 0}, "limit": BUDGET, "turn": 1}]
    # The bot was ended by its steps, not by the clock.
    assert replay["turns"][1][0]["why"] == ["fault.steps", {}]


def test_steps_of_program_are_counted_from_request_to_reply(table: Table) -> None:
    slow = BOTZONE.replace("self.turns += 1", "self.turns += 1\n        for _ in range(1000): pass")
    plain, more = (steps_of(played(table, source, steps=100_000)) for source in (BOTZONE, slow))
    # A thousand iterations and the call of `range`.
    assert [b - a for a, b in zip(plain, more, strict=True) if a is not None and b is not None] == [1001] * 4


@pytest.mark.parametrize("wait", [True, False], ids=["waits", "runs again"])
def test_steps_after_answer_count_for_next_turn(table: Table, without_waiting: Page, wait: bool) -> None:
    place = table if wait else Table(without_waiting)
    assert steps_of(played(place, LATER.replace("ROUNDS", "1000"))) == [2, 1004, 1004, 1004]
    replay = played(place, LATER.replace("ROUNDS", str(BUDGET)))
    assert replay["result"]["losses"][0] == ["fault.steps", {"who": {"player": 0}, "limit": BUDGET, "turn": 2}]


@pytest.mark.parametrize("trick", SMUGGLERS)
def test_all_steps_are_counted(table: Table, trick: str) -> None:
    assert_nothing_is_smuggled(played(table, smuggler(trick)))


@pytest.mark.parametrize("wait", [True, False], ids=["waits", "runs again"])
@pytest.mark.parametrize("trick", SMUGGLING_PROGRAMS)
def test_all_steps_of_programs_are_counted(table: Table, without_waiting: Page, trick: str, wait: bool) -> None:
    place = table if wait else Table(without_waiting)
    assert_nothing_is_smuggled(played(place, smuggling_program(trick)))


@pytest.mark.parametrize(
    "trick", ["import gc; del gc.callbacks[:]", "sys.setrecursionlimit(10**6)", "sys.settrace(None)"]
)
def test_bot_over_step_limit_cannot_recover(table: Table, trick: str) -> None:
    """These tricks neither help on the turn that exceeds the limit nor on a later one."""
    source = f"import sys\ndef move(view):\n    try:\n        {trick}\n    except Exception: pass\n"
    for turn in (1, 2):
        endless = played(table, source + f"    while view['turn'] == {turn}: pass\n    return [-1, -1]\n")
        assert endless["turns"][-1][0]["why"] == ["fault.steps", {}]
        assert len(endless["turns"]) == turn + 1


def test_bot_can_read_its_time_left(table: Table) -> None:
    """Both a module and a program can read it."""
    limits = {"first": 70_000, "move": 50_000, "bank": 30_000}
    table.play("tank", code(ASKS_LEFT), code(ASKS_LEFT_BOTZONE), options={"max_turns": 2}, clock=limits)
    replay = json.loads(table.wait("end")[1]["replay"])
    for player in (0, 1):
        left = [float(turn[player]["output"][0][1]) for turn in replay["turns"][1:]]
        assert 80_000 < left[0] <= 100_000
        assert 60_000 < left[1] <= 80_000


# The command line


def test_command_line_counts_what_the_page_counts(table: Table, dist: Path) -> None:
    """A whole game of two searching bots: the same steps turn for turn, and a budget between two turns of one of them
    ends it on the same turn.
    """
    both = [bots.house("snake", name) for name in ("surveyor", "racer")]

    def in_page(steps: int) -> dict[str, Any]:
        table.play("snake", *(code(each.source) for each in both), options={"max_steps": 40}, clock={"steps": steps})
        return json.loads(table.wait("end")[1]["replay"])

    def here(replay: dict[str, Any]) -> dict[str, Any]:
        with Stage(arena=str(dist)) as stage:
            return json.loads(dumps(stage.play(loads(json.dumps(replay)).setup, both)[0]))

    whole = in_page(10_000_000)
    again = here(whole)
    counts = [steps_of(whole, player) for player in (0, 1)]
    assert [steps_of(again, player) for player in (0, 1)] == counts
    assert again["result"] == whole["result"]
    highest = max(count for count in counts[0] if count)
    cut = in_page(highest - 1)
    assert cut["result"]["losses"][0][1]["turn"] == counts[0].index(highest) + 1
    assert here(cut)["result"] == cut["result"]
