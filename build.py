#!/usr/bin/env python3
"""The one tool of this project: build, serve, test, check, bench, clean.

Needs Python 3.11 or later and Node 20 or later, and nothing beyond the standard library to start: what else a
command needs goes into .venv and node_modules, at the versions the lock files name.
"""

from __future__ import annotations

import argparse
import base64
import collections
import contextlib
import functools
import gzip
import hashlib
import html
import http.server
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "dist"
WORK = ROOT / ".build"
VENV = ROOT / ".venv"
PYODIDE_WHEELS = VENV / "pyodide-wheels"
MODULES = ROOT / "node_modules"
STATIC = ROOT / "static"
PYODIDE = MODULES / "pyodide"
#: Folders with a file of sentences for every language: those of the page with the engine's, and those of the rules.
PAGE_WORDS = ("py/sandlot/messages", "py/sandlot/games/*/words", "static/base/words", "static/games/*/words")
RULES_WORDS = ("static/panels/learn/words", "static/games/*/rules")
#: The script of every worker.
WORKERS = {
    "engine": "static/engine/worker/worker.js",
    "bot": "static/engine/seat/worker.js",
    "packages": "static/engine/packages/worker.js",
}
PYTHON_LOCK = ROOT / "tests" / "requirements.lock"
PYODIDE_WHEELS_LOCK = ROOT / "tests" / "requirements-pyodide.txt"
NPM_LOCK = ROOT / "package-lock.json"
KNOWN_MODULES = ROOT / "py" / "sandlot" / "packages" / "modules.json"

PYTHON_CODE = ("py", "tests", "build.py")
RUFF_CACHE = ("--cache-dir", str(WORK / "ruff"))
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20
ES_TARGET = "es2022"
# The date on the files in the wheel; what hatchling takes by itself, so that pip makes the same bytes.
SOURCE_DATE = "1580601600"

# The page's own policy. The sealed frame inherits it, so the hash of the frame's only script is here too; the other one
# is that of the script that stands in the page.
PAGE_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval' {frame} {alone}",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
FRAME_POLICY = {
    "default-src": "'none'",
    "script-src": "{frame} 'wasm-unsafe-eval'",
    "worker-src": "blob:",
}

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
HEADLESS_SHELL = "chromium-headless-shell"
BROWSER_FILES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
OFFLINE_WORDS = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|NewConnectionError|Failed to resolve|"
    r"Temporary failure in name resolution|Connection refused|Network is unreachable|Read timed out",
)


class Problem(Exception):
    """What stopped a command, in one sentence for whoever typed it; and what a program that failed said."""

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.output = output


# Saying what happens, and running other programs


running: list[str] = []  # the steps that have begun and not ended
unfinished_line: list[str] = []  # the one that the last line printed is about, as long as that line is open
printing = threading.Lock()


def say(text: str, what: str, end: str = "") -> None:
    """Add something to the line about a step, which begins a new one if another has come between."""
    with printing:
        if unfinished_line != [text]:
            print("\n" * len(unfinished_line) + text, end=" ")
        print(what, end=end, flush=True)
        unfinished_line[:] = [] if end else [text]


def tell(text: str) -> None:
    """Print lines that belong to no step."""
    with printing:
        print("\n" * len(unfinished_line) + text, flush=True)
        unfinished_line.clear()


@contextlib.contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is being done, and how long it took once it is."""
    running.append(text)
    say(text, "")
    began = time.monotonic()
    ended = " failed"
    try:
        yield
        ended = f" {time.monotonic() - began:.1f} s"
    finally:
        running.remove(text)
        say(text, ended, end="\n")


def all_at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Do several things at the same time, which takes less where a machine has more than one core."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [started.result() for started in [pool.submit(job) for job in jobs]]


def run(command: list[str | Path], what: str, *, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a program to its end and return what it printed; a dot every few seconds says that it is alive."""
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise Problem(f"{what} could not start: {error}.") from error
    while True:
        try:
            out, err = process.communicate(timeout=3)
            break
        except subprocess.TimeoutExpired:
            for text in running[-1:]:
                say(text, ".")
        except BaseException:
            process.kill()
            raise
    if process.returncode == 0:
        return out
    lines = (out + err).strip().splitlines()
    if len(lines) > 80:
        lines[40:-40] = [f"... {len(lines) - 80} lines ..."]
    raise Problem(f"{what} failed; its own words are above.", "\n".join(lines))


def fetch(command: list[str | Path], what: str, *, env: dict[str, str] | None = None) -> None:
    """Run a program that downloads something, and tell a missing network from other trouble."""
    try:
        run(command, what, env=env)
    except Problem as problem:
        if not OFFLINE_WORDS.search(problem.output):
            raise
        raise Problem(f"{what} could not reach the network: check the connection and run this again.") from problem


