"""Standings: the places of a contest, how certain they are, and tables of the results.

Everything here follows from the results and the plan alone, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from sandlot.formats.bounds import MOST_ENTRANTS
from sandlot.formats.sentences import Sentence
from sandlot.formats.shapes import ALWAYS, Many, Number, Said, Shape, Text, Whole
from sandlot.game import FaultKind, Json
from sandlot.jobs import Work
from sandlot.names import LONGEST_NAME
from sandlot.stats.blocks import Entrant, Hash, Natural, Result, Schedule
from sandlot.stats.comparison import Comparison, compared, intervals_of_two
from sandlot.stats.intervals import RESAMPLES, Interval, Intervals, chances, intervals
from sandlot.stats.ratings import Ratings, rating
from sandlot.stats.sprt import Decision
from sandlot.stats.tally import Count, Tally
from sandlot.stats.tally import Line as Counts
from sandlot.tournaments.plan import places

ELO_DIGITS, CHANCE_DIGITS = 1, 3
METHOD = 2
"""The version of the method for ratings, intervals, ranks and groups, stored with standings. Version 1, which is not
written, took the intervals of two from resamples of their ratings.
"""
ESTIMATES = ("rating", "interval", "rank", "rank_interval", "group", "p_next")
"""The fields of a line that are estimated rather than counted."""

Rank: TypeAlias = Annotated[int, Whole(1, MOST_ENTRANTS)]
Real: TypeAlias = Annotated[float, Number()]


@dataclass(frozen=True, kw_only=True)
class Line:
    """The standing of one entrant. `points` are the plan's, and `score` those of the games."""

    place: Rank
    name: Annotated[str, Text(LONGEST_NAME, 1, whole=True)]
    code: Hash
    points: Real
    score: Real
    share: Annotated[float, Number(0, 1), Said("Points per game.")]
    games: Natural
    wins: Natural
    draws: Natural
    losses: Natural
    faults: Annotated[Mapping[Annotated[FaultKind, Said()], Natural], Many()]
    byes: Natural
    buchholz: Real | None
    final: Annotated[Real | None, Said("Points in the final, of who is in it.")]
    division: Annotated[Rank | None, Said("The division in whose final it is, from 1, if there are several.")] = None
    withdrawn: Annotated[Natural | None, Said("The first round in which it no longer plays.")]
    rating: Annotated[Real, Said("In Elo.")]
    interval: tuple[Real, Real]
    rank: Rank
    rank_interval: tuple[Rank, Rank]
    group: Rank
    p_next: Annotated[Annotated[float, Number(0, 1)] | None, Said("The chance to be better than the next in rank.")]


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The standings as stored in files."""

    over: bool
    rounds: tuple[Natural, Natural]
    verdict: Decision | None
    why: Annotated[Sentence | None, Said("Why the contest ended before its time.")]
    blocks: Natural
    games: Natural
    beyond: Annotated[Natural, Said("Blocks that were played and do not count.")]
    again: Annotated[Natural, Said("Games that repeat others to the letter.")] = 0
    level: Annotated[float, Number(0, 1)]
    method: Annotated[Natural, ALWAYS] = 1
    standings: Annotated[tuple[Line, ...], Many(MOST_ENTRANTS)]


SUMMARY: Shape[Summary] = Shape(Summary)


@dataclass(frozen=True)
class Standings:
    """The state of a contest. `places` are by entrant, from 1, and `order` has the entrants as they are listed."""

    entrants: tuple[Entrant, ...]
    schedule: Schedule
    withdrawn: Mapping[int, int]
    tally: Tally
    intervals: Intervals
    places: Mapping[int, int]
    order: tuple[int, ...]
    beyond: int
    """How many blocks were played that do not count, because the series was over before them."""
    two: Comparison | None = None
    """The comparison of the entrants of a contest of two, once it has a result."""
    fresh: Tally | None = None
    """The counts of the blocks on fresh seeds, see `Schedule.fresh`."""

    def json(self) -> dict[str, Json]:
        """Return the standings as the JSON object that `show --format json`, bundles and the page have.

        Its keys are the fields of `Summary`: numbers of blocks and games, and `standings`, a list of objects in the
        order of the places, best first, each with the fields of `Line`. Ratings are in Elo, shares between 0 and 1.
        """
        schedule = self.schedule
        summary = Summary(
            over=schedule.over,
            rounds=schedule.rounds,
            verdict=schedule.verdict,
            why=schedule.why,
            blocks=self.tally.blocks,
            games=self.tally.games,
            beyond=self.beyond,
            again=self.tally.again,
            level=self.intervals.level,
            method=METHOD,
            standings=tuple(self._line(entrant) for entrant in self.order),
        )
        return SUMMARY.write(summary)  # type: ignore[no-any-return]

    def reached(self) -> dict[str, list[int]]:
        """Return by name the first and the last of the places that an entrant shares, where a bracket decides them: see
        `Schedule.reached`. They are not in `json`, because bundles of earlier versions have to verify.
        """
        return {self._name(each): list(shared) for each, shared in (self.schedule.reached or {}).items()}

    def cross(self) -> list[dict[str, Json]]:
        """Return the cross table: for each two who met, in the order of the standings, how the first did against the
        second.
        """
        at = {entrant: place for place, entrant in enumerate(self.order)}
        pairs = [pair if at[pair[0]] < at[pair[1]] else pair[::-1] for pair in self.tally.pairs]
        return [
            {"names": self._names(pair), **_against(self.tally, *pair)}
            for pair in sorted(pairs, key=lambda pair: (at[pair[0]], at[pair[1]]))
        ]

    def seats(self) -> list[dict[str, Json]]:
        """Return the results of each entrant in each seat, and those of all together (name None)."""
        numbers = sorted({seat for line in self.tally.lines for seat in line.seats})
        found = [{"name": None, "seat": seat, **self._count(self._together(seat))} for seat in numbers]
        for entrant in self.order:
            seats = sorted(self.tally.lines[entrant].seats.items())
            found += [{"name": self._name(entrant), "seat": seat, **self._count(count)} for seat, count in seats]
        return found

    def seeds(self) -> list[dict[str, Json]]:
        """Return the results of each entrant on each seed."""
        return [
            {"seed": seed, "name": self._name(entrant), **self._count(counts[entrant])}
            for seed, counts in self.tally.seeds.items()
            for entrant in self.order
            if entrant in counts
        ]

    def reasons(self) -> list[dict[str, Json]]:
        """Return the reasons for each entrant's losses, and its faults, with their counts."""
        return [
            {"name": self._name(entrant), "what": what, "reason": reason, "times": times}
            for entrant in self.order
            for what, counts in (
                ("loss", self.tally.lines[entrant].reasons),
                ("fault", self.tally.lines[entrant].faults),
            )
            for reason, times in sorted(counts.items())
        ]

    def tie_breaks(self) -> dict[str, float]:
        """Return by name the points that entrants have won against those with the same total. Entrants for whom that
        breaks no tie are left out.
        """
        among = _broken(self.tally, self.schedule)
        return {self._name(each): among[each] for each in self.order if each in among}

    def _line(self, entrant: int) -> Line:
        schedule, line, of = self.schedule, self.tally.lines[entrant], self.entrants[entrant]
        known = self.intervals.entrants[entrant]
        return Line(
            place=self.places[entrant],
            name=of.name,
            code=of.code,
            points=_points(self.tally, schedule, entrant),
            score=self.tally.points(line.all),
            share=float(self.tally.share(line.all)),
            **_plain(line, schedule, entrant),
            withdrawn=self.withdrawn.get(entrant),
            rating=round(known.elo, ELO_DIGITS),
            interval=(round(known.low, ELO_DIGITS), round(known.high, ELO_DIGITS)),
            rank=known.rank,
            rank_interval=(known.rank_low, known.rank_high),
            group=known.group,
            p_next=None if known.p_next is None else round(known.p_next, CHANCE_DIGITS),
        )

    def _count(self, count: Count) -> dict[str, Json]:
        return {"points": self.tally.points(count), **_counts(count)}

    def _together(self, seat: int) -> Count:
        counts = [line.seats[seat] for line in self.tally.lines if seat in line.seats]
        fields = ("games", "halves", "wins", "draws", "losses")
        return Count(*(sum(getattr(count, each) for count in counts) for each in fields))

    def _name(self, entrant: int) -> str:
        return self.entrants[entrant].name

    def _names(self, pair: Sequence[int]) -> list[str]:
        return [self._name(entrant) for entrant in pair]


