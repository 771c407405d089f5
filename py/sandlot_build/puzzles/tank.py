"""Finds puzzles of Tank with the real rules, near the turns of a game on which something was destroyed.

Both sides order at once, so every claim is made against the orders that were asked for: to *win* something, it must
fall within so many turns even if the other side always knows the orders; to *save* something, it must stand for so
many turns even so, and every other pair of orders has an answer after which it surely falls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from sandlot.games.tank import State, game, legal_orders
from sandlot.match.replay import Replay, positions
from sandlot_build.puzzles.found import Found

TURNS_AHEAD = 2
"""Turns that are looked ahead."""
MOST_RIGHT = 8
"""Most right pairs of orders. There are several if only the order of one tank counts, and the other is free."""
LEAST_SHARE = 6
"""There must be at least so many legal pairs of orders for each right one."""

Order: TypeAlias = tuple[int, int]
Pairs: TypeAlias = Sequence[Order]


def find(replay: Replay) -> Iterator[Found]:
    """Yield at most one puzzle of each theme. It looks before the turns on which something was destroyed."""
    states: list[State] = [each.state for _, each in positions(replay)]
    yielded: set[str] = set()
    for at in range(len(states) - 1, 0, -1):
        lost = {(item.what, item.side) for item in states[at].destroyed if item.what != "brick"}
        for what, side in sorted(lost, key=str):
            if side is None:
                continue
            for turn in (at - 2, at - 1):
                for theme, seat in ((f"win-{what}", 1 - side), (f"save-{what}", side)):
                    if theme not in yielded and turn >= 0 and (found := _at(replay, states[turn], turn, seat, theme)):
                        yielded.add(theme)
                        yield found


def _at(replay: Replay, state: State, turn: int, seat: int, theme: str) -> Found | None:
    pairs = _pairs(state, seat)
    verb, what = theme.split("-")
    search, right = _Search(what), list[Order]()
    if verb == "win":
        for turns in range(1, TURNS_AHEAD + 1):
            right = [each for each in pairs if search.wins_by(state, seat, each, turns)]
            if right:
                break
        # No puzzle if one can wait and win all the same.
        if any(search.wins_by(state, seat, each, TURNS_AHEAD) for each in pairs if each not in right):
            return None
        best, after = ("wins", turns), ("open", TURNS_AHEAD)
    else:
        right = []
        for each in pairs:
            if search.answer_to(state, seat, each, TURNS_AHEAD) is None:
                right.append(each)
            # What stands anyway need not be saved.
            if len(right) > MOST_RIGHT:
                return None
        if not all(search.stands_by(state, seat, each, TURNS_AHEAD) for each in right):
            return None
        best, after = ("lives", TURNS_AHEAD), ("loses", TURNS_AHEAD)
    if not 0 < len(right) <= min(MOST_RIGHT, len(pairs) // LEAST_SHARE) or not _share_an_order(right):
        return None
    answers = [list(each) for each in right]
    return Found(
        replay, turn, seat, theme, answers, best, after, TURNS_AHEAD, search.lines(state, seat, verb, pairs, right)
    )


def _share_an_order(pairs: Pairs) -> bool:
    return len({first for first, _ in pairs}) == 1 or len({second for _, second in pairs}) == 1


def _pairs(state: State, side: int) -> list[Order]:
    first, second = legal_orders(state, side)
    return list(product(first, second))


def _after(state: State, me: int, mine: Order, theirs: Order) -> State:
    return game.step(state, {me: list(mine), 1 - me: list(theirs)})


def _alive(state: State, side: int) -> int:
    return sum(tank.alive for tank in state.tanks[side])


def _is_lost(state: State, side: int) -> bool:
    return not state.bases[side] or _alive(state, side) == 0


class _Search:
    """Searches for ways to win the target, a tank or the base, without a loss of one's own. Orders that have refuted
    others before are tried first.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.refuted: dict[int, Order] = {}

    def has_fallen(self, before: State, after: State, side: int) -> bool:
        """Tell whether a side has lost the target, and the other side nothing."""
        other = 1 - side
        if not after.bases[other] or _alive(after, other) < _alive(before, other):
            return False
        if self.what == "base":
            return not after.bases[side]
        return _alive(after, side) < _alive(before, side) or _is_lost(after, side)

    def _has_paid(self, before: State, after: State, side: int) -> bool:
        return not after.bases[side] or _alive(after, side) < _alive(before, side)

    def wins_by(self, state: State, me: int, mine: Order, turns: int) -> bool:
        """Tell whether a pair of orders wins within so many turns, whatever the other side does."""
        theirs = _pairs(state, 1 - me)
        known = self.refuted.get(turns)
        if known is not None and known in theirs:
            theirs = [known, *theirs]
        for each in theirs:
            after = _after(state, me, mine, each)
            if self.has_fallen(state, after, 1 - me):
                continue
            goes_on = turns > 1 and not self._has_paid(state, after, me) and not game.outcome(after)
            if goes_on and self.wins(after, me, turns - 1):
                continue
            self.refuted[turns] = each
            return False
        return True

    def wins(self, state: State, me: int, turns: int) -> bool:
        """Tell whether some pair of orders wins."""
        return any(self.wins_by(state, me, each, turns) for each in _pairs(state, me))

    def answer_to(self, state: State, me: int, mine: Order, turns: int) -> Order | None:
        """Return an answer to a pair of orders after which the target surely falls within so many turns, if there is
        one.
        """
        answers = [(each, _after(state, me, mine, each)) for each in _pairs(state, 1 - me)]
        for each, after in answers:
            if self.has_fallen(state, after, me):
                return each
        for each, after in answers:
            goes_on = turns > 1 and not game.outcome(after) and not self._has_paid(state, after, 1 - me)
            if goes_on and self.wins(after, 1 - me, turns - 1):
                return each
        return None

    def stands_by(self, state: State, me: int, mine: Order, turns: int) -> bool:
        """Tell whether the target stands for so many turns after a pair of orders, whatever the other side does."""
        for each in _pairs(state, 1 - me):
            after = _after(state, me, mine, each)
            if self.has_fallen(state, after, me):
                return False
            goes_on = turns > 1 and not game.outcome(after)
            if goes_on and not any(self.stands_by(after, me, later, turns - 1) for later in _pairs(after, me)):
                return False
        return True

    def lines(
        self, state: State, me: int, verb: str, pairs: Pairs, right: Pairs
    ) -> list[tuple[list[int], list[list[Any]]]]:
        """Return how wrong orders are refuted, or how the first right one goes on."""
        if verb == "save":
            wrong = [each for each in pairs if each not in right]
            found = [(list(each), self._falling(state, me, each)) for each in wrong]
            return found[:80]
        return [(list(each), self._winning(state, me, each)) for each in right]

    def _falling(self, state: State, me: int, mine: Order) -> list[list[Any]]:
        theirs = self.answer_to(state, me, mine, TURNS_AHEAD)
        if theirs is None:
            return []
        after, line = _after(state, me, mine, theirs), [_turn(me, mine, theirs)]
        if not self.has_fallen(state, after, me):
            later = next(each for each in _pairs(after, 1 - me) if self.wins_by(after, 1 - me, each, TURNS_AHEAD - 1))
            line.append(_turn(me, _pairs(after, me)[0], later))
        return line

    def _winning(self, state: State, me: int, mine: Order) -> list[list[Any]]:
        line: list[list[Any]] = []
        for left in range(TURNS_AHEAD, 0, -1):
            answers = [(each, _after(state, me, mine, each)) for each in _pairs(state, 1 - me)]
            # The other side holds out as long as it can.
            open_ = [pair for pair in answers if not self.has_fallen(state, pair[1], 1 - me)]
            theirs, after = (open_ or answers)[0]
            line.append(_turn(me, mine, theirs))
            if not open_ or left == 1:
                break
            state = after
            mine = next(each for each in _pairs(state, me) if self.wins_by(state, me, each, left - 1))
        return line


def _turn(me: int, mine: Order, theirs: Order) -> list[Any]:
    return [list(theirs), list(mine)] if me else [list(mine), list(theirs)]
