"""The answer of a contest in one sentence: which of two is better, by how much, and how surely; or where the candidate
of a gauntlet stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandlot.game import Json
from sandlot.messages import Message, message
from sandlot.series.plans.gauntlet import CANDIDATE
from sandlot.series.standings import Standings

__all__ = ["answer"]


def answer(standings: Standings, kind: str = "") -> Message | None:
    """Return the sentence for a contest of two, or for a gauntlet, that has games; None for others. `kind` is that of
    the plan.

    One of two is called better if the interval of the rating difference lies on one side of zero. The ratings of two
    are centred on zero, so their difference, and its interval, are twice those of one of them.
    """
    lines = standings.json()["standings"]
    if kind == "gauntlet" and len(lines) > 2:
        return _of_candidate(standings, lines)
    if len(lines) != 2 or not lines[0]["games"]:
        return None
    # The one with the higher rating: equal points are listed in any order.
    first, second = sorted(lines, key=lambda line: -line["rating"])
    low, high = (round(2 * each) for each in first["interval"])
    return message(
        "series.better" if low > 0 else "series.unclear",
        name=first["name"],
        other=second["name"],
        percent=f"{100 * first['share']:.1f}",
        games=first["games"],
        elo=f"{round(2 * first['rating']):+}",
        low=f"{low:+}",
        high=f"{high:+}",
        level=f"{100 * standings.intervals.level:g}",
    )


def _of_candidate(standings: Standings, lines: Sequence[Mapping[str, Json]]) -> Message | None:
    """Return how the candidate did, and between which places it is among all."""
    name = standings.entrants[CANDIDATE].name
    line = next(each for each in lines if each["name"] == name)
    if not line["games"]:
        return None
    first, last = line["rank_interval"]
    return message(
        "series.gauntlet_place" if first == last else "series.gauntlet",
        name=name,
        percent=f"{100 * line['share']:.1f}",
        games=line["games"],
        first=first,
        last=last,
        count=len(lines),
        level=f"{100 * standings.intervals.level:g}",
    )
