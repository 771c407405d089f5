"""House bots: `<game>/<name>.py`, each a file that a user could have pasted; a game's `house` lists them.

`<game>/starter.py` is what a new user begins with.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

__all__ = ["STARTER", "source", "starter"]

STARTER = "starter"


@cache
def source(game: str, name: str) -> str:
    """Return a house bot's file."""
    return (files(__name__) / game / f"{name}.py").read_text(encoding="utf-8")


def starter(game: str) -> str:
    """Return the file in a new user's editor."""
    return source(game, STARTER)
