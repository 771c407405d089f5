"""Greedy that knows where to go: takes any cell that it can take, or else walks its biggest army to the border.

All cells are the same to it, so it goes for neither cities nor rivals.
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
    return walk(view, own, armies)


def walk(view, own, armies):
    """Bring the biggest army one step nearer to the border."""
    border = [cell for mine in own for cell in generals.neighbours(view, mine) if cell not in own]
    if not border or not armies:
        return None
    grid = generals.distances(view, border)
    source = max(armies, key=lambda cell: (army(view, cell), cell))
    target = min(generals.neighbours(view, source), key=lambda cell: grid[cell[0]][cell[1]] or 0)
    return generals.go(source, target) if target in own else None


def army(view, cell):
    return view["army"][cell[0]][cell[1]]