def show(command: list[str | Path], *, env: dict[str, str] | None = None) -> int:
    """Run a program that talks to the user itself; returns its exit code."""
    sys.stdout.flush()
    return subprocess.call([str(part) for part in command], cwd=ROOT, env={**os.environ, **(env or {})})


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Keep two build.py of one checkout from setting up or building at the same time."""
    WORK.mkdir(exist_ok=True)
    with (WORK / "lock").open("a+") as file:
        try:
            import fcntl
        except ImportError:  # On Windows, which lacks it, two builds at once are the user's own affair.
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            with step("Waiting for another build.py in this folder"):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


# What has to be there first


def node() -> str:
    program = shutil.which("node")
    if program is None:
        raise Problem(f"Node.js is missing: install Node {OLDEST_NODE} or later, which brings npm.")
    version = run([program, "--version"], "Node.js").strip()
    major = re.match(r"v(\d+)", version)
    if major is None or int(major[1]) < OLDEST_NODE:
        raise Problem(f"Node {version} is too old: install Node {OLDEST_NODE} or later.")
    return program


def node_tool(package: str, program: str) -> list[str | Path]:
    """The command that runs a tool from node_modules, the same on every system."""
    return [node(), MODULES / package / "bin" / program]


def ensure_modules() -> None:
    """Put into node_modules exactly what package-lock.json names."""
    node()
    stamp = MODULES / ".sandlot-lock"
    key = digest(NPM_LOCK.read_bytes() + (ROOT / "package.json").read_bytes())
    if stamp.is_file() and stamp.read_text() == key:
        return
    npm = shutil.which("npm")
    if npm is None:
        raise Problem("npm is missing: it comes with Node.js, on some systems as a package named npm.")
    with step("Installing JavaScript packages (npm ci)"):
        fetch([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], "npm ci")
        stamp.write_text(key)


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure_venv(*, for_tests: bool) -> Path:
    """Make .venv: the wheel builder for a build, and everything in the lock for tests. Returns its Python."""
    stamp = VENV / "sandlot-stamp.json"
    key = digest(PYTHON_LOCK.read_bytes() + PYODIDE_WHEELS_LOCK.read_bytes() + sys.version.encode() + bytes(VENV))
    try:
        have = json.loads(stamp.read_text())
    except (OSError, ValueError):
        have = {}
    if have.get("key") == key and (have["for_tests"] or not for_tests) and venv_python().is_file():
        return venv_python()
    pip: list[str | Path] = [venv_python(), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    if have.get("key") != key:
        with step("Making .venv"):
            run(
                [sys.executable, "-m", "venv", "--clear", VENV],
                "Making .venv (on Debian it needs python3-venv)",
            )
    if for_tests:
        with step("Installing Python tools for the tests"):
            # What is imported is compiled then; most of it never is.
            fetch([*pip, "install", "--no-compile", "--only-binary", ":all:", "-r", PYTHON_LOCK], "pip install")
    else:
        with step("Installing the wheel builder"):
            fetch([*pip, "install", "--only-binary", ":all:", "-c", PYTHON_LOCK, "hatchling"], "pip install")
    with step("Downloading micropip"):
        wheels: list[str | Path] = ["--dest", PYODIDE_WHEELS, "-r", PYODIDE_WHEELS_LOCK]
        only = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--python-version", "3.14"]
        fetch([*pip, "download", *only, *wheels], "pip download")
    stamp.write_text(json.dumps({"key": key, "for_tests": for_tests}))
    return venv_python()


def set_up(*, for_tests: bool) -> Path:
    """Have both package-lock.json and .venv installed; returns the Python of the latter."""
    node()  # whoever lacks it need not wait for the rest to learn so
    _, python = all_at_once(ensure_modules, functools.partial(ensure_venv, for_tests=for_tests))
    return python


def browser_on_this_machine() -> str | None:
    named = os.environ.get("SANDLOT_BROWSER")
    if named:
        found = shutil.which(named)
        if found is None:
            raise Problem(f"SANDLOT_BROWSER names {named}, and there is no such program.")
        return found
    on_path = [shutil.which(name) for name in BROWSERS]
    in_place = [name for name in BROWSER_FILES if Path(name).is_file()]
    return next((found for found in (*on_path, *in_place) if found), None)


def light_browser_on_this_machine() -> str | None:
    """Chromium without its windows, which takes a sixth less of the processor; else, or if one is named, as above."""
    light = None if os.environ.get("SANDLOT_BROWSER") else shutil.which(HEADLESS_SHELL)
    return light or browser_on_this_machine()


def playwright_browser(python: Path) -> str | None:
    """Playwright's own Chromium, if it has been downloaded."""
    ask = "from playwright.sync_api import *\nwith sync_playwright() as p: print(p.chromium.executable_path)"
    path = run([python, "-c", ask], "Playwright").strip()
    return path if Path(path).is_file() else None


