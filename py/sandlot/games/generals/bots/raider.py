"""Attacks in a rhythm: every 50 rounds all cells grow, and right after that it gathers one army and sends it out.

In between it grows like settler. It knows where to go: fair maps are symmetric, so the pattern of obstacles, which
shows through the fog, tells which reflection of its own capital is the rival's. It never looks behind itself.
"""

from typing import Any

from sandlot.games import generals

CYCLE = 50  # rounds from one growth of the plains to the next
GATHER = 16  # rounds of a cycle in which armies join the leader
MARCH = 42  # the round of a cycle in which the march ends
SMALL = 6  # units; a leader that has shrunk to this has done its work

capitals: dict[int, tuple[int, int]] = {}  # that were seen, by player
empty: set[tuple[int, int]] = set()  # cells that were seen and hold no capital
mirrors: Any = None


def move(view):
    own = set(generals.mine(view))
    look(view)
    armies = [cell for cell in own if army(view, cell) > 1]
    return strike(view, own, armies) or raid(view, own, armies) or grow(view, own, armies)


def look(view):
    """Remember capitals, and where there is none."""
    global mirrors
    for i, row in enumerate(view["kind"]):
        for j, kind in enumerate(row):
            if kind == "capital":
                capitals[view["owner"][i][j]] = (i, j)
            elif kind != "fog":
                empty.add((i, j))
    if mirrors is None:
        mirrors = symmetric(view)


def symmetric(view):
    """Return the cells that mirror my capital under a symmetry of mountains and cities."""
    last, end = view["rows"] - 1, view["cols"] - 1
    ways = [lambda i, j: (last - i, end - j), lambda i, j: (last - i, j), lambda i, j: (i, end - j)]
    if last == end:
        ways += [lambda i, j: (j, i), lambda i, j: (last - j, last - i)]
    cells = [(i, j) for i in range(last + 1) for j in range(end + 1)]
    closed = {cell for cell in cells if view["kind"][cell[0]][cell[1]] in ("mountain", "city", "obstacle")}
    home = capitals.get(view["player"])
    return [way(*home) for way in ways if home and {way(*cell) for cell in closed} == closed]


def strike(view, own, armies):
    """Take a capital that is beside an army that is strong enough."""
    for player, (i, j) in capitals.items():
        if player != view["player"] and view["kind"][i][j] == "capital":
            for source in generals.neighbours(view, (i, j)):
                if source in armies and takes(view, source, (i, j)):
                    return generals.go(source, (i, j))
    return None


def raid(view, own, armies):
    """Gather and march, if it is time for that and it is known where to."""
    moment = view["round"] % CYCLE
    goal = target_of(view)
    if view["round"] < CYCLE or moment > MARCH or goal is None or not armies:
        return None
    grid = generals.distances(view, [goal])
    leader = max(armies, key=lambda cell: (army(view, cell), -(grid[cell[0]][cell[1]] or 0), cell))
    if moment < GATHER:
        return gather(view, own, armies, leader)
    ahead = [cell for cell in generals.neighbours(view, leader) if grid[cell[0]][cell[1]] is not None]
    if not ahead or army(view, leader) <= SMALL:
        return None
    step = min(ahead, key=lambda cell: (grid[cell[0]][cell[1]], -army(view, cell) if cell in own else 0))
    return generals.go(leader, step) if step in own or takes(view, leader, step) else None


def target_of(view):
    """Return the nearest capital of a rival: one that was seen, or else one that a symmetry promises."""
    home = capitals.get(view["player"], (0, 0))
    rivals = [p for p, each in enumerate(view["players"]) if each["alive"] and p != view["player"]]
    goals = [capitals[p] for p in rivals if p in capitals] or [cell for cell in mirrors if cell not in empty]
    return min(goals, key=lambda cell: abs(cell[0] - home[0]) + abs(cell[1] - home[1]), default=None)


def gather(view, own, armies, leader):
    """Move the army that brings the most units for the way that it has to go."""
    grid = generals.distances(view, [leader])

    def steps(cell):
        found = grid[cell[0]][cell[1]]
        return 10**6 if found is None else found

    others = [cell for cell in armies if cell != leader and steps(cell) < 10**6]
    if not others:
        return None
    source = max(others, key=lambda cell: ((army(view, cell) - 1) / (steps(cell) + 1), cell))
    target = min(generals.neighbours(view, source), key=lambda cell: (steps(cell), -army(view, cell)))
    return generals.go(source, target) if target in own or takes(view, source, target) else None


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
    border = [cell for mine in own for cell in generals.neighbours(view, mine) if cell not in own]
    if not border or not armies:
        return None
    grid = generals.distances(view, border)
    source = max(armies, key=lambda cell: (army(view, cell) - 2 * (grid[cell[0]][cell[1]] or 0), cell))
    target = min(generals.neighbours(view, source), key=lambda cell: grid[cell[0]][cell[1]] or 0)
    return generals.go(source, target) if target in own else None


def worth(view, own, target):
    i, j = target
    city = 5 if view["kind"][i][j] == "city" else 0
    rival = 4 if view["owner"][i][j] >= 0 else 0
    return city + rival + sum(cell not in own for cell in generals.neighbours(view, target))


def takes(view, source, target):
    return army(view, target) < army(view, source) - 1


def army(view, cell):
    return view["army"][cell[0]][cell[1]]
