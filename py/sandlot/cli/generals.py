"""`map`: draws a map of generals in the form of generals-tournament, its source."""

from __future__ import annotations

import argparse

from sandlot.cli.problem import DONE
from sandlot.cli.terminal import complain, say
from sandlot.cli.typed import check_count, drawn_seed, number, refused_options
from sandlot.game import read_options
from sandlot.games import generals
from sandlot.messages import message, render

__all__ = ["draw_map"]


def draw_map(known: argparse.Namespace) -> int:
    """Print a random map; return the exit status."""
    game = generals.game
    rows, cols, players = (number(getattr(known, name), name) for name in ("rows", "cols", "players"))
    seed = drawn_seed(known.seed, game)
    check_count(game, players)
    with refused_options():
        options = read_options(game, {"rows": rows, "cols": cols, "fair": known.fair})
        state = game.start(players, seed, options)
    if known.seed is None:
        complain(render(message("cli.seed", seed=seed)))
    say(generals.write_map(state.board).removesuffix("\n"))
    return DONE
