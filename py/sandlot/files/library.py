"""A library of bots in one zip, as the page exports it: `sandlot-bots.json` lists the bots, and each of them is a file
or a folder beside it, below the name of its game.
"""

from __future__ import annotations

import io
import zipfile

from sandlot.files.archive import BadArchive, content, entries
from sandlot.files.bundle import BadBundle

INDEX = "sandlot-bots.json"
PACKED, UNPACKED = 64 * 2**20, 128 * 2**20
"""The maximum size, in bytes, of the zip, and of all its files unpacked."""
FILES = 5000


def files_in(data: bytes) -> dict[str, bytes] | None:
    """Return the files of a library by path, or None if this zip is something else; raise `BadBundle` if it is too
    large or damaged.
    """
    # A zip without this name is no library, but a bot: `bundle.from_zip` reads it, and has its own messages.
    if INDEX.encode() not in data:
        return None
    if len(data) > PACKED:
        raise BadBundle("bundle.packed", megabytes=PACKED // 2**20)
    file = io.BytesIO(data)
    try:
        wanted = list(entries(file, UNPACKED, FILES))
        if all(name != INDEX for name, _ in wanted):
            return None
        archive = zipfile.ZipFile(file)
        return {name: content(archive, info) for name, info in wanted}
    except BadArchive as bad:
        if bad.what == "size":
            raise BadBundle("bundle.unpacks", megabytes=UNPACKED // 2**20, files=FILES) from None
        raise BadBundle("bundle.name" if bad.what == "name" else "bundle.damaged", name=bad.name) from None
