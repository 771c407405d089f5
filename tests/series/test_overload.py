"""Lateness that grows with the number of blocks played at once is flagged, and no other."""

from __future__ import annotations

import random

import pytest
from sandlot.game import FaultKind
from sandlot.messages import render
from sandlot.series.blocks import Block, Played, Result, orders
from sandlot.series.overload import Load, loads, overload, trend


def result(number: int, *late: FaultKind | None) -> Result:
    games = tuple(Played((0, 1), (1.0, 0.0), (None, fault), (None, fault), 9) for fault in late)
    return Result(Block(number, (0, 1), 7, orders(2)), games)


def test_games_are_counted_by_the_load_of_their_block() -> None:
    results = {0: result(0, None, "timeout"), 1: result(1, "timeout", "timeout"), 2: result(2, "crash", None)}
    assert loads(results, {0: 4, 1: 4, 2: 1}) == (Load(1, 2, 0), Load(4, 4, 3))
    assert loads(results, {0: 4}) == (Load(4, 2, 1),)


def test_the_trend_is_that_of_a_table_computed_by_hand() -> None:
    # Scores 1 and 3 of 10 games each, with 1 and 4 late: mean 2, spread 20, rate 1/4, so 3 / sqrt(20 * 3 / 16).
    assert trend((Load(1, 10, 1), Load(3, 10, 4))) == pytest.approx(3 / (20 * 3 / 16) ** 0.5)
    assert trend((Load(1, 10, 4), Load(3, 10, 1))) < 0


@pytest.mark.parametrize(
    "found",
    [
        (),
        (Load(2, 100, 50),),
        (Load(1, 100, 0), Load(2, 100, 0)),
        (Load(1, 100, 100), Load(2, 100, 100)),
        (Load(1, 1000, 100), Load(4, 1000, 104)),
        (Load(1, 100, 30), Load(4, 100, 2)),
        (Load(1, 100, 0), Load(4, 10, 4)),
    ],
    ids=["nothing", "one load", "nobody late", "all late", "a slow bot", "fewer", "too few to tell"],
)
def test_what_is_no_overload(found: tuple[Load, ...]) -> None:
    assert overload(found) is None


def test_an_overload_is_named() -> None:
    found = overload((Load(1, 200, 2), Load(2, 200, 9), Load(8, 200, 31)))
    assert found
    assert "is 1.0 % with 1 at a time and 15.5 % with 8: this machine is too slow" in render(found)


def test_equal_rates_are_hardly_ever_flagged() -> None:
    chance = random.Random(5)

    def late(games: int) -> int:
        return sum(chance.random() < 0.05 for _ in range(games))

    contests = [tuple(Load(workers, 80, late(80)) for workers in (1, 2, 4)) for _ in range(1000)]
    flagged = sum(overload(each) is not None for each in contests)
    assert flagged <= 8
