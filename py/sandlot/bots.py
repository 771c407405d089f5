"""House bots: `games/GAME/bots/NAME.py`, written like users' bots, and listed in `house.json` beside them.

`simple.json`, if there is one, lists house bots that are unsuitable as a first opponent: test bots, those that the
starter nearly always beats, and those that never lose and never win. The weakest of the others loses to the starter
about half of the time. `starter.py` is the bot that a new user begins with; `starter.cpp` and `starter.java` are for
the command line.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from sandlot.files.bot import Bot
from sandlot.game import Game, MissingPiece

STARTER = "starter"


def house_names(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of a game's house bots, strongest first; raise `MissingPiece` if there are none."""
    if not game.house:
        place = f"py/sandlot/games/{game.name}/bots"
        raise MissingPiece(f"{game.name} has no house bot: put one into {place}/ and name it in house.json there.")
    return game.house


@cache
def simple(game: str) -> tuple[str, ...]:
    """Return the names of a game's simple house bots."""
    file = files("sandlot.games") / game / "bots" / "simple.json"
    return tuple(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def sparring(game: Game[Any]) -> str:
    """Return the house bot that a newcomer plays against: the weakest that plays the whole game, if there is one."""
    return ([name for name in house_names(game) if name not in simple(game.name)] or house_names(game))[-1]


def easiest(game: Game[Any]) -> str:
    """Return the house bot that is easiest to beat, or the starter if there is no house bot."""
    return game.house[-1] if game.house else STARTER


@cache
def source(game: str, name: str) -> str:
    """Return the source of a house bot."""
    return _read(game, f"{name}.py")


def house(game: str, name: str) -> Bot:
    """Return a house bot, which may be the starter; raise `MissingPiece` if there is no such file."""
    return Bot(name, "house", source(game, name), f"{name}.py")


def starter(game: str, language: str = "py") -> str:
    """Return the source that a new user begins with, in "py", "cpp" or "java"."""
    return _read(game, f"{STARTER}.{language}")


def _read(game: str, file: str) -> str:
    try:
        return (files("sandlot.games") / game / "bots" / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingPiece(f"The game {game} is not whole: py/sandlot/games/{game}/bots/{file} is missing.") from None
