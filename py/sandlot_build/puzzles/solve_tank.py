"""Solves positions of Tank, to confirm puzzles. It shares no code with the finder, nor with the game's rules.

The rules are written down once more, on plain tuples, from the description of the game. A position is (cells, fired,
bricks, bases): the cells of the four tanks, ours first, -1 for a destroyed one; who has fired on the last turn; the
cells of the bricks; and whether our base and theirs stand. A cell is 9 * row + column.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

SIDE = 9
STEEL = frozenset({1 * SIDE + 4, 7 * SIDE + 4})
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns of a step up, right, down and left."""
Pair = tuple[int, int]


class Position(NamedTuple):
    """A position, as seen by the side whose puzzle it is. `bases`: whether ours and theirs stand; `homes`: where."""

    cells: tuple[int, int, int, int]
    fired: tuple[bool, bool, bool, bool]
    bricks: frozenset[int]
    bases: tuple[bool, bool]
    homes: tuple[int, int]

    def turned(self) -> Position:
        """Return the position as the other side sees it."""
        a, b, c, d = self.cells
        e, f, g, h = self.fired
        return Position(
            (c, d, a, b), (g, h, e, f), self.bricks, (self.bases[1], self.bases[0]), (self.homes[1], self.homes[0])
        )

    def alive(self) -> tuple[int, int]:
        """Return how many tanks we have, and how many they have."""
        a, b, c, d = self.cells
        return (a >= 0) + (b >= 0), (c >= 0) + (d >= 0)

    def is_over(self) -> bool:
        """Tell whether a side has lost."""
        return not all(self.bases) or 0 in self.alive()


@cache
def ray(cell: int, way: int) -> tuple[int, ...]:
    """Return the cells on the way to the rim, the nearest first."""
    row, column = divmod(cell, SIDE)
    down, right = WAYS[way]
    found = []
    while 0 <= row + down < SIDE and 0 <= column + right < SIDE:
        row, column = row + down, column + right
        found.append(SIDE * row + column)
    return tuple(found)


def orders(at: Position, tank: int) -> list[int]:
    """Return the legal orders of a tank."""
    cell = at.cells[tank]
    if cell < 0:
        return [-1]
    found = [-1]
    for way in range(4):
        to = ray(cell, way)[:1]
        if to and not is_blocked(at, to[0]) and to[0] not in at.cells:
            found.append(way)
    return found if at.fired[tank] else [*found, 4, 5, 6, 7]


def is_blocked(at: Position, cell: int) -> bool:
    """Tell whether a brick, steel or a base is there."""
    return (
        cell in at.bricks
        or cell in STEEL
        or any(cell == home and on for home, on in zip(at.homes, at.bases, strict=True))
    )


def pairs(at: Position, first: int) -> list[Pair]:
    """Return the legal pairs of orders of the side whose first tank has this number, 0 or 2."""
    return [(one, two) for one in orders(at, first) for two in orders(at, first + 1)]


def after(at: Position, ours: Pair, theirs: Pair) -> Position:
    """Return the position after a turn."""
    given = (*ours, *theirs)
    cells = [
        ray(cell, order)[0] if cell >= 0 and 0 <= order < 4 else cell
        for cell, order in zip(at.cells, given, strict=True)
    ]
    fired = tuple(cell >= 0 and order >= 4 for cell, order in zip(cells, given, strict=True))
    if not any(fired):
        return at._replace(cells=tuple(cells), fired=fired)  # type: ignore[arg-type]
    ends = [_end(at, cells, tank, given[tank]) if fired[tank] else None for tank in range(4)]
    hit = {end for tank, end in enumerate(ends) if end is not None and not _is_met(cells, given, fired, tank, end)}
    return Position(
        tuple(-1 if cell in hit else cell for cell in cells),  # type: ignore[arg-type]
        fired,  # type: ignore[arg-type]
        at.bricks - hit,
        (at.bases[0] and at.homes[0] not in hit, at.bases[1] and at.homes[1] not in hit),
        at.homes,
    )


