"""`show`, `bundle` and `verify` with contest files."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="the contest is played between processes")


from kept import Kept, tournament
from sandlot.archive.record import Voided
from sandlot.cli.main import command
from sandlot.cli.report import _percent
from sandlot.cli.tables import Table, columns, cut, fitted, width
from sandlot.contest.store import Store
from sandlot.match.replay_file import loads
from sandlot.messages import LANGUAGES, message
from test_cli import PYTHON, environment, refused, sandlot

pytestmark = pytest.mark.usefixtures("own_folder")


def stored(kept: Kept, path: str = "cup.contest") -> Store:
    store = Store.create(Path(path), kept.contest, kept.bots())
    for block, games in kept.games.values():
        store.add(block, games, 2)
    for void in kept.voided:
        store.add_void(void.block, void.why)
    return store


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write it once for all tests, because each change waits for the disk."""
    path = tmp_path_factory.mktemp("played") / "cup.contest"
    stored(replace(tournament(), voided=[Voided(1, message("void.lost", why="Lost"))]), str(path)).close()
    return path


@pytest.fixture
def cup(played: Path) -> str:
    return shutil.copy(played, "cup.contest")


def said(*arguments: str, status: int = 0) -> str:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        assert command(arguments) == status, err.getvalue()
    return out.getvalue()


def rows_of(text: str, title: str) -> list[list[str]]:
    """Return the rows of one printed table, without its header."""
    lines = text.split(f"{title}:\n")[1].split("\n\n")[0].splitlines()
    return [line.split() for line in lines[1:]]


def test_tables_show_standings_crosstable_and_reasons(cup: str) -> None:
    text = said("show", cup)
    assert text.startswith("snake, round robin: 3 entrants, 6 games in 3 blocks\n")
    standings = rows_of(text, "Standings")
    assert [row[:6] for row in standings[:3]] == [
        ["1", "goes", "4", "4", "4/0/0", "0"],
        ["2", "四海", "2", "4", "2/0/2", "0"],
        ["3", "crashes", "0", "4", "0/0/4", "4"],
    ]
    assert rows_of(text, "Points against each other") == [
        ["1", "goes", "2/2", "2/2"],
        ["2", "四海", "0/2", "2/2"],
        ["3", "crashes", "0/2", "0/2"],
    ]
    assert rows_of(text, "Points on each map")[1] == ["3314802144", "goes", "2/2,", "四海", "0/2"]
    assert rows_of(text, "Points by seat") == [
        ["goes", "2/2", "2/2"],
        ["四海", "1/2", "1/2"],
        ["crashes", "0/2", "0/2"],
        ["all", "3/6", "3/6"],
    ]
    assert ["crashes", "crashed", "4"] in rows_of(text, "Why games were lost")
    assert rows_of(text, "Tries that the platform could not play") == [["2", "its", "worker", "was", "lost", "(Lost)"]]
    assert "no idea" not in text
    games = rows_of(said("show", cup, "--games"), "Games")
    assert games[0] == ["1", "1", "1608266202", "1", "四海", "1,", "crashes", "0", "(crashed)"]


@pytest.mark.parametrize(
    ("language", "kind", "outside"), [("zh", "循环赛", "冲出地图"), ("ru", "круговой турнир", "выход за поле")]
)
def test_kinds_and_reasons_are_translated_but_not_in_json(cup: str, language: str, kind: str, outside: str) -> None:
    text = said("--lang", language, "show", cup)
    assert kind in text
    assert f"  {outside} " in text
    assert "round-robin" not in text
    reasons = json.loads(said("--lang", language, "show", cup, "--format", "json"))["reasons"]
    assert {each["reason"] for each in reasons} == {"outside", "crash"}


def test_wide_characters_are_aligned(cup: str) -> None:
    lines = said("show", cup).split("Standings:\n")[1].split("\n\n")[0].splitlines()
    lines, notes = lines[:4], lines[4:]
    assert [note.split(":")[0] for note in notes] == ["  place", "  group"]
    assert len({width(line) for line in lines}) == 1
    assert columns(["", "名"], [["e\u0301", "a"], ["b", "四海"]], (0, 1)) == ["   名", "e\u0301  a", "b  四海"]


