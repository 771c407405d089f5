"""Counting steps on this machine: Node runs the scripts of a built page's seats.

Steps are counted by the page's own build of Python, in WebAssembly. So a match whose clock counts steps needs an arena,
the files of a built page, and Node to run them. `step_counter` finds both; nothing else decides where they are.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import sandlot
from sandlot.clock import Clock
from sandlot.errors import SandlotError
from sandlot.files.bot import Bot
from sandlot.local.bot import HereBot
from sandlot.messages import Message, message
from sandlot.sandbox.launch import installed
from sandlot.sandbox.paths import SandboxPaths, of_program

log = logging.getLogger("sandlot.arena")

VARIABLE = "SANDLOT_ARENA"
"""The environment variable that names the folder of a built page."""
OLDEST = (20, 16)
"""The oldest version of Node that has everything that `static/engine/seat/node.ts` needs."""
STABLE = (22, 13), (23, 5)
"""The first versions in which Node's permission model is stable: in release line 22, and in all later lines."""
HEAP = 512
"""The maximum size of JavaScript's own heap, in MB; Python's memory is not part of it."""
ANSWERS, BOOTS = 20, 120
"""The maximum number of seconds in which Node has to print its version, and to boot Python once."""
MADE_OF = ("core", "wasm", "stdlib", "wheel", "node")
"""The files of a page that are needed to boot Python, by their names in the page's manifest."""
SNAPSHOTS = 3
"""How many snapshots are kept, each of another build of the page."""
LONGEST_WHY = 300
USUAL_MEMORY = 256 * 2**20
"""The memory of Python for a bot, in bytes, unless the user gives a limit; as in the page."""
NO_OPTIONS = {"NODE_OPTIONS": ""}
"""Environment variables for Node, so that it gets no options but those in its command."""
_DIST = Path(sandlot.__file__).resolve().parents[2] / "dist"
"""Where the build of a checkout puts the page."""
_MANIFEST = re.compile(r'<script type="application/json" id="assets">(.*?)</script>', re.DOTALL)
_VERSION = re.compile(r"v(\d+)\.(\d+)\.")


class NoSteps(SandlotError):
    """Steps cannot be counted here, or not for this player. `text` says why, and what to do."""

    text: Message


