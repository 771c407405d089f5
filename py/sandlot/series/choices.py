"""The choices that make up a ranking: what they add to the gradient and the curvature of the likelihood of `fields`."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TypeAlias

from sandlot.series.sums import Ranking

__all__ = ["Choices"]

Gradient: TypeAlias = list[float] | dict[int, float]
Square: TypeAlias = list[list[float]]
"""A matrix whose entries count together with those on the other side of the diagonal."""
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
        """Add the gradient of a ranking so many times and, if asked for, its negative second derivatives."""
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
        """Add a ranking where nobody can tie. The sums over all its choices are then sums along the ranking."""
        weights = self.weights[1]
        players = [group[0] for group in ranking]
        total, totals = 0.0, []
        for entrant in reversed(players):
            total += weights[entrant]
            totals.append(total)
        totals[0] = float("inf")  # the last one is no choice
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
