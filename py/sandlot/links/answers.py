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
from typing import Annotated, Any, TypeAlias

from sandlot.formats.bounds import LONGEST_PLAYER, MOST_PLAYERS
from sandlot.formats.shapes import Many, Said, Text, Whole
from sandlot.game import Json
from sandlot.jobs import Step, Work
from sandlot.links.columns import BadColumn, Reader, packed, whole

__all__ = ["LONGEST", "Tables", "read_answers", "writing"]

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


_NAMES = "(?!(?:player|reply)$).*"
"""Of an answer the columns hold the player and the reply."""

Players: TypeAlias = Annotated[
    tuple[Annotated[tuple[Annotated[int, Whole()], ...], Many(MOST_PLAYERS)], ...], Said("Who answers in a turn.")
]
Forms: TypeAlias = Annotated[
    tuple[Annotated[tuple[Annotated[str, Text(LONGEST)], ...], Many(least=1)], ...],
    Said("Replies without their whole numbers."),
]
Rest: TypeAlias = Annotated[Mapping[Annotated[str, Text(LONGEST_PLAYER, form=_NAMES)], Any], Said(ref="rest")]
Tables: TypeAlias = tuple[Players, Forms, Annotated[tuple[Rest, ...], Said("What else answers have.")]]
"""The tables of a match: who answers in a turn, the forms of replies, and what else answers have."""


def _form(reply: str, known: Mapping[tuple[str, ...], int]) -> tuple[tuple[str, ...], list[int]]:
    numbers = [int(each) for each in _NUMBER.findall(reply)]
    form = tuple(_NUMBER.split(reply))
    if len(numbers) > MOST_NUMBERS or (form not in known and len(known) >= MOST_FORMS):
        return (reply,), []
    return form, numbers


def writing(turns: Sequence[Turn]) -> Work[tuple[Tables, bytes]]:
    """Make the tables of a match, and the columns."""
    players: dict[tuple[int, ...], int] = {}
    forms: dict[tuple[str, ...], int] = {}
    rests: dict[str, dict[str, Json]] = {}
    places: dict[str, int] = {}
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
            rests.setdefault(key, rest)
            column = by_player.setdefault(player, _Column())
            column.forms.append(forms.setdefault(form, len(forms)))
            column.rests.append(places.setdefault(key, len(places)))
            column.numbers.setdefault(forms[form], []).append(found)
    parts = [whole(len(who)), packed(who)]
    for _, column in sorted(by_player.items()):
        for part in column.parts():
            parts.append(part)
            yield Step(len(turns), len(turns))
    return (tuple(players), tuple(forms), tuple(rests.values())), b"".join(parts)


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


def read_answers(tables: Tables, reader: Reader) -> list[list[dict[str, Json]]]:
    """Read what `writing` wrote. Raises `BadColumn` for anything else, and for more than `LONGEST` characters or
    `MOST_ANSWERS` answers. What a few bytes expand to is charged before it expands.
    """
    players, forms, rests = tables
    left = _Left()
    count = reader.whole()
    left.answer(count)
    who = [_of(players, each) for each in reader.column(count)]
    left.answer(sum(map(len, who)))
    # Every answer takes bytes of its own, so this is no more than was sent.
    reader.expect(sum(map(len, who)))
    counts = Counter(player for each in who for player in each)
    answers = {player: _read_player(forms, rests, reader, number, left) for player, number in sorted(counts.items())}
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


def _read_player(
    all_forms: Forms, all_rests: Sequence[Rest], reader: Reader, count: int, left: _Left
) -> Iterator[dict[str, Json]]:
    forms, chosen = reader.column(count), reader.column(count)
    for number, many in Counter(chosen).items():
        # All these answers have one object in common here, and each its own in a replay.
        left.take(many * len(json.dumps(_of(all_rests, number))))
    rests = [all_rests[each] for each in chosen]
    numbers: dict[int, Iterator[tuple[int, ...]]] = {}
    for number, many in sorted(Counter(forms).items()):
        form = _of(all_forms, number)
        left.take(many * (sum(map(len, form)) + LONGEST_NUMBER * (len(form) - 1)))
        columns: list[list[int]] = []
        for place in range(len(form) - 1):
            columns.append(reader.column(many, columns[place - 2] if place >= 2 else None))
        numbers[number] = zip(*columns, strict=True) if columns else iter([()] * many)
    found = []
    for form, rest in zip(forms, rests, strict=True):
        reply = _filled(all_forms[form], next(numbers[form]))
        found.append({**rest, **({"reply": reply} if reply else {})})
    return iter(found)


def _filled(form: Sequence[str], numbers: Sequence[int]) -> str:
    return form[0] + "".join(f"{number}{piece}" for number, piece in zip(numbers, form[1:], strict=True))


def _of(table: Sequence[Any], number: int) -> Any:
    if not 0 <= number < len(table):
        raise BadColumn("table")
    return table[number]
