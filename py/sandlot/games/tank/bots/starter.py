"""Your first tank bot. Press Run, watch it
play, then make it better.

move(view) is called once a turn, and gives
an order to each of your two tanks:
-1 stays, 0 up, 1 right, 2 down, 3 left;
4, 5, 6, 7 shoot up, right, down, left.
"""

import random


def move(view):
    me = view["player"]  # 0 is above
    orders = []
    for number in (0, 1):
        tank = view["tanks"][me][number]
        legal = view["legal"][number]
        print(f"tank {number} may {legal}")
        order = choose(view, tank, legal)
        orders.append(order)
    return orders


def choose(view, tank, legal):
    me = view["player"]
    base = view["bases"][1 - me]
    below = base["y"] > tank["y"]
    right = base["x"] > tank["x"]
    forward = 2 if below else 0
    sideways = 1 if right else 3

    in_line = base["y"] == tank["y"]
    if in_line and sideways + 4 in legal:
        return sideways + 4  # the base
    for order in (forward, forward + 4):
        # Drive, or shoot the brick ahead.
        if order in legal and not in_line:
            return order
    return random.choice(legal)
