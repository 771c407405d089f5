"""Marks mistakes in a text: syntax errors, undefined names, and unused imports and variables. Of a whole bot it tells
what keeps it from starting.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal, TypedDict

from pyflakes import checker, messages

from sandlot_editor.text import units

Severity = Literal["error", "warning", "info"]
MOST_PROBLEMS = 100
LARGEST_TREE = 200_000
"""Most characters of a text of which a syntax tree is made: it takes far more memory than compiling."""
MOST_IMPORTS = 100

#: What is marked, by pyflakes' class: the id of our sentence, the severity, and the names of its parameters.
SAID: dict[type, tuple[str, Severity, tuple[str, ...]]] = {
    messages.UndefinedName: ("reading.undefined", "warning", ("name",)),
    messages.UndefinedLocal: ("reading.tooEarly", "warning", ("name",)),
    messages.UnusedImport: ("reading.unusedImport", "info", ("name",)),
    messages.UnusedVariable: ("reading.unusedVariable", "info", ("name",)),
    messages.RedefinedWhileUnused: ("reading.twice", "info", ("name",)),
    messages.DuplicateArgument: ("reading.twiceGiven", "warning", ("name",)),
    messages.IsLiteral: ("reading.isLiteral", "warning", ()),
    messages.AssertTuple: ("reading.alwaysTrue", "warning", ()),
    messages.IfTuple: ("reading.alwaysTrue", "warning", ()),
}


class Mark(TypedDict):
    """A mistake: `line` from 1, `start` and `end` in UTF-16 units of that line; `end` may lie behind its end."""

    line: int
    start: int
    end: int
    severity: Severity
    id: str
    params: dict[str, Any]


def marks(text: str, given: list[str]) -> list[Mark]:
    """Return the mistakes of a text, at most `MOST_PROBLEMS`, the first ones. `given`: names that count as defined."""
    lines = text.split("\n")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except SyntaxError as error:
        return [_of_syntax(error, lines)]
    except (ValueError, MemoryError, RecursionError):
        return []
    try:
        found = checker.Checker(tree, builtins=set(given)).messages
    except RecursionError:
        return []
    made = [_of_message(each, lines) for each in found if type(each) in SAID]
    made += [_of_no_answer(each, lines) for each in _without_answer(tree)]
    return sorted(made, key=lambda mark: (mark["line"], mark["start"]))[:MOST_PROBLEMS]


def _without_answer(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions that the game asks for a move and that surely return nothing, whatever happens in them."""
    for each in asked_of(tree):
        if not any(map(_may_answer, own_nodes(each))):
            yield each


def asked_of(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions that the game asks for a move, as far as that is sure."""
    defined = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    names = {each.name for each in defined}
    # Begin and play are the functions of planes; alone they may be anything.
    asked = {"move", "next_move", "nextMove"} | ({"begin", "play"} if {"begin", "play"} <= names else set())
    # One that the file calls itself, or replaces, need not be what the game asks.
    used = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    for each in defined:
        if each.name in asked - used and not each.decorator_list:
            yield each


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield what stands in a function, without the functions and classes inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def _may_answer(node: ast.AST) -> bool:
    """Return whether a function with this in it may answer, or never comes to its end."""
    match node:
        case ast.Return(value=value):
            return value is not None
        case ast.While(test=ast.Constant(value=value)):
            return bool(value)
        case ast.Raise() | ast.Yield() | ast.YieldFrom():
            return True
        case ast.Call(func=ast.Name(id="exit" | "quit") | ast.Attribute(attr="exit" | "_exit")):
            return True
    return False


def _of_no_answer(function: ast.FunctionDef, lines: list[str]) -> Mark:
    text = lines[function.lineno - 1]
    found = re.compile(rf"\b{re.escape(function.name)}\b").search(text)
    start, end = found.span() if found else (0, len(text))
    return _mark(lines, function.lineno, start, end, "warning", "reading.noReturn", {"name": function.name})


class Checked(TypedDict):
    """`syntax`: the mistake because of which Python cannot read a text, or None; `imports`: the top modules that it
    imports as soon as it runs, each with its line. A longer text is not searched for them.
    """

    syntax: Mark | None
    imports: list[tuple[str, int]]


def checked(text: str) -> Checked | None:
    """Return what may keep a text from starting as a bot; None if that cannot be told."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Some mistakes, such as a return outside a function, are found only when code is made of the tree.
            compile(text, "bot.py", "exec", dont_inherit=True)
            tree = ast.parse(text if len(text) <= LARGEST_TREE else "")
    except SyntaxError as error:
        return {"syntax": _of_syntax(error, text.split("\n")), "imports": []}
    except (ValueError, MemoryError, RecursionError):
        return None
    return {"syntax": None, "imports": list(islice(_imported(tree), MOST_IMPORTS))}


def _imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield what the statements at the top of a file import. One in a branch, or in a try, may never run or be allowed
    to fail.
    """
    for node in tree.body:
        match node:
            case ast.Import(names=names):
                yield from ((each.name.partition(".")[0], node.lineno) for each in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0], node.lineno


def _of_syntax(error: SyntaxError, lines: list[str]) -> Mark:
    line = min(max(error.lineno or 1, 1), len(lines))
    text = lines[line - 1]
    start = min(max((error.offset or 1) - 1, 0), len(text))
    one_line = error.end_lineno in (None, line)
    end = max(start + 1, (error.end_offset or 0) - 1) if one_line else len(text)
    # At the end of a line, the character before is underlined.
    if start >= len(text.rstrip()):
        start, end = max(0, len(text.rstrip()) - 1), len(text)
    params = {"why": error.msg, "kind": type(error).__name__}
    return _mark(lines, line, start, end, "error", "reading.syntax", params)


def _of_message(message: Any, lines: list[str]) -> Mark:
    id, severity, names = SAID[type(message)]
    given = message.message_args if isinstance(message.message_args, tuple) else (message.message_args,)
    params = dict(zip(names, given, strict=False))
    line = min(message.lineno, len(lines))
    text = lines[line - 1]
    # Python's tree counts bytes.
    start = len(text.encode("utf-8", "replace")[: message.col].decode("utf-8", "replace"))
    end = len(text.rstrip())
    # pyflakes names an import in full: of "a.b as c" the name is c, and of "a.b" it is b.
    word = str(params.get("name", "")).rpartition(" as ")[2].rpartition(".")[2]
    if word:
        params["name"] = word
    if word and (found := re.compile(rf"\b{re.escape(word)}\b").search(text, start)):
        start, end = found.span()
    return _mark(lines, line, start, end, severity, id, params)


def _mark(
    lines: list[str], line: int, start: int, end: int, severity: Severity, id: str, params: dict[str, Any]
) -> Mark:
    text = lines[line - 1]
    return {
        "line": line,
        "start": units(text[:start]),
        "end": max(units(text[:end]), units(text[:start]) + 1),
        "severity": severity,
        "id": id,
        "params": params,
    }
