"""Makes the entrants of a contest from bots: with unique names, and hashes of their code."""

from __future__ import annotations

import contextlib
import mmap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandlot.archive.sources import code_of, unique
from sandlot.files.reading import open_file
from sandlot.local import Bot
from sandlot.stats.blocks import Entrant


def entrants_of(bots: Sequence[Bot], rules: str) -> tuple[Entrant, ...]:
    """Return the entrants; bots with the same name are numbered. `rules` is the hash of the rules."""
    names = unique([bot.name for bot in bots])
    return tuple(
        Entrant(name, code_of(bot, rules, _named(bot)), bot.kind) for name, bot in zip(names, bots, strict=True)
    )


def _named(bot: Bot) -> list[tuple[str, bytes]]:
    """Return the files that a bot's command names, as (word, content)."""
    return [(word, _content(word)) for word in bot.command if Path(word).is_file()]


def _content(path: str) -> Any:
    """Return the bytes of a file, mapped into memory because it may be very large."""
    with open_file(path) as file, contextlib.suppress(ValueError):
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return b""  # an empty file cannot be mapped
