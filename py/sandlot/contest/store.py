"""The results file of a contest: one SQLite file, one transaction for every block.

A contest that was stopped goes on from this file alone. A block is in it with all its games or not at all, so a process
that is killed loses at most the blocks it was playing.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.contest.outcome import Game
from sandlot.game import Json
from sandlot.jobs import Refused
from sandlot.match.replay_file import LONGEST
from sandlot.messages import Message
from sandlot.series.blocks import Block, Played, Result
from sandlot.series.contest import BOUNDS, Contest, read_contest

__all__ = ["BadStore", "Store", "Voided"]

APPLICATION = 0x53616E64
"""SQLite's application id: "Sand"."""
FIELD = Bounds(characters=2**20, values=50_000, depth=12)
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


class BadStore(Refused):
    """A file that holds no results of a contest, or not those of this one; `text` says what is wrong."""


@dataclass(frozen=True, slots=True)
class Voided:
    """A try to play a block that the platform has spoilt."""

    block: int
    why: Message


class Store:
    """An open results file. Raises `BadStore` for a file that is none, and `sqlite3.Error` if the disk fails."""

    def __init__(self, connection: sqlite3.Connection, contest: Contest) -> None:
        self._base, self.contest = connection, contest

    @classmethod
    def create(cls, path: Path, contest: Contest, bots: Sequence[bytes]) -> Store:
        """Make a new file, which must not exist yet. `bots` are the entrants' sources, in the form of the caller."""
        # The file appears whole, so that a process killed here leaves no file that looks like a contest.
        new = path.with_name(f".{path.name}.new")
        new.unlink(missing_ok=True)
        with closing(sqlite3.connect(new)) as base:
            base.executescript(f"PRAGMA application_id = {APPLICATION};{TABLES}")
            base.execute("INSERT INTO contest VALUES (?)", (_json(contest.json()),))
            base.executemany("INSERT INTO sources VALUES (?, ?)", enumerate(zlib.compress(bot) for bot in bots))
            base.commit()
        new.replace(path)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, writable: bool = True) -> Store:
        """Open a file of an earlier call."""
        base = sqlite3.connect(f"{path.absolute().as_uri()}?mode={'rw' if writable else 'ro'}", uri=True)
        try:
            base.execute("PRAGMA trusted_schema = OFF")
            if base.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                raise BadStore("contest.no_store")
            [(text,)] = base.execute("SELECT text FROM contest WHERE length(text) <= ?", (BOUNDS.characters,))
            return cls(base, read_contest(text))
        except (sqlite3.DatabaseError, ValueError) as error:
            base.close()
            if isinstance(error, Refused) or "locked" in str(error):
                raise
            raise BadStore("contest.no_store") from None

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # Results

    def add(self, block: Block, games: Iterable[Game], workers: int) -> None:
        """Keep a block with all its games, in one transaction. A block that is there already stays as it is.

        `workers` is how many blocks were played at the same time.
        """
        with self._base:
            row = (block.number, block.round, _json(block.players), str(block.seed), _json(block.orders), workers)
            if not self._base.execute("INSERT OR IGNORE INTO blocks VALUES (?, ?, ?, ?, ?, ?)", row).rowcount:
                return
            self._base.executemany(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?)",
                (
                    (
                        block.number,
                        number,
                        _json(_row(game.played)),
                        _json([r.json() for r in game.reports]),
                        game.replay,
                    )
                    for number, game in enumerate(games)
                ),
            )

    def add_void(self, block: int, why: Message) -> None:
        """Keep why a try to play a block failed."""
        with self._base:
            self._base.execute("INSERT INTO voids VALUES (?, ?)", (block, _json([why.id, dict(why.params)])))

    def results(self) -> dict[int, Result]:
        """Return all blocks that were played, by number."""
        games: dict[int, list[Played]] = {}
        for number, text in self._base.execute("SELECT block, played FROM games ORDER BY block, game"):
            games.setdefault(number, []).append(_played(text))
        found = self._base.execute("SELECT number, round, players, seed, orders FROM blocks ORDER BY number")
        return {row[0]: Result(_block(row), tuple(games.get(row[0], ()))) for row in found}

    def workers(self) -> dict[int, int]:
        """Return for each block how many were played at the same time."""
        return dict(self._base.execute("SELECT number, workers FROM blocks"))

    def kept(self) -> Iterator[tuple[int, int, tuple[Mapping[str, Json], ...]]]:
        """Yield the games with faults: their block, their number in it, and the reports; see `outcome.Report`."""
        found = self._base.execute("SELECT block, game, reports FROM games WHERE reports != '[]' ORDER BY block, game")
        for block, game, text in found:
            yield block, game, tuple(_read(text))

    def voids(self) -> list[Voided]:
        """Return the tries that the platform has spoilt, oldest first."""
        found = self._base.execute("SELECT block, why FROM voids ORDER BY rowid")
        return [Voided(block, Message(*_read(why))) for block, why in found]

    def replay(self, block: int, game: int) -> str | None:
        """Return the text of a game's replay; None if there is no such game."""
        found = self._base.execute("SELECT replay FROM games WHERE block = ? AND game = ?", (block, game)).fetchone()
        return None if found is None else _unpacked(found[0])

    # Entrants

    def bots(self) -> list[bytes]:
        """Return the sources of the entrants, as they were given."""
        found = self._base.execute("SELECT bot FROM sources ORDER BY entrant")
        return [_unpacked_bytes(bot) for (bot,) in found]

    def withdraw(self, entrant: int, round: int) -> None:
        """Keep that an entrant no longer plays from a round on."""
        with self._base:
            self._base.execute("INSERT OR IGNORE INTO withdrawn VALUES (?, ?)", (entrant, round))

    def withdrawn(self) -> dict[int, int]:
        """Return who has been withdrawn, and from which round on."""
        return dict(self._base.execute("SELECT entrant, round FROM withdrawn"))


def _json(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"))


def _read(text: Any) -> Any:
    try:
        return read_json(text, FIELD)
    except (ValueError, TypeError):
        raise BadStore("contest.damaged") from None


def _row(played: Played) -> Json:
    return [played.places, played.scores, played.faults, played.reasons, played.turns]


def _played(text: str) -> Played:
    places, scores, faults, reasons, turns = _read(text)
    return Played(tuple(places), tuple(scores), tuple(faults), tuple(reasons), turns)


def _block(row: Sequence[Any]) -> Block:
    number, round, players, seed, orders = row
    return Block(number, tuple(_read(players)), int(seed), tuple(map(tuple, _read(orders))), round)


def _unpacked(data: bytes) -> str:
    return _unpacked_bytes(data).decode()


def _unpacked_bytes(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(data, 4 * LONGEST)
    except zlib.error:
        raise BadStore("contest.damaged") from None
    if not unpacker.eof:
        raise BadStore("contest.damaged")
    return found
