"""Tablets, upright and on their side: what has to be in sight is, and no word is cut beside larger targets."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Site
from playwright.sync_api import Page, expect
from sandlot.games import GAMES

#: Return the lists of seats whose chosen word is cut, and the other words that are.
CUT = """() => {
  const pen = document.createElement('canvas').getContext('2d');
  const isCut = (list) => {
    const style = getComputedStyle(list);
    pen.font = style.font;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(list.selectedOptions[0].textContent).width > room + 1;
  };
  const words = document.querySelectorAll('.player .name .name, #play-hundred span, .play-tools button span');
  return [
    ...[...document.querySelectorAll('.seat select')].filter(isCut),
    ...[...words].filter((each) => each.scrollWidth > each.clientWidth + 1),
  ].map((each) => each.value ?? each.textContent);
}"""


@pytest.fixture
def upright(early_page: Any) -> Page:
    return early_page(768, 1024, has_touch=True)


@pytest.fixture
def lying(early_page: Any) -> Page:
    return early_page(1024, 768, has_touch=True, locale="ru")


@pytest.mark.parametrize("tab", ["play", "code"])
def test_upright_tablet_shows_button_and_verdict(upright: Page, site: Site, tab: str) -> None:
    for game in GAMES:
        upright.goto(f"{site.url}#game={game}&tab={tab}")
        upright.locator("#last").click()
        expect(upright.locator("#run")).to_be_in_viewport(ratio=1)
        expect(upright.get_by_test_id("verdict")).to_be_in_viewport()


def test_lying_tablet_cuts_no_word(lying: Page, site: Site) -> None:
    for game in GAMES:
        for tab in ("play", "code"):
            lying.goto(f"{site.url}#game={game}&tab={tab}")
            expect(lying.get_by_test_id("verdict")).not_to_be_empty()
            assert lying.evaluate(CUT) == [], (game, tab)
    seed, board = (lying.locator(each).bounding_box() for each in ("#seed", "[data-testid=board]"))
    assert seed is not None
    assert board is not None
    assert seed["y"] + seed["height"] <= board["y"]
    search = lying.locator(".console-bar input").bounding_box()
    assert search is not None
    assert search["width"] > 100


def test_step_begins_in_upper_half_of_a_zoomed_page(early_page: Any, site: Site) -> None:
    page = early_page(640, 360)
    page.goto(f"{site.url}#game=snake&tab=learn&lang=ru")
    title = page.locator("#path-title")
    expect(title).to_be_visible()
    place = title.bounding_box()
    assert place is not None
    assert place["y"] < 180


def test_words_beyond_the_rim_of_a_zoomed_header_are_told_of(early_page: Any, site: Site) -> None:
    page = early_page(640, 360)
    page.goto(f"{site.url}#game=snake&tab=play&lang=ru")
    views = page.locator(".views")
    expect(views.locator("a")).not_to_have_count(0)
    pale = "(each) => getComputedStyle(each).getPropertyValue('--beyond-right')"
    assert views.evaluate(pale) == "20px"
    page.set_viewport_size({"width": 1440, "height": 900})
    assert views.evaluate(pale) == "0px"
