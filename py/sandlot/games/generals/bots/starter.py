"""Your first generals bot. Press Run, watch it play,
then make it better.

move(view) is called when it is your turn. Cells are
(row, column) from 0. view["kind"], view["owner"] and
view["army"] are grids: view["army"][i][j] is the army on
cell (i, j). Out of sight, kind is "fog" or "obstacle".

Return generals.go(source, target) to move all units but
one; add half=True to move half; return None to stay.

Sentences and the board count from 1. Press c twice, and
the board counts from 0 as the view does.
"""

import random

from sandlot.games import generals


def move(view):
    takes = []
    for source in generals.mine(view):
        for target in generals.neighbours(view, source):
            if can_take(view, source, target):
                worth = value(view, target)
                luck = random.random()  # among equals
                takes.append((worth, luck, source, target))
    if takes:
        *_, source, target = max(takes)
        return generals.go(source, target)
    return send_biggest_army(view)


def can_take(view, source, target):
    i, j = target
    if view["owner"][i][j] == view["player"]:
        return False
    return army(view, target) < army(view, source) - 1


def value(view, target):
    i, j = target
    if view["kind"][i][j] == "capital":
        return 3  # this wins the game
    if view["kind"][i][j] == "city":
        return 2  # it grows by one every second round
    return 1 if view["owner"][i][j] >= 0 else 0


def send_biggest_army(view):
    """Move it one step towards the nearest cell to take."""
    own = set(generals.mine(view))
    border = []
    for mine in own:
        near = generals.neighbours(view, mine)
        border += [cell for cell in near if cell not in own]
    steps = generals.distances(view, border)

    source = max(own, key=lambda cell: army(view, cell))
    near = generals.neighbours(view, source)
    targets = [cell for cell in near if cell in own]
    if not border or not targets:
        return None

    def distance(cell):
        return steps[cell[0]][cell[1]] or 0

    return generals.go(source, min(targets, key=distance))


def army(view, cell):
    i, j = cell
    return view["army"][i][j]
