"""What one player sees of a board, in JSON and step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandlot.games.generals.board import FOG, NOBODY, OBSTACLE, Board, Cell, bits, sight

__all__ = ["Glimpse", "View"]


class Glimpse:
    """A board through the eyes of one player, or of the renderer, who sees everything."""

    __slots__ = ("_board", "_sight")

    def __init__(self, board: Board, player: int | None) -> None:
        self._board = board
        self._sight = -1 if player is None else sight(board, player)

    def lines(self) -> list[list[str]]:
        """Return the protocol's line for every cell, by rows."""
        return [
            [each.line if seen else each.veiled for each, seen in zip(row, marks, strict=True)]
            for row, marks in self._marked()
        ]

    def patch(self, lines: list[list[str]], earlier: Glimpse) -> set[int] | None:
        """Bring the lines of an earlier glimpse of the same game up to date; return the rows that changed.

        None, and nothing done, if that glimpse is of another game, or too much has happened since.
        """
        before, now, seen = earlier._board, self._board, self._sight
        count = now.length - before.length
        if before.trail is not now.trail or not 0 <= count < len(now.rows) * len(now.rows[0]) // 8:
            return None
        changed = now.trail[before.length : now.length].tolist()
        if seen != earlier._sight:
            changed += bits(seen ^ earlier._sight)
        rows, stride, dirty = now.rows, now.stride, set()
        for index in changed:
            i, j = divmod(index, stride)
            each, row = rows[i][j], lines[i]
            line = each.line if seen >> index & 1 else each.veiled
            if row[j] is not line:
                row[j] = line
                dirty.add(i)
        return dirty

    def json(self) -> dict[str, Any]:
        """Return the grids of a view: kinds, owners and armies, by rows."""
        shown = [
            [each if seen else _veil(each) for each, seen in zip(row, marks, strict=True)]
            for row, marks in self._marked()
        ]
        return {
            "kind": [[each.kind for each in row] for row in shown],
            "owner": [[each.owner for each in row] for row in shown],
            "army": [[each.army for each in row] for row in shown],
        }

    def _marked(self) -> list[tuple[tuple[Cell, ...], list[bool]]]:
        """Pair every row with what of it is seen."""
        rows, columns = self._board.size
        if self._sight == -1:
            return [(row, [True] * columns) for row in self._board.rows]
        stride = self._board.stride
        marks = [mark == "1" for mark in reversed(f"{self._sight:0{rows * stride}b}")]
        return [(row, marks[i * stride : i * stride + columns]) for i, row in enumerate(self._board.rows)]


_HIDDEN = {"0 1\n": Cell(FOG, NOBODY, 0), "0 2\n": Cell(OBSTACLE, NOBODY, 0)}


def _veil(each: Cell) -> Cell:
    return _HIDDEN[each.veiled]


class View(dict[str, Any]):
    """A view as any other, except that its three grids are drawn when somebody first looks at them.

    A program is sent lines, not grids, and its session knows of most lines that they have not changed: `Glimpse.patch`.
    """

    def __init__(self, known: Mapping[str, Any], glimpse: Glimpse) -> None:
        super().__init__(known)
        self.glimpse = glimpse
        self._drawn = False

    def draw(self) -> None:
        """Put the grids in."""
        if not self._drawn:
            self._drawn = True
            super().update(self.glimpse.json())

    def __missing__(self, key: str) -> Any:
        if self._drawn:
            raise KeyError(key)
        self.draw()
        return self[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def _drawn_first(name: str) -> Callable[..., Any]:
    method = getattr(dict, name)

    def call(self: View, *args: Any) -> Any:
        for each in (self, *args):
            if isinstance(each, View):
                each.draw()
        return method(self, *args)

    call.__name__ = name
    return call


_READERS = ("__contains__", "__eq__", "__iter__", "__len__", "__ne__", "__or__", "__repr__", "__reversed__", "__ror__")
_NAMED = ("copy", "get", "items", "keys", "pop", "setdefault", "update", "values")
for _name in (*_READERS, *_NAMED):
    setattr(View, _name, _drawn_first(_name))
