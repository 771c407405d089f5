"""Asks the reader of bots about texts in which "|" stands for the caret."""

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
    """The library as the page gets it, but not compiled."""
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
    """The answer to a question about a place in a text; columns count in UTF-16 units, as the page counts."""
    before, _, after = (text, "", "") if kind == "marks" else text.partition(CARET)
    line = before.rpartition("\n")[2]
    place = {"line": before.count("\n") + 1, "column": len(line.encode("utf-16-le", "surrogatepass")) // 2}
    question = {"kind": kind, "text": before + after, "game": game, "name": name, **place}
    return json.loads(reader().answer(json.dumps(question)))


def offered(text: str, game: str = "tank") -> list[str]:
    """What is offered at the caret."""
    found = ask("complete", text, game)
    return [each["label"] for each in found["options"]] if found else []


def marked(text: str, game: str = "tank") -> list[tuple[str, str]]:
    """What is marked, by the end of the sentence's id, with the text that is underlined."""
    lines = text.split("\n")
    found = ask("marks", text, game)
    return [(each["id"].rpartition(".")[2], lines[each["line"] - 1][each["start"] : each["end"]]) for each in found]
