"""What a phone shows without scrolling."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import PHONE, Site
from playwright.sync_api import Page, expect
from sandlot.games import GAMES


@pytest.fixture
def phone_window(early_page: Any) -> Page:
    return early_page(390, 844, has_touch=True, is_mobile=True)


@pytest.mark.parametrize("game", GAMES)
def test_play_button_is_visible_in_every_game(phone_window: Page, site: Site, game: str) -> None:
    phone_window.goto(f"{site.url}#game={game}&tab=play")
    expect(phone_window.locator("#run")).to_be_in_viewport(ratio=1)


def test_rung_of_ladder_takes_one_row(phone_window: Page, site: Site) -> None:
    phone_window.goto(f"{site.url}#game=snake&tab=compete")
    rungs = phone_window.locator(".ladder-rungs li")
    expect(rungs.first).to_be_visible()
    heights = rungs.evaluate_all("(rungs) => rungs.map((each) => each.getBoundingClientRect().height)")
    assert len(heights) > 5
    assert max(heights) < 64, heights


def test_title_of_learning_step_is_in_upper_third(phone_window: Page, site: Site) -> None:
    phone_window.goto(f"{site.url}#game=snake&tab=learn")
    title = phone_window.locator("#path-title")
    expect(title).to_be_visible()
    place = title.bounding_box()
    assert place is not None
    assert place["y"] < PHONE["viewport"]["height"] / 3
