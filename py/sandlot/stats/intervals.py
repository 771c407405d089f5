"""How sure ratings and ranks are, by resampling whole blocks, never games: a lucky map counts once.

The resamples are those of the Bayesian bootstrap (Rubin 1981, Annals of Statistics 9): each block gets a random weight,
exponentially distributed, so blocks with the same outcome together get a gamma variate. The prior's blocks are drawn
likewise (Fong, Lyddon and Holmes 2019, "Scalable nonparametric sampling from multimodal posteriors with the posterior
bootstrap", ICML). So one block alone, or blocks that all agree, give wide intervals and not empty ones.

In a small contest every resample is fitted exactly. In a large one its fit is replaced by one Newton step from the
maximum with the information matrix there (the score bootstrap: Kline and Santos 2012, Journal of Econometric Methods
1), and the sum of all weighted blocks by a normal vector with the same covariance: the cluster-robust one, by block.

The rank intervals are joint: all of them hold at once. They do not come from the resamples, see `ranks`: the resamples
of an entrant that lost everything spread widely, and so would hide how clearly it is behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Literal

from sandlot.jobs import Step, Work
from sandlot.stats.newton import Rows, cholesky, cholesky_solve, maximum, spread
from sandlot.stats.ranks import OFTEN, RankIntervals, chance, rank_intervals
from sandlot.stats.ratings import Ratings, centred

RESAMPLES = 1000
LEVEL = 0.95
EXACT = 6000.0
"""Most microseconds of one exact fit, by `Model.cost`. If fits take longer, each resample gets one Newton step."""
SHORT = 0.02
"""The fit of a resample ends with a step, as a logit, that is shorter than this: see `newton.maximum`."""


@dataclass(frozen=True)
class Interval:
    """The estimates of one entrant. Ratings are in Elo, ranks begin with 1, equal ratings share a rank.

    Its rating lies in `low` to `high`; its rank lies in `rank_low` to `rank_high`, jointly with those of all others.
    `group` counts from 1: neighbours in the ranking that cannot be told apart are in one group. `p_next` is the chance
    that it is better than the next one in `Intervals.order`; None for the last.
    """

    elo: float
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    group: int
    p_next: float | None


@dataclass(frozen=True)
class Intervals:
    """Intervals by entrant; `order` has the entrants from best to worst. `level` is the confidence of each interval.

    `method` says how they were found: from resamples that were fitted exactly ("refit") or by one step ("step"), or
    from blocks alone ("blocks", see `comparison.intervals_of_two`).
    """

    entrants: tuple[Interval, ...]
    order: tuple[int, ...]
    method: Literal["refit", "step", "blocks"]
    level: float
    resamples: int
    seed: int


def intervals(
    ratings: Ratings, *, seed: int = 1, resamples: int = RESAMPLES, level: float = LEVEL, zero: int | None = None
) -> Work[Intervals]:
    """Find the intervals of all ratings and ranks. The same seed gives the same ones.

    With `zero`, ratings are differences from that entrant's, and their intervals are those of the differences, so they
    include the uncertainty of that entrant. Else the mean of all that have played is 0, see `rate`.
    """
    method = _method(ratings)
    draws = [_from(each, zero) for each in (yield from _draws(ratings, seed, resamples))]
    apart = yield from rank_intervals(ratings, draws, level)
    elo = _from(ratings.elo, zero)
    found: list[Interval] = []
    for each in _entrants(elo, draws, apart, level):
        found.append(each)
        if len(found) % OFTEN == 0:
            yield Step(resamples, resamples)
    return Intervals(tuple(found), apart.order, method, level, resamples, seed)


def chances(ratings: Ratings) -> Work[list[list[float]]]:
    """Return for each entrant the chance that it is better than each other one, from the resamples of `intervals`:
    engine testers call it the likelihood of superiority. The chance against itself is 0.5.
    """
    draws = yield from _draws(ratings, 1, RESAMPLES)
    everybody = range(len(ratings.elo))
    found = [[0.5] * len(everybody) for _ in everybody]
    for one in everybody:
        for other in range(one):
            found[one][other] = chance([(draw[one], draw[other]) for draw in draws])
            found[other][one] = 1 - found[one][other]
        yield Step(RESAMPLES, RESAMPLES)
    return found


def _method(ratings: Ratings) -> Literal["refit", "step"]:
    return "refit" if ratings.model.cost() <= EXACT else "step"


def _draws(ratings: Ratings, seed: int, resamples: int) -> Work[list[list[float]]]:
    """Draw ratings of all entrants so many times, in Elo."""
    rng = Random(seed)
    drawn = _refits(ratings, rng) if _method(ratings) == "refit" else (yield from _steps(ratings, rng))
    draws: list[list[float]] = []
    for number in range(resamples):
        draws.append(centred(_shifted(next(drawn), ratings, rng), ratings.played))
        yield Step(number + 1, resamples)
    return draws


def _from(elo: Sequence[float], zero: int | None) -> list[float]:
    return [each - (0.0 if zero is None else elo[zero]) for each in elo]


def _refits(ratings: Ratings, rng: Random) -> Iterator[list[float]]:
    while True:
        yield maximum(ratings.model.resampled(rng).derivatives, ratings.parameters, SHORT)


def _steps(ratings: Ratings, rng: Random) -> Work[Iterator[list[float]]]:
    """Factor both matrices, which takes long for many entrants, and return the resamples."""
    model, at = ratings.model, ratings.parameters
    information = yield from cholesky(model.derivatives(at)[1])
    covariance = [[0.0] * (row + 1) for row in range(model.size)]
    for i, j, variance in model.prior.variances(at):
        covariance[i][i] += variance
        covariance[j][j] += variance
        covariance[max(i, j)][min(i, j)] -= variance
    for times, parts in model.score_contributions(at):
        for i, one in parts.items():
            row = covariance[i]
            for j, other in parts.items():
                if j <= i:
                    row[j] += times * one * other
    factor = yield from cholesky(covariance)
    return _stepped(at, information, factor, rng)


def _stepped(at: Sequence[float], information: Rows, factor: Rows, rng: Random) -> Iterator[list[float]]:
    while True:
        gradient = spread(factor, [rng.gauss(0, 1) for _ in at])
        yield [a + b for a, b in zip(at, cholesky_solve(information, gradient), strict=True)]


def _shifted(parameters: list[float], ratings: Ratings, rng: Random) -> list[float]:
    """Shift groups of entrants that never met against each other: each as if it had won half and lost half of one block
    against an average opponent.
    """
    apart = sorted(set(ratings.groups))
    if len(apart) == 1:
        return parameters
    shifts = {first: log(rng.gammavariate(0.5, 1.0) / rng.gammavariate(0.5, 1.0)) for first in apart}
    return [logit + shifts[first] for logit, first in zip(parameters, ratings.groups, strict=False)]


def _entrants(
    ratings: Sequence[float], draws: Sequence[Sequence[float]], apart: RankIntervals, level: float
) -> Iterator[Interval]:
    tail = (1 - level) / 2
    follows = dict(zip(apart.order, apart.p_next, strict=True))
    for entrant, elo in enumerate(ratings):
        values = sorted(draw[entrant] for draw in draws)
        cut = int(tail * len(values))
        low, high = (values[cut], values[-1 - cut]) if values else (elo, elo)
        yield Interval(
            elo,
            min(low, elo),
            max(high, elo),
            apart.rank[entrant],
            apart.low[entrant],
            apart.high[entrant],
            apart.group[entrant],
            follows[entrant],
        )
