"""Reads what a proposal changes: from a host's list of files, or from git."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from sandlot.bounded import Bounds, read_json
from sandlot.errors import SandlotError
from sandlot.league.proposal import MOST_CHANGES, Change
from sandlot.messages import Message, message, plain

MOST_TEXT = 2**20
LINE = Bounds(characters=10_000, values=10, depth=2)
_COMMIT = re.compile(r"[0-9A-Za-z][\w./^~@{}-]{0,200}")


class BadChanges(SandlotError, ValueError):
    """A list of changes that cannot be read; `text` says why."""

    text: Message


def changes_in(text: str) -> list[Change]:
    """Read a list of changes: a line for each file, with a JSON list of its status, its name and its name before, as a
    host's list of a proposal gives them. Raises `BadChanges`.
    """
    lines = text.splitlines()
    if len(text) > MOST_TEXT or len(lines) > MOST_CHANGES:
        raise BadChanges(message("league.many_changes", most=MOST_CHANGES))
    found: list[Change] = []
    for number, line in enumerate(lines, 1):
        try:
            status, name, before = read_json(line, LINE)
        except (ValueError, TypeError):
            raise BadChanges(message("league.changes_line", line=number)) from None
        if not all(isinstance(each, str) for each in (status, name, before)):
            raise BadChanges(message("league.changes_line", line=number))
        found.append(Change(name, status == "removed"))
        # A file that was moved away is missing where it was.
        if before and before != name and status != "copied":
            found.append(Change(before, True))
    return found


def changes_of_git(root: Path, commits: str) -> list[Change]:
    """Return the changes between two commits, written as "A..B". Raises `BadChanges`."""
    first, dots, last = commits.partition("..")
    if not dots or not _COMMIT.fullmatch(first) or not _COMMIT.fullmatch(last):
        raise BadChanges(message("league.range_form"))
    command = ["git", "diff", "--raw", "-z", "--no-renames", "--no-ext-diff", first, last, "--"]
    try:
        data = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", b"") or str(error).encode()
        raise BadChanges(message("league.git", why=plain(said.decode(errors="replace").strip()[:200]))) from None
    parts = data.decode(errors="surrogateescape").split("\0")
    return list(_raw(parts))


def _raw(parts: Sequence[str]) -> Iterable[Change]:
    for head, path in zip(parts[::2], parts[1::2], strict=False):
        _, mode, _, _, status = head.split()
        yield Change(path, status == "D", mode)
