"""Searches several turns ahead where both sides choose at once: solves a small matrix in every position, looks deeper
into the cells that two good players would most likely reach, and counts on habits when a position comes again.
"""

import random
from math import exp
from operator import add, mul
from typing import Any

# The board: cell (x, y) is number 9 * y + x, and a set of cells is an int with one bit for each. A dead tank is in
# cell 81, outside. Bit 90 is always taken: what is not in one line has it "between".
SIZE = 9
BOARD = (1 << 81) - 1
GONE, APART = 81, 1 << 90
LEFT_EDGE = sum(1 << (SIZE * y) for y in range(SIZE))
RIGHT_EDGE = LEFT_EDGE << (SIZE - 1)
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left: the orders 0..3; 4 more to shoot that way

BUDGET = 7000  # cells of matrices a move: what a turn costs, and the same on every machine
ROOT, INNER = 6, 3  # orders of one tank that are looked at: in the position itself, and further on
CURIOUS = 0.04  # how far from the best an order may be to be looked at
PATIENCE = 8  # how often a position comes again until the boldest orders are tried
CAUTION = 0.15  # how much the worst case counts beside what is likely
TRUST = 0.7  # in the enemy's doing the same as before when a position comes again
ROUNDS = 60  # of play against each other, to solve a matrix

