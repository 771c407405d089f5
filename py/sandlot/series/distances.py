"""How far entrants are apart, in standard errors, and who can be told apart by that.

The difference of two ratings divided by its standard error says too little of entrants that win or lose nearly
everything: the error grows faster than the difference (Hauck and Donner 1977, Journal of the American Statistical
Association 72). What counts is how well they could be told apart if they were equal. So the way from one rating to the
other is measured piece by piece, each in the standard error that both would have there: this is the distance of Rao
(1945, Bulletin of the Calcutta Mathematical Society 37).

The variances of the model are multiplied by how much more the outcomes of whole blocks vary than those of independent
games (quasi-likelihood: Wedderburn 1974, Biometrika 61). One factor for all makes the most of few blocks. Where the
blocks of a pair vary more, as those of two deterministic programs among random ones, the robust variance counts, which
is found from these blocks alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from operator import mul, sub

from sandlot.jobs import Step, Work
from sandlot.series.ratings import Ratings
from sandlot.series.solve import Rows, factoring, solved
from sandlot.series.studentized import range_quantile
from sandlot.series.sums import Sums

__all__ = ["OFTEN", "Distances", "measured"]

STEP = 0.2
"""Length of the pieces of the way from the lowest to the highest rating, as a logit."""
MOST_STEPS = 400
OFTEN = 16
"""Entrants after which work pauses that is short for each."""
TINY = 1e-280
"""Instead of 0 where something is divided by."""


@dataclass(frozen=True)
class Distances:
    """What tells any two entrants apart. The lists are by entrant.

    `limit` is the greatest distance that chance explains, for all pairs at once. `excess` is the factor for blocks.
    `inverse` has the rows of the inverse of the information matrix, `scattered` the same times the scatter of blocks.
    `information` says how much would be known of an entrant's logit if it were at each place of the way from the lowest
    to the highest one, and `own` the same where it is.
    """

    ratings: Ratings
    limit: float
    excess: float
    inverse: list[list[float]]
    scattered: list[list[float]]
    information: list[list[float]]
    own: list[float]

    def apart(self, better: int, worse: int) -> bool:
        """Tell whether two entrants can be told apart; never if they did not meet, not even through others."""
        if self.ratings.groups[better] != self.ratings.groups[worse]:
            return False
        logits = self.ratings.parameters
        # The way in the errors on it, then in those where both are, as their variance below is that of where they are.
        here = 1 / self.own[better] + 1 / self.own[worse]
        way = (logits[better] - logits[worse]) * self._known(better, worse) * sqrt(here)
        one, other = self.inverse[better], self.inverse[worse]
        model = self.excess * (one[better] + other[worse] - 2 * one[worse])
        if way <= self.limit * sqrt(max(model, TINY)):
            return False
        blocks = map(sub, self.scattered[better], self.scattered[worse])
        robust = sum(map(mul, blocks, map(sub, one, other)))
        return way > self.limit * sqrt(max(robust, TINY))

    def _known(self, better: int, worse: int) -> float:
        """Return the mean over the way between both of the inverse of the standard error of their difference."""
        logits = self.ratings.parameters[: len(self.own)]
        low, steps = min(logits), len(self.information[better]) - 1
        scale = steps / max(max(logits) - low, TINY)
        first = int((logits[worse] - low) * scale)
        last = min(int((logits[better] - low) * scale) + 1, steps)
        both = zip(self.information[better][first : last + 1], self.information[worse][first : last + 1], strict=True)
        roots = [1 / sqrt(1 / one + 1 / other) for one, other in both]
        return sum(roots) / max(len(roots), 1)


def measured(ratings: Ratings, level: float) -> Work[Distances]:
    """Prepare to tell entrants apart. Takes a step of its work for each parameter of the model.

    The limit is that of Tukey and Kramer for all differences of so many; it holds for unequal variances too (Hayter
    1984, Annals of Statistics 12).
    """
    at, size = ratings.parameters, ratings.model.size
    curves = ratings.model.slopes(at)[1]
    scatter = _scatter(ratings)
    factor = yield from factoring(curves)
    inverse: list[list[float]] = []
    scattered: list[list[float]] = []
    for row in range(size):
        line = solved(factor, [float(row == column) for column in range(size)])
        inverse.append(line)
        scattered.append([sum(map(mul, line, column)) for column in scatter])
        yield Step(row + 1, size)
    limit = range_quantile(level, sum(ratings.played))
    excess = _excess(ratings, curves, scatter, level)
    logits = at[: ratings.sums.count]
    met = _met(ratings.sums)
    low, high = min(logits, default=0.0), max(logits, default=0.0)
    steps = min(int((high - low) / STEP) + 1, MOST_STEPS)
    table: list[list[float]] = []
    for step in range(steps + 1):
        table.append([_variance(low + (high - low) * step / steps - each) for each in logits])
        if len(table) % OFTEN == 0:
            yield Step(size, size)
    information: list[list[float]] = []
    for games in met:
        information.append([max(sum(map(mul, games, line)), TINY) for line in table])
        if len(information) % OFTEN == 0:
            yield Step(size, size)
    own = [
        max(sum(times * _variance(logit - other) for times, other in zip(games, logits, strict=True)), TINY)
        for games, logit in zip(met, logits, strict=True)
    ]
    return Distances(ratings, limit / sqrt(2), excess, inverse, scattered, information, own)


def _variance(difference: float) -> float:
    """Return the variance of a game's outcome, 1 or 0, between two entrants."""
    root = exp(-abs(difference))
    return root / (1 + root) ** 2


