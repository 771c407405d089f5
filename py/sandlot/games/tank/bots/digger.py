"""Digs the shortest way to the enemy's base, and shoots the tank that bars it; it never dodges."""

import heapq

STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # up, right, down, left: the orders 0..3; 4 more to shoot that way
STAY, SHOOT = -1, 4
FAR = 1000


def move(view):
    me = view["player"]
    bricks = {(x, y) for x, y in view["bricks"]}
    bases = [(base["x"], base["y"]) for base in view["bases"]]
    solid = {(x, y) for x, y in view["steel"]} | set(bases)
    turns = turns_to(bases[1 - me], bricks, solid)
    enemies = {(tank["x"], tank["y"]) for tank in view["tanks"][1 - me] if tank["alive"]}
    orders = []
    for tank, legal in zip(view["tanks"][me], view["legal"], strict=True):
        here = (tank["x"], tank["y"])
        orders.append(choose(here, legal, turns, bricks, bases[1 - me], enemies) if tank["alive"] else STAY)
    return orders


def choose(here, legal, turns, bricks, base, enemies):
    """Take the neighbour from which it is shortest. If a brick or a tank is there, shoot it; so the base."""
    best, order = FAR, STAY
    for direction in range(4):
        cell = ahead(here, direction)
        if cell == base or (turns.get(here) == 1 and points_at(here, direction, base)):
            cost, wish = 0, direction + SHOOT
        elif cell in bricks or cell in enemies:
            cost, wish = turns.get(cell, FAR) + (cell in bricks), direction + SHOOT
        else:
            cost, wish = turns.get(cell, FAR), direction
        if cost < best and (wish in legal or wish >= SHOOT):
            best, order = cost, wish
    return order if order in legal else STAY  # a tank that has just shot waits for the next shot


def turns_to(base, bricks, solid):
    """Return how many turns it takes from every cell to hit the base: one a step, and one more for each brick."""
    queue = [(1, cell) for direction in range(4) for cell in in_sight(base, direction, bricks, solid)]
    turns = {}
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell in turns:
            continue
        turns[cell] = cost
        for direction in range(4):
            before = ahead(cell, direction)
            if inside(before) and before not in solid and before not in turns:
                heapq.heappush(queue, (cost + 1 + (cell in bricks), before))
    return turns


def in_sight(base, direction, bricks, solid):
    """Yield the cells on one side of the base up to the first brick, that cell included."""
    cell = ahead(base, direction)
    while inside(cell) and cell not in solid:
        yield cell
        if cell in bricks:
            return
        cell = ahead(cell, direction)


def points_at(here, direction, base):
    dx, dy = STEPS[direction]
    return any((here[0] + n * dx, here[1] + n * dy) == base for n in range(1, 9))


def inside(cell):
    return 0 <= cell[0] < 9 and 0 <= cell[1] < 9


def ahead(cell, direction):
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]
