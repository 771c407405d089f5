"""Makes the texts of the reference beside the editor from the docstrings of the package, their only source.

They are in English. Every other language has files with their translations by the English text: one for each game, and
one for all games. So a changed text has no translation until somebody writes one, and the build reports it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from sandlot.schemas.keys import answers, view_keys
from sandlot_build.basis import ROOT, STATIC, Problem, compact
from sandlot_build.bundles import hashed
from sandlot_build.starters import translations
from sandlot_build.words import languages

PACKAGE = ROOT / "py" / "sandlot"
COMMON = STATIC / "panels" / "code" / "guide"
COMMENT = re.compile(r"(?<=# ).*$", re.MULTILINE)


class Part(TypedDict):
    """A part of the reference: what is said of it, an example, and [what one writes, what it means]."""

    about: list[str]
    code: str
    entries: list[list[str]]


class Guide(TypedDict):
    """The texts of one language: `views`, the forms of `answers` and `helpers` by game, and the modules that bots of
    all games can import.
    """

    views: dict[str, list[list[str]]]
    answers: dict[str, list[list[str]]]
    helpers: dict[str, list[list[str]]]
    modules: dict[str, Part]


def guide(games: Iterable[str]) -> Guide:
    """Return the texts in English."""
    modules = {name: _module(name) for name in ("draw", "limits")}
    found: Guide = {"views": {}, "answers": {}, "helpers": {}, "modules": modules}
    for game in games:
        place = PACKAGE / "games" / game / "__init__.py"
        about = _docstring(_parsed(place))
        found["views"][game] = view_keys(about)
        found["answers"][game] = answers(about)
        found["helpers"][game] = _helpers(game)
        if not found["views"][game]:
            raise Problem(f'{place.relative_to(ROOT)} says nowhere "What a bot sees", with a comment for every key.')
        if not found["answers"][game]:
            where = place.relative_to(ROOT)
            raise Problem(f'{where} says nowhere "What a bot returns", with a comment for every form.')
    return found


def texts_of(entries: Iterable[list[str]]) -> list[str]:
    """Return every text of some entries, once."""
    return list(dict.fromkeys(text for _, text in entries if text))


def copy_guides(folder: Path, games: Iterable[str]) -> dict[str, str]:
    """Write the texts of every language; return their addresses."""
    english = guide(games)
    return {
        language: hashed(folder, f"guide-{language}.json", compact(_in_language(english, language)))
        for language in languages()
    }


def _in_language(english: Guide, language: str) -> Guide:
    if language == "en":
        return english
    views, forms, helpers = english["views"], english["answers"], english["helpers"]
    said = {game: _translated(game, texts_of([*views[game], *forms[game], *helpers[game]]), language) for game in views}
    modules = english["modules"].values()
    common = texts_of(entry for part in modules for entry in part["entries"])
    common += [text for part in modules for text in (*part["about"], *COMMENT.findall(part["code"]))]
    known = _translated(None, list(dict.fromkeys(common)), language)
    return {
        "views": {game: _said(entries, said[game]) for game, entries in views.items()},
        "answers": {game: _said(entries, said[game]) for game, entries in forms.items()},
        "helpers": {game: _said(entries, said[game]) for game, entries in helpers.items()},
        "modules": {
            name: {
                "about": [known[text] for text in part["about"]],
                "code": COMMENT.sub(lambda comment: known[comment[0]], part["code"]),
                "entries": _said(part["entries"], known),
            }
            for name, part in english["modules"].items()
        },
    }


def _translated(game: str | None, texts: list[str], language: str) -> dict[str, str]:
    """Return the translations of a game's texts, or of those that all games share; raise `Problem` if one is missing
    or one too many.
    """
    path = (STATIC / "games" / game / "guide" if game else COMMON) / f"{language}.json"
    known = translations(path)
    name = path.relative_to(ROOT).as_posix()
    if missing := [text for text in texts if text not in known]:
        raise Problem(f"{name} has no translation of {missing[0]!r}.")
    if spare := [text for text in known if text not in texts]:
        raise Problem(f"{name} translates what no docstring says: {spare[0]!r}.")
    return known


def _said(entries: list[list[str]], known: dict[str, str]) -> list[list[str]]:
    return [[name, text and known[text]] for name, text in entries]


def _module(name: str) -> Part:
    module = _parsed(PACKAGE / f"{name}.py")
    paragraphs = _docstring(module).split("\n\n")
    examples = [paragraph for paragraph in paragraphs if paragraph.startswith("    ")]
    return {
        "about": [_on_one_line(each) for each in paragraphs if each not in examples],
        "code": "\n\n".join(each.replace("\n    ", "\n").strip() for each in examples),
        "entries": _described(module, f"{name}.", _named(_docstring(module))),
    }


def _helpers(game: str) -> list[list[str]]:
    """Return the functions that a game's docstring names with their arguments, from wherever the game has them."""
    module = _parsed(PACKAGE / "games" / game / "__init__.py")
    about = _docstring(module)
    found: list[list[str]] = []
    for each in module.body:
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("sandlot."):
            names = {alias.name for alias in each.names} & _named(about)
            source = _parsed(ROOT.joinpath("py", *(each.module or "").split(".")).with_suffix(".py"))
            found += _described(source, f"{game}.", names)
            rules = [one for one in source.body if isinstance(one, ast.ClassDef) and one.name == f"_{game.title()}"]
            if rules and f"{game}.game.step(" in about:
                found += _described(rules[0], f"{game}.game.", {"step"})
    return found


def _named(about: str) -> set[str]:
    return set(re.findall(r"(\w+)\(", about))


def _described(owner: ast.Module | ast.ClassDef, before: str, names: set[str]) -> list[list[str]]:
    """Return [signature, first paragraph of its docstring] of these functions."""
    return [
        [before + _signature(each), _on_one_line((ast.get_docstring(each) or "").split("\n\n")[0])]
        for each in owner.body
        if isinstance(each, ast.FunctionDef) and each.name in names
    ]


def _signature(function: ast.FunctionDef) -> str:
    """Return the name of a function with its arguments, without their types."""
    args = [arg.arg for arg in function.args.args if arg.arg != "self"]
    usual = [ast.unparse(value) for value in function.args.defaults]
    needed = len(args) - len(usual)
    said = [*args[:needed], *(f"{name}={value}" for name, value in zip(args[needed:], usual, strict=True))]
    return f"{function.name}({', '.join(said)})".replace("'", '"')


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _docstring(module: ast.Module) -> str:
    return ast.get_docstring(module) or ""


def _on_one_line(text: str) -> str:
    """Return a paragraph without its line breaks; what is code stands between single backticks."""
    return " ".join(text.split()).replace("``", "`")
