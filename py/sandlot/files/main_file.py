"""Finds the main file among Python files, and the files that belong together: by what they import and what they define.

This searches their texts with patterns of linear time and never parses them: a hostile text could nest deeper than
Python's parser can go.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

LOOKED_AT = 200_000
"""Most characters of a file that are searched."""
USUAL = ("main.py",)
"""What a main file is called where it is not `__main__.py`, which is the first choice anyway."""

_IMPORT = re.compile(
    r"^[ \t]{0,40}(?:from[ \t]{1,9}([\w.]{1,200})[ \t]|import[ \t]{1,9}([^\n#;]{1,400}))", re.MULTILINE
)
_ENTRY = re.compile(
    r"^(?:(?:async[ \t]{1,9})?def[ \t]{1,9}move\b|class[ \t]{1,9}Bot\b|move[ \t]{0,9}=|while\b"
    r"|from[^\n]{1,200}\bimport\b[^\n]{0,200}\b(?:move|Bot)\b)",
    re.MULTILINE,
)
"""What is asked for moves in a file: `move`, a class `Bot`, or the loop of a program."""


def main_among(texts: Mapping[str, str]) -> str:
    """Return the name of the main file among Python files of one folder, `texts` by name: `main.py`, or else the only
    one that no other imports, or else the only one of these that has an entry point. "" if there is none.
    """
    if usual := [name for name in USUAL if name in texts]:
        return usual[0]
    needed = {name for each in texts for name in _imported(each, texts)}
    first = [name for name in texts if name not in needed] or list(texts)
    if len(first) > 1:
        first = [name for name in first if has_entry(texts[name])]
    return first[0] if len(first) == 1 else ""


def groups(texts: Mapping[str, str]) -> list[list[str]]:
    """Return the bots that Python files are which came together: the names of each bot's files, the main file first.
    A file that others import is part of their bots, and a bot of its own only if it has an entry point.
    """
    needed = {name for each in texts for name in _imported(each, texts)}
    found = [_with_imports(name, texts) for name in texts if name not in needed or has_entry(texts[name])]
    # Files that import each other and have no entry point are told as what they are, one by one.
    there = {name for group in found for name in group}
    return [*found, *([name] for name in texts if name not in there)]


def has_entry(text: str) -> bool:
    """Tell whether a file has something at its top that is asked for moves."""
    return bool(_ENTRY.search(text[:LOOKED_AT]))


def _with_imports(main: str, texts: Mapping[str, str]) -> list[str]:
    """Return the main file and all files that it imports, and those that these import."""
    found = [main]
    for each in found:
        found += [name for name in _imported(each, texts) if name not in found]
    return found


def imported_modules(text: str) -> set[str]:
    """Return the names of the modules that a file imports, as far as its text is searched."""
    return set(_modules(text[:LOOKED_AT]))


def _imported(name: str, names: Mapping[str, str]) -> list[str]:
    """Return the files among these that a file of theirs imports, without itself."""
    modules = dict.fromkeys(_modules(names[name][:LOOKED_AT]))
    return [file for each in modules if (file := f"{each}.py") in names and file != name]


def _modules(text: str) -> Iterator[str]:
    for found in _IMPORT.finditer(text):
        named: Collection[str] = [found[1]] if found[1] else found[2].split(",")
        for each in named:
            yield each.strip().partition(" ")[0].partition(".")[0]
