"""Measures the length of links to matches, compared with the replay file packed by `gzip -9`.

`rows(runs)` is their part of the table of `build.py bench`. The matches are played between processes, so that the
replays are complete and include the times of answers.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from sandlot import bots
from sandlot.games import GAMES
from sandlot.links import link
from sandlot.local import Bot, Stage
from sandlot.match.parts import Player, Setup
from sandlot.match.replay_file import dumps

if TYPE_CHECKING:
    from bench import Row

LIMIT = 0.6
RIVALS = {
    "tank": ("hunter", "random"),
    "snake": ("surveyor", "cautious"),
    "generals": ("greedy", "random"),
    "planes": ("entropy", "random"),
}


def rows(runs: int) -> list[Row]:
    """Measure everything."""
    # Import it only here, because `bench` imports this module.
    from bench import ratio

    return [
        ratio(f"characters of a link / bytes of the replay by gzip -9, {name}", LIMIT, lengths(name, runs))
        for name in GAMES
    ]


def lengths(name: str, runs: int) -> list[tuple[float, float]]:
    """Return the lengths of the links and of the packed replays of matches between house bots."""
    rivals = [Bot(each, "house", bots.source(name, each), f"{each}.py") for each in RIVALS[name]]
    players = tuple(Player(each, "house") for each in RIVALS[name])
    found: list[tuple[float, float]] = []
    with Stage() as stage:
        for seed in range(runs):
            replay, _ = stage.play(Setup(GAMES[name], players, seed), rivals)
            found.append((len(link(replay)), len(gzip.compress(dumps(replay).encode(), 9))))
    return found
