"""Claims ground: it floods the free cells from every safe cell and counts those nearer to it than to the other.

Near is as the crow flies, rows and columns, whatever is in the way: that is wrong often enough, but it drives the bot
into the middle and between the other and its room.
"""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    taken = {(row, column) for row, column in view["obstacles"]}
    for snake in view["snakes"]:
        taken.update((row, column) for row, column in snake["body"])
    row, column = view["snakes"][view["player"]]["body"][0]
    other = view["snakes"][1 - view["player"]]["body"][0]
    best, most = 0, (-1, 0)
    for direction in view["safe"]:
        down, right = STEPS[direction]
        cell = row + down, column + right
        # Where the claims are the same, keeping close to a wall leaves the room in one piece.
        worth = nearer(cell, other, flood(view, cell, taken)), -len(around(view, cell, taken))
        if worth > most:
            best, most = direction, worth
    return best


def nearer(cell, other, cells):
    """Return how many of the cells are nearer to a cell than to another."""
    return sum(distance(cell, each) < distance(other, each) for each in cells)


def distance(one, two):
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def flood(view, start, taken):
    """Return the cells that can be reached from a cell while nothing moves."""
    reached, edge = {start}, [start]
    while edge:
        for cell in around(view, edge.pop(), taken):
            if cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return reached


def around(view, cell, taken):
    """Return the free cells next to a cell."""
    row, column = cell
    cells = [(row + down, column + right) for down, right in STEPS]
    return [(r, c) for r, c in cells if 0 <= r < view["rows"] and 0 <= c < view["columns"] and (r, c) not in taken]
