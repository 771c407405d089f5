"""Single and double elimination."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from typing import Any

import pytest
from conftest import ROOT
from contests import Rules, chance, end, level, play, result, stronger
from sandlot.page.contests import pairing_json
from sandlot.stats.blocks import Pairing, Result, halves
from sandlot.tournaments.elimination import Bracket, by_progress, placement
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


#: Stages that the page calls otherwise.
CALLED = {"round": None, "upper": "upperRound", "lower": "lowerRound"}


def test_page_draws_the_same_brackets() -> None:
    """The page works out names of rounds and who meets whom, because it shows brackets before Python is up."""
    plans = [bracket(lives, count) for lives in (1, 2) for count in range(2, 65)]
    results = [play(plan, chance(0.7)) for plan in plans]
    half = [dict(list(known.items())[: len(known) // 2]) for known in results]
    ahead = 0
    for plan, known, late, early in zip(plans, results, _drawn(plans, results), _drawn(plans, half), strict=True):
        assert isinstance(plan, Bracket)
        pairings = plan.pairings(known, {})
        found = sorted((box["round"], box["players"], str(box["stage"]), box["nth"]) for box in late["boxes"])
        assert found == sorted(_told(plan, each) for each in pairings)
        assert all(box["isPaired"] for box in late["boxes"])
        # What a game alone tells of its match.
        stages = {(each.round, frozenset(each.players)): _told(plan, each)[2:] for each in pairings}
        blocks = [each.block for each in known.values()]
        assert [(str(each["stage"]), each["number"]) for each in late["called"]] == [
            stages[each.round, frozenset(each.players)] for each in blocks
        ]
        # Every box is there from the beginning, and whoever is known to play in one plays in it.
        later = {box["place"]: box for box in late["boxes"]}
        assert {box["place"] for box in early["boxes"]} >= set(later)
        for box in early["boxes"]:
            last = later.get(box["place"], box)
            assert box["number"] == last["number"]
            assert {each for each in box["players"] if each is not None} <= set(last["players"])
            ahead += not box["isPaired"] and any(each is not None for each in box["players"])
    assert ahead > len(plans)


def _told(plan: Bracket, pairing: Pairing) -> tuple[int, list[int], str, int]:
    stage, number = plan.stage(pairing.round, pairing.bracket)
    first, *more = stage.split("_")
    called = CALLED.get(stage, first + "".join(map(str.capitalize, more)))
    return pairing.round, sorted(pairing.players), str(called), number


def _drawn(plans: list[Plan], results: list[dict[int, Result]]) -> list[dict[str, Any]]:
    """Return the boxes that the page draws for each of these contests, and what it calls their matches."""
    lines = []
    for plan, known in zip(plans, results, strict=True):
        assert isinstance(plan, Bracket)
        most = plan.blocks + plan.replays
        matches = [[each.block.round, each.block.number // most] for each in known.values()]
        pairings = [pairing_json(each) for each in plan.pairings(known, {})]
        lines.append(json.dumps([pairings, plan.entrants, plan.lives > 1, matches]))
    command = ["node", "--import", "tsx", str(ROOT / "tests" / "tournaments" / "brackets.ts")]
    told = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True, cwd=ROOT)
    return [json.loads(line) for line in told.stdout.splitlines()]


def test_running_bracket_lists_those_who_came_furthest_first() -> None:
    plan = bracket(2, 4)
    results = play(plan, stronger, most=3)
    names = ["one", "two", "three", "four"]
    # In an order that says nothing, as before the first game.
    lines = [{"name": name, "place": 1} for name in reversed(names)]
    pairings = plan.pairings(results, {})
    assert [each["name"] for each in by_progress(lines, names, pairings)] == ["one", "two", "four", "three"]
    out = [{"name": name, "place": 4 if name == "one" else 1} for name in reversed(names)]
    assert [each["name"] for each in by_progress(out, names, pairings)] == ["two", "four", "three", "one"]
