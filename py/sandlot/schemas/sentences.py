"""The schema of a sentence by id: which ids there are, and which parameters each needs."""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator

from sandlot.formats.bounds import LONGEST_WORDS, MOST_PARAMS
from sandlot.formats.sentences import FILLED
from sandlot.game import Json
from sandlot.messages import catalog
from sandlot.schemas.parts import FLAG, NUMBER, Schema, shaped, text, tupled, whole

IN_NO_FILE = ("api.", "cli.", "grade.", "league.", "mcp.", "rl.", "settings.", "step.")
"""Prefixes of ids that no file holds: only the library and its commands use these sentences, once they are loaded."""


def parts() -> dict[str, Schema]:
    """Return the schemas `sentence` and `reason`, and those that both refer to. A reason is the sentence of a fault,
    some of whose parameters are filled in later.
    """
    return {
        "sentence": {
            "description": "A sentence by its id in the catalogs of messages, with its parameters.",
            **_sentence(()),
        },
        "reason": {
            "description": f"A sentence; {', '.join(FILLED)} may be missing, because the referee fills them in.",
            **_sentence(FILLED),
        },
        "id": {"enum": list(_entries())},
        "parameter": {
            "anyOf": [
                {"type": "null"},
                FLAG,
                NUMBER,
                text(LONGEST_WORDS),
                {"description": "A player, from 0.", **shaped({"player": whole()}, closed=True)},
                {"$ref": "#/$defs/sentence"},
            ]
        },
    }


def _entries() -> dict[str, Json]:
    return {id: entry for id, entry in sorted(catalog("en").items()) if not id.startswith(IN_NO_FILE)}


def _sentence(filled: Collection[str]) -> Schema:
    """Return the schema of a sentence. The parameters that an id needs are conditions ("if") and not alternatives
    ("anyOf"): with those, checking nested sentences would take very long.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for id, entry in _entries().items():
        if names := tuple(sorted({*_needed(entry)} - {*filled})):
            groups.setdefault(names, []).append(id)
    params: Schema = {
        "type": "object",
        "maxProperties": MOST_PARAMS,
        "additionalProperties": {"$ref": "#/$defs/parameter"},
    }
    needs = [
        {"if": {"prefixItems": [{"enum": ids}]}, "then": {"prefixItems": [True, {"required": list(names)}]}}
        for names, ids in sorted(groups.items())
    ]
    return {**tupled({"$ref": "#/$defs/id"}, params), "allOf": needs}


def _needed(entry: Json) -> Iterator[str]:
    """Yield the parameters that the English sentence needs."""
    if isinstance(entry, dict):
        yield entry["by"]
        texts = [each for form, each in entry.items() if form != "by"]
        # The plural form depends on a number, and forms may have different parameters.
        needed = [set(_fields(each)) for each in texts]
        yield from set.intersection(*needed) if needed else ()
    else:
        yield from _fields(entry)


def _fields(sentence: str) -> Iterator[str]:
    for _, field, _, _ in string.Formatter().parse(sentence):
        if field:
            yield field
