"""Shoots at random, but only where a head can still be: at cells where some plane fits with its head.

A plane fits where no shot speaks against it: no miss on any of its cells, its head not on a hit, its body not on
a head. This looks at one plane at a time, so it never learns what three planes together rule out.
"""

import random

from sandlot.games import planes


def move(view):
    if view["phase"] == "place":
        return random.choice(planes.placements(view["size"]).placings)
    found = {(shot["x"], shot["y"]): shot["found"] for shot in view["shots"]}
    heads = {planes.head_cell(plane) for plane in all_planes(view["size"]) if fits(plane, found)}
    return random.choice([cell for cell in view["legal"] if tuple(cell) in heads] or view["legal"])


def all_planes(size):
    """Return every plane that lies on the board."""
    boxes = [(x, y, d) for x in range(1, size + 1) for y in range(1, size + 1) for d in range(4)]
    return [plane for plane in boxes if all(max(cell) <= size for cell in cells_of(plane))]


def cells_of(plane):
    return [planes.head_cell(plane), *planes.body_cells(plane)]


def fits(plane, found):
    body_seen = (found.get(cell, "body") for cell in planes.body_cells(plane))
    return planes.head_cell(plane) not in found and all(seen == "body" for seen in body_seen)
