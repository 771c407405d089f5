"""The entrants of a contest from the bots that were named: unique names, and hashes of their code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sandlot.local import Bot
from sandlot.series.blocks import Entrant
from sandlot.series.sources import code_of, unique

__all__ = ["entrants_of"]


def entrants_of(bots: Sequence[Bot], rules: str) -> tuple[Entrant, ...]:
    """Return the entrants; of several bots with one name each gets a number. `rules` is the hash of the rules."""
    names = unique([bot.name for bot in bots])
    return tuple(
        Entrant(name, code_of(bot, rules, _named(bot)), bot.kind) for name, bot in zip(names, bots, strict=True)
    )


def _named(bot: Bot) -> list[tuple[str, bytes]]:
    """Return the files that a bot's command names."""
    return [(word, Path(word).read_bytes()) for word in bot.command if Path(word).is_file()]
