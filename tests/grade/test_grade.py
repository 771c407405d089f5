"""`sandlot grade`: grading a class of typical submissions, formats for courses, and the reader of task files."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot import bots
from sandlot.cli.main import command
from sandlot.messages import LANGUAGES, render, speak
from sandlot.tasks.spec import MOST_SEEDS, BadSpec, read_spec, shows_better, with_kept

SPEC = """\
game = "snake"
title = "Week 3"

[clock]
start = 3000
first = 1000
move = 1000

[[task]]
id = "plays"
kind = "no-faults"
against = "cautious"
seeds = 2
points = 2
hint = "Return one of view['safe']."

[[task]]
id = "beats"
kind = "wins"
against = "cautious"
seeds = [11, 12, 13, 14]
wins = 1
points = 3

[[task]]
id = "kept"
kind = "wins"
against = "hugger"
seeds = "kept"
wins = 1
points = 4
"""
KEPT = "[kept]\nkept = [81239, 912387, 77123]\n"
GOOD = bots.source("snake", "surveyor")
SAFE = "def move(view):\n    return (view['safe'] or [0])[0]\n"
PROGRAM = "line = input()\nprint(0)\n"

#: Submissions by file name, and the points that each gets; None: any number of points.
CLASS: dict[str, tuple[str | bytes, int | None]] = {
    "good.py": (GOOD, None),
    "хорошая 2.py": (SAFE, None),
    "=cmd|' ^C calc'!A1.py": (SAFE, None),
    "@sum.py": (SAFE, None),
    "**bold** [red]x[.py": (SAFE, None),
    "class_form.py": ("class Bot:\n    def move(self, view):\n        return (view['safe'] or [0])[0]\n", None),
    "with_bom.py": ("\ufeff" + SAFE, None),
    "windows.py": (SAFE.replace("\n", "\r\n").encode(), None),
    "gbk.py": ("# 贪吃蛇，第一次作业\n".encode("gb18030") + SAFE.encode(), None),
    "prints.py": ("def move(view):\n    print('\\x1b[2J' * 1000)\n    return (view['safe'] or [0])[0]\n", None),
    "original.py": ("def next_move(line):\n    return 0\n", None),
    "empty.py": ("", 0),
    "blank.py": (" \n\n", 0),
    "syntax.py": ("def move(view:\n", 0),
    "tabs.py": ("def move(view):\n\treturn 0\n        return 1\n", 0),
    "no_move.py": ("def mov(view):\n    return 0\n", 0),
    "wrong_answer.py": ("def move(view):\n    return 'north'\n", 0),
    "none.py": ("def move(view):\n    view['safe'][0]\n", 0),
    "raises.py": ("def move(view):\n    raise ValueError('=1+1 \\x1b[31m **x** ' + 'long ' * 500)\n", 0),
    "imports.py": ("import a_package_that_nobody_has\n", 0),
    "loops.py": ("while True:\n    pass\ndef move(view):\n    return 0\n", 0),
    "slow.py": ("def move(view):\n    while True:\n        pass\n", 0),
    "exits.py": ("import os\nos._exit(0)\n", 0),
    "eats.py": ("def move(view):\n    return [0] * 10**9\n", 0),
    "binary.py": (bytes(range(256)), 0),
    "huge.py": (b"#" * (16 * 2**20 + 1), 0),
    "Main.java": ("class Main { public static void main(String[] a) {} }\n", 0),
    "SHOUTED.PY": (SAFE, None),
    "cells.ipynb": ('{"cells": []}', 0),
    "essay.docx": (b"PK\x03\x04 no zip", 0),
    "broken.zip": (b"PK\x03\x04 no zip", 0),
}


def hand_in(folder: Path) -> None:
    """Write the submissions of a class into a folder."""
    folder.mkdir()
    for name, (content, _) in CLASS.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    os.mkfifo(folder / "pipe.py")
    (folder / "device.py").symlink_to("/dev/zero")
    (folder / "link.py").symlink_to("/etc/passwd")
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "parts").mkdir()
    (folder / "parts" / "__main__.py").write_text("from helper import move\n")
    (folder / "parts" / "helper.py").write_text(SAFE)
    (folder / "two").mkdir()
    (folder / "two" / "first.py").write_text(SAFE)
    (folder / "two" / "second.py").write_text(SAFE)
    # As course platforms export them: a folder for each student.
    (folder / "Anna 12" / "week 3").mkdir(parents=True)
    (folder / "Anna 12" / "week 3" / "bot.py").write_text(SAFE)
    (folder / "Boris 13").mkdir()
    (folder / "Dora 14").mkdir()
    (folder / "Dora 14" / "bot.py").symlink_to("/etc/passwd")
    with zipfile.ZipFile(folder / "packed.zip", "w") as file:
        file.writestr("__main__.py", SAFE)
    shutil.copy(folder / "packed.zip", folder / "Boris 13" / "bot.zip")


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("kept.toml").write_text(KEPT)
    path = Path("grade.toml")
    path.write_text(SPEC)
    return path


def graded(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    capsys.readouterr()
    done = command(["grade", *arguments, "--spec", "grade.toml", "--quiet"])
    found = capsys.readouterr()
    assert done == status, found.err
    return found.out


def test_grading_is_reproducible(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Play fewer games, because this test is about the submissions.
    spec.write_text(SPEC.replace("seeds = 2", "seeds = 1").replace("seeds = [11, 12, 13, 14]", "seeds = [11]"))
    Path("kept.toml").write_text("[kept]\nkept = [81239]\n")
    hand_in(Path("class"))
    first = graded(capsys, "class", "--kept", "kept.toml", "--json")
    # Grade again in another folder, with three workers.
    Path("elsewhere").mkdir()
    Path("class").rename("elsewhere/handed in")
    again = graded(capsys, "elsewhere/handed in", "--kept", "kept.toml", "--json", "--workers", "3")
    assert again == first

    grades = {each["name"]: each for each in json.loads(first)["submissions"]}
    assert len(grades) == len(CLASS) + 10
    assert all(each["final"] for each in grades.values())
    for name, (_, points) in CLASS.items():
        if points is not None:
            grade = grades[Path(name).stem]
            assert grade["points"] == points, name
            assert grade["why"] or all(task["text"] for task in grade["tasks"]), name
    assert len(grades) >= 30
    for name in ("pipe", "device", "link", "loop", "two", "Dora 14"):
        assert grades[name]["points"] == 0
        assert grades[name]["why"]
    assert grades["good"]["points"] >= 5
    # Grades do not depend on the name of a file or on how it is packed.
    named = ["@sum", "=cmd|' ^C calc'!A1", "хорошая 2", "**bold** [red]x["]
    alike = [
        *(*named, "with_bom", "windows", "gbk", "prints", "class_form"),
        *("parts", "packed", "SHOUTED", "Anna 12", "Boris 13"),
    ]
    assert len({json.dumps(grades[name]["tasks"]) for name in alike}) == 1
    assert "says mov: did you mean move?" in grades["no_move"]["tasks"][0]["text"]
    assert "first.py, second.py" in grades["two"]["why"]
    assert "notebook" in grades["cells"]["why"]
    # A submission that does not start, or is repeatedly late, plays no further games.
    assert [task["games"] for task in grades["syntax"]["tasks"]] == [2, 0, 0]
    assert sum(task["games"] for task in grades["slow"]["tasks"]) <= 6
    assert not [text for text in strings(json.loads(first)) if not text.isprintable() or len(text) > 600]


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in inside for text in strings(each)]


def test_file_keeps_its_name_beside_one_that_looks_alike(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("handed in")
    folder.mkdir()
    for name in ("bob.py", "b\u200bob.py", "half\udcff.py", "anna.py"):
        (folder / name).write_text("")
    (folder / "anna.zip").write_bytes(b"PK\x03\x04 no zip")
    rows = graded(capsys, "handed in", "--format", "csv").splitlines()[1:]
    assert sorted(row.partition(",")[0] for row in rows) == [
        *("anna.py", "anna.zip", "b\\u200bob", "bob", "half\\udcff"),
    ]


def test_formats_for_courses(spec: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("class").mkdir()
    Path("class/=1+1.py").write_text("def move(view):\n    raise ValueError('\\x1b[31m=1+1')\n")
    Path("class/good.py").write_text(GOOD)
    rows = list(csv.reader(io.StringIO(graded(capsys, "class", "--kept", "kept.toml", "--format", "csv"))))
    assert rows[0] == ["name", "points", "most", "plays", "beats", "kept", "final", "why"]
    assert [row[:3] for row in rows[1:]] == [["'=1+1", "0", "9"], ["good", "9", "9"]]

    one = ("class/good.py", "--kept", "kept.toml", "--out", "results.json")
    assert graded(capsys, *one, "--format", "gradescope") == ""
    found = json.loads(Path("results.json").read_text())
    assert (found["score"], found["stdout_visibility"]) == (9, "hidden")
    assert [(each["score"], each["max_score"], each["status"]) for each in found["tests"]] == [
        (2, 2, "passed"),
        (3, 3, "passed"),
        (4, 4, "passed"),
    ]
    assert all(each["visibility"] == "visible" and each["output_format"] == "text" for each in found["tests"])

    assert "CLASSROOM" in refused(capsys, *one, "--format", "classroom50")
    given = {"CLASSROOM": "cs1", "ASSIGNMENT": "snake", "SUBMISSION_TAG": "submit/1", "COMMIT_URL": "c"}
    for name, value in {**given, "RELEASE_URL": "r"}.items():
        monkeypatch.setenv(name, value)
    graded(capsys, *one, "--format", "classroom50")
    found = json.loads(Path("results.json").read_text())
    assert {name: found[name] for name in ("schema", "classroom", "assignment", "submission", "review")} == {
        "schema": "classroom50/result/v1",
        "classroom": "cs1",
        "assignment": "snake",
        "submission": "submit/1",
        "review": "c",
    }
    assert (found["score"], found["max-score"]) == (9, 9)
    assert {(type(each["score"]), each["test-name"], each["passed"]) for each in found["tests"]} == {
        (int, "plays", True),
        (int, "beats", True),
        (int, "kept", True),
    }
    assert "2" in refused(capsys, "class", "--format", "gradescope")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert command(["grade", *arguments, "--spec", "grade.toml", "--quiet"]) in (1, 2)
    return capsys.readouterr().err


SPIES = {
    "reads": "open('{kept}').read()",
    "lists": "__import__('os').listdir('{folder}')",
    "sibling": "open('{folder}/class/good.py').read()",
    "memory": "open('/proc/%d/environ' % __import__('os').getppid()).read()",
    "everybody": (
        "[n for n in __import__('os').listdir('/proc')"
        " if n.isdigit() and b'kept.toml' in open(f'/proc/{{n}}/cmdline', 'rb').read()][0]"
    ),
}


def test_submission_cannot_leak_kept_seeds_or_forge_results(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A spy could only report what it reads as the text of an error, in games on published seeds."""
    Path("class").mkdir()
    Path("class/good.py").write_text(GOOD)
    here, kept = Path.cwd(), Path("kept.toml").absolute()
    for name, reads in SPIES.items():
        found = reads.format(kept=kept, folder=here)
        Path(f"class/spy_{name}.py").write_text(
            f"def move(view):\n    raise ValueError('FOUND ' + str({found}))\n", encoding="utf-8"
        )
    # On a kept seed it prints its view, and the seed could be found from the map.
    Path("class/tells.py").write_text(
        "def move(view):\n    raise ValueError('MAP ' + str(view['obstacles']))\n", encoding="utf-8"
    )
    forged = json.dumps({"score": 9, "final": True})
    Path("class/forges.py").write_text(
        f"import os\nfor n in range(64):\n    try:\n        os.write(n, b'''={forged}\\n{forged}\\n''')\n"
        "    except OSError:\n        pass\n"
        "open('results.json', 'w').write('{}')\n" + SAFE,
        encoding="utf-8",
    )
    grades = {
        each["name"]: each
        for each in json.loads(graded(capsys, "class", "--kept", "kept.toml", "--json"))["submissions"]
    }
    for name in SPIES:
        assert "FOUND" not in json.dumps(grades[f"spy_{name}"]), name
        assert grades[f"spy_{name}"]["points"] == 0
    texts = {task["id"]: task["text"] for task in grades["tells"]["tasks"]}
    assert "MAP" in texts["plays"]
    assert "MAP" not in texts["kept"]
    assert grades["forges"]["points"] <= 2
    assert not Path("results.json").exists()
    assert grades["good"]["points"] == 9


