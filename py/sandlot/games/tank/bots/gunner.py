"""Short-sighted: shoots an enemy tank that is near enough; otherwise it drives and digs about at random."""

import random

STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # up, right, down, left: the orders 0..3; 4 more to shoot that way
SHOOT = 4
SIGHT = 2  # cells


def move(view):
    things = board(view)
    orders = []
    for tank, legal in zip(view["tanks"][view["player"]], view["legal"], strict=True):
        targets = {order: target(view, things, tank, order - SHOOT) for order in legal if order >= SHOOT}
        hits = [order for order, (what, far) in targets.items() if what == "enemy tank" and far <= SIGHT]
        harmless = [order for order in legal if order < SHOOT or targets[order][0] != "own"]
        orders.append(random.choice(hits or harmless))
    return orders


def target(view, things, tank, direction):
    """Follow a shot to the first thing that it hits, and say what that is and how far away."""
    dx, dy = STEPS[direction]
    x, y, far = tank["x"] + dx, tank["y"] + dy, 1
    while 0 <= x < view["width"] and 0 <= y < view["height"]:
        if (x, y) in things:
            return things[x, y], far
        x, y, far = x + dx, y + dy, far + 1
    return "nothing", far


def board(view):
    """Return what is in each cell that is not empty."""
    me = view["player"]
    things = dict.fromkeys(((x, y) for x, y in view["bricks"] + view["steel"]), "wall")
    for side, tank, base in ((1 - me, "enemy tank", "enemy base"), (me, "own", "own")):
        home = view["bases"][side]
        things[home["x"], home["y"]] = base
        # A cell with tanks of both sides counts as an own one, because these are written last.
        things |= {(each["x"], each["y"]): tank for each in view["tanks"][side] if each["alive"]}
    return things
