"""The answer of a series in one sentence: which of the two is better, by how much, and how surely."""

from __future__ import annotations

from sandlot.messages import Message, message
from sandlot.series.standings import Standings

__all__ = ["answer"]


def answer(standings: Standings) -> Message | None:
    """Return the sentence for a contest of two that has games; None for others.

    One is called better if the interval of the rating difference lies on one side of zero. The ratings of two are
    centred on zero, so their difference, and its interval, are twice those of one of them.
    """
    lines = standings.json()["standings"]
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
