"""Gives random orders, but never a shot that would hit its own base or tank: it loses no game by its own hand."""

import random

STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # up, right, down, left: the orders 0..3; 4 more to shoot that way
SHOOT = 4


def move(view):
    me = view["player"]
    base = view["bases"][me]
    own = {(tank["x"], tank["y"]) for tank in view["tanks"][me] if tank["alive"]} | {(base["x"], base["y"])}
    orders = []
    for tank, legal in zip(view["tanks"][me], view["legal"], strict=True):
        harmless = [order for order in legal if order < SHOOT or first_hit(view, tank, order - SHOOT) not in own]
        orders.append(random.choice(harmless))
    return orders


def first_hit(view, tank, direction):
    """Return the first cell that a shot would hit, or None. It also flies on over enemies: they are no loss."""
    stops = {tuple(cell) for cell in view["bricks"] + view["steel"]}
    stops |= {(base["x"], base["y"]) for base in view["bases"]}
    stops |= {(each["x"], each["y"]) for each in view["tanks"][view["player"]] if each["alive"]}
    dx, dy = STEPS[direction]
    x, y = tank["x"] + dx, tank["y"] + dy
    while 0 <= x < view["width"] and 0 <= y < view["height"]:
        if (x, y) in stops:
            return x, y
        x, y = x + dx, y + dy
    return None
