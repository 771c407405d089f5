"""The format of all links: `#`, a letter, the version, a dot, and the data.

The data is compressed with raw deflate and written in base64url without padding. The letter says what it holds: `v` a
match, see `matches`; `b` a bot, see `bots`; `c` a challenge, see `challenges`; `p` the plan of a contest, see `plans`;
`t` tasks, see `tasks`; `z` a puzzle, see `puzzles`. For a match the data is a text and columns; for everything else it
is a JSON object in UTF-8, the same bytes for the same values. Readers ignore unknown keys, so that later versions can
add some. `&t=`, `&p=` and `&lang=` may follow: the turn of a match and the player whose view is shown, and the language
of the page.

A version is never changed: a new format gets a new number, and old ones stay readable. Matches have version 2: they are
deflated with a preset dictionary, the concatenated texts of `usual.json`, which make up most of a short match. That
file is part of the version. A decoder without support for dictionaries can put a stored block with the bytes of the
dictionary in front of the data, and drop as many bytes from the output. Version 1 and all other kinds have none.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, TypeVar

from sandlot.bounded import Bounds, OutOfBounds, check_bounds, read_json
from sandlot.formats.compact import compact, compact_ascii
from sandlot.formats.shapes import SURROGATES, Misfit, Shape
from sandlot.game import Json
from sandlot.jobs import Refused

T = TypeVar("T")
VERSIONS = {"v": 2, "b": 1, "c": 1, "p": 1, "t": 1, "z": 1}
"""The version in which each kind of link is written. Older versions can be read, newer ones cannot."""
WITH_USUAL = {("v", 2)}
"""The kinds and versions whose data is deflated with `USUAL` as a dictionary."""
# Read at import: a Python that starts from a snapshot has no files, only the modules that were loaded before.
USUAL = "".join(json.loads((Path(__file__).parent / "usual.json").read_text(encoding="utf-8"))).encode()
"""What most links of matches have in common. It must never change, because links of that version depend on it."""
LONGEST_ADDRESS = 2**21
"""The maximum length, in characters, of an address; Chromium's own limit."""
MOST_BYTES = 2**24
"""The maximum size, in bytes, of the unpacked data."""
BOUNDS = Bounds(characters=MOST_BYTES, values=500_000, depth=12)
_LINK = re.compile(r"#([A-Za-z])(\d{1,6})(?:\.([A-Za-z0-9_-]*)|(?![A-Za-z0-9_-]))", re.ASCII)
_AFTER = re.compile(r"[?&]\S*")
_PARAM = re.compile(r"([a-z]{1,10})=([A-Za-z0-9_.-]{0,100})", re.ASCII)
_MOST_PARAMS = 10
_ESCAPED = re.compile(r"%([0-7][0-9A-Fa-f])")
_FEWEST_LETTERS = 24
"""Data of so many letters has capital ones and small ones."""


class BadLink(Refused):
    """An address that is no link of Sandlot, or one that cannot be read; `text` says what is wrong."""


class Fragment(NamedTuple):
    """A fragment whose data is not unpacked yet. `params` are the `&name=value` after the data."""

    kind: str
    version: int
    data: str
    params: dict[str, str]


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _found(address: str) -> Fragment | None:
    """Find the link in a text, as it was before what programs that send messages do to it: they write characters as
    `%2E`, and those again as `%252E`, write `&amp;` for `&`, put the letter of the kind in capitals, add
    `?utm_source=x` or `&utm_source=x`, and have brackets, quotation marks or full stops around it. No data contains any
    of these. The page has the same in `static/base/values/address.ts`, and both are tested with the same texts.
    """
    text = _unescaped(_unescaped(address[: LONGEST_ADDRESS + 1])).replace("&amp;", "&")
    found = _LINK.search(text)
    if found is None:
        return None
    after = _AFTER.match(text, found.end())
    parts = re.split(r"[?&]", after[0])[1:] if after else []
    params = [part for part in map(_PARAM.match, parts) if part and not part[0].startswith("utm")][:_MOST_PARAMS]
    # The full stop behind it ends the sentence around the link.
    values = {part[1]: part[2].rstrip(".") for part in params}
    return Fragment(found[1].lower(), int(found[2]), found[3] or "", values)


