"""The parts of a replay as they are read and written: its head, its answers and its result.

A replay is a file that a stranger may have written. Its values end up in sentences, in lists and on the page, so every
field has one shape and a limit: see `parts`, which describes them, and `formats.shapes`. What cannot be read is not
written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from sandlot.clock import Clock
from sandlot.formats.bounds import LONGEST_WORDS, MOST_PLAYERS
from sandlot.formats.sentences import Sentence
from sandlot.formats.shapes import NEEDED, Many, Misfit, Number, OneOf, Said, Shape, Text, Whole
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import GAMES
from sandlot.jobs import Refused
from sandlot.match.parts import Name, Part, Response, Setup
from sandlot.match.referee import play
from sandlot.messages import message
from sandlot.wire import excerpt

FORMAT = "sandlot-replay"
VERSION = 1

Score: TypeAlias = Annotated[float, Number()]
Place: TypeAlias = Annotated[int, Whole(1, MOST_PLAYERS)]
BY_PLAYER = Many(MOST_PLAYERS)
Reason: TypeAlias = Annotated[str, Text(LONGEST_WORDS)]


class BadReplay(Refused):
    """A text that is not a replay, or a replay that cannot be played or written; `text` says why."""


@dataclass(frozen=True)
class Head:
    """The beginning of a replay."""

    package: Annotated[Name, Said("The version of Sandlot that played it.")]
    format: Annotated[str, OneOf(FORMAT), NEEDED] = FORMAT
    version: Annotated[int, OneOf(VERSION), NEEDED] = VERSION


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a match has ended: see `game.Outcome`."""

    scores: Annotated[tuple[Score, ...], BY_PLAYER]
    places: Annotated[tuple[Place, ...], BY_PLAYER]
    reasons: Annotated[tuple[Reason | None, ...], BY_PLAYER] = ()
    losses: Annotated[tuple[Sentence | None, ...], BY_PLAYER] = ()
    reason: Sentence
    turns: Annotated[int, Whole()]


HEAD: Shape[Head] = Shape(Head, "format version package")
SETUP: Shape[Setup] = Shape(Setup, "game options seed secret players clock memories human_clock in_turn hinted forks")
ANSWER: Shape[Response] = Shape(Response, "ms reply running fault why output trace drawings steps thought")
RESULT: Shape[Ended] = Shape(Ended)


def read_setup(whole: Mapping[str, Json], *, was_played: bool = False) -> Setup:
    """Read the head of a replay; raise `BadReplay` unless it describes a match that can be played. To find that out,
    the match is started, unless the caller knows that it `was_played`.
    """
    name = whole.get("game")
    if isinstance(name, str) and name not in GAMES:
        raise BadReplay("replay.other_game", game=excerpt(name, 40))
    try:
        found = SETUP.read(whole)
        parts: list[Setup | Part] = [found, *found.forks]
        for each in parts:
            if len(each.players) > max(found.game.players) or len(each.memories) > len(each.players):
                raise Misfit("players")
        options = read_options(found.game, found.options)
        forks = tuple(replace(each, clock=_clock(found.game, each.clock)) for each in found.forks)
        setup = replace(found, options=options, clock=_clock(found.game, found.clock), forks=forks)
        if not was_played:
            play(setup)
    except Misfit as bad:
        raise BadReplay("replay.bad_field", name=str(bad)) from None
    except BadOption as bad:
        raise BadReplay("replay.bad_setup", why=bad.text) from None
    except ValueError as bad:
        raise BadReplay("replay.bad_setup", why=str(bad)) from None
    return setup


def _clock(game: Game[Any], changes: Any) -> Clock:
    return game.clock.with_changes(changes)


def setup_json(setup: Setup) -> dict[str, Json]:
    """Return the head of a match's replay, as an object; raise `BadReplay` if it cannot be written."""
    game = setup.game
    whole = replace(setup, clock=setup.clock or game.clock, options=read_options(game, setup.options))
    try:
        return SETUP.write(whole)  # type: ignore[no-any-return]
    except Misfit as bad:
        raise not_kept(bad) from None


def read_turn(number: int, turn: Json) -> dict[int, Response]:
    """Read the answers of one turn; raise `BadReplay` if they are malformed."""
    read = ANSWER.read
    answers: dict[int, Response] = {}
    if type(turn) is not list:
        raise BadReplay("replay.bad_turn", turn=number)
    try:
        for entry in turn:
            answer = read(entry)
            player = entry.get("player")
            if type(player) is not int or player in answers:
                raise Misfit("player")
            answers[player] = answer
    except Misfit:
        raise BadReplay("replay.bad_turn", turn=number) from None
    return answers


def turn_json(turn: Mapping[int, Response]) -> list[dict[str, Json]]:
    """Return one turn as JSON: its answers, as objects. Raise `BadReplay` if one cannot be written."""
    write = ANSWER.write
    try:
        return [{"player": player, **write(answer)} for player, answer in turn.items()]
    except Misfit as bad:
        raise not_kept(bad) from None


def not_kept(bad: Misfit) -> BadReplay:
    """Return the error for a replay that cannot be written, because a field does not fit."""
    return BadReplay("replay.not_kept", why=message("replay.bad_field", name=str(bad)))


def is_result(value: Json, players: int) -> bool:
    """Tell whether a value has the shape of a result of `players` players; see `game.Outcome.json`."""
    try:
        found = RESULT.read(value)
    except Misfit:
        return False
    return (
        len(found.scores) == len(found.places) == players
        and max(len(found.losses), len(found.reasons)) <= players
        and all(place <= players for place in found.places)
    )
