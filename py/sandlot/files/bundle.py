"""A bot of several files: a zip or a folder with a `__main__.py` in it, as Botzone takes it, or with one Python file at
its top that is the main one.

The bot runs in a folder of its own that holds all of its files. So it imports its modules by name and opens its other
files by path (on Botzone, those under `data/`). The folder is removed after the match.
"""

from __future__ import annotations

import errno
import io
import os
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sandlot.errors import MessageError
from sandlot.files.archive import BadArchive, content, entries, stays_inside
from sandlot.files.bot import ARCHIVE
from sandlot.files.main_file import main_among
from sandlot.files.reading import NoFile, open_inside

MAIN = "__main__.py"
PACKED, UNPACKED = 16 * 2**20, 32 * 2**20
"""The maximum size, in bytes, of a zip, and of all its files unpacked."""
FILES = 300
LONGEST_PATH, LONGEST_NAME = 200, 255
"""The maximum length of a path, in characters, and of each part of it, in bytes (Linux's limit)."""
LEFT_OUT = frozenset({"__MACOSX", "__pycache__", ".git", ".idea", ".vscode", ".DS_Store"})
"""Files and folders that other tools leave in a bot's folder; they are ignored."""


class BadBundle(MessageError, ValueError):
    """A zip or a folder that is no bot; `text` says why, and what to do."""


@dataclass(frozen=True)
class Bundle:
    """The files of a bot by path, with "/" between folders; `main` is the path of the file to run."""

    main: str
    files: Mapping[str, bytes]


def is_zip(data: bytes) -> bool:
    """Tell whether `data` begins like a zip."""
    return data[:4] in (b"PK\x03\x04", b"PK\x05\x06")


def from_zip(data: bytes) -> Bundle:
    """Read the bot in a zip; raise `BadBundle` if there is none."""
    if len(data) > PACKED:
        raise BadBundle("bundle.packed", megabytes=PACKED // 2**20)
    file = io.BytesIO(data)
    files: dict[str, bytes] = {}
    try:
        found = entries(file, UNPACKED, FILES)
        wanted = [(name, info) for name, info in found if LEFT_OUT.isdisjoint(name.split("/"))]
        archive = zipfile.ZipFile(file)
        for name, info in wanted:
            files[name] = content(archive, info)
    except BadArchive as bad:
        raise _refusal(bad) from None
    return _bundle(_without_common_folder(files))


def to_zip(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of these files: the same bytes for the same files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def from_folder(folder: Path) -> Bundle:
    """Read the bot in a folder; raise `BadBundle` if there is none, and `OSError` if a file cannot be read."""
    files: dict[str, bytes] = {}
    size = 0
    for name in _files_in(folder):
        with _inside(folder, name) as file:
            files[name] = file.read(UNPACKED - size + 1)
        size += len(files[name])
        if size > UNPACKED or len(files) > FILES:
            raise _too_large()
    return _bundle(files)


def _files_in(folder: Path) -> Iterator[str]:
    """Yield the paths of everything below a folder that is not a folder itself. They are yielded one by one, because a
    huge folder may have been named by mistake. Broken links, which some editors leave, are left out.
    """
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        # `os.walk` does not follow links to folders, so they are yielded as if they were files.
        links = [name for name in folders if Path(here, name).is_symlink()]
        for name in sorted([*links, *set(names) - LEFT_OUT]):
            path = Path(here, name)
            if path.exists():
                yield path.relative_to(folder).as_posix()


def _inside(folder: Path, name: str) -> BinaryIO:
    try:
        return open_inside(folder, name)
    except NoFile:
        raise BadBundle("bundle.special", name=name) from None
    except IsADirectoryError:
        raise BadBundle("bundle.link", name=name) from None
    except OSError as error:
        if error.errno in (errno.EXDEV, errno.ELOOP):
            raise BadBundle("bundle.link", name=name) from None
        raise


def lay_out(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a bot into a folder, and its zip; raise `OSError` if that fails."""
    write_files(files, folder)
    add_archive(str(folder))


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a bot into a folder; raise `OSError` if that fails."""
    for name, data in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def add_archive(folder: str) -> None:
    """Add the zip of a bot's files to their folder, unless the bot has a file of that name itself."""
    place = Path(folder, ARCHIVE)
    if place.exists():
        return
    files = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    with zipfile.ZipFile(place, "x", zipfile.ZIP_STORED) as archive:
        for path in files:
            archive.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())


def _refusal(bad: BadArchive) -> BadBundle:
    if bad.what == "size":
        return _too_large()
    return BadBundle("bundle.name", name=bad.name) if bad.what == "name" else BadBundle("bundle.damaged")


def _too_large() -> BadBundle:
    return BadBundle("bundle.unpacks", megabytes=UNPACKED // 2**20, files=FILES)


def _without_common_folder(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Remove the common top folder of a zip whose author packed the folder instead of its content."""
    firsts = {name.partition("/")[0] for name in files}
    if len(firsts) != 1 or not all("/" in name for name in files):
        return files
    return {name.partition("/")[2]: data for name, data in files.items()}


def main_of(files: Collection[str]) -> str:
    """Return the main file that follows from the paths of a bot's files alone: `__main__.py`, or else the only Python
    file that is not in a folder; "" if there is neither. Hashes of code depend on it.
    """
    if MAIN in files:
        return MAIN
    modules = _modules(files)
    return modules[0] if len(modules) == 1 else ""


def _modules(files: Iterable[str]) -> list[str]:
    return sorted(name for name in files if name.endswith(".py") and "/" not in name)


def check_paths(paths: Collection[str]) -> None:
    """Raise `BadBundle` for a path that no bot can have: one that leads out of its folder, or lies below a file."""
    for name in paths:
        if len(name) > LONGEST_PATH or not name.isprintable():
            raise BadBundle("bundle.odd_name", name=name[:LONGEST_PATH])
        if any(len(part.encode()) > LONGEST_NAME for part in name.split("/")):
            raise BadBundle("bundle.odd_name", name=name)
        folder = name.rpartition("/")[0]
        while folder:
            if folder in paths:
                raise BadBundle("bundle.below", name=name, file=folder)
            folder = folder.rpartition("/")[0]
        if not stays_inside(name):
            raise BadBundle("bundle.name", name=name)


def _bundle(files: Mapping[str, bytes]) -> Bundle:
    check_paths(files.keys())
    modules = _modules(files)
    texts = {name: files[name].decode(errors="replace") for name in modules}
    if main := main_of(files) or main_among(texts):
        return Bundle(main, files)
    if modules:
        raise BadBundle("bundle.no_main", found=", ".join(modules[:10]))
    raise BadBundle("bundle.no_python")
