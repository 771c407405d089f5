"""`show`: the file of a contest as tables, JSON or CSV, and the replay of one of its games."""

from __future__ import annotations

import argparse
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from math import inf
from pathlib import Path

from sandlot.api.files import written
from sandlot.api.problem import DONE, Problem
from sandlot.archive.faults import START
from sandlot.archive.record import GameRef, Record, game_refs, summing, superiority_chances
from sandlot.cli.contest_files import check_replaceable, opened, refusing
from sandlot.cli.parsing import number
from sandlot.cli.progress import watch
from sandlot.cli.tables import Table, csv_text, cut, say_table
from sandlot.cli.terminal import as_json, print_error, say, say_for_programs
from sandlot.contest.store import Store
from sandlot.formats.sentences import read_message
from sandlot.game import Json
from sandlot.jobs import done
from sandlot.messages import Message, catalog, language, message, render, worded
from sandlot.stats.blocks import Block, Pairing, halves
from sandlot.stats.comparison import normalized_elo
from sandlot.tournaments.elimination import Bracket
from sandlot.tournaments.kinds import plan_from, withdrawals_shown
from sandlot.tournaments.overload import busy, crowded
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.series import Series
from sandlot.tournaments.standings import Standings
from sandlot.tournaments.verdict import answer, cell, in_a_word, in_elo, of_repeats, signed

HEADS = {
    "games": (
        "number",
        "block",
        "round",
        "seed",
        "players",
        "places",
        "scores",
        "turns",
        "faults",
        "reasons",
        "repeats",
    ),
    "seeds": ("seed", "name", "points", "games", "wins", "draws", "losses"),
    "chances": ("name", "other", "chance"),
    "faults": ("game", "name", "seat", "turn", "kind", "text", "traceback", "errors"),
}
"""By part, the columns of its CSV if the contest has no rows for it."""


