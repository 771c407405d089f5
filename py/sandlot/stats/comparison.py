"""Decides which of the two entrants of a series is better: its sentence, its table and the list of contests agree.

`compared` finds the confidence interval of an entrant's share of the points, from whole blocks (see `evidence`):

- after as many blocks as the plan has fixed, the interval of the empirical likelihood (`fixed_range`);
- while a series goes on, and where a test or a person may have ended it, the interval of a confidence sequence, which
  may be looked at after every block (`watched_range`).

One is better if the interval lies on one side of one half (`Comparison.better`). The interval of its rating, its rank
and its group follow from the same interval. A series with a sequential test has the verdict of the test: see `sprt`.
`tournaments.verdict` puts all of this into words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import cosh, exp, log, sqrt

from sandlot.stats.blocks import Schedule
from sandlot.stats.evidence import CLOSE, chance_of_more, fixed_range, share_of, watched_range
from sandlot.stats.intervals import LEVEL, Interval, Intervals
from sandlot.stats.ratings import ELO, Ratings
from sandlot.stats.sprt import evidence_of_more
from sandlot.stats.tally import Count

HALVINGS = 60
FURTHEST = 20.0
"""Half of the largest difference between the ratings of two, in natural logarithms (`ELO` points each)."""
EDGE = FURTHEST * ELO - 1
"""A difference of this many Elo or more is only an end of the scale."""


@dataclass(frozen=True)
class Comparison:
    """Which share of the points entrant 0 gets against entrant 1, and how certain that is.

    The interval `low` to `high` holds the share, from 0 to 1, with the confidence `level`. `better` is the better
    entrant, None if that is open. `chance` is the confidence that entrant 0 is the better one. `watched`: the interval
    is one of a confidence sequence, and may be looked at after every block.
    """

    low: float
    high: float
    level: float
    chance: float
    watched: bool

    @property
    def better(self) -> int | None:
        """The better entrant, 0 or 1, if that is sure."""
        return 0 if self.low > 0.5 else 1 if self.high < 0.5 else None


def compared(ratings: Ratings, schedule: Schedule) -> Comparison:
    """Compare two entrants by their blocks; `schedule` is what the plan of their series says of these results."""
    counts: dict[float, float] = defaultdict(int)
    for (_, _, wins, draws, losses), times in ratings.sums.duels.items():
        counts[(wins + draws / 2) / (wins + draws + losses)] += times
    test = schedule.test
    level = 1 - test.alpha if test else LEVEL
    watched = not schedule.over or not schedule.as_planned
    if watched:
        found = watched_range(counts, level, partial(evidence_of_more, test) if test else None)
    else:
        found = fixed_range(counts, level)
    # If one side has no points, the interval includes the end.
    low = 0.0 if counts.keys() == {0.0} else found.low
    high = 1.0 if counts.keys() == {1.0} else found.high
    if test and schedule.verdict == "same":
        # The test has rejected both differences that matter.
        low, high = max(low, share_of(-test.elo)), min(high, share_of(test.elo))
    return Comparison(low, high, level, chance_of_more(counts), watched)


def at_the_edge(elo: float) -> bool:
    """Whether a number of Elo is only an end of the scale: it stands for all points, or for none."""
    return abs(elo) >= EDGE


def elo_of(share: float) -> float:
    """Return the Elo difference at which this share of points is expected; 0 and 1 are replaced by nearby shares."""
    inside = min(max(share, CLOSE), 1 - CLOSE)
    return ELO * log(inside / (1 - inside))


def normalized_elo(scores: Mapping[float, int]) -> float | None:
    """Return the normalized Elo of an entrant against the other: its lead in points a game, measured in how much the
    points of one game vary within blocks, on the scale of Elo. Unlike Elo it tells how many games it takes to show the
    difference, however many of them are drawn. None where nothing varies.

    `scores` are how many blocks were worth so many points, which go up to the number of games of a block. Source:
    M. Van den Bergh, "Normalized Elo", https://www.cantate.be/Fishtest/normalized_elo_practical.pdf.
    """
    blocks, games = sum(scores.values()), max(scores, default=0)
    if not blocks:
        return None
    mean = sum(points * times for points, times in scores.items()) / blocks
    variance = sum(times * (points - mean) ** 2 for points, times in scores.items()) / blocks
    return (mean - games / 2) / sqrt(games * variance) * 2 * ELO if variance > 0 else None


def intervals_of_two(ratings: Ratings, found: Comparison, all: Count) -> Intervals:
    """Return the intervals of both entrants in a table; `all` counts the games of entrant 0."""
    first = ratings.elo[0]
    low, high = (_rating_at(share, first, all) for share in (found.low, found.high))
    low, high = min(low, first), max(high, first)
    order = (1, 0) if first < 0 else (0, 1)
    chances = {0: found.chance, 1: 1 - found.chance}
    ends = {0: (first, low, high), 1: (-first, -high, -low)}
    entrants = []
    for entrant in (0, 1):
        surely = None if found.better is None else 1 + (entrant != found.better)
        rank = 1 if first == 0 else 1 + (entrant != order[0])
        p_next = chances[entrant] if entrant == order[0] else None
        entrants.append(Interval(*ends[entrant], rank, surely or 1, surely or 2, surely or 1, p_next))
    return Intervals((entrants[0], entrants[1]), order, "blocks", found.level, 0, 0)


def _rating_at(share: float, rating: float, all: Count) -> float:
    """Return the rating at which an entrant is expected to score this share of points, by Davidson's model of draws.

    Draws are as likely as observed, with one decided game added. The ratings of two are centred on zero, so their
    difference is twice this.
    """
    draws = all.draws / (all.games + 1)
    tie = 2 * cosh(rating / ELO) * draws / (1 - draws)
    low, high = -FURTHEST, FURTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        win, loss = exp(middle), exp(-middle)
        if (win + tie / 2) / (win + tie + loss) < share:
            low = middle
        else:
            high = middle
    return ELO * low
