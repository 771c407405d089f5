"""The moves of a player that can be listed, as the rules say."""

from __future__ import annotations

from typing import Any

from sandlot.game import Game, Json


def moves_of(game: Game[Any], state: Any, player: int) -> list[Json] | None:
    """Return the moves of a player who is to move: those that do not lose at once, where the game's view names them as
    "safe", else all legal ones. None: the game does not list them.
    """
    safe = game.view(state, player).get("safe")
    moves = game.choices(state, player).get("moves") if safe is None else safe
    return moves if isinstance(moves, list) else None
