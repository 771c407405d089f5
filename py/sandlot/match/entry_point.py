"""Explains why nothing in a bot's file is ever called: the file lacks `move(view)`. Says what is there instead.

This searches a file's text with patterns of linear time and never parses it: a hostile text could nest deeper than
Python's parser can go, and this runs in the engine, beside the rules.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from sandlot.game import Game
from sandlot.messages import Message, message

LOOKED_AT = 200_000
"""Most characters of a file that are searched."""
MOST_NAMES = 100
ALIKE = 0.7
"""Least similarity (difflib's ratio) of a misspelt name, such as "mvoe" or "Move" for "move"."""
ALIKE_LONG = 0.85
"""The same for the longer names of a game's original platform."""

_FUNCTION = re.compile(r"^[ \t]{0,40}(?:async[ \t]{1,9})?def[ \t]{1,9}(\w{1,60})", re.MULTILINE)
_DEFINED = re.compile(r"^(?:async[ \t]{1,9})?(?:def|class)[ \t]{1,9}(\w{1,60})", re.MULTILINE)
_MOVE = re.compile(r"^(?:async[ \t]{1,9})?def[ \t]{1,9}(move)[ \t]{0,9}\(([^()]{0,300})\)", re.MULTILINE)
_AT_TOP = re.compile(r"^(?:async[ \t]{1,9})?def[ \t]{1,9}move\b", re.MULTILINE)
"""A function `move`, also where `_MOVE` cannot read its parameters: with brackets in them, or without a closing one."""
_INNER = re.compile(r"^[ \t]{1,40}(?:async[ \t]{1,9})?def[ \t]{1,9}(move)\b", re.MULTILINE)
_STATEMENT = re.compile(r"^[^\s#)@][^\n]{0,80}", re.MULTILINE)
"""The beginning of a statement at the top of a file."""
_IDLE = re.compile(r"pass\b|\w{1,60}[ \t]{0,9}=(?!=)[^(]{0,80}$")
"""A statement that calls nothing."""
_IMPORT = re.compile(r"(?:import|from)[ \t]{1,9}(\w{1,60})[^,\n]{0,80}$")
"""An import of one module, or of names from it."""
_CLASS = re.compile(r"class[ \t]{1,9}(\w{1,60})")
_BOT = re.compile(r"^class[ \t]{1,9}Bot\b", re.MULTILINE)
_ANSWERS = re.compile(r"^move\b|\bimport\b[^\n]{0,200}(?:\bmove\b|\bBot\b|\*)", re.MULTILINE)
_READS = re.compile(r"\b(?:input|stdin|fileinput|argv|open|read)\b")


class Unasked(NamedTuple):
    """Why nothing in a file is ever called, as a sentence; and the name in the file that the sentence is about, with
    its line (from 1). The name is "" if the file defines nothing.
    """

    why: Message
    line: int
    name: str


_NOTHING = Unasked(message("entry.nothing"), 1, "")


def unasked(game: Game[Any], source: str) -> Unasked | None:
    """Return why nothing in a file is ever called; None if something is, or if there is no explanation."""
    return _unasked(game, source[:LOOKED_AT]) or (_NOTHING if _is_empty(source) else None)


def _unasked(game: Game[Any], text: str) -> Unasked | None:
    forms = _forms(game)
    found = {each[1]: each for each in reversed(list(_FUNCTION.finditer(text)))}
    if any(found.keys() >= set(form) for form in forms) or _ANSWERS.search(text):
        return None
    if "move" not in found and (told := _original(game, forms, found)):
        return told
    # A file that reads its input is a program, and needs no function.
    return None if _READS.search(text) else _own(text, found)


def _is_empty(source: str) -> bool:
    """Tell whether nothing in a file can ever be called and it does nothing by itself: it is empty, or holds only
    comments, values and imports from the standard library. A module of the bot itself may do anything.
    """
    return len(source) <= LOOKED_AT and all(_is_idle(each[0]) for each in _STATEMENT.finditer(source))


def _is_idle(statement: str) -> bool:
    module = _IMPORT.match(statement)
    return module[1] in sys.stdlib_module_names if module else bool(_IDLE.match(statement))


def _own(text: str, found: dict[str, re.Match[str]]) -> Unasked | None:
    """Compare what a file defines with `move(view)`, or with a class `Bot` that has it as a method."""
    if at_top := _MOVE.search(text):
        return _parameters(at_top)
    if _AT_TOP.search(text):
        return None
    has_bot = _BOT.search(text)
    if inner := _INNER.search(text):
        above = deque(_STATEMENT.finditer(text, 0, inner.start()), maxlen=1)
        name = _CLASS.match(above[0][0]) if above else None
        if name and name[1] == "Bot":
            return None
        return _at(inner, "entry.class", found=name[1]) if name else _at(inner, "entry.indented")
    # Without "move" itself: that is a class, and the sentence would propose the name that it already has.
    candidates = [each for each in (*found.values(), *_DEFINED.finditer(text)) if each[1] != "move"]
    if near := _alike("move", candidates):
        return _at(near, "entry.nearInBot" if has_bot else "entry.near", found=near[1])
    defined = list(_DEFINED.finditer(text))
    names = ", ".join(each[1] for each in defined[:3])
    return _at(defined[0], "entry.none", found=names) if defined else None


def _parameters(move: re.Match[str]) -> Unasked | None:
    """Return what is wrong with the parameters of `move`; None if it can be called with one argument."""
    names = [each.partition("=") for each in move[2].split(",") if each.strip(" \t\n*/")]
    needed = sum(not equals and not name.lstrip().startswith("*") for name, equals, _ in names)
    if needed == 1 or (needed == 0 and names):
        return None
    return _at(move, "entry.parameters", count=needed) if names else _at(move, "entry.noParameter")


def _original(game: Game[Any], forms: Sequence[Sequence[str]], found: dict[str, re.Match[str]]) -> Unasked | None:
    """Name the missing functions of the game's original platform, if others of them or similar names are there."""
    title = message(f"game.{game.name}")
    for form in forms:
        there = [each for name in form if (each := _same(name, found.values()))]
        missing = [name for name in form if name not in found]
        if there and missing:
            names = ", ".join(each[1] for each in there)
            wrong = next((each for each in there if each[1] not in form), there[0])
            return _at(wrong, "entry.lacks", game=title, found=names, missing=", ".join(missing))
    for form in forms:
        for name in form:
            if name not in found and (near := _alike(name, list(found.values()), ALIKE_LONG)):
                return _at(near, "entry.nearOriginal", name=name, game=title, found=near[1])
    return None


def _forms(game: Game[Any]) -> Sequence[Sequence[str]]:
    open_form = getattr(game, "original_form", None)
    return open_form().forms if open_form else ()


def _same(name: str, found: Iterable[re.Match[str]]) -> re.Match[str] | None:
    """Return the function that has this name, but for case and underscores."""
    return next((each for each in found if _plain(each[1]) == _plain(name)), None)


def _alike(name: str, found: Sequence[re.Match[str]], least: float = ALIKE) -> re.Match[str] | None:
    """Return the function whose name is most similar to this one, if it is similar enough."""
    by_name = {_plain(each[1]): each for each in reversed(found[:MOST_NAMES])}
    close = get_close_matches(_plain(name), by_name, 1, least)
    return by_name[close[0]] if close else None


def _at(place: re.Match[str], why: str, **params: Any) -> Unasked:
    """Return the finding with this id of a sentence about the name at `place`. The sentence itself names the line,
    because the console and the result card do not show it.
    """
    line = place.string.count("\n", 0, place.start(1)) + 1
    return Unasked(message(why, line=line, **params), line, place[1])


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
