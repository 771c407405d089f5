"""Zip files of strangers: looked at before anything of them is unpacked, and never further than their bounds."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from typing import IO

__all__ = ["BadArchive", "entries"]

_ENTRY = b"PK\x01\x02"


class BadArchive(ValueError):
    """An archive that is not opened. `what`: "damaged", "size" (it unpacks to more than is allowed), or "name": `name`
    is that of a file that would not stay in its folder, or is encrypted.
    """

    def __init__(self, what: str, name: str = "") -> None:
        self.what, self.name = what, name
        super().__init__(f"{what} {name}".strip())


def entries(file: IO[bytes], most_bytes: int, most_files: int) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """Give the files in an archive with their names; folders are left out.

    Raises `BadArchive` before the first one if there are more files, or more bytes unpacked, than allowed, and on the
    way for one that cannot be taken.
    """
    # Every entry costs memory as soon as the archive is opened, so they are counted before.
    if _count(file, _ENTRY) > 2 * most_files + 10:
        raise BadArchive("size")
    try:
        infos = zipfile.ZipFile(file).infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise BadArchive("damaged") from None
    if len(infos) > most_files or sum(info.file_size for info in infos) > most_bytes:
        raise BadArchive("size")
    for info in infos:
        # zipfile itself cuts a name at a zero byte and turns "\\" round on Windows only.
        name = info.orig_filename
        if not _stays_inside(name) or info.flag_bits & 1:
            raise BadArchive("name", name)
        if not info.is_dir():
            yield name, info


def _count(file: IO[bytes], mark: bytes) -> int:
    """Return how often a mark stands in a file, which is at its beginning again afterwards."""
    count, before = 0, b""
    while block := file.read(1 << 20):
        data = before + block
        count += data.count(mark)
        before = data[-len(mark) + 1 :]
    file.seek(0)
    return count


def _stays_inside(name: str) -> bool:
    parts = name.rstrip("/").split("/")
    return not any(part in ("", ".", "..") for part in parts) and not re.search(r"[\\:\0]", name)
