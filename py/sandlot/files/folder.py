"""Tells a folder that is a bot of several files from a folder of bots, as the page tells files that come together."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from sandlot.files.bundle import FILES, MAIN
from sandlot.files.main_file import LOOKED_AT, groups, imported_modules
from sandlot.files.reading import open_inside


def is_one_bot(folder: Path) -> bool:
    """Tell whether a folder is one bot: it has a `__main__.py`, or all Python files at its top belong together, because
    one of them imports the others, or imports a package in the folder. Raise `OSError` if it cannot be read.
    """
    if (folder / MAIN).is_file():
        return True
    inside = list(islice(folder.iterdir(), FILES + 1))
    if len(inside) > FILES or any(path.suffix == ".zip" for path in inside):
        return False
    texts = top_texts(folder)
    found = groups(texts)
    if len(found) != 1:
        return False
    [names] = found
    packages = {path.name for path in inside if path.is_dir() and any(path.glob("*.py"))}
    return len(names) > 1 or bool(packages & imported_modules(texts[names[0]]))


def helpers_among(texts: dict[str, str]) -> set[str]:
    """Return the names of the files that are no bots of their own, but parts of others that import them."""
    found = groups(texts)
    return {name for names in found for name in names[1:]} - {names[0] for names in found}


def top_texts(folder: Path) -> dict[str, str]:
    """Return the beginnings of the Python files at the top of a folder, by name. What cannot be read is left out: it is
    said where the bot is read.
    """
    found = {}
    for path in sorted(folder.glob("*.py")):
        try:
            with open_inside(folder, path.name) as file:
                found[path.name] = file.read(LOOKED_AT).decode(errors="replace")
        except OSError:
            continue
    return found
