"""Tables on the terminal: aligned columns of plain text, or rich's tables where somebody is looking."""

from __future__ import annotations

import csv
import importlib
import io
import re
import sys
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sandlot.cli.terminal import say
from sandlot.messages import plain, worded

WIDE = ("W", "F")
"""Values of Unicode's East Asian Width whose characters take two cells."""
MARKS = ("Mn", "Me", "Cf")
"""Unicode categories of characters without width: they combine with the one before, or are invisible."""
MOST_NAME, LEAST_NAME, LESS = 24, 8, 4
"""How names are cut, in cells, if a table is too wide: first to `MOST_NAME`; then, once columns were left out and it is
still too wide, in steps of `LESS` down to `LEAST_NAME`.
"""
LONGEST_WORD = 16
"""The maximum number of cells of a word that is not broken, in a column whose words may be wrapped."""
GAP = 2
"""Cells between two columns."""


@dataclass(frozen=True)
class Table:
    """A table to print. `words` are the numbers of its columns of words, which are aligned to the left; all others hold
    numbers.

    Where a terminal is too narrow, the heads are replaced by `short`, the cells of the columns `names` are cut, and,
    once these are down to `cut_to` cells of the terminal, columns are left out in the order of `drop`. `notes` are
    printed below the table. The columns `whole` are neither cut nor folded. `more` rows were left out, which `option`
    shows.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: Sequence[int] = (0,)
    names: Sequence[int] = ()
    short: Sequence[str] = ()
    drop: Sequence[int] = ()
    notes: Sequence[str] = ()
    more: int = 0
    option: str = ""
    cut_to: int = MOST_NAME
    whole: Sequence[int] = ()


def say_table(table: Table) -> None:
    """Print a table."""
    table = replace(table, rows=[[plain(cell) for cell in row] for row in table.rows])
    rich = _rich() if sys.stdout.isatty() else None
    if rich is None:
        say(f"{table.title}:")
        for line in columns(table.head, table.rows, table.words):
            say(f"  {line}")
    else:
        table = _say_rich(table, rich)
    for note in table.notes:
        say(f"  {note}")


def _say_rich(table: Table, rich: Mapping[str, Any]) -> Table:
    """Print a table as wide as the terminal; return it as it was printed."""
    box, tables, text, console = (rich[name] for name in ("box", "table", "text", "console"))
    out = console.Console(highlight=False)
    table = fitted(table, out.width)
    made = tables.Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    for number, name in enumerate(table.head):
        long = number in table.words and number not in (*table.names, *table.whole)
        how = {"overflow": "fold"} if long else {"overflow": "ellipsis", "no_wrap": True}
        made.add_column(text.Text(name), justify="left" if number in table.words else "right", **how)
    for row in table.rows:
        # As `Text`, because rich interprets markup in strings, and a bot's name may contain it.
        made.add_row(*map(text.Text, row))
    say(table.title)
    out.print(made)
    return table


def fitted(table: Table, room: int) -> Table:
    """Return a table for a terminal that is `room` cells wide: the same one, or one with short heads, with long names
    cut, and without the columns that do not fit, which a note names.
    """
    everything = range(len(table.head))
    if _room(table.head, table.rows, everything) <= room:
        return table
    head = table.short or table.head
    wrapped = set(table.words) - set(table.names) - set(table.whole)
    kept, left = list(everything), []
    most, drop = MOST_NAME, list(table.drop)
    rows = _cut(table, most)
    while _room(head, rows, kept, wrapped) > room:
        if most > table.cut_to or (not drop and most > LEAST_NAME):
            most -= LESS
            rows = _cut(table, most)
        elif drop:
            kept.remove(drop[0])
            left.append(table.head[drop.pop(0)])
        else:
            break
    note = [worded("cli.table_left_out", columns=", ".join(left))] if left else []
    return replace(
        table,
        head=[head[at] for at in kept],
        rows=[[row[at] for at in kept] for row in rows],
        words=[at for at, column in enumerate(kept) if column in table.words],
        names=[at for at, column in enumerate(kept) if column in table.names],
        whole=[at for at, column in enumerate(kept) if column in table.whole],
        notes=[*table.notes, *note],
    )


def cut(text: str, most: int = MOST_NAME) -> str:
    """Return a text cut to so many cells. The ellipsis is in the middle: names often differ only by a number at the
    end.
    """
    if width(text) <= most:
        return text
    first, last = text, text
    while width(first) > most // 2:
        first = first[:-1]
    while width(first) + width(last) >= most:
        last = last[1:]
    return f"{first}…{last}"


def _cut(table: Table, most: int) -> list[list[str]]:
    """Return the rows of a table with names of at most so many cells."""
    return [[cut(cell, most) if at in table.names else cell for at, cell in enumerate(row)] for row in table.rows]


def _room(head: Sequence[str], rows: Sequence[Sequence[str]], kept: Sequence[int], wrapped: Container[int] = ()) -> int:
    """Return the width of these columns of a table; those in `wrapped` count only with their longest word."""
    wide = [
        max([width(head[at]), *(_longest_word(row[at]) if at in wrapped else width(row[at]) for row in rows)])
        for at in kept
    ]
    return sum(wide) + GAP * (len(kept) - 1)


def _longest_word(text: str) -> int:
    return min(LONGEST_WORD, max(map(width, text.split()), default=0))


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> list[str]:
    """Return the lines of a table: its head, and its rows in columns that are as wide as their widest cell."""
    lines = [list(head), *map(list, rows)]
    wide = [max(width(line[number]) for line in lines) for number in range(len(head))]
    return [
        (" " * GAP).join(_cell(each, wide[n], n in words) for n, each in enumerate(line)).rstrip() for line in lines
    ]


def width(text: str) -> int:
    """Return how many cells of a terminal a text takes. Chinese characters take two each."""
    return sum(_width(each) for each in text)


def _width(char: str) -> int:
    if unicodedata.category(char) in MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1


def _cell(text: str, wide: int, word: bool) -> str:
    room = " " * (wide - width(text))
    return text + room if word else room + text


def _rich() -> dict[str, Any] | None:
    """Return rich's modules, or None where it is not installed."""
    try:
        return {name: importlib.import_module(f"rich.{name}") for name in ("box", "table", "text", "console")}
    except ImportError:
        return None


# For spreadsheets

_COMPUTED = re.compile(r"(?:^|(?<=[;\t\r\n]))(?=\s{0,9}[=+\-@|%＝＋－＠]|[\t\r])")
"""What a spreadsheet may take for the beginning of a formula. In many languages it separates cells by semicolons, and
then no quotes within a line protect these or the ends of lines.
"""
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def csv_text(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as CSV (RFC 4180) in which no cell is a formula."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([_defused(cell) for cell in row] for row in rows)
    return file.getvalue().removesuffix("\n")


def _defused(cell: str) -> str:
    """Return a cell of CSV with an apostrophe before each part that a spreadsheet would compute. Numbers stay."""
    return cell if _NUMBER.fullmatch(cell) else _COMPUTED.sub("'", cell)
