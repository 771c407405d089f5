"""What stands in an address, as text and as bytes: `#`, a letter, the version, a dot, and the data.

The data is base64url, without padding, of raw deflate. The letter says what it holds: `v` a match, see `address`; `b` a
bot, see `bots`; `c` a challenge, see `challenges`; `p` the plan of a contest, see `plans`. Of a match it is a text and
columns; of everything else a JSON object in UTF-8, the same bytes for the same values. A reader leaves out keys that it
does not know, so that later ones can be added. `&t=`, `&p=` and `&lang=` may follow: the turn and whose eyes of a
match, and the language of the page.

A version is never changed; a new format gets a new number, and old ones stay readable.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any, NamedTuple, TypeGuard

from sandlot.bounded import Bounds, read_json
from sandlot.game import Json
from sandlot.jobs import Refused

__all__ = [
    "HALVES",
    "LONGEST_ADDRESS",
    "MOST_BYTES",
    "BadLink",
    "Fragment",
    "deflated",
    "fragment_of",
    "inflated",
    "is_text",
    "kind_of",
    "packed",
    "unpacked",
]

VERSIONS = {"v": 1, "b": 1, "c": 1, "p": 1}
"""The version that is written of each kind of link; nothing newer can be read."""
LONGEST_ADDRESS = 2**21
"""Most characters of an address; Chromium takes no more."""
MOST_BYTES = 2**24
"""Most bytes of what is unpacked."""
BOUNDS = Bounds(characters=MOST_BYTES, values=500_000, depth=12)
_KIND = re.compile(r"#([a-z])(?=\d)", re.ASCII)
_FRAGMENT = re.compile(r"#([a-z])(\d{1,6})\.([A-Za-z0-9_-]*)((?:&[a-z]{1,10}=[A-Za-z0-9_.-]{0,100}){0,10})$", re.ASCII)
HALVES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which no file can hold."""


class BadLink(Refused):
    """An address that is no link of Sandlot, or one that cannot be read; `text` says what is wrong."""


class Fragment(NamedTuple):
    """A fragment whose data is not unpacked yet. `said` are the values behind the data, by name."""

    kind: str
    data: str
    said: dict[str, str]


def kind_of(address: str) -> str:
    """Return the letter of a link, of any version; "" for an address that is none."""
    found = _KIND.search(address[: LONGEST_ADDRESS + 1])
    return found[1] if found and found[1] in VERSIONS else ""


def fragment_of(address: str) -> Fragment:
    """Take an address apart; raise `BadLink` if it is none that this Sandlot reads."""
    if len(address) > LONGEST_ADDRESS:
        raise BadLink("link.too_long", kilobytes=LONGEST_ADDRESS // 2**10)
    found = _FRAGMENT.search(address.strip())
    if found is None or found[1] not in VERSIONS:
        raise BadLink("link.none")
    if int(found[2]) != VERSIONS[found[1]]:
        raise BadLink("link.other_version", version=int(found[2]), known=VERSIONS[found[1]])
    return Fragment(found[1], found[3], dict(part.split("=", 1) for part in found[4].split("&")[1:]))


def deflated(kind: str, data: bytes) -> str:
    """Return the fragment of a kind with this data."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    return f"#{kind}{VERSIONS[kind]}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def inflated(data: str) -> bytes:
    """Return the bytes that the data of a fragment holds; raise `BadLink` if it is not whole, or holds too much."""
    try:
        packed = base64.b64decode(data + "=" * (-len(data) % 4), altchars="-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        found = unpacker.decompress(packed, MOST_BYTES)
    except (ValueError, zlib.error):
        raise BadLink("link.broken") from None
    if not unpacker.eof or unpacker.unused_data:
        raise BadLink("link.broken")
    return found


def packed(kind: str, value: Json) -> str:
    """Return the fragment that holds a JSON object; raise `BadLink` if no address is that long."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    made = deflated(kind, text)
    if len(made) > LONGEST_ADDRESS or len(text) > MOST_BYTES:
        raise BadLink("link.too_much", kilobytes=LONGEST_ADDRESS // 2**10)
    return made


def unpacked(address: str, kind: str) -> dict[str, Any]:
    """Return the JSON object that a link of this kind holds; raise `BadLink` for anything else."""
    found = fragment_of(address)
    if found.kind != kind:
        raise BadLink("link.none")
    try:
        value = read_json(inflated(found.data).decode(), BOUNDS)
    except BadLink:
        raise
    except ValueError:
        raise BadLink("link.broken") from None
    if not isinstance(value, dict):
        raise BadLink("link.broken")
    return value


def is_text(value: Any, most: int) -> TypeGuard[str]:
    """Tell whether a value is a text of so many characters, and of no half of one, which no file can hold."""
    return isinstance(value, str) and len(value) <= most and not HALVES.search(value)
