"""A damaged or malicious results file is refused with a message."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sandlot.contest import store as module
from sandlot.contest.store import BadStore, Store
from sandlot.contest.worker_reply import PlayedGame, Report
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.game import FaultKind
from sandlot.games import GAMES, rules
from sandlot.jobs import Refused
from sandlot.messages import message, render
from sandlot.stats.blocks import Block, Entrant, Played
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from

FAULT: FaultKind = "timeout"
BLOCK = Block(0, (0, 1), 7, ((0, 1), (1, 0)))


def games() -> Iterator[PlayedGame]:
    for number in range(2):
        report = Report(1, 5, message("void.lost", why="x"), None, "errors")
        played = Played((1, 2), (1.0, 0.0), (None, FAULT), (None, "late"), 9)
        yield PlayedGame(played, (report,), zlib.compress(f"replay {number}".encode()))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a results file with rows in every table."""
    path = tmp_path_factory.mktemp("store") / "a.contest"
    plan = plan_from({"kind": "round-robin", "seeds": {"first": 7, "given": []}}, 2)
    entrants = (Entrant("ann", "code of ann"), Entrant("bob", "code of bob"))
    contest = Contest(GAMES["snake"], rules("snake"), entrants, plan.json(), secret="ab")
    with closing(Store.create(path, contest, [b"ann", b"bob"])) as store:
        store.add(BLOCK, games(), 2, 5)
        store.add_void(0, message("void.lost", why="x"))
        store.withdraw(1, 3)
    return path.read_bytes()


@pytest.fixture
def path(kept: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "a.contest"
    path.write_bytes(kept)
    return path


def change(path: Path, *statements: str, given: tuple[Any, ...] = ()) -> None:
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement, given)
        base.commit()


def read(store: Store) -> tuple[Any, ...]:
    """Read the whole content of a results file."""
    replays = [store.replay(0, game) for game in range(3)]
    return (
        store.results(),
        (store.workers(), store.waiting()),
        list(store.fault_reports()),
        store.voids(),
        replays,
        store.bots(),
        store.withdrawn(),
    )


def refusal(path: Path) -> str:
    with pytest.raises(BadStore) as caught, closing(Store.open(path, writable=False)) as store:
        read(store)
    return caught.value.text.id


def test_stored_contest_is_read(path: Path) -> None:
    with closing(Store.open(path, writable=False)) as store:
        results, (workers, waiting), reports, voids, replays, bots, withdrawn = read(store)
    assert results[0].block == BLOCK
    assert results[0].games == tuple(game.played for game in games())
    assert (workers, waiting) == ({0: 2}, {0: 5})
    assert reports == [(0, game, tuple(each.json() for each in next(games()).reports)) for game in (0, 1)]
    assert [(void.block, void.why.id) for void in voids] == [(0, "void.lost")]
    assert replays == ["replay 0", "replay 1", None]
    assert (bots, withdrawn) == ([b"ann", b"bob"], {1: 3})


@pytest.mark.parametrize("size", [100, 5000])
def test_truncated_results_file_is_damaged(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])
    assert refusal(path) == "contest.damaged"


def test_interrupted_creation_leaves_nothing(path: Path, tmp_path: Path) -> None:
    class Stopped(list[bytes]):
        def __iter__(self) -> Iterator[bytes]:
            raise KeyboardInterrupt

    with closing(Store.open(path)) as store:
        contest = store.contest
    with pytest.raises(KeyboardInterrupt):
        Store.create(tmp_path / "new.contest", contest, Stopped())
    assert list(tmp_path.iterdir()) == [path]


def played(scores: str = "[1,0]", faults: str = "[null,null]") -> str:
    return f"[[1,2],{scores},{faults},[null,null],5]"


FIELDS: list[tuple[str, Any]] = [
    ("games.replay", 5),
    ("games.replay", "text"),
    ("games.replay", b""),
    ("games.replay", b"no zlib"),
    ("games.replay", zlib.compress(b"\xff\xfe")),
    ("games.replay", zlib.compress(b"replay")[:-1]),
    ("games.reports", 5),
    ("games.reports", "7"),
    ("games.reports", "{}"),
    ("games.reports", '[{"player":99}]'),
    ("games.reports", b"[]"),
    ("games.played", 5),
    ("games.played", b"[]"),
    ("games.played", "[]"),
    ("games.played", "5"),
    ("games.played", played(scores=f"[{'9' * 4000},0]")),
    ("games.played", played(scores="[1e308,0]")),
    ("games.played", played(scores='["1",0]')),
    ("games.played", played(faults="[[],null]")),
    ("games.played", "[" * 50),
    ("games.block", 0.5),
    ("games.block", "x"),
    ("games.game", "x"),
    ("blocks.number", -5),
    ("blocks.round", -3),
    ("blocks.round", "x"),
    ("blocks.seed", "1e5"),
    ("blocks.seed", "9" * 5000),
    ("blocks.seed", b"7"),
    ("blocks.players", "[0,0]"),
    ("blocks.players", "[[],[]]"),
    ("blocks.players", "[false,true]"),
    ("blocks.players", '"01"'),
    ("blocks.players", "5"),
    ("blocks.orders", "[[0,1],5]"),
    ("blocks.workers", "x"),
    ("blocks.workers", 2**62),
    ("loads.block", -1),
    ("loads.waiting", "x"),
    ("loads.waiting", -1),
    ("voids.block", "x"),
    ("voids.block", -1),
    ("voids.why", "5"),
    ("voids.why", '["void.none",{}]'),
    ("withdrawn.round", "x"),
    ("withdrawn.round", -5),
    ("withdrawn.entrant", 2),
    ("withdrawn.entrant", -1),
    ("sources.bot", 5),
    ("sources.bot", "text"),
]


