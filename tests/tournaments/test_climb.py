"""Which series count as beating a rung of the ladder: those of a climb, and others with as much evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from contests import Rules, chance, level, play, stronger
from sandlot.games import GAMES, rules
from sandlot.stats.blocks import Entrant
from sandlot.tournaments.climb import BLOCKS, CLIMB, FEWEST_BLOCKS, beats
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from

SNAKE = GAMES["snake"]
ENTRANTS = tuple(Entrant(name, name, "code") for name in ("mine", "rung"))


def worse(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    return stronger(seats, seed, game)[::-1]


def judged(outcome: Rules, given: dict[str, Any], **changes: Any) -> bool | None:
    plan = plan_from({"kind": "series", "seeds": {"first": 1}, **given}, 2)
    contest = replace(Contest(SNAKE, rules("snake"), ENTRANTS, plan.json()), **changes)
    return beats(contest, plan, play(plan, outcome))


@pytest.mark.parametrize(("outcome", "expected"), [(stronger, True), (worse, False), (level, False)])
def test_series_of_climb_is_judged_by_its_test(outcome: Rules, expected: bool) -> None:
    assert judged(outcome, CLIMB) is expected
    assert judged(outcome, {"blocks": BLOCKS}) is expected, "without a test it is judged by the same one"


def test_climb_and_hundred_games_agree_on_same_seeds() -> None:
    """Even where chance decides, because the hundred games begin with those of the climb and are judged by the
    same test.
    """
    found = set()
    for first in range(12):
        seeds = {"seeds": {"first": first}}
        climbed = judged(chance(0.15), CLIMB | seeds)
        assert judged(chance(0.15), {"blocks": BLOCKS} | seeds) is climbed
        found.add(climbed)
    assert found == {True, False}


def test_series_weaker_than_a_climb_do_not_count() -> None:
    assert judged(stronger, {"blocks": FEWEST_BLOCKS - 1}) is None
    assert judged(stronger, {"blocks": FEWEST_BLOCKS}) is True
    assert judged(stronger, {"blocks": BLOCKS, "seeds": {"first": 1, "given": list(range(BLOCKS))}}) is None
    assert judged(stronger, CLIMB, options={"max_steps": 3}) is None
    name = next(iter(SNAKE.clock.json()))
    assert judged(stronger, CLIMB, clock=SNAKE.clock.with_changes({name: 17})) is None
    # A test that may end the series earlier than a climb is not enough.
    assert judged(stronger, {"blocks": BLOCKS, "stop": {"elo": 800, "alpha": 0.4, "beta": 0.4}}) is False
    assert judged(stronger, {"kind": "round-robin", "blocks": BLOCKS}) is None
