"""Shoots for the earliest end, not for the next bit, and places where shooters like itself need longest.

A quick shooter (as entropy: bits, and a bonus for heads) is good at ordering cells. For the best few of them this
bot plays on to the end: it lets the quick shooter find *every* placing that is still possible and adds up the
shots. The cell with the smallest sum is best. That takes too long while more than `MANY` placings are possible, so
these first shots were computed once, into `OPENING`. Over all placings on 9 x 9 it needs 10.336 shots on average.

`HARD` tells how often to place where; tests/bench/planes_tables.py makes both tables and tells how good they are.
"""

import random
from functools import cache
from math import log2

from sandlot.games import planes

BIT_COST = 0.6  # shots that a missing bit costs
MANY = 100
LOOKED_AT = 14  # cells compared by two shots,
PLAYED_OUT = 6  # and those of them compared by playing on to the end

# Row and column of each first shot: then, if more than MANY placings are possible, what follows a miss, a hit, a head.
OPENING = (
    "5343356593755639444546344715656375636436637564764735672754546363756466344454647475433933515665424675"
    "7564746463463662464355462432466365374546546563756174555447467535673646"
)

# One digit for all placings that are turns and mirror images of one another, in the order of their first: how often
# to choose one of them.
HARD = (
    "11022031210212032102121202103121303071511213411433132111315141514151401301171211111023212122112105132402061511"
    "05132121112210102013140405053133748548751864383551948291819321632492518292939245143536511193919091954146222212"
    "82912110230142214120011504041532153035215183921022121021010021314034655998448349359593939542320040111212141224"
    "34224226373332632881212313130224211141522100112022041514539933639591410332111111110452231425222211012020035969"
    "35932314112119911112158012112010019056473113220222132211123101111170425100000000000000000000000000000010000001"
    "10010000101010200000000000200100000000000000000000000100000000000000000000000710111212122112106032311010000021"
    "00111010001031010002100100010010012101000000000000000005111121111130122215011226001050021000100100001001100000"
    "00001111131000000010000265544538431391919615222132130162509989794993659491215425548122212142431111212214236784"
    "39592111111534554201120404921202222111110110100010210001001200011002113101011013100020000010000000010000000000"
    "00000000000011010100001001100100101420201000101110130000010100001020010100000001000111002000213325011123011111"
    "11"
)


def move(view):
    size = view["size"]
    known = planes.placements(size)
    if view["phase"] == "place":
        return place(known)
    shots = [((shot["x"], shot["y"]), shot["found"]) for shot in view["shots"]]
    turn = frame(known, shots)
    turned = [(turned_cell(cell, turn, size), found) for cell, found in shots]
    possible, cells = after(known, turned)
    return turned_back(choose(known, possible, cells, 3 - view["heads"]), turn, size)


# Placing


def place(known):
    """Draw a placing, as often as `HARD` says. On boards without a table all are equally likely."""
    if known.size != 9:
        return random.choice(known.placings)
    return random.choices(known.placings, chances(known))[0]


def chances(known):
    """Return how likely each placing is."""
    return [float(HARD[number]) for number in orbits(known)]


@cache
def orbits(known):
    """Number the placings so that turns and mirror images of one another have the same number."""
    index = {frozenset(placing): number for number, placing in enumerate(known.placings)}
    boxes = [(x, y, d) for x, y in known.cells for d in range(4)]
    by_cells = {frozenset(cells_of(plane)): plane for plane in boxes}
    turned = {}
    for cells, plane in by_cells.items():
        images = [frozenset(turned_cell(cell, turn, known.size) for cell in cells) for turn in range(8)]
        turned[plane] = [by_cells.get(image) for image in images]
    numbers, count = [-1] * len(index), 0
    for number, placing in enumerate(known.placings):
        if numbers[number] < 0:
            for turn in range(8):
                numbers[index[frozenset(turned[plane][turn] for plane in placing)]] = count
            count += 1
    return numbers


def cells_of(plane):
    return [planes.head_cell(plane), *planes.body_cells(plane)]


# Turning the board: the opening begins in all eight ways alike, so that nobody can learn where it begins


def turned_cell(cell, turn, size):
    x, y = cell
    x, y = (size + 1 - x if turn & 1 else x), (size + 1 - y if turn & 2 else y)
    return (y, x) if turn & 4 else (x, y)


def turned_back(cell, turn, size):
    x, y = reversed(cell) if turn & 4 else cell
    return [size + 1 - x if turn & 1 else x, size + 1 - y if turn & 2 else y]


