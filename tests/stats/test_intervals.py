"""Intervals of ratings and ranks: wide where little is known, with the promised coverage."""

import json
from collections import Counter
from math import isfinite
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcomes import DRAW, LOSS, WIN, block, duels, free_for_all, renamed, round_robin
from sandlot.jobs import Job, Step, done
from sandlot.stats import intervals as module
from sandlot.stats.blocks import Block, Played, Result, orders
from sandlot.stats.intervals import intervals
from sandlot.stats.ratings import ELO, rate

STRENGTHS = (1.2, 0.4, 0.0, -0.3, -1.3)


def found(results, count, **options):
    return done(intervals(rate(results, count), **options))


@pytest.fixture(params=["refit", "step"])
def method(request, monkeypatch):
    monkeypatch.setattr(module, "EXACT", 1e12 if request.param == "refit" else 0)
    return request.param


def widths(all_):
    return [each.high - each.low for each in all_.entrants]


@pytest.mark.parametrize("blocks", [1, 3, 6, 10])
def test_all_blocks_won(blocks):
    """The probability of this by luck is 1 / 2 ** blocks, which is below 1 / 40 only from six blocks on."""
    one, other = found(duels(0, 1, WIN, WIN, times=blocks), 2).entrants
    assert (one.low > 0) == (one.rank_high == 1) == (other.rank_low == 2) == (blocks >= 6)
    assert 1 - one.p_next == pytest.approx(0.5 ** (blocks + 1), rel=0.3, abs=0.002)
    assert one.high - one.elo > 150
    assert other.p_next is None
    # The lower end of the probability to win a block, by Laplace's rule.
    assert 1 / (1 + 10 ** ((other.high - one.low) / 400)) == pytest.approx(0.025 ** (1 / (blocks + 1)), abs=0.03)


@pytest.mark.parametrize(("first", "second"), [(WIN, LOSS), (DRAW, DRAW)])
def test_few_identical_blocks_leave_wide_interval(method, first, second):
    all_ = found(duels(0, 1, first, second, times=10), 2)
    assert all_.method == method
    for each in all_.entrants:
        assert each.elo == 0 and each.low < -20 and each.high > 20
        assert (each.rank, each.rank_low, each.rank_high, each.group) == (1, 1, 2, 1)
    assert all_.entrants[0].p_next == pytest.approx(0.5, abs=0.06)


def test_correlation_within_blocks_widens_intervals(method):
    """The same wins and losses say less if both games of each block end alike."""
    mixed = [*duels(0, 1, WIN, LOSS, times=60), *duels(0, 1, WIN, WIN, times=25), *duels(0, 1, LOSS, LOSS, times=15)]
    alike = [*duels(0, 1, WIN, WIN, times=55), *duels(0, 1, LOSS, LOSS, times=45)]
    assert rate(mixed, 2).elo == pytest.approx(rate(alike, 2).elo)
    one, other = (widths(found(each, 2))[0] for each in (mixed, alike))
    assert other == pytest.approx(one * (1 / 0.4) ** 0.5, rel=0.12)


def test_more_blocks_give_narrower_intervals(method):
    few, many = (widths(found(round_robin(STRENGTHS, blocks, Random(1)), 5)) for blocks in (5, 80))
    ratios = [one / other for one, other in zip(few, many, strict=True)]
    assert all(2.5 < ratio < 6 for ratio in ratios)


@pytest.mark.slow
def test_one_newton_step_approximates_refit(monkeypatch):
    for results in (round_robin(STRENGTHS, 30, Random(2)), free_for_all(STRENGTHS, 3, 20, Random(2), 0.5)):
        both = []
        for limit in (1e12, 0):
            monkeypatch.setattr(module, "EXACT", limit)
            both.append(found(results, 5, resamples=300))
        for exact, step in zip(*(each.entrants for each in both), strict=True):
            width = exact.high - exact.low
            assert (step.low, step.high) == pytest.approx((exact.low, exact.high), abs=0.25 * width)
            assert exact.elo == step.elo


@pytest.mark.slow
def test_rating_and_rank_intervals_cover(method):
    """In simulated contests of six, with one block of two equal games for each pair, about 95 % of the ratings lie in
    their intervals, and at least as often all ranks in theirs.
    """
    rng, strengths = Random(3), (1.5, 0.8, 0.2, -0.2, -0.8, -1.5)
    held, joint, contests = 0, 0, 40
    for number in range(contests):
        all_ = found(round_robin(strengths, 1, rng, alike=1), 6, seed=number, resamples=200).entrants
        held += sum(each.low <= ELO * true <= each.high for each, true in zip(all_, strengths, strict=True))
        joint += all(each.rank_low <= rank <= each.rank_high for rank, each in enumerate(all_, 1))
    assert 0.91 < held / (6 * contests) < 0.995
    assert joint / contests >= 0.92


def test_rank_separation(method):
    """Two clearly different entrants, and two nearly equal ones between them."""
    results = round_robin((2.5, 0.02, -0.02, -2.5), 60, Random(5))
    all_ = found(results, 4)
    assert [(each.rank_low, each.rank_high) for each in all_.entrants] == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert [each.group for each in all_.entrants] == [1, 2, 2, 3]
    assert all_.order[0] == 0 and set(all_.order[1:3]) == {1, 2} and all_.order[3] == 3
    assert all_.entrants[0].p_next > 0.999 > all_.entrants[all_.order[1]].p_next
    assert all_.entrants[3].p_next is None


