"""The answers of a match in columns. Bots answer in a few forms that differ in their numbers alone.

A form is a reply without its whole numbers: the pieces of text around them. For each player there is a column with the
form of each answer, and for each form a column for each of its numbers. What else an answer has, like a fault, is one
of a few objects, too, and so has a column.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandlot.formats.bounds import MOST_PLAYERS
from sandlot.game import Json
from sandlot.jobs import Step, Work
from sandlot.links.columns import BadColumn, Reader, packed, whole

__all__ = ["LONGEST", "Answered", "read_answers", "tables_from", "writing"]

Turn = Sequence[Mapping[str, Json]]
"""Answers to one batch of questions, as a replay has them."""

MOST_FORMS = 200
"""Further replies have a form of their own, without numbers."""
MOST_NUMBERS = 40
_NUMBER = re.compile(r"0|-?[1-9]\d{0,8}")
LONGEST_NUMBER = 24
"""Characters of a number, at most, as sums of differences may be."""
LONGEST = 16 * 2**20
"""Most characters of all answers together, with what they share written out for each."""
MOST_ANSWERS = 2**20
"""Most answers and turns together."""
AT_ONCE = 100
"""Turns that are written in one step of the work."""


@dataclass
class Answered:
    """The tables of a match: who answers in a turn, the forms of replies, and what else answers have."""

    players: list[list[int]] = field(default_factory=list)
    forms: list[list[str]] = field(default_factory=list)
    rests: list[dict[str, Json]] = field(default_factory=list)

    def json(self) -> list[Json]:
        """Return them as JSON."""
        return [self.players, self.forms, self.rests]


def _form(reply: str, known: Mapping[tuple[str, ...], int]) -> tuple[tuple[str, ...], list[int]]:
    numbers = [int(each) for each in _NUMBER.findall(reply)]
    form = tuple(_NUMBER.split(reply))
    if len(numbers) > MOST_NUMBERS or (form not in known and len(known) >= MOST_FORMS):
        return (reply,), []
    return form, numbers


def writing(turns: Sequence[Turn]) -> Work[tuple[Answered, bytes]]:
    """Make the tables of a match, and the columns."""
    tables = Answered()
    players: dict[tuple[int, ...], int] = {}
    forms: dict[tuple[str, ...], int] = {}
    rests: dict[str, int] = {}
    who: list[int] = []
    by_player: dict[int, _Column] = {}
    for done, turn in enumerate(turns):
        if done % AT_ONCE == 0:
            yield Step(done, len(turns))
        numbers = tuple(_player(answer) for answer in turn)
        who.append(players.setdefault(numbers, len(players)))
        for player, answer in zip(numbers, turn, strict=True):
            reply = str(answer.get("reply", ""))
            form, found = _form(reply, forms)
            rest = {name: value for name, value in answer.items() if name not in ("player", "reply")}
            key = repr(sorted(rest.items()))
            if key not in rests:
                rests[key] = len(rests)
                tables.rests.append(rest)
            column = by_player.setdefault(player, _Column())
            column.forms.append(forms.setdefault(form, len(forms)))
            column.rests.append(rests[key])
            column.numbers.setdefault(forms[form], []).append(found)
    tables.players = [list(each) for each in players]
    tables.forms = [list(each) for each in forms]
    parts = [whole(len(who)), packed(who)]
    for _, column in sorted(by_player.items()):
        for part in column.parts():
            parts.append(part)
            yield Step(len(turns), len(turns))
    return tables, b"".join(parts)


@dataclass
class _Column:
    """What one player answered."""

    forms: list[int] = field(default_factory=list)
    rests: list[int] = field(default_factory=list)
    numbers: dict[int, list[list[int]]] = field(default_factory=dict)

    def parts(self) -> Iterator[bytes]:
        yield packed(self.forms)
        yield packed(self.rests)
        for _, answers in sorted(self.numbers.items()):
            columns = [list(column) for column in zip(*answers, strict=True)]
            for place, column in enumerate(columns):
                yield packed(column, columns[place - 2] if place >= 2 else None)


def _player(answer: Mapping[str, Json]) -> int:
    player = answer["player"]
    assert isinstance(player, int)
    return player


def tables_from(value: Any) -> Answered:
    """Read what `Answered.json` returned. Raises `BadColumn` for anything else."""
    match value:
        case [list(players), list(forms), list(rests)]:
            if all(map(_is_turn, players)) and all(map(_is_form, forms)) and all(map(_is_rest, rests)):
                return Answered(players, forms, rests)
    raise BadColumn("tables")


def _is_turn(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_PLAYERS and all(type(each) is int for each in value)


def _is_form(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(isinstance(each, str) for each in value)


def _is_rest(value: Any) -> bool:
    return isinstance(value, dict) and not value.keys() & {"player", "reply"}


def read_answers(tables: Answered, reader: Reader) -> list[list[dict[str, Json]]]:
    """Read what `writing` wrote. Raises `BadColumn` for anything else, and for more than `LONGEST` characters or
    `MOST_ANSWERS` answers. What a few bytes expand to is charged before it expands.
    """
    left = _Left()
    count = reader.whole()
    left.answer(count)
    who = [_of(tables.players, each) for each in reader.column(count)]
    left.answer(sum(map(len, who)))
    # Every answer takes bytes of its own, so this is no more than was sent.
    reader.expect(sum(map(len, who)))
    counts = Counter(player for each in who for player in each)
    answers = {player: _read_player(tables, reader, number, left) for player, number in sorted(counts.items())}
    return [[{"player": player, **next(answers[player])} for player in each] for each in who]


class _Left:
    """How many characters and answers may still be made of a link."""

    def __init__(self) -> None:
        self.characters, self.answers = LONGEST, MOST_ANSWERS

    def answer(self, answers: int) -> None:
        self.answers -= answers
        if self.answers < 0:
            raise BadColumn("answers")

    def take(self, characters: int) -> None:
        self.characters -= characters
        if self.characters < 0:
            raise BadColumn("characters")


def _read_player(tables: Answered, reader: Reader, count: int, left: _Left) -> Iterator[dict[str, Json]]:
    forms, chosen = reader.column(count), reader.column(count)
    for number, many in Counter(chosen).items():
        # All these answers have one object in common here, and each its own in a replay.
        left.take(many * len(json.dumps(_of(tables.rests, number))))
    rests = [tables.rests[each] for each in chosen]
    numbers: dict[int, Iterator[tuple[int, ...]]] = {}
    for number, many in sorted(Counter(forms).items()):
        form = _of(tables.forms, number)
        left.take(many * (sum(map(len, form)) + LONGEST_NUMBER * (len(form) - 1)))
        columns: list[list[int]] = []
        for place in range(len(form) - 1):
            columns.append(reader.column(many, columns[place - 2] if place >= 2 else None))
        numbers[number] = zip(*columns, strict=True) if columns else iter([()] * many)
    found = []
    for form, rest in zip(forms, rests, strict=True):
        reply = _filled(tables.forms[form], next(numbers[form]))
        found.append({**rest, **({"reply": reply} if reply else {})})
    return iter(found)


def _filled(form: Sequence[str], numbers: Sequence[int]) -> str:
    return form[0] + "".join(f"{number}{piece}" for number, piece in zip(numbers, form[1:], strict=True))


def _of(table: Sequence[Any], number: int) -> Any:
    if not 0 <= number < len(table):
        raise BadColumn("table")
    return table[number]
