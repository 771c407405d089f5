"""The board of generals as a value: cells, their owners, and the effects of moves.

A cell has an *index*, `row * stride + column`. A set of cells is one big integer, in which the bit with a cell's index
is set. The stride is one larger than the number of columns, so shifting a set by one column never runs into the next
row.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

LARGEST = 50
NOBODY = -1
PLAIN, CITY, CAPITAL, MOUNTAIN = "plain", "city", "capital", "mountain"
FOG, OBSTACLE = "fog", "obstacle"
"""How a cell out of sight looks: "fog" is plain or a living capital, "obstacle" is a mountain or a city."""

NUMBERS = {PLAIN: 1, CITY: 2, CAPITAL: 3, MOUNTAIN: 4}
TOWN_GROWTH, PLAIN_GROWTH = 2, 50


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. `line` is the protocol's text of the cell for a player who sees it, `veiled` for one who does not."""

    kind: str
    owner: int = NOBODY
    army: int = 0
    line: str = field(default="", compare=False, repr=False)
    veiled: str = field(default="", compare=False, repr=False)


Rows: TypeAlias = tuple[tuple[Cell, ...], ...]


@lru_cache(maxsize=2**16)
def cell(kind: str, owner: int = NOBODY, army: int = 0) -> Cell:
    """Return a cell with its protocol lines. Cells are cached, so equal cells are usually the same object."""
    contents = "" if kind == MOUNTAIN else f" {owner + 1} {army}"
    veiled = "0 1\n" if kind in (PLAIN, CAPITAL) else "0 2\n"
    return Cell(kind, owner, army, f"1 {NUMBERS[kind]}{contents}\n", veiled)


@dataclass(frozen=True, slots=True)
class Board:
    """All cells, and for each player the set of owned cells, the sum of their armies, and their number.

    `trail` lists the indices of cells that changed since the game began; the first `length` of them led to this board.
    The boards of one game share that list, so the cells that changed since an earlier board are found without comparing
    all cells.
    """

    rows: Rows
    owned: tuple[int, ...]
    armies: tuple[int, ...]
    lands: tuple[int, ...]
    towns: int
    """The set of cities and capitals of all owners. A captured capital stays a town, so this set never changes."""
    trail: array[int] = field(default_factory=lambda: array("H"), compare=False, repr=False)
    length: int = field(default=0, compare=False, repr=False)

    @classmethod
    def of(cls, rows: Rows, players: int) -> Board:
        """Return a board of these cells, with its sums."""
        stride = len(rows[0]) + 1
        owned, armies, lands, towns = [0] * players, [0] * players, [0] * players, 0
        for index, each in _indexed(rows, stride):
            if each.kind in (CITY, CAPITAL):
                towns |= 1 << index
            if each.owner != NOBODY:
                owned[each.owner] |= 1 << index
                armies[each.owner] += each.army
                lands[each.owner] += 1
        return cls(rows, tuple(owned), tuple(armies), tuple(lands), towns)

    @property
    def size(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.rows), len(self.rows[0])

    @property
    def stride(self) -> int:
        """The difference between the indices of a cell and the cell below it."""
        return len(self.rows[0]) + 1

    @property
    def living(self) -> list[int]:
        """The players who still own a cell."""
        return [player for player, cells in enumerate(self.owned) if cells]

    def cities(self, player: int) -> int:
        """Return how many cities a player has; a living capital counts as one."""
        return (self.owned[player] & self.towns).bit_count()


def bits(cells: int) -> Iterator[int]:
    """Yield the indices in a set of cells, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def neighbours(size: tuple[int, int], row: int, column: int) -> Iterator[tuple[int, int]]:
    """Yield the up to four cells next to a cell."""
    for i, j in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= i < size[0] and 0 <= j < size[1]:
            yield i, j


def sight(board: Board, player: int) -> int:
    """Return the set of cells that a player sees: the player's own cells and the eight around each."""
    stride, own = board.stride, board.owned[player]
    wide = own | own << 1 | own >> 1
    return (wide | wide << stride | wide >> stride) & _everywhere(board.size)


def connected(cells: int, stride: int) -> bool:
    """Tell whether a set of cells is connected by steps up, down, left and right."""
    reached, grown = 0, cells & -cells
    while grown != reached:
        reached = grown
        grown = (reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride) & cells
    return reached == cells


# Moves and growth


