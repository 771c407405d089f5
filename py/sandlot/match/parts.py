"""The parts of a match: players, questions, answers, and the record of a turn."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from sandlot.clock import Clock
from sandlot.draw import Mark
from sandlot.formats.bounds import LONGEST_SECRET
from sandlot.game import Fault, FaultKind, Game, Json, Outcome, derive
from sandlot.messages import Message, as_json

__all__ = [
    "HUMAN",
    "SECRET",
    "Answer",
    "Ask",
    "Batch",
    "Entry",
    "Finish",
    "Fork",
    "Match",
    "Notice",
    "Past",
    "Player",
    "Record",
    "Setup",
    "Stage",
    "Took",
    "own_secret",
    "resigned",
    "seat_seed",
]

HUMAN = "human"

SECRET = re.compile(f"[0-9a-f]{{0,{LONGEST_SECRET}}}")


@dataclass(frozen=True)
class Player:
    """A player in a seat: a name for the verdicts, and a kind: "code", "house", "program" or `HUMAN`."""

    name: str
    kind: str = "code"
    packages: tuple[str, ...] = ()
    """The packages that the bot was given, as "name==version"; see `packages`. They do not affect the match."""


@dataclass(frozen=True)
class Fork:
    """The players until `turn` turns were made, with their clock."""

    turn: int
    players: tuple[Player, ...]
    clock: Clock
    memories: tuple[str | None, ...] = ()
    human_clock: bool = False


@dataclass(frozen=True)
class Setup:
    """Everything that decides a match before its first answer. `memories` are what the bots kept from their last
    match.
    """

    game: Game[Any]
    players: tuple[Player, ...]
    seed: int
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: Clock | None = None
    memories: tuple[str | None, ...] = ()
    human_clock: bool = False
    """Whether the clock runs for humans, too."""
    forks: tuple[Fork, ...] = ()
    """Who played before `players` took over, earliest first."""
    in_turn: bool = False
    """Whether bots of a simultaneous turn thought one after another, because there were too few processors."""
    secret: str = ""
    """Hexadecimal digits from which the seeds of the seats are derived, so that no bot can find the match's seed from
    its own; see `seat_seed`. The replay holds it, and no bot is told it.
    """
    hinted: bool = False
    """Whether a person was shown hints."""


Stage: TypeAlias = Literal["start", "past", "move"]

Took: TypeAlias = tuple[float | None, ...]
"""Milliseconds of every player's last move, by player; None: it has not moved. Empty: nobody is told."""


@dataclass(frozen=True)
class Ask:
    """One question to one seat.

    stage "start": start the bot; `text` is the setup as JSON, and the reply is the bot's form: "module" or "program".
    stage "move": `text` is what to send; a module's reply is its move as JSON, a program's reply is what it printed.
    stage "past": the same, but about a turn that was played before this bot took over. `fresh`: the program must be
    started anew. `ends`: how a program's answers end, see `seat.seat.Seat`. `budget`: the milliseconds to answer, of
    which `left` are in the bank; None: no limit. `steps`: the steps of Python allowed; 0: they are not counted.
    `choices`: what a human needs besides the view, see `game.Game.choices`; None for bots. `took`: the milliseconds
    that the clock counted for every player's last move, see `limits.took`; none before a start.
    """

    player: int
    stage: Stage
    text: str
    budget: float | None
    fresh: bool = False
    ends: str = ""
    left: float | None = None
    choices: Mapping[str, Json] | None = None
    steps: int = 0
    took: Took = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a seat, or the fault instead of it.

    `milliseconds` were measured by the driver. `running`: the program waits for the next turn. `output`: what was
    printed besides the answer, as (stream, text). `trace`: where in the bot's file an error happened. `drawings`: the
    marks that the bot drew on the board, see `draw`. `steps`: the steps of Python it took, if they are counted.
    `thought`: the milliseconds that its own side measured, without the way to the driver and back; None: nobody did.
    """

    reply: str = ""
    milliseconds: float = 0.0
    fault: FaultKind | None = None
    why: Message | None = None
    running: bool = False
    output: tuple[tuple[str, str], ...] = ()
    trace: Mapping[str, Json] | None = None
    drawings: tuple[Mark, ...] = ()
    steps: int | None = None
    thought: float | None = None


@dataclass(frozen=True)
class Entry:
    """One seat's part of one turn, as the console shows it."""

    player: int
    answer: Answer
    sent: str
    budget: float | None
    move: Json = None
    fault: Fault | None = None
    notes: tuple[tuple[str, str], ...] = ()
    bank: float = 0
    """Milliseconds left in the bank after this turn."""

    def json(self) -> dict[str, Json]:
        """Return the entry in the form that the page needs."""
        trace = self.answer.trace or {}
        return {
            "player": self.player,
            "move": self.move,
            "fault": self.fault
            and {
                "kind": self.fault.kind,
                "message": as_json(self.fault.text),
                "file": trace.get("file"),
                "line": trace.get("line"),
                "error": trace.get("error"),
                "traceback": trace.get("traceback"),
            },
            "ms": self.answer.milliseconds,
            "thought": self.answer.thought,
            "budget": self.budget,
            "bank": self.bank,
            "steps": self.answer.steps,
            "output": [list(part) for part in (*self.answer.output, *self.notes)],
            "reply": self.answer.reply,
            "drawings": list(self.answer.drawings),
        }


Record: TypeAlias = tuple[Entry, ...]

Past: TypeAlias = Sequence[tuple[Any, Record]]
"""Turns that were played: the position before each turn, and its record."""


@dataclass(frozen=True)
class Notice:
    """A text for a program when the game is over for it. It is never asked again, and no answer is expected."""

    player: int
    text: str


@dataclass(frozen=True)
class Batch:
    """The next questions, all of one stage, and the position after `turn` turns. `record` is the record of the turn
    that led to this position (for the first position: of the bots' starts); None if it was given before or nothing has
    happened yet.
    """

    asks: tuple[Ask, ...]
    state: Any
    record: Record | None
    notices: tuple[Notice, ...] = ()
    """Messages to programs for which the game is over while others play on."""
    stage: Stage = "move"
    turn: int = 0
    answers: tuple[Answer, ...] = ()
    """The answers to the questions before these, as a replay keeps them: see `quota`."""


@dataclass(frozen=True)
class Finish:
    """The end: the last position and turn, the outcome, and each bot's memory for its next match."""

    state: Any
    record: Record
    outcome: Outcome
    turns: int
    memories: tuple[str | None, ...]
    notices: tuple[Notice, ...] = ()
    answers: tuple[Answer, ...] = ()
    """The answers to the last questions, as a replay keeps them."""


Match: TypeAlias = Generator[Batch, Sequence[Answer], Finish]


def seat_seed(setup: Setup, player: int) -> int:
    """Return the seed of a bot's random numbers. A bot knows its own seed, and could try all small match seeds until
    one gives it. With a secret of 128 bits it cannot.
    """
    return derive(setup.seed, "bot", player, *([setup.secret] if setup.secret else []))


def own_secret(profile: str, game: str, seed: int) -> str:
    """Return the secret of a match, derived from the user's own secret `profile`. The same match has the same secret
    every time, and it reveals nothing about other matches.
    """
    return hashlib.sha256(f"{profile}/{game}/{seed}".encode()).hexdigest()[:32]


def resigned() -> Answer:
    """Return the answer of a human who gives up."""
    return Answer(fault="resigned")
