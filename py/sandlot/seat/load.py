"""Loads a bot's file: the result is a module, the code of a program, or the reply that says what is wrong with it."""

from __future__ import annotations

import json
import os
import types

from sandlot.game import OriginalForm
from sandlot.games import GAMES
from sandlot.seat.channel import Reply
from sandlot.seat.crash import failure, show_source
from sandlot.seat.forms import is_module
from sandlot.seat.imports import LOADED_FIRST, make_room
from sandlot.seat.module import Module


def load(
    source: str, filename: str, setup: str, seed: int, folder: str = "", loaded_first: frozenset[str] = LOADED_FIRST
) -> Module | types.CodeType | Reply:
    """Read a bot's file without running any of it. Return a module, the code of a program, or the reply that says what
    is wrong. The bot will run in `folder`, if there is one, and find its other modules there; `loaded_first` are the
    modules of Python that its own do not hide.
    """
    if folder:
        os.chdir(folder)
        make_room(folder, loaded_first)
    show_source(filename, source)
    try:
        code = compile(source, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError, OverflowError) as error:
        return failure(error, filename, folder)
    form = _form(setup)
    if is_module(source, form.forms if form else ()):
        return Module(code, filename, seed, json.loads(setup), form, folder)
    return code


def rehearse() -> None:
    """Do once, without effect, what `load` does with every bot. This is called before the bot's time begins: a forked
    process copies the memory that it touches, and that is not charged to the bot.
    """
    source = "def move(view):\n    return view['moves'][0]\n"
    compile(source, "", "exec", dont_inherit=True)
    is_module(source)
    _form('{"game": null}')


def _form(setup: str) -> OriginalForm | None:
    """Return the functions that the game's original platform calls in a bot, if it has any."""
    open_form = getattr(GAMES.get(json.loads(setup).get("game")), "original_form", None)
    return open_form() if open_form else None
