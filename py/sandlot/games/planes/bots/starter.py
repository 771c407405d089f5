"""Your first planes bot. Press Run, watch
it play, then make it better.

move(view) is called once to place your
three planes, and then for every shot. A
cell is [x, y]: row and column, from 1. A
plane is [x, y, d]: the top-left cell of
its box, and where its head points: 0 up,
1 left, 2 down, 3 right.
"""

import random


def move(view):
    if view["phase"] == "place":
        two = [[1, 1, 0], [4, 4, 1]]
        return [*two, [1, 5, 2]]
    return shoot(view)


def shoot(view):
    if view["shots"]:
        last = view["shots"][-1]
        x, y = last["x"], last["y"]
        print(f"{x}, {y}: {last['found']}")

    legal = view["legal"]  # not yet shot
    for shot in view["shots"]:
        if shot["found"] != "body":
            continue
        # Beside a hit is more of it.
        x, y = shot["x"], shot["y"]
        for cell in around(x, y):
            if cell in legal:
                return cell
    return random.choice(legal)


def around(x, y):
    row = [[x, y - 1], [x, y + 1]]
    return [[x - 1, y], *row, [x + 1, y]]
