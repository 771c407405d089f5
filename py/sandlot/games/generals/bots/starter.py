"""Your first generals bot. Press Run,
watch it play, then make it better.

move(view) is called when it is your turn.
A cell is (row, column), from 0.
view["army"][i][j] is the army on (i, j);
view["kind"] and view["owner"] are such
grids. Unseen, kind is "fog" or "obstacle".
generals.go(source, target) moves all units
but one, with half=True half; None stays.
The board counts from 1: press c twice, and
it counts from 0.
"""

import random

from sandlot.games import generals


def move(view):
    best, most = None, 0
    for source in generals.mine(view):
        for target in around(view, source):
            step = source, target
            worth = value(view, *step)
            if worth > most:
                best, most = step, worth
    if best:
        return generals.go(*best)
    return send_biggest_army(view)


def value(view, source, target):
    """How good a capture is; 0: none."""
    i, j = target
    owner = view["owner"][i][j]
    if owner == view["player"]:
        return 0
    moving = army(view, source) - 1
    if army(view, target) >= moving:
        return 0
    chance = random.random()
    if view["kind"][i][j] == "capital":
        return 4 + chance  # this wins it
    if view["kind"][i][j] == "city":
        return 3 + chance  # it makes units
    worth = 2 if owner >= 0 else 1
    return worth + chance


def send_biggest_army(view):
    """Go a step towards a foreign cell."""
    own = set(generals.mine(view))
    border = set()
    for mine in own:
        border.update(around(view, mine))
    border -= own
    far = generals.distances(view, border)

    def steps(cell):
        i, j = cell
        return far[i][j] or 0

    def size(cell):
        return army(view, cell)

    source = max(own, key=size)
    near = set(around(view, source))
    targets = own & near
    if not border or not targets:
        return None
    target = min(targets, key=steps)
    return generals.go(source, target)


def around(view, cell):
    return generals.neighbours(view, cell)


def army(view, cell):
    i, j = cell
    return view["army"][i][j]
