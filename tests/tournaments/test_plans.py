"""Plans: which blocks a contest plays, determined by results alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from contests import chance, end, play, result, stronger
from sandlot.archive.verify import following
from sandlot.games import GAMES
from sandlot.jobs import Refused, done
from sandlot.messages import render
from sandlot.stats.blocks import Entrant, Result, Schedule, halves
from sandlot.stats.sprt import Sprt, SprtBounds
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import (
    KINDS,
    PRESETS,
    is_out,
    kind_named,
    next_round,
    plan_from,
    withdrawal_round,
    withdrawals_shown,
)
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.series import Series

#: FIDE's table for six (Handbook C.05, Annex 1): the pairings of each round.
BERGER = [
    {(1, 6), (2, 5), (3, 4)},
    {(4, 6), (3, 5), (1, 2)},
    {(2, 6), (1, 3), (4, 5)},
    {(5, 6), (1, 4), (2, 3)},
    {(3, 6), (2, 4), (1, 5)},
]


SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("series", {"blocks": 5}),
    ("series", {"blocks": 200, "stop": {"elo": 100}}),
    ("round-robin", {}),
    ("round-robin", {"blocks": 2}),
    ("swiss", {"blocks": 2}),
    ("single-elimination", {"blocks": 2}),
    ("double-elimination", {}),
    ("gauntlet", {"fixed": 2, "fresh": 1}),
    ("free-for-all", {"players": 2, "rounds": 4}),
    ("free-for-all", {"players": 3, "rounds": 2}),
    ("free-for-all", {"players": 4, "rounds": 2, "orders": "following"}),
    ("finals", {"top": 4}),
]


EVERY = pytest.mark.parametrize(
    ("kind", "settings"), SETTINGS, ids=[f"{kind}-{at}" for at, (kind, _) in enumerate(SETTINGS)]
)


def plans(kind: str, settings: dict[str, Any], least: int = 2, most: int = 8) -> Iterator[Any]:
    """Yield a plan for every number of entrants from `least` to `most` that the kind allows."""
    for count in range(max(least, settings.get("players", 2)), min(most, KINDS[kind].most) + 1):
        yield plan_from({"kind": kind, **settings, "seeds": {"first": count}}, count)


@EVERY
def test_plan_gives_number_of_blocks_in_each_later_round(kind: str, settings: dict[str, Any]) -> None:
    """How long the rest of a contest takes depends on how much of it can be played side by side."""
    for plan in plans(kind, settings):
        # In an elimination nobody knows whether who withdraws would have gone out before.
        for gone in ({},) if "elimination" in kind else ({}, {plan.entrants - 1: 1}):
            told, results = list[list[int]](), dict[int, Result]()
            while not (now := plan.schedule(results, gone)).over:
                if now.look:
                    assert not now.later, "nobody knows when a test ends"
                    break
                told.append([len(now.blocks), *now.later])
                assert now.known(plan.expected, len(results)) == len(results) + sum(told[-1])
                results |= {block.number: result(block, stronger) for block in now.blocks}
            else:
                played = [now for now, *_ in told]
                for at, each in enumerate(told):
                    assert sum(each) == sum(played[at:])
                    assert gone or each == played[at:]


@EVERY
def test_schedule_depends_on_results_alone(kind: str, settings: dict[str, Any]) -> None:
    """The contest is the same for any number of workers, any order of completion and any interruption."""
    for plan in plans(kind, settings):
        usual = play(plan, chance())
        ended = plan.schedule(usual, {})
        for workers in (2, 7):
            other = play(plan, chance(), order=Random(workers), workers=workers)
            assert {number: one for number, one in other.items() if number in usual} == usual
            assert plan.schedule(other, {}) == ended
        for stop in sorted({1, len(usual) // 3 + 1, len(usual) - 1} - {0}):
            part = play(plan, chance(), most=stop, order=Random(stop), workers=3)
            again = plan_from(plan.json(), plan.entrants)
            assert again == plan
            shuffled = list(part.items())
            Random(stop).shuffle(shuffled)
            assert again.schedule(dict(shuffled), {}) == plan.schedule(part, {})
            assert plan.schedule(play(again, chance(), results=part), {}) == ended


@EVERY
def test_pairings_of_a_round_share_seeds(kind: str, settings: dict[str, Any]) -> None:
    for plan in plans(kind, settings):
        seeds: dict[int, dict[Any, list[int]]] = {}
        for one in play(plan, chance()).values():
            seeds.setdefault(one.block.round, {}).setdefault(one.block.players, []).append(one.block.seed)
        for pairings in seeds.values():
            longest = max(pairings.values(), key=len)
            assert all(each == longest[: len(each)] for each in pairings.values())


def test_round_robin_uses_berger_tables() -> None:
    blocks = plan_from({"kind": "round-robin"}, 6).schedule({}, {}).blocks
    rounds = [{tuple(each + 1 for each in block.players) for block in blocks if block.round == n} for n in range(5)]
    assert rounds == BERGER


def test_everybody_meets_everybody() -> None:
    for count in range(2, 21):
        assert_complete(count)


def assert_complete(count: int) -> None:
    _, results = end(plan_from({"kind": "round-robin", "blocks": 3}, count), chance())
    assert Counter(one.block.players for one in results.values()) == dict.fromkeys(combinations(range(count), 2), 3)
    for round in {one.block.round for one in results.values()}:
        busy = [each for one in results.values() if one.block.round == round for each in one.block.players]
        assert len(busy) == len(set(busy)) == count // 2 * 2


def test_withdrawn_entrant_plays_no_more() -> None:
    plan = plan_from({"kind": "round-robin", "blocks": 2}, 5)
    _, results = end(plan, chance(), {3: 2})
    met = Counter(one.block.round for one in results.values() if 3 in one.block.players)
    assert set(met) <= {0, 1}
    rest = Counter(one.block.players for one in results.values() if 3 not in one.block.players)
    assert rest == dict.fromkeys(combinations([0, 1, 2, 4], 2), 2)


def test_sequential_test_ends_at_same_block_for_any_number_of_workers() -> None:
    """The verdict is that of the test over the blocks in order, up to the block that decided it."""
    plan = plan_from({"kind": "series", "blocks": 3000, "stop": {"elo": 50}, "seeds": {"first": 4}}, 2)
    assert isinstance(plan, Series)
    assert plan.stop == SprtBounds(elo=50)
    ended = set()
    for workers in (1, 3, 20):
        results = play(plan, chance(0.9), order=Random(workers), workers=workers)
        last = plan.schedule(results, {})
        assert last.over
        assert last.counted is not None
        test = Sprt(plan.stop)
        for number in range(last.counted):
            test.add(halves(results[number])[0] / 2)
        assert test.verdict == last.verdict
        assert test.blocks == last.counted
        assert len(results) <= last.counted * 17 / 16 + 4 + 2 * workers
        ended.add((last.verdict, last.counted))
    assert len(ended) == 1
    assert {verdict for verdict, _ in ended} == {"better"}


def test_series_without_verdict_is_undecided_at_its_limit() -> None:
    last, results = end(plan_from({"kind": "series", "blocks": 12, "stop": {}}, 2), chance())
    assert len(results) == 12
    assert (last.verdict, last.counted) == ("undecided", None)
    last, _ = end(plan_from({"kind": "series", "blocks": 3}, 2), chance())
    assert last.verdict is None


def test_sequential_test_that_cannot_end_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        plan_from({"kind": "series", "blocks": 3, "stop": {}}, 2)
    assert refused.value.text.params == {"games": 6, "fewest": 20}
    # A contest of an earlier version continues with the test that it began with.
    old = plan_from({"kind": "series", "blocks": 3, "stop": {"elo": 20, "alpha": 0.05, "beta": 0.05}}, 2)
    assert plan_from(old.json(), 2) == old
    assert "bets" not in old.json()["stop"]
    new = plan_from({"kind": "series", "stop": {"elo": 20}}, 2)
    assert new.json()["stop"] == {"elo": 20, "alpha": 0.05, "beta": 0.05, "bets": True}
    assert plan_from(new.json(), 2) == new


@pytest.mark.parametrize("stop", [None, {"elo": 1}])
def test_work_of_long_series_is_linear(stop: dict[str, float] | None) -> None:
    """Counts the results that all looks together read, per block, instead of measuring time."""

    def lucky(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        return (1, 2) if seats[0] == seed % 2 else (2, 1)

    looks = {}
    for blocks in (1250, 5000):
        plan = plan_from({"kind": "series", "blocks": blocks, "stop": stop}, 2)
        results: dict[int, Result] = {}
        seen = 0
        while not (schedule := plan.schedule(results, {})).over:
            seen += len(results)
            for block in schedule.blocks[: schedule.look or None]:
                results[block.number] = result(block, lucky)
        assert len(results) == blocks
        looks[blocks] = seen / blocks
    assert looks[5000] <= 20
    assert looks[5000] <= looks[1250] * 1.2 + 1


def test_short_forms_of_test_bounds() -> None:
    def stop(value: Any) -> Any:
        return plan_from({"kind": "series", "stop": value}, 2).json()["stop"]

    assert stop(True) == stop({}) == SprtBounds().json()
    assert stop(12) == stop({"elo": 12}) == SprtBounds(elo=12).json()
    assert stop(False) is None


@EVERY
def test_plan_has_expected_number_of_blocks(kind: str, settings: dict[str, Any]) -> None:
    for plan in plans(kind, settings, most=6):
        results = play(plan, stronger)
        if plan.kind != "series" or plan.stop is None:
            assert len(results) == plan.expected <= plan.size()


def test_withdrawal_excludes_from_rounds_not_begun() -> None:
    plan = plan_from({"kind": "round-robin"}, 6)
    results = play(plan, chance(), most=4)
    assert next_round(results) == 2
    assert next_round({}) == 0
    blocks = plan.schedule({}, {}).blocks
    results[12] = result(blocks[12], chance())
    assert next_round(results) == 5


@EVERY
def test_nobody_withdraws_from_a_round_that_does_not_follow(kind: str, settings: dict[str, Any]) -> None:
    for plan in plans(kind, settings, least=min(4, KINDS[kind].most)):
        whole = play(plan, chance())
        over = plan.schedule(whole, {})
        assert withdrawal_round(plan, whole, over) is None
        if kind in ("series", "gauntlet", "finals"):
            continue  # These may end before their last round.
        # A withdrawal in the last round is not shown, and one before it is.
        last = next_round(whole)
        entrants = [Entrant(f"bot {each}", "") for each in range(plan.entrants)]
        assert withdrawals_shown(plan, over, {0: last, 1: last - 1}, entrants) == {"bot 1": last - 1}
        before = {number: each for number, each in whole.items() if each.block.round < last - 1}
        begun = plan.schedule(before, {})
        assert withdrawal_round(plan, before, begun) == next_round(before)


def test_who_is_not_in_the_finals_is_out() -> None:
    begun = Schedule(finals={0: 2, 2: 1})
    assert [is_out(begun, entrant) for entrant in range(3)] == [False, True, False]
    assert not is_out(Schedule(), 1)


@EVERY
def test_entrant_can_withdraw_at_any_time(kind: str, settings: dict[str, Any]) -> None:
    """Played blocks are kept, and a withdrawn entrant plays no further rounds."""
    for plan in plans(kind, settings, least=min(4, KINDS[kind].most)):
        for stop in range(0, len(play(plan, chance())), 3):
            results = play(plan, chance(), most=stop, order=Random(stop), workers=4) if stop else {}
            gone = {stop % plan.entrants: next_round(results)}
            before = dict(results)
            ended = play(plan, chance(), gone, results=results)
            assert ended.items() >= before.items()
            assert follows(plan, ended, gone)
            later = [one.block for number, one in ended.items() if number not in before]
            begun = [block for block in later if set(block.players) & gone.keys()]
            assert all(block.round < gone[stop % plan.entrants] for block in begun)


def follows(plan: Plan, results: Mapping[int, Result], withdrawn: Mapping[int, int] | None = None) -> bool:
    """Tell whether these are results of this plan, as the verification of a bundle does."""
    entrants = tuple(Entrant(str(number), str(number)) for number in range(plan.entrants))
    contest = Contest(GAMES["snake"], "rules", entrants, plan.json())
    problems, _ = done(following(contest, results, withdrawn or {}, finished=False))
    return not problems


def changed(one: Result, **fields: Any) -> Result:
    return replace(one, block=replace(one.block, **fields))


@EVERY
def test_results_of_another_contest_are_refused(kind: str, settings: dict[str, Any]) -> None:
    for plan in plans(kind, settings, least=min(6, KINDS[kind].most), most=6):
        results = play(plan, chance(), order=Random(5), workers=3)
        assert follows(plan, results)
        for number, one in list(results.items())[::5]:
            players = one.block.players
            for forged in (
                changed(one, seed=one.block.seed + 1),
                changed(one, players=players[::-1]),
                changed(one, players=(players[0],) * len(players)),
                changed(one, players=(*players[1:], 99)),
                changed(one, players=()),
                changed(one, round=one.block.round + 1),
                changed(one, orders=one.block.orders[::-1]),
            ):
                if number < (plan.schedule(results, {}).counted or number + 1):
                    assert not follows(plan, {**results, number: forged})
        more = {**results, 9999: changed(next(iter(results.values())), number=9999)}
        if plan.schedule(results, {}).counted is None:
            assert not follows(plan, more)


def test_kind_is_found_by_preset_or_name() -> None:
    assert kind_named("planes-series") is KINDS["series"]
    assert kind_named("swiss") is KINDS["swiss"]
    assert kind_named("chess") is None


def test_series_ends_when_an_entrant_withdraws() -> None:
    plan = plan_from({"kind": "series", "blocks": 5}, 2)
    part = play(plan, chance(), most=2)
    assert plan.schedule(part, {1: 2}).over
    assert [block.number for block in plan.schedule({1: part[1]}, {1: 2}).blocks] == [0]  # the block had begun
    assert plan.schedule({}, {0: 0}).over


def test_large_round_robin_is_scheduled_in_parts() -> None:
    plan = plan_from({"kind": "round-robin"}, 1000)
    schedule = plan.schedule({}, {})
    assert len(schedule.blocks) < 10_000
    assert 0 < schedule.look < len(schedule.blocks)
    assert not schedule.over


def test_given_seeds_come_before_drawn_ones() -> None:
    json = {"kind": "series", "blocks": 4, "stop": None, "seeds": {"first": 9, "given": [1, 2]}}
    plan = plan_from(json, 2)
    assert plan.json() == json
    seeds = [block.seed for block in plan.schedule({}, {}).blocks]
    assert seeds[:2] == [1, 2]
    assert (
        seeds[2:] == [block.seed for block in plan_from({**json, "seeds": {"first": 9}}, 2).schedule({}, {}).blocks][2:]
    )


@pytest.mark.parametrize(
    ("json", "count", "words"),
    [
        ({"kind": "round-robin"}, 1, "at least 2"),
        ({"kind": "series"}, 3, "at most 2"),
        ({"kind": "round-robin"}, 1001, "at most 1000"),
        ({"kind": "round-robin", "blocks": 3}, 1000, "2997000 games"),
        ({"kind": "chess"}, 4, "'chess'"),
        ({}, 4, "None"),
        ({"kind": ["series"]}, 2, "round-robin"),
        ({"kind": "series", "blocks": 0}, 2, "from 1"),
        ({"kind": "series", "blocks": True}, 2, "from 1"),
        ({"kind": "series", "block": 1}, 2, "settings: blocks, stop"),
        ({"kind": "series", "stop": {"elo": 0}}, 2, "elo"),
        ({"kind": "series", "stop": {"elo": "20"}}, 2, "elo"),
        ({"kind": "series", "stop": {"elo": 10**400}}, 2, "elo"),
        ({"kind": "series", "stop": {"gamma": 1}}, 2, "elo"),
        ({"kind": "series", "stop": "20"}, 2, "elo"),
        ({"kind": "series", "seeds": [1]}, 2, "whole numbers"),
        ({"kind": "series", "seeds": {"first": -1}}, 2, "whole numbers"),
        ({"kind": "series", "seeds": {"given": [1.5]}}, 2, "whole numbers"),
        ({"kind": "series", "seeds": {"given": [0] * 100_001}}, 2, "whole numbers"),
    ],
)
def test_unplayable_plan_is_refused(json: dict[str, Any], count: int, words: str) -> None:
    with pytest.raises(Refused) as refused:
        plan_from(json, count)
    assert words in render(refused.value.text)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_valid_plans(name: str) -> None:
    settings = PRESETS[name]
    count = min(4, KINDS[settings["kind"]].most)
    plan = plan_from({"kind": name}, count)
    assert plan == plan_from(settings, count)


def test_planes_series_has_a_hundred_games() -> None:
    blocks = plan_from({"kind": "planes-series"}, 2).schedule({}, {}).blocks
    games = [block.seats(game) for block in blocks for game in range(len(block.orders))]
    assert games == [(0, 1), (1, 0)] * 50


@pytest.mark.parametrize("kind", KINDS)
def test_settings_have_defaults(kind: str) -> None:
    plan: Any = plan_from({"kind": kind}, min(4, KINDS[kind].most))
    assert {name: getattr(plan, name) for name in plan.options} == {
        name: option.default for name, option in plan.options.items()
    }
