"""What a contest keeps of a game besides its result: the first fault of each seat, and the digest of all moves. Both
are gathered while the game is played, or while its replay is played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from sandlot.formats.bounds import LONGEST_ERRORS, LONGEST_TRACE
from sandlot.formats.sentences import Sentence
from sandlot.formats.shapes import Key, Many, Misfit, Shape, Text, Whole
from sandlot.game import FaultKind, Game, Json
from sandlot.match.parts import Entry, Finish
from sandlot.messages import Message
from sandlot.stats.blocks import Played
from sandlot.stats.repeats import MoveDigest

START = 0
"""The turn in which a bot fails that fails before its first request."""

TOGETHER = 2**22
"""The maximum size, in bytes, of all errors and tracebacks of a game. They are stored in one row of the results file,
together with the sentences about the faults.
"""
LONGEST_CHARACTER = 12
"""The maximum size, in bytes, of a character in that row: two JSON escapes."""


@dataclass(frozen=True)
class Report:
    """The first fault of a seat: its turn, its sentence, the traceback if there is one, and the end of what the bot
    printed on standard error in that turn.
    """

    seat: Annotated[int, Whole()]
    turn: Annotated[int, Whole()]
    text: Sentence
    traceback: Annotated[Annotated[str, Text(LONGEST_TRACE)] | None, Key("trace")]
    errors: Annotated[str, Text(LONGEST_ERRORS)]

    def json(self) -> dict[str, Json]:
        """Return the report in the form that files hold."""
        return REPORT.write(self)  # type: ignore[no-any-return]


REPORT: Shape[Report] = Shape(Report)
REPORTS: Shape[tuple[Report, ...]] = Shape(Annotated[tuple[Report, ...], Many()])


def read_reports(value: Json, seats: int) -> tuple[Report, ...]:
    """Read the reports of a game with `seats` seats from JSON; raise `Misfit` for anything else."""
    found = REPORTS.read(value)
    for number, each in enumerate(found):
        if each.seat >= seats:
            raise Misfit(number, "seat")
    return found


CULPRIT = {"void.burned": "by", "void.ended": "name"}
"""The sentences about void games that name the culprit for certain: by id, the parameter that holds its name."""


def culprit(why: Message) -> str | None:
    """Return the name of the entrant that caused a game of a contest to be void, if that is certain; else None. An
    entrant that causes this again loses that game, in the page and on the command line.
    """
    name = why.params.get(CULPRIT.get(why.id, ""))
    return name if isinstance(name, str) else None


class Faults:
    """Gathers the first fault of each seat, and the digest of the moves, turn by turn."""

    def __init__(self, seats: int = 2) -> None:
        self._most = TOGETHER // (2 * LONGEST_CHARACTER * seats)
        self.reports: list[Report] = []
        self._kinds: dict[int, FaultKind] = {}
        self._turn = -1
        self._moves = MoveDigest()

    def see(self, record: Sequence[Entry] | None) -> None:
        """Add the record of the next turn; None is ignored."""
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
        """Return the result of a game, after all its turns were seen."""
        outcome = finish.outcome
        kinds, digest = self.kinds(len(outcome.places)), self.digest(game, finish.state)
        return Played(outcome.places, outcome.scores, kinds, outcome.reasons, finish.turns, digest)

    def digest(self, game: Game[Any], last: Any) -> int:
        """Return the digest of a game that ended with the state `last`, after all turns were seen: see `repeats`."""
        return self._moves.digest(game.view(last, None))


def _report(entry: Entry, turn: int, most: int) -> Report:
    assert entry.fault
    errors = "".join(text for stream, text in entry.answer.output if stream == "err")
    trace = entry.answer.trace or {}
    traceback = trace.get("traceback") or trace.get("error")
    end = None if traceback is None else str(traceback)[-min(most, LONGEST_TRACE) :]
    return Report(entry.player, turn, entry.fault.text, end, errors[-min(most, LONGEST_ERRORS) :])
