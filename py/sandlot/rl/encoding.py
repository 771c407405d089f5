"""The interface between a game and its environment: positions as arrays, and moves as numbers."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandlot.game import Json

Observation: TypeAlias = dict[str, NDArray[Any]]
"""``{"observation": planes, "action_mask": int8 of 0 and 1}``; both arrays are new at every call."""


class Pending:
    """The type of `PENDING`: an action that is only a part of a move, so that the same player acts again."""


PENDING = Pending()


class Encoding(Protocol):
    """The arrays and numbers of one game in progress, made from its first position, which has the size of the board."""

    shape: tuple[int, int, int]
    """The shape of an observation: (planes, rows, columns)."""
    high: int
    """The largest number in an observation; 0 is the smallest."""
    dtype: Any
    """The type of the numbers in an observation."""
    actions: int
    """How many actions there are; an action is a whole number from 0."""

    def reset(self, state: Any) -> None:
        """Begin a new game at its first position."""
        ...

    def follow(self, state: Any) -> None:
        """Take the next position of the game."""
        ...

    def observe(self, state: Any, player: int) -> NDArray[Any]:
        """Return what a player sees, as a new array of `shape` and `dtype`. Nothing in it is hidden from the player."""
        ...

    def mask(self, state: Any, player: int) -> NDArray[np.int8]:
        """Return an array with 1 for every action that a player may take now, and 0 for the others. It may change with
        the next position, so a caller that keeps it must copy it.
        """
        ...

    def move(self, state: Any, player: int, action: int) -> Json | Pending:
        """Return the move that an action is, legal or not; `PENDING` if it is only a part of one."""
        ...

    def actions_of(self, move: Json) -> list[int]:
        """Return the actions that are a legal move: one, or several where each is a part of it."""
        ...


def observation_space(encoding: Encoding) -> spaces.Dict:
    """Return the space of what `Observation` describes."""
    planes = spaces.Box(0, encoding.high, encoding.shape, encoding.dtype)
    mask = spaces.Box(0, 1, (encoding.actions,), np.int8)
    parts: dict[str, spaces.Space[Any]] = {"observation": planes, "action_mask": mask}
    return spaces.Dict(parts)
