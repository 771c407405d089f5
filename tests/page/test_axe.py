"""axe-core on every view, in both themes and at both sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pages import AXE, TABS, findings, play_out, state, take_seats, visit
from playwright.sync_api import Page, expect

VIEWS = {
    "front": "#",
    "play": "#game=snake&tab=play",
    "play-hidden": "#game=generals&tab=play&seats=me,greedy,random",
    "code": "#game=planes&tab=code",
    **{tab: f"#tab={tab}" for tab in TABS if tab not in ("play", "code")},
}


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing(revisit: Callable[..., Page], site: Any, size: str) -> None:
    page = visit(revisit, site.url, size)
    for view, address in VIEWS.items():
        page.goto(site.url + address)
        expect(page.locator("html")).to_have_attribute("data-view", view.partition("-")[0])
        assert findings(page) == [], view
        if view in ("play", "code"):
            page.locator("#settings-button").click()
            expect(page.locator("#settings")).to_be_visible()
            assert findings(page) == [], f"settings in {view}"
            page.keyboard.press("Escape")
        if view == "code":
            for tab in page.get_by_role("tab").all() if size == "phone" else []:
                tab.click()
                assert findings(page) == [], tab.inner_text()
            page.evaluate("document.activeElement?.blur()")
            page.keyboard.press("?")
            expect(page.get_by_role("dialog")).to_be_visible()
            assert findings(page) == [], "keys"
            page.keyboard.press("Escape")
            page.keyboard.press("i")
            expect(page.locator("#rules")).to_be_visible()
            expect(page.locator("#rules svg").first).to_be_visible()
            assert findings(page) == [], "rules"
            page.keyboard.press("Escape")


def test_axe_finds_nothing_during_and_after_match(revisit: Callable[..., Page], site: Any) -> None:
    page = visit(revisit, f"{site.url}#game=tank&tab=play", "desk")
    page.locator("#run").click()
    state(page, "running")
    expect(page.get_by_test_id("hand")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Stop").click()
    page.locator(".views a", has_text="Code").click()
    take_seats(page, "hunter", "random")
    play_out(page)
    assert findings(page) == []
    page.locator(".views a", has_text="Replays").click()
    expect(page.locator(".library-row")).not_to_have_count(0)
    assert findings(page) == []
    page.get_by_role("button", name="Remove").first.click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert findings(page) == []


@pytest.mark.parametrize("game", ["snake", "generals", "planes"])
def test_axe_finds_nothing_while_a_person_plays(revisit: Callable[..., Page], site: Any, game: str) -> None:
    page = visit(revisit, f"{site.url}#game={game}&tab=play", "phone" if game == "generals" else "desk")
    page.locator("#run").click()
    state(page, "running")
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    assert findings(page) == []


def test_axe_finds_nothing_without_match(early: Page, site: Any) -> None:
    early.route("**/demo-*", lambda route: None)
    early.goto(f"{site.url}#game=snake&tab=play")
    expect(early.locator("html")).to_have_attribute("data-view", "play")
    early.evaluate(AXE)
    assert findings(early) == []
