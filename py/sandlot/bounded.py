"""JSON from outside - from a bot, a replay, a log - bounded in length, depth and count before it is parsed.

Python's own parser goes as deep as it is led, and so does everything that is later done with what it read. A text that
is within its bounds can be compared, copied, written and shown again without a thought.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import isinf
from typing import Any

__all__ = ["DEEPEST", "Bounds", "OutOfBounds", "read_json"]

DEEPEST = 100
"""Lists and objects within each other: far more than any protocol needs, far less than any Python can take."""


@dataclass(frozen=True)
class Bounds:
    """How much JSON is read: its characters, its depth, and how many values, in lists and objects, it may have."""

    characters: int
    values: int
    depth: int = DEEPEST


class OutOfBounds(ValueError):
    """A text that is longer, deeper or larger than its bounds. `what`: "characters", "depth" or "values"."""

    def __init__(self, what: str, most: int) -> None:
        self.what, self.most = what, most
        super().__init__(f"more than {most}: {what}")


# The next bracket or comma outside of strings. A string without an end goes to the end of the text, and no part of the
# pattern gives back what it took, so the whole takes time in proportion to the text.
_TOKEN = re.compile(r'(?:[^"\[\]{},]++|"[^"\\]*+(?:\\.?[^"\\]*+)*+"?)*+([\[\]{},])', re.DOTALL)


def read_json(text: str, bounds: Bounds) -> Any:
    """Read one JSON value.

    Raises `OutOfBounds` before anything is parsed, and `ValueError` for what is not JSON; NaN, infinities and numbers
    that would become one are not.
    """
    if len(text) > bounds.characters:
        raise OutOfBounds("characters", bounds.characters)
    # Most texts have so few brackets and commas that they need no closer look, whatever is inside of strings.
    opened = text.count("[") + text.count("{")
    if opened > bounds.depth or opened + text.count(",") >= bounds.values:
        _measure(text, bounds)
    return json.loads(text, parse_constant=_no_constant, parse_float=_finite)


def _measure(text: str, bounds: Bounds) -> None:
    depth, values, place = 0, 1, 0
    # Not finditer: after the last bracket it would look for another one from every place that is left.
    while token := _TOKEN.match(text, place):
        place = token.end()
        match token[1]:
            case "[" | "{":
                depth += 1
                values += 1
            case ",":
                values += 1
            case _:
                depth -= 1
        if depth > bounds.depth:
            raise OutOfBounds("depth", bounds.depth)
        if values > bounds.values:
            raise OutOfBounds("values", bounds.values)


def _finite(text: str) -> float:
    """Refuse 1e999, which Python takes for infinity and could not write as JSON again."""
    number = float(text)
    if isinf(number):
        raise ValueError(text)
    return number


def _no_constant(name: str) -> Any:
    raise ValueError(name)
