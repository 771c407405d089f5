"""Shoots where the most planes could have their heads, and follows its hits.

For every plane that no shot speaks against it counts the hits that this plane would explain. Each of them makes the
plane `TRUST` times as likely, and a cell is worth as much as all planes together that have their heads there. It
looks at one plane at a time: that two planes cannot overlap, it does not know.
"""

import random

from sandlot.games import planes

TRUST = 4


def move(view):
    if view["phase"] == "place":
        return random.choice(planes.placements(view["size"]).placings)
    found = {(shot["x"], shot["y"]): shot["found"] for shot in view["shots"]}
    worth = dict.fromkeys(map(tuple, view["legal"]), 0)
    for plane in all_planes(view["size"]):
        if fits(plane, found):
            hits = sum(cell in found for cell in planes.body_cells(plane))
            worth[planes.head_cell(plane)] += TRUST**hits
    most = max(worth.values())
    return random.choice([cell for cell in worth if worth[cell] == most])


def all_planes(size):
    """Return every plane that lies on the board."""
    boxes = [(x, y, d) for x in range(1, size + 1) for y in range(1, size + 1) for d in range(4)]
    return [plane for plane in boxes if all(max(cell) <= size for cell in cells_of(plane))]


def cells_of(plane):
    return [planes.head_cell(plane), *planes.body_cells(plane)]


def fits(plane, found):
    """Tell whether no shot speaks against a plane: its head is not shot at yet, and nothing but hits on its body."""
    body_seen = (found.get(cell, "body") for cell in planes.body_cells(plane))
    return planes.head_cell(plane) not in found and all(seen == "body" for seen in body_seen)
