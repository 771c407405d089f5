"""A match as the fragment of an address: `#v2.`, its data, and `&t=` and `&p=` for the turn and whose view it shows.

The data is packed as `packing` says. In it stand the length of a JSON text, that text, and the answers in columns; see
`answers`. The text is {head, result, rules, tables}: the head of the replay, its result, and the hash of the rules
that it was played by. Times, prints, marks, errors and counts of steps are left out: the rules
do not need them, and they would be most of the address. Where an answer is a fault, its time and its reason stay.

Where the sender wants it, the text has `sources` as well: programs by the numbers of their players. They are only ever
shown; nothing runs them. A reader that does not know them leaves them out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from sandlot.bounded import Bounds, read_json
from sandlot.formats.shapes import ALWAYS, NEEDED, Said, Shape, Text
from sandlot.game import Json
from sandlot.games import rules
from sandlot.jobs import Refused, Work, done
from sandlot.links.answers import Tables, read_answers, writing
from sandlot.links.columns import BadColumn, Reader, whole
from sandlot.links.packing import LONGEST_ADDRESS, MOST_BYTES, BadLink, deflated, fragment_of, inflated, is_text
from sandlot.match.parts import Answer, Player
from sandlot.match.replay import Replay
from sandlot.match.replay_file import header, loads, turn_json

__all__ = ["HELD", "LONGEST_SOURCE", "Link", "is_link", "link", "linking", "places", "unlink"]

MATCH = "v"
"""The letter of this kind of link."""
LONGEST_SOURCE = 2**20
"""Most characters of one program."""
WITH_SOURCE = "code"
"""The kind of players whose programs a link may hold: everybody has those of the house."""
BOUNDS = Bounds(characters=MOST_BYTES, values=500_000, depth=20)
_KEPT = {"fault", "why", "running"}
"""What a link keeps of an answer, besides its player and its reply."""


@dataclass(frozen=True)
class Link:
    """What an address holds. `rules`: the hash of the rules that the match was played by. `sources`: programs by
    player.
    """

    replay: Replay
    rules: Json
    turn: int | None = None
    eyes: int | None = None
    sources: Mapping[int, str] = field(default_factory=dict)

    @property
    def same_rules(self) -> bool:
        """Whether this package plays the game by these rules. It reads the package's files."""
        return bool(self.rules == rules(self.replay.setup.game.name))


Number: TypeAlias = Annotated[str, Text(4, 1, "[0-9]*")]


@dataclass(frozen=True, kw_only=True)
class Held:
    """The text in a link. What stands in the head and in the result, `match.fields` describes."""

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
    """Return the fragment of a match, from its `#` on. Raises `BadLink` for sources that no link may hold."""
    return done(linking(replay, sources or {})) + places(turn, eyes)


def linking(replay: Replay, sources: Mapping[int, str]) -> Work[str]:
    """Do the work of `link` piece by piece, without the turn and the player whose view it shows."""
    for player, source in sources.items():
        if not _may_stand(player, source, replay.setup.players):
            raise BadLink("link.bad_source", player=player + 1, kilobytes=LONGEST_SOURCE // 2**10)
    tables, columns = yield from writing([list(_answers(turn)) for turn in replay.turns])
    held = Held(
        head=header(replay),
        result=replay.result,
        rules=rules(replay.setup.game.name),
        tables=tables,
        sources={str(player): sources[player] for player in sorted(sources)},
    )
    text = json.dumps(HELD.write(held), ensure_ascii=True, separators=(",", ":")).encode()
    made = deflated(MATCH, whole(len(text)) + text + columns)
    try:
        _unpacked(inflated(fragment_of(made)))
    except (BadColumn, ValueError):
        # Also `BadLink`: it is too long, or unpacks to too much.
        raise BadLink("link.match_too_much", kilobytes=LONGEST_ADDRESS // 2**10) from None
    return made


def places(turn: int | None, eyes: int | None) -> str:
    """Return the end of a link: the turn at which it opens, and the player whose view it shows."""
    return "".join(f"&{name}={value}" for name, value in (("t", turn), ("p", eyes)) if value is not None)


def _may_stand(player: int, source: Any, players: Sequence[Player]) -> bool:
    """Tell whether a link may hold this program of a player."""
    return 0 <= player < len(players) and players[player].kind == WITH_SOURCE and is_text(source, LONGEST_SOURCE)


def _answers(turn: Mapping[int, Answer]) -> Iterator[dict[str, Json]]:
    for answer in turn_json(turn):
        kept = _KEPT | {"ms"} if "fault" in answer else _KEPT
        yield {name: value for name, value in answer.items() if name in kept | {"player", "reply"}}


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
    turn, eyes = (_place(found.said.get(name)) for name in ("t", "p"))
    return Link(replay, held.rules, turn, eyes, _sources(held.sources, replay.setup.players))


def _sources(value: Mapping[str, str], players: Sequence[Player]) -> dict[int, str]:
    sources = {int(player): source for player, source in value.items()}
    if not all(_may_stand(player, source, players) for player, source in sources.items()):
        raise BadLink("link.broken")
    return sources


def _unpacked(data: bytes) -> tuple[Held, list[list[dict[str, Json]]]]:
    reader = Reader(data)
    held = HELD.read(read_json(reader.take(reader.whole()).decode("ascii"), BOUNDS))
    turns = read_answers(held.tables, reader)
    if not reader.is_over():
        raise BadColumn("end")
    return held, turns


def _place(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{1,9}", text, re.ASCII) else None
