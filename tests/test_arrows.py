"""Who may import whom: every room has a line that says so, and a room without a line is a mistake."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import sandlot

PACKAGE = Path(sandlot.__file__).parent
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))

# A room may import itself and what its line names. GAME is the name of the game whose room it is: no game imports
# another one. What is loaded by its name is not seen here: the games by their registry, a seat by the process it is in.
ROOMS = {
    "sandlot": "",
    "messages": "",
    "clock": "",
    "bounded": "",
    "limits": "",
    "wire": "bounded messages",
    "game": "clock messages wire",
    "jobs": "messages",
    "draw": "bounded game messages",
    "bots": "game",
    "games": "game messages",
    "games/GAME": "bounded clock game jobs messages wire",
    "games/GAME/bots": "draw games games/GAME limits",
    "files": "messages wire",
    "packages": "files messages",
    "match": "bounded clock draw game games jobs messages sandlot wire",
    "seat": "bots draw files game games limits messages packages wire",
    "local": "bots bounded draw files match messages sandlot wire",
    "page": "bots clock draw files game games jobs match messages packages seat",
    "cli": "bots clock files game games games/generals jobs local match messages packages sandlot",
    "__main__": "cli",
}


def room(file: Path) -> tuple[str, str]:
    """The room that a file of the package stands in, and the game it belongs to."""
    first, *rest = file.with_suffix("").parts
    if first == "games" and rest and rest != ["__init__"]:
        return f"games/{rest[0]}" + ("/bots" if "bots" in rest else ""), rest[0]
    return "sandlot" if first == "__init__" else first, ""


def file_of(module: str) -> Path | None:
    """The file of a module of the package, if there is one of that name."""
    place = "/".join(module.split(".")[1:])
    return next((file for file in (Path(f"{place}.py"), Path(place, "__init__.py")) if file in FILES), None)


def imported(file: Path) -> Iterator[Path]:
    """The files of the package that one of them imports."""
    for node in ast.walk(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))):
        names = [(alias.name, "") for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
        for name, package in names:
            if name.split(".")[0] == "sandlot" and (found := file_of(name) or file_of(package)):
                yield found


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_module_imports_only_what_its_room_may(file: Path) -> None:
    own, game = room(file)
    line = ROOMS.get(own.replace(game, "GAME") if game else own)
    assert line is not None, f"no line says what {own} may import"
    allowed = {own, *(each.replace("GAME", game) for each in line.split())}
    wrong = {str(found) for found in imported(file) if room(found)[0] not in allowed}
    assert not wrong, f"{own} may not import {', '.join(sorted(wrong))}"


def test_no_module_is_in_a_circle() -> None:
    left = {file: {found for found in imported(file) if found != file} for file in FILES}
    while free := [file for file, needs in left.items() if not needs & left.keys()]:
        for file in free:
            del left[file]
    assert not left, f"in a circle, or after one: {', '.join(map(str, left))}"
