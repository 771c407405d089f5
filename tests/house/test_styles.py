"""The style sheets of the page: every one is in a layer."""

from __future__ import annotations

import re

from conftest import ROOT

STATIC = ROOT / "static"
MAIN = STATIC / "style" / "main.css"
LAYERS = ["base", "shell", "panels", "overrides"]
OTHER_PAGES = {"static/guide", "static/panels/embed"}
"""Pages with sheets of their own."""


def imports(sheet: str) -> list[tuple[str, str]]:
    """Return what a sheet imports: the path and the layer of each."""
    return re.findall(r'@import "([^"]+)"(?: layer\((\w+)\))?;', sheet)


def layer_of(place: str) -> str:
    """Return the layer of a sheet, by the folder below static/ that it is in. What shares a match is in base/, because
    two rooms show it.
    """
    if place in ("base/states.css", "base/forced.css", "shell/tabs.css"):
        return "overrides"
    if place.startswith("base/share/"):
        return "panels"
    return {"base": "base", "shell": "shell"}.get(place.split("/")[0], "panels")


def test_every_sheet_of_the_page_is_in_its_layer() -> None:
    text = MAIN.read_text(encoding="utf-8")
    assert re.findall(r"@layer ([\w, ]+);", text) == [", ".join(LAYERS)]
    assert text.index("@layer") < text.index("@import")
    found = [((MAIN.parent / path).resolve().relative_to(STATIC).as_posix(), layer) for path, layer in imports(text)]
    assert dict(found) == {place: layer_of(place) for place, _ in found}
    assert [layer for _, layer in found] == sorted((layer for _, layer in found), key=LAYERS.index)
    every = {path for path in STATIC.rglob("*.css") if path != MAIN}
    others = {path for path in every if path.parent.relative_to(ROOT).as_posix() in OTHER_PAGES}
    assert {STATIC / place for place, _ in found} == every - others


def test_the_layers_are_named_nowhere_else() -> None:
    named = [path for path in STATIC.rglob("*.css") if "@layer" in path.read_text(encoding="utf-8")]
    assert named == [MAIN]
