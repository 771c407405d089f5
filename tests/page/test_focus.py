"""Keyboard focus: no control that is pressed drops the focus to the top of the page."""

from __future__ import annotations

from collections.abc import Callable

from conftest import Site
from contest_rows import keep, records
from pages import TABS, play_out, take_seats, visit
from playwright.sync_api import Page, expect

#: The controls that Tab reaches; of controls with the same name only the first one is pressed.
SEEN = """() => [...document.querySelectorAll('a[href], button, summary, input:not([type=range])')].filter((each) =>
  each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility() && !each.closest('[inert]'))"""
NAME = "(each) => (each.getAttribute('aria-label') ?? each.textContent).trim()"
NAMES = f"() => [...new Set(({SEEN})().map({NAME}))]"
FOCUS = f"""(name) => {{
  const found = ({SEEN})().find((each) => ({NAME})(each) === name);
  found?.focus();
  return found?.matches('[type=checkbox]') ? 'Space' : found ? 'Enter' : null;
}}"""
#: The tag of the focused element, once everything that the press has changed is rendered.
FOCUSED = """() => new Promise((resolve) => {
  setTimeout(() => requestAnimationFrame(() => setTimeout(() => resolve(document.activeElement?.tagName))), 150);
})"""
#: Controls that begin or stop a match, which other tests press, or that leave the page.
LEFT_OUT = {"Run", "Stop", "Guides", "Play against gunner"}
VIEWS = {
    "front": "",
    "play": "game=tank&tab=play",
    "code": "game=tank&tab=code&seats=hunter,random&seed=1",
    **{tab: f"game=tank&tab={tab}" for tab in TABS if tab not in ("play", "code", "replays")},
    "replays": "tab=replays",
}


def go(page: Page, view: str) -> None:
    page.evaluate("(hash) => { if (location.hash !== hash) location.hash = hash; }", f"#{VIEWS[view]}")
    expect(page.locator("html")).to_have_attribute("data-view", view)


def lost(page: Page, view: str) -> list[str]:
    """Press every control of a view by keyboard; return the names of those that lose the focus."""
    found = []
    go(page, view)
    page.evaluate(FOCUSED)
    for name in [each for each in page.evaluate(NAMES) if each not in LEFT_OUT]:
        key = page.evaluate(FOCUS, name)
        if key is None:
            # An earlier press has removed this control.
            continue
        page.keyboard.press(key)
        focused = [page.evaluate(FOCUSED)]
        while page.locator("dialog[open], :popover-open").count():
            page.keyboard.press("Escape")
            focused.append(page.evaluate(FOCUSED))
        if "BODY" in focused:
            found.append(name)
        go(page, view)
    return found


def test_rerendering_keeps_the_focus(revisit: Callable[..., Page], site: Site) -> None:
    page = visit(revisit, f"{site.url}#{VIEWS['code']}", "desk")
    page.on("filechooser", lambda chooser: None)
    for _ in range(2):
        take_seats(page, "hunter", "random")
        play_out(page)
    assert [(view, name) for view in VIEWS for name in lost(page, view)] == []


def test_skip_link_is_first_and_leads_past_header(early: Page, site: Site) -> None:
    early.goto(f"{site.url}#{VIEWS['play']}")
    expect(early.locator("#seed")).not_to_have_value("")
    early.keyboard.press("Tab")
    skip = early.get_by_role("button", name="To the content")
    expect(skip).to_be_focused()
    assert skip.evaluate("(each) => each.getBoundingClientRect().top") >= 0
    address = early.url
    early.keyboard.press("Enter")
    expect(early.locator("main")).to_be_focused()
    assert early.url == address
    early.keyboard.press("Tab")
    assert early.evaluate("() => document.activeElement.closest('main') !== null")
    assert skip.evaluate("(each) => each.getBoundingClientRect().bottom") <= 0
    # Clicking beside all controls moves the focus to nothing.
    expect(early.locator("main")).not_to_have_attribute("tabindex", "-1")


def test_editor_says_how_a_keyboard_leaves_it(early: Page, site: Site) -> None:
    early.goto(f"{site.url}#{VIEWS['code']}")
    text, hint = early.locator(".cm-content"), early.locator(".cm-leaving")
    says = "Esc, then Tab leaves the editor"
    expect(text).to_have_attribute("aria-description", says)
    text.click()
    expect(hint).to_be_hidden()
    early.get_by_role("button", name="Choose a bot").focus()
    for _ in range(20):
        early.keyboard.press("Tab")
        if text.evaluate("(text) => text.matches(':focus')"):
            break
    expect(hint).to_be_visible()
    expect(hint).to_have_text(says)
    early.keyboard.press("Escape")
    early.keyboard.press("Tab")
    expect(text).not_to_be_focused()
    expect(hint).to_be_hidden()


def test_list_of_replays_keeps_the_focus(revisit: Callable[..., Page], site: Site) -> None:
    """Focus stays on the same control of the same row or, if the row is gone, of the row in its place."""
    page = visit(revisit, f"{site.url}#{VIEWS['code']}", "desk")
    for seed in range(3):
        page.evaluate("(hash) => { location.hash = hash; }", f"#game=tank&tab=code&seats=hunter,random&seed={seed}")
        play_out(page)
    go(page, "replays")
    rows = page.locator(".library-row")
    expect(rows).to_have_count(3)
    star = rows.nth(2).get_by_role("button", name="Star")
    star.press("Enter")
    expect(rows.locator("[aria-pressed=true]")).to_have_count(1)
    expect(rows.locator("[aria-pressed=true]")).to_be_focused()
    for key in ("Escape", "Enter"):
        rows.nth(1).get_by_role("button", name="Rename").press("Enter")
        expect(page.locator(".library-field")).to_be_focused()
        page.keyboard.type("another")
        page.keyboard.press(key)
        expect(rows.nth(1).locator(".library-open")).to_be_focused()
    rows.nth(1).get_by_role("button", name="Remove").press("Enter")
    expect(rows).to_have_count(2)
    expect(rows.nth(1).get_by_role("button", name="Remove")).to_be_focused()
    rows.nth(1).get_by_role("checkbox").focus()
    page.keyboard.press("Space")
    page.locator(".library-selection button").last.press("Enter")
    assert page.evaluate(FOCUSED) != "BODY"


def test_list_of_contests_keeps_the_focus(page: Page, site: Site) -> None:
    """After a row is removed, the focus is in the row in its place, or the one above, and at the end at the title."""
    keep(page, site, *(records("series", ["my_bot", "hugger"]) for _ in range(3)))
    page.goto(f"{site.url}#game=snake&tab=compete")
    rows = page.locator(".compete-list > li")
    expect(rows).to_have_count(3)
    for at, left in ((1, 2), (1, 1), (0, 0)):
        rows.nth(at).get_by_role("button").press("Enter")
        expect(rows).to_have_count(left)
        after = rows.nth(min(at, left - 1)).get_by_role("button") if left else page.locator(".compete h2")
        expect(after).to_be_focused()
        assert "game=snake" in page.url, "the list of this game is still shown"
