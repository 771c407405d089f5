"""Moves from any cell of its own in any direction: the second of the source's three strategies."""

import random

from sandlot.games import generals


def move(view):
    source = random.choice(generals.mine(view))
    targets = generals.neighbours(view, source)
    if not targets:
        return None
    return generals.go(source, random.choice(targets), half=random.random() < 0.5)
