"""Races for the board: it takes the step after which it reaches more cells before the other snake does.

Both snakes flood the free cells in turn, a ring of cells a step, and a cell belongs to whoever floods it first. So it
cuts the other off where it can. It looks no further than its own next step.
"""

STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def move(view):
    taken = {(row, column) for row, column in view["obstacles"]}
    for snake in view["snakes"]:
        taken.update((row, column) for row, column in snake["body"])
    mine, theirs = (tuple(view["snakes"][k]["body"][0]) for k in (view["player"], 1 - view["player"]))
    best, most = 0, -1000
    for direction in view["safe"]:
        down, right = STEPS[direction]
        lead = race(view, (mine[0] + down, mine[1] + right), theirs, taken)
        if lead > most:
            best, most = direction, lead
    return best


def race(view, mine, theirs, taken):
    """Return how many more cells we reach first, if we have just moved and the other is about to."""
    open_cells = {(row, column) for row in range(view["rows"]) for column in range(view["columns"])} - taken - {mine}
    ours, others, lead = {mine}, {theirs}, 0
    while ours or others:
        # The other moves first, since we have had our step; so no cell is ever reached at the same time.
        others = ring(others, open_cells)
        open_cells -= others
        ours = ring(ours, open_cells)
        open_cells -= ours
        lead += len(ours) - len(others)
    return lead


def ring(cells, open_cells):
    """Return the open cells next to any of the cells."""
    return {(r + down, c + right) for r, c in cells for down, right in STEPS} & open_cells
