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


# Widths

WIDTHS = STATIC / "base" / "widths.ts"
"""The place that says what the three widths are for."""
NAMED = {"640px", "1000px", "1400px"}
CONDITION = re.compile(r"@(media|container)([^{]+)\{")
ONE = re.compile(r"\(([^()]*\bwidth\b[^()]*)\)")


def of_widths(sheet: str) -> list[tuple[str, str]]:
    """Return each condition of width, without its brackets, and whether it asks the window (media) or a container."""
    return [(kind, one) for kind, query in CONDITION.findall(sheet) for one in ONE.findall(query)]


def test_a_window_has_three_widths() -> None:
    found = {one for path in STATIC.rglob("*.css") for kind, one in of_widths(path.read_text("utf-8")) if kind == "media"}
    odd = {one for one in found if not (match := re.fullmatch(r"width (?:<|>=) (\d+px)", one)) or match[1] not in NAMED}
    assert odd == set()
    assert {one.split()[-1] for one in found} == NAMED
    assert set(re.findall(r"\b\d+(?= px)", WIDTHS.read_text("utf-8"))) == {one.removesuffix("px") for one in NAMED}


def test_containers_are_asked_in_the_same_words() -> None:
    found = [one for path in STATIC.rglob("*.css") for kind, one in of_widths(path.read_text("utf-8")) if kind != "media"]
    assert [one for one in found if not re.fullmatch(r"width (?:<|<=|>=) \d+px", one)] == []
    assert len(found) > 10


def test_scripts_ask_for_a_width_by_name() -> None:
    scripts = [*STATIC.rglob("*.ts"), *STATIC.rglob("*.tsx")]
    asking = [path for path in scripts if re.search(r"['\"`(]\((?:min-|max-)?width\b[ :<>]", path.read_text("utf-8"))]
    assert asking == [WIDTHS]
    assert {number for _, number in re.findall(r"\(width (<|>=) (\d+px)\)", WIDTHS.read_text("utf-8"))} <= NAMED
