"""Prepares Pyodide for our workers: removes from its script and its WebAssembly what no bot can reach, and compiles its
standard library.
"""

from __future__ import annotations

import collections
import functools
import json
import re
import tempfile
import threading
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandlot_build.basis import NPM_LOCK, PYODIDE, ROOT, STATIC, WORK, Problem, digest, run
from sandlot_build.bundles import hashed
from sandlot_build.compiler import Compiler
from sandlot_build.compress import gzipped
from sandlot_build.needs import node, node_tool
from sandlot_build.wasm import trim_exports, with_room

TERSER_OPTIONS = "passes=1,unused,inline=0,collapse_vars=false,sequences=false,pure_getters"


# These functions draw, and are never called in a worker without a canvas, but the WebAssembly wants an address for
# each. At boot every function with an address costs the compilation of a small WebAssembly module, so all share one
# function.
NO_SCREEN = "NoScreen"
NO_SCREEN_SCRIPT = f'function {NO_SCREEN}(){{throw new Error("there is no screen here")}}{NO_SCREEN}.sig="v";'


# The object with the files of a folder by name. A plain object inherits names that are no files, and a file named
# `toString` could not be created in it, because JavaScript's own objects are frozen in a bot's worker.
FOLDER, FOLDER_WITHOUT_NAMES = "node.contents={}", "node.contents=Object.create(null)"

# The parts of the script that connect it to drawing and sound.
SCREEN_LINKS = (
    r"registerPostMainLoop\(\(\)=>SDL\.[^;]*;",
    r'if\(typeof Browser!="undefined"\)Browser\.init\(\);',
    r'Module\["(?:GL|GLctx|createContext|getUserMedia|setCanvasSize|\w*MainLoop|request\w+)"\]=[\w$.]+;',
)


def trim_pyodide(script: str, imported: set[str], pointed_at: set[str], readers: str) -> str:
    """Remove from Pyodide's script what no bot can reach: parsing it takes longer than the rest of a boot.

    Most of it serves libraries that could be loaded later: graphics, sound, and a name for every function of the
    WebAssembly. No library is loaded here. `imported`: the functions that the WebAssembly calls; `pointed_at`: those
    whose address it needs; `readers`: the texts that use the module.
    """
    head, opening, rest = script.partition("wasmImports={")
    table, closing, tail = rest.partition("}")
    entries = [(name, value or name) for name, _, value in (entry.partition(":") for entry in table.split(","))]
    kept = {name: value for name, value in entries if name in imported | pointed_at}
    if not opening or len(kept) < len(imported) / 2 or FOLDER not in script:
        raise Problem("Pyodide's script is not what it was: look at trim_pyodide in py/sandlot_build.")
    kept |= {name: NO_SCREEN for name in kept if name.startswith("emscripten_gl") and name not in imported}
    for_nobody = {value for _, value in entries} - set(kept.values())
    kept_table = ",".join(f"{name}:{value}" for name, value in kept.items())
    script = "".join([head, opening, kept_table, closing, ";", NO_SCREEN_SCRIPT, tail])
    script = script.replace(FOLDER, FOLDER_WITHOUT_NAMES)
    for link in SCREEN_LINKS:
        script = re.sub(link, "", script)
    # The page's policy forbids eval; a direct call of it would keep everything around it alive.
    script = re.sub(r"\beval\(", "(0,eval)(", script)
    used = collections.Counter(re.findall(r"[\w$]+", script + readers))
    # The name occurs once where it is declared, and twice in this statement itself.
    script = re.sub(
        r'([\w$]+)=Module\["\1"\]=wasmExports\["[\w$]+"\](?:\.value>>>0)?;?',
        lambda match: "" if used[match[1]] <= 3 else match[0],
        script,
    )
    # Parts of the script use other names for the module.
    read = set(re.findall(r"\.([\w$]+)", script)) | set(re.findall(r"[\w$]+", readers))
    read |= set(re.findall(r'\bModule\["([\w$]+)"\](?!=[^=])', script))
    script = re.sub(
        r'(?<=[;}])Module\["([\w$]+)"\]=[\w$]+;', lambda match: match[0] if match[1] in read else "", script
    )
    return re.sub(r'([\w$]+)\.sig="[^"]*";', lambda match: "" if match[1] in for_nobody else match[0], script)


def pyodide_wasm() -> bytes:
    """Return Pyodide's WebAssembly with more room for recursions, and without the exports that only libraries loaded
    later need, which are nearly all.

    A boot makes a JavaScript function for every export, and walks through their list several times.
    """
    wanted = set(re.findall(r"[\w$]+", pyodide_script().read_text(encoding="utf-8") + pyodide_readers()))
    return trim_exports(with_room((PYODIDE / "pyodide.asm.wasm").read_bytes(), STACK_ROOM), wanted)


