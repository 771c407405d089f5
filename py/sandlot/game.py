"""The contract that every game keeps. Games know this module and nothing above it.

A state is a value: `step` takes one in and gives a new one out. Moves, views and options are plain JSON values, so that
they can be recorded, sent to a bot in another process and shown by a page without a translation in between.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from sandlot.clock import Clock
from sandlot.messages import Message, message, player, render
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
    "ranking",
    "read_options",
    "short",
]

Json: TypeAlias = Any
"""A JSON value. `Any`, because a recursive alias would make every game cast at every step."""

Mover: TypeAlias = Callable[[dict[str, Any]], Any]
"""What a bot is to whoever runs it: a view goes in, a move comes out."""

FaultKind: TypeAlias = Literal["invalid", "timeout", "crash", "resigned"]
"""Only a human can resign: see `parts.resigned`."""

MARKS = ("capture", "kill", "out")
"""What a timeline marks beside faults: a player took something, lost something, or is out."""

S = TypeVar("S")


class IllegalMove(Exception):
    """A move that was readable but that the rules forbid; `text` says why, to the author of the bot."""

    def __init__(self, id: str, /, **params: Json) -> None:
        self.text = message(id, **params)
        super().__init__(render(self.text))


class BadOption(ValueError):
    """An option that the game does not have, or a value that it does not take."""

    def __init__(self, id: str, /, **params: Json) -> None:
        self.text = message(id, **params)
        super().__init__(render(self.text))


class MissingPiece(Exception):
    """A game is not complete; the sentence, for whoever writes it, says what is missing and where it belongs."""


@dataclass(frozen=True)
class Fault:
    """What a player gives instead of a legal move. `text` is a whole sentence about that player."""

    kind: FaultKind
    text: Message


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    `scores` are in the game's own points; `places` start at 1 and ties share one; `reasons` name per player, in one
    word for programs, why that player lost (None: did not); `losses` say it in a sentence; `text` is the verdict.
    """

    scores: tuple[float, ...]
    places: tuple[int, ...]
    reasons: tuple[str | None, ...]
    losses: tuple[Message | None, ...]
    text: Message

    def json(self) -> dict[str, Json]:
        """Return the outcome as it stands in a replay."""
        return {
            "scores": list(self.scores),
            "places": list(self.places),
            "reasons": list(self.reasons),
            "losses": [None if loss is None else list(loss) for loss in self.losses],
            "reason": list(self.text),
        }


@dataclass(frozen=True)
class Option:
    """One setting of a game: its default and what it takes.

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
        """Return the option as the page's settings need it."""
        return {
            "default": self.default,
            "kind": self.kind,
            "low": self.low,
            "high": self.high,
            "length": self.length,
            "choices": list(self.choices),
        }

    def takes(self, value: Json) -> bool:
        """Tell whether `value` is one that this option accepts."""
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
        """Describe in words what this option takes."""
        return message(
            f"option.{self.kind}",
            low=self.low,
            high=self.high,
            length=self.length,
            choices=", ".join(self.choices),
        )


class BadRecording(ValueError):
    """A log that cannot be read, or does not follow the rules; `text` says what is wrong."""

    def __init__(self, text: Message) -> None:
        self.text = text
        super().__init__(render(text))


@dataclass(frozen=True)
class Recorded:
    """What a player did on a turn, as its log has it: what a program would have answered in the game's first wire, in
    how many milliseconds; or the fault, and why, in a sentence about the player. `output` as (stream, text).
    """

    reply: str = ""
    milliseconds: float = 0.0
    fault: FaultKind | None = None
    why: Message | None = None
    output: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Recording:
    """A match in the logs of the game's original platform, made ready to be played again.

    A game that can read such logs has a method ``read_log(text)``; the others have none. It is `jobs.Work` that returns
    one, or None for a text of another kind, or raises `BadRecording`. `turns` are in order, by player; `scores` are
    what the log says, if it does.
    """

    names: tuple[str, ...]
    options: Mapping[str, Json]
    turns: tuple[Mapping[int, Recorded], ...]
    scores: tuple[float, ...] | None = None


