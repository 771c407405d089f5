"""Planes as arrays: 7 planes of 0 and 1, and an action for every plane that can be placed and for every cell."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandlot.game import Json
from sandlot.games import planes
from sandlot.rl.encoding import PENDING, Pending

__all__ = ["PlanesEncoding"]

WAYS = 4
"""Directions of a plane."""


class PlanesEncoding:
    """Planes of the observation, by (x - 1, y - 1): 0 the bodies of your planes, 1 their heads, 2 the shots at them, 3
    your shots that found nothing, 4 those that found a body, 5 those that found a head, 6 all ones while planes are
    placed.

    Actions, on a board of size n: while placing, 4 * (n * (x - 1) + y - 1) + d places the plane [x, y, d], and a player
    does so three times, one after the other; later 4 * n * n + n * (x - 1) + y - 1 shoots at [x, y]. The mask has a 1
    for every plane with which three can still be placed, and for every cell that was not shot at.
    """

    high, dtype = 1, np.uint8

    def __init__(self, state: Any, players: int) -> None:
        self.size = state.size
        self.shape = (7, self.size, self.size)
        self.first_shot = WAYS * self.size**2
        self.actions = self.first_shot + self.size**2
        self.reset(state)

    def reset(self, state: Any) -> None:
        self.boards = [np.zeros(self.shape, np.uint8) for _ in (0, 1)]
        self.open = [np.ones(self.size**2, np.int8) for _ in (0, 1)]
        self.chosen: list[list[planes.Plane]] = [[], []]
        for board in self.boards:
            board[6] = 1

    def follow(self, state: Any) -> None:
        if state.last is None:
            if None not in state.planes:
                for board in self.boards:
                    board[6] = 0
            return
        shooter = state.last
        x, y = state.shots[shooter][-1]
        board, target = self.boards[shooter], self.boards[1 - shooter]
        found = planes.HEAD if target[1, x - 1, y - 1] else int(target[0, x - 1, y - 1])
        board[3 + found, x - 1, y - 1] = 1
        target[2, x - 1, y - 1] = 1
        self.open[shooter][(x - 1) * self.size + y - 1] = 0

    def observe(self, state: Any, player: int) -> NDArray[Any]:
        return self.boards[player].copy()

    def mask(self, state: Any, player: int) -> NDArray[np.int8]:
        found = np.zeros(self.actions, np.int8)
        if self.boards[player][6, 0, 0]:
            found[[self._number(each) for each in _next(self.size)[tuple(self.chosen[player])]]] = 1
        else:
            found[self.first_shot :] = self.open[player]
        return found

    def move(self, state: Any, player: int, action: int) -> Json | Pending:
        if action >= self.first_shot:
            x, y = divmod(action - self.first_shot, self.size)
            return [x + 1, y + 1]
        cell, way = divmod(action, WAYS)
        x, y = divmod(cell, self.size)
        plane = (x + 1, y + 1, way)
        if not self.boards[player][6, 0, 0]:
            return list(plane)
        chosen, board = self.chosen[player], self.boards[player]
        chosen.append(plane)
        heads = [planes.head_cell(plane)]
        for number, cells in enumerate((planes.body_cells(plane), heads)):
            for x, y in cells:
                if 1 <= x <= self.size and 1 <= y <= self.size:
                    board[number, x - 1, y - 1] = 1
        return PENDING if len(chosen) < planes.COUNT else [list(each) for each in chosen]

    def actions_of(self, move: Json) -> list[int]:
        if isinstance(move[0], int):
            return [self.first_shot + self.size * (move[0] - 1) + move[1] - 1]
        return [self._number((x, y, way % WAYS)) for x, y, way in move]

    def _number(self, plane: planes.Plane) -> int:
        x, y, way = plane
        return int(WAYS * (self.size * (x - 1) + y - 1) + way)


@lru_cache(maxsize=2)
def _next(size: int) -> dict[tuple[planes.Plane, ...], list[planes.Plane]]:
    """Return, by the planes that were placed so far in any order, those after which three can still be placed."""
    found: dict[tuple[planes.Plane, ...], set[planes.Plane]] = defaultdict(set)
    for placing in planes.placements(size).placings:
        for one, other, last in permutations(placing):
            found[()].add(one)
            found[(one,)].add(other)
            found[one, other].add(last)
    return defaultdict(list, {placed: sorted(after) for placed, after in found.items()})