def install_from_debian(what: str, *packages: str) -> None:
    """Install Debian's packages, where that can be done; raises Problem if it fails."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        with step(f"Installing {what} (apt-get)"):
            quiet = {"DEBIAN_FRONTEND": "noninteractive"}
            install: list[str | Path] = ["apt-get", "install", "-qy", "--no-install-recommends", *packages]
            fetch(["apt-get", "update", "-q"], "apt-get update", env=quiet)
            fetch(install, "apt-get install", env=quiet)


def ensure_other_browsers() -> None:
    """Firefox and WebKitGTK, for the core path, and a light Chromium for the rest.

    Where they cannot be had, tests are skipped with a sentence, or take longer in the Chromium that there is.
    """
    programs = {"firefox-esr": ("firefox-esr", "firefox"), "webkit2gtk-driver": ("WebKitWebDriver",), "xvfb": ("Xvfb",)}
    with contextlib.suppress(OSError):
        if platform.freedesktop_os_release()["ID"] == "debian":  # others of its family have no such package
            programs[HEADLESS_SHELL] = (HEADLESS_SHELL,)
    missing = [package for package, names in programs.items() if not any(map(shutil.which, names))]
    with contextlib.suppress(Problem):
        if missing:
            install_from_debian(", ".join(missing), *missing)


def ensure_browser(python: Path) -> str:
    """A Chromium for the tests: one that is there, or else one that can be installed."""
    found = browser_on_this_machine() or playwright_browser(python)
    if found:
        return found
    with contextlib.suppress(Problem):
        install_from_debian("Chromium", "chromium")
    found = browser_on_this_machine()
    with contextlib.suppress(Problem):
        if found is None:
            with step("Installing Chromium (playwright install)"):
                fetch([python, "-m", "playwright", "install", "chromium"], "playwright install")
            found = playwright_browser(python)
    if found is None:
        raise Problem("The tests need a browser: install Chromium or Chrome, or name one in SANDLOT_BROWSER.")
    return found


# Building dist/


def esbuild(*arguments: str | Path) -> str:
    common = ["--bundle", "--minify", f"--target={ES_TARGET}", "--legal-comments=none", "--log-level=warning"]
    try:
        return run([*node_tool("esbuild", "esbuild"), *common, *arguments], "esbuild")
    except Problem as problem:
        # After esbuild's own words comes the stack of the script that started it.
        problem.output = problem.output.partition("\nnode:")[0].rstrip()
        raise


def hashed(folder: Path, name: str, data: bytes) -> str:
    """Write data under a name that holds its hash; returns the URL relative to the page."""
    stem, _, suffix = name.partition(".")
    path = folder / "assets" / f"{stem}-{digest(data)[:10]}.{suffix}"
    path.write_bytes(data)
    return f"./assets/{path.name}"


class Bundles:
    """What esbuild made: the URL of every entry point, the chunks that are loaded at once, and whose code is in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.urls: dict[str, str] = {}
        self.preload: list[str] = []
        self.packages: set[str] = set()

    def add(self, entries: list[str], *options: str) -> None:
        meta = self.folder / "meta.json"
        names = ["--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]", "--asset-names=[name]-[hash]"]
        esbuild(*entries, f"--outdir={self.folder / 'assets'}", f"--metafile={meta}", *names, *options)
        made = json.loads(meta.read_text(encoding="utf-8"))
        meta.unlink()
        found = (re.match(r"node_modules/((?:@[^/]+/)?[^/]+)/", path) for path in made["inputs"])
        self.packages |= {match[1] for match in found if match}
        outputs = made["outputs"]
        for path, output in outputs.items():
            if "entryPoint" in output:
                self.urls[output["entryPoint"]] = self.url(path)
            if output.get("entryPoint") == "static/main.js":
                at_once = [part["path"] for part in output["imports"] if part["kind"] == "import-statement"]
                self.preload = [self.url(path) for path in at_once]

    def take(self, entry: str) -> str:
        """Return the text of a script that is to be part of another file, and drop its own."""
        path = self.folder / self.urls.pop(entry)
        text = path.read_text(encoding="utf-8")
        path.unlink()
        return text

    def url(self, output: str) -> str:
        return f"./assets/{Path(output).name}"


TERSER_OPTIONS = "passes=3,unused,inline=0,collapse_vars=false,sequences=false,pure_getters"


# Nobody calls what draws in a worker without a canvas, but its WebAssembly wants an address for each. Every function
# with an address costs a boot the compilation of a small WebAssembly of its own, so all of them are one.
NO_SCREEN = "NoScreen"
NO_SCREEN_SCRIPT = f'function {NO_SCREEN}(){{throw new Error("there is no screen here")}}{NO_SCREEN}.sig="v";'
# What of the script holds all that draws and sounds together.
SCREEN_LINKS = (
    r"registerPostMainLoop\(\(\)=>SDL\.[^;]*;",
    r'if\(typeof Browser!="undefined"\)Browser\.init\(\);',
    r'Module\["(?:GL|GLctx|createContext|getUserMedia|setCanvasSize|\w*MainLoop|request\w+)"\]=[\w$.]+;',
)


def trim_pyodide(script: str, imported: set[str], pointed_at: set[str], readers: str) -> str:
    """Cut from Pyodide's script what no bot can come to: reading it takes more time than all the rest of a boot.

    Most of it is what libraries that are loaded later might want: graphics, sound, and a name for every function of its
    WebAssembly. No library is loaded here. imported: what the WebAssembly calls; pointed_at: what it wants the address
    of; readers: the texts that use the module.
    """
    head, opening, rest = script.partition("wasmImports={")
    table, closing, tail = rest.partition("}")
    entries = [(name, value or name) for name, _, value in (entry.partition(":") for entry in table.split(","))]
    kept = {name: value for name, value in entries if name in imported | pointed_at}
    if not opening or len(kept) < len(imported) / 2:
        raise Problem("Pyodide's script is not what it was: trim_pyodide in build.py has to be looked at.")
    kept |= {name: NO_SCREEN for name in kept if name.startswith("emscripten_gl") and name not in imported}
    for_nobody = {value for _, value in entries} - set(kept.values())
    kept_table = ",".join(f"{name}:{value}" for name, value in kept.items())
    script = "".join([head, opening, kept_table, closing, ";", NO_SCREEN_SCRIPT, tail])
    for link in SCREEN_LINKS:
        script = re.sub(link, "", script)
    # It is forbidden by the page's policy; seen by name, it would keep everything around it alive.
    script = re.sub(r"\beval\(", "(0,eval)(", script)
    used = collections.Counter(re.findall(r"[\w$]+", script + readers))
    # Once declared, and twice in this statement itself.
    script = re.sub(
        r'([\w$]+)=Module\["\1"\]=wasmExports\["[\w$]+"\](?:\.value>>>0)?;?',
        lambda match: "" if used[match[1]] <= 3 else match[0],
        script,
    )
    # Parts of it know the module by other names.
    read = set(re.findall(r"\.([\w$]+)", script)) | set(re.findall(r"[\w$]+", readers))
    read |= set(re.findall(r'\bModule\["([\w$]+)"\](?!=[^=])', script))
    script = re.sub(
        r'(?<=[;}])Module\["([\w$]+)"\]=[\w$]+;', lambda match: match[0] if match[1] in read else "", script
    )
    return re.sub(r'([\w$]+)\.sig="[^"]*";', lambda match: "" if match[1] in for_nobody else match[0], script)


