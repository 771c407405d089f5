"""Shoots targets in reach, keeps out of lines of fire, and goes the shortest way through the bricks to the base."""

import heapq
import random

STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # up, right, down, left: the orders 0..3; 4 more to shoot that way
STAY, SHOOT = -1, 4
BRICK_COST = 2  # a shot and the wait for the next one
DANGER_COST = 3
FAR = 1000
COURAGE = 0.2  # how often it crosses a line of fire anyway, so that two hunters do not wait for each other for ever


def move(view):
    board = Board(view)
    orders = []
    for number, tank in enumerate(board.mine):
        orders.append(choose(board, tank, view["legal"][number]) if tank["alive"] else STAY)
    return orders


class Board:
    def __init__(self, view):
        me = view["player"]
        self.width, self.height = view["width"], view["height"]
        self.mine, self.theirs = view["tanks"][me], view["tanks"][1 - me]
        self.my_base, self.their_base = (spot(view["bases"][side]) for side in (me, 1 - me))
        self.bricks = {(x, y) for x, y in view["bricks"]}
        self.steel = {(x, y) for x, y in view["steel"]}
        self.my_tanks = {spot(tank) for tank in self.mine if tank["alive"]}
        self.their_tanks = {spot(tank): tank for tank in self.theirs if tank["alive"]}
        self.danger = self.fire_lines()
        self.distances = distances(self)

    def far(self, cell):
        return self.distances.get(cell, FAR)

    def inside(self, cell):
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def empty(self, cell):
        solid = cell in self.bricks or cell in self.steel or cell in (self.my_base, self.their_base)
        return not solid and cell not in self.my_tanks and cell not in self.their_tanks

    def ray(self, start, direction):
        """Yield the cells that a shot flies through; the last one is the one it hits."""
        cell = ahead(start, direction)
        while self.inside(cell):
            yield cell
            if not self.empty(cell):
                return
            cell = ahead(cell, direction)

    def target(self, start, direction):
        cells = list(self.ray(start, direction))
        return cells[-1] if cells and not self.empty(cells[-1]) else None

    def fire_lines(self):
        """Return every cell that an enemy tank could hit this turn."""
        return {
            cell
            for position, tank in self.their_tanks.items()
            if tank["can_shoot"]
            for direction in range(4)
            for cell in self.ray(position, direction)
        }


def choose(board, tank, legal):
    here = spot(tank)
    shots = {board.target(here, order - SHOOT): order for order in legal if order >= SHOOT}
    if board.their_base in shots:
        return shots[board.their_base]
    for enemy in board.their_tanks:
        if enemy in shots and enemy not in board.my_tanks:
            return shots[enemy]
    moves = [order for order in legal if 0 <= order < SHOOT]
    if here in board.danger:
        safe = [order for order in moves if ahead(here, order) not in board.danger]
        if safe:
            return min(safe, key=lambda order: board.far(ahead(here, order)))
    return step_towards_base(board, here, moves, shots)


def step_towards_base(board, here, moves, shots):
    """Move, or shoot the brick in the way. Wait rather than move into a new line of fire."""
    options = []
    fear = 0 if random.random() < COURAGE else DANGER_COST
    for direction in range(4):
        cell = ahead(here, direction)
        if cell in board.bricks and cell in shots:
            options.append((BRICK_COST + board.far(cell), shots[cell]))
        elif cell in board.bricks:
            options.append((BRICK_COST + board.far(cell) + 0.5, STAY))
        elif direction in moves:
            options.append((1 + board.far(cell) + fear * (cell in board.danger), direction))
    return min(options, default=(0, STAY))[1]


def distances(board):
    """Return about how many turns it takes from every cell to hit the enemy base; cells without a way are missing."""
    queue = [(0, cell) for direction in range(4) for cell in shooting_places(board, direction)]
    best = {cell: 0 for _, cell in queue}
    while queue:
        cost, cell = heapq.heappop(queue)
        if cost > best[cell] or cell in board.steel or cell == board.my_base:
            continue
        cost += 1 + BRICK_COST * (cell in board.bricks)
        for direction in range(4):
            before = ahead(cell, direction)
            if board.inside(before) and cost < best.get(before, FAR):
                best[before] = cost
                heapq.heappush(queue, (cost, before))
    return best


def shooting_places(board, direction):
    """Yield the cells on one side of the enemy base from which a shot would hit it if no tank were in the way."""
    cell = ahead(board.their_base, direction)
    while board.inside(cell):
        yield cell
        if cell in board.bricks or cell in board.steel or cell == board.my_base:
            return
        cell = ahead(cell, direction)


def ahead(cell, direction):
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def spot(thing):
    return thing["x"], thing["y"]
