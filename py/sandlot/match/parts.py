"""The parts of a match: players, questions, answers, and the record of a turn."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from sandlot.clock import Clock
from sandlot.draw import MOST_MARKS, Mark
from sandlot.formats.bounds import (
    LARGEST_TYPED_SEED,
    LONGEST_MEMORY,
    LONGEST_PLAYER,
    LONGEST_SECRET,
    LONGEST_TEXT,
    MOST_COUNTED_STEPS,
    MOST_MS,
    MOST_PACKAGES,
    MOST_PLAYERS,
    MOST_PRINTS,
)
from sandlot.formats.sentences import Reason
from sandlot.formats.shapes import ALWAYS, NEEDED, Key, Many, Number, OneOf, Said, Text, Whole
from sandlot.game import Fault, FaultKind, Game, Json, Outcome, derive
from sandlot.match.codecs import CLOCK, GAME, MARK
from sandlot.messages import as_json

HUMAN = "human"

SECRET = re.compile(f"[0-9a-f]{{0,{LONGEST_SECRET}}}")
KINDS = ("code", "house", "program", HUMAN)

Name: TypeAlias = Annotated[str, Text(LONGEST_PLAYER)]
"""The name of a player, a package or a version in a replay."""
Words: TypeAlias = Annotated[str, Text(LONGEST_TEXT)]
Milliseconds: TypeAlias = Annotated[float, Number(0, below=MOST_MS)]
Trace: TypeAlias = Mapping[
    Annotated[str, OneOf("file", "line", "error", "traceback")], Words | Annotated[int, Whole()] | None
]
"""Where in a bot's file an error happened. Its parts are shown as they are, and none can be taken for a `Message`."""


@dataclass(frozen=True)
class Player:
    """A player in a seat: a name for the verdicts, and a kind: "code", "house", "program" or `HUMAN`."""

    name: Name
    kind: Annotated[str, OneOf(*KINDS), ALWAYS, Said(more={"default": "code"})] = "code"
    packages: Annotated[tuple[Name, ...], Many(MOST_PACKAGES)] = ()
    """The packages that the bot was given, as "name==version"; see `packages`. They do not affect the match."""


Players: TypeAlias = Annotated[tuple[Annotated[Player, Said(ref="player")], ...], Many(MOST_PLAYERS)]
Memories: TypeAlias = Annotated[
    tuple[Annotated[str, Text(LONGEST_MEMORY)] | None, ...],
    Many(MOST_PLAYERS),
    ALWAYS,
    Said("What each bot kept from its last match, as JSON."),
]
HumanClock: TypeAlias = Annotated[bool, Said("The clock runs for people, too.")]


@dataclass(frozen=True)
class Part:
    """The players of one part of a match, and their clock: until `turn` turns were made; -1: to its end."""

    turn: Annotated[int, Whole(1), Said("It has played until so many turns were made.")]
    players: Players
    clock: Annotated[Clock, CLOCK]
    memories: Memories = ()
    human_clock: HumanClock = False


@dataclass(frozen=True)
class Setup:
    """Everything that decides a match before its first answer. `memories` are what the bots kept from their last
    match.
    """

    game: Annotated[Game[Any], GAME]
    players: Players
    seed: Annotated[int, Whole(0, LARGEST_TYPED_SEED)]
    options: Annotated[Mapping[str, Json], NEEDED] = field(default_factory=dict)
    clock: Annotated[Clock | None, CLOCK, NEEDED] = None
    memories: Memories = ()
    human_clock: HumanClock = False
    """Whether the clock runs for humans, too."""
    forks: Annotated[tuple[Part, ...], Said("Who played before these players, earliest first.")] = ()
    """Who played before `players` took over, earliest first."""
    in_turn: Annotated[bool, Said("Bots of a simultaneous turn thought one after another.")] = False
    """Whether bots of a simultaneous turn thought one after another, because there were too few processors."""
    secret: Annotated[str, Text(LONGEST_SECRET, form=SECRET.pattern)] = ""
    """Hexadecimal digits from which the seeds of the seats are derived, so that no bot can find the match's seed from
    its own; see `seat_seed`. The replay holds it, and no bot is told it.
    """
    hinted: Annotated[bool, Said("A person was shown hints.")] = False
    """Whether a person was shown hints."""

    @property
    def last_part(self) -> Part:
        """The part of the match that is played by `players`."""
        return Part(-1, self.players, self.clock or self.game.clock, self.memories, self.human_clock)


Stage: TypeAlias = Literal["start", "past", "move"]

