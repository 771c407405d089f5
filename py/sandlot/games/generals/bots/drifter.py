"""Greedy that wastes no turn: when it can take nothing, it moves an army that has units to move.

Most cells hold a single unit, which has to stay. Greedy picks any cell, so most of its moves move nothing.
"""

import random

from sandlot.games import generals


def move(view):
    armies = [cell for cell in generals.mine(view) if army(view, cell) > 1]
    moves = [(source, target) for source in armies for target in generals.neighbours(view, source)]
    captures = [(source, target) for source, target in moves if takes(view, source, target)]
    if captures or moves:
        return generals.go(*random.choice(captures or moves))
    return None


def takes(view, source, target):
    i, j = target
    return view["owner"][i][j] != view["player"] and army(view, target) < army(view, source) - 1


def army(view, cell):
    return view["army"][cell[0]][cell[1]]
