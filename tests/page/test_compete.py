"""Compete: from the editor to the answer of a series and to a lost game; a tournament; what axe says of each view."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from pages import AXE, DRAWN, findings, paste, state
from playwright.sync_api import Locator, Page, expect

LOSING = "def move(view):\n    return 0\n"
SLOW = f"{LOSING}\nimport time\ntime.sleep(0.3)\n"
"""So slow that a hundred games are never over before somebody presses Pause."""


def view(page: Page, tab: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-view", tab)


def lost_games(page: Page) -> Locator:
    return page.get_by_role("gridcell").locator("[data-outcome=loss]")


def test_from_the_editor_to_the_answer_and_to_a_lost_game(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    page.evaluate(AXE)
    paste(page, SLOW)
    page.get_by_role("button", name=re.compile("^Play 100 against ")).click()
    expect(page.locator(".quick-state")).to_contain_text(re.compile(r"[1-9]\d? of 100"))
    page.locator(".quick").get_by_role("button", name="Pause").click()
    page.get_by_role("link", name="Answer").click()
    view(page, "compete")
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v1 against "))).to_be_visible()
    lost = lost_games(page).first
    expect(lost).to_be_visible()
    # Who works by keyboard is at the head, and stays with a button that becomes another one.
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v1 against "))).to_be_focused()
    page.get_by_role("button", name="Go on").press("Enter")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.get_by_role("button", name="Rename").press("Enter")
    page.get_by_label("Title").fill("my_bot v1 against a hundred")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rename")).to_be_focused()
    expect(page.get_by_role("heading", name="my_bot v1 against a hundred")).to_be_visible()
    assert findings(page) == []
    # One cell of the grid is one stop, and arrows lead to the next ones.
    page.locator(".compete-grid button").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".compete-grid button").nth(1)).to_be_focused()
    lost.click()
    view(page, "code")
    # It opens on the turn that decided it, which on some maps comes before the last one.
    expect(page.get_by_test_id("turn")).to_have_text(re.compile(r"^\s*[1-9]\d*\s*/"))
    expect(page.get_by_text(re.compile("wins: my_bot")).first).to_be_visible()
    turn, last = (int(number) for number in page.get_by_test_id("turn").inner_text().split("/"))
    assert turn <= last
    if turn == last:
        expect(page.get_by_test_id("orders")).to_contain_text("my_bot")
    # From the lost game to a line of code: the second click asks, and the third one goes there.
    page.get_by_role("button", name="Ask again").click()
    page.get_by_test_id("again").get_by_role("button", name="2", exact=True).click()
    expect(page.get_by_test_id("editor").locator(".cm-activeLine")).to_have_text("    return 0")
    expect(page.get_by_role("button", name="Fork here")).to_be_enabled()
    page.go_back()
    # Back is where the game was opened.
    expect(lost_games(page).first).to_be_focused()
    page.get_by_role("button", name="Stop for good").click()
    expect(page.locator(".compete-meta")).to_contain_text("stopped")
    page.get_by_role("button", name="Remove this contest").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".compete-open")).to_have_count(1)
    assert findings(page) == []
    page.locator(".compete-tools").get_by_role("button", name="My bots").click()
    expect(page.get_by_role("dialog", name="My bots")).to_be_visible()


def test_lost_seeds_are_played_again_and_compared(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    paste(page, LOSING)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=series")
    page.evaluate(AXE)
    assert findings(page) == []
    page.get_by_label("These seeds").check()
    page.get_by_label("The seeds").fill("3-4, x")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".notices")).to_contain_text("“x” is no seed")
    page.get_by_label("The seeds").fill("3-4")
    page.get_by_role("button", name="Begin").click()
    # Who has pressed Begin, which is gone, is at the head of the new contest.
    expect(page.get_by_role("heading", name=re.compile(r"^my_bot v1 against "))).to_be_focused()
    expect(page.locator(".compete-meta")).to_contain_text("finished")
    expect(page.locator(".compete-lost")).to_contain_text("lost a game on 2 seeds")
    page.get_by_role("button", name="Play them again").click()
    expect(page.locator(".compete-series")).to_contain_text(
        re.compile(r"it had ([\d.]+) of 4 points before; now it has \1 of 4")
    )
    page.goto(f"{site.url}#game=snake&tab=compete&contest=series")
    expect(page.get_by_label("My lost seeds")).to_be_visible()


def test_a_tournament_and_its_tables(revisit: Callable[..., Page], site: Any) -> None:
    page = revisit(width=390, height=844)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=tournament")
    expect(page.get_by_label("Kind", exact=True)).to_be_visible()
    page.evaluate(DRAWN)
    assert page.evaluate("document.activeElement === document.body"), "nothing takes the focus of who opens the page"
    page.evaluate(AXE)
    assert findings(page) == []
    page.get_by_label("Kind", exact=True).select_option("single-elimination")
    page.get_by_role("button", name="Remove my_bot from the list").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".compete-answer")).to_contain_text("Won by")
    expect(page.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(5)
    assert findings(page) == []
    # By keyboard alone: one stop of Tab is in the bracket.
    page.get_by_role("region", name="Single elimination").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".match button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^Games of "))).to_be_focused()
    expect(page.locator(".compete-pair .cell")).not_to_have_count(0)
    page.locator(".cross .cell").first.click()
    assert findings(page) == []
    # An arrow only leads to what can be saved.
    page.get_by_role("button", name="Export").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Everything as JSON")).to_be_focused()
    assert findings(page) == []
    with page.expect_download() as download:
        page.get_by_role("group", name="Export").get_by_role("button", name="Standings as CSV").press("Enter")
    assert download.value.path().read_text(encoding="utf-8").startswith("place,name,points,")
    for what, is_that in (
        ("Everything as JSON", lambda data: len(json.loads(data)["standings"]) == 4),
        ("Standings as a picture", lambda data: data.startswith(b"\x89PNG\r\n")),
    ):
        page.get_by_role("button", name="Export").press("Enter")
        with page.expect_download() as download:
            page.get_by_role("group", name="Export").get_by_role("button", name=what).press("Enter")
        assert is_that(download.value.path().read_bytes())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
