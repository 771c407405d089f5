"""Passing notices lie above the page for ten seconds: they cover nothing that is needed meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Site
from pages import TABS, drop, state
from playwright.sync_api import Page, expect

SIZES = {"laptop": (1280, 720), "phone": (390, 844)}
VIEWS = [
    "",
    *(f"#game={game}&tab={tab}" for game, tab in (("snake", "play"), ("planes", "play"), ("generals", "code"))),
]
VIEWS += [f"#game=snake&tab={tab}" for tab in TABS if tab != "play"]

COVERED = """() => {
  const notice = document.querySelector('.notices-passing > .notice').getBoundingClientRect();
  const needed = 'header, button, a[href], input, select, summary, .hint, .note, .problems, .fault, .ending, .verdict';
  const clip = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const isUnder = ({ left, top, right, bottom }) =>
    right - left > 1 && bottom - top > 1 &&
    left < notice.right && right > notice.left && top < notice.bottom && bottom > notice.top;
  return [...document.querySelectorAll(needed)]
    .filter((each) => !each.closest('.notices-passing') && each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => isUnder(clip(each)))
    .map((each) => `${each.tagName} ${each.id} ${each.className} ${each.textContent}`.slice(0, 80));
}"""
"""What the notice lies on that is needed, as far as it is in sight."""
CRASHES = "def move(view):\n    return view['nothing']\n"


def window(early_page: Any, size: str) -> Page:
    width, height = SIZES[size]
    return early_page(width, height, **({"has_touch": True, "is_mobile": True} if size == "phone" else {}))


def covers_nothing(page: Page) -> None:
    """Wait until the notice has found its place, and check that it keeps it."""
    notice = page.locator(".notices-passing > .notice")
    expect(notice).to_be_visible()
    for _ in range(40):
        found = page.evaluate(COVERED)
        if not found:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    assert page.evaluate(COVERED) == []
    expect(notice).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_button_of_short_notice_shares_its_row_on_a_phone(early_page: Any, site: Site, lang: str) -> None:
    phone = window(early_page, "phone")
    phone.goto(f"{site.url}#game=snake&tab=learn&lang={lang}")
    phone.locator(".path-editor .cm-content").click()
    phone.keyboard.type("# mine")
    phone.locator(".path-actions .plain").first.click()
    notice = phone.locator(".notices-passing > .notice")
    expect(notice).to_be_visible()

    def tops() -> list[float]:
        """Return where the middles of the words and of the button are."""
        boxes = [part.bounding_box() for part in (notice.locator("p"), notice.locator(".plain"))]
        return [box["y"] + box["height"] / 2 for box in boxes if box]

    notice.locator("p").evaluate("(p) => { p.textContent = 'Done.'; }")
    words, button = tops()
    assert abs(words - button) < 3
    notice.locator("p").evaluate("(p) => { p.textContent = 'words '.repeat(30); }")
    words, button = tops()
    assert button > words + 20


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", SIZES)
def test_passing_notice_covers_nothing_needed(early_page: Any, site: Site, size: str, view: str) -> None:
    page = window(early_page, size)
    page.goto(f"{site.url}{view}")
    expect(page.locator("main")).not_to_be_empty()
    drop(page, "dropped.py", "def move(view):\n    return 0\n")
    expect(page.locator(".notice")).to_contain_text("dropped.py is in the editor now.")
    covers_nothing(page)


@pytest.mark.parametrize("size", SIZES)
def test_passing_notice_moves_when_a_crash_comes_under_it(page: Page, site: Site, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{site.url}#game=snake&tab=code&seats=code,cautious&seed=5")
    state(page, "ready")
    if size == "phone":
        page.locator("#tab-code").click()
    drop(page, "crashes.py", CRASHES)
    covers_nothing(page)
    page.locator("#run").click()
    expect(page.locator(".side .ending")).to_be_visible()
    covers_nothing(page)
    # What can be done with the match stands there, too.
    for button in (
        "#fork",
        "#ask-again",
        ".ending .accent",
        "#export" if size == "laptop" else ".ending [data-action=save]",
    ):
        expect(page.locator(f".side {button}")).to_be_visible()
    if size == "phone":
        page.locator("#tab-code").click()
    expect(page.locator(".problems")).to_be_visible()
    covers_nothing(page)
