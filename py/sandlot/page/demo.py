"""Plays a match between house bots, which the page shows while Python is still loading."""

from __future__ import annotations

import json

from sandlot import bots
from sandlot.games import GAMES
from sandlot.links import link
from sandlot.match.parts import Player, Setup
from sandlot.match.replay import Replay, result_json
from sandlot.match.replay_file import dumps
from sandlot.page.exchange import dump
from sandlot.page.in_place import play_in_place
from sandlot.page.replays import open_replay

__all__ = ["demo"]

DEMO_SEED = 3


def demo(name: str) -> str:
    """Play a match between house bots in this process, and return it in the form of `open_replay`, with its `link`."""
    game = GAMES[name]
    strongest = [bots.house(game)[0]] * max(2, game.players[0])
    setup = Setup(game, tuple(Player(each, "house") for each in strongest), DEMO_SEED)
    replay = Replay(setup)
    replay.result = result_json(play_in_place(setup, replay.add))
    return dump(json.loads(open_replay(dumps(replay))) | {"link": link(replay)})
