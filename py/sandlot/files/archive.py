"""Reads untrusted zip files: checks them before unpacking anything, and never unpacks more than allowed."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from sandlot.errors import SandlotError

_ENTRY = b"PK\x01\x02"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The allowed compression methods. With others, zipfile may unpack a piece of the archive to any size at once."""


class BadArchive(SandlotError, ValueError):
    """An archive that is refused. `what`: "damaged"; "size" (it unpacks to more than is allowed); or "name": the file
    `name` would leave its folder, or is encrypted.
    """

    def __init__(self, what: str, name: str = "") -> None:
        self.what, self.name = what, name
        super().__init__(f"{what} {name}".strip())


def entries(file: IO[bytes], most_bytes: int, most_files: int) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """Yield the files in an archive with their names, without folders.

    Raises `BadArchive`: before the first file if there are more files, or more unpacked bytes, than allowed; later at a
    file whose name or compression method is not allowed.
    """
    # Opening an archive costs memory for every entry, so the entries are counted first.
    if _count(file, _ENTRY) > 2 * most_files + 10:
        raise BadArchive("size")
    try:
        infos = zipfile.ZipFile(file).infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise BadArchive("damaged") from None
    if len(infos) > most_files or sum(info.file_size for info in infos) > most_bytes:
        raise BadArchive("size")
    for info in infos:
        # zipfile's own `filename` is cut at a zero byte, and its "\\" becomes "/" on Windows only.
        name = info.orig_filename
        if not stays_inside(name) or info.flag_bits & 1:
            raise BadArchive("name", name)
        if info.compress_type not in METHODS:
            raise BadArchive("damaged")
        if not info.is_dir():
            yield name, info


def content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Return a file of an archive; raise `BadArchive` if it is damaged, or larger than the archive says.

    `ZipFile.read` is not used, because it unpacks the whole file before it compares the sizes.
    """
    try:
        with archive.open(info) as file:
            return file.read(info.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        raise BadArchive("damaged") from None


def _count(file: IO[bytes], mark: bytes) -> int:
    """Return how often `mark` occurs in a file, which is rewound afterwards."""
    count, before = 0, b""
    while block := file.read(1 << 20):
        data = before + block
        count += data.count(mark)
        before = data[-len(mark) + 1 :]
    file.seek(0)
    return count


def stays_inside(name: str) -> bool:
    """Tell whether a path leads to a place below its folder, on every system."""
    parts = name.rstrip("/").split("/")
    return not any(part in ("", ".", "..") for part in parts) and not re.search(r"[\\:\0]", name)
