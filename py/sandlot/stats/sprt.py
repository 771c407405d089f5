"""When to stop a series of two early: a sequential test on whole blocks, whose scores are one number each.

Two generalised sequential probability ratio tests run side by side (Sobel and Wald 1949, Annals of Mathematical
Statistics 20): equal strength against `SprtBounds.elo` more, and against as much less. Each ratio is that of the
greatest likelihoods of the distribution of block scores under both hypotheses about its mean (Van den Bergh, "A
practical introduction to the GSPRT"): for blocks of two games it is the pentanomial test of chess engines. The
distribution is learned from the blocks, so draws, lucky sides and lucky maps need no model.

Such a ratio grows slowly where the difference is far larger than `SprtBounds.elo`: with 20 Elo, 66 won blocks are not
enough to exceed its bound. So what decides for "better" is the mean of two kinds of evidence: that ratio, and what
bets against equal strength have won (see `evidence`). Both are 1 on average if both are equal in strength, so their
mean is as well, and the chances of error stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, log1p, log10
from typing import Literal, TypeAlias

from sandlot.stats.evidence import CELLS, likelihood, log_wealth, share_of, with_unseen

Decision: TypeAlias = Literal["better", "worse", "same", "undecided"]
"""The result of a series: the first entrant is better or worse, or neither is better by the difference that matters.
"undecided": the series ended before the test had a result.
"""

BETS = 1 / 3
"""The weight of bets in the evidence of a new test."""


@dataclass(frozen=True)
class SprtBounds:
    """The difference that matters, in logistic Elo (not normalized Elo), and the chances of error.

    If both are equal, then a verdict "better" or "worse" comes with a chance of `alpha` at most, both together. If the
    first is better by `elo` or more, then another verdict than "better" comes with a chance of `beta` at most; so with
    "worse". The theory behind this is of long series; that short ones keep it is shown by simulation in the tests.
    Raises ValueError for numbers that make no test.
    """

    elo: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05
    bets: bool = True
    """Whether bets count. In contests of earlier versions only the ratios decide."""

    def __post_init__(self) -> None:
        if not (0 < self.elo <= 1000 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("elo must be over 0 and at most 1000, alpha and beta between 0 and 0.5")

    @property
    def upper(self) -> float:
        """From this logarithm of the evidence on, the difference is accepted. Each of the two tests may err in half of
        `alpha`.

        This and `lower` are Wald's bounds that hold for any test of this kind, not his usual approximations.
        """
        return log(2 / self.alpha)

    @property
    def lower(self) -> float:
        """At this logarithm of a ratio and below, equal strength is accepted against that side."""
        return log(self.beta)

    def json(self) -> dict[str, float | bool]:
        """Return the bounds as JSON; without `bets`, in the form of earlier versions."""
        return {"elo": self.elo, "alpha": self.alpha, "beta": self.beta, **({"bets": True} if self.bets else {})}


class Sprt:
    """The test after the blocks that were added. `blocks` is how many; what comes after the verdict is not added.

    Where games repeat earlier ones, all blocks weigh less (see `repeats`).

    `llr` are the logarithms of both ratios, that for "better" and that for "worse"; one that is at `bounds.lower` or
    below refuses its side. `evidence` are the logarithms of what decides for a side at `bounds.upper`. `stale` is how
    many of the last blocks only repeat earlier games.
    """

    def __init__(self, bounds: SprtBounds) -> None:
        self.bounds = bounds
        self.blocks = 0
        self.verdict: Decision | None = None
        self.llr = self.evidence = (0.0, 0.0)
        self._upper, self._lower = bounds.upper, bounds.lower
        self._counts = dict.fromkeys(CELLS, 0)
        self._refused = [False, False]
        self._games = self._again = 0
        self.stale = 0

    def add(self, points: float, games: int = 2, again: int = 0) -> Decision | None:
        """Add a block by the `points` of the first entrant in its `games` games, of which `again` repeat earlier ones.
        Return the verdict; None: go on.
        """
        if self.verdict is not None:
            return self.verdict
        share = points / games
        counts = self._counts
        counts[share] = counts.get(share, 0) + 1
        self.blocks += 1
        self._games += games
        self._again += again
        self.stale = self.stale + 1 if again == games else 0
        weight = 1 - self._again / self._games if self._again else 1
        self.llr, self.evidence = _weighed(self.bounds, tuple((one, weight * times) for one, times in counts.items()))
        for side, (ratio, found) in enumerate(zip(self.llr, self.evidence, strict=True)):
            if not self._refused[side]:
                if found >= self._upper:
                    self.verdict = "worse" if side else "better"
                self._refused[side] = ratio <= self._lower
        if self._refused[0] and self._refused[1]:
            self.verdict = "same"
        return self.verdict


@lru_cache(maxsize=256)
def fewest_blocks(bounds: SprtBounds) -> int:
    """Return after how many blocks there can be a verdict at the earliest: when all are won, or all are drawn."""
    won, drawn = Sprt(bounds), Sprt(bounds)
    while not (won.add(2.0) or drawn.add(1.0)):
        pass
    return won.blocks


# A plan keeps nothing between two calls: it judges a series anew from its beginning.
@lru_cache(maxsize=2**14)
def _weighed(
    bounds: SprtBounds, counts: tuple[tuple[float, float], ...]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return `Sprt.llr` and `Sprt.evidence`. `counts` say how often each share occurred."""
    cells = with_unseen(dict(counts))
    mean = share_of(bounds.elo)
    equal = likelihood(cells, 0.5)
    better, worse = likelihood(cells, mean) - equal, likelihood(cells, 1 - mean) - equal
    mirrored = [(1 - share, times) for share, times in counts]
    return (better, worse), (_mixed(bounds, better, counts, 0.5), _mixed(bounds, worse, mirrored, 0.5))


def evidence_of_more(bounds: SprtBounds, counts: Mapping[float, float], mean: float) -> float:
    """Return the logarithm of the evidence that the share of points is larger than `mean`, as the test weighs it for
    one half: a series has the verdict "better" just when this is `bounds.upper` or more for one half.
    """
    cells = with_unseen(counts)
    more = share_of(bounds.elo + 400 * log10(mean / (1 - mean)))
    return _mixed(bounds, likelihood(cells, more) - likelihood(cells, mean), counts.items(), mean)


def _mixed(bounds: SprtBounds, ratio: float, counts: Iterable[tuple[float, float]], mean: float) -> float:
    if not bounds.bets:
        return ratio
    one, other = log(BETS) + log_wealth(counts, mean), log(1 - BETS) + ratio
    return max(one, other) + log1p(exp(-abs(one - other)))
