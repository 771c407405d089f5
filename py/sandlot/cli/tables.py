"""Tables on the terminal: aligned columns of plain text, or rich's tables where somebody is looking."""

from __future__ import annotations

import importlib
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

from sandlot.cli.terminal import say
from sandlot.messages import plain

__all__ = ["columns", "say_table", "width"]

WIDE = ("W", "F")
"""Characters that take two cells, by Unicode's East Asian Width."""
MARKS = ("Mn", "Me", "Cf")
"""Characters that take none: they stand on the one before, or are invisible."""


def say_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> None:
    """Print a table; `words` are the columns that hold words and stand to the left, all others hold numbers."""
    shown = [[plain(cell) for cell in row] for row in rows]
    rich = _rich() if sys.stdout.isatty() else None
    if rich is None:
        say(f"{title}:")
        for line in columns(head, shown, words):
            say(f"  {line}")
        return
    box, table, text, console = (rich[name] for name in ("box", "table", "text", "console"))
    made = table.Table(title=text.Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(head):
        made.add_column(text.Text(name), justify="left" if number in words else "right", overflow="fold")
    for row in shown:
        # As texts, because in a string rich would read a bot's name as markup.
        made.add_row(*map(text.Text, row))
    console.Console(highlight=False).print(made)


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> list[str]:
    """Return the lines of a table: its head, and its rows in columns that are as wide as their widest cell."""
    lines = [list(head), *map(list, rows)]
    wide = [max(width(line[number]) for line in lines) for number in range(len(head))]
    return ["  ".join(_cell(each, wide[n], n in words) for n, each in enumerate(line)).rstrip() for line in lines]


def width(text: str) -> int:
    """Return how many cells of a terminal a text takes. Chinese characters take two each."""
    return sum(_width(each) for each in text)


def _width(char: str) -> int:
    if unicodedata.category(char) in MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1


def _cell(text: str, wide: int, word: bool) -> str:
    room = " " * (wide - width(text))
    return text + room if word else room + text


def _rich() -> dict[str, Any] | None:
    """Return rich's modules, or None where it is not installed."""
    try:
        return {name: importlib.import_module(f"rich.{name}") for name in ("box", "table", "text", "console")}
    except ImportError:
        return None
