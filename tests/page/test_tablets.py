"""Tablets in portrait and landscape: important parts are in sight, and larger targets cut off no words."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Site
from playwright.sync_api import Page, expect
from sandlot.games import GAMES

#: Return the seat menus whose chosen text is cut, and other texts that are cut.
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
def test_portrait_tablet_shows_button_and_verdict(upright: Page, site: Site, tab: str) -> None:
    for game in GAMES:
        upright.goto(f"{site.url}#game={game}&tab={tab}")
        upright.locator("#last").click()
        expect(upright.locator("#run")).to_be_in_viewport(ratio=1)
        expect(upright.get_by_test_id("verdict")).to_be_in_viewport()


def test_landscape_tablet_cuts_no_text(lying: Page, site: Site) -> None:
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


def test_learning_step_begins_in_upper_half_of_zoomed_page(early_page: Any, site: Site) -> None:
    page = early_page(640, 360)
    page.goto(f"{site.url}#game=snake&tab=learn&lang=ru")
    title = page.locator("#path-title")
    expect(title).to_be_visible()
    place = title.bounding_box()
    assert place is not None
    assert place["y"] < 180


def test_zoomed_header_hints_at_hidden_words(early_page: Any, site: Site) -> None:
    page = early_page(640, 360)
    page.goto(f"{site.url}#game=snake&tab=play&lang=ru")
    views = page.locator(".views")
    expect(views.locator("a")).not_to_have_count(0)
    pale = "(each) => getComputedStyle(each).getPropertyValue('--beyond-right')"
    assert views.evaluate(pale) == "20px"
    page.set_viewport_size({"width": 1440, "height": 900})
    assert views.evaluate(pale) == "0px"
