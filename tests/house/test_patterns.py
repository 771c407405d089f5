"""Every regular expression takes at most linear time in the length of the text."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from conftest import ROOT
from sandlot_build.rooms import scripts_of_the_page

# Texts that are hard for an expression repeat what it starts or continues with, and then end without a match.
UNITS = [
    *(" ", "\t", "\n", "\r\n", "/", "\\", "#", ".", "..", ",", ";", ":", "=", "-", "_", "+", "%", "$", "é", "\u4e2d"),
    *("[", "{", "(", "<", "{{", "a", "A", "0", "1", "a ", "a.", "a,", "1 ", "1.", "0#"),
    *("'", '"', "`", "//", "/*", "# "),
    *("a=", "a:=", "=>", "==", ">=1,", "coding:", "# coding", "import a,", "from ", "class ", "int a ", "#include"),
    *("public static ", ".py", ".py.txt", "std::", "\u00a0", "# /// ", "No module named 'a"),
]
SIZES = (2_000, 32_000)
# The second text is 16 times as long; quadratic time would be 256 times as long.
MOST = 64


def test_page_patterns_are_linear() -> None:
    files = [str(path) for path in scripts_of_the_page()]
    question = json.dumps({"files": files, "units": UNITS, "sizes": SIZES})
    command = ["node", "--import", "tsx", str(ROOT / "tests" / "house" / "patterns.ts")]
    done = subprocess.run(command, input=question, capture_output=True, encoding="utf-8", check=True)
    results = json.loads(done.stdout)
    assert len(results) > 100
    assert [each for each in results if each["ratio"] > MOST] == []


def patterns() -> Iterator[tuple[str, re.Pattern[Any], str]]:
    """Yield (module, expression, method that is called) for every regular expression in the package."""
    for path in sorted((ROOT / "py" / "sandlot").rglob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        module = ".".join(path.relative_to(ROOT / "py").with_suffix("").parts)
        named: dict[str, re.Pattern[Any]] = {}
        for node in nodes:
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="compile")) as call
                ):
                    named[name] = compiled(call, module)
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=method), args=[ast.Constant(value=str(text)), *_]
                ):
                    if method != "compile":
                        yield path.stem, re.compile(text), method
        for node in nodes:
            match node:
                case ast.Attribute(value=ast.Name(id=name), attr=method) if name in named and method != "pattern":
                    yield path.stem, named[name], method


def compiled(call: ast.Call, module: str) -> re.Pattern[Any]:
    """Return the expression that a module compiles, resolving its own constants and imported ones."""
    try:
        found = eval(ast.unparse(call), {"re": re})
    except NameError:
        found = eval(ast.unparse(call), vars(import_module(module)))
    assert isinstance(found, re.Pattern)
    return found


def seconds(pattern: re.Pattern[Any], method: str, text: str) -> float:
    given: Any = text if isinstance(pattern.pattern, str) else text.encode()
    ask = {"sub": lambda text: pattern.sub("", text), "finditer": lambda text: list(pattern.finditer(text))}
    times = []
    for _ in range(3):
        began = time.process_time()
        ask.get(method, getattr(pattern, method))(given)
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.slow
def test_package_patterns_are_linear() -> None:
    found = list(patterns())
    assert {"header", "modules", "text", "recording", "wire", "forms"} <= {module for module, _, _ in found}
    for module, pattern, method in found:
        for unit in UNITS:
            short, long = (seconds(pattern, method, f"{unit * (size // len(unit))}\x01") for size in SIZES)
            assert long < MOST * max(short, 0.001), (module, pattern, unit)
