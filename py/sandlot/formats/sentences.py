"""Sentences in the form that files hold: [id, parameters]. In an untrusted file they may have any id and parameters."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from sandlot.formats.bounds import DEEPEST_SENTENCE, FAR, LONGEST_WORDS, MOST_PARAMS
from sandlot.formats.shapes import Custom, Misfit, Shape
from sandlot.messages import Message, as_json, catalog, render

FILLED: dict[str, Any] = {"who": "", "turn": 0, "limit": 0}
"""Parameters of a fault's reason that the referee fills in when it puts the fault in words."""


def read_message(value: Any, **filled: Any) -> Message | None:
    """Return the sentence in a JSON value; None if it is not one, its id is unknown or it lacks a parameter. `filled`
    are examples of parameters that are filled in later, so they may be missing.
    """
    if not _is_message(value, DEEPEST_SENTENCE):
        return None
    found = Message(*value)
    try:
        render(Message(found.id, {**filled, **found.params}), language="en")
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return None
    return found


def _is_message(value: Any, deepest: int) -> bool:
    match value:
        case [str(id), dict(params)] if id in catalog("en") and len(params) <= MOST_PARAMS:
            return all(_is_param(each, deepest - 1) for each in params.values())
    return False


def _is_param(value: Any, deepest: int) -> bool:
    """Tell whether a value is a valid parameter: a number, a text, a player, a sentence, a bool or None."""
    match value:
        case dict():
            return value.keys() == {"player"} and type(value["player"]) is int and 0 <= value["player"] <= FAR
        case list():
            return deepest > 0 and _is_message(value, deepest)
        case str():
            return len(value) <= LONGEST_WORDS
    return value is None or isinstance(value, bool) or (isinstance(value, int | float) and abs(value) <= FAR)


def _custom(name: str, filled: dict[str, Any]) -> Custom:
    def read(value: Any) -> Message:
        found = read_message(value, **filled)
        if found is None:
            raise Misfit
        return found

    def write(value: Message) -> Any:
        if not isinstance(value, Message):
            raise Misfit
        written = as_json(value)
        read(written)
        return written

    return Custom(read, write, {"$ref": f"#/$defs/{name}"})


Sentence: TypeAlias = Annotated[Message, _custom("sentence", {})]
SENTENCE: Shape[Message] = Shape(Sentence)
Reason: TypeAlias = Annotated[Message, _custom("reason", FILLED)]
"""The reason of a seat's fault: a sentence whose parameters in `FILLED` are filled in later."""