def test_tasks_are_usable_without_kept_seeds(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("good.py").write_text(GOOD)
    for language in LANGUAGES:
        text = graded(capsys, "good.py", "--lang", language)
        assert "Week 3" in text
        assert "5" in text.splitlines()[2]
    found = json.loads(graded(capsys, "good.py", "--json"))
    assert [task["passed"] for task in found["submissions"][0]["tasks"]] == [True, True, False]


def test_surely_better_task_needs_evidence() -> None:
    assert not shows_better({1.0: 2})
    assert shows_better({1.0: 40, 0.5: 5})
    assert not shows_better({1.0: 10, 0.0: 9})


#: A change of the task file, the line that the message names, and a word of the message.
WRONG = [
    ('game = "snake"', 'game = "chess"', 1, "chess"),
    ('game = "snake"', "", 1, "game"),
    ('title = "Week 3"', "title = 3", 2, "title"),
    ('title = "Week 3"', 'titel = "Week 3"', 2, "titel"),
    ('title = "Week 3"', 'title = "Week \\u202e3"', 2, "title"),
    ('title = "Week 3"', 'title = "Week 3', 2, "TOML"),
    ('title = "Week 3"', "seconds = 0", 2, "seconds"),
    ("start = 3000", "start = -1", 5, "start"),
    ("start = 3000", "steps = -3", 5, "steps"),
    ("[clock]", "[options]\nrows = 1\n[clock]", 5, "rows"),
    ("[clock]", "[options]\nwall = 1\n[clock]", 5, "wall"),
    ('id = "plays"', 'id = "Plays!"', 10, "id"),
    ('id = "beats"', 'id = "plays"', 18, "plays"),
    ('kind = "no-faults"', 'kind = "faultless"', 11, "faultless"),
    ('against = "cautious"\nseeds = 2', 'against = "nobody"\nseeds = 2', 12, "nobody"),
    ("seeds = 2", "seeds = -2", 13, "seeds"),
    ("seeds = 2", "seeds = [1, 1]", 13, "seeds"),
    ("seeds = 2", "seeds = [1.5]", 13, "seeds"),
    ("seeds = 2", "wins = 2", 9, "wins"),
    ("points = 2", "points = 2.5", 14, "points"),
    ("points = 2", "points = nan", 14, "points"),
    ("points = 2", "points = true", 14, "points"),
    ('title = "Week 3"', 'title = """\nseconds = 1\n"""\nseconds = 0', 5, "seconds"),
    ("wins = 1\npoints = 3", "wins = 5\npoints = 3", 22, "beats"),
    ("seeds = [11, 12, 13, 14]\nwins = 1", "points = 1\nwins = 1", 23, "TOML"),
    ('kind = "no-faults"', 'kind = "better"', 13, "seeds"),
]


@pytest.mark.parametrize(("old", "new", "line", "word"), WRONG)
def test_invalid_value_is_refused_with_line(old: str, new: str, line: int, word: str) -> None:
    text = SPEC.replace(old, new, 1)
    assert text != SPEC
    with pytest.raises(BadSpec) as bad:
        read_spec(text)
    for language in LANGUAGES:
        with speak(language):
            said = render(bad.value.text)
            assert word in said
    found = bad.value.text.params["line"]
    # A setting in the wrong place is reported with its own line.
    assert found == line or (word == "wins" and found == 13), said


def test_step_limit_of_task_gives_same_grade_everywhere(
    spec: Path, dist: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The submission that counts to 30,000 exceeds the limit on every machine."""
    assert (dist / "index.html").is_file()
    text = SPEC.replace("start = 3000\nfirst = 1000\nmove = 1000", "steps = 20_000\n\n[options]\nmax_steps = 10")
    spec.write_text(text[: text.index('[[task]]\nid = "beats"')])
    Path("quick.py").write_text(SAFE)
    Path("slow.py").write_text(SAFE.replace("    return", "    for _ in range(30_000): pass\n    return"))
    found = [json.loads(graded(capsys, "quick.py", "slow.py", "--json")) for _ in range(2)]
    assert found[0] == found[1]
    assert [each["points"] for each in found[0]["submissions"]] == [2, 0]


@pytest.mark.parametrize(
    "text", ["", "[" * 100_000, "a = " + "[" * 100_000, "task = 3", "task = [3]", "[task]\n", "\0"]
)
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadSpec):
        read_spec(text)


def test_kept_seeds_are_validated(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (
        "[kept]\nkept = [1, 1]\n",
        "[kept]\nother = [1]\n",
        "kept = 3\n",
        "game = 'snake'\n",
        "[kept]\nkept = 'kept'\n",
    ):
        with pytest.raises(BadSpec):
            with_kept(read_spec(SPEC), text)
    with pytest.raises(BadSpec):
        with_kept(read_spec(SPEC), f"[kept]\nkept = {MOST_SEEDS}\n")
    Path("kept.toml").write_text("[kept]\nkept = [-1]\n")
    Path("good.py").write_text(GOOD)
    assert "kept.toml" in refused(capsys, "good.py", "--kept", "kept.toml")
    assert "nobody.py" in refused(capsys, "nobody.py")
    # The same holds for seeds in the task file itself.
    assert read_spec(SPEC + KEPT) == with_kept(read_spec(SPEC), KEPT)


DOTTED = "[" + "." * 120 + "]"
PARTS = "[a" + ".b" * 120 + "]"


def titled(title: str) -> str:
    return SPEC.replace('title = "Week 3"', f"title = {title}")


@pytest.mark.parametrize("quotes", ['"""', "'''"])
def test_dots_in_strings_are_not_keys(quotes: str) -> None:
    assert read_spec(titled(f"{quotes}\nWeek 3\n{DOTTED}\n{quotes}")).title == f"Week 3\n{DOTTED}\n"
    assert read_spec(titled(f'"{"." * 900}" # {"." * 3000}')).title == "." * 900


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("", 1),
        ("# it's one\n", 2),
        ('title = "\\\\"\n', 2),
        ('title = """x"""""\n', 2),
        ('title = """\\"""\n["""\n', 3),
        ("title = ''\n", 2),
        ("title = ''''''\n", 2),
    ],
)
def test_key_of_many_parts_is_refused_with_line(before: str, line: int) -> None:
    with pytest.raises(BadSpec) as refused:
        read_spec(f"{before}{PARTS}\n")
    assert render(refused.value.text) == f"line {line}: it is nested too deeply"
    with pytest.raises(BadSpec, match="nested"):
        read_spec(f"{before}a{'.b' * 3000} = 1\n")
