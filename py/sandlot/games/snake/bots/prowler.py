"""Counts the cells that it reaches first, as surveyor does, but thinks longer where thinking is cheap.

It searches one step deep, then two, then three, until it has surveyed as many positions as its budget allows. Each
round tries first what was best in the round before, so most of the tree need not be looked at. The budget is a number
of positions, never a clock, so the same game always goes the same way.

The board is one big int with a bit for each cell. It has one column more than the real board, so a step is a shift.
"""

from sandlot.games.snake import grows

BUDGET = 400  # surveys in a move
DEEPEST = 30
HORIZON = 40  # how many steps ahead a survey looks
WIN, DRAW, LOSS = 10000, -3000, -10000


class Spent(Exception):
    """The budget of this move is used up."""


def move(view):
    return Search(view).best()


class Search:
    def __init__(self, view):
        self.width = view["columns"] + 1
        self.open = sum(self.bit(row, column) for row in range(view["rows"]) for column in range(view["columns"]))
        for row, column in view["obstacles"]:
            self.open &= ~self.bit(row, column)
        # Bodies are lists from the tail to the head: a step appends a head, and `tail` counts the cells that have gone.
        self.mine, self.theirs = (self.body(view["snakes"][k]) for k in (view["player"], 1 - view["player"]))
        self.busy = sum(self.mine) | sum(self.theirs)
        self.step = view["step"]
        self.stays = [grows(step) for step in range(self.step + DEEPEST + HORIZON + 2)]
        self.left = BUDGET
        self.first = {}  # by the moves since the root: what was best there in an earlier round, so it is tried first

    def bit(self, row, column):
        return 1 << (row * self.width + column)

    def body(self, snake):
        return [self.bit(row, column) for row, column in reversed(snake["body"])]

    def exits(self, head, free):
        """Return the directions and cells into which a head can go; cells off the board are never free."""
        cells = (head >> self.width, head << 1, head << self.width, head >> 1)
        return [(direction, cell) for direction, cell in enumerate(cells) if cell & free]

    def best(self):
        tail = 0 if self.stays[self.step] else 1
        free = self.open & ~(sum(self.mine[tail:]) | sum(self.theirs[tail:]))
        ways = self.exits(self.mine[-1], free)
        if len(ways) < 2:
            return ways[0][0] if ways else 0
        try:
            for depth in range(1, DEEPEST):
                worth = self.search(self.busy, 0, self.step, depth, 3 * LOSS, 3 * WIN, 1)
                if abs(worth) > WIN // 2:
                    break  # the end is in sight; looking further cannot change it
        except Spent:
            pass  # the round that was cut short began with the best step so far, so what it found is no worse
        return self.first.get(1, ways[0][0])

    def search(self, busy, tail, step, depth, low, high, key):
        """Return the worth of a position for us, if the other snake always knew our step and gave its worst answer.

        Only a worth between `low` and `high` matters to the caller. `key` spells the moves that led here.
        """
        mine, theirs, first = self.mine, self.theirs, self.first
        if not self.stays[step]:
            busy &= ~(mine[tail] | theirs[tail])
            tail += 1
        free = self.open & ~busy
        ways, answers = self.exits(mine[-1], free), self.exits(theirs[-1], free)
        if not ways:
            return (LOSS if answers else DRAW) + step
        if not answers:
            return WIN - step
        self.put_first(ways, key)
        chosen = None
        for direction, cell in ways:
            after, bound = key * 4 + direction, high
            self.put_first(answers, after)
            mine.append(cell)
            for back, other in answers:
                worth = self.answered(busy, tail, step, depth, low, bound, after * 4 + back, cell, other)
                if worth < bound:
                    first[after], bound = back, worth
                if bound <= low:
                    break
            mine.pop()
            if chosen is None or bound > low:
                first[key] = chosen = direction
            low = max(low, bound)
            if low >= high:
                break
        return low

    def put_first(self, ways, key):
        """Move the way that was best in an earlier round to the front: then most others need no close look."""
        if len(ways) > 1 and key in self.first:
            best = self.first[key]
            ways.sort(key=lambda way: way[0] != best)

    def answered(self, busy, tail, step, depth, low, high, key, cell, other):
        """Return the worth after a step of both, ours already made in `mine`."""
        if cell == other:
            return DRAW
        self.theirs.append(other)
        if depth > 1:
            worth = self.search(busy | cell | other, tail, step + 1, depth - 1, low, high, key)
        else:
            worth = self.survey(busy | cell | other, tail, step + 1)
        self.theirs.pop()
        return worth

    def survey(self, busy, tail, step):
        """Return how many more cells we reach first. A cell under a body is free once its tail has gone."""
        self.left -= 1
        if self.left < 0:
            raise Spent
        mine, theirs, stays, width = self.mine, self.theirs, self.stays, self.width
        near, far = mine[-1], theirs[-1]
        free = self.open & ~busy
        last = min(len(mine), len(theirs)) - 1
        for later in range(HORIZON):
            if tail < last and not stays[step + later]:
                free |= mine[tail] | theirs[tail]
                tail += 1
            # On the usual board no cell is next to both at once: their heads are on squares of different colours.
            ours = (near >> width | near << 1 | near << width | near >> 1) & free
            free ^= ours
            near |= ours
            others = (far >> width | far << 1 | far << width | far >> 1) & free
            free ^= others
            far |= others
            if tail >= last and not ours and not others:
                break
        return near.bit_count() - far.bit_count()
