"""Opens the file of a contest, either a results file or a bundle; every error becomes a sentence.

To play a contest it opens a results file: a new one, or one to be continued if it is of the same contest.
"""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from sandlot.api.files import files, real, refusing_content
from sandlot.api.problem import REFUSED, Problem
from sandlot.api.traces import FORMAT as TRACES
from sandlot.archive.bundle import ContestBundle
from sandlot.archive.record import Record
from sandlot.cli.terminal import print_error
from sandlot.contest.store import SQLITE, BadStore, Store
from sandlot.files.bundle import is_zip
from sandlot.files.reading import open_file, read_some
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.game import Json
from sandlot.jobs import Refused
from sandlot.match.recordings import is_replay, read_log
from sandlot.match.validation import BadReplay
from sandlot.messages import Message, message, worded
from sandlot.names import problem_of
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.series import Series


@contextlib.contextmanager
def opened(path: str) -> Iterator[Record]:
    """Open the file of a contest for reading, even while the contest is running; raise `Problem` for any other file."""
    with refusing(path):
        head = _head(path)
        if head == SQLITE:
            store = _store(Path(path))
            with contextlib.closing(store):
                yield store
        elif is_zip(head):
            with opened_bundle(path) as bundle:
                yield bundle
        else:
            raise Problem(message("cli.file", file=path, why=message("cli.no_contest")), REFUSED)


@contextlib.contextmanager
def opened_bundle(path: str) -> Iterator[ContestBundle]:
    """Open a bundle; raise `Problem` for any other file."""
    with refusing(path), open_file(path) as file, contextlib.closing(ContestBundle(file)) as bundle:
        yield bundle


def kind_of(path: str) -> str:
    """Return what a file can be by its first bytes: "results", "bundle", or "" for anything else."""
    try:
        head = _head(path)
    except OSError:
        return ""
    return "results" if head == SQLITE else "bundle" if is_zip(head) else ""


def check_replaceable(path: str, kind: Literal["bundle", "log", "page", "replay", "traces"]) -> None:
    """Raise `Problem` if a file of another kind is there: a typing error must not overwrite a contest or a program.
    Devices and pipes are always accepted.
    """
    with files(Path(path)):
        if not Path(path).is_file():
            return
        if kind == "bundle":
            is_same = _is_bundle(path)
        else:
            most, check = _CHECKS[kind]
            is_same = check(read_some(path, most).decode("utf-8", "replace"))
    if not is_same:
        raise Problem(message(f"cli.kept.{kind}", file=path), REFUSED)


def _is_bundle(path: str) -> bool:
    try:
        with opened_bundle(path):
            return True
    except Problem:
        return False


def _is_log(text: str) -> bool:
    """Tell whether a text begins as a log of generals. An empty file counts as one, because an engine that was stopped
    leaves one behind.
    """
    try:
        return not text or read_log(text) is not None
    except BadReplay:
        # It is a log, which is invalid only because the text is cut off.
        return True


_CHECKS: Mapping[str, tuple[int, Callable[[str], bool]]] = {
    "log": (200, _is_log),
    "page": (4 * LONGEST_REPLAY, lambda text: text[:15].lower() == "<!doctype html>" and 'id="match"' in text),
    "replay": (4 * LONGEST_REPLAY, is_replay),
    "traces": (200, lambda text: f'"format": "{TRACES}"' in text),
}
"""By kind: how many bytes at the beginning of a file are read, and a function that tells from their text whether the
file is of this kind.
"""


@contextlib.contextmanager
def refusing(path: str, *, writing: bool = False) -> Iterator[None]:
    """Turn whatever reading the file of a contest raises into a `Problem`. `writing`: the file is written as well, so
    an error may come from the disk, and SQLite's own words explain it best.
    """
    try:
        with files(Path(path)), refusing_content(path):
            yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
            raise Problem(message("cli.file_full", file=path), REFUSED) from None
        id = "cli.contest_locked" if "locked" in str(error) else "contest.damaged"
        why = str(error) if writing else message(id)
        raise Problem(message("cli.file", file=path, why=why), REFUSED) from None


def _head(path: str) -> bytes:
    return read_some(path, len(SQLITE))


def _store(path: Path) -> Store:
    path = real(path)
    try:
        return Store.open(path, writable=False)
    except BadStore:
        # A process that is killed while it writes leaves a journal. To roll that back, the file must be writable.
        if path.with_name(f"{path.name}-journal").exists():
            return Store.open(path)
        raise


