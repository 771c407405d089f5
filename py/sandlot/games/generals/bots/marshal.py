"""Plans whole journeys: the best gain for every move, armies gathered along a tree, and a blow at the right moment.

It remembers what it saw, works out where the other capitals must be (fair maps are symmetric, and the pattern of
obstacles shows how), counts what its rivals can still have in the fog, and strikes as soon as it can gather more. An
army that comes for its own capital is met on the way, unless its own blow falls first. In a crowd it grows less.
"""

import heapq
from itertools import pairwise
from typing import Any

from sandlot.games import generals

OPEN, TOWN, HIDDEN, WALL = range(4)  # plain or capital; a known city; a city or a mountain in the fog; a mountain
SIEGE = 50  # units; what a city in the fog is likely to cost
PRICES = (5, 3, 2, 1.4, 1, 0.7, 0.4)  # units that a gathering must bring for each of its moves, the quickest first
HASTY = (250, 120, 60, 35, 20, 10, *PRICES)  # the same for attacks and in danger, when every move counts
DEPTH, WIDTH = 16, 20  # of the search for journeys
CYCLE = 50  # rounds from one growth of the plains to the next
MOVE = 0.3, 0.7  # what a move must gain at least, in cells: usually, and in a crowd
SHARE = 0.4, 0.25  # of the units that a rival hides, as many are expected in the capital
MUSTER = (10, 5), (30, 3)  # moves at a time that bring units to the front, and rounds until the next try
CROWD = 60  # from this round on more than one rival is a crowd
GUARD = 0.4  # of the units that a rival hides or has far away, as many may come to my capital, but for
LOST = 10  # units that the way through my land costs them
FAR = 14  # steps; armies that are farther from my capital need not be met yet
LONGEST = 70, 1.75  # moves of an attack; more on large maps: so many for each row and column
PARTS = 3  # of my land from which an attack may come
WON = 3  # times an only rival's army: mine is so much larger that an attack may take as long as it takes
TARGETS = 4  # rivals that are considered at a time

memory: Any = None


def move(view):
    field = recall(view)
    quiet = (muster, expand) if field.crowd else (expand, muster)
    for thought in (strike, defend, follow, attack, reserve, siege, *quiet):
        order = thought(field)
        if order and (thought is defend or order[::-1] != field.last):  # going back and forth leads nowhere
            field.last = order
            source, target = (divmod(cell, field.width) for cell in order)
            return generals.go(source, target, half=order[0] == field.home and field.garrison > 0)
    field.last = None
    return None


def recall(view):
    """Return what is known of this match; start afresh if it is another one, or if rounds are missing."""
    global memory
    if memory is None or not memory.continues(view):
        memory = Field(view)
    memory.update(view)
    return memory


