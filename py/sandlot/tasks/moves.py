"""Lists the moves of a player, where a game can, and compares such lists."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sandlot.game import Game, Json

BESIDE = ((-1, 0), (0, 1), (1, 0), (0, -1))


def moves_of(game: Game[Any], state: Any, player: int) -> list[Json] | None:
    """Return the moves of a player who is to move: those that the game's view names as "safe", if it does, else all
    legal ones. None: the game does not list them.

    Where all combinations would be too many, these are the parts of a move: in Tank [tank, order], in planes a single
    plane [x, y, d] while placing, in generals the cells [from, to], whether all units go or half of them.
    """
    view = game.view(state, player)
    if isinstance(safe := view.get("safe"), list):
        return safe
    choices = game.choices(state, player)
    if isinstance(tanks := choices.get("tanks"), list):
        return [[tank, order] for tank, orders in enumerate(tanks) for order in orders]
    if isinstance(armies := choices.get("from"), list):
        return list(_steps(view, armies))
    if isinstance(planes := choices.get("placements"), list):
        return [each["move"] for each in planes]
    moves = choices.get("moves", choices.get("cells"))
    return moves if isinstance(moves, list) else None


def _steps(view: Mapping[str, Json], armies: list[Any]) -> Iterator[Json]:
    """Yield the steps of armies to cells that they can enter, as a view of generals shows them."""
    for i, j in armies:
        for down, right in BESIDE:
            x, y = i + down, j + right
            inside = 0 <= x < view["rows"] and 0 <= y < view["cols"]
            if inside and view["kind"][x][y] not in ("mountain", "obstacle"):
                yield [[i, j], [x, y]]


def same_moves(got: Json, right: Json) -> bool:
    """Tell whether two lists hold the same moves, in any order."""
    if isinstance(got, list) and isinstance(right, list):
        return sorted(map(json.dumps, got)) == sorted(map(json.dumps, right))
    return json.dumps(got) == json.dumps(right)


def beyond(these: list[Json], those: list[Json]) -> Iterator[Json]:
    """Yield the moves of `these` that `those` do not hold, or hold less often."""
    left = Counter(map(json.dumps, those))
    for move in these:
        if not left[json.dumps(move)]:
            yield move
        left[json.dumps(move)] -= 1
