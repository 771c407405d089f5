"""What a turn is called, and its number, in the view of the player to move: a task counts as its program does."""

from __future__ import annotations

from typing import Any

CALLED = ("round", "step", "turn")
"""Keys under which views have the number of a turn. If a view has several, people use the first of them."""


def turn_in(view: Any) -> tuple[str, int]:
    """Return what a turn is called, "round", "step", "shot" or "turn", and its number, from the view of a player who is
    to move.
    """
    key = next(key for key in CALLED if key in view)
    # Where a turn is a shot, the match has more turns than either player has shots.
    return "shot" if view.get("phase") == "shoot" else key, view[key]
