"""Opens the file of a contest, be it a results file or a bundle; whatever is wrong with it becomes a sentence."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from sandlot.api.problem import REFUSED, Problem
from sandlot.archive.bundle import Bundle
from sandlot.archive.record import Record
from sandlot.cli.files import files, real
from sandlot.contest.store import SQLITE, BadStore, Store
from sandlot.files.bundle import is_zip
from sandlot.files.reading import open_file, read_some
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.jobs import Refused
from sandlot.match.fields import BadReplay
from sandlot.match.recordings import is_replay, read_log
from sandlot.messages import message

__all__ = ["kind_of", "may_replace", "opened", "opened_bundle", "refusing"]


@contextlib.contextmanager
def opened(path: str) -> Iterator[Record]:
    """Open the file of a contest for reading, even while the contest is running; raise `Problem` if it is none."""
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
def opened_bundle(path: str) -> Iterator[Bundle]:
    """Open a bundle; raise `Problem` if it is none."""
    with refusing(path), open_file(path) as file, contextlib.closing(Bundle(file)) as bundle:
        yield bundle


def kind_of(path: str) -> str:
    """Return what a file can be by its first bytes: "results", "bundle", or "" for anything else."""
    try:
        head = _head(path)
    except OSError:
        return ""
    return "results" if head == SQLITE else "bundle" if is_zip(head) else ""


def may_replace(path: str, kind: Literal["bundle", "log", "page", "replay"]) -> None:
    """Raise `Problem` if there is a file that is not of this kind: a typing error must not cost anybody a contest or a
    program. A device or a pipe holds nothing that could be lost.
    """
    with files(Path(path)):
        if not Path(path).is_file():
            return
        known = {"bundle": _is_bundle, "log": _is_log, "page": _is_page, "replay": _is_replay}[kind](path)
    if not known:
        raise Problem(message(f"cli.kept.{kind}", file=path), REFUSED)


def _is_bundle(path: str) -> bool:
    try:
        with opened_bundle(path):
            return True
    except Problem:
        return False


def _is_log(path: str) -> bool:
    """Tell whether a file begins as a log of generals. An empty one is what an engine leaves that was stopped."""
    begins = read_some(path, 200).decode("utf-8", "replace")
    try:
        return not begins or read_log(begins) is not None
    except BadReplay:
        # It is a log, and goes on.
        return True


def _is_page(path: str) -> bool:
    """Tell whether a file is a page with a match in it, of any version."""
    with open_file(path) as file:
        return file.read(15).lower() == b"<!doctype html>" and b'id="match"' in file.read(4 * LONGEST_REPLAY)


def _is_replay(path: str) -> bool:
    return is_replay(read_some(path, 4 * LONGEST_REPLAY).decode("utf-8", "replace"))


@contextlib.contextmanager
def refusing(path: str, *, writing: bool = False) -> Iterator[None]:
    """Turn whatever reading the file of a contest raises into a `Problem`. `writing`: it is written, too. Then an
    error may be the disk's, and SQLite's own words say most about it.
    """
    try:
        with files(Path(path)):
            yield
    except Refused as bad:
        raise Problem(message("cli.file", file=path, why=bad.text), REFUSED) from None
    except sqlite3.Error as error:
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
        # A contest that was killed while it wrote leaves a journal. To undo that write, the file must be writable.
        if path.with_name(f"{path.name}-journal").exists():
            return Store.open(path)
        raise
