"""The first positions of a few matches, which the page can show before Python is there."""

from __future__ import annotations

from typing import Any

from sandlot.game import Game, read_options
from sandlot.games import GAMES
from sandlot.page.exchange import dump

__all__ = ["count", "starts"]

SEEDS = 24
"""How many. A visitor's first match is on one of their seeds, unless the address names another."""


def count(game: Game[Any]) -> int:
    """Return of how many seeds, from 1, the page has the first position. In a game that hides something nobody, no bot
    either, may know a map by its seed, so there are none.
    """
    return 0 if game.hides else SEEDS


def starts(name: str) -> str:
    """Return the first position of every such seed: what everybody sees of a match of two with the usual options."""
    game = GAMES[name]
    options, players = read_options(game, {}), max(2, game.players[0])
    seeds = range(1, count(game) + 1)
    return dump({str(seed): game.view(game.start(players, seed, options), None) for seed in seeds})
