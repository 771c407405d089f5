"""Checks a proposed change to a league: only in the author's own folder, in an open season, and within limits.

A proposal can be checked by the names of its files alone, without reading any of them; where the files are present,
they are checked as well.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from sandlot.bounded import Bounds, read_json
from sandlot.errors import SandlotError
from sandlot.files.bundle import BadBundle, check_paths
from sandlot.league.alike import fingerprint, nearly_same
from sandlot.league.entries import BOTS, Entry, read_entries, read_entry
from sandlot.league.settings import DEVICE, NAME_MOST, League, is_folder_name, is_login
from sandlot.messages import Message, message, plain, render

MOST_CHANGES = 1000
MODES = {"120000": "league.link", "160000": "league.module"}
PLAIN = ("000000", "100644", "100755")


@dataclass(frozen=True)
class Change:
    """A file that is added, changed or removed. `mode` is its mode in git, "" if that is unknown."""

    path: str
    is_removed: bool = False
    mode: str = ""


@dataclass(frozen=True)
class Checked:
    """The result of a check: problems, further notes, and the bots that the proposal changes, as LOGIN/NAME."""

    problems: tuple[Message, ...]
    notes: tuple[Message, ...]
    bots: tuple[str, ...]

    def said(self) -> dict[str, list[str]]:
        """Return problems and notes in sentences, for programs."""
        return {"problems": [*map(render, self.problems)], "notes": [*map(render, self.notes)]}


def check(
    league: League, author: str, changes: Sequence[Change], root: Path, now: datetime, *, by_names: bool
) -> Checked:
    """Check a proposal of `author`. `root` is the folder of the league with the proposed files; if it is checked
    `by_names`, it is the folder as it was before.
    """
    problems: list[Message] = []
    notes: list[Message] = []
    if not changes:
        problems.append(message("league.no_changes"))
    if len(changes) > MOST_CHANGES:
        return Checked((message("league.many_changes", most=MOST_CHANGES),), (), ())
    if league.open_season(now) is None:
        problems.append(message("league.closed"))
    asked = {each.casefold() for each in league.entering.people}
    if not is_login(author):
        problems.append(message("league.no_author"))
    elif asked and author.casefold() not in asked:
        problems.append(message("league.not_asked", login=author))
    bots: set[str] = set()
    removed: set[str] = set()
    for each in changes:
        if why := _problem(author, each):
            problems.append(message("league.file", file=plain(each.path)[:200], why=why))
            continue
        name = "/".join(PurePosixPath(each.path).parts[1:3])
        (removed if each.is_removed else bots).add(name)
    kept = sorted(bots)
    if not problems:
        problems += _by_names(league, author, kept, removed - bots, root) if by_names else []
        if not by_names:
            problems += _contents(league, kept, root)
            notes += _alike(league, author, root)
    return Checked(tuple(problems[:50]), tuple(notes), tuple(kept))


def _problem(author: str, change: Change) -> Message | None:
    """Return what is wrong with one path, or None."""
    parts = PurePosixPath(change.path).parts
    try:
        check_paths([change.path])
    except BadBundle:
        return message("league.bad_path")
    if len(parts) < 4 or parts[0] != BOTS:
        return message("league.elsewhere", folder=f"{BOTS}/{plain(author)}/NAME/")
    if parts[1] != author:
        return message("league.others", folder=f"{BOTS}/{plain(author)}/")
    if not is_folder_name(parts[2]):
        return message("league.name_form", most=NAME_MOST)
    if any(part.casefold() in (".git", ".github", ".gitattributes", ".gitmodules") for part in parts):
        return message("league.git_file")
    if any(DEVICE.fullmatch(part) or part != part.rstrip(". ") for part in parts[3:]):
        return message("league.bad_path")
    if change.mode in MODES:
        return message(MODES[change.mode], name=parts[-1])
    if change.mode and change.mode not in PLAIN:
        return message("league.special", name=parts[-1])
    return None


def _by_names(league: League, author: str, bots: Sequence[str], removed: set[str], root: Path) -> list[Message]:
    """Check the number of bots that the author would have, if only the names of files are known. A bot in `removed`
    only loses files; it counts as removed, although other files of it may be left.
    """
    folder = root / BOTS / author
    before = {f"{author}/{each.name}" for each in folder.iterdir()} if folder.is_dir() else set()
    most = league.entering.bots
    new = {*bots} - before
    return [message("league.many_bots", most=most)] if new and len(before - removed | new) > most else []


def _contents(league: League, bots: Sequence[str], root: Path) -> list[Message]:
    found = read_entries(root, league)
    problems: list[Message] = []
    for name in bots:
        entry = read_entry(root / BOTS / name, league)
        why = entry if isinstance(entry, Message) else found.problems.get(f"{BOTS}/{name}")
        if why is None and not isinstance(entry, Message) and not _starts(entry):
            why = message("league.syntax")
        if why:
            problems.append(message("league.file", file=f"{BOTS}/{name}", why=why))
    if len(found.entries) < 1 and bots and not problems:
        problems.append(message("league.no_files"))
    return problems


def _starts(entry: Entry) -> bool:
    try:
        compile(entry.bot.source, "bot", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _alike(league: League, author: str, root: Path) -> list[Message]:
    """Return a note for each pair of people's bots that are nearly the same, if one of them is the author's."""
    entries = [each for each in read_entries(root, league).entries if each.person]
    pairs = nearly_same([fingerprint(each.bot) for each in entries])
    return [
        message("league.alike", one=entries[one].name, other=entries[other].name)
        for one, other in pairs
        if author in (entries[one].person, entries[other].person)
    ]


MOST_TEXT = 2**20
LINE = Bounds(characters=10_000, values=10, depth=2)
_COMMIT = re.compile(r"[0-9A-Za-z][\w./^~@{}-]{0,200}")


class BadChanges(SandlotError, ValueError):
    """A list of changes that cannot be read; `text` says why."""

    text: Message


def changes_in(text: str) -> list[Change]:
    """Read a list of changes: a line for each file, with a JSON list of its status, its name and its previous name, as
    the host's API lists the files of a proposal. Raises `BadChanges`.
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
        # A renamed file counts as removed at its old path.
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
    found = []
    for head, path in zip(parts[::2], parts[1::2], strict=False):
        _, mode, _, _, status = head.split()
        found.append(Change(path, status == "D", mode))
    return found
