"""`games`: lists the games and their bots."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from sandlot import bots
from sandlot.api.languages import STARTER, compiled
from sandlot.api.named import count_of, game_named
from sandlot.api.problem import DONE
from sandlot.cli.terminal import as_json, say
from sandlot.game import Game, Json
from sandlot.games import GAMES
from sandlot.messages import render, worded


def show_games(args: argparse.Namespace) -> int:
    """Print all games, or one with its options, time limits, programs and rules; return the exit status."""
    if args.json:
        games = [*GAMES.values()] if args.game is None else [game_named(args.game)]
        found = {game.name: _described(game) for game in games}
        say(as_json({"games": found} if args.game is None else found[args.game]))
        return DONE
    if args.game is None:
        counts = {name: render(count_of(*game.players)) for name, game in GAMES.items()}
        wide = max(map(len, counts.values()))
        for game in GAMES.values():
            house = worded("cli.house_short", bots=", ".join(game.house or "-"))
            say(f"{game.name:9} {counts[game.name]:{wide}} {house}")
        return DONE
    game = game_named(args.game)
    say(worded("cli.game_for", game=game.name, players=count_of(*game.players)))
    say(f"\n{worded('cli.house')}:")
    for name in reversed(game.house):
        say(f"  {name:12} {worded(f'{game.name}.bot.{name}')}")
    say(f"\n{worded('cli.options')}:")
    for name, option in game.options.items():
        default = "-" if option.default is None else as_json(option.default)
        say(f"  {name:12} {default:10} {render(option.expects())}")
    say(f"\n{worded('cli.limits')}:")
    for name, clock in {worded("cli.limits_default"): game.clock, **game.clocks}.items():
        limits = (f"{key}={value}" for key, value in clock.json().items() if key != "steps")
        say(f"  {name:12} {' '.join(limits)}")
    say(f"\n{worded('cli.programs')}:")
    made = compiled(Path(STARTER))
    play = f'sandlot play {game.name} "{made.bot}" {bots.easiest(game)}'
    for line in (f"sandlot new {game.name} {STARTER}", made.compile, play):
        say(f"  {line}")
    say(f"\n{_about(game)}".rstrip())
    return DONE


def _about(game: Game[Any]) -> str:
    return sys.modules[f"sandlot.games.{game.name}"].__doc__ or ""


def _described(game: Game[Any]) -> dict[str, Json]:
    """Return a game as JSON for programs; `about` describes its rules, its view and its protocols."""
    return {
        "game": game.name,
        "players": list(game.players),
        "house": list(game.house),
        "hides": game.imperfect_information,
        "options": {name: option.json() for name, option in game.options.items()},
        "clock": game.clock.json(),
        "clocks": {name: clock.json() for name, clock in game.clocks.items()},
        "wires": list(game.wires),
        "about": _about(game),
    }