class Shown:
    """A contest with its standings, and the values that both tables and JSON show."""

    def __init__(
        self,
        record: Record,
        standings: Standings,
        anchor: tuple[int, float] | None = None,
        chances: Sequence[Sequence[float]] | None = None,
    ) -> None:
        self.record, self.standings, self.contest = record, standings, record.contest
        self.names = [each.name for each in record.contest.entrants]
        self.results = record.results()
        self.voids = record.voids()
        self.anchor, self.chances = anchor, chances
        """For each entrant the chance that it is better than each other one, if that was asked for."""
        self.lines = _lines(standings, self.plan)
        following = [line["name"] for line in self.lines[1:]]
        self.is_by_rating = [line["next"] for line in self.lines[:-1]] == following

    @cached_property
    def unplayed(self) -> list[tuple[Block, Message]]:
        """The blocks that could not be played so far, and why the last try failed."""
        why = {each.block: each.why for each in self.voids}
        return [(each, why[each.number]) for each in self.standings.schedule.blocks if each.number in why]

    @property
    def is_many(self) -> bool:
        """Whether games have more than two players."""
        return any(len(result.block.players) > 2 for result in self.results.values())

    @property
    def is_bracket(self) -> bool:
        """Whether it is an elimination: how far somebody came is its place, and ranks by strength would say nothing."""
        return isinstance(self.plan, Bracket)

    @cached_property
    def slowness(self) -> list[str]:
        """Sentences saying that the machine was too slow. A bundle does not record the load, so it has none."""
        if not isinstance(self.record, Store):
            return []
        found = crowded(self.results, self.record.workers()), busy(self.results, self.record.waiting())
        return [render(each) for each in found if each]

    @cached_property
    def plan(self) -> Plan:
        """The plan of the contest."""
        return plan_from(self.contest.plan, len(self.names))

    def scores(self) -> dict[float, int]:
        """Return, for a contest of two, how many blocks earned the first entrant each score: with two games a block
        these are the five counts that engine testers call pentanomial. Empty for other contests.
        """
        if len(self.names) != 2:
            return {}
        end = self.standings.schedule.counted
        counted = [each for number, each in self.results.items() if end is None or number < end]
        most = max((len(each.games) for each in counted), default=0)
        times = Counter(halves(each)[each.block.players.index(0)] / 2 for each in counted)
        return {half / 2: times[half / 2] for half in range(2 * most, -1, -1)} if most else {}

    def normalized_elo(self) -> float | None:
        """Return the normalized Elo of the first of two, see `comparison.normalized_elo`; None for others."""
        found = normalized_elo(self.scores())
        return None if found is None else round(found, 1)

    def test(self) -> dict[str, float] | None:
        """Return the state of a series' test: the logarithms of both likelihood ratios, for "better" and for "worse",
        and the bounds at which each is accepted or rejected. None without a test.
        """
        plan = self.plan
        ratios = plan.ratios(self.results, self.standings.withdrawn) if isinstance(plan, Series) else []
        if not ratios or not isinstance(plan, Series) or not plan.stop:
            return None
        better, worse = (round(each, 2) for each in ratios[-1])
        bounds = {"lower": round(plan.stop.lower, 2), "upper": round(plan.stop.upper, 2)}
        return {"elo": plan.stop.elo, "better": better, "worse": worse, **bounds}

    def chance_rows(self) -> list[dict[str, Json]]:
        """Return, for every pair in the order of the standings, the chance that the first one is the better one."""
        chances = self.chances or []
        order = self.standings.order if chances else ()
        return [
            {"name": self.names[one], "other": self.names[other], "chance": round(chances[one][other], 4)}
            for one, other in combinations(order, 2)
        ]

    @cached_property
    def pairings(self) -> list[Pairing]:
        """Who met whom in which round, where the plan pairs entrants round by round."""
        return self.plan.pairings(self.results, self.standings.withdrawn)

    def pairing_rows(self) -> list[dict[str, Json]]:
        """Return all pairings as JSON values."""
        return [
            {
                "round": each.round + 1,
                "names": [self.names[player] for player in each.players],
                "points": list(each.points),
                "winner": None if each.winner is None else self.names[each.winner],
                "how": each.how,
                "seeds": list(each.seeds) or None,
                "replays": each.replays,
                "bracket": each.bracket or None,
                "stage": None if (stage := self.stage(each)) is None else stage[0],
                "bracket_round": None if stage is None else stage[1],
            }
            for each in self.pairings
        ]

    def stage(self, pairing: Pairing) -> tuple[str, int] | None:
        """Return what the round of a pairing is called in its bracket, and its number there; None: there is none."""
        return self.plan.stage(pairing.round, pairing.bracket) if isinstance(self.plan, Bracket) else None

    @cached_property
    def places(self) -> list[GameRef]:
        """All games, with their numbers."""
        return list(game_refs(self.results))

    @cached_property
    def faults(self) -> list[tuple[GameRef, Mapping[str, Json]]]:
        """All reports of faults, each with its game."""
        by_game = {(each.block, each.game): each for each in self.places}
        games = self.record.fault_reports()
        return [(by_game[b, g], report) for b, g, reports in games if (b, g) in by_game for report in reports]

    def seats(self, place: GameRef) -> list[str]:
        """Return the names in the seats of a game."""
        return [self.names[each] for each in self.results[place.block].block.seats(place.game)]

    def game_rows(self) -> list[dict[str, Json]]:
        """Return all games as JSON values; `repeats` is the number of an earlier game with the same moves: see
        `repeats`.
        """
        found = []
        first: dict[tuple[tuple[int, ...], int], int] = {}
        for place in self.places:
            block, game = self.results[place.block].block, self.results[place.block].games[place.game]
            ended: dict[str, Json] = {"places": list(game.places), "scores": list(game.scores), "turns": game.turns}
            ended |= {"faults": list(game.faults), "reasons": list(game.reasons), "repeats": None}
            if game.digest is not None:
                before = first.setdefault((block.seats(place.game), game.digest), place.number)
                ended["repeats"] = before if before < place.number else None
            where = {"number": place.number, "block": place.block + 1, "round": block.round + 1, "seed": block.seed}
            found.append({**where, "players": self.seats(place), **ended})
        return found

    def block_rows(self) -> list[dict[str, Json]]:
        """Return all blocks as JSON values: who played, for how many points, in which games."""
        found: dict[int, dict[str, Json]] = {}
        for place in self.places:
            result = self.results[place.block]
            block = result.block
            if place.block not in found:
                where = {"number": place.block + 1, "round": block.round + 1, "seed": block.seed}
                most = 2 * (len(block.players) - 1)
                worth = zip(block.players, halves(result), strict=True)
                points = [{"name": self.names[each], "points": scored / most} for each, scored in worth]
                found[place.block] = {**where, "players": points, "games": []}
            found[place.block]["games"].append(place.number)
        return list(found.values())

    def fault_rows(self) -> list[dict[str, Json]]:
        """Return all faults as JSON values."""
        found = []
        for place, report in self.faults:
            names, seat, turn = self.seats(place), int(report["seat"]), report["turn"]
            kind = self.results[place.block].games[place.game].faults[seat]
            row = {"game": place.number, "name": names[seat], "seat": seat + 1, "turn": turn, "kind": kind}
            text = read_message(report["text"])
            row["text"] = render(text, names) if text else ""
            found.append(row | {"traceback": report["trace"], "errors": report["errors"]})
        return found


