"""Checks the fields of a replay: their shapes and sizes, before anything uses a value.

A replay is a file that a stranger may have written. Its values end up in sentences, in lists and on the page, so every
field has one shape and a limit. The limits are far above what any match writes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

from sandlot.draw import MOST, Mark, read_mark
from sandlot.formats.bounds import (
    DEEPEST_SENTENCE,
    FAR,
    LARGEST_TYPED_SEED,
    LONGEST_MEMORY,
    LONGEST_PLAYER,
    LONGEST_TEXT,
    LONGEST_WORDS,
    MOST_MS,
    MOST_PACKAGES,
    MOST_PARAMS,
    MOST_PRINTS,
    MOST_STEPS,
)
from sandlot.game import BadOption, FaultKind, Game, Json, read_options
from sandlot.games import GAMES
from sandlot.jobs import Refused
from sandlot.match.parts import HUMAN, Answer, Fork, Player, Setup
from sandlot.match.referee import play
from sandlot.messages import Message, catalog, render
from sandlot.wire import excerpt

__all__ = [
    "FAULTS",
    "BadReplay",
    "is_list",
    "is_result",
    "is_text",
    "is_whole",
    "list_in",
    "name_in",
    "read_message",
    "read_setup",
    "read_turn",
]

FAULTS = get_args(FaultKind)
KINDS = ("code", "house", "program", HUMAN)


class BadReplay(Refused):
    """A text that is not a replay, or a replay that cannot be played; `text` says what is wrong."""


# Shapes


def is_whole(value: Json, low: int = 0, high: int = FAR) -> bool:
    """Tell whether a value is a whole number from `low` to `high`."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_text(value: Json, most: int) -> bool:
    """Tell whether a value is a string of at most `most` characters."""
    return isinstance(value, str) and len(value) <= most


def is_list(value: Json, most: int, of: Callable[[Json], bool]) -> bool:
    """Tell whether a value is a list of at most `most` values for which `of` is true."""
    return isinstance(value, list) and len(value) <= most and all(map(of, value))


def is_result(value: Json, players: int) -> bool:
    """Tell whether a value has the shape of a result; see `game.Outcome.json`."""
    if not isinstance(value, dict):
        return False
    losses, reasons = value.get("losses", []), value.get("reasons", [])
    scores, places = value.get("scores", []), value.get("places", [])
    return (
        is_list(scores, players, _is_number)
        and is_list(places, players, lambda each: is_whole(each, 1, players))
        and len(scores) == len(places) == players
        and is_list(losses, players, lambda each: each is None or read_message(each) is not None)
        and is_list(reasons, players, lambda each: each is None or is_text(each, LONGEST_WORDS))
        and is_whole(value.get("turns"))
        and read_message(value.get("reason")) is not None
    )


def read_message(value: Json, **filled: Json) -> Message | None:
    """Return the sentence that a value names, or None if it is none or lacks a parameter; `filled` are filled in
    later.
    """
    if not _is_message(value, DEEPEST_SENTENCE):
        return None
    found = Message(*value)
    try:
        render(Message(found.id, {**filled, **found.params}), language="en")
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return None
    return found


def _is_message(value: Json, deepest: int) -> bool:
    match value:
        case [str(id), dict(params)] if id in catalog("en") and len(params) <= MOST_PARAMS:
            return all(_is_param(each, deepest - 1) for each in params.values())
    return False


def _is_param(value: Json, deepest: int) -> bool:
    """Tell whether a value is a number, words, a player or a sentence."""
    match value:
        case dict():
            return value.keys() == {"player"} and is_whole(value["player"])
        case list():
            return deepest > 0 and _is_message(value, deepest)
        case str():
            return len(value) <= LONGEST_WORDS
    return value is None or isinstance(value, bool) or _is_number(value)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FAR


# Reading


def read_setup(whole: Mapping[str, Json]) -> Setup:
    """Read the head of a replay; raise `BadReplay` if it is not one of a match that can be played."""
    name = _string_in(whole, "game")
    if name not in GAMES:
        raise BadReplay("replay.other_game", game=excerpt(name, 40))
    game = GAMES[name]
    stretch = _read_stretch(game, whole)
    forks = whole.get("forks") or []
    if not isinstance(forks, list) or not all(isinstance(each, dict) for each in forks):
        raise BadReplay("replay.bad_field", name="forks")
    try:
        setup = Setup(
            game,
            stretch.players,
            _int_in(whole, "seed", LARGEST_TYPED_SEED),
            read_options(game, _dict_in(whole, "options")),
            stretch.clock,
            stretch.memories,
            stretch.human_clock,
            tuple(replace(_read_stretch(game, each), turn=_int_in(each, "turn")) for each in forks),
            whole.get("in_turn") is True,
            name_in(whole, "secret") if "secret" in whole else "",
            whole.get("hinted") is True,
        )
        play(setup)
    except BadOption as bad:
        raise BadReplay("replay.bad_setup", why=bad.text) from None
    except ValueError as bad:
        if isinstance(bad, BadReplay):
            raise
        raise BadReplay("replay.bad_setup", why=str(bad)) from None
    return setup


