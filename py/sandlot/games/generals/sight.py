"""What one player sees of a board: as protocol lines and as the grids of a view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sandlot.games.generals.board import FOG, NOBODY, OBSTACLE, Board, Cell, bits, sight


class Glimpse:
    """A board as one player sees it, or as the renderer does, which sees everything."""

    __slots__ = ("_board", "_sight")

    def __init__(self, board: Board, player: int | None) -> None:
        self._board = board
        self._sight = -1 if player is None else sight(board, player)

    def lines(self) -> list[list[str]]:
        """Return the protocol's lines for the cells, row by row."""
        return [
            [each.line if seen else each.veiled for each, seen in zip(row, marks, strict=True)]
            for row, marks in self._marked(range(len(self._board.rows)))
        ]

    def patch(self, lines: list[list[str]], earlier: Glimpse) -> set[int] | None:
        """Update `lines`, which are those of an earlier glimpse of the same game; return the indices of the rows that
        changed.

        Return None, and change nothing, if that glimpse is of another game, or too many cells have changed since.
        """
        now, seen = self._board, self._sight
        changed = self._since(earlier)
        if changed is None or len(changed) >= len(now.rows) * len(now.rows[0]) // 8:
            return None
        rows, stride, dirty = now.rows, now.stride, set()
        for index in changed:
            i, j = divmod(index, stride)
            each, row = rows[i][j], lines[i]
            line = each.line if seen >> index & 1 else each.veiled
            if row[j] is not line:
                row[j] = line
                dirty.add(i)
        return dirty

    def _since(self, earlier: Glimpse) -> list[int] | None:
        """Return the indices of cells that may look different from an earlier glimpse; None if the game is another."""
        before, now = earlier._board, self._board
        strange = before.trail is not now.trail or before.length > now.length
        if strange or (self._sight == -1) != (earlier._sight == -1):
            return None
        changed = now.trail[before.length : now.length].tolist()
        if self._sight != earlier._sight:
            changed += bits(self._sight ^ earlier._sight)
        return changed

    def json(self, earlier: Glimpse | None = None, drawn: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the grids of a view: kinds, owners and armies, row by row.

        `drawn` are the grids of an earlier glimpse, from which rows that have not changed are taken.
        """
        changed = self._since(earlier) if earlier and drawn else None
        if drawn is None or changed is None:
            kind, owner, army = zip(*self._drawn(range(len(self._board.rows))), strict=True)
            return {"kind": list(kind), "owner": list(owner), "army": list(army)}
        kinds, owners, armies = (list(drawn[name]) for name in ("kind", "owner", "army"))
        dirty = sorted({index // self._board.stride for index in changed})
        for i, row in zip(dirty, self._drawn(dirty), strict=True):
            kinds[i], owners[i], armies[i] = row
        return {"kind": kinds, "owner": owners, "army": armies}

    def _drawn(self, indices: Sequence[int]) -> Iterator[tuple[list[str], list[int], list[int]]]:
        """Yield kinds, owners and armies of these rows."""
        for row, marks in self._marked(indices):
            shown = [each if seen else _veil(each) for each, seen in zip(row, marks, strict=True)]
            yield [each.kind for each in shown], [each.owner for each in shown], [each.army for each in shown]

    def _marked(self, indices: Sequence[int]) -> list[tuple[tuple[Cell, ...], list[bool]]]:
        """Return these rows, each with a list that says for every cell whether it is seen."""
        board, columns = self._board, self._board.size[1]
        if self._sight == -1:
            return [(board.rows[i], [True] * columns) for i in indices]
        width = (1 << columns) - 1
        lines = (f"{self._sight >> i * board.stride & width:0{columns}b}" for i in indices)
        return [
            (board.rows[i], [mark == "1" for mark in reversed(line)]) for i, line in zip(indices, lines, strict=True)
        ]


_HIDDEN = {"0 1\n": Cell(FOG, NOBODY, 0), "0 2\n": Cell(OBSTACLE, NOBODY, 0)}


def _veil(each: Cell) -> Cell:
    return _HIDDEN[each.veiled]


class View(dict[str, Any]):
    """A view whose three grids are made only when they are first used; otherwise a dict like any other view.

    Programs get lines, not grids, and their session knows which lines have not changed: see `Glimpse.patch`.
    """

    def __init__(self, known: Mapping[str, Any], glimpse: Glimpse) -> None:
        super().__init__(known)
        self.glimpse = glimpse
        self._drawn = False

    def follow(self, earlier: Any) -> None:
        """Make the grids from those of an earlier view of the same game, so that both views share the rows that are
        equal.
        """
        if isinstance(earlier, View) and earlier._drawn and not self._drawn:
            self._drawn = True
            super().update(self.glimpse.json(earlier.glimpse, earlier))

    def draw(self) -> None:
        """Make the grids, if they have not been made yet."""
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