def pyodide_wasm() -> bytes:
    """Pyodide's WebAssembly without the exports that only libraries loaded later would ask for, which are nearly all.

    A boot makes a function of JavaScript for every export, and goes through their list several times.
    """
    wanted = set(re.findall(r"[\w$]+", pyodide_script().read_text(encoding="utf-8") + pyodide_readers()))
    return trim_exports((PYODIDE / "pyodide.asm.wasm").read_bytes(), wanted)


EXPORTS = 7


def trim_exports(wasm: bytes, wanted: set[str]) -> bytes:
    """Keep only these of a module's exports. Source: https://webassembly.github.io/spec/core/binary/modules.html"""
    parts = [wasm[:8]]
    at = 8
    while at < len(wasm):
        start = at
        size, at = read_leb(wasm, at + 1)
        if wasm[start] == EXPORTS:
            section = kept_exports(wasm[at : at + size], wanted)
            parts.append(bytes([EXPORTS]) + leb(len(section)) + section)
        else:
            parts.append(wasm[start : at + size])
        at += size
    return b"".join(parts)


def kept_exports(section: bytes, wanted: set[str]) -> bytes:
    count, at = read_leb(section, 0)
    kept = []
    for _ in range(count):
        start = at
        length, at = read_leb(section, at)
        name = section[at : at + length].decode()
        _, at = read_leb(section, at + length + 1)
        if name in wanted:
            kept.append(section[start:at])
    return leb(len(kept)) + b"".join(kept)


def read_leb(data: bytes, at: int) -> tuple[int, int]:
    """Return an unsigned number in LEB128 and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def leb(value: int) -> bytes:
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def pyodide_readers() -> str:
    """The texts that use Pyodide's script: its interface, its own part of the standard library, and our seat."""
    texts = [(PYODIDE / "pyodide.mjs").read_text(encoding="utf-8")]
    texts += [
        (STATIC / "engine" / "seat" / f"{name}.js").read_text(encoding="utf-8")
        for name in ("descriptors", "interpreter", "steps")
    ]
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as stdlib:
        own = [name for name in stdlib.namelist() if re.match(r"_?pyodide/.*\.py$", name)]
        texts += [stdlib.read(name).decode() for name in own]
    return "\n".join(texts)


@functools.cache
def pyodide_script() -> Path:
    """Write Pyodide's script without what is not used; returns where it is. Kept until Pyodide or this changes."""
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
        # In parentheses a function is read once, when it is called at once: otherwise all in it is read twice.
        text = made.read_text(encoding="utf-8")
        text = re.sub(r"^async function (\w+)", r"const \1 = (async function", text)
        text = re.sub(r"\}(export default \w+;?)\s*$", r"});\1", text)
        made.write_text(text, encoding="utf-8")
        made.rename(target)
    return target


def bundle(folder: Path) -> Bundles:
    bundles = Bundles(folder)
    page = ["--format=esm", "--splitting", "--loader:.svg=text", f"--define:SANDLOT_INDEX={json.dumps(usual_index())}"]
    page.append(f"--alias:sandlot-words={english_words()}")
    bundles.add(["static/start.js", "static/main.js"], *page)
    # Pyodide asks import.meta.url only for where its files are, and the workers hand those over themselves.
    classic = ["--format=iife", "--external:node:*", '--define:import.meta.url="https://pyodide.invalid/"']
    classic.append(f"--alias:pyodide/pyodide.asm.mjs={pyodide_script()}")
    bundles.add(["static/engine/python/core.js", *WORKERS.values()], *classic)
    bundles.add(["static/style/main.css"], "--loader:.svg=dataurl", "--loader:.woff2=file")
    return bundles


def micropip_wheel() -> Path:
    """What finds the packages that bots declare; the page loads it only when there are any."""
    (wheel,) = PYODIDE_WHEELS.glob("micropip-*.whl")
    return wheel


# Runs with micropip on its path: nobody else names an index.
ASK_MICROPIP = "from micropip.package_index import DEFAULT_INDEX_URLS; print(DEFAULT_INDEX_URLS[0])"


def usual_index() -> str:
    """The index of packages that micropip asks if it is not told another one."""
    with tempfile.TemporaryDirectory(dir=WORK) as folder, zipfile.ZipFile(micropip_wheel()) as archive:
        archive.extractall(folder)
        return run([sys.executable, "-B", "-c", ASK_MICROPIP], "micropip", env={"PYTHONPATH": folder}).strip()


# Compiled in Pyodide's list of packages, while the index has wheels in Python alone of them too. The index was asked
# for each of them; nothing that is installed here knows it.
ALSO_PURE = {
    *("aiohttp", "cobs", "coverage", "frozenlist", "lazy-object-proxy", "multidict", "mypy", "ndindex", "peewee"),
    *("propcache", "pyinstrument", "pyrsistent", "simplejson", "sqlalchemy", "wrapt", "yarl"),
}
# Packages of Pyodide's own, and one whose only module is a folder that many packages share.
NOT_FOR_BOTS = {"micropip", "protobuf", "pydoc-data", "pyodide-http", "pyodide-unix-timezones"}

