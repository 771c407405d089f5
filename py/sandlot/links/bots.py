"""A bot as a link, `#b1.`: {game, bot}.

A `bot` is {name, source}; one of several files is {name, main, files, data}: the path of the main file, the files that
are texts by their paths, and all other files in base64. What it needs of packages stands in its source, as always. In a
link it is there to be read: nothing runs it before its reader says so.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandlot.files.bot import Bot
from sandlot.files.bundle import FILES, BadBundle, check_paths
from sandlot.files.texts import BadText, decode
from sandlot.game import Game, Json
from sandlot.games import GAMES
from sandlot.links.packing import HALVES, BadLink, is_text, packed, unpacked
from sandlot.messages import plain
from sandlot.names import LONGEST_NAME, is_name, made_name

__all__ = ["BOT", "LONGEST_CODE", "LONGEST_NAME", "BotLink", "bot_from", "bot_json", "game_in", "link_bot", "read_bot"]

BOT = "b"
"""The letter of this kind of link."""
LONGEST_CODE = 2**20
"""Most characters of all files of a bot."""
_NO_PLACE = re.compile(r"[\\/:]")


@dataclass(frozen=True)
class BotLink:
    """A bot and the game that it plays."""

    game: Game[Any]
    bot: Bot


def link_bot(found: BotLink) -> str:
    """Return the fragment of a bot; raise `BadLink` if no link can hold it."""
    return packed(BOT, {"game": found.game.name, "bot": bot_json(found.bot)})


def read_bot(address: str) -> BotLink:
    """Read the link of a bot; raise `BadLink` for any other text."""
    held = unpacked(address, BOT)
    return BotLink(game_in(held), bot_from(held.get("bot")))


def game_in(held: Mapping[str, Any]) -> Game[Any]:
    """Return the game that a link is about; raise `BadLink` if this Sandlot has no such game."""
    name = held.get("game")
    if not is_text(name, LONGEST_NAME):
        raise BadLink("link.broken")
    if name not in GAMES:
        raise BadLink("link.other_game", game=plain(name)[:40], known=", ".join(GAMES))
    return GAMES[name]


def bot_json(bot: Bot) -> dict[str, Json]:
    """Return a bot in the form that links hold; raise `BadLink` if it is too long, or no source in Python."""
    # A name from elsewhere, such as the page's own bots, may break the rule for names.
    name = made_name(bot.name, BOT)
    if bot.command or not (bot.source or bot.files):
        raise BadLink("link.no_source", name=name)
    # A half of a character, which no file holds: the page saves it as what is unknown, too.
    shape: dict[str, Json] = {"name": name, "source": HALVES.sub("�", bot.source)}
    if bot.files:
        texts, data = {}, {}
        for path, content in sorted(bot.files.items()):
            text = _text(content)
            if text is None:
                data[path] = base64.b64encode(content).decode()
            else:
                texts[path] = text
        shape = {"name": name, "main": bot.path, "files": texts, **({"data": data} if data else {})}
    if _length(shape) > LONGEST_CODE:
        raise _too_long(name)
    return shape


def _too_long(name: str) -> BadLink:
    return BadLink("link.long_code", name=name, kilobytes=LONGEST_CODE // 2**10)


def _text(content: bytes) -> str | None:
    """Return the text of a file, if its bytes can be had back from it."""
    try:
        return None if b"\0" in content else content.decode()
    except UnicodeDecodeError:
        return None


def _length(shape: Mapping[str, Any]) -> int:
    parts = [shape.get("source", ""), *shape.get("files", {}).values(), *shape.get("data", {}).values()]
    return sum(map(len, parts))


def bot_from(value: Any) -> Bot:
    """Read a bot from its JSON value, whose size and depth were checked; raise `BadLink` if it is none."""
    if not isinstance(value, dict) or not is_name(value.get("name")):
        raise BadLink("link.broken")
    name = value["name"]
    if "files" not in value:
        source = value.get("source")
        if isinstance(source, str) and len(source) > LONGEST_CODE:
            raise _too_long(name)
        if not is_text(source, LONGEST_CODE) or not source:
            raise BadLink("link.broken")
        return Bot(name, "code", source, f"{_NO_PLACE.sub('_', name)}.py")
    files, main = _files(value), value.get("main")
    if not isinstance(main, str) or main not in files or not main.endswith(".py"):
        raise BadLink("link.broken")
    try:
        check_paths(files.keys())
        source = decode(files[main], python=True).text
    except (BadBundle, BadText) as bad:
        raise BadLink(bad.text.id, **bad.text.params) from None
    return Bot(name, "code", source, main, files=files)


def _files(value: Mapping[str, Any]) -> dict[str, bytes]:
    texts, data = value["files"], value.get("data", {})
    if not isinstance(texts, dict) or not isinstance(data, dict) or texts.keys() & data.keys():
        raise BadLink("link.broken")
    if not 0 < len(texts) + len(data) <= FILES or not all(
        is_text(each, LONGEST_CODE) for each in (*texts, *data, *texts.values(), *data.values())
    ):
        raise BadLink("link.broken")
    if _length(value) > LONGEST_CODE:
        raise _too_long(value["name"])
    try:
        found = {path: base64.b64decode(text, validate=True) for path, text in data.items()}
    except ValueError:
        raise BadLink("link.broken") from None
    return dict(sorted((found | {path: text.encode() for path, text in texts.items()}).items()))
