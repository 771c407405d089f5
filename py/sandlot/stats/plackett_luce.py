"""Plackett-Luce with ties, for games of many: Turner, van Etten, Firth and Kosmidis (2020), "Modelling rankings in R:
the PlackettLuce package", Computational Statistics 35. For games of two it is the model of `bradley_terry`.

A ranking is a row of choices: who comes first among all, who comes next among the rest. A group C of s entrants that
tie is chosen with a probability proportional to v_s times the geometric mean of their exp(logit); v_1 is 1, and v_s is
0 if no s entrants ever tied. The parameters are all entrants' logits and then the logarithms of the other v_s.

The sum over all groups of s is an elementary symmetric polynomial, so no groups are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from math import comb, exp, log
from random import Random
from typing import TypeAlias

from sandlot.stats.newton import Rows
from sandlot.stats.prior import Prior, tied
from sandlot.stats.sums import Ranking, Sums

Gradient: TypeAlias = list[float] | dict[int, float]
Square: TypeAlias = list[list[float]]
"""A square matrix whose value is the sum of it and its transpose: only one half of each symmetric pair is filled in."""
Groups: TypeAlias = tuple[int, int, float, float, list[float], list[list[float]]]
"""The groups of one size that can be chosen: how many entrants, the row of their parameter or -1, its exponential, and
the weights of all groups, of those with each entrant, and of those with two."""


class Choices:
    """Adds up what rankings give at one point. `ties` are the sizes of groups, over 1, that tied in some game."""

    def __init__(self, at: Sequence[float], count: int, ties: Sequence[int]) -> None:
        self.sizes = {1: -1} | {size: row for row, size in enumerate(ties, count)}
        self.factors = {size: exp(at[row]) if row >= 0 else 1.0 for size, row in self.sizes.items()}
        self.weights = {size: [exp(logit / size) for logit in at[:count]] for size in self.sizes}

    def add(self, ranking: Ranking, times: float, gradient: Gradient, square: Square | None) -> None:
        """Add the gradient of a ranking, weighted by `times`, and, if asked for, its negative Hessian."""
        if len(self.sizes) == 1:
            self._strict(ranking, times, gradient, square)
            return
        left = [entrant for group in reversed(ranking) for entrant in group]
        for group in ranking:
            if len(left) < 2:
                return
            for entrant in group:
                gradient[entrant] += times / len(group)
            if len(group) > 1:
                gradient[self.sizes[len(group)]] += times
            self._choice(left, times, gradient, square)
            del left[-len(group) :]

    def _strict(self, ranking: Ranking, times: float, gradient: Gradient, square: Square | None) -> None:
        """Add a ranking without possible ties. The sums over all its choices are then sums along the ranking."""
        weights = self.weights[1]
        players = [group[0] for group in ranking]
        total, totals = 0.0, []
        for entrant in reversed(players):
            total += weights[entrant]
            totals.append(total)
        totals[0] = float("inf")  # the last one is not chosen
        once = twice = 0.0
        for place, entrant in enumerate(players):
            inverse = 1 / totals.pop()
            once += inverse
            twice += inverse * inverse
            weight = weights[entrant]
            gradient[entrant] += times * ((inverse > 0) - weight * once)
            if square is not None:
                line = square[entrant]
                part = times * weight * twice
                line[entrant] += times * weight * once - part * weight
                for other in players[place + 1 :]:
                    line[other] -= part * weights[other]

    def _choice(self, left: list[int], times: float, gradient: Gradient, square: Square | None) -> None:
        kinds: list[Groups] = []
        for size, row in self.sizes.items():
            if size <= len(left):
                weights = self.weights[size]
                sums = _sums([weights[entrant] for entrant in left], size, square is not None)
                kinds.append((size, row, self.factors[size], *sums))
        total = sum(factor * all_ for _, _, factor, all_, *_ in kinds)
        means = [0.0] * len(left)
        for size, row, factor, all_, ones, _ in kinds:
            scale = factor / (total * size)
            for place, one in enumerate(ones):
                means[place] += scale * one
            if row >= 0:
                gradient[row] -= times * factor * all_ / total
        for entrant, mean in zip(left, means, strict=True):
            gradient[entrant] -= times * mean
        if square is not None:
            _spread(left, times, total, means, kinds, square)


def _spread(
    left: list[int], times: float, total: float, means: list[float], kinds: list[Groups], square: Square
) -> None:
    """Add the covariances of one choice: of each entrant's share in the group that is chosen, and of its size."""
    shares = [*zip(left, means, strict=True)]
    for size, row, factor, all_, ones, twos in kinds:
        scale = times * factor / (total * size)
        if row >= 0:
            line = square[row]
            for entrant, one in zip(left, ones, strict=True):
                line[entrant] += scale * one
            line[row] += scale * size * all_
            shares.append((row, factor * all_ / total))
        scale /= size
        for entrant, one, two in zip(left, ones, twos, strict=True):
            line = square[entrant]
            line[entrant] += scale * one
            for other, both in zip(left, two, strict=False):
                line[other] += scale * both
    for place, (one, share) in enumerate(shares):
        line = square[one]
        part = times * share
        line[one] -= part * share
        for other, other_share in shares[:place]:
            line[other] -= part * other_share