def _lines(standings: Standings, plan: Plan) -> list[dict[str, Json]]:
    """Return the standings, each line with the next entrant by rating. Rounds count from 1, as everywhere in output."""
    by_rating = [standings.entrants[each].name for each in standings.intervals.order]
    follows = dict(zip(by_rating, [*by_rating[1:], None], strict=True))
    reached = standings.reached()
    gone = withdrawals_shown(plan, standings.schedule, standings.withdrawn, standings.entrants)
    found = []
    for line in standings.json()["standings"]:
        more = {
            "withdrawn": gone[line["name"]] + 1 if line["name"] in gone else None,
            "next": follows[line["name"]],
            "reached": reached.get(line["name"]),
        }
        found.append({**line, **more})
    return found


def as_value(shown: Shown) -> dict[str, Json]:
    """Return everything as one JSON value."""
    standings = shown.standings
    whole = standings.json()
    why = standings.schedule.why
    return {
        "contest": shown.contest.json(),
        **whole,
        "standings": shown.lines,
        "why": render(why, shown.names) if why else None,
        "scores": [{"points": points, "blocks": times} for points, times in shown.scores().items()],
        "normalized_elo": shown.normalized_elo(),
        "test": shown.test(),
        "pairings": shown.pairing_rows(),
        "blocks": shown.block_rows(),
        "games": shown.game_rows(),
        "cross": standings.cross(),
        "chances": None if shown.chances is None else shown.chance_rows(),
        "anchor": shown.anchor and {"name": shown.names[shown.anchor[0]], "rating": shown.anchor[1]},
        "seeds": standings.seeds(),
        "seats": [{**each, "seat": each["seat"] + 1} for each in standings.seats()],
        "reasons": standings.reasons(),
        "faults": shown.fault_rows(),
        "slowness": shown.slowness,
        "unplayed": [
            {"block": each.number + 1, "names": [shown.names[who] for who in each.players], "why": render(why)}
            for each, why in shown.unplayed
        ],
        "voids": [{"block": each.block + 1, "why": render(each.why)} for each in shown.voids],
    }


def as_csv(shown: Shown, part: str) -> Table:
    """Return a part as a table for programs; the names of its columns are the same in all languages."""
    rows = {
        "standings": lambda: [{**line, "place": _place_number(shown, line)} for line in shown.lines],
        "games": shown.game_rows,
        "seeds": shown.standings.seeds,
        "faults": shown.fault_rows,
        "chances": shown.chance_rows,
    }
    found = [_flat(row) for row in rows[part]()]
    head = list(found[0]) if found else list(HEADS[part])
    return Table("", head, [[_cell(row[name]) for name in head] for row in found])


def _flat(row: Mapping[str, Json]) -> dict[str, Json]:
    """Return a row for CSV: an interval becomes two columns, and faults of all kinds are added up."""
    found: dict[str, Json] = {}
    for name, value in row.items():
        if name == "faults" and isinstance(value, dict):
            found[name] = sum(value.values())
        elif name.endswith("interval") and isinstance(value, list):
            found |= {f"{name}_low": value[0], f"{name}_high": value[1]}
        elif name == "reached":
            # A spreadsheet would take "5-8" for a day.
            found["reached_first"], found["reached_last"] = value if isinstance(value, list) else (None, None)
        else:
            found[name] = value
    return found


