"""Explains why nothing in a bot's file is ever called: the file lacks `move(view)`. Says what is there instead.

This searches a file's text with patterns of linear time and never parses it: a hostile text could nest deeper than
Python's parser can go, and this runs in the engine, beside the rules.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import deque
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Any, NamedTuple

from sandlot.game import Game
from sandlot.messages import Message, message

LOOKED_AT = 200_000
"""Most characters of a file that are searched."""
MOST_NAMES = 100
LONGEST_DECORATOR = 200
ALIKE = 0.7
"""Least similarity (difflib's ratio) of a misspelt name, such as "mvoe" or "Move" for "move"."""
ALIKE_LONG = 0.85
"""The same for the longer names of a game's original platform."""

_FUNCTION = re.compile(r"^[ \t]{0,40}(?:async[ \t]{1,9})?def[ \t]{1,9}(\w{1,60})", re.MULTILINE)
_DEFINED = re.compile(r"^(?:async[ \t]{1,9})?(?:def|class)[ \t]{1,9}(\w{1,60})", re.MULTILINE)
_MOVE = re.compile(r"^(?:async[ \t]{1,9})?def[ \t]{1,9}(move)[ \t]{0,9}\(([^()]{0,300})\)", re.MULTILINE)
_AT_TOP = re.compile(r"^(?:async[ \t]{1,9})?def[ \t]{1,9}move\b", re.MULTILINE)
"""A function `move`, also where `_MOVE` cannot read its parameters: with brackets in them, or without a closing one."""
_INNER = re.compile(
    r"^[ \t]{1,40}(?:async[ \t]{1,9})?def[ \t]{1,9}(move)\b(?:[ \t]{0,9}\(([^()]{0,300})\))?", re.MULTILINE
)
_DECORATED = re.compile(r"@[^\n]*\n\Z")
_BRANCH = re.compile(r"(?:if|elif|else|try|except|finally|with|for|while|match)\b")
_NEVER = re.compile(r"if[ \t(]{1,9}__name__\b")
"""A branch for a file that is run by itself. Here the name of a bot's module is another one."""
_ASIDE = re.compile(r"#[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|\[[^\[\]]*\]|\{[^{}]*\}")
"""Text between parameters that can hold commas: a comment, a string, or brackets without brackets inside."""
_STATEMENT = re.compile(r"^[^\s#)@][^\n]{0,80}", re.MULTILINE)
"""The beginning of a statement at the top of a file."""
_IDLE = re.compile(r"pass\b|(?!move\b)\w{1,60}[ \t]{0,9}=(?!=)[^(]{0,80}$")
"""A statement that calls nothing and does not give `move` a value."""
_SAYS = re.compile(r"""print\((?:"[^"\\{}\[\]\d]{0,70}"|'[^'\\{}\[\]\d]{0,70}')?\)[ \t;]{0,9}(?:#|$)""")
"""A statement that prints words. With a digit or a bracket they may be the answer of a program that reads nothing."""
_IMPORT = re.compile(r"(?:import|from)[ \t]{1,9}(\w{1,60})[^,\n]{0,80}$")
"""An import of one module, or of names from it."""
_CLASS = re.compile(r"class[ \t]{1,9}(\w{1,60})")
_BOT = re.compile(r"^class[ \t]{1,9}Bot\b", re.MULTILINE)
_INHERITS = re.compile(r"^class[ \t]{1,9}Bot[ \t]{0,9}\([ \t\n]{0,9}(?!object\b|\))", re.MULTILINE)
_ANSWERS = re.compile(r"^(?:move|Bot)\b|\bimport\b[^\n]{0,200}(?:\bmove\b|\bBot\b|\*)", re.MULTILINE)
_READS = re.compile(r"\b(?:input|stdin|fileinput|argv|open|read)\b")
_LATIN = str.maketrans("аеорсухіјѕԁһӏνοАВЕКМНОРСТУХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijsdhlvoABEKMHOPCTYXSIJABEZHIKMNOPTYX")
"""Cyrillic and Greek letters that look like Latin ones. Python does not take one for the other."""


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
    found = {_name(each): each for each in reversed(list(_FUNCTION.finditer(text)))}
    if any(found.keys() >= set(form) for form in forms) or _ANSWERS.search(text):
        return None
    if "move" not in found and (told := _original(game, forms, found)):
        return told
    # A file that reads its input is a program, and needs no function.
    return None if _READS.search(text) else _own(text, found)


def _is_empty(source: str) -> bool:
    """Tell whether nothing in a file can ever be called and it gives no answer by itself: it is empty, or holds only
    comments, values, printed words and imports from the standard library. A module of the bot itself may do anything.
    """
    return len(source) <= LOOKED_AT and all(_is_idle(each[0]) for each in _STATEMENT.finditer(source))


def _is_idle(statement: str) -> bool:
    module = _IMPORT.match(statement)
    return module[1] in sys.stdlib_module_names if module else bool(_IDLE.match(statement) or _SAYS.match(statement))


def _own(text: str, found: dict[str, re.Match[str]]) -> Unasked | None:
    """Compare what a file defines with `move(view)`, or with a class `Bot` that has it as a method."""
    if at_top := _MOVE.search(text):
        count = None if _is_decorated(at_top) else _unfilled(at_top[2])
        if count is None:
            return None
        return _at(at_top, "entry.parameters", count=count) if count else _at(at_top, "entry.noParameter")
    # A class `Bot` may inherit the method.
    if _AT_TOP.search(text) or _INHERITS.search(text):
        return None
    has_bot = _BOT.search(text)
    if inner := _INNER.search(text):
        return _inside(text, inner)
    if "move" in found:
        return None
    # Without "move" itself: that is a class, and the sentence would propose the name that it already has.
    candidates = [each for each in (*found.values(), *_DEFINED.finditer(text)) if _name(each) != "move"]
    if near := _alike("move", candidates):
        if other := [each for each in near[1] if ord(each) in _LATIN]:
            shown = ", ".join(f"{each} (U+{ord(each):04X})" for each in dict.fromkeys(other))
            return _at(near, "entry.letters", found=near[1], letters=shown)
        return _at(near, "entry.nearInBot" if has_bot else "entry.near", found=near[1])
    defined = list(_DEFINED.finditer(text))
    names = ", ".join(each[1] for each in defined[:3])
    return _at(defined[0], "entry.none", found=names) if defined else None


def _inside(text: str, inner: re.Match[str]) -> Unasked | None:
    """Explain a `move` that does not begin its line."""
    above = deque(_STATEMENT.finditer(text, 0, inner.start()), maxlen=1)
    name = _CLASS.match(above[0][0]) if above else None
    if not name:
        may_run = above and _BRANCH.match(above[0][0]) and not _NEVER.match(above[0][0])
        return None if may_run else _at(inner, "entry.indented")
    if name[1] != "Bot":
        return _at(inner, "entry.class", found=name[1])
    if inner[2] is None or _is_decorated(inner) or _unfilled(inner[2], given=2) is None:
        return None
    return _at(inner, "entry.method")


def _is_decorated(place: re.Match[str]) -> bool:
    """Tell whether a decorator, which may change the parameters, stands above a function."""
    return bool(_DECORATED.search(place.string, max(0, place.start() - LONGEST_DECORATOR), place.start()))


def _unfilled(parameters: str, given: int = 1) -> int | None:
    """Return how many of a function's parameters need a value, if that is wrong for a call with `given` values; None
    if the call works. Those after a `*` are not looked at.
    """
    shorter = _ASIDE.sub("", parameters)
    while shorter != parameters:
        parameters, shorter = shorter, _ASIDE.sub("", shorter)
    names = [each.strip() for each in parameters.split(",")]
    names = [each for each in names if each not in ("", "/")]
    positional = list(takewhile(lambda each: not each.startswith("*"), names))
    needed = sum("=" not in each for each in positional)
    takes_more = len(positional) < len(names)
    return None if needed <= given and (len(positional) >= given or takes_more) else needed


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


def _name(place: re.Match[str]) -> str:
    """Return the name at `place` as Python reads it: full-width letters are plain ones."""
    return unicodedata.normalize("NFKC", place[1])


def _plain(name: str) -> str:
    return name.translate(_LATIN).replace("_", "").lower()
