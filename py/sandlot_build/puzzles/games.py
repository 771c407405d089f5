"""Games of strong house bots, from which puzzles are taken. They are played once and kept as links, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from sandlot import bots
from sandlot.game import Game, Json
from sandlot.links import link, unlink
from sandlot.match.replay import Replay
from sandlot_build.basis import WORK
from sandlot_build.in_place import played

STRONG = 4
"""How many bots from the top of the ladder play. Each pair plays in both orders of seats."""
FIRST_SEED = 7_000_000
"""Seeds from here on are in no ladder and no contest of the build."""
SIDES = range(8, 11)
"""Rows and columns of the maps of Generals: small, so that armies meet, and the board fits a phone."""
ROUNDS = 300
"""Most rounds of a game of Generals: a player who has not won by then will not win."""


def kept(game: Game[Any]) -> Path:
    """Return the file of the games that were played, a link a line. It is no part of the repository."""
    return WORK / "puzzles" / f"{game.name}.games"


def play_games(game: Game[Any], count: int, *, part: int = 0, parts: int = 1) -> Iterator[Replay]:
    """Play games, each on a seed of its own, and keep them; yield each. What is kept already is not played again. Of
    `parts` processes, this is number `part`.
    """
    known = {each.setup.seed for each in games_of(game)}
    file = kept(game).with_suffix(f".games{part}")
    file.parent.mkdir(parents=True, exist_ok=True)
    for number in (each for each in range(part, count, parts) if FIRST_SEED + each not in known):
        replay = played(game, pair_of(game, number), FIRST_SEED + number, options_of(game, number))
        with file.open("a", encoding="ascii", newline="\n") as out:
            out.write(link(replay) + "\n")
        yield replay


def pair_of(game: Game[Any], number: int) -> Sequence[str]:
    """Return the bots of the game with this number, by seat."""
    pairs = list(permutations(bots.house_names(game)[:STRONG], 2))
    return pairs[number % len(pairs)]


def options_of(game: Game[Any], number: int) -> Mapping[str, Json]:
    """Return the options of the game with this number."""
    if game.name != "generals":
        return {}
    side = SIDES[number // 12 % len(SIDES)]
    return {"rows": side, "cols": side, "fair": True, "max_rounds": ROUNDS}


def games_of(game: Game[Any]) -> Iterator[Replay]:
    """Yield the games that were kept, in the order of their seeds."""
    lines = [line for file in sorted(kept(game).parent.glob(f"{game.name}.games*")) for line in file.open()]
    yield from sorted((unlink(line.strip()).replay for line in lines), key=lambda replay: replay.setup.seed)
