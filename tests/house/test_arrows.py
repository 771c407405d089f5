"""Import rules: which room may import which. Every room has a line in the table in `sandlot_build.rooms`."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sandlot
from sandlot_build import assemble, basis, bundles, embeds, rooms, words

PACKAGE = Path(sandlot.__file__).parent
FILES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def may_import(table: dict[str, str], importer: tuple[str, str], imported: tuple[str, str]) -> bool:
    """Tell whether a room may import another one. Each is given as (room, game)."""
    (room, game), (other, of) = importer, imported
    if game and of and game != of:
        return False
    return room == other or other in table[room].split()


def file_of(module: str) -> Path | None:
    """Return the file of a module of the package, or None."""
    place = "/".join(module.split(".")[1:])
    return next((file for file in (Path(f"{place}.py"), Path(place, "__init__.py")) if file in FILES), None)


def imported(file: Path) -> Iterator[Path]:
    """Return the files of the package that this file imports. Names that `sandlot` itself exports do not count, because
    they are imported on use: see `sandlot.__getattr__`.
    """
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    if file == Path("__init__.py"):
        tree.body = [node for node in tree.body if not isinstance(node, ast.If)]
    for node in ast.walk(tree):
        names = [(alias.name, "") for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
        for name, package in names:
            if name.split(".")[0] == "sandlot" and (found := file_of(name) or file_of(package)):
                yield found


def test_module_imports_only_allowed_rooms() -> None:
    wrong = {}
    for file in FILES:
        own = rooms.room_of_package(file.as_posix())
        assert own[0] in rooms.PACKAGE, f"no line says what {own[0]} may import"
        found = {each: rooms.room_of_package(each.as_posix()) for each in imported(file)}
        forbidden = {str(each) for each, room in found.items() if not may_import(rooms.PACKAGE, own, room)}
        # Two commands of the command line are for generals-tournament.
        forbidden -= {f"games/generals/{name}.py" for name in ("__init__", "config", "maps") if own[0] == "cli"}
        if forbidden:
            wrong[str(file)] = sorted(forbidden)
    assert wrong == {}


EDITOR = Path(basis.ROOT, "py", "sandlot_editor")


@pytest.mark.parametrize("file", sorted(EDITOR.glob("*.py")), ids=lambda file: file.stem)
def test_editor_imports_package_only_for_game_descriptions(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = {each.module or "" for each in nodes if isinstance(each, ast.ImportFrom)}
    names |= {alias.name for each in nodes if isinstance(each, ast.Import) for alias in each.names}
    found = {name.split(".")[1] for name in names if name.startswith("sandlot.")}
    assert found <= set(rooms.EDITOR.get(file.stem, "").split())
    inside = {name.split(".")[1] for name in names if name.startswith("sandlot_editor.")}
    assert file.stem in rooms.EDITOR or not inside & rooms.EDITOR.keys()


def test_modules_left_out_of_page_are_not_imported_there() -> None:
    importing = rooms.with_those_above(rooms.NOT_IN_THE_PAGE, rooms.PACKAGE)
    assert importing == rooms.NOT_IN_THE_PAGE


def test_no_import_cycles() -> None:
    left = {file: {found for found in imported(file) if found != file} for file in FILES}
    while free := [file for file, needs in left.items() if not needs & left.keys()]:
        for file in free:
            del left[file]
    assert not left, f"in a circle, or after one: {', '.join(map(str, left))}"


def imports_of_the_page(folder: Path) -> list[tuple[str, str]]:
    """Return every import of one of our scripts by another, from the metafile of esbuild for all entry points."""
    meta = folder / "meta.json"
    entries = [*rooms.ENTRIES, *assemble.WORKERS.values()]
    entries += [
        f"static/{name}.ts" for name in ("engine/python/core", "engine/seat/frame", "base/site/sw", "shell/alone")
    ]
    entries += [f"{embeds.EMBED_FOLDER}/{name}.ts" for name in ("embed", "file", "element", "embeds")]
    given = [f"--metafile={meta}", f"--outdir={folder}", "--loader:.svg=text", "--external:node:*", "--format=esm"]
    bundles.esbuild(*entries, *given, "--splitting", f"--alias:{bundles.WORDS_MODULE}={words.english_words()}")
    inputs = json.loads(meta.read_text(encoding="utf-8"))["inputs"]
    pairs = [(path, each["path"]) for path, script in inputs.items() for each in script["imports"]]
    return [pair for pair in pairs if all(path.startswith("static/") and path.endswith(rooms.SCRIPTS) for path in pair)]


def test_script_imports_only_allowed_rooms(tmp_path: Path) -> None:
    found = imports_of_the_page(tmp_path)
    assert len(found) > 400
    pairs = [(path, other, *(rooms.room_of_page(each[7:]) for each in (path, other))) for path, other in found]
    wrong = [
        f"{path} -> {other}"
        for path, other, room, imported_room in pairs
        if path not in rooms.ENTRIES and not may_import(rooms.PAGE, room, imported_room)
    ]
    assert sorted(wrong) == []


def test_every_room_of_the_page_has_import_rule() -> None:
    scripts = [path.relative_to(basis.ROOT).as_posix() for path in rooms.scripts_of_the_page()]
    assert {rooms.room_of_page(path[7:])[0] for path in scripts if path not in rooms.ENTRIES} == set(rooms.PAGE)


def test_changed_files_select_tests_of_dependent_rooms() -> None:
    assert rooms.tests_of(["SECURITY.md"]) == ["tests/house"]
    assert rooms.tests_of(["py/sandlot/cli/play.py"]) == ["tests/cli", "tests/house"]
    assert "tests/local" in (rooms.tests_of(["py/sandlot/match/referee.py"]) or [])
    assert {"tests/games", "tests/local"} <= set(rooms.tests_of(["py/sandlot/games/tank/bots/hunter.py"]) or [])
    assert "tests/cli" not in (rooms.tests_of(["static/board/board.ts"]) or [])
    assert rooms.tests_of(["README.md"]) == rooms.tests_of(["static/guide/links.md"]) == ["tests/house"]
    assert "tests/games" in (rooms.tests_of(["static/games/snake/words/en.json"]) or [])
    assert rooms.tests_of(["py/sandlot_editor/keys.py"]) == ["tests/editor", "tests/house", "tests/page"]
    assert rooms.tests_of(["tests/conftest.py"]) is None
    assert rooms.tests_of(["package-lock.json"]) is None