@pytest.mark.parametrize(("column", "value"), FIELDS, ids=[f"{name}={value!r:.20}" for name, value in FIELDS])
def test_damaged_field_is_refused(path: Path, column: str, value: Any) -> None:
    table, name = column.split(".")
    first = f"UPDATE {table} SET {name} = ? WHERE rowid = (SELECT min(rowid) FROM {table})"
    change(path, first, given=(value,))
    assert refusal(path) in ("contest.damaged", "contest.no_store")


def test_non_utf_8_text_is_refused(path: Path) -> None:
    change(path, "UPDATE voids SET why = CAST(x'5bff5d' AS TEXT)")
    assert refusal(path) == "contest.damaged"


def test_text_length_counts_beyond_nul(path: Path) -> None:
    change(path, "UPDATE blocks SET seed = '7' || char(0) || ?", given=("9" * 100,))
    assert refusal(path) == "contest.damaged"


ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r) SELECT"
SCHEMAS: dict[str, tuple[str, ...]] = {
    "no table": ("DROP TABLE games",),
    "another load": ("DROP TABLE loads", "CREATE TABLE loads (block, waiting)"),
    "another table": ("CREATE TABLE more (a)",),
    "an index": ("CREATE INDEX more ON games (played)",),
    "a trigger": ("CREATE TRIGGER more AFTER INSERT ON games BEGIN DELETE FROM blocks; END",),
    "another view": ("CREATE VIEW more AS SELECT 1",),
    "other columns": ("DROP TABLE withdrawn", "CREATE TABLE withdrawn (entrant, round)"),
    "a computed column": ("ALTER TABLE voids ADD COLUMN more TEXT AS (why || why)",),
    "endless games": (
        "DROP TABLE games",
        f"CREATE VIEW games AS {ENDLESS} n AS block, 0 AS game, '[]' AS played, '[]' AS reports, x'' AS replay FROM r",
    ),
    "endless contest": ("DROP TABLE contest", f"CREATE VIEW contest AS {ENDLESS} 'x' AS text FROM r"),
}


@pytest.mark.parametrize("statements", SCHEMAS.values(), ids=SCHEMAS)
def test_file_with_unknown_schema_objects_is_refused(path: Path, statements: tuple[str, ...]) -> None:
    change(path, *statements)
    with pytest.raises(BadStore) as caught:
        Store.open(path, writable=False)
    assert caught.value.text.id == "contest.damaged"


def test_file_without_table_of_loads_is_read_and_extended(path: Path) -> None:
    """Earlier versions did not record the load of the machine."""
    change(path, "DROP TABLE loads")
    with closing(Store.open(path, writable=False)) as store:
        assert store.waiting() == {}
    with closing(Store.open(path)) as store:
        store.add(Block(1, (0, 1), 8, BLOCK.orders), games(), 2)
        assert store.waiting() == {}
        store.add(Block(2, (0, 1), 9, BLOCK.orders), games(), 2, 0)
    with closing(Store.open(path, writable=False)) as store:
        assert store.waiting() == {2: 0}
        assert list(store.results()) == [0, 1, 2]


def test_tables_with_too_many_rows_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 2)
    with closing(Store.open(path, writable=False)) as store:
        assert len(store.results()[0].games) == 2
    monkeypatch.setattr(module, "MOST_ROWS", 1)
    assert refusal(path) == "contest.damaged"


def test_field_over_limit_is_not_read(path: Path) -> None:
    largest = LONGEST_REPLAY
    change(path, f"UPDATE games SET replay = zeroblob({largest + 1}) WHERE game = 0")
    with closing(Store.open(path, writable=False)) as store, pytest.raises(BadStore) as caught:
        store.replay(0, 0)
    assert caught.value.text.id == "contest.damaged"


def remove(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


@pytest.mark.parametrize("harm", [remove, replace])
def test_removed_file_accepts_no_blocks(path: Path, harm: Callable[[Path], None]) -> None:
    with closing(Store.open(path)) as store:
        harm(path)
        for write in (
            lambda: store.add(Block(1, (0, 1), 8, BLOCK.orders), games(), 2),
            lambda: store.add_void(1, message("void.lost", why="x")),
        ):
            with pytest.raises(BadStore) as caught:
                write()
            assert "removed or replaced" in render(caught.value.text, language="en")


def test_contest_row_is_validated(path: Path) -> None:
    change(path, "UPDATE contest SET text = ?", given=(json.dumps(["x"]),))
    with pytest.raises(Refused) as refused:
        Store.open(path)
    assert refused.value.text.id == "contest.other_format"
    change(path, "INSERT INTO contest VALUES ('x')")
    with pytest.raises(BadStore) as caught:
        Store.open(path)
    assert caught.value.text.id == "contest.damaged"