def frame(known, shots):
    """Return a way to turn the board in which the shots so far follow the opening for as long as possible."""
    opening = openings(known)
    if not opening:
        return 0

    def followed(turn):
        possible, length = known.everything, 0
        for cell, found in shots:
            cell = turned_cell(cell, turn, known.size)
            if opening.get(possible) != cell:
                break
            possible &= known.having(cell, found)
            length += 1
        return length

    lengths = [followed(turn) for turn in range(8)]
    return random.choice([turn for turn in range(8) if lengths[turn] == max(lengths)])


@cache
def openings(known):
    """Return the first shots by what is possible before them. Boards of other sizes have none."""
    ready, numbers = {}, iter(OPENING if known.size == 9 else "")

    def read(possible):
        if possible.bit_count() > MANY:
            cell = ready[possible] = (int(next(numbers)), int(next(numbers)))
            for found in range(3):
                read(possible & known.having(cell, found))

    if known.size == 9:
        read(known.everything)
    return ready


def after(known, shots):
    """Return the placings that are possible, and the cells that are left."""
    possible, seen = known.everything, dict(shots)
    for cell, found in shots:
        possible &= known.having(cell, found)
    return possible, [cell for cell in known.cells if cell not in seen]


# Shooting


def choose(known, possible, cells, heads):
    """Choose a cell, with so many heads left to find."""
    if possible in openings(known):
        return openings(known)[possible]
    if possible.bit_count() > MANY:
        ranked = rank(possible, [(cell, known.head[cell], known.body[cell]) for cell in cells])
        return ranked[0][1][0]
    return Ending(known, known.members(possible)).best(cells, heads)


def rank(possible, cells):
    """Return the cells worth a shot, the best for the quick shooter first: what it expects to need, and the cell.

    A cell comes with the placings that have a head there, and those with a body there.
    """
    count, worth = possible.bit_count(), []
    for cell in cells:
        head, body = (possible & cell[1]).bit_count(), (possible & cell[2]).bit_count()
        empty = count - head - body
        if empty != count and body != count:  # else the answer is known, and no head
            needs = BIT_COST * (bits(head) + bits(body) + bits(empty)) - head
            worth.append((needs, cell))
    worth.sort(key=first)
    return worth


def first(pair):
    return pair[0]


@cache
def bits(cases):
    """Return the bits to tell apart so many cases, times their number."""
    return cases * log2(cases) if cases else 0.0


class Ending:
    """What can still happen when few placings are possible: these as bits of small numbers, which are quick."""

    def __init__(self, known, placings):
        self.everything = (1 << len(placings)) - 1
        self.head, self.body = dict.fromkeys(known.cells, 0), dict.fromkeys(known.cells, 0)
        self.solved = {}
        for number, placing in enumerate(placings):
            for plane in placing:
                cell, bit = planes.head_cell(plane), 1 << number
                self.head[cell] |= bit
                for cell in planes.body_cells(plane):
                    self.body[cell] |= bit

    def best(self, cells, heads):
        """Return the cell after which the quick shooter needs the fewest shots for all placings together."""
        cells = [(cell, self.head[cell], self.body[cell]) for cell in cells]
        ranked = rank(self.everything, cells)
        if self.everything.bit_count() <= 2:
            return ranked[0][1][0]
        cells = [cell for _, cell in ranked]
        by_two = sorted(cells[:LOOKED_AT], key=lambda cell: self.by_two(cell, cells))
        return min(by_two[:PLAYED_OUT], key=lambda cell: self.shots_after(self.everything, cell, cells, heads))[0]

    def parts(self, possible, cell):
        """Return the placings after each answer: a head, a body, nothing."""
        head, body = possible & cell[1], possible & cell[2]
        return head, body, possible ^ head ^ body

    def by_two(self, cell, cells):
        """Return what the quick shooter expects to need after this cell and a second one."""
        head, body, empty = self.parts(self.everything, cell)
        rest = [other for other in cells if other is not cell]
        return -head.bit_count() + sum(
            part.bit_count() + rank(part, rest)[0][0] for part in (head, body, empty) if part & part - 1
        )

    def shots_after(self, possible, cell, cells, heads):
        """Return how many shots it takes to find all these placings, added up, with this cell as the next."""
        head, body, empty = self.parts(possible, cell)
        rest = [other for other in cells if other is not cell]
        return (
            possible.bit_count()
            + self.shots(head, rest, heads - 1)
            + self.shots(body, rest, heads)
            + self.shots(empty, rest, heads)
        )

    def shots(self, possible, cells, heads):
        """Return how many shots the quick shooter needs for all these placings, added up."""
        if not possible & possible - 1:  # one placing: its heads are known
            return heads if possible else 0
        if heads == 0:
            return 0
        if (possible, heads) not in self.solved:
            cells = [cell for _, cell in rank(possible, cells)]
            self.solved[possible, heads] = self.shots_after(possible, cells[0], cells, heads)
        return self.solved[possible, heads]
