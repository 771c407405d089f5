"""The results file of a contest: one SQLite file, one transaction for every block.

A contest that was stopped can be continued from this file alone. A block is in it with all its games or not at all, so
a process that is killed loses at most the blocks it was playing.

The file may be damaged or malicious. An untrusted file may have an endless view in place of a table, or a number where
text belongs. So a file must have exactly our tables, and the type and size of every field are checked before its value
is used.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

from sandlot.archive.faults import read_reports
from sandlot.archive.record import BLOCK, PLAYED, Voided, seated, unpacked, unpacked_text
from sandlot.bounded import read_json
from sandlot.contest.worker_reply import PlayedGame
from sandlot.files.reading import check_file, read_some
from sandlot.formats.bounds import (
    CONTEST_BOUNDS,
    FAR,
    FIELD_BOUNDS,
    LONGEST_FIELD,
    LONGEST_REPLAY,
    LONGEST_ROW,
    MOST_ENTRANTS,
    MOST_ROWS,
)
from sandlot.formats.compact import compact_ascii
from sandlot.formats.sentences import SENTENCE
from sandlot.formats.shapes import Misfit
from sandlot.game import Json
from sandlot.jobs import Refused
from sandlot.messages import Message
from sandlot.stats.blocks import Block, Played, Result
from sandlot.tournaments.contest import BadContest, Contest, begun, read_contest

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
"""A table that files of earlier versions do not have."""


class BadStore(Refused):
    """A file that holds no results of a contest, or not those of this one; `text` says what is wrong."""


class _Kind(NamedTuple):
    """The type of a column, as SQLite's typeof names it; and its largest number, or its maximum size in bytes."""

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
    """Yield some columns of a table. `rest` is the rest of the query, and `given` are the values of its parameters.

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
    # SQLite counts the length of a text only up to its first NUL character, but not that of a BLOB.
    size = {"integer": name, "text": f"length(CAST({name} AS BLOB))", "blob": f"length({name})"}[kind.type]
    return f"CASE WHEN typeof({name}) = '{kind.type}' AND {size} BETWEEN 0 AND {kind.most} THEN {name} END"


def _schema(base: sqlite3.Connection, most: int) -> frozenset[tuple[Any, ...]]:
    return frozenset(base.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ?", (most,)))


@cache
def _schema_of(tables: str) -> frozenset[tuple[Any, ...]]:
    # SQLite is asked for it, because it does not keep the text of a CREATE statement unchanged.
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(tables)
        return _schema(base, -1)


T = TypeVar("T")

SQLITE = b"SQLite format 3\0"
"""The first bytes of every file of SQLite."""


class Store:
    """An open results file. Raises `BadStore` for any other file, and `sqlite3.Error` if the disk fails."""

    def __init__(self, connection: sqlite3.Connection, contest: Contest, path: Path) -> None:
        self._base, self.contest, self._path = connection, contest, path
        self._file = _identity(path)

    @classmethod
    def create(cls, path: Path, contest: Contest, bots: Sequence[bytes]) -> Store:
        """Create a new file, which must not exist yet. `bots` are the entrants' sources; `bots()` returns the same."""
        # Raises for a contest that could not be read again, before there is a file.
        described = compact_ascii(begun(contest).json())
        # The file appears complete, so that a process killed here leaves no file that looks like a contest. It is made
        # in a folder that nobody else can write to, so that nobody can have put a link there.
        with TemporaryDirectory(prefix=".sandlot-", dir=path.parent) as folder:
            new = Path(folder, path.name)
            with closing(sqlite3.connect(new)) as base:
                base.executescript(f"PRAGMA application_id = {APPLICATION};{TABLES}{LOADS}")
                base.execute("INSERT INTO contest VALUES (?)", (described,))
                base.executemany("INSERT INTO sources VALUES (?, ?)", enumerate(zlib.compress(bot) for bot in bots))
                base.commit()
            new.replace(path)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, writable: bool = True) -> Store:
        """Open an existing results file."""
        path = path.absolute()
        # SQLite would hang on a pipe.
        check_file(path)
        base = sqlite3.connect(f"{path.as_uri()}?mode={'rw' if writable else 'ro'}", uri=True)
        base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
        # SQLite's default raises `OperationalError` for text that is not UTF-8, as it does if the disk fails.
        base.text_factory = bytes.decode
        try:
            base.execute("PRAGMA trusted_schema = OFF")
            if base.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise BadStore("contest.no_store")
            check_tables(base)
            [(text,)] = rows(base, "contest", ["text"])
            return cls(base, read_contest(text), path)
        except (sqlite3.DatabaseError, ValueError) as error:
            base.close()
            if isinstance(error, Refused) or "locked" in str(error):
                raise
            raise BadStore("contest.damaged" if _is_ours(path) else "contest.no_store") from None

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # Results

    def add(self, block: Block, games: Iterable[PlayedGame], workers: int, waiting: int | None = None) -> None:
        """Store a block with all its games, in one transaction. A block that is there already is left as it is.

        `workers` is how many blocks were played at the same time, and `waiting` is how many processes of the machine
        were waiting for a processor when the block began, if that is known.
        """
        self._check_there()
        with self._base:
            players, orders = compact_ascii(block.players), compact_ascii(block.orders)
            row = (block.number, block.round, players, str(block.seed), orders, workers)
            if not self._base.execute("INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?, ?, ?)", row).rowcount:
                return
            if waiting is not None:
                self._base.execute(LOADS)
                self._base.execute("INSERT OR REPLACE INTO loads VALUES (?, ?)", (block.number, waiting))
            self._base.executemany(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?)",
                (
                    (
                        block.number,
                        number,
                        compact_ascii(list(PLAYED.write(game.played).values())),
                        compact_ascii([r.json() for r in game.reports]),
                        game.replay,
                    )
                    for number, game in enumerate(games)
                ),
            )

    def add_void(self, block: int, why: Message) -> None:
        """Store a void attempt to play a block, and why it was void."""
        self._check_there()
        with self._base:
            self._base.execute("INSERT INTO voids VALUES (?, ?)", (block, compact_ascii(SENTENCE.write(why))))

    def results(self) -> dict[int, Result]:
        """Return all blocks that were played, by number."""
        # Blocks are read before games, because a running contest may add a block between the two queries.
        columns = ("number", "round", "players", "seed", "orders")
        blocks = list(rows(self._base, "blocks", columns, "ORDER BY number"))
        games: dict[int, list[Played]] = {}
        entrants = len(self.contest.entrants)
        try:
            for number, text in rows(self._base, "games", ("block", "played"), "ORDER BY block, game"):
                games.setdefault(number, []).append(_played(text))
            return {row[0]: seated(Result(_block(row), tuple(games.get(row[0], ()))), entrants) for row in blocks}
        except (ValueError, TypeError):
            raise BadStore("contest.damaged") from None

    def workers(self) -> dict[int, int]:
        """Return for each block, by number, how many blocks were played at the same time."""
        return dict(rows(self._base, "blocks", ("number", "workers")))

    def waiting(self) -> dict[int, int]:
        """Return by block, where it is known, how many processes were waiting for a processor when the block began."""
        if not self._base.execute("SELECT 1 FROM sqlite_schema WHERE name = 'loads'").fetchone():
            return {}
        return dict(rows(self._base, "loads", ("block", "waiting")))

    def fault_reports(self) -> Iterator[tuple[int, int, tuple[Mapping[str, Json], ...]]]:
        """Yield the games with faults: their block, their number in it, and the reports; see `faults.Report`."""
        rest = "WHERE reports != '[]' ORDER BY block, game"
        for block, game, text in rows(self._base, "games", ("block", "game", "reports"), rest):
            try:
                reports = read_reports(_read(text), len(self.contest.entrants))
            except Misfit:
                raise BadStore("contest.damaged") from None
            yield block, game, tuple(each.json() for each in reports)

    def voids(self) -> list[Voided]:
        """Return the void attempts to play a block, oldest first."""
        found = rows(self._base, "voids", ("block", "why"), "ORDER BY rowid")
        try:
            return [Voided(block, SENTENCE.read(_read(why))) for block, why in found]
        except Misfit:
            raise BadStore("contest.damaged") from None

    def replay(self, block: int, game: int) -> str | None:
        """Return the text of a game's replay; None if there is no such game."""
        found = next(rows(self._base, "games", ("replay",), "WHERE block = ? AND game = ?", (block, game)), None)
        return None if found is None else _whole(unpacked_text, found[0])

    # Entrants

    def bots(self) -> list[bytes]:
        """Return the sources of the entrants, as they were given."""
        return [_whole(unpacked, bot) for (bot,) in rows(self._base, "sources", ("bot",), "ORDER BY entrant")]

    def withdraw(self, entrant: int, round: int) -> None:
        """Store that an entrant no longer plays from this round on."""
        with self._base:
            self._base.execute("INSERT OR IGNORE INTO withdrawn VALUES (?, ?)", (entrant, round))

    def withdrawn(self) -> dict[int, int]:
        """Return the withdrawn entrants, each with the first round in which it no longer plays."""
        found = dict(rows(self._base, "withdrawn", ("entrant", "round")))
        if any(entrant >= len(self.contest.entrants) for entrant in found):
            raise BadStore("contest.damaged")
        return found

    def _check_there(self) -> None:
        """Raise `BadStore` if the path no longer leads to this file, because what is written to it would be lost."""
        try:
            there = _identity(self._path) == self._file
        except FileNotFoundError:
            there = False
        if not there:
            raise BadStore("contest.gone")


