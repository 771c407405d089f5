"""Answers the page's questions about a text. Every question brings the whole text: only the other files of a bot are
kept between questions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandlot_editor.complete import choices
from sandlot_editor.explain import about, about_name
from sandlot_editor.library import Library
from sandlot_editor.marks import checked, marks
from sandlot_editor.returns import line_of
from sandlot_editor.shapes import Json, Shape

LONGEST_FILE = 200_000
"""Most characters of a text; a longer one is not read."""
MOST_FILES = 300
SAFE = re.compile(r"(?:\w+/){0,8}\w+\.py", re.ASCII)


class Reader:
    """Reads texts of bots. `games`: what `views.describe` returns; `folder`: an empty one, for the files of a bot."""

    def __init__(self, games: Mapping[str, Json], folder: Path, sources: list[str]) -> None:
        self._games = games
        self._library = Library(folder, sources)
        self._offered: list[Any] = []
        self._laid_out: set[Path] = set()

    def answer(self, question: str) -> str:
        """Answer a question, both JSON. Whatever cannot be read has the answer null.

        `kind` is one of: complete and hover, at a `line` (from 1) and `column` (UTF-16 units); explain, with `number`
        and `label` of a name in the list that was offered last; marks; check, for a text of any length; returned, with
        `got`, a wrong move as Python writes it. With all but explain comes the `text`; with all but explain, check
        and returned, the `game` and the `name` of the file.
        """
        asked = json.loads(question)
        try:
            return json.dumps(self._answer(asked))
        except Exception:
            # Jedi has errors of its own, and a text may be anything: an empty answer is always acceptable.
            return "null"

    def lay_out(self, files: str) -> None:
        """Write the other files of a bot, for imports, in place of those before. `files` is JSON: {path: text}."""
        for path in self._laid_out:
            path.unlink(missing_ok=True)
        self._laid_out.clear()
        folder, left = self._library.folder, 5 * LONGEST_FILE
        for name, text in list(json.loads(files).items())[:MOST_FILES]:
            left -= len(text)
            if SAFE.fullmatch(name) and len(text) <= LONGEST_FILE and left >= 0:
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", errors="replace")
                self._laid_out.add(path)

    def _answer(self, asked: Mapping[str, Json]) -> Json:
        kind = asked["kind"]
        if kind == "explain":
            name = self._offered[asked["number"]]
            return about_name(name) if name.name == asked["label"] else None
        if kind == "check":
            return checked(asked["text"])
        if kind == "returned":
            return line_of(asked["text"], asked["got"])
        text, name = asked["text"], asked["name"] if SAFE.fullmatch(asked["name"]) else "main.py"
        game = self._games.get(asked["game"], {})
        if len(text) > LONGEST_FILE:
            return None
        if kind == "marks":
            return marks(text, game.get("given", []))
        entrances = {entrance: Shape.read(game[entrance]) for entrance in ("view", "setup") if entrance in game}
        place = (self._library, text, name, asked["line"], asked["column"], entrances)
        if kind == "hover":
            return about(*place)
        found, self._offered = choices(*place)
        return found
