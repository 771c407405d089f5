"""The schema of a game's view, and of its moves, from positions of real matches. The meanings of the keys come from the
game's docstring.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from sandlot.game import Json
from sandlot.games import GAMES
from sandlot.schemas.keys import view_keys
from sandlot.schemas.parts import Schema, document
from sandlot.schemas.samples import setups, usual_positions, varied_positions

TYPES = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}
MANY_LISTS = 50
"""If at least so many lists in one place all have the same length, the schema demands that length."""
MOST_WORDS = 8
"""If there are no more different texts in one place, the schema names them as examples."""


def view(name: str) -> Schema:
    """Return the schema of a game's view; ``#/$defs/move`` is that of its moves, and ``#/$defs/setup`` what `start`
    gets.
    """
    game = GAMES[name]
    views, moves = _Place(), _Place()
    for position in chain(usual_positions(game), varied_positions(game)):
        views.add(position.views)
        moves.add(position.moves)
    found = views.schema()
    for key, meaning in view_keys(sys.modules[f"sandlot.games.{name}"].__doc__ or ""):
        if key in found["properties"] and meaning:
            found["properties"][key] = {"description": meaning, **found["properties"][key]}
    about = f"""What a bot for {name} gets in move(view), as a dict. #/$defs/move is the move that it returns: its form,
    while the rules say which moves are legal. #/$defs/setup is what start(setup) gets."""
    parts = {"move": moves.schema(), "setup": schema_of(list(setups(game)))}
    return document(f"Sandlot view of {name}", about, found, parts)


def schema_of(values: Sequence[Json]) -> Schema:
    """Return the schema of all these values."""
    place = _Place()
    place.add(values)
    return place.schema()


class _Lists:
    """Lists seen in one place whose items have one type."""

    def __init__(self) -> None:
        self.lengths: set[int] = set()
        self.count = 0
        self.items = _Place()

    def schema(self) -> Schema:
        found: Schema = {"type": "array"}
        if self.items.types:
            found["items"] = self.items.schema()
        if len(self.lengths) == 1 and self.count >= MANY_LISTS:
            found["minItems"] = found["maxItems"] = min(self.lengths)
        return found


class _Place:
    """The values seen in one place."""

    def __init__(self) -> None:
        self.types: set[type] = set()
        self.words: set[str] = set()
        self.keys: defaultdict[str, _Place] = defaultdict(_Place)
        self.counts: dict[str, int] = {}
        self.objects = 0
        self.lists: defaultdict[type | None, _Lists] = defaultdict(_Lists)
        """The lists by the type of their items: `list`, `dict`, or None for all other types."""
        self.bare: list[list[None]] = []
        """Lists that are empty or hold nothing but null, so their type of items is not known."""

    def add(self, values: Iterable[Json]) -> None:
        for value in values:
            kind = type(value)
            self.types.add(kind)
            if kind is list:
                self._add_list(value)
            elif kind is dict:
                self.objects += 1
                for key, each in value.items():
                    self.counts[key] = self.counts.get(key, 0) + 1
                    self.keys[key].add([each])
            elif kind is str and len(self.words) <= MOST_WORDS:
                self.words.add(value)

    def _add_list(self, value: list[Json]) -> None:
        kinds = set(map(type, value))
        if not kinds - {type(None)}:
            self.bare.append(value)
            return
        form = next((kind for kind in (list, dict) if kind in kinds), None)
        lists = self.lists[form]
        lists.count += 1
        lists.lengths.add(len(value))
        # Rows of a board repeat the same few values.
        lists.items.add(value if form else {(type(each), each): each for each in value}.values())

    def schema(self) -> Schema:
        types = {TYPES[each] for each in self.types}
        if "number" in types:
            types.discard("integer")
        forms = self._forms() if "array" in types else []
        others = sorted(types - {"array"})
        if len(forms) > 1:
            return {"anyOf": [*forms, *([self._other(others)] if others else [])]}
        found = self._other(sorted(types))
        return {**found, **forms[0], "type": found["type"]} if forms else found

    def _forms(self) -> list[Schema]:
        forms = list(self.lists.values()) or [_Lists()]
        for each in forms:
            each.count += len(self.bare)
            each.lengths.update(map(len, self.bare))
            if any(self.bare):
                each.items.types.add(type(None))
        return [each.schema() for each in forms]

    def _other(self, types: Sequence[str]) -> Schema:
        found: Schema = {"type": types[0] if len(types) == 1 else list(types)}
        if 0 < len(self.words) <= MOST_WORDS:
            found["examples"] = sorted(self.words)
        if self.keys:
            found["properties"] = {key: each.schema() for key, each in self.keys.items()}
            found["required"] = [key for key in self.keys if self.counts[key] == self.objects]
            found["additionalProperties"] = False
        return found
