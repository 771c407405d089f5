"""Maps of Snake: obstacles and starts, drawn from a seed or read from text."""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random

from sandlot.game import BadOption, short
from sandlot.games.snake.state import COLUMNS, ROWS, Cell, inside, neighbours


def generate_map(
    seed: int,
    rows: int = ROWS,
    columns: int = COLUMNS,
    obstacles: int = 20,
    border: bool = False,
    starts: Sequence[Cell] | None = None,
) -> str:
    """Return a random map as text, row by row: point-symmetric, with a way between the two starts.

    `obstacles` is their number, not counting those of the border. Raises `BadOption` if there is no room for so many.
    """
    starts = starts or starts_of(rows, columns, border)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    placed = {cell for cell in cells if border and _at_rim(cell, rows, columns)}
    check_starts(starts, placed)
    pairs = [pair for pair in _pairs(rows, columns) if not placed & set(pair) and not set(starts) & set(pair)]
    Random(seed).shuffle(pairs)
    wanted = len(placed) + obstacles
    first = placed.union(*pairs[: obstacles // 2])
    if _connected(rows, columns, first, starts):
        placed = first
    for pair in pairs:
        # A pair that would close the way is skipped, and a later one is taken instead.
        if len(placed) + 2 <= wanted and _connected(rows, columns, placed.union(pair), starts):
            placed.update(pair)
    if len(placed) != wanted:
        raise BadOption("snake.option.obstacles", obstacles=obstacles, rows=rows, columns=columns)
    return "".join("01"[cell in placed] for cell in cells)


def starts_of(rows: int, columns: int, border: bool, chosen: Sequence[int] | None = None) -> tuple[Cell, Cell]:
    """Return the start cells: those chosen, or else the bottom left and top right corners (with a border, one cell in
    from them). Raises `BadOption` for invalid ones.
    """
    inset = 1 if border else 0
    row, column, row_b, column_b = chosen or (rows - 1 - inset, inset, inset, columns - 1 - inset)
    for cell in ((row, column), (row_b, column_b)):
        if not inside(cell, rows, columns):
            raise BadOption("snake.option.start", row=cell[0], column=cell[1])
    if (row, column) == (row_b, column_b):
        raise BadOption("snake.option.same_start", row=row, column=column)
    return (row, column), (row_b, column_b)


def check_starts(starts: Sequence[Cell], obstacles: Set[Cell]) -> None:
    """Raise `BadOption` if a start is an obstacle."""
    for row, column in starts:
        if (row, column) in obstacles:
            raise BadOption("snake.option.start", row=row, column=column)


def _pairs(rows: int, columns: int) -> list[tuple[Cell, Cell]]:
    """Return all pairs of cells that are opposite through the centre; the centre itself is left out."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return [pair for pair in zip(cells, reversed(cells), strict=True) if pair[0] < pair[1]]


def _at_rim(cell: Cell, rows: int, columns: int) -> bool:
    return cell[0] in (0, rows - 1) or cell[1] in (0, columns - 1)


def _connected(rows: int, columns: int, obstacles: set[Cell], starts: Sequence[Cell]) -> bool:
    """Tell whether there is a way between the starts."""
    seen, edge = {starts[0]}, [starts[0]]
    while edge:
        for cell in neighbours(edge.pop()):
            if inside(cell, rows, columns) and cell not in obstacles and cell not in seen:
                seen.add(cell)
                edge.append(cell)
    return starts[1] in seen


def plain_map(text: str) -> str:
    """Return a map without line breaks, spaces and byte order marks, with which its author may have laid it out."""
    return "".join(text.replace("\ufeff", "").split())


def obstacles_of(text: str, rows: int, columns: int) -> frozenset[Cell]:
    """Return the obstacles of a map (row by row; 1 is an obstacle); raise `BadOption` if it is malformed."""
    if len(text) != rows * columns:
        size = {"rows": rows, "columns": columns, "expected": rows * columns}
        raise BadOption("snake.option.map_length", length=len(text), **size)
    for position, character in enumerate(text):
        if character not in "01":
            raise BadOption("snake.option.map_character", got=short(character), position=position + 1)
    return frozenset(divmod(position, columns) for position, character in enumerate(text) if character == "1")
