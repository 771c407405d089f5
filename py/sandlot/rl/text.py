"""Positions as text, for `render()` in the mode "ansi". Everything is shown, also what players do not see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandlot.game import Game, Json
from sandlot.games import planes


def text_of(game: Game[Any], state: Any) -> str:
    """Return the board of a position, a line for each row; see the function of each game for its letters."""
    return _BOARDS[game.name](game.view(state, None))


def _snake(view: Mapping[str, Json]) -> str:
    """Obstacles are #; a snake is a with the head A, the other one b with B."""
    cells = [["."] * view["columns"] for _ in range(view["rows"])]
    for row, column in view["obstacles"]:
        cells[row][column] = "#"
    for letter, snake in zip("ab", view["snakes"], strict=True):
        for row, column in snake["body"][::-1]:
            # The head of a dead snake may be off the board.
            if 0 <= row < view["rows"] and 0 <= column < view["columns"]:
                cells[row][column] = letter.upper() if [row, column] == snake["body"][0] else letter
    return _lines(cells, "")


def _tank(view: Mapping[str, Json]) -> str:
    """Bricks are ::, steel is ##; A! and B! are bases, A0 to B1 tanks."""
    cells = [[" ."] * view["width"] for _ in range(view["height"])]
    for mark, kind in (("::", "bricks"), ("##", "steel")):
        for x, y in view[kind]:
            cells[y][x] = mark
    for letter, base, tanks in zip("AB", view["bases"], view["tanks"], strict=True):
        for name, each in (("!", base), *((str(number), tank) for number, tank in enumerate(tanks))):
            if each["alive"]:
                cells[each["y"]][each["x"]] = f"{letter}{name}"
    return _lines(cells, " ")


def _planes(view: Mapping[str, Json]) -> str:
    """A board for each player, with its planes: # is a body and H a head. Shots at it are o (nothing), x (a body) and
    X (a head).
    """
    boards = []
    for number, board in enumerate(view["boards"]):
        cells = [["."] * view["size"] for _ in range(view["size"])]
        for plane in board["planes"] or ():
            for x, y in planes.body_cells(tuple(plane)):
                cells[x - 1][y - 1] = "#"
            x, y = planes.head_cell(tuple(plane))
            cells[x - 1][y - 1] = "H"
        # `shots` are those that this player has fired, at the other board.
        for shot in view["boards"][1 - number]["shots"]:
            cells[shot["x"] - 1][shot["y"] - 1] = {"empty": "o", "body": "x", "head": "X"}[shot["found"]]
        boards.append(f"player_{number}:\n{_lines(cells, '')}")
    return "\n".join(boards)


def _generals(view: Mapping[str, Json]) -> str:
    """Mountains are ##. Other cells are the owner's letter (player_0 is A) and its units; ! is a capital, + a city."""
    marks = {"capital": "!", "city": "+"}
    cells = []
    for kinds, owners, armies in zip(view["kind"], view["owner"], view["army"], strict=True):
        row = []
        for kind, owner, army in zip(kinds, owners, armies, strict=True):
            units = f"{_letter(owner)}{army}" if army or owner >= 0 else "."
            row.append(f"{'##' if kind == 'mountain' else units + marks.get(kind, ''):>5}")
        cells.append(row)
    return _lines(cells, " ")


def _letter(owner: int) -> str:
    return "" if owner < 0 else chr(ord("A") + owner) if owner < 26 else f"{owner}:"


def _lines(cells: list[list[str]], between: str) -> str:
    return "".join(f"{between.join(row)}\n" for row in cells)


_BOARDS: Mapping[str, Callable[[Mapping[str, Json]], str]] = {
    "tank": _tank,
    "generals": _generals,
    "snake": _snake,
    "planes": _planes,
}
