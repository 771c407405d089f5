"""`map`: draws a map of generals in the form of generals-tournament, its source."""

from __future__ import annotations

import argparse

from sandlot.api.named import check_count
from sandlot.api.problem import DONE
from sandlot.cli.parsing import drawn_seed, number, refused_options
from sandlot.cli.terminal import as_json, print_error, say
from sandlot.game import read_options
from sandlot.games import generals
from sandlot.messages import message, render


def draw_map(args: argparse.Namespace) -> int:
    """Print a random map; return the exit status."""
    game = generals.game
    rows, cols, players = (number(getattr(args, name), name) for name in ("rows", "cols", "players"))
    seed = drawn_seed(args.seed, game)
    check_count(game, players)
    with refused_options():
        options = read_options(game, {"rows": rows, "cols": cols, "fair": args.fair})
        state = game.start(players, seed, options)
    drawn = generals.write_map(state.board)
    if args.json:
        say(as_json({"rows": rows, "cols": cols, "players": players, "seed": seed, "map": drawn}))
        return DONE
    if args.seed is None:
        print_error(render(message("cli.seed", seed=seed)))
    say(drawn.removesuffix("\n"))
    return DONE
