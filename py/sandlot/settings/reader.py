"""Reads a file in TOML value by value; every invalid value becomes a sentence with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn, TypeAlias

from sandlot.clock import Clock
from sandlot.errors import SandlotError
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import GAMES
from sandlot.messages import Message, message

LONGEST_SETTINGS = 2**18
"""Most bytes of a file."""
LONGEST_TEXT = 1000
MOST_PARTS = 100
"""Most parts of the name of a table. Python's parser goes through all of them again for each line of the table."""
MOST_WORK = 4_000_000
"""Upper limit for the sum, over all keys, of the square of the number of parts: parsing takes as long as that."""
SLACK = 3
"""Limits that the table [clock] does not set are so many times those of the game's own clock."""

Table: TypeAlias = dict[str, Any]


class BadSettings(SandlotError, ValueError):
    """A text that is refused. `text` says what is wrong, in a sentence that follows the name of the file."""

    text: Message


class Reader:
    """Reads one file. `where` is the table that is read: "" for the top, a name such as "clock", or "task.1" for the
    second [[task]].
    """

    problem: ClassVar[type[BadSettings]] = BadSettings
    """The type of the errors that this raises."""

    def __init__(self, text: str) -> None:
        if (deep := _deep_line(text)) is not None:
            raise self._problem(deep, message("settings.deep"))
        # Without strings of several lines: a line of such a string may look like a key.
        self.lines = _Lines(_STRING_OR_COMMENT.sub(lambda each: _breaks(each) or each[0], text))
        try:
            self.whole: Table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+), column \d+\)|\(at end of document\)", str(error))
            line = int(found[1]) if found and found[1] else text.count("\n") + 1
            why = re.sub(r" \(at [^)]*\)$", "", str(error))
            raise self._problem(line, message("settings.not_toml", why=why[:200])) from None
        except RecursionError:
            raise self._problem(1, message("settings.deep")) from None
        except ValueError as error:
            # An integer with more digits than Python accepts.
            raise self._problem(1, message("settings.not_toml", why=str(error)[:200])) from None

    def game(self) -> Game[Any]:
        """Return the game that the file names."""
        name = self.read_text(self.whole, "", "game", needed=True)
        if name not in GAMES:
            self.bad("", "game", message("settings.one_of", known=", ".join(GAMES), got=name))
        return GAMES[name]

    def options(self, game: Game[Any]) -> dict[str, Json]:
        """Return all options of a game of two: those in [options], and defaults for the others."""
        given = self.read_table("options")
        for name in given:
            if name not in game.options:
                self.bad("options", name, message("settings.unknown", known=", ".join(game.options) or "-"))
            try:
                read_options(game, {name: given[name]})
            except BadOption as bad:
                self.bad("options", name, bad.text)
        try:
            # Some options are refused only when a game starts, such as those that exclude each other.
            complete = read_options(game, given)
            game.start(2, 1, complete)
        except BadOption as bad:
            self.bad("options", "", bad.text)
        return dict(complete)

    def clock(self, game: Game[Any]) -> Clock:
        """Return the time limits: those in [clock], and generous ones for the others. A limit of steps replaces them
        all.
        """
        limits = {name: SLACK * value for name, value in game.clock.json().items()}
        most = Clock.most()
        generous = Clock(**{name: min(value, most[name]) for name, value in limits.items()})
        given = self.read_table("clock")
        self.check_known(given, "clock", list(most))
        changes = {each: self.read_whole(given, "clock", each, 0, most[each], 0) for each in given}
        return generous.with_changes(changes)

    def read_table(self, name: str) -> Table:
        """Return a top-level table; an empty one if it is missing."""
        value = self.whole.get(name, {})
        if not isinstance(value, dict):
            self.bad("", name, message("settings.table", name=name))
        found: Table = value
        return found

    def read_text(
        self, table: Table, where: str, name: str, default: str = "", *, needed: bool = False, most: int = LONGEST_TEXT
    ) -> str:
        """Return the string `name` of a table."""
        if name not in table and needed:
            self.bad(where, "", message("settings.needed", name=name))
        value = table.get(name, default)
        if not isinstance(value, str) or len(value) > most or (needed and not value):
            self.bad(where, name, message("settings.text", most=most))
        if not value.replace("\n", " ").isprintable():
            self.bad(where, name, message("settings.unseen"))
        found: str = value
        return found

    def read_word(self, table: Table, where: str, name: str, known: Iterable[str], default: str) -> str:
        """Return a string that is one of `known`."""
        value = self.read_text(table, where, name, default)
        if value not in (words := list(known)):
            self.bad(where, name, message("settings.one_of", known=", ".join(words), got=value))
        return value

    def read_whole(self, table: Table, where: str, name: str, low: int, high: int, default: int | None) -> int:
        """Return a whole number from `low` to `high` of a table. It must be there if `default` is None."""
        if name not in table and default is None:
            self.bad(where, "", message("settings.needed", name=name))
        value = table.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.bad(where, name, message("settings.whole", low=low, high=high))
        return int(value)

    def check_known(self, table: Table, where: str, known: Iterable[str]) -> None:
        """Raise `BadSettings` for a key that is not known."""
        words = list(known)
        for name in table:
            if name not in words:
                self.bad(where, name, message("settings.unknown", known=", ".join(words)))

    def bad(self, where: str, name: str, why: Message) -> NoReturn:
        """Raise `BadSettings` with the line of a value, or of its table."""
        said = message("settings.value", name=name[:100], why=why) if name else why
        raise self._problem(self.lines.of(where, name), said)

    def _problem(self, line: int, why: Message) -> BadSettings:
        return self.problem(message("settings.line", line=line, why=why))


