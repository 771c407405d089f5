"""A match as a link: `#v2.`, its data, and `&t=` and `&p=` for the turn and the player whose view it shows.

The data, compressed as in `packing`, is the length of a JSON text (a varint), that text, and the answers in columns.
The text is {head, result, rules, tables}: the head of the replay, its result, and the hash of the rules by which it was
played. Times, prints, marks, tracebacks and counts of steps are left out where they decide nothing: they would make up
most of the address. Kept are, of an answer that is a fault, its reason, its error, its time and its steps; a count
beyond the limit; and of a player with a fault the times beyond the limit of a move, which took from the bank. When a
link is read, a count that was left out is 0.

If the sender wants it, the text has `sources` as well: programs by the numbers of their players. They are only shown,
never run. A reader that does not know this key ignores it.

The answers are in columns, because a bot's answers have a few forms and differ only in their numbers. A form is a reply
without its whole numbers: the list of the pieces of text around them. First come the number of turns (a varint) and a
column that says who answers in each turn. Then there is, for each player, a column with the form of each answer, one
with the rest of each answer, and for each form a column for each of its numbers. The rest of an answer, such as a
fault, is one of a few objects. Players, forms and rests are given as indices in `tables`.

A column is a byte and whole numbers, as zigzag-encoded varints: 7 bits a byte, least significant first, with the sign
in the lowest bit. The byte says what the numbers are: 0 the values themselves, 1 differences from the value before, 2
differences from the value at the same place of another column. The writer chooses what deflates best.
"""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from typing import Annotated, Any, TypeAlias

from sandlot.bounded import Bounds, read_json
from sandlot.clock import SAFETY
from sandlot.errors import SandlotError
from sandlot.formats.bounds import LONGEST_PLAYER, MOST_PLAYERS
from sandlot.formats.compact import compact_ascii
from sandlot.formats.shapes import ALWAYS, NEEDED, Many, Said, Shape, Text, Whole
from sandlot.game import Json
from sandlot.games import rules
from sandlot.jobs import Refused, Step, Work, done
from sandlot.links.packing import LONGEST_ADDRESS, MOST_BYTES, BadLink, deflated, fragment_of, inflated, is_text
from sandlot.match.parts import HUMAN, Player, Response
from sandlot.match.replay import Replay
from sandlot.match.replay_file import header, loads
from sandlot.match.validation import turn_json

MOST_OF_NUMBER = 5
"""The maximum size, in bytes, of a varint: 35 bits."""


class BadColumn(SandlotError, ValueError):
    """Bytes that are no column, or end within one."""


def varint(number: int) -> bytes:
    """Return an unsigned number of at most 35 bits as a varint (LEB128)."""
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)


def write_column(numbers: Sequence[int], near: Sequence[int] | None = None) -> bytes:
    """Return a column as bytes. `near`: another column of the same length, which the reader has read before."""
    first = numbers[:1]
    ways = [numbers, [*first, *(after - before for before, after in pairwise(numbers))]]
    if near is not None:
        ways.append([number - other for number, other in zip(numbers, near, strict=True)])
    found = [bytes([way]) + b"".join(varint(_zigzag(each)) for each in column) for way, column in enumerate(ways)]
    return min(found, key=_size)


def _size(column: bytes) -> int:
    return len(zlib.compress(column, 9))


def _zigzag(number: int) -> int:
    """Fold the sign into the last bit: 0, -1, 1, -2, ... become 0, 1, 2, 3, ..."""
    return 2 * number if number >= 0 else -2 * number - 1


