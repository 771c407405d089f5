"""Simulates seasons of a league day by day: programs of known strength, some of which change, and the real choice of
pairs. Only the games are drawn at random instead of played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from time import process_time

from outcomes import LOSS, WIN, block
from sandlot.league.pairing import next_pairs
from sandlot.stats.blocks import Result
from sandlot.stats.ratings import rate

CLOSE = 0.5
"""Programs whose strengths differ by less count as equal: 87 Elo."""


@dataclass(frozen=True)
class Day:
    """The games of one day. `blocks` were chosen in `seconds`; `waiting` programs still have too few of them, and
    `wrong` is the share of the pairs of different strength that the standings have in the wrong order.
    """

    season: int
    day: int
    blocks: int
    seconds: float
    waiting: int
    wrong: float


@dataclass(frozen=True)
class Club:
    """A club: the number of programs, the number of them that change every day, and the limits of blocks."""

    bots: int = 200
    changes: int = 4
    blocks: int = 300
    placing: int = 4
    most: int = 20


def seasons(club: Club, days: Sequence[int], seed: int = 1) -> Iterator[Day]:
    """Yield every day of seasons that have this many days each. A season begins with the programs of the one before,
    but without results.
    """
    rng = Random(seed)
    strengths = [rng.gauss(0, 1) for _ in range(club.bots)]
    for season, length in enumerate(days, 1):
        results: list[Result] = []
        for day in range(1, length + 1):
            if day > 1:
                changed = rng.sample(range(club.bots), club.changes)
                for each in changed:
                    strengths[each] += rng.gauss(0.1, 0.5)
                # Ratings never mix the results of two programs.
                results = [one for one in results if not set(one.block.players) & set(changed)]
            began = process_time()
            known = dict(enumerate(results))
            pairs = next_pairs(club.bots, known, club.blocks, club.placing, club.most)
            seconds = process_time() - began
            for pair in pairs:
                games = [_game(strengths, *pair, rng) for _ in range(2)]
                results.append(block(pair, games, len(results)))
            had = [0] * club.bots
            for one in results:
                for each in one.block.players:
                    had[each] += 1
            waiting = sum(count < club.placing for count in had)
            yield Day(season, day, len(pairs), seconds, waiting, _wrong(strengths, results))


def _game(strengths: Sequence[float], one: int, other: int, rng: Random) -> tuple[int, int]:
    return WIN if rng.random() < 1 / (1 + exp(strengths[other] - strengths[one])) else LOSS


def _wrong(strengths: Sequence[float], results: Sequence[Result]) -> float:
    elo = rate(results, len(strengths)).elo
    pairs = [
        (one, other)
        for other in range(len(strengths))
        for one in range(other)
        if abs(strengths[one] - strengths[other]) > CLOSE
    ]
    return sum((strengths[one] > strengths[other]) != (elo[one] > elo[other]) for one, other in pairs) / len(pairs)
