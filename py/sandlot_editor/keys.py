"""Finds the part of a view that an expression stands for, and so its keys, by reading the text alone.

Jedi loses track of a view in `enumerate`, `zip` and comprehensions, which is where bots use it most. The structure of a
view is known beforehand, so here it is followed through assignments, loops and calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import parso

from sandlot_editor.shapes import Shape

Node: TypeAlias = Any
"""A node of parso's tree."""

MOST_EXPRESSIONS = 4000
"""Most expressions that are looked at for one answer."""
DEEPEST = 40

#: Where a view and a setup come in: the only argument of these functions.
ENTRANCES = {"move": "view", "start": "setup"}
LISTS = {"sorted", "list", "reversed", "tuple", "set", "iter"}
ITEMS = {"min", "max", "next", "choice", "pop"}
SAME = {"copy", "deepcopy", "dict"}


@dataclass(frozen=True)
class Place:
    """A key that is being written: `start` is where its text begins in the line, `bracket` where the ``[`` or the
    ``.get(`` before it stands; `quote` is "" if none is written yet.
    """

    start: int
    bracket: int
    quote: str


def place_before(before: str) -> Place | None:
    """Return the key that is being written at the end of this part of a line, if there is one."""
    if found := re.search(r"""\[\s*(["']?)([^"'\[\]]*)$""", before):
        if not found[1] and found[2]:
            return None
        return Place(found.start(2), found.start(), found[1])
    if found := re.search(r"""\.get\(\s*(["'])([^"']*)$""", before):
        return Place(found.start(2), found.start(), found[1])
    return None


