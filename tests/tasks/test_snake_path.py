"""Paths, by playing: every solution passes its step; starting bots and wrong answers do not."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("matches between processes need a POSIX system", allow_module_level=True)

from sandlot import local
from sandlot.files.bot import Bot
from sandlot.games import GAMES
from sandlot.grade.grader import Grade, Submission, grade_all
from sandlot.messages import LANGUAGES, render
from sandlot.tasks.steps import MOST_HINTS, Step, read_step

FILES = sorted((Path(__file__).resolve().parents[2] / "static" / "path").glob("*/*.toml"))

#: By step: wrong changes of its solution, each with the misconception behind it.
WRONG: dict[str, list[tuple[str, str]]] = {
    "predict": [
        ("{4: 0, 14: 1}", "{4: 1, 14: 1}"),  # it always goes right
        ("{4: 2, 14: 3}", "{4: 2, 14: 2}"),  # it goes on as before
        ("    {4: 0, 14: 1},\n    {4: 2, 14: 3},", "    {4: 2, 14: 3},\n    {4: 0, 14: 1},"),  # the wrong snake
    ],
    "number": [("LIMIT = 20", "LIMIT = 0"), ("LIMIT = 20", "LIMIT = 2"), ("LIMIT = 20", "LIMIT = 5")],
    "gap": [
        ("if inside and [r, c] not in taken", "if inside and [r, c] in taken"),
        ("if inside and [r, c] not in taken", "if [r, c] in taken or not inside"),
        ("ways += 1", "ways -= 1"),
    ],
    "crash": [
        ('    if view["safe"]:\n        return view["safe"][0]\n    return 0', '    return view["safe"][0]'),
        ("    return 0\n", ""),
        ('    if view["moves"] is not None:\n        last', '    if view["step"] > 0:\n        last'),
    ],
    "slow": [
        ("    taken.add(cell)\n", ""),
        ("    taken.add(cell)\n", "    taken = taken | {cell}\n"),  # each way has its own set: nothing is remembered
        (
            "    taken.add(cell)\n    if depth == 0:\n        return 1\n",
            "    if depth == 0:\n        return 1\n    taken = set(taken)\n    taken.add(cell)\n",
        ),
    ],
    "illegal": [
        ("(self.direction + 1) % 4", "(self.direction + 1) % 5"),
        ("(self.direction + 1) % 4", "self.direction - 1"),
        ("return self.direction\n", "return str(self.direction)\n"),
    ],
    "list": [
        ('snake["body"] if view["growing"] else snake["body"][:-1]', 'snake["body"]'),
        ('snake["body"] if view["growing"] else snake["body"][:-1]', 'snake["body"][:-1]'),
        ('view["snakes"][player]["body"]', 'view["snakes"][1 - player]["body"]'),
    ],
    "greedy": [
        ("best, most = 0, -1", "best, most = 0, 1000"),
        ("for row, column in reached:", "for row, column in [start]:"),
        ("if room > most", "if room < most or most < 0"),
    ],
    "ahead": [
        ("snake.safe_moves(state, other) or [0]", "[0]"),
        ("results.append(worth(after, me, other))", "results.append(-worth(after, me, other))"),
        ('["space"][me]', '["space"][other]'),
    ],
    "opponent": [
        ('view["snakes"][other]["body"][0]', 'view["snakes"][1 - other]["body"][0]'),
        ("enumerate(STEPS)", "reversed(list(enumerate(STEPS)))"),
        ("if inside and cell not in taken", "if inside"),
    ],
    "time": [
        ("limits.left() < 450", "limits.left() <= 0"),
        ("if limits.left() < 450:\n            break", "pass"),
        ("range(1, 30)", "range(16, 30)"),
    ],
    "loss": [
        ('view["columns"]', 'view["rows"] - 5'),
        ('view["columns"]', 'view["columns"] // 2'),
        ('0 <= cell[0] < view["rows"]', '0 <= cell[0] < view["rows"] // 2'),
    ],
    "better": [
        ('WORTH = "first"', 'WORTH = "space"'),
        ('WORTH = "first"', 'WORTH = "length"'),
        ('series["first"][me] - series["first"][other]', 'series["first"][other] - series["first"][me]'),
    ],
    "rungs": [
        ("first[me] - first[other]", "first[other] - first[me]"),
        ("first[me] - first[other]", "0"),
        ('["series"]["first"]', '["series"]["length"]'),
    ],
}


STEPS = [pytest.param(file, id=f"{file.parent.name}-{file.stem}") for file in FILES]


def graded(step: Step, *sources: str) -> list[Grade]:
    handed_in = [Submission(f"number {k}", Bot(f"number {k}", "code", source)) for k, source in enumerate(sources)]
    return grade_all(step.spec, handed_in, 2, local.NO_WALL)


def passed(grade: Grade) -> bool:
    return all(mark.passed for mark in grade.marks)


@pytest.mark.parametrize("file", STEPS)
def test_only_correct_solutions_pass(file: Path) -> None:
    step = read_step(file.read_text(encoding="utf-8"))
    wrong = []
    for old, new in WRONG[step.id]:
        assert step.solution.count(old) >= 1, f"{old!r} is not in the solution"
        wrong.append(step.solution.replace(old, new, 1))
    solution, start, *others = graded(step, step.solution, step.start, *wrong)
    said = [[render(mark.text) for mark in each.marks] for each in (solution, start, *others)]
    assert passed(solution), said[0]
    assert not passed(start), said[1]
    assert [passed(each) for each in others] == [False] * 3, said[2:]


@pytest.mark.parametrize("file", STEPS)
def test_a_step_speaks_every_language(file: Path) -> None:
    step = read_step(file.read_text(encoding="utf-8"))
    assert set(step.texts) == set(LANGUAGES)
    for texts in step.texts.values():
        assert len(texts.hints) == MOST_HINTS
        assert texts.learnt
        assert texts.text.count("```") % 2 == 0
    assert len({texts.text for texts in step.texts.values()}) == len(LANGUAGES)
    assert json.loads(json.dumps(step.json())) == step.json()


def test_a_path_is_whole() -> None:
    assert {file.parent.name for file in FILES} <= set(GAMES)
    ids = [read_step(file.read_text(encoding="utf-8")).id for file in FILES if file.parent.name == "snake"]
    assert len(ids) == len({*ids})
    assert 12 <= len(ids) <= 15
