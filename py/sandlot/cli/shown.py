"""What `show` tells of a contest: its head, its tables, and all of it as one value for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sandlot.cli.terminal import as_json
from sandlot.game import Json
from sandlot.match.fields import read_message
from sandlot.messages import Message, message, plain, render
from sandlot.series.blocks import Result, score
from sandlot.series.record import Place, Record, places_of
from sandlot.series.standings import Standings

__all__ = ["Shown", "Table", "as_csv", "as_value", "fault_texts", "headlines", "standings_table", "tables"]

MOST_ROWS = 20
"""Rows of games, seeds and faults that are shown unless all are asked for."""
MOST_COLUMNS = 12
"""Entrants up to which there is a cross table, and seats up to which there are columns for them."""
LAST_LINES = 20
EXTRA = ("byes", "buchholz", "final", "withdrawn")
HEADS = {
    "games": ("number", "block", "round", "seed", "players", "places", "scores", "turns", "faults", "reasons"),
    "seeds": ("seed", "name", "points", "games", "wins", "draws", "losses"),
    "faults": ("game", "name", "seat", "turn", "kind", "text", "traceback", "errors"),
}
"""The columns of CSV where a contest has no rows of a kind."""


@dataclass(frozen=True)
class Table:
    """A table to print. `words` are its columns of words; `more` rows were left out, which `option` shows."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: Sequence[int] = (0,)
    more: int = 0
    option: str = ""


class Shown:
    """A contest with its standings, and what both tables and JSON need of it."""

    def __init__(self, record: Record, standings: Standings) -> None:
        self.record, self.standings, self.contest = record, standings, record.contest
        self.names = [each.name for each in record.contest.entrants]
        self.results = record.results()
        self.voids = record.voids()
        self.lines = _lines(standings)

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
        """Return all games as JSON values."""
        found = []
        for place in self.places:
            block, game = self.results[place.block].block, self.results[place.block].games[place.game]
            ended: dict[str, Json] = {"places": list(game.places), "scores": list(game.scores), "turns": game.turns}
            ended |= {"faults": list(game.faults), "reasons": list(game.reasons)}
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
                points = [{"name": self.names[each], "points": _points(result, each)} for each in block.players]
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
    """Return the standings; rounds count from 1, as all numbers do that people see."""
    lines: list[dict[str, Json]] = standings.json()["standings"]
    return [{**each, "withdrawn": None if each["withdrawn"] is None else each["withdrawn"] + 1} for each in lines]


def _points(result: Result, entrant: int) -> float:
    seats = [result.block.seats(number).index(entrant) for number in range(len(result.games))]
    return sum(score(game.places, seat) for game, seat in zip(result.games, seats, strict=True))


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
        "blocks": shown.block_rows(),
        "games": shown.game_rows(),
        "cross": standings.cross(),
        "seeds": standings.seeds(),
        "seats": [{**each, "seat": each["seat"] + 1} for each in standings.seats()],
        "reasons": standings.reasons(),
        "faults": shown.fault_rows(),
        "voids": [{"block": each.block + 1, "why": render(each.why)} for each in shown.voids],
    }


def as_csv(shown: Shown, part: str) -> Table:
    """Return a part as a table for programs: its head has names that no language changes."""
    rows = {
        "standings": lambda: shown.lines,
        "games": shown.game_rows,
        "seeds": shown.standings.seeds,
        "faults": shown.fault_rows,
    }
    found = [_flat(row) for row in rows[part]()]
    head = list(found[0]) if found else list(HEADS[part])
    return Table("", head, [[_cell(row[name]) for name in head] for row in found])


def headlines(shown: Shown) -> Iterator[str]:
    """Yield sentences about the whole contest."""
    schedule = shown.standings.schedule
    counts = {"entrants": len(shown.names), "blocks": len(shown.results), "games": len(shown.places)}
    yield _say("cli.show_head", game=shown.contest.game.name, kind=str(shown.contest.plan.get("kind")), **counts)
    now, rounds = schedule.rounds
    if schedule.why:
        yield render(schedule.why, shown.names)
    elif not schedule.over:
        yield _say("cli.show_round", round=now, rounds=rounds) if rounds > 1 else _say("cli.show_unfinished")
    if schedule.verdict:
        yield _say(f"cli.verdict.{schedule.verdict}", name=shown.names[0], other=shown.names[1])
    if shown.standings.beyond:
        yield _say("cli.show_uncounted", count=shown.standings.beyond)


def tables(shown: Shown, whole: set[str]) -> Iterator[Table]:
    """Yield the tables to print; those named in `whole` with all their rows."""
    yield standings_table(shown.standings)
    if len(shown.names) <= MOST_COLUMNS:
        yield _cross(shown)
    yield _cut(_seeds(shown), "seeds", whole)
    yield from _sides(shown)
    yield from _counted(shown)
    if shown.voids:
        rows = [[str(each.block + 1), render(each.why)] for each in shown.voids]
        yield Table(_say("cli.show_voids"), _heads("block", "why"), rows, (1,))
    if "games" in whole:
        yield _games(shown)