def _cell(value: Json) -> str:
    if isinstance(value, list):
        return as_json(value)
    return "" if value is None else str(value)


MOST_ROWS = 20
"""How many rows of games and seeds, and numbers of games with the same fault, are shown unless all are asked for."""
MOST_COLUMNS = 12
"""The maximum number of entrants for which there is a cross table, and of seats that have columns of their own."""
LAST_LINES = 20
LEAST_NAMED = 12
"""The width, in cells of the terminal, to which the name of an opponent may be cut."""
EXTRA = ("byes", "buchholz", "division", "final", "withdrawn")
DROPPED = ("group", "ahead", "interval", "rank", "buchholz", "rating", "faults", "withdrawn", "games", "byes")
"""Columns of the standings in the order in which they are left out where a terminal is too narrow."""
SHORT = ("place", "points", "games", "record", "record_many", "faults", "buchholz", "withdrawn", "ahead", "group")
"""Columns with a short head for a narrow terminal."""


def headlines(shown: Shown) -> Iterator[str]:
    """Yield sentences about the whole contest."""
    schedule = shown.standings.schedule
    tally = shown.standings.tally
    games = message("cli.games_in_all", games=tally.games)
    counts = {"entrants": len(shown.names), "blocks": tally.blocks, "games": games}
    yield worded("cli.show_head", game=shown.contest.game.name, kind=_kind(shown), **counts)
    now, rounds = schedule.rounds
    if schedule.why:
        yield render(schedule.why, shown.names)
    elif not schedule.over:
        yield worded("cli.show_round", round=now, rounds=rounds) if rounds > 1 else worded("cli.show_unfinished")
    if shown.unplayed:
        block, why = shown.unplayed[0]
        names = ", ".join(shown.names[each] for each in block.players)
        yield worded("cli.show_unplayed", count=len(shown.unplayed), block=block.number + 1, names=names, why=why)
    if test := shown.test():
        yield worded("cli.show_test", **{name: f"{value:g}" for name, value in test.items()})
    if shown.standings.beyond:
        yield worded("cli.show_uncounted", count=shown.standings.beyond)


def never_started(shown: Shown) -> Iterator[str]:
    """Yield a sentence about each entrant that could not start in some games: those games say nothing about its
    strength.
    """
    found: dict[str, list[str]] = {}
    for (_, report), row in zip(shown.faults, shown.fault_rows(), strict=True):
        if report["turn"] == START:
            found.setdefault(row["name"], []).append(row["text"])
    games = {line["name"]: line["games"] for line in shown.lines}
    for name, texts in found.items():
        yield worded("cli.not_started", name=name, count=len(texts), games=games[name], why=texts[0])


def tables(shown: Shown, whole: set[str]) -> Iterator[Table]:
    """Yield the tables to print; those named in `whole` with all their rows."""
    yield standings_table(shown)
    if scores := shown.scores():
        yield _scores(shown, scores)
    if shown.pairings:
        yield _cut(_rounds(shown), "games", whole)
    if len(shown.names) <= MOST_COLUMNS:
        yield _cross(shown)
    if shown.chances is not None:
        yield _chances(shown)
    yield _cut(_seeds(shown), "seeds", whole)
    yield from _sides(shown)
    yield from _counted(shown)
    if shown.voids:
        rows = [[str(each.block + 1), render(each.why)] for each in shown.voids]
        yield Table(worded("cli.show_voids"), _columns("block", "why"), rows, (1,))
    if "games" in whole:
        yield _games(shown)


def fault_texts(shown: Shown) -> Iterator[str]:
    """Yield every fault with its traceback and the last lines that the bot printed on standard error. Faults of one
    entrant with the same kind, sentence and traceback are reported once.
    """
    groups: dict[tuple[Json, ...], list[dict[str, Json]]] = {}
    for (_, report), row in zip(shown.faults, shown.fault_rows(), strict=True):
        key = row["name"], row["kind"], row["traceback"], report["text"][0]
        groups.setdefault(key, []).append(row)
    for rows in groups.values():
        row, games = rows[0], [str(each["game"]) for each in rows]
        head = worded("cli.show_fault", game=games[0], text=row["text"])
        if len(games) > 1:
            some = ", ".join(games[:MOST_ROWS]) + (", …" if len(games) > MOST_ROWS else "")
            head = worded("cli.show_same_fault", games=some, count=len(games), text=row["text"])
        lines = [head] + [f"  {line}" for line in (row["traceback"] or "").splitlines()]
        errors = row["errors"].rstrip().split("\n")[-LAST_LINES:] if row["errors"].strip() else []
        lines += [f"  {worded('cli.show_errors')}:", *(f"    {line}" for line in errors)] if errors else []
        yield "\n".join(lines)


