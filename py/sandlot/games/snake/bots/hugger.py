"""Creeps along walls: of the safe cells it enters the one with the fewest ways on, as long as there is one.

Whoever crosses open ground cuts his own room in two. Whoever keeps close to walls, obstacles and his own body leaves
the free cells in one piece.
"""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    taken = {(row, column) for row, column in view["obstacles"]}
    for snake in view["snakes"]:
        taken.update((row, column) for row, column in snake["body"])
    row, column = view["snakes"][view["player"]]["body"][0]
    best, fewest = 0, 5
    for direction in view["safe"]:
        down, right = STEPS[direction]
        ways = ways_on(view, row + down, column + right, taken)
        # A cell without a way on is the end, so it counts as the worst of all.
        if (ways or 4) < fewest:
            best, fewest = direction, ways or 4
    return best


def ways_on(view, row, column, taken):
    """Return how many free cells are next to a cell."""
    around = [(row + down, column + right) for down, right in STEPS]
    return sum(0 <= r < view["rows"] and 0 <= c < view["columns"] and (r, c) not in taken for r, c in around)