# Python ends a recursion, or frees a chain of objects piece by piece, when its own stack in memory is used up. But
# these functions use little of that, and much of the browser's stack, which is small in a worker. If each call takes so
# many more bytes of Python's stack, that one is used up first; static/engine/seat/interpreter.ts says how large it is.
# By name: the number of parameters, and the bytes.
STACK_ROOM = {"_PyEval_EvalFrameDefault": (3, 3072), "_Py_Dealloc": (1, 2048), "PyObject_RichCompare": (3, 1024),
        "PyObject_Repr": (1, 1024)}  # fmt: skip


def pyodide_readers() -> str:
    """Return the texts that use Pyodide's script: its API, its own part of the standard library, and our seat."""
    texts = [(PYODIDE / "pyodide.mjs").read_text(encoding="utf-8")]
    texts += [
        (STATIC / "engine" / "seat" / f"{name}.ts").read_text(encoding="utf-8")
        for name in ("checkpoint", "descriptors", "interpreter", "steps")
    ]
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as stdlib:
        own = [name for name in stdlib.namelist() if re.match(r"_?pyodide/.*\.py$", name)]
        texts += [stdlib.read(name).decode() for name in own]
    return "\n".join(texts)


being_written = threading.Lock()


def pyodide_script() -> Path:
    """Write Pyodide's script without its unused parts; return its path. It is kept until Pyodide or this file
    changes. Steps that run at the same time need it: the first one writes it, and the others wait.
    """
    with being_written:
        return _written_script()


@functools.cache
def _written_script() -> Path:
    wasm = PYODIDE / "pyodide.asm.wasm"
    made_of = NPM_LOCK.read_bytes() + Path(__file__).read_bytes() + pyodide_readers().encode()
    target = WORK / f"pyodide-{digest(made_of)[:16]}.asm.mjs"
    if target.exists():
        return target
    for old in WORK.glob("pyodide-*.asm.mjs"):
        old.unlink()
    source = (PYODIDE / "pyodide.asm.mjs").read_text(encoding="utf-8")
    code = (
        "const [, path] = process.argv;"
        "const wasm = new WebAssembly.Module(require('fs').readFileSync(path));"
        "console.log(JSON.stringify(WebAssembly.Module.imports(wasm).map(({ kind, name }) => [kind, name])));"
    )
    imports = json.loads(run([node(), "--eval", code, wasm], "Reading Pyodide's WebAssembly"))
    imported = {name for kind, name in imports if kind == "function"}
    pointed_at = {name for kind, name in imports if kind == "global"}
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        trimmed, made = Path(folder) / "trimmed.mjs", Path(folder) / "made.mjs"
        trimmed.write_text(trim_pyodide(source, imported, pointed_at, pyodide_readers()), encoding="utf-8")
        terser = node_tool("terser", "terser")
        run([*terser, trimmed, "--module", "--compress", TERSER_OPTIONS, "--mangle", "--output", made], "terser")
        # A function that is called at once is parsed once if it is in parentheses, else everything in it is parsed
        # twice.
        text = made.read_text(encoding="utf-8")
        text = re.sub(r"^async function (\w+)", r"const \1 = (async function", text)
        text = re.sub(r"\}(export default \w+;?)\s*$", r"});\1", text)
        made.write_text(text, encoding="utf-8")
        made.rename(target)
    return target


# Parts of Python's standard library that need a terminal or a network, and two that stand in for modules in C.
LEFT_OUT = (
    *("ftplib.py", "imaplib.py", "poplib.py", "smtplib.py", "wsgiref/", "xmlrpc/", "_pyrepl/"),
    *("_pydatetime.py", "_pyio.py"),
)
# What pdb and pydoc import of it: bots import doctest, which imports pdb.
LEFT_IN = tuple(f"_pyrepl/{name}.py" for name in ("__init__", "pager", "trace", "types", "utils"))


# These programs run in Pyodide, because bytecode must be written by the interpreter that will load it. What a boot
# imports is compiled (without docstrings, to keep the download small); everything else stays source.
WRITTEN_BYTECODE = """
import _imp, ast, importlib._bootstrap_external as bootstrap, json, pathlib, sys, zipfile

archive = next(path for path in sys.path if path.endswith(".zip"))

def boot():
    sys.dont_write_bytecode = True
    sys.path.insert(0, "/package")
    from sandlot import page
    from sandlot.seat import in_worker
    in_worker.warm_up()
    sys.path.remove("/package")

def pyc(data, code):
    return bootstrap._code_to_hash_pyc(code, _imp.source_hash(0, data), False)
"""

