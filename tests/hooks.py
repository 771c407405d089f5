"""Hooks for tests that run on all games. A game's own test file, `tests/games/test_<game>.py`, may define:

say(move) -> str                     # required: the text of a program for this move, in the game's first protocol
redeal(state, player, rng) -> state  # required with imperfect information: the same position with everything that the
                                     #   player cannot see drawn again
SHORT = {"max_rounds": 30}           # options that make a match short, if it is long by default
PUBLIC = "State from_view game"      # names that bots import from `sandlot.games.<game>`
EMPTY = 0.2                          # the least share of empty ground in the picture of a final board, if below a third
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from sandlot_build.words import PAGE_WORDS, words


def hook(name: str, what: str) -> Any:
    """Return what a game's test file defines by the name `what`, or None."""
    assert find_spec(f"test_{name}"), f"{name} has no test file: tests/games/test_{name}.py"
    return getattr(importlib.import_module(f"test_{name}"), what, None)


def sayer(name: str) -> Callable[[Any], str]:
    """Return a game's function that turns a move into the text of a program."""
    say = hook(name, "say")
    assert say, f"tests/games/test_{name}.py has no say(move), which puts a move in the words of its first wire"
    return say


def short(name: str) -> dict[str, Any]:
    """Return options that make a match of a game short; empty if it is short by default."""
    return hook(name, "SHORT") or {}


def public(name: str) -> str:
    """Return the names that bots import from a game, separated by spaces."""
    return str(hook(name, "PUBLIC") or "game")


def empty(name: str) -> float:
    """Return the least share of empty ground in the picture of a final board, from 0 to 1."""
    return float(hook(name, "EMPTY") or 1 / 3)


@cache
def _sentences(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(words(language, *PAGE_WORDS))
    return found


def words_of(language: str) -> set[str]:
    """Return the ids of all sentences of the page and the engine in a language."""
    return set(_sentences(language))


def word(id: str) -> str:
    """Return the English text of a sentence of the page or the engine, by its id."""
    return str(_sentences("en")[id])


def title(name: str) -> str:
    """Return the English name of a game, which may differ from the name of its folder."""
    return word(f"game.{name}")
