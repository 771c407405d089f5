"""Single and double elimination."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from contests import Rules, chance, end, level, play, result, stronger
from sandlot.stats.blocks import Result, halves
from sandlot.tournaments.elimination import placement
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.plan import Plan

#: The pairings of the first round in standard brackets.
USUAL = {
    1: [(1, 2)],
    2: [(1, 4), (2, 3)],
    3: [(1, 8), (4, 5), (2, 7), (3, 6)],
    4: [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)],
}


def bracket(lives: int, count: int, **settings: Any) -> Plan:
    kind = {1: "single-elimination", 2: "double-elimination"}[lives]
    return plan_from({"kind": kind, **settings, "seeds": {"first": count}}, count)


def losses(results: dict[int, Result]) -> Counter[int]:
    """Count the lost matches of each entrant. A match is all blocks of two entrants in a round."""
    lead: Counter[tuple[int, int, int]] = Counter()
    for one in results.values():
        low, high = one.block.players
        scores = halves(one)
        lead[one.block.round, low, high] += scores[0] - scores[1]
    return Counter(high if margin >= 0 else low for (_, low, high), margin in lead.items())


@pytest.mark.parametrize("width", USUAL)
def test_bracket_placement_is_standard(width: int) -> None:
    seeds = [seed + 1 for seed in placement(width)]
    assert list(zip(seeds[::2], seeds[1::2], strict=True)) == USUAL[width]


def test_single_elimination_ends_with_first_loss() -> None:
    for count in range(2, 21):
        assert_one_loss_ends(count)


def assert_one_loss_ends(count: int) -> None:
    last, results = end(bracket(1, count), stronger)
    assert len(results) == count - 1
    out = losses(results)
    assert out == dict.fromkeys(range(1, count), 1)
    assert last.ranking is not None
    assert last.ranking[0] == 1
    assert last.ranking[1] == 2
    # If everybody wins as seeded, the places are 1, 2, 3-4, 5-8, 9-16 ...
    assert [last.ranking[each] for each in range(count)] == [
        1 if each == 0 else 2 ** (each.bit_length() - 1) + 1 for each in range(count)
    ]
    assert last.rounds == ((count - 1).bit_length(),) * 2


@pytest.mark.parametrize("rules", [stronger, chance(0.7)])
def test_double_elimination_ends_with_second_loss(rules: Rules) -> None:
    for count in range(2, 21):
        assert_two_losses_end(count, rules)


def assert_two_losses_end(count: int, rules: Rules) -> None:
    last, results = end(bracket(2, count, replays=50), rules)
    matches = len({(one.block.round, one.block.players) for one in results.values()})
    assert matches in (2 * count - 2, 2 * count - 1)
    out = losses(results)
    assert last.ranking is not None
    winner = next(each for each, place in last.ranking.items() if place == 1)
    assert out[winner] == matches - (2 * count - 2)
    assert all(out[each] == 2 for each in range(count) if each != winner)
    assert sorted(last.ranking.values())[:4] == [1, 2, 3, 4][:count]
    if rules is stronger:
        assert [last.ranking[each] for each in range(min(count, 4))] == [1, 2, 3, 4][:count]
        assert matches == 2 * count - 2


@pytest.mark.parametrize("lives", [1, 2])
def test_places_are_known_as_soon_as_somebody_is_out(lives: int) -> None:
    """What is said of a place while a round is under way is what is said of it at the end."""
    for count in range(2, 18):
        plan = bracket(lives, count, replays=50)
        last, results = end(plan, chance(0.7))
        assert last.ranking is not None
        assert last.reached is not None
        sharing = Counter(last.ranking.values())
        assert last.reached == {each: (at, at + sharing[at] - 1) for each, at in last.ranking.items()}
        known: dict[int, Result] = {}
        for number, one in results.items():
            known[number] = one
            part = plan.schedule(known, {})
            assert part.reached is not None
            assert part.reached.items() <= last.reached.items()
            assert part.over or not any(first == 1 for first, _ in part.reached.values())


def test_finalist_with_first_loss_gets_second_final() -> None:
    """The second seed loses its first match and wins all others."""

    def rules(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        strong = 1 if set(seats) == {0, 1} and seed != 100 else min(seats)
        return tuple(1 if each == strong else 2 for each in seats)

    plan = plan_from({"kind": "double-elimination", "replays": 0, "seeds": {"given": [100]}}, 2)
    last, results = end(plan, rules)
    assert [one.block.round for one in results.values()] == [0, 1, 2]
    assert last.ranking == {1: 1, 0: 2}
    assert last.rounds == (3, 3)


def test_top_seeds_have_byes_and_meet_in_final() -> None:
    results = play(bracket(1, 5), stronger)
    matches = [(one.block.round, one.block.players) for one in results.values()]
    assert matches == [(0, (3, 4)), (1, (0, 3)), (1, (1, 2)), (2, (0, 1))]
    seeded = play(bracket(1, 4, seeding=[3, 2, 1, 0]), stronger)
    assert [one.block.players for one in seeded.values()] == [(0, 3), (1, 2), (0, 1)]


def test_losers_bracket_avoids_immediate_rematch() -> None:
    """With eight entrants there is no rematch in the first three rounds of the losers' bracket."""
    results = play(bracket(2, 8), stronger)
    early = Counter(one.block.players for one in results.values() if one.block.round < 4)
    assert max(early.values()) == 1


