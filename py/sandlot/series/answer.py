"""The answer of a contest in one sentence: which of two is better, by how much, and how surely; or where the candidate
of a gauntlet stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cosh, exp, floor, log
from typing import Any

from sandlot.game import Json
from sandlot.messages import Message, message
from sandlot.series.plans.gauntlet import CANDIDATE
from sandlot.series.ratings import ELO
from sandlot.series.standings import Standings

__all__ = ["answer", "in_a_word", "in_elo", "signed"]

VERDICTS = {"better": "better", "worse": "better", "same": "same"}
"""What the verdict of a test is called here, where the better one is named first."""
NARROW = 5.0
"""Percentage points: numbers of an interval that is narrower than this have a digit after the point."""


def answer(standings: Standings, kind: str = "") -> Message | None:
    """Return the sentence for a contest of two, or for a gauntlet, that has games; None for others. `kind` is that of
    the plan.

    If a test has stopped a series, then what it found is said. Else one of two is called better if the interval of its
    share of points lies above one half, or only ahead where there was a test: it promises how often "better" is wrong,
    and it was not sure yet. Both that interval and the interval in Elo are the interval of the rating, seen by what
    is expected of a game: a draw is half a point in both.
    """
    lines = standings.json()["standings"]
    if kind == "gauntlet" and len(lines) > 2:
        return _of_candidate(standings, lines)
    if len(lines) != 2 or not lines[0]["games"]:
        return None
    # The one with the higher rating: equal points are listed in any order.
    first, second = sorted(lines, key=lambda line: -line["rating"])
    percent, least, most = _percentages(first)
    elo, low, high = (_elo(_expected(each, first)) for each in (first["rating"], *first["interval"]))
    verdict = standings.schedule.verdict or ""
    found = VERDICTS.get(verdict) or ("unclear" if least <= 50 else "ahead" if verdict else "better")
    return message(
        f"series.{found}",
        name=first["name"],
        other=second["name"],
        games=first["games"],
        percent=percent,
        least=least,
        most=most,
        draws=first["draws"],
        elo=signed(elo),
        low=signed(low),
        high=signed(high),
        level=f"{100 * standings.intervals.level:g}",
    )


def signed(value: float) -> str:
    """Return a difference as a whole number with its sign; zero has none."""
    whole = round(value)
    return f"{whole:+}" if whole else "0"


def in_elo(answer: Message) -> Message | None:
    """Return a second sentence about two entrants: how draws count, their difference in Elo, and how sure all this is;
    None after the answer of a gauntlet.
    """
    if "elo" not in answer.params:
        return None
    return Message("series.elo_drawn" if answer.params["draws"] else "series.elo", answer.params)


def in_a_word(standings: Standings, answer: Message | None, kind: str) -> dict[str, Json] | None:
    """Return what came of a contest, for a list of them: {word, names, percent, games}; None before its first game.

    Of a series and of a gauntlet `word` is the last part of the answer's id, such as "better", with whom the answer
    is about and with its numbers. Of others it is "won", or "leads" as long as there is more to play, with all who
    share the first place; they have no numbers.
    """
    if answer and kind in ("series", "gauntlet"):
        word = answer.id.removeprefix("series.").removesuffix("_place")
        percent, games = float(answer.params["percent"]), answer.params["games"]
        return {"word": word, "names": [answer.params["name"]], "percent": percent, "games": games}
    lines = standings.json()["standings"]
    first = lines[0]
    if not first["games"]:
        return None
    names = [line["name"] for line in lines if line["place"] == first["place"]]
    return {"word": "won" if standings.schedule.over else "leads", "names": names, "percent": None, "games": None}


def _percentages(line: Mapping[str, Any]) -> tuple[float, float, float]:
    """Return which part of the points of two an entrant has, and the interval of that, in percent."""
    share = 100 * line["share"]
    low, high = (100 * _expected(each, line) for each in line["interval"])
    # The prior keeps a rating finite, so the interval of one that has won everything ends below 100.
    low, high = min(low, share), max(high, share)
    # "100 %" says that every game was won, and 50 is where one stops being better.
    seems_all = _rounded(share) in (0, 100) and share not in (0, 100)
    digits = 1 if seems_all or high - low < NARROW or 50 in (_rounded(low), _rounded(high)) else 0
    return _part(share, digits), _rounded(low, digits), _rounded(high, digits)


def _part(share: float, digits: int) -> float:
    """Round a share in percent, but only all of something is 100, and only nothing is 0."""
    rounded = _rounded(share, digits)
    return rounded if share in (0, 100) else min(99.9, max(0.1, rounded))


def _rounded(value: float, digits: int = 0) -> float:
    """Round half up, as the page does."""
    return floor(value * 10 + 0.5) / 10 if digits else floor(value + 0.5)


def _elo(share: float) -> float:
    """Return the difference in Elo at which a share of points is expected."""
    return ELO * log(share / (1 - share))


def _expected(rating: float, line: Mapping[str, Any]) -> float:
    """Return the points that one of two is expected to score in a game if this is its rating, by Davidson's model of
    draws (see `pairs`). Draws are as likely as they were, with one game more that was none. The ratings of two are
    centred on zero, so their difference is twice this.
    """
    draws: float = line["draws"] / (line["games"] + 1)
    tie: float = 2 * cosh(line["rating"] / ELO) * draws / (1 - draws)
    win, loss = exp(rating / ELO), exp(-rating / ELO)
    return (win + tie / 2) / (win + tie + loss)


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
        percent=f"{_part(100 * line['share'], 1):.1f}",
        games=line["games"],
        first=first,
        last=last,
        count=len(lines),
        level=f"{100 * standings.intervals.level:g}",
    )
