"""The tables of a results file, and how rows are read from a file that may be damaged or made to do harm.

A stranger's file may have a view without end in place of a table, or a number where text belongs. So a file must have
exactly our tables, and every field is checked for its type and size before its value is used.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

from sandlot.formats.bounds import CONTEST_BOUNDS, FAR, LONGEST_FIELD, LONGEST_REPLAY, MOST_ENTRANTS, MOST_ROWS
from sandlot.jobs import Refused

__all__ = ["APPLICATION", "LOADS", "TABLES", "BadStore", "check_tables", "rows"]

APPLICATION = 0x53616E64
"""SQLite's application id: "Sand"."""
TABLES = """
CREATE TABLE contest (text TEXT NOT NULL);
CREATE TABLE sources (entrant INTEGER PRIMARY KEY, bot BLOB NOT NULL);
CREATE TABLE withdrawn (entrant INTEGER PRIMARY KEY, round INTEGER NOT NULL);
CREATE TABLE blocks (
    number INTEGER PRIMARY KEY, round INTEGER NOT NULL, players TEXT NOT NULL, seed TEXT NOT NULL,
    orders TEXT NOT NULL, workers INTEGER NOT NULL
);
CREATE TABLE games (
    block INTEGER NOT NULL, game INTEGER NOT NULL, played TEXT NOT NULL, reports TEXT NOT NULL, replay BLOB NOT NULL,
    PRIMARY KEY (block, game)
);
CREATE TABLE voids (block INTEGER NOT NULL, why TEXT NOT NULL);
"""
LOADS = "CREATE TABLE IF NOT EXISTS loads (block INTEGER PRIMARY KEY, waiting INTEGER NOT NULL);"
"""A table that files of earlier versions lack."""


class BadStore(Refused):
    """A file that holds no results of a contest, or not those of this one; `text` says what is wrong."""


class _Kind(NamedTuple):
    """The type of a column, as SQLite's typeof says it; and the largest number, or the most bytes."""

    type: str
    most: int


_NUMBER = _Kind("integer", FAR)
_TEXT = _Kind("text", LONGEST_FIELD)
_ENTRANT = _Kind("integer", MOST_ENTRANTS - 1)
_PACKED = _Kind("blob", LONGEST_REPLAY)
_COLUMNS: Mapping[str, Mapping[str, _Kind]] = {
    "contest": {"text": _Kind("text", CONTEST_BOUNDS.characters)},
    "sources": {"entrant": _ENTRANT, "bot": _PACKED},
    "withdrawn": {"entrant": _ENTRANT, "round": _NUMBER},
    "blocks": {
        "number": _NUMBER,
        "round": _NUMBER,
        "players": _TEXT,
        "seed": _Kind("text", len(str(2**64))),
        "orders": _TEXT,
        "workers": _NUMBER,
    },
    "games": {"block": _NUMBER, "game": _NUMBER, "played": _TEXT, "reports": _TEXT, "replay": _PACKED},
    "voids": {"block": _NUMBER, "why": _TEXT},
    "loads": {"block": _NUMBER, "waiting": _NUMBER},
}


def check_tables(base: sqlite3.Connection) -> None:
    """Raise `BadStore` unless a file has our tables and nothing else: no view, trigger or index, no other column."""
    found = _schema(base, len(_schema_of(TABLES + LOADS)) + 1)
    if found not in (_schema_of(TABLES + LOADS), _schema_of(TABLES)):
        raise BadStore("contest.damaged")


def rows(
    base: sqlite3.Connection, table: str, columns: Sequence[str], rest: str = "", given: Sequence[int] = ()
) -> Iterator[tuple[Any, ...]]:
    """Yield some columns of a table. `rest` is the rest of the query, and `given` are the values for it.

    Raises `BadStore` at a field of the wrong type or size, and after `MOST_ROWS` rows.
    """
    fields = ", ".join(_guarded(name, _COLUMNS[table][name]) for name in columns)
    found = base.execute(f"SELECT {fields} FROM {table} {rest} LIMIT {MOST_ROWS + 1}", given)
    try:
        for number, row in enumerate(found):
            if number == MOST_ROWS or None in row:
                raise BadStore("contest.damaged")
            yield row
    except UnicodeDecodeError:
        raise BadStore("contest.damaged") from None


def _guarded(name: str, kind: _Kind) -> str:
    """Return SQL for a field's value, which is NULL if the field is not of its kind. No field of ours is ever NULL."""
    # SQLite's length of a text ends at its first NUL character, that of a BLOB does not.
    size = {"integer": name, "text": f"length(CAST({name} AS BLOB))", "blob": f"length({name})"}[kind.type]
    return f"CASE WHEN typeof({name}) = '{kind.type}' AND {size} BETWEEN 0 AND {kind.most} THEN {name} END"


def _schema(base: sqlite3.Connection, most: int) -> frozenset[tuple[Any, ...]]:
    return frozenset(base.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ?", (most,)))


@cache
def _schema_of(tables: str) -> frozenset[tuple[Any, ...]]:
    # Asked of SQLite, because it does not keep the text of a CREATE exactly as it was typed.
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(tables)
        return _schema(base, -1)
