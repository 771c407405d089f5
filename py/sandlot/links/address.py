"""A match as the fragment of an address: `#v1.`, its data, and `&t=` and `&p=` for the turn and whose eyes.

The data is base64url, without padding, of raw deflate. In it stand the length of a JSON text, that text, and the
answers in columns; see `answers`. The text is {head, result, rules, tables}: the head of the replay, its result, and
the hash of the rules that it was played by. Times, prints, marks, errors and counts of steps are left out: the rules
do not need them, and they would be most of the address. Where an answer is a fault, its time and its reason stay.

Where the sender wants it, the text has `sources` as well: programs by the numbers of their players. They are only ever
shown; nothing runs them. A reader that does not know them leaves them out.

A version is never changed; a new format gets a new number, and old ones stay readable.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.game import Json
from sandlot.games import rules
from sandlot.jobs import Refused, Work, done
from sandlot.links.answers import read_answers, tables_from, writing
from sandlot.links.columns import BadColumn, Reader, whole
from sandlot.match.parts import Answer, Player
from sandlot.match.replay import Replay
from sandlot.match.replay_file import header, loads, turn_json

__all__ = ["LONGEST_ADDRESS", "LONGEST_SOURCE", "BadLink", "Link", "is_link", "link", "linking", "places", "unlink"]

PREFIX = "#v"
VERSION = 1
LONGEST_ADDRESS = 2**21
"""Most characters of an address; Chromium takes no more."""
MOST_BYTES = 2**24
"""Most bytes of what is unpacked."""
LONGEST_SOURCE = 2**20
"""Most characters of one program."""
WITH_SOURCE = "code"
"""The kind of players whose programs a link may hold: everybody has those of the house."""
BOUNDS = Bounds(characters=MOST_BYTES, values=500_000, depth=20)
_FRAGMENT = re.compile(PREFIX + r"(\d{1,6})\.([A-Za-z0-9_-]*)((?:&[a-z]{1,10}=[A-Za-z0-9_.-]{0,100}){0,10})$", re.ASCII)
_HALVES = re.compile("[\ud800-\udfff]")
_KEPT = {"fault", "why", "running"}
"""What a link keeps of an answer, besides its player and its reply."""


class BadLink(Refused):
    """An address that is no link of Sandlot, or one that cannot be read; `text` says what is wrong."""


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


def link(
    replay: Replay, turn: int | None = None, eyes: int | None = None, sources: Mapping[int, str] | None = None
) -> str:
    """Return the fragment of a match, from its `#` on. Raises `BadLink` for sources that no link may hold."""
    return done(linking(replay, sources or {})) + places(turn, eyes)


def linking(replay: Replay, sources: Mapping[int, str]) -> Work[str]:
    """Do the work of `link` piece by piece, without the turn and whose eyes."""
    for player, source in sources.items():
        if not _may_stand(player, source, replay.setup.players):
            raise BadLink("link.bad_source", player=player + 1, kilobytes=LONGEST_SOURCE // 2**10)
    tables, columns = yield from writing([list(_answers(turn)) for turn in replay.turns])
    shape = {
        "head": header(replay),
        "result": replay.result,
        "rules": rules(replay.setup.game.name),
        "tables": tables.json(),
        **({"sources": {str(player): sources[player] for player in sorted(sources)}} if sources else {}),
    }
    text = json.dumps(shape, ensure_ascii=True, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = packer.compress(whole(len(text)) + text + columns) + packer.flush()
    return f"{PREFIX}{VERSION}.{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def places(turn: int | None, eyes: int | None) -> str:
    """Return the end of a link: the turn at which it opens, and whose eyes."""
    return "".join(f"&{name}={value}" for name, value in (("t", turn), ("p", eyes)) if value is not None)


def _may_stand(player: int, source: Any, players: Sequence[Player]) -> bool:
    """Tell whether a link may hold this program of a player."""
    if not 0 <= player < len(players) or players[player].kind != WITH_SOURCE or not isinstance(source, str):
        return False
    return len(source) <= LONGEST_SOURCE and not _HALVES.search(source)


def _answers(turn: Mapping[int, Answer]) -> Iterator[dict[str, Json]]:
    for answer in turn_json(turn):
        kept = _KEPT | {"ms"} if "fault" in answer else _KEPT
        yield {name: value for name, value in answer.items() if name in kept | {"player", "reply"}}


def is_link(text: str) -> bool:
    """Tell whether a text is the fragment of a link, of any version. Only its beginning is looked at."""
    return re.match(rf"\s*{PREFIX}\d", text, re.ASCII) is not None


def unlink(address: str) -> Link:
    """Read an address, or its fragment. Raises `BadLink` or `BadReplay` with a sentence for any other text."""
    if len(address) > LONGEST_ADDRESS:
        raise BadLink("link.too_long", kilobytes=LONGEST_ADDRESS // 2**10)
    found = _FRAGMENT.search(address.strip())
    if found is None:
        raise BadLink("link.none")
    if int(found[1]) != VERSION:
        raise BadLink("link.other_version", version=int(found[1]), known=VERSION)
    try:
        held = _unpacked(found[2])
    except (BadColumn, ValueError, zlib.error):
        raise BadLink("link.broken") from None
    replay = loads(json.dumps({**held["head"], "turns": held["turns"], "result": held["result"]}))
    said = dict(part.split("=", 1) for part in found[3].split("&")[1:])
    sources = _sources(held["sources"], replay.setup.players)
    return Link(replay, held["rules"], _place(said.get("t")), _place(said.get("p")), sources)


def _sources(value: Any, players: Sequence[Player]) -> dict[int, str]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(re.fullmatch(r"\d{1,4}", each, re.ASCII) for each in value):
        raise BadLink("link.broken")
    sources = {int(player): source for player, source in value.items()}
    if not all(_may_stand(player, source, players) for player, source in sources.items()):
        raise BadLink("link.broken")
    return sources


def _unpacked(data: str) -> dict[str, Any]:
    packed = base64.b64decode(data + "=" * (-len(data) % 4), altchars="-_", validate=True)
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    unpacked = unpacker.decompress(packed, MOST_BYTES)
    if not unpacker.eof or unpacker.unused_data:
        raise BadColumn("deflate")
    reader = Reader(unpacked)
    found = read_json(reader.take(reader.whole()).decode("ascii"), BOUNDS)
    if not isinstance(found, dict) or not isinstance(found.get("head"), dict):
        raise BadColumn("head")
    turns = read_answers(tables_from(found.get("tables")), reader)
    if not reader.is_over():
        raise BadColumn("end")
    return {**{name: found.get(name) for name in ("head", "result", "rules", "sources")}, "turns": turns}


def _place(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{1,9}", text, re.ASCII) else None
