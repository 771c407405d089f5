"""Installs what other steps need: packages, a virtual environment, browsers; and checks for Node."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import platform
import re
import shutil
import sys
from pathlib import Path

from sandlot_build.basis import (
    MODULES,
    NPM_LOCK,
    PYODIDE_WHEELS,
    PYODIDE_WHEELS_LOCK,
    PYTHON_LOCK,
    ROOT,
    VENV,
    Problem,
    all_at_once,
    digest,
    fetch,
    run,
    step,
)

OLDEST_NODE = 20
FOR_BUILDS = ("deflate", "hatchling", "markdown-it-py", "pdoc", "gymnasium", "numpy", "pettingzoo")
"""Packages of the lock that a build needs; the last three are what the pages of `sandlot.rl` are made with."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
HEADLESS_SHELL = "chromium-headless-shell"
BROWSER_FILES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)


def node() -> str:
    """Return the path of Node; raise `Problem` if it is missing or too old."""
    program = shutil.which("node")
    if program is None:
        raise Problem(f"Node.js is missing: install Node {OLDEST_NODE} or later, which brings npm.")
    version = run([program, "--version"], "Node.js").strip()
    major = re.match(r"v(\d+)", version)
    if major is None or int(major[1]) < OLDEST_NODE:
        raise Problem(f"Node {version} is too old: install Node {OLDEST_NODE} or later.")
    return program


def node_tool(package: str, program: str) -> list[str | Path]:
    """Return the command that runs a tool from node_modules; it is the same on every system."""
    return [node(), MODULES / package / "bin" / program]


def ensure_modules() -> None:
    """Install into node_modules exactly what package-lock.json names."""
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
    """Make .venv, with what a build needs, or everything in the lock for tests. Return its Python.

    A changed lock is installed over what is there. The environment is made anew only for another Python, or if it was
    moved: it holds its own path. If .venv is a link to that of another work tree, that one is used and updated.
    """
    stamp = VENV / "sandlot-installed.json"
    place = digest(sys.version.encode() + bytes(VENV.resolve()))
    locks = digest(PYTHON_LOCK.read_bytes() + PYODIDE_WHEELS_LOCK.read_bytes())
    try:
        have = json.loads(stamp.read_text())
    except (OSError, ValueError):
        have = {}
    is_ours = venv_python().is_file() and have.get("place") == place
    has_tools = have.get("for_tests") or (not for_tests and have.get("tools") == [*FOR_BUILDS])
    if is_ours and have.get("locks") == locks and has_tools:
        return venv_python()
    pip: list[str | Path] = [venv_python(), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    if not is_ours:
        with step("Making .venv"):
            run([sys.executable, "-m", "venv", "--clear", VENV], "Making .venv (on Debian it needs python3-venv)")
    if for_tests:
        with step("Installing Python tools for the tests"):
            # Modules are compiled when they are imported; most of them never are.
            fetch([*pip, "install", "--no-compile", "--only-binary", ":all:", "-r", PYTHON_LOCK], "pip install")
    else:
        with step("Installing what the build needs"):
            fetch([*pip, "install", "--only-binary", ":all:", "-c", PYTHON_LOCK, *FOR_BUILDS], "pip install")
    with step("Downloading wheels for the page"):
        shutil.rmtree(PYODIDE_WHEELS, ignore_errors=True)
        wheels: list[str | Path] = ["--dest", PYODIDE_WHEELS, "-r", PYODIDE_WHEELS_LOCK]
        only = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--python-version", "3.14"]
        fetch([*pip, "download", *only, *wheels], "pip download")
    stamp.write_text(json.dumps({"place": place, "locks": locks, "for_tests": for_tests, "tools": [*FOR_BUILDS]}))
    return venv_python()


def set_up(*, for_tests: bool) -> Path:
    """Install both package-lock.json and .venv; return the Python of the latter."""
    node()  # first, so that a missing one is reported at once
    all_at_once(ensure_modules, functools.partial(ensure_venv, for_tests=for_tests))
    return venv_python()


def browser_on_this_machine() -> str | None:
    """Return the browser that SANDLOT_BROWSER names, or else a Chromium of this machine; None if there is none."""
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
    """Return Chromium's headless shell, which takes a sixth less processor time; else, or if one is named, as above."""
    light = None if os.environ.get("SANDLOT_BROWSER") else shutil.which(HEADLESS_SHELL)
    return light or browser_on_this_machine()


def playwright_browser(python: Path) -> str | None:
    """Return Playwright's own Chromium, if it was downloaded."""
    ask = "from playwright.sync_api import *\nwith sync_playwright() as p: print(p.chromium.executable_path)"
    path = run([python, "-c", ask], "Playwright").strip()
    return path if Path(path).is_file() else None


def install_from_debian(what: str, *packages: str) -> None:
    """Install Debian packages, if there is apt-get and we are root; raise `Problem` if that fails."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        with step(f"Installing {what} (apt-get)"):
            quiet = {"DEBIAN_FRONTEND": "noninteractive"}
            install: list[str | Path] = ["apt-get", "install", "-qy", "--no-install-recommends", *packages]
            fetch(["apt-get", "update", "-q"], "apt-get update", env=quiet)
            fetch(install, "apt-get install", env=quiet)


def ensure_other_browsers() -> None:
    """Install Firefox and WebKitGTK, for the core path, and a headless Chromium for the rest.

    Without them some tests are skipped with a sentence, and others take longer in the Chromium that there is.
    """
    programs = {"firefox-esr": ("firefox-esr", "firefox"), "webkit2gtk-driver": ("WebKitWebDriver",), "xvfb": ("Xvfb",)}
    with contextlib.suppress(OSError):
        if platform.freedesktop_os_release()["ID"] == "debian":  # Debian's derivatives have no such package
            programs[HEADLESS_SHELL] = (HEADLESS_SHELL,)
    missing = [package for package, names in programs.items() if not any(map(shutil.which, names))]
    with contextlib.suppress(Problem):
        if missing:
            install_from_debian(", ".join(missing), *missing)


def ensure_browser(python: Path) -> str:
    """Return a Chromium for the tests: one that is installed, or else one that can be installed."""
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
