"""Finds puzzles of Snake with the real rules: the only way to live, and cut-offs.

Both snakes move at once, so every claim is made against the order that was asked for:

- An order *lives* if the snake can go on for so many steps even if the other snake always knows its next step.
- An order *dies* if the other snake can kill it, and survive, even if it always has to say its next step first.
- An order *wins* if the other snake is dead within so many steps even if it always knows the next step.

The right order is judged by the worst case and all others by the best one, so no lucky guess can make a wrong order
right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandlot.games.snake import State, game, safe_moves
from sandlot.match.replay import Replay, positions
from sandlot_build.puzzles.found import Found

LIVES = 10
"""Steps for which the finder makes sure that the snake lives after an only move. The confirmer looks further."""
DIES = 9
"""All other orders die within so many steps."""
SEEN = 3
"""A position that is decided in fewer steps is seen through at a glance, and is no puzzle."""
WINS = range(1, 8)
"""A cut-off kills within so many steps."""
MORE = 4
"""No other order kills, even with luck, within so many more steps."""
LAST = 32
"""Puzzles are looked for in the last so many steps of a match."""
APART = 12
"""Two puzzles of one match are at least so many steps apart."""


Line = list[list[int]]
"""The steps of both snakes, turn by turn."""


def find(replay: Replay) -> Iterator[Found]:
    """Yield at most one puzzle of each theme. It looks from the end to the beginning: near the end most is decided."""
    states = [each.state for _, each in positions(replay)]
    before, left = len(states) + APART, {"only-move", "cut-off"}
    for turn in range(len(states) - 2, max(11, len(states) - LAST), -1):
        for seat in (0, 1):
            if before - turn >= APART and (found := _at(replay, states[turn], turn, seat, left)):
                before = turn
                left.remove(found.theme)
                yield found


def _at(replay: Replay, state: State, turn: int, seat: int, themes: set[str]) -> Found | None:
    orders = safe_moves(state, seat)
    if len(orders) < 2:
        return None
    if "only-move" in themes and (one := only_move(state, seat, orders)):
        order, steps = one
        lines = [(each, dying_line(state, seat, each, steps)) for each in range(4) if each != order]
        return Found(replay, turn, seat, "only-move", [order], ("lives", LIVES), ("dies", steps), LIVES, lines)
    if "cut-off" in themes and (one := cut_off(state, seat, orders)):
        order, steps = one
        lines = [(order, winning_line(state, seat, order, steps))]
        most = steps + MORE
        return Found(replay, turn, seat, "cut-off", [order], ("wins", steps), ("open", most), most, lines)
    return None


def only_move(state: State, seat: int, orders: Sequence[int]) -> tuple[int, int] | None:
    """Return the one order that lives, and within how many steps all others die."""
    left = list(orders)
    for steps in range(1, DIES + 1):
        left = [order for order in left if not dies_after(state, seat, order, steps)]
        if len(left) < 2:
            break
    if len(left) != 1 or steps < SEEN or not lives_after(state, seat, left[0], LIVES):
        return None
    return left[0], steps


def cut_off(state: State, seat: int, orders: Sequence[int]) -> tuple[int, int] | None:
    """Return the one order that surely kills, and within how many steps."""
    for steps in WINS:
        good = [order for order in orders if wins_after(state, seat, order, steps)]
        if len(good) > 1:
            return None
        if good:
            others = (order for order in orders if order != good[0])
            open_ = steps >= SEEN and not any(may_win_after(state, seat, order, steps + MORE) for order in others)
            return (good[0], steps) if open_ else None
    return None


def _ways(state: State, k: int) -> list[int]:
    """Return the steps that need to be tried: those that do not crash; if there are none, one that does."""
    return safe_moves(state, k) or [0]


def _after(state: State, me: int, mine: int, theirs: int) -> State:
    return game.step(state, {me: mine, 1 - me: theirs})


def _dead(state: State, k: int) -> bool:
    return state.snakes[k].death is not None


def dies_after(state: State, me: int, order: int, steps: int) -> bool:
    """Tell whether the other snake has an answer to an order that kills within so many steps, and survives."""
    return any(_wins(_after(state, me, order, theirs), 1 - me, steps - 1) for theirs in _ways(state, 1 - me))


def lives_after(state: State, me: int, order: int, steps: int) -> bool:
    """Tell whether the snake lives for so many steps after an order, whatever the other does."""
    return all(_lives(_after(state, me, order, theirs), me, steps - 1) for theirs in _ways(state, 1 - me))


def _lives(state: State, me: int, steps: int) -> bool:
    if _dead(state, me):
        return False
    if _dead(state, 1 - me) or steps == 0:
        return True
    theirs = _ways(state, 1 - me)
    return any(
        all(_lives(_after(state, me, mine, each), me, steps - 1) for each in theirs) for mine in _ways(state, me)
    )


def wins_after(state: State, me: int, order: int, steps: int) -> bool:
    """Tell whether the other snake is surely dead within so many steps after an order, and this one is not."""
    return all(_wins(_after(state, me, order, theirs), me, steps - 1) for theirs in _ways(state, 1 - me))


def _wins(state: State, me: int, steps: int) -> bool:
    if _dead(state, me) or _dead(state, 1 - me):
        return not _dead(state, me)
    if steps == 0:
        return False
    mine, theirs = _ways(state, me), _ways(state, 1 - me)
    return any(all(_wins(_after(state, me, it, each), me, steps - 1) for each in theirs) for it in mine)


def may_win_after(state: State, me: int, order: int, steps: int) -> bool:
    """Tell whether an order kills within so many steps for a player who always knows the other's next step."""
    return all(_may_win(_after(state, me, order, theirs), me, steps - 1) for theirs in _ways(state, 1 - me))


