"""Find the losing turn: the strongest house bot plays on from several turns to find where a match was lost."""

from __future__ import annotations

import re
from typing import Any

from pages import AXE, findings, run, state
from playwright.sync_api import Page, expect


def test_last_chance_is_in_sight_on_a_phone(arena: Page, site: Any) -> None:
    arena.goto(f"{site.url}#game=snake&tab=code")
    state(arena, "ready")
    run(arena, "def move(view):\n    return 0\n", against="hugger", seed=2)
    before = arena.viewport_size
    arena.set_viewport_size({"width": 390, "height": 844})
    arena.get_by_role("button", name="Find the losing turn").click()
    found = arena.locator(".chance")
    expect(found.locator(".chance-progress")).to_be_in_viewport(ratio=1)
    expect(found.get_by_role("status")).to_be_in_viewport()
    place = arena.evaluate("scrollY")
    found.get_by_role("button", name="Cancel").click()
    expect(found.locator(".chance-progress")).to_have_count(0)
    expect(found.get_by_role("status")).to_contain_text("ancelled")
    expect(found.get_by_role("status")).to_be_in_viewport(ratio=1)
    # The page stays where it is when the answer comes.
    assert arena.evaluate("scrollY") == place
    found.get_by_role("button", name="Close").click()
    if before:
        arena.set_viewport_size(before)


def test_last_chance_finds_the_last_turn_not_yet_lost_which_is_a_puzzle(arena: Page, site: Any) -> None:
    arena.goto(f"{site.url}#game=snake&tab=code")
    state(arena, "ready")
    assert "hugger wins: my_bot" in run(arena, "def move(view):\n    return 0\n", against="hugger", seed=2)
    slider = arena.get_by_role("slider", name="Turn")
    last = int(slider.get_attribute("max") or "")
    # It is on the card of the end, as one of the first things to do, and nowhere else.
    offers = arena.get_by_role("button", name="Find the losing turn")
    expect(offers).to_have_count(1)
    expect(arena.locator(".ending-actions button").nth(1)).to_have_text("Find the losing turn")
    offers.click()
    found = arena.locator(".chance")
    # The search takes a while and shows its progress.
    expect(found).to_contain_text("constrictor, the strongest house bot, takes over for my_bot at several turns")
    expect(found).to_contain_text(re.compile(r"Playing on from turn \d of 4. \d+ positions? played"))
    # What is known stands above it in the whole width.
    wide = found.bounding_box() or {"width": 0}
    assert (found.get_by_role("status").bounding_box() or {"width": 0})["width"] > 0.8 * wide["width"]
    expect(found).to_contain_text(
        re.compile(r"^An estimate: after turn \d+ the match could still be saved"), timeout=150_000
    )
    turn = re.findall(r"after turn (\d+)", found.inner_text())[0]
    assert int(turn) < last
    # What solves the puzzle is told to those who ask for it.
    solve = found.get_by_role("button", name="Solve it as a puzzle")
    expect(solve).to_be_visible(timeout=60_000)
    expect(found).not_to_contain_text("orders")
    assert "orders" not in (arena.locator(".pinned").get_attribute("title") or "")
    found.get_by_role("button", name="Show the order").click()
    named = re.findall(r"constrictor orders: (\w+)", found.inner_text())[0]
    arena.evaluate(AXE)
    assert findings(arena) == []
    # In a low window, too, all tools stay beside it, and the console and the answer of a question are in sight.
    before = arena.viewport_size
    arena.set_viewport_size({"width": 1280, "height": 720})
    expect(arena.get_by_test_id("verdict").get_by_text("hugger wins")).to_be_in_viewport(ratio=1)
    for name in ("Fork here", "Save or share", "Ask again"):
        expect(arena.locator(".match-tools").get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    arena.get_by_role("button", name="Ask again").click()
    expect(arena.locator(".again-verdict")).to_be_in_viewport()
    expect(found).to_be_in_viewport(ratio=1)
    for part in (".again", ".console"):
        height = arena.locator(part).evaluate("(part) => part.getBoundingClientRect().height")
        assert height >= 120, part
    arena.locator(".again header button").last.click()
    if before:
        arena.set_viewport_size(before)
    found.get_by_role("button", name=f"Go to turn {turn}").click()
    expect(slider).to_have_value(turn)
    solve.click()
    bar = arena.locator(".puzzle-bar")
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    expect(bar).to_contain_text("here the match could still be saved")
    # It is judged against the same opponent, under the same name.
    expect(bar).to_contain_text(
        "constrictor, the strongest house bot, plays on in your place. It is solved if it no longer loses to hugger"
    )
    expect(arena.locator(".players")).to_contain_text("hugger")
    # The order of the match loses again.
    expect(arena.get_by_test_id("board")).to_be_focused()
    arena.keyboard.press("ArrowUp")
    expect(bar).to_have_attribute("data-phase", "wrong", timeout=60_000)
    expect(bar.get_by_role("status")).to_have_text(
        re.compile(
            r"^Wrong\. Blue .* on turn \d+\. The house bot constrictor played on in your place and still lost to hugger"
        )
    )
    # The order that the page has named does not.
    bar.get_by_role("button", name="Try again").click()
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    arena.get_by_test_id("board").focus()
    arena.keyboard.press(f"Arrow{named.capitalize()}")
    expect(bar).to_have_attribute("data-phase", "right", timeout=60_000)
    # It is there after a reload, and in the list.
    expect(arena).to_have_url(re.compile("puzzle=own-"))
    arena.reload()
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    bar.get_by_role("button", name="All puzzles").click()
    row = arena.get_by_role("button", name=f"Turn {turn} against hugger")
    expect(row).to_have_count(1)
    # It stands before all others, in sight.
    expect(row).to_be_in_viewport(ratio=1)
    row.click()
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    bar.get_by_role("button", name="Leave the puzzle").click()


def test_cancelled_search_leaves_what_is_known_and_the_match_as_it_was(arena: Page, site: Any) -> None:
    arena.goto(f"{site.url}#game=snake&tab=code")
    state(arena, "ready")
    said = run(arena, "def move(view):\n    return 0\n", against="hugger", seed=2)
    arena.get_by_role("button", name="Find the losing turn").click()
    found = arena.locator(".chance")
    expect(found).to_contain_text("Playing on from turn")
    found.get_by_role("button", name="Cancel").click()
    # An early answer may be there already.
    expect(found.get_by_role("status")).to_contain_text(re.compile("^Cancelled"))
    expect(found.get_by_role("button", name="Cancel")).to_be_hidden()
    arena.evaluate(AXE)
    assert findings(arena) == []
    found.get_by_role("button", name="Close").click()
    expect(found).to_be_hidden()
    state(arena, "ready")
    assert arena.get_by_test_id("verdict").inner_text() == said
