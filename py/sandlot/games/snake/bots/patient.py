"""Races for the board as racer does, but over time: it knows that bodies draw back, and tries two steps of both.

A cell is free again once the tail has left it, so a wall that will be gone in time is no wall, and no shelter either.
Each of its steps is worth what is left after the other's best answer; after two steps of both it counts the cells.
"""

from sandlot.games.snake import grows

DEPTH = 2  # steps of both
HORIZON = 60  # how many steps of the race are run
WON = 1000
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    mine, theirs = ([tuple(cell) for cell in view["snakes"][k]["body"]] for k in (view["player"], 1 - view["player"]))
    open_cells = {(row, column) for row in range(view["rows"]) for column in range(view["columns"])}
    open_cells -= {(row, column) for row, column in view["obstacles"]}
    return look(mine, theirs, open_cells, view["step"], DEPTH)[1]


def look(mine, theirs, open_cells, step, depth):
    """Return how many more cells we reach first after some steps of both, and the best direction."""
    if not depth:
        return race(mine, theirs, open_cells, step), 0
    my_head, their_head = mine[0], theirs[0]
    if not grows(step):
        mine, theirs = mine[:-1], theirs[:-1]
    free = open_cells.difference(mine, theirs)
    answers = ring({their_head}) & free
    best = -2 * WON, 0
    for direction, cell in enumerate(around(my_head)):
        if cell in free:
            after = (look([cell, *mine], [answer, *theirs], open_cells, step + 1, depth - 1)[0] for answer in answers)
            best = max(best, (min(after, default=WON), direction))
    return best


def race(mine, theirs, open_cells, start):
    """Return how many more cells we reach first, from a step on, while both bodies draw back."""
    free = open_cells.difference(mine, theirs)
    our_edge, their_edge = {mine[0]}, {theirs[0]}
    ours, others = set(our_edge), set(their_edge)
    tails = list(zip(reversed(mine[1:]), reversed(theirs[1:]), strict=False))
    for step in range(start, start + HORIZON):
        gone = set() if grows(step) or not tails else set(tails.pop(0))
        free |= gone
        # Where a tail has gone, whoever was stopped by it can go on.
        beside = ring(gone)
        our_edge = ring(our_edge | beside & ours) & free
        their_edge = ring(their_edge | beside & others) & free
        free -= our_edge | their_edge
        ours |= our_edge - their_edge
        others |= their_edge - our_edge
        if not free and not tails:
            break
    return len(ours) - len(others)


def ring(cells):
    """Return the cells next to any of the cells."""
    return {near for cell in cells for near in around(cell)}


def around(cell):
    """Return the cells next to a cell, in the order of the directions."""
    return [(cell[0] + down, cell[1] + right) for down, right in STEPS]
