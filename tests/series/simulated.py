"""Simulated blocks of two bots whose strength is known."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log
from random import Random

from sandlot.series.evidence import fixed_range, log_wealth
from sandlot.series.sprt import Bounds, evidence_of_more

SHARES = (0.5, 0.75, 0.9, 0.98)
FIXED = (5, 10, 30)
ANY_LOOK = [(0.5, 0, 0), (0.5, 1, 0), (0.7, 0.5, 0.8), (0.9, 0, 0), (0.98, 1, 0)]
"""What a game is worth on average, how often both games of a block end alike, and how many are drawn: 1 is as many as
there can be.
"""


def chances(share: float, alike: float, draws: float) -> list[float]:
    """Return how probable 0, 1/4, 1/2, 3/4 and 1 are as shares of a block."""
    drawn = draws * 2 * min(share, 1 - share)
    won, lost = share - drawn / 2, 1 - share - drawn / 2
    apart = (lost**2, 2 * lost * drawn, drawn**2 + 2 * won * lost, 2 * won * drawn, won**2)
    together = (lost, 0, drawn, 0, won)
    return [alike * one + (1 - alike) * other for one, other in zip(together, apart, strict=True)]


def covered(blocks: int, series: int, seed: int = 1) -> dict[tuple[float, float, float], float]:
    """Return how often the interval of 95 % holds the true share, by share, alike and draws."""
    found = {}
    known: dict[tuple[tuple[float, int], ...], tuple[float, float]] = {}
    for share, alike, draws in product(SHARES, (0, 0.5, 1), (0, 0.8)):
        rng, held = Random(f"{seed} {share} {alike} {draws}"), 0
        for _ in range(series):
            drawn = rng.choices((0.0, 0.25, 0.5, 0.75, 1.0), chances(share, alike, draws), k=blocks)
            counts = Counter(drawn)
            key = tuple(sorted(counts.items()))
            if key not in known:
                ends = fixed_range(counts, 0.95)
                known[key] = ends.low, 1.0 if counts.keys() == {1.0} else ends.high
            low, high = known[key]
            held += low <= share <= high
        found[share, alike, draws] = held / series
    return found


def missed_at_a_look(
    share: float, alike: float, draws: float, blocks: int, series: int, seed: int = 1
) -> tuple[float, float]:
    """Return how often an interval of 95 % that is looked at after each block lacks the true share at some look: that
    of bets, and that of a test.
    """
    limit, bounds = log(40), Bounds(100)
    rng, weights = Random(seed), chances(share, alike, draws)
    bets = tested = 0
    for _ in range(series):
        counts: Counter[float] = Counter()
        lost = [False, False]
        for each in rng.choices((0.0, 0.25, 0.5, 0.75, 1.0), weights, k=blocks):
            counts[each] += 1
            mirrored = {1 - one: times for one, times in counts.items()}
            for one, mean in ((counts, share), (mirrored, 1 - share)):
                lost[0] |= log_wealth(one.items(), mean) >= limit
                lost[1] |= evidence_of_more(bounds, one, mean) >= limit
        bets += lost[0]
        tested += lost[1]
    return bets / series, tested / series
