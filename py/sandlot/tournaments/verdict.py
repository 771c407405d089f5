"""Words for the answer of a contest: which of two is better, by how much, and how surely; or where the candidate of a
gauntlet stands.

Only the choice of the sentence is made here. Who is better is decided by the confidence interval of a series
(`stats.comparison.Comparison.better`), or by its sequential test (`stats.sprt.Sprt`), if it has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, isclose

from sandlot.game import Json
from sandlot.messages import Message, message
from sandlot.stats.comparison import at_the_edge, elo_of
from sandlot.stats.evidence import CLOSE, share_of
from sandlot.tournaments.gauntlet import CANDIDATE
from sandlot.tournaments.standings import Standings

NARROW = 5.0
"""Percentage points: numbers of an interval that is narrower than this have a digit after the point."""


def answer(standings: Standings, kind: str = "") -> Message | None:
    """Return the sentence for a contest of two, or for a gauntlet, that has games; None for others. `kind` is that of
    the plan.

    Until a contest of two is over, one of them is only ahead. Then its test has the last word, if it has one; else
    one is better if the interval of its share of points lies above one half. The interval in Elo is the same interval,
    converted by the expected score: a draw is half a point in both.

    A sentence that says who is better, or ahead, is about that one. In all others the percentage is that of the first
    entrant, whoever has more points: nobody looks for the other one's there.
    """
    lines = standings.json()["standings"]
    if kind == "gauntlet" and len(lines) > 2:
        return _of_candidate(standings, lines)
    two = standings.two
    if two is None:
        return None
    leader = _leader(standings)
    word = _word(standings, _share(standings, leader))
    first = leader if word in ("better", "ahead") else 0
    low, high = (two.low, two.high) if first == 0 else (1 - two.high, 1 - two.low)
    line, other = (next(each for each in lines if each["name"] == name) for name in _names(standings, first))
    if word == "better" and isclose(low, 0.5):
        # The interval lies above one half, however close, and is not shown as if it held that.
        low = 0.5 + CLOSE
    percent, least, most = _percentages(line["share"], low, high)
    test = standings.schedule.test
    margin = {"margin": f"{test.elo:g}", "by": _rounded(100 * share_of(test.elo) - 50, 1)} if test else {}
    said = message(
        f"series.{word}",
        word=word,
        name=line["name"],
        other=other["name"],
        games=line["games"],
        percent=percent,
        least=least,
        most=most,
        draws=line["draws"],
        elo=signed(elo_of(line["share"])),
        low=_end(elo_of(low)),
        high=_end(elo_of(high)),
        level=f"{100 * two.level:g}",
        watched=two.watched,
        **margin,
    )
    return Message("series.chosen", {**said.params, "said": said}) if standings.schedule.chosen else said


def _leader(standings: Standings) -> int:
    """Return the one of two who has more points, or the first one listed."""
    assert standings.two
    lines = standings.tally.lines
    if lines[0].all.halves != lines[1].all.halves:
        return int(lines[0].all.halves < lines[1].all.halves)
    return standings.order[0]


def _share(standings: Standings, entrant: int) -> float:
    return float(standings.tally.share(standings.tally.lines[entrant].all))


def _names(standings: Standings, first: int) -> tuple[str, str]:
    one, other = (standings.entrants[each].name for each in (first, 1 - first))
    return one, other


def _word(standings: Standings, share: float) -> str:
    """Return the answer in one word, which is the last part of the id of its sentence: see `api.series.Answer.word`, or
    "ahead" while the series goes on.
    """
    assert standings.two
    schedule = standings.schedule
    if not schedule.over:
        return "ahead" if share > 0.5 else "level"
    match schedule.verdict:
        case "better" | "worse":
            return "better"
        case "same":
            return "same"
        case "undecided":
            return "unclear"
    return "unclear" if standings.two.better is None else "better"


def signed(value: float) -> str:
    """Return an Elo difference as a whole number with its sign; zero has no sign."""
    whole = round(value)
    return f"{whole:+}" if whole else "0"


def _end(value: float) -> str:
    """Return an end of an interval of Elo differences, rounded, but to 0 only if it is exactly 0: a tie."""
    whole = signed(value)
    return whole if whole != "0" or value == 0 else f"{1 if value > 0 else -1:+}"


def cell(value: float) -> str:
    """Return an Elo difference for a table; at an end of the scale with ">" or "<"."""
    edge = (">" if value > 0 else "<") if at_the_edge(value) else ""
    return f"{edge}{signed(value)}"


def in_elo(answer: Message) -> Message | None:
    """Return a second sentence about two entrants: how draws count, the Elo difference, and how certain it is; None
    after the answer of a gauntlet, and as long as the difference may be any at all.

    If all games were won, the difference has no upper end. It is told only if they are enough to show who is better.
    """
    if "elo" not in answer.params:
        return None
    sure = message("series.sure_watched" if answer.params["watched"] else "series.sure", level=answer.params["level"])
    elo, low, high = (answer.params[name] for name in ("elo", "low", "high"))
    if at_the_edge(float(elo)):
        name = answer.params["name" if float(elo) > 0 else "other"]
        # One who has lost all games is named first only if that does not decide it yet.
        if float(elo) < 0 or float(low) <= 0:
            return message("series.all_won", name=name)
        return message("series.elo_all", name=name, low=low, sure=sure)
    if at_the_edge(float(low)) and at_the_edge(float(high)):
        return None
    numbers = {"elo": elo, "low": _bounded(low), "high": _bounded(high)}
    return message("series.elo_drawn" if answer.params["draws"] else "series.elo", **numbers, sure=sure)


def _bounded(elo: str) -> str | Message:
    """Return an Elo difference for a sentence; at an end of the scale, "more than" or "less than" it."""
    if not at_the_edge(float(elo)):
        return elo
    return message("series.elo_above" if float(elo) > 0 else "series.elo_below", elo=elo)


def of_repeats(standings: Standings) -> Message | None:
    """Return a sentence about games that repeat earlier ones; None if there are none. See `repeats`."""
    tally = standings.tally
    return message("series.repeats", again=tally.again, games=tally.games) if tally.again else None


def in_a_word(standings: Standings, answer: Message | None, kind: str) -> dict[str, Json] | None:
    """Return the outcome of a contest, for a list of contests: {word, names, percent, games, margin}; None before its
    first game.

    For a series and a gauntlet `word` is the answer, such as "better", with the entrants and numbers that it is about.
    For others it is "won", or "leads" while there is more to play, with all who share the first place, and without
    numbers. Nobody leads as long as somebody has not played yet. Of an elimination that goes on it is "in", with those
    who are not out: each of them may still win it. `margin` is the Elo difference of the test, if there is one.
    """
    if answer and kind in ("series", "gauntlet"):
        word = answer.params["word"]
        percent, games = float(answer.params["percent"]), answer.params["games"]
        margin = {"margin": answer.params["margin"]} if "margin" in answer.params else {}
        return {"word": word, "names": [answer.params["name"]], "percent": percent, "games": games, **margin}
    lines = standings.json()["standings"]
    over = standings.schedule.over
    if not any(line["games"] for line in lines):
        return None
    names = [line["name"] for line in lines if line["place"] == lines[0]["place"]]
    word = "won" if over else "in" if kind.endswith("elimination") else "leads"
    waits = any(not line["games"] and line["withdrawn"] is None for line in lines)
    return None if word == "leads" and waits else {"word": word, "names": names, "percent": None, "games": None}


def _percentages(share: float, low: float, high: float) -> tuple[float, float, float]:
    """Return an entrant's percentage of the points of two, and its interval."""
    share, low, high = 100 * share, 100 * low, 100 * high
    # "100 %" would say that every game was won, and 50 is the boundary between better and worse.
    seems_all = _rounded(share) in (0, 100) and share not in (0, 100)
    digits = 1 if seems_all or high - low < NARROW or 50 in (_rounded(low), _rounded(high)) else 0
    return _part(share, digits), _beside_half(low, digits), _beside_half(high, digits)


