"""`run` with a folder of configuration files of generals-tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.games import generals
from test_cli import refused, sandlot

MAP = "1 3 2\n3\n1\n3\n"
RESTS = "def move(view):\n    return None\n"
SHORT = ("--rounds", "3", "--clock", "python")


@pytest.fixture(autouse=True)
def _bots(own_folder: Path) -> None:
    Path("rests.py").write_text(RESTS)
    Path("wrong.py").write_text("def move(view):\n    return 7\n")
    Path("configs").mkdir()
    Path("configs/map.txt").write_text(MAP)


def configuration(name: str, *programs: str, log: str = "") -> None:
    lines = [log or f"configs/{name}.log.txt", "configs/map.txt", str(len(programs)), *programs]
    Path("configs", name).write_text("\n".join(lines) + "\n")


def test_run_plays_every_configuration_of_folder() -> None:
    configuration("b.txt", "wrong.py", "rests.py")
    configuration("a.cfg", "rests.py", "wrong.py")
    Path("configs/notes.md").write_text("not a configuration")
    told = sandlot("run", "configs", *SHORT, "--replay", "replays").stdout
    assert told.index("configs/a.cfg:") < told.index("configs/b.txt:")
    for name in ("a.cfg", "b.txt"):
        assert len(generals.read_log(Path(f"configs/{name}.log.txt").read_text()).frames) >= 1
    assert sorted(path.name for path in Path("replays").iterdir()) == ["a.json", "b.json"]
    sandlot("verify", "replays/a.json")
    # As in generals-tournament, programs are named by their paths. The first one won both games.
    summary = [line.split() for line in told.splitlines()[-2:]]
    assert summary == [["rests.py", "2", "2", "2", "0"], ["wrong.py", "0", "2", "0", "2"]]
    # A second run skips the logs, which are in the same folder now, and the map.
    assert sandlot("run", "configs", *SHORT).stdout.splitlines()[-6:] == told.splitlines()[-6:]
    assert sandlot("run", "configs", *SHORT, "--quiet").stdout == ""


def test_bad_configuration_is_reported_and_others_are_played() -> None:
    configuration("1.txt", "rests.py")
    Path("configs/2.txt").write_text("log\n")
    configuration("3.txt", "rests.py", "nowhere.py")
    configuration("4.txt", "rests.py", "rests.py", log="same.log")
    configuration("5.txt", "rests.py", "wrong.py", log="./same.log")
    done = sandlot("run", "configs", *SHORT, status=1)
    lines = done.stderr.splitlines()
    assert [line.split(":")[0] for line in lines] == ["sandlot"] * 5
    for number, line in zip("1235", lines, strict=False):
        assert f"configs/{number}.txt" in line
    assert lines[-1] == "sandlot: 4 configurations of 5 in configs could not be played"
    assert "configs/4.txt:" in done.stdout.splitlines()
    assert "configs/5.txt:" not in done.stdout.splitlines()


def test_empty_folder_and_bad_options_are_refused_before_playing() -> None:
    assert "has no configuration" in refused("run", "configs", status=1)
    configuration("a.txt", "rests.py", "rests.py")
    assert "from 1 to 100000" in refused("run", "configs", "--rounds", "100001")
    assert "configs/map.txt is a file" in refused("run", "configs", "--replay", "configs/map.txt")
    assert "configs/map.txt/x cannot be made" in refused("run", "configs", "--replay", "configs/map.txt/x")
    assert not Path("configs/a.txt.log.txt").exists()


def test_no_tables_without_playable_configuration() -> None:
    configuration("a.txt", "rests.py", "nowhere.py")
    done = sandlot("run", "configs", *SHORT, status=1)
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1] == "sandlot: 1 configuration of 1 in configs could not be played"
