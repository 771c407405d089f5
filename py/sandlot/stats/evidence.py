"""What blocks say of the mean score of one of two: how likely a mean is, and intervals of means.

A block counts with the share of its points that the first of two has scored, a number from 0 to 1. So all that is
needed is how often each share occurred, and nothing here depends on the order of blocks. Counts need not be whole:
blocks whose games repeat earlier ones weigh less (see `repeats`). There are two kinds of evidence against a mean:

- The empirical likelihood ratio (Owen 1988, Biometrika 75): how much less likely the most likely distribution with
  this mean makes the blocks than the most likely distribution of all. Compared with the square of a quantile of
  Student's t it gives an interval after a number of blocks that was fixed before.
- The wealth of somebody who bets against the mean, block by block (Waudby-Smith and Ramdas 2024, "Estimating means of
  bounded random variables by betting", Journal of the Royal Statistical Society B 86). It starts with 1 and, if the
  mean is true, ever reaches 1/alpha with a chance of alpha at most. So an interval of means against which not enough
  was won may be looked at after every block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, exp, log, log1p, pi, sin, sqrt
from statistics import NormalDist

CELLS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The shares that a block of two games can have."""
UNSEEN = 0.1
"""Added to the count of each cell. Without it, a cell that happens to be empty is taken for impossible, and a test of a
few blocks errs more often than it promises.
"""
MOST_ITERATIONS = 60
CLOSE = 1e-10
HALVINGS = 40
"""Steps of the search for the end of an interval: it is found to 12 digits."""
STAKES = (0.02, 0.04, 0.08, 0.15, 0.3, 0.5, 0.75, 0.95)
"""The parts of their wealth that eight gamblers stake on each block. The wealth that counts is the mean of theirs:
large stakes win soon where the difference is large, small ones win where it is small.
"""


@dataclass(frozen=True)
class Range:
    """An interval of shares of points, from 0 to 1."""

    low: float
    high: float


