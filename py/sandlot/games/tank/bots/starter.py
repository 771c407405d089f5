"""Your first tank bot. Press Run, watch it play, then
make it better.

move(view) is called once a turn and returns one order
for each of your two tanks: -1 stay; 0, 1, 2, 3 drive up,
right, down, left; 4, 5, 6, 7 shoot in that direction.
"""

import random


def move(view):
    me = view["player"]  # 0: blue, above; 1: red, below
    orders = []
    for number, tank in enumerate(view["tanks"][me]):
        legal = view["legal"][number]  # what it may do now
        x, y = tank["x"], tank["y"]
        print(f"tank {number} at ({x}, {y}) may do {legal}")
        orders.append(choose(view, tank, legal))
    return orders


def choose(view, tank, legal):
    base = view["bases"][1 - view["player"]]  # the enemy's
    forward = 2 if base["y"] > tank["y"] else 0
    sideways = 1 if base["x"] > tank["x"] else 3

    if tank["y"] == base["y"] and sideways + 4 in legal:
        return sideways + 4  # in line with the base: shoot
    # Drive forward, or shoot the brick in the way.
    for order in (forward, forward + 4):
        if order in legal and tank["y"] != base["y"]:
            return order
    return random.choice(legal)
