"""Settler with a spearhead: once a rival is in sight, its biggest army goes for the nearest of its cells.

If a capital is in sight, that is its prey. All other armies grow as settler's do; it gathers nothing, remembers
nothing, and leaves its own capital to luck.
"""

from sandlot.games import generals

STRONG = 20  # units; a smaller army does not hunt
WORTH = {"capital": 1000, "city": 20, "plain": 0, "fog": 0}


def move(view):
    own = set(generals.mine(view))
    armies = [cell for cell in own if army(view, cell) > 1]
    return hunt(view, own, armies) or grow(view, own, armies)


def hunt(view, own, armies):
    """Bring the biggest army one step nearer to the nearest prey."""
    leader = max(armies, key=lambda cell: (army(view, cell), cell), default=None)
    prey = prey_in_sight(view)
    if leader is None or army(view, leader) < STRONG or not prey:
        return None
    grid = generals.distances(view, prey)
    ahead = [cell for cell in generals.neighbours(view, leader) if grid[cell[0]][cell[1]] is not None]
    if not ahead:
        return None
    target = min(ahead, key=lambda cell: (grid[cell[0]][cell[1]], -army(view, cell)))
    return generals.go(leader, target) if target in own or takes(view, leader, target) else None


def prey_in_sight(view):
    """Return the capitals of rivals, or if there is none all of their cells."""
    cells = [(i, j) for i in range(view["rows"]) for j in range(view["cols"])]
    prey = [(i, j) for i, j in cells if view["owner"][i][j] >= 0 and view["owner"][i][j] != view["player"]]
    return [(i, j) for i, j in prey if view["kind"][i][j] == "capital"] or prey


def grow(view, own, armies):
    """Take the cell that is worth most with the smallest army; else walk to the border."""
    captures = [
        (worth(view, own, target), -army(view, source), source, target)
        for source in armies
        for target in generals.neighbours(view, source)
        if target not in own and takes(view, source, target)
    ]
    if captures:
        *_, source, target = max(captures)
        return generals.go(source, target)
    return walk(view, own, armies)


def worth(view, own, target):
    i, j = target
    rival = 4 if view["owner"][i][j] >= 0 else 0
    room = sum(cell not in own for cell in generals.neighbours(view, target))
    return WORTH[view["kind"][i][j]] + rival + room


def walk(view, own, armies):
    """Bring an army one step nearer to the border: a big one, and rather one that is nearly there."""
    border = [cell for mine in own for cell in generals.neighbours(view, mine) if cell not in own]
    if not border or not armies:
        return None
    grid = generals.distances(view, border)

    def steps(cell):
        return grid[cell[0]][cell[1]] or 0

    source = max(armies, key=lambda cell: (army(view, cell) - 2 * steps(cell), cell))
    target = min(generals.neighbours(view, source), key=steps)
    return generals.go(source, target) if target in own else None


def takes(view, source, target):
    return army(view, target) < army(view, source) - 1


def army(view, cell):
    return view["army"][cell[0]][cell[1]]