# What Python has and Pyodide has not.
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
    """What py/sandlot/packages/modules.json has to hold: modules of compiled packages, modules of packages in Python
    alone, and parts of Python that the page's Python lacks. A package stands there by the name that the index uses.
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


def policy(rules: dict[str, str], **hashes: str) -> str:
    text = "; ".join(f"{name} {sources}" for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{text.format(**hashes)}">'


def inline_script(path: str, *options: str) -> tuple[str, str]:
    """A script to stand in a page, and the hash by which a policy names it."""
    script = esbuild(path, "--format=iife", *options).strip()
    if "</script" in script.lower() or "<!--" in script:
        raise Problem(f"{path} holds a text that would end its script element early.")
    return script, f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def make_frame() -> tuple[str, str]:
    """The sealed frame as a srcdoc document, and the hash by which both policies name its only script."""
    script, frame_hash = inline_script("static/engine/seat/frame.js")
    page = f'<!doctype html><html data-key="">{policy(FRAME_POLICY, frame=frame_hash)}<script>{script}</script>'
    return page, frame_hash


def make_guard() -> tuple[str, str]:
    """What stands before all else in the page, with the few sentences it says, in every language; and its hash."""
    said = {}
    for path in sorted((STATIC / "base" / "words").glob("*.json")):
        sentences = json.loads(path.read_text(encoding="utf-8"))
        said[path.stem] = {id: text for id, text in sentences.items() if id.startswith("framed.")}
    # In letters of ASCII: the script is hashed as it stands in the page.
    return inline_script("static/shell/alone.js", f"--define:SANDLOT_FRAMED={json.dumps(said)}", "--charset=ascii")


def make_wheel(folder: Path) -> str:
    """Build the wheel; the hash goes into its folder's name because its own name must stay a wheel's name."""
    out = folder / "wheel"
    python = ensure_venv(for_tests=False)
    command: list[str | Path] = [python, "-B", "-m", "hatchling", "build", "-t", "wheel", "-d", out]
    run(command, "Building the wheel", cwd=ROOT / "py", env={"SOURCE_DATE_EPOCH": SOURCE_DATE})
    (wheel,) = out.glob("*.whl")
    target = folder / "assets" / f"wheel-{digest(wheel.read_bytes())[:10]}"
    target.mkdir()
    wheel.rename(target / wheel.name)
    out.rmdir()
    return f"./assets/{target.name}/{wheel.name}"


def licences(packages: set[str]) -> str:
    """The licences of what others wrote and dist/ holds; most of them ask to be passed on."""
    parts = []
    for name in sorted(packages):
        about = json.loads((MODULES / name / "package.json").read_text(encoding="utf-8"))
        texts = [path.read_text(encoding="utf-8").strip() for path in sorted((MODULES / name).glob("LICEN[CS]E*"))]
        parts.append("\n\n".join([f"{name} {about['version']}, {about.get('license', 'see below')}", *texts]))
    parts.append(licence_of_micropip())
    return f"\n\n{'-' * 80}\n\n".join(parts) + "\n"


def licence_of_micropip() -> str:
    with zipfile.ZipFile(micropip_wheel()) as archive:
        (path,) = (name for name in archive.namelist() if name.endswith(".dist-info/licenses/LICENSE"))
        name, version = path.split("/")[0].removesuffix(".dist-info").split("-")
        return f"{name} {version}, {archive.read(path).decode().strip()}"


def ask_package(*arguments: str) -> str:
    """What `python -m sandlot.page` prints: the package is the only place that knows a game."""
    env = {
        "PYTHONPATH": str(ROOT / "py"),
        "PYTHONHASHSEED": "0",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONUTF8": "1",
    }
    return run([sys.executable, "-B", "-m", "sandlot.page", *arguments], "python -m sandlot.page", env=env)


# Of Python's standard library: what can do nothing where there is neither a terminal nor a network.
LEFT_OUT = ("ftplib.py", "imaplib.py", "poplib.py", "smtplib.py", "wsgiref", "xmlrpc")

# Runs in Pyodide: only the interpreter that will load bytecode can write it. What a boot imports is compiled (and
# without docstrings, or it would be too much to download); everything else stays source. Nothing is deflated: the whole
# is gzipped, and what a worker imports then needs no unpacking.
PRECOMPILE = """
import _imp, importlib._bootstrap_external as bootstrap, sys, zipfile
sys.dont_write_bytecode = True
sys.path.insert(0, "/package")
from sandlot import page
from sandlot.seat import in_worker
in_worker.warm_up()
archive = next(path for path in sys.path if path.endswith(".zip"))
origins = {getattr(module.__spec__, "origin", None) or "" for module in list(sys.modules.values())}
with zipfile.ZipFile(archive) as source, zipfile.ZipFile("/out/stdlib.zip", "w") as target:
    for name in sorted(source.namelist()):
        if name.split("/")[0] in LEFT_OUT:
            continue
        data = source.read(name)
        if f"{archive}/{name}" in origins:
            code = compile(data, f"{archive}/{name}", "exec", dont_inherit=True, optimize=2)
            data = bootstrap._code_to_hash_pyc(code, _imp.source_hash(0, data), False)
            name += "c"
        target.writestr(zipfile.ZipInfo(name), data)
