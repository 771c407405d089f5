"""Lists the moves of a player, where a game can."""

from __future__ import annotations

from typing import Any

from sandlot.game import Game, Json


def moves_of(game: Game[Any], state: Any, player: int) -> list[Json] | None:
    """Return the moves of a player who is to move: those that the game's view names as "safe", if it does, else all
    legal ones. None: the game does not list them.
    """
    safe = game.view(state, player).get("safe")
    moves = game.choices(state, player).get("moves") if safe is None else safe
    return moves if isinstance(moves, list) else None
