"""Orders of seats in which everybody follows everybody equally often, not only sits in each seat equally often.

In rotations one player always has the same one before it, who may leave it good chances or bad ones. So the games of a
block are the rows of a Williams design (1949, "Experimental designs balanced for the estimation of residual effects of
treatments", Australian Journal of Scientific Research A 2): a Latin square in whose rows everybody directly follows
everybody once. With an odd number of players that takes two squares, of which one is the other read backwards. A block
has the rows of one of them, so that it has no more games than with rotations.

As the first player follows the last one in the next turn, who is first where another is last changes as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import gcd

from sandlot.formats.bounds import MOST_ORDERS
from sandlot.series.blocks import orders
from sandlot.series.plans.designs import choices
from sandlot.series.plans.robin import circle

__all__ = ["backwards", "following_orders"]


def following_orders(players: int, number: int, backwards: bool | None = None) -> tuple[tuple[int, ...], ...]:
    """Return the orders of a block, as many as `orders` does. `number` is that of the block among those of the same
    players. With up to `MOST_ORDERS` of them, everybody has followed everybody equally often after `players` - 1
    blocks.

    `backwards` says which square of an odd number of players it is; None: both in turn.
    """
    square, second = divmod(number, 2) if players % 2 and backwards is None else (number, int(backwards or 0))
    names = _names(players, square) if players <= MOST_ORDERS else range(players)
    seats = _first_row(players)[:: 1 - 2 * second]
    return tuple(tuple(names[row[place]] for place in seats) for row in orders(players, square))


def backwards(count: int, players: int, round: int) -> bool:
    """Return which square an odd number of players has in a round of `count` entrants, see `designs`: the one after
    which entrants have followed each other most evenly.
    """
    return _squares(count, players, 1 << round.bit_length())[round]


@lru_cache(maxsize=64)
def _squares(count: int, players: int, rounds: int) -> tuple[bool, ...]:
    # How much more often an entrant was followed by the one at each distance in the circle than the other way around.
    more = [0] * count
    found = []
    times = Counter((after - before) % players for before, after in pairwise(_first_row(players)))
    for places in choices(count, players, rounds):
        change: Counter[int] = Counter()
        for at, one in enumerate(places):
            for beyond, other in enumerate(places):
                change[(other - one) % count] += times[(beyond - at) % players]
                change[(one - other) % count] -= times[(beyond - at) % players]
        # The second square changes as much, with the other sign.
        second = sum(more[far] * by for far, by in change.items()) > 0
        for far, by in change.items():
            more[far] += -by if second else by
        found.append(second)
    return tuple(found)


def _first_row(players: int) -> list[int]:
    """Return the first row of the square: 0, 1, -1, 2, -2 and so on."""
    return [(seat + 1) // 2 if seat % 2 else -(seat // 2) % players for seat in range(players)]


def _names(players: int, number: int) -> Sequence[int]:
    """Return who of the players stands for each number of the square.

    In its rows the last and the first are always equally far apart. An even number of players is named so that those
    who are half the way around apart are the pairs of a round robin; an odd one, so that other distances become this.
    """
    if players % 2:
        steps = [step for step in range(1, players // 2 + 1) if gcd(step, players) == 1]
        step = steps[number % len(steps)]
        return [step * each % players for each in range(players)]
    pairs = [circle(players, number % (players - 1), pair) for pair in range(players // 2)]
    return [pair[0] for pair in pairs] + [pair[1] for pair in pairs]
