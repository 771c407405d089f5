"""Who may import whom among the rooms of the page. What a room may not import it is handed."""

from __future__ import annotations

import json
from pathlib import Path

from sandlot_build import assemble, bundles, words

#: Below every room, and without a DOM: values and texts, and what the page keeps and fetches.
PLAIN = {"base/values", "base/text"}
KEPT = {*PLAIN, "base/kept", "base/site"}
WORDS = {*KEPT, "base/words"}
UI = {*WORDS, "base/ui"}
#: What a panel is made of. It is handed the engine, and imports no other panel.
PARTS = {*UI, "match", "board", "board/hand", "games"}

ARROWS: dict[str, set[str]] = {
    "base/values": set(),
    "base/text": {"base/values"},
    "base/kept": PLAIN,
    "base/site": {*PLAIN, "base/kept"},
    "base/words": KEPT,
    "base/ui": WORDS,
    "engine/python": set(),
    "engine/seat": {"engine/python"},  # sealed, beside the bot: nothing else at all
    "engine/worker": {"engine/python", "base/site", "base/values"},
    "engine/packages": {"engine/python", "base/site", "base/values", "base/kept", "engine"},
    "engine": {"engine/seat", "base/site", "base/values"},
    "match": {*PLAIN, "base/words"},
    "board": UI,
    "board/hand": {*UI, "board"},
    "games/G": {*UI, "board", "board/hand", "match"},
    "games": {*UI, "games/G"},
    "panels/front": PARTS,
    "panels/play": PARTS,
    "panels/code": PARTS,
    "panels/watch": PARTS,
    "panels/replays": PARTS,
    "panels/learn": PARTS,
    "panels/incoming": PARTS,
    "shell": {*UI, "match"},
}
#: Entry points may import every room.
ENTRIES = {"static/main.js", "static/start.js"}


def room_of(path: str, games: list[str]) -> str | None:
    """The room of a script, as it stands in the table; None: it is none of ours."""
    if not path.startswith("static/") or not path.endswith(".js"):
        return None
    room = Path(path).parent.relative_to("static").as_posix()
    return "games/G" if room.removeprefix("games/") in games else room


def imports_of_the_page(folder: Path) -> list[tuple[str, str]]:
    """Every import of a script by another one, by what esbuild says of all entry points."""
    meta = folder / "meta.json"
    entries = [*sorted(ENTRIES), *assemble.WORKERS.values()]
    entries += [
        f"static/{name}.js" for name in ("engine/python/core", "engine/seat/frame", "base/site/sw", "shell/alone")
    ]
    given = [f"--metafile={meta}", f"--outdir={folder}", "--loader:.svg=text", "--external:node:*", "--format=esm"]
    bundles.esbuild(*entries, *given, "--splitting", f"--alias:sandlot-words={words.english_words()}")
    inputs = json.loads(meta.read_text(encoding="utf-8"))["inputs"]
    return [(path, each["path"]) for path, script in inputs.items() for each in script["imports"]]


def test_the_page_imports_only_what_stands_below(tmp_path: Path) -> None:
    games = [path.parent.name for path in Path(assemble.STATIC, "games").glob("*/index.js")]
    found = imports_of_the_page(tmp_path)
    assert len(found) > 500
    wrong = []
    for importer, imported in found:
        room, other = room_of(importer, games), room_of(imported, games)
        if importer in ENTRIES or room is None or other is None:
            continue
        same = room == other and (room != "games/G" or Path(importer).parent == Path(imported).parent)
        if not same and other not in ARROWS[room]:
            wrong.append(f"{importer} -> {imported}")
    assert sorted(wrong) == []


def test_every_room_of_the_page_is_in_the_table() -> None:
    games = [path.parent.name for path in Path(assemble.STATIC, "games").glob("*/index.js")]
    scripts = [path.relative_to(assemble.ROOT).as_posix() for path in assemble.STATIC.rglob("*.js")]
    rooms = {room_of(path, games) for path in scripts if path not in ENTRIES}
    assert rooms == set(ARROWS)
