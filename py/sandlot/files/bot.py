"""The code of a bot, wherever it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ARCHIVE = "__bot__.zip"
"""The name of the zip of a bot of several files, in the folder where it runs. If Python ran the zip itself, as Botzone
does, its path would be `sys.path[0]`.
"""
LONGEST_SOURCE = 16 * 2**20
"""The maximum size, in bytes, of a bot's file in Python; some contain the weights of a network."""


@dataclass(frozen=True)
class Bot:
    """A bot for a seat: a file in Python (`source` and `path`), or any program (`command`).

    A bot of several files has all of them in `files`, by path, and its `path` is one of them.
    """

    name: str
    kind: str
    source: str = ""
    path: str = ""
    command: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
