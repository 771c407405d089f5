"""What comes back from playing a block: its games with the reports of faults, or why it could not be played."""

from __future__ import annotations

from dataclasses import dataclass

from sandlot.archive.faults import Report
from sandlot.messages import Message
from sandlot.stats.blocks import Played


@dataclass(frozen=True)
class PlayedGame:
    """One game that was played. `replay` is the text of its replay, compressed with zlib."""

    played: Played
    reports: tuple[Report, ...]
    replay: bytes


@dataclass(frozen=True)
class TaskOutcome:
    """What became of a task: its games, or why the platform could not play it; then no bot is to blame. `for_good`:
    playing it again would end in the same way.
    """

    games: tuple[PlayedGame, ...] = ()
    void: Message | None = None
    rules: str = ""
    package: str = ""
    """By which rules the games were played, and by which version of Sandlot. A worker of a cluster may have others."""
    waiting: int | None = None
    """How many processes of that machine waited for a processor as the block began; None: unknown."""
    for_good: bool = False
