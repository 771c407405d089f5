"""A match as the fragment of an address: `#v1.`, its data, and `&t=` and `&p=` for the turn and whose eyes.

The data is base64url, without padding, of raw deflate. In it stand the length of a JSON text, that text, and the
answers in columns; see `answers`. The text is {head, result, rules, tables}: the head of the replay, its result, and
the hash of the rules that it was played by. Times, prints, marks, errors and counts of steps are left out: the rules
do not need them, and they would be most of the address. Where an answer is a fault, its time and its reason stay.

A version is never changed; a new format gets a new number, and old ones stay readable.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.game import Json
from sandlot.games import rules
from sandlot.jobs import Refused
from sandlot.links.answers import read_answers, tables_from, written
from sandlot.links.columns import BadColumn, Reader, whole
from sandlot.match.parts import Answer
from sandlot.match.replay import Replay
from sandlot.match.replay_file import header, loads, turn_json

__all__ = ["LONGEST_ADDRESS", "BadLink", "Link", "is_link", "link", "unlink"]

PREFIX = "#v"
VERSION = 1
LONGEST_ADDRESS = 2**21
"""Most characters of an address; Chromium takes no more."""
MOST_BYTES = 2**24
"""Most bytes of what is unpacked."""
BOUNDS = Bounds(characters=MOST_BYTES, values=500_000, depth=20)
_FRAGMENT = re.compile(PREFIX + r"(\d{1,6})\.([A-Za-z0-9_-]*)((?:&[a-z]{1,10}=[A-Za-z0-9_.-]{0,100}){0,10})$", re.ASCII)
_KEPT = {"fault", "why", "running"}
"""What a link keeps of an answer, besides its player and its reply."""


class BadLink(Refused):
    """An address that is no link of Sandlot, or one that cannot be read; `text` says what is wrong."""


@dataclass(frozen=True)
class Link:
    """What an address holds. `rules`: the hash of the rules that the match was played by."""

    replay: Replay
    rules: Json
    turn: int | None = None
    eyes: int | None = None

    @property
    def same_rules(self) -> bool:
        """Whether this package plays the game by these rules. It reads the package's files."""
        return bool(self.rules == rules(self.replay.setup.game.name))


def link(replay: Replay, turn: int | None = None, eyes: int | None = None) -> str:
    """Return the fragment of a match, from its `#` on."""
    tables, columns = written([list(_answers(turn)) for turn in replay.turns])
    shape = {
        "head": header(replay),
        "result": replay.result,
        "rules": rules(replay.setup.game.name),
        "tables": tables.json(),
    }
    text = json.dumps(shape, ensure_ascii=True, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = packer.compress(whole(len(text)) + text + columns) + packer.flush()
    places = [f"&{name}={value}" for name, value in (("t", turn), ("p", eyes)) if value is not None]
    return f"{PREFIX}{VERSION}.{base64.urlsafe_b64encode(data).decode().rstrip('=')}{''.join(places)}"


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
    places = dict(part.split("=", 1) for part in found[3].split("&")[1:])
    return Link(
        replay,
        held["rules"],
        _place(places.get("t")),
        _place(places.get("p")),
    )


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
    return {"head": found["head"], "result": found.get("result"), "rules": found.get("rules"), "turns": turns}


def _place(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{1,9}", text, re.ASCII) else None
