"""Generals as arrays: 15 planes of whole numbers, and an action for staying and for every step of an army."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandlot.game import Json
from sandlot.games import generals
from sandlot.games.generals.board import CITY, NOBODY, NUMBERS, bits, sight

__all__ = ["GeneralsEncoding"]

PLANES, CELL_PLANES = 15, 10
"""All planes, and those that have a number of their own in every cell."""
OBSTACLES = CELL_PLANES - 1
"""The plane of obstacles out of sight."""
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""What the directions 0 up, 1 right, 2 down and 3 left add to (row, column)."""
WAYS = 2 * len(DIRECTIONS)
"""Actions of a cell: four directions, each with all units but one, or with half of them."""


class GeneralsEncoding:
    """Planes, by (row, column): 0 cells in sight, 1 your cells, 2 cells of others in sight, 3 units on your cells, 4
    units of others in sight, 5 units of nobody's cities in sight; 6 cities, 7 capitals, 8 mountains, all in sight; 9
    obstacles out of sight (mountains or cities). The rest have one number in every cell: 10 your units, 11 your
    cells, 12 the units and 13 the cells of all others together, 14 the round. Units are counted, other planes are of 0
    and 1.

    Actions: 0 stays; 1 + 8 * (columns * row + column) + 2 * direction + half moves from that cell up, right, down or
    left (0 to 3), with all units but one (half 0) or with half of them (half 1). The mask has a 1 for staying, and for
    every step that moves at least one unit.
    """

    high, dtype = 2**31 - 1, np.int32

    def __init__(self, state: Any, players: int) -> None:
        self.players = players
        self.rows, self.columns = state.board.size
        self.shape = (PLANES, self.rows, self.columns)
        self.actions = 1 + self.rows * self.columns * WAYS
        self.reset(state)

    def reset(self, state: Any) -> None:
        rows, columns = range(self.rows), range(self.columns)
        open_ = {(i, j) for i in rows for j in columns if state.board.rows[i][j].kind != generals.MOUNTAIN}
        steps = [[(i + down, j + right) in open_ for down, right in DIRECTIONS] for i in rows for j in columns]
        ways = [bytes(each for each in row for _ in range(2)) for row in steps]
        """For each cell and action of it whether a step can end there. Mountains stay where they are."""
        self.sights = [_Sight(ways) for _ in range(self.players)]

    def follow(self, state: Any) -> None:
        """Do nothing: changes are looked up when a player observes."""

    def observe(self, state: Any, player: int) -> NDArray[Any]:
        seen = self.sights[player]
        seen.follow(state.board, player, state.round)
        return seen.planes_view.reshape(self.shape).copy()

    def mask(self, state: Any, player: int) -> NDArray[np.int8]:
        seen = self.sights[player]
        seen.follow(state.board, player, state.round)
        return seen.mask_view

    def move(self, state: Any, player: int, action: int) -> Json:
        if action == 0:
            return None
        cell, way = divmod(action - 1, WAYS)
        row, column = divmod(cell, self.columns)
        down, right = DIRECTIONS[way // 2]
        return generals.go((row, column), (row + down, column + right), bool(way % 2))

    def actions_of(self, move: Json) -> list[int]:
        if move is None:
            return [0]
        (row, column), (to_row, to_column) = move["from"], move["to"]
        way = 2 * DIRECTIONS.index((to_row - row, to_column - column)) + int(move.get("half", False))
        return [1 + WAYS * (self.columns * row + column) + way]


class _Sight:
    """What one player sees and may do, in arrays of Python: single cells of them are set much faster than those of
    numpy. Only cells that have changed since the last observation are written.
    """

    def __init__(self, ways: Sequence[bytes]) -> None:
        self.ways = ways
        self.planes = array("i", bytes(4 * PLANES * len(ways)))
        self.mask = bytearray(1 + WAYS * len(ways))
        self.mask[0] = 1
        self.planes_view, self.mask_view = np.frombuffer(self.planes, np.intc), np.frombuffer(self.mask, np.int8)
        self.bytes = memoryview(self.planes).cast("B")
        self.board: generals.Board | None = None
        self.own = self.seen = 0
        """The sets of cells that the player owns and sees."""
        self.totals: tuple[int, ...] = (0,) * (PLANES - CELL_PLANES)

    def follow(self, board: generals.Board, player: int, round: int) -> None:
        """Bring it up to date."""
        before, seen_before = self.board, self.seen
        if before is board and self.totals[-1] == round:
            return
        self._set_totals(board, player, round)
        stride, (rows, columns), own = board.stride, board.size, board.owned[player]
        seen = seen_before if own == self.own else sight(board, player)
        if before is None or before.trail is not board.trail or before.length > board.length:
            changed = {i * stride + j for i in range(rows) for j in range(columns)}
        else:
            changed = {*board.trail[before.length : board.length], *bits(seen ^ seen_before)}
        self.board, self.own, self.seen = board, own, seen
        planes, mask, count = self.planes, self.mask, rows * columns
        for index in changed:
            i, j = divmod(index, stride)
            cell, place = board.rows[i][j], i * columns + j
            in_sight = seen >> index & 1
            if not in_sight and not seen_before >> index & 1:
                # Out of sight only obstacles show. A captured capital becomes a city, and so an obstacle.
                planes[OBSTACLES * count + place] = cell.kind in HIDDEN
                continue
            owner = cell.owner
            whose = UNSEEN if not in_sight else OWN if owner == player else FREE if owner == NOBODY else OTHERS
            planes[place : CELL_PLANES * count : count] = COLUMNS[whose, cell.kind]
            if whose != UNSEEN:
                planes[whose * count + place] = cell.army
            can = owner == player and cell.army > 1
            mask[1 + WAYS * place : 1 + WAYS * (place + 1)] = self.ways[place] if can else STAYS

    def _set_totals(self, board: generals.Board, player: int, round: int) -> None:
        armies, lands = board.armies, board.lands
        own, land = armies[player], lands[player]
        totals = (own, land, sum(armies) - own, sum(lands) - land, round)
        wide = self.planes.itemsize * len(self.ways)
        for number, total in enumerate(totals, CELL_PLANES):
            if total != self.totals[number - CELL_PLANES]:
                self.bytes[number * wide : (number + 1) * wide] = total.to_bytes(4, sys.byteorder) * len(self.ways)
        self.totals = totals


STAYS = bytes(WAYS)
"""The actions of a cell whose army cannot move."""
HIDDEN = (CITY, generals.MOUNTAIN)
"""The kinds of cells that are obstacles out of sight."""
UNSEEN, OWN, OTHERS, FREE = 0, 3, 4, 5
"""What a cell is to a player: out of sight; or its owner, as the number of the plane that has its units."""


def _column(whose: int, kind: str) -> array[int]:
    """Return the numbers of a cell in all planes of cells, without its units."""
    if whose == UNSEEN:
        return array("i", [*[0] * OBSTACLES, kind in HIDDEN])
    kinds = (kind == each for each in (CITY, generals.CAPITAL, generals.MOUNTAIN))
    return array("i", [1, whose == OWN, whose == OTHERS, 0, 0, 0, *kinds, 0])


COLUMNS = {(whose, kind): _column(whose, kind) for whose in (UNSEEN, OWN, OTHERS, FREE) for kind in NUMBERS}
