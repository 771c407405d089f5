"""The code of a bot, wherever it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Bot"]


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
