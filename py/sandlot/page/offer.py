"""What the engine offers: data of every game for the page's menus, and a check of a match's options."""

from __future__ import annotations

import json

from sandlot import bots
from sandlot.game import BadOption, read_options
from sandlot.games import GAMES
from sandlot.page.exchange import dump
from sandlot.page.starts import count

__all__ = ["check", "games"]


def games() -> str:
    """Return what the page's menus need to know about every game."""
    return dump(
        {
            name: {
                "name": name,
                "players": game.players,
                "options": {key: option.json() for key, option in game.options.items()},
                "clock": game.clock.json(),
                "clock_most": game.clock.most(),
                "clocks": {key: clock.json() for key, clock in game.clocks.items()},
                "house": game.house,
                "sparring": bots.sparring(game),
                "hides": game.hides,
                "starts": count(game),
                "starter": bots.starter(name),
            }
            for name, game in GAMES.items()
        }
    )


def check(game: str, options: str, players: int) -> str:
    """Return the sentence that says what is wrong with these options for this number of players, or null."""
    rules = GAMES[game]
    fewest, most = rules.players
    try:
        rules.start(min(most, max(fewest, players)), 0, read_options(rules, json.loads(options)))
    except BadOption as bad:
        return dump(bad.text)
    return "null"
