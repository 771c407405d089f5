"""Step limits on the command line and in the library: counts, messages, and setups that are refused."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import sandlot
from sandlot.cli.main import command
from sandlot.errors import SandlotError
from sandlot.messages import LANGUAGES
from sandlot.processes.process import descendants

SAFE = "def move(view):\n    return (view['safe'] or [0])[0]\n"
HEAVY = "def move(view):\n    for _ in range(30_000): pass\n    return (view['safe'] or [0])[0]\n"
SHORT = ("--option", "max_steps=10", "--seed", "3")
STEPS = ("--clock", "steps=20000")
Say = Callable[..., str]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (dist / "index.html").is_file()
    monkeypatch.chdir(tmp_path)
    Path("safe.py").write_text(SAFE)
    Path("heavy.py").write_text(HEAVY)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    def say(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        done = command(arguments)
        found = capsys.readouterr()
        assert done == status, found.err
        return found.out if status == 0 else found.err

    return say


def test_match_records_steps(say: Say) -> None:
    # Other tests in this process may have started a browser.
    others = set(descendants(os.getpid()))
    summary = json.loads(say("play", "snake", "safe.py", "hugger", *SHORT, *STEPS, "--replay", "r.json", "--json"))
    assert summary["faults"] == []
    replay = json.loads(Path("r.json").read_text())
    assert replay["clock"]["steps"] == 20_000
    # The only step of each turn is the call of `move`.
    assert {turn[0]["steps"] for turn in replay["turns"][1:]} == {1}
    assert all(turn[1]["steps"] > 1 for turn in replay["turns"][1:])
    assert set(descendants(os.getpid())) <= others


@pytest.mark.parametrize("language", LANGUAGES)
def test_step_limit_has_message_in_every_language(say: Say, language: str) -> None:
    said = say("play", "snake", "heavy.py", "safe.py", *SHORT, *STEPS, "--lang", language, "--quiet")
    assert {"en": "20000 steps", "zh": "20000 步", "ru": "20000 шагов"}[language] in said


def test_missing_package_with_step_limit_suggests_no_install(capsys: pytest.CaptureFixture[str]) -> None:
    Path("asks.py").write_text("import requests\n" + SAFE)
    assert command(("play", "snake", "asks.py", "safe.py", *SHORT, *STEPS)) == 0
    said = capsys.readouterr().err
    assert "asks needs requests: where steps are counted" in said
    assert "pip install" not in said


def test_series_counts_steps(say: Say) -> None:
    series = ("series", "snake", "heavy.py", "safe.py", "--games", "2", *SHORT, *STEPS, "--out", "s.contest")
    found = json.loads(say(*series, "--json", "--quiet"))
    assert sorted(map(tuple, (each["faults"] for each in found["games"])), key=str) == [
        ("timeout", None),
        (None, "timeout"),
    ]
    say("bundle", "s.contest", "s.zip")
    assert say("verify", "s.zip")


def test_library_counts_steps() -> None:
    result = sandlot.play("snake", ["heavy.py", "safe.py"], seed=3, clock={"steps": 20_000})
    assert result.reasons == ("timeout", None)
    answer = sandlot.series("snake", "heavy.py", "safe.py", games=2, seed=1, clock={"steps": 20_000})
    assert answer.faults == {"safe": 0, "heavy": 2}


def test_step_limit_needs_python_bots(say: Say) -> None:
    said = say("play", "snake", "cmd:/bin/cat", "safe.py", *STEPS, status=1)
    assert "cat is not a bot in Python" in said
    with pytest.raises(SandlotError, match="not a bot in Python"):
        sandlot.play("snake", [lambda view: 0, "safe.py"], clock={"steps": 5})
    assert "from 0 to 1000000000" in say("play", "snake", "safe.py", "safe.py", "--clock", "steps=-1", status=2)


def test_missing_arena_is_reported_before_playing(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDLOT_ARENA", str(Path.cwd()))
    for words in (("play", "snake", "safe.py", "hugger"), ("series", "snake", "safe.py", "hugger", "--games", "2")):
        assert "files of a built page" in say(*words, *STEPS, status=1)
    assert not list(Path().glob("*.contest"))