def test_lower_level_gives_narrower_intervals():
    ratings = rate(round_robin(STRENGTHS, 5, Random(6)), 5)
    wide, narrow = (done(intervals(ratings, level=level)) for level in (0.95, 0.5))
    assert all(one > 2 * other for one, other in zip(widths(wide), widths(narrow), strict=True))
    assert all(
        one.rank_low <= other.rank_low <= other.rank_high <= one.rank_high
        for one, other in zip(wide.entrants, narrow.entrants, strict=True)
    )


def test_unconnected_groups_are_not_ranked_against_each_other(method):
    results = [*duels(0, 1, WIN, WIN, times=30), *duels(2, 3, WIN, WIN, times=30)]
    all_ = found(results, 5)
    for each in all_.entrants:
        assert each.high - each.low > 700
        assert each.rank_high - each.rank_low >= 3
    assert all_.entrants[0].rank_high <= 4 and all_.entrants[1].rank_low >= 2


def test_intervals_depend_on_seed_but_not_on_order():
    results = round_robin(STRENGTHS, 3, Random(7))
    once = found(results, 5)
    assert found(Random(1).sample(results, len(results)), 5) == once
    assert found(results, 5, seed=2) != once and once.seed == 1


def test_renumbering_entrants_only_changes_random_draws(method):
    results = round_robin(STRENGTHS, 12, Random(8))
    names = [3, 1, 4, 0, 2]
    once, other = found(results, 5), found(renamed(results, names.__getitem__), 5)
    for entrant, each in enumerate(once.entrants):
        also = other.entrants[names[entrant]]
        assert also.rank == each.rank
        assert (also.low, also.high) == pytest.approx((each.low, each.high), abs=0.15 * (each.high - each.low))


def test_progress_is_reported_and_work_can_be_stopped():
    ratings = rate(duels(0, 1, WIN, LOSS), 2)
    steps: list[Step] = []
    done(intervals(ratings, resamples=10), steps.append)
    assert steps == [*(Step(number, 10) for number in range(1, 11)), *(Step(1, 2), Step(2, 2)) * 2]
    job = Job(intervals(ratings, resamples=10**9))
    assert json.loads(job.step())["over"] is False
    job.close()
    assert job.over and job.take() is None


@pytest.mark.parametrize(
    ("results", "count"),
    [([], 0), ([], 1), ([], 3), (duels(0, 1, WIN, DRAW), 2), ([block((0, 1, 2), [(1, 1, 1)] * 3)], 3)],
    ids=["nobody", "one", "no games", "one block", "all tied"],
)
def test_contests_with_very_few_results(method, results, count):
    all_ = found(results, count, resamples=200)
    assert len(all_.entrants) == count == len(all_.order)
    for each in all_.entrants:
        assert isfinite(each.low) and isfinite(each.high)
        assert (each.low < each.elo < each.high) or count == 1
        assert (each.rank_low, each.rank_high, each.group) == (1, count, 1)


def test_without_resamples_only_ranks_have_intervals():
    all_ = found(round_robin(STRENGTHS, 50, Random(9)), 5, resamples=0)
    assert all_.entrants[0].rank_high == 1 and all_.entrants[4].rank_low == 5
    assert widths(all_) == [0] * 5 and all_.entrants[0].p_next == 0.5


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 2, *[st.sampled_from((WIN, DRAW, LOSS))] * 2), max_size=12))
def test_intervals_contain_their_estimates(games):
    all_ = found([block(players, rest) for *players, one, other in games for rest in [(one, other)]], 4, resamples=40)
    ranks = Counter(each.rank for each in all_.entrants)
    for entrant, each in enumerate(all_.entrants):
        assert each.low <= each.elo <= each.high
        assert 1 <= each.rank_low <= each.rank <= each.rank_high <= 4
        assert (each.p_next is None) == (entrant == all_.order[-1])
        assert each.p_next is None or 0 < each.p_next < 1
    in_order = [all_.entrants[entrant] for entrant in all_.order]
    assert [each.rank for each in in_order] == sorted(ranks.elements())
    assert [each.group for each in in_order] == sorted(each.group for each in in_order)


def test_intervals_relative_to_one_entrant_cover():
    """As on a ladder, neighbours have met often, and the entrant that counts as 0 has met everybody, but less often.
    Intervals relative to the mean of the field, shifted by that entrant's rating, covered only two times in three.
    """
    strengths = [0, 80, 200, 330, 500]
    rng, held, count = Random(1), 0, 0
    for number in range(25):
        results = []
        for one, other, blocks in [(1, 2, 50), (2, 3, 50), (3, 4, 50), *((each, 0, 8) for each in range(1, 5))]:
            chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            for _ in range(blocks):
                games = tuple(_won(rng.random() < chance, order) for order in orders(2))
                results.append(Result(Block(len(results), (one, other), 1, orders(2)), games))
        found = done(intervals(rate(results, 5), resamples=200, seed=number, zero=0))
        assert (found.entrants[0].low, found.entrants[0].elo, found.entrants[0].high) == (0, 0, 0)
        for entrant in range(1, 5):
            count += 1
            held += found.entrants[entrant].low <= strengths[entrant] <= found.entrants[entrant].high
    assert held / count > 0.88


def _won(first, order):
    """Return a game of two, won by the first or the second entrant."""
    places = (1, 2) if first == (order[0] == 0) else (2, 1)
    return Played(places, (0.0, 0.0), (None, None), (None, None), 10)
