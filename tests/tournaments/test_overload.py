"""Timeouts that increase with the number of concurrent blocks are flagged as overload, and no others."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from sandlot.game import FaultKind
from sandlot.messages import render
from sandlot.stats.blocks import Block, Played, Result, orders
from sandlot.tournaments.overload import Load, Z, busy, crowded, lateness_by_load, trend


def result(number: int, *late: FaultKind | None) -> Result:
    games = tuple(Played((0, 1), (1.0, 0.0), (None, fault), (None, fault), 9) for fault in late)
    return Result(Block(number, (0, 1), 7, orders(2)), games)


def contest(*loads: Load) -> tuple[dict[int, Result], dict[int, int]]:
    """Return a contest of two in which the second is late in one game of the given number of blocks under each load."""
    results, load = {}, {}
    for each in loads:
        for number in range(each.played):
            at = len(results)
            results[at] = result(at, "timeout" if number < each.late else None, None)
            load[at] = each.load
    return results, load


def test_late_blocks_are_counted_by_entrant_and_load() -> None:
    """Both games of a block count once. In the second game the sides are swapped, so the second seat is the
    first entrant.
    """
    results = {0: result(0, None, "timeout"), 1: result(1, "timeout", "timeout"), 2: result(2, "crash", None)}
    first = (Load(1, 1, 0), Load(4, 2, 2))
    second = (Load(1, 1, 0), Load(4, 2, 1))
    assert lateness_by_load(results, {0: 4, 1: 4, 2: 1}) == [first, second]
    assert lateness_by_load(results, {0: 4}) == [(Load(4, 1, 1),), (Load(4, 1, 0),)]


def test_trend_of_table_computed_by_hand() -> None:
    # Scores 1 and 3 of 10 blocks each, with 1 and 4 late: mean 2, spread 20, rate 1/4, so 3 / sqrt(20 * 3 / 16).
    table = (Load(1, 10, 1), Load(3, 10, 4))
    assert trend([table]) == pytest.approx(3 / (20 * 3 / 16) ** 0.5)
    # Two equal entrants are twice as much evidence; an entrant that is always late is none.
    assert trend([table, table]) == pytest.approx(6 / (2 * 20 * 3 / 16) ** 0.5)
    assert trend([table, (Load(1, 5, 5), Load(3, 10, 10))]) == pytest.approx(trend([table]))
    assert trend([(Load(1, 10, 4), Load(3, 10, 1))]) < 0
    assert trend([]) == trend([()]) == 0


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
def test_no_overload(found: tuple[Load, ...]) -> None:
    assert crowded(*contest(*found)) is None
    assert busy(*contest(*found)) is None


def test_slow_bot_under_high_load_is_no_overload() -> None:
    """The other bots were late as rarely under high load as under low load."""
    results, load = contest(Load(0, 200, 2))
    for number in range(200, 400):
        block = Block(number, (1, 2), 7, orders(2))
        results[number] = replace(result(number, "timeout" if number % 2 else None, None), block=block)
        load[number] = 5
    assert busy(results, load) is None


def test_overload_is_reported() -> None:
    found = contest(Load(1, 200, 4), Load(2, 200, 18), Load(8, 200, 62))
    said = crowded(*found)
    assert said
    assert "in 2.8 % of the games with at most 2 at a time, and in 15.5 % with more" in render(said)
    said = busy(*found)
    assert said
    assert "waiting for a processor was 2 or less, and in 15.5 % while it was more" in render(said)


def test_equal_rates_are_rarely_flagged() -> None:
    chance = random.Random(5)

    def late(blocks: int) -> int:
        return sum(chance.random() < 0.05 for _ in range(blocks))

    contests = [[tuple(Load(load, 80, late(80)) for load in (1, 2, 4)) for _ in range(2)] for _ in range(1000)]
    assert sum(trend(each) >= Z for each in contests) <= 8
