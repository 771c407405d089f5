"""The registry: every game by name. Each game is a package of that name in this folder, which defines `game`.

If a game cannot be imported, this import fails, too; no game is skipped. A sentence names what a game lacks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from sandlot.game import Game, MissingPiece
from sandlot.messages import LANGUAGES, include

__all__ = ["GAMES", "rules"]

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


@cache
def rules(name: str) -> str:
    """Return the hash of a game's rules, 16 hexadecimal digits: it changes whenever a module of the game does. Its
    words and bots do not count.
    """
    digest = hashlib.sha256()
    for module in sorted(files(f"{__name__}.{name}").iterdir(), key=lambda each: each.name):
        if module.name.endswith(".py"):
            data = module.read_bytes()
            digest.update(f"{module.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]