class OriginalForm(Protocol):
    """The functions by which a game's original platform knows a bot, for files that define no `move(view)`.

    A game that has them has a method `original_form()`, called once per bot before its file runs; the others have none.
    """

    forms: tuple[tuple[str, ...], ...]
    """Names of functions, or methods of a class `Bot`: a file that defines all of one form is such a bot."""
    given: Mapping[str, Any]
    """What the file finds among its globals, as if built in; its own definitions go before them."""

    def bind(self, names: Mapping[str, Any]) -> Mover | None:
        """Return what asks the bot's functions for a move, or None if they are not there.

        This may call the bot (for what it does once), so it belongs to the time for its start.
        """
        ...


class Game(Protocol[S]):
    """What a game is: rules over values of one state type `S`.

    Players are numbered from 0. A move is a JSON value; `check` says whether it is one.
    """

    name: str
    players: tuple[int, int]
    """Fewest and most players."""
    options: Mapping[str, Option]
    clock: Clock
    """The time control used where a match names none."""
    clocks: Mapping[str, Clock]
    """Other time controls to choose from, by name; the default may be among them."""
    house: tuple[str, ...]
    """Names of its house bots, the strongest first."""
    wires: Mapping[str, Wire]
    """Text protocols a program may speak, by name; the first is the one spoken unless another is asked for."""
    hides: bool
    """Whether a player may see less than everything."""
    signs: tuple[str, ...]
    """Regular expressions, each of something that bots for this game have in them and others have not: see `hints`.
    Each of them has to take time in proportion to the text.
    """

    def start(self, players: int, seed: int, options: Mapping[str, Json]) -> S:
        """Return the first state. `options` come from `read_options`: complete and valid."""
        ...

    def to_move(self, state: S) -> tuple[int, ...]:
        """Return who moves now: () when the game is over, one player, or several who move at once."""
        ...

    def check(self, state: S, player: int, move: Json) -> None:
        """Raise `IllegalMove` unless `player`, who is to move, may make `move`."""
        ...

    def sample(self, state: S, player: int, rng: Random) -> Json:
        """Return a legal move drawn from `rng`."""
        ...

    def step(self, state: S, moves: Mapping[int, Json | Fault]) -> S:
        """Return the state after one move, or `Fault`, of everyone in `to_move`. Moves have passed `check`."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def view(self, state: S, player: int | None) -> dict[str, Json]:
        """Return what `player` may see, as JSON; for None everything, as the renderer needs it."""
        ...

    def stats(self, state: S, before: S | None) -> dict[str, Json]:
        """Return what a timeline shows of a position: {"series": {name: numbers}, "marks": [[kind, player], ...]}.

        Every position of a game has the same series; their numbers are one for each player, or a single one. `marks`
        are of `MARKS`: what the step from `before` did (None: there was none). The numbers are no secret to any player.
        """
        ...

    def choices(self, state: S, player: int) -> dict[str, Json]:
        """Return what a person in this seat needs beside the view, so that whoever draws the board decides no rule.

        `player` is to move. It may hold nothing that the view of `player` hides.
        """
        ...


def read_options(game: Game[Any], given: Mapping[str, Json]) -> dict[str, Json]:
    """Return `given` with every default filled in; raise `BadOption` for an unknown name or a value out of range."""
    for name, value in given.items():
        if name not in game.options:
            shown = name if name.isprintable() and len(name) <= 40 else short(name, 40)
            raise BadOption("option.unknown", game=game.name, name=shown, known=", ".join(game.options) or "-")
        if not game.options[name].takes(value):
            raise BadOption("option.value", name=name, got=repr(value)[:80], expected=game.options[name].expects())
    return {name: given.get(name, option.default) for name, option in game.options.items()}


def short(value: Json, limit: int = 60) -> str:
    """Return how Python writes a value, cut to `limit` characters, for a sentence about a move."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return "…"
    return text if len(text) <= limit else text[:limit] + "…"


def derive(seed: int, *path: str | int) -> int:
    """Return a 64-bit seed for one purpose of a match, so that no two purposes share a random stream."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def ranking(scores: Sequence[float]) -> tuple[int, ...]:
    """Return places from scores: the highest is first, equal scores share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def duel(losses: Sequence[tuple[str, Message] | None], points: float, undecided: Message | None = None) -> Outcome:
    """Return how a game of two ended: `points` for a win, half of them for a draw.

    `losses` say for each player why they lost, in a word and in a sentence; None: they did not. `undecided` says why a
    game ended in which neither did.
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
