"""How what is no plain value stands in a replay: a game, its clock, a trace and a mark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandlot.clock import Clock
from sandlot.draw import read_mark
from sandlot.formats.bounds import FAR, LONGEST_TEXT
from sandlot.formats.shapes import Custom, Misfit, Text, Whole
from sandlot.game import Game
from sandlot.games import GAMES

__all__ = ["CLOCK", "GAME", "MARK", "TRACE"]


def _read_game(value: Any) -> Game[Any]:
    if type(value) is not str or value not in GAMES:
        raise Misfit
    return GAMES[value]


def _read_clock(value: Any) -> Any:
    """Return the changes of a game's clock: what they change, only the whole says."""
    if type(value) is not dict:
        raise Misfit
    return value


def _write_clock(clock: Clock) -> dict[str, int]:
    return clock.json()


_PLACE = {"anyOf": [{"type": "null"}, Text(LONGEST_TEXT).schema, Whole().schema]}
_TRACED = dict.fromkeys(("file", "line", "error", "traceback"), _PLACE)


def _trace(value: Any) -> Mapping[str, Any]:
    """Read a trace. Its parts are shown as they are, so a list among them could pass for a message."""
    if not isinstance(value, Mapping) or not value.keys() <= _TRACED.keys():
        raise Misfit
    for name, each in value.items():
        text = type(each) is str and len(each) <= LONGEST_TEXT
        if not (each is None or text or (type(each) is int and 0 <= each <= FAR)):
            raise Misfit(name)
    return dict(value)


def _mark(value: Any) -> Any:
    mark = read_mark(value)
    if mark is None:
        raise Misfit
    return mark


GAME = Custom(_read_game, lambda game: game.name, {"enum": list(GAMES)})
CLOCK = Custom(_read_clock, _write_clock, {"$ref": "#/$defs/clock"})
MARK = Custom(_mark, _mark, {"$ref": "#/$defs/mark"})
TRACE = Custom(
    _trace,
    _trace,
    {"type": "object", "properties": _TRACED, "required": [], "additionalProperties": False},
)
