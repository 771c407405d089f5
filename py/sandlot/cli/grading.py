"""`grade`: grades submitted programs by a file of tasks."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from sandlot import local
from sandlot.api.files import files, real, refusing_content, written
from sandlot.api.named import bot_at, bundle_at
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.api.series import MOST_WORKERS
from sandlot.archive.sources import unique
from sandlot.cli.files import read, read_python
from sandlot.cli.parsing import memory_of, workers_of
from sandlot.cli.tables import csv_text
from sandlot.cli.terminal import as_json, print_error, say, visible
from sandlot.files.bot import Bot
from sandlot.files.bundle import LEFT_OUT, MAIN
from sandlot.files.folder import is_one_bot
from sandlot.files.reading import leads_out
from sandlot.grade.grader import Grade, Submission, grade_all
from sandlot.grade.report import GIVEN, class_table, classroom, for_student, gradescope, values
from sandlot.messages import Message, message, plain, worded
from sandlot.names import is_name, made_name
from sandlot.tasks.spec import LONGEST_SPEC, BadSpec, Spec, read_spec, with_kept

MOST_SUBMISSIONS = 2000
MOST_FOLDERS_ABOVE = 5
"""How many nested folders around a program are opened to find it."""
NOTEBOOK = ".ipynb"
ALONE = ("gradescope", "classroom50")
"""Formats for a single submission."""


def grade(args: argparse.Namespace) -> int:
    """Grade the submissions that the command line names; return the exit status."""
    spec = _spec(args.spec, args.kept)
    form = "json" if args.json else args.format
    paths = [path for text in args.bots for path in _named(text, (args.spec, args.kept, args.out))]
    if not 1 <= len(paths) <= MOST_SUBMISSIONS:
        raise Problem(message("grade.submissions", most=MOST_SUBMISSIONS, count=len(paths)))
    if form in ALONE and len(paths) != 1:
        raise Problem(message("grade.alone", format=form, count=len(paths)))
    if form == "classroom50" and (missing := [each for each in GIVEN.values() if not os.environ.get(each)]):
        raise Problem(message("grade.environment", names=", ".join(missing)))
    names = unique(_names([text for text, _ in paths]))
    submissions = [_submission(spec, name, *path) for name, path in zip(names, paths, strict=True)]
    workers = min(workers_of(args, spec.game, spec.options), len(submissions), MOST_WORKERS)
    memory = memory_of(args)
    given = [each.bot for each in submissions if each.bot]
    sandbox = local.contest_sandbox(False, args.trust, given)
    local.check_steps(spec.clock, given)
    done = 0

    def see(place: int, grade: Grade) -> None:
        nonlocal done
        done += 1
        if not (args.quiet or len(submissions) == 1):
            of = message("grade.of", points=grade.points, most=spec.points)
            told = {"done": done, "count": len(submissions), "name": grade.name}
            print_error(worded("grade.progress", **told, points=of))

    grades = grade_all(spec, submissions, workers, sandbox, memory, see)
    _tell(args.out, _written(form, spec, grades))
    undone = [each.name for each in grades if each.is_open]
    if undone:
        print_error(worded("grade.open", names=", ".join(undone[:10]), count=len(undone)))
    return REFUSED if undone else DONE


def _spec(path: str, kept: str | None) -> Spec:
    def read_from(file: str, reader: Callable[[str], Spec]) -> Spec:
        with refusing_content(file, BadSpec):
            return reader(read(file, LONGEST_SPEC))

    spec = read_from(path, read_spec)
    return spec if kept is None else read_from(kept, partial(with_kept, spec))


def _named(text: str, ours: Sequence[str | None]) -> list[tuple[str, Path | None]]:
    """Return the submissions that an argument names, each with the folder in which it was found: the argument itself,
    or everything in a folder that is not a bot, except the teacher's own files.
    """
    folder = Path(text)
    with files():
        is_one = text.startswith("cmd:") or not folder.is_dir() or is_one_bot(folder)
    if is_one:
        return [(text, None)]
    own = {os.path.realpath(each) for each in ours if each}
    with files():
        inside = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__")))
    return [(str(path), folder) for path in inside if os.path.realpath(path) not in own]


def _names(texts: Sequence[str]) -> list[str]:
    """Return the names of submissions: those of the files, with their suffixes where several would have one name. What
    cannot be seen in a name is written out, so that no file takes the name of another.
    """
    names = [_name_of(text) for text in texts]
    whole = [Path(text).name if names.count(name) > 1 else name for text, name in zip(texts, names, strict=True)]
    return [name if is_name(name) else made_name(plain(name), "submission") for name in whole]


def _name_of(text: str) -> str:
    path = Path(text.removeprefix("cmd:"))
    return path.name if path.is_dir() else path.stem


def _submission(spec: Spec, name: str, text: str, folder: Path | None) -> Submission:
    """Return a submission. An error in one must not affect the grades of others, but a missing path on the command line
    is the teacher's typing error, so raise `Problem` for that.
    """
    if folder is None and not text.startswith("cmd:") and not os.path.lexists(text):
        raise Problem(message("cli.file_missing", file=text))
    try:
        if folder and leads_out(folder, Path(text)):
            return Submission(name, None, message("cli.bot_link"))
        return Submission(name, _program(spec, text))
    except Problem as problem:
        if text.startswith("cmd:"):
            raise
        return Submission(name, None, _without_path(problem.text, text))
    except (OSError, ValueError, RecursionError) as error:
        return Submission(name, None, message("grade.unreadable", why=str(error) or type(error).__name__))


ABOUT_FILES = ("cli.file_missing", "cli.file_folder", "cli.file_denied", "cli.file_long", "cli.file_loop")
"""Ids of the sentences that contain the path of a file."""


def _without_path(said: Message, path: str) -> Message:
    """Return a sentence about a file for the student, who knows the file only by its name."""
    if said.id == "cli.file":
        why = said.params["why"]
        return why if isinstance(why, Message) else message("grade.unreadable", why=str(why))
    if said.id in ABOUT_FILES:
        return message(said.id, **{**said.params, "file": Path(path).name})
    return message("grade.no_program")


def _program(spec: Spec, text: str) -> Bot:
    bot = bot_at(spec.game, text, read_python) if text.startswith("cmd:") else _python(spec, text)
    if not bot.command and not bot.files and not bot.source.strip():
        raise Problem(message("cli.file", file=text, why=message("grade.empty")))
    return bot


def _python(spec: Spec, text: str) -> Bot:
    path = _handed_in(text)
    if path.endswith(NOTEBOOK):
        raise Problem(message("cli.file", file=path, why=message("grade.notebook")))
    return bundle_at(path) if Path(path).is_dir() else bot_at(spec.game, path, read_python)


def _handed_in(text: str) -> str:
    """Return the path of the program in a submission. Course platforms put the submitted file or folder into a folder
    named after the student: as long as a folder contains only one thing, go on with that.
    """
    path = os.path.join(".", text)  # noqa: PTH118
    with files():
        for _ in range(MOST_FOLDERS_ABOVE):
            if not Path(path).is_dir() or (Path(path) / MAIN).is_file():
                break
            inside = [each for each in Path(path).iterdir() if each.name not in LEFT_OUT]
            if len(inside) != 1 or inside[0].is_symlink():
                break
            path = os.path.join(path, inside[0].name)  # noqa: PTH118
    return path


def _written(form: str, spec: Spec, grades: Sequence[Grade]) -> str:
    match form:
        case "json":
            return as_json(values(spec, grades))
        case "csv":
            return csv_text(*class_table(spec, grades))
        case "gradescope":
            return as_json(gradescope(grades[0]))
        case "classroom50":
            return as_json(classroom(spec, grades[0], os.environ, time.time()))
    parts: list[str] = [spec.title] if spec.title else []
    return "\n\n".join([*parts, *(for_student(spec, each) for each in grades)])


def _tell(out: str | None, text: str) -> None:
    if out is None:
        say(text)
        return
    with written(real(Path(out))) as file:
        file.write(f"{visible(text)}\n")
