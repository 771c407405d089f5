"""What `show` prints of a contest: its headlines, its tables, and its faults in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sandlot.archive.faults import START
from sandlot.cli.shown import Shown
from sandlot.cli.tables import Table, cut
from sandlot.game import Json
from sandlot.messages import catalog, language, message, render
from sandlot.tournaments.answer import signed

__all__ = ["fault_texts", "headlines", "never_started", "standings_table", "tables"]

MOST_ROWS = 20
"""Rows of games, seeds and faults that are shown unless all are asked for."""
MOST_COLUMNS = 12
"""Entrants up to which there is a cross table, and seats up to which there are columns for them."""
LAST_LINES = 20
LEAST_NAMED = 12
"""Cells that the name of an opponent takes at least, beside others in its row."""
EXTRA = ("byes", "buchholz", "final", "withdrawn")
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
    yield _say("cli.show_head", game=shown.contest.game.name, kind=_kind(shown), **counts)
    now, rounds = schedule.rounds
    if schedule.why:
        yield render(schedule.why, shown.names)
    elif not schedule.over:
        yield _say("cli.show_round", round=now, rounds=rounds) if rounds > 1 else _say("cli.show_unfinished")
    if shown.unplayed:
        block, why = shown.unplayed[0]
        names = ", ".join(shown.names[each] for each in block.players)
        yield _say("cli.show_unplayed", count=len(shown.unplayed), block=block.number + 1, names=names, why=why)
    if test := shown.test():
        yield _say("cli.show_test", **{name: f"{value:g}" for name, value in test.items()})
    if shown.standings.beyond:
        yield _say("cli.show_uncounted", count=shown.standings.beyond)


def never_started(shown: Shown) -> Iterator[str]:
    """Yield a sentence about each entrant that could not start in some of its games: that says nothing of its
    strength.
    """
    found: dict[str, list[str]] = {}
    for (_, report), row in zip(shown.faults, shown.fault_rows(), strict=True):
        if report["turn"] == START:
            found.setdefault(row["name"], []).append(row["text"])
    games = {line["name"]: line["games"] for line in shown.lines}
    for name, texts in found.items():
        yield _say("cli.not_started", name=name, count=len(texts), games=games[name], why=texts[0])


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
        yield Table(_say("cli.show_voids"), _columns("block", "why"), rows, (1,))
    if "games" in whole:
        yield _games(shown)


def fault_texts(shown: Shown) -> Iterator[str]:
    """Yield every fault in words, with its traceback and the last that the bot printed on standard error. Those of one
    entrant with the same kind, sentence and traceback are told once, as the first of them was.
    """
    groups: dict[tuple[Json, ...], list[dict[str, Json]]] = {}
    for (_, report), row in zip(shown.faults, shown.fault_rows(), strict=True):
        key = row["name"], row["kind"], row["traceback"], report["text"][0]
        groups.setdefault(key, []).append(row)
    for rows in groups.values():
        row, games = rows[0], [str(each["game"]) for each in rows]
        head = _say("cli.show_fault", game=games[0], text=row["text"])
        if len(games) > 1:
            some = ", ".join(games[:MOST_ROWS]) + (", …" if len(games) > MOST_ROWS else "")
            head = _say("cli.show_same_fault", games=some, count=len(games), text=row["text"])
        lines = [head] + [f"  {line}" for line in (row["traceback"] or "").splitlines()]
        errors = row["errors"].rstrip().split("\n")[-LAST_LINES:] if row["errors"].strip() else []
        lines += [f"  {_say('cli.show_errors')}:", *(f"    {line}" for line in errors)] if errors else []
        yield "\n".join(lines)


def standings_table(shown: Shown) -> Table:
    """Return the standings as a table, with columns for byes, tie-breaks and withdrawals where there are any."""
    lines = shown.lines
    more = [name for name in EXTRA if any(line[name] for line in lines)]
    record = "record_many" if shown.is_many else "record"
    names = (
        "place",
        "name",
        "points",
        "games",
        record,
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
        cells = {
            **line,
            record: f"{line['wins']}/{line['draws']}/{line['losses']}",
            "faults": sum(line["faults"].values()),
            "rating": signed(line["rating"]),
            "interval": "…".join(map(signed, line["interval"])),
            "ahead": _ahead(line, shown.is_by_rating),
            "rank": str(first) if first == last else f"{first}-{last}",
        }
        rows.append([_number(cells[name]) for name in names])
    short = [_say(f"cli.short.{name}") if name in SHORT else _say(f"cli.table.{name}") for name in names]
    drop = [names.index(name) for name in DROPPED if name in names]
    heads = ["ahead_named" if name == "ahead" and not shown.is_by_rating else name for name in names]
    return Table(_say("cli.show_standings"), _columns(*heads), rows, (1,), (1,), short, drop, tuple(_notes(shown)))


def _ahead(line: Mapping[str, Json], is_by_rating: bool) -> str:
    """Return how surely an entrant is better than the next one by the rating, who is named unless it stands in the next
    row.
    """
    if line["p_next"] is None:
        return ""
    chance = _say("cli.table.sure", percent=_percent(line["p_next"]))
    return chance if is_by_rating else f"{cut(line['next'], LEAST_NAMED)} {chance}"


def _notes(shown: Shown) -> Iterator[str]:
    """Yield what a reader of the standings has to know about the points."""
    if shown.is_many:
        yield _say("cli.show_many")
    kind = shown.contest.plan["kind"]
    if kind in ("swiss", "finals"):
        yield _say("cli.show_swiss")
    if shown.standings.schedule.finals is not None:
        yield _say("cli.show_final")
    if shown.anchor:
        entrant, elo = shown.anchor
        yield _say("cli.show_anchored", name=shown.names[entrant], elo=f"{elo:g}")
    if len(shown.names) > MOST_COLUMNS:
        yield _say("cli.show_no_cross", most=MOST_COLUMNS)


def _rounds(shown: Shown) -> Table:
    """Return who met whom in which round, how it ended, and what decided."""
    rows = []
    for each in shown.pairing_rows():
        one, other = (*each["names"], "")[:2]
        told = _say(f"cli.decided.{each['how']}", name=each["winner"])
        bracket = [_say(f"cli.bracket.{each['bracket']}")] if each["bracket"] else []
        rows.append([str(each["round"]), *bracket, one, other, ":".join(map(_number, each["points"])), told])
    round, bracket_head, pairing, *others = _columns("round", "bracket", "pairing", "points", "decided")
    brackets = [bracket_head] * (len(rows[0]) - 5)
    at = 1 + len(brackets)
    rest = [*brackets, pairing, "", *others]
    return Table(
        _say("cli.show_rounds"),
        [round, *rest],
        rows,
        (*range(1, at + 2), at + 3),
        (at, at + 1),
        short=[_say("cli.short.place"), *rest],
        drop=(at + 3,),
        cut_to=LEAST_NAMED,
    )


def _scores(shown: Shown, scores: Mapping[float, int]) -> Table:
    """Return how many blocks of a contest of two had which score, with its draws and its normalized Elo."""
    first = shown.names[0]
    line = next(each for each in shown.lines if each["name"] == first)
    row = [*map(str, scores.values()), f"{100 * line['draws'] / max(line['games'], 1):.0f} %"]
    normalized = shown.normalized_elo()
    row.append("" if normalized is None else f"{normalized:+.0f}")
    head = [*(f"{points:g}" for points in scores), *_columns("drawn", "normalized_elo")]
    return Table(_say("cli.show_scores", name=first), head, [row], ())


def _cross(shown: Shown) -> Table:
    """Return the cross table. Its columns have numbers for heads, because names would make it too wide."""
    found: dict[tuple[str, str], str] = {}
    for row in shown.standings.cross():
        one, other = row["names"]
        found[one, other] = f"{row['points']:g}/{row['games']}"
        found[other, one] = f"{row['games'] - row['points']:g}/{row['games']}"
    order = [line["name"] for line in shown.lines]
    numbers = [str(number + 1) for number in range(len(order))]
    rows = [
        [number, one, *(found.get((one, other), "") for other in order)]
        for number, one in zip(numbers, order, strict=True)
    ]
    head = ["", *_columns("name"), *numbers]
    return Table(_say("cli.show_cross"), head, rows, (1,), (1,), drop=_last_first(2, len(head)))


def _chances(shown: Shown) -> Table:
    """Return how sure it is that who stands in a row is better than who stands in a column, in percent."""
    found: dict[tuple[str, str], float] = {}
    for row in shown.chance_rows():
        one, other = row["name"], row["other"]
        found[one, other], found[other, one] = row["chance"], 1 - row["chance"]
    order = [line["name"] for line in shown.lines]
    numbers = [str(number + 1) for number in range(len(order))]
    rows = [
        [number, one, *(f"{_percent(found[one, other])} %" if one != other else "" for other in order)]
        for number, one in zip(numbers, order, strict=True)
    ]
    head = ["", *_columns("name"), *numbers]
    return Table(_say("cli.show_chances"), head, rows, (1,), (1,), drop=_last_first(2, len(head)))


def _percent(chance: float) -> str:
    """Return a chance in percent. It is never called certain: a thousand resamples cannot say that."""
    return "<1" if chance < 0.005 else ">99" if chance > 0.995 else f"{100 * chance:.0f}"


def _last_first(first: int, count: int) -> list[int]:
    return list(range(count - 1, first, -1))


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
    return Table(_say("cli.show_seeds"), _columns("seed", "points"), rows, (1,))


def _sides(shown: Shown) -> Iterator[Table]:
    """Yield the points by seat: of everybody together, and of each entrant where there are few seats."""
    found = {(row["name"], row["seat"]): f"{_number(row['points'])}/{row['games']}" for row in shown.standings.seats()}
    seats = sorted({seat for _, seat in found})
    title = _say("cli.show_sides")
    if len(seats) > MOST_COLUMNS:
        yield Table(title, _columns("number", "points"), [[str(seat + 1), found[None, seat]] for seat in seats], ())
    elif seats:
        names = [line["name"] for line in shown.lines]
        rows = [[name, *(found.get((name, seat), "") for seat in seats)] for name in names]
        rows.append([_say("cli.show_all"), *(found[None, seat] for seat in seats)])
        head = [*_columns("name"), *(_say("cli.table.seat", number=seat + 1) for seat in seats)]
        short = [head[0], *(str(seat + 1) for seat in seats)]
        yield Table(title, head, rows, names=(0,), short=short, drop=_last_first(1, len(head)))


def _counted(shown: Shown) -> Iterator[Table]:
    """Yield how often each entrant lost for which reason, and how often it made which fault."""
    found = shown.standings.reasons()
    for what, title in (("loss", "cli.show_reasons"), ("fault", "cli.show_faults")):
        rows = [[row["name"], _reason(shown, row["reason"]), str(row["times"])] for row in found if row["what"] == what]
        if rows:
            yield Table(_say(title), _columns("name", "why", "times"), rows, (0, 1), (0,))


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
    return Table(_say("cli.show_games"), _columns("game", "block", "seed", "turns", "scores"), rows, (4,))


def _cut(table: Table, part: str, whole: set[str]) -> Table:
    more = 0 if part in whole else max(0, len(table.rows) - MOST_ROWS)
    return replace(table, rows=table.rows[: len(table.rows) - more], more=more, option=f"--{part}")


def _kind(shown: Shown) -> str:
    kind = str(shown.contest.plan["kind"])
    return _word(f"cli.kind.{kind}", kind)


def _reason(shown: Shown, reason: str) -> str:
    """Return a reason or a kind of fault in words: the game's own, or those that all games share."""
    own = _word(f"reason.{shown.contest.game.name}.{reason}", "")
    return own or _word(f"cli.reason.{reason}", reason)


def _word(id: str, other: str) -> str:
    """Return what an id says, or another text for one that a file of another version has brought."""
    return _say(id) if id in catalog(language()) else other


def _number(value: Json) -> str:
    """Return a number with two decimals at most, anything else as it is."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


def _columns(*names: str) -> list[str]:
    return [_say(f"cli.table.{name}") for name in names]


def _say(id: str, **params: Json) -> str:
    return render(message(id, **params))
