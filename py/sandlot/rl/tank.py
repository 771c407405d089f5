"""Tank as arrays: 10 planes, and an action for every pair of orders."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandlot.game import Json
from sandlot.games import tank

__all__ = ["TankEncoding"]

PLANES, CELLS = 10, tank.SIZE**2
ORDERS = tank.LAST_ORDER - tank.STAY + 1
HIGHEST_NUMBER = 255
"""The number in every cell of the last plane after the last turn."""
WIDE = tank.SIZE + 2
"""Columns of a field with a rim around it, which nobody may enter."""
MOVES = tuple(dy * WIDE + dx for dx, dy in tank.STEPS)
"""What a move in each direction adds to the number of a cell of that field."""
STAYING = 1
"""A set of orders that has only staying. In such a set, the order k is bit k + 1."""
SHOOTING = sum(1 << order + 1 for order in range(tank.FIRST_SHOT, tank.LAST_ORDER + 1))


class TankEncoding:
    """Planes, by (y, x): 0 bricks, 1 steel, 2 your base, 3 their base, 4 and 5 your tanks, 6 and 7 theirs, 8 the tanks
    that may shoot now; all of 0 and 1. Plane 9 has in every cell how much of the game is over, from 0 to 255.

    Actions: 9 * (first order + 1) + (second order + 1), from 0 to 80. An order is that of the game's move: -1 stay, 0
    to 3 move up, right, down, left, 4 to 7 shoot there. The mask has a 1 for every legal pair; a dead tank stays.
    """

    high, dtype, actions = HIGHEST_NUMBER, np.uint8, ORDERS * ORDERS
    shape = (PLANES, tank.SIZE, tank.SIZE)

    def __init__(self, state: Any, players: int) -> None:
        self.reset(state)

    def reset(self, state: Any) -> None:
        # Bytes instead of arrays of numpy: single cells are set much faster.
        self.board = bytearray(PLANES * CELLS)
        """The planes that are the same for both sides: bricks and steel."""
        for x, y in state.bricks:
            self.board[_number(x, y)] = 1
        for x, y in tank.STEEL:
            self.board[CELLS + _number(x, y)] = 1
        self.closed = bytearray(RIM)
        """The cells that no tank may enter, apart from other tanks: rim, steel, bricks and bases, in a field with a
        rim.
        """
        for x, y in (*state.bricks, *(base for base, stands in zip(tank.BASES, state.bases, strict=True) if stands)):
            self.closed[_place(x, y)] = 1

    def follow(self, state: Any) -> None:
        for each in state.destroyed:
            if each.what == "brick":
                self.board[_number(each.x, each.y)] = 0
            if each.what != "tank":
                self.closed[_place(each.x, each.y)] = 0

    def observe(self, state: Any, player: int) -> NDArray[Any]:
        board = bytearray(self.board)
        for place, side in enumerate((player, 1 - player)):
            board[(2 + place) * CELLS + _number(*tank.BASES[side])] = state.bases[side]
            for number, each in enumerate(state.tanks[side]):
                if each.alive:
                    cell = _number(each.x, each.y)
                    board[(4 + 2 * place + number) * CELLS + cell] = 1
                    board[8 * CELLS + cell] |= not each.shot
        board[9 * CELLS :] = bytes([HIGHEST_NUMBER * (state.turn - 1) // state.max_turns]) * CELLS
        return np.frombuffer(board, np.uint8).reshape(self.shape)

    def mask(self, state: Any, player: int) -> NDArray[np.int8]:
        # `tank.legal_orders` says the same, but takes as long as a whole turn.
        taken = {_place(each.x, each.y) for pair in state.tanks for each in pair if each.alive}
        first, second = (self._orders(each, taken) for each in state.tanks[player])
        return np.frombuffer(bytearray(_pairs(first, second)), np.int8)

    def _orders(self, moving: tank.Tank, taken: set[int]) -> int:
        """Return the set of legal orders of a tank: see `STAYING`."""
        orders = STAYING
        if moving.alive:
            here = _place(moving.x, moving.y)
            for direction, step in enumerate(MOVES):
                if not self.closed[here + step] and here + step not in taken:
                    orders |= 2 << direction
            if not moving.shot:
                orders |= SHOOTING
        return orders

    def move(self, state: Any, player: int, action: int) -> Json:
        return [action // ORDERS - 1, action % ORDERS - 1]

    def actions_of(self, move: Json) -> list[int]:
        return [ORDERS * (int(move[0]) + 1) + int(move[1]) + 1]


def _number(x: int, y: int) -> int:
    return y * tank.SIZE + x


def _place(x: int, y: int) -> int:
    """Return the number of a cell of the field with a rim."""
    return (y + 1) * WIDE + x + 1


def _rim() -> bytes:
    """Return the field with a rim and with steel, which is the same in all games."""
    cells = bytearray([1]) * WIDE**2
    for y in range(tank.SIZE):
        for x in range(tank.SIZE):
            cells[_place(x, y)] = (x, y) in tank.STEEL
    return bytes(cells)


RIM = _rim()


@cache
def _pairs(first: int, second: int) -> bytes:
    """Return the mask of all pairs of two sets of orders."""
    return bytes(first >> one & second >> other & 1 for one in range(ORDERS) for other in range(ORDERS))
