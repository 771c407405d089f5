"""Solves positions of Generals, to confirm puzzles. It shares no code with the finder, nor with the game's rules.

The rules are written down once more, on plain tuples, from the description of the game. Cells are numbered row by row.
The board has a rim of one cell on every side, which is closed as mountains are, so a move adds to a number. A position
is (owners, armies, moves): of each cell who owns it, 0 or 1, or -1 for nobody, and its units; and how many moves were
made in the match. Two moves are a round.

A search is exhaustive, but for moves of which it is proved that they change nothing. It keeps for each answer the cells
on which it *rests*: it is the same wherever these are the same.

- An answer that one move shows rests on the cells of that move, and on what the answer after it rests on.
- An answer that no move changes: say that passing does not change it, and that the answer after passing rests on the
  cells R. A move outside R leaves them as they are, so it does not change the answer, either. The moves that touch R
  lie in R and the cells beside it. If those are the same, the same moves are there; so the answer rests on R, on the
  cells beside it, and on what the answers after these moves rest on.
- Moves that end the game touch a general, so the cells of both generals are always put into R.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

Move = tuple[int, int, bool]
"""From a cell to a cell, and whether with half of the army."""
Cells = frozenset[int]
PASS: Move = (0, 0, False)
MOST_KNOWN = 100_000
"""Most positions that a search looks at; each takes some kilobytes of memory."""


class TooWide(Exception):
    """A search looks at too many positions."""


class Position(NamedTuple):
    """A position: see the top of this file."""

    owners: tuple[int, ...]
    armies: tuple[int, ...]
    moves: int


class Result(NamedTuple):
    """Whether the general falls, and the cells on which that rests."""

    falls: bool
    rests: Cells


class Field:
    """What does not change while nobody is out. `rows`: text, a row each, "." plain, "c" a city, "0" and "1" the
    generals, "#" closed. `first`: who moves first in a round.
    """

    def __init__(self, rows: Sequence[str], first: int) -> None:
        self.first, self.width = first, len(rows[0]) + 2
        rim = "#" * self.width
        self.text = "".join([rim, *(f"#{row}#" for row in rows), rim])
        self.towns = [cell for cell, kind in enumerate(self.text) if kind in "c01"]
        self.generals = self.text.find("0"), self.text.find("1")
        ways = (-self.width, self.width, -1, 1)
        self.beside = [
            [] if kind == "#" else [cell + way for way in ways if self.text[cell + way] != "#"]
            for cell, kind in enumerate(self.text)
        ]

    def cell(self, row: int, column: int) -> int:
        """Return the number of a cell."""
        return (row + 1) * self.width + column + 1

    def mover(self, at: Position) -> int:
        """Return who is to move."""
        return self.first ^ at.moves & 1

    def moves(self, at: Position, player: int) -> Iterator[Move]:
        """Yield all different moves of a player that move at least one unit."""
        for cell, (owner, army) in enumerate(zip(at.owners, at.armies, strict=True)):
            if owner == player and army >= 2:
                for to in self.beside[cell]:
                    yield cell, to, False
                    if army // 2 != army - 1:
                        yield cell, to, True

    def after(self, at: Position, move: Move) -> Position:
        """Return the position after a move of who is to move, or after `PASS`."""
        me, (source, to, half) = self.mover(at), move
        owners, armies, moves = list(at.owners), list(at.armies), at.moves + 1
        units = armies[source] // 2 if half else armies[source] - 1
        if source != to and units > 0:
            armies[source] -= units
            if owners[to] == me:
                armies[to] += units
            elif units > armies[to]:
                owners[to], armies[to] = me, units - armies[to]
            else:
                armies[to] -= units
        # Once a general has fallen the game is over, and what the winner inherits does not matter.
        if moves % 4 == 0:
            for cell in range(len(owners)) if moves % 100 == 0 else self.towns:
                if owners[cell] >= 0:
                    armies[cell] += 1
        return Position(tuple(owners), tuple(armies), moves)

    def has_fallen(self, at: Position, player: int) -> bool:
        """Tell whether a player's general was captured; one that is not on the field cannot be."""
        cell = self.generals[player]
        return cell >= 0 and at.owners[cell] != player


class Solver:
    """Tells whether `hunter` captures the other general by force."""

    def __init__(self, field: Field, hunter: int) -> None:
        self.field, self.hunter, self.hunted = field, hunter, 1 - hunter
        self.goal = field.generals[self.hunted]
        self.always = frozenset(field.generals) - {-1}
        self.known: dict[tuple[Position, int], Result] = {}
        self.far = {self.goal: 0}
        for cell in (wave := [self.goal]):
            for each in field.beside[cell]:
                if each not in self.far:
                    self.far[each] = self.far[cell] + 1
                    wave.append(each)

    def falls(self, at: Position, deep: int) -> Result:
        """Tell whether the general falls in a position, whoever is to move, if the hunter has `deep` moves left."""
        if (at, deep) not in self.known:
            if len(self.known) >= MOST_KNOWN:
                raise TooWide
            is_hunting = self.field.mover(at) == self.hunter
            self.known[at, deep] = self._hunted(at, deep) if is_hunting else self._defended(at, deep)
        return self.known[at, deep]

    def falls_after(self, at: Position, move: Move, deep: int) -> Result:
        """Tell whether the general falls after a move. A move of the hunter is one of its `deep` moves."""
        mover, now = self.field.mover(at), self.field.after(at, move)
        cells = frozenset(move[:2]) - {0}
        if self.field.has_fallen(now, 1 - mover):
            return Result(mover == self.hunter, cells)
        found = self.falls(now, deep - (mover == self.hunter))
        return Result(found.falls, found.rests | cells)

    def _hunted(self, at: Position, deep: int) -> Result:
        # Whoever is too far away, or too weak with all units within reach, cannot capture a general that stays at home.
        reach = frozenset(cell for cell, far in self.far.items() if far <= deep)
        units = sum(at.armies[cell] + deep // 2 for cell in reach if at.owners[cell] == self.hunter)
        if deep == 0 or units <= at.armies[self.goal]:
            return Result(False, reach)
        moves = sorted(self.field.moves(at, self.hunter), key=lambda move: self.far.get(move[1], len(self.far)))
        return self._settled(at, deep, moves, changed=True)

    def _defended(self, at: Position, deep: int) -> Result:
        if deep == 0:
            return Result(False, frozenset())
        return self._settled(at, deep, list(self.field.moves(at, self.hunted)), changed=False)

    def _settled(self, at: Position, deep: int, moves: list[Move], *, changed: bool) -> Result:
        """Look for a move after which the general falls (`changed`), or does not."""
        passed = self.falls_after(at, PASS, deep)
        if passed.falls == changed:
            return passed
        inside = passed.rests | self.always
        rests = set(inside)
        for cell in inside:
            rests.update(self.field.beside[cell])
        for move in moves:
            if move[0] in inside or move[1] in inside:
                found = self.falls_after(at, move, deep)
                if found.falls == changed:
                    return found
                rests |= found.rests
        return Result(not changed, frozenset(rests))
