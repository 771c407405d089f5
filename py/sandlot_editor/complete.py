"""Completion: the keys of the view and the names known to Jedi at a place in a text."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypedDict

from jedi.inference.names import SubModuleName

from sandlot_editor.keys import Place, place_before, shape_before, shape_of_piece
from sandlot_editor.library import Library
from sandlot_editor.shapes import Shape
from sandlot_editor.text import points, units

MOST_COMPLETIONS = 400
#: The parts of the package for bots; the rest is for the page and the command line.
FOR_BOTS = frozenset({"draw", "games", "limits"})
#: An expression that Jedi can complete for each type that values of a view have.
LITERALS = {"list": "[]", "dict": "{}", "str": "''", "int": "(1)", "bool": "True", "float": "1.0"}


class Choice(TypedDict, total=False):
    """`label` is what is written. `detail` and `path`, of a key: its type, and the keys that lead to it. `near`, of a
    name: 1 if it is the text's own, -1 if it is Python's or a constant, of which there are many.
    """

    label: str
    detail: str
    path: str
    near: int


class Choices(TypedDict):
    """`start`: where what is being written begins in its line, in UTF-16 units; `of` is "view" or "names"."""

    start: int
    of: str
    options: list[Choice]


def choices(
    library: Library, text: str, name: str, line: int, column: int, entrances: Mapping[str, Shape]
) -> tuple[Choices | None, list[Any]]:
    """Return the completions at a place, and Jedi's own objects in the same order."""
    lines = text.split("\n")
    here = lines[line - 1]
    at = points(here, column)
    place = place_before(here[:at])
    if place is not None and (shape := shape_before(text, line, place, entrances)) and shape.keys:
        return _keys(shape, place, here), []
    attribute = re.search(r"(?:^|[^\w.])([\w.]+(?:\[[^\[\]]*\]|\(\))*)\.(\w*)$", here[:at])
    if attribute and (shape := shape_of_piece(text, line, attribute[1], entrances)):
        literal = LITERALS.get(shape.type)
        if literal:
            asked = f"{literal}.{attribute[2]}"
            found = library.script(asked, "of_a_view.py").complete(1, len(asked))
            return _names(found, units(here[: at - len(attribute[2])]), attribute[2], library.folder)
    typed = re.search(r"\w*$", here[:at])
    word = typed[0] if typed else ""
    script = library.script(text, name)
    listed = _listed(script, line, here[:at])
    found = [each for each in script.complete(line, at) if listed is None or _is_listed(each, listed)]
    return _names(found, units(here[: at - len(word)]), word, library.folder)


#: The owner of the names at a place: ``module.`` and ``from module import``.
OWNER = re.compile(r"(?:^|[^\w.])([\w.]+)\.\w*$|^\s*from\s+([\w.]+)\s+import\s[\w\s,()]*$")


def _listed(script: Any, line: int, before: str) -> frozenset[str] | None:
    """Return the public names of the module before the place; None if that is no module, or lists no names."""
    owner = OWNER.search(before)
    if owner is None:
        return None
    if owner[1] == "sandlot" or owner[2] == "sandlot":
        return FOR_BOTS
    found = script.infer(line, owner.end(owner.lastindex or 1))
    lists = [public(each.module_path) for each in found if each.type == "module" and each.module_path]
    return next(filter(None, lists), None)


def _is_listed(each: Any, listed: frozenset[str]) -> bool:
    """Tell whether to offer a name of a module that lists its public names. A package's list lacks its modules."""
    return each.name in listed or (isinstance(each._name, SubModuleName) and listed is not FOR_BOTS)


def _keys(shape: Shape, place: Place, here: str) -> Choices:
    quote = "" if place.quote else '"'
    options: list[Choice] = [
        {"label": f"{quote}{key}{quote}", "detail": each.annotation(), "path": each.path}
        for key, each in shape.keys.items()
    ]
    return {"start": units(here[: place.start]), "of": "view", "options": options}


def _names(found: Iterable[Any], start: int, word: str, folder: Path) -> tuple[Choices | None, list[Any]]:
    wanted = [each for each in found if _is_wanted(each, word)][:MOST_COMPLETIONS]
    options: list[Choice] = [{"label": each.name, "near": _near(each, folder)} for each in wanted]
    return ({"start": start, "of": "names", "options": options} if options else None), wanted


def _is_wanted(each: Any, word: str) -> bool:
    """Tell whether to offer a name: no private ones, and no strings, which are the keys of other dicts."""
    return each._name.api_type != "string" and (not each.name.startswith("_") or word.startswith("_"))


def _near(each: Any, folder: Path) -> int:
    path = each.module_path
    if each._name.api_type == "param" or (path is not None and path.is_relative_to(folder)):
        return 1
    # There are many constants, and they are seldom what one looks for.
    return -1 if each.name.isupper() or each.in_builtin_module() else 0


@functools.cache
def public(path: Path) -> frozenset[str] | None:
    """Return the names in a module's ``__all__`` if it is one list; None if there is none."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            try:
                return frozenset(ast.literal_eval(node.value))
            except (ValueError, TypeError):
                return None
    return None
