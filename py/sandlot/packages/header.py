"""Reads the packages that a bot declares at the top of its file (PEP 723), and unpacks their wheels for it.

    # /// script
    # dependencies = ["attrs>=24"]
    # ///

The header says what is wanted; `resolve`, in a worker of its own, finds out which files that means. This module is in a
bot's worker too, so it imports nothing that would slow down the start of a bot without packages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from sandlot.errors import MessageError

if TYPE_CHECKING:
    from zipfile import ZipInfo

PLACE = "/packages"
"""The folder of a bot's packages in the page. It is last on `sys.path`, so it hides no other module."""

LARGEST_UNPACKED = 128 * 2**20
"""Most bytes of one unpacked package."""
MOST_FILES = 10_000
"""Most files in one package."""
LONGEST_HEADER = 16 * 1024
"""Most characters in a header."""
MOST_DOTS = 500
"""Most dots and opening brackets in a header. Each may nest one level deeper, and a few thousand levels would crash
the page's Python.
"""
MOST_REQUIREMENTS = 100
"""Most requirements in a header."""
LONGEST_REQUIREMENT = 1000
"""Most characters in one requirement."""
LONGEST_SPECIFIER = 200
"""Most characters in a header's specifier of Python versions."""

_OPENING = re.compile(r"# /// [a-zA-Z0-9-]+")
_CLAUSE = re.compile(r"(~=|==|!=|<=|>=|<|>)\s*([0-9]{1,9}(?:\.[0-9]{1,9})*)(\.\*)?")


class BadPackage(MessageError, ValueError):
    """A header that cannot be used, or a file that is refused; `text` says why."""


@dataclass(frozen=True)
class Header:
    """The requirements in the header of a bot's file: PEP 508, not parsed any further."""

    dependencies: tuple[str, ...] = ()


