"""Hints for the author of a bot that failed at once: it may be for another game, or lack functions this one calls.

This searches the text of a file with patterns of linear time, and never parses it: a hostile text could nest deeper
than Python's parser can go, and this runs in the engine, beside the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from sandlot.game import Game, read_options
from sandlot.games import GAMES
from sandlot.messages import Message, message, player

EARLY = 2
"""A bot that gives this many answers, its start included, was plainly written for this game."""

LOOKED_AT = 200_000
"""Most characters of a file that are searched."""
ENOUGH = 2
"""How many signs of another game are enough, if there is no sign of this one."""
RATIO = 5
"""Another game is named if it has this many times as many signs as this one: a word in a comment is one sign."""

MOST_NAMES = 100
ALIKE = 0.7
"""How much a name is like "move", at least, to be taken for a slip, as "mvoe" and "Move" are: see `difflib`."""

ABSENT: Mapping[str, str] = {"Tank2": r"\b(brick|water|steel|forest)field\b"}
"""Games of the same platforms that Sandlot lacks, and words that their judges send."""

_SUBSCRIPT = re.compile(r"""(?:\[|\.get\()\s{0,9}["'](\w{1,40})["']""")
_FUNCTION = re.compile(r"^[ \t]{0,40}def[ \t]{1,9}(\w{1,60})", re.MULTILINE)

_MOVE = re.compile(r"^(?:async[ \t]{1,9})?def[ \t]{1,9}move[ \t]{0,9}\(([^()]{0,300})\)", re.MULTILINE)
_DEFINED = re.compile(r"^(?:async[ \t]{1,9})?(?:def|class)[ \t]{1,9}(\w{1,60})", re.MULTILINE)
_NEXT = re.compile(r"^[^\s#)]", re.MULTILINE)
"""Where the next statement at the top of a file begins."""
_ANSWERS = re.compile(r"^move\b|^class[ \t]{1,9}Bot\b|\bimport\b[^\n]{0,200}(?:\bmove\b|\bBot\b|\*)", re.MULTILINE)
_READS = re.compile(r"\b(?:input|stdin|fileinput|argv|open|read)\b")


def hint(game: Game[Any], source: str, number: int) -> Message | None:
    """Return a sentence about the bot of player `number`, whose file is `source`; None if nothing was found."""
    text, who = source[:LOOKED_AT], player(number)
    for name, words in ABSENT.items():
        if re.search(words, text):
            return message("hint.absent", who=who, other=name, game=_title(game.name))
    lacking = _lacking(game, text, who)
    if lacking:
        return lacking
    fingerprints = {name: _fingerprints(other, game, text) for name, other in GAMES.items() if other is not game}
    most = max(fingerprints, key=lambda name: fingerprints[name], default=game.name)
    if fingerprints and fingerprints[most] >= max(ENOUGH, RATIO * _fingerprints(game, GAMES[most], text)):
        return message("hint.other", who=who, other=_title(most), game=_title(game.name))
    return _why_never_called(game, text, who) or _prints_instead_of_returning(text, who)


def _title(name: str) -> Message:
    """Return the game's usual name."""
    return message(f"game.{name}")


def _fingerprints(game: Game[Any], beside: Game[Any], text: str) -> int:
    """Count the signs of one game rather than another: its words, and keys that only its view has.

    Who imports the rules of a game has written for it, whatever else is there.
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


def _lacking(game: Game[Any], text: str, who: Any) -> Message | None:
    """Name the functions of the game's original platform that are missing or have other capitals, if some are there."""
    open_form = getattr(game, "original_form", None)
    defined = set(_FUNCTION.findall(text))
    if open_form is None or "move" in defined:
        return None
    plain = {_plain(name): name for name in defined}
    forms = open_form().forms
    if any(defined.issuperset(form) for form in forms):
        return None
    for form in forms:
        found = [plain[_plain(name)] for name in form if _plain(name) in plain]
        missing = [name for name in form if name not in defined]
        if found and missing:
            return message(
                "hint.lacks", who=who, game=_title(game.name), found=", ".join(found), missing=", ".join(missing)
            )
    return None


def _why_never_called(game: Game[Any], text: str, who: Any) -> Message | None:
    """Tell why a file is never asked: it reads nothing, and has no function that could be called."""
    if _READS.search(text):
        return None
    if found := _MOVE.search(text):
        names = [each.partition("=") for each in found[1].split(",") if each.strip(" \t\n*/")]
        # More parameters are allowed if they have defaults.
        needed = sum(not equals and not name.lstrip().startswith("*") for name, equals, _ in names)
        open_to = len(names) > 0
        return None if needed == 1 or (needed == 0 and open_to) else message("hint.parameters", who=who, count=needed)
    open_form = getattr(game, "original_form", None)
    defined = set(_FUNCTION.findall(text))
    if _ANSWERS.search(text) or (open_form and any(defined.issuperset(form) for form in open_form().forms)):
        return None
    names = _DEFINED.findall(text)
    if meant := get_close_matches("move", [_plain(name) for name in names[:MOST_NAMES]], 1, ALIKE):
        slip = next(name for name in names if _plain(name) == meant[0])
        return message("hint.near", who=who, found=slip)
    return message("hint.unasked", who=who, found=", ".join(names[:3])) if names else None


def _prints_instead_of_returning(text: str, who: Any) -> Message | None:
    """Tell whether `move` prints its answer instead of returning it."""
    found = _MOVE.search(text)
    if not found:
        return None
    end = _NEXT.search(text, found.end())
    body = text[found.end() : end.start() if end else len(text)]
    if re.search(r"\bprint\(", body) and not re.search(r"\b(?:return|yield|raise)\b[ \t]*[^\s#]", body):
        return message("hint.unreturned", who=who)
    return None


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
