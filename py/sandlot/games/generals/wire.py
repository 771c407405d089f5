"""The protocol of generals-tournament: the lines that a program reads before each of its moves, and its answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandlot.games.generals.board import FOG, OBSTACLE, cell
from sandlot.games.generals.sight import Glimpse
from sandlot.messages import message
from sandlot.wire import Prompt, Reading, Unreadable

NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
SKIP, ALL, HALF = -1, 1, 2


@dataclass(frozen=True)
class Tournament:
    """A program reads `n m k id` (rows, columns, players, its own number from 1) before its first move, and before
    every move the board as it sees it; see the description of generals-tournament.
    """

    framing: str = "line"

    def open(self, memory: str | None = None) -> Conversation:
        """Return the session of a new match; there is no memory between matches."""
        return Conversation()


@dataclass
class Conversation:
    """One program's match. It keeps the lines that it sent last, and reuses those that have not changed."""

    memory: str | None = None
    greeted: bool = False
    dismissed: bool = False
    seen: Glimpse | None = None
    lines: list[list[str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def ask(self, view: Mapping[str, Any]) -> Prompt:
        """Return the lines to send: the totals of all players, then every cell."""
        totals = "".join([f"{each['army']} {each['cells']}\n" for each in view["players"]])
        self._look(view)
        return Prompt("".join([self._hello(view), "1\n", totals, *self.texts]))

    def read(self, reply: str, running: bool) -> Reading:
        """Parse `-1`, or `option i j i' j'` with cells counted from 1."""
        words = next((line for line in reply.splitlines() if line.strip()), "").split()
        numbers = [int(word) for word in words[:6] if NUMBER.fullmatch(word)]
        if len(numbers) != len(words) or (len(words) != 5 and numbers != [SKIP]):
            raise Unreadable(message("expected.generals"), reply.strip())
        if numbers == [SKIP]:
            return Reading(None)
        option, i, j, x, y = numbers
        move: dict[str, Any] = {"from": [i - 1, j - 1], "to": [x - 1, y - 1]}
        # An unknown option is passed on unchanged, and the rules refuse it.
        return Reading(move | {"half": {ALL: False, HALF: True}.get(option, option)})

    def short(self, move: Any) -> str:
        """Return the move as a program writes it: `-1`, or `option i j i' j'`."""
        if move is None:
            return str(SKIP)
        cells = [place + 1 for place in (*move["from"], *move["to"])]
        return " ".join(map(str, (HALF if move.get("half") else ALL, *cells)))

    def played(self, move: Any) -> None:
        """Ignore a move: no request depends on earlier replies."""

    def farewell(self, view: Mapping[str, Any]) -> str | None:
        """Return the `0` that ends the game for this program; None if the game goes on or it was returned before."""
        if not view["over"] or self.dismissed:
            return None
        self.dismissed = True
        return f"{self._hello(view)}0\n"

    def _hello(self, view: Mapping[str, Any]) -> str:
        if self.greeted:
            return ""
        self.greeted = True
        return f"{view['rows']} {view['cols']} {len(view['players'])} {view['player'] + 1}\n"

    def _look(self, view: Mapping[str, Any]) -> None:
        glimpse: Glimpse | None = getattr(view, "glimpse", None)
        if glimpse is None:
            self.lines = [list(map(_line, *row)) for row in zip(view["kind"], view["owner"], view["army"], strict=True)]
            dirty = None
        else:
            dirty = glimpse.patch(self.lines, self.seen) if self.seen else None
            if dirty is None:
                self.lines = glimpse.lines()
        self.seen = glimpse
        if dirty is None:
            self.texts = ["".join(row) for row in self.lines]
        else:
            for i in dirty:
                self.texts[i] = "".join(self.lines[i])


_UNSEEN = {FOG: "0 1\n", OBSTACLE: "0 2\n"}


def _line(kind: str, owner: int, army: int) -> str:
    return _UNSEEN[kind] if kind in _UNSEEN else cell(kind, owner, army).line