def _is_ours(path: Path) -> bool:
    """Tell whether a file that cannot be read begins as a results file: with SQLite's signature, and our application id
    at byte 68.
    """
    head = read_some(path, 72)
    return head.startswith(SQLITE) and head[68:] == APPLICATION.to_bytes(4, "big")


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _read(text: Any) -> Any:
    try:
        return read_json(text, FIELD_BOUNDS)
    except (ValueError, TypeError):
        raise BadStore("contest.damaged") from None


_PLAYED = tuple(each.name for each in fields(Played))
"""The names of the fields in the list that is stored for a game, in order."""


def _played(text: str) -> Played:
    found = _read(text)
    # Earlier versions wrote fewer fields.
    return PLAYED.read(dict(zip(_PLAYED, found, strict=len(found) > len(_PLAYED))))


def _block(row: Sequence[Any]) -> Block:
    number, round, players, seed, orders = row
    shape = {"number": number, "round": round, "seed": int(seed)}
    return BLOCK.read({**shape, "players": _read(players), "orders": _read(orders)})


def _whole(unpack: Callable[[bytes], T], data: bytes) -> T:
    try:
        return unpack(data)
    except BadContest as bad:
        raise BadStore(bad.text.id) from None


@contextmanager
def locked(path: Path) -> Iterator[bool]:
    """Lock the contest whose results are in `path`; yield whether that succeeded. The system releases the lock when the
    process ends.

    The lock is on a file beside it: SQLite has locks of its own on the file itself.
    """
    beside = path.with_name(f".{path.name}.lock")
    descriptor = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        if not _take(descriptor) or not _is_still(beside, descriptor):
            yield False
            return
        try:
            yield True
        finally:
            beside.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _take(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(beside: Path, descriptor: int) -> bool:
    """Tell whether the lock file is still the one that we opened: its last owner may have removed it in between."""
    with suppress(FileNotFoundError):
        return beside.stat().st_ino == os.fstat(descriptor).st_ino
    return False
