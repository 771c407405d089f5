"""The schema of the JSON text in a link: see `links.address`, which says what stands around it."""

from __future__ import annotations

from sandlot.game import Json
from sandlot.links import address
from sandlot.schemas.parts import Schema, document, shaped
from sandlot.schemas.replay import answer, head, parts, result

__all__ = ["link"]


def link() -> Schema:
    """Return the schema of what is in a link besides the columns of its answers."""
    rest: dict[str, Json] = {**answer()["properties"], "player": False, "reply": False}
    own = {"head": head(), "result": result(), "rest": shaped(rest, rest), **parts()}
    return document("Sandlot link", address.__doc__ or "", address.HELD.schema, own)
