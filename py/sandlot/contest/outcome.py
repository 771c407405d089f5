"""What comes back from playing a block: its games with the reports of faults, or why it could not be played."""

from __future__ import annotations

from dataclasses import dataclass

from sandlot.game import Json
from sandlot.messages import Message
from sandlot.series.blocks import Played

__all__ = ["Game", "Outcome", "Report"]


@dataclass(frozen=True)
class Report:
    """The first fault of a seat: its turn, its sentence, the traceback if there is one, and the bot's last errors."""

    seat: int
    turn: int
    text: Message
    traceback: str | None
    errors: str

    def json(self) -> dict[str, Json]:
        """Return the report in the form that a results file holds."""
        text = [self.text.id, dict(self.text.params)]
        return {"seat": self.seat, "turn": self.turn, "text": text, "trace": self.traceback, "errors": self.errors}


@dataclass(frozen=True)
class Game:
    """One game that was played. `replay` is the text of its replay, compressed with zlib."""

    played: Played
    reports: tuple[Report, ...]
    replay: bytes


@dataclass(frozen=True)
class Outcome:
    """What became of a task: its games, or why the platform could not play it; then no bot is to blame."""

    games: tuple[Game, ...] = ()
    void: Message | None = None
