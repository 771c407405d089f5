"""House bots: `games/GAME/bots/NAME.py`, each a file that a user could have pasted; a game's `house` lists them.

`starter.py` is what a new user begins with; `starter.cpp` and `starter.java` are programs for the command line.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["STARTER", "source", "starter"]

STARTER = "starter"


@cache
def source(game: str, name: str) -> str:
    """Return a house bot's file."""
    return _read(game, f"{name}.py")


def starter(game: str, language: str = "py") -> str:
    """Return the file that a new user begins with: in "py", "cpp" or "java"."""
    return _read(game, f"{STARTER}.{language}")


def _read(game: str, file: str) -> str:
    return (files("sandlot.games") / game / "bots" / file).read_text(encoding="utf-8")
