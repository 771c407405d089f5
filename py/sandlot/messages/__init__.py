"""Sentences by id: everything Sandlot says is an id with parameters until the moment it is shown.

A message travels as JSON ``[id, params]``. A parameter ``{"player": k}`` is shown as that player's name, and a
parameter that is a message itself is rendered in its place. The catalogs beside this file are shared with the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

__all__ = ["LANGUAGES", "Message", "catalog", "message", "player", "render"]

LANGUAGES = ("en",)


class Message(NamedTuple):
    """A sentence not yet put in words."""

    id: str
    params: Mapping[str, Any]


def message(id: str, /, **params: Any) -> Message:
    """Name a sentence of the catalog and give its parameters (JSON values, players, or messages)."""
    return Message(id, params)


def player(index: int) -> dict[str, int]:
    """Return the parameter that is shown as the name of player `index` (from 0)."""
    return {"player": index}


@cache
def catalog(language: str = "en") -> Mapping[str, Any]:
    """Return the sentences of one language: id to text, or to its plural forms."""
    entries: dict[str, Any] = json.loads((files(__name__) / f"{language}.json").read_text(encoding="utf-8"))
    return entries


def render(text: Message | Sequence[Any], names: Sequence[str] = (), language: str = "en") -> str:
    """Put a message in words. `names` are the players' names, by index; without them players are numbered from 1."""
    id, params = text
    entry = catalog(language)[id]
    if isinstance(entry, dict):
        entry = entry["one" if params[entry["by"]] == 1 else "other"]
    shown = {name: _shown(value, names, language) for name, value in params.items()}
    return str(entry).format_map(shown)


def _shown(value: Any, names: Sequence[str], language: str) -> Any:
    if isinstance(value, dict) and "player" in value:
        index = value["player"]
        if isinstance(index, int) and 0 <= index < len(names):
            return names[index]
        return render(("player.unnamed", {"number": index + 1}), (), language)
    if isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[0], str):
        return render((value[0], value[1]), names, language)
    return value