class Field:
    """What is seen now, or was seen before. A cell is a number, row * width + column, with walls all around."""

    def __init__(self, view):
        self.rows, self.cols, self.me = view["rows"], view["cols"], view["player"]
        self.width = self.cols + 1
        size = self.width * (self.rows + 1)
        self.cells = [i * self.width + j for i in range(self.rows) for j in range(self.cols)]
        inside = set(self.cells)
        beside = (-self.width, -1, 1, self.width)
        self.near = {cell: [cell + way for way in beside if cell + way in inside] for cell in self.cells}
        self.land, self.owner, self.army = [WALL] * size, [-1] * size, [0] * size
        self.clear, self.met = [False] * size, [False] * size  # whether a cell is in sight, and ever was
        self.mine, self.foes, self.capitals = set[int](), set[int](), dict[int, int]()  # foes: cells in sight
        self.plan, self.patience, self.round, self.garrison = list[tuple[int, int]](), dict[str, int](), 0, 0.0
        self.drawn: list[Any] = [None] * self.rows
        self.likes: Any = None  # cells that mirror my capital
        self.last: Any = None

    def continues(self, view):
        same = (self.rows, self.cols, self.me) == (view["rows"], view["cols"], view["player"])
        return same and self.round < view["round"] <= self.round + 2

    def update(self, view):
        """Look at the rows that have changed."""
        self.round, self.left, self.players = view["round"], view["max_rounds"] - view["round"], view["players"]
        self.rivals = [p for p, each in enumerate(self.players) if each["alive"] and p != self.me]
        self.crowd = len(self.rivals) > 1 and self.round >= CROWD
        for i, row in enumerate(zip(view["kind"], view["owner"], view["army"], strict=True)):
            if row != self.drawn[i]:
                self.drawn[i] = row
                for j, each in enumerate(zip(*row, strict=True)):
                    self.look(i * self.width + j, *each)
        self.home = self.capitals.get(self.me) or max(self.mine, key=self.army.__getitem__)
        if self.likes is None:
            self.likes = mirrored(self)
        self.steps = spread(self, [self.home], self.passable)
        self.garrison = garrison(self)

    def look(self, cell, kind, owner, army):
        self.foes.discard(cell)
        if kind == "fog" or kind == "obstacle":
            self.clear[cell] = False
            if kind == "fog":
                self.land[cell] = OPEN
            elif self.land[cell] != TOWN and not self.met[cell]:
                self.land[cell] = HIDDEN
            if cell in self.mine:  # somebody has taken it
                self.mine.discard(cell)
                self.owner[cell] = self.rivals[0] if self.rivals else -1
            return
        self.clear[cell] = self.met[cell] = True
        self.owner[cell], self.army[cell] = owner, army
        self.land[cell] = {"mountain": WALL, "city": TOWN}.get(kind, OPEN)
        if kind == "capital":
            self.capitals[owner] = cell
        self.mine.discard(cell)
        if owner >= 0:
            (self.mine if owner == self.me else self.foes).add(cell)

    def passable(self, cell):
        """Tell whether armies come this way: a city of nobody would cost them too much."""
        return self.land[cell] == OPEN or (self.land[cell] == TOWN and self.owner[cell] >= 0)

    def spare(self, cell):
        """Return the units that may leave a cell: at home a garrison stays, or half of the army if that is enough."""
        if cell == self.home and self.garrison:
            return self.army[cell] // 2 if self.army[cell] // 2 >= self.garrison else 0
        return self.army[cell] - 1

    def takes(self, source, target):
        return self.spare(source) > self.army[target]

    def apart(self, one, other):
        (i, j), (x, y) = divmod(one, self.width), divmod(other, self.width)
        return abs(i - x) + abs(j - y)

    def hidden(self, rival):
        """Return the units that a rival may have in the fog, beyond the one on every cell."""
        seen = [cell for cell in self.foes if self.owner[cell] == rival]
        total = self.players[rival]
        return max(0, total["army"] - sum(self.army[c] for c in seen) - (total["cells"] - len(seen)))

    def targets(self):
        """Return the rivals that may be attacked: those whose capital is known in front, then those in sight."""
        near = {self.owner[cell] for cell in self.foes}
        order = sorted(self.rivals, key=lambda p: (p not in self.capitals, p not in near, self.players[p]["army"]))
        return order[:TARGETS]

    def wait(self, thought, rounds):
        """Do not come back to a thought that led to nothing before so many rounds have passed."""
        self.patience[thought] = self.round + rounds

    def waits(self, thought):
        return self.round < self.patience.get(thought, 0)


def mirrored(field):
    """Return the cells that mirror my capital under a symmetry of the map, if it has one."""
    last, end, width = field.rows - 1, field.cols - 1, field.width
    motions = [lambda i, j: (last - i, end - j), lambda i, j: (last - i, j), lambda i, j: (i, end - j)]
    if last == end:
        motions += [lambda i, j: (j, i), lambda i, j: (last - j, last - i)]
        motions += [lambda i, j: (j, last - i), lambda i, j: (last - j, i)]
    closed = {divmod(cell, width) for cell in field.cells if field.land[cell] != OPEN}
    here = divmod(field.home, width)
    places = [motion(*here) for motion in motions if {motion(*cell) for cell in closed} == closed]
    return sorted({i * width + j for i, j in places} - {field.home})