def standings_table(shown: Shown) -> Table:
    """Return the standings as a table, with columns for byes, tie-breaks and withdrawals where there are any."""
    lines = shown.lines
    more = [name for name in EXTRA if any(line.get(name) for line in lines)]
    record = "record_many" if shown.is_many else "record"
    names = (
        "place",
        "name",
        # In an elimination who played more games has more of them, however early it went out.
        *(() if shown.is_bracket else ("points",)),
        "games",
        record,
        "faults",
        *more,
        "rating",
        "interval",
        *(() if shown.is_bracket else ("ahead", "rank", "group")),
    )
    rows = []
    for line in lines:
        first, last = line["rank_interval"]
        cells = {
            **line,
            record: f"{line['wins']}/{line['draws']}/{line['losses']}",
            "faults": sum(line["faults"].values()),
            "place": _place(shown, line),
            "rating": signed(line["rating"]),
            "interval": "…".join(map(cell, line["interval"])),
            "ahead": _ahead(line, shown.is_by_rating),
            "rank": str(first) if first == last else f"{first}-{last}",
        }
        rows.append([_number(cells.get(name)) for name in names])
    short = [worded(f"cli.short.{name}") if name in SHORT else worded(f"cli.table.{name}") for name in names]
    drop = [names.index(name) for name in DROPPED if name in names]
    heads = ["ahead_named" if name == "ahead" and not shown.is_by_rating else name for name in names]
    return Table(worded("cli.show_standings"), _columns(*heads), rows, (1,), (1,), short, drop, tuple(_notes(shown)))


def _place(shown: Shown, line: Mapping[str, Json]) -> int | str:
    """Return a place: in an elimination the places that all share who went out in a round; none of who is still in."""
    if not shown.is_bracket:
        place: int = line["place"]
        return place
    if line["reached"] is None:
        return worded("cli.table.in")
    first, last = line["reached"]
    return str(first) if first == last else f"{first}-{last}"


def _place_number(shown: Shown, line: Mapping[str, Json]) -> int | None:
    """Return the first of the places that somebody shares, as a number for programs; None: it has none yet."""
    place: int = line["place"]
    if not shown.is_bracket:
        return place
    return None if line["reached"] is None else int(line["reached"][0])


def _ahead(line: Mapping[str, Json], is_by_rating: bool) -> str:
    """Return the chance that an entrant is better than the next one by rating, whose name is added unless it stands in
    the next row.
    """
    if line["p_next"] is None:
        return ""
    chance = worded("cli.table.sure", percent=_percent(line["p_next"]))
    return chance if is_by_rating else f"{cut(line['next'], LEAST_NAMED)} {chance}"


def _notes(shown: Shown) -> Iterator[str]:
    """Yield notes that explain the points in the standings."""
    if shown.is_many:
        yield worded("cli.show_many")
    kind = shown.contest.plan["kind"]
    if kind in ("swiss", "finals"):
        yield worded("cli.show_swiss")
    if shown.standings.schedule.finals is not None:
        yield worded("cli.show_final")
    if shown.standings.schedule.divisions is not None:
        yield worded("cli.show_divisions")
    if shown.is_bracket:
        yield worded("cli.show_bracket", level=f"{100 * shown.standings.intervals.level:g}")
    elif len(shown.names) > 2:
        yield worded("cli.show_ranks", level=f"{100 * shown.standings.intervals.level:g}")
        yield worded("cli.show_groups")
    if shown.anchor:
        entrant, elo = shown.anchor
        yield worded("cli.show_anchored", name=shown.names[entrant], elo=f"{elo:g}")
    if len(shown.names) > MOST_COLUMNS:
        yield worded("cli.show_no_cross", most=MOST_COLUMNS)


