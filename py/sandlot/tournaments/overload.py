"""Checks whether time limits were missed more often when the machine had more to do: then the machine was too slow, not
the bots.

The trend is tested as by Cochran (Biometrics 10, 1954) and Armitage (Biometrics 11, 1955), with the load of a block as
the score, and added up over the entrants as by Mantel (Journal of the American Statistical Association 58, 1963). So a
slow bot that happened to play under high load is not mistaken for a slow machine. An entrant is counted once in a
block: its games are on one map, and so tend to be late together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple, TypeAlias

from sandlot.messages import Message, message
from sandlot.stats.blocks import Result

FEWEST_MISSED = 5
"""With fewer missed limits there is no warning, because the test is inexact."""
Z = 3.09
"""The standard score of a trend from which there is a warning: it comes by chance once in a thousand contests."""

Loads: TypeAlias = Mapping[int, int]
"""The load under which each block was played, by its number."""


class Load(NamedTuple):
    """The blocks of an entrant under one load, and in how many of them it was late."""

    load: int
    played: int
    late: int


def crowded(results: Mapping[int, Result], workers: Loads) -> Message | None:
    """Return a warning if limits were missed more often when more blocks were played at once; None if not, or if it
    cannot be told.
    """
    return _warning("contest.overload", results, workers)


def busy(results: Mapping[int, Result], waiting: Loads) -> Message | None:
    """Return a warning if limits were missed more often when more processes waited for a processor as a block began."""
    return _warning("contest.busy", results, waiting)


def _warning(id: str, results: Mapping[int, Result], load: Loads) -> Message | None:
    """Return a warning if bots were late more often under more load. Being late under every load is no reason for one,
    and a single load shows nothing.
    """
    found = lateness_by_load(results, load)
    if sum(each.late for entrant in found for each in entrant) < FEWEST_MISSED or trend(found) < Z:
        return None
    games = [
        (load[number], "timeout" in game.faults)
        for number, result in results.items()
        if number in load
        for game in result.games
    ]
    mean = sum(each for each, _ in games) / len(games)
    few, many = ([(each, late) for each, late in games if (each > mean) is more] for more in (False, True))
    if _percent(few) >= _percent(many):
        return None
    return message(id, load=max(each for each, _ in few), few=_percent(few), many=_percent(many))


def lateness_by_load(results: Mapping[int, Result], load: Loads) -> list[tuple[Load, ...]]:
    """Return for each entrant its blocks by load, from the smallest, and in how many of them it was late."""
    found: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for number, result in results.items():
        if number in load:
            block = result.block
            late = {
                entrant
                for at, game in enumerate(result.games)
                for entrant, fault in zip(block.seats(at), game.faults, strict=True)
                if fault == "timeout"
            }
            for entrant in block.players:
                found[entrant].append((load[number], entrant in late))
    return [_counted(found[entrant]) for entrant in sorted(found)]


def trend(found: Sequence[tuple[Load, ...]]) -> float:
    """Return the standard score of an increase of lateness with the load: 0 for none, or if it cannot be told."""
    excess = variance = 0.0
    for each in found:
        played, late = sum(one.played for one in each), sum(one.late for one in each)
        if played:
            mean = sum(one.load * one.played for one in each) / played
            rate = late / played
            excess += sum(one.late * (one.load - mean) for one in each)
            variance += rate * (1 - rate) * sum(one.played * (one.load - mean) ** 2 for one in each)
    return excess / sqrt(variance) if variance else 0.0


def _counted(seen: Iterable[tuple[int, bool]]) -> tuple[Load, ...]:
    late: dict[int, list[bool]] = defaultdict(list)
    for load, was_late in seen:
        late[load].append(was_late)
    return tuple(Load(load, len(each), sum(each)) for load, each in sorted(late.items()))


def _percent(games: Sequence[tuple[int, bool]]) -> float:
    return round(100 * sum(late for _, late in games) / len(games), 1)