def standings(
    entrants: Sequence[Entrant],
    results: Mapping[int, Result],
    schedule: Schedule,
    withdrawn: Mapping[int, int] | None = None,
    *,
    seed: int = 1,
    resamples: int = RESAMPLES,
    anchor: tuple[int, float] | None = None,
) -> Work[Standings]:
    """Find the standings of a contest, finished or not. `schedule` is what its plan says of these results.

    Places are the plan's, if it ranks entrants itself. Else entrants are placed by points; of those with equal points,
    by their points against each other; and then they share a place. Where a plan compares shares, because entrants
    play unequal numbers of games, points per game decide, who has withdrawn comes after the others, and who has not
    played comes last. Ratings say how sure the places are and do not decide them; where a plan has a stage of fresh
    seeds, they come from that stage once the contest is over.

    The mean of the ratings is 0. With `anchor`, an entrant and its rating in Elo, that entrant has this rating instead.
    """
    count = len(entrants)
    found = _counted(results, schedule)
    tally = Tally(found, count)
    ratings = yield from _rated(found, schedule, count)
    two = compared(ratings, schedule) if count == 2 and len(found) else None
    zero = anchor[0] if anchor else None
    if two:
        known = intervals_of_two(ratings, two, tally.lines[0].all)
        if zero is not None:
            known = replace(known, entrants=tuple(_doubled(known.entrants, zero)))
    else:
        known = yield from intervals(ratings, seed=seed, resamples=resamples, zero=zero)
    if anchor:
        known = replace(known, entrants=tuple(_moved(each, anchor[1]) for each in known.entrants))
    gone = withdrawn or {}
    place, order = _ordered(tally, schedule, gone)
    beyond = len(results) - len(found)
    return Standings(
        tuple(entrants), schedule, gone, tally, known, place, order, beyond, two, Tally(_fresh(found, schedule), count)
    )


