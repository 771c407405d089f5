"""Drifter that lets its strength flow outwards: when it can take nothing, its biggest army goes on, to a smaller one.

So units leave the middle of the land, where they are of no use. It does not look where the border is, and often goes
round in circles: wanderer looks.
"""

import random

from sandlot.games import generals


def move(view):
    own = set(generals.mine(view))
    armies = sorted(cell for cell in own if army(view, cell) > 1)
    captures = [
        (source, target)
        for source in armies
        for target in generals.neighbours(view, source)
        if target not in own and army(view, target) < army(view, source) - 1
    ]
    if captures:
        return generals.go(*random.choice(captures))
    return roam(view, own, armies)


def roam(view, own, armies):
    """Move the biggest army to any cell of mine beside it."""
    if not armies:
        return None
    source = max(armies, key=lambda cell: (army(view, cell), cell))
    targets = [cell for cell in generals.neighbours(view, source) if cell in own]
    return generals.go(source, random.choice(targets)) if targets else None


def army(view, cell):
    return view["army"][cell[0]][cell[1]]
