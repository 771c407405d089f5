"""Looks a few steps ahead with both snakes moving, and counts the cells that it would reach before the other.

The board is one big int with a bit for each cell. It has one column more than the real board, so a step is a shift.
"""

from sandlot.games.snake import grows

DEPTH = 4
HORIZON = 60  # how many steps ahead the survey of a position looks
WIN, DRAW, LOSS = 1000, -300, -1000


def move(view):
    board = Board(view["rows"], view["columns"], view["obstacles"])
    mine, theirs = (board.body(view["snakes"][k]["body"]) for k in (view["player"], 1 - view["player"]))
    return search(board, mine, theirs, view["step"], DEPTH, 2 * LOSS, 2 * WIN)[1]


class Board:
    def __init__(self, rows, columns, obstacles):
        self.width = columns + 1
        self.open = sum(self.bit(row, column) for row in range(rows) for column in range(columns))
        for row, column in obstacles:
            self.open &= ~self.bit(row, column)

    def bit(self, row, column):
        return 1 << (row * self.width + column)

    def body(self, cells):
        return tuple(self.bit(row, column) for row, column in cells)

    def around(self, cells):
        return cells >> self.width | cells << 1 | cells << self.width | cells >> 1

    def steps(self, head):
        """Return the cells next to a head, in the order of the directions; cells off the board are not open."""
        return head >> self.width, head << 1, head << self.width, head >> 1


def search(board, mine, theirs, step, depth, low, high):
    """Return the worth of a position and the best direction, if the other snake knew it and gave our worst answer.

    Only a worth between `low` and `high` matters to the caller.
    """
    stay = grows(step)
    my_rest, their_rest = (body if stay else body[:-1] for body in (mine, theirs))
    free = board.open & ~sum(my_rest) & ~sum(their_rest)
    my_steps = [(direction, cell) for direction, cell in enumerate(board.steps(mine[0])) if cell & free]
    their_steps = [cell for cell in board.steps(theirs[0]) if cell & free]
    if not my_steps:
        return (LOSS if their_steps else DRAW) - depth, 0
    if not their_steps:
        return WIN + depth, my_steps[0][0]
    best = low, my_steps[0][0]
    for direction, cell in my_steps:
        worth = high
        for other in their_steps:
            bodies = (cell, *my_rest), (other, *their_rest)
            worth = min(worth, answer(board, *bodies, step + 1, depth - 1, best[0], worth))
            if worth <= best[0]:
                break
        if worth > best[0]:
            best = worth, direction
        if best[0] >= high:
            break
    return best


def answer(board, mine, theirs, step, depth, low, high):
    if mine[0] == theirs[0]:
        return DRAW
    if depth == 0:
        return survey(board, mine, theirs, step)
    return search(board, mine, theirs, step, depth, low, high)[0]


def survey(board, mine, theirs, step):
    """Return how many more cells we reach first. A cell under a body is free once its tail has gone."""
    near, far = mine[0], theirs[0]
    free = board.open & ~sum(mine) & ~sum(theirs)
    tail = 0
    for later in range(step, step + HORIZON):
        if not grows(later):
            tail += 1
            free |= gone(mine, tail) | gone(theirs, tail)
        ours, others = board.around(near) & free, board.around(far) & free
        free &= ~(ours | others)
        near |= ours & ~others
        far |= others & ~ours
        if not ours | others and tail >= max(len(mine), len(theirs)):
            break
    return near.bit_count() - far.bit_count()


def gone(body, tail):
    return body[-tail] if tail < len(body) else 0