def test_faults_are_shown_with_traceback_and_last_output(cup: str) -> None:
    text = said("show", cup, "--faults")
    told = "crashes crashed on turn 1: RuntimeError: no idea"
    assert text.count(told) == 1
    assert f"Games 1, 2, 5, 6 (4), first: {told}" in text
    assert "RuntimeError: no idea\n  its last lines on standard error:\n    on its last legs\n" in text


@pytest.mark.slow
def test_win_probabilities_of_all_pairs(cup: str) -> None:
    whole = json.loads(said("show", cup, "--chances", "--json"))
    names = [line["name"] for line in whole["standings"]]
    chance = {(row["name"], row["other"]): row["chance"] for row in whole["chances"]}
    assert list(chance) == [(one, other) for k, one in enumerate(names) for other in names[k + 1 :]]
    for line in whole["standings"]:
        if line["next"]:
            told = chance.get((line["name"], line["next"])) or 1 - chance[line["next"], line["name"]]
            assert told == pytest.approx(line["p_next"], abs=0.001)
    table = rows_of(said("show", cup, "--chances"), "How sure it is that the one in the row is better")
    assert len(table) == 3
    assert json.loads(said("show", cup, "--json"))["chances"] is None


def test_win_probability_is_never_0_or_100_percent() -> None:
    assert [_percent(chance) for chance in (0.0005, 0.02, 0.5, 0.994, 0.9995)] == ["<1", "2", "50", "99", ">99"]


def test_anchored_ratings(cup: str) -> None:
    free, held = (json.loads(said("show", cup, "--json", *more)) for more in ([], ["--anchor", "四海=1500"]))
    assert held["anchor"] == {"name": "四海", "rating": 1500}
    before, after = ({line["name"]: line for line in each["standings"]} for each in (free, held))
    assert after["四海"]["rating"] == 1500
    assert after["四海"]["interval"] == [1500, 1500]
    for name, line in after.items():
        distance = before[name]["rating"] - before["四海"]["rating"]
        assert line["rating"] - 1500 == pytest.approx(distance, abs=0.11)
        assert {**line, "rating": 0, "interval": 0} == {**before[name], "rating": 0, "interval": 0}
    assert "told from 四海, whose rating is 1500" in said("show", cup, "--anchor", "四海=1500")


def test_anchored_ratings_of_two() -> None:
    stored(tournament(2)).close()
    free = json.loads(said("show", "cup.contest", "--json"))["standings"]
    first, second = (line["name"] for line in free)
    held = json.loads(said("show", "cup.contest", "--json", "--chances", "--anchor", second))
    assert [line["rating"] for line in held["standings"]] == pytest.approx([2 * free[0]["rating"], 0], abs=0.11)
    assert held["standings"][0]["interval"] == pytest.approx([2 * end for end in free[0]["interval"]], abs=0.11)
    assert [(row["name"], row["chance"]) for row in held["chances"]] == [
        (first, pytest.approx(free[0]["p_next"], abs=1e-3))
    ]


def test_results_file_and_bundle_show_the_same(cup: str) -> None:
    assert "without the bots’ sources" in said("bundle", cup, "cup.zip")
    assert "with the bots’ sources" in said("bundle", cup, "full.zip", "--sources")
    for file in ("cup.zip", "full.zip"):
        for more in ([], ["--games", "--faults"], ["--format", "json"], ["--format", "csv"]):
            assert said("show", file, *more) == said("show", cup, *more)
        assert said("verify", file).startswith(
            f"{file} is right: snake, 6 games of 3 entrants played again, all blocks"
        )