def read_header(source: str) -> Header:
    """Read the PEP 723 header of a file; a file without one declares nothing.

    Raises `BadPackage` if the header is malformed or too long, or needs another version of Python.
    """
    blocks = _script_blocks(source) if "# /// script" in source else []
    if not blocks:
        return Header()
    if len(blocks) > 1:
        raise BadPackage("packages.twice")
    content = "\n".join(line.removeprefix("#").removeprefix(" ") for line in blocks[0])
    if len(content) > LONGEST_HEADER or sum(map(content.count, ".[{")) > MOST_DOTS:
        raise BadPackage("packages.long_header", kib=LONGEST_HEADER // 1024, dots=MOST_DOTS)
    given = _read_toml(content)
    python, dependencies = given.get("requires-python", ""), given.get("dependencies", [])
    if not isinstance(python, str):
        raise BadPackage("packages.bad_python")
    if not isinstance(dependencies, list) or not all(map(_is_requirement, dependencies)):
        raise BadPackage("packages.bad_list")
    if len(dependencies) > MOST_REQUIREMENTS:
        raise BadPackage("packages.too_many", limit=MOST_REQUIREMENTS)
    here = ".".join(map(str, sys.version_info[:3]))
    if not fits(python, sys.version_info[:3]):
        raise BadPackage("packages.python", wanted=python, here=here)
    return Header(tuple(each.strip() for each in dependencies))


def _script_blocks(source: str) -> list[list[str]]:
    """Return the lines of every block ``# /// script``.

    By PEP 723 a block ends at the last ``# ///`` that follows its first line with only comments in between. The regular
    expression in PEP 723 does the same, but takes time that grows with the square of the length.
    """
    blocks = []
    lines = source.replace("\r\n", "\n").split("\n")
    end = 0
    while end < len(lines):
        start = end
        while end < len(lines) and (lines[end] == "#" or lines[end].startswith("# ")):
            end += 1
        comments = lines[start:end]
        last = max((k for k, line in enumerate(comments) if line == "# ///"), default=0)
        # At least one line must lie between a block's first and last line.
        first = next((k for k, line in enumerate(comments[: max(0, last - 1)]) if _OPENING.fullmatch(line)), None)
        if first is not None and comments[first] == "# /// script":
            blocks.append(comments[first + 1 : last])
        end += end == start
    return blocks


def _read_toml(content: str) -> Mapping[str, Any]:
    import tomllib

    try:
        return tomllib.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadPackage("packages.toml", why=str(error)[:200]) from None


def _is_requirement(given: object) -> bool:
    return isinstance(given, str) and 0 < len(given.strip()) <= LONGEST_REQUIREMENT


def fits(specifier: str, version: Sequence[int]) -> bool:
    """Tell whether a released version meets a version specifier, such as ``>=3.11,<4`` (PEP 440).

    Raises `BadPackage` if the specifier is malformed, or only fits versions that are not releases.
    """
    if len(specifier) > LONGEST_SPECIFIER:
        raise BadPackage("packages.bad_specifier", specifier=f"{specifier[:40]}…")
    clauses = [clause.strip() for clause in specifier.split(",") if clause.strip()]
    met = [_meets(specifier, clause, tuple(version)) for clause in clauses]
    return all(met)


def _meets(whole: str, clause: str, version: tuple[int, ...]) -> bool:
    found = _CLAUSE.fullmatch(clause)
    operator, number, wild = found.groups() if found else ("", "", None)
    wanted = tuple(map(int, number.split("."))) if number else ()
    if not found or (wild and operator not in ("==", "!=")) or (operator == "~=" and len(wanted) < 2):
        raise BadPackage("packages.bad_specifier", specifier=whole)
    length = max(len(wanted), len(version))
    have, want = (each + (0,) * (length - len(each)) for each in (version, wanted))
    if wild:
        have, want = have[: len(wanted)], wanted
    match operator:
        case "==":
            return have == want
        case "!=":
            return have != want
        case "~=":
            return have >= want and have[: len(wanted) - 1] == wanted[:-1]
        case "<=":
            return have <= want
        case ">=":
            return have >= want
        case "<":
            return have < want
    return have > want


def members(wheel: IO[bytes], filename: str) -> Iterator[tuple[str, ZipInfo]]:
    """Yield the files of a wheel that are for importing, each with its path in the folder of packages.

    Raises `BadPackage` if it is no archive, is too large, or holds a name that leads out of the folder.
    """
    from sandlot.files.archive import BadArchive, entries

    try:
        for name, info in entries(wheel, LARGEST_UNPACKED, MOST_FILES):
            if path := _path_of(name):
                yield path, info
    except BadArchive as bad:
        match bad.what:
            case "size":
                raise BadPackage(
                    "packages.unpacks", file=filename, megabytes=LARGEST_UNPACKED // 2**20, files=MOST_FILES
                ) from None
            case "name":
                raise BadPackage("packages.bad_name", file=filename, name=bad.name) from None
        raise BadPackage("packages.bad_wheel", file=filename) from None


def _path_of(name: str) -> str | None:
    """Return the path of a wheel's file in that folder; None for scripts and other files not for importing."""
    first, _, rest = name.partition("/")
    if not first.endswith(".data"):
        return name
    kind, _, path = rest.partition("/")
    return path if kind in ("purelib", "platlib") else None


def unpack(path: str, folder: str = PLACE) -> None:
    """Unpack the wheel at `path` into a folder, where this Python finds its modules from now on.

    Raises `BadPackage`, see `members`, and what reading a damaged archive raises.
    """
    import importlib
    import shutil
    import zipfile
    from pathlib import Path

    target = Path(folder)
    target.mkdir(exist_ok=True)
    with Path(path).open("rb") as file:
        archive = zipfile.ZipFile(file)
        for name, info in members(file, Path(path).name):
            place = target / name
            place.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(info) as data, place.open("wb") as out:
                shutil.copyfileobj(data, out)
    if folder not in sys.path:
        sys.path.append(folder)
    importlib.invalidate_caches()