"""
PRECOMPILE_HOST = """
import { loadPyodide } from 'pyodide';
const [, folders, code] = process.argv;
const python = await loadPyodide({ env: { PYTHONHASHSEED: '0' } });
for (const [place, root] of Object.entries(JSON.parse(folders))) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.runPython(code);
"""


def precompiled_stdlib() -> bytes:
    """Python's standard library as a zip, with bytecode for what every boot imports: that is most of a boot's time."""
    with tempfile.TemporaryDirectory(dir=WORK) as out:
        folders = json.dumps({"/package": str(ROOT / "py"), "/out": out})
        precompile = f"LEFT_OUT = {LEFT_OUT!r}\n{PRECOMPILE}"
        script = ["--input-type=module", "--eval", PRECOMPILE_HOST, folders, precompile]
        run([node(), *script], "Compiling Python's standard library")
        return (Path(out) / "stdlib.zip").read_bytes()


def copy_wasm(folder: Path) -> str:
    return hashed(folder, "pyodide.wasm.gz", gzip.compress(pyodide_wasm(), 9, mtime=0))


def copy_stdlib(folder: Path) -> str:
    return hashed(folder, "python_stdlib.zip.gz", gzip.compress(precompiled_stdlib(), 9, mtime=0))


def empty_pyodide_lock() -> str:
    """Pyodide's list of packages without any: those that bots declare are found in another way."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}}, separators=(",", ":"))


