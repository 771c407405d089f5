"""Files of steps of a learning path: they are validated strictly, and `sandlot grade` accepts them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from sandlot.messages import LANGUAGES, render, speak
from sandlot.tasks.in_page import step as step_for_the_page
from sandlot.tasks.spec import BadSpec
from sandlot.tasks.steps import read_step

STEP = '''\
game = "snake"

[step]
id = "safe"
start = """
def move(view):
    return 0
"""
solution = """
def move(view):
    return (view["safe"] or [0])[-1]
"""

[step.en]
title = "Stay alive"
text = "Some *words*."
hints = ["Look.", "Think.", "Type."]
learnt = "A bot is a function."

[[task]]
id = "lives"
kind = "survives"
against = "cautious"
seeds = 3
turns = 10
'''

#: A change of the file, the line that the message names, and a word of the message.
WRONG = [
    ("[step]", "[steps]", 3, "steps"),
    ('id = "safe"', 'id = "No!"', 4, "id"),
    ('id = "safe"\n', "", 3, "id"),
    ('start = """\ndef move(view):\n    return 0\n"""', 'start = "   "', 5, "start"),
    ("    return 0\n", "    return 0 # \u202e\n", 5, "start"),
    ("return 0", 'return (view["safe"] or [0])[-1]', 9, "solution"),
    ("[step.en]", "[step.xx]", 14, "xx"),
    ("[step.en]", "[other.en]", 14, "other"),
    ('title = "Stay alive"', "", 14, "title"),
    ('title = "Stay alive"', f'title = "{"x" * 81}"', 15, "title"),
    ('text = "Some *words*."', f'text = "{"x" * 4001}"', 16, "text"),
    ('["Look.", "Think.", "Type."]', '["1", "2", "3", "4"]', 17, "hints"),
    ('["Look.", "Think.", "Type."]', "[1]", 17, "hints"),
    ('["Look.", "Think.", "Type."]', '["\\u0007"]', 17, "hints"),
    ('learnt = "A bot is a function."', "learn = 1", 18, "learn"),
    ("turns = 10", "turns = 0", 25, "turns"),
    ("turns = 10", "", 20, "turns"),
    ("turns = 10", "turns = 10\nneeded = 4", 26, "lives"),
    ("turns = 10", "turns = 10\nshare = 50", 26, "share"),
    ('kind = "survives"', 'kind = "wins"', 25, "turns"),
    ("seeds = 3\nturns", 'seeds = "kept"\nturns', 24, "seeds"),
]


def test_step_has_values_of_file() -> None:
    step = read_step(STEP)
    assert (step.id, step.spec.game.name) == ("safe", "snake")
    assert step.start == "def move(view):\n    return 0\n"
    assert step.texts["en"].hints == ("Look.", "Think.", "Type.")
    shown = json.loads(step_for_the_page(STEP))
    assert shown["tasks"][0]["seeds"] == ["1", "2", "3"]
    assert render(shown["tasks"][0]["title"]) == "Still in the game on turn 10 in all 6 games against cautious"
    some = json.loads(step_for_the_page(STEP.replace("turns = 10", "turns = 10\nneeded = 2")))
    assert (
        render(some["tasks"][0]["title"]) == "Still in the game on turn 10 against cautious, on at least 2 of 3 seeds"
    )


@pytest.mark.parametrize(("old", "new", "line", "word"), WRONG)
def test_invalid_value_is_refused_with_line(old: str, new: str, line: int, word: str) -> None:
    text = STEP.replace(old, new, 1)
    assert text != STEP
    with pytest.raises(BadSpec) as bad:
        read_step(text)
    for language in LANGUAGES:
        with speak(language):
            assert word in render(bad.value.text)
    assert bad.value.text.params["line"] == line
    assert json.loads(step_for_the_page(text))["problem"][1]["line"] == line


@pytest.mark.parametrize(
    "text",
    [
        f"a{'.a' * 100_000} = 1",
        f"[{'a.' * 100_000}a]",
        f'"a"{" . a" * 50_000} = 1',
        f"[{'a.' * 100}a]\n" + "".join(f"b{number} = 1\n" for number in range(20_000)),
        "".join(f"a{number}{'.a' * 1000} = 1\n" for number in range(100)),
        f"a = {'[' * 100_000}",
        f"a = {'9' * 5000}",
        f"a = {'1_' * 100_000}1",
        STEP.replace("[[task]]", f"[options]\nrows = 0x{'f' * 5000}\n[[task]]"),
        STEP.replace("seeds = 3", f"seeds = [0x{'f' * 5000}]"),
    ],
    ids=["key", "table", "quoted", "lines", "keys", "lists", "digits", "marks", "option", "seed"],
)
def test_file_that_would_take_minutes_is_refused(text: str) -> None:
    assert "problem" in json.loads(step_for_the_page(text))


@pytest.mark.skipif(os.name != "posix", reason="matches between processes need a POSIX system")
def test_grade_accepts_step_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sandlot.cli.main import command

    monkeypatch.chdir(tmp_path)
    step = read_step(STEP)
    Path("step.toml").write_text(STEP)
    Path("start.py").write_text(step.start)
    Path("solution.py").write_text(step.solution)
    assert command(["grade", "start.py", "solution.py", "--spec", "step.toml", "--json", "--quiet"]) == 0
    first, second = json.loads(capsys.readouterr().out)["submissions"]
    assert not first["tasks"][0]["passed"]
    assert "turn" in first["tasks"][0]["text"]
    assert second["tasks"][0]["passed"]
    assert second["points"] == 1
