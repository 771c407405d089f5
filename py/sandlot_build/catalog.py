"""Data about every game and contest that the page has before Python is loaded. The build calls it.

python -m sandlot_build.catalog games         the registry, for the page's menus
python -m sandlot_build.catalog plans         the kinds of contests with their settings, for its forms
python -m sandlot_build.catalog demo GAME     a recorded match, which the page shows while Python is still loading
python -m sandlot_build.catalog starts GAME   the first positions of a few matches, shown when one is to begin by then
python -m sandlot_build.catalog path GAME     the steps of its path
python -m sandlot_build.catalog keep GAME     plays the recorded matches of a game anew, and writes them to `matches/`
python -m sandlot_build.catalog ladder GAME   the ratings of its house bots; a file with a record of games may follow
python -m sandlot_build.catalog answer        answers many of these: lines of JSON, of which each is a list of arguments
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from sandlot import bots
from sandlot.formats.compact import compact
from sandlot.game import Game, read_options
from sandlot.games import GAMES
from sandlot.links import link
from sandlot.match.replay_file import dumps
from sandlot.page.replays import open_replay
from sandlot.stats.evidence import seen_share
from sandlot.stats.sprt import SprtBounds, fewest_blocks
from sandlot.tasks.steps import read_step
from sandlot.tournaments.climb import CLIMB
from sandlot.tournaments.kinds import KINDS, PRESETS
from sandlot.tournaments.series import Series
from sandlot_build.basis import STATIC
from sandlot_build.in_place import end_overlong
from sandlot_build.ladder_games import ladder
from sandlot_build.moments import moments
from sandlot_build.recorded import SEED, demo_of, keep, shown

SEEDS = 24
"""How many seeds have a first position. A visitor's first match is on one of them, unless the address names another."""
DULL = {"snake": (22,)}
"""Seeds among them on which a match against the first opponent ends at once."""
BLOCKS = 50
HUNDRED = {"kind": Series.kind, "blocks": BLOCKS, "stop": None}
SURE = SprtBounds(elo=50)
"""A smaller difference would take thousands of games to see."""
CLOSEST = 51
"""The smallest percentage in `shows`: see `plans`."""
MOST_BLOCKS = 1000
"""Most blocks of a series that is played until its result is sure."""


def games() -> str:
    """Return what the page's menus need to know about each game."""
    return compact(
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
                "hides": game.imperfect_information,
                "starts": _count(game),
                "dull": DULL.get(name, ()),
                "starter": bots.starter(name),
            }
            for name, game in GAMES.items()
        }
    )


def plans() -> str:
    """Return every kind of contest with its settings that are whole numbers, the presets, the plan of a climb, and the
    two series that begin with one press: {hundred, sure, fewest, most}, of which the second takes `fewest` to `most`
    games. `shows` is [[blocks, percent]]: so many blocks and more, up to the next pair, show who is better of two if
    one of them gets this percentage of the points.
    """
    kinds = {
        name: {
            "fewest": kind.fewest,
            "most": kind.most,
            "options": {
                key: {"default": option.default, "low": option.low, "high": option.high}
                for key, option in kind.options.items()
            },
        }
        for name, kind in KINDS.items()
    }
    quick = {
        "hundred": HUNDRED,
        "sure": {"kind": Series.kind, "blocks": MOST_BLOCKS, "stop": SURE.json()},
        "fewest": 2 * fewest_blocks(SURE),
        "most": 2 * MOST_BLOCKS,
    }
    return compact({"kinds": kinds, "presets": dict(PRESETS), "climb": CLIMB, "quick": quick, "shows": _shows()})


def _shows() -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    blocks = 2
    while not found or found[-1][1] > CLOSEST:
        share = seen_share(blocks)
        if share and (not found or round(100 * share) < found[-1][1]):
            found.append((blocks, round(100 * share)))
        # In larger steps later: many blocks take long to compute, and the results differ little.
        blocks += 1 + blocks // 100
    return found


def demo(name: str) -> str:
    """Return a match between house bots in the form of `open_replay`, with its `link`."""
    replay, _ = demo_of(GAMES[name])
    return compact(json.loads(open_replay(dumps(replay))) | {"link": link(replay)})


def starts(name: str) -> str:
    """Return the first positions of matches of two with the usual options, by seed, as everybody sees them: for the
    seeds from 1 that `_count` gives.

    If it gives none, return one position under the key "": the page takes from it what is the same in all matches.
    """
    game = GAMES[name]
    options, players = read_options(game, {}), max(2, game.players[0])
    seeds = range(1, _count(game) + 1)
    known = {str(seed): game.view(game.start(players, seed, options), None) for seed in seeds}
    return compact(known or {"": game.view(game.start(players, SEED, options), None)})


def path(name: str) -> str:
    """Return the steps of a game's path in their order, each with the text of its file and with the positions that it
    asks about; raise `BadSpec`.
    """
    files = sorted((STATIC / "path" / name).glob("*.toml"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    read = [(text, read_step(text)) for text in texts]
    return compact([{**step.json(), "file": text, "moments": moments(step)} for text, step in read])


def _count(game: Game[Any]) -> int:
    """Return the number of seeds, from 1, whose first positions the page has; 0 for a game that hides something, where
    a seed must not reveal the map.
    """
    return 0 if game.imperfect_information else SEEDS


def answer(arguments: list[str]) -> str:
    """Return what is printed for these arguments, but for `keep` and `answer`."""
    match arguments:
        case ["games"]:
            return games()
        case ["plans"]:
            return plans()
        case ["demo", name] if name in GAMES:
            return demo(name)
        case ["path", name] if name in GAMES:
            return path(name)
        case ["starts", name] if name in GAMES:
            return starts(name)
        case ["ladder", name, *record] if name in GAMES:
            return ladder(name, Path(record[0]).read_text(encoding="utf-8") if record else "")
    sys.exit(__doc__)


def _main(arguments: list[str]) -> None:
    asked = arguments[:2]
    end_overlong(asked)
    match arguments:
        case ["answer"]:
            for line in sys.stdin:
                asked[:] = json.loads(line)
                print(json.dumps(answer(asked)), flush=True)
        case ["keep", name] if name in GAMES:
            keep(GAMES[name], shown(GAMES[name]))
        case _:
            print(answer(arguments))


if __name__ == "__main__":
    _main(sys.argv[1:])
