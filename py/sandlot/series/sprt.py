"""When to stop a series of two early: a sequential test on whole blocks, whose scores are one number each.

Two generalised sequential probability ratio tests run side by side (Sobel and Wald 1949, Annals of Mathematical
Statistics 20): equal strength against `Bounds.elo` more, and against as much less. Each ratio is that of the greatest
likelihoods of the distribution of block scores under both hypotheses about its mean (Van den Bergh, "A practical
introduction to the GSPRT"): for blocks of two games it is the pentanomial test of chess engines. The distribution is
learned from the blocks, so draws, lucky sides and lucky maps need no model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, log1p
from typing import Literal, TypeAlias

__all__ = ["Bounds", "Sprt", "Verdict", "judged"]

Verdict: TypeAlias = Literal["better", "worse", "same", "undecided"]
"""What came of a series: the first entrant is better or worse, or neither is better by the difference that matters.
"undecided" is for who ends the series before the test does.
"""

CELLS = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 0.1
"""Added to the count of each cell. Without it, a cell that happens to be empty is taken for impossible, and a test of a
few blocks errs more often than it promises.
"""
MOST_STEPS = 60
CLOSE = 1e-10


@dataclass(frozen=True)
class Bounds:
    """The difference that matters, in logistic Elo (not normalized Elo), and the chances of error.

    If both are equal, then a verdict "better" or "worse" comes with a chance of `alpha` at most, both together. If the
    first is better by `elo` or more, then another verdict than "better" comes with a chance of `beta` at most; so with
    "worse". The theory behind this is of long series; that short ones keep it is shown by simulation in the tests.
    Raises ValueError for numbers that make no test.
    """

    elo: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (0 < self.elo <= 1000 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("elo must be over 0 and at most 1000, alpha and beta between 0 and 0.5")

    @property
    def upper(self) -> float:
        """Where a ratio accepts the difference. Each of the two tests may err in half of `alpha`.

        This and `lower` are Wald's bounds that hold for any test of this kind, not his usual approximations.
        """
        return log(2 / self.alpha)

    @property
    def lower(self) -> float:
        """Where a ratio accepts equal strength."""
        return log(self.beta)

    def json(self) -> dict[str, float]:
        """Return it as JSON."""
        return {"elo": self.elo, "alpha": self.alpha, "beta": self.beta}


class Sprt:
    """The test after the blocks that were added. `blocks` is how many; what comes after the verdict is not added.

    `llr` are the logarithms of both ratios, that for "better" and that for "worse", to be held against `bounds.upper`
    and `bounds.lower`.
    """

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.blocks = 0
        self.verdict: Verdict | None = None
        self.llr = (0.0, 0.0)
        self._upper, self._lower = bounds.upper, bounds.lower
        self._counts = dict.fromkeys(CELLS, 0)
        self._refused = [False, False]

    def add(self, points: float, games: int = 2) -> Verdict | None:
        """Add a block by what the first entrant has scored in so many games; return the verdict, None: go on."""
        if self.verdict is not None:
            return self.verdict
        share = points / games
        counts = self._counts
        counts[share] = counts.get(share, 0) + 1
        self.blocks += 1
        self.llr = _ratios(self.bounds.elo, tuple(counts), tuple(counts.values()))
        for side, ratio in enumerate(self.llr):
            if not self._refused[side]:
                if ratio >= self._upper:
                    self.verdict = "worse" if side else "better"
                self._refused[side] = ratio <= self._lower
        if self._refused[0] and self._refused[1]:
            self.verdict = "same"
        return self.verdict


def judged(points: Iterable[float], bounds: Bounds, games: int = 2) -> Sprt:
    """Return the test after these blocks, in their order: what the first entrant has scored in each."""
    test = Sprt(bounds)
    for each in points:
        if test.add(each, games):
            break
    return test


# A plan keeps nothing between two calls: it judges a series anew from its beginning.
@lru_cache(maxsize=2**14)
def _ratios(elo: float, shares: tuple[float, ...], counts: tuple[int, ...]) -> tuple[float, float]:
    cells = [(share, count + UNSEEN) for share, count in zip(shares, counts, strict=True)]
    mean = 1 / (1 + 10 ** (-elo / 400))
    equal = _likelihood(cells, 0.5)
    return _likelihood(cells, mean) - equal, _likelihood(cells, 1 - mean) - equal


def _likelihood(cells: Sequence[tuple[float, float]], mean: float) -> float:
    """Return the logarithm of the greatest likelihood of a distribution with this mean, less that of any.

    Its probabilities are weight / (1 + tilt * (score - mean)), up to a factor; the tilt is the root of a falling
    function (Owen 1988, Biometrika 75) between two poles. There are two, as there is weight on both sides of the mean.
    """
    parts = [(score - mean, weight) for score, weight in cells]
    low, high = -1 / max(parts)[0], -1 / min(parts)[0]
    tilt = 0.0
    for _ in range(MOST_STEPS):
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
