"""Collects the page's sentences from all folders of words."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from sandlot_build.basis import ROOT, STATIC, WORK, Problem, compact
from sandlot_build.bundles import hashed
from sandlot_build.starters import starters

_PANELS = sorted(path.parent.name for path in STATIC.glob("panels/*/words"))
#: Folders with a file of sentences for every language: of the page and the engine, and of the games' rules. The page
#: loads the rules, and the words of paths, only when they are shown; an embed is a page of its own.
PAGE_WORDS = (
    "py/sandlot/messages",
    "py/sandlot/games/*/words",
    "py/sandlot/links/words",
    "py/sandlot/tournaments/words",
    "static/base/words",
    "static/games/*/words",
    *(f"static/panels/{each}/words" for each in _PANELS if each not in ("rules", "embed", "learn", "puzzles")),
)
PATH_WORDS = (
    "static/panels/learn/words",
    "static/panels/puzzles/words",
    "py/sandlot/puzzles/words",
    "py/sandlot/tasks/words",
    "py/sandlot/settings/words",
)
EXPLANATIONS = ("static/explained/words",)
"""What explains the errors of bots."""
RULES_WORDS = ("static/panels/rules/words", "static/games/*/rules")


def languages() -> list[str]:
    """Return the languages; English is the first."""
    return sorted(path.stem for path in (STATIC / "base" / "words").glob("*.json"))


def sentences(path: Path) -> dict[str, object]:
    """Return the content of a file of sentences. Raise `Problem` for an empty file: nothing else would notice that."""
    name = path.relative_to(ROOT).as_posix()
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Problem(f"{name} is not JSON: {error}.") from error
    if not isinstance(found, dict) or not found:
        raise Problem(f"{name} holds no sentences.")
    return found


def words(language: str, *places: str, more: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """Return the sentences of a language, from these folders and `more`, as one JSON object."""
    paths = [path for place in places for path in sorted(ROOT.glob(f"{place}/{language}.json"))]
    made: dict[str, object] = {**more}
    for path in paths:
        found = sentences(path)
        if twice := made.keys() & found.keys():
            raise Problem(f"{path.relative_to(ROOT)}: {min(twice)} is said elsewhere, too.")
        made |= found
    return compact(made)


def english_words() -> Path:
    """Return the file that base/words/index.ts imports under the name sandlot-words."""
    path = WORK / "words-en.json"
    data = words("en", *PAGE_WORDS)
    if not path.is_file() or path.read_bytes() != data:
        path.write_bytes(data)
    return path


def make_messages(folder: Path, games: Iterable[str]) -> dict[str, str]:
    """Write the sentences of every language but English, which is in the page's script. Each language is one file,
    which has the starters, too.
    """
    return {
        language: hashed(
            folder, f"messages-{language}.json", words(language, *PAGE_WORDS, more=starters(language, games))
        )
        for language in languages()
        if language != "en"
    }


def copy_words(folder: Path, name: str, places: Sequence[str]) -> dict[str, str]:
    """Write the sentences of these folders, a file for each language; return their addresses."""
    return {language: hashed(folder, f"{name}-{language}.json", words(language, *places)) for language in languages()}
