"""Layout shifts, as the browser measures them, in everyday use of the page.

The browser does not count movement right after a click or a key. So the position of the board is measured as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pages import paste, resign, state
from playwright.sync_api import Page, expect

MOST = 0.02
#: After a crash the console takes the room of the orders, which shifts the layout once.
MOST_AFTER_A_CRASH = 0.03
WATCH = """() => {
  window.shifts = [];
  const nameOf = ({ node }) => node?.className || node?.id || node?.nodeName || node?.parentElement?.className;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, ...sources.map(nameOf)]);
  }).observe({ type: 'layout-shift', buffered: true });
}"""
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
BROKEN = "def move(view):\n    return [-1, -1\n"
WORSE = "def move(view):\n    return [-1, view['tank']]\n"
GOOD = "def move(view):\n    return [-1, -1]\n"


@pytest.fixture(params=SIZES)
def watched(request: pytest.FixtureRequest, revisit: Callable[..., Page], site: Any) -> Page:
    """Return the front page at each size, with its layout shifts recorded."""
    width, height = SIZES[request.param]
    page = revisit(width=width, height=height)
    page.add_init_script(f"({WATCH})()")
    page.goto(site.url)
    expect(page.locator(".card canvas").first).to_be_visible()
    return page


def is_calm(page: Page, most: float = MOST) -> None:
    """Wait until the layout has settled, and check the sum of shifts since the last call. Browsers sum shifts in the
    same way: over windows of seconds, not over a whole visit.
    """
    page.wait_for_timeout(300)
    shifts = page.evaluate("window.shifts.splice(0)")
    assert sum(value for value, *_ in shifts) <= most, shifts


def board(page: Page) -> dict[str, float]:
    box = page.get_by_test_id("board").bounding_box()
    assert box
    return {name: round(value) for name, value in box.items()}


def test_no_layout_shift_from_front_page_to_rematch(watched: Page) -> None:
    for game in ("Tank", "Generals"):
        through_a_match_to_the_rematch(watched, game)
        watched.get_by_role("button", name="Stop").click()
        state(watched, "ready")
        watched.locator(".wordmark").click()
        is_calm(watched)


def through_a_match_to_the_rematch(watched: Page, game: str) -> None:
    watched.get_by_role("link", name=f"Play {game}", exact=False).first.click()
    hand = watched.get_by_test_id("hand")
    expect(hand).to_have_attribute("data-state", "asked")
    is_calm(watched)
    before = board(watched)
    resign(watched)
    ending = watched.get_by_test_id("ending")
    expect(ending).to_be_visible()
    is_calm(watched)
    assert board(watched) == before
    # Before that it takes no click, and Playwright's repeated tries to click would scroll the page.
    expect(ending).to_have_css("opacity", "1")
    ending.get_by_role("button", name="Rematch").click()
    expect(ending).to_be_hidden()
    expect(hand).to_have_attribute("data-state", "asked")
    is_calm(watched)
    assert board(watched) == before


def test_no_layout_shift_while_writing_a_bot(watched: Page) -> None:
    watched.get_by_role("link", name="Write a bot").first.click()
    expect(watched.locator(".cm-content")).to_be_visible()
    # The editor has the focus, except on a phone, where that would open the on-screen keyboard.
    tab = watched.get_by_role("tab", name="Code")
    expect(tab if tab.is_visible() else watched.locator(".cm-content")).to_be_focused()
    state(watched, "ready")
    is_calm(watched)
    for source, wrong in ((BROKEN, True), (WORSE, True), (GOOD, False)):
        to_code(watched)
        paste(watched, source)
        watched.locator("#run").click()
        state(watched, "ready")
        expect(watched.get_by_test_id("verdict")).not_to_be_empty()
        to_code(watched)
        problems = watched.locator(".problems")
        expect(problems).to_be_visible() if wrong else expect(problems).to_be_hidden()
        is_calm(watched, MOST_AFTER_A_CRASH if wrong else MOST)


def to_code(page: Page) -> None:
    """Open the editor's tab, which only a phone has."""
    tab = page.get_by_role("tab", name="Code")
    if tab.is_visible():
        tab.click()


def test_no_layout_shift_from_contest_to_replays(watched: Page) -> None:
    watched.get_by_role("link", name="Compete", exact=True).click()
    ladder = watched.get_by_role("region", name="Tank: the ladder")
    expect(ladder.get_by_role("listitem")).not_to_have_count(0)
    is_calm(watched)
    watched.get_by_role("link", name="New series").click()
    watched.get_by_label("These seeds").check()
    # A single block: its games are told together. The tables of a longer series grow while it is played.
    watched.get_by_label("The seeds").fill("3")
    is_calm(watched)
    watched.get_by_role("button", name="Begin").click()
    expect(watched.locator(".compete-meta")).to_contain_text("finished")
    is_calm(watched)
    watched.get_by_role("gridcell").get_by_role("button").first.click()
    expect(watched.get_by_role("region", name="Game of a contest")).to_be_visible()
    expect(watched.get_by_test_id("verdict")).not_to_be_empty()
    is_calm(watched)
    watched.get_by_role("link", name="Replays", exact=True).click()
    expect(watched.locator(".replays")).to_be_visible()
    is_calm(watched)
