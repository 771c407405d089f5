"""The schemas of the JSON in the links of bots, challenges and contests: see `links.packing`."""

from __future__ import annotations

from sandlot.files.bundle import FILES, LONGEST_PATH
from sandlot.formats.bounds import LARGEST_SEED, MOST_ENTRANTS
from sandlot.games import GAMES
from sandlot.links import bots, challenges, packing, plans
from sandlot.schemas.bundle import described, played
from sandlot.schemas.parts import (
    ANY_OF_GAMES,
    Schema,
    by_game,
    clock,
    document,
    either,
    listed,
    options_of,
    shaped,
    text,
    tupled,
    whole,
)
from sandlot.schemas.replay import parts

__all__ = ["bot_link", "challenge_link", "plan_link"]

RULES: Schema = {"description": "The hash of the game's rules.", **text(bots.LONGEST_NAME)}


def bot_link() -> Schema:
    """Return the schema of what is in the link of a bot."""
    found = shaped({"game": ANY_OF_GAMES, "bot": {"$ref": "#/$defs/bot"}})
    return _document("Sandlot link of a bot", bots.__doc__, found, {"bot": _bot()})


def challenge_link() -> Schema:
    """Return the schema of what is in the link of a challenge."""
    found = shaped(
        {
            "game": ANY_OF_GAMES,
            "rules": RULES,
            "options": {"type": "object"},
            "clock": clock(),
            "seeds": listed(whole(0, LARGEST_SEED), challenges.MOST_SEEDS, 1),
            "bot": {"$ref": "#/$defs/bot"},
            "rung": {"description": "A house bot.", "type": "string"},
        },
        ("rung",),
    )
    conditions = by_game({name: {"properties": {"options": options_of(name)}} for name in GAMES})
    about = challenges.__doc__
    return _document("Sandlot link of a challenge", about, {**found, "allOf": conditions}, {"bot": _bot()})


def plan_link() -> Schema:
    """Return the schema of what is in the link of a contest."""
    entrant = whole(0, MOST_ENTRANTS - 1)
    by_entrant: Schema = {
        "type": "object",
        "patternProperties": {r"^(0|[1-9]\d{0,3})$": {"$ref": "#/$defs/bot"}},
        "additionalProperties": False,
    }
    found = shaped(
        {
            "contest": {"$ref": "#/$defs/contest"},
            "bots": by_entrant,
            "results": listed({"$ref": "#/$defs/block"}),
            "withdrawn": {
                "description": "[entrant, the first round in which it no longer plays].",
                **listed(tupled(entrant, whole()), MOST_ENTRANTS),
            },
        },
        ("bots", "results", "withdrawn"),
    )
    own = {"bot": _bot(), "contest": described(), "block": played(), **parts()}
    return _document("Sandlot link of a contest", plans.__doc__, found, own)


def _document(title: str, about: str | None, found: Schema, own: dict[str, Schema]) -> Schema:
    return document(title, f"{about} {packing.__doc__}", found, own)


def _bot() -> Schema:
    name = text(bots.LONGEST_NAME, 1)
    path = text(LONGEST_PATH, 1)
    string = text(bots.LONGEST_CODE)
    by_path: Schema = {"type": "object", "propertyNames": path, "additionalProperties": string, "maxProperties": FILES}
    in_base64: Schema = {**by_path, "additionalProperties": {**string, "contentEncoding": "base64"}}
    one = shaped({"name": name, "source": text(bots.LONGEST_CODE, 1), "files": False}, ("files",))
    several = shaped({"name": name, "main": path, "files": by_path, "data": in_base64}, ("data",))
    return {"description": "A bot of one file, or of several.", **either([one, several])}