_STRING_OR_COMMENT = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5})?'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""A string without an end goes to the end of its line or of the file. No part backtracks by more than two characters,
so the time is linear in the length of the file.
"""


def _breaks(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _deep_line(text: str) -> int | None:
    """Return the number of a line, from 1, with a key of so many parts that parsing it would take minutes; None if
    there is none. Keys never continue on another line. Dots in strings and comments do not count.
    """
    bare = _STRING_OR_COMMENT.sub(_breaks, text)
    dots = [
        (line.count("."), number, line.lstrip().startswith("["))
        for number, line in enumerate(bare.split("\n"), 1)
        if "." in line
    ]
    if long := [number for count, number, is_table in dots if is_table and count >= MOST_PARTS]:
        return long[0]
    return max(dots)[1] if sum(count**2 for count, _, _ in dots) > MOST_WORK else None


class _Lines:
    """Finds the line of a key. Python's parser does not report it, so this searches for keys and headers."""

    _HEADER = re.compile(r"\s*(\[\[?)\s*\"?([\w.-]+)\"?\s*\]")
    _KEY = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*[=.]")

    def __init__(self, text: str) -> None:
        self.keys: dict[tuple[str, str], int] = {}
        where, counts = "", dict[str, int]()
        for number, line in enumerate(text.split("\n"), 1):
            if header := self._HEADER.match(line):
                where = name = header[2]
                self.keys.setdefault(("", name), number)
                if (parent := name.rpartition("."))[0]:
                    # A nested table is a value of the table around it.
                    self.keys.setdefault(("", name.partition(".")[0]), number)
                    self.keys.setdefault((parent[0], parent[2]), number)
                if header[1] == "[[":
                    counts[name] = counts.get(name, -1) + 1
                    where = f"{name}.{counts[name]}"
                self.keys.setdefault((where, ""), number)
            elif key := self._KEY.match(line):
                self.keys.setdefault((where, key[1]), number)

    def of(self, where: str, name: str) -> int:
        """Return the line of a key, or else of its table, from 1."""
        for place in ((where, name), (where, ""), ("", where)):
            if place != ("", "") and place in self.keys:
                return self.keys[place]
        return 1
