"""Reads the files of generals line by line; every error names the line."""

from __future__ import annotations

import re
from typing import Any

from sandlot.errors import SandlotError
from sandlot.games.generals.board import LARGEST
from sandlot.messages import Message, message
from sandlot.wire import excerpt

NUMBERS = re.compile(r"[ \t]*[0-9]{1,10}(?:[ \t]+[0-9]{1,10})*[ \t]*")


class BadText(SandlotError, ValueError):
    """A map or a log that cannot be read; `text` names the line and says why."""

    text: Message

    def __init__(self, line: int, why: Message) -> None:
        super().__init__(message("generals.file.line", line=line, why=why))


class Lines:
    """A text that is read line by line, as whole numbers. A byte order mark, all kinds of line ends, and empty lines at
    the end are accepted.
    """

    def __init__(self, text: str, longest: int) -> None:
        self.number = 0
        if len(text) > longest:
            raise BadText(1, message("generals.file.too_long", limit=longest // 1024))
        self._lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def take(self, expected: Message, counts: tuple[int, ...]) -> list[int]:
        """Return the numbers in the next line; raise `BadText` unless it has as many as one of `counts`."""
        return self.numbers(self.next(expected), expected, counts)

    def next(self, expected: Message) -> str:
        """Return the next line unchanged."""
        self.number += 1
        if self.number > len(self._lines) or self.ended:
            raise self.wrong("generals.file.ended", expected=expected)
        return self._lines[self.number - 1]

    def numbers(self, line: str, expected: Message, counts: tuple[int, ...]) -> list[int]:
        """Return the numbers in `line`, which was returned last; raise `BadText` as `take` does."""
        if not NUMBERS.fullmatch(line):
            raise self.wrong("generals.file.not_numbers", expected=expected, got=excerpt(line, 40))
        numbers = [int(word) for word in line.split()]
        if len(numbers) not in counts:
            raise self.wrong("generals.file.other_count", expected=expected, got=excerpt(line, 40))
        return numbers

    def check_size(self, rows: int, columns: int, players: int) -> None:
        """Raise `BadText`, which names the line that was returned last, unless these numbers describe a board."""
        if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
            raise self.wrong("generals.file.size", rows=rows, columns=columns, largest=LARGEST)
        if not 1 <= players <= rows * columns:
            raise self.wrong("generals.file.players", players=players, cells=rows * columns)

    def finish(self) -> None:
        """Raise `BadText` if anything but empty lines is left."""
        while self._lines and not self._lines[-1].strip(" \t"):
            self._lines.pop()
        if self.number < len(self._lines):
            self.number += 1
            raise self.wrong("generals.file.goes_on", got=excerpt(self._lines[self.number - 1], 40))

    @property
    def ended(self) -> bool:
        """Whether the current line is the empty one after the last line end."""
        return self.number == len(self._lines) and not self._lines[-1]

    def wrong(self, id: str, /, **params: Any) -> BadText:
        """Return the error for the line that was returned last."""
        return BadText(max(self.number, 1), message(id, **params))
