"""What the build knows about the packages that bots may declare."""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from pathlib import Path

from sandlot_build.basis import PYODIDE, PYODIDE_WHEELS, ROOT, WORK, run
from sandlot_build.needs import node
from sandlot_build.pyodide import LEFT_OUT

KNOWN_MODULES = ROOT / "py" / "sandlot" / "packages" / "modules.json"


def wheel_of(name: str) -> Path:
    """Return the wheel of a package for the page. Only if it needs it, the page loads that of micropip, which finds the
    packages that bots declare.
    """
    (wheel,) = PYODIDE_WHEELS.glob(f"{name}-*.whl")
    return wheel


# Runs with micropip on its path, because only micropip names an index.
ASK_MICROPIP = "from micropip.package_index import DEFAULT_INDEX_URLS; print(DEFAULT_INDEX_URLS[0])"


def usual_index() -> str:
    """Return the package index that micropip uses by default."""
    with tempfile.TemporaryDirectory(dir=WORK) as folder, zipfile.ZipFile(wheel_of("micropip")) as archive:
        archive.extractall(folder)
        return run([sys.executable, "-B", "-c", ASK_MICROPIP], "micropip", env={"PYTHONPATH": folder}).strip()


# Packages that Pyodide compiles, while the index also has pure wheels of them. This list was made by asking the index
# for each one; it cannot be made from what is installed here.
ALSO_PURE = {
    *("aiohttp", "cobs", "coverage", "frozenlist", "lazy-object-proxy", "multidict", "mypy", "ndindex", "peewee"),
    *("propcache", "pyinstrument", "pyrsistent", "simplejson", "sqlalchemy", "wrapt", "yarl"),
}


# Packages of Pyodide's own, and one whose only module is a namespace that many packages share.
NOT_FOR_BOTS = {"micropip", "protobuf", "pydoc-data", "pyodide-http", "pyodide-unix-timezones"}


# Finds the modules that Python has and Pyodide lacks.
ASK_ABSENT = """
import sys
from importlib.util import find_spec
" ".join(sorted(name for name in sys.stdlib_module_names if name[0] != "_" and find_spec(name) is None))
"""


ASK_ABSENT_HOST = """
import { loadPyodide } from 'pyodide';
console.log((await loadPyodide()).runPython(process.argv[1]));
"""


def known_modules() -> str:
    """Return the content of py/sandlot/packages/modules.json: modules of compiled packages, modules of pure packages,
    and parts of Python that the page's Python lacks. Packages have the names that the index uses.
    """
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    kinds: dict[str, dict[str, str]] = {"compiled": {}, "pure": {}}
    for name, package in lock.items():
        pure = package["file_name"].endswith("-none-any.whl") or name in ALSO_PURE
        for module in package["imports"]:
            if module.isidentifier() and module[0] != "_" and name not in NOT_FOR_BOTS:
                kinds["pure" if pure else "compiled"][module] = name
    absent = run([node(), "--input-type=module", "--eval", ASK_ABSENT_HOST, ASK_ABSENT], "Asking Pyodide").split()
    left_out = {name.partition(".")[0] for name in LEFT_OUT}
    whole = {**kinds, "absent": sorted({*absent, *left_out})}
    return json.dumps(whole, indent=1, sort_keys=True) + "\n"
