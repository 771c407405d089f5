"""Intervals of a share of points: comparison with scipy, and coverage by simulation.

`build.py bench --evidence` runs longer simulations and prints the results.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from math import log

import pytest
from sandlot.stats import evidence
from sandlot.stats.evidence import chance_of_more, fixed_range, log_wealth, watched_range
from sandlot.stats.sprt import SprtBounds, evidence_of_more
from simulated import ANY_LOOK, FIXED, climbs, covered, missed_at_a_look


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 50, 999, 1000, 5000])
def test_student_t_matches_scipy(freedom: int) -> None:
    from scipy.stats import t

    for value in (-4.0, -0.3, 0.0, 1.0, 2.5, 15.0):
        assert evidence._student(value, freedom) == pytest.approx(t.cdf(value, freedom), abs=1e-3)
        if freedom <= 1000:
            assert evidence._student(value, freedom) == pytest.approx(t.cdf(value, freedom), abs=1e-9)


def test_interval_narrows_with_blocks() -> None:
    assert fixed_range({1.0: 1}, 0.95) == evidence.Range(0.0, 1.0)
    widths = [fixed_range({0.0: n, 1.0: n}, 0.95) for n in (2, 10, 100, 1000)]
    assert [each.low < 0.5 < each.high for each in widths] == [True] * 4
    spans = [each.high - each.low for each in widths]
    assert spans == sorted(spans, reverse=True) and spans[-1] < 0.05


def test_intervals_are_symmetric_in_entrants() -> None:
    counts = {0.0: 3, 0.25: 1, 0.5: 7, 1.0: 12}
    mirrored = {1 - share: times for share, times in counts.items()}
    for found in (fixed_range, watched_range):
        one, other = found(counts, 0.95), found(mirrored, 0.95)
        assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low), abs=1e-9)
    assert chance_of_more(counts) == pytest.approx(1 - chance_of_more(mirrored))


@pytest.mark.parametrize("counts", [{1.0: 4, 0.5: 2}, {1.0: 30, 0.0: 20}, {0.5: 9, 0.75: 3}, {1.0: 5, 0.0: 5}])
def test_probability_and_interval_agree(counts: dict[float, int]) -> None:
    for level in (0.6, 0.9, 0.95, 0.99):
        surely = fixed_range(counts, level).low > 0.5
        assert surely == (chance_of_more(counts) > (1 + level) / 2)


def test_betting_wealth_is_a_martingale() -> None:
    """The expected wealth stays 1 if the mean is the hypothesised one, and grows if the mean is larger."""
    for mean in (0.2, 0.5, 0.9):
        for shares in ((0.0, 1.0), (0.0, 0.5, 1.0)):
            weights = [1 - mean, mean] if len(shares) == 2 else [1 - mean - 0.05, 0.1, mean - 0.05]
            expected = sum(
                weight * 2.718281828459045 ** log_wealth([(share, 1)], mean)
                for share, weight in zip(shares, weights, strict=True)
            )
            assert expected == pytest.approx(1)
    assert log_wealth([(1.0, 10)], 0.5) > log(40) > log_wealth([(1.0, 5)], 0.5)


def test_test_and_its_interval_agree() -> None:
    bounds = SprtBounds(20)
    for counts in ({1.0: 9}, {1.0: 10}, {1.0: 30, 0.0: 8}, {1.0: 30, 0.0: 12}, {0.5: 400, 0.75: 40}):
        found = watched_range(counts, 0.95, partial(evidence_of_more, bounds))
        assert (found.low >= 0.5) == (evidence_of_more(bounds, counts, 0.5) >= bounds.upper)


@pytest.mark.parametrize("blocks", FIXED)
def test_fixed_interval_covers(blocks: int) -> None:
    """Includes shares near 1, and blocks whose games always end alike."""
    found = covered(blocks, series=300)
    assert min(found.values()) > 0.89, min(found.items(), key=lambda each: each[1])
    assert sum(found.values()) / len(found) > 0.935


@pytest.mark.parametrize(("share", "alike", "draws"), ANY_LOOK)
def test_confidence_sequence_covers_at_every_look(share: float, alike: float, draws: float) -> None:
    bets, tested = missed_at_a_look(share, alike, draws, blocks=40, series=200)
    assert bets <= 0.08 and tested <= 0.09


def test_confidence_sequence_contains_fixed_interval() -> None:
    counts = Counter({0.0: 12, 0.5: 20, 1.0: 18})
    fixed, watched = fixed_range(counts, 0.95), watched_range(counts, 0.95)
    assert watched.low < fixed.low < fixed.high < watched.high
    assert watched.high - watched.low < 1.8 * (fixed.high - fixed.low)


@pytest.mark.parametrize(("alike", "draws"), [(0, 0), (0.3, 0), (0, 0.3)])
def test_clearly_better_bot_passes_rung(alike: float, draws: float) -> None:
    found = climbs(100, alike, draws, series=60)
    assert found.passed > 0.82 and found.blocks < 110
    assert climbs(0, alike, draws, series=60).passed < 0.1


def test_climb_is_longer_for_close_opponents() -> None:
    far, near = climbs(400, 0, 0, series=20), climbs(50, 0, 0, series=20)
    assert far.passed == 1 and far.blocks < 20 < near.blocks
    # With the lower limit of an earlier version, many series of better bots ended undecided.
    assert climbs(100, 0, 0, series=60, most=50).passed < climbs(100, 0, 0, series=60).passed - 0.1
