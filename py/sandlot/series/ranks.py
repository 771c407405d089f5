"""Ranks and what is known of them, from ratings and their resamples: see `intervals` for the method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, sqrt

from sandlot.jobs import Step, Work

__all__ = ["Apart", "told_apart"]

EVEN = 1e-6
"""Ratings, in Elo, that differ by less are equal: they do so by rounding only."""


@dataclass(frozen=True)
class Apart:
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


def told_apart(elo: Sequence[float], draws: Sequence[Sequence[float]], level: float) -> Work[Apart]:
    """Find out who can be told apart from whom. Takes a step of its work for each entrant."""
    count = len(elo)
    order = sorted(range(count), key=lambda entrant: (-round(elo[entrant] / EVEN), entrant))
    columns = [[draw[entrant] for draw in draws] for entrant in range(count)]
    worst = [0.0] * len(draws)
    ratios: list[tuple[float, int, int]] = []
    for place, better in enumerate(order):
        for worse in order[place + 1 :]:
            gap = elo[better] - elo[worse]
            moved = [one - other - gap for one, other in zip(columns[better], columns[worse], strict=True)]
            down, up = _deviations(moved)
            worst = [max(most, each / up, -each / down) for most, each in zip(worst, moved, strict=True)]
            ratios.append((gap / down, better, worse))
        yield Step(place + 1, count)
    limit = sorted(worst)[min(int(level * len(worst)), len(worst) - 1)] if worst else inf
    apart = {(better, worse) for ratio, better, worse in ratios if ratio > limit}
    rank = [1 + sum(other - elo[entrant] > EVEN for other in elo) for entrant in range(count)]
    low, high = [1] * count, [count] * count
    for better, worse in apart:
        low[worse] += 1
        high[better] -= 1
    follows = list(pairwise(order))
    chances = [_chance(columns[better], columns[worse]) for better, worse in follows]
    group = [1] * count
    for better, worse in follows:
        group[worse] = group[better] + ((better, worse) in apart)
    last: list[float | None] = [None] if count else []
    return Apart(tuple(order), tuple(rank), tuple(low), tuple(high), tuple(group), (*chances, *last))


def _deviations(moved: Sequence[float]) -> tuple[float, float]:
    """Return the standard deviations to both sides of 0: an entrant that won everything may be far better than it is
    rated, but not so far worse.
    """
    down = [each * each for each in moved if each < 0]
    up = [each * each for each in moved if each > 0]
    return _root_mean(down), _root_mean(up)


def _root_mean(squares: Sequence[float]) -> float:
    return sqrt(sum(squares) / max(len(squares), 1)) or 1.0


def _chance(better: Sequence[float], worse: Sequence[float]) -> float:
    """Return the share of resamples in which one is ahead of the other, never quite 0 or 1."""
    ahead = sum((one > other) + (one == other) / 2 for one, other in zip(better, worse, strict=True))
    return (ahead + 0.5) / (len(better) + 1)
