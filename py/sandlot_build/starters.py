"""Translates the starters of all games into the languages of the page: their comments, docstrings and prints.

Each game has one starter, in English, and a file of translations by the English texts for every other language; the
build fails where a text has changed and its translation has not.
"""

from __future__ import annotations

import ast
import io
import json
import tokenize
from collections.abc import Iterable
from pathlib import Path

from sandlot_build.basis import ROOT, STATIC, Problem


def texts_in(source: str) -> list[str]:
    """Return the texts for people in a bot, as they stand in the file: docstrings, comments, and what is printed."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            first = node.body[0]
            found.append((ast.get_source_segment(source, first) or "").strip('"'))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            found += [(ast.get_source_segment(source, each) or "").removeprefix("f")[1:-1] for each in node.args]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found += [token.string.removeprefix("# ") for token in tokens if token.type == tokenize.COMMENT]
    return found


def in_language(source: str, said: dict[str, str], name: str) -> str:
    """Return a bot with its texts replaced; `name` is the file of translations, for error messages."""
    texts = texts_in(source)
    if missing := [text for text in texts if text not in said]:
        raise Problem(f"{name} has no translation of {missing[0]!r}.")
    if spare := [text for text in said if text not in texts]:
        raise Problem(f"{name} translates what the starter does not say: {spare[0]!r}.")
    # The longest first: one text may be a part of another.
    for text in sorted(texts, key=len, reverse=True):
        source = source.replace(text, said[text])
    compile(source, name, "exec")
    return source


def starters(language: str, games: Iterable[str]) -> dict[str, str]:
    """Return the starters as sentences of the page, in which a brace is doubled; none in English, where the page has
    them from the package.
    """
    if language == "en":
        return {}
    found = {}
    for game in games:
        source = (ROOT / "py" / "sandlot" / "games" / game / "bots" / "starter.py").read_text(encoding="utf-8")
        path = STATIC / "games" / game / "starter" / f"{language}.json"
        text = in_language(source, translations(path), path.relative_to(ROOT).as_posix())
        found[f"starter.{game}"] = text.replace("{", "{{").replace("}", "}}")
    return found


def translations(path: Path) -> dict[str, str]:
    """Return the content of a file of translations: {English text: translation}."""
    try:
        found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Problem(f"{path.relative_to(ROOT).as_posix()} is missing.") from None
    except ValueError as error:
        raise Problem(f"{path.relative_to(ROOT).as_posix()} is not JSON: {error}.") from error
    return found
