"""The entrants of a contest from the bots that were named: unique names, and hashes of their code."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sandlot.bounded import Bounds, read_json
from sandlot.files.bundle import UNPACKED
from sandlot.local import Bot
from sandlot.series.blocks import Entrant

__all__ = ["BadPack", "code_in", "entrants_of", "pack", "unpack"]

PACKED = Bounds(characters=2 * UNPACKED, values=2_000, depth=4)


class BadPack(ValueError):
    """Bytes that are not a bot as `pack` writes it."""


def entrants_of(bots: Sequence[Bot], rules: str) -> tuple[Entrant, ...]:
    """Return the entrants; of several bots with one name each gets a number. `rules` is the hash of the rules."""
    names = [bot.name for bot in bots]
    taken = set(names)
    found: list[Entrant] = []
    for number, bot in enumerate(bots):
        name = bot.name
        if names.count(name) > 1:
            place = names[: number + 1].count(name)
            while (name := f"{bot.name} {place}") in taken:
                place += len(bots)
            taken.add(name)
        found.append(Entrant(name, _code(bot, rules), bot.kind))
    return tuple(found)


def code_in(data: bytes, rules: str) -> str | None:
    """Return the hash of a packed bot's code; None if it has a command, whose files are elsewhere. Raises `BadPack`."""
    bot = unpack(data)
    return None if bot.command else _code(bot, rules)


def _code(bot: Bot, rules: str) -> str:
    """Return the hash of a bot's code and of the rules. A program's code is its command and the files it names."""
    digest = hashlib.sha256(f"{rules}\n{bot.kind}\n".encode())
    parts: list[tuple[str, bytes]] = [(word, b"") for word in bot.command]
    parts += [(word, Path(word).read_bytes()) for word in bot.command if Path(word).is_file()]
    parts += sorted(bot.files.items()) or [("", bot.source.encode())]
    for name, content in parts:
        digest.update(f"{len(name)} {len(content)} {name}\n".encode() + content)
    return digest.hexdigest()[:32]


def pack(bot: Bot) -> bytes:
    """Return a bot as bytes, for a file that keeps what has played. Its folder on this machine is not among them."""
    files = {path: base64.b64encode(content).decode() for path, content in sorted(bot.files.items())}
    path = bot.path if bot.files else Path(bot.path).name
    shape = {"name": bot.name, "kind": bot.kind, "path": path, "source": bot.source}
    return json.dumps({**shape, "command": bot.command, "files": files}, separators=(",", ":")).encode()


def unpack(data: bytes) -> Bot:
    """Return the bot in bytes of `pack`; raise `BadPack` for other bytes."""
    try:
        whole = read_json(data.decode(), PACKED)
        return _bot(whole)
    except (ValueError, TypeError, KeyError):
        raise BadPack from None


def _bot(whole: Mapping[str, Any]) -> Bot:
    name, kind, path, source = (whole[part] for part in ("name", "kind", "path", "source"))
    command, files = whole["command"], whole["files"]
    if not isinstance(command, list) or not isinstance(files, dict):
        raise BadPack
    texts = [name, kind, path, source, *command, *files, *files.values()]
    if not all(isinstance(each, str) for each in texts):
        raise BadPack
    content = {each: base64.b64decode(data, validate=True) for each, data in files.items()}
    return Bot(name, kind, source, path, tuple(command), content)