# What a position is worth, before it is squeezed between -1 and 1.
NEAR = [0, 80, 64, 53, 45, 39, 34, 30, 27, 24, 21, 19, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
SECOND = 0.45  # how much the tank that is further from the base counts
ALIVE = 45
EXPOSED = 14  # in the line of fire of a loaded tank, without being able to answer
SCALE = 60
DRAWN = -0.05  # a drawn game
OVER = (1, -1, DRAWN)


def geometry():
    """Return, for every cell and direction, the cell ahead and the cells to the rim; and what is between two cells."""
    ahead = [[-1] * 82 for _ in STEPS]
    rays = [[0] * 82 for _ in STEPS]
    between = [[APART] * 82 for _ in range(82)]
    for cell in range(81):
        for direction, (dx, dy) in enumerate(STEPS):
            x, y, passed = cell % SIZE + dx, cell // SIZE + dy, 0
            while 0 <= x < SIZE and 0 <= y < SIZE:
                there = SIZE * y + x
                if ahead[direction][cell] < 0:
                    ahead[direction][cell] = there
                between[cell][there] = passed
                passed |= 1 << there
                x, y = x + dx, y + dy
            rays[direction][cell] = passed
    return ahead, rays, between


AHEAD, RAYS, BETWEEN = geometry()
BIT = [1 << cell for cell in range(81)] + [0]


def first_hit(cell, direction, taken):
    """Return the first taken cell in a direction as a set, empty if there is none."""
    line = RAYS[direction][cell] & taken
    if not line:
        return 0
    return 1 << (line.bit_length() - 1) if direction in (0, 3) else line & -line


def around(cells):
    """Return the neighbours of a set of cells."""
    return (cells << 9 | cells >> 9 | (cells & ~RIGHT_EDGE) << 1 | (cells & ~LEFT_EDGE) >> 1) & BOARD


class Ground:
    """What stays the same in a match: where the bases and the steel are, and how far it is with these bricks."""

    def __init__(self, bases, steel):
        self.bases, self.solid = bases, steel | BIT[bases[0]] | BIT[bases[1]] | APART
        self.worths = {}

    def worth(self, bricks):
        """Return four lists: what each cell is worth to me with and without a shot, and to the enemy."""
        found = self.worths.get(bricks)
        if found is None:
            if len(self.worths) > 3000:
                self.worths.clear()
            found = self.worths[bricks] = (*self.near(bricks, self.bases[1]), *self.near(bricks, self.bases[0]))
        return found

    def near(self, bricks, base):
        """Flood the board from the cells that can shoot at a base. A brick costs a shot more than an empty cell."""
        free = BOARD & ~self.solid
        loaded, reloading = [0] * 82, [0] * 82
        for cell in range(81):
            loaded[cell] = reloading[cell] = ALIVE
        starts, last, before, left = self.firing(bricks, base), 0, 0, free
        for turns in range(1, len(NEAR)):
            by_move = around(last & ~bricks)
            new = (by_move | around(before & bricks) | starts.get(turns, 0)) & left
            left &= ~new
            before, last = last, new
            worth, later = NEAR[turns] + ALIVE, NEAR[min(turns + 1, len(NEAR) - 1)] + ALIVE
            while new:
                bit = new & -new
                new ^= bit
                cell = bit.bit_length() - 1
                loaded[cell] = worth
                reloading[cell] = worth if by_move & bit else later
        return loaded, reloading

    def firing(self, bricks, base):
        """Return the cells in line with a base, by the turns it takes to shoot through the bricks between."""
        starts: dict[int, int] = {}
        for direction in range(4):
            cell, turns = AHEAD[direction][base], 1
            while cell >= 0 and not BIT[cell] & self.solid and turns < 8:
                starts[turns] = starts.get(turns, 0) | BIT[cell]
                turns += 2 * (bricks >> cell & 1)
                cell = AHEAD[direction][cell]
        return starts


class Pair:
    """One order for each tank of a side: where they end, what they hit if nobody comes in between, and their shots."""

    __slots__ = ("cells", "hit", "line", "place", "ready", "shots", "two")

    def __init__(self, cells, orders, solid):
        ends = [AHEAD[order][cell] if 0 <= order < 4 else cell for cell, order in zip(cells, orders, strict=True)]
        self.cells, self.two = ends, orders
        self.place = BIT[ends[0]] | BIT[ends[1]]
        self.ready = [order < 4 for order in orders]
        self.shots = [(cell, order - 4) for cell, order in zip(ends, orders, strict=True) if order >= 4]
        self.hit = self.line = 0
        for cell, direction in self.shots:
            hit = first_hit(cell, direction, solid | self.place)
            self.hit |= hit
            self.line |= hit | (BETWEEN[cell][hit.bit_length() - 1] if hit else RAYS[direction][cell])


class Node:
    """A position: the bricks, my two tanks and the enemy's two, and which of the four may shoot."""

    __slots__ = (
        "bricks",
        "cells",
        "children",
        "column_weights",
        "columns",
        "habit",
        "payoffs",
        "ready",
        "row_weights",
        "rows",
        "values",
        "visits",
        "worth",
    )

    def __init__(self, ground, bricks, cells, ready, width):
        self.bricks, self.cells, self.ready, self.children = bricks, cells, ready, {}
        self.rows = pairs(ground, self, 0, width)
        self.columns = pairs(ground, self, 2, width)
        self.values = matrix(ground, self)
        self.habit = None
        self.solve()

    def solve(self):
        """Find what this is worth to me when both play well, and which rows and columns they would take."""
        self.worth, self.payoffs, self.row_weights, self.column_weights = solve(self.values, self.habit)


def pairs(ground, node, first, width):
    """Return the most promising pairs of orders of the side whose tanks are `first` and the next."""
    cells = node.cells[first : first + 2]
    enemies = [(cell, ready) for cell, ready in zip(node.cells, node.ready, strict=True)][2 - first : 4 - first]
    solid = ground.solid | node.bricks
    taken = solid
    for cell in node.cells:
        taken |= BIT[cell]
    fire = near = 0
    for cell, ready in enemies:
        near |= BIT[cell] | around(BIT[cell])
        if ready and cell != GONE:
            for direction in range(4):
                hit = first_hit(cell, direction, taken & ~BIT[cells[0]] & ~BIT[cells[1]])
                fire |= hit | (BETWEEN[cell][hit.bit_length() - 1] if hit else RAYS[direction][cell])
    # The pair of lists of this side: what cells are worth to a loaded tank, and to one that has just shot.
    ranked = [rank(ground, node, first + number, taken, fire, near, first)[:width] for number in range(2)]
    return [
        Pair(cells, (one, two), solid)
        for _, one in ranked[0]
        for _, two in ranked[1]
        if cells[0] == GONE or cells[1] == GONE or landing(cells[0], one) != landing(cells[1], two)
    ] or [Pair(cells, (-1, -1), solid)]


def landing(cell, order):
    return AHEAD[order][cell] if 0 <= order < 4 else cell


def rank(ground, node, tank, taken, fire, near, first):
    """Return the orders of one tank with a rough value, best first. Shots that cannot hit anything are left out."""
    cell = node.cells[tank]
    if cell == GONE:
        return [(0, -1)]
    own_base, their_base = (BIT[base] for base in (ground.bases if first == 0 else ground.bases[::-1]))
    worth = ground.worth(node.bricks)[first]
    waiting = ground.worth(node.bricks)[first + 1]
    own = own_base | BIT[node.cells[first]] | BIT[node.cells[first + 1]]
    enemies = BIT[node.cells[2 - first]] | BIT[node.cells[3 - first]]
    fear = EXPOSED if BIT[cell] & fire else 0
    found = [(worth[cell] - fear, -1)]
    for direction in range(4):
        to = AHEAD[direction][cell]
        if to >= 0 and not BIT[to] & taken:
            found.append((worth[to] - (EXPOSED if BIT[to] & fire else 0), direction))
        if not node.ready[tank]:
            continue
        hit = first_hit(cell, direction, taken)
        if hit & own:
            continue
        if hit & their_base:
            found.append((999, direction + 4))
        elif hit & enemies:
            found.append((worth[cell] + EXPOSED, direction + 4))
        elif hit & node.bricks:
            after = ground.worth(node.bricks & ~hit)[first + 1][cell]
            found.append((after - fear, direction + 4))
        elif RAYS[direction][cell] & near:
            found.append((waiting[cell] - fear - 1, direction + 4))
    return sorted(found, key=lambda each: -each[0])


def matrix(ground, node):
    """Return what every pair of orders against every pair of orders leads to, looked at without searching."""
    bricks, solid = node.bricks, ground.solid | node.bricks
    bases = BIT[ground.bases[0]] | BIT[ground.bases[1]]
    known: dict[int, Any] = {}  # the same few bricks are hit again and again
    rows = []
    for row in node.rows:
        values = []
        line, place, hit_by_row = row.line, row.place, row.hit
        for column in node.columns:
            apart = not (line & column.place or column.line & place)
            hit = hit_by_row | column.hit if apart else meeting(row, column, solid)
            if hit & bases:
                values.append(fallen(ground, hit))
                continue
            worths = known.get(hit)
            if worths is None:
                worths = known[hit] = ground.worth(bricks & ~hit)
            values.append(evaluate(worths, solid & ~hit, hit, row, column))
        rows.append(values)
    return rows


def meeting(row, column, solid):
    """Return what is hit when tanks get into lines of fire. Two tanks that shoot at each other both miss."""
    taken = solid | row.place | column.place
    shots = row.shots + column.shots
    cells = row.cells + column.cells
    hits = 0
    for cell, direction in shots:
        hit = first_hit(cell, direction, taken)
        if hit and (hit.bit_length() - 1, direction ^ 2) in shots:
            end = hit.bit_length() - 1
            if cells.count(end) == 1 and cells.count(cell) == 1:
                continue
        hits |= hit
    return hits


def fallen(ground, hit):
    mine, theirs = (bool(hit & BIT[base]) for base in ground.bases)
    return DRAWN if mine and theirs else float(theirs - mine)


def evaluate(worths, solid, hit, row, column):
    """Return what a position after a turn is worth to me: the ways to the bases, the tanks, and who stands in whose
    line of fire.
    """
    (a, b), (c, d) = row.cells, column.cells
    if hit & (row.place | column.place):
        a, b, c, d = (GONE if BIT[cell] & hit else cell for cell in (a, b, c, d))
        if a == b == GONE or c == d == GONE:
            return DRAWN if a == b == c == d else float((c == d == GONE) - (a == b == GONE))
    mine, mine_waiting, theirs, theirs_waiting = worths
    a_ready, b_ready = row.ready
    c_ready, d_ready = column.ready
    one = mine[a] if a_ready else mine_waiting[a]
    two = mine[b] if b_ready else mine_waiting[b]
    worth = one + SECOND * two if one > two else two + SECOND * one
    one = theirs[c] if c_ready else theirs_waiting[c]
    two = theirs[d] if d_ready else theirs_waiting[d]
    worth -= one + SECOND * two if one > two else two + SECOND * one
    taken = solid | BIT[a] | BIT[b] | BIT[c] | BIT[d]
    from_a, from_b = BETWEEN[a], BETWEEN[b]
    if a_ready != c_ready and not from_a[c] & taken:
        worth += EXPOSED if a_ready else -EXPOSED
    if a_ready != d_ready and not from_a[d] & taken:
        worth += EXPOSED if a_ready else -EXPOSED
    if b_ready != c_ready and not from_b[c] & taken:
        worth += EXPOSED if b_ready else -EXPOSED
    if b_ready != d_ready and not from_b[d] & taken:
        worth += EXPOSED if b_ready else -EXPOSED
    return worth / (SCALE + abs(worth))


def solve(values, habit=None):
    """Return what a matrix is worth to its rows, what each row is worth against a good player of columns, and how much
    each row and each column deserves a deeper look: the less, the more it loses.
    """
    columns = list(zip(*values, strict=True))
    lows, highs = [min(row) for row in values], [max(column) for column in columns]
    low, high = max(lows), min(highs)
    row, column = lows.index(low), highs.index(high)
    for_rows, for_columns = list(columns[column]), list(values[row])
    rounds = 1
    if low != high:
        # Each side keeps answering what the other has done so far: on average that comes close to a solution.
        rounds += ROUNDS
        for _ in range(ROUNDS):
            row = for_rows.index(max(for_rows))
            for_columns = list(map(add, for_columns, values[row]))
            column = for_columns.index(min(for_columns))
            for_rows = list(map(add, for_rows, columns[column]))
    for_rows, for_columns = [each / rounds for each in for_rows], [each / rounds for each in for_columns]
    worth = (max(for_rows) + min(for_columns)) / 2
    if habit:
        for_rows = [
            (1 - TRUST) * each + TRUST * sum(map(mul, row, habit)) for each, row in zip(for_rows, values, strict=True)
        ]
        least = min(for_columns)
        for_columns = [least if share else each for each, share in zip(for_columns, habit, strict=True)]
    high, low = max(for_rows), min(for_columns)
    row_weights = [exp((each - high) / CURIOUS) for each in for_rows]
    column_weights = [exp((low - each) / CURIOUS) for each in for_columns]
    return worth, for_rows, row_weights, column_weights


def deepen(ground, node):
    """Look one turn deeper where two good players would most likely go; return how many cells that took."""
    best, where = 0.0, None
    columns = [(j, weight) for j, weight in enumerate(node.column_weights) if weight > 0.05]
    for i, of_row in enumerate(node.row_weights):
        if of_row > 0.05:
            values = node.values[i]
            for j, of_column in columns:
                share = of_row * of_column
                if share > best and values[j] not in OVER:
                    child = node.children.get((i, j))
                    share /= 1 + (child.visits if child else 0)
                    if share > best:
                        best, where = share, (i, j)
    node.visits += 1
    if where is None:
        return 0
    i, j = where
    child = node.children.get(where)
    if child is None:
        child = node.children[where] = after(ground, node, node.rows[i], node.columns[j])
        child.visits = 1
        cells = len(child.rows) * len(child.columns)
    else:
        cells = deepen(ground, child)
    if node.values[i][j] != child.worth:
        node.values[i][j] = child.worth
        node.solve()
    return cells


def after(ground, node, row, column):
    """Return the position after a turn."""
    solid = ground.solid | node.bricks
    hit = meeting(row, column, solid)
    cells = [GONE if BIT[cell] & hit else cell for cell in row.cells + column.cells]
    return Node(ground, node.bricks & ~hit, cells, row.ready + column.ready, INNER)


def search(ground, root):
    cells = len(root.rows) * len(root.columns)
    root.visits = 1
    while cells < BUDGET:
        cells += 20 + deepen(ground, root)


GROUNDS: dict[Any, Any] = {}
SEEN: dict[Any, Any] = {}  # what the enemy has answered in each position of this match
LAST: list[Any] = [0, None]  # the last turn, and its position


def move(view):
    ground, root = read(view)
    times = remember(view, root)
    search(ground, root)
    return list(choose(root, times).two)


def choose(root, times):
    """Take the best row; of those about as good, the one with the best worst case. When a position comes again and
    again, that leads round in circles: then try rows that look a little worse, the longer it lasts the more.
    """
    if times > 1:
        shares = [weight ** (2 / min(times, PATIENCE)) for weight in root.row_weights]
        least = min(0.12 * sum(shares), max(shares))
        return random.choices(root.rows, [share if share >= least else 0 for share in shares])[0]
    scores = [payoff + CAUTION * min(row) for payoff, row in zip(root.payoffs, root.values, strict=True)]
    return root.rows[scores.index(max(scores))]


def remember(view, root):
    """Note what the enemy did on the last turn. If he has been in this position before, count on his habits.

    Return how often that was.
    """
    turn, position = view["turn"], (root.bricks, tuple(root.cells), tuple(root.ready))
    if turn <= LAST[0]:
        SEEN.clear()
    elif turn == LAST[0] + 1 and view["orders"]:
        SEEN.setdefault(LAST[1], []).append(tuple(view["orders"][1 - view["player"]]))
    LAST[:] = turn, position
    answers = SEEN.get(position, ())
    habit = [answers.count(column.two) for column in root.columns]
    if sum(habit) > 1:
        root.habit = [count / sum(habit) for count in habit]
        root.solve()
    return len(answers)


def read(view):
    me = view["player"]
    bases = tuple(9 * base["y"] + base["x"] for base in (view["bases"][me], view["bases"][1 - me]))
    ground = GROUNDS.setdefault(bases, Ground(bases, cells_of(view["steel"])))
    tanks = view["tanks"][me] + view["tanks"][1 - me]
    cells = [9 * tank["y"] + tank["x"] if tank["alive"] else GONE for tank in tanks]
    ready = [tank["can_shoot"] for tank in tanks]
    return ground, Node(ground, cells_of(view["bricks"]), cells, ready, ROOT)


def cells_of(spots):
    return sum(1 << (9 * y + x) for x, y in spots)
