"""Solves positions of Snake, to confirm puzzles. It shares no code with the finder, nor with the game's rules.

A position is (bodies, step): each body a tuple of cells from the head to the tail, a cell a number. The board has a rim
of cells that nobody may enter, so a step adds to a number. The rules are written down once more, from the description
of the game: both heads move; the tails go, except on steps up to 10 and on every later one with step % 3 == 1; then a
snake is dead whose head is on the rim, an obstacle, its own body or the other's.
"""

from __future__ import annotations

from collections.abc import Sequence

Body = tuple[int, ...]


class Board:
    """A board of a puzzle and the searches on it. `text`: the map row by row, 1 an obstacle. `nodes` counts steps."""

    def __init__(self, text: str, rows: int, columns: int) -> None:
        self.width = columns + 2
        self.ways = (-self.width, 1, self.width, -1)
        rim = ["1" * self.width]
        lines = [f"1{text[row * columns : (row + 1) * columns]}1" for row in range(rows)]
        self.wall = [each == "1" for each in "".join([*rim, *lines, *rim])]
        self.nodes = 0

    def cell(self, row: int, column: int) -> int:
        """Return the number of a cell."""
        return (row + 1) * self.width + column + 1

    def walked(self, cells: Sequence[int], steps: Sequence[tuple[int, int]]) -> tuple[Body, Body, int]:
        """Return both bodies after these steps from the starting cells, and the number of the next step.

        Raise `ValueError` if a snake dies.
        """
        first: Body = (cells[0],)
        second: Body = (cells[1],)
        step = 1
        for of_first, of_second in steps:
            first, second, dead = self.after(first, second, of_first, of_second, step)
            if dead:
                raise ValueError(f"a snake dies on step {step}")
            step += 1
        return first, second, step

    def after(self, a: Body, b: Body, of_a: int, of_b: int, step: int) -> tuple[Body, Body, int]:
        """Return both bodies after a step, and who is dead: 1 the first, 2 the second, 3 both, 0 nobody."""
        self.nodes += 1
        stays = step <= 10 or step % 3 == 1
        head_a, head_b = a[0] + self.ways[of_a], b[0] + self.ways[of_b]
        rest_a, rest_b = (a, b) if stays else (a[:-1], b[:-1])
        dead = 0
        if self.wall[head_a] or head_a in rest_a or head_a in rest_b or head_a == head_b:
            dead = 1
        if self.wall[head_b] or head_b in rest_b or head_b in rest_a or head_a == head_b:
            dead |= 2
        return (head_a, *rest_a), (head_b, *rest_b), dead

    def open_ways(self, a: Body, b: Body, step: int) -> list[int]:
        """Return the steps of the first snake that do not end on a cell which stays blocked; if there are none, any
        one.
        """
        if not (step <= 10 or step % 3 == 1):
            a_rest, b = a[:-1], b[:-1]
        else:
            a_rest = a
        head = a[0]
        found = []
        for way in (0, 1, 2, 3):
            cell = head + self.ways[way]
            if not self.wall[cell] and cell not in a_rest and cell not in b:
                found.append(way)
        return found or [0]

    # Below, the first snake is the one that the question is about, and `deep` is the number of steps to look ahead.

    def survives(self, a: Body, b: Body, step: int, deep: int) -> bool:
        """Tell whether the first snake, saying its steps first, lives for so many steps against every answer."""
        if deep == 0:
            return True
        theirs = self.open_ways(b, a, step)
        return any(self.survives_way(a, b, mine, theirs, step, deep) for mine in self.open_ways(a, b, step))

    def survives_way(self, a: Body, b: Body, mine: int, theirs: Sequence[int], step: int, deep: int) -> bool:
        """Tell whether the first snake lives for so many steps, the first of them `mine`, if it says them first."""
        for each in theirs:
            new_a, new_b, dead = self.after(a, b, mine, each, step)
            if dead & 1 or (not dead and not self.survives(new_a, new_b, step + 1, deep - 1)):
                return False
        return True

    def perishes(self, a: Body, b: Body, step: int, deep: int) -> bool:
        """Tell whether the second snake, saying its steps first, kills the first within so many steps, and lives."""
        if deep == 0:
            return False
        mine = self.open_ways(a, b, step)
        return any(self._perishes_by(a, b, mine, each, step, deep) for each in self.open_ways(b, a, step))

    def _perishes_by(self, a: Body, b: Body, mine: Sequence[int], theirs: int, step: int, deep: int) -> bool:
        for each in mine:
            new_a, new_b, dead = self.after(a, b, each, theirs, step)
            if dead & 2 or (not dead and not self.perishes(new_a, new_b, step + 1, deep - 1)):
                return False
        return True

    def perishes_way(self, a: Body, b: Body, mine: int, step: int, deep: int) -> bool:
        """Tell whether some answer to a step of the first snake kills it within so many steps."""
        return any(self._perishes_by(a, b, [mine], each, step, deep) for each in self.open_ways(b, a, step))

    def kills_way(self, a: Body, b: Body, mine: int, step: int, deep: int) -> bool:
        """Tell whether a step of the first snake kills the second within so many steps, whatever it does."""
        return self._perishes_by(b, a, self.open_ways(b, a, step), mine, step, deep)

    def may_kill_way(self, a: Body, b: Body, mine: int, step: int, deep: int) -> bool:
        """Tell whether a step of the first snake kills within so many steps if from then on, and now, it knows what the
        other will do.
        """
        for each in self.open_ways(b, a, step):
            new_a, new_b, dead = self.after(a, b, mine, each, step)
            if dead & 1 or (not dead and not self._may_kill(new_a, new_b, step + 1, deep - 1)):
                return False
        return True

    def _may_kill(self, a: Body, b: Body, step: int, deep: int) -> bool:
        if deep == 0:
            return False
        mine = self.open_ways(a, b, step)
        for theirs in self.open_ways(b, a, step):
            if not any(self._kills_now(a, b, each, theirs, step, deep) for each in mine):
                return False
        return True

    def _kills_now(self, a: Body, b: Body, mine: int, theirs: int, step: int, deep: int) -> bool:
        new_a, new_b, dead = self.after(a, b, mine, theirs, step)
        return dead == 2 or (not dead and self._may_kill(new_a, new_b, step + 1, deep - 1))
