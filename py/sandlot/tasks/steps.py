r"""A step of a path: a file of tasks with the program that one begins with, texts in some languages, and a solution.

    game = "snake"

    [step]
    id = "safe"
    start = '''
    def move(view):
        return 0
    '''
    solution = '''
    def move(view):
        return (view["safe"] or [0])[0]
    '''

    [step.en]
    title = "Stay alive"
    text = "Plain *Markdown*: paragraphs, lists, `code` and blocks of it."
    hints = ["Look at `view`.", "`view[\"safe\"]` is a list.", "Take its first one, if there is any."]
    learnt = "A bot is a function from what it sees to an order."

    [[task]]
    id = "lives"
    kind = "survives"
    against = "cautious"
    seeds = 3
    turns = 20

It is passed when all tasks are done. `sandlot grade` takes the same file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from sandlot.game import Json
from sandlot.messages import LANGUAGES, as_json, message
from sandlot.tasks.spec import COUNTED, STEP, Spec, SpecReader, Task, read_spec

MOST_HINTS = 3
LONGEST_TITLE = 80
LONGEST_TEXT = 4000
"""Characters of the text of a step in one language."""
LONGEST_HINT = 500
LONGEST_PROGRAM = 20_000
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True)
class StepTexts:
    """The texts of a step in one language. `text` and `hints` are Markdown; `learnt` is one sentence."""

    title: str
    text: str
    hints: tuple[str, ...]
    learnt: str


@dataclass(frozen=True)
class PathStep:
    """A step of a path. `start` and `solution` are programs, `texts` are by language. A teacher may leave out the
    solution.
    """

    id: str
    spec: Spec
    start: str
    solution: str
    texts: Mapping[str, StepTexts]

    def json(self) -> dict[str, Json]:
        """Return the step in the form that the page shows."""
        return {
            "id": self.id,
            **spec_json(self.spec),
            "start": self.start,
            "solution": self.solution,
            "texts": {language: asdict(each) | {"hints": list(each.hints)} for language, each in self.texts.items()},
        }


def spec_json(spec: Spec) -> dict[str, Json]:
    """Return tasks in the form in which the page shows and plays them, without the seeds that a teacher keeps."""
    return {
        "game": spec.game.name,
        "options": dict(spec.options),
        "clock": spec.clock.json(),
        "tasks": [_task_json(task) for task in spec.tasks],
    }


def _task_json(task: Task) -> dict[str, Json]:
    title = task.title
    return {
        "id": task.id,
        "title": title if isinstance(title, str) else as_json(title),
        "kind": task.kind,
        "against": task.against,
        "seeds": [] if task.is_kept else [str(seed) for seed in task.seeds],
        "needed": task.enough if task.kind in (*COUNTED, "wins") else 0,
        "points": task.points,
        "hint": task.hint,
    }


def read_step(text: str) -> PathStep:
    """Read a step from TOML; raise `BadSpec` for any other text."""
    return _StepReader(text).step()


def read_step_or_spec(text: str) -> PathStep | Spec:
    """Read a file of a step, or of tasks that are graded; raise `BadSpec` for any other text."""
    reader = _StepReader(text)
    return reader.step() if STEP in reader.whole else read_spec(text)


class _StepReader(SpecReader):
    """Reads the file of a step."""

    def step(self) -> PathStep:
        if STEP not in self.whole:
            self.bad("", "", message("settings.needed", name="[step]"))
        spec, table = self.spec(), self.read_table(STEP)
        for task in spec.tasks:
            if task.is_kept:
                self.bad(f"task.{spec.tasks.index(task)}", "seeds", message("step.kept"))
        languages = [each for each in table if isinstance(table[each], dict)]
        self.check_known(table, STEP, ("id", "start", "solution", *LANGUAGES))
        if not languages:
            self.bad("", STEP, message("step.languages", known=", ".join(f"[step.{each}]" for each in LANGUAGES)))
        id = self.read_text(table, STEP, "id", needed=True)
        if not _ID.fullmatch(id):
            self.bad(STEP, "id", message("grade.id_form", most=40))
        start, solution = self._program("start", needed=True), self._program("solution")
        if start == solution:
            self.bad(STEP, "solution", message("step.same"))
        return PathStep(id, spec, start, solution, {each: self._texts(each) for each in LANGUAGES if each in languages})

    def _program(self, name: str, *, needed: bool = False) -> str:
        table = self.read_table(STEP)
        if name not in table and not needed:
            return ""
        source = self.read_text(table, STEP, name, needed=True, most=LONGEST_PROGRAM).strip("\n")
        if not source.strip():
            self.bad(STEP, name, message("step.program", most=LONGEST_PROGRAM))
        return f"{source}\n"

    def _texts(self, language: str) -> StepTexts:
        where, table = f"{STEP}.{language}", self.read_table(STEP)[language]
        self.check_known(table, where, ("title", "text", "hints", "learnt"))
        title = self.read_text(table, where, "title", needed=True, most=LONGEST_TITLE)
        text = self.read_text(table, where, "text", needed=True, most=LONGEST_TEXT)
        hints = table.get("hints", [])
        is_list = isinstance(hints, list) and len(hints) <= MOST_HINTS
        if not is_list or not all(isinstance(each, str) and 0 < len(each) <= LONGEST_HINT for each in hints):
            self.bad(where, "hints", message("step.list", most=MOST_HINTS, longest=LONGEST_HINT))
        if not all(each.replace("\n", " ").isprintable() for each in hints):
            self.bad(where, "hints", message("settings.unseen"))
        learnt = self.read_text(table, where, "learnt")
        return StepTexts(title, text.strip(), tuple(each.strip() for each in hints), learnt)
