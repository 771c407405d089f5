"""Keeps what the steps of a build have made, under a key of everything they read, so that nothing is made twice."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from sandlot_build.basis import WORK, digest, step

KEPT = WORK / "steps"
MOST = 3
"""How many results of a step are kept: whoever goes to another branch and back builds nothing anew."""
RESULT, FILES = "result.json", "files"


class Sources:
    """The files that a build reads, with their digests. `files` are {path below the checkout: digest}."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    def key(self, *patterns: str, without: Iterable[str] = (), more: object = "") -> str:
        """Return a digest of all files whose path matches one of these patterns, where `*` also stands for slashes,
        and none of `without`. `more` is what else a step depends on, as a value of JSON.
        """
        left_out = tuple(without)
        taken = sorted(
            f"{path} {found}"
            for path, found in self.files.items()
            if _matches(path, patterns) and not _matches(path, left_out)
        )
        return digest("\n".join([*taken, json.dumps(more, sort_keys=True)]).encode())[:24]


def _matches(path: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(path, each) for each in patterns)


class Steps:
    """The steps of one build, which put what they make into `folder`.

    With `hurry`, a step that says so may give what it made from earlier sources. `old` names those that did.
    """

    def __init__(self, folder: Path, *, hurry: bool = False) -> None:
        self.folder = folder
        self.hurry = hurry
        self.old: list[str] = []

    def result(
        self, name: str, key: str, make: Callable[[Path], Any], *, says: str = "", may_be_old: bool = False
    ) -> Any:
        """Return what `make` returns, a value of JSON, and copy the files that it writes into an empty folder.

        It is called only if there is nothing under this key. `says` is what is printed meanwhile.
        """
        place = KEPT / name
        made = place / key
        if not (made / RESULT).is_file():
            earlier = _latest(place)
            if self.hurry and may_be_old and earlier:
                self.old.append(name)
                made = earlier[0]
            elif says:
                with step(says):
                    _make(made, make)
            else:
                _make(made, make)
        (made / RESULT).touch()
        for old in _latest(place)[MOST:]:
            shutil.rmtree(old, ignore_errors=True)
        shutil.copytree(made / FILES, self.folder, dirs_exist_ok=True)
        return json.loads((made / RESULT).read_text(encoding="utf-8"))


def _latest(place: Path) -> list[Path]:
    """Return the results of a step, the one that was used last first."""
    found = [path for path in place.iterdir() if (path / RESULT).is_file()] if place.is_dir() else []
    return sorted(found, key=lambda path: (path / RESULT).stat().st_mtime_ns, reverse=True)


def _make(target: Path, make: Callable[[Path], Any]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=WORK))
    try:
        (folder / FILES / "assets").mkdir(parents=True)
        found = make(folder / FILES)
        (folder / RESULT).write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
        shutil.rmtree(target, ignore_errors=True)
        folder.rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
