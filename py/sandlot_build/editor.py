"""Packs what reads bots while they are written: Jedi and pyflakes, stubs and sources of Python's modules, and our own
part, in one file that the page loads when the editor is first used.
"""

from __future__ import annotations

import json
import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from sandlot_build.basis import PYODIDE, ROOT, WORK, Problem, run_module
from sandlot_build.bundles import hashed
from sandlot_build.compiler import Compiler
from sandlot_build.compress import gzipped
from sandlot_build.packages import KNOWN_MODULES, wheel_of
from sandlot_build.pyodide import LEFT_OUT, WRITTEN_BYTECODE
from sandlot_build.rooms import EDITOR, is_in_the_page

WHEELS = ("jedi", "parso", "pyflakes")
STUBS = "jedi/third_party/typeshed/stdlib/"
#: Jedi reads stubs by the grammar of 3.13, and the page's Python is 3.14; the others are for our tests.
GRAMMARS = tuple(f"grammar3{minor}.txt" for minor in range(11, 15))
#: Modules of the page's Python that are useless to a bot, which has no threads, processes or connections.
USELESS = {"asyncio", "distutils", "lib2to3", "multiprocessing", "sqlite3", "ssl", "subprocess", "unittest", "xml"}
#: Modules that the page's Python has without docstrings or without a source, since every boot imports them: see
#: `pyodide.PRECOMPILE_STDLIB`. Their sources are read, and never imported; so are those of our package.
DOCUMENTED = (
    *("abc", "ast", "bisect", "codecs", "collections/__init__", "contextlib", "copy", "dataclasses", "enum"),
    *("functools", "genericpath", "heapq", "inspect", "io", "json/__init__", "json/decoder", "json/encoder"),
    *("operator", "os", "posixpath", "random", "re/__init__", "string", "textwrap", "traceback", "types", "typing"),
    *("weakref",),
)


def _wanted(name: str, absent: set[str]) -> bool:
    """Tell whether a file of a wheel is needed in the page."""
    if name.startswith(STUBS):
        return name.removeprefix(STUBS).split("/")[0].split(".")[0] not in absent
    if name.startswith(("jedi/third_party/", "pyflakes/test/", "pyflakes/scripts/")) or ".dist-info/" in name:
        return False
    return name.endswith(".py") or name.endswith(GRAMMARS)


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield path and content of every file but those that are compiled for the page."""
    known = json.loads(KNOWN_MODULES.read_text(encoding="utf-8"))
    absent = {*known["absent"], *(name.partition(".")[0] for name in LEFT_OUT), *USELESS}
    for wheel in WHEELS:
        with zipfile.ZipFile(wheel_of(wheel)) as archive:
            for name in sorted(archive.namelist()):
                if _wanted(name, absent):
                    yield name, archive.read(name)
    for path in sorted((ROOT / "py" / "sandlot_editor").glob("*.py")):
        if path.stem not in EDITOR:
            yield f"sandlot_editor/{path.name}", path.read_bytes()


def _sources() -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as stdlib:
        for name in DOCUMENTED:
            path = f"{name}.py" if f"{name}.py" in stdlib.namelist() else f"{name}/__init__.py"
            yield f"sources/{path}", stdlib.read(path)
    package = ROOT / "py" / "sandlot"
    for file in sorted(package.rglob("*.py")):
        if is_in_the_page(file.relative_to(package).as_posix()):
            yield f"sources/sandlot/{file.relative_to(package).as_posix()}", file.read_bytes()


def lay_out(folder: Path, views: str) -> None:
    """Write all files into an empty folder as the page unpacks them, not compiled. `views`: see `views_of_games`."""
    for name, data in [*_files(), *_sources()]:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "games.json").write_text(views, encoding="utf-8")


def views_of_games() -> str:
    """Return the output of `python -m sandlot_editor`: the shapes of all games' views."""
    return run_module("sandlot_editor")


# Files in sources/ are only read, so they are not compiled.
COMPILE = """
root = pathlib.Path("/library")
with zipfile.ZipFile("/out/library.zip", "w") as target:
    for path in sorted(each for each in root.rglob("*") if each.is_file()):
        name, data = path.relative_to(root).as_posix(), path.read_bytes()
        if name.endswith(".py") and not name.startswith("sources/"):
            data = pyc(data, compile(data, f"/reader/{name}", "exec", dont_inherit=True, optimize=2))
            name += "c"
        target.writestr(zipfile.ZipInfo(name), data)
"""


def copy_library(python: Compiler, views: str, folder: Path) -> str:
    """Write the file; return its address."""
    with tempfile.TemporaryDirectory(dir=WORK) as made:
        library, out = Path(made, "library"), Path(made, "out")
        library.mkdir()
        out.mkdir()
        lay_out(library, views)
        python.run(WRITTEN_BYTECODE + COMPILE, {"/library": str(library), "/out": str(out)})
        return hashed(folder, "reader.zip.gz", gzipped((out / "library.zip").read_bytes()))


def licences_of_wheels() -> list[str]:
    """Return the licences of the wheels and of the stubs, each after its name and version."""
    found = []
    for wheel in WHEELS:
        path = wheel_of(wheel)
        name, version = path.name.split("-")[:2]
        with zipfile.ZipFile(path) as archive:
            texts = [
                archive.read(each).decode().strip()
                for each in sorted(archive.namelist())
                if re.search(r"(?:dist-info/(?:licenses/)?|typeshed/)LICENSE[^/]*$", each)
            ]
        if not texts:
            raise Problem(f"The wheel of {name} holds no licence.")
        found.append("\n\n".join([f"{name} {version}", *texts]))
    return found
