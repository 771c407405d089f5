"""The schema of the JSON text in a link: see `links.address`, which says what stands around it."""

from __future__ import annotations

from sandlot.formats.bounds import MOST_PLAYERS
from sandlot.game import Json
from sandlot.links import address
from sandlot.schemas.parts import Schema, document, listed, shaped, tupled, whole
from sandlot.schemas.replay import answer, head, parts, result

__all__ = ["link"]


def link() -> Schema:
    """Return the schema of what is in a link besides the columns of its answers."""
    # Of an answer the columns hold the player and the reply.
    rest: dict[str, Json] = {**answer()["properties"], "player": False, "reply": False}
    tables = tupled(
        {"description": "Who answers in a turn.", **listed(listed(whole(0), MOST_PLAYERS))},
        {"description": "Replies without their whole numbers.", **listed(listed({"type": "string"}, least=1))},
        {"description": "What else answers have.", **listed(shaped(rest, rest))},
    )
    own = {"head": head(), "result": result(), "tables": tables, **parts()}
    return document("Sandlot link", address.__doc__ or "", address.HELD.schema, own)
