"""What the page asks about bots: their files, what they need, and what may be wrong with them."""

from __future__ import annotations

from typing import Any

from sandlot import bots
from sandlot.files.bundle import BadBundle, from_zip, to_zip
from sandlot.games import GAMES
from sandlot.match.hints import hint
from sandlot.packages import modules
from sandlot.packages.header import BadPackage, read_header
from sandlot.page.exchange import dump

__all__ = ["declared", "explain", "house", "make_zip", "unzip"]


def declared(source: str) -> str:
    """Return what a bot's file declares to need, {requirements}; or {problem}, if that cannot be followed here."""
    try:
        requirements = read_header(source).dependencies
        if compiled := modules.compiled_among(requirements):
            raise BadPackage("packages.compiled", package=compiled)
        return dump({"requirements": requirements})
    except BadPackage as bad:
        return dump({"problem": bad.text})


def unzip(data: Any) -> list[Any] | str:
    """Return the file in which the bot in a zip begins, and all its files as [path, bytes]; or the sentence (as JSON)
    that says why it is none. `data` are bytes of JavaScript.
    """
    try:
        found = from_zip(data.to_bytes())
    except BadBundle as bad:
        return dump(bad.text)
    return [found.main, [[path, content] for path, content in found.files.items()]]


def make_zip(files: Any) -> bytes:
    """Return the zip of a bot; `files` are [path, bytes] of JavaScript."""
    return to_zip({path: content.to_bytes() for path, content in files})


def explain(game: str, source: str, player: int) -> str:
    """Return the sentence that says what may be wrong with a bot that failed at once, or null; see `hints`."""
    return dump(hint(GAMES[game], source, player))


def house(game: str, name: str) -> str:
    """Return the file of a house bot."""
    return bots.source(game, name)
