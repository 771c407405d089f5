"""The interface that every game implements. Games import this module, and no module of a higher layer.

A state is a value: `step` takes a state and returns a new one. Moves, views and options are plain JSON values, so they
can be recorded, sent to a bot in another process and shown by a page without translation.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from sandlot.clock import Clock
from sandlot.errors import MessageError, SandlotError
from sandlot.messages import Message, message, player
from sandlot.wire import Wire

__all__ = [
    "MARKS",
    "BadOption",
    "BadRecording",
    "Fault",
    "FaultKind",
    "Game",
    "IllegalMove",
    "Json",
    "MissingPiece",
    "Mover",
    "Option",
    "OriginalForm",
    "Outcome",
    "Recorded",
    "Recording",
    "derive",
    "duel",
    "house_of",
    "ranking",
    "read_options",
    "short",
]

Json: TypeAlias = Any
"""A JSON value. It is `Any`, because a recursive alias would force games to cast values everywhere."""

Mover: TypeAlias = Callable[[dict[str, Any]], Any]
"""A bot as a function: it takes a view and returns a move."""

FaultKind: TypeAlias = Literal["invalid", "timeout", "crash", "resigned"]
"""The kinds of fault. Only a human can resign: see `parts.resigned`."""

MARKS = ("capture", "kill", "out")
"""What a timeline marks besides faults: a player captured something, lost something, or is out."""

S = TypeVar("S")


class IllegalMove(MessageError):
    """A well-formed move that the rules forbid; `text` tells the bot's author why."""


class BadOption(MessageError, ValueError):
    """An unknown option, or a value that an option does not accept."""


class MissingPiece(SandlotError):
    """A game is incomplete; the text tells its developer what is missing and where it belongs."""


@dataclass(frozen=True)
class Fault:
    """Takes the place of a player's missing or illegal move. `text` is a whole sentence about that player."""

    kind: FaultKind
    text: Message


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    `scores` are in the game's own points. `places` start at 1, and ties share one. `reasons` say in one word, for
    programs, why each player lost (None: did not lose); `losses` say it in a sentence. `text` is the verdict.
    """

    scores: tuple[float, ...]
    places: tuple[int, ...]
    reasons: tuple[str | None, ...]
    losses: tuple[Message | None, ...]
    text: Message

    def json(self) -> dict[str, Json]:
        """Return the outcome in the form that a replay holds."""
        return {
            "scores": list(self.scores),
            "places": list(self.places),
            "reasons": list(self.reasons),
            "losses": [None if loss is None else list(loss) for loss in self.losses],
            "reason": list(self.text),
        }


@dataclass(frozen=True)
class Option:
    """One setting of a game: its default and the values that it accepts.

    kind "int": a whole number from `low` to `high`; "bool"; "choice": one of `choices`; "ints": None or exactly
    `length` whole numbers from `low` to `high`; "text": None or a string of at most `length` characters.
    """

    default: Json
    kind: Literal["int", "bool", "choice", "ints", "text"]
    low: int = 0
    high: int = 0
    length: int = 0
    choices: tuple[str, ...] = ()

    def json(self) -> dict[str, Json]:
        """Return the option in the form that the page's settings need."""
        return {
            "default": self.default,
            "kind": self.kind,
            "low": self.low,
            "high": self.high,
            "length": self.length,
            "choices": list(self.choices),
        }

    def takes(self, value: Json) -> bool:
        """Tell whether this option accepts `value`."""
        match self.kind:
            case "int":
                return self._in_range(value)
            case "bool":
                return isinstance(value, bool)
            case "choice":
                return value in self.choices
            case "ints":
                if value is None:
                    return self.default is None
                return isinstance(value, list | tuple) and len(value) == self.length and all(map(self._in_range, value))
            case "text":
                return value is None or (isinstance(value, str) and len(value) <= self.length)

    def _in_range(self, value: Json) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def expects(self) -> Message:
        """Describe in words what this option accepts."""
        return message(
            f"option.{self.kind}", low=self.low, high=self.high, length=self.length, choices=", ".join(self.choices)
        )


class BadRecording(SandlotError, ValueError):
    """A log that cannot be read, or does not follow the rules; `text` says what is wrong."""

    text: Message


@dataclass(frozen=True)
class Recorded:
    """A player's part of a turn, from a log: the reply, as a program would send it in the game's first wire, and the
    time it took, in milliseconds; or the fault, and `why`, a sentence about the player. `output` has what the player
    printed, as (stream, text).
    """

    reply: str = ""
    milliseconds: float = 0.0
    fault: FaultKind | None = None
    why: Message | None = None
    output: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Recording:
    """A match from the logs of the game's original platform, in a form that can be played again.

    A game that can read such logs has a method ``read_log(text)``; other games have none. It is `jobs.Work` that
    returns a recording, or None if the text is no such log, or raises `BadRecording`. `turns` are in order, each by
    player. `scores` are those in the log, if any.

    It may also have a method ``log_start(text)``, which gets the beginning of a text and returns the recording without
    its turns, or None if the beginning is not enough for that.
    """

    names: tuple[str, ...]
    options: Mapping[str, Json]
    turns: tuple[Mapping[int, Recorded], ...]
    scores: tuple[float, ...] | None = None


