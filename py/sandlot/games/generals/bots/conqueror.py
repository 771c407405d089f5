"""Grows first, then gathers one army and marches on the capital, through the fog if it has to."""

import heapq

from sandlot.games import generals

GROW_UNTIL = 60  # rounds
SMALL = 8  # units; an army that has shrunk to this is no longer the leader
SIEGE = 60  # units; the most that a city in the fog is likely to cost
FAR = 10**6

capitals: dict[int, tuple[int, int]] = {}  # the capitals that were seen, by player
empty: set[tuple[int, int]] = set()  # cells that were seen and hold no capital
mountains: set[tuple[int, int]] = set()
goal = None  # the target of the campaign
leader = (-1, -1)  # the cell of the army that the others join


def move(view):
    field = Field(view)
    remember(field)
    if view["round"] < GROW_UNTIL:
        return strike(field) or guard(field) or grow(field)
    return strike(field) or guard(field) or campaign(field) or grow(field)


class Field:
    """The view, with the questions that this bot asks about it."""

    def __init__(self, view):
        self.view = view
        self.rows, self.cols = view["rows"], view["cols"]
        self.mine = generals.mine(view)
        self.own = set(self.mine)
        self.home = next(cell for cell in self.mine if self.kind(cell) == "capital")
        self.rivals = [p for p, each in enumerate(view["players"]) if each["alive"] and p != view["player"]]
        self.strongest = max(view["players"][p]["army"] for p in self.rivals)

    def kind(self, cell):
        return self.view["kind"][cell[0]][cell[1]]

    def army(self, cell):
        return self.view["army"][cell[0]][cell[1]]

    def owner(self, cell):
        return self.view["owner"][cell[0]][cell[1]]

    def near(self, cell):
        return generals.neighbours(self.view, cell)

    def ways(self, cell):
        """Return the neighbours of a cell that may be open: an obstacle in the fog can be a city."""
        i, j = cell
        beside = ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j))
        return [(a, b) for a, b in beside if 0 <= a < self.rows and 0 <= b < self.cols and (a, b) not in mountains]

    def toll(self, cell):
        """Return the units that it costs to march over a cell."""
        if self.kind(cell) == "obstacle":
            return SIEGE
        return 1 if cell in self.own and self.army(cell) > 1 else 2 + self.army(cell)

    def takes(self, source, target):
        return target not in self.own and self.army(target) < self.army(source) - 1

    def steps_to(self, goals):
        """Return a function from cells to the number of steps from there to the nearest goal."""
        grid = generals.distances(self.view, goals)

        def steps(cell):
            found = grid[cell[0]][cell[1]]
            return FAR if found is None else found

        return steps


def remember(field):
    """Remember what is seen now and may be out of sight later."""
    for i, row in enumerate(field.view["kind"]):
        for j, kind in enumerate(row):
            if kind == "capital":
                capitals[field.owner((i, j))] = (i, j)
            elif kind != "fog":
                empty.add((i, j))
                if kind == "mountain":
                    mountains.add((i, j))


# The four things it does, the most urgent first


def strike(field):
    """Take a capital that can be taken now."""
    for capital in found(field):
        for source in field.near(capital):
            if source in field.own and field.takes(source, capital):
                return generals.go(source, capital)
    return None


def guard(field):
    """Meet an army that could take the capital with its next move."""
    for threat in field.near(field.home):
        if field.owner(threat) in field.rivals and field.army(threat) > field.army(field.home):
            for source in field.near(threat):
                if source in field.own and field.takes(source, threat):
                    return generals.go(source, threat)
            helpers = [cell for cell in field.near(field.home) if cell in field.own and field.army(cell) > 1]
            if helpers:
                return generals.go(max(helpers, key=field.army), field.home)
    return None


def grow(field):
    """Take the best cell next to an army, or bring an army nearer to an empty one."""
    border = {cell for mine in field.mine for cell in field.near(mine) if cell not in field.own}
    takes = [(s, t) for t in border for s in field.near(t) if s in field.own and field.takes(s, t)]
    if takes:
        return generals.go(*max(takes, key=lambda take: worth(field, *take)))
    free = [cell for cell in border if field.army(cell) == 0] or border
    armies = [cell for cell in field.mine if field.army(cell) > 1]
    if not free or not armies:
        return None
    steps = field.steps_to(free)
    source = max(armies, key=lambda cell: field.army(cell) - 2 * steps(cell))
    target = min(field.near(source), key=steps)
    return generals.go(source, target) if target in field.own else None


def worth(field, source, target):
    """Prefer cities and rivals' cells, then cells with room around them, and small armies to big ones."""
    room = sum(cell not in field.own for cell in field.near(target))
    city = 5 if field.kind(target) == "city" else 0
    rival = 4 if field.owner(target) in field.rivals else 0
    return (city + rival + room, -field.army(source), source, target)


def campaign(field):
    """Gather around the leading army until it is strong enough, then march."""
    global goal, leader
    goal = find_goal(field)
    if goal is None:
        return None
    if leader not in field.own or field.army(leader) <= SMALL:
        leader = max(field.mine, key=lambda cell: (field.army(cell), -distance(cell, goal)))
    cost, ahead = road(field, leader, goal)
    if ahead is None:
        return None
    if field.army(leader) > min(cost + 10, 0.6 * field.strongest + 20):
        source, leader = leader, ahead
        return generals.go(source, ahead)
    return gather(field)


def gather(field):
    """Move the army that brings the most units to the leader for the distance it must go."""
    steps = field.steps_to([leader])
    armies = [cell for cell in field.mine if field.army(cell) > 1 and 0 < steps(cell) < FAR]
    if not armies:
        return None
    source = max(armies, key=lambda cell: (field.army(cell) - 1) / (steps(cell) + 1))
    target = min(field.near(source), key=lambda cell: (steps(cell), -field.army(cell)))
    return generals.go(source, target) if target in field.own or field.takes(source, target) else None


# Goals and roads


def found(field):
    return [capitals[player] for player in field.rivals if player in capitals]


def find_goal(field):
    """Return the nearest capital that was seen; else the likeliest cell in the fog, until it proves empty."""
    if found(field):
        return min(found(field), key=lambda cell: distance(cell, field.home))
    if goal is not None and goal not in empty:
        return goal
    rows, cols = field.rows, field.cols
    i, j = field.home
    likes = [(rows - 1 - i, cols - 1 - j), (rows - 1 - i, j), (i, cols - 1 - j)]
    cells = [(a, b) for a in range(rows) for b in range(cols)]
    hidden = [cell for cell in cells if field.kind(cell) == "fog" and cell not in empty]
    steps = field.steps_to([cell for cell in cells if field.owner(cell) in field.rivals])

    def doubt(cell):
        """Fair maps are symmetric, so a rival's capital may mirror mine; and rivals live near their capitals."""
        return (cell not in likes, steps(cell), -distance(cell, field.home))

    return min(hidden, key=doubt, default=None)


def road(field, start, end):
    """Return the units that the best road costs, and its first cell. Short roads are better, and so are roads that
    collect units.
    """
    costs, ahead = {end: 0}, {}
    queue = [(0, end)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cell == start:
            break
        if cost > costs[cell]:
            continue
        cost += field.toll(cell)
        for other in field.ways(cell):
            if cost < costs.get(other, FAR):
                costs[other], ahead[other] = cost, cell
                heapq.heappush(queue, (cost, other))
    return costs.get(start, FAR), ahead.get(start)


def distance(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