def _may_win(state: State, me: int, steps: int) -> bool:
    if _dead(state, me) or _dead(state, 1 - me):
        return not _dead(state, me)
    if steps == 0:
        return False
    mine, theirs = _ways(state, me), _ways(state, 1 - me)
    return all(any(_may_win(_after(state, me, it, each), me, steps - 1) for it in mine) for each in theirs)


def dying_line(state: State, me: int, order: int, steps: int) -> Line:
    """Return how a snake dies after an order, though it holds out as long as it can."""
    line: Line = []
    mine = order
    while not _dead(state, me):
        soonest = next(n for n in range(1, steps + 1) if dies_after(state, me, mine, n))
        theirs = next(
            each for each in _ways(state, 1 - me) if _wins(_after(state, me, mine, each), 1 - me, soonest - 1)
        )
        state, steps = _after(state, me, mine, theirs), soonest - 1
        line.append([theirs, mine] if me else [mine, theirs])
        # The other snake says its step first; the longest way is the one that it can cut short last.
        mine = max(_ways(state, me), key=lambda each: _longest(state, me, each, steps))
    return line


def _longest(state: State, me: int, order: int, steps: int) -> int:
    return next((n for n in range(1, steps + 1) if dies_after(state, me, order, n)), steps + 1)


def winning_line(state: State, me: int, order: int, steps: int) -> Line:
    """Return how the other snake dies after an order, though it holds out as long as it can."""
    line: Line = []
    mine = order
    while not _dead(state, 1 - me):
        theirs = max(_ways(state, 1 - me), key=lambda each: _soonest(_after(state, me, mine, each), me, steps))
        state = _after(state, me, mine, theirs)
        steps = _soonest(state, me, steps)
        line.append([theirs, mine] if me else [mine, theirs])
        if not _dead(state, 1 - me):
            mine = next(each for each in _ways(state, me) if wins_after(state, me, each, steps))
    return line


def _soonest(state: State, me: int, most: int) -> int:
    return next(n for n in range(most + 1) if _wins(state, me, n))
