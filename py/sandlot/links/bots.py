"""A bot as a link, `#b1.`: {game, bot, contest, plan}.

A `bot` is {name, source}; one of several files is {name, main, files, data}: the path of the main file, the text files
by their paths, and all other files in base64 by their paths. The packages that it needs are declared in its source, as
always. A bot from a link is only shown at first: nothing runs it before the user says so. `contest` is the title of the
contest that it is to be entered into, as its sender calls it, and `plan` the fingerprint of that contest; either may be
missing.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from sandlot.archive.titles import TITLE
from sandlot.files.bot import Bot
from sandlot.files.bundle import FILES, LONGEST_PATH, BadBundle, check_paths
from sandlot.files.texts import BadText, decode
from sandlot.formats.shapes import SURROGATES, Custom, Many, Misfit, Said, Shape, Text
from sandlot.game import Game, Json
from sandlot.games import GAMES
from sandlot.links.packing import BadLink, is_text, packed, read_as, unpacked
from sandlot.messages import plain
from sandlot.names import LONGEST_NAME, is_name, made_name
from sandlot.tournaments.contest import FINGERPRINT

BOT = "b"
"""The letter of this kind of link."""
LONGEST_CODE = 2**20
"""The maximum length, in characters, of all files of a bot."""
_NO_PLACE = re.compile(r"[\\/:]")


def _name(value: Any) -> str:
    if not is_name(value):
        raise Misfit
    return value  # type: ignore[no-any-return]


NAME = Custom(_name, _name, Text(LONGEST_NAME, 1).schema)
Code: TypeAlias = Annotated[str, Text(LONGEST_CODE, whole=True)]
Place: TypeAlias = Annotated[str, Text(LONGEST_PATH, 1, whole=True)]


@dataclass(frozen=True)
class OneFile:
    """A bot of one file, in the form of a link."""

    name: Annotated[str, NAME]
    source: Annotated[str, Text(LONGEST_CODE, 1, whole=True)]


@dataclass(frozen=True)
class Files:
    """A bot of several files, in the form of a link. `data` are files in base64."""

    name: Annotated[str, NAME]
    main: Place
    files: Annotated[Mapping[Place, Code], Many(FILES)]
    data: Annotated[Mapping[Place, Annotated[Code, Said(more={"contentEncoding": "base64"})]], Many(FILES)] = field(
        default_factory=dict
    )


ONE_FILE: Shape[OneFile] = Shape(OneFile)
SEVERAL: Shape[Files] = Shape(Files)


@dataclass(frozen=True)
class BotLink:
    """A bot and the game that it plays. `contest` is the title, as its sender calls it, of the contest that the bot is
    to be entered into, and `plan` is its fingerprint: see `Contest.fingerprint`. Either is "" if there is none.
    """

    game: Annotated[Game[Any], LINKED_GAME]
    bot: Annotated[Bot, LINKED_BOT]
    contest: Annotated[str, TITLE, Said("The title of the contest that it is for.")] = ""
    plan: Annotated[str, Text(FINGERPRINT, form="(?:[0-9a-f]{16})?"), Said("The fingerprint of that contest.")] = ""


LINK: Shape[BotLink] = Shape(BotLink)


def link_bot(found: BotLink) -> str:
    """Return the fragment of a bot; raise `BadLink` if no link can hold it."""
    return packed(BOT, LINK.write(found))


def read_bot(address: str) -> BotLink:
    """Read the link of a bot; raise `BadLink` for any other text."""
    return read_as(LINK, unpacked(address, BOT))


def bot_json(bot: Bot) -> dict[str, Json]:
    """Return a bot in the form of a link; raise `BadLink` if it is too long, or not in Python."""
    # The names of some bots, such as the page's own, do not follow the rules for names.
    name = made_name(bot.name, BOT)
    if bot.command or not (bot.source or bot.files):
        raise BadLink("link.no_source", name=name)
    # Lone surrogates, which no file can hold, become replacement characters, as in the page.
    shape: dict[str, Json] = {"name": name, "source": SURROGATES.sub("�", bot.source)}
    if bot.files:
        texts, data = {}, {}
        for path, content in sorted(bot.files.items()):
            text = _text(content)
            if text is None:
                data[path] = base64.b64encode(content).decode()
            else:
                texts[path] = text
        shape = {"name": name, "main": bot.path, "files": texts, **({"data": data} if data else {})}
    # Refuse here what the reader of the link would refuse.
    bot_from(shape)
    return shape


def _text(content: bytes) -> str | None:
    """Return the text of a file in UTF-8, from which its bytes can be restored; None for any other file."""
    try:
        return None if b"\0" in content else content.decode()
    except UnicodeDecodeError:
        return None


def _length(shape: Mapping[str, Any]) -> int:
    """Return the number of characters of all files together, in the form of a link."""
    several = [each for name in ("files", "data") if isinstance(each := shape.get(name), dict)]
    parts = [shape.get("source", ""), *(text for each in several for text in each.values())]
    return sum(len(each) for each in parts if isinstance(each, str))


def bot_from(value: Any) -> Bot:
    """Read a bot from its JSON value, whose size and depth were checked; raise `BadLink` for an invalid one."""
    if not isinstance(value, dict):
        raise BadLink("link.broken")
    if is_name(value.get("name")) and _length(value) > LONGEST_CODE:
        raise BadLink("link.long_code", name=value["name"], kilobytes=LONGEST_CODE // 2**10)
    if "files" not in value:
        one = read_as(ONE_FILE, value)
        return Bot(one.name, "code", one.source, f"{_NO_PLACE.sub('_', one.name)}.py")
    held = read_as(SEVERAL, value)
    files = _contents(held)
    if held.main not in files or not held.main.endswith(".py"):
        raise BadLink("link.broken")
    try:
        check_paths(files.keys())
        source = decode(files[held.main], python=True).text
    except (BadBundle, BadText) as bad:
        raise BadLink(bad.text) from None
    return Bot(held.name, "code", source, held.main, files=files)


def _contents(held: Files) -> dict[str, bytes]:
    if held.files.keys() & held.data.keys() or len(held.files) + len(held.data) > FILES:
        raise BadLink("link.broken")
    try:
        found = {path: base64.b64decode(text, validate=True) for path, text in held.data.items()}
    except ValueError:
        raise BadLink("link.broken") from None
    return dict(sorted((found | {path: text.encode() for path, text in held.files.items()}).items()))


def _game(value: Any) -> Game[Any]:
    if not is_text(value, LONGEST_NAME):
        raise Misfit
    if value not in GAMES:
        raise BadLink("link.other_game", game=plain(value)[:40], known=", ".join(GAMES))
    return GAMES[value]


def title_from(text: str) -> str:
    """Return a title as a link can hold it, without characters that no name may have; "" if nothing is left."""
    return made_name(text, "")


LINKED_BOT = Custom(bot_from, bot_json, {"$ref": "#/$defs/bot"})
LINKED_GAME = Custom(_game, lambda game: game.name, {"enum": list(GAMES)})
