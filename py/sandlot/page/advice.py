"""Hints for a person who plays by hand: the move of the strongest house bot, and the answers that it expects.

The bot sees only what the person sees. It runs in this process, because house bots need no fence.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from sandlot import bots
from sandlot.formats.compact import compact
from sandlot.game import Game, IllegalMove, Json, Mover
from sandlot.games import GAMES


def hint(name: str, view: str, player: int) -> str:
    """Return what the strongest house bot does with a player's view, as JSON: {"by": its name, "move": its move,
    "expects": moves of the others by player, "after": the player's view once all these are made}.

    "expects" is empty in games with imperfect information; `after` is null where the view does not determine a position
    of the real rules.
    """
    game = GAMES[name]
    by = bots.house_names(game)[0]
    ask = _mover(name, by)
    seen = json.loads(view)
    move = ask(seen)
    state = _position(import_module(f"sandlot.games.{name}"), seen)
    expects: dict[int, Json] = {}
    if state is not None and not game.imperfect_information:
        expects = {each: ask(game.view(state, each)) for each in game.to_move(state) if each != player}
    after = None if state is None else _after(game, state, {player: move, **expects}, player)
    return compact({"by": by, "move": move, "expects": expects, "after": after})


def _mover(game: str, name: str) -> Mover:
    """Return a house bot as a function; it begins anew, so that a hint depends on the view alone."""
    names: dict[str, Any] = {}
    exec(compile(bots.source(game, name), f"{name}.py", "exec"), names)
    move: Mover = names["move"]
    return move


def _position(rules: ModuleType, view: dict[str, Any]) -> Any:
    """Return the position that a view shows, or None if the game has no way back from a view."""
    from_view: Callable[[dict[str, Any]], Any] | None = getattr(rules, "from_view", None)
    return from_view and from_view(view)


def _after(game: Game[Any], state: Any, moves: dict[int, Json], player: int) -> Json:
    try:
        for each, move in moves.items():
            game.check(state, each, move)
    except IllegalMove:
        return None
    return game.view(game.step(state, moves), player)