def test_json_is_complete_and_independent_of_language(cup: str) -> None:
    whole = json.loads(said("show", cup, "--format", "json"))
    assert whole["over"] is True
    first = whole["standings"][0]
    assert {name: first[name] for name in ("name", "points", "games", "wins", "draws", "losses", "faults")} == {
        "name": "goes",
        "points": 4,
        "games": 4,
        "wins": 4,
        "draws": 0,
        "losses": 0,
        "faults": {},
    }
    assert whole["standings"][2]["faults"] == {"crash": 4}
    assert first["interval"][0] < first["rating"] < first["interval"][1]
    assert first["rank_interval"][0] == 1
    assert [(each["number"], each["games"]) for each in whole["blocks"]] == [(1, [1, 2]), (2, [3, 4]), (3, [5, 6])]
    assert whole["games"][0]["players"] == ["四海", "crashes"]
    assert whole["games"][0]["faults"] == [None, "crash"]
    assert whole["faults"][0]["errors"] == "on its last legs\n"
    assert json.loads(said("--lang", "zh", "show", cup, "--format", "json"))["standings"] == whole["standings"]


@pytest.mark.parametrize(
    ("part", "count"), [("", 3), ("--games", 6), ("--seeds", 6), ("--faults", 4), ("--chances", 3)]
)
def test_csv_contains_one_table(cup: str, part: str, count: int) -> None:
    text = said("show", cup, "--format", "csv", *([part] if part else []))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == count
    assert all(None not in row and None not in row.values() for row in rows)
    if part == "--faults":
        assert rows[0]["traceback"].endswith("\nRuntimeError: no idea")


@pytest.mark.parametrize("how", [("--format", "csv"), ("--format", "json"), ("--json",)], ids="-".join)
def test_piped_output_is_utf_8_in_every_locale(cup: str, how: tuple[str, ...]) -> None:
    here = environment() | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = subprocess.run([*PYTHON, "show", cup, *how], env=here, capture_output=True)
    assert done.returncode == 0
    assert "四海" in done.stdout.decode()


def test_empty_csv_has_header() -> None:
    stored(replace(tournament(), games={})).close()
    for part in ("--games", "--seeds", "--faults", "--chances"):
        assert said("show", "cup.contest", "--format", "csv", part).count(",") > 2
    text = said("show", "cup.contest")
    assert "0 games in 0 blocks" in text
    assert "not finished" in text or "round 1 of 3" in text


def test_replay_of_any_game_can_be_saved(cup: str) -> None:
    kept = tournament()
    assert "game 4" in said("show", cup, "--game", "4", "--replay", "r.json")
    assert Path("r.json").read_text() == kept.replay(1, 1)
    assert loads(Path("r.json").read_text()).setup.seed == kept.games[1][0].seed
    said("verify", "r.json")


def test_unfinished_contest_is_shown_and_bundled() -> None:
    kept = tournament()
    stored(replace(kept, games={0: kept.games[0]})).close()
    assert "round 2 of 3; not finished" in said("show", "cup.contest")
    done = subprocess.run(
        [*PYTHON, "bundle", "cup.contest", "cup.zip"], capture_output=True, text=True, env=environment()
    )
    assert "knows the secret" in done.stderr
    done = subprocess.run([*PYTHON, "verify", "cup.zip"], capture_output=True, text=True, env=environment())
    assert done.returncode == 0
    assert "this contest is not finished: at least 4 more games are to be played" in done.stderr
    assert done.stdout.startswith("cup.zip is right as far as it goes, but not finished: snake, 2 games")
    assert "all blocks" not in done.stdout


def test_running_contest_is_shown() -> None:
    kept = tournament()
    store = stored(replace(kept, games={0: kept.games[0]}))
    assert "2 games in 1 block\n" in said("show", "cup.contest")
    store.add(*kept.games[1], 1)
    assert "4 games in 2 blocks" in said("show", "cup.contest")
    store.close()


def test_contest_killed_during_write_is_shown() -> None:
    """SQLite rolls back the unfinished transaction, although the file is opened for reading."""
    kept = tournament()
    stored(replace(kept, games={0: kept.games[0]})).close()
    base = sqlite3.connect("cup.contest", isolation_level=None)
    base.execute("PRAGMA cache_size = 2")
    base.execute("BEGIN")
    for number in range(200):
        base.execute("INSERT INTO voids VALUES (?, ?)", (number, "x" * 5000))
    Path("killed").mkdir()
    for name in ("cup.contest", "cup.contest-journal"):
        shutil.copy(name, Path("killed", name))
    base.execute("ROLLBACK")
    base.close()
    assert "2 games in 1 block\n" in said("show", "killed/cup.contest")


