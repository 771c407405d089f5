"""Looks a few steps ahead with both snakes moving, and counts which cells it would reach before the other snake.

The board is one big int, a bit a cell, with one column more than it has: a step up, down, left or right is
a shift.
"""

from sandlot.games.snake import grows

DEPTH = 4
HORIZON = 60  # steps that the survey of a position looks ahead
WIN, DRAW, LOSS = 1000, -300, -1000


def move(view):
    board = Board(view["rows"], view["columns"], view["obstacles"])
    mine, theirs = (board.body(view["snakes"][k]["body"]) for k in (view["player"], 1 - view["player"]))
    return search(board, mine, theirs, view["step"], DEPTH)[1]


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
        """The four cells next to a head, in the order of the directions; off the board there is nothing open."""
        return head >> self.width, head << 1, head << self.width, head >> 1


def search(board, mine, theirs, step, depth):
    """The best direction and its worth, if the other snake knew it and answered with what is worst for us."""
    stay = grows(step)
    my_rest, their_rest = (body if stay else body[:-1] for body in (mine, theirs))
    free = board.open & ~sum(my_rest) & ~sum(their_rest)
    my_steps = [(direction, cell) for direction, cell in enumerate(board.steps(mine[0])) if cell & free]
    their_steps = [cell for cell in board.steps(theirs[0]) if cell & free]
    if not my_steps:
        return (LOSS if their_steps else DRAW) - depth, 0
    if not their_steps:
        return WIN + depth, my_steps[0][0]
    best = LOSS * 2, 0
    for direction, cell in my_steps:
        worth = WIN * 2
        for other in their_steps:
            worth = min(worth, answer(board, (cell, *my_rest), (other, *their_rest), step + 1, depth - 1))
            if worth <= best[0]:
                break
        if worth > best[0]:
            best = worth, direction
    return best


def answer(board, mine, theirs, step, depth):
    if mine[0] == theirs[0]:
        return DRAW
    return search(board, mine, theirs, step, depth)[0] if depth else survey(board, mine, theirs, step)


def survey(board, mine, theirs, step):
    """How many more cells we reach first; a cell under a body counts from when its tail has gone."""
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
