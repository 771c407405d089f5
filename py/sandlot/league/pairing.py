"""Who plays whom next in a ladder: those whose order is least known. A plan of its own, because people come and go.

A block between two tells most if they are about equal, if they have met seldom, and if it is not yet known who is
better: their rank intervals overlap (see `stats.ranks`). Who is new is placed first: against opponents spread over the
whole ranking, so that a handful of games tells where it belongs. Two play no more than a number of blocks, and fewer
once their order is clear: so a ladder in which nobody changes comes to an end.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp

from sandlot.jobs import done
from sandlot.stats.blocks import Result
from sandlot.stats.intervals import LEVEL
from sandlot.stats.ranks import told_apart
from sandlot.stats.ratings import ELO, rate

CLEAR = 0.1
"""How much a block counts between two whose order is clear, of one between two whose order is not."""
CLEAR_BLOCKS = 2
"""Most blocks of two whose order is clear."""
UNEVEN = 2
"""Most blocks of one entrant in a run, as a multiple of the mean."""


def next_pairs(
    count: int, results: Mapping[int, Result], blocks: int, placing: int, most: int
) -> list[tuple[int, int]]:
    """Return the pairs of the next blocks, of entrants 0 to `count` - 1. The same results give the same pairs.

    At most `blocks` of them; who has played fewer than `placing` comes first. No two play more than `most` in all.
    """
    if count < 2:
        return []
    met = Counter(pair for result in results.values() for pair in [_pair(*result.block.players)])
    had = Counter(each for pair, times in met.items() for each in pair for _ in range(times))
    elo, low, high = _known(count, results)
    new = {each for each in range(count) if had[each] < placing}
    pairs = _placed(count, elo, met, had, placing, blocks, most)
    room = max(UNEVEN * 2 * -(-blocks // count), placing)
    # Before its first results are in, nobody knows which games would tell most of a new one.
    held = new if len(new) < count else set()
    use = Counter(each for pair in pairs for each in pair)

    def worth(pair: tuple[int, int]) -> float:
        one, other = pair
        root = exp(-abs(elo[one] - elo[other]) / ELO)
        overlap = low[one] <= high[other] and low[other] <= high[one]
        if met[pair] >= (most if overlap else min(most, CLEAR_BLOCKS)):
            return 0.0
        return (1.0 if overlap else CLEAR) * root / (1 + root) ** 2 / (1 + met[pair])

    # Each pair is worth less with each block that it plays.
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
    """Return blocks for those who are new, against opponents at even distances in the ranking; and count them."""
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
    """Return ratings, and the least and the greatest rank that each may have."""
    if not results:
        return [0.0] * count, [1] * count, [count] * count
    ratings = rate(results.values(), count)
    apart = done(told_apart(ratings, [], LEVEL))
    # An entry that has not played can be of any strength.
    low = [rank if one else 1 for rank, one in zip(apart.low, ratings.played, strict=True)]
    high = [rank if one else count for rank, one in zip(apart.high, ratings.played, strict=True)]
    return ratings.elo, low, high


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
