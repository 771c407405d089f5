"""Shoots beside its hits, where there must be more of the plane; without a free cell beside a hit, at random.

It never asks which way the plane points, so it uncovers whole planes where one head would do.
"""

import random

from sandlot.games import planes

BESIDE = [(-1, 0), (0, -1), (0, 1), (1, 0)]


def move(view):
    if view["phase"] == "place":
        return random.choice(planes.placements(view["size"]).placings)
    hits = {(shot["x"], shot["y"]) for shot in view["shots"] if shot["found"] == "body"}
    beside = [[x, y] for x, y in view["legal"] if any((x + down, y + right) in hits for down, right in BESIDE)]
    return random.choice(beside or view["legal"])