@pytest.mark.parametrize("lives", [1, 2])
def test_ties_are_replayed_then_decided_by_seeding(lives: int) -> None:
    last, results = end(bracket(lives, 4, blocks=2, replays=3, seeding=[2, 0, 1, 3]), level)
    matches = Counter((one.block.round, one.block.players) for one in results.values())
    assert set(matches.values()) == {5}
    assert last.ranking is not None
    assert last.ranking[2] == 1
    first = [one.block.seed for one in results.values() if one.block.round == 0 and 2 in one.block.players]
    assert len(set(first)) == 5


@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("withdrawn", [{}, {1: 1}, {0: 2, 3: 1}], ids=["all", "one", "two"])
def test_least_number_of_blocks_is_a_lower_bound(lives: int, withdrawn: dict[int, int]) -> None:
    """The bound grows with every tie that is replayed, and never exceeds the final number."""
    for count in range(2, 8):
        plan, said, results = bracket(lives, count, blocks=2), list[int](), dict[int, Result]()
        here = {each: round for each, round in withdrawn.items() if each < count}
        while not (schedule := plan.schedule(results, here)).over:
            assert schedule.least is not None and schedule.least > len(results)
            said.append(schedule.least)
            results[schedule.blocks[0].number] = result(schedule.blocks[0], chance())
        assert said == sorted(said)
        assert all(each <= len(results) for each in said)
        if not here:
            assert said[0] == plan.expected
    assert not bracket(1, 4, replays=0).schedule({}, {}).is_open


def test_match_is_replayed_only_until_decided() -> None:
    plan = plan_from({"kind": "single-elimination", "seeds": {"given": [5, 6, 7]}}, 2)
    results = play(plan, lambda seats, seed, game: (1, 1) if seed < 7 else stronger(seats, seed, game))
    assert [one.block.seed for one in results.values()] == [5, 6, 7]


@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("count", [3, 4, 7, 8])
def test_opponent_of_withdrawn_entrant_advances(lives: int, count: int) -> None:
    last, results = end(bracket(lives, count), stronger, {0: 1})
    assert all(one.block.round == 0 for one in results.values() if 0 in one.block.players)
    assert last.ranking is not None
    assert last.ranking[1] == 1
    assert last.over


@pytest.mark.parametrize("lives", [1, 2])
def test_contest_ends_if_all_withdraw(lives: int) -> None:
    last, results = end(bracket(lives, 6), stronger, dict.fromkeys(range(6), 0))
    assert not results
    assert last.ranking is not None
    assert last.ranking[0] == 1


@pytest.mark.parametrize("lives", [1, 2])
def test_bracket_of_a_thousand(lives: int) -> None:
    last, results = end(bracket(lives, 1000), stronger)
    assert len(results) == (999, 1998)[lives - 1]
    assert last.ranking is not None
    assert [last.ranking[each] for each in range(2)] == [1, 2]
