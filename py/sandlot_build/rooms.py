"""Which module folders ("rooms") may import which. A test enforces it; `build.py test --changed` selects tests by
it.
"""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePosixPath

from sandlot_build.basis import ROOT, STATIC, Problem

#: Python: a room may import itself and the rooms on its line. GAME is the room's own game: no game imports another.
PACKAGE = {
    "sandlot": "errors",
    "messages": "",
    "errors": "messages",
    "verbose": "messages",
    "clock": "",
    "bounded": "errors",
    "limits": "",
    "syntax": "",
    "wire": "bounded errors messages",
    "game": "clock errors messages wire",
    "formats": "bounded errors jobs messages wire",
    "jobs": "errors messages",
    "names": "messages",
    "draw": "bounded game messages",
    "bots": "files game",
    "games": "game messages syntax",
    "games/GAME": "bounded clock errors game jobs messages wire",
    "games/GAME/bots": "draw games games/GAME limits",
    "files": "errors messages wire",
    "packages": "bounded errors files messages",
    "match": "bounded clock draw formats game games jobs messages sandlot wire",
    "kernel": "",
    "seat": "bots draw files game games limits messages packages wire",
    "seat_process": "files games kernel seat",
    "sandbox": "files kernel sandlot",
    "processes": "errors kernel sandbox",
    "timing": "processes",
    "local": (
        "bots bounded clock draw errors files kernel match messages packages processes sandbox sandlot timing wire"
    ),
    "page": (
        "archive bots bounded clock draw files formats game games jobs links match messages packages sandlot seat "
        "stats tournaments"
    ),
    "stats": "formats game jobs match messages names",
    "tournaments": "bounded clock formats game games jobs match messages names sandlot stats",
    "archive": "bounded files formats game games jobs match messages names stats tournaments",
    "contest": (
        "archive bots bounded clock errors files formats game games jobs local match messages processes sandbox "
        "sandlot stats tournaments verbose"
    ),
    "settings": "clock errors game games messages",
    "tasks": "clock errors formats game games jobs match messages settings stats syntax",
    "grade": "archive contest errors files game games jobs local match messages stats tasks tournaments",
    "league": (
        "archive bots bounded clock contest errors files formats game games jobs links local match messages names "
        "sandlot settings stats syntax tournaments"
    ),
    "links": "archive bounded clock errors files formats game games jobs match messages names stats tournaments",
    "puzzles": "bounded errors formats game games jobs links match messages",
    "schemas": "archive bounded clock draw files formats game games links match messages puzzles stats tournaments",
    "api": (
        "archive bots clock contest draw errors files formats game games games/GAME jobs limits local match messages "
        "names sandlot seat stats tournaments"
    ),
    "cli": (
        "api archive bots bounded clock contest errors files formats game games grade jobs league links local match "
        "mcp messages names packages puzzles sandlot schemas settings stats tasks tournaments verbose"
    ),
    "mcp": "api bots errors files game games messages sandlot schemas",
    "rl": ("api bots errors files formats game games games/GAME local match messages processes sandbox seat wire"),
    "__main__": "cli game",
}
#: Imports by name at run time: the registry loads the games, and a process loads its seat.
BY_NAME = {"games": "games/GAME", "games/GAME": "games/GAME/bots", "processes": "seat_process"}

#: The module of py/sandlot_editor that may import rooms of the package: only the build runs it. All others are in the
#: page, where the package is not beside them.
EDITOR = {"__main__": "game games schemas"}

#: Rooms that need processes or a terminal, or are for programs. The page loads all others.
NOT_IN_THE_PAGE = {
    "__main__",
    "api",
    "mcp",
    "rl",
    "cli",
    "timing",
    "contest",
    "grade",
    "kernel",
    "league",
    "local",
    "processes",
    "puzzles",
    "sandbox",
    "schemas",
    "verbose",
    "seat_process",
    "settings",
    "tasks",
}

_STORAGE = "base/values base/text base/storage base/site"
_UI = f"{_STORAGE} base/words base/ui"
#: What a panel may import. It gets the engine as an argument, and imports no other panel.
_PANEL = f"{_UI} base/share match board board/hand games explained"
#: The page, like PACKAGE for Python. main.ts, start.ts, tabs.ts and app.ts may import everything.
PAGE = {
    "base/values": "",
    "base/text": "base/values",
    "base/storage": "base/values base/text",
    "base/site": "base/values base/text base/storage",
    "base/words": _STORAGE,
    "base/ui": f"{_STORAGE} base/words",
    "base/share": f"{_STORAGE} base/words base/ui",
    "engine/python": "",
    "engine/seat": "engine/python",  # sealed, beside the bot: it imports nothing else
    "engine/worker": "engine/python base/site base/values",
    "engine/reader": "engine/python engine/seat base/site base/values engine",  # its worker is sealed as a bot's is
    "engine/packages": "engine/python base/site base/values base/storage engine",
    "engine": "engine/seat base/site base/values",
    "match": "base/values base/text base/words",
    "contest": "base/values base/text base/storage match",
    "contest/sentences": "base/values base/words match contest",  # said in a page, a picture and a link of results
    "contest/bracket": f"{_UI} match contest",  # drawn for who plays a contest, and for who has a link to its results
    "board": _UI,
    "board/hand": f"{_UI} board",
    "games/GAME": f"{_UI} board board/hand match",
    "games": f"{_UI} games/GAME match",
    **{f"panels/{folder.name}": _PANEL for folder in (STATIC / "panels").iterdir() if folder.is_dir()},
    "panels/compete": f"{_PANEL} contest contest/bracket contest/sentences",
    "panels/links": f"{_PANEL} contest contest/bracket contest/sentences",
    "explained": f"{_UI} match",
    "shell": f"{_UI} match games",
    "guide": "",
    # Pages of their own: a match without the rest of the page. Python comes when it is needed, and without seats.
    "panels/embed": f"{_PANEL} panels/watch panels/puzzles shell engine",
}
ENTRIES = ("static/main.ts", "static/start.ts", "static/tabs.ts", "static/app.ts")