class OriginalForm(Protocol):
    """The functions that a game's original platform calls in a bot, for files that define no `move(view)`.

    A game with such functions has a method `original_form()`, called once per bot before its file runs; other games
    have none.
    """

    forms: tuple[tuple[str, ...], ...]
    """Alternatives, each a tuple of names: a file is such a bot if it, or its class `Bot`, defines all names of one."""
    given: Mapping[str, Any]
    """Names that the file can use as if they were built in; its own definitions override them."""

    def bind(self, names: Mapping[str, Any]) -> Mover | None:
        """Return the function that asks the bot for a move, or None if the bot's functions are missing.

        This may call the bot's functions for setup, so it counts as part of its start.
        """
        ...


class Game(Protocol[S]):
    """A game: rules over values of one state type `S`.

    Players are numbered from 0. A move is a JSON value; `check` says whether it is legal.
    """

    name: str
    players: tuple[int, int]
    """The minimum and maximum number of players."""
    options: Mapping[str, Option]
    clock: Clock
    """The default time control."""
    clocks: Mapping[str, Clock]
    """Other time controls to choose from, by name; the default may be among them."""
    house: tuple[str, ...]
    """Names of the house bots, strongest first."""
    wires: Mapping[str, Wire]
    """Text protocols for programs, by name; the first one is the default."""
    imperfect_information: bool
    """Whether the view of a player may lack a part of the position."""
    fingerprints: tuple[str, ...]
    """Regular expressions for text that is found in bots for this game and not in others: see `match.hints`. Each must
    run in time linear in the length of the text.
    """

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> S:
        """Return the first state. `options` come from `read_options`: complete and valid."""
        ...

    def to_move(self, state: S) -> tuple[int, ...]:
        """Return the players who move now: none when the game is over, one, or several who move at the same time."""
        ...

    def most_moves(self, options: Mapping[str, Json]) -> int:
        """Return the maximum number of moves of one player in a match with these options. A longer match is aborted."""
        ...

    def check(self, state: S, player: int, move: Json) -> None:
        """Raise `IllegalMove` if `move` is illegal for `player`, who is to move."""
        ...

    def sample(self, state: S, player: int, rng: Random) -> Json:
        """Return a legal move drawn from `rng`."""
        ...

    def step(self, state: S, moves: Mapping[int, Json | Fault]) -> S:
        """Return the state after the moves of all players in `to_move`; each is a move that has passed `check`, or a
        `Fault`.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def view(self, state: S, player: int | None) -> dict[str, Json]:
        """Return what `player` may see, as JSON; for None return everything, as the renderer needs it."""
        ...

    def stats(self, state: S, before: S | None) -> dict[str, Json]:
        """Return what a timeline shows of a position: {"series": {name: numbers}, "marks": [[kind, player], ...]}.

        Every position of a game has the same series. A series has one number for each player, or a single number. The
        kinds of the marks are in `MARKS`; they say what happened in the step from `before` (None at the start). Nothing
        in the result is secret.
        """
        ...

    def choices(self, state: S, player: int) -> dict[str, Json]:
        """Return what a human in this seat needs besides the view, so that the board's code contains no rules.

        `player` is to move. The result must not contain anything that the view hides from `player`.
        """
        ...


def house_of(module: str) -> tuple[str, ...]:
    """Return the names of a game's house bots, strongest first, from `bots/house.json` beside `module`, the path of one
    of the game's modules. The names are not in the module itself, so that a new bot does not change the hash of the
    rules: see `games.rules`.
    """
    file = Path(module).parent / "bots" / "house.json"
    return tuple(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def read_options(game: Game[Any], given: Mapping[str, Json]) -> dict[str, Json]:
    """Return `given` with all defaults filled in; raise `BadOption` for an unknown name or a value out of range."""
    for name, value in given.items():
        if name not in game.options:
            is_plain = isinstance(name, str) and name.isprintable() and len(name) <= 40
            shown = name if is_plain else short(name, 40)
            raise BadOption("option.unknown", game=game.name, name=shown, known=", ".join(game.options) or "-")
        if not game.options[name].takes(value):
            raise BadOption("option.value", name=name, got=short(value, 80), expected=game.options[name].expects())
    return {name: given.get(name, option.default) for name, option in game.options.items()}


def short(value: object, limit: int = 60) -> str:
    """Return the repr of any value, cut to `limit` characters, for a sentence about it."""
    try:
        text = repr(value)
    except Exception:  # the repr of a class of the user may raise anything
        return "…"
    return text if len(text) <= limit else text[:limit] + "…"


def derive(seed: int, *path: str | int) -> int:
    """Return a 64-bit seed for one purpose of a match, so that no two purposes share a random stream."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def ranking(scores: Sequence[float]) -> tuple[int, ...]:
    """Return places from scores: the highest score is first, and equal scores share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def duel(losses: Sequence[tuple[str, Message] | None], points: float, undecided: Message | None = None) -> Outcome:
    """Return the outcome of a game of two: `points` for a win, half of them for a draw.

    `losses` say for each player why they lost, as a word and a sentence; None: they did not lose. `undecided` says why
    the game ended if nobody lost.
    """
    lost = tuple(loss is not None for loss in losses)
    scores = tuple(points / 2 if lost[0] == lost[1] else 0.0 if each else points for each in lost)
    reasons, sentences = tuple(loss and loss[0] for loss in losses), tuple(loss and loss[1] for loss in losses)
    if lost == (False, False):
        text = message("verdict.draw", why=undecided)
    elif lost == (True, True):
        text = message("verdict.draw_both", first=sentences[0], second=sentences[1])
    else:
        loser = lost.index(True)
        text = message("verdict.win", winner=player(1 - loser), why=sentences[loser])
    return Outcome(scores, ranking(scores), reasons, sentences, text)
