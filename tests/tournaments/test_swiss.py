"""Swiss tournaments: pairings by points, without rematches where possible, and evenly spread byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from contests import chance, end, level, play, result, stronger
from sandlot.archive.verify import following
from sandlot.games import GAMES
from sandlot.jobs import Refused, done
from sandlot.messages import render
from sandlot.stats.blocks import Entrant, Result
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.pairing import looking_ahead, most_pairs, preferred
from sandlot.tournaments.plan import Plan


def swiss(count: int, **settings: Any) -> Plan:
    return plan_from({"kind": "swiss", **settings, "seeds": {"first": count}}, count)


def pairings(results: dict[int, Result]) -> dict[int, list[tuple[int, ...]]]:
    """Return the pairings of each round."""
    found: dict[int, list[tuple[int, ...]]] = {}
    for number in sorted(results):
        block = results[number].block
        if block.players not in found.setdefault(block.round, []):
            found[block.round].append(block.players)
    return found


def most(links: set[tuple[int, int]], left: tuple[int, ...]) -> int:
    """Return the greatest number of pairs, by trying everything."""

    @cache
    def best(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        first, *rest = left
        return max(
            [best(tuple(rest))]
            + [1 + best(tuple(each for each in rest if each != one)) for one in rest if (first, one) in links]
        )

    return best(left)


def allowed_by(links: set[tuple[int, int]]) -> Callable[[int, int], bool]:
    return lambda one, other: (min(one, other), max(one, other)) in links


@pytest.mark.parametrize("density", [0.15, 0.3, 0.5])
def test_most_pairs_is_a_maximum_matching(density: float) -> None:
    rng = Random(int(density * 100))
    for _ in range(150):
        order = list(range(rng.randint(1, 10)))
        links = {pair for pair in combinations(order, 2) if rng.random() < density}
        pairs, left = most_pairs(order, allowed_by(links))
        assert all(pair in links for pair in pairs)
        assert sorted([*left, *(each for pair in pairs for each in pair)]) == order
        assert len(pairs) == most(links, tuple(order))
        if any(order[-1] in pair for pair in links):
            assert order[-1] not in left
        whole = preferred(order, allowed_by(links), lambda left: left[1:])
        assert (whole is not None) == (2 * len(pairs) == len(order))


def test_exhausted_search_still_gives_pairs() -> None:
    """In two odd groups, with pairings allowed only within each, a search would try almost everything."""
    count = 62
    links = {(one, other) for one, other in combinations(range(count), 2) if (one < 31) == (other < 31)}
    assert preferred(range(count), allowed_by(links), lambda left: left[1:]) is None
    pairs, left = most_pairs(range(count), allowed_by(links))
    assert len(pairs) == 30
    assert {each < 31 for each in left} == {True, False}


def test_swiss_pairs_meet_once_and_byes_alternate() -> None:
    for count, blocks in [*((count, 1) for count in range(2, 21)), (7, 2), (8, 3)]:
        assert_fair_pairings(count, blocks)


def test_a_bye_counts_with_its_round() -> None:
    plan = swiss(5)
    last, results = end(plan, chance())
    for played in range(len(results)):
        part = {number: results[number] for number in sorted(results)[:played]}
        schedule = plan.schedule(part, {})
        assert sum((schedule.byes or {}).values()) == played // 2, "two pairings make a round"
    assert sum((last.byes or {}).values()) == len(results) // 2


def assert_fair_pairings(count: int, blocks: int) -> None:
    last, results = end(swiss(count, blocks=blocks), chance())
    rounds = pairings(results)
    length = min((count - 1).bit_length() + 2, count - 1 + count % 2)
    assert sorted(rounds) == list(range(length))
    assert last.rounds == (length, length)
    byes: Counter[int] = Counter()
    met: Counter[tuple[int, ...]] = Counter()
    for round in rounds.values():
        busy = [each for pair in round for each in pair]
        assert len(busy) == len(set(busy)) == count // 2 * 2
        byes.update(set(range(count)) - set(busy))
        met.update(round)
    assert max(byes.values(), default=0) - min(byes[each] for each in range(count)) <= 1
    assert dict(byes) == last.byes
    assert len(results) == length * (count // 2) * blocks
    assert max(met.values()) == 1
    assert last.points is not None
    assert sum(last.points.values()) == length * (count // 2) + sum(byes.values())


def rounds_after(links: set[tuple[int, int]], pairs: list[tuple[int, int]], rounds: int) -> bool:
    """Tell whether this many rounds can follow these pairs, where `links` are the pairs that have not met."""
    order = sorted({each for pair in links for each in pair})
    suits = looking_ahead(order, allowed_by(links), rounds)
    assert suits
    return suits(pairs)


def test_pairing_avoids_two_odd_remaining_groups() -> None:
    """A prism without its three upright edges leaves two triangles; without one upright edge and two others, a
    cycle of six.
    """
    prism = {(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)}
    assert not rounds_after(prism, [(0, 3), (1, 4), (2, 5)], 1)
    assert rounds_after(prism, [(0, 1), (3, 4), (2, 5)], 2)
    groups = {pair for pair in combinations(range(10), 2) if (pair[0] < 5) == (pair[1] < 5)}
    bridges = [(each, each + 5) for each in range(5)]
    assert not rounds_after(groups | set(bridges), bridges, 1)
    assert looking_ahead(range(12), allowed_by(prism), 1) is None


@pytest.mark.parametrize("count", range(2, 11))
def test_no_rematches_with_random_results(count: int) -> None:
    """With the default number of rounds and with as many as there are opponents. Results are random."""
    for first in range(10):
        for rounds in (0, count - 1 + count % 2):
            plan = plan_from({"kind": "swiss", "rounds": rounds, "seeds": {"first": first}}, count)
            met = Counter(one.block.players for one in play(plan, chance(1)).values())
            assert max(met.values()) == 1


@pytest.mark.parametrize("kind", ["swiss", "finals"])
def test_contest_of_earlier_version_continues_and_verifies(kind: str) -> None:
    """Earlier versions did not look ahead to later rounds, so some pairings differ."""
    differed = 0
    for first in range(6):
        plan: Any = plan_from({"kind": kind, "blocks": 2, "seeds": {"first": first}}, 6)
        (before,) = plan.earlier()
        whole = play(before, chance(1))
        differed += whole != play(plan, chance(1))
        entrants = tuple(Entrant(f"bot {each}", f"code {each}") for each in range(6))
        contest = Contest(GAMES["snake"], "rules", entrants, plan.json())
        for most in (15, 20, len(whole)):
            begun = dict(list(whole.items())[:most])
            assert done(following(contest, begun, {}, finished=most == len(whole)))[0] == []
            gone_on = play(plan, chance(1), results=dict(begun))
            assert done(following(contest, gone_on, {}, finished=True)) == ([], [])
    assert differed


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9, 10])
def test_rematches_are_minimal_in_long_tournament(count: int) -> None:
    """With as many rounds as opponents, each round has the greatest possible number of new pairings."""
    plan = swiss(count, rounds=count - 1 + count % 2)
    rounds = pairings(play(plan, chance()))
    fresh = set(combinations(range(count), 2))
    byes: Counter[int] = Counter()
    for round in rounds.values():
        links = set(fresh)
        missing = set(range(count)) - {each for pair in round for each in pair}
        if count % 2:
            fewest = min(byes[each] for each in range(count))
            links |= {(each, count) for each in range(count) if byes[each] == fewest}
        byes.update(missing)
        possible = most(links, tuple(range(count + count % 2)))
        assert len(set(round) & fresh) + count % 2 == possible
        fresh -= set(round)


def test_first_round_pairs_upper_with_lower_half() -> None:
    blocks = swiss(8).schedule({}, {}).blocks
    assert [block.players for block in blocks] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    blocks = swiss(8, seeding=[7, 6, 5, 4, 3, 2, 1, 0]).schedule({}, {}).blocks
    assert [block.players for block in blocks] == [(3, 7), (2, 6), (1, 5), (0, 4)]


def test_second_round_pairs_equal_points() -> None:
    """After the first round 0 to 3 have a point each, and are again paired upper against lower half."""
    results = play(swiss(8), stronger, most=4)
    blocks = swiss(8).schedule(results, {}).blocks
    assert [block.players for block in blocks] == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_standings_if_stronger_always_wins() -> None:
    """The pairings are 0-4 1-5 2-6 3-7, then 0-2 1-3 4-6 5-7, then 0-1 2-4 3-5 6-7."""
    last, _ = end(swiss(8, rounds=3), stronger)
    assert last.points == {0: 3, 1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 0}
    assert last.buchholz == {0: 5, 1: 6, 2: 5, 3: 3, 4: 6, 5: 4, 6: 3, 7: 4}
    assert last.ranking == {each: each + 1 for each in range(8)}


def test_pairing_is_won_by_sum_of_games() -> None:
    plan = swiss(2, rounds=1, blocks=2)
    blocks = plan.schedule({}, {}).blocks
    results = {0: result(blocks[0], stronger), 1: result(blocks[1], level)}
    assert plan.schedule(results, {}).points == {0: 1, 1: 0}
    results = {number: result(blocks[number], level) for number in (0, 1)}
    assert plan.schedule(results, {}).points == {0: 0.5, 1: 0.5}


@pytest.mark.parametrize("count", [5, 6, 9, 12])
def test_withdrawn_entrant_is_not_paired_and_keeps_points(count: int) -> None:
    last, results = end(swiss(count), chance(), {0: 2, 3: 1})
    for number, round in pairings(results).items():
        busy = {each for pair in round for each in pair}
        assert (0 in busy) <= (number < 2)
        assert (3 in busy) <= (number < 1)
        gone = (number >= 2) + (number >= 1)
        assert len(busy) == (count - gone) // 2 * 2
    assert last.points is not None
    assert last.points[3] <= 1
    assert last.over


def test_tournament_ends_when_one_entrant_is_left() -> None:
    plan = swiss(3)
    results = play(plan, chance(), {1: 1, 2: 1})
    assert {one.block.round for one in results.values()} == {0}


def test_more_rounds_than_opponents_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        swiss(6, rounds=6)
    assert "at most 5" in render(refused.value.text)
    with pytest.raises(Refused):
        swiss(4, seeding=[0, 1, 1, 2])


def test_results_of_another_plan_are_refused() -> None:
    results = play(swiss(8), chance(), most=6)
    with pytest.raises(Refused):
        swiss(8).schedule({**results, 5: results[0]}, {})


def test_field_of_a_thousand_is_paired() -> None:
    plan = swiss(1000)
    results = play(plan, stronger)
    met = Counter(one.block.players for one in results.values())
    assert len(results) == 12 * 500
    assert max(met.values()) == 1
