"""Finds the line of a bot that has returned a wrong move. Python has no error there, and so no line."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from sandlot_editor.marks import LARGEST_TREE, asked_of, own_nodes

#: What a value that is made in this way is written with at its beginning.
OPENINGS: tuple[tuple[tuple[type, ...], str], ...] = (
    ((ast.List, ast.ListComp), "["),
    ((ast.Tuple,), "[("),
    ((ast.Set, ast.Dict, ast.SetComp, ast.DictComp), "{[s"),
    ((ast.JoinedStr,), "'\""),
)


def line_of(text: str, got: str) -> int | None:
    """Return the line of the only `return` of `move` that can have given this value. `got`: as Python writes it. Of a
    function that gives None by coming to its end it is the line of its name. None: several lines can have given it.
    """
    if len(text) > LARGEST_TREE:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        functions = list(asked_of(tree))
        found = {line for function in functions for line in _lines(function, got)}
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return found.pop() if len(functions) == 1 and len(found) == 1 else None


def _lines(function: ast.FunctionDef, got: str) -> Iterator[int]:
    for node in own_nodes(function):
        if isinstance(node, ast.Return) and _may_be(node.value, got):
            yield node.lineno
    if got == "None" and _may_end(function.body):
        yield function.lineno


def _may_be(value: ast.expr | None, got: str) -> bool:
    if value is None:
        return got == "None"
    if isinstance(value, ast.IfExp):
        return _may_be(value.body, got) or _may_be(value.orelse, got)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print":
        return got == "None"
    try:
        known = ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return next((got[:1] in opening for kinds, opening in OPENINGS if isinstance(value, kinds)), True)
    # Tuples arrive as lists.
    return got in (repr(known), repr(list(known)) if isinstance(known, tuple) else "")


def _may_end(body: list[ast.stmt]) -> bool:
    """Whether what runs these statements may come to their end."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return False
        case ast.If(body=then, orelse=other):
            return not other or _may_end(then) or _may_end(other)
        case ast.With(body=inner):
            return _may_end(inner)
        case ast.While(test=ast.Constant(value=value)) as loop if value:
            return any(isinstance(each, ast.Break) for each in ast.walk(loop))
        case ast.Match(cases=cases):
            return not _has_rest(cases[-1]) or any(_may_end(each.body) for each in cases)
    return True


def _has_rest(case: ast.match_case) -> bool:
    """Whether it takes whatever no case before it has taken."""
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
