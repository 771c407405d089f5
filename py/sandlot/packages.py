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
LONGEST = 1000
"""Characters of one requirement, and requirements in a header."""

# As PEP 723 gives it.
_BLOCK = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
_CLAUSE = re.compile(r"(~=|==|!=|<=|>=|<|>)\s*(\d+(?:\.\d+)*)(\.\*)?")


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

    Raises `BadPackage` if it is broken, or wants another Python than this one.
    """
    blocks = [match for match in _BLOCK.finditer(source.replace("\r\n", "\n")) if match["type"] == "script"]
    if not blocks:
        return Header()
    if len(blocks) > 1:
        raise BadPackage("packages.twice")
    given = _read_toml(blocks[0]["content"])
    python, dependencies = given.get("requires-python", ""), given.get("dependencies", [])
    if not isinstance(python, str):
        raise BadPackage("packages.bad_python")
    if not _are_requirements(dependencies):
        raise BadPackage("packages.bad_list")
    here = ".".join(map(str, sys.version_info[:3]))
    if not fits(python, sys.version_info[:3]):
        raise BadPackage("packages.python", wanted=python, here=here)
    return Header(tuple(each.strip() for each in dependencies))


def _read_toml(content: str) -> Mapping[str, Any]:
    import tomllib

    lines = (line[2:] if line.startswith("# ") else line[1:] for line in content.splitlines())
    try:
        return tomllib.loads("\n".join(lines))
    except (ValueError, RecursionError) as error:
        raise BadPackage("packages.toml", why=str(error)) from None


def _are_requirements(given: object) -> bool:
    if not isinstance(given, list) or len(given) > LONGEST:
        return False
    return all(isinstance(each, str) and 0 < len(each.strip()) <= LONGEST for each in given)


def fits(specifier: str, version: Sequence[int]) -> bool:
    """Tell whether a released version meets a version specifier, such as ``>=3.11,<4`` (PEP 440).

    Raises `BadPackage` if it is none, or one that only fits what is not a release.
    """
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
    from sandlot.archive import BadArchive, entries

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
