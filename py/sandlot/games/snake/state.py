"""A position of Snake: cells, snakes, and how a snake moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from sandlot.game import Fault, Json

ROWS, COLUMNS = 13, 14
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""What directions 0, 1, 2 and 3 add to (row, column)."""

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Death:
    """How a snake died, and where its head was.

    `cause`: "outside", "obstacle", "itself", "other", "heads"; for a fault "illegal", "timeout", "crash", "resigned".
    Each has sentences in ``words/`` here and in ``static/games/snake/words/``: see "A new reason for losing" in
    ``static/guide/add-a-game.md``.
    """

    cause: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Snake:
    """One snake, from its head to its tail. A dead one keeps its last head, which may be off the board."""

    start: Cell
    body: tuple[Cell, ...]
    steps: str = ""
    death: Death | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A position. `step` is the next one to play, from 1; `left` are the cells that the tails have just left."""

    rows: int
    columns: int
    map: str
    obstacles: frozenset[Cell]
    snakes: tuple[Snake, Snake]
    step: int = 1
    max_steps: int = 1000
    moves: tuple[int | None, int | None] | None = None
    left: tuple[Cell | None, Cell | None] = (None, None)
    faults: tuple[Fault | None, Fault | None] = (None, None)


def grows(step: int) -> bool:
    """Tell whether the tails stay on a step, so that the snakes grow; steps count from 1."""
    return step <= 10 or step % 3 == 1


def neighbours(cell: Cell) -> list[Cell]:
    """Return the four cells next to a cell, in the order of the directions; some may be off the board."""
    return [(cell[0] + down, cell[1] + right) for down, right in DIRECTIONS]


def moved_on(snake: Snake, move: Json | Fault, growing: bool) -> Snake:
    """Return the snake after its move, without its tail unless it is growing; a fault gives it no new head."""
    body = snake.body if growing else snake.body[:-1]
    if isinstance(move, Fault):
        return replace(snake, body=body)
    (row, column), (down, right) = snake.body[0], DIRECTIONS[move]
    return Snake(snake.start, ((row + down, column + right), *body), snake.steps + str(move))


def inside(cell: Cell, rows: int, columns: int) -> bool:
    """Tell whether a cell is on the board."""
    return 0 <= cell[0] < rows and 0 <= cell[1] < columns
