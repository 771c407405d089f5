"""Takes any cell that it can take, or else moves at random: the third of the source's three strategies."""

import random

from sandlot.games import generals


def move(view):
    captures = [
        (source, target)
        for source in generals.mine(view)
        for target in generals.neighbours(view, source)
        if wins(view, source, target)
    ]
    if captures:
        return generals.go(*random.choice(captures))
    source = random.choice(generals.mine(view))
    targets = generals.neighbours(view, source)
    if not targets:
        return None
    return generals.go(source, random.choice(targets), half=random.random() < 0.5)


def wins(view, source, target):
    (i, j), (x, y) = source, target
    return view["owner"][x][y] != view["player"] and view["army"][x][y] < view["army"][i][j] - 1
