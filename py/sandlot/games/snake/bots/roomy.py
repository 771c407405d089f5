"""Goes where it has the most room: it floods the free cells from every safe cell and counts what the water reaches.

This keeps it out of dead ends and of the pockets that its own body makes. It does not ask what the other will do.
"""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    taken = {(row, column) for row, column in view["obstacles"]}
    for snake in view["snakes"]:
        taken.update((row, column) for row, column in snake["body"])
    row, column = view["snakes"][view["player"]]["body"][0]
    best, most = 0, (-1, 0)
    for direction in view["safe"]:
        down, right = STEPS[direction]
        cell = row + down, column + right
        # Where the room is the same, keeping close to a wall leaves the rest of it in one piece.
        worth = flood(view, cell, taken), -len(around(view, cell, taken))
        if worth > most:
            best, most = direction, worth
    return best


def flood(view, start, taken):
    """Return how many cells can be reached from a cell while nothing moves."""
    reached, edge = {start}, [start]
    while edge:
        for cell in around(view, edge.pop(), taken):
            if cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return len(reached)


def around(view, cell, taken):
    """Return the free cells next to a cell."""
    row, column = cell
    cells = [(row + down, column + right) for down, right in STEPS]
    return [(r, c) for r, c in cells if 0 <= r < view["rows"] and 0 <= c < view["columns"] and (r, c) not in taken]