class Reader:
    """Reads what this module writes. Raises `BadColumn` for anything else."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        """Return the next bytes."""
        found = self._data[self._at : self._at + count]
        if len(found) < count:
            raise BadColumn(f"byte {self._at}")
        self._at += count
        return found

    def expect(self, count: int) -> None:
        """Raise `BadColumn` if fewer bytes are left than `count` numbers need: at least one byte each."""
        if count > len(self._data) - self._at:
            raise BadColumn(f"byte {self._at}")

    def varint(self) -> int:
        """Read a varint."""
        number = 0
        for place in range(MOST_OF_NUMBER):
            byte = self.take(1)[0]
            number |= (byte & 127) << (7 * place)
            if byte < 128:
                return number
        raise BadColumn(f"byte {self._at}")

    def column(self, count: int, near: Sequence[int] | None = None) -> list[int]:
        """Read `count` numbers that `write_column` has written with the same `near`."""
        self.expect(count)
        ways: list[Callable[[int, list[int]], int]] = [
            lambda number, before: number,
            lambda number, before: number + (before[-1] if before else 0),
        ]
        if near is not None:
            ways.append(lambda number, before: number + near[len(before)])
        way = self.take(1)[0]
        if way >= len(ways):
            raise BadColumn(f"byte {self._at}")
        found: list[int] = []
        for _ in range(count):
            folded = self.varint()
            found.append(ways[way](folded // 2 if folded % 2 == 0 else -(folded + 1) // 2, found))
        return found

    def is_over(self) -> bool:
        """Tell whether everything was read."""
        return self._at == len(self._data)


Turn = Sequence[Mapping[str, Json]]
"""The answers of one turn, as a replay has them."""

MOST_FORMS = 200
"""The maximum number of forms with numbers. After that, a reply of a new form is a form of its own, without numbers."""
MOST_NUMBERS = 40
_NUMBER = re.compile(r"0|-?[1-9]\d{0,8}")
LONGEST_NUMBER = 24
"""The maximum length, in characters, of a number that is a sum of differences."""
MOST_CHARACTERS = 16 * 2**20
"""The maximum length, in characters, of all answers together, when the parts that they share are written out."""
MOST_ANSWERS = 2**20
"""The maximum number of answers and turns together."""
AT_ONCE = 100
"""How many turns are written in one step of the work."""


_NAMES = "(?!(?:player|reply)$).*"
"""The allowed keys in the rest of an answer: its player and its reply are in other columns."""

Players: TypeAlias = Annotated[
    tuple[Annotated[tuple[Annotated[int, Whole()], ...], Many(MOST_PLAYERS)], ...], Said("Who answers in a turn.")
]
Forms: TypeAlias = Annotated[
    tuple[Annotated[tuple[Annotated[str, Text(MOST_CHARACTERS)], ...], Many(least=1)], ...],
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
    """Make the tables of a match, and its columns as bytes."""
    players: dict[tuple[int, ...], int] = {}
    forms: dict[tuple[str, ...], int] = {}
    rests: dict[str, dict[str, Json]] = {}
    places: dict[str, int] = {}
    who: list[int] = []
    by_player: dict[int, _Column] = {}
    for number, turn in enumerate(turns):
        if number % AT_ONCE == 0:
            yield Step(number, len(turns))
        numbers = tuple(answer["player"] for answer in turn)
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
    parts = [varint(len(who)), write_column(who)]
    for _, column in sorted(by_player.items()):
        for part in column.parts():
            parts.append(part)
            yield Step(len(turns), len(turns))
    return (tuple(players), tuple(forms), tuple(rests.values())), b"".join(parts)


@dataclass
class _Column:
    """The columns of one player's answers."""

    forms: list[int] = field(default_factory=list)
    rests: list[int] = field(default_factory=list)
    numbers: dict[int, list[list[int]]] = field(default_factory=dict)

    def parts(self) -> Iterator[bytes]:
        yield write_column(self.forms)
        yield write_column(self.rests)
        for _, answers in sorted(self.numbers.items()):
            columns = [list(column) for column in zip(*answers, strict=True)]
            for place, column in enumerate(columns):
                yield write_column(column, columns[place - 2] if place >= 2 else None)


def read_answers(tables: Tables, reader: Reader) -> list[list[dict[str, Json]]]:
    """Read what `writing` wrote. Raises `BadColumn` for anything else, and for more than `MOST_CHARACTERS` characters
    or `MOST_ANSWERS` answers. Both are counted before anything is expanded, because a few bytes may expand to a lot.
    """
    players, forms, rests = tables
    left = _Left()
    count = reader.varint()
    left.answer(count)
    who = [_of(players, each) for each in reader.column(count)]
    left.answer(sum(map(len, who)))
    # Every answer takes at least one byte, so this bounds the list by the length of the link.
    reader.expect(sum(map(len, who)))
    counts = Counter(player for each in who for player in each)
    answers = {player: _read_player(forms, rests, reader, number, left) for player, number in sorted(counts.items())}
    return [[{"player": player, **next(answers[player])} for player in each] for each in who]


