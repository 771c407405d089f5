"""The registry: every game by name. Each is a package of that name in this folder, which holds a `game`.

A game that fails to import fails loudly; nothing is skipped. What is missing of one is said in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from sandlot.game import Game, MissingPiece
from sandlot.messages import LANGUAGES, include

__all__ = ["GAMES"]

NAMES = (
    "tank",
    "generals",
    "snake",
    "planes",
)


def _load(name: str) -> Game[Any]:
    """Return a game, and speak its words from now on."""
    package, place = f"{__name__}.{name}", f"py/sandlot/games/{name}"
    # A folder without an __init__.py is a package as well, an empty one.
    game: Game[Any] | None = getattr(import_module(package), "game", None) if find_spec(package) else None
    if game is None:
        raise MissingPiece(f"The game {name} is not whole: {place}/__init__.py has no `game` or is missing.")
    words = files(package) / "words"
    for language in LANGUAGES:
        if not (words / f"{language}.json").is_file():
            raise MissingPiece(f"The game {name} is not whole: {place}/words/{language}.json is missing.")
    include(words)
    return game


GAMES: Mapping[str, Game[Any]] = {name: _load(name) for name in NAMES}
