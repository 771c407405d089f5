"""Small schemas of which the others are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from sandlot.clock import Clock
from sandlot.formats.bounds import FAR
from sandlot.game import Json, Option
from sandlot.games import GAMES

Schema: TypeAlias = dict[str, Json]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "number", "minimum": -FAR, "maximum": FAR}


def whole(low: int = 0, high: int = FAR) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "minimum": low, "maximum": high}


def text(most: int) -> Schema:
    """Return the schema of a text of at most `most` characters."""
    return {"type": "string", "maxLength": most}


def listed(of: Schema, most: int | None = None, least: int = 0) -> Schema:
    """Return the schema of a list."""
    bounds = {**({"minItems": least} if least else {}), **({} if most is None else {"maxItems": most})}
    return {"type": "array", "items": of, **bounds}


def tupled(*parts: Schema) -> Schema:
    """Return the schema of a list in which every place has its own meaning."""
    return {"type": "array", "prefixItems": list(parts), "items": False, "minItems": len(parts)}


def or_null(schema: Schema) -> Schema:
    """Return the schema of a value that may be null instead."""
    return {"anyOf": [{"type": "null"}, schema]}


def shaped(parts: Mapping[str, Schema | bool], optional: Iterable[str] = (), *, closed: bool = False) -> Schema:
    """Return the schema of an object. `closed`: it has no other keys."""
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(parts),
        "required": [name for name in parts if name not in left_out],
        **({"additionalProperties": False} if closed else {}),
    }


def joined(*schemas: Schema) -> Schema:
    """Return the schema of an object that has the keys of all these."""
    found: Schema = {"type": "object", "properties": {}, "required": []}
    for each in schemas:
        found["properties"].update(each["properties"])
        found["required"] += each["required"]
        found.update({name: value for name, value in each.items() if name not in found})
    return found


def option(of: Option) -> Schema:
    """Return the schema of an option's values, of a game or of a contest: see `Option.takes`."""
    schemas: dict[str, Schema] = {
        "int": whole(of.low, of.high),
        "bool": FLAG,
        "choice": {"enum": list(of.choices)},
        "ints": listed(whole(of.low, of.high), of.length, of.length),
        "text": or_null(text(of.length)),
    }
    found = schemas[of.kind]
    if of.kind == "ints" and of.default is None:
        found = or_null(found)
    return {**found, "default": of.default}


def clock() -> Schema:
    """Return the schema of a time control; a limit that is missing is the game's own."""
    most = Clock.most()
    return {
        "description": "Milliseconds, and steps of Python instead of time if they are not 0.",
        **shaped({name: whole(0, high) for name, high in most.items()}, most, closed=True),
    }


def by_game(parts: Mapping[str, Schema]) -> list[Schema]:
    """Return a condition for every game, under which an object with the key `game` has this schema, too."""
    return [
        {"if": {"properties": {"game": {"const": name}}, "required": ["game"]}, "then": each}
        for name, each in parts.items()
    ]


def options_of(name: str) -> Schema:
    """Return the schema of a game's options; one that is missing has its default."""
    found = GAMES[name].options
    return shaped({each: option(one) for each, one in found.items()}, found, closed=True)


def document(title: str, about: str, schema: Schema, parts: Mapping[str, Schema] | None = None) -> Schema:
    """Return a whole schema. `parts` are what it refers to, as ``#/$defs/NAME``."""
    head: Schema = {"$schema": DIALECT, "title": title, "description": " ".join(about.split())}
    return {**head, **schema, **({"$defs": dict(parts)} if parts else {})}


def either(schemas: Sequence[Schema]) -> Schema:
    """Return the schema of a value that one of these describes."""
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}
