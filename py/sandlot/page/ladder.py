"""Places a bot on the ladder of a game: the house bots with their ratings, from games among themselves.

Ratings are relative to the starter program, which has 0, because every newcomer begins with it.
`sandlot_build.ladder_games` plays the games of the house bots.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sandlot.archive.record import read_result
from sandlot.bounded import Bounds, read_json
from sandlot.formats.compact import compact
from sandlot.jobs import Refused, Work, job
from sandlot.messages import message
from sandlot.stats.blocks import Result
from sandlot.stats.intervals import Interval, intervals
from sandlot.stats.ratings import rating

FIRST_SEED = 1
"""The seed of the resamples for intervals, so that they are the same on every machine."""
PLAYED = Bounds(characters=2**24, values=2_000_000, depth=12)
STRENGTHS = (("beginner", 60), ("medium", 250), ("strong", 500))
"""The word for every rating below this number of Elo; from the last number on it is "very-strong"."""


@job
def standing(ladder: str, played: str) -> Work[str]:
    """Work out where a bot stands on a ladder. `ladder` is what `sandlot_build.ladder_games.ladder` returns. `played`
    are the bot's results: [[name of a rung, results]], in which entrant 0 is the bot and entrant 1 the rung, which is a
    house bot.

    The result is {name, rating, low, high, strength}, in Elo above the starter program, with "" as the name; or
    {problem} if `played` is not of this form. The ratings of the rungs stay those of the ladder.
    """
    known = json.loads(ladder)
    entrants: list[str] = known["entrants"]
    count = len(entrants)
    try:
        results = [read_result(each, count) for each in known["results"]]
        for rung, blocks in read_json(played, PLAYED):
            numbers = (count, entrants.index(rung))
            found = [read_result(each, 2) for each in blocks]
            results += [among(result, numbers, len(results) + at) for at, result in enumerate(found)]
    except (ValueError, TypeError) as bad:
        return compact({"problem": bad.text if isinstance(bad, Refused) else message("contest.not_json")})
    lines = yield from rated([*entrants, ""], results)
    return compact(next(line for line in lines if line["name"] == ""))


def among(result: Result, numbers: tuple[int, int], at: int) -> Result:
    """Return a result with other numbers: `numbers` of its two entrants, and `at` of its block."""
    players = tuple(numbers[each] for each in result.block.players)
    return replace(result, block=replace(result.block, number=at, players=players))


def rated(entrants: Sequence[str], results: Sequence[Result]) -> Work[list[dict[str, Any]]]:
    """Rate everybody, and return all but the starter, the weakest first."""
    ratings = yield from rating(results, len(entrants))
    found = yield from intervals(ratings, seed=FIRST_SEED, zero=0)
    lines = [_rung(name, known) for name, known in zip(entrants[1:], found.entrants[1:], strict=True)]
    return sorted(lines, key=lambda line: line["rating"])


def strength(rating: float) -> str:
    """Return the word for a rating above the starter program's."""
    return next((word for word, most in STRENGTHS if rating < most), "very-strong")


def _rung(name: str, known: Interval) -> dict[str, Any]:
    rating, low, high = (round(each) for each in (known.elo, known.low, known.high))
    return {"name": name, "rating": rating, "low": low, "high": high, "strength": strength(rating)}
