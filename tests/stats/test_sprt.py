"""The sequential test: values by hand and by scipy, and error rates by simulation.

Scipy takes a second to import, so only tests that need it do.
"""

import json
from collections import Counter
from math import log, sqrt
from random import Random

import numpy as np
import pytest
from sandlot.stats import evidence
from sandlot.stats.sprt import Sprt, SprtBounds, fewest_blocks
from simulated import judged

SERIES = 4_000
ELO = 150


def mean(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def test_likelihood_of_two_scores_by_hand():
    """With only two scores the mean determines the probability of a won block."""
    cells = [(0.0, 4.0), (1.0, 6.0)]
    expected = 6 * log(0.5 / 0.6) + 4 * log(0.5 / 0.4)
    assert evidence.likelihood(cells, 0.5) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("counts", [(3, 5, 20, 9, 4), (0, 0, 10, 0, 0), (0, 0, 0, 0, 12), (1, 2, 0, 7, 1)])
@pytest.mark.parametrize("elo", [0, 20, 300])
def test_likelihood_matches_scipy(counts, elo):
    from scipy.optimize import Bounds as Bounded
    from scipy.optimize import LinearConstraint, minimize

    weights = np.array(counts) + evidence.UNSEEN
    shares = np.array(evidence.CELLS)

    found = minimize(
        lambda chances: -weights @ np.log(chances),
        np.full(5, 0.2),
        method="trust-constr",
        jac=lambda chances: -weights / chances,
        hess=lambda chances: np.diag(weights / chances**2),
        bounds=Bounded(1e-9, 1, keep_feasible=True),
        constraints=LinearConstraint([np.ones(5), shares], [1, mean(elo)], [1, mean(elo)]),
        options={"maxiter": 2000, "gtol": 1e-8, "xtol": 1e-12, "barrier_tol": 1e-10},
    )
    assert found.constr_violation < 1e-9
    best = weights @ np.log(weights / weights.sum())
    mine = evidence.likelihood(list(zip(evidence.CELLS, weights, strict=True)), mean(elo))
    assert mine == pytest.approx(-found.fun - best, abs=1e-4)


def test_bounds_are_walds():
    bounds = SprtBounds(elo=10, alpha=0.1, beta=0.02)
    assert (bounds.upper, bounds.lower) == pytest.approx((log(1 / 0.05), log(0.02)))
    assert SprtBounds(**json.loads(json.dumps(bounds.json()))) == bounds


@pytest.mark.parametrize("wrong", [{"elo": 0}, {"elo": float("nan")}, {"alpha": 0}, {"beta": 0.5}, {"elo": 10**6}])
def test_invalid_bounds_are_refused(wrong):
    with pytest.raises(ValueError, match="elo must be"):
        SprtBounds(**wrong)


def test_series_of_equal_results():
    """If all blocks are won, each adds to the log-likelihood ratio at most the log of the ratio of the winning
    probabilities.
    """
    won, drawn, lost = (judged([points] * 500, SprtBounds(ELO, bets=False)) for points in (2, 1, 0))
    assert (won.verdict, drawn.verdict, lost.verdict) == ("better", "same", "worse")
    assert won.blocks == lost.blocks >= SprtBounds(ELO).upper / log(mean(ELO) / 0.5)
    assert won.llr == pytest.approx(lost.llr[::-1])
    assert drawn.blocks < won.blocks
    assert drawn.llr[0] == pytest.approx(drawn.llr[1])


@pytest.mark.parametrize("points", [0, 0.5, 1, 1.5, 2])
def test_no_verdict_after_first_blocks(points):
    test = Sprt(SprtBounds(300, 0.05, 0.05))
    assert test.verdict is None and test.llr == (0, 0)
    assert test.add(points) is None and test.add(points) is None and test.blocks == 2


def test_no_block_is_added_after_verdict():
    test = judged([2] * 500, SprtBounds(ELO))
    before = test.blocks, test.llr
    assert test.add(0) == "better" and (test.blocks, test.llr) == before
    assert before[0] == len([each for each in range(1, 60) if judged([2] * each, SprtBounds(ELO)).verdict is None]) + 1


def test_bets_stop_early_for_large_differences():
    with_bets, without = (judged([2] * 500, SprtBounds(20, bets=bets)) for bets in (True, False))
    assert (with_bets.blocks, without.blocks) == (10, 66)
    assert (with_bets.verdict, without.verdict) == ("better", "better")


@pytest.mark.parametrize("elo", [5, 20, 100, 400])
def test_fewest_blocks_for_verdict(elo):
    fewest = fewest_blocks(SprtBounds(elo))
    assert judged([2] * fewest, SprtBounds(elo)).verdict or judged([1] * fewest, SprtBounds(elo)).verdict
    for points in (2, 1.5, 1, 0.5, 0):
        assert judged([points] * (fewest - 1), SprtBounds(elo)).verdict is None


def test_test_is_symmetric():
    rng = Random(1)
    for _ in range(20):
        blocks = rng.choices((0, 0.5, 1, 1.5, 2), (2, 1, 4, 1, 3), k=300)
        one, other = judged(blocks, SprtBounds(60)), judged([2 - each for each in blocks], SprtBounds(60))
        turned = {"better": "worse", "worse": "better"}
        assert other.verdict == turned.get(one.verdict, one.verdict) and other.blocks == one.blocks
        assert other.llr == pytest.approx(one.llr[::-1], abs=1e-6)
        assert other.evidence == pytest.approx(one.evidence[::-1], abs=1e-6)


@pytest.mark.parametrize(("games", "points"), [(1, (0, 0.5, 1)), (3, (0, 1, 2.5, 3)), (8, (2.5, 3, 7, 8))])
def test_blocks_of_any_length(games, points):
    """Blocks count by their mean score, so a block of few games weighs as much as one of many."""
    rng = Random(2)
    blocks = rng.choices(points, k=1000)
    test = judged(blocks, SprtBounds(ELO), games)
    assert test.verdict == ("same" if games < 8 else "better") or (games == 3 and test.verdict == "better")
    mixed = Sprt(SprtBounds(ELO))
    for each in blocks[: test.blocks]:
        mixed.add(each / games, 1)
    assert (mixed.verdict, mixed.llr) == (test.verdict, test.llr)


def block_chances(elo, draws, alike):
    """Return the probabilities of 0, 1/2, 1, 3/2 and 2 points in a block with this rate of draws. With probability
    `alike` both games end alike, otherwise they are independent.
    """
    share = mean(elo)
    won, lost = share - draws / 2, 1 - share - draws / 2
    apart = (lost**2, 2 * lost * draws, draws**2 + 2 * won * lost, 2 * won * draws, won**2)
    together = (lost, 0, draws, 0, won)
    return [alike * one + (1 - alike) * other for one, other in zip(together, apart, strict=True)]


def simulated(elo, draws, alike, seed, bounds, series=SERIES):
    """Return the rate of each verdict, and the mean number of blocks."""
    rng = Random(seed)
    chances = block_chances(elo, draws, alike)
    found, blocks = Counter(), 0
    for _ in range(series):
        test = Sprt(bounds)
        while not any(map(test.add, rng.choices((0, 0.5, 1, 1.5, 2), chances, k=16))):
            pass
        found[test.verdict] += 1
        blocks += test.blocks
    return {verdict: found[verdict] / series for verdict in ("better", "same", "worse")}, blocks / series


CHANCE = 3 * sqrt(0.05 * 0.95 / SERIES)
"""The allowance for the error of the simulation itself."""


@pytest.mark.slow
@pytest.mark.many
@pytest.mark.parametrize(
    ("elo", "draws", "alike"),
    [(150, 0, 0), (150, 0, 1), (200, 0.3, 0.8), (150, 0.55, 0)],
    ids=["no draws", "alike", "alike, draws", "many draws"],
)
def test_error_rates_of_4000_series(elo, draws, alike):
    bounds = SprtBounds(elo)
    equal, length = simulated(0, draws, alike, 1, bounds)
    assert equal["better"] + equal["worse"] <= 0.05 + CHANCE
    better, _ = simulated(elo, draws, alike, 2, bounds)
    assert better["same"] + better["worse"] <= 0.05 + CHANCE and better["worse"] <= 0.005
    # Compare with the length of a fixed-length test with the same error rates.
    variance = sum(
        chance * (share - 0.5) ** 2
        for chance, share in zip(block_chances(0, draws, alike), evidence.CELLS, strict=True)
    )
    assert length < (1.96 + 1.645) ** 2 * variance / (mean(elo) - 0.5) ** 2


@pytest.mark.slow
def test_error_rates_are_not_far_below_limit():
    """A test that never errs would take too long."""
    worse, _ = simulated(-150, 0, 0, 3, SprtBounds(150))
    assert 0.02 < worse["same"] + worse["better"] <= 0.05 + CHANCE and worse["better"] <= 0.005
    equal, _ = simulated(0, 0, 0, 4, SprtBounds(150))
    assert equal["better"] + equal["worse"] > 0.02


def test_other_error_rates_are_kept():
    bounds = SprtBounds(200, alpha=0.2, beta=0.01)
    equal, _ = simulated(0, 0, 0, 5, bounds)
    assert 0.08 < equal["better"] + equal["worse"] <= 0.2 + 2 * CHANCE
    better, _ = simulated(200, 0, 0, 6, bounds)
    assert better["same"] + better["worse"] <= 0.01 + CHANCE / 2


def test_larger_difference_is_found_sooner():
    near, far = (simulated(elo, 0.2, 0.5, 7, SprtBounds(150), 500) for elo in (150, 300))
    assert far[0]["better"] > near[0]["better"] and far[1] < near[1]


def test_bets_save_blocks_for_large_differences():
    """For a margin of 20 Elo. Near the margin, bets cost less than a tenth more blocks."""
    for elo, share in ((150, 0.5), (300, 0.33), (600, 0.25)):
        with_bets, without = (simulated(elo, 0.1, 0.3, 8, SprtBounds(20, bets=bets), 40) for bets in (True, False))
        assert with_bets[0]["better"] == without[0]["better"] == 1
        assert with_bets[1] < share * without[1]
    near, before = (simulated(150, 0.1, 0.3, 9, SprtBounds(150, bets=bets), 1000) for bets in (True, False))
    assert near[1] < 1.1 * before[1]
