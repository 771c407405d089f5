"""Keeps what the steps of a build have made, under a key of everything they read, so that nothing is made twice."""

from __future__ import annotations

import functools
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from fnmatch import translate
from pathlib import Path
from typing import Any

from sandlot_build.basis import NPM_LOCK, WORK, digest, step

KEPT = WORK / "steps"
#: What nearly every step reads: the build itself, and what the locks install.
BUILD = ("py/sandlot_build/*", "py/pyproject.toml", NPM_LOCK.name, "tests/requirements*")
RESULTS_OF_A_STEP = 3
"""How many results of a step are kept, so that going to another branch and back builds nothing again."""
RESULT, FILES = "result.json", "files"


class Sources:
    """The files that a build reads, with their digests. `files` are {path below the checkout: digest}."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    def key(self, *patterns: str, without: Iterable[str] = (), paths: Iterable[str] = (), more: object = "") -> str:
        """Return a digest of all files whose path matches one of these patterns, where `*` also stands for slashes,
        and none of `without`, and of those at `paths`. `more` is what else a step depends on, as a value of JSON.
        """
        wanted, left_out, named = _one_of(patterns), _one_of(tuple(without)), frozenset(paths)
        taken = sorted(
            f"{path} {found}"
            for path, found in self.files.items()
            if path in named or (wanted(path) and not left_out(path))
        )
        return digest("\n".join([*taken, json.dumps(more, sort_keys=True)]).encode())[:24]


@functools.cache
def _one_of(patterns: tuple[str, ...]) -> Callable[[str], object]:
    """Return what tells whether a path matches one of these patterns. It is one expression, because every build
    compares thousands of paths with dozens of patterns.
    """
    # Without patterns it must match nothing.
    return re.compile("|".join(map(translate, patterns)) or r"(?!)").match


class Steps:
    """The steps of one build, which put what they make of the `sources` into `folder`.

    With `hurry`, steps with `may_be_old` may return what they made from earlier sources; `old` has the names of those
    that did.
    """

    def __init__(self, folder: Path, sources: Sources, *, hurry: bool = False) -> None:
        self.folder = folder
        self.sources = sources
        self.hurry = hurry
        self.old: list[str] = []

    def result(
        self, name: str, key: str, make: Callable[[Path], Any], *, says: str = "", may_be_old: bool = False
    ) -> Any:
        """Return what `make` returns, a value of JSON, and copy the files that it writes into an empty folder.

        `make` is called only if no result is kept under this key. `says` is printed meanwhile.
        """
        made = KEPT / name / key
        if not (made / RESULT).is_file():
            earlier = _latest(KEPT / name)
            if self.hurry and may_be_old and earlier:
                self.old.append(name)
                made = earlier[0]
            else:
                made = _make(KEPT / name, make, lambda _: key, says)
        return self._take(made)

    def bundled(self, name: str, make: Callable[[Path], Any], *, more: object = "", says: str = "") -> Any:
        """Return what `make` returns, as `result` does. It tells what it has read: {"read": [path, ...], ...}, and is
        called only if one of those sources, or the build, has changed since then. `more` is what else it depends on.
        """

        def key(found: Any) -> str:
            return self.sources.key(*BUILD, paths=found["read"], more=more)

        earlier = (made for made in _latest(KEPT / name) if made.name == key(_result(made)))
        return self._take(next(earlier, None) or _make(KEPT / name, make, key, says))

    def _take(self, made: Path) -> Any:
        (made / RESULT).touch()
        for old in _latest(made.parent)[RESULTS_OF_A_STEP:]:
            shutil.rmtree(old, ignore_errors=True)
        shutil.copytree(made / FILES, self.folder, dirs_exist_ok=True)
        return _result(made)


def _result(made: Path) -> Any:
    return json.loads((made / RESULT).read_text(encoding="utf-8"))


def _latest(place: Path) -> list[Path]:
    """Return the results of a step, the one that was used last first."""
    found = [path for path in place.iterdir() if (path / RESULT).is_file()] if place.is_dir() else []
    return sorted(found, key=lambda path: (path / RESULT).stat().st_mtime_ns, reverse=True)


def _make(place: Path, make: Callable[[Path], Any], key: Callable[[Any], str], says: str) -> Path:
    """Call `make`, lay what it made in `place` under the `key` of its result, and return where that is."""
    place.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=WORK))
    try:
        (folder / FILES / "assets").mkdir(parents=True)
        with step(says) if says else nullcontext():
            found = make(folder / FILES)
        (folder / RESULT).write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
        target = place / key(found)
        shutil.rmtree(target, ignore_errors=True)
        return folder.rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