def share_of(elo: float) -> float:
    """Return the share of points that is expected with this advantage in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def likelihood(cells: Sequence[tuple[float, float]], mean: float) -> float:
    """Return the logarithm of the greatest likelihood of a distribution with this mean, less that of any.

    `cells` are (share, weight); some of the shares have to be below the mean, and some above. The probabilities of this
    distribution are weight / (1 + tilt * (share - mean)), up to a factor; the tilt is the root of a falling function
    between two poles.
    """
    parts = [(share - mean, weight) for share, weight in cells]
    low, high = -1 / max(parts)[0], -1 / min(parts)[0]
    tilt = 0.0
    for _ in range(MOST_ITERATIONS):
        value = slope = 0.0
        for distance, weight in parts:
            part = distance / (1 + tilt * distance)
            value += weight * part
            slope += weight * part * part
        if value > 0:
            low = tilt
        else:
            high = tilt
        move = value / slope
        if value * move < CLOSE:
            break
        tilt += move
        if not low < tilt < high:
            tilt = (low + high) / 2
    return -sum(weight * log1p(tilt * distance) for distance, weight in parts)


def with_unseen(counts: Mapping[float, float]) -> list[tuple[float, float]]:
    """Return (share, weight) for every share, including those that did not occur."""
    return [(share, counts.get(share, 0) + UNSEEN) for share in sorted({*CELLS, *counts})]


def log_wealth(counts: Iterable[tuple[float, float]], mean: float) -> float:
    """Return the logarithm of what bets on more than this mean have made of 1. `counts` are (share, blocks)."""
    return _log_mean([_won(tuple(counts), mean, stake) for stake in STAKES])


def _won(counts: Sequence[tuple[float, float]], mean: float, stake: float) -> float:
    # A fair bet at this mean: a share of 0 loses the stake, and a block with the mean share leaves the wealth as it is.
    return sum(times * log1p(stake * (share - mean) / mean) for share, times in counts)


def _log_mean(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs) / len(logs))


def fixed_range(counts: Mapping[float, float], level: float) -> Range:
    """Return the confidence interval of the mean for a number of blocks that was fixed before they were played.
    `counts` are blocks by share, and `level` is the confidence, such as 0.95.
    """
    blocks = _whole(counts)
    if blocks < 2:
        return Range(0.0, 1.0)
    cells, limit = with_unseen(counts), _limit(blocks, level)
    mean = sum(share * weight for share, weight in cells) / sum(weight for _, weight in cells)

    def possible(at: float) -> bool:
        return 0 < at < 1 and -2 * likelihood(cells, at) <= limit

    return Range(_bisect_edge(possible, mean, 0.0), _bisect_edge(possible, mean, 1.0))


def watched_range(
    counts: Mapping[float, float], level: float, against: Callable[[Mapping[float, float], float], float] | None = None
) -> Range:
    """Return the present interval of a confidence sequence for the mean, which may be looked at after every block: with
    the probability `level` the mean is in all of its intervals. `against` returns the logarithm of the evidence that
    the mean is larger than a given one, by default `log_wealth`.
    """
    evidence = against or (lambda counts, mean: log_wealth(counts.items(), mean))
    limit = log(2 / (1 - level))
    mirrored = {1 - share: times for share, times in counts.items()}
    mean = sum(share * times for share, times in counts.items()) / sum(counts.values()) if counts else 0.5

    def low(counts: Mapping[float, float], start: float) -> float:
        return _bisect_edge(lambda at: at > 0 and evidence(counts, at) < limit, min(max(start, CLOSE), 1 - CLOSE), 0.0)

    return Range(low(counts, mean), 1 - low(mirrored, 1 - mean))


def chance_of_more(counts: Mapping[float, float]) -> float:
    """Return the confidence, after a fixed number of blocks, that the mean is above one half; never quite 0 or 1. It
    exceeds 97.5 % exactly when the interval of 95 % lies above one half.
    """
    blocks = _whole(counts)
    if blocks < 2:
        return 0.5
    cells = with_unseen(counts)
    ahead = sum((share - 0.5) * weight for share, weight in cells)
    root = sqrt(max(0.0, -2 * likelihood(cells, 0.5)))
    return min(0.9995, max(0.0005, _student(root if ahead > 0 else -root, blocks - 1)))


def seen_share(blocks: int) -> float | None:
    """Return the smallest share of points that `blocks` blocks of two games show with a power of 80 %; None if they are
    too few for any share. Games are taken as independent and decisive.
    """
    if blocks < 2:
        return None
    share = 0.5 + (sqrt(_limit(blocks, 0.95)) + NormalDist().inv_cdf(0.8)) * sqrt(0.125 / blocks)
    return share if share < 1 else None


def _whole(counts: Mapping[float, float]) -> int:
    """Return the number of whole blocks."""
    return int(sum(counts.values()) + CLOSE)


def _bisect_edge(possible: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return the edge between a value for which `possible` holds and one for which it does not."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if possible(middle):
            inside = middle
        else:
            outside = middle
    return inside


@lru_cache(maxsize=256)
def _limit(blocks: int, level: float) -> float:
    """Return the square of the quantile of Student's t, with which twice a log-likelihood ratio is compared."""
    low, high = 0.0, 1e6
    for _ in range(2 * HALVINGS):
        middle = (low + high) / 2
        if _student(middle, blocks - 1) < (1 + level) / 2:
            low = middle
        else:
            high = middle
    return high * high


def _student(value: float, freedom: int) -> float:
    """Return Student's distribution function, by its finite sums for whole degrees of freedom (Abramowitz and Stegun
    26.7.3 and 26.7.4); with more than a thousand of them the normal one, which is the same to three digits.
    """
    if freedom > 1000:
        return NormalDist().cdf(value)
    angle = atan2(value, sqrt(freedom))
    square = cos(angle) ** 2
    term, total = 1.0, 0.0
    for step in range(2 + freedom % 2, freedom + 1, 2):
        total += term
        term *= square * (step - 1) / step
    if freedom % 2:
        return 0.5 + (angle + sin(angle) * cos(angle) * total) / pi
    return 0.5 + sin(angle) * total / 2
