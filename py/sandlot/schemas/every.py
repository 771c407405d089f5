"""All schemas by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from sandlot.games import GAMES
from sandlot.schemas.bundle import bundle
from sandlot.schemas.link import link
from sandlot.schemas.parts import Schema
from sandlot.schemas.replay import replay
from sandlot.schemas.view import view

__all__ = ["SCHEMAS", "file_of"]

SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "replay": replay,
    "bundle": bundle,
    "link": link,
    **{name: partial(view, name) for name in GAMES},
}
"""What makes each schema, by name. That of a view has the name of its game."""


def file_of(name: str) -> str:
    """Return the name of the file in which the site has a schema."""
    return f"{name}.schema.json"
