"""Styles for :hover apply only with a pointer that can hover, because elements would stay hovered after a touch.

This is checked for every style sheet of the page.
"""

from __future__ import annotations

import re

from conftest import ROOT

STATIC = ROOT / "static"
SHEETS = sorted(STATIC.rglob("*.css"))


def hovered(sheet: str) -> list[str]:
    """Return the selectors with :hover outside `@media (hover: hover)`."""
    found: list[str] = []
    around: list[str] = []
    head = ""
    for part in re.split(r"([{};])", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        if part == "{":
            if ":hover" in head and not any("(hover: hover)" in each for each in around):
                found.append(head)
            around.append(head)
        elif part == "}":
            around.pop()
        head = part.strip()
    return found


def test_hover_styles_require_hovering_pointer() -> None:
    found = {sheet.relative_to(STATIC).as_posix(): hovered(sheet.read_text(encoding="utf-8")) for sheet in SHEETS}
    assert found
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_unguarded_hover_is_found() -> None:
    assert hovered("@media (hover: hover) { a:hover { color: red; } } b:hover { color: red; }") == ["b:hover"]