def placings(
    entrants: Sequence[Entrant], results: Mapping[int, Result], schedule: Schedule, withdrawn: Mapping[int, int]
) -> list[dict[str, Json]]:
    """Return the lines of `standings` without ratings, which take long: they cost no more than the results.

    Each has place, name, withdrawn, points, games, wins, draws, losses, faults, byes, buchholz, final and division as
    `Line` has them, `among`: the points against those with the same total, null where these break no tie, and
    `reached`: the first and the last place that it shares in a bracket, null where there is none, and of who is in it.
    """
    tally = Tally(_counted(results, schedule), len(entrants))
    place, order = _ordered(tally, schedule, withdrawn)
    among = _broken(tally, schedule)
    reached = schedule.reached or {}
    return [
        {
            "place": place[each],
            "name": entrants[each].name,
            "withdrawn": withdrawn.get(each),
            "points": _points(tally, schedule, each),
            "among": among.get(each),
            "reached": reached.get(each),
            **_plain(tally.lines[each], schedule, each),
        }
        for each in order
    ]


def superiority(results: Mapping[int, Result], schedule: Schedule, count: int) -> Work[list[list[float]]]:
    """Return for each of `count` entrants the chance that it is better than each other one: see `chances`."""
    found = _counted(results, schedule)
    ratings = yield from _rated(found, schedule, count)
    two = compared(ratings, schedule) if count == 2 and found else None
    if two:
        return [[0.5, two.chance], [1 - two.chance, 0.5]]
    return (yield from chances(ratings))


def _fresh(found: Sequence[Result], schedule: Schedule) -> list[Result]:
    return [result for result in found if result.block.round == schedule.fresh]


def _rated(found: Sequence[Result], schedule: Schedule, count: int) -> Work[Ratings]:
    """Rate by these results; where a plan has a stage of fresh seeds, by that stage once the contest is over."""
    fresh = _fresh(found, schedule)
    return (yield from rating(fresh if fresh and schedule.over else found, count))