def _rounds(shown: Shown) -> Table:
    """Return the pairings of each round, with their results and what decided them."""
    rows = []
    for each in shown.pairing_rows():
        seeds = each["seeds"] or [None] * len(each["names"])
        named = [f"({seed}) {name}" if seed else name for seed, name in zip(seeds, each["names"], strict=True)]
        one, other = (*named, "")[:2]
        is_replayed = each["replays"] and each["how"] == "points"
        how = "replayed" if is_replayed else each["how"]
        told = worded(f"cli.decided.{how}", name=each["winner"], count=each["replays"])
        stage = [worded(f"cli.stage.{each['stage']}", number=each["bracket_round"])] if each["stage"] else []
        rows.append([str(each["round"]), *stage, one, other, ":".join(map(_number, each["points"])), told])
    round, stage_head, pairing, *others = _columns("round", "stage", "pairing", "points", "decided")
    stages = [stage_head] * (len(rows[0]) - 5)
    at = 1 + len(stages)
    rest = [*stages, pairing, "", *others]
    return Table(
        worded("cli.show_rounds"),
        [round, *rest],
        rows,
        (*range(1, at + 2), at + 3),
        (at, at + 1),
        short=[worded("cli.short.place"), *rest],
        # The stage says what the number of the round says.
        drop=(at + 3, 0) if stages else (at + 3,),
        cut_to=LEAST_NAMED,
        whole=range(1, at),
    )


def _scores(shown: Shown, scores: Mapping[float, int]) -> Table:
    """Return how many blocks of a contest of two had each score, with the draws and the normalized Elo."""
    first = shown.names[0]
    line = next(each for each in shown.lines if each["name"] == first)
    row = [*map(str, scores.values()), f"{100 * line['draws'] / max(line['games'], 1):.0f} %"]
    normalized = shown.normalized_elo()
    row.append("" if normalized is None else f"{normalized:+.0f}")
    head = [*(f"{points:g}" for points in scores), *_columns("drawn", "normalized_elo")]
    return Table(worded("cli.show_scores", name=first), head, [row], ())


def _cross(shown: Shown) -> Table:
    """Return the cross table: the points of the row's entrant against the column's."""
    found: dict[tuple[str, str], str] = {}
    for row in shown.standings.cross():
        one, other = row["names"]
        found[one, other] = f"{row['points']:g}/{row['games']}"
        found[other, one] = f"{row['games'] - row['points']:g}/{row['games']}"
    return _square(shown, "cli.show_cross", found)


def _chances(shown: Shown) -> Table:
    """Return the chance, in percent, that the row's entrant is better than the column's."""
    found: dict[tuple[str, str], str] = {}
    for row in shown.chance_rows():
        one, other = row["name"], row["other"]
        found[one, other], found[other, one] = f"{_percent(row['chance'])} %", f"{_percent(1 - row['chance'])} %"
    return _square(shown, "cli.show_chances", found)


def _square(shown: Shown, title: str, cells: Mapping[tuple[str, str], str]) -> Table:
    """Return a table of everybody against everybody. Its columns are numbered, because names would make it too wide."""
    order = [line["name"] for line in shown.lines]
    numbers = [str(number + 1) for number in range(len(order))]
    rows = [
        [number, one, *(cells.get((one, other), "") for other in order)]
        for number, one in zip(numbers, order, strict=True)
    ]
    head = ["", *_columns("name"), *numbers]
    return Table(worded(title), head, rows, (1,), (1,), drop=range(len(head) - 1, 2, -1))


def _percent(chance: float) -> str:
    """Return a chance in percent, never 0 or 100: a thousand resamples cannot prove certainty."""
    return "<1" if chance < 0.005 else ">99" if chance > 0.995 else f"{100 * chance:.0f}"


def _seeds(shown: Shown) -> Table:
    found: dict[int, list[dict[str, Json]]] = {}
    for row in shown.standings.seeds():
        found.setdefault(row["seed"], []).append(row)
    rows = []
    for seed, points in found.items():
        best = sorted(points, key=lambda each: -each["points"] / each["games"])
        rows.append(
            [str(seed), ", ".join(f"{each['name']} {_number(each['points'])}/{each['games']}" for each in best)]
        )
    return Table(worded("cli.show_seeds"), _columns("seed", "points"), rows, (1,))


