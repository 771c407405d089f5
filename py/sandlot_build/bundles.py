"""Bundles scripts and styles with esbuild, and scripts that a page loads in parts with Rolldown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sandlot_build.basis import Problem, digest, run
from sandlot_build.needs import node, node_tool

ES_TARGET = "es2022"
#: The name under which scripts import their sentences.
WORDS_MODULE = "sandlot-words"


def esbuild(*arguments: str | Path, readable: bool = False) -> str:
    """Run esbuild and return what it prints; raise `Problem` with its message if it fails. What is `readable` keeps its
    names, and the browser's tools show its source.
    """
    how = "--sourcemap=inline" if readable else "--minify"
    common = ["--bundle", how, f"--target={ES_TARGET}", "--legal-comments=none", "--log-level=warning"]
    try:
        return run([*node_tool("esbuild", "esbuild"), *common, *arguments], "esbuild")
    except Problem as problem:
        # The rest is the stack of the script that started esbuild.
        problem.output = problem.output.partition("\nnode:")[0].rstrip()
        raise


def hashed(folder: Path, name: str, data: bytes) -> str:
    """Write data under a name that contains its hash; return the URL relative to the page."""
    stem, _, suffix = name.partition(".")
    path = folder / "assets" / f"{stem}-{digest(data)[:10]}.{suffix}"
    path.write_bytes(data)
    return f"./assets/{path.name}"


class Bundles:
    """What was bundled: the URL of every entry point, what a split one loads at once, the packages in the code, and the
    paths of all that was read, below the checkout.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.urls: dict[str, str] = {}
        self.at_once: dict[str, list[str]] = {}
        self.packages: set[str] = set()
        self.read: set[str] = set()

    def json(self) -> dict[str, Any]:
        """Return all of it but the folder, for `join`."""
        sets = {"packages": sorted(self.packages), "read": sorted(self.read)}
        return {"urls": self.urls, "at_once": self.at_once, **sets}

    def join(self, others: Mapping[str, Any]) -> None:
        """Add bundles that were made elsewhere, and whose files are in this folder now."""
        self.urls |= others["urls"]
        self.at_once |= others["at_once"]
        self.packages |= set(others["packages"])
        self.read |= set(others["read"])

    def add(self, entries: list[str], *options: str, readable: bool = False) -> None:
        """Bundle scripts or styles, each into a file of its own."""
        names = ["--entry-names=[name]-[hash]", "--asset-names=[name]-[hash]"]
        outputs = self._esbuild(*entries, f"--outdir={self.folder / 'assets'}", *names, *options, readable=readable)
        for path, output in outputs.items():
            if "entryPoint" in output:
                self.urls[output["entryPoint"]] = self.url(path)

    def text(self, entry: str, *options: str) -> str:
        """Bundle a script or a style that becomes part of another file; return it."""
        file = self.folder / "text"
        self._esbuild(entry, f"--outfile={file}", *options)
        text = file.read_text(encoding="utf-8").strip()
        file.unlink()
        return text

    def _esbuild(self, *arguments: str, readable: bool = False) -> dict[str, Any]:
        """Run esbuild; return its metadata about every file that it wrote."""
        meta = self.folder / "meta.json"
        esbuild(*arguments, f"--metafile={meta}", readable=readable)
        made = json.loads(meta.read_text(encoding="utf-8"))
        meta.unlink()
        self.read |= made["inputs"].keys()
        self._note_packages(made["inputs"])
        outputs: dict[str, Any] = made["outputs"]
        return outputs

    def split(
        self, entries: list[str], words: Path, define: Mapping[str, str], *, prefix: str = "", readable: bool = False
    ) -> None:
        """Bundle scripts of a page: what each entry point needs at once is one file, and what is loaded later is split
        from it. esbuild would make a file of whatever any two parts have in common, some fifty for the start alone.

        `words` is the file of sentences that the scripts import. `define`: names in the scripts, and the values that
        replace them. `prefix`: the beginning of the names of files that are no entry points.
        """
        given = {
            "entries": entries,
            "folder": str(self.folder / "assets"),
            "prefix": prefix,
            "alias": {WORDS_MODULE: str(words)},
            "define": {name: json.dumps(value) for name, value in define.items()},
            "readable": readable,
        }
        made = json.loads(run([node(), Path(__file__).with_name("split.mjs"), json.dumps(given)], "Rolldown"))
        self.read |= set(made["read"])
        self._note_packages(made["inputs"])
        for file, output in made["outputs"].items():
            if output["entry"]:
                self.urls[output["entry"]] = self.url(file)
                self.at_once[output["entry"]] = [self.url(each) for each in output["at_once"]]

    def _note_packages(self, inputs: Iterable[str]) -> None:
        found = (re.match(r"node_modules/((?:@[^/]+/)?[^/]+)/", path) for path in inputs)
        self.packages |= {match[1] for match in found if match}

    def take(self, entry: str) -> str:
        """Return the text of a script that becomes part of another file, and delete its own file."""
        path = self.folder / self.urls.pop(entry)
        text = path.read_text(encoding="utf-8")
        path.unlink()
        return text

    def url(self, output: str) -> str:
        return f"./assets/{Path(output).name}"
