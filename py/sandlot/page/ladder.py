"""The ladder of a game: how strong its house bots are, from seeded games among themselves and the starter program.

The build plays these games, and the page shows the ratings. They count from the starter program, which has 0, because
every newcomer begins with it. House bots take no account of time, so the games come out the same on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sandlot import bots
from sandlot.bounded import Bounds, read_json
from sandlot.games import GAMES, rules
from sandlot.jobs import Job, Refused, Work, done
from sandlot.match.parts import Setup
from sandlot.messages import message
from sandlot.page.exchange import dump
from sandlot.page.in_place import play_in_place
from sandlot.series.blocks import Block, Entrant, Played, Result
from sandlot.series.contest import Contest
from sandlot.series.faults import Faults
from sandlot.series.intervals import Interval, intervals
from sandlot.series.plans import plan_from
from sandlot.series.ratings import rate
from sandlot.series.record import read_result, result_json

__all__ = ["ladder", "standing", "strength"]

BLOCKS = 6
"""Blocks that every two of them play: enough to tell them apart, and few enough for a build."""
MOST_TURNS = 40_000
"""After so many turns no further block is begun between every two of them: some games are long."""
SEED = 1
PLAYED = Bounds(characters=2**24, values=2_000_000, depth=12)
STRENGTHS = (("beginner", 60), ("medium", 250), ("strong", 500))
"""Words for strengths, and the rating to which each goes; above the last one it is "very strong"."""


def ladder(name: str) -> str:
    """Return {entrants, rungs, results}. `entrants` are the names of the starter and the house bots.

    `rungs` are [{name, rating, low, high, strength}] of the house bots, the weakest first; a rating, and its interval
    from `low` to `high`, are in Elo above the starter program. `results` are those that the ratings come from, as
    `record.result_json` writes them.
    """
    entrants = [bots.STARTER, *bots.house(GAMES[name])]
    plan = plan_from({"kind": "round-robin", "blocks": BLOCKS, "seeds": {"first": SEED}}, len(entrants))
    contest = Contest(GAMES[name], rules(name), tuple(Entrant(each, each, "house") for each in entrants), plan.json())
    results: list[Result] = []
    cycle = plan.expected // BLOCKS
    for block in plan.schedule({}, {}).blocks:
        if block.number % cycle == 0 and _turns(results) > MOST_TURNS:
            break
        results.append(_played(contest, block))
    rungs = done(_rated(entrants, results))
    return dump({"entrants": entrants, "rungs": rungs, "results": [result_json(each) for each in results]})


def standing(ladder: str, played: str) -> Job[str]:
    """Work out where a bot stands on a ladder. `ladder` is the result of the function of that name, and `played` has
    what the bot has played: [[name of a rung, results]], in which entrant 0 is the bot and entrant 1 the rung.

    The result is {rating, low, high, strength, rungs}: as for a rung, and the rungs with their ratings after all these
    games; or {problem} if `played` is not of this form.
    """
    return Job(_standing(json.loads(ladder), played))


def _standing(ladder: dict[str, Any], played: str) -> Work[str]:
    entrants: list[str] = ladder["entrants"]
    count = len(entrants)
    try:
        results = [read_result(each, count) for each in ladder["results"]]
        for rung, blocks in read_json(played, PLAYED):
            numbers = (count, entrants.index(rung))
            found = [read_result(each, 2) for each in blocks]
            results += [_among(result, numbers, len(results) + at) for at, result in enumerate(found)]
    except (ValueError, TypeError) as bad:
        return dump({"problem": bad.text if isinstance(bad, Refused) else message("contest.not_json")})
    lines = yield from _rated([*entrants, ""], results)
    mine = next(line for line in lines if line["name"] == "")
    return dump({**mine, "rungs": [line for line in lines if line["name"]]})


def _among(result: Result, numbers: tuple[int, int], at: int) -> Result:
    """Return a result of two with other numbers for them and for its block."""
    players = tuple(numbers[each] for each in result.block.players)
    return replace(result, block=replace(result.block, number=at, players=players))


def _rated(entrants: Sequence[str], results: Sequence[Result]) -> Work[list[dict[str, Any]]]:
    """Rate everybody, and return all but the starter, the weakest first."""
    found = yield from intervals(rate(results, len(entrants)), seed=SEED)
    zero = found.entrants[0].elo
    lines = [_rung(name, known, zero) for name, known in zip(entrants[1:], found.entrants[1:], strict=True)]
    return sorted(lines, key=lambda line: line["rating"])


def strength(rating: float) -> str:
    """Return the word for a rating above the starter program's."""
    return next((word for word, most in STRENGTHS if rating < most), "very-strong")


def _turns(results: Sequence[Result]) -> int:
    return sum(game.turns for result in results for game in result.games)


def _rung(name: str, known: Interval, zero: float) -> dict[str, Any]:
    rating, low, high = (round(each - zero) for each in (known.elo, known.low, known.high))
    return {"name": name, "rating": rating, "low": low, "high": high, "strength": strength(rating)}


def _played(contest: Contest, block: Block) -> Result:
    return Result(block, tuple(_game(contest.setup(block, game)) for game in range(len(block.orders))))


def _game(setup: Setup) -> Played:
    faults = Faults()
    finish = play_in_place(setup, lambda batch, answers: faults.see(batch.record))
    faults.see(finish.record)
    return faults.played(finish)
