"""Writes grades: for the student, for the class, and for Classroom 50 and Gradescope.

Texts from a program and names of files are written as plain text: in one line, without control characters, and cut.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from sandlot.game import Json
from sandlot.grade.grader import Grade, Mark
from sandlot.messages import Message, message, plain, render, worded
from sandlot.tasks.spec import Spec, Task

LONGEST_SENTENCE = 500
"""The maximum length, in characters, of a sentence, because a program's error may be long."""
SCHEMA = "classroom50/result/v1"
GIVEN = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}
"""The environment variables that Classroom 50 sets, by the name of the field in its result."""


def for_student(spec: Spec, grade: Grade) -> str:
    """Return a grade as text in the current language."""
    of = message("grade.of", points=grade.points, most=spec.points)
    lines = [f"{plain(grade.name)}: {render(of)}"]
    if grade.why:
        lines.append(f"  {_sentence(grade.why, grade)}")
    for mark in grade.marks:
        sign = "+" if mark.passed else "?" if mark.is_open else "-"
        points = worded("grade.of", points=mark.points, most=mark.task.points)
        lines.append(f"  {sign} {_title(mark.task)}: {points}")
        lines += [f"      {line}" for line in _explained(mark, grade)]
    return "\n".join(lines)


def values(spec: Spec, grades: Sequence[Grade]) -> dict[str, Json]:
    """Return all grades as JSON values; sentences are in the current language."""
    return {
        "game": spec.game.name,
        "title": spec.title,
        "points": spec.points,
        "submissions": [
            {
                "name": grade.name,
                "points": grade.points,
                "final": not grade.is_open,
                "why": _why(grade) or None,
                "tasks": [
                    {
                        "id": mark.task.id,
                        "name": _title(mark.task),
                        "passed": mark.passed,
                        "points": mark.points,
                        "most": mark.task.points,
                        "games": mark.games,
                        "text": _sentence(mark.text, grade),
                        "hint": None if mark.passed else mark.task.hint,
                    }
                    for mark in grade.marks
                ],
            }
            for grade in grades
        ],
    }


def class_table(spec: Spec, grades: Sequence[Grade]) -> tuple[list[str], list[list[str]]]:
    """Return the heads and a row for every submission: its name, its points, the maximum, the points of each task,
    whether the grade is final, and what is wrong. Cells may still look like formulas: see `cli.tables.csv_text`.
    """
    head = ["name", "points", "most", *(task.id for task in spec.tasks), "final", "why"]
    rows = [
        [
            plain(grade.name),
            *map(str, (grade.points, spec.points, *(mark.points for mark in grade.marks))),
            "no" if grade.is_open else "yes",
            _why(grade),
        ]
        for grade in grades
    ]
    return head, rows


def gradescope(grade: Grade) -> dict[str, Json]:
    """Return a grade as Gradescope's results.json.

    Source: https://gradescope-autograders.readthedocs.io/en/latest/specs/
    """
    return {
        "score": grade.points,
        "output": _why(grade),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "name": _title(mark.task),
                "name_format": "text",
                "score": mark.points,
                "max_score": mark.task.points,
                "status": "passed" if mark.passed else "failed",
                "output": "\n".join(_explained(mark, grade)) or _sentence(mark.text, grade),
                "output_format": "text",
                "visibility": "visible",
            }
            for mark in grade.marks
        ],
    }


def classroom(spec: Spec, grade: Grade, environment: Mapping[str, str], now: float) -> dict[str, Json]:
    """Return a grade as Classroom 50's result.json. `now` is in seconds since 1970. Raise `KeyError` for a variable of
    the environment that is missing.

    Source: https://github.com/foundation50/classroom50/wiki/Advanced-Autograding
    """
    given = {name: environment[variable] for name, variable in GIVEN.items()}
    return {
        "schema": SCHEMA,
        **given,
        "review": environment.get("REVIEW_URL") or given["commit"],
        "datetime": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        "score": grade.points,
        "max-score": spec.points,
        "tests": [
            {
                "test-name": mark.task.id,
                "passed": mark.passed,
                "score": mark.points,
                "max-score": mark.task.points,
                "output": _sentence(mark.text, grade),
            }
            for mark in grade.marks
        ],
    }


def _title(task: Task) -> str:
    title = task.title
    return plain(title) if isinstance(title, str) else render(title)


def _explained(mark: Mark, grade: Grade) -> list[str]:
    """Return the result of a task in a line, unless the whole grade says the same; and the hint if it is not passed."""
    lines = [] if mark.text == grade.why else [_sentence(mark.text, grade)]
    if not mark.passed and mark.task.hint:
        lines.append(worded("grade.hint", hint=mark.task.hint))
    return lines


def _why(grade: Grade) -> str:
    """Return what is wrong with the whole submission; "" if nothing is."""
    return _sentence(grade.why, grade) if grade.why else ""


def _sentence(text: Message, grade: Grade) -> str:
    """Return a sentence in one line, cut if it is too long, because a program's texts may be in it. Only the
    submission's own faults are reported, so its name stands for the player of either seat.
    """
    said = plain(render(text, (grade.name, grade.name)))
    return said if len(said) <= LONGEST_SENTENCE else f"{said[:LONGEST_SENTENCE]}…"
