"""Sentences by id: everything Sandlot says is an id with parameters until it is shown.

A message travels as JSON ``[id, params]``. A parameter ``{"player": k}`` is shown as that player's name, and a
parameter that is a message itself is rendered in its place. An entry of a catalog is a sentence, or ``{"by": parameter,
form: sentence, ...}`` with one sentence for every plural form of the language, under the names of Unicode's CLDR. The
page uses the catalogs beside this file, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

#: The plural forms of every language that has a catalog. The first language is the default.
PLURALS = {"en": ("one", "other"), "zh": ("other",), "ru": ("one", "few", "many", "other")}
LANGUAGES = tuple(PLURALS)

_language: ContextVar[str] = ContextVar("language", default=LANGUAGES[0])
_folders = [Path(__file__).parent]


class Message(NamedTuple):
    """A sentence not yet put in words."""

    id: str
    params: Mapping[str, Any]


def message(id: str, /, **params: Any) -> Message:
    """Return a message: the id of a sentence in the catalog, and its parameters (JSON values, players or messages)."""
    return Message(id, params)


def as_json(message: Message | Sequence[Any]) -> list[Any]:
    """Return a message as it travels: ``[id, params]``, and so are the messages among its parameters."""
    id, params = message
    return [id, {name: as_json(each) if isinstance(each, Message) else each for name, each in params.items()}]


def player(index: int) -> dict[str, int]:
    """Return the parameter that is shown as the name of player `index` (from 0)."""
    return {"player": index}


def named(text: Message, names: Sequence[str]) -> Message:
    """Return a message with the players' names filled in, for readers who do not know the seats."""
    return Message(text.id, {name: _named(each, names) for name, each in text.params.items()})


def _named(value: Any, names: Sequence[str]) -> Any:
    if isinstance(value, Message):
        return named(value, names)
    is_known = isinstance(value, dict) and value.get("player") in range(len(names))
    return names[value["player"]] if is_known else value


@cache
def catalog(language: str) -> Mapping[str, Any]:
    """Return the sentences of one language: id to text, or to its plural forms."""
    entries: dict[str, Any] = {}
    for folder in _folders:
        entries |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return entries


def include(folder: Path) -> None:
    """Add the catalogs of another folder. The command line has its own, which the page need not load."""
    _folders.append(folder)
    catalog.cache_clear()


def language() -> str:
    """Return the current language."""
    return _language.get()


@contextmanager
def speak(language: str) -> Iterator[None]:
    """Make `language` the default of `render` in this context."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def plural(number: Any, language: str) -> str:
    """Return the plural form of a sentence with this number; ``other`` for fractions and for what is not a number.

    https://www.unicode.org/cldr/charts/48/supplemental/language_plural_rules.html
    """
    if not isinstance(number, int | float) or (isinstance(number, float) and not number.is_integer()):
        return "other"
    count = abs(int(number))
    match language:
        case "ru" if count % 100 // 10 == 1 or count % 10 in (0, 5, 6, 7, 8, 9):
            return "many"
        case "ru":
            return "one" if count % 10 == 1 else "few"
        case "en" if count == 1:
            return "one"
    return "other"


def render(text: Message | Sequence[Any], names: Sequence[str] = (), language: str | None = None) -> str:
    """Render a message. `names` are the players' names, by index; without them players are numbered from 1."""
    id, params = text
    language = language or _language.get()
    entry = catalog(language)[id]
    if isinstance(entry, dict):
        entry = entry[plural(params[entry["by"]], language)]
    shown = {name: _shown(value, names, language) for name, value in params.items()}
    return _without_wide_seams(str(entry), shown) if language == "zh" else str(entry).format_map(shown)


def worded(id: str, /, **params: Any) -> str:
    """Render the message with this id and these parameters in the current language; its players are numbered from 1."""
    return render(message(id, **params))


_SEAM = "\0"
_HAN = "[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_TOO_WIDE = re.compile(
    f"(?<=[、。〉》」』】！），：；？]{_SEAM}) | (?={_SEAM}[〈《「『【（])"
    f"|(?<={_HAN}{_SEAM}) (?={_SEAM}?{_HAN})|(?<={_HAN}) (?={_SEAM}{_HAN})"
)


def _without_wide_seams(entry: str, shown: Mapping[str, Any]) -> str:
    """Fill in the parameters. Full-width punctuation at their ends has room of its own, so no space stands beside it,
    nor between Chinese words.

    The seams are marked while this is done: parameters never hold such a mark (see `plain`).
    """
    marked = {name: f"{_SEAM}{value}{_SEAM}" if isinstance(value, str) else value for name, value in shown.items()}
    return _TOO_WIDE.sub("", entry.format_map(marked)).replace(_SEAM, "")


def _shown(value: Any, names: Sequence[str], language: str) -> Any:
    if isinstance(value, dict) and "player" in value:
        index = value["player"]
        if isinstance(index, int) and 0 <= index < len(names):
            return plain(names[index])
        return render(("player.unnamed", {"number": index + 1}), (), language)
    if isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[0], str):
        return render((value[0], value[1]), names, language)
    if not isinstance(value, str):
        return value
    # What a bot has answered is put in quoted, without knowing the language: see `excerpt` in `sandlot.wire`.
    is_quoted = language == "ru" and len(value) > 1 and value[0] == "“" and value[-1] == "”"
    return plain(f"«{value[1:-1]}»" if is_quoted else value)


def plain(text: str) -> str:
    """Return untrusted text (a bot's name, an error's text) for one of our sentences: in one line, without terminal
    commands and marks of writing direction.
    """
    return "".join(each if each.isprintable() else " " if each.isspace() else f"\\u{ord(each):04x}" for each in text)
