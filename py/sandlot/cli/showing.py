"""`show`: what the file of a contest says, as tables, JSON or CSV; and the replay of one of its games."""

from __future__ import annotations

import argparse
import csv
import io
import re
import shlex
from collections.abc import Sequence
from math import inf
from pathlib import Path

from sandlot.api.problem import DONE, Problem
from sandlot.archive.record import Record, places_of, summing, superior
from sandlot.cli.files import written
from sandlot.cli.records import may_replace, opened, refusing
from sandlot.cli.show_tables import fault_texts, headlines, never_started, standings_table, tables
from sandlot.cli.shown import Shown, as_csv, as_value
from sandlot.cli.tables import Table, say_table
from sandlot.cli.telling import watch
from sandlot.cli.terminal import as_json, complain, say, say_for_programs
from sandlot.cli.typed import number
from sandlot.contest.store import Store
from sandlot.jobs import done
from sandlot.messages import message, render
from sandlot.tournaments.answer import answer, in_elo, of_repeats

__all__ = ["show", "tell"]

PARTS = ("games", "seeds", "faults", "chances")
"""Parts that are shown, or shown whole, only when asked for."""
MOST_NAMED = 20
FURTHEST = 10_000
"""The largest rating that can be given, in Elo."""


def show(known: argparse.Namespace) -> int:
    """Show the contest in a file, or write one game's replay; return the exit status."""
    if (known.game is None) != (known.replay is None):
        raise Problem(message("cli.show_needs"))
    if known.game is not None:
        return _write_replay(known)
    # All of it is made before the first line is printed: a damaged file is refused with nothing else said.
    with opened(known.file) as record, refusing(known.file):
        anchor = _anchor(known.anchor, record)
        shown = Shown(record, done(summing(record, anchor), watch("cli.rating")), anchor)
        if known.chances:
            shown.chances = done(superior(record), watch("cli.rating"))
        match "json" if known.json else known.format:
            case "json":
                parts: list[str | Table] = [as_json({**as_value(shown), "verified": False})]
            case "csv":
                parts = [_csv(shown, [part for part in PARTS if getattr(known, part)])]
            case _:
                parts = _all_tables(shown, known)
    if known.format != "table":
        say_for_programs()
    for part in parts:
        if isinstance(part, str):
            say(part)
        else:
            say_table(part)
    if not known.json and known.format == "table":
        complain(render(message("cli.show_unverified", verify=_verifying(known.file, record))))
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
    """Return the commands that verify a file which was shown."""
    if not isinstance(record, Store):
        return f"sandlot verify {shlex.quote(file)}"
    bundle = shlex.quote(f"{file}.zip")
    return f"sandlot bundle {shlex.quote(file)} {bundle} && sandlot verify {bundle}"


def tell(record: Record, as_one_value: bool) -> None:
    """Print how a contest stands after it was played: its headlines and its standings, or all of it as JSON."""
    shown = Shown(record, done(summing(record), watch("cli.rating")))
    if as_one_value:
        say(as_json(as_value(shown)))
        return
    for line in _heads(shown):
        say(line)
    say("")
    say_table(standings_table(shown))


def _heads(shown: Shown) -> list[str]:
    found = answer(shown.standings, str(shown.contest.plan["kind"]))
    told = [each for each in (found, found and in_elo(found), of_repeats(shown.standings)) if each]
    return [*headlines(shown), *map(render, told), *never_started(shown), *shown.slowness]


def _write_replay(known: argparse.Namespace) -> int:
    wanted = number(known.game, "--game", low=1)
    with opened(known.file) as record, refusing(known.file):
        places = list(places_of(record.results()))
        found = next((place for place in places if place.number == wanted), None)
        text = record.replay(found.block, found.game) if found else None
    if text is None:
        raise Problem(message("cli.show_no_game", file=known.file, got=wanted, games=len(places)))
    may_replace(known.replay, "replay")
    with written(Path(known.replay)) as file:
        file.write(text)
    if known.json:
        say(as_json({"file": known.replay, "game": wanted}))
    else:
        say(render(message("cli.show_wrote", file=known.replay, number=wanted)))
    return DONE


def _all_tables(shown: Shown, known: argparse.Namespace) -> list[str | Table]:
    parts: list[str | Table] = [*_heads(shown)]
    for table in tables(shown, {part for part in PARTS if getattr(known, part)}):
        parts += ["", table]
        if table.more:
            parts.append(f"  {render(message('cli.show_more', count=table.more, option=table.option))}")
    for text in fault_texts(shown) if known.faults else ():
        parts += ["", text]
    return parts


_COMPUTED = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def _defused(cell: str) -> str:
    """Return a cell of CSV: a name or a text that a spreadsheet would compute gets an apostrophe. Numbers stay."""
    return f"'{cell}" if _COMPUTED.match(cell) and not _NUMBER.fullmatch(cell) else cell


def _csv(shown: Shown, parts: Sequence[str]) -> str:
    """Return one table, as RFC 4180 describes it: the standings, or the part that was asked for."""
    if len(parts) > 1:
        raise Problem(message("cli.show_one_part", options=", ".join(f"--{part}" for part in PARTS)))
    table: Table = as_csv(shown, parts[0] if parts else "standings")
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table.head)
    writer.writerows([_defused(cell) for cell in row] for row in table.rows)
    return file.getvalue().removesuffix("\n")
