"""The registry: every game by name. Each game is a package of that name in this folder, which defines `game`.

A game is imported when it is first used, so a process that plays one game need not load the others. An incomplete game
is not skipped: its use fails with a sentence that says what it lacks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandlot.game import Game, Json, MissingPiece
from sandlot.messages import LANGUAGES, include
from sandlot.syntax import tree_text

__all__ = ["ASIDE", "GAMES", "contests", "rules", "tree_hash", "usual"]

NAMES = (
    "tank",
    "generals",
    "snake",
    "planes",
)


FOLDER = Path(__file__).parent


class _Games(Mapping[str, Game[Any]]):
    """Games by name, each imported when it is first used."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self._loaded:
            if name not in NAMES:
                raise KeyError(name)
            self._loaded[name] = _load(name)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


def _missing_words(name: str) -> str:
    """Return the name of a file of sentences that a game lacks; "" if all are there."""
    files = (f"{language}.json" for language in LANGUAGES)
    return next((file for file in files if not (FOLDER / name / "words" / file).is_file()), "")


def _load(name: str) -> Game[Any]:
    """Import a game; raise `MissingPiece` if it is incomplete."""
    package, place = f"{__name__}.{name}", f"py/sandlot/games/{name}"
    # Python imports a folder without an __init__.py as well, as an empty namespace package.
    game: Game[Any] | None = getattr(import_module(package), "game", None) if find_spec(package) else None
    if game is None:
        raise MissingPiece(f"The game {name} is not whole: {place}/__init__.py has no `game` or is missing.")
    if game.name != name:
        raise MissingPiece(f"The game {name} is not whole: the `game` of {place} calls itself {game.name!r}.")
    if missing := _missing_words(name):
        raise MissingPiece(f"The game {name} is not whole: {place}/words/{missing} is missing.")
    return game


GAMES: Mapping[str, Game[Any]] = _Games()
for _name in NAMES:
    # The sentences of all games have to be available before a game is loaded.
    if not _missing_words(_name):
        include(FOLDER / _name / "words")


#: Modules of a game that are not part of its rules: they read and write files of other platforms.
ASIDE = ("config.py", "logs.py", "recording.py")

#: The file with the `tree_hash` of a game whose modules are shipped without their sources. The build writes it.
TREE_HASH = "tree_hash.txt"

#: Aliases by `tree_hash`: if rules were rewritten without any change of behaviour, the hash that they had before. So
#: contests, links and records of bots stay valid.
KNOWN_AS = {
    "5547df5d9630c7b6": "b207d158811e276f",  # tank
    "96fd926f6f566aa0": "345ced9ea712540f",  # generals
    "cca8177c130dbdcc": "810726f1de274f7c",  # snake
    "099e5b828248c636": "520190d9a9cb6729",  # planes
}


@cache
def rules(name: str) -> str:
    """Return the hash of a game's rules, 16 hexadecimal digits. It changes with the code of the game's modules.
    Comments, docstrings (except those of variables), sentences, bots and the modules in `ASIDE` do not count; nor does
    the code that all games share, whose version is that of the package.
    """
    found = tree_hash(name)
    return KNOWN_AS.get(found, found)


def tree_hash(name: str) -> str:
    """Return the hash of the syntax trees of a game's modules. Where there is only bytecode, as in the page, it is read
    from a file.
    """
    if (written := FOLDER / name / TREE_HASH).is_file():
        return written.read_text(encoding="ascii")
    digest = hashlib.sha256()
    for module in sorted((FOLDER / name).glob("*.py"), key=lambda each: each.name):
        if module.name not in ASIDE:
            text = tree_text(module.read_bytes())
            digest.update(f"{module.name} {len(text)}\n{text}".encode())
    return digest.hexdigest()[:16]


@cache
def contests(name: str) -> Mapping[str, Mapping[str, Json]]:
    """Return the kinds of contests that are known to a game's players, by name, each with the settings of its plan.
    They are read from the game's `contests.json`, if it has one.
    """
    found: Mapping[str, Mapping[str, Json]] = _read(name, "contests")
    return found


@cache
def usual(name: str) -> Mapping[str, Json]:
    """Return the options of the page and the ladder that differ from the defaults of the rules. They are read from the
    game's `usual.json`, if it has one.
    """
    found: Mapping[str, Json] = _read(name, "usual")
    return found


def _read(name: str, what: str) -> Any:
    file = FOLDER / name / f"{what}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
