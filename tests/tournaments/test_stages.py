"""Contests in stages: gauntlets and finals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from contests import chance, end, play, result, stronger
from sandlot.jobs import Refused
from sandlot.messages import render
from sandlot.stats.blocks import Result
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.plan import Plan


def gauntlet(count: int, **settings: Any) -> Plan:
    return plan_from({"kind": "gauntlet", "smoke": 1, "fixed": 3, "fresh": 2, **settings}, count)


def faulty(one: Result, entrant: int) -> Result:
    """Return the same result with a crash of this entrant in the second game."""
    seat = one.block.seats(1).index(entrant)
    faults = tuple("crash" if each == seat else None for each in range(2))
    return replace(one, games=(one.games[0], replace(one.games[1], faults=faults)))


def test_gauntlet_goes_through_stages() -> None:
    plan = gauntlet(4)
    assert {block.round for block in plan.schedule({}, {}).blocks} == {0}
    last, results = end(plan, chance())
    met = Counter((one.block.round, one.block.players) for one in results.values())
    assert met == {(stage, (0, other)): size for stage, size in enumerate((1, 3, 2)) for other in (1, 2, 3)}
    assert last.why is None
    assert last.rounds == (3, 3)


def test_candidate_failing_smoke_test_is_out() -> None:
    plan = gauntlet(4)
    smoke = {block.number: result(block, chance()) for block in plan.schedule({}, {}).blocks}
    assert not plan.schedule(smoke, {}).over
    assert not plan.schedule({**smoke, 1: faulty(smoke[1], 2)}, {}).over  # a fault of an opponent from the pool
    last = plan.schedule({**smoke, 1: faulty(smoke[1], 0)}, {})
    assert last.over
    assert last.why is not None
    assert "trial block 1" in render(last.why)
    # The rest of the smoke test is still played, because more workers would have played it at the same time.
    assert plan.schedule({1: faulty(smoke[1], 0)}, {}).blocks == (smoke[0].block, smoke[2].block)


def test_gauntlets_share_fixed_but_not_fresh_seeds() -> None:
    def seeds(**settings: Any) -> dict[int, list[int]]:
        results = play(gauntlet(3, **settings), chance())
        rows = sorted({(one.block.round, number // 2, one.block.seed) for number, one in results.items()})
        return {stage: [seed for other, _, seed in rows if other == stage] for stage in range(3)}

    one, other = seeds(seeds={"first": 1}), seeds(seeds={"first": 2})
    assert (one[0], one[1]) == (other[0], other[1])
    assert not set(one[2]) & set(other[2])
    given = seeds(seeds={"first": 1, "given": [7, 8]})
    assert (given[0], given[1]) == ([7], [8, *one[1][1:]])
    assert given[2] == one[2]
    default = seeds()
    assert not set(default[2]) & {*default[0], *default[1]}


def test_withdrawal_from_gauntlet() -> None:
    _, results = end(gauntlet(4), chance(), {2: 1})
    assert Counter(one.block.players for one in results.values()) == {(0, 1): 6, (0, 2): 1, (0, 3): 6}
    _, results = end(gauntlet(4), chance(), {0: 2})
    assert {one.block.round for one in results.values()} == {0, 1}


def finals(count: int, **settings: Any) -> Plan:
    return plan_from({"kind": "finals", **settings}, count)


@pytest.mark.parametrize("count", [2, 3, 8, 9, 13])
def test_best_eight_play_double_round_robin(count: int) -> None:
    plan = finals(count)
    swiss = plan_from({"kind": "swiss"}, count)
    before, first = end(swiss, chance())
    last, results = end(plan, chance())
    assert results.items() >= first.items()
    final = [one for number, one in results.items() if number not in first]
    assert before.ranking is not None
    top = min(8, count)
    chosen = sorted(before.ranking, key=lambda each: (before.ranking[each], each))[:top]  # type: ignore[index]
    assert Counter(one.block.players for one in final) == dict.fromkeys(combinations(sorted(chosen), 2), 2)
    assert not {one.block.seed for one in final} & {one.block.seed for one in first.values()}
    assert last.ranking is not None
    assert last.finals is not None
    assert set(last.finals) == set(chosen)
    assert sum(last.finals.values()) == top * (top - 1) * 2
    assert [
        each for each, place in last.ranking.items() if place == 1 and last.finals[each] == max(last.finals.values())
    ]
    assert all(last.ranking[each] == before.ranking[each] for each in range(count) if each not in chosen)
    assert all(last.ranking[each] <= top for each in chosen)


def test_swiss_points_do_not_carry_over_to_finals() -> None:
    """The lowest-ranked finalist wins all its games in the final, and so the finals."""
    plan = finals(8, rounds=3)
    swiss = play(plan, stronger, most=12)

    def upset(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return stronger(tuple(-each for each in seats), seed, game)

    results = play(plan, upset, results=dict(swiss))
    last = plan.schedule(results, {})
    assert last.ranking == {each: 8 - each for each in range(8)}


def test_withdrawn_entrant_is_not_in_final() -> None:
    last, _ = end(finals(10, top=4), stronger, {0: 6})
    assert last.finals is not None
    assert 0 not in last.finals
    assert len(last.finals) == 4
    assert last.ranking is not None
    assert last.ranking[1] == 1
    last, results = end(finals(10, top=4), stronger, {0: 7})
    assert last.finals is not None
    assert 0 in last.finals
    assert max(one.block.round for one in results.values() if 0 in one.block.players) == 6


def test_swiss_decides_without_two_finalists() -> None:
    last, _ = end(finals(4), stronger, {1: 3, 2: 3, 3: 3})
    assert last.over
    assert last.finals is None


@pytest.mark.parametrize(
    ("count", "top", "divisions", "sizes"),
    [(12, 4, 3, [4, 4, 4]), (12, 4, 2, [4, 4]), (11, 4, 3, [4, 4, 3]), (9, 4, 3, [4, 4]), (5, 8, 2, [5])],
)
def test_each_division_has_its_own_final(count: int, top: int, divisions: int, sizes: list[int]) -> None:
    plan = finals(count, top=top, divisions=divisions)
    before, first = end(plan_from({"kind": "swiss"}, count), chance())
    last, results = end(plan, chance())
    assert last.over
    assert len(results) == plan.expected  # type: ignore[attr-defined]
    assert max(results) < plan.size()
    assert last.divisions is not None
    assert last.finals is not None
    assert last.ranking is not None
    assert before.ranking is not None
    by_division = {
        number: {each for each, division in last.divisions.items() if division == number}
        for number in range(1, len(sizes) + 1)
    }
    assert [len(each) for each in by_division.values()] == sizes
    order = sorted(range(count), key=lambda each: (before.ranking[each], each))  # type: ignore[index]
    assert [last.divisions.get(each) for each in order] == [
        *(number for number, size in enumerate(sizes, 1) for _ in range(size)),
        *[None] * (count - sum(sizes)),
    ]
    pairs = Counter(one.block.players for number, one in results.items() if number not in first)
    assert pairs == {pair: 2 for these in by_division.values() for pair in combinations(sorted(these), 2)}
    # Members of an upper division are placed above those of a lower one; within a division the points of its final
    # decide.
    ranked = sorted(range(count), key=lambda each: last.ranking[each])  # type: ignore[index]
    keys = [(last.divisions.get(each, 99), -last.finals.get(each, 0)) for each in ranked]
    assert keys == sorted(keys)
    # Divisions play at the same time: after the first round of the finals all have played.
    begun = play(plan, chance(), results=dict(first), most=len(first) + sum(size // 2 for size in sizes))
    met = {each for number, one in begun.items() if number not in first for each in one.block.players}
    assert {last.divisions[each] for each in met} == set(range(1, len(sizes) + 1))


def test_withdrawn_finalist_stays_in_division() -> None:
    plan = finals(8, rounds=2, top=4, divisions=2)
    last, results = end(plan, stronger, {7: 3})
    assert last.divisions is not None
    assert last.divisions[7] == 2
    assert max(one.block.round for one in results.values() if 7 in one.block.players) == 2
    assert {each for each, division in last.divisions.items() if division == 1} == {0, 1, 2, 3}


def test_results_across_divisions_are_refused() -> None:
    _, results = end(finals(8, top=8), stronger)
    with pytest.raises(Refused):
        finals(8, top=4, divisions=2).schedule(results, {})


def test_one_division_is_scheduled_as_before() -> None:
    """Contests of versions without divisions can be continued: they have the same blocks with the same numbers."""
    plan = finals(9, rounds=3, top=5)
    _, results = end(plan, stronger)
    final = {number: one.block for number, one in results.items() if number >= 12}
    assert sorted(final) == list(range(12, 12 + 20))
    assert all(block.round == 3 + (number - 12) // 2 for number, block in final.items())


def test_finals_with_invalid_part_are_refused() -> None:
    with pytest.raises(Refused):
        finals(6, rounds=6)
    assert finals(1000).json()["top"] == 8
