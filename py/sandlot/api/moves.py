"""Every legal move of a position, game by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandlot.game import Game, Json
from sandlot.games import generals, planes, snake, tank


def legal_moves(game: Game[Any], state: Any, player: int) -> list[Json]:
    """Return all moves that are legal for a player who is to move. Of those of Generals that do nothing only staying
    (None) is listed.
    """
    return LEGAL[game.name](state, player)


def _tank(state: Any, player: int) -> list[Json]:
    first, second = tank.legal_orders(state, player)
    return [[one, other] for one in first for other in second]


def _generals(state: Any, player: int) -> list[Json]:
    return [None, *generals.legal_moves(generals.game.view(state, player))]


def _snake(state: Any, player: int) -> list[Json]:
    return [*range(len(snake.DIRECTIONS))]


def _planes(state: Any, player: int) -> list[Json]:
    view = planes.game.view(state, player)
    if view["phase"] == "shoot":
        return [*view["legal"]]
    return [[list(plane) for plane in placing] for placing in planes.placements(state.size).placings]


LEGAL: Mapping[str, Callable[[Any, int], list[Json]]] = {
    "tank": _tank,
    "generals": _generals,
    "snake": _snake,
    "planes": _planes,
}
