"""Hover: signature or type, and docstring, of what is at a place in a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypedDict

import parso

from sandlot_editor.keys import Tracker, shape_of_string
from sandlot_editor.library import Library
from sandlot_editor.shapes import Shape
from sandlot_editor.text import points, units

LONGEST_EXPLANATION = 3000


class About(TypedDict):
    """`title` is a line of Python; `path`: the keys that lead to a part of the view, "" for any other thing."""

    title: str
    text: str
    path: str


class Spot(About):
    """The same, with the place of the name in its line, in UTF-16 units."""

    start: int
    end: int


def about(
    library: Library, text: str, name: str, line: int, column: int, entrances: Mapping[str, Shape]
) -> Spot | None:
    """Return an explanation of what is at a place; None if there is none."""
    here = text.split("\n")[line - 1]
    at = points(here, column)
    module = parso.parse(text)
    leaf = module.get_leaf_for_position((line, at))
    if leaf is None or leaf.type not in ("name", "string") or leaf.start_pos[0] != leaf.end_pos[0]:
        return None
    start, end = leaf.start_pos[1], leaf.end_pos[1]
    found = _of_view(module, leaf, entrances)
    if found is None and leaf.type == "name":
        script = library.script(text, name)
        names = script.infer(line, at) or script.goto(line, at)
        found = about_name(names[0]) if names else None
        if found and names[0].type == "instance":
            found["title"] = f"{leaf.value}: {names[0].name}"
    if found is None:
        return None
    return {**found, "start": units(here[:start]), "end": units(here[:end])}


def _of_view(module: Any, leaf: Any, entrances: Mapping[str, Shape]) -> About | None:
    if leaf.type == "string":
        shape, title = shape_of_string(module, leaf, entrances), leaf.value
    elif leaf.type == "name" and not _is_attribute(leaf):
        shape, title = Tracker(module, entrances).of(leaf), leaf.value
        # A name in the place where it is defined.
        shape = shape or (Tracker(module, entrances).defined(leaf) if leaf.is_definition() else None)
    else:
        return None
    return {"title": f"{title}: {shape.annotation()}", "text": "", "path": shape.path} if shape else None


def _is_attribute(leaf: Any) -> bool:
    before = leaf.get_previous_leaf()
    return before is not None and before == "."


def about_name(name: Any) -> About:
    """Return Jedi's explanation of a name."""
    # Methods are shown as they are called: without `self`.
    signatures = [re.sub(r"\(self(?:, )?", "(", each.to_string()) for each in name.get_signatures()][:3]
    title = "\n".join(signatures) or f"{name.type} {name.name}"
    return {"title": title[:LONGEST_EXPLANATION], "text": tidy(name.docstring(raw=True)), "path": ""}


def tidy(text: str) -> str:
    """Return a docstring without its indent, cut to a length that is readable beside the text."""
    lines = text.expandtabs().strip().split("\n")
    indent = min((len(each) - len(each.lstrip()) for each in lines[1:] if each.strip()), default=0)
    whole = "\n".join([lines[0], *(each[indent:].rstrip() for each in lines[1:])])
    whole = re.sub(r"\n{3,}", "\n\n", whole)
    return whole if len(whole) <= LONGEST_EXPLANATION else f"{whole[:LONGEST_EXPLANATION].rstrip()} …"
