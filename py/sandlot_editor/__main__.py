"""Prints the reader's data about every game, for the build: the shapes of all games' views, which are their keys and
types, from positions of real matches.

The meanings of the keys are in the games' docstrings; the page has them in every language.
"""

from __future__ import annotations

import json
from typing import Any

from sandlot.game import Game, Json
from sandlot.games import GAMES
from sandlot.schemas.samples import setups, usual_positions
from sandlot_editor.shapes import shape_of


def given(game: Game[Any]) -> list[str]:
    """Return the names that a game puts into the globals of a bot in the form of its original platform."""
    open_form = getattr(game, "original_form", None)
    return sorted(open_form().given) if open_form else []


def describe() -> dict[str, Json]:
    """Return the shapes of views and setups, and the given names, of every game, as JSON."""
    return {
        name: {
            "view": shape_of([view for position in usual_positions(game) for view in position.views]).json(),
            "setup": shape_of(list(setups(game))).json(),
            "given": given(game),
        }
        for name, game in GAMES.items()
    }


if __name__ == "__main__":
    print(json.dumps(describe(), separators=(",", ":")))
