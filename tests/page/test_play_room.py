"""What stands around a match in Play: the setup, the end of a match, and what arrows do when nothing is steered."""

from __future__ import annotations

import re
from collections.abc import Callable

from conftest import Site
from pages import asked, paste, state, take_seats, visit
from playwright.sync_api import Page, expect

#: Nothing lies over a control, and it is in the window.
IS_FREE = """(control) => {
  const { x, y, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
BELOW = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  return box('[data-testid=ending]').top >= box('.timeline').bottom - 1;
}"""
HINT_IS_FREE = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  return box('.hand-hint').height > 0 && box('.hand').top >= box('.timeline').bottom - 1;
}"""
CRASHES = "def move(view):\n    if view['turn'] == 1:\n        return view['nothing']\n    return [-1, -1]\n"


def test_arrows_that_come_too_late_leave_the_speed_as_it_is(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=snake&tab=play&seats=me,cautious&seed=5")
    state(page, "ready")
    speed = page.locator("#speed").input_value()
    page.locator("#run").click()
    asked(page, 0)
    hand = page.get_by_test_id("hand")
    while hand.get_attribute("data-state") != "over":
        page.keyboard.press("ArrowUp")
        page.wait_for_timeout(50)
    for key in ("ArrowUp", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert page.locator("#speed").input_value() == speed


def test_a_resigned_match_leaves_the_code_view_of_a_phone_free(revisit: Callable[..., Page], site: Site) -> None:
    page = visit(revisit, f"{site.url}#game=tank&tab=play&seats=me,hunter&seed=5", "phone")
    page.locator("#run").click()
    asked(page, 0)
    resign = page.locator("[data-tool=resign]")
    resign.click()
    resign.click()
    ending, hand = page.get_by_test_id("ending"), page.get_by_test_id("hand")
    expect(ending).to_be_visible()
    # It stands below the board and its timeline, where the hand was, which cannot be pressed any more.
    assert page.evaluate(BELOW)
    expect(hand).to_have_css("visibility", "hidden")
    page.get_by_role("link", name="Code", exact=True).click()
    expect(ending).to_be_hidden()
    expect(hand).to_be_hidden()
    for control in ("#run", "#tab-console", "#seat-0", "#seat-1"):
        page.locator(control).scroll_into_view_if_needed()
        assert page.locator(control).evaluate(IS_FREE), control
    # Its end is still said where it was played.
    page.get_by_role("link", name="Play", exact=True).first.click()
    expect(ending).to_be_visible()


def test_a_hint_on_a_phone_leaves_the_timeline_free(revisit: Callable[..., Page], site: Site) -> None:
    page = visit(revisit, f"{site.url}#game=tank&tab=play&seats=me,hunter&seed=5", "phone")
    page.locator("#run").click()
    asked(page, 0)
    page.locator("[data-tool=hints]").click()
    expect(page.locator(".hand-hint")).to_contain_text("would play")
    assert page.evaluate(HINT_IS_FREE)


def test_a_fault_of_ones_own_leads_to_its_line(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=tank&tab=code&seats=code,hunter&seed=5")
    state(page, "ready")
    paste(page, CRASHES)
    page.locator("#run").click()
    state(page, "ready")
    page.get_by_test_id("board").focus()
    page.keyboard.press("End")
    first = page.get_by_test_id("ending").locator(".ending-deeds button").first
    expect(first).to_have_text("Go to line 3")
    # It stands beside the board.
    expect(page.locator(".side").get_by_test_id("ending")).to_be_visible()
    first.press("Enter")
    expect(page.locator(".cm-content")).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_contain_text("nothing")


def test_a_hundred_games_are_against_who_sits_beside_the_bot(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=tank&tab=code&seats=code,hunter")
    hundred = page.locator("#play-hundred")
    expect(hundred).to_have_text("Play 100 against hunter")
    take_seats(page, "code", "marshal")
    expect(hundred).to_have_text("Play 100 against marshal")
    take_seats(page, "random", "code")
    expect(hundred).to_have_text("Play 100 against random")


def test_the_setup_of_many_makes_room_while_they_play(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=generals&tab=play&seats=me,random,random,random&seed=5")
    state(page, "ready")
    seats = page.locator(".setup .seat")
    expect(seats).to_have_count(4)
    expect(seats.first).to_be_visible()
    page.locator("#run").click()
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    expect(seats.first).to_be_hidden()
    expect(page.locator(".players")).to_contain_text(re.compile("human.*random", re.DOTALL))
    page.locator("#stop").click()
    expect(seats.first).to_be_visible()