class Tracker:
    """Follows the view through one text."""

    def __init__(self, module: Node, entrances: Mapping[str, Shape]) -> None:
        self.names = module.get_used_names()
        self.entrances = entrances
        self.steps = 0
        self.under_way: set[int] = set()

    def of(self, node: Node) -> Shape | None:
        """Return the shape of an expression; None: it is no part of a view, or too much work to find out."""
        self.steps += 1
        if self.steps > MOST_EXPRESSIONS or len(self.under_way) > DEEPEST or id(node) in self.under_way:
            return None
        read = self._readers.get(node.type)
        if read is None:
            return None
        self.under_way.add(id(node))
        try:
            return read(self, node)
        finally:
            self.under_way.discard(id(node))

    def _first(self, nodes: Iterator[Node] | list[Node]) -> Shape | None:
        return next((shape for each in nodes if (shape := self.of(each))), None)

    # Expressions

    def _any_of(self, node: Node) -> Shape | None:
        return self._first(node.children)

    def _choice(self, node: Node) -> Shape | None:
        """Return the shape of ``a if b else c``."""
        return self._first([node.children[0], node.children[-1]])

    def _walrus(self, node: Node) -> Shape | None:
        return self.of(node.children[-1])

    def _bracketed(self, node: Node) -> Shape | None:
        inner = node.children[1]
        if node.children[0] == "(" and inner.type != "testlist_comp":
            return self.of(inner)
        if node.children[0] == "[" or (inner.type == "testlist_comp" and _is_comprehension(inner)):
            first = inner.children[0] if inner.type == "testlist_comp" else inner
            item = self.of(first)
            return Shape("list", item.path, item=item) if item else None
        return None

    def _chain(self, node: Node) -> Shape | None:
        """Return the shape of a name and what follows it: ``view["tanks"][0]``."""
        return self.up_to(node, len(node.children))

    def up_to(self, node: Node, end: int) -> Shape | None:
        """Return the shape of the first parts of a chain."""
        head, *trailers = node.children[:end]
        shape = self.of(head)
        for number, trailer in enumerate(trailers):
            before = node.children[number]
            if trailer.type != "trailer":
                return None
            kind = trailer.children[0]
            if kind == "[":
                shape = shape and _item(shape, trailer.children[1])
            elif kind == "(":
                shape = self._called(before, shape, trailer)
            elif number == 0 and shape is None and head.type == "name":
                shape = self._attribute(head, trailer.children[1])
        return shape

    def _called(self, before: Node, shape: Shape | None, trailer: Node) -> Shape | None:
        """Return the shape of a call's result. `shape` is that of its method's owner, if that is a part of a view."""
        arguments = _arguments(trailer)
        name = before.children[1] if before.type == "trailer" and len(before.children) > 1 else before
        called = name.value if name.type == "name" else ""
        if shape and before.type == "trailer":
            if called == "get":
                return _item(shape, arguments[0]) if arguments else None
            return shape.item if called == "pop" else shape if called == "copy" else None
        if called == "enumerate":
            item = _element(self.of(arguments[0])) if arguments else None
            return Shape("list", item=Shape("tuple", parts=(None, item))) if item else None
        if called == "zip":
            parts = tuple(_element(self.of(each)) for each in arguments)
            return Shape("list", item=Shape("tuple", parts=parts)) if any(parts) else None
        if called in LISTS | SAME:
            return self.of(arguments[0]) if arguments else None
        if called in ITEMS:
            return _element(self.of(arguments[0])) if arguments else None
        if called == "filter":
            return self.of(arguments[-1]) if arguments else None
        return self._returned(called)

    def _returned(self, name: str) -> Shape | None:
        """Return the shape of what a function of this name returns."""
        for leaf in self.names.get(name, ()):
            if leaf.parent.type == "funcdef" and leaf.parent.name is leaf:
                values = [each.children[1] for each in leaf.parent.iter_return_stmts() if each.type == "return_stmt"]
                if shape := self._first(values):
                    return shape
        return None

    def _attribute(self, owner: Node, name: Node) -> Shape | None:
        """Return the shape of what is assigned to ``self.name``, anywhere."""
        if owner.value not in ("self", "cls"):
            return None
        written = (each for each in self.names.get(name.value, ()) if each.parent.type == "trailer")
        return next((shape for each in written if (shape := self.defined(each))), None)

    # Names

    def _name(self, name: Node) -> Shape | None:
        """Return the shape of a name by its definitions: the nearest one before it, in this scope or one around it,
        goes first.
        """
        found = [each for each in self.names.get(name.value, ()) if each.is_definition() and _is_seen(each, name)]
        found.sort(key=lambda each: _nearness(each, name))
        return next((shape for each in found if (shape := self.defined(each))), None)

    def defined(self, name: Node) -> Shape | None:
        """Return the shape of a name where it is defined."""
        node = name.get_definition()
        if node is None:
            return None
        if node.type == "param":
            return self._param(node)
        if node.type == "expr_stmt":
            # Only `a = b` and `a: T = b`: neither `a += b` nor `a: T` tells more.
            target, value = node.children[0], node.get_rhs()
            return _part(self.of(value), target, name) if node.children[1] == "=" or _is_annotated(node) else None
        if node.type in ("for_stmt", "comp_for", "sync_comp_for"):
            target, source = node.children[1], node.children[3]
            return _part(_element(self.of(source)), target, name)
        return self.of(node.children[-1]) if node.type == "namedexpr_test" else None

    def _param(self, param: Node) -> Shape | None:
        function = param.get_parent_function()
        if function.type == "lambdef":
            return self._param_of_lambda(function)
        params = function.get_params()
        method = len(params) > 0 and params[0].name.value in ("self", "cls")
        number = params.index(param) - method
        if number < 0:
            return None
        if number == 0 and len(params) - method == 1 and function.name.value in ENTRANCES:
            return self.entrances[ENTRANCES[function.name.value]]
        for leaf in self.names.get(function.name.value, ()):
            trailer = leaf.get_next_leaf().parent
            if trailer.type == "trailer" and trailer.children[0] == "(" and leaf.parent is not function:
                given = _argument(trailer, number, param.name.value)
                if given is not None and (shape := self.of(given)):
                    return shape
        return None

    def _param_of_lambda(self, function: Node) -> Shape | None:
        """``min(tanks, key=lambda tank: ...)``: an item of the first argument; ``filter(lambda ...)``: of the last."""
        listed = parso.tree.search_ancestor(function, "arglist")
        if listed is None:
            return None
        others = [each for each in listed.children if each is not function and each.type != "argument"]
        return next((item for each in others if (item := _element(self.of(each)))), None)

    _readers: Mapping[str, Callable[[Tracker, Node], Shape | None]] = {
        "name": _name,
        "atom_expr": _chain,
        "power": _chain,
        "atom": _bracketed,
        "or_test": _any_of,
        "and_test": _any_of,
        "arith_expr": _any_of,
        "test": _choice,
        "ternary": _choice,
        "namedexpr_test": _walrus,
    }


def _is_comprehension(node: Node) -> bool:
    return node.children[-1].type in ("comp_for", "sync_comp_for")


def _is_annotated(statement: Node) -> bool:
    return statement.children[1].type == "annassign" and len(statement.children[1].children) == 4


def _arguments(trailer: Node) -> list[Node]:
    """Return the positional arguments of a call."""
    inner = trailer.children[1]
    listed = inner.children if inner.type == "arglist" else [inner]
    return [each for each in listed if each != "," and each != ")" and each.type != "argument"]


def _argument(trailer: Node, number: int, name: str) -> Node | None:
    positional = _arguments(trailer)
    if number < len(positional):
        return positional[number]
    inner = trailer.children[1]
    listed = inner.children if inner.type == "arglist" else [inner]
    named = (each for each in listed if each.type == "argument" and each.children[0] == name)
    return next((each.children[-1] for each in named), None)


def _element(shape: Shape | None) -> Shape | None:
    """Return the shape of what a loop over it yields."""
    return shape.item if shape else None


