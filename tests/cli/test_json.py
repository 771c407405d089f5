"""Every command takes --json, and then prints one JSON object, whether it succeeds or is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_cli import PATIENT, sandlot

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.cli.arguments import COMMANDS
from sandlot.games import GAMES
from sandlot.links import unlink
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot.puzzles.spec import recorded, write_puzzles
from sandlot.schemas.every import SCHEMAS

GOES = "def move(view):\n    return (view['safe'] or [0])[0]\n"
PROGRAM = "print('x' * 3)\n"

pytestmark = pytest.mark.usefixtures("own_folder")


def told(*arguments: str, status: int = 0) -> dict[str, Any]:
    """Run a command with --json and return the object that it prints."""
    done = sandlot(*arguments, "--json", status=status)
    assert done.stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_json_option(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        sandlot(name, "--help")


def test_match_verify_and_link_commands() -> None:
    match = told("play", "snake", "cautious", "cautious", "--seed", "3", "--replay", "match.json", *PATIENT)
    found = told("verify", "match.json")
    assert (found["kind"], found["game"], found["players"]) == ("replay", "snake", ["cautious 1", "cautious 2"])
    assert found["reason"] == match["reason"]
    assert found["result"]["places"] == match["places"]
    linked = told("link", "match.json", "--turn", "5", "--eyes", "2")
    assert linked["characters"] == len(linked["link"])
    held = told("unlink", linked["link"])
    assert (held["turn"], held["eyes"], held["same_rules"]) == (5, 2, True)
    replay = loads(json.dumps(held["replay"]))
    assert verify(replay) is None
    assert replay.setup == unlink(linked["link"]).replay.setup
    assert told("export", "match.json", "--html", "match.html") == {
        "file": "match.html",
        "game": "snake",
        "turns": match["turns"],
    }


def test_games_command() -> None:
    assert list(told("games")["games"]) == list(GAMES)
    tank = told("games", "tank")
    assert tank == told("games")["games"]["tank"]
    assert "What a bot sees" in tank["about"]
    assert tank["options"]["max_turns"]["high"] == 1000
    assert list(told("schema")["schemas"]) == list(SCHEMAS)
    assert told("schema", "tank")["$defs"]["move"]
    assert sandlot("schema").stdout.split() == list(SCHEMAS)
    made = told("new", "snake", "Main.java")
    assert (made["language"], made["compile"]) == ("java", "javac -d build Main.java")
    assert made["play"].startswith("sandlot play snake ")
    assert "machine" in json.loads(sandlot("doctor", "--json", status=told_status()).stdout)


def told_status() -> int:
    """Return the exit status of `doctor`, which depends on the machine."""
    from sandlot.local import machine

    return 0 if any(why is None for why in machine.sandboxes().values()) else 1


def test_generals_commands() -> None:
    drawn = told("map", "generals", "9", "8", "2", "--seed", "4")
    assert drawn["map"] == sandlot("map", "generals", "9", "8", "2", "--seed", "4").stdout
    assert (drawn["rows"], drawn["cols"], drawn["players"], drawn["seed"]) == (9, 8, 2, 4)
    Path("map.txt").write_text(drawn["map"])
    Path("stays.py").write_text("def move(view):\n    return None\n")
    Path("configs").mkdir()
    for name in ("a", "b"):
        Path(f"configs/{name}.txt").write_text(f"{name}.log\nmap.txt\n2\nstays.py\nstays.py\n")
    Path("configs/c.txt").write_text("nonsense\n")
    one = told("run", "configs/a.txt", "--rounds", "3", *PATIENT)
    assert (one["game"], one["programs"], one["turns"]) == ("generals", ["stays.py", "stays.py"], 6)
    every = told("run", "configs", "--rounds", "3", *PATIENT, status=1)
    assert [each["configuration"] for each in every["matches"]] == ["configs/a.txt", "configs/b.txt"]
    assert every["matches"][0]["places"] == one["places"]
    assert every["programs"][0]["games"] == 4
    assert [each["configuration"] for each in every["bad"]] == ["configs/c.txt"]
    imported = told("import", "a.log", "match.json")
    assert (imported["game"], imported["file"]) == ("generals", "match.json")
    assert verify(loads(Path("match.json").read_text(encoding="utf-8"))) is None


def test_contest_commands() -> None:
    Path("goes.py").write_text(GOES)
    typed = ("snake", "goes.py", "cautious", "--blocks", "1", "--seed", "5", "--trust", "--workers", "1")
    series = told("series", *typed, "--out", "a.contest")
    assert told("gauntlet", *typed, "--out", "b.contest", "--plan", "smoke=1")["standings"]
    assert told("tournament", *typed, "--out", "c.contest")["standings"]
    shown = told("show", "a.contest")
    assert shown == json.loads(sandlot("show", "a.contest", "--format", "json").stdout)
    assert shown["standings"] == series["standings"]
    assert told("show", "a.contest", "--game", "1", "--replay", "match.json") == {"file": "match.json", "game": 1}
    made = told("bundle", "a.contest", "a.zip")
    assert made == {"file": "a.zip", "game": "snake", "games": 2, "finished": True, "sources": False}
    found = told("verify", "a.zip")
    assert (found["kind"], found["games"], found["problems"]) == ("contest", 2, [])


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        (["verify", "nowhere.json"], 2),
        (["play", "chess", "a", "b"], 2),
        (["play", "tank", "hunter"], 2),
        (["schema", "chess"], 2),
        (["unlink", "#v1.AAAA"], 1),
        (["link"], 2),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_refusals_are_json_objects(typed: list[str], status: int) -> None:
    done = sandlot(*typed, "--json", status=status)
    found = json.loads(done.stdout)
    assert found["status"] == status
    assert done.stderr == f"sandlot: {found['error']}\n"
    assert re.search(r"\w", found["error"])
    assert sandlot(*typed, status=status).stdout == ""


def test_puzzles_command() -> None:
    Path("goes.py").write_text(GOES, encoding="utf-8")
    found = told("puzzles", "goes.py", "--game", "snake", "--count", "5", "--quiet")
    assert (found["bot"], found["game"], found["of"], len(found["puzzles"])) == ("goes", "snake", 5, 5)
    assert found["found"] == sum(each["found"] for each in found["puzzles"]) == sum(t["found"] for t in found["themes"])
    by_id = {each.id: each for each in recorded("snake").puzzles}
    for each in found["puzzles"]:
        assert each["found"] == (each["order"] in by_id[each["id"]].answers)
        assert each["fault"] is None


def test_failing_bot_solves_no_puzzle_and_reports_fault() -> None:
    Path("falls.py").write_text("def move(view):\n    return 1 // 0\n", encoding="utf-8")
    found = told("puzzles", "falls.py", "--game", "snake", "--count", "2", "--quiet")
    assert (found["found"], found["of"]) == (0, 2)
    assert all(each["fault"] and each["order"] is None for each in found["puzzles"])
    Path("slip.py").write_text("1 // 0\n", encoding="utf-8")
    found = told("puzzles", "slip.py", "--game", "snake", "--count", "2", "--quiet")
    assert [each["fault"][1]["error"].partition(":")[0] for each in found["puzzles"]] == ["ZeroDivisionError"] * 2
    said = sandlot("puzzles", "slip.py", "--game", "snake", "--count", "2", "--quiet")
    assert "ZeroDivisionError" in said.stderr
    assert "slip finds 0 of 2" in said.stdout


def test_puzzles_of_other_file_or_game() -> None:
    found = recorded("snake")
    Path("three.json").write_text(write_puzzles(replace(found, puzzles=found.puzzles[:3])), encoding="utf-8")
    assert told("puzzles", "cautious", "--game", "snake", "--file", "three.json", "--quiet")["of"] == 3
    assert "three.json" in told("puzzles", "gunner", "--game", "tank", "--file", "three.json", status=1)["error"]
    Path("none.json").write_text("{}", encoding="utf-8")
    assert "none.json" in told("puzzles", "cautious", "--game", "snake", "--file", "none.json", status=1)["error"]
    assert told("puzzles", "cautious", "--game", "snake", "--count", "0", status=2)["status"] == 2