@dataclass(frozen=True)
class StepCounter:
    """What is needed to run bots whose steps are counted. `node` is the path of Node and `version` its version, `page`
    is the folder of the arena, `script` is the script for Node, and `snapshot` is a file from which Python starts
    quickly ("": there is none).
    """

    node: str
    version: tuple[int, int]
    page: str
    script: str
    snapshot: str = ""

    def command(self, *arguments: str) -> list[str]:
        """Return the command that runs the script with these arguments. Node's own permissions let it read the arena
        and the snapshot only; it cannot write files, start programs or threads, or compile code from strings.
        """
        first, later = STABLE
        is_stable = self.version >= later or (self.version[0] == first[0] and self.version >= first)
        permission = "--permission" if is_stable else "--experimental-permission"
        readable = [f"--allow-fs-read={each}" for each in filter(None, [self.page, self.snapshot])]
        limits = ["--disallow-code-generation-from-strings", "--no-addons", f"--max-old-space-size={HEAP}"]
        return [self.node, "--no-warnings", permission, *readable, *limits, self.script, *arguments]

    def paths(self, work: str) -> SandboxPaths:
        """Return the paths that a seat needs within a sandbox. `work` is the folder in which it runs."""
        return of_program(work, [*filter(None, [self.node, self.script, self.page, self.snapshot])], ())

    def seat(self, memory: int | None) -> list[str]:
        """Return the command of one bot's seat. `memory`: the maximum memory of its Python, in bytes."""
        page_size = 2**16
        most = max(1, (memory or USUAL_MEMORY) // page_size) * page_size
        return self.command("seat", self.page, self.snapshot, str(most))


def check_steps(clock: Clock | None, bots: Iterable[Bot], arena: str = "") -> None:
    """Raise `NoSteps` if a clock counts steps, but that does not work here or for one of these bots. `arena` is as for
    `step_counter`.
    """
    if clock is None or not clock.steps:
        return
    for bot in bots:
        if bot.command or isinstance(bot, HereBot):
            raise NoSteps(message("steps.program", name=bot.name))
    step_counter(arena)


def step_counter(arena: str = "") -> StepCounter:
    """Return what is needed to count steps; raise `NoSteps` if something is missing.

    `arena` is the folder of a built page, such as a league's own. If it is "", the folder in the environment variable
    SANDLOT_ARENA is used, or else ``dist`` of the checkout in which this package is.
    """
    return _step_counter(str(Path(arena or os.environ.get(VARIABLE) or _DIST).absolute()))


def counts_steps(page: Path) -> bool:
    """Tell whether a folder is a built page that can count steps where Node is installed."""
    try:
        _manifest(page)
    except NoSteps:
        return False
    return True


def node_version() -> str | None:
    """Return the version of the installed Node, such as "22.13"; None if there is none."""
    node = installed("node") or installed("nodejs")
    return None if node is None else _dotted(_version_of(node))


def built_page() -> Path | None:
    """Return the folder of a page that was built beside this package, or None."""
    return _DIST if (_DIST / "index.html").is_file() else None


@cache
def _step_counter(arena: str) -> StepCounter:
    node = installed("node") or installed("nodejs")
    if node is None:
        raise NoSteps(message("steps.no_node", needed=_dotted(OLDEST)))
    version = _version_of(node)
    if version < OLDEST:
        raise NoSteps(message("steps.old_node", needed=_dotted(OLDEST), version=_dotted(version)))
    page = Path(arena).resolve()
    manifest = _manifest(page)
    script = page / str(manifest["node"])
    found = StepCounter(node, version, str(page), str(script))
    return replace(found, snapshot=_snapshot(found, _key(found, manifest)))


def _key(counter: StepCounter, manifest: Mapping[str, Any]) -> str:
    """Return a hash of everything from which a snapshot is made. The files' names contain hashes as well, but these
    could be false in an untrusted arena, whose snapshot would then be used for other arenas.
    """
    found = hashlib.sha256(json.dumps([_dotted(counter.version), manifest.get("lock")]).encode())
    for name in MADE_OF:
        try:
            data = (Path(counter.page) / str(manifest.get(name))).read_bytes()
        except OSError:
            raise NoSteps(message("steps.other_arena", folder=counter.page, version=sandlot.__version__)) from None
        found.update(hashlib.sha256(data).digest())
    return found.hexdigest()[:20]


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))


def _version_of(node: str) -> tuple[int, int]:
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        environment = {**os.environ, **NO_OPTIONS}
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=ANSWERS, env=environment)
        if found := _VERSION.match(done.stdout):
            return int(found[1]), int(found[2])
    return 0, 0


def _manifest(page: Path) -> dict[str, Any]:
    """Return the manifest of a built page that fits this package."""
    try:
        text = (page / "index.html").read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise NoSteps(message("steps.no_arena", folder=str(page), variable=VARIABLE)) from None
    found = _MANIFEST.search(text)
    try:
        manifest = json.loads(found[1]) if found else {}
    except ValueError:
        manifest = {}
    script = manifest.get("node")
    if not isinstance(script, str) or not (page / script).is_file() or manifest.get("version") != sandlot.__version__:
        raise NoSteps(message("steps.other_arena", folder=str(page), version=sandlot.__version__))
    return dict(manifest)


def _snapshot(counter: StepCounter, key: str) -> str:
    """Return the path of a snapshot: the memory of a Python that has just booted in this arena, from which bots start
    in a fraction of the time. It is made if there is none yet. Return "" if the file cannot be written.
    """
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "sandlot")
    path = folder / f"{key}.snapshot"
    if path.is_file():
        return str(path)
    made = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            subprocess.run(
                counter.command("snapshot", counter.page),
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.PIPE,
                timeout=BOOTS,
                check=True,
                env={**os.environ, **NO_OPTIONS},
            )
        Path(made).replace(path)
    except (OSError, subprocess.TimeoutExpired) as error:
        log.debug("no snapshot of Python is kept: %s", error)
        return ""
    except subprocess.CalledProcessError as error:
        why = error.stderr.decode(errors="replace").strip()[-LONGEST_WHY:] or str(error)
        raise NoSteps(message("steps.no_boot", why=why)) from None
    finally:
        if made:
            Path(made).unlink(missing_ok=True)
    _forget_old(folder)
    return str(path)


def _forget_old(folder: Path) -> None:
    """Keep only the newest snapshots."""
    with contextlib.suppress(OSError):
        kept = sorted(folder.glob("*.snapshot"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-SNAPSHOTS]:
            old.unlink()
