"""The registry: every game by name. Each is a package of that name in this folder, which holds a `game`.

A game that fails to import fails loudly; nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from typing import Any

from sandlot.game import Game
from sandlot.messages import include

__all__ = ["GAMES"]

NAMES = (
    "tank",
    "generals",
    "snake",
    "planes",
)

GAMES: Mapping[str, Game[Any]] = {name: import_module(f"sandlot.games.{name}").game for name in NAMES}
for name in NAMES:
    include(files(f"sandlot.games.{name}") / "words")
