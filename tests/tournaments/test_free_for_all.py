"""Free-for-all: balance of opponents and of seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from contests import chance, end, play
from sandlot.formats.bounds import MOST_ORDERS
from sandlot.jobs import Refused
from sandlot.stats.blocks import Result
from sandlot.tournaments.kinds import new_plan, plan_from
from sandlot.tournaments.plan import Plan


def contest(count: int, players: int, rounds: int, kind: str = "free-for-all", **more: str) -> Plan:
    return new_plan({"kind": kind, "players": players, "rounds": rounds, **more}, count)


def by_round(results: dict[int, Result]) -> list[list[Result]]:
    rounds: list[list[Result]] = [[] for _ in range(1 + max(one.block.round for one in results.values()))]
    for one in results.values():
        rounds[one.block.round].append(one)
    return rounds


def level_after_every_round(rounds: list[list[Result]], entrants: list[int]) -> None:
    """Check that everybody has each seat equally often, and that every pair meets less than two times off the
    average.
    """
    met = Counter(dict.fromkeys(combinations(entrants, 2), 0))
    sat: Counter[tuple[int, int]] = Counter()
    for blocks in rounds:
        for one in blocks:
            assert len(set(one.block.players)) == len(one.block.players)
            met.update(combinations(sorted(one.block.players), 2))
            for game in range(len(one.games)):
                sat.update((who, seat) for seat, who in enumerate(one.block.seats(game)))
        average = sum(met.values()) / len(met)
        assert set(met) == set(combinations(entrants, 2))
        assert all(abs(times - average) < 2 for times in met.values())
        assert len(sat) == len(entrants) * len(rounds[0][0].block.players)
        assert len(set(sat.values())) == 1


@pytest.mark.parametrize("players", range(3, 9))
def test_entrants_meet_about_equally_often(players: int) -> None:
    for count in [*range(players, 21, 1 if players < 5 else 3), 30]:
        results = play(contest(count, players, 8), lambda seats, seed, game: seats)
        level_after_every_round(by_round(results), list(range(count)))
        assert len(results) == 8 * (1 if count == players else count)


def test_known_designs_are_found() -> None:
    """Seven entrants in games of three and thirteen in games of four form projective planes, in which every
    pair meets once.
    """
    for count, players in ((7, 3), (13, 4)):
        results = play(contest(count, players, 1), chance())
        met = Counter(pair for one in results.values() for pair in combinations(sorted(one.block.players), 2))
        assert met == dict.fromkeys(combinations(range(count), 2), 1)


@pytest.mark.parametrize("players", [9, 10, 12])
def test_seats_even_out_with_partial_rotations(players: int) -> None:
    results = play(contest(players + 3, players, 3), lambda seats, seed, game: seats)
    assert {len(one.games) for one in results.values()} == {8}
    level_after_every_round(by_round(results), list(range(players + 3)))


@pytest.mark.parametrize("count", [2, 3, 6, 7, 12])
def test_two_player_free_for_all_is_a_round_robin(count: int) -> None:
    cycle = count - 1 + count % 2
    rounds = by_round(play(contest(count, 2, 2 * cycle), chance()))
    met: Counter[tuple[int, ...]] = Counter(dict.fromkeys(combinations(range(count), 2), 0))
    for number, blocks in enumerate(rounds):
        met.update(one.block.players for one in blocks)
        assert max(met.values()) - min(met.values()) == (0 if (number + 1) % cycle == 0 else 1)


def test_withdrawal_starts_new_balanced_rounds() -> None:
    last, results = end(contest(8, 3, 6), chance(), {2: 2})
    rounds = by_round(results)
    assert all(2 not in one.block.players for blocks in rounds[2:] for one in blocks)
    level_after_every_round(rounds[:2], list(range(8)))
    level_after_every_round(rounds[2:], [0, 1, 3, 4, 5, 6, 7])
    assert last.over


def test_contest_ends_when_too_few_are_left() -> None:
    _, results = end(contest(4, 4, 5), chance(), {1: 3})
    assert len(results) == 3
    with pytest.raises(Refused):
        contest(3, 4, 1)


def test_large_field() -> None:
    plan = contest(1000, 4, 10)
    schedule = plan.schedule({}, {})
    met = Counter(pair for block in schedule.blocks[:2000] for pair in combinations(sorted(block.players), 2))
    assert max(met.values()) == 1
    with pytest.raises(Refused):
        contest(1000, 8, 126)


def followed(results: dict[int, Result]) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """Count how often each entrant moves directly after each other one, within a turn and across turns."""
    inside: Counter[tuple[int, int]] = Counter()
    around: Counter[tuple[int, int]] = Counter()
    for one in results.values():
        for game in range(len(one.games)):
            seats = one.block.seats(game)
            inside.update(pairwise(seats))
            around.update(pairwise((seats[-1], *seats)))
    return inside, around


@pytest.mark.parametrize("players", range(3, MOST_ORDERS + 1))
def test_everybody_moves_after_everybody_equally_often(players: int) -> None:
    """After enough rounds for everybody to meet everybody, with an unchanged number of games per block."""
    results = play(contest(players, players, players - 1), chance())
    assert {len(one.games) for one in results.values()} == {players}
    for times in followed(results):
        assert len(times) == players * (players - 1) and len(set(times.values())) == 1
    rotations, _ = followed(play(contest(players, players, players - 1, orders="rotations"), chance()))
    assert len(rotations) == players


@pytest.mark.parametrize(("count", "players"), [(7, 4), (10, 6), (12, 8)])
def test_every_block_is_a_williams_design(count: int, players: int) -> None:
    for number, one in play(contest(count, players, 2), chance()).items():
        inside, _ = followed({number: one})
        assert set(inside.values()) == {1} and len(inside) == players * (players - 1)


@pytest.mark.parametrize(("count", "players"), [(9, 3), (11, 5), (9, 7), (20, 7), (13, 10)])
def test_order_is_nearly_balanced_otherwise(count: int, players: int) -> None:
    inside, _ = followed(play(contest(count, players, 12), chance()))
    apart = [abs(inside[one, other] - inside[other, one]) for one, other in combinations(range(count), 2)]
    assert sum(apart) < 0.2 * sum(inside.values())


def test_contests_of_earlier_versions_have_rotations() -> None:
    old = {"kind": "free-for-all", "players": 4, "rounds": 3, "seeds": {"first": 5, "given": []}}
    plan = plan_from(old, 4)
    assert plan.json() == old
    assert plan.schedule({}, {}).blocks[1].orders[1] == (1, 2, 3, 0)
    new = new_plan(old, 4)
    assert new.json() == old | {"orders": "following"}
    assert plan_from(new.json(), 4) == new and new_plan(new.json(), 4) == new
    assert new_plan(old | {"orders": "rotations"}, 4) == plan
    assert new_plan({"kind": "generals-many"}, 4).json()["orders"] == "following"
    assert new_plan({"kind": "round-robin"}, 4) == plan_from({"kind": "round-robin"}, 4)
    for wrong in ("drawn", 1, None, []):
        with pytest.raises(Refused):
            plan_from({**old, "orders": wrong}, 4)
