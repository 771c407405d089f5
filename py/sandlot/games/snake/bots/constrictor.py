"""Searches as deep as its budget allows, one step deeper each time, and counts who reaches which cell first.

The budget is a number of positions, never a clock, so the same game always goes the same way. Once the snakes are
walled off from each other, it stops fighting and looks for the longest way through its own region instead.

The board is one big int with a bit for each cell. It has one column more than the real board, so a step is a shift.
"""

from sandlot.games.snake import grows

BUDGET = 700  # surveys in one move
DEEPEST = 30
HORIZON = 40  # how many steps ahead a survey looks
WIN, DRAW, LOSS = 10000, -3000, -10000
DOOM = 3000


class Spent(Exception):
    """The budget of this move is used up."""


def move(view):
    return Search(view).best()


class Search:
    def __init__(self, view):
        me, other = view["player"], 1 - view["player"]
        self.width = view["columns"] + 1
        self.open = 0
        for row in range(view["rows"]):
            for column in range(view["columns"]):
                self.open |= self.bit(row, column)
        for row, column in view["obstacles"]:
            self.open &= ~self.bit(row, column)
        # Bodies are lists from the tail to the head: a step appends a head and counts the tails that have gone.
        self.mine, self.theirs = ([self.bit(*cell) for cell in reversed(view["snakes"][k]["body"])] for k in (me, other))
        self.step = view["step"]
        self.stays = [grows(step) for step in range(self.step + DEEPEST * 2 + HORIZON + 2)]
        self.busy = sum(self.mine) | sum(self.theirs)
        self.left = BUDGET
        self.first = {}  # by the moves since the root: the answer that was best in the last round

    def bit(self, row, column):
        return 1 << (row * self.width + column)

    def exits(self, head, free):
        """Return the free cells next to a head with their directions."""
        cells = (head >> self.width, head << 1, head << self.width, head >> 1)
        return [(direction, cell) for direction, cell in enumerate(cells) if cell & free]

    def best(self):
        tail = 0 if self.stays[self.step] else 1
        free = self.open & ~self.busy | (self.mine[0] | self.theirs[0] if tail else 0)
        ways = self.exits(self.mine[-1], free)
        if len(ways) < 2:
            return ways[0][0] if ways else 0
        choice = ways[0][0]
        try:
            for depth in range(1, DEEPEST):
                worth = self.search(self.busy, 0, self.step, depth, 3 * LOSS, 3 * WIN, 1)
                choice = self.first.get(1, choice)
                if abs(worth) > WIN // 2:
                    break
        except Spent:
            choice = self.first.get(1, choice)
        return choice

    def search(self, busy, tail, step, depth, low, high, key):
        """Return the worth of a position for us if the other snake always knew our step and gave its worst answer.

        Only a worth between `low` and `high` matters to the caller. `key` spells the moves that led here.
        """
        mine, theirs = self.mine, self.theirs
        if not self.stays[step]:
            busy &= ~(mine[tail] | theirs[tail])
            tail += 1
        free = self.open & ~busy
        ways = self.exits(mine[-1], free)
        answers = self.exits(theirs[-1], free)
        if not ways:
            return (LOSS if answers else DRAW) + step
        if not answers:
            return WIN - step
        if len(ways) > 1 and key in self.first:
            first = self.first[key]
            ways.sort(key=lambda way: way[0] != first)
        found = None
        for direction, cell in ways:
            bound, after = high, key * 4 + direction
            if len(answers) > 1 and after in self.first:
                first = self.first[after]
                answers.sort(key=lambda way: way[0] != first)
            mine.append(cell)
            for back, other in answers:
                if cell == other:
                    worth = DRAW
                else:
                    theirs.append(other)
                    if depth > 1:
                        worth = self.search(busy | cell | other, tail, step + 1, depth - 1, low, bound, after * 4 + back)
                    else:
                        worth = self.survey(busy | cell | other, tail, step + 1)
                    theirs.pop()
                if worth < bound:
                    bound = worth
                    self.first[after] = back
                    if bound <= low:
                        break
            mine.pop()
            if found is None or bound > low:
                if found is None or bound > low:
                    self.first[key] = direction
                found = direction
            if bound > low:
                low = bound
                if low >= high:
                    break
        return low

    def survey(self, busy, tail, step):
        """Return how many more cells we reach first. A cell under a body is free once its tail has gone."""
        self.left -= 1
        if self.left < 0:
            self.mine, self.theirs = [], []
            raise Spent
        mine, theirs, stays, width = self.mine, self.theirs, self.stays, self.width
        near, far = mine[-1], theirs[-1]
        free = self.open & ~busy
        last = min(len(mine), len(theirs)) - 1
        for later in range(HORIZON):
            if not stays[step + later] and tail < last:
                free |= mine[tail] | theirs[tail]
                tail += 1
            ours = (near >> width | near << 1 | near << width | near >> 1) & free
            others = (far >> width | far << 1 | far << width | far >> 1) & free
            if ours and others:
                free &= ~(ours | others)
                near |= ours & ~others
                far |= others & ~ours
                continue
            free &= ~(ours | others)
            near |= ours
            far |= others
            # Whoever finds nothing new for longer than there is room has died in between.
            we_die = not ours and near.bit_count() <= later + 1
            they_die = not others and far.bit_count() <= later + 1
            if we_die or they_die:
                doom = DOOM - step - later
                return (doom if they_die else 0) - (doom if we_die else 0) + near.bit_count() - far.bit_count()
            if not ours and not others and tail >= last:
                break
        return near.bit_count() - far.bit_count()
