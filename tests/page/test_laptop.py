"""Layout in a laptop's window of 1280x720 pixels: nothing is cut off or out of sight."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Site
from matches import opened, played
from pages import serve_demo
from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Response, Setup

LINE = "# " + "x" * 58
#: Return the cut texts in the table of a turn, and its rows that are not fully visible in the side panel.
HIDDEN = """() => {
  const side = document.querySelector('.side').getBoundingClientRect();
  const result = document.querySelector('.outcome').getBoundingClientRect();
  const table = document.querySelector('.turn table');
  const below = [...table.rows].filter((row) => row.getBoundingClientRect().bottom > Math.min(side.bottom, result.top));
  const cut = [...table.querySelectorAll('th, td, .order, .order *')]
    .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1);
  return [...below, ...cut].map((each) => each.textContent);
}"""


@pytest.fixture
def laptop(early_page: Any) -> Page:
    return early_page(width=1280, height=720)


def test_lines_of_sixty_characters_do_not_wrap(laptop: Page, site: Site) -> None:
    laptop.goto(f"{site.url}licences.txt")
    laptop.evaluate(
        "(source) => localStorage.setItem('sandlot.code.snake', JSON.stringify({ name: 'my_bot.py', source }))",
        f"{LINE}\n" * 1200,
    )
    laptop.goto(f"{site.url}#game=snake&tab=code")
    lines = laptop.locator(".cm-line", has_text="xxx")
    expect(lines.first).to_be_visible()
    heights = lines.evaluate_all("(lines) => lines.map((each) => each.getBoundingClientRect().height)")
    assert max(heights) < 25, heights[:3]
    board = laptop.get_by_test_id("board").bounding_box()
    assert board is not None
    assert board["width"] >= 430


def going_right(game: str) -> dict[str, Any]:
    """Return an opened match; in Tank all orders are "shoot right", the longest ones in Russian."""
    setup = Setup(GAMES[game], (Player("marshal", "house"), Player("pessimist", "house")), 1)
    if game == "tank":
        return opened(played(setup, lambda turn, player, reply: Response("[5, 5]" if turn else reply, 1)))
    return opened(played(setup))


@pytest.mark.parametrize("place", ["tank code", "tank play", "generals play", "planes play"])
def test_orders_are_not_cut_in_russian(laptop: Page, site: Site, place: str) -> None:
    game, tab = place.split()
    serve_demo(laptop, game, going_right(game))
    laptop.goto(f"{site.url}#game={game}&tab={tab}&lang=ru")
    expect(laptop.get_by_test_id("verdict")).not_to_be_empty()
    laptop.locator("#forward").click()
    expect(laptop.locator(".turn table")).to_be_visible()
    if game == "tank":
        expect(laptop.locator(".turn")).to_contain_text("огонь вправо")
    assert laptop.evaluate(HIDDEN) == []


@pytest.mark.parametrize("lang", ["en", "zh", "ru"])
def test_loading_text_is_not_cut(laptop: Page, site: Site, lang: str) -> None:
    laptop.goto(f"{site.url}#game=tank&tab=play&lang={lang}")
    expect(laptop.locator(".loading-done")).to_be_attached()
    expect(laptop.locator(".loading-text")).not_to_be_empty()
    text = laptop.locator(".loading-text")
    cut = text.evaluate(
        "(each) => getComputedStyle(each).position !== 'absolute' && each.scrollWidth > each.clientWidth"
    )
    assert not cut
