"""Searches several turns ahead where both sides choose at once: solves a small matrix in every position, looks deeper
into the cells that two good players would most likely reach, and counts on habits when a position comes again.
"""

import random
from functools import lru_cache
from math import exp, log
from operator import add, itemgetter, mul
from typing import Any

# The board: cell (x, y) is number 10 * y + x, and a set of cells is an int with one bit for each. Column 9 is outside,
# so that a step to the side never leads into another row. A dead tank is in cell 89, the last one of that column.
SIZE, WIDE, CELLS, GONE = 9, 10, 90, 89
INSIDE = [WIDE * y + x for y in range(SIZE) for x in range(SIZE)]
STEPS = (-WIDE, 1, WIDE, -1)  # up, right, down, left: the orders 0..3; 4 more to shoot that way

BUDGET = 80000  # what a turn costs, the same on every machine; the unit is the time for one cell of a matrix
NODE, FLOOD, VISIT = 60, 14, 45  # cells that take as long as a new position, new ways to the bases, and to come by
DECIDED = 0.99  # what is worth that much, for me or for the enemy, needs no further search
DEEPEST = 20  # turns ahead
ROOT, INNER = 7, 3  # orders of one tank that are looked at: in the position itself, and further on
ROOT_PAIRS, INNER_PAIRS = 8, 2  # how far down its list each order of a pair is, counted from 0: their sum at most
CURIOUS = 0.02  # how far from the best an order may be to be looked at
LEAST = CURIOUS * log(20)  # what loses more than that is left out
SLIGHT = 0.002  # the change of a value that needs no new solution
CAUTION = 0.15  # how much the worst case counts beside what is likely
TRUST = 0.7  # in the enemy's doing the same as before when a position comes again
ROUNDS = 30  # of play against each other, to solve a matrix

