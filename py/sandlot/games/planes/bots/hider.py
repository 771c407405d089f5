"""Shoots like entropy, and hides: of two random placings it takes the one it would need longer to find itself.

Half of a game is placing. Most opponents reason much alike, so what is hard for this bot's own shooter is hard for
theirs. But whoever knows this habit can expect it: compare `foresight`.
"""

import random
from math import log2

from sandlot.games import planes

HEAD_BONUS = 1.6
TRIES = 2


def move(view):
    known = planes.placements(view["size"])
    if view["phase"] == "place":
        return max(random.sample(known.placings, TRIES), key=lambda placing: shots_needed(known, placing))
    return choose(known, known.possible(view["shots"]), view["legal"])


def shots_needed(known, placing):
    """Return how many shots this bot's own shooter needs for a placing."""
    heads = {planes.head_cell(plane) for plane in placing}
    body = {cell for plane in placing for cell in planes.body_cells(plane)}
    possible, cells, shots = known.everything, list(known.cells), 0
    while heads:
        cell = choose(known, possible, cells)
        possible &= known.having(cell, "head" if cell in heads else "body" if cell in body else "empty")
        cells.remove(cell)
        heads.discard(cell)
        shots += 1
    return shots


def choose(known, possible, cells):
    """Choose the cell whose answer tells most, with a bonus for likely heads, as entropy does."""
    count = possible.bit_count()
    best, best_worth = None, -1.0
    for x, y in cells:
        head = (possible & known.head[x, y]).bit_count()
        body = (possible & known.body[x, y]).bit_count()
        worth = bits(count, (head, body, count - head - body)) + HEAD_BONUS * head / count
        if worth > best_worth:
            best, best_worth = (x, y), worth
    return best


def bits(count, parts):
    """Return the bits of an answer that splits `count` equally likely cases into these parts."""
    return log2(count) - sum(part * log2(part) for part in parts if part) / count