MOST_FILES = 100
"""The maximum number of older results files that a new contest is compared with."""


def reopened(contest: Contest, path: Path, args: argparse.Namespace) -> Store | None:
    """Open an existing results file; return None if there is none. Raise `Problem` if it holds another contest than
    `contest`, which the command line describes.
    """
    if not path.exists():
        return None
    store = Store.open(path)
    kept = store.contest
    if _is_earlier(kept.plan):
        contest = as_earlier(contest, args)
    if args.seed is None:
        contest = _with_draws_of(kept, contest)
    problem = _difference(kept, contest)
    if problem:
        store.close()
        raise Problem(message("cli.contest_other", file=str(path), why=problem), REFUSED)
    return store


def has_names_of_earlier(path: Path) -> bool:
    """Tell whether the file holds a contest of an earlier version with names that a new contest may not have."""
    try:
        with contextlib.closing(Store.open(path, writable=False)) as store:
            return any(problem_of(each.name) for each in store.contest.entrants)
    except (Refused, sqlite3.Error, OSError):
        return False


def created(contest: Contest, path: Path, args: argparse.Namespace, bots: Sequence[bytes]) -> Store:
    """Create the results file of a new contest."""
    if args.out is None and not (args.quiet or args.json):
        _say_what_changed(path, contest)
    return Store.create(path, contest, bots)


def _say_what_changed(path: Path, contest: Contest) -> None:
    """Without --out, a changed bot leads to a new file. Tell the user if an older file differs only in a bot, the rules
    or the version of this package.
    """
    pattern = f"{path.stem.rpartition('-')[0]}-*{path.suffix}"
    for other in sorted(path.parent.glob(pattern))[:MOST_FILES]:
        try:
            with contextlib.closing(Store.open(other, writable=False)) as store:
                why = _difference(store.contest, _with_draws_of(store.contest, contest))
        except (Refused, sqlite3.Error, OSError):
            continue
        if why and why.id in ("contest.differs_bot", "contest.differs_package", "contest.differs_rules"):
            print_error(worded("cli.contest_anew", file=str(other), why=why))
            return


def as_earlier(typed: Contest, args: argparse.Namespace) -> Contest:
    """Return the contest of the command line as earlier versions described it: without the settings that they lacked,
    and with their defaults where no option was given.
    """
    plan = dict(typed.plan)
    if not any(text.startswith("orders=") for text in args.plan):
        plan.pop("orders", None)
    if isinstance(stop := plan.get("stop"), dict):
        plan["stop"] = {name: value for name, value in stop.items() if name != "bets"}
        if args.games is None and args.blocks is None:
            plan["blocks"] = Series.blocks
    return replace(typed, plan=plan)


def _is_earlier(plan: Mapping[str, Json]) -> bool:
    """Tell whether a plan was written by an earlier version."""
    stop = plan.get("stop")
    return "bets" not in stop if isinstance(stop, dict) else "orders" not in plan


def _with_draws_of(kept: Contest, typed: Contest) -> Contest:
    """Return the contest of the command line with the first seed and the secret of the contest in the file."""
    seeds = kept.plan.get("seeds")
    first = seeds.get("first") if isinstance(seeds, dict) else None
    plan = {**typed.plan, "seeds": {**typed.plan["seeds"], "first": first}}
    return replace(typed, plan=plan, secret=kept.secret)


def _difference(kept: Contest, typed: Contest) -> Message | None:
    """Return why a contest cannot be continued; None if it can."""
    if kept.game is not typed.game:
        return message("contest.differs_game", theirs=kept.game.name, ours=typed.game.name)
    if other := kept.differs(typed.rules, typed.package):
        return other
    names = [each.name for each in typed.entrants]
    if [each.name for each in kept.entrants] != names:
        return message("contest.differs_entrants", theirs=", ".join(each.name for each in kept.entrants))
    for old, new in zip(kept.entrants, typed.entrants, strict=True):
        if old != new:
            return message("contest.differs_bot", name=new.name)
    before, now = kept.json(), typed.json()
    part = next((name for name in ("options", "clock", "plan", "secret") if before[name] != now[name]), None)
    return message(f"contest.differs_{part}") if part else None
