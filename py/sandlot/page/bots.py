"""Answers the page's questions about bots: their files, the packages they need, and likely mistakes in them."""

from __future__ import annotations

import json
from typing import Any

from sandlot import bots
from sandlot.files.bundle import BadBundle, from_zip, to_zip
from sandlot.files.library import files_in
from sandlot.files.main_file import groups
from sandlot.formats.compact import compact
from sandlot.games import GAMES
from sandlot.match.entry_point import unasked
from sandlot.match.hints import hint
from sandlot.packages import modules
from sandlot.packages.header import BadPackage, read_header


def declared(source: str) -> str:
    """Return the packages that a bot's file declares, {requirements}, or {problem} if they are not available here."""
    try:
        requirements = read_header(source).dependencies
        if compiled := modules.compiled_among(requirements):
            raise BadPackage("packages.compiled", package=compiled)
        return compact({"requirements": requirements})
    except BadPackage as bad:
        return compact({"problem": bad.text})


def absent(source: str, imports: str) -> str:
    """Return {module, line}, the first of the modules that a bot's file imports and that it will not find, or {problem}
    if the packages that it declares are not available, or null. `imports` is JSON: [[module, line], ...].
    """
    try:
        requirements = read_header(source).dependencies
    except BadPackage as bad:
        return compact({"problem": bad.text})
    found = next((each for each in json.loads(imports) if modules.lacks(each[0], requirements)), None)
    return compact(found and {"module": found[0], "line": found[1]})


def unzip(data: Any) -> list[Any] | str:
    """Return [main file, [[path, bytes], ...]] for the bot in a zip, or the sentence (as JSON) that says why the zip
    holds no bot. The zip may be a library of bots, which has no main file: [None, ...]. `data` are bytes of JavaScript.
    """
    packed = data.to_bytes()
    try:
        if (library := files_in(packed)) is not None:
            return [None, [[path, content] for path, content in library.items()]]
        found = from_zip(packed)
    except BadBundle as bad:
        return compact(bad.text)
    return [found.main, [[path, content] for path, content in found.files.items()]]


def make_zip(files: Any) -> bytes:
    """Return the zip of a bot; `files` are [path, bytes] from JavaScript."""
    return to_zip({path: content.to_bytes() for path, content in files})


def together(texts: str) -> str:
    """Return the bots that Python files are which came together, as JSON: see `files.main_file.groups`. `texts` is
    JSON: the texts by name.
    """
    return compact(groups(json.loads(texts)))


def explain(game: str, source: str, player: int) -> str:
    """Return the sentence about a likely mistake in a bot that failed at once, or null; see `match.hints`."""
    return compact(hint(GAMES[game], source, player))


def entry(game: str, source: str) -> str:
    """Return why nothing in a bot's file is ever called, or null, as JSON: see `match.entry_point`."""
    found = unasked(GAMES[game], source)
    return compact(found and {"why": found.why, "line": found.line, "name": found.name})


def house_source(game: str, name: str) -> str:
    """Return the source of a house bot."""
    return bots.source(game, name)
