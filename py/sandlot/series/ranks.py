"""Ranks and what is known of them: rank intervals that hold all at once, and groups.

An entrant's rank lies between the number of those that are surely better and of those that are surely worse (Mogstad,
Romano, Shaikh and Wilhelm 2024, "Inference for ranks with applications to mobility across neighbourhoods and academic
achievement across countries", Review of Economic Studies 91). Who is surely better is found by `distances`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sandlot.jobs import Step, Work
from sandlot.series.distances import OFTEN, measured
from sandlot.series.ratings import Ratings

__all__ = ["OFTEN", "Apart", "told_apart"]

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


def told_apart(ratings: Ratings, draws: Sequence[Sequence[float]], level: float) -> Work[Apart]:
    """Find out who can be told apart from whom, all of it at once with this confidence.

    The draws are resamples of ratings, and only `p_next` comes from them: all pairs together need the far ends of a
    distribution, of which a thousand draws say too little.
    """
    elo, count = ratings.elo, len(ratings.elo)
    order = sorted(range(count), key=lambda entrant: (-round(elo[entrant] / EVEN), entrant))
    distances = yield from measured(ratings, level)
    # Bit for bit by place in the order: who is surely worse. If one of these is surely better than a third, so is its
    # better: this follows from what is asserted already, and so holds along with it.
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
        chances.append(_chance([(draw[better], draw[worse]) for draw in draws]))
        if len(chances) % OFTEN == 0:
            yield Step(count, count)
    last: list[float | None] = [None] if count else []
    return Apart(tuple(order), tuple(rank), tuple(low), tuple(high), tuple(group), (*chances, *last))


def _chance(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the share of resamples in which one is ahead of the other, never quite 0 or 1."""
    ahead = sum((one > other) + (one == other) / 2 for one, other in pairs)
    return (ahead + 0.5) / (len(pairs) + 1)
