"""The weak prior of ratings: everybody has played one more block, spread evenly over those it met, and has won and lost
half of it. Draws do not occur in it.

So entrants that have won or lost everything get finite ratings, as with the pseudo-rankings of Turner, van Etten, Firth
and Kosmidis (2020), "Modelling rankings in R: the PlackettLuce package", Computational Statistics 35. For two entrants
alone it is Laplace's rule of succession: each has won one more block. In a resample these blocks are drawn like all
others, so that results which all agree give no interval without width.

Groups that never met each other say nothing of each other. A faint pull to 0 gives them the same mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import TypeAlias

from sandlot.stats.newton import Rows

PULL = 1e-3
"""Strength of the pull to 0: the precision of a normal prior of each logit."""

Guess: TypeAlias = tuple[int, int, float, float]
"""Two entrants, and the weights of the prior's games that the first has won and lost."""


@dataclass(frozen=True)
class Prior:
    """The prior's games between those that met. `games` is the length of a block."""

    guesses: Sequence[Guess]
    games: float

    @staticmethod
    def of(met: Sequence[tuple[int, int]], count: int, games: float) -> Prior:
        """Return the prior of `count` entrants. `met` are the pairs that met, each once."""
        others = [0] * count
        for i, j in met:
            others[i] += 1
            others[j] += 1
        halves = [games / (2 * each) if each else 0.0 for each in others]
        return Prior([(i, j, halves[i] + halves[j], halves[i] + halves[j]) for i, j in met], games)

    def derivatives(self, at: Sequence[float], count: int) -> tuple[list[float], Rows]:
        """Return what it adds to the gradient and to the negative Hessian of the log-likelihood. The first
        `count` parameters are logits.
        """
        gradient = [0.0] * len(at)
        matrix = [[0.0] * (row + 1) for row in range(len(at))]
        for entrant in range(count):
            gradient[entrant] = -PULL * at[entrant]
            matrix[entrant][entrant] = PULL
        for i, j, won, lost in self.guesses:
            root = exp(-abs(at[i] - at[j]))
            rare = root / (1 + root)
            games = won + lost
            slope = won - games * (rare if at[i] < at[j] else 1 - rare)
            gradient[i] += slope
            gradient[j] -= slope
            curve = games * rare * (1 - rare)
            matrix[i][i] += curve
            matrix[j][j] += curve
            matrix[max(i, j)][min(i, j)] -= curve
        return gradient, matrix

    def variances(self, at: Sequence[float]) -> Iterator[tuple[int, int, float]]:
        """Yield for each pair the variance of its part of the gradient when blocks are resampled."""
        for i, j, won, lost in self.guesses:
            wins = 1 / (1 + exp(at[j] - at[i]))
            yield i, j, self.games * (won * (1 - wins) ** 2 + lost * wins**2)

    def resampled(self, rng: Random) -> Prior:
        """Return the same with random weights: that of n blocks, which may be a fraction, is drawn from Gamma(n)."""
        gamma, games = rng.gammavariate, self.games
        drawn = [
            (i, j, games * gamma(won / games, 1.0), games * gamma(lost / games, 1.0))
            for i, j, won, lost in self.guesses
        ]
        return Prior(drawn, games)


def tied(logit: float, order: int) -> tuple[float, float]:
    """Return the prior's part of the first and of the negative second derivative for the parameter of ties among
    `order` entrants: one more game among as many equals, half of it tied.
    """
    share = exp(logit) / (order + exp(logit))
    return 0.5 - share, share * (1 - share)
