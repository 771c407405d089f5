"""The syntax tree of a module as text, without the parts that do not affect how it runs.

`ast.dump` writes the same tree differently from one version of Python to the next.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

#: `ctx` follows from where a name stands; the others say how a constant or a comment was written.
_UNSAID = {"ctx", "kind", "type_comment", "type_ignores"}
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


_one_parser = threading.Lock()


def parse(source: str | bytes) -> ast.Module:
    """Return the syntax tree of a module, in one thread at a time: Python 3.11 counts the depth of all trees that are
    being made together, and fails when two threads make one. Raises what `ast.parse` raises.
    """
    with _one_parser:
        return ast.parse(source)


def literal(text: str) -> Any:
    """Return the value of a Python literal, in one thread at a time, too. Raises what `ast.literal_eval` raises."""
    with _one_parser:
        return ast.literal_eval(text)


def tree_text(source: bytes) -> str:
    """Return the syntax tree of a module: the same text in every version of Python, whatever its comments, line breaks
    and docstrings (of modules, classes and functions: those of variables count). Raises `SyntaxError`.
    """
    words: list[str] = []
    _write(parse(source), words.append)
    return "".join(words)


def _write(value: Any, put: Callable[[str], None]) -> None:
    if isinstance(value, list):
        put("[")
        for each in value:
            _write(each, put)
            put(",")
        put("]")
    elif not isinstance(value, ast.AST):
        put(ascii(value))
    else:
        put(f"{type(value).__name__}(")
        for name in value._fields:
            part: Any = None if name in _UNSAID else getattr(value, name, None)
            if name == "body" and isinstance(value, _WITH_DOCSTRING) and part and _is_text(part[0]):
                part = part[1:]
            elif name == "values" and isinstance(value, ast.JoinedStr):
                part = list(_joined(part))
            # Fields that newer versions of Python have added are empty in older code.
            if part is not None and part != []:
                put(f"{name}=")
                _write(part, put)
        put(")")


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _joined(parts: Sequence[ast.expr]) -> Iterator[Any]:
    """Yield the parts of an f-string, with neighbouring pieces of text joined: Python 3.12 may have several."""
    text = ""
    for part in parts:
        if isinstance(part, ast.Constant):
            text += str(part.value)
            continue
        if text:
            yield text
            text = ""
        yield part
    if text:
        yield text
