"""The source's halving: shoots at the cell that has a plane in as near as possible to half of all possible placings.

Among equally good cells it takes the first in row order. It compares doubles, as the original program does.
"""

import random

from sandlot.games import planes


def move(view):
    known = planes.placements(view["size"])
    if view["phase"] == "place":
        return random.choice(known.placings)
    return choose(known, known.possible(view["shots"]), view["legal"])


def choose(known, possible, cells):
    count = possible.bit_count()
    if count == 1:
        return next_head(known, possible, cells)
    best, best_gap = None, 0.5
    for x, y in cells:
        gap = abs((possible & known.taken[x, y]).bit_count() / count - 0.5)
        if gap < best_gap:
            best, best_gap = (x, y), gap
    return best


def next_head(known, possible, cells):
    """Shoot the heads of the only placing left, in row order."""
    return next((x, y) for x, y in cells if possible & known.head[x, y])