def _sums(weights: list[float], size: int, pairs: bool) -> tuple[float, list[float], list[list[float]]]:
    """Return the weights of all groups of `size` entrants, of those with each entrant and, if asked for, of those with
    it and each one before it. A group's weight is the product of its entrants'.
    """
    if size == 1:
        return sum(weights), weights, [[]] * len(weights)
    without = [_polynomials([*weights[:place], *weights[place + 1 :]], size - 1) for place in range(len(weights))]
    ones = [one * sums[-1] for one, sums in zip(weights, without, strict=True)]
    twos: list[list[float]] = [[]] * len(weights)
    if pairs:
        twos = [
            [one * other * _divided(without[place], other) for other in weights[:place]]
            for place, one in enumerate(weights)
        ]
    return sum(ones) / size, ones, twos


def _polynomials(values: list[float], size: int) -> list[float]:
    """Return the elementary symmetric polynomials of degrees 0 to `size`: the sums of products of so many values."""
    if size == 1:
        return [1.0, sum(values)]
    sums = [1.0] + [0.0] * size
    for value in values:
        for degree in range(size, 0, -1):
            sums[degree] += value * sums[degree - 1]
    return sums


def _divided(sums: list[float], value: float) -> float:
    """Return the last but one of the polynomials without this value.

    It loses digits where one value is far above all others. So only second derivatives are made of it: they say how
    fast the maximum is found, not where it is.
    """
    rest = 0.0
    for each in sums[:-1]:
        rest = each - value * rest
    return rest


class PlackettLuce:
    """The likelihood of games of many, with the prior. It is a `ratings.Model`."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums
        self.fields = sorted(sums.fields.items())
        sizes = {len(group) for field in sums.fields for ranking in field for group in ranking}
        self.ties = sorted(sizes - {1})
        self.size = sums.count + len(self.ties)
        met = sorted({pair for field in sums.fields for ranking in field[:1] for pair in _met(ranking)})
        self.prior = Prior.of(met, sums.count, sums.length)
        self.weights = [float(times) for _, times in self.fields]
        self.start: Sequence[float] = [0.0] * sums.count + [self._usual(size) for size in self.ties]

    def _usual(self, size: int) -> float:
        """Return the parameter of such ties if all entrants were equal, as an approximate start."""
        tied = untied = 0.0
        for field, times in self.fields:
            for ranking in field:
                left = sum(map(len, ranking))
                for group in ranking:
                    tied += times * (len(group) == size)
                    untied += times * (len(group) == 1) * comb(left, size) / left
                    left -= len(group)
        return log((tied + 0.5) / (untied + 0.5))

    def derivatives(self, at: Sequence[float]) -> tuple[list[float], Rows]:
        count = self.sums.count
        gradient, matrix = self.prior.derivatives(at, count)
        choices = Choices(at, count, self.ties)
        square = [[0.0] * self.size for _ in range(self.size)]
        for (field, _), weight in zip(self.fields, self.weights, strict=True):
            for ranking in field:
                choices.add(ranking, weight, gradient, square)
        for row, line in enumerate(matrix):
            for column in range(row):
                line[column] += square[row][column] + square[column][row]
            line[row] += square[row][row]
        for row, order in enumerate(self.ties, count):
            slope, curve = tied(at[row], order)
            gradient[row] += slope
            matrix[row][row] += curve
        return gradient, matrix

    def score_contributions(self, at: Sequence[float]) -> Iterator[tuple[float, dict[int, float]]]:
        choices = Choices(at, self.sums.count, self.ties)
        for field, times in self.fields:
            members = [entrant for group in field[0] for entrant in group]
            gradient = dict.fromkeys((*members, *range(self.sums.count, self.size)), 0.0)
            for ranking in field:
                choices.add(ranking, 1.0, gradient, None)
            yield times, gradient

    def resampled(self, rng: Random) -> PlackettLuce:
        other = copy(self)
        other.prior = self.prior.resampled(rng)
        other.weights = [rng.gammavariate(times, 1.0) for _, times in self.fields]
        return other

    def cost(self) -> float:
        power = 3 if self.ties else 2
        games: int = sum(sum(map(len, ranking)) ** power for field, _ in self.fields for ranking in field)
        pairs = len(self.prior.guesses)
        return 3 * pairs + 4 * (0.2 * games * (1 + len(self.ties)) + 1.5 * pairs + 0.02 * self.size**3)


def _met(ranking: Ranking) -> Iterator[tuple[int, int]]:
    members = sorted(entrant for group in ranking for entrant in group)
    for place, entrant in enumerate(members):
        for other in members[:place]:
            yield other, entrant
