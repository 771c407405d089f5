"""Requests to the reader of the editor, with texts in which "|" marks the caret."""

from __future__ import annotations

import json
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from sandlot_build import basis, editor

CARET = "|"


@cache
def library() -> Path:
    """The package as the page gets it, but with sources instead of bytecode."""
    folder = Path(tempfile.mkdtemp(prefix="sandlot-reader-"))
    editor.lay_out(folder, editor.views_of_games())
    sys.path.append(str(folder))
    return folder


@cache
def reader() -> Any:
    folder = library()
    from sandlot_editor.reader import Reader

    games = json.loads((folder / "games.json").read_text(encoding="utf-8"))
    sources = [str(folder / "sources"), str(basis.ROOT / "py")]
    return Reader(games, Path(tempfile.mkdtemp(prefix="sandlot-texts-")), sources)


def ask(kind: str, text: str, game: str = "tank", name: str = "main.py") -> Any:
    """Return the answer to a request about a position in a text. Columns count UTF-16 code units, as in the page."""
    before, _, after = (text, "", "") if kind == "marks" else text.partition(CARET)
    line = before.rpartition("\n")[2]
    place = {"line": before.count("\n") + 1, "column": len(line.encode("utf-16-le", "surrogatepass")) // 2}
    question = {"kind": kind, "text": before + after, "game": game, "name": name, **place}
    return json.loads(reader().answer(json.dumps(question)))


def offered(text: str, game: str = "tank") -> list[str]:
    """Return the completions at the caret."""
    found = ask("complete", text, game)
    return [each["label"] for each in found["options"]] if found else []


def marked(text: str, game: str = "tank") -> list[tuple[str, str]]:
    """Return the marks of a text: the last part of each message's id, with the underlined text."""
    lines = text.split("\n")
    found = ask("marks", text, game)
    return [(each["id"].rpartition(".")[2], lines[each["line"] - 1][each["start"] : each["end"]]) for each in found]