def _end(at: Position, cells: list[int], tank: int, order: int) -> int | None:
    """Return the first cell on the way of a shot that is not empty; None if the shot leaves the field."""
    for cell in ray(cells[tank], order - 4):
        if is_blocked(at, cell) or cell in cells:
            return cell
    return None


def _is_met(cells: list[int], given: tuple[int, ...], fired: tuple[bool, ...], tank: int, end: int) -> bool:
    """Tell whether a shot is met by that of the tank at its end, which shoots back. Both must be alone in a cell."""
    if cells.count(cells[tank]) != 1 or cells.count(end) != 1:
        return False
    other = cells.index(end)
    return fired[other] and (given[other] + 2) % 4 == given[tank] % 4


class Solver:
    """Searches for ways to win the target, a tank or the base, without a loss; `what` is "tank" or "base"."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.last: dict[tuple[int, str], Pair] = {}
        self.forced: dict[tuple[Position, int], bool] = {}
        self.held: dict[tuple[Position, int], bool] = {}
        """Results by position and number of turns, since different sequences of orders lead to the same position."""

    def won(self, before: Position, now: Position) -> bool:
        """Tell whether they have lost the target on this turn, and we have lost nothing."""
        (ours, theirs), (ours_now, theirs_now) = before.alive(), now.alive()
        if not now.bases[0] or ours_now < ours:
            return False
        if self.what == "base":
            return not now.bases[1]
        return theirs_now < theirs or not now.bases[1]

    def forces(self, at: Position, ours: Pair, deep: int) -> bool:
        """Tell whether a pair of orders wins the target within so many turns, even if they always know our orders."""
        answers = pairs(at, 2)
        known = self.last.get((deep, "forces"))
        if known in answers:
            answers.insert(0, known)
        for each in answers:
            now = after(at, ours, each)
            if self.won(at, now):
                continue
            if deep > 1 and not now.is_over() and now.alive()[0] == at.alive()[0] and self.can_force(now, deep - 1):
                continue
            self.last[deep, "forces"] = each
            return False
        return True

    def can_force(self, at: Position, deep: int) -> bool:
        """Tell whether some pair of orders wins the target within so many turns, even if they know our orders."""
        key = at, deep
        if key not in self.forced:
            self.forced[key] = any(self.forces(at, each, deep) for each in pairs(at, 0))
        return self.forced[key]

    def is_refuted(self, at: Position, ours: Pair, deep: int) -> bool:
        """Tell whether they have an answer to a pair of orders that wins our target, at once or by force."""
        later = []
        for each in pairs(at, 2):
            now = after(at, ours, each)
            if self.won(at.turned(), now.turned()):
                return True
            if deep > 1 and not now.is_over() and now.alive()[1] == at.alive()[1]:
                later.append(now)
        return any(self.can_force(now.turned(), deep - 1) for now in later)

    def holds(self, at: Position, ours: Pair, deep: int) -> bool:
        """Tell whether our target stands for so many turns after a pair of orders, even if they know our orders."""
        nexts = []
        for each in pairs(at, 2):
            now = after(at, ours, each)
            if self.won(at.turned(), now.turned()):
                return False
            if deep > 1 and not now.is_over():
                nexts.append(now)
        return all(self._can_hold(now, deep - 1) for now in nexts)

    def _can_hold(self, at: Position, deep: int) -> bool:
        key = at, deep
        if key not in self.held:
            self.held[key] = self._some_holds(at, deep)
        return self.held[key]

    def _some_holds(self, at: Position, deep: int) -> bool:
        mine = pairs(at, 0)
        known = self.last.get((deep, "holds"))
        if known in mine:
            mine.insert(0, known)
        for each in mine:
            if self.holds(at, each, deep):
                self.last[deep, "holds"] = each
                return True
        return False
