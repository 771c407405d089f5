"""Pairs the entrants of a ladder for the next run: first those whose order is least certain.

A block is most informative if its entrants are about equal and have met seldom, and if their order is open because
their rank intervals overlap (see `stats.ranks`). New entrants are placed first, against opponents spread over the whole
ranking, so that a few games show where they belong. A pair plays a limited number of blocks, and fewer once its order
is clear, so a ladder in which no bot changes comes to an end.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp

from sandlot.jobs import done
from sandlot.stats.blocks import Result
from sandlot.stats.intervals import LEVEL
from sandlot.stats.ranks import rank_intervals
from sandlot.stats.ratings import ELO, rate

CLEAR = 0.1
"""The value of a block between entrants whose order is clear, relative to one between entrants whose order is open."""
CLEAR_BLOCKS = 2
"""The maximum number of blocks of two entrants whose order is clear."""
UNEVEN = 2
"""The maximum number of blocks of one entrant in a run, as a multiple of the mean."""


def next_pairs(
    count: int, results: Mapping[int, Result], blocks: int, placing: int, most: int
) -> list[tuple[int, int]]:
    """Return the pairs of the next blocks, of entrants 0 to `count` - 1. The same results give the same pairs.

    There are at most `blocks` of them. Entrants with fewer than `placing` blocks come first. No pair plays more than
    `most` blocks in all.
    """
    if count < 2:
        return []
    met = Counter(pair for result in results.values() for pair in [_pair(*result.block.players)])
    had = Counter(each for pair, times in met.items() for each in pair for _ in range(times))
    elo, low, high = _known(count, results)
    new = {each for each in range(count) if had[each] < placing}
    pairs = _placed(count, elo, met, had, placing, blocks, most)
    room = max(UNEVEN * 2 * -(-blocks // count), placing)
    # Before its first results it is unknown which games would be most informative about a new entrant.
    held = new if len(new) < count else set()
    use = Counter(each for pair in pairs for each in pair)

    def worth(pair: tuple[int, int]) -> float:
        one, other = pair
        root = exp(-abs(elo[one] - elo[other]) / ELO)
        overlap = low[one] <= high[other] and low[other] <= high[one]
        if met[pair] >= (most if overlap else min(most, CLEAR_BLOCKS)):
            return 0.0
        return (1.0 if overlap else CLEAR) * root / (1 + root) ** 2 / (1 + met[pair])

    # The value of a pair decreases with each block that it plays.
    queue = [(-worth(pair), pair) for pair in ((a, b) for b in range(count) for a in range(b))]
    heapq.heapify(queue)
    while queue and len(pairs) < blocks:
        value, pair = heapq.heappop(queue)
        if value == 0 or any(use[each] >= (placing if each in held else room) for each in pair):
            continue
        pairs.append(pair)
        met[pair] += 1
        use.update(pair)
        heapq.heappush(queue, (-worth(pair), pair))
    return pairs


def _placed(
    count: int,
    elo: Sequence[float],
    met: Counter[tuple[int, int]],
    had: Counter[int],
    placing: int,
    blocks: int,
    most: int,
) -> list[tuple[int, int]]:
    """Return blocks for new entrants, against opponents at even distances in the ranking; add them
    to `met` and `had`.
    """
    order = sorted(range(count), key=lambda each: (-elo[each], each))
    pairs: list[tuple[int, int]] = []
    for new in sorted(range(count), key=lambda each: (had[each], each)):
        others = [each for each in order if each != new]
        for step in range(placing - had[new]):
            if len(pairs) >= blocks:
                return pairs
            at = (2 * step + 1) * len(others) // (2 * placing) % len(others)
            pair = min(
                (_pair(new, others[(at + off) % len(others)]) for off in range(len(others))), key=met.__getitem__
            )
            if met[pair] >= most:
                break
            pairs.append(pair)
            met[pair] += 1
            had.update(pair)
    return pairs


def _known(count: int, results: Mapping[int, Result]) -> tuple[Sequence[float], Sequence[int], Sequence[int]]:
    """Return the ratings in Elo, and the best (least) and worst possible rank of each entrant."""
    if not results:
        return [0.0] * count, [1] * count, [count] * count
    ratings = rate(results.values(), count)
    apart = done(rank_intervals(ratings, [], LEVEL))
    # An entrant that has not played may have any rank.
    low = [rank if one else 1 for rank, one in zip(apart.low, ratings.played, strict=True)]
    high = [rank if one else count for rank, one in zip(apart.high, ratings.played, strict=True)]
    return ratings.elo, low, high


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