def _other(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE contest (text TEXT)")
        base.commit()


def _with(statement: str, *values: Any) -> Any:
    def damage(path: Path) -> None:
        stored(tournament(), str(path)).close()
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute(statement, values)
            base.commit()

    return damage


DAMAGES = [
    (lambda path: path.write_bytes(b""), "this is no contest"),
    (lambda path: path.write_text("a\n"), "this is no contest"),
    (lambda path: path.mkdir(), "is a folder"),
    (lambda path: None, "there is no file"),
    (_other, "no contest of Sandlot"),
    (lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(5000)), "no contest of Sandlot"),
    (lambda path: path.write_bytes(b"PK\x05\x06" + bytes(18)), "this zip is no contest"),
    (lambda path: path.write_bytes(b"PK\x03\x04"), "damaged"),
    (_with("UPDATE games SET played = '[1]'"), "damaged"),
    (_with("UPDATE games SET played = '[[1, 2], [0, 1], [null, null], [null, null], \"x\"]'"), "damaged"),
    (_with("UPDATE games SET played = ?", "[" * 10**5), "damaged"),
    (_with("UPDATE games SET reports = '[3]'"), "damaged"),
    (_with("DELETE FROM games WHERE game = 1"), "damaged"),
    (_with("UPDATE blocks SET players = '[7, 8]'"), "damaged"),
    (_with("UPDATE blocks SET seed = 'x'"), "damaged"),
    (_with("DROP TABLE games"), "damaged"),
    (_with("UPDATE contest SET text = '{}'"), "not a contest"),
    (_with("UPDATE contest SET text = ?", "[" * 10**5), "not a contest"),
]


@pytest.mark.parametrize(("damage", "says"), DAMAGES)
def test_file_without_contest_is_refused_with_message(damage: Any, says: str) -> None:
    damage(Path("x"))
    sentences = {refused("--lang", language, "show", "x", "--faults", status=_status(says)) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert any(says in each for each in sentences)
    refused("bundle", "x", "y.zip", status=_status(says))
    assert not Path("y.zip").exists()


def _status(says: str) -> int:
    return 2 if says in ("is a folder", "there is no file") else 1


def test_damaged_replay_is_refused_and_not_written() -> None:
    _with("UPDATE games SET replay = ?", zlib.compress(b"x" * 100)[:5])(Path("x"))
    assert "damaged" in refused("show", "x", "--game", "1", "--replay", "r.json", status=1)
    assert "damaged" in refused("bundle", "x", "y.zip", status=1)
    assert not Path("r.json").exists()
    assert not Path("y.zip").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "1"], "belong together"),
        (["--replay", "r.json"], "belong together"),
        (["--game", "7", "--replay", "r.json"], "its games are numbered from 1 to 6"),
        (["--game", "0", "--replay", "r.json"], "--game is a whole number from 1"),
        (["--format", "csv", "--games", "--faults"], "CSV holds one table"),
        (["--format", "xml"], "xml"),
        (["--anchor", "nobody"], "none of the entrants"),
        (["--anchor", "=5"], "none of the entrants"),
        (["--anchor", "四海=nan"], "no rating from"),
        (["--anchor", "四海=1e5"], "no rating from"),
        (["--anchor", "四海="], "no rating from"),
    ],
)
def test_message_for_unsupported_output(cup: str, arguments: list[str], says: str) -> None:
    assert says in refused("show", cup, *arguments)


def test_verify_of_results_file_suggests_bundle(cup: str) -> None:
    assert f"sandlot bundle {cup} {cup}.zip" in refused("verify", cup, status=1)


