"""The games behind the ladder of a game: the strength of its house bots, from seeded games among themselves and against
the starter.

The build rates these games, and the page shows the ratings. House bots do not depend on time, so the games are the same
on every machine. Strong bots think for long, so many games are in a record; the build plays those that it lacks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from sandlot import bots
from sandlot.archive.faults import Faults
from sandlot.archive.record import result_json
from sandlot.archive.sources import code_of
from sandlot.formats.compact import compact
from sandlot.game import Game
from sandlot.games import GAMES, rules, usual
from sandlot.jobs import done
from sandlot.match.parts import Player, Setup
from sandlot.page.ladder import FIRST_SEED, among, rated
from sandlot.stats.blocks import Block, Played, Result, Seeds, orders, score
from sandlot_build.in_place import MakeSeat, house_seat, play_in_place

BLOCKS = 4
"""Blocks that two bots play where there is no record of them: enough to tell them apart, and few enough for a build."""
MOST_TURNS = 40_000
"""After so many turns of all pairs together, no further block is begun: some games are long."""
SEEDS = Seeds(FIRST_SEED)


def ladder(name: str, record: str = "") -> str:
    """Return {entrants, rungs, results}. `entrants` are the names of the starter and the house bots.

    `rungs` are [{name, rating, low, high, strength}] of the house bots, the weakest first; a rating, and its interval
    from `low` to `high`, are in Elo above the starter program. `results` are those that the ratings come from, as
    `record.result_json` writes them. `record` is the text of `recorded`; what it has of other rules or other bots is
    not used.
    """
    game = GAMES[name]
    entrants = _entrants(game)
    known = _known(game, record)
    played = {pair: [_numbered(each, pair, entrants) for each in known[pair]] for pair in _pairs(game) if pair in known}
    for number in range(BLOCKS):
        if _turns(each for results in played.values() for each in results) > MOST_TURNS:
            break
        for pair in _pairs(game):
            if pair not in known:
                results = played.setdefault(pair, [])
                results.append(_numbered(_played(game, pair, number), pair, entrants))
    found = [each for results in played.values() for each in results]
    found = [replace(each, block=replace(each.block, number=number)) for number, each in enumerate(found)]
    rungs = done(rated(entrants, found))
    return compact({"entrants": entrants, "rungs": rungs, "results": [result_json(each) for each in found]})


def neighbours(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Yield every two adjacent house bots of the ladder, the stronger one first."""
    yield from pairwise(bots.house_names(game))


def _pairs(game: Game[Any]) -> list[tuple[str, str]]:
    """Return the pairs that play each other: neighbours on the ladder, and each bot and the starter program."""
    return [*neighbours(game), *((each, bots.STARTER) for each in bots.house_names(game))]


def _entrants(game: Game[Any]) -> list[str]:
    return [bots.STARTER, *bots.house_names(game)]


def codes(game: Game[Any]) -> dict[str, str]:
    """Return the hash of each entrant's code and of the rules, by name."""
    return {each: code_of(bots.house(game.name, each), rules(game.name)) for each in _entrants(game)}


def recorded(game: Game[Any], played: Mapping[tuple[str, str], Sequence[Result]]) -> str:
    """Return a record of games between bots, as JSON: {codes, pairs}. `codes` are those of `codes`; `pairs` are
    [{players, games}], where `games` has for each block [[places by seat, turns] of each game].
    """
    pairs = [
        {"players": pair, "games": [[[each.places, each.turns] for each in result.games] for result in results]}
        for pair, results in played.items()
    ]
    return compact({"codes": codes(game), "pairs": pairs})


def _known(game: Game[Any], record: str) -> dict[tuple[str, str], list[Result]]:
    """Return the results in a record between bots as they are today."""
    if not record:
        return {}
    whole, today = json.loads(record), codes(game)
    found = {}
    for each in whole["pairs"]:
        pair = (each["players"][0], each["players"][1])
        if all(whole["codes"].get(name) == today.get(name) for name in pair):
            found[pair] = [_recorded(number, games) for number, games in enumerate(each["games"])]
    return found


def _recorded(number: int, games: Sequence[tuple[Sequence[int], int]]) -> Result:
    return Result(block_of(number), tuple(_reduced(places, turns) for places, turns in games))


def _reduced(places: Sequence[int], turns: int) -> Played:
    """Return a game with what ratings need: without faults, since house bots make none."""
    seats = range(len(places))
    scores = tuple(score(places, seat) for seat in seats)
    return Played(tuple(places), scores, (None,) * len(seats), (None,) * len(seats), turns)


def block_of(number: int) -> Block:
    """Return a block of two bots, by its number: all pairs play the same seeds."""
    return Block(number, (0, 1), SEEDS.at(number), orders(2))


def _numbered(result: Result, pair: tuple[str, str], entrants: Sequence[str]) -> Result:
    return among(result, (entrants.index(pair[0]), entrants.index(pair[1])), result.block.number)


def _turns(results: Iterable[Result]) -> int:
    return sum(game.turns for result in results for game in result.games)


def _played(game: Game[Any], pair: tuple[str, str], number: int) -> Result:
    block = block_of(number)
    games = [play_game(game, [pair[each] for each in block.seats(at)], block.seed) for at in range(len(block.orders))]
    return Result(block, tuple(_reduced(each.places, each.turns) for each in games))


def play_game(game: Game[Any], names: Sequence[str], seed: int, seat: MakeSeat = house_seat) -> Played:
    """Play one game of bots, named by seat; `seat` makes their seats."""
    faults = Faults(len(names))
    setup = Setup(game, tuple(Player(each, "house") for each in names), seed, usual(game.name))
    finish = play_in_place(setup, lambda batch, _: faults.see(batch.record), seat)
    faults.see(finish.record)
    return faults.played(finish, game)