def _doubled(both: Sequence[Interval], zero: int) -> list[Interval]:
    """Return the ratings of two as differences from that of `zero`. Their mean is 0, so a difference is twice the
    rating.
    """
    times = [0 if entrant == zero else 2 for entrant in (0, 1)]
    return [
        replace(each, elo=by * each.elo, low=by * each.low, high=by * each.high)
        for each, by in zip(both, times, strict=True)
    ]


def _moved(known: Interval, elo: float) -> Interval:
    return replace(known, elo=known.elo + elo, low=known.low + elo, high=known.high + elo)


def _plain(line: Counts, schedule: Schedule, entrant: int) -> dict[str, Json]:
    """Return what is counted of an entrant, and what the plan says of it, by the fields of `Line`."""
    return {
        **_counts(line.all),
        "faults": dict(sorted(line.faults.items())),
        "byes": schedule.byes.get(entrant, 0),
        "buchholz": None if schedule.buchholz is None else schedule.buchholz[entrant],
        "final": None if schedule.finals is None else schedule.finals.get(entrant),
        "division": None if schedule.divisions is None else schedule.divisions.get(entrant),
    }


def _counts(count: Count) -> dict[str, int]:
    return {name: getattr(count, name) for name in ("games", "wins", "draws", "losses")}


def _points(tally: Tally, schedule: Schedule, entrant: int) -> float:
    return tally.points(tally.lines[entrant].all) if schedule.points is None else schedule.points[entrant]


def _ordered(tally: Tally, schedule: Schedule, withdrawn: Mapping[int, int]) -> tuple[dict[int, int], tuple[int, ...]]:
    """Return the place of each entrant, and all entrants in the order of the list."""
    place = _placed(tally, schedule, withdrawn)
    everybody = range(len(tally.lines))
    sums = [line.all for line in tally.lines]
    # Among entrants who share a place, those who have not played come last.
    key = {each: (place[each], not of.games, -tally.share(of), each) for each, of in enumerate(sums)}
    return place, tuple(sorted(everybody, key=key.__getitem__))


def _counted(results: Mapping[int, Result], schedule: Schedule) -> list[Result]:
    """Return the results that count, by number."""
    end = schedule.counted
    return [results[number] for number in sorted(results) if end is None or number < end]


def _placed(tally: Tally, schedule: Schedule, withdrawn: Mapping[int, int]) -> dict[int, int]:
    """Return the place of each entrant, from 1: see `standings`."""
    everybody = range(len(tally.lines))
    if schedule.ranking is not None:
        return {each: schedule.ranking[each] for each in everybody}
    if schedule.compare == "share":
        sums = [line.all for line in tally.lines]
        return places({each: (of.games > 0, each not in withdrawn, tally.share(of)) for each, of in enumerate(sums)})
    among = _among(tally)
    return places({each: (tally.lines[each].all.halves, among[each]) for each in everybody})


def _is_by_points(schedule: Schedule) -> bool:
    return schedule.ranking is None and schedule.compare == "points"


def _among(tally: Tally) -> list[int]:
    """Return the half points that each entrant has won against those with the same total."""
    halves = [line.all.halves for line in tally.lines]
    among = [0] * len(halves)
    for (one, other), met in tally.pairs.items():
        if halves[one] == halves[other]:
            among[one] += met.halves
            among[other] += 2 * met.games - met.halves
    return among


def _broken(tally: Tally, schedule: Schedule) -> dict[int, float]:
    """Return the points that entrants have won against those with the same total, where these break the tie."""
    if not _is_by_points(schedule):
        return {}
    among, lines = _among(tally), tally.lines
    apart: dict[int, set[int]] = {}
    for each, line in enumerate(lines):
        apart.setdefault(line.all.halves, set()).add(among[each])
    return {each: among[each] / 2 for each, line in enumerate(lines) if len(apart[line.all.halves]) > 1}


def _against(tally: Tally, one: int, other: int) -> dict[str, Json]:
    met = tally.pairs[min(one, other), max(one, other)]
    points, wins, losses = met.halves / 2, met.wins, met.losses
    if one > other:
        points, wins, losses = met.games - points, losses, wins
    return {"points": points, "games": met.games, "wins": wins, "draws": met.draws, "losses": losses}
