"""Planes for programs: the protocol, and the original page's functions; the package's docstring describes both."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sandlot.game import Json, Mover
from sandlot.games.planes.board import COUNT, FOUND, OUTSIDE, SIZE, UNKNOWN, Cell
from sandlot.messages import message
from sandlot.wire import Prompt, Reading, Unreadable

_NUMBERS = re.compile(r"[+-]?\d{1,9}(\s+[+-]?\d{1,9})*", re.ASCII)


class Line:
    """The protocol for programs, one line each way; the package's docstring describes it."""

    framing = "line"

    def open(self, memory: str | None = None) -> LineSession:
        """Return the session of a new match; there is no memory between matches."""
        return LineSession()


@dataclass
class LineSession:
    """One match in the protocol for programs."""

    memory: str | None = None
    placing: bool = True

    def ask(self, view: dict[str, Any]) -> Prompt:
        """Return the line to send: the phase, and what is new since the last request."""
        self.placing = view["phase"] == "place"
        if self.placing:
            return Prompt(f"place {view['size']} {view['player'] + 1}")
        return Prompt(f"shoot {_last_shot(view['shots'])} {_last_shot(view['received'])}")

    def read(self, reply: str, running: bool) -> Reading:
        """Parse three planes or one cell."""
        text = reply.strip()
        numbers = [int(number) for number in text.split()] if _NUMBERS.fullmatch(text) else []
        if self.placing and len(numbers) == 3 * COUNT:
            return Reading([numbers[i : i + 3] for i in range(0, len(numbers), 3)])
        if not self.placing and len(numbers) == 2:
            return Reading(numbers)
        raise Unreadable(message("expected.planes" if self.placing else "expected.cell"), text)

    def short(self, move: Any) -> str:
        """Return the move as a program writes it: three planes or one cell."""
        return " ".join(map(str, chain.from_iterable(move) if self.placing else move))

    def played(self, move: Any) -> None:
        """Ignore a move: no request depends on earlier replies."""

    def farewell(self, view: dict[str, Any]) -> str | None:
        """Return None: nothing is sent at the end of a match; the program's input just ends."""
        return None


def _last_shot(shots: Sequence[Mapping[str, Json]]) -> str:
    if not shots:
        return f"0 0 {UNKNOWN}"
    return f"{shots[-1]['x']} {shots[-1]['y']} {FOUND.index(shots[-1]['found'])}"


class Functions:
    """The functions that the original page calls in a bot, in Python's spelling, and the two that the bot may call."""

    forms = (("begin", "play"),)

    def __init__(self) -> None:
        self.given: Mapping[str, Any] = {"check": self.check, "rnd": self.rnd}
        self.size = SIZE
        self.known: tuple[dict[Cell, int], dict[Cell, int]] = ({}, {})

    def bind(self, names: Mapping[str, Any]) -> Mover | None:
        """Call the bot's `init`, if it has one; return a function that calls `begin` and `play`, or None if the bot
        lacks one of these.
        """
        begin, play, init = (names.get(name) for name in ("begin", "play", "init"))
        if not (callable(begin) and callable(play)):
            return None
        if callable(init):
            init()

        def move(view: dict[str, Any]) -> Any:
            self._see(view)
            return begin(view["player"] + 1) if view["phase"] == "place" else play()

        return move

    def check(self, player: int, x: int, y: int) -> int:
        """Return what the bot knows about a cell of a player's board; `player` is 1 or 2. -2 outside, -1 unknown, 0
        empty, 1 body, 2 head.
        """
        if player not in (1, 2) or not (1 <= x <= self.size and 1 <= y <= self.size):
            return OUTSIDE
        return self.known[player - 1].get((x, y), UNKNOWN)

    def rnd(self, low: int, high: int) -> int:
        """Return a random whole number from `low` to `high`, from the bot's own generator."""
        return random.randint(low, high)

    def _see(self, view: Mapping[str, Json]) -> None:
        self.size = view["size"]
        for board, shots in ((view["player"], view["received"]), (1 - view["player"], view["shots"])):
            self.known[board].clear()
            for shot in shots:
                self.known[board][shot["x"], shot["y"]] = FOUND.index(shot["found"])