def _beside_half(share: float, digits: int) -> float:
    """Round an end of an interval, in percent, but to 50 only if it is exactly 50."""
    rounded = _rounded(share, digits)
    return rounded if rounded != 50 or share == 50 else 50 + (0.1 if share > 50 else -0.1)


def _part(share: float, digits: int) -> float:
    """Round a share, in percent, but to 100 or 0 only if it is exactly that."""
    rounded = _rounded(share, digits)
    return rounded if share in (0, 100) else min(99.9, max(0.1, rounded))


def _rounded(value: float, digits: int = 0) -> float:
    """Round half up, as the page does."""
    return floor(value * 10 + 0.5) / 10 if digits else floor(value + 0.5)


def _of_candidate(standings: Standings, lines: Sequence[Mapping[str, Json]]) -> Message | None:
    """Return the candidate's result on fresh seeds if these have been played, else its result so far; and its possible
    places among all.
    """
    name = standings.entrants[CANDIDATE].name
    line = next(each for each in lines if each["name"] == name)
    if not line["games"]:
        return None
    fresh = standings.fresh
    done = standings.schedule.over and fresh is not None and fresh.lines[CANDIDATE].all.games > 0
    tally = fresh if done and fresh else standings.tally
    count = tally.lines[CANDIDATE].all
    first, last = line["rank_interval"]
    known: dict[str, Json] = {
        "word": "gauntlet",
        "name": name,
        "percent": f"{_part(100 * float(tally.share(count)), 1):.1f}",
        "games": count.games,
        "first": first,
        "last": last,
        "count": len(lines),
        "level": f"{100 * standings.intervals.level:g}",
    }
    place = message("series.place" if first == last else "series.places", **known)
    if not done:
        return message("series.gauntlet", **known, place=place)
    chosen = standings.tally.lines[CANDIDATE].all
    others = chosen.games - count.games
    if not others:
        return message("series.gauntlet_fresh", **known, place=place)
    share = (chosen.halves - count.halves) / (others * standings.tally.unit)
    return message("series.gauntlet_picked", **known, place=place, picked=f"{_part(100 * share, 1):.1f}")