def test_existing_files_are_not_overwritten(cup: str) -> None:
    for out in (cup, "bot.py", "other.zip"):
        if out != cup:
            Path(out).write_bytes(b"PK\x05\x06" + bytes(18) if out == "other.zip" else b"move = 1\n")
        before = Path(out).read_bytes()
        assert "is no bundle" in refused("bundle", cup, out, status=1)
        assert "is no replay" in refused("show", cup, "--game", "1", "--replay", out, status=1)
        assert Path(out).read_bytes() == before
    for _ in range(2):
        said("bundle", cup, "cup.zip")
        said("show", cup, "--game", "1", "--replay", "r.json")
    said("show", cup, "--game", "1", "--replay", os.devnull)


def test_forged_bundle_is_refused_in_every_language(cup: str) -> None:
    kept = tournament()
    block, games = kept.games[0]
    lie = replace(games[0], played=replace(games[0].played, places=(2, 1)))
    stored(replace(kept, games={**kept.games, 0: (block, (lie, games[1]))}), "lie.contest").close()
    said("bundle", "lie.contest", "lie.zip")
    sentences = {
        sandlot("--lang", language, "verify", "lie.zip", status=1).stderr.splitlines()[-1] for language in LANGUAGES
    }
    assert len(sentences) == len(LANGUAGES)
    assert any("game 1 (block 1): played again it does not give the recorded result" in each for each in sentences)


def test_broken_pipe(cup: str) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "wb") as closed:
        done = subprocess.run([*PYTHON, "show", cup], stdout=closed, stderr=subprocess.PIPE, env=environment())
    assert (done.returncode, done.stderr) == (0, b"")


def on_a_terminal(cells: int, *arguments: str) -> str:
    ours, theirs = pty.openpty()
    done = subprocess.Popen([*PYTHON, *arguments], stdout=theirs, env={**environment(), "COLUMNS": str(cells)})
    os.close(theirs)
    parts = []
    with contextlib.suppress(OSError):
        while part := os.read(ours, 65536):
            parts.append(part)
    os.close(ours)
    assert done.wait() == 0
    return b"".join(parts).decode()


def test_names_are_not_rich_markup(cup: str) -> None:
    """In a plain string, rich would read [red] as a colour and not print it."""
    kept = tournament()
    entrants = (replace(kept.contest.entrants[0], name="[red]bold[/]"), *kept.contest.entrants[1:])
    stored(replace(kept, contest=replace(kept.contest, entrants=entrants)), "red.contest").close()
    text = on_a_terminal(150, "show", "red.contest")
    assert "[red]bold[/]" in text
    assert "━" in text or "─" in text


def test_long_names_are_cut_on_a_narrow_terminal() -> None:
    kept = tournament()
    first, *others = kept.contest.entrants
    entrants = (replace(first, name="the bot with the longest name of all"), *others)
    stored(replace(kept, contest=replace(kept.contest, entrants=entrants)), "long.contest").close()
    text = on_a_terminal(80, "show", "long.contest")
    lines = re.sub(r"\x1b\[\d+m", "", text).splitlines()
    assert max(width(line) for line in lines if not line.startswith("  left out")) <= 80
    assert any(line.startswith("1  the bot with…name of all    4    4  4/0/0    0") for line in lines)
    assert any(line.startswith("  left out") and "group, better than next" in line for line in lines)


def test_narrow_tables_drop_columns_in_order() -> None:
    table = Table("t", ["number", "name", "much", "more"], [["1", "x" * 40, "1234", "56"]], (1,), (1,), drop=(3, 2))
    assert fitted(table, 80) == table
    row = [["1", "x" * 12 + "…" + "x" * 11, "1234", "56"]]
    assert fitted(table, 46).rows == row
    narrow = fitted(replace(table, short=["#", "name", "m", "mo"]), 32)
    assert (narrow.head, narrow.rows, narrow.names) == (["#", "name"], [row[0][:2]], [1])
    assert "more, much" in narrow.notes[0]
    assert cut("四海四海", 5) == "四…海"
    assert cut("四海四海", 6) == "四…海"
    assert cut("a_very_long_name_with_a_number 2") == "a_very_long_…_a_number 2"
