"""Whether time limits were missed more often when more was played at once: then the machine was too slow, not the bots.

The trend is tested as Cochran (Biometrics 10, 1954) and Armitage (Biometrics 11, 1955) do, with the number of blocks
that were played at the same time as the score.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

from sandlot.messages import Message, message
from sandlot.series.blocks import Result

__all__ = ["FEWEST_MISSED", "Load", "loads", "overload", "trend"]

FEWEST_MISSED = 5
"""With fewer missed limits nothing is said: the test is not exact then."""
Z = 3.09
"""A trend like this or a greater one comes by chance once in a thousand contests."""


class Load(NamedTuple):
    """The games that were played while so many blocks were played at once, and in how many somebody was late."""

    workers: int
    games: int
    late: int


def loads(results: Mapping[int, Result], workers: Mapping[int, int]) -> tuple[Load, ...]:
    """Return the loads, from the smallest. `workers` says for each block how many were played at the same time."""
    found: dict[int, list[bool]] = {}
    for number, result in results.items():
        if number in workers:
            found.setdefault(workers[number], []).extend("timeout" in game.faults for game in result.games)
    return tuple(Load(count, len(late), sum(late)) for count, late in sorted(found.items()))


def trend(found: tuple[Load, ...]) -> float:
    """Return the standard score of a growth of lateness with the load: 0 for none, and where nothing can be said."""
    games, late = sum(each.games for each in found), sum(each.late for each in found)
    mean = sum(each.workers * each.games for each in found) / games if games else 0.0
    spread = sum(each.games * (each.workers - mean) ** 2 for each in found)
    rate = late / games if games else 0.0
    variance = rate * (1 - rate) * spread
    return sum(each.late * (each.workers - mean) for each in found) / sqrt(variance) if variance else 0.0


def overload(found: tuple[Load, ...]) -> Message | None:
    """Return a warning if lateness grows with the load; None if it does not, or if that cannot be told.

    Bots that are late at every load do not count: only the growth does. Nothing can be told where all blocks were
    played under the same load.
    """
    if sum(each.late for each in found) < FEWEST_MISSED or trend(found) < Z:
        return None
    first, last = found[0], found[-1]
    rates = {"few": _percent(first), "many": _percent(last)}
    return message("contest.overload", fewest=first.workers, most=last.workers, **rates)


def _percent(load: Load) -> float:
    return round(100 * load.late / load.games, 1)
