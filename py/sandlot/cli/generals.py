"""`map` and `run`: commands for the file formats of generals-tournament, the source of Generals."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandlot.cli.files import read, written
from sandlot.cli.play import play_match, players_of, progress_of
from sandlot.cli.problem import DONE, REFUSED, Problem
from sandlot.cli.telling import tell
from sandlot.cli.terminal import complain, say
from sandlot.cli.typed import (
    check_count,
    clock_of,
    count_of,
    drawn_seed,
    number,
    option_of,
    program_at,
    refused_options,
)
from sandlot.game import Json, read_options
from sandlot.games import generals
from sandlot.match.parts import Setup
from sandlot.messages import message, render

__all__ = ["draw_map", "run_configuration"]

MOST_TEXT = 2**20
"""Most bytes of a map or a configuration."""


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


def run_configuration(known: argparse.Namespace) -> int:
    """Play the match of a configuration file and write its log; return the exit status."""
    game = generals.game
    try:
        config = generals.read_config(read(known.config, MOST_TEXT))
    except generals.BadText as bad:
        raise Problem(message("cli.file", file=known.config, why=bad.text), REFUSED) from None
    try:
        board = generals.read_map(read(config.map, MOST_TEXT))
    except generals.BadText as bad:
        raise Problem(message("cli.file", file=config.map, why=bad.text), REFUSED) from None
    count = len(board.owned)
    if count != len(config.programs):
        params = {"map": config.map, "owned": count_of(count, count), "config": known.config}
        raise Problem(message("cli.config_players", **params, programs=len(config.programs)), REFUSED)
    seats = [program_at(game, path) for path in config.programs]
    options = {"map": generals.write_map(board), "order": "id", **_run_options(known)}
    clock = clock_of(game, known.clock, game.clocks["seed"])
    setup = Setup(game, players_of(seats), 0 if known.seed is None else number(known.seed, "--seed"), options, clock)
    progress = progress_of(setup, known)
    with written(Path(config.log)) as file:
        replay, finish = play_match(setup, seats, known, progress)
        file.writelines(generals.write_log(board.size, len(seats), progress.frames))
    if not known.quiet:
        tell(replay, finish, [seat.source for seat in seats], known.quiet, known.prints)
    return DONE


def _run_options(known: argparse.Namespace) -> dict[str, Json]:
    """Return the options that are allowed with a configuration file: all except those for drawing a map."""
    options = dict(option_of(generals.game, text) for text in known.option)
    for name in ("map", "rows", "cols", "fair"):
        if name in options:
            raise Problem(message("cli.run_option", name=name))
    if known.rounds is not None:
        if "max_rounds" in options:
            raise Problem(message("cli.rounds_twice"))
        options["max_rounds"] = number(known.rounds, "--rounds", low=1)
    return options
