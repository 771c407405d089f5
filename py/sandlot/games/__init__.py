"""The registry: every game by name. Each game is a package of that name in this folder, which defines `game`.

If a game cannot be imported, this import fails, too; no game is skipped.
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
