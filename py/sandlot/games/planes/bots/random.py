"""Places its planes at random and shoots at random, never twice at the same cell."""

import random

from sandlot.games import planes


def move(view):
    if view["phase"] == "place":
        return random.choice(planes.placements(view["size"]).placings)
    return random.choice(view["legal"])