# What a position is worth, before it is squeezed between -1 and 1.
NEAR = [0, 80, 64, 53, 45, 39, 34, 30, 27, 24, 21, 19, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
SECOND = 0.55  # how much the tank that is further from the base counts
ALIVE = 45
EXPOSED = 14  # in the line of fire of a loaded tank, without being able to answer
SCALE = 80
DRAWN = -0.05  # a drawn game
OVER = (1, -1, DRAWN)
# What cells are worth, in bytes: to a tank of mine; from THEIRS on to a tank of the enemy; and from LATE on the same
# again, to tanks that have just shot.
THEIRS, LATE = 100, 200
WORTHS = bytes([0, *(near + ALIVE for near in NEAR[1:]), *[ALIVE] * 230])
# What both tanks of a side are worth together: the better one counts in full.
BOTH = [[max(a, b) + SECOND * min(a, b) for b in range(NEAR[1] + ALIVE + 1)] for a in range(NEAR[1] + ALIVE + 1)]

# A pair is one order for each tank of a side. It holds, for both, the cell where the tank ends and its byte; the set of
# these cells; what the shots hit and what they fly through, if no enemy comes in between; each shot (cell, direction,
# what it flies through, what it hits); and the orders.
TANKS, PLACE, HIT, LINE, SHOTS, ORDERS = range(6)
MEET = (1 << 2 * CELLS) - 1  # the first two parts of a mark, see matrix()


def geometry():
    """Return, for every cell and direction, the cell ahead and the cells to the rim; and what is between two cells."""
    ahead = [[to if to in INSIDE else -1 for to in range(step, CELLS + step)] for step in STEPS]
    rays = [[0] * CELLS for _ in STEPS]
    between = [[-1] * CELLS for _ in range(CELLS)]
    for cell in INSIDE:
        for direction, step in enumerate(STEPS):
            there, passed = cell + step, 0
            while there in INSIDE:
                between[cell][there] = passed
                passed |= 1 << there
                there += step
            rays[direction][cell] = passed
    return ahead, rays, between


AHEAD, RAYS, BETWEEN = geometry()
BIT = [1 << cell for cell in range(GONE)] + [0]
BOARD = sum(BIT[cell] for cell in INSIDE)
IN_LINE = [sum(ray[cell] for ray in RAYS) for cell in range(CELLS)]


def beam(cell, direction, taken):
    """Return what a shot flies through, with the first taken cell, as a set."""
    ray = RAYS[direction][cell]
    line = ray & taken
    if direction == 1 or direction == 2:
        return ray & (line ^ (line - 1))
    return ray & -1 << line.bit_length() - 1 if line else ray


@lru_cache(20000)
def cross(cell, blocks):
    """Return what a tank could hit, and what is before that, in all four directions; `blocks` are the cells in line."""
    return beam(cell, 0, blocks) | beam(cell, 1, blocks) | beam(cell, 2, blocks) | beam(cell, 3, blocks)


def spread(cells):
    """Return a set of cells as an int with a byte for each, and once more from byte THEIRS on."""
    once = int.from_bytes(f"{cells:090b}".encode(), "big") & int.from_bytes(b"\1" * CELLS, "big")
    return once | once << 8 * THEIRS


GROUNDS: list[Any] = []  # that of this match


class Ground:
    """What stays the same in a match: where the bases and the steel are, and how far it is with these bricks."""

    def __init__(self, bases, steel):
        self.bases, self.both = bases, BIT[bases[0]] | BIT[bases[1]]
        self.solid = steel | self.both
        self.free = spread(BOARD & ~self.solid)
        self.worths, self.nodes, self.floods = {}, {}, 0
        self.turn, self.position, self.seen = 0, None, {}  # of the last turn; and what the enemy has answered in each

    def worth(self, bricks):
        """Return what each cell is worth with these bricks."""
        found = self.worths.get(bricks)
        if found is None:
            if len(self.worths) > 20000:
                self.worths.clear()
            self.floods += 1
            found = self.worths[bricks] = self.near(bricks)
        return found

    def near(self, bricks):
        """Flood the board from the cells that can shoot at a base, for both at once: dry cells are further away."""
        walls, starts = spread(bricks), self.firing(bricks)
        clear = self.free & ~walls
        last = before = turns = late = 0
        far = left = self.free
        while left and turns < len(NEAR):
            moved, shot = last & clear, before & walls
            by_move = moved << 80 | moved >> 80 | moved << 8 | moved >> 8
            new = (by_move | shot << 80 | shot >> 80 | shot << 8 | shot >> 8 | starts.get(turns, 0)) & left
            late |= new & ~by_move
            left ^= new
            far += left
            before, last, turns = last, new, turns + 1
        return b"".join(each.to_bytes(LATE, "little") for each in (far, far + late)).translate(WORTHS)

    def firing(self, bricks):
        """Return the cells in line with the bases, by the turns it takes to shoot through the bricks between."""
        starts: dict[int, int] = {}
        for base, first in ((self.bases[1], 0), (self.bases[0], THEIRS)):
            for direction in range(4):
                cell, turns = AHEAD[direction][base], 0
                while cell >= 0 and not BIT[cell] & self.solid and turns < 7:
                    starts[turns] = starts.get(turns, 0) | 1 << 8 * (cell + first)
                    turns += 2 * (bricks >> cell & 1)
                    cell = AHEAD[direction][cell]
        return starts


class Node:
    """A position: the bricks, my two tanks and the enemy's two, and which of the four may shoot."""

    def __init__(self, ground, bricks, cells, ready, width):
        self.bricks, self.cells, self.ready, self.children, self.habit = bricks, cells, ready, {}, None
        worths, taken = ground.worth(bricks), ground.solid | bricks | sum({BIT[cell] for cell in cells})
        self.rows = pairs(ground, self, 0, width, worths, taken)
        self.columns = pairs(ground, self, 2, width, worths, taken)
        self.values = matrix(ground, self)
        self.turned = list(map(list, zip(*self.values, strict=True)))
        self.lows, self.highs = list(map(min, self.values)), list(map(max, self.turned))
        self.visits = [[1] * len(self.columns) for _ in self.rows]
        self.solve()

    def put(self, i, j, value):
        """Change one value."""
        row, column = self.values[i], self.turned[j]
        slight = abs(row[j] - value) < SLIGHT
        row[j] = column[i] = value
        self.lows[i], self.highs[j] = min(row), max(column)
        if not slight:
            self.solve()

    def solve(self):
        """Find what this is worth to me when both play well, and what each row and each column is worth then."""
        high, low = min(self.highs), max(self.lows)
        for_rows, for_columns = self.turned[self.highs.index(high)], self.values[self.lows.index(low)]
        if low != high:
            # Each side keeps answering what the other has done so far: on average that comes close to a solution.
            for _ in range(ROUNDS):
                for_columns = list(map(add, for_columns, self.values[for_rows.index(max(for_rows))]))
                for_rows = list(map(add, for_rows, self.turned[for_columns.index(min(for_columns))]))
            for_rows, for_columns = ([each / (ROUNDS + 1) for each in line] for line in (for_rows, for_columns))
        self.worth, self.for_rows, self.for_columns = (max(for_rows) + min(for_columns)) / 2, for_rows, for_columns
        self.row_weights = None

    def weigh(self):
        """Find how much rows and columns deserve a deeper look, the best first: the less, the more they lose."""
        for_columns, low = self.for_columns, min(self.for_columns)
        if self.habit:
            likely = [sum(map(mul, row, self.habit)) for row in self.values]
            self.for_rows = [(1 - TRUST) * a + TRUST * b for a, b in zip(self.for_rows, likely, strict=True)]
            for_columns = [low if share else each for each, share in zip(for_columns, self.habit, strict=True)]
        high = max(self.for_rows)
        self.row_weights = weights([high - each for each in self.for_rows])
        self.column_weights = weights([each - low for each in for_columns])


def weights(losses):
    few = sorted((loss, number) for number, loss in enumerate(losses) if loss < LEAST)
    return [(exp(-loss / CURIOUS), number) for loss, number in few]


def pairs(ground, node, first, width, worths, taken):
    """Return the most promising pairs of orders of the side whose tanks are `first` and the next."""
    a, b = node.cells[first : first + 2]
    enemies, solid = 0, ground.solid | node.bricks
    fire, others = 0, taken & ~(BIT[a] | BIT[b])
    for cell, ready in list(zip(node.cells, node.ready, strict=True))[2 - first : 4 - first]:
        enemies |= BIT[cell]
        if ready and cell != GONE:
            fire |= cross(cell, others & IN_LINE[cell])
    near = enemies | enemies << WIDE | enemies >> WIDE | enemies << 1 | enemies >> 1
    side, own_base, their_base = (THEIRS, *ground.bases[::-1]) if first else (0, *ground.bases)
    own = BIT[a] | BIT[b] | BIT[own_base]
    spots = ground, node.bricks, worths, taken, fire, enemies, near, own, BIT[their_base]
    ones, twos = (plans(node.cells[n], node.ready[n], side, spots)[:width] for n in (first, first + 1))
    most, found = 1 + (ROOT_PAIRS if width == ROOT else INNER_PAIRS), []
    for number, (_, order, a, at, bit) in enumerate(ones[:most]):
        for _, order2, b, at2, bit2 in twos[: most - number]:
            place, hit, line, shots = bit | bit2, 0, 0, []
            if a == b != GONE:
                continue
            blocks = solid | place
            for cell, direction in ((a, order - 4), (b, order2 - 4)):
                if direction >= 0:
                    shot = beam(cell, direction, blocks)
                    shots.append((cell, direction, shot, shot & blocks))
                    line, hit = line | shot, hit | shot & blocks
            if hit & (place | ground.both):
                line = BOARD  # this needs a closer look, whatever the enemy does
            found.append((((a, at), (b, at2)), place, hit, line, shots, (order, order2)))
    return found or [(((a, a + side), (b, b + side)), BIT[a] | BIT[b], 0, 0, [], (-1, -1))]


def plans(cell, ready, side, spots):
    """Return the orders of one tank with a rough value, best first, and where it ends. No shots at nothing."""
    if cell == GONE:
        return [(0, -1, GONE, GONE, 0)]
    ground, bricks, worths, taken, fire, enemies, near, own, their_base = spots
    bit, at = BIT[cell], cell + side
    fear, late = EXPOSED if bit & fire else 0, at + LATE
    found = [(worths[at] - fear, -1, cell, at, bit)]
    for direction in range(4):
        to = AHEAD[direction][cell]
        if to < 0:
            continue
        if not BIT[to] & taken:
            worth = worths[to + side] - (EXPOSED if BIT[to] & fire else 0)
            found.append((worth, direction, to, to + side, BIT[to]))
        hit = beam(cell, direction, taken) & taken if ready else own
        if hit & own:
            continue
        if hit & their_base:
            worth = 999
        elif hit & enemies:
            worth = worths[at] + EXPOSED
        elif hit & bricks:
            worth = ground.worth(bricks & ~hit)[late] - fear
        elif RAYS[direction][cell] & near:
            worth = worths[late] - fear - 1
        else:
            continue
        found.append((worth, direction + 4, cell, late, bit))
    found.sort(key=itemgetter(0), reverse=True)
    return found


def matrix(ground, node):
    """Return what every pair of orders against every pair of orders leads to, looked at without searching.

    Most are the difference of what my pair and the enemy's are worth. Marks say where there is more to it: their four
    parts are, of a row, what my shots fly through, my tanks, and what loaded and reloading ones would see without the
    bricks that may be hit; and of a column what must not be there.
    """
    rows, columns, bricks = node.rows, node.columns, node.bricks
    solid = opened = ground.solid | bricks
    for pair in rows + columns:
        opened &= ~pair[HIT]
    marks, spots = [], []
    for ((c, at_c), (d, at_d)), place, _, line, _, _ in columns:
        waiting = (BIT[c] if at_c >= LATE else 0) | (BIT[d] if at_d >= LATE else 0)
        marks.append(place | line << CELLS | waiting << 2 * CELLS | (place ^ waiting) << 3 * CELLS)
        spots.append((at_c, at_d))
    known: dict[int, Any] = {}  # the same few bricks are hit again and again
    values = []
    for row in rows:
        tanks, place, hit, line, _, _ = row
        found = known.get(hit)
        if not found:
            worths = [ground.worth(bricks & ~(hit | column[HIT])) for column in columns]
            theirs = [BOTH[each[c]][each[d]] for each, (c, d) in zip(worths, spots, strict=True)]
            found = known[hit] = worths, theirs
        (_, a), (_, b) = tanks
        plain = [BOTH[each[a]][each[b]] - other for each, other in zip(*found, strict=True)]
        of_row = [worth / (SCALE + worth) if worth > 0 else worth / (SCALE - worth) for worth in plain]
        mark = line | place << CELLS
        for cell, at in tanks:
            mark |= cross(cell, opened & IN_LINE[cell]) << (3 * CELLS if at >= LATE else 2 * CELLS)
        for j, other in enumerate(marks):
            meet = mark & other
            if meet & MEET:
                of_row[j] = judge(ground, bricks, row, columns[j])
            elif meet:
                taken = solid & ~(hit | columns[j][HIT]) | place | columns[j][PLACE]
                worth = plain[j] + exposed(tanks, columns[j][TANKS], taken)
                of_row[j] = worth / (SCALE + abs(worth))
        values.append(of_row)
    return values


def exposed(mine, theirs, taken):
    """Return what it is worth to me who stands in whose line of fire."""
    worth = 0
    for cell, at in mine:
        between, ready = BETWEEN[cell], at < LATE
        for other, at_other in theirs:
            if ready != (at_other < LATE) and not between[other] & taken:
                worth += EXPOSED if ready else -EXPOSED
    return worth


def judge(ground, bricks, row, column):
    """Return what a position is worth to me after a turn in which tanks or bases may have been hit."""
    hit = meeting(row, column)
    if hit & ground.both:
        mine, theirs = (bool(hit & BIT[base]) for base in ground.bases)
        return DRAWN if mine and theirs else float(theirs - mine)
    tanks = [(GONE, GONE) if BIT[tank[0]] & hit else tank for tank in row[TANKS] + column[TANKS]]
    (a, at_a), (b, at_b), (c, at_c), (d, at_d) = tanks
    if a == b == GONE or c == d == GONE:
        return DRAWN if a == b == c == d else float((c == d == GONE) - (a == b == GONE))
    worths, taken = ground.worth(bricks & ~hit), (ground.solid | bricks) & ~hit | BIT[a] | BIT[b] | BIT[c] | BIT[d]
    worth = BOTH[worths[at_a]][worths[at_b]] - BOTH[worths[at_c]][worths[at_d]] + exposed(tanks[:2], tanks[2:], taken)
    return worth / (SCALE + abs(worth))


def meeting(row, column):
    """Return what is hit when tanks get into lines of fire. Two tanks that shoot at each other both miss."""
    if not (row[LINE] & column[PLACE] or column[LINE] & row[PLACE]):
        return row[HIT] | column[HIT]
    cells, hits = [cell for cell, _ in row[TANKS] + column[TANKS]], 0
    for side, other in ((row, column), (column, row)):
        for cell, direction, line, hit in side[SHOTS]:
            met = line & other[PLACE]
            if met:
                hit = beam(cell, direction, met) & met
                end = hit.bit_length() - 1
                answered = (end, direction ^ 2) in [shot[:2] for shot in other[SHOTS]]
                if answered and cells.count(end) == cells.count(cell) == 1:
                    continue
            hits |= hit
    return hits


def deepen(ground, node, turn, left):
    """Look one turn deeper where two good players would most likely go; return what that cost."""
    if node.row_weights is None:
        node.weigh()
    best, where = 0.0, None
    for of_row, i in node.row_weights:
        values, visits, most = node.values[i], node.visits[i], best / of_row
        for of_column, j in node.column_weights:
            if of_column <= most:
                break
            share = of_column / visits[j]
            if share > most and values[j] not in OVER:
                best, most, where = share * of_row, share, (i, j)
    if where is None or not left:
        return 0
    i, j = where
    node.visits[i][j] += 1
    child, cost = node.children.get(where), 0
    if child is None:
        # The same position often comes about in other ways as well, or was looked at some turns ago.
        row, column = node.rows[i], node.columns[j]
        hit = meeting(row, column)
        cells = [GONE if BIT[cell] & hit else cell for cell, _ in row[TANKS] + column[TANKS]]
        bricks, ready = node.bricks & ~hit, [order < 4 for order in row[ORDERS] + column[ORDERS]]
        nodes, key = ground.nodes.setdefault(turn + 1, {}), (bricks, *cells, *ready)
        if key not in nodes:
            new = nodes[key] = Node(ground, bricks, cells, ready, INNER)
            cost = NODE + len(new.rows) * len(new.columns)
        child = node.children[where] = nodes[key]
    if not cost and node.values[i][j] == child.worth:
        cost = deepen(ground, child, turn + 1, left - 1)
    if node.values[i][j] != child.worth:
        node.put(i, j, child.worth)
    return cost


def move(view):
    ground, root = read(view)
    again = remember(view, ground, root) > 1
    cost, floods = 0, ground.floods
    while cost + FLOOD * (ground.floods - floods) < BUDGET and abs(root.worth) < DECIDED:
        cost += VISIT + deepen(ground, root, view["turn"], DEEPEST)
    if root.row_weights is None:
        root.weigh()
    return list(choose(root, again)[ORDERS])


def choose(root, again):
    """Take the best row; of those about as good, the one with the best worst case. When a position comes again and
    again, that leads round in circles: then try rows that look a little worse as well.
    """
    if again:
        best = max(root.for_rows)
        shares = [exp((each - best) / CURIOUS) for each in root.for_rows]
        least = min(0.12 * sum(shares), max(shares))
        return random.choices(root.rows, [share if share >= least else 0 for share in shares])[0]
    scores = [payoff + CAUTION * low for payoff, low in zip(root.for_rows, root.lows, strict=True)]
    return root.rows[scores.index(max(scores))]


def remember(view, ground, root):
    """Note what the enemy did on the last turn. Return how often he was in this position, to count on his habits."""
    turn, position = view["turn"], (root.bricks, *root.cells, *root.ready)
    if turn == ground.turn + 1 and view["orders"]:
        ground.seen.setdefault(ground.position, []).append(tuple(view["orders"][1 - view["player"]]))
    ground.turn, ground.position = turn, position
    answers = ground.seen.get(position, ())
    habit = [answers.count(column[ORDERS]) for column in root.columns]
    if sum(habit) > 1:
        root.habit = [count / sum(habit) for count in habit]
    return len(answers)


def read(view):
    """Return what stays the same, and the position, with what is known of it from the turns before."""
    me, turn = view["player"], view["turn"]
    bases = tuple(WIDE * base["y"] + base["x"] for base in (view["bases"][me], view["bases"][1 - me]))
    if not GROUNDS or GROUNDS[0].turn >= turn or GROUNDS[0].bases != bases:
        GROUNDS[:] = [Ground(bases, cells_of(view["steel"]))]
    ground, tanks = GROUNDS[0], view["tanks"][me] + view["tanks"][1 - me]
    cells = [WIDE * tank["y"] + tank["x"] if tank["alive"] else GONE for tank in tanks]
    ready = [tank["can_shoot"] for tank in tanks]
    root = Node(ground, cells_of(view["bricks"]), cells, ready, ROOT)
    known = ground.nodes.get(turn, {}).get((root.bricks, *cells, *ready))
    ground.nodes = {later: nodes for later, nodes in ground.nodes.items() if later > turn}
    if known:
        rows, columns = ([pair[ORDERS] for pair in side] for side in (root.rows, root.columns))
        for (i, j), child in known.children.items():
            row, column = known.rows[i][ORDERS], known.columns[j][ORDERS]
            if row in rows and column in columns:
                where = row, column = rows.index(row), columns.index(column)
                root.children[where], root.visits[row][column] = child, known.visits[i][j]
                root.put(row, column, child.worth)
    return ground, root


def cells_of(spots):
    return sum(1 << (WIDE * y + x) for x, y in spots)
