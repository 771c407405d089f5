"""The registry: every game by name. A game that fails to import fails loudly; nothing is skipped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandlot.game import Game
from sandlot.games import generals, planes, snake, tank

__all__ = ["GAMES"]

GAMES: Mapping[str, Game[Any]] = {module.game.name: module.game for module in (tank, generals, snake, planes)}
