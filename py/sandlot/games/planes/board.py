"""Planes on a board: the cells of a plane, and all placings of three."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from sandlot.game import Json

SIZE = 9
COUNT = 3
"""Planes of a side."""
EMPTY, BODY, HEAD = 0, 1, 2
FOUND = ("empty", "body", "head")
"""A view's words for the content of a cell."""
UNKNOWN, OUTSIDE = -1, -2

Cell: TypeAlias = tuple[int, int]
Plane: TypeAlias = tuple[int, int, int]
Placing: TypeAlias = tuple[Plane, ...]

# Rows and columns of a plane at (0, 0) that points up: the head, then the body.
_SHAPE = ((0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (3, 1), (3, 2), (3, 3))
_LENGTH = 3
"""The largest row of the shape, for rotating it."""


class Placements:
    """Every way to place the planes on a board, and sets of them: bit i of a set stands for ``placings[i]``.

    A set is one big int. ``placings`` are in the order in which the original page's search finds them. For each cell,
    ``empty[cell]``, ``body[cell]`` and ``head[cell]`` are the sets of placings in which the cell has that content, and
    ``taken[cell]`` is the set of those with a plane there; ``everything`` is the set of all. So the AND of such sets
    gives the placings that are possible after some shots, and ``(possible & taken[cell]).bit_count()`` is how many of
    these have a plane in a cell. Use `placements`, which builds each size only once.
    """

    def __init__(self, size: int) -> None:
        planes = [p for p in all_planes(size) if fits(p, size)]
        triples = _disjoint_triples(planes)
        self.size = size
        self.cells: tuple[Cell, ...] = tuple((x, y) for x in range(1, size + 1) for y in range(1, size + 1))
        self.placings: tuple[Placing, ...] = tuple((planes[a], planes[b], planes[c]) for a, b, c in triples)
        self.everything = (1 << len(triples)) - 1
        self.body = dict.fromkeys(self.cells, 0)
        self.head = dict.fromkeys(self.cells, 0)
        for plane, having in zip(planes, _sets(triples, len(planes)), strict=True):
            self.head[head_cell(plane)] |= having
            for cell in body_cells(plane):
                self.body[cell] |= having
        self.taken = {cell: self.body[cell] | self.head[cell] for cell in self.cells}
        self.empty = {cell: self.everything ^ self.taken[cell] for cell in self.cells}

    def having(self, cell: Cell, found: str | int) -> int:
        """Return the set of placings in which a cell has this content: "empty", "body" or "head", or 0, 1 or 2."""
        index = FOUND.index(found) if isinstance(found, str) else found
        return (self.empty, self.body, self.head)[index][cell]

    def possible(self, shots: Iterable[Mapping[str, Json]]) -> int:
        """Return the set of placings that agree with these shots, given as in a view."""
        left = self.everything
        for shot in shots:
            left &= self.having((shot["x"], shot["y"]), shot["found"])
        return left

    def heat(self, possible: int) -> list[list[int]]:
        """Return, row by row, how many of these placings have a plane in each cell."""
        rows = range(1, self.size + 1)
        return [[(possible & self.taken[x, y]).bit_count() for y in rows] for x in rows]

    def members(self, possible: int) -> list[Placing]:
        """Return the placings in a set."""
        found = []
        while possible:
            lowest = possible & -possible
            found.append(self.placings[lowest.bit_length() - 1])
            possible ^= lowest
        return found


@lru_cache(maxsize=2)
def placements(size: int = SIZE) -> Placements:
    """Return all placings on a board of this size; each size is built once."""
    return Placements(size)


def head_cell(plane: Plane) -> Cell:
    """Return the cell of a plane's head."""
    return cells_of(plane)[0]


def body_cells(plane: Plane) -> tuple[Cell, ...]:
    """Return the nine other cells of a plane."""
    return cells_of(plane)[1:]


@lru_cache(maxsize=1024)
def cells_of(plane: Plane) -> tuple[Cell, ...]:
    """Return the cells of a plane, its head first."""
    x, y, d = plane
    return tuple((x + down, y + right) for down, right in (_turned(cell, d) for cell in _SHAPE))


def _turned(cell: Cell, direction: int) -> Cell:
    """Return a cell of the shape, turned as in the original page: direction 1 swaps row and column, 2 mirrors the rows,
    and 3 does both.
    """
    down, right = cell
    match direction:
        case 0:
            return down, right
        case 1:
            return right, down
        case 2:
            return _LENGTH - down, right
        case _:
            return right, _LENGTH - down


def all_planes(size: int) -> list[Plane]:
    """Return every plane whose bounding box begins on the board, in the order of the original page. Some stick out of
    the board: see `fits`.
    """
    return [(x, y, d) for x in range(1, size + 1) for y in range(1, size + 1) for d in range(4)]


def fits(plane: Plane, size: int) -> bool:
    """Tell whether all cells of a plane are on the board."""
    return all(1 <= x <= size and 1 <= y <= size for x, y in cells_of(plane))


def _disjoint_triples(planes: Sequence[Plane]) -> list[tuple[int, int, int]]:
    """Return the indices of all triples of planes that do not overlap, in ascending order."""
    cells = [frozenset(cells_of(plane)) for plane in planes]
    later = [
        sum(1 << j for j in range(i + 1, len(planes)) if cells[i].isdisjoint(cells[j])) for i in range(len(planes))
    ]
    return [(a, b, c) for a, after in enumerate(later) for b in _bits(after) for c in _bits(after & later[b])]


def _bits(number: int) -> list[int]:
    """Return the positions of the bits set in a number."""
    return [position for position, digit in enumerate(reversed(f"{number:b}")) if digit == "1"]


def _sets(triples: Sequence[tuple[int, int, int]], count: int) -> list[int]:
    """Return for each of `count` planes the set of the triples that contain it."""
    rows = [bytearray(len(triples) // 8 + 1) for _ in range(count)]
    for index, (a, b, c) in enumerate(triples):
        byte, bit = index >> 3, 1 << (index & 7)
        rows[a][byte] |= bit
        rows[b][byte] |= bit
        rows[c][byte] |= bit
    return [int.from_bytes(row, "little") for row in rows]


@lru_cache(maxsize=64)
def layout(planes: Placing) -> Mapping[Cell, int]:
    """Return the content, `BODY` or `HEAD`, of the cells that are not empty."""
    bodies = {cell: BODY for plane in planes for cell in body_cells(plane)}
    return bodies | {head_cell(plane): HEAD for plane in planes}