Took: TypeAlias = tuple[float | None, ...]
"""Milliseconds of every player's last move, by player; None: it has not moved. Empty: nobody is told."""


@dataclass(frozen=True)
class Request:
    """A question to one seat.

    stage "start": start the bot; `text` is the setup as JSON, and the reply is the bot's form: "module" or "program".
    stage "move": `text` is what to send; a module's reply is its move as JSON, a program's reply is what it printed.
    stage "past": the same, but about a turn that was played before this bot took over. `fresh`: the program must be
    started anew. `framing`: how a program's answers end, see `seat.seat.Seat`. `budget`: the milliseconds to answer, of
    which `left` are in the bank; None: no limit. `steps`: the steps of Python allowed; 0: they are not counted.
    `choices`: what a human needs besides the view, see `game.Game.choices`; None for bots. `took`: the milliseconds
    that the clock counted for every player's last move, see `limits.took`; none before a start.
    """

    player: int
    stage: Stage
    text: str
    budget: float | None
    fresh: bool = False
    framing: str = ""
    left: float | None = None
    choices: Mapping[str, Json] | None = None
    steps: int = 0
    took: Took = ()


@dataclass(frozen=True, slots=True)
class Response:
    """A seat's answer to a request, or the fault instead of it.

    `milliseconds` were measured by the driver. `running`: the program waits for the next turn. `output`: what was
    printed besides the answer, as (stream, text). `trace`: where in the bot's file an error happened. `drawings`: the
    marks that the bot drew on the board, see `draw`. `steps`: the steps of Python it took, if they are counted.
    `thought`: the milliseconds that its own side measured, without the way to the driver and back; None: it did not
    measure.
    """

    reply: Annotated[Words, Said("A module's move as JSON, or what a program printed.")] = ""
    milliseconds: Annotated[Milliseconds, Key("ms"), ALWAYS] = 0.0
    fault: FaultKind | None = None
    why: Reason | None = None
    running: Annotated[bool, Said("The program waits for its next question.")] = False
    output: Annotated[
        tuple[tuple[Words, Words], ...],
        Many(MOST_PRINTS),
        Said(
            "What it printed: [stream, text]; the text of `cut` is how many characters were left out, and that of "
            "`quota` how many characters and marks, because the player's share of the match was used up."
        ),
    ] = ()
    trace: Trace | None = None
    drawings: Annotated[tuple[Annotated[Mark, MARK], ...], Many(MOST_MARKS)] = ()
    steps: Annotated[int, Whole(0, MOST_COUNTED_STEPS)] | None = None
    thought: Annotated[Milliseconds | None, Said("What its own side measured, without the way there and back.")] = None


@dataclass(frozen=True)
class Entry:
    """One seat's part of one turn, as the console shows it."""

    player: int
    answer: Response
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
    that led to this position (for the first position: of the bots' starts). It is None before the starts, and where an
    earlier batch had it.
    """

    requests: tuple[Request, ...]
    state: Any
    record: Record | None
    notices: tuple[Notice, ...] = ()
    """Messages to programs for which the game is over while others play on."""
    stage: Stage = "move"
    turn: int = 0
    answers: tuple[Response, ...] = ()
    """The answers to the questions before these, as a replay keeps them: see `quota`."""


@dataclass(frozen=True)
class Finish:
    """The end of a match: the last position and turn, the outcome, and each bot's memory for its next match."""

    state: Any
    record: Record
    outcome: Outcome
    turns: int
    memories: tuple[str | None, ...]
    notices: tuple[Notice, ...] = ()
    answers: tuple[Response, ...] = ()
    """The answers to the last questions, as a replay keeps them."""


Questions: TypeAlias = Generator[Batch, Sequence[Response], Finish]
"""A match as `referee.play` gives it: it yields questions, is sent their answers, and returns the end."""


class Match:
    """A match that is being played: `batch` has the open questions, and `answer` continues it."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._batch: Batch | None = next(questions)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._batch is None

    @property
    def batch(self) -> Batch:
        """The open questions; raises `ValueError` once the match is over."""
        if self._batch is None:
            raise ValueError("the match is over")
        return self._batch

    def answer(self, answers: Sequence[Response]) -> Batch | Finish:
        """Give the answers to the open questions, in their order; return the next questions, or the end."""
        try:
            self._batch = self._questions.send(answers)
        except StopIteration as end:
            self._batch = None
            finish: Finish = end.value
            return finish
        return self._batch


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


def resigned() -> Response:
    """Return the answer of a human who resigns."""
    return Response(fault="resigned")
