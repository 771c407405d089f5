"""The halving of the source: shoots where as near as can be half of what is still possible has a plane.

Of equally good cells it takes the first in row order, and it compares doubles, as the original program does.
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
    """There is only one placing left: shoot its heads, in row order."""
    return next((x, y) for x, y in cells if possible & known.head[x, y])