def _scatter(ratings: Ratings) -> Rows:
    """Return the sum over blocks of the products of their parts of the gradient."""
    size = ratings.model.size
    found = [[0.0] * size for _ in range(size)]
    for times, parts in ratings.model.residuals(ratings.parameters):
        for i, one in parts.items():
            row = found[i]
            for j, other in parts.items():
                row[j] += times * one * other
    return found


def _excess(ratings: Ratings, curves: Rows, scatter: Rows, level: float) -> float:
    """Return how much more blocks vary than independent games would: at most as if all games of a block ended alike.

    As this is itself estimated, it is raised by as much as the quantile of the studentized range is above that of the
    range. A block whose outcome was clear beforehand counts little in the degrees of freedom.
    """
    sums, at, count = ratings.sums, ratings.parameters, ratings.sums.count
    most = max(sums.length, 1.0)
    even = [0.0] * count + list(at[count:])
    expected = _trace(ratings, curves, at)
    open_ = _trace(ratings, ratings.model.slopes(even)[1], even)
    players = sum(ratings.played)
    groups = {first for first, one in zip(ratings.groups, ratings.played, strict=True) if one}
    free = 1 - (players - len(groups)) / max(sums.blocks, 1)
    freedom = sums.blocks * free * min(expected / max(open_, TINY), 1.0)
    if freedom < 1:
        return most
    seen = sum(scatter[entrant][entrant] for entrant in range(count)) / (expected * free)
    wider = range_quantile(level, players, freedom) / range_quantile(level, players)
    return min(seen * wider**2, most)


def _trace(ratings: Ratings, curves: Rows, at: Sequence[float]) -> float:
    """Return what the results give of the diagonal of the information matrix, without the prior's part."""
    count = ratings.sums.count
    prior = ratings.model.prior.slopes(at, count)[1]
    return sum(curves[entrant][entrant] - prior[entrant][entrant] for entrant in range(count))


def _met(sums: Sums) -> list[list[float]]:
    """Return how many games each had with each."""
    found = [[0.0] * sums.count for _ in range(sums.count)]
    for (one, other, *games), times in sums.duels.items():
        found[one][other] += times * sum(games)
        found[other][one] += times * sum(games)
    for field, times in sums.fields.items():
        members = [entrant for group in field[0] for entrant in group]
        for one in members:
            for other in members:
                found[one][other] += times * len(field) * (one != other)
    return found