def suspect(field, rival):
    """Return the cell where a rival's capital is, or most likely is."""
    if rival in field.capitals:
        return field.capitals[rival]
    # Players are numbered in the order of their capitals, row by row.
    likes = [cell for cell in field.likes if not field.met[cell] and (cell > field.home) == (rival > field.me)]
    if likes:
        return min(likes, key=lambda cell: field.apart(cell, field.home))
    unseen = [cell for cell in field.cells if field.land[cell] == OPEN and not field.met[cell]]
    unseen = [cell for cell in unseen if (cell > field.home) == (rival > field.me)] or unseen
    seen = [cell for cell in field.cells if field.owner[cell] == rival]
    seen = seen[:: len(seen) // 12 + 1]

    def doubt(cell):
        """It is near the cells that the rival holds, and rather behind them than on my side."""
        nearest = min((field.apart(cell, each) for each in seen), default=0)
        return nearest - 0.4 * field.apart(cell, field.home) if seen else abs(field.apart(cell, field.home) - 9)

    return min(unseen, key=doubt, default=None)


def road(field, goal, starts):
    """Return the way to a cell from some cells of mine, as cells, and the units that it costs."""
    costs, ahead, done, free = {goal: 0}, dict[int, int](), set[int](), {goal, *field.mine}
    queue = [(0, 0, goal)]
    while queue:
        cost, units, cell = heapq.heappop(queue)
        if cell in done:
            continue
        done.add(cell)
        if cell in starts:
            way = [cell]
            while way[-1] != goal:
                way.append(ahead[way[-1]])
            return way, units
        here = 0 if cell in free else SIEGE if field.land[cell] == HIDDEN else 1 + field.army[cell]
        cost, units = cost + here, units + here
        for other in field.near[cell]:
            if field.land[other] != WALL and cost + 1 < costs.get(other, 10**6):
                costs[other], ahead[other] = cost + 1, cell
                heapq.heappush(queue, (cost + 1, units, other))
    return None, 0


def spread(field, goals, enter):
    """Return the steps to the nearest goal from every cell to which a way leads over cells that one may enter."""
    steps, wave = dict.fromkeys(goals, 0), list(goals)
    for cell in wave:
        for other in field.near[cell]:
            if other not in steps and enter(other):
                steps[other] = steps[cell] + 1
                wave.append(other)
    return steps


def tree(field, root):
    """Return my cells that hang together with a cell, nearest first, and the next cell on the way to it.

    While a garrison is needed, no way leads through the capital, because it would take the garrison along.
    """
    ahead, order = {root: root}, [root]
    for cell in order:
        if cell == field.home != root and field.garrison > 0:
            continue
        for other in field.near[cell]:
            if other in field.mine and other not in ahead:
                ahead[other] = cell
                order.append(other)
    return order, ahead


def gathered(field, order, ahead, price):
    """Return the units that can be brought to the root of a tree, and the moves, the farthest first.

    A branch takes part if it brings more units than `price` for each of its moves.
    """
    spare, worth = field.spare, dict.fromkeys(order, 0)
    for cell in reversed(order[1:]):
        worth[cell] += spare(cell) - price
        if worth[cell] > 0:
            worth[ahead[cell]] += worth[cell]
    joined, units, moves = {order[0]}, 0, []
    for cell in order[1:]:
        if worth[cell] > 0 and ahead[cell] in joined:
            joined.add(cell)
            units += spare(cell)
            moves.append((cell, ahead[cell]))
    return units, moves[::-1]


# What it does, the most urgent first


def strike(field):
    """Take a capital that can be taken now."""
    found = (field.capitals[rival] for rival in field.rivals if rival in field.capitals)
    ways = ((cell, capital) for capital in found if field.clear[capital] for cell in field.near[capital])
    return next((way for way in ways if way[0] in field.mine and field.takes(*way)), None)


def threats(field):
    """Return the armies in sight: what will be left of each at my capital, the steps to it, and the cell."""
    steps = field.steps
    return [(field.army[c] - steps[c], steps[c], c) for c in field.foes if field.army[c] > 2 and c in steps]


def garrison(field):
    """Return the units that must stay at home to meet what a rival has in sight or in the fog."""
    hidden = max((field.hidden(rival) for rival in field.rivals), default=0)
    return max(0, GUARD * hidden - LOST, *(left * (1 if steps <= FAR else GUARD) for left, steps, _ in threats(field)))


def defend(field):
    """Meet the army that is most dangerous to the capital, or bring units home before it is there."""
    home, goal = field.home, field.plan[-1][1] if field.plan else None
    near = (threat for threat in threats(field) if threat[1] <= FAR)
    danger, away, threat = max(near, default=(0, 0, None))
    need = danger - field.army[home] - away / 2
    if threat is None or need + (away == 1) < 0:
        return None
    if goal != home and goal in field.capitals.values() and len(field.plan) <= away:
        return None  # I shall be there first
    field.plan = []
    best = meet(field, threat, away, min(field.army[threat], need + 1))
    for root, time in () if best else ((threat, away), (home, away - 1)):
        order, ahead = tree(field, root)
        for price in HASTY:
            units, moves = gathered(field, order, ahead, price)
            if len(moves) > time:
                break
            best = moves[0] if moves and root == home else best
            if moves and units > (field.army[threat] if root == threat else danger - field.army[home]):
                return moves[0]
    return best


def meet(field, threat, away, need):
    """Return the move of the nearest army that can weaken a threat by what is needed, and be at home before it."""
    far, army = spread(field, [threat], field.passable), field.army
    able = (c for c in field.mine if army[c] - 1 > need and c in far and (field.steps[c] <= away or far[c] == 1))
    cell = min((c for c in able if c != field.home), key=far.__getitem__, default=None)
    if cell is None or far[cell] == 1:
        return None if cell is None else (cell, threat)
    ahead = (c for c in field.near[cell] if c in far and (c in field.mine or field.takes(cell, c)))
    ahead = (c for c in ahead if field.steps[c] < away)
    target = min(ahead, key=lambda c: (far[c], field.steps[c]), default=None)
    return None if target is None else (cell, target)


def follow(field):
    """Make the next move of the plan, if it still makes sense."""
    while field.plan:
        source, target = field.plan.pop(0)
        if source not in field.mine:
            return begin(field, [])
        if field.spare(source) > 0 and field.land[target] != WALL:
            if target in field.mine or field.takes(source, target):
                return source, target
            return begin(field, [])
    return None


def begin(field, moves):
    """Make the first move of a new plan."""
    field.plan = moves
    return follow(field)


def attack(field):
    """March on a capital if more units can be gathered than it can have when they arrive."""
    if field.waits("attack"):
        return None
    goals = ((rival, suspect(field, rival)) for rival in field.targets())
    found = (assault(field, rival, goal) for rival, goal in goals if goal is not None)
    best = min(filter(None, found), key=len, default=None)
    return field.wait("attack", 4) if best is None else begin(field, best)


def assault(field, rival, goal):
    """Return the moves of the quickest attack that is strong enough, or None; my land may be in several parts."""
    won = not field.crowd and field.players[field.me]["army"] > WON * field.players[rival]["army"]
    hidden = field.hidden(rival) * (1 if won else SHARE[field.crowd])
    longest = field.left if won else max(LONGEST[0], LONGEST[1] * (field.rows + field.cols))
    best, starts = None, set(field.mine)
    for _ in range(PARTS):
        way, toll = road(field, goal, starts)
        if way is None:
            break
        order, ahead = tree(field, way[0])
        starts.difference_update(order)
        for price in HASTY:
            units, moves = gathered(field, order, ahead, price)
            time = len(moves) + len(way) - 1
            if time > (longest if best is None else len(best) - 1):
                break
            there = (field.army[goal] if field.clear[goal] else 0) + hidden + time / 2 + 3
            if field.army[way[0]] + units - toll > there:
                best = moves + list(pairwise(way))
                break
    return best


def reserve(field):
    """Bring home what is missing there."""
    need = field.garrison - field.army[field.home]
    if need < 15 or field.waits("reserve"):
        return None
    order, ahead = tree(field, field.home)
    for price in PRICES[:5]:
        units, moves = gathered(field, order, ahead, price)
        if units > need or len(moves) > 25:
            break
    field.wait("reserve", 5)
    return begin(field, moves[-25:])


def siege(field):
    """Gather for a city if it will pay, and if the rivals are not much stronger."""
    if field.round < CYCLE or field.left < 2 * CYCLE or field.waits("siege"):
        return None
    strongest = max((field.players[p]["army"] for p in field.rivals), default=0)
    spare = field.players[field.me]["army"] - (0.7 * strongest if depths(field) else 0)  # shut in, I must get out
    cities = (c for c in field.cells if field.land[c] == TOWN and field.owner[c] < 0 and field.army[c] < spare)
    near = (city for city in cities if any(cell in field.mine for cell in field.near[city]))
    best = min(filter(None, (capture(field, city) for city in near)), key=len, default=None)
    return field.wait("siege", 7) if best is None else begin(field, best)


def capture(field, city):
    """Return the moves that take a city, if there are not too many."""
    order, ahead = tree(field, city)
    for price in PRICES:
        units, moves = gathered(field, order, ahead, price)
        if units > field.army[city]:
            return moves if len(moves) < 20 else None
    return None


def expand(field):
    """Take the journey that gains the most: every move has its price, and the loss of an only rival is my gain."""
    price, edge, army, mine = MOVE[field.crowd], depths(field), field.army, field.mine
    ready = (cell for cell in mine if field.spare(cell) > 0 and cell in edge)
    starts = sorted(ready, key=lambda cell: 2 * edge[cell] - army[cell])
    beam: Any = [(0, 0, cell, 1 + field.spare(cell), (cell,)) for cell in starts[:WIDTH]]
    best, most, loss = None, 0.1, 1 + 1 / max(1, len(field.rivals))  # the other rivals gain by it, too
    for left in range(DEPTH, 0, -1):
        grown: dict[int, Any] = {}
        for _, got, cell, units, path in beam:
            for other in field.near[cell]:
                if other in path or field.land[other] > TOWN:
                    continue
                own = other in mine
                stay = units - 1 + (army[other] if own else -army[other])
                if stay < 1:
                    continue
                gain = 0 if own else (9 if field.land[other] == TOWN else 1) * (1 if field.owner[other] < 0 else loss)
                more = got + gain - price
                rank = more - (price * edge.get(other, 9) if own else 0) + 0.25 * min(stay - 1, left)
                if other not in grown or grown[other][0] < rank:
                    grown[other] = (rank, more, other, stay, (*path, other))
        beam = heapq.nlargest(WIDTH, grown.values())
        for _, got, _, _, path in beam:
            if got > most:
                best, most = path, got
    return begin(field, list(pairwise(best))) if best else None


def depths(field):
    """Return for each of my cells the steps to the nearest cell that can be taken."""
    edge = [c for c in field.mine if any(o not in field.mine and field.land[o] == OPEN for o in field.near[c])]
    return spread(field, edge, field.mine.__contains__)


def muster(field):
    """With nothing better to do, bring units towards the nearest rival."""
    goals = [cell for cell in (suspect(field, rival) for rival in field.targets()) if cell is not None]
    if field.round < CYCLE or not goals or field.waits("muster"):
        return None
    front = min(field.mine, key=lambda cell: min(field.apart(cell, goal) for goal in goals))
    order, ahead = tree(field, front)
    _, moves = gathered(field, order, ahead, 0.5)
    many, rounds = MUSTER[field.crowd]
    return begin(field, moves[:many]) if moves else field.wait("muster", rounds)
