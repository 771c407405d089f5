"""`sandlot export --traces`: views, moves and results as JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sandlot
from sandlot.cli import exporting
from sandlot.cli.main import command
from sandlot.game import Fault
from sandlot.games import GAMES
from sandlot.messages import Message


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize(("game", "bots"), [("tank", ["random", "gunner"]), ("planes", ["random", "random"])])
def test_traces_match_replayed_moves(tmp_path: Path, game: str, bots: list[str]) -> None:
    """Playing the moves by the rules gives the same views and the same result as in the file."""
    replay, out = tmp_path / "match.json", tmp_path / "match.jsonl"
    assert command(["play", game, *bots, "--seed", "18446744073709551615", "--replay", str(replay), "--quiet"]) == 0
    assert command(["export", str(replay), "--traces", str(out)]) == 0
    head, *moves, end = lines(out)
    assert head == {"format": "sandlot-traces", "version": 1, "package": sandlot.__version__, "game": game}
    rules = GAMES[game]
    state = rules.start(2, int(end["seed"]), end["options"])
    for turn in range(1, end["turns"] + 1):
        played = [each for each in moves if each["turn"] == turn]
        assert tuple(each["player"] for each in played) == rules.to_move(state)
        for each in played:
            assert each["view"] == json.loads(json.dumps(rules.view(state, each["player"])))
            assert each["name"] == end["names"][each["player"]]
            assert (each["score"], each["place"]) == (end["scores"][each["player"]], end["places"][each["player"]])
        state = rules.step(state, {each["player"]: each["move"] for each in played})
    outcome = rules.outcome(state)
    assert outcome
    assert (end["scores"], end["places"]) == ([*outcome.scores], [*outcome.places])


def test_fault_has_null_move(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    sandlot.play("tank", [lambda view: [9, 9], "gentle"], seed=1).replay.save(tmp_path / "match.json")
    assert command(["export", str(tmp_path / "match.json"), "--traces", str(out)]) == 0
    first = lines(out)[1]
    assert (first["move"], first["fault"], first["place"]) == (None, "invalid", 2)
    assert Fault("invalid", Message("", {})).kind == first["fault"]


def test_stopped_match_has_no_traces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay = tmp_path / "match.json"
    sandlot.play("snake", ["hugger", "cautious"], seed=1).replay.save(replay)
    stopped = json.loads(replay.read_text(encoding="utf-8"))
    replay.write_text(json.dumps({**stopped, "result": None, "turns": stopped["turns"][:3]}), encoding="utf-8")
    assert command(["export", str(replay), "--traces", str(tmp_path / "match.jsonl")]) == 1
    assert "was stopped before its end" in capsys.readouterr().err


def test_traces_of_contest_contain_all_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contest, bundle = tmp_path / "a.contest", tmp_path / "a.zip"
    typed = ["series", "snake", "cautious", "hugger", "--games", "4", "--seed", "1", "--quiet", "--out", str(contest)]
    assert command(typed) == 0
    assert command(["bundle", str(contest), str(bundle)]) == 0
    for source in (contest, bundle):
        capsys.readouterr()
        out = tmp_path / f"{source.name}.jsonl"
        assert command(["export", str(source), "--traces", str(out), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        found = lines(out)
        assert [each["match"] for each in found if "names" in each] == [1, 2, 3, 4]
        assert told == {"file": str(out), "matches": 4, "moves": len(found) - 5}
    assert (tmp_path / "a.contest.jsonl").read_text() == (tmp_path / "a.zip.jsonl").read_text()
    # Only a file of traces may be overwritten.
    assert command(["export", str(contest), "--traces", str(tmp_path / "a.zip.jsonl")]) == 0
    assert command(["export", str(contest), "--traces", str(bundle)]) == 1
    assert "no file of traces" in capsys.readouterr().err


def test_failed_command_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    replay, out = tmp_path / "match.json", tmp_path / "match.jsonl"
    sandlot.play("tank", ["gentle", "gentle"], seed=1, options={"max_turns": 3}).replay.save(replay)
    typed = ["export", str(replay), "--traces", str(out)]
    whole = json.loads(replay.read_text())
    for result in (None, {**whole["result"], "scores": [2, 0]}):
        (tmp_path / "bad.json").write_text(json.dumps({**whole, "result": result}))
        assert command(["export", str(tmp_path / "bad.json"), *typed[2:]]) == 1
        assert "game 1" in capsys.readouterr().err
    monkeypatch.setattr(exporting, "MOST_TRACES", 1000)
    assert command(typed) == 1
    assert "nothing was written" in capsys.readouterr().err
    assert not out.exists()
    assert command(["export", str(replay)]) == 2
    assert command([*typed, "--html", "page.html"]) == 2
    assert "--traces" in capsys.readouterr().err
