"""Parses JSON from outside (a bot, a replay, a log), after checking its length, depth and number of values.

Python's own parser recurses as deep as the text is nested, and so does all later work on the value. A text within these
bounds can safely be compared, copied, written and shown.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import isinf
from typing import Any

from sandlot.errors import SandlotError

DEEPEST_NESTING = 100
"""Deepest nesting of lists and objects: far more than any protocol needs, far less than Python can handle."""


@dataclass(frozen=True)
class Bounds:
    """Limits for a JSON text: its characters, its depth, and the number of values in its lists and objects."""

    characters: int
    values: int
    depth: int = DEEPEST_NESTING


class OutOfBounds(SandlotError, ValueError):
    """A text that is longer, deeper or larger than its bounds. `what`: "characters", "depth" or "values"."""

    def __init__(self, what: str, most: int) -> None:
        self.what, self.most = what, most
        super().__init__(f"more than {most}: {what}")


# An unterminated string extends to the end of the text. No part of the pattern backtracks, so matching takes time that
# is linear in the length of the text.
_STRING = re.compile(r'"[^"\\]*+(?:\\.?[^"\\]*+)*+"?', re.DOTALL)
_NO_BRACKETS = bytes(each for each in range(256) if each not in b"[]{}")
_ALIKE = bytes.maketrans(b"{}", b"[]")


def read_json(text: str, bounds: Bounds) -> Any:
    """Read one JSON value.

    Raises `OutOfBounds` before anything is parsed, and `ValueError` for text that is not JSON. NaN, infinities and
    numbers that are too large for a float are not JSON here.
    """
    check_bounds(text, bounds)
    return _decode(text)


def check_bounds(text: str, bounds: Bounds) -> None:
    """Raise `OutOfBounds` if a JSON text exceeds the bounds. It is not parsed for this."""
    if len(text) > bounds.characters:
        raise OutOfBounds("characters", bounds.characters)
    # Most texts have so few brackets and commas, even counting those in strings, that they are within bounds.
    opened = text.count("[") + text.count("{")
    if opened > bounds.depth or opened + text.count(",") >= bounds.values:
        _measure(text, bounds)


def _measure(text: str, bounds: Bounds) -> None:
    bare = _STRING.sub("", text)
    # Cut off what cannot matter: a text with even more brackets is refused anyway.
    left = bare.encode("utf-8", "surrogatepass").translate(_ALIKE, _NO_BRACKETS)[: 2 * bounds.values + bounds.depth]
    # Remove the innermost brackets repeatedly: as often as a JSON text may be deep.
    for _ in range(bounds.depth):
        before, left = left, left.replace(b"[]", b"")
        if len(left) == len(before):
            break
    # A text with brackets left is deeper, or is not JSON. The parser recurses no deeper than there are open brackets.
    if b"[]" in left or left.count(b"[") > bounds.depth:
        raise OutOfBounds("depth", bounds.depth)
    if 1 + sum(map(bare.count, "[{,")) > bounds.values:
        raise OutOfBounds("values", bounds.values)


def _finite(text: str) -> float:
    """Return a float; raise `ValueError` for 1e999 and the like, which Python reads as infinity, not valid in JSON."""
    number = float(text)
    if isinf(number):
        raise ValueError(text)
    return number


def _no_constant(name: str) -> Any:
    raise ValueError(name)


# Made once, because making a decoder takes longer than reading a short text.
_decode = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite).decode
