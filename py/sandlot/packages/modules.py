"""What a module is that a bot wants and Python does not find: compiled code, a package to declare, or a part of Python.

What is known stands in modules.json, which `build.py check --fix` makes from Pyodide's list of packages and from the
Python of the page:

    compiled, pure   module: the name by which the index knows its package
    absent           parts of Python's standard library that the page's Python lacks
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from sandlot.messages import Message, message

__all__ = ["compiled_among", "explain", "known", "missing", "package_of"]

_NOT_FOUND = re.compile(r"ModuleNotFoundError: No module named '(\w{1,100})'")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@cache
def known() -> Mapping[str, Any]:
    """Return what stands in modules.json."""
    content: dict[str, Any] = json.loads((files("sandlot.packages") / "modules.json").read_text(encoding="utf-8"))
    return content


def missing(error: Any) -> str | None:
    """Return the module that the last line of a traceback says is not there; None if it says something else.

    A part of a package is none: the package itself is there then.
    """
    found = _NOT_FOUND.fullmatch(error) if isinstance(error, str) else None
    return found[1] if found else None


def explain(module: str) -> Message | None:
    """Say why the page has no such module and what to do, for a bot that has imported it in vain.

    None: nothing is known that Python itself has not said.
    """
    absent, compiled, pure = (known()[kind] for kind in ("absent", "compiled", "pure"))
    if module in absent:
        return message("missing.python", module=module)
    if module in compiled:
        return message("missing.compiled", module=module, package=compiled[module])
    if module in pure:
        return message("missing.pure", module=module, package=pure[module])
    imports = [each for kind in (compiled, pure) for each, package in kind.items() if package == _normal(module)]
    if imports:
        return message("missing.other_name", module=module, imports=", ".join(imports))
    return None if module in sys.stdlib_module_names else message("missing.unknown", module=module)


def package_of(module: str) -> str:
    """Return the name by which an index knows the package that has this module, as far as that is known."""
    return str(known()["compiled"].get(module) or known()["pure"].get(module) or module)


def compiled_among(requirements: Sequence[str]) -> str | None:
    """Return the first of these requirements (PEP 508) that is known to be compiled code, by the name of its package.

    One that holds only under a condition may not be meant for here: that is for the index to answer.
    """
    compiled = set(known()["compiled"].values())
    for each in requirements:
        name = _NAME.match(each)
        if name and ";" not in each and _normal(name[0]) in compiled:
            return name[0]
    return None


def _normal(name: str) -> str:
    """Return a package's name as an index writes it: https://packaging.python.org/en/latest/specifications/name-normalization/"""
    return re.sub(r"[-_.]+", "-", name).lower()
