"""Ranks and what is known of them: rank intervals that hold all at once, and groups.

Two numbers bound an entrant's rank: how many others are surely better, and so ahead of it, and how many are surely
worse, and so behind it (Mogstad, Romano, Shaikh and Wilhelm 2024, "Inference for ranks with applications to mobility
across neighbourhoods and academic achievement across countries", Review of Economic Studies 91). Who is surely better
is found by how far two entrants are apart, in standard errors.

The difference of two ratings divided by its standard error says too little of entrants that win or lose nearly
everything: the error grows faster than the difference (Hauck and Donner 1977, Journal of the American Statistical
Association 72). What counts is how well they could be told apart if they were equal. So the path from one rating to the
other is measured piece by piece, each in the standard error that the difference would have there: this is the distance
of Rao (1945, Bulletin of the Calcutta Mathematical Society 37).

The variances of the model are multiplied by how much more the outcomes of whole blocks vary than those of independent
games (quasi-likelihood: Wedderburn 1974, Biometrika 61). One factor for all makes the most of few blocks. Where the
blocks of a pair vary more, as those of two deterministic programs among random ones, the robust variance counts, which
is found from these blocks alone.

Two can be told apart if their distance exceeds a quantile of the studentized range: how far the best and the worst of
some equals lie apart by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import erf, exp, inf, log, sqrt
from operator import mul, sub

from sandlot.jobs import Step, Work
from sandlot.stats.newton import Rows, cholesky, cholesky_solve
from sandlot.stats.ratings import Ratings
from sandlot.stats.sums import Sums

FINE = 20
"""Points of the tables for each standard deviation."""
WIDEST = 20
"""The largest range of standard normal numbers considered, in standard deviations."""
SCALES = 200
HALVINGS = 50


def range_quantile(level: float, count: int, freedom: float = inf) -> float:
    """Return what the range of `count` standard normal numbers stays below with the chance `level`, when it is divided
    by an estimate of their standard deviation with so many degrees of freedom (Tukey 1953; Newman 1939, Biometrika 31).

    To about 0.01 if there are at least three degrees of freedom. Infinite for fewer than one, or for less than two
    numbers.
    """
    if count < 2 or freedom < 1:
        return inf
    table = _table(count)
    scales = [(1.0, 1.0)] if freedom == inf else _scales(freedom)
    low, high = 0.0, 50.0 * WIDEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        held = sum(chance * _at(table, middle * scale) for scale, chance in scales)
        low, high = (middle, high) if held < level else (low, middle)
    return high


# Making a table takes most of the time of telling entrants apart, and a contest needs the same one repeatedly.
@lru_cache(maxsize=16)
def _table(count: int) -> Sequence[float]:
    """Return the distribution function of the range of standard normal numbers, at multiples of 1 / FINE."""
    places = range(-8 * FINE, 8 * FINE + 1)
    below = [(1 + erf(place / FINE / sqrt(2))) / 2 for place in places]
    density = [exp(-((place / FINE) ** 2) / 2) for place in places]
    total = sum(density)
    found = []
    for width in range(WIDEST * FINE + 1):
        lower = [0.0] * min(width, len(below)) + below[: max(len(below) - width, 0)]
        inside = (each * (most - least) ** (count - 1) for each, most, least in zip(density, below, lower, strict=True))
        found.append(min(count * sum(inside) / total, 1.0))
    return tuple(accumulate(found, max))


def _at(table: Sequence[float], width: float) -> float:
    place = int(width * FINE)
    if place >= len(table) - 1:
        return 1.0
    part = width * FINE - place
    return table[place] * (1 - part) + table[place + 1] * part


def _scales(freedom: float) -> list[tuple[float, float]]:
    """Return values that an estimate of the standard deviation 1 may take, with their chances."""
    reach = 8 / sqrt(2 * freedom)
    low, high = max(1 - reach, 0.0), 1 + reach
    values = [low + (high - low) * (number + 0.5) / SCALES for number in range(SCALES)]
    logs = [(freedom - 1) * log(value) - freedom * value * value / 2 for value in values]
    top = max(logs)
    weights = [exp(each - top) for each in logs]
    total = sum(weights)
    return [(value, weight / total) for value, weight in zip(values, weights, strict=True)]


STEP = 0.2
"""Length of the pieces of the path from the lowest to the highest rating, as a logit."""
MOST_PIECES = 400
OFTEN = 16
"""After so many entrants there is a pause in work that takes little time for each."""
TINY = 1e-280
"""Takes the place of 0 as a divisor."""


@dataclass(frozen=True)
class Distances:
    """What tells any two entrants apart. The lists are by entrant.

    `limit` is the greatest distance that chance explains, for all pairs at once. `excess` is the factor for blocks.
    `inverse` has the rows of the inverse of the information matrix, `scattered` the same times the scatter of blocks.
    `information` is the Fisher information about an entrant's logit, if it were at each point of the path from the
    lowest to the highest one, and `own` the same at its true place.
    """

    ratings: Ratings
    limit: float
    excess: float
    inverse: list[list[float]]
    scattered: list[list[float]]
    information: list[list[float]]
    own: list[float]

    def apart(self, better: int, worse: int) -> bool:
        """Tell whether two entrants can be told apart; never if they are not connected by games."""
        if self.ratings.groups[better] != self.ratings.groups[worse]:
            return False
        logits = self.ratings.parameters
        # Path length in local standard errors, then rescaled to the endpoints', at which the variance below is taken.
        here = 1 / self.own[better] + 1 / self.own[worse]
        path = (logits[better] - logits[worse]) * self._known(better, worse) * sqrt(here)
        one, other = self.inverse[better], self.inverse[worse]
        model = self.excess * (one[better] + other[worse] - 2 * one[worse])
        if path <= self.limit * sqrt(max(model, TINY)):
            return False
        blocks = map(sub, self.scattered[better], self.scattered[worse])
        robust = sum(map(mul, blocks, map(sub, one, other)))
        return path > self.limit * sqrt(max(robust, TINY))

    def _known(self, better: int, worse: int) -> float:
        """Return the inverse of the standard error of their difference, as its mean over the path between both."""
        logits = self.ratings.parameters[: len(self.own)]
        low, steps = min(logits), len(self.information[better]) - 1
        scale = steps / max(max(logits) - low, TINY)
        first = int((logits[worse] - low) * scale)
        last = min(int((logits[better] - low) * scale) + 1, steps)
        both = zip(self.information[better][first : last + 1], self.information[worse][first : last + 1], strict=True)
        roots = [1 / sqrt(1 / one + 1 / other) for one, other in both]
        return sum(roots) / max(len(roots), 1)


def measure_distances(ratings: Ratings, level: float) -> Work[Distances]:
    """Return the distances between entrants; `level` is the joint confidence. Yields a step for each parameter.

    The limit is that of Tukey and Kramer for all differences of so many; it holds for unequal variances too (Hayter
    1984, Annals of Statistics 12).
    """
    at, size = ratings.parameters, ratings.model.size
    curves = ratings.model.derivatives(at)[1]
    scatter = _scatter(ratings)
    factor = yield from cholesky(curves)
    inverse: list[list[float]] = []
    scattered: list[list[float]] = []
    for row in range(size):
        line = cholesky_solve(factor, [float(row == column) for column in range(size)])
        inverse.append(line)
        scattered.append([sum(map(mul, line, column)) for column in scatter])
        yield Step(row + 1, size)
    limit = range_quantile(level, sum(ratings.played))
    excess = _excess(ratings, curves, scatter, level)
    logits = at[: ratings.sums.count]
    met = _met(ratings.sums)
    low, high = min(logits, default=0.0), max(logits, default=0.0)
    steps = min(int((high - low) / STEP) + 1, MOST_PIECES)
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
    for times, parts in ratings.model.score_contributions(ratings.parameters):
        for i, one in parts.items():
            row = found[i]
            for j, other in parts.items():
                row[j] += times * one * other
    return found


def _excess(ratings: Ratings, curves: Rows, scatter: Rows, level: float) -> float:
    """Return the ratio of the variance of blocks to that of independent games, at most as if all games of a block ended
    alike.

    Because this is an estimate, it is raised by the ratio of the quantile of the studentized range to that of the
    range. A block whose outcome was clear beforehand counts little in the degrees of freedom.
    """
    sums, at, count = ratings.sums, ratings.parameters, ratings.sums.count
    most = max(sums.length, 1.0)
    even = [0.0] * count + list(at[count:])
    expected = _trace(ratings, curves, at)
    open_ = _trace(ratings, ratings.model.derivatives(even)[1], even)
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
    """Return the results' part of the diagonal of the information matrix, without the prior's."""
    count = ratings.sums.count
    prior = ratings.model.prior.derivatives(at, count)[1]
    return sum(curves[entrant][entrant] - prior[entrant][entrant] for entrant in range(count))


def _met(sums: Sums) -> list[list[float]]:
    """Return the number of games of each pair."""
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


EVEN = 1e-6
"""Ratings, in Elo, that differ by less are equal: they do so by rounding only."""


@dataclass(frozen=True)
class RankIntervals:
    """Ranks by entrant, from 1, the joint intervals of them, and groups, from 1.

    `order` has the entrants from best to worst, equal ones by their number, and `p_next` for each in this order the
    chance that it is better than the next; None for the last.
    """

    order: tuple[int, ...]
    rank: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    group: tuple[int, ...]
    p_next: tuple[float | None, ...]


def rank_intervals(ratings: Ratings, draws: Sequence[Sequence[float]], level: float) -> Work[RankIntervals]:
    """Find out which entrants can be told apart, for all pairs at once with this confidence.

    The draws are resamples of ratings, and only `p_next` comes from them: all pairs together need the far tails of a
    distribution, about which a thousand draws say too little.
    """
    elo, count = ratings.elo, len(ratings.elo)
    order = sorted(range(count), key=lambda entrant: (-round(elo[entrant] / EVEN), entrant))
    distances = yield from measure_distances(ratings, level)
    # A bit for each place in the order: the entrants that are surely worse. This is transitive, which saves tests.
    behind = [0] * count
    for place in range(count - 1, -1, -1):
        for other in range(place + 1, count):
            if not behind[place] >> other & 1 and distances.apart(order[place], order[other]):
                behind[place] |= 1 << other | behind[other]
        yield Step(count - place, count)
    rank = [1 + sum(other - elo[entrant] > EVEN for other in elo) for entrant in range(count)]
    low, high, group = [1] * count, [count] * count, [1] * count
    for place, entrant in enumerate(order):
        low[entrant] += sum(each >> place & 1 for each in behind)
        high[entrant] -= behind[place].bit_count()
        if place:
            group[entrant] = group[order[place - 1]] + (behind[place - 1] >> place & 1)
        if place % OFTEN == OFTEN - 1:
            yield Step(count, count)
    chances: list[float] = []
    for better, worse in pairwise(order):
        chances.append(chance([(draw[better], draw[worse]) for draw in draws]))
        if len(chances) % OFTEN == 0:
            yield Step(count, count)
    last: list[float | None] = [None] if count else []
    return RankIntervals(tuple(order), tuple(rank), tuple(low), tuple(high), tuple(group), (*chances, *last))


def chance(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the share of resamples in which one is ahead of the other, never quite 0 or 1."""
    ahead = sum((one > other) + (one == other) / 2 for one, other in pairs)
    return (ahead + 0.5) / (len(pairs) + 1)