def fault_texts(shown: Shown) -> Iterator[str]:
    """Yield every fault in words, with its traceback and the last that the bot printed on standard error."""
    for place, row in zip((place for place, _ in shown.faults), shown.fault_rows(), strict=True):
        head = _say("cli.show_fault", game=place.number, text=row["text"])
        lines = [head] + [f"  {line}" for line in (row["traceback"] or "").splitlines()]
        errors = row["errors"].rstrip().split("\n")[-LAST_LINES:] if row["errors"].strip() else []
        lines += [f"  {_say('cli.show_errors')}:", *(f"    {line}" for line in errors)] if errors else []
        yield "\n".join(lines)


def standings_table(standings: Standings) -> Table:
    """Return the standings as a table, with columns for byes, tie-breaks and withdrawals where there are any."""
    lines = _lines(standings)
    more = [name for name in EXTRA if any(line[name] for line in lines)]
    names = (
        "place",
        "name",
        "points",
        "games",
        "record",
        "faults",
        *more,
        "rating",
        "interval",
        "ahead",
        "rank",
        "group",
    )
    rows = []
    for line in lines:
        first, last = line["rank_interval"]
        shown = {
            **line,
            "record": f"{line['wins']}/{line['draws']}/{line['losses']}",
            "faults": sum(line["faults"].values()),
            "rating": f"{round(line['rating']):+}",
            "interval": "…".join(f"{round(each):+}" for each in line["interval"]),
            "ahead": "" if line["p_next"] is None else f"{100 * line['p_next']:.0f} %",
            "rank": str(first) if first == last else f"{first}-{last}",
        }
        rows.append([_number(shown[name]) for name in names])
    return Table(_say("cli.show_standings"), _heads(*names), rows, (1,))


def _cross(shown: Shown) -> Table:
    found: dict[tuple[str, str], str] = {}
    for row in shown.standings.cross():
        one, other = row["names"]
        found[one, other] = f"{row['points']:g}/{row['games']}"
        found[other, one] = f"{row['games'] - row['points']:g}/{row['games']}"
    order = [line["name"] for line in shown.lines]
    rows = [[one, *(found.get((one, other), "") for other in order)] for one in order]
    return Table(_say("cli.show_cross"), ["", *map(plain, order)], rows)


def _seeds(shown: Shown) -> Table:
    found: dict[int, list[dict[str, Json]]] = {}
    for row in shown.standings.seeds():
        found.setdefault(row["seed"], []).append(row)
    rows = []
    for seed, points in found.items():
        best = sorted(points, key=lambda each: -each["points"] / each["games"])
        rows.append([str(seed), ", ".join(f"{each['name']} {each['points']:g}/{each['games']}" for each in best)])
    return Table(_say("cli.show_seeds"), _heads("seed", "points"), rows, (1,))


def _sides(shown: Shown) -> Iterator[Table]:
    """Yield the points by seat: of everybody together, and of each entrant where there are few seats."""
    found = {(row["name"], row["seat"]): f"{row['points']:g}/{row['games']}" for row in shown.standings.seats()}
    seats = sorted({seat for _, seat in found})
    title = _say("cli.show_sides")
    if len(seats) > MOST_COLUMNS:
        yield Table(title, _heads("number", "points"), [[str(seat + 1), found[None, seat]] for seat in seats], ())
    elif seats:
        names = [line["name"] for line in shown.lines]
        rows = [[name, *(found.get((name, seat), "") for seat in seats)] for name in names]
        rows.append([_say("cli.show_all"), *(found[None, seat] for seat in seats)])
        yield Table(title, [*_heads("name"), *(_say("cli.table.seat", number=seat + 1) for seat in seats)], rows)


def _counted(shown: Shown) -> Iterator[Table]:
    """Yield how often each entrant lost for which reason, and how often it made which fault."""
    found = shown.standings.reasons()
    for what, title in (("loss", "cli.show_reasons"), ("fault", "cli.show_faults")):
        counts = {(row["name"], row["reason"]): str(row["times"]) for row in found if row["what"] == what}
        words = sorted({word for _, word in counts})
        names = dict.fromkeys(name for name, _ in counts)
        rows = [[name, *(counts.get((name, word), "") for word in words)] for name in names]
        if rows:
            yield Table(_say(title), [*_heads("name"), *words], rows)


def _games(shown: Shown) -> Table:
    rows = []
    for row in shown.game_rows():
        told = [
            f"{name} {score:g}" + (f" ({fault or reason})" if fault or reason else "")
            for name, score, fault, reason in zip(
                row["players"], row["scores"], row["faults"], row["reasons"], strict=True
            )
        ]
        cells = [row["number"], row["block"], row["seed"], row["turns"], ", ".join(told)]
        rows.append([str(each) for each in cells])
    return Table(_say("cli.show_games"), _heads("game", "block", "seed", "turns", "scores"), rows, (4,))


def _cut(table: Table, part: str, whole: set[str]) -> Table:
    more = 0 if part in whole else max(0, len(table.rows) - MOST_ROWS)
    return Table(table.title, table.head, table.rows[: len(table.rows) - more], table.words, more, f"--{part}")


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


def _number(value: Json) -> str:
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _heads(*names: str) -> list[str]:
    return [_say(f"cli.table.{name}") for name in names]


def _say(id: str, **params: Json) -> str:
    text: Message = message(id, **params)
    return render(text)
