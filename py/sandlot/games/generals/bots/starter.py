"""Your first generals bot. Press Run, watch it play, then make it better.

move(view) is called when it is your turn. Cells are (row, column) from 0; view["kind"], view["owner"] and
view["army"] are grids, so view["army"][i][j] is the army on cell (i, j). Out of sight, kind is "fog" or "obstacle".
Return generals.go(source, target) to move all units but one, add half=True to move half, or return None to stay.
Sentences and the board count from 1; press c twice, and the board counts from 0 as the view does.
"""

import random

from sandlot.games import generals


def move(view):
    captures = []
    for source in generals.mine(view):
        for target in generals.neighbours(view, source):
            if can_take(view, source, target):
                captures.append((value(view, target), random.random(), source, target))
    if captures:
        *_, source, target = max(captures)
        return generals.go(source, target)
    return send_biggest_army(view)


def can_take(view, source, target):
    i, j = target
    return view["owner"][i][j] != view["player"] and view["army"][i][j] < army(view, source) - 1


def value(view, target):
    i, j = target
    if view["kind"][i][j] == "capital":
        return 3  # this wins the game
    if view["kind"][i][j] == "city":
        return 2  # it grows by one every second round
    return 1 if view["owner"][i][j] >= 0 else 0


def send_biggest_army(view):
    """Move the biggest army one step towards the nearest cell that is not mine."""
    own = set(generals.mine(view))
    border = [cell for mine in own for cell in generals.neighbours(view, mine) if cell not in own]
    steps = generals.distances(view, border)
    source = max(own, key=lambda cell: army(view, cell))
    targets = [cell for cell in generals.neighbours(view, source) if cell in own]
    if not border or not targets:
        return None
    return generals.go(source, min(targets, key=lambda cell: steps[cell[0]][cell[1]] or 0))


def army(view, cell):
    i, j = cell
    return view["army"][i][j]