class _Left:
    """How many characters and answers a link may still expand to."""

    def __init__(self) -> None:
        self.characters, self.answers = MOST_CHARACTERS, MOST_ANSWERS

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
        # Shared here, but written out for each answer in a replay.
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


MATCH = "v"
"""The letter of this kind of link."""
LONGEST_SOURCE = 2**20
"""The maximum length, in characters, of one program."""
WITH_SOURCE = "code"
"""The kind of players whose programs a link may hold; house bots are left out because everybody has them."""
BOUNDS = Bounds(characters=MOST_BYTES, values=500_000, depth=20)
_KEPT = frozenset({"player", "reply", "fault", "why", "running"})
"""The keys of an answer that a link always keeps."""


@dataclass(frozen=True)
class Link:
    """The content of a link. `rules`: the hash of the rules by which the match was played. `turn`: the turn at which it
    opens. `eyes`: the player, from 0, whose view it shows. `sources`: programs by player.
    """

    replay: Replay
    rules: Json
    turn: int | None = None
    eyes: int | None = None
    sources: Mapping[int, str] = field(default_factory=dict)

    @property
    def same_rules(self) -> bool:
        """Whether this package has the same rules. Reads the files of the package."""
        return bool(self.rules == rules(self.replay.setup.game.name))


Number: TypeAlias = Annotated[str, Text(4, 1, "[0-9]*")]


@dataclass(frozen=True, kw_only=True)
class Held:
    """The JSON text in a link. `match.validation` describes the head and the result."""

    head: Annotated[Mapping[str, Json], Said(ref="head")]
    result: Annotated[Any, ALWAYS, Said(ref="result")] = None
    rules: Annotated[Any, NEEDED, Said("The hash of the game's rules.", more=Text(16, 16).schema)] = None
    tables: Tables
    sources: Annotated[
        Mapping[Number, Annotated[str, Text(LONGEST_SOURCE, whole=True)]],
        Said("Programs by the numbers of their players."),
    ] = field(default_factory=dict)


HELD: Shape[Held] = Shape(Held)


def link(
    replay: Replay, turn: int | None = None, eyes: int | None = None, sources: Mapping[int, str] | None = None
) -> str:
    """Return the fragment of a match, with the `#`. Raises `BadLink` for sources that a link may not hold, and for a
    match that is too long.
    """
    return done(linking(replay, sources or {})) + view_suffix(turn, eyes)