def kind_of(address: str) -> str:
    """Return the letter of a link, of any version; "" for any other address."""
    found = _found(address)
    return found.kind if found and found.kind in VERSIONS else ""


def fragment_of(address: str) -> Fragment:
    """Find the link in a text; raise `BadLink` for one that this version of Sandlot cannot read."""
    if len(address) > LONGEST_ADDRESS:
        raise BadLink("link.too_long", kilobytes=LONGEST_ADDRESS // 2**10)
    found = _found(address)
    if found is None or found.version == 0:
        raise BadLink("link.none")
    if found.kind not in VERSIONS:
        raise BadLink("link.other_kind")
    if found.version > VERSIONS[found.kind]:
        raise BadLink("link.other_version", version=found.version, known=VERSIONS[found.kind])
    return found


def _dictionary(kind: str, version: int) -> bytes:
    return USUAL if (kind, version) in WITH_USUAL else b""


def deflated(kind: str, data: bytes) -> str:
    """Return the fragment of this kind with this data, compressed."""
    dictionary = _dictionary(kind, VERSIONS[kind])
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=dictionary)
    packed = packer.compress(data) + packer.flush()
    return f"#{kind}{VERSIONS[kind]}.{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def inflated(fragment: Fragment) -> bytes:
    """Return the unpacked data of a fragment; raise `BadLink` if it is damaged, incomplete or too large."""
    data = fragment.data
    try:
        packed = base64.b64decode(data + "=" * (-len(data) % 4), altchars="-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_dictionary(fragment.kind, fragment.version))
        found = unpacker.decompress(packed, MOST_BYTES)
    except (ValueError, zlib.error):
        raise _broken(data) from None
    if not unpacker.eof or unpacker.unused_data:
        raise _broken(data)
    return found


def _broken(data: str) -> BadLink:
    """Say why data cannot be unpacked: some programs write a whole address in capital or small letters."""
    is_one_case = data in (data.upper(), data.lower())
    return BadLink("link.one_case" if is_one_case and len(data) >= _FEWEST_LETTERS else "link.broken")


def packed(kind: str, value: Json) -> str:
    """Return the fragment that holds a JSON object; raise `BadLink` if no address is that long."""
    try:
        text = compact(value).encode()
    except UnicodeEncodeError:
        # Lone surrogates can only be written as escapes.
        text = compact_ascii(value).encode()
    made = deflated(kind, text)
    try:
        check_bounds(text.decode(), BOUNDS)
    except OutOfBounds:
        made = ""
    if not made or len(made) > LONGEST_ADDRESS or len(text) > MOST_BYTES:
        raise BadLink("link.too_much", kilobytes=LONGEST_ADDRESS // 2**10)
    return made


def unpacked(address: str, kind: str) -> dict[str, Any]:
    """Return the JSON object that a link of this kind holds; raise `BadLink` for anything else."""
    found = fragment_of(address)
    if found.kind != kind:
        raise BadLink("link.none")
    try:
        value = read_json(inflated(found).decode(), BOUNDS)
    except BadLink:
        raise
    except ValueError:
        raise BadLink("link.broken") from None
    if not isinstance(value, dict):
        raise BadLink("link.broken")
    return value


def read_as(shape: Shape[T], value: Any) -> T:
    """Read a value of a link by its shape; raise `BadLink` if it does not fit."""
    try:
        return shape.read(value)
    except Misfit:
        raise BadLink("link.broken") from None


def is_text(value: Any, most: int) -> TypeGuard[str]:
    """Tell whether a value is a text of at most `most` characters, without lone surrogates, which no file can hold."""
    return isinstance(value, str) and len(value) <= most and not SURROGATES.search(value)