#: How the names of the page's modules end.
SCRIPTS = (".ts", ".tsx")


def scripts_of_the_page() -> list[Path]:
    """Return every module under static, without declaration files."""
    found = (path for path in STATIC.rglob("*") if path.suffix in SCRIPTS and not path.name.endswith(".d.ts"))
    return sorted(found)


def room_of_package(path: str) -> tuple[str, str]:
    """Return the room of a file under py/sandlot, by its name in the table, and the game it belongs to."""
    first, *rest = PurePosixPath(path).with_suffix("").parts
    if first == "games" and rest and rest != ["__init__"]:
        return "games/GAME" + ("/bots" if "bots" in rest else ""), rest[0]
    return "sandlot" if first == "__init__" else first, ""


def is_in_the_page(path: str) -> bool:
    """Tell whether the page loads a file under py/sandlot."""
    return room_of_package(path)[0] not in NOT_IN_THE_PAGE


def room_of_page(path: str) -> tuple[str, str]:
    """Return the room of a file under static, by its name in the table, and the game it belongs to."""
    folder = PurePosixPath(path).parent
    if folder.parts[:1] == ("games",) and len(folder.parts) > 1:
        return "games/GAME", folder.parts[1]
    return folder.as_posix(), ""


def with_those_above(rooms: set[str], table: dict[str, str]) -> set[str]:
    """Return these rooms and all that import them, directly or indirectly."""
    found = set(rooms)
    while more := {room for room, line in table.items() if room not in found and found & set(line.split())}:
        found |= more
    return found


#: Folders of tests that read other files than the package, by the beginning of the paths of those files.
READ_BY_TESTS = {
    "static/base/words/": "editor games",
    "static/engine/": "seat",
    "static/games/": "games",
    "static/match/": "match",
    "static/panels/watch/html-file.ts": "cli",
}


def tests_of(paths: list[str]) -> list[str] | None:
    """Return the folders of tests that a change of these files may break, as paths from the top; None: all of them."""
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/*test*")}
    package = {room_of_package(path.removeprefix("py/sandlot/"))[0] for path in paths if path.startswith("py/sandlot/")}
    texts = {path for path in paths if path.endswith(".md")}
    scripts = {path for path in paths if path.startswith("static/")} - texts
    ours = ("py/sandlot/", "py/sandlot_editor/", "static/", "tests/")
    others = [path for path in paths if not path.startswith(ours)]
    picked = {path.split("/")[1] for path in paths if path.startswith("tests/") and path.count("/") > 1}
    if any(path.startswith("tests/") and path.count("/") == 1 for path in paths):
        return None  # all tests depend on it
    if any(path.startswith("py/sandlot_editor/") for path in paths):
        picked |= {"editor", "house", "page"}
    if any(not path.endswith(".md") for path in others):
        return None
    above = with_those_above(package, {room: f"{line} {BY_NAME.get(room, '')}" for room, line in PACKAGE.items()})
    picked |= {room.split("/")[0] for room in above}
    if {"games", "draw", "limits"} & above:
        picked.add("editor")
    if scripts or {"page", "seat", "match", "messages"} & above:
        picked |= {"page", "js", "house"}
    if others or package or texts:
        picked.add("house")
    for begin, readers in READ_BY_TESTS.items():
        if any(path.startswith(begin) for path in paths):
            picked |= set(readers.split())
    return sorted(f"tests/{folder}" for folder in picked & folders)


def changed_files() -> list[str]:
    """Return the files that differ from the newest commit that is shared with others, or else from the newest
    commit.
    """
    try:
        base = _git("merge-base", "HEAD", "@{upstream}").strip()
    except Problem:
        base = "HEAD"
    return sorted({*_git("diff", "--name-only", base).splitlines(), *_git(*UNTRACKED).splitlines()})


UNTRACKED = ("ls-files", "--others", "--exclude-standard")


def _git(*arguments: str) -> str:
    try:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Problem("What has changed is not known: --changed needs git, and a checkout.") from error
