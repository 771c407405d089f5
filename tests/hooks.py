"""What the tests of all games ask of a game's own test file, `tests/games/test_<game>.py`. That file may define:

say(move) -> str                     # a move as a program says it, in the game's first wire; every game has it
redeal(state, player, rng) -> state  # the same position with everything that player cannot see dealt anew;
                                     #   only games that hide something have it, and all of them
SHORT = {"max_rounds": 30}           # options with which a match is soon over, if it is long without them
PUBLIC = "State from_view game"      # names that bots import from `sandlot.games.<game>`
EMPTY = 0.2                          # how much of its board's picture is bare ground at the end at least, if it is less
                                     #   than a third
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from sandlot_build.words import PAGE_WORDS, words

__all__ = ["empty", "hook", "public", "sayer", "short", "title", "word", "words_of"]


def hook(name: str, what: str) -> Any:
    """What a game's own test file defines by this name, or None."""
    assert find_spec(f"test_{name}"), f"{name} has no test file: tests/games/test_{name}.py"
    return getattr(importlib.import_module(f"test_{name}"), what, None)


def sayer(name: str) -> Callable[[Any], str]:
    say = hook(name, "say")
    assert say, f"tests/games/test_{name}.py has no say(move), which puts a move in the words of its first wire"
    return say


def short(name: str) -> dict[str, Any]:
    """Options with which a match of a game is over in a reasonable time: none, if it is so without any."""
    return hook(name, "SHORT") or {}


def public(name: str) -> str:
    """The names of a game that bots import."""
    return str(hook(name, "PUBLIC") or "game")


def empty(name: str) -> float:
    """The share of a board's picture that is bare ground at the end of a match, at least."""
    return float(hook(name, "EMPTY") or 1 / 3)


@cache
def _sentences(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(words(language, *PAGE_WORDS))
    return found


def words_of(language: str) -> set[str]:
    """The ids of all sentences of the page and the engine in a language."""
    return set(_sentences(language))


def word(id: str) -> str:
    """A sentence of the page or the engine in English."""
    return str(_sentences("en")[id])


def title(name: str) -> str:
    """The English name of a game, which may differ from its folder's."""
    return word(f"game.{name}")
