"""Your first tank bot. Press Run, watch it play, then make it better.

move(view) is called once a turn and returns one order for each of your two tanks:
-1 stay, 0 up, 1 right, 2 down, 3 left, and 4, 5, 6, 7 to shoot up, right, down, left.
"""

import random


def move(view):
    me = view["player"]  # 0: blue, above; 1: red, below
    orders = []
    for number, tank in enumerate(view["tanks"][me]):
        legal = view["legal"][number]  # the orders this tank may be given now
        print(f"tank {number} at ({tank['x']}, {tank['y']}) may do {legal}")
        orders.append(choose(view, tank, legal))
    return orders


def choose(view, tank, legal):
    enemy_base = view["bases"][1 - view["player"]]
    forward = 2 if enemy_base["y"] > tank["y"] else 0
    sideways = 1 if enemy_base["x"] > tank["x"] else 3

    if tank["y"] == enemy_base["y"] and sideways + 4 in legal:
        return sideways + 4  # in line with the enemy base: shoot
    for order in (forward, forward + 4):
        if order in legal and tank["y"] != enemy_base["y"]:
            return order  # drive forward, or shoot the brick in the way
    return random.choice(legal)