def _read_stretch(game: Game[Any], whole: Mapping[str, Json]) -> Fork:
    """Read the players and their clock; the turn is left open."""
    players = list_in(whole, "players")
    if not is_list(players, max(game.players), _is_player):
        raise BadReplay("replay.bad_field", name="players")
    packages = [each.get("packages", []) for each in players]
    if not all(is_list(each, MOST_PACKAGES, _is_name) for each in packages):
        raise BadReplay("replay.bad_field", name="packages")
    memories = whole.get("memories") or []
    if not is_list(memories, len(players), lambda each: each is None or is_text(each, LONGEST_MEMORY)):
        raise BadReplay("replay.bad_field", name="memories")
    try:
        clock = game.clock.with_changes(_dict_in(whole, "clock"))
    except ValueError as bad:
        if isinstance(bad, BadReplay):
            raise
        raise BadReplay("replay.bad_setup", why=str(bad)) from None
    seated = tuple(
        Player(each["name"], each.get("kind", "code"), tuple(names))
        for each, names in zip(players, packages, strict=True)
    )
    return Fork(-1, seated, clock, tuple(memories), whole.get("human_clock") is True)


def _is_player(value: Json) -> bool:
    return isinstance(value, dict) and _is_name(value.get("name")) and value.get("kind", "code") in KINDS


def _is_name(value: Json) -> bool:
    return is_text(value, LONGEST_PLAYER)


def read_turn(number: int, turn: Json) -> dict[int, Answer]:
    """Read the answers of one turn; raise `BadReplay` if they are malformed."""
    if not isinstance(turn, list) or not all(isinstance(entry, dict) for entry in turn):
        raise BadReplay("replay.bad_turn", turn=number)
    answers: dict[int, Answer] = {}
    for entry in turn:
        player, ms, fault, steps = entry.get("player"), entry.get("ms", 0), entry.get("fault"), entry.get("steps")
        thought = entry.get("thought")
        good = type(player) is int and player not in answers and (fault is None or fault in FAULTS)
        if not good or not _is_time(ms) or not (thought is None or _is_time(thought)):
            raise BadReplay("replay.bad_turn", turn=number)
        if steps is not None and not is_whole(steps, 0, MOST_STEPS):
            raise BadReplay("replay.bad_turn", turn=number)
        answers[player] = Answer(
            reply=_text(entry.get("reply", ""), number),
            milliseconds=ms,
            fault=fault,
            why=_message(entry.get("why"), number),
            running=entry.get("running") is True,
            output=_output(entry.get("output", []), number),
            trace=_trace(entry.get("trace"), number),
            drawings=_drawings(entry.get("drawings", []), number),
            steps=steps,
            thought=thought,
        )
    return answers


def _is_time(value: Json) -> bool:
    """Tell whether a value is a number of milliseconds."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < MOST_MS


def _text(value: Json, turn: int) -> str:
    if not is_text(value, LONGEST_TEXT):
        raise BadReplay("replay.bad_turn", turn=turn)
    return str(value)


def _output(value: Json, turn: int) -> tuple[tuple[str, str], ...]:
    if not is_list(value, MOST_PRINTS, _is_print):
        raise BadReplay("replay.bad_turn", turn=turn)
    return tuple((part[0], part[1]) for part in value)


def _is_print(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(is_text(part, LONGEST_TEXT) for part in value)


def _trace(value: Json, turn: int) -> dict[str, Json] | None:
    """Read a trace. Its parts are shown as they are, so a list among them could pass for a message."""
    if value is None:
        return None
    known = isinstance(value, dict) and value.keys() <= {"file", "line", "error", "traceback"}
    if not known or not all(each is None or is_text(each, LONGEST_TEXT) or is_whole(each) for each in value.values()):
        raise BadReplay("replay.bad_turn", turn=turn)
    return value  # type: ignore[no-any-return]


def _drawings(value: Json, turn: int) -> tuple[Mark, ...]:
    marks = [read_mark(each) for each in value] if isinstance(value, list) else [None]
    if None in marks or len(marks) > MOST:
        raise BadReplay("replay.bad_turn", turn=turn)
    return tuple(mark for mark in marks if mark)


def _message(value: Json, turn: int) -> Message | None:
    if value is None:
        return None
    # The referee fills these in when it puts the fault in words.
    text = read_message(value, who="", turn=0, limit=0)
    if text is None:
        raise BadReplay("replay.bad_turn", turn=turn)
    return text


def list_in(whole: Mapping[str, Json], name: str) -> list[Json]:
    """Return the list under a key; raise `BadReplay` if there is none."""
    return _typed_in(whole, name, list)  # type: ignore[no-any-return]


def name_in(whole: Mapping[str, Json], name: str) -> str:
    """Return the name under a key; raise `BadReplay` if there is none, or it is too long."""
    value = _string_in(whole, name)
    if not _is_name(value):
        raise BadReplay("replay.bad_field", name=name)
    return value


def _dict_in(whole: Mapping[str, Json], name: str) -> dict[str, Json]:
    return _typed_in(whole, name, dict)  # type: ignore[no-any-return]


def _string_in(whole: Mapping[str, Json], name: str) -> str:
    return _typed_in(whole, name, str)  # type: ignore[no-any-return]


def _int_in(whole: Mapping[str, Json], name: str, most: int = FAR) -> int:
    value: int = _typed_in(whole, name, int)
    if value > most:
        raise BadReplay("replay.bad_field", name=name)
    return value


def _typed_in(whole: Mapping[str, Json], name: str, kind: type) -> Json:
    if not isinstance(whole.get(name), kind) or isinstance(whole[name], bool):
        raise BadReplay("replay.bad_field", name=name)
    return whole[name]
