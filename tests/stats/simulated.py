"""Simulated blocks of two bots with known strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import log
from random import Random

from sandlot.stats.evidence import fixed_range, log_wealth, share_of
from sandlot.stats.sprt import Sprt, SprtBounds, evidence_of_more
from sandlot.tournaments.climb import BLOCKS, BOUNDS

SHARES = (0.5, 0.75, 0.9, 0.98)
FIXED = (5, 10, 30)
ANY_LOOK = [(0.5, 0, 0), (0.5, 1, 0), (0.7, 0.5, 0.8), (0.9, 0, 0), (0.98, 1, 0)]
"""Cases (share, alike, draws): the share of points per game, the probability that both games of a block end alike, and
the rate of draws relative to the greatest possible rate.
"""


def chances(share: float, alike: float, draws: float) -> list[float]:
    """Return the probabilities of 0, 1/4, 1/2, 3/4 and 1 as the share of points in a block."""
    drawn = draws * 2 * min(share, 1 - share)
    won, lost = share - drawn / 2, 1 - share - drawn / 2
    apart = (lost**2, 2 * lost * drawn, drawn**2 + 2 * won * lost, 2 * won * drawn, won**2)
    together = (lost, 0, drawn, 0, won)
    return [alike * one + (1 - alike) * other for one, other in zip(together, apart, strict=True)]


def covered(blocks: int, series: int, seed: int = 1) -> dict[tuple[float, float, float], float]:
    """Return how often the 95 % interval contains the true share, by (share, alike, draws)."""
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
    """Return how often a 95 % confidence sequence misses the true share after some block, for the sequence by bets and
    for that of a test.
    """
    limit, bounds = log(40), SprtBounds(100)
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


def judged(points: Iterable[float], bounds: SprtBounds, games: int = 2) -> Sprt:
    """Return the test after these blocks, in their order: what the first entrant has scored in each."""
    test = Sprt(bounds)
    for each in points:
        if test.add(each, games):
            break
    return test


@dataclass(frozen=True)
class Climbs:
    """Results of many series of a climb against one rung: how often the rung was passed, and the mean number of
    blocks.
    """

    passed: float
    blocks: float


def climbs(elo: float, alike: float, draws: float, series: int, most: int = BLOCKS, seed: int = 1) -> Climbs:
    """Simulate series of a climb, of at most this many blocks, with a bot that is this many Elo above the rung."""
    rng, weights = Random(f"{seed} {elo} {alike} {draws}"), chances(share_of(elo), alike, draws)
    passed = blocks = 0
    for _ in range(series):
        test = judged((2 * each for each in rng.choices((0.0, 0.25, 0.5, 0.75, 1.0), weights, k=most)), BOUNDS)
        passed += test.verdict == "better"
        blocks += test.blocks
    return Climbs(passed / series, blocks / series)


def repeated(series: int, seed: int = 1) -> float:
    """Return how often a test calls one of two equal bots better, if all games that one of them loses are exact repeats
    of one game while its wins differ.
    """
    wrong = 0
    for number in range(series):
        rng, test = Random(f"{seed} {number}"), Sprt(SprtBounds(100))
        lost = 0
        for _ in range(100):
            won = [rng.random() < 0.5 for _ in range(2)]
            again = max(lost + won.count(False) - 1, 0) - max(lost - 1, 0)
            lost += won.count(False)
            if test.add(sum(won), 2, again):
                break
        wrong += test.verdict in ("better", "worse")
    return wrong / series
