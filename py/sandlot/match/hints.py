"""Hints for the author of a bot that failed at once: it may be for another game, or lack functions this one calls.

This searches the text of a file with patterns of linear time, and never parses it: a hostile text could nest deeper
than Python's parser can go, and this runs in the engine, beside the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from sandlot.game import Game, read_options
from sandlot.games import GAMES
from sandlot.match.entry_point import LOOKED_AT, unasked
from sandlot.messages import Message, message, player

EARLY = 2
"""A bot that has given this many answers, its start included, was clearly written for this game."""

ENOUGH = 2
"""How many signs of another game are enough, if there is no sign of this one."""
RATIO = 5
"""Another game is named if it has this many times as many signs as this one: a word in a comment is one sign."""

OF_THE_GAME = {"entry.lacks", "entry.nearOriginal"}
"""Findings that show that a file was written for this game: it has functions of the game's original platform."""

ABSENT: Mapping[str, str] = {"Tank2": r"\b(brick|water|steel|forest)field\b"}
"""Games of the same platforms that Sandlot lacks, and words that their judges send."""

_SUBSCRIPT = re.compile(r"""(?:\[|\.get\()\s{0,9}["'](\w{1,40})["']""")

_MOVE = re.compile(r"^(?:async[ \t]{1,9})?def[ \t]{1,9}move[ \t]{0,9}\(([^()]{0,300})\)", re.MULTILINE)
_NEXT = re.compile(r"^[^\s#)]", re.MULTILINE)
"""Where the next statement at the top of a file begins."""


def hint(game: Game[Any], source: str, number: int) -> Message | None:
    """Return a sentence about the bot of player `number`, whose file is `source`; None if nothing was found."""
    text, who = source[:LOOKED_AT], player(number)
    for name, words in ABSENT.items():
        if re.search(words, text):
            return message("hint.absent", who=who, other=name, game=_title(game.name))
    found = unasked(game, source)
    why = found and message("hint.unasked", who=who, line=found.line, why=found.why)
    if found and found.why.id in OF_THE_GAME:
        return why
    fingerprints = {name: _fingerprints(other, game, text) for name, other in GAMES.items() if other is not game}
    most = max(fingerprints, key=lambda name: fingerprints[name], default=game.name)
    if fingerprints and fingerprints[most] >= max(ENOUGH, RATIO * _fingerprints(game, GAMES[most], text)):
        return message("hint.other", who=who, other=_title(most), game=_title(game.name))
    return why or _prints_instead_of_returning(text, who)


def _title(name: str) -> Message:
    """Return the game's usual name."""
    return message(f"game.{name}")


def _fingerprints(game: Game[Any], beside: Game[Any], text: str) -> int:
    """Count the signs that a text was written for `game` and not for `beside`: words of the game, and view keys that
    the other game lacks. Importing the game's rules is decisive.
    """
    keys = _view_keys(game.name) - _view_keys(beside.name)
    imports = RATIO * bool(re.search(rf"\bsandlot\.games\.{game.name}\b", text))
    return (
        imports
        + sum(bool(re.search(sign, text)) for sign in game.fingerprints)
        + len(keys & set(_SUBSCRIPT.findall(text)))
    )


@cache
def _view_keys(name: str) -> frozenset[str]:
    game = GAMES[name]
    start = game.start(max(2, game.players[0]), 1, read_options(game, {}))
    return frozenset(game.view(start, 0))


def _prints_instead_of_returning(text: str, who: Any) -> Message | None:
    """Return the sentence for a `move` that prints its answer instead of returning it; None for any other."""
    found = _MOVE.search(text)
    if not found:
        return None
    end = _NEXT.search(text, found.end())
    body = text[found.end() : end.start() if end else len(text)]
    if re.search(r"\bprint\(", body) and not re.search(r"\b(?:return|yield|raise)\b[ \t]*[^\s#]", body):
        return message("hint.unreturned", who=who)
    return None
