"""Reads and writes the values in a replay that are not plain JSON: a game, its clock and a mark."""

from __future__ import annotations

from typing import Any

from sandlot.clock import Clock
from sandlot.draw import read_mark
from sandlot.formats.shapes import Custom, Misfit
from sandlot.game import Game
from sandlot.games import GAMES


def _read_game(value: Any) -> Game[Any]:
    if type(value) is not str or value not in GAMES:
        raise Misfit
    return GAMES[value]


def _read_clock(value: Any) -> Any:
    """Return the changes to a game's clock as they are: `validation.read_setup` applies them, as it knows the game."""
    if type(value) is not dict:
        raise Misfit
    return value


def _mark(value: Any) -> Any:
    mark = read_mark(value)
    if mark is None:
        raise Misfit
    return mark


GAME = Custom(_read_game, lambda game: game.name, {"enum": list(GAMES)})
CLOCK = Custom(_read_clock, Clock.json, {"$ref": "#/$defs/clock"})
MARK = Custom(_mark, _mark, {"$ref": "#/$defs/mark"})
