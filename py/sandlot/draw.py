"""Drawing on the board: a bot shows what it thinks, next to its moves.

    from sandlot import draw

    draw.cell(3, 4)                                # marks a cell: row 3, column 4
    draw.cell(3, 4, colour="bad", label="12")      # with a label of up to about four letters
    draw.line((0, 0), (3, 4), colour="p2")         # from the middle of one cell to the middle of another
    draw.text((2, 5), "danger")                    # words, centred on a cell
    draw.note("went for the base: 3 steps")        # a line in the console

Rows and columns count as in the game's view: from 1 in planes, where the marks are on the board you shoot at, and from
0 in all other games. They need not be whole: (2.5, 4) is between two cells. Colours: accent, good, bad, ink, and p1 to
p8, the players'. A drawing belongs to the turn in which it was made, and is kept in the replay: at most 500 marks a
turn, 200 characters a text. It changes nothing in the match, except that it takes a little of your time. What cannot be
drawn is left out, and the console says so: a drawing never loses a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from sandlot.bounded import Bounds, read_json
from sandlot.game import Json, short
from sandlot.messages import worded

__all__ = [
    "COLOURS",
    "LONGEST_LABEL",
    "LONGEST_MARK",
    "MOST_MARKS",
    "Mark",
    "cell",
    "line",
    "note",
    "read_mark",
    "read_marks",
    "text",
]

COLOURS = ("accent", "good", "bad", "ink", *(f"p{number}" for number in range(1, 9)))
MOST_MARKS = 500
"""Maximum number of marks in a turn."""
LONGEST_LABEL = 200
"""Maximum number of characters in a text."""
LONGEST_MARK = 4000
"""Maximum number of characters of a mark as JSON."""
BOUNDS = Bounds(characters=LONGEST_MARK, values=10, depth=2)
FARTHEST = 1000
"""Maximum absolute value of a row or column."""

Mark: TypeAlias = list[Json]
"""["cell", row, column, colour, label], ["line", [row, column], [row, column], colour], ["text", [row, column], words,
colour] or ["note", words]."""

_put: Callable[[str], object] | None = None
_tell: Callable[[str], object] | None = None


# Called by bots


def cell(row: float, col: float, colour: str = "accent", label: object = "") -> None:
    """Mark a cell, with a short label if you like."""
    _draw(["cell", row, col, colour, _text(label)])


def line(start: Sequence[float], end: Sequence[float], colour: str = "accent") -> None:
    """Draw a line from one (row, column) to another."""
    _draw(["line", start, end, colour])


def text(place: Sequence[float], words: object, colour: str = "ink") -> None:
    """Write words at a (row, column)."""
    _draw(["text", place, _text(words), colour])


def note(words: object) -> None:
    """Add a line to the notes of this turn."""
    _draw(["note", _text(words)])


# Called by the seat


class Full(OSError):
    """Raised when there is no room for another mark; the seat reports it once a turn."""


def attach(put: Callable[[str], object], tell: Callable[[str], object]) -> None:
    """From now on send marks, as JSON, to `put`, and messages about refused marks to `tell`. Before the first call
    nothing is drawn, so that a bot can also run on its own. `put` raises `OSError` for the first mark of a turn that
    does not fit.
    """
    global _put, _tell
    _put, _tell = put, tell


def _draw(mark: Sequence[Any]) -> None:
    if _put is None or _tell is None:
        return
    read = read_mark([_plain(part) for part in mark])
    if read is None:
        _tell(worded("draw.refused", got=short(list(mark)), colours=", ".join(COLOURS)) + "\n")
        return
    try:
        _put(json.dumps(read))
    except OSError:
        _tell(worded("draw.full", limit=MOST_MARKS) + "\n")


def _plain(value: Any) -> Json:
    """Convert numbers and arrays of other libraries to plain values, and tuples to lists; None if that fails."""
    try:
        if isinstance(value, tuple | list) or hasattr(value, "tolist"):
            return [_plain(part) for part in value] if hasattr(value, "__len__") else value.tolist()
        return value.__index__() if hasattr(value, "__index__") and not isinstance(value, bool) else value
    except Exception:
        return None


def _text(value: object) -> str:
    try:
        return str(value)
    except Exception:
        return "?"


# Called by the engine, which checks the marks again, because a bot may send anything


def read_marks(texts: Iterable[Any]) -> tuple[Mark, ...]:
    """Return the valid marks among those that a bot sent as JSON texts, at most `MOST_MARKS`."""
    marks: list[Mark] = []
    for each in texts:
        if len(marks) == MOST_MARKS:
            break
        try:
            mark = read_mark(read_json(each, BOUNDS))
        except (TypeError, ValueError):
            continue
        if mark is not None:
            marks.append(mark)
    return tuple(marks)


def read_mark(mark: Json) -> Mark | None:
    """Return the mark with its words cut to `LONGEST_LABEL`, or None if it is not a valid mark."""
    match mark:
        case ["cell", row, col, str(colour), label] if colour in COLOURS:
            place, words = _place([row, col]), _words(label)
            return None if place is None or words is None else ["cell", *place, colour, words]
        case ["line", start, end, str(colour)] if colour in COLOURS:
            first, last = _place(start), _place(end)
            return None if first is None or last is None else ["line", first, last, colour]
        case ["text", where, label, str(colour)] if colour in COLOURS:
            place, words = _place(where), _words(label)
            return None if place is None or words is None else ["text", place, words, colour]
        case ["note", label]:
            words = _words(label)
            return None if words is None else ["note", words]
    return None


def _place(value: Json) -> list[float] | None:
    match value:
        case [int() | float() as row, int() | float() as col]:
            numbers = [row, col]
            if any(isinstance(each, bool) or not abs(each) <= FARTHEST for each in numbers):
                return None
            return [each if isinstance(each, int) else round(each, 3) for each in numbers]
    return None


def _words(value: Json) -> str | None:
    return value[:LONGEST_LABEL] if isinstance(value, str) else None
