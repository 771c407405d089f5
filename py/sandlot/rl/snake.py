"""Snake as arrays: 7 planes of 0 and 1, and an action for each direction."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandlot.game import Json
from sandlot.games import snake

__all__ = ["SnakeEncoding"]

PLANES = 7
OBSTACLES, BODY, HEAD, GROWS = 0, 1, 2, 5


class SnakeEncoding:
    """Planes: 0 obstacles, 1 your body with its head, 2 your head, 3 and 4 the same of the other snake, 5 all ones if
    the tails stay on this step, 6 all ones if they stay on the next one.

    Actions: 0 up, 1 right, 2 down, 3 left. By the rules all four are legal. The mask has a 1 where nothing is in the
    way, as the view's ``safe``, and four of them if there is no such direction.
    """

    high, dtype, actions = 1, np.uint8, len(snake.DIRECTIONS)

    def __init__(self, state: Any, players: int) -> None:
        self.rows, self.columns = state.rows, state.columns
        self.shape = (PLANES, self.rows, self.columns)
        self.reset(state)

    def reset(self, state: Any) -> None:
        # Bytes instead of arrays of numpy: single cells are set much faster.
        size = self.rows * self.columns
        self.boards = [bytearray(bytes(map(int, state.map)) + bytes((PLANES - 1) * size)) for _ in (0, 1)]
        self.heads = [snake.body[0] for snake in state.snakes]
        for number, each in enumerate(state.snakes):
            for cell in each.body:
                self._set(number, BODY, cell, 1)
            self._set(number, HEAD, each.body[0], 1)
        self._set_growth(state.step)

    def follow(self, state: Any) -> None:
        for number, tail in enumerate(state.left):
            if tail:
                self._set(number, BODY, tail, 0)
        for number, each in enumerate(state.snakes):
            self._set(number, HEAD, self.heads[number], 0)
            self.heads[number] = head = each.body[0]
            self._set(number, BODY, head, 1)
            self._set(number, HEAD, head, 1)
        self._set_growth(state.step)

    def observe(self, state: Any, player: int) -> NDArray[Any]:
        return np.frombuffer(bytearray(self.boards[player]), np.uint8).reshape(self.shape)

    def mask(self, state: Any, player: int) -> NDArray[np.int8]:
        safe = snake.safe_moves(state, player) or range(self.actions)
        return np.array([each in safe for each in range(self.actions)], np.int8)

    def move(self, state: Any, player: int, action: int) -> Json:
        return action

    def actions_of(self, move: Json) -> list[int]:
        return [move]

    def _set(self, number: int, plane: int, cell: snake.Cell, value: int) -> None:
        """Set a cell in a plane of a snake, for both players. The head of a dead snake may be off the board."""
        row, column = cell
        if 0 <= row < self.rows and 0 <= column < self.columns:
            for player, board in enumerate(self.boards):
                board[((plane + 2 * (player != number)) * self.rows + row) * self.columns + column] = value

    def _set_growth(self, step: int) -> None:
        size = self.rows * self.columns
        planes = bytes([snake.grows(step)]) * size + bytes([snake.grows(step + 1)]) * size
        for board in self.boards:
            board[GROWS * size :] = planes