# Names in the standard library's archive, in the package, and of modules that are in the interpreter itself.
LIST_IMPORTED = """
boot()
specs = [module.__spec__ for module in list(sys.modules.values()) if module.__spec__]
origins = {str(spec.origin) for spec in specs}
frozen = {spec.name for spec in specs if spec.origin == "frozen"}
from sandlot import games
found = {
    "stdlib": sorted(each.removeprefix(f"{archive}/") for each in origins if each.startswith(f"{archive}/")),
    "package": sorted(each.removeprefix("/package/") for each in origins if each.startswith("/package/")),
    "frozen": sorted({*frozen, "importlib._bootstrap", "importlib._bootstrap_external"}),
    "hashes": {f"sandlot/games/{name}/{games.TREE_HASH}": games.tree_hash(name) for name in games.NAMES},
}
pathlib.Path("/out/imported.json").write_text(json.dumps(found))
"""

# Of the frozen modules, those that every boot imports need no source; a seat cannot import others from there. The zip
# is not deflated: the whole file is gzipped, so what a worker imports then needs no unpacking. It is written after a
# boot, because bytecode tells which of its texts the interpreter has in other places too.
PRECOMPILE_STDLIB = """
boot()
with zipfile.ZipFile(archive) as source, zipfile.ZipFile("/out/stdlib.zip", "w") as target:
    for name in sorted(source.namelist()):
        module = name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        if module in FROZEN or (name.startswith(LEFT_OUT) and name not in LEFT_IN):
            continue
        data = source.read(name)
        if name in IMPORTED:
            data = pyc(data, compile(data, f"{archive}/{name}", "exec", dont_inherit=True, optimize=2))
            name += "c"
        target.writestr(zipfile.ZipInfo(name), data)
"""

# Bytecode holds its own path: the page will unpack the package in this place. Classes keep their docstrings: a
# dataclass without one generates one at every boot, which takes longer. Assertions stay.
PRECOMPILE_PACKAGE = """
import site
(place,) = site.getsitepackages()

documented = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)

def without_docstrings(data):
    tree = ast.parse(data)
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            nothing = isinstance(node, ast.Module) or len(node.body) > 1
            node.body[:1] = [] if nothing else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

with zipfile.ZipFile("/out/source.zip") as source, zipfile.ZipFile("/out/package.zip", "w") as target:
    for name in source.namelist():
        data = source.read(name)
        if name in IMPORTED:
            data = pyc(data, compile(without_docstrings(data), f"{place}/{name}", "exec", dont_inherit=True))
            name += "c"
        target.writestr(zipfile.ZipInfo(name), data)
    for name, text in HASHES.items():
        target.writestr(zipfile.ZipInfo(name), text)
"""


def imported_by_boots(python: Compiler) -> dict[str, Any]:
    """Return what every boot imports: {stdlib, package, frozen: names}; and `hashes`, the hash of each game's syntax
    trees by the name of the file for it, because the page has no sources to compute it from.
    """
    with tempfile.TemporaryDirectory(dir=WORK) as out:
        python.run(WRITTEN_BYTECODE + LIST_IMPORTED, {"/package": str(ROOT / "py"), "/out": out})
        found: dict[str, Any] = json.loads((Path(out) / "imported.json").read_text(encoding="utf-8"))
        return found


def precompiled_stdlib(python: Compiler, imported: Mapping[str, Any]) -> bytes:
    """Return Python's standard library as a zip, with bytecode for what every boot imports: that saves most of its
    time. `imported`: see `imported_by_boots`.
    """
    known = {"IMPORTED": imported["stdlib"], "FROZEN": imported["frozen"], "LEFT_OUT": LEFT_OUT, "LEFT_IN": LEFT_IN}
    with tempfile.TemporaryDirectory(dir=WORK) as out:
        folders = {"/package": str(ROOT / "py"), "/out": out}
        python.run(_defined(known) + WRITTEN_BYTECODE + PRECOMPILE_STDLIB, folders)
        return (Path(out) / "stdlib.zip").read_bytes()


def precompiled_package(python: Compiler, imported: Mapping[str, Any], package: bytes) -> bytes:
    """Return a zip of the package with bytecode for what every boot imports, in place of its source."""
    known = {"IMPORTED": imported["package"], "HASHES": imported["hashes"]}
    with tempfile.TemporaryDirectory(dir=WORK) as out:
        (Path(out) / "source.zip").write_bytes(package)
        python.run(_defined(known) + WRITTEN_BYTECODE + PRECOMPILE_PACKAGE, {"/out": out})
        return (Path(out) / "package.zip").read_bytes()


def _defined(values: Mapping[str, object]) -> str:
    return "".join(f"{name} = {value!r}\n" for name, value in values.items())


def copy_wasm(folder: Path) -> str:
    return hashed(folder, "pyodide.wasm.gz", gzipped(pyodide_wasm()))


def copy_stdlib(python: Compiler, imported: Mapping[str, Any], folder: Path) -> str:
    return hashed(folder, "python_stdlib.zip.gz", gzipped(precompiled_stdlib(python, imported)))


def empty_pyodide_lock() -> str:
    """Return Pyodide's list of packages without packages: those that bots declare are found by `packages.resolve`."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}}, separators=(",", ":"))
