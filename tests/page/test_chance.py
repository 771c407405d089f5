"""Last chance: the strongest house bot plays on from several turns to find where a match was lost."""

from __future__ import annotations

import re
from typing import Any

from pages import AXE, findings, run, state
from playwright.sync_api import Page, expect

STAYS = "def move(view):\n    return [-1, -1]\n"


def test_last_chance_finds_the_last_turn_not_yet_lost(arena: Page, site: Any) -> None:
    arena.goto(f"{site.url}#game=tank&tab=code")
    state(arena, "ready")
    assert "wins: my_bot" in run(arena, STAYS, against="gunner", seed=5)
    last = int(arena.get_by_role("slider", name="Turn").get_attribute("max") or "")
    arena.get_by_role("button", name="Last chance").click()
    found = arena.locator(".chance")
    # The search takes a while and shows its progress.
    expect(found).to_contain_text(re.compile("marshal plays on from turn 0: match 1 of about [0-9]"))
    expect(found).to_contain_text(
        re.compile(r"^An estimate: after turn \d+ the match was not lost yet"), timeout=150_000
    )
    turn = re.findall(r"after turn (\d+)", found.inner_text())[0]
    assert int(turn) < last
    arena.evaluate(AXE)
    assert findings(arena) == []
    found.get_by_role("button", name=f"Go to turn {turn}").click()
    expect(arena.get_by_role("slider", name="Turn")).to_have_value(turn)
    # Closing the result leaves the match as it was.
    found.get_by_role("button", name="Close").click()
    expect(found).to_be_hidden()
    state(arena, "ready")


def test_the_moment_of_a_lost_match_is_a_puzzle_of_ones_own(arena: Page, site: Any) -> None:
    arena.goto(f"{site.url}#game=snake&tab=code")
    state(arena, "ready")
    assert "hugger wins: my_bot" in run(arena, "def move(view):\n    return 0\n", against="hugger", seed=2)
    arena.get_by_role("button", name="Last chance").click()
    arena.locator(".chance").get_by_role("button", name="Solve it as a puzzle").click(timeout=150_000)
    bar = arena.locator(".puzzle-bar")
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    expect(bar).to_contain_text("here the match could still be saved")
    # The order of the match loses again.
    expect(arena.get_by_test_id("board")).to_be_focused()
    arena.keyboard.press("ArrowUp")
    expect(bar).to_have_attribute("data-phase", "wrong", timeout=60_000)
    expect(bar.get_by_role("status")).to_contain_text("still loses from here")
    # It is there after a reload, and in the list.
    expect(arena).to_have_url(re.compile("puzzle=own-"))
    arena.reload()
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    bar.get_by_role("button", name="All puzzles").click()
    row = arena.get_by_role("button", name=re.compile(r"^Turn \d+ against "))
    expect(row).to_have_count(1)
    row.click()
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    bar.get_by_role("button", name="Leave the puzzle").click()
