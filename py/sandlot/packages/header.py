"""Packages that a bot declares at the top of its file (PEP 723), and how their files are laid out for it.

    # /// script
    # dependencies = ["attrs>=24"]
    # ///

The header says what is wanted; `resolve` finds out, in a worker of its own, which files that means. This module is in a
bot's worker too, so it imports nothing that a bot without packages would have to wait for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from sandlot.messages import Message, message

if TYPE_CHECKING:
    from zipfile import ZipInfo

__all__ = ["PLACE", "BadPackage", "Header", "fits", "members", "read_header", "unpack"]

PLACE = "/packages"
"""The folder of a bot's packages in the page. It is last on `sys.path` and takes the place of nothing that is there."""

UNPACKED = 128 * 2**20
"""Bytes of one package without compression."""
FILES = 10_000
"""Files in one package."""
HEADER = 16 * 1024
"""Characters of a header."""
DOTS = 500
"""Dots and opening brackets in a header. Each may be one more level, and the page's Python dies of a few thousand."""
MOST = 100
"""Requirements in a header."""
LONGEST = 1000
"""Characters of one requirement."""
SPECIFIER = 200
"""Characters of what a header says of the Python it wants."""

_OPENING = re.compile(r"# /// [a-zA-Z0-9-]+")
_CLAUSE = re.compile(r"(~=|==|!=|<=|>=|<|>)\s*([0-9]{1,9}(?:\.[0-9]{1,9})*)(\.\*)?")


class BadPackage(ValueError):
    """A header that cannot be followed, or a file that is not used; `text` says why."""

    def __init__(self, id: str, /, **params: Any) -> None:
        self.text: Message = message(id, **params)
        super().__init__(id)


@dataclass(frozen=True)
class Header:
    """What the header of a bot's file declares: PEP 508 requirements, not looked into any further."""

    dependencies: tuple[str, ...] = ()


def read_header(source: str) -> Header:
    """Read the PEP 723 header of a file; a file without one declares nothing.

    Raises `BadPackage` if it is broken or longer than a header gets, or wants another Python than this one.
    """
    blocks = _script_blocks(source) if "# /// script" in source else []
    if not blocks:
        return Header()
    if len(blocks) > 1:
        raise BadPackage("packages.twice")
    content = "\n".join(line.removeprefix("#").removeprefix(" ") for line in blocks[0])
    if len(content) > HEADER or sum(map(content.count, ".[{")) > DOTS:
        raise BadPackage("packages.long_header", kib=HEADER // 1024, dots=DOTS)
    given = _read_toml(content)
    python, dependencies = given.get("requires-python", ""), given.get("dependencies", [])
    if not isinstance(python, str):
        raise BadPackage("packages.bad_python")
    if not isinstance(dependencies, list) or not all(map(_is_requirement, dependencies)):
        raise BadPackage("packages.bad_list")
    if len(dependencies) > MOST:
        raise BadPackage("packages.too_many", limit=MOST)
    here = ".".join(map(str, sys.version_info[:3]))
    if not fits(python, sys.version_info[:3]):
        raise BadPackage("packages.python", wanted=python, here=here)
    return Header(tuple(each.strip() for each in dependencies))


def _script_blocks(source: str) -> list[list[str]]:
    """Return what stands in every block ``# /// script``, line by line.

    By PEP 723 a block goes from its first line to the last ``# ///`` that nothing but comments lead to. The regular
    expression there says the same, but takes time that grows with the square of the length.
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
        # Between its first line and its last one there has to be another.
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
    return isinstance(given, str) and 0 < len(given.strip()) <= LONGEST


def fits(specifier: str, version: Sequence[int]) -> bool:
    """Tell whether a released version meets a version specifier, such as ``>=3.11,<4`` (PEP 440).

    Raises `BadPackage` if it is none, or one that only fits what is not a release.
    """
    if len(specifier) > SPECIFIER:
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
    """Give the files of a wheel that belong among a bot's packages, each with its path there.

    Raises `BadPackage` if it is no archive, is too large, or holds a name that leads out of the folder.
    """
    from sandlot.files.archive import BadArchive, entries

    try:
        for name, info in entries(wheel, UNPACKED, FILES):
            if path := _path_of(name):
                yield path, info
    except BadArchive as bad:
        match bad.what:
            case "size":
                raise BadPackage("packages.unpacks", file=filename, megabytes=UNPACKED // 2**20, files=FILES) from None
            case "name":
                raise BadPackage("packages.bad_name", file=filename, name=bad.name) from None
        raise BadPackage("packages.bad_wheel", file=filename) from None


def _path_of(name: str) -> str | None:
    """Return where a file of a wheel belongs; None for scripts and what else is not for importing."""
    first, _, rest = name.partition("/")
    if not first.endswith(".data"):
        return name
    kind, _, path = rest.partition("/")
    return path if kind in ("purelib", "platlib") else None


def unpack(path: str, folder: str = PLACE) -> None:
    """Lay out the files of the wheel at `path` in a folder, where this Python finds them from now on.

    Raises `BadPackage`, see `members`, and what reading a damaged archive does.
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
