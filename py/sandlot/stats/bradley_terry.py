"""Bradley-Terry with draws, for games of two: Davidson (1970), "On extending the Bradley-Terry model to accommodate
ties in paired comparison experiments", Journal of the American Statistical Association 65.

A game of entrants with logits x and y is won by the first, drawn, or lost with probabilities proportional to
exp(x), v exp((x + y) / 2), exp(y). If no game was drawn, then v is 0, and this is Bradley-Terry. The parameters are
all entrants' logits and then, if a game was drawn, the logarithm of v.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from math import exp, log
from random import Random
from typing import TypeAlias

from sandlot.stats.newton import Rows
from sandlot.stats.prior import Prior, tied
from sandlot.stats.sums import Duel, Sums

Pair: TypeAlias = tuple[int, int, float, float, float]
"""Two entrants, and the weights of the games that the first has won, drawn and lost."""


class BradleyTerry:
    """The likelihood of games of two, with the prior. It is a `ratings.Model`."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums
        self.duels = sorted(sums.duels.items())
        self.drawn = any(duel[3] for duel in sums.duels)
        self.size = sums.count + self.drawn
        draws = sum(duel[3] * times for duel, times in self.duels)
        self.start: Sequence[float] = [0.0] * sums.count + [
            log((2 * draws + 1) / (sums.games - draws + 0.5))
        ] * self.drawn
        self.pairs = _added(_weighted(duel, times) for duel, times in self.duels)
        self.prior = Prior.of([pair[:2] for pair in self.pairs], sums.count, sums.length)

    def derivatives(self, at: Sequence[float]) -> tuple[list[float], Rows]:
        count = self.sums.count
        gradient, matrix = self.prior.derivatives(at, count)
        draw = exp(at[count]) if self.drawn else 0.0
        last = matrix[count] if self.drawn else [0.0] * (count + 1)
        drawn = 0.0
        for i, j, wins, draws, losses in self.pairs:
            games = wins + draws + losses
            edge, even = _chances(at[i] - at[j], draw)
            slope = (wins - losses - games * edge) / 2
            gradient[i] += slope
            gradient[j] -= slope
            curve = games * (1 - even - edge * edge) / 4
            matrix[i][i] += curve
            matrix[j][j] += curve
            matrix[j][i] -= curve
            cross = games * edge * even / 2
            last[i] -= cross
            last[j] += cross
            drawn += draws - games * even
            last[count] += games * even * (1 - even)
        if self.drawn:
            slope, curve = tied(at[count], 2)
            gradient[count] += drawn + slope
            last[count] += curve
        return gradient, matrix

    def score_contributions(self, at: Sequence[float]) -> Iterator[tuple[float, dict[int, float]]]:
        count = self.sums.count
        draw = exp(at[count]) if self.drawn else 0.0
        for (i, j, wins, draws, losses), times in self.duels:
            games = wins + draws + losses
            edge, even = _chances(at[i] - at[j], draw)
            slope = (wins - losses - games * edge) / 2
            parts = {i: slope, j: -slope}
            if self.drawn:
                parts[count] = draws - games * even
            yield times, parts

    def resampled(self, rng: Random) -> BradleyTerry:
        other = copy(self)
        other.prior = self.prior.resampled(rng)
        other.pairs = _added(_weighted(duel, rng.gammavariate(times, 1.0)) for duel, times in self.duels)
        return other

    def cost(self) -> float:
        return 1.5 * (len(self.duels) + 2 * len(self.pairs)) + 4 * (
            2.5 * len(self.pairs) + 0.02 * self.size**3 + self.size**2
        )


def _chances(difference: float, draw: float) -> tuple[float, float]:
    """Return the chance of a win less that of a loss, and the chance of a draw."""
    root = exp(-abs(difference) / 2)
    total = 1 + root * root + draw * root
    edge = (1 - root * root) / total
    return (edge if difference >= 0 else -edge), draw * root / total


def _weighted(duel: Duel, weight: float) -> Pair:
    return duel[0], duel[1], duel[2] * weight, duel[3] * weight, duel[4] * weight


def _added(pairs: Iterable[Pair]) -> list[Pair]:
    """Sum up the entries of the same pair. They come in ascending order."""
    found: list[Pair] = []
    for pair in pairs:
        if found and found[-1][:2] == pair[:2]:
            last = found[-1]
            found[-1] = (pair[0], pair[1], last[2] + pair[2], last[3] + pair[3], last[4] + pair[4])
        else:
            found.append(pair)
    return found
