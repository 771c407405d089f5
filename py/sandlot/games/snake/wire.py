"""Snake for programs: the text of a position, the protocol, and the function of the original platform."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandlot.game import Json, Mover
from sandlot.games.snake.maps import obstacles_of, plain_map
from sandlot.games.snake.state import COLUMNS, ROWS, Cell, Snake, State, grows, inside, moved_on
from sandlot.messages import message
from sandlot.wire import Prompt, Reading, Unreadable


def to_text(view: Mapping[str, Json]) -> str:
    """Return the original platform's text for the player whose view this is."""
    mine, other = view["snakes"][view["player"]], view["snakes"][1 - view["player"]]
    parts = (f"{s['start'][0]}#{s['start'][1]}#({s['steps']})" for s in (mine, other))
    return "#".join((view["map"], *parts))


def from_text(text: str, rows: int = ROWS, columns: int = COLUMNS) -> State:
    """Return the position that a text of the original platform describes; the snake of the bot that gets it is snake 0.

    Raises `ValueError`, with a sentence, if the text is malformed.
    """
    found = _TEXT.fullmatch(plain_map(text))
    if not found:
        raise ValueError("expected MAP#row#column#(steps)#row#column#(steps)")
    map_text, *parts = found.groups()
    if len(map_text) != rows * columns:
        raise ValueError(f"the map has {len(map_text)} characters; {rows} x {columns} cells need {rows * columns}")
    snakes = tuple(grown((int(r), int(c)), steps) for r, c, steps in (parts[:3], parts[3:]))
    if len(snakes[0].steps) != len(snakes[1].steps):
        raise ValueError("the two snakes have not made the same number of steps")
    if not all(inside(snake.start, rows, columns) for snake in snakes):
        raise ValueError("a snake starts outside the board")
    obstacles = obstacles_of(map_text, rows, columns)
    step = len(snakes[0].steps) + 1
    return State(rows, columns, map_text, obstacles, snakes, step)  # type: ignore[arg-type]


# Views and the wire

_TEXT = re.compile(r"([01]+)#(\d{1,4})#(\d{1,4})#\(([0-3]{0,1000})\)#(\d{1,4})#(\d{1,4})#\(([0-3]{0,1000})\)", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)


class Line:
    """The original platform's protocol: its text is sent as one line, and a direction comes back as one number.

    On that platform a program runs once for every move. Here a program that reads standard input may also keep running
    and read more lines.
    """

    framing = "turn"

    def open(self, memory: str | None = None) -> LineSession:
        """Return the session of a new match; there is no memory between matches."""
        return LineSession()


@dataclass
class LineSession:
    """One match in the original platform's protocol."""

    memory: str | None = None

    def ask(self, view: dict[str, Any]) -> Prompt:
        """Return the text to send, which describes the position."""
        return Prompt(to_text(view))

    def read(self, reply: str, running: bool) -> Reading:
        """Parse one number."""
        # Stripped here, because `int` does not accept all characters that `strip` takes for spaces.
        text = reply.strip()
        if not _NUMBER.fullmatch(text):
            raise Unreadable(message("expected.direction"), text)
        return Reading(int(text))

    def short(self, move: Any) -> str:
        """Return the move as a program writes it: its number."""
        return str(move)

    def played(self, move: Any) -> None:
        """Ignore a move: no request depends on earlier replies."""

    def farewell(self, view: dict[str, Any]) -> str | None:
        """Return None: the original platform sends nothing at the end."""
        return None


class NextMove:
    """The original platform's entry point: `nextMove(input)`, or `next_move` in Python's style."""

    forms = (("next_move",), ("nextMove",))
    given: Mapping[str, Any] = {}

    def bind(self, names: Mapping[str, Any]) -> Mover | None:
        """Return a function that calls the bot with the text of a view, or None if the bot has no such function."""
        for form in self.forms:
            function = names.get(form[0])
            if callable(function):
                return lambda view: function(to_text(view))
        return None


def grown(start: Cell, steps: str) -> Snake:
    """Return the snake that began at `start` and made these steps."""
    snake = Snake(start, (start,))
    for step, direction in enumerate(steps, 1):
        snake = moved_on(snake, int(direction), grows(step))
    return snake