def _sides(shown: Shown) -> Iterator[Table]:
    """Yield the points by seat: of all entrants together, and of each one if there are few seats."""
    found = {(row["name"], row["seat"]): f"{_number(row['points'])}/{row['games']}" for row in shown.standings.seats()}
    seats = sorted({seat for _, seat in found})
    title = worded("cli.show_sides")
    if len(seats) > MOST_COLUMNS:
        yield Table(title, _columns("number", "points"), [[str(seat + 1), found[None, seat]] for seat in seats], ())
    elif seats:
        names = [line["name"] for line in shown.lines]
        rows = [[name, *(found.get((name, seat), "") for seat in seats)] for name in names]
        rows.append([worded("cli.show_all"), *(found[None, seat] for seat in seats)])
        head = [*_columns("name"), *(worded("cli.table.seat", number=seat + 1) for seat in seats)]
        short = [head[0], *(str(seat + 1) for seat in seats)]
        yield Table(title, head, rows, names=(0,), short=short, drop=range(len(head) - 1, 1, -1))


def _counted(shown: Shown) -> Iterator[Table]:
    """Yield how often each entrant lost for each reason, and how often it made each kind of fault."""
    found = shown.standings.reasons()
    for what, title in (("loss", "cli.show_reasons"), ("fault", "cli.show_faults")):
        rows = [[row["name"], _reason(shown, row["reason"]), str(row["times"])] for row in found if row["what"] == what]
        if rows:
            yield Table(worded(title), _columns("name", "why", "times"), rows, (0, 1), (0,))


def _games(shown: Shown) -> Table:
    rows = []
    for row in shown.game_rows():
        told = [
            f"{name} {score:g}" + (f" ({_reason(shown, fault or reason)})" if fault or reason else "")
            for name, score, fault, reason in zip(
                row["players"], row["scores"], row["faults"], row["reasons"], strict=True
            )
        ]
        cells = [row["number"], row["block"], row["seed"], row["turns"], ", ".join(told)]
        rows.append([str(each) for each in cells])
    return Table(worded("cli.show_games"), _columns("game", "block", "seed", "turns", "scores"), rows, (4,))


def _cut(table: Table, part: str, whole: set[str]) -> Table:
    more = 0 if part in whole else max(0, len(table.rows) - MOST_ROWS)
    return replace(table, rows=table.rows[: len(table.rows) - more], more=more, option=f"--{part}")


def _kind(shown: Shown) -> str:
    kind = str(shown.contest.plan["kind"])
    return _word(f"cli.kind.{kind}", kind)


def _reason(shown: Shown, reason: str) -> str:
    """Return a reason for losing, or a kind of fault, in words: the game's own, or those of all games."""
    own = _word(f"reason.{shown.contest.game.name}.{reason}", "")
    return own or _word(f"cli.reason.{reason}", reason)


def _word(id: str, other: str) -> str:
    """Return the text of an id, or `other` for an id of another version's file."""
    return worded(id) if id in catalog(language()) else other


def _number(value: Json) -> str:
    """Return a number with at most two decimals, and any other value as text."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


def _columns(*names: str) -> list[str]:
    return [worded(f"cli.table.{name}") for name in names]


PARTS = ("games", "seeds", "faults", "chances")
"""Parts that are shown, or shown whole, only when asked for."""
MOST_NAMED = 20
FURTHEST = 10_000
"""The largest rating that can be given, in Elo."""


def show(args: argparse.Namespace) -> int:
    """Show the contest in a file, or write one game's replay; return the exit status."""
    if (args.game is None) != (args.replay is None):
        raise Problem(message("cli.show_needs"))
    if args.game is not None:
        return _write_replay(args)
    # Everything is computed before the first line is printed, so a damaged file prints nothing but its error.
    with opened(args.file) as record, refusing(args.file):
        anchor = _anchor(args.anchor, record)
        standings = done(summing(record, anchor), watch("cli.rating"))
        chances = done(superiority_chances(record), watch("cli.rating")) if args.chances else None
        shown = Shown(record, standings, anchor, chances)
        match "json" if args.json else args.format:
            case "json":
                parts: list[str | Table] = [as_json({**as_value(shown), "verified": False})]
            case "csv":
                parts = [_csv(shown, [part for part in PARTS if getattr(args, part)])]
            case _:
                parts = _all_tables(shown, args)
    if args.format != "table":
        say_for_programs()
    for part in parts:
        if isinstance(part, str):
            say(part)
        else:
            say_table(part)
    if not args.json and args.format == "table":
        print_error(worded("cli.show_unverified", verify=_verifying(args.file, record)))
    return DONE


