"""Grows by choice: takes the cell that is worth most, by the smallest army that can, and walks idle armies on.

A city is worth more than a plain, a rival's cell more than an empty one, and a cell with room around it more than a
corner. It never gathers and never defends, so one strong army ends its dream.
"""

from sandlot.games import generals

WORTH = {"capital": 1000, "city": 20, "plain": 0, "fog": 0}


def move(view):
    own = set(generals.mine(view))
    armies = [cell for cell in own if army(view, cell) > 1]
    captures = [
        (worth(view, own, target), -army(view, source), source, target)
        for source in armies
        for target in generals.neighbours(view, source)
        if target not in own and army(view, target) < army(view, source) - 1
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


def army(view, cell):
    return view["army"][cell[0]][cell[1]]
