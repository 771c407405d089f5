"""Looks two turns ahead with minimax, as if the enemy saw its orders before he answered them."""

from typing import Any

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left: the orders 0..3; 4 more to shoot that way
STAY = -1
DEPTH = 2
WIDTH = 4  # orders of a tank that are looked at, those first that lead to the base
WON = 1000
TANK = 30  # what a tank is worth in turns to the base
SECOND = 0.3  # how much the way of the tank that is further from the base counts
THREAT = 3  # to be in the line of fire of a loaded tank
FAR = 40


def neighbours():
    """Return, for every cell and direction, the cells from there to the rim, nearest first."""
    lines = {}
    for x in range(9):
        for y in range(9):
            for direction, (dx, dy) in enumerate(STEPS):
                cells = [(x + dx * n, y + dy * n) for n in range(1, 9)]
                lines[(x, y), direction] = [(a, b) for a, b in cells if 0 <= a < 9 and 0 <= b < 9]
    return lines


LINES = neighbours()
AROUND = {cell: [LINES[cell, way][0] for way in range(4) if LINES[cell, way]] for cell, _ in LINES}
BOARDS: dict[int, Any] = {}


class Position:
    """The bricks and the four tanks: mine are 0 and 1, the enemy's 2 and 3; a dead one is None."""

    def __init__(self, board, bricks, tanks, loaded):
        self.board, self.bricks, self.tanks, self.loaded = board, bricks, tanks, loaded

    def solid(self, cell):
        return cell in self.bricks or cell in self.board.solid

    def target(self, start, direction, tanks):
        for cell in LINES[start, direction]:
            if cell in tanks or cell in self.bricks or cell in self.board.solid:
                return cell
        return None

    def orders(self, number):
        """Return the orders of a tank that are worth a thought, best first."""
        start = self.tanks[number]
        if start is None:
            return [STAY]
        side = number // 2
        far = self.board.distances(self.bricks, 1 - side)
        enemies = self.tanks[2 - 2 * side : 4 - 2 * side]
        found = [(far.get(start, FAR) + 0.5, STAY)]
        for direction, line in ((direction, LINES[start, direction]) for direction in range(4)):
            if line and not self.solid(line[0]) and line[0] not in self.tanks:
                found.append((far.get(line[0], FAR), direction))
            if self.loaded[number]:
                hit = self.target(start, direction, self.tanks)
                if hit == self.board.bases[1 - side]:
                    found.append((-WON, direction + 4))
                elif hit in enemies:
                    found.append((far.get(start, FAR) - 2, direction + 4))
                elif hit in self.bricks:
                    found.append((self.board.distances(self.bricks - {hit}, 1 - side).get(start, FAR), direction + 4))
                elif hit is None and any(cell in AROUND[enemy] for enemy in enemies if enemy for cell in line):
                    found.append((far.get(start, FAR) + 0.6, direction + 4))
        found.sort()
        return [order for _, order in found[:WIDTH]]

    def pairs(self, side):
        return [(one, two) for one in self.orders(2 * side) for two in self.orders(2 * side + 1)]

    def after(self, orders):
        """Return the position after a turn, and what the shots hit. All move first, then all shoot at once."""
        tanks = [
            LINES[tank, order][0] if tank and 0 <= order < 4 else tank
            for tank, order in zip(self.tanks, orders, strict=True)
        ]
        shots = {(tank, order - 4): tank for tank, order in zip(tanks, orders, strict=True) if tank and order >= 4}
        hits = set()
        for start, direction in shots:
            hit = self.target(start, direction, tanks)
            meets = (hit, (direction + 2) % 4) in shots and tanks.count(hit) == tanks.count(start) == 1
            if hit and not meets:
                hits.add(hit)
        if hits:
            tanks = [None if tank in hits else tank for tank in tanks]
        bricks = self.bricks - hits if hits & self.bricks else self.bricks
        return Position(self.board, bricks, tanks, [order < 4 for order in orders]), hits

    def worth(self):
        """Return how much better this looks for me than for the enemy, in turns to a base."""
        return self.side_worth(0) - self.side_worth(1)

    def side_worth(self, side):
        far = self.board.distances(self.bricks, 1 - side)
        alive = [number for number in (2 * side, 2 * side + 1) if self.tanks[number]]
        turns = sorted([far.get(self.tanks[number], FAR) for number in alive] + [FAR])
        worth = TANK * len(alive) - turns[0] - SECOND * turns[1]
        for number in (2 - 2 * side, 3 - 2 * side):
            if self.tanks[number] and self.loaded[number]:
                for direction in range(4):
                    hit = self.target(self.tanks[number], direction, self.tanks)
                    worth -= THREAT * sum(self.tanks[each] == hit and not self.loaded[each] for each in alive)
        return worth


class Board:
    """What stays the same in a match, and the ways to the bases for every set of bricks seen so far."""

    def __init__(self, view):
        me = view["player"]
        bases = [view["bases"][side] for side in (me, 1 - me)]
        self.bases = [(base["x"], base["y"]) for base in bases]
        self.solid = {(x, y) for x, y in view["steel"]} | set(self.bases)
        self.known = {}

    def distances(self, bricks, side):
        """Return about how many turns it takes from every cell to hit the base of a side."""
        key = (bricks, side)
        if key not in self.known:
            if len(self.known) > 5000:
                self.known.clear()
            self.known[key] = self.flood(bricks, self.bases[side])
        return self.known[key]

    def flood(self, bricks, base):
        far: dict[Any, int] = {}
        waves: dict[int, list[Any]] = {}
        for direction in range(4):
            turns = 1
            for cell in LINES[base, direction]:
                if cell in self.solid:
                    break
                waves.setdefault(turns, []).append(cell)
                turns += 2 * (cell in bricks)
        for turns in range(1, FAR):
            for cell in waves.pop(turns, ()):
                if cell not in far:
                    far[cell] = turns
                    later = waves.setdefault(turns + 1 + (cell in bricks), [])
                    later.extend([near for near in AROUND[cell] if near not in far and near not in self.solid])
        return far


def search(position, depth, low, high):
    """Return what the position is worth, and the pair of orders that the worst reply harms least."""
    best = None
    replies = position.pairs(1)
    for pair in position.pairs(0):
        worst = high
        for number, reply in enumerate(replies):
            worth = outcome(position, pair + reply, depth, low, worst)
            if worth < worst:
                worst = worth
                replies.insert(0, replies.pop(number))  # what refuted one pair is tried first against the next
            if worst <= low:
                break
        if worst > low or best is None:
            low, best = max(low, worst), pair
        if low >= high:
            break
    return low, best


def outcome(position, orders, depth, low, high):
    after, hits = position.after(orders)
    lost = [position.board.bases[side] in hits or not any(after.tanks[2 * side : 2 * side + 2]) for side in (0, 1)]
    if any(lost):
        return (lost[1] - lost[0]) * (WON + depth)
    return after.worth() if depth == 1 else search(after, depth - 1, low, high)[0]


def move(view):
    me = view["player"]
    tanks = view["tanks"][me] + view["tanks"][1 - me]
    position = Position(
        BOARDS.setdefault(me, Board(view)),
        frozenset((x, y) for x, y in view["bricks"]),
        [(tank["x"], tank["y"]) if tank["alive"] else None for tank in tanks],
        [tank["can_shoot"] for tank in tanks],
    )
    _, pair = search(position, DEPTH, -2 * WON, 2 * WON)
    return list(pair)
