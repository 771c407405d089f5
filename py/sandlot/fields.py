"""What may stand in the fields of a replay: their shapes and sizes, looked at before anything uses a value.

A replay is a file that strangers write. What is read of it ends up in sentences, in lists and on the page, so every
field has one shape and a limit. The limits are far above what any match writes.
"""

from __future__ import annotations

from collections.abc import Callable

from sandlot.game import Json
from sandlot.messages import Message, catalog, render

__all__ = ["FAR", "is_list", "is_result", "is_text", "is_whole", "read_message"]

LONGEST_WORDS = 10_000
"""Characters of a parameter of a sentence."""
MOST_PARAMS = 20
DEEPEST = 4
"""Sentences within sentences."""
FAR = 2**53
"""Beyond this a whole number is not exact in JavaScript."""


def is_whole(value: Json, low: int = 0, high: int = FAR) -> bool:
    """Tell whether a value is a whole number from `low` to `high`."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_text(value: Json, most: int) -> bool:
    """Tell whether a value is a string of at most `most` characters."""
    return isinstance(value, str) and len(value) <= most


def is_list(value: Json, most: int, of: Callable[[Json], bool]) -> bool:
    """Tell whether a value is a list of at most `most` such values."""
    return isinstance(value, list) and len(value) <= most and all(map(of, value))


def is_result(value: Json, players: int) -> bool:
    """Tell whether a value has the shape of a result; see `game.Outcome.json`."""
    if not isinstance(value, dict):
        return False
    losses, reasons = value.get("losses", []), value.get("reasons", [])
    scores, places = value.get("scores", []), value.get("places", [])
    return (
        is_list(scores, players, _is_number)
        and is_list(places, players, lambda each: is_whole(each, 1, players))
        and len(scores) == len(places) == players
        and is_list(losses, players, lambda each: each is None or read_message(each) is not None)
        and is_list(reasons, players, lambda each: each is None or is_text(each, LONGEST_WORDS))
        and is_whole(value.get("turns"))
        and read_message(value.get("reason")) is not None
    )


def read_message(value: Json, **filled: Json) -> Message | None:
    """Return the sentence that a value names, or None if it is none or lacks a parameter; `filled` come in later."""
    if not _is_message(value, DEEPEST):
        return None
    found = Message(*value)
    try:
        render(Message(found.id, {**filled, **found.params}), language="en")
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return None
    return found


def _is_message(value: Json, deepest: int) -> bool:
    match value:
        case [str(id), dict(params)] if id in catalog("en") and len(params) <= MOST_PARAMS:
            return all(_is_param(each, deepest - 1) for each in params.values())
    return False


def _is_param(value: Json, deepest: int) -> bool:
    """A number, words, a player, or a sentence."""
    match value:
        case dict():
            return value.keys() == {"player"} and is_whole(value["player"])
        case list():
            return deepest > 0 and _is_message(value, deepest)
        case str():
            return len(value) <= LONGEST_WORDS
    return value is None or isinstance(value, bool) or _is_number(value)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FAR
