"""Plays every pair of its orders one turn ahead with the real rules, against a handful of replies that the enemy might
choose, and takes the pair that turns out best on average.
"""

import random
from typing import Any

from sandlot.games.tank.rules import SIZE, STEPS, from_view, game, legal_orders

REPLIES = 6  # of the enemy, drawn at random
PAIRS = 30  # of mine at most, drawn at random
TANK = 12  # what a tank is worth, in turns to the base
THREAT = 2  # what it costs to stand where an enemy tank could shoot


def move(view):
    me = view["player"]
    state = from_view(view)
    mine, theirs = ([(a, b) for a in one for b in two] for one, two in (legal_orders(state, s) for s in (me, 1 - me)))
    replies = random.sample(theirs, min(REPLIES, len(theirs)))
    ways: dict[Any, Any] = {}
    best, choice = -1e9, mine[0]
    for pair in random.sample(mine, min(PAIRS, len(mine))):
        worth = sum(look(state, me, pair, reply, ways) for reply in replies)
        if worth > best:
            best, choice = worth, pair
    return list(choice)


def look(state, me, pair, reply, ways):
    """Return what a turn leads to."""
    after = game.step(state, {me: pair, 1 - me: reply})
    outcome = game.outcome(after)
    if outcome:
        return 100 * (outcome.scores[me] - 1)
    return worth(after, me, ways) - worth(after, 1 - me, ways)


def worth(state, side, ways):
    """Return what a side's tanks are worth: those alive, and the nearer to the enemy's base the more."""
    key = (state.bricks, side)
    if key not in ways:
        ways[key] = turns_to_base(state, 1 - side)
    turns = sorted(ways[key].get((tank.x, tank.y), 30) for tank in state.tanks[side] if tank.alive)
    danger = sum(in_danger(state, side, tank) for tank in state.tanks[side] if tank.alive)
    return TANK * len(turns) - turns[0] - 0.3 * sum(turns[1:]) - THREAT * danger


def in_danger(state, side, tank):
    """Tell whether a loaded enemy tank has this one in its line of fire."""
    enemies = {(each.x, each.y): each for each in state.tanks[1 - side] if each.alive and not each.shot}
    for dx, dy in STEPS:
        x, y = tank.x + dx, tank.y + dy
        while 0 <= x < SIZE and 0 <= y < SIZE and (x, y) not in state.bricks:
            if (x, y) in enemies:
                return True
            x, y = x + dx, y + dy
    return False


def turns_to_base(state, side):
    """Return how many turns it takes from every cell to hit a base along its row; a brick costs a turn more."""
    turns: dict[Any, int] = {}
    waves: dict[int, list[Any]] = {}
    row = SIZE - 1 if side else 0
    for step in (-1, 1):
        x, cost = SIZE // 2 + step, 1
        while 0 <= x < SIZE:
            waves.setdefault(cost, []).append((x, row))
            cost += 2 * ((x, row) in state.bricks)
            x += step
    for cost in range(1, 30):
        for x, y in waves.pop(cost, ()):
            if (x, y) in turns or not (0 <= x < SIZE and 0 <= y < SIZE) or (x == SIZE // 2 and y in (0, 1, 7, 8)):
                continue
            turns[x, y] = cost
            later = cost + 1 + ((x, y) in state.bricks)
            waves.setdefault(later, []).extend((x + dx, y + dy) for dx, dy in STEPS)
    return turns