def package_version() -> str:
    text = (ROOT / "py" / "sandlot" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"', text, re.MULTILINE)
    if found is None:
        raise Problem('py/sandlot/__init__.py holds no line __version__ = "...".')
    return found[1]


def link_assets(page: str, bundles: Bundles, folder: Path) -> str:
    """Turn every static/... in the page's attributes into what it became in dist/."""

    def replace(match: re.Match[str]) -> str:
        path = match[2]
        if path not in bundles.urls:
            source = ROOT / path
            if not source.is_file():
                raise Problem(f"index.html names {path}, and there is no such file.")
            bundles.urls[path] = hashed(folder, source.name, source.read_bytes())
        return f'{match[1]}="{bundles.urls[path]}"'

    return re.sub(r'\b(href|src)="(?:\./)?(static/[^"]+)"', replace, page)


def fill_page(page: str, bundles: Bundles, manifest: dict[str, object], frame_hash: str) -> str:
    """Put policy, the first script, preloads and manifest where index.html has room for them."""
    # "<" is escaped so that nothing inside can end the script element.
    data = json.dumps(manifest, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    guard, guard_hash = make_guard()
    head = [policy(PAGE_POLICY, frame=frame_hash, alone=guard_hash), f"<script>{guard}</script>"]
    head += [f'<link rel="modulepreload" href="{html.escape(url)}">' for url in bundles.preload]
    page, policies = re.subn(r"(<meta charset=[^>]+>)", lambda m: m[1] + "".join(head), page, count=1)
    place = re.compile(r'<script type="application/json" id="assets">.*?</script>', re.DOTALL)
    filled = f'<script type="application/json" id="assets">{data}</script>'
    page, manifests = place.subn(lambda _: filled, page)
    if policies != 1 or manifests != 1:
        raise Problem('index.html needs one <meta charset=...> and one <script type="application/json" id="assets">.')
    return page


def languages() -> list[str]:
    return sorted(path.stem for path in (STATIC / "base" / "words").glob("*.json"))


def words(language: str, *places: str) -> bytes:
    """The sentences of a language as one JSON object, from all rooms that keep some."""
    paths = [path for place in places for path in sorted(ROOT.glob(f"{place}/{language}.json"))]
    made: dict[str, object] = {}
    for path in paths:
        found = json.loads(path.read_text(encoding="utf-8"))
        if twice := made.keys() & found.keys():
            raise Problem(f"{path.relative_to(ROOT)}: {min(twice)} is said elsewhere, too.")
        made |= found
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def english_words() -> Path:
    """The file that base/words/index.js imports under the name of sandlot-words."""
    path = WORK / "words-en.json"
    data = words("en", *PAGE_WORDS)
    if not path.is_file() or path.read_bytes() != data:
        path.write_bytes(data)
    return path


def make_messages(folder: Path) -> dict[str, str]:
    """The sentences of every language but English, which the page has with it: engine's and page's in one file."""
    return {
        language: hashed(folder, f"messages-{language}.json", words(language, *PAGE_WORDS))
        for language in languages()
        if language != "en"
    }


def copy_rules(folder: Path) -> dict[str, str]:
    """The words of the rules, by language."""
    return {
        language: hashed(folder, f"rules-{language}.json", words(language, *RULES_WORDS)) for language in languages()
    }


def files_of(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def make_dist(folder: Path) -> None:
    """Write the whole site into an empty folder."""
    (folder / "assets").mkdir()
    games = json.loads(ask_package("games"))

    def scripts() -> tuple[Bundles, str, str, str]:
        with step("Bundling scripts and styles"):
            return bundle(folder), *make_frame(), copy_wasm(folder)

    def python_files() -> dict[str, str]:
        with step("Packing Python"):
            return {"stdlib": copy_stdlib(folder), "wheel": make_wheel(folder)}

    def demos() -> dict[str, str]:
        with step("Recording a match of every game"):
            return {name: hashed(folder, f"demo-{name}.json", ask_package("demo", name).encode()) for name in games}

    (bundles, frame, frame_hash, wasm), python, demo = all_at_once(scripts, python_files, demos)
    with step("Writing the page"):
        page = link_assets((ROOT / "index.html").read_text(encoding="utf-8"), bundles, folder)
        engine, bot = (bundles.take(WORKERS[name]) for name in ("engine", "bot"))
        messages, rules = make_messages(folder), copy_rules(folder)
        micropip = hashed(folder, "micropip.whl", micropip_wheel().read_bytes())
        packages = {"worker": bundles.urls[WORKERS["packages"]], "micropip": micropip}
        assets = files_of(folder)
        sizes = {f"./{name}": (folder / name).stat().st_size for name in assets}
        manifest: dict[str, object] = {
            "version": package_version(),
            "build": "",
            "core": bundles.urls["static/engine/python/core.js"],
            "engine": engine,
            "bot": bot,
            "wasm": wasm,
            "lock": empty_pyodide_lock(),
            **python,
            "packages": packages,
            "frame": frame,
            "demo": demo,
            "messages": messages,
            "rules": rules,
            "games": games,
            "sizes": sizes,
        }
        parts = [(folder / name).read_bytes() for name in assets]
        parts += [page.encode(), (STATIC / "base" / "site" / "sw.js").read_bytes(), json.dumps(manifest).encode()]
        manifest["build"] = digest("".join(digest(part) for part in parts).encode())[:12]
        page = fill_page(page, bundles, manifest, frame_hash)
        (folder / "index.html").write_text(page, encoding="utf-8", newline="\n")
        on_demand = {*messages.values(), *rules.values(), *packages.values()}
        make_service_worker(folder, str(manifest["build"]), on_demand)
        (folder / "licences.txt").write_text(licences(bundles.packages), encoding="utf-8", newline="\n")
        (folder / ".nojekyll").touch()


def make_service_worker(folder: Path, build: str, on_demand: set[str]) -> None:
    """`on_demand`: files that are kept only once somebody has asked for them, unlike the others."""
    files = [f"./{name}" for name in files_of(folder) if name.startswith("assets/")]
    names = {
        "BUILD": build,
        "FILES": [file for file in files if file not in on_demand],
        "ON_DEMAND": [file for file in files if file in on_demand],
    }
    define = [f"--define:SANDLOT_{name}={json.dumps(value)}" for name, value in names.items()]
    esbuild("static/base/site/sw.js", "--format=iife", f"--outfile={folder / 'sw.js'}", *define)


def sources() -> list[Path]:
    """Every file a build reads, apart from what the locks install."""
    inside = [path for top in (STATIC, ROOT / "py") for path in top.rglob("*") if path.is_file()]
    kept = [path for path in inside if "__pycache__" not in path.parts and ".mypy_cache" not in path.parts]
    return sorted([*kept, ROOT / "index.html", ROOT / "build.py", NPM_LOCK, PYTHON_LOCK, PYODIDE_WHEELS_LOCK])


def sources_key() -> str:
    named = (f"{path.relative_to(ROOT).as_posix()} {digest(path.read_bytes())}\n" for path in sources())
    return digest("".join(named).encode())


def swap_in(folder: Path) -> None:
    old = Path(tempfile.mkdtemp(dir=WORK)) / "dist"
    try:
        if DIST.exists():
            DIST.rename(old)
        folder.rename(DIST)
    except OSError as error:
        raise Problem(f"dist could not be replaced ({error}): is another program using it?") from error
    shutil.rmtree(old.parent, ignore_errors=True)


def missing_sources() -> list[str]:
    needed = (
        "index.html",
        "static/main.js",
        "static/engine/seat/frame.js",
        "static/base/site/sw.js",
        "py/sandlot/page/__init__.py",
    )
    return [name for name in needed if not (ROOT / name).is_file()]


def build() -> None:
    """Make dist/ anew; written elsewhere first, so that a failed build leaves the last good one alone."""
    if missing_sources():
        raise Problem(f"This checkout is not complete: {missing_sources()[0]} is missing.")
    with only_one():
        set_up(for_tests=False)
        key = sources_key()
        folder = Path(tempfile.mkdtemp(dir=WORK))
        folder.chmod(0o755)
        try:
            make_dist(folder)
            swap_in(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        (WORK / "built").write_text(key)
    total = sum((DIST / name).stat().st_size for name in files_of(DIST))
    tell(f"dist is ready: {len(files_of(DIST))} files, {total / 1e6:.1f} MB")


def build_if_stale() -> None:
    stamp = WORK / "built"
    if not (DIST / "index.html").is_file() or not stamp.is_file() or stamp.read_text() != sources_key():
        build()


# Serving dist/


@functools.lru_cache(maxsize=64)
def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


class Server(http.server.ThreadingHTTPServer):
    """A server that does not complain about a browser that went away."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves dist/ as a good static host would: right types, gzip for text, hashed files kept for ever."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it this way
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".gz": "application/gzip",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/zip",
        ".woff2": "font/woff2",
        ".zip": "application/zip",
    }

    def do_GET(self) -> None:
        self.answer(with_body=True)

    def do_HEAD(self) -> None:
        self.answer(with_body=False)

    def answer(self, *, with_body: bool) -> None:
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        file = Path(self.translate_path(path))
        if path.endswith("/"):
            file /= "index.html"
        if not file.is_file():
            self.send_error(404)
            return
        data = file.read_bytes()
        kind = self.guess_type(file.name)
        self.send_response(200)
        takes_gzip = "gzip" in self.headers.get("Accept-Encoding", "")
        if takes_gzip and re.match(r"text/|application/json|image/svg", kind):
            data = gzipped(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        forever = "/assets/" in path
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if forever else "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        if with_body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


def serve(host: str, port: int) -> int:
    build_if_stale()
    try:
        server = Server((host, port), functools.partial(Handler, directory=str(DIST)))
    except OSError as error:
        raise Problem(f"Port {port} of {host} cannot be used ({error.strerror}): try --port {port + 1}.") from error
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "") else host
    print(f"Sandlot is at http://{shown}:{server.server_port}/ (Ctrl-C ends it)", flush=True)
    with contextlib.suppress(KeyboardInterrupt), server:
        server.serve_forever()
    print()
    return 0


# Checking and testing


def checks(python: Path) -> list[tuple[str, Path, list[str | Path]]]:
    """Name, folder and command of every linter."""
    biome = node_tool("@biomejs/biome", "biome")
    tsc = node_tool("typescript", "tsc")
    return [
        ("ruff check", ROOT, [python, "-m", "ruff", "check", *RUFF_CACHE, *PYTHON_CODE]),
        ("ruff format", ROOT, [python, "-m", "ruff", "format", "--check", *RUFF_CACHE, *PYTHON_CODE]),
        ("mypy", ROOT, [python, "-m", "mypy", "--config-file=py/pyproject.toml", f"--cache-dir={WORK / 'mypy'}"]),
        ("Biome", STATIC, [*biome, "ci", "--colors=off", "."]),
        ("tsc (page)", ROOT, [*tsc, "--project", "static/tsconfig.json"]),
        ("tsc (workers)", ROOT, [*tsc, "--project", "static/tsconfig.workers.json"]),
    ]


def check(python: Path) -> list[str]:
    """Run every linter, all at once; returns the names of those that failed."""

    def complaint(name: str, folder: Path, command: list[str | Path]) -> tuple[str, str] | None:
        try:
            run(command, name, cwd=folder)
        except Problem as problem:
            return name, problem.output or str(problem)
        return None

    with step("Checking (ruff, mypy, Biome, tsc)"):
        results = all_at_once(*(functools.partial(complaint, *each) for each in checks(python)))
    complaints = [found for found in results if found]
    for name, text in complaints:
        tell(f"{name}:\n{text}")
    return [name for name, _ in complaints]


def mend(python: Path) -> None:
    """Let the linters change what they can; what they cannot, the check that follows reports."""
    commands: list[tuple[Path, list[str | Path]]] = [
        (ROOT, [python, "-m", "ruff", "check", "--fix-only", "--quiet", *RUFF_CACHE, *PYTHON_CODE]),
        (ROOT, [python, "-m", "ruff", "format", "--quiet", *RUFF_CACHE, *PYTHON_CODE]),
        (STATIC, [*node_tool("@biomejs/biome", "biome"), "check", "--write", "."]),
    ]
    with step("Mending and formatting"):
        KNOWN_MODULES.write_text(known_modules(), encoding="utf-8")
        for folder, command in commands:
            with contextlib.suppress(Problem):
                run(command, "The linter", cwd=folder)


def set_up_tests() -> Path:
    with only_one():
        return set_up(for_tests=True)


def test(arguments: list[str]) -> int:
    python, _ = all_at_once(set_up_tests, ensure_other_browsers)
    browser = ensure_browser(python)
    failed, _ = all_at_once(functools.partial(check, python), build)
    print("pytest", flush=True)
    env = {"HYPOTHESIS_STORAGE_DIRECTORY": str(WORK / "hypothesis")}
    if browser != browser_on_this_machine():
        env["SANDLOT_BROWSER"] = browser
    # A process for every core, up to four: most tests wait for a browser. Those of a file share a page and a process;
    # tests/conftest.py puts the files that take longest first, so that no process is left with one at the end.
    together = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "loadfile", "--no-loadscope-reorder"]
    code = show([python, "-m", "pytest", *together, *arguments], env=env)
    if failed:
        raise Problem(f"Failed before the tests: {', '.join(failed)}.")
    return code


def bench(arguments: list[str]) -> int:
    python = set_up_tests()
    browser = ensure_browser(python)
    build_if_stale()
    env = {"SANDLOT_BROWSER": browser, "PYTHONPATH": str(ROOT / "py")}
    script = "tests/soak.py" if "--soak" in arguments else "tests/bench.py"
    return show([python, script, *arguments], env=env)


def clean() -> None:
    for folder in (DIST, WORK, VENV, MODULES):
        if folder.exists():
            with step(f"Removing {folder.name}"):
                shutil.rmtree(folder)


# The command line


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="build.py", description="Build, serve and test Sandlot.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("build", help="make dist/, the whole site")
    server = commands.add_parser("serve", help="build if needed and serve dist/ on this machine")
    server.add_argument("--port", type=int, default=8000)
    server.add_argument("--host", default="127.0.0.1")
    checker = commands.add_parser("check", help="ruff, mypy, Biome, tsc")
    checker.add_argument("--fix", action="store_true", help="first let ruff and Biome mend and format what they can")
    commands.add_parser("test", help="check, build, pytest; further arguments go to pytest", add_help=False)
    commands.add_parser("bench", help="build if needed, run tests/bench.py with further arguments", add_help=False)
    commands.add_parser("clean", help="remove everything build.py has made")
    known, rest = parser.parse_known_args(arguments)
    if rest and known.command not in ("test", "bench"):
        parser.error(f"{known.command} does not know {' '.join(rest)}")
    return known, rest


def main(arguments: list[str]) -> int:
    known, rest = parse(arguments)
    if known.command == "build":
        build()
    elif known.command == "serve":
        return serve(known.host, known.port)
    elif known.command == "check":
        python = set_up_tests()
        if known.fix:
            mend(python)
        failed = check(python)
        if failed:
            raise Problem(f"Failed: {', '.join(failed)}.")
    elif known.command == "test":
        return test(rest)
    elif known.command == "bench":
        return bench(rest)
    elif known.command == "clean":
        clean()
    return 0


if __name__ == "__main__":
    try:
        if sys.version_info < OLDEST_PYTHON:
            raise Problem("Sandlot needs Python {}.{} or later.".format(*OLDEST_PYTHON))
        sys.exit(main(sys.argv[1:]))
    except Problem as problem:
        if problem.output:
            print(problem.output, flush=True)
        print(f"build.py: {problem}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\nbuild.py: stopped.", file=sys.stderr)
        sys.exit(130)