def march(board: Board, player: int, source: tuple[int, int], target: tuple[int, int], half: bool) -> Board:
    """Move all but one, or half, of the army in `source` one step; an army that is too small stays where it is."""
    here, there = _at(board, source), _at(board, target)
    moving = here.army // 2 if half else here.army - 1
    if moving <= 0:
        return board
    changes = {source: cell(here.kind, player, here.army - moving)}
    if there.owner == player:
        changes[target] = cell(there.kind, player, there.army + moving)
        return _changed(board, changes)
    fallen = min(moving, there.army)
    armies = _added(board.armies, (player, -fallen), (there.owner, -fallen))
    if moving <= there.army:
        changes[target] = cell(there.kind, there.owner, there.army - fallen)
        return _changed(board, changes, armies=armies)
    kind = CITY if there.kind == CAPITAL else there.kind
    changes[target] = cell(kind, player, moving - fallen)
    bit = 1 << target[0] * board.stride + target[1]
    owned = _added(board.owned, (player, bit), (there.owner, -bit))
    lands = _added(board.lands, (player, 1), (there.owner, -1))
    taken = _changed(board, changes, owned, armies, lands)
    return _inherit(taken, there.owner, player) if there.kind == CAPITAL else taken


def neutralise(board: Board, player: int) -> Board:
    """Remove a player: the player's cells keep their armies but belong to nobody, and the capital becomes a city."""
    changes = {}
    for place, each in _cells(board, board.owned[player]):
        changes[place] = cell(CITY if each.kind == CAPITAL else each.kind, NOBODY, each.army)
    return _changed(board, changes, *(_zeroed(sums, player) for sums in (board.owned, board.armies, board.lands)))


def grow(board: Board, round: int) -> Board:
    """Add the growth after this round: after every second round one unit on each town that is owned, and after every
    fiftieth round one unit on each cell that is owned.
    """
    if round % TOWN_GROWTH:
        return board
    growing = -1 if round % PLAIN_GROWTH == 0 else board.towns
    changes, armies = {}, []
    for player, owned in enumerate(board.owned):
        for place, each in _cells(board, owned & growing):
            changes[place] = cell(each.kind, player, each.army + 1)
        armies.append(board.armies[player] + (owned & growing).bit_count())
    return _changed(board, changes, armies=tuple(armies))


def _inherit(board: Board, victim: int, heir: int) -> Board:
    """Give the conqueror every cell of a player whose capital fell; half of each army stays, rounded up."""
    changes = {}
    for place, each in _cells(board, board.owned[victim]):
        changes[place] = cell(each.kind, heir, (each.army + 1) // 2)
    gained = sum(each.army for each in changes.values())
    return _changed(
        board,
        changes,
        _zeroed(_added(board.owned, (heir, board.owned[victim])), victim),
        _zeroed(_added(board.armies, (heir, gained)), victim),
        _zeroed(_added(board.lands, (heir, board.lands[victim])), victim),
    )


# New boards from old ones


def _changed(
    board: Board,
    changes: Mapping[tuple[int, int], Cell],
    owned: tuple[int, ...] | None = None,
    armies: tuple[int, ...] | None = None,
    lands: tuple[int, ...] | None = None,
) -> Board:
    """Return the board with these cells changed. Only their rows are copied."""
    stride = board.stride
    trail = board.trail
    if board.length != len(trail):
        # Another board has already been made from this one, so the trail does not lead to the new board.
        trail = array("H")
    length = len(trail)
    trail.extend([i * stride + j for i, j in changes])
    return Board(
        _replaced(board.rows, changes),
        owned or board.owned,
        armies or board.armies,
        lands or board.lands,
        board.towns,
        trail,
        length + len(changes),
    )


def _replaced(rows: Rows, changes: Mapping[tuple[int, int], Cell]) -> Rows:
    """Copy the rows that change, and share the others."""
    copies: dict[int, list[Cell]] = {}
    for (i, j), new in changes.items():
        if i not in copies:
            copies[i] = list(rows[i])
        copies[i][j] = new
    whole = list(rows)
    for i, row in copies.items():
        whole[i] = tuple(row)
    return tuple(whole)


def _at(board: Board, place: tuple[int, int]) -> Cell:
    return board.rows[place[0]][place[1]]


def _cells(board: Board, cells: int) -> Iterator[tuple[tuple[int, int], Cell]]:
    stride = board.stride
    for index in bits(cells):
        i, j = divmod(index, stride)
        yield (i, j), board.rows[i][j]


def _added(sums: tuple[int, ...], *changes: tuple[int, int]) -> tuple[int, ...]:
    """Return sums by player with these changes, each of (player, change); changes for `NOBODY` are ignored."""
    new = list(sums)
    for player, change in changes:
        if player != NOBODY:
            new[player] += change
    return tuple(new)


def _zeroed(sums: tuple[int, ...], player: int) -> tuple[int, ...]:
    return (*sums[:player], 0, *sums[player + 1 :])


def _indexed(rows: Sequence[Iterable[Cell]], stride: int) -> Iterator[tuple[int, Cell]]:
    for i, row in enumerate(rows):
        for j, each in enumerate(row):
            yield i * stride + j, each


@lru_cache(maxsize=64)
def _everywhere(size: tuple[int, int]) -> int:
    rows, columns = size
    return sum(((1 << columns) - 1) << i * (columns + 1) for i in range(rows))
