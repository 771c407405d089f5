"""Learning paths, by playing: every solution passes its step; starting programs and wrong answers do not."""

from __future__ import annotations

import ast
import io
import json
import tokenize
from pathlib import Path

import pytest
import wrong_generals
import wrong_planes
import wrong_snake
import wrong_tank

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot import local
from sandlot.files.bot import Bot
from sandlot.grade.grader import Grade, Submission, grade_all
from sandlot.messages import LANGUAGES, render
from sandlot.tasks.steps import MOST_HINTS, PathStep, read_step

FILES = sorted((Path(__file__).resolve().parents[2] / "static" / "path").glob("*/*.toml"))

#: By game and step: at least three changes of the solution that make it wrong.
WRONG = {
    "generals": wrong_generals.WRONG,
    "planes": wrong_planes.WRONG,
    "snake": wrong_snake.WRONG,
    "tank": wrong_tank.WRONG,
}


#: By game and step: other correct answers.
RIGHT = {"snake": wrong_snake.RIGHT}


STEPS = [pytest.param(file, id=f"{file.parent.name}-{file.stem}") for file in FILES]


def graded(step: PathStep, *sources: str) -> list[Grade]:
    handed_in = [Submission(f"number {k}", Bot(f"number {k}", "code", source)) for k, source in enumerate(sources)]
    return grade_all(step.spec, handed_in, 2, local.NO_SANDBOX)


def changed(step: PathStep, changes: list[tuple[str, str]]) -> list[str]:
    for old, _ in changes:
        assert old in step.solution, f"{old!r} is not in the solution"
    return [step.solution.replace(old, new, 1) for old, new in changes]


def passed(grade: Grade) -> bool:
    return all(mark.passed for mark in grade.marks)


@pytest.mark.parametrize("file", STEPS)
def test_only_correct_solutions_pass(file: Path) -> None:
    step = read_step(file.read_text(encoding="utf-8"))
    game = step.spec.game.name
    right = [step.solution, *changed(step, RIGHT.get(game, {}).get(step.id, []))]
    wrong = [step.start, *changed(step, WRONG[game][step.id])]
    grades = graded(step, *right, *wrong)
    said = [[render(mark.text) for mark in each.marks] for each in grades]
    count = len(right)
    assert all(map(passed, grades[:count])), said[:count]
    assert not any(map(passed, grades[count:])), said[count:]
    assert len(wrong) > 3


#: Bots that answer at once, but do not do what a step about time asks for.
AT_ONCE = {
    "generals": [
        "def move(view):\n    return None\n",
        "from sandlot.games import generals\n\ndef move(view):\n    return next(generals.legal_moves(view), None)\n",
    ],
    "planes": [
        "def move(view):\n    planes = [[1, 1, 0], [4, 4, 1], [1, 5, 2]]\n"
        f"    return planes if view['phase'] == 'place' else view['legal'][{at}]\n"
        for at in (0, -1)
    ],
    "snake": [f"def move(view):\n    return (view['safe'] or [0])[{at}]\n" for at in (0, -1)],
    "tank": [
        "def move(view):\n    return [-1, -1]\n",
        "def move(view):\n    return [legal[0] for legal in view['legal']]\n",
    ],
}


@pytest.mark.parametrize("file", [each for each in STEPS if "slow" in str(each.id) or "time" in str(each.id)])
def test_fast_but_incomplete_answer_fails(file: Path) -> None:
    step = read_step(file.read_text(encoding="utf-8"))
    if (step.spec.game.name, step.id) == ("tank", "time"):
        pytest.skip("how well it searches depends on the machine: there it is only asked to be in time")
    grades = graded(step, *AT_ONCE[step.spec.game.name])
    assert [passed(each) for each in grades] == [False] * 2, [
        render(mark.text) for each in grades for mark in each.marks
    ]


@pytest.mark.parametrize("file", STEPS)
def test_step_is_complete_in_every_language(file: Path) -> None:
    step = read_step(file.read_text(encoding="utf-8"))
    assert set(step.texts) == set(LANGUAGES)
    for texts in step.texts.values():
        assert len(texts.hints) == MOST_HINTS
        assert texts.learnt
        assert texts.text.count("```") % 2 == 0
    assert len({texts.text for texts in step.texts.values()}) == len(LANGUAGES)
    assert json.loads(json.dumps(step.json())) == step.json()


def remarks(source: str) -> list[str]:
    """Return the comments of a program, and its strings that are no values, such as docstrings."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    bare = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr)]
    return comments + [str(each.value) for each in bare if isinstance(each, ast.Constant)]


@pytest.mark.parametrize("file", STEPS)
def test_code_of_step_has_no_sentences(file: Path) -> None:
    """The code is the same in every language, so what there is to say is in the step's texts."""
    step = read_step(file.read_text(encoding="utf-8"))
    assert remarks(step.start) == (["# TODO"] if step.id == "gap" else [])
    assert remarks(step.solution) == []


@pytest.mark.parametrize("game", WRONG)
def test_path_is_complete(game: str) -> None:
    files = [file for file in FILES if file.parent.name == game]
    steps = [read_step(file.read_text(encoding="utf-8")) for file in files]
    assert [file.stem for file in files] == [f"{number:02}-{step.id}" for number, step in enumerate(steps, 1)]
    assert {step.spec.game.name for step in steps} == {game}
    assert 12 <= len(steps) <= 15
    assert set(WRONG[game]) == {step.id for step in steps}
