"""The code of a contest's entrants: their unique names, the hashes of the code, and the form in which it is kept."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Any, TypeAlias

from sandlot.bounded import Bounds, OutOfBounds, check_bounds, read_json
from sandlot.files.bot import Bot
from sandlot.files.bundle import UNPACKED, main_of
from sandlot.formats.compact import compact_ascii
from sandlot.formats.shapes import Misfit, Said, Shape, Text
from sandlot.jobs import Refused
from sandlot.messages import plain
from sandlot.names import LONGEST_NAME

PACKED = Bounds(characters=2 * UNPACKED, values=2_000, depth=4)


class BadPack(Refused):
    """Bytes that are not a bot as `pack` writes it, or a bot that cannot be kept; `text` says what is wrong."""


def unique(names: Sequence[str]) -> Iterator[str]:
    """Yield a unique name for each entrant: entrants with the same name are numbered. A name that would become too long
    is cut before its number.
    """
    taken = set(names)
    for number, given in enumerate(names):
        name = given
        if names.count(given) > 1:
            place = names[: number + 1].count(given)
            while (name := f"{given[: LONGEST_NAME - 1 - len(str(place))]} {place}") in taken:
                place += len(names)
            taken.add(name)
        yield name


def code_of(bot: Bot, rules: str, named: Sequence[tuple[str, bytes]] = ()) -> str:
    """Return the hash of a bot's code and of the rules. A program's code is its command and the files that it names:
    `named`, as (word, content). For a bot of several files the path of the main file counts as well, unless it follows
    from the files: see `main_of`.
    """
    main = [(bot.path, b"")] if bot.files and bot.path != main_of(bot.files) else []
    return _hashed(bot, rules, [*main, *named])


def _hashed(bot: Bot, rules: str, more: Sequence[tuple[str, bytes]]) -> str:
    digest = hashlib.sha256(f"{rules}\n{bot.kind}\n".encode())
    parts: list[tuple[str, bytes]] = [*((word, b"") for word in bot.command), *more]
    parts += sorted(bot.files.items()) or [("", bot.source.encode())]
    for name, content in parts:
        digest.update(f"{len(name)} {len(content)} {name}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:32]


def codes_in(data: bytes, rules: str) -> tuple[str, ...]:
    """Return the hashes that a packed bot's code may have: that of `code_of`, and that of older contests, in which the
    path of the main file did not count. There are none for a bot with a command, whose files are not in `data`. Data
    that `unpack` refuses gives "", which is no bot's hash.
    """
    try:
        bot = unpack(data)
    except BadPack:
        return ("",)
    return () if bot.command else (code_of(bot, rules), _hashed(bot, rules, ()))


Word: TypeAlias = Annotated[str, Text(PACKED.characters, whole=True)]
Base64: TypeAlias = Annotated[Word, Said(more={"contentEncoding": "base64"})]


@dataclass(frozen=True)
class Packed:
    """A bot as it is kept; `files` are in base64."""

    name: Word
    kind: Word
    path: Word
    source: Word
    command: tuple[Word, ...]
    files: Mapping[Word, Base64]


PACK: Shape[Packed] = Shape(Packed)


def pack(bot: Bot) -> bytes:
    """Return a bot as bytes, as the file of a contest keeps it. The folder of its file on this machine is left out.
    Raise `BadPack` for a bot that `unpack` would not read again.
    """
    files = {path: base64.b64encode(content).decode() for path, content in sorted(bot.files.items())}
    path = bot.path if bot.files else PurePath(bot.path).name
    try:
        whole = PACK.write(Packed(bot.name, bot.kind, path, bot.source, bot.command, files))
        text = compact_ascii(whole)
        check_bounds(text, PACKED)
        _source(whole)
    except OutOfBounds:
        raise BadPack("contest.bot_size", name=plain(bot.name), megabytes=PACKED.characters // 2**20) from None
    except ValueError:
        raise BadPack("contest.bot_text", name=plain(bot.name)) from None
    return text.encode()


def unpack(data: bytes) -> Bot:
    """Return the bot that `pack` has written; raise `BadPack` for any other bytes."""
    try:
        return _source(read_json(data.decode(), PACKED))
    except ValueError:
        raise BadPack("contest.damaged") from None


def _source(whole: Any) -> Bot:
    found = PACK.read(whole)
    if found.files and found.path not in found.files:
        raise Misfit("path")
    content = {path: base64.b64decode(data, validate=True) for path, data in found.files.items()}
    return Bot(found.name, found.kind, found.source, found.path, found.command, content)
