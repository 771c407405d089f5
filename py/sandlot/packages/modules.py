"""Explains a missing module: whether it is compiled code, part of a package to declare, or a part of Python.

The data is in modules.json, which `build.py check --fix` makes from Pyodide's list of packages and from the page's
Python:

    compiled, pure   module: the index's name of its package
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

_NOT_FOUND = re.compile(r"ModuleNotFoundError: No module named '(\w{1,100})'")
OFFERED = frozenset({"sandlot", "js", "pyodide", "_pyodide", "pyodide_js"})
"""Modules of the page's Python that are neither of the standard library nor of a package to declare."""
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@cache
def known() -> Mapping[str, Any]:
    """Return the content of modules.json."""
    content: dict[str, Any] = json.loads((files("sandlot.packages") / "modules.json").read_text(encoding="utf-8"))
    return content


def missing(error: Any) -> str | None:
    """Return the module that is missing according to the last line of a traceback, or None if the line says no such
    thing, or names a part of a package: then the package itself exists.
    """
    found = _NOT_FOUND.fullmatch(error) if isinstance(error, str) else None
    return found[1] if found else None


def explain(module: str) -> Message | None:
    """Return a sentence that says why a module that a bot imports is missing in the page, and what to do.

    None: nothing is known beyond Python's own error.
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


def lacks(module: str, requirements: Sequence[str]) -> bool:
    """Tell whether a bot of the page that declares these requirements has no such module. What a declared package
    brings along is known only to the index, so with one of them only what is never there counts.
    """
    if module in known()["absent"] or module in known()["compiled"]:
        return True
    return not (requirements or module in sys.stdlib_module_names or module in OFFERED)


def package_of(module: str) -> str:
    """Return the index's name of the package with this module, if it is known."""
    return str(known()["compiled"].get(module) or known()["pure"].get(module) or module)


def compiled_among(requirements: Sequence[str]) -> str | None:
    """Return the package of the first of these requirements (PEP 508) that is known to be compiled code.

    A requirement with a condition is skipped: it may not apply here, and the index will tell.
    """
    compiled = set(known()["compiled"].values())
    for each in requirements:
        name = _NAME.match(each)
        if name and ";" not in each and _normal(name[0]) in compiled:
            return name[0]
    return None


def _normal(name: str) -> str:
    """Return a package's name as an index writes it.

    https://packaging.python.org/en/latest/specifications/name-normalization/
    """
    return re.sub(r"[-_.]+", "-", name).lower()