def _anchor(text: str | None, record: Record) -> tuple[int, float] | None:
    """Read `--anchor`: the number of an entrant, and the rating that it is given, in Elo."""
    if text is None:
        return None
    names = [each.name for each in record.contest.entrants]
    name, elo = (text, "0") if text in names else text.rpartition("=")[::2]
    if name not in names:
        raise Problem(message("cli.show_anchor", got=text, names=", ".join(names[:MOST_NAMED])))
    try:
        rating = float(elo)
    except ValueError:
        rating = inf
    if not abs(rating) <= FURTHEST:
        raise Problem(message("cli.show_anchor_elo", got=elo, most=FURTHEST))
    return names.index(name), rating


def _verifying(file: str, record: Record) -> str:
    """Return the commands that verify a file that was shown."""
    if not isinstance(record, Store):
        return f"sandlot verify {shlex.quote(file)}"
    bundle = shlex.quote(f"{file}.zip")
    return f"sandlot bundle {shlex.quote(file)} {bundle} && sandlot verify {bundle}"


def tell(record: Record, as_one_value: bool) -> None:
    """Print the state of a contest after it was played: headlines and standings, or everything as JSON."""
    shown = Shown(record, done(summing(record), watch("cli.rating")))
    if as_one_value:
        say(as_json(as_value(shown)))
        return
    for line in _heads(shown):
        say(line)
    say("")
    say_table(standings_table(shown))


def _heads(shown: Shown) -> list[str]:
    kind = str(shown.contest.plan["kind"])
    found = answer(shown.standings, kind)
    first = found or _first_place(shown, kind)
    told = [each for each in (first, found and in_elo(found), of_repeats(shown.standings)) if each]
    return [*headlines(shown), *map(render, told), *never_started(shown), *shown.slowness]


def _first_place(shown: Shown, kind: str) -> Message | None:
    """Return a message that names who has won a tournament, or leads it so far; None before its first game."""
    said = in_a_word(shown.standings, None, kind)
    if said is None:
        return None
    names: list[str] = said["names"]
    more = ", …" if len(names) > MOST_NAMED else ""
    return message(f"cli.show_{said['word']}", names=", ".join(names[:MOST_NAMED]) + more, count=len(names))


def _write_replay(args: argparse.Namespace) -> int:
    wanted = number(args.game, "--game", low=1)
    with opened(args.file) as record, refusing(args.file):
        places = list(game_refs(record.results()))
        found = next((place for place in places if place.number == wanted), None)
        text = record.replay(found.block, found.game) if found else None
    if text is None:
        raise Problem(message("cli.show_no_game", file=args.file, got=wanted, games=len(places)))
    check_replaceable(args.replay, "replay")
    with written(Path(args.replay)) as file:
        file.write(text)
    if args.json:
        say(as_json({"file": args.replay, "game": wanted}))
    else:
        say(worded("cli.show_wrote", file=args.replay, number=wanted))
    return DONE


def _all_tables(shown: Shown, args: argparse.Namespace) -> list[str | Table]:
    parts: list[str | Table] = [*_heads(shown)]
    for table in tables(shown, {part for part in PARTS if getattr(args, part)}):
        parts += ["", table]
        if table.more:
            parts.append(f"  {worded('cli.show_more', count=table.more, option=table.option)}")
    for text in fault_texts(shown) if args.faults else ():
        parts += ["", text]
    return parts


def _csv(shown: Shown, parts: Sequence[str]) -> str:
    """Return one table, as RFC 4180 describes it: the standings, or the part that was asked for."""
    if len(parts) > 1:
        raise Problem(message("cli.show_one_part", options=", ".join(f"--{part}" for part in PARTS)))
    table: Table = as_csv(shown, parts[0] if parts else "standings")
    return csv_text(table.head, table.rows)
