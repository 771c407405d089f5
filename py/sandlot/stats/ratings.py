"""Ratings of entrants from all their results at once, never from the order of results.

Games of two follow Bradley-Terry with draws (Davidson 1970, see `bradley_terry`), games of many Plackett-Luce with ties
(Turner and others 2020, see `plackett_luce`); for two players both are the same. A weak prior keeps all ratings finite
(see `prior`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Protocol

from sandlot.jobs import Work, done
from sandlot.stats.blocks import Result
from sandlot.stats.bradley_terry import BradleyTerry
from sandlot.stats.newton import Rows, maximizing
from sandlot.stats.plackett_luce import PlackettLuce
from sandlot.stats.prior import Prior
from sandlot.stats.sums import Sums, gathered

ELO = 400 / log(10)
"""Elo points of one natural logarithm: a lead of 400 points means ten wins for each loss."""


class Model(Protocol):
    """The likelihood of all results, with the prior. Its first parameters are the entrants' ratings, as logits."""

    prior: Prior
    size: int
    """The number of parameters."""
    start: Sequence[float]
    """Where to begin to look for the maximum."""

    def derivatives(self, at: Sequence[float]) -> tuple[list[float], Rows]:
        """Return the gradient of the log-likelihood, and its negative Hessian."""
        ...

    def score_contributions(self, at: Sequence[float]) -> Iterator[tuple[float, dict[int, float]]]:
        """Yield for each distinct block how often it occurred, and its part of the gradient, by parameter."""
        ...

    def resampled(self, rng: Random) -> Model:
        """Return the same with random weights of blocks and of the prior."""
        ...

    def cost(self) -> float:
        """Return about how many microseconds one resample and its fit take."""
        ...


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo by entrant, such that the mean of all that have played is 0.

    `played` says who has played; an entrant that has not is rated 0. `groups` gives for each entrant the smallest
    number in its group of entrants connected by games; ratings of two groups are comparable only through the prior,
    which takes the groups for equal. `parameters` is the maximum of the model.
    """

    elo: tuple[float, ...]
    played: tuple[bool, ...]
    groups: tuple[int, ...]
    sums: Sums
    model: Model
    parameters: tuple[float, ...]


def rate(results: Iterable[Result], entrants_count: int) -> Ratings:
    """Rate entrants 0 to `entrants_count` - 1 from these results; no results are fine. Takes one pass over them."""
    return done(rating(results, entrants_count))


def rating(results: Iterable[Result], entrants_count: int) -> Work[Ratings]:
    """Find what `rate` returns, in pieces if there are many entrants."""
    sums = gathered(results, entrants_count)
    model: Model = PlackettLuce(sums.mixed()) if sums.fields else BradleyTerry(sums)
    parameters = yield from maximizing(model.derivatives, model.start)
    together = {first for at, first in enumerate(sums.connected) if at != first}
    played = tuple(first in together for first in sums.connected)
    elo = centred(parameters, played)
    return Ratings(tuple(elo), played, sums.connected, sums, model, tuple(parameters))


def centred(parameters: Sequence[float], played: Sequence[bool]) -> list[float]:
    """Return ratings in Elo, whose mean over those that have played is 0."""
    logits = parameters[: len(played)]
    counted = [logit for logit, one in zip(logits, played, strict=True) if one] or logits
    mean = sum(counted) / max(len(counted), 1)
    return [ELO * (logit - mean) + 0.0 for logit in logits]  # no -0.0
