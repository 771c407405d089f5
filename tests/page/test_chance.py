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
