"""The style sheets: layers, widths and spacing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT

STATIC = ROOT / "static"
MAIN = STATIC / "style" / "main.css"
LAYERS = ["base", "shell", "panels", "overrides"]
ENTRIES = [
    MAIN,
    *(STATIC / "panels" / "embed" / f"{page}.css" for page in ("embed", "embeds", "file")),
    STATIC / "guide" / "guide.css",
]
"""The style sheet of each page, which contains only imports."""


def test_league_pages_have_same_colours_as_arena() -> None:
    """They are published without the arena, so they have a style sheet of their own."""
    ours = colours(STATIC / "base" / "tokens.css")
    theirs = colours(ROOT / "py" / "sandlot" / "league" / "templates" / "site.css")
    assert len(theirs) > 5
    assert theirs.items() <= ours.items()


def colours(sheet: Path) -> dict[str, str]:
    """Return the colours that a sheet defines."""
    return dict(re.findall(r"(--[\w-]+): (light-dark\([^;]*\));", sheet.read_text("utf-8")))


def imports(sheet: str) -> list[tuple[str, str]]:
    """Return the imports of a sheet, as (path, layer)."""
    return re.findall(r'@import "([^"]+)"(?: layer\((\w+)\))?;', sheet)


def layer_of(place: str) -> str:
    """Return the layer of a sheet, by its folder below static/. The sheet of the share dialog is in base/, because two
    rooms show it.
    """
    if place in ("base/states.css", "base/forced.css", "shell/tabs.css"):
        return "overrides"
    if place.startswith("base/share/"):
        return "panels"
    return {"base": "base", "shell": "shell"}.get(place.split("/")[0], "panels")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.stem)
def test_imported_sheets_are_in_their_layer(entry: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", entry.read_text("utf-8"), flags=re.DOTALL)
    assert re.findall(r"@layer ([\w, ]+);", text) == [", ".join(LAYERS)]
    assert text.index("@layer") < text.index("@import")
    assert re.sub(r'@import "[^"]+" layer\(\w+\);|@layer [\w, ]+;', "", text).strip() == ""
    found = placed(entry)
    assert dict(found) == {place: layer_of(place) for place, _ in found}
    assert [layer for _, layer in found] == sorted((layer for _, layer in found), key=LAYERS.index)


def placed(entry: Path) -> list[tuple[str, str]]:
    """Return the sheets that a page loads, as (path below static/, layer)."""
    sheets = imports(entry.read_text("utf-8"))
    return [((entry.parent / path).resolve().relative_to(STATIC).as_posix(), layer) for path, layer in sheets]


def test_every_sheet_is_loaded() -> None:
    every = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css") if path not in ENTRIES}
    assert {place for entry in ENTRIES for place, _ in placed(entry)} == every


def test_layer_order_is_declared_once() -> None:
    named = {path for path in STATIC.rglob("*.css") if "@layer" in path.read_text("utf-8")}
    assert named == set(ENTRIES)


# Widths

WIDTHS = STATIC / "base" / "ui" / "widths.ts"
"""The script that defines the three widths and explains their use."""
NAMED = {"640px", "1000px", "1400px"}
CONDITION = re.compile(r"@(media|container)([^{]+)\{")
ONE = re.compile(r"\(([^()]*\bwidth\b[^()]*)\)")


def of_widths(kind: str) -> list[str]:
    """Return each width condition in the sheets, without its brackets. `kind` is media or container."""
    queries = [each for path in STATIC.rglob("*.css") for each in CONDITION.findall(path.read_text("utf-8"))]
    return [one for what, query in queries if what == kind for one in ONE.findall(query)]


def test_media_queries_use_three_widths() -> None:
    found = set(of_widths("media"))
    odd = {one for one in found if not (match := re.fullmatch(r"width (?:<|>=) (\d+px)", one)) or match[1] not in NAMED}
    assert odd == set()
    assert {one.split()[-1] for one in found} == NAMED
    assert set(re.findall(r"\b\d+(?= px)", WIDTHS.read_text("utf-8"))) == {one.removesuffix("px") for one in NAMED}


def test_container_queries_use_named_widths() -> None:
    found = of_widths("container")
    assert [one for one in found if not re.fullmatch(r"width (?:<|<=|>=) \d+px", one)] == []
    assert len(found) > 10


def test_scripts_use_named_widths() -> None:
    scripts = [*STATIC.rglob("*.ts"), *STATIC.rglob("*.tsx")]
    asking = [path for path in scripts if re.search(r"['\"`(]\((?:min-|max-)?width\b[ :<>]", path.read_text("utf-8"))]
    assert asking == [WIDTHS]
    assert {number for _, number in re.findall(r"\(width (<|>=) (\d+px)\)", WIDTHS.read_text("utf-8"))} <= NAMED


# Spacing

TOKENS = STATIC / "base" / "tokens.css"
SPACING = re.compile(r"(?:^|[{;])\s*((?:row-|column-)?gap|(?:padding|margin)(?:-[a-z]+)*):\s*([^;{}]+);", re.MULTILINE)
LENGTH = re.compile(r"(?<![\w.-])-?(?:\d+\.)?\d+(?:px|r?em|ch|ex|r?lh|cq[wihb]|[sld]?v[whib])\b")
OTHERWISE = {
    ("base/base.css", "margin: 0 1px"): "a swatch turned by 45 degrees is narrower than the others",
    ("base/base.css", "margin-top: -6px"): "a thumb of 16 px is centred on a track of 4 px",
    ("base/share/share.css", "margin-block-start: min(8dvh, 64px)"): "a dialog hangs lower in a high window",
    ("guide/text.css", "padding-left: 2em"): "code is indented by characters",
    ("panels/code/code.css", "margin-right: 96px"): "beside the button Run, which is laid over the head",
    ("panels/code/code.css", "padding-right: 100px"): "beside the button Run, in a wide window",
    ("panels/code/code.css", "padding: 0 108px 0 var(--space-8)"): "beside the button Run",
    ("panels/code/code.css", "padding-right: 56px"): "beside the cross that closes a dialog",
    ("panels/compete/quick.css", "margin-left: -1px"): "two buttons share a border",
    ("panels/compete/compete.css", "margin-bottom: -1lh"): "a line that takes no room",
    ("panels/front/front.css", "margin-block: -10px"): "a finger's target is higher than its line of text",
    ("panels/rules/rules.css", "padding: var(--space-12) 56px 0 var(--space-24)"): "beside the cross that closes it",
    ("panels/watch/console.css", "margin-bottom: -9px"): "a splitter of 9 px is laid over what it splits",
    (
        "panels/watch/console.css",
        "margin-left: calc(12px + var(--space-8))",
    ): "below a name with a swatch before it",
    (
        "panels/watch/console.css",
        "padding: var(--space-2) var(--space-16) var(--space-6) calc(var(--space-16) - 3px)",
    ): "less the border of 3 px",
    ("panels/watch/console.css", "margin-inline: -5px 0"): "a traceback in a narrow column has all the width",
    (
        "panels/watch/console.css",
        "margin-inline: calc(3px - var(--space-16)) 0",
    ): "up to the border of 3 px",
    (
        "panels/watch/console.css",
        "padding-inline: calc(var(--space-16) - 3px) var(--space-4)",
    ): "less the border of 3 px",
    ("panels/watch/page.css", "padding-right: 12ch"): "beside the number of the turn",
    ("panels/watch/players.css", "gap: 0.4em"): "a space between words",
    ("panels/watch/timeline.css", "gap: 0.6ch"): "a space between words",
    (
        "shell/header.css",
        "padding: 0 clamp(var(--space-4), 3vw - var(--space-8), var(--space-12))",
    ): "it grows",
    ("shell/layout.css", "padding-left: 104px"): "beside the button Run",
}
"""Lengths outside the spacing scale, and why."""


def test_spacing_uses_one_scale() -> None:
    scale = dict(re.findall(r"--space-(\d+): (\d+)px;", TOKENS.read_text("utf-8")))
    assert all(name == width for name, width in scale.items())
    assert len(scale) <= 9
    raw, used = set(), set()
    for path in STATIC.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        used.update(re.findall(r"var\(--space-(\d+)\)", text))
        for name, value in SPACING.findall(text):
            if LENGTH.search(re.sub(r"var\([^()]*\)", "", value)):
                raw.add((path.relative_to(STATIC).as_posix(), f"{name}: {' '.join(value.split())}"))
    assert raw == set(OTHERWISE)
    assert used == set(scale)


def test_disabled_buttons_have_no_hover_style() -> None:
    text = (STATIC / "base" / "states.css").read_text("utf-8")
    rules = re.findall(r"\.\w+:(?:hover|active)(?:\([^()]*\)|[^,{(])*", text)
    assert len(rules) == 5
    assert [rule for rule in rules if '[aria-disabled="true"]' not in rule] == []


def test_text_colours_have_no_transition() -> None:
    """Half way through a transition, on a background that changes as well, text can be hard to read."""
    found = [
        f"{path.relative_to(STATIC)}: {line}"
        for path in sorted(STATIC.rglob("*.css"))
        for line in re.findall(r"transition:[^;]*;", path.read_text("utf-8"))
        if re.search(r"(?<!-)\b(color|all)\b", line.partition(":")[2])
    ]
    assert not found


def test_visually_hidden_text_uses_one_mechanism() -> None:
    """Sheets choose which text only screen readers get; how it is hidden is defined once, so that no sheet forgets a
    part of it. The definition is in the last layer, so that it wins over sizes that a room sets.
    """
    ways = re.compile(r"clip(-path)?: *(inset\(50%|rect\()|text-indent: *-\d{3,}")
    found = {
        path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css") if ways.search(path.read_text("utf-8"))
    }
    assert found == set()
    assert "--unseen-clip-path: var(--unseen) inset(50%);" in (STATIC / "base" / "states.css").read_text("utf-8")
    assert layer_of("base/states.css") == LAYERS[-1]
    blocks = [re.findall(r"\{([^{}]*--unseen: ;[^{}]*)\}", path.read_text("utf-8")) for path in STATIC.rglob("*.css")]
    found = {block.strip() for each in blocks for block in each}
    assert found == {"--unseen: ;"}
