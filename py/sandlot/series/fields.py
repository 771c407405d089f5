"""Plackett-Luce with ties, for games of many: Turner, van Etten, Firth and Kosmidis (2020), "Modelling rankings in R:
the PlackettLuce package", Computational Statistics 35. For games of two it is the model of `pairs`.

A ranking is a row of choices: who comes first among all, who comes next among the rest. A group C of s entrants that
tie is chosen with a probability proportional to v_s times the geometric mean of their exp(logit); v_1 is 1, and v_s is
0 if no s entrants ever tied. The parameters are all entrants' logits and then the logarithms of the other v_s.

The sum over all groups of s is an elementary symmetric polynomial, so no groups are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from math import comb, log
from random import Random

from sandlot.series.choices import Choices
from sandlot.series.prior import Prior, tied
from sandlot.series.solve import Rows
from sandlot.series.sums import Ranking, Sums

__all__ = ["Fields"]


class Fields:
    """The likelihood of games of many, with the prior. See `ratings.Model` for what it can do."""

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
        """Return the parameter of such ties if all entrants were equal: more or less, for a start."""
        tied = untied = 0.0
        for field, times in self.fields:
            for ranking in field:
                left = sum(map(len, ranking))
                for group in ranking:
                    tied += times * (len(group) == size)
                    untied += times * (len(group) == 1) * comb(left, size) / left
                    left -= len(group)
        return log((tied + 0.5) / (untied + 0.5))

    def slopes(self, at: Sequence[float]) -> tuple[list[float], Rows]:
        """Return the gradient of the logarithm of the likelihood, and its negative second derivatives."""
        count = self.sums.count
        gradient, matrix = self.prior.slopes(at, count)
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

    def residuals(self, at: Sequence[float]) -> Iterator[tuple[float, dict[int, float]]]:
        """Yield each distinct block's part of the gradient by parameter, after how often it occurred."""
        choices = Choices(at, self.sums.count, self.ties)
        for field, times in self.fields:
            members = [entrant for group in field[0] for entrant in group]
            gradient = dict.fromkeys((*members, *range(self.sums.count, self.size)), 0.0)
            for ranking in field:
                choices.add(ranking, 1.0, gradient, None)
            yield times, gradient

    def resampled(self, rng: Random) -> Fields:
        """Return the same with random weights of blocks and of the prior."""
        other = copy(self)
        other.prior = self.prior.resampled(rng)
        other.weights = [rng.gammavariate(times, 1.0) for _, times in self.fields]
        return other

    def cost(self) -> float:
        """Return about how many microseconds one resample and its fit take."""
        power = 3 if self.ties else 2
        games: int = sum(sum(map(len, ranking)) ** power for field, _ in self.fields for ranking in field)
        pairs = len(self.prior.guesses)
        return 3 * pairs + 4 * (0.2 * games * (1 + len(self.ties)) + 1.5 * pairs + 0.02 * self.size**3)


def _met(ranking: Ranking) -> Iterator[tuple[int, int]]:
    members = sorted(entrant for group in ranking for entrant in group)
    for place, entrant in enumerate(members):
        for other in members[:place]:
            yield other, entrant
