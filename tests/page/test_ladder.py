"""The ladder of a game: a bot climbs it, and the bots it has beaten are marked wherever opponents are listed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import ROOT
from pages import AXE, findings, paste
from playwright.sync_api import Page, expect
from sandlot.games import GAMES

STRONG = (ROOT / "py" / "sandlot" / "games" / "tank" / "bots" / "hunter.py").read_text(encoding="utf-8")
"""A bot that wins every game against the lowest rung, in few turns."""
BEATEN, NEXT = ("|".join(part) for part in (GAMES["tank"].house[-4:], GAMES["tank"].house[-5:-1]))
"""Patterns of the names of the rungs that the bot may have reached when the climb is stopped, and of the next ones."""


@pytest.mark.parametrize("width", [1280, 390])
def test_line_of_no_difference_is_labelled_once(early: Page, site: Any, width: int) -> None:
    """On a phone only the rungs near the bot are shown."""
    early.set_viewport_size({"width": width, "height": 844})
    early.goto(f"{site.url}#game=generals&tab=compete")
    zeros = early.locator(".ladder .zero-number:visible")
    expect(zeros).to_have_text("0")
    apart = """(number) => {
      const middle = ({ left, right }) => (left + right) / 2;
      const line = number.parentElement.querySelector('.zero');
      return Math.abs(middle(number.getBoundingClientRect()) - middle(line.getBoundingClientRect()));
    }"""
    assert zeros.evaluate(apart) < 2


@pytest.mark.timeout(600)
def test_climb_updates_ladder_seats_and_front_page(arena: Page, site: Any) -> None:
    arena.goto(f"{site.url}#game=tank&tab=code")
    paste(arena, STRONG)
    arena.get_by_role("button", name="Against whom").click()
    arena.get_by_role("button", name="Climb the whole ladder").click()
    ladder = arena.get_by_role("region", name="Tank: the ladder")
    expect(ladder).to_contain_text("my_bot v1 plays against random now.")
    arena.evaluate(AXE)
    assert findings(arena) == []

    # The ladder in Compete shows only the rungs near the bot.
    ladder.locator(".ladder-all").click()
    lowest = ladder.get_by_role("listitem").last
    # Beating a rung takes thirty games, which may be slow on this machine.
    expect(lowest).to_contain_text("beaten", timeout=400_000)
    expect(ladder).to_contain_text(re.compile(rf"my_bot v1 plays against ({NEXT}) now\."))
    # Each series would change the rating, so it waits; and what the ladder says itself is no notice over it.
    expect(ladder).to_contain_text("The rating of my_bot v1 comes when the climb has ended.")
    expect(ladder.locator("[data-mine]")).to_have_count(0)
    expect(arena.locator(".notice", has_text="has beaten")).to_have_count(0)
    ladder.get_by_role("button", name="Stop climbing").click()
    # The bot may have beaten more rungs before the climb stopped.
    climbed = rf"my_bot v1 has climbed up to ({BEATEN}) \(beginner\)\."
    then = rf"(Next to beat|Still next to beat): ({NEXT}) \([a-z ]+\)\."
    expect(ladder).to_contain_text(re.compile(f"{climbed} {then}"))
    expect(lowest.get_by_role("link", name="% in")).to_contain_text(re.compile(r"^\d+\s%\sin\s\d+\sgames$"))
    # It has a place among the others once it has met a bot that it does not beat.
    mine = ladder.locator("[data-mine]")
    expect(mine.or_(ladder.get_by_text("its rating comes once it has met"))).to_be_visible()
    # The user's own row has no buttons, but its rating is aligned with the others.
    lines = ladder.locator(".whiskers").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().x)")
    # The pictures of the ratings fill their column.
    rooms = ladder.locator(".ladder-rating").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().right - each.lastChild.getBoundingClientRect().right)"
    )
    assert max(rooms) <= 1
    assert len(lines) == len(GAMES["tank"].house) + mine.count()
    assert max(lines) - min(lines) < 1, lines
    assert findings(arena) == []
    # It is the same bot, whatever it is called.
    arena.get_by_role("button", name="My bots").click()
    for old, new in (("my_bot", "climber"), ("climber", "my_bot")):
        arena.get_by_role("button", name=f"Rename {old}", exact=True).click()
        arena.keyboard.type(new)
        arena.keyboard.press("Enter")
        expect(ladder).to_contain_text(f"{new} v1 has climbed up to")
    arena.keyboard.press("Escape")

    arena.get_by_role("link", name="Play", exact=True).click()
    beaten = arena.get_by_label("Seat 2").locator("optgroup[label='House bots: beginner, beaten']")
    expect(beaten.get_by_role("option", name="random")).to_be_attached()
    arena.get_by_role("link", name="Sandlot").click()
    expect(arena.get_by_role("listitem").filter(has_text="Two tanks each")).to_contain_text(
        re.compile(rf"Your bot has beaten ({BEATEN}) \(beginner\)\.")
    )
