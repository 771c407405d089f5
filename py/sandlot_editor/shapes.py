"""The shape of a view: its keys, and the type of everything in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = Any


@dataclass(frozen=True)
class Shape:
    """A part of a view. `type`: its type in Python; `keys` if it is a dict, `item` if it is a list, `parts` if it is a
    tuple, as `enumerate` makes them; `none`: it may be None. `path`: the keys that lead to it, between dots.
    """

    type: str
    path: str = ""
    none: bool = False
    keys: Mapping[str, Shape] = field(default_factory=dict)
    item: Shape | None = None
    parts: tuple[Shape | None, ...] = ()

    def json(self) -> dict[str, Json]:
        """Return the shape as JSON, in the form that `read` reads."""
        keys = {name: shape.json() for name, shape in self.keys.items()}
        return {"type": self.type, "none": self.none, "keys": keys, "item": self.item and self.item.json()}

    @classmethod
    def read(cls, given: Mapping[str, Json], path: str = "") -> Shape:
        """Return the shape that `json` described."""
        keys = {name: cls.read(each, f"{path}.{name}".lstrip(".")) for name, each in given["keys"].items()}
        item = cls.read(given["item"], path) if given["item"] else None
        return cls(given["type"], path, given["none"], keys, item)

    def annotation(self) -> str:
        """Return its type as an author would write it, such as ``list[int] | None``."""
        text = f"list[{self.item.annotation()}]" if self.item else self.type
        return f"{text} | None" if self.none else text


def shape_of(values: Sequence[Json]) -> Shape:
    """Return the common shape of all these values."""
    there = [value for value in values if value is not None]
    none = len(there) < len(values)
    if not there:
        return Shape("None")
    if all(isinstance(value, dict) for value in there):
        names = list(dict.fromkeys(name for value in there for name in value))
        keys = {name: shape_of([value[name] for value in there if name in value]) for name in names}
        return Shape("dict", none=none, keys=keys)
    if all(isinstance(value, list) for value in there):
        items = [item for value in there for item in value]
        return Shape("list", none=none, item=shape_of(items) if items else None)
    types = {type(value).__name__ for value in there}
    return Shape(" | ".join(sorted(types)), none=none)