def _item(shape: Shape, index: Node) -> Shape | None:
    """Return the shape of what stands at an index or a key."""
    if shape.type == "dict":
        return shape.keys.get(text_of(index)) if index.type == "string" else None
    if index.type == "subscript":
        return shape
    if shape.parts:
        number = int(index.value) if index.type == "number" and index.value.isdecimal() else len(shape.parts)
        return shape.parts[number] if number < len(shape.parts) else None
    return shape.item


def _part(shape: Shape | None, target: Node, name: Node) -> Shape | None:
    """Return the shape of what a name gets if a value is assigned to a target such as ``number, tank``."""
    if shape is None or target is name:
        return shape
    if target.type == "atom" and target.children[0] in ("(", "["):
        target = target.children[1]
    if target.type in ("exprlist", "testlist_star_expr", "testlist_comp", "testlist"):
        targets = [each for each in target.children if each != ","]
        for number, each in enumerate(targets):
            if each.start_pos <= name.start_pos < each.end_pos:
                one = shape.parts[number] if number < len(shape.parts) else shape.item
                return _part(one, each, name)
        return None
    return shape if name.parent.type == "trailer" else None


def _scope(node: Node) -> Node:
    """Return the function or the module that a name is looked up in."""
    definition = node.get_definition() if node.is_definition() else None
    if definition is not None and definition.type in ("funcdef", "classdef"):
        node = definition
    if definition is not None and definition.type == "param":
        return definition.get_parent_function()
    return parso.tree.search_ancestor(node, "funcdef", "lambdef", "file_input")


def _comprehension(node: Node) -> Node | None:
    """Return the comprehension that a name is the variable of."""
    loop = node.get_definition()
    return loop.parent if loop is not None and loop.type in ("comp_for", "sync_comp_for") else None


def _is_seen(definition: Node, use: Node) -> bool:
    owner = _comprehension(definition)
    while owner is not None and owner.type in ("comp_for", "sync_comp_for"):
        owner = owner.parent
    return owner is None or owner.start_pos <= use.start_pos < owner.end_pos


def _nearness(definition: Node, use: Node) -> tuple[int, bool, int]:
    """Return a key to sort definitions by: the innermost scope first, and in a scope the nearest one before the use."""
    scope, around, far = _scope(definition), _scope(use), 0
    while around is not None and around is not scope:
        around, far = parso.tree.search_ancestor(around, "funcdef", "lambdef", "file_input"), far + 1
    line, column = definition.start_pos
    after = definition.start_pos > use.start_pos
    position = line * 1000 + column
    return (1000 if around is None else far), after, position if after else -position


def text_of(string: Node) -> str:
    """Return what a string without escapes holds."""
    return str(string.value).strip("rRbBuU").strip("\"'")


def shape_before(text: str, line: int, place: Place, entrances: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of what stands before a key that is being written on a line, counted from 1."""
    lines = text.split("\n")
    here = lines[line - 1]
    after = here[place.start :]
    rest = re.sub(r"""^[^"'\]]*["']?\s*\]?""", "", after) if place.quote else after.lstrip("]")
    whole = [*lines[: line - 1], f"{here[: place.bracket]}[0]{rest}", *lines[line:]]
    if shape := _shape_at("\n".join(whole), line, place.bracket, entrances):
        return shape
    # The line cannot be parsed as a whole: take only the expression before the key.
    piece = PIECE.search(here[: place.bracket])
    return shape_of_piece(text, line, piece[0], entrances) if piece else None


PIECE = re.compile(r"[\w.]+(?:\[[^\[\]]*(?:\[[^\[\]]*\])?[^\[\]]*\]|\([^()]*\)|\.\w+)*$")


def shape_of_piece(text: str, line: int, piece: str, entrances: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of an expression from a line, which is parsed alone in place of the whole line."""
    lines = text.split("\n")
    here = lines[line - 1]
    indent = here[: len(here) - len(here.lstrip())]
    opened = f"{indent}if 1:" if here.rstrip().endswith(":") else ""
    alone = [*lines[: line - 1], f"{indent}{piece}[0]", opened, *lines[line:]]
    return _shape_at("\n".join(alone), line, len(indent) + len(piece), entrances)


def _shape_at(text: str, line: int, bracket: int, entrances: Mapping[str, Shape]) -> Shape | None:
    module = parso.parse(text)
    leaf = module.get_leaf_for_position((line, bracket + 1))
    if leaf is None or leaf.parent is None or leaf.parent.type != "trailer":
        return None
    chain = leaf.parent.parent
    if chain.type not in ("atom_expr", "power"):
        return None
    return Tracker(module, entrances).up_to(chain, chain.children.index(leaf.parent))


def shape_of_string(module: Node, leaf: Node, entrances: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of what a string is the key of, for a string in brackets behind a part of a view."""
    trailer = leaf.parent
    if leaf.type != "string" or trailer.type != "trailer" or trailer.parent.type not in ("atom_expr", "power"):
        return None
    chain = trailer.parent
    return Tracker(module, entrances).up_to(chain, chain.children.index(trailer) + 1)
