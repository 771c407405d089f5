"""What `show` knows of a contest, as one value for JSON and as rows for CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import combinations

from sandlot.archive.record import Place, Record, places_of
from sandlot.cli.tables import Table
from sandlot.cli.terminal import as_json
from sandlot.contest.store import Store
from sandlot.formats.sentences import read_message
from sandlot.game import Json
from sandlot.messages import Message, render
from sandlot.stats.blocks import Block, Pairing, Plan, halves
from sandlot.stats.two import normalized_elo
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.overload import busy, crowded
from sandlot.tournaments.series import Series
from sandlot.tournaments.standings import Standings

__all__ = ["Shown", "as_csv", "as_value"]

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
"""The columns of CSV where a contest has no rows of a kind."""


class Shown:
    """A contest with its standings, and what both tables and JSON need of it."""

    def __init__(self, record: Record, standings: Standings, anchor: tuple[int, float] | None = None) -> None:
        self.record, self.standings, self.contest = record, standings, record.contest
        self.names = [each.name for each in record.contest.entrants]
        self.results = record.results()
        self.voids = record.voids()
        self.anchor = anchor
        self.chances: list[list[float]] | None = None
        """For each entrant the chance that it is better than each other one, if that was asked for."""
        self.lines = _lines(standings)
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

    @cached_property
    def slowness(self) -> list[str]:
        """What says that the machine was too slow, in sentences. A bundle does not hold under which load it was."""
        if not isinstance(self.record, Store):
            return []
        found = crowded(self.results, self.record.workers()), busy(self.results, self.record.waiting())
        return [render(each) for each in found if each]

    @cached_property
    def plan(self) -> Plan:
        """The plan of the contest."""
        return plan_from(self.contest.plan, len(self.names))

    def scores(self) -> dict[float, int]:
        """Return of a contest of two how many of its blocks were worth so many points to the first entrant: with two
        games a block these are the five counts that engine testers call pentanomial. Empty for others.
        """
        if len(self.names) != 2:
            return {}
        end = self.standings.schedule.counted
        counted = [each for number, each in self.results.items() if end is None or number < end]
        most = max((len(each.games) for each in counted), default=0)
        times = Counter(halves(each)[each.block.players.index(0)] / 2 for each in counted)
        return {half / 2: times[half / 2] for half in range(2 * most, -1, -1)} if most else {}

    def normalized_elo(self) -> float | None:
        """Return the normalized Elo of the first of two, see `two.normalized_elo`; None for others."""
        found = normalized_elo(self.scores())
        return None if found is None else round(found, 1)

    def test(self) -> dict[str, float] | None:
        """Return how far the test of a series is: the logarithms of both likelihood ratios, for "better" and for
        "worse", and the bounds at which one decides or is refused. None without a test.
        """
        plan = self.plan
        ratios = plan.ratios(self.results, self.standings.withdrawn) if isinstance(plan, Series) else []
        if not ratios or not isinstance(plan, Series) or not plan.stop:
            return None
        better, worse = (round(each, 2) for each in ratios[-1])
        bounds = {"lower": round(plan.stop.lower, 2), "upper": round(plan.stop.upper, 2)}
        return {"elo": plan.stop.elo, "better": better, "worse": worse, **bounds}

    def chance_rows(self) -> list[dict[str, Json]]:
        """Return for each two entrants, in the order of the standings, the chance that the first is the better one."""
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
                "bracket": each.bracket or None,
            }
            for each in self.pairings
        ]

    @cached_property
    def places(self) -> list[Place]:
        """All games, with their numbers."""
        return list(places_of(self.results))

    @cached_property
    def faults(self) -> list[tuple[Place, Mapping[str, Json]]]:
        """All reports of faults, each with its game."""
        by_game = {(each.block, each.game): each for each in self.places}
        kept = self.record.kept()
        return [(by_game[b, g], report) for b, g, reports in kept if (b, g) in by_game for report in reports]

    def seats(self, place: Place) -> list[str]:
        """Return the names in the seats of a game."""
        return [self.names[each] for each in self.results[place.block].block.seats(place.game)]

    def game_rows(self) -> list[dict[str, Json]]:
        """Return all games as JSON values; `repeats` is the number of the game that one repeats: see `repeats`."""
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


def _lines(standings: Standings) -> list[dict[str, Json]]:
    """Return the standings, with who is next by the rating. Rounds count from 1, as all numbers do that people see."""
    by_rating = [standings.entrants[each].name for each in standings.intervals.order]
    follows = dict(zip(by_rating, [*by_rating[1:], None], strict=True))
    found = []
    for line in standings.json()["standings"]:
        gone = None if line["withdrawn"] is None else line["withdrawn"] + 1
        found.append({**line, "withdrawn": gone, "next": follows[line["name"]]})
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
    """Return a part as a table for programs: its head has names that no language changes."""
    rows = {
        "standings": lambda: shown.lines,
        "games": shown.game_rows,
        "seeds": shown.standings.seeds,
        "faults": shown.fault_rows,
        "chances": shown.chance_rows,
    }
    found = [_flat(row) for row in rows[part]()]
    head = list(found[0]) if found else list(HEADS[part])
    return Table("", head, [[_cell(row[name]) for name in head] for row in found])


def _flat(row: Mapping[str, Json]) -> dict[str, Json]:
    """Return a row for CSV: an interval becomes two columns, and faults of every kind are added up."""
    found: dict[str, Json] = {}
    for name, value in row.items():
        if name == "faults" and isinstance(value, dict):
            found[name] = sum(value.values())
        elif name.endswith("interval") and isinstance(value, list):
            found |= {f"{name}_low": value[0], f"{name}_high": value[1]}
        else:
            found[name] = value
    return found


def _cell(value: Json) -> str:
    if isinstance(value, list):
        return as_json(value)
    return "" if value is None else str(value)
