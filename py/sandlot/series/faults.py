"""What a contest keeps of a game besides its end: the first fault of each seat, and the digest of all moves. Both are
gathered while it is played, or while its replay is played again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandlot.formats.bounds import LONGEST_ERRORS, LONGEST_TRACE
from sandlot.game import FaultKind, Game, Json
from sandlot.match.fields import is_text, is_whole, read_message
from sandlot.match.parts import Entry, Finish
from sandlot.messages import Message, as_json
from sandlot.series.blocks import Played
from sandlot.series.repeats import Moves

__all__ = ["START", "Faults", "Report", "read_report"]

START = 0
"""The turn of a bot that fails before its first question."""

TOGETHER = 2**22
"""Bytes of all errors and tracebacks of a game. They are kept in one row, which holds their sentences, too."""
LONGEST_CHARACTER = 12
"""Bytes that a character may take there, as two escapes of JSON."""


@dataclass(frozen=True)
class Report:
    """The first fault of a seat: its turn, its sentence, the traceback if there is one, and the bot's last errors."""

    seat: int
    turn: int
    text: Message
    traceback: str | None
    errors: str

    def json(self) -> dict[str, Json]:
        """Return the report in the form that files hold."""
        own = {"text": as_json(self.text), "trace": self.traceback, "errors": self.errors}
        return {"seat": self.seat, "turn": self.turn, **own}


def read_report(value: Json, seats: int) -> Report | None:
    """Read a report from its JSON value; return None if it is none."""
    if not isinstance(value, dict) or not value.keys() >= {"seat", "turn", "text", "trace", "errors"}:
        return None
    whole: Mapping[str, Any] = value
    seat, turn, trace, errors = (whole[name] for name in ("seat", "turn", "trace", "errors"))
    text = read_message(whole["text"])
    if not (is_whole(seat, 0, seats - 1) and is_whole(turn) and text and is_text(errors, LONGEST_ERRORS)):
        return None
    return Report(seat, turn, text, trace, errors) if trace is None or is_text(trace, LONGEST_TRACE) else None


class Faults:
    """Gathers the first fault of each seat, and the digest of the moves, turn by turn."""

    def __init__(self, seats: int = 2) -> None:
        self._most = TOGETHER // (2 * LONGEST_CHARACTER * seats)
        self.reports: list[Report] = []
        self._kinds: dict[int, FaultKind] = {}
        self._turn = -1
        self._moves = Moves()

    def see(self, record: Sequence[Entry] | None) -> None:
        """Take note of the record of the next turn; None: nothing has happened yet."""
        if record is None:
            return
        self._turn += 1
        self._moves.see(record)
        for entry in record:
            if entry.fault and entry.player not in self._kinds:
                self._kinds[entry.player] = entry.fault.kind
                self.reports.append(_report(entry, self._turn, self._most))

    def kinds(self, seats: int) -> tuple[FaultKind | None, ...]:
        """Return the kind of each seat's first fault."""
        return tuple(self._kinds.get(seat) for seat in range(seats))

    def played(self, finish: Finish, game: Game[Any]) -> Played:
        """Return how a game ended whose record was seen to its end."""
        outcome = finish.outcome
        kinds, digest = self.kinds(len(outcome.places)), self.digest(game, finish.state)
        return Played(outcome.places, outcome.scores, kinds, outcome.reasons, finish.turns, digest)

    def digest(self, game: Game[Any], last: Any) -> int:
        """Return the digest of a game that was seen to its end, with this last state: see `repeats`."""
        return self._moves.digest(game.view(last, None))


def _report(entry: Entry, turn: int, most: int) -> Report:
    assert entry.fault
    errors = "".join(text for stream, text in entry.answer.output if stream == "err")
    trace = entry.answer.trace or {}
    traceback = trace.get("traceback") or trace.get("error")
    end = None if traceback is None else str(traceback)[-min(most, LONGEST_TRACE) :]
    return Report(entry.player, turn, entry.fault.text, end, errors[-min(most, LONGEST_ERRORS) :])
