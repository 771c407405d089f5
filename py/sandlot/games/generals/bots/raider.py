"""Hunter in a rhythm: all plains grow every 50 rounds, and right after that its armies join the biggest one.

Then this one goes for the nearest cell of a rival in sight, or the capital. In the rest of the 50 rounds it grows as
settler does. If it sees no rival yet, it marches to where its own capital would be on a board turned by a half.
"""

from sandlot.games import generals

CYCLE = 50  # rounds from one growth of the plains to the next
GATHER, MARCH = 16, 42  # the rounds of a cycle in which gathering ends, and the march
SMALL = 6  # units; a leader that has shrunk to this has done its work
WORTH = {"capital": 1000, "city": 20, "plain": 0, "fog": 0}


def move(view):
    own = set(generals.mine(view))
    armies = [cell for cell in own if army(view, cell) > 1]
    return raid(view, own, armies) or grow(view, own, armies)


def raid(view, own, armies):
    """Gather, then march, if it is time for that."""
    moment = view["round"] % CYCLE
    leader = max(armies, key=lambda cell: (army(view, cell), cell), default=None)
    prey = prey_in_sight(view) or opposite(view, own)
    if leader is None or not prey or view["round"] < CYCLE or moment > MARCH:
        return None
    if moment < GATHER:
        return gather(view, own, armies, leader)
    return hunt(view, own, leader, prey) if army(view, leader) > SMALL else None


def opposite(view, own):
    """Return the cell where my capital would be on a board turned by a half, if it is still in the fog."""
    i, j = next(cell for cell in own if view["kind"][cell[0]][cell[1]] == "capital")
    i, j = view["rows"] - 1 - i, view["cols"] - 1 - j
    return [(i, j)] if view["kind"][i][j] == "fog" else []


def hunt(view, own, leader, prey):
    """Bring the leader one step nearer to the nearest prey."""
    grid = generals.distances(view, prey)
    ahead = [cell for cell in generals.neighbours(view, leader) if grid[cell[0]][cell[1]] is not None]
    if not ahead:
        return None
    target = min(ahead, key=lambda cell: (grid[cell[0]][cell[1]], -army(view, cell)))
    return generals.go(leader, target) if target in own or takes(view, leader, target) else None


def gather(view, own, armies, leader):
    """Bring the army that has most units for its way one step nearer to the leader."""
    grid = generals.distances(view, [leader])
    joining = [cell for cell in armies if cell != leader and grid[cell[0]][cell[1]]]
    if not joining:
        return None
    source = max(joining, key=lambda cell: ((army(view, cell) - 1) / grid[cell[0]][cell[1]], cell))
    target = min(generals.neighbours(view, source), key=lambda cell: (grid[cell[0]][cell[1]], -army(view, cell)))
    return generals.go(source, target) if target in own or takes(view, source, target) else None


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