def linking(replay: Replay, sources: Mapping[int, str]) -> Work[str]:
    """Do the work of `link` piece by piece; the turn and the player for the view are not added."""
    for player, source in sources.items():
        if not _may_stand(player, source, replay.setup.players):
            raise BadLink("link.bad_source", player=player + 1, kilobytes=LONGEST_SOURCE // 2**10)
    limits = _limits(replay)
    tables, columns = yield from writing([list(_answers(turn, limits)) for turn in replay.turns])
    held = Held(
        head=header(replay),
        result=replay.result,
        rules=rules(replay.setup.game.name),
        tables=tables,
        sources={str(player): sources[player] for player in sorted(sources)},
    )
    text = compact_ascii(HELD.write(held)).encode()
    made = deflated(MATCH, varint(len(text)) + text + columns)
    try:
        _unpacked(inflated(fragment_of(made)))
    except (BadColumn, ValueError):
        # This includes `BadLink`, a ValueError: the link is too long, or unpacks to too much.
        raise BadLink("link.match_too_much", kilobytes=LONGEST_ADDRESS // 2**10) from None
    return made


def view_suffix(turn: int | None, eyes: int | None) -> str:
    """Return the end of a link, for the turn at which it opens and the player, from 0, whose view it shows."""
    return "".join(f"&{name}={value}" for name, value in (("t", turn), ("p", eyes)) if value is not None)


def _may_stand(player: int, source: Any, players: Sequence[Player]) -> bool:
    """Tell whether a link may hold a player's program."""
    return 0 <= player < len(players) and players[player].kind == WITH_SOURCE and is_text(source, LONGEST_SOURCE)


@dataclass
class _Limits:
    """Up to which time and how many steps a player's answer decides nothing: the least in all parts of a match. What is
    left in the bank is only said of a player who has a fault.
    """

    milliseconds: float = inf
    steps: float = inf


def _limits(replay: Replay) -> list[_Limits]:
    """Return the limits of each player."""
    setup = replay.setup
    limits = [_Limits() for _ in setup.players]
    at_fault = _at_fault(replay)
    for part in (*setup.forks, setup.last_part):
        for number, (player, limit) in enumerate(zip(part.players, limits, strict=True)):
            if player.kind == HUMAN and not part.human_clock:
                continue
            clock = part.clock
            if number in at_fault:
                limit.milliseconds = min(limit.milliseconds, SAFETY if clock.steps else min(clock.first, clock.move))
            limit.steps = min(limit.steps, clock.steps or inf)
    return limits


def _at_fault(replay: Replay) -> set[int]:
    """Return the players who have a fault: one of an answer, or, as the result says, an answer that came too late."""
    found = {number for turn in replay.turns for number, answer in turn.items() if answer.fault}
    losses = replay.result.get("losses") if isinstance(replay.result, dict) else None
    for number, loss in enumerate(losses if isinstance(losses, list) else ()):
        if isinstance(loss, list) and loss and str(loss[0]).startswith("fault."):
            found.add(number)
    return found


def _answers(turn: Mapping[int, Response], limits: Sequence[_Limits]) -> Iterator[dict[str, Json]]:
    for (number, answer), written in zip(turn.items(), turn_json(turn), strict=True):
        limit = limits[number]
        decides = {
            "ms": answer.fault is not None or answer.milliseconds > limit.milliseconds,
            "steps": answer.fault is not None or (answer.steps or 0) > limit.steps,
        }
        error = (answer.trace or {}).get("error")
        # The sentence about the end of the match contains it.
        trace = {"trace": {"error": error}} if answer.fault and error else {}
        yield {name: value for name, value in written.items() if name in _KEPT or decides.get(name)} | trace


def is_link(text: str) -> bool:
    """Tell whether a text is the fragment of a link, of any version. Only its beginning is looked at."""
    return re.match(rf"\s*#{MATCH}\d", text, re.ASCII) is not None


def unlink(address: str) -> Link:
    """Read an address, or its fragment. Raises `BadLink` or `BadReplay` with a sentence for any other text."""
    found = fragment_of(address)
    if found.kind != MATCH:
        raise BadLink("link.none")
    data = inflated(found)
    try:
        held, turns = _unpacked(data)
        replay = loads(json.dumps({**held.head, "turns": turns, "result": held.result}))
    except Refused:
        raise
    except MemoryError:
        raise Refused("job.memory") from None
    except (BadColumn, ValueError):
        raise BadLink("link.broken") from None
    _fill_in_steps(replay)
    turn, eyes = (_place(found.params.get(name)) for name in ("t", "p"))
    return Link(replay, held.rules, turn, eyes, _sources(held.sources, replay.setup.players))


def _fill_in_steps(replay: Replay) -> None:
    """Say 0 steps where a count was left out, because an answer without a count loses where steps are counted."""
    setup = replay.setup
    if not any(part.clock.steps for part in (*setup.forks, setup.last_part)):
        return
    for turn in replay.turns:
        for number, answer in turn.items():
            if answer.fault is None and answer.steps is None:
                turn[number] = replace(answer, steps=0)


def _sources(value: Mapping[str, str], players: Sequence[Player]) -> dict[int, str]:
    sources = {int(player): source for player, source in value.items()}
    if not all(_may_stand(player, source, players) for player, source in sources.items()):
        raise BadLink("link.broken")
    return sources


def _unpacked(data: bytes) -> tuple[Held, list[list[dict[str, Json]]]]:
    reader = Reader(data)
    held = HELD.read(read_json(reader.take(reader.varint()).decode("ascii"), BOUNDS))
    turns = read_answers(held.tables, reader)
    if not reader.is_over():
        raise BadColumn("end")
    return held, turns


def _place(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{1,9}", text, re.ASCII) else None
