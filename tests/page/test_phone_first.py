"""What a phone shows without scrolling."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import PHONE, Site
from matches import opened, played
from pages import serve_demo
from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup


@pytest.fixture
def phone_window(early_page: Any) -> Page:
    return early_page(390, 844, has_touch=True, is_mobile=True)


@pytest.mark.parametrize("game", GAMES)
def test_play_button_is_visible_in_every_game(phone_window: Page, site: Site, game: str) -> None:
    phone_window.goto(f"{site.url}#game={game}&tab=play")
    expect(phone_window.locator("#run")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("lang", ["en", "zh", "ru"])
def test_header_shows_every_view_and_game(phone_window: Page, site: Site, lang: str) -> None:
    phone_window.goto(f"{site.url}#game=tank&tab=play&lang={lang}")
    for row in (phone_window.locator(".views"), phone_window.locator(".games")):
        expect(row.locator("a").last).to_be_in_viewport(ratio=1)
        assert row.evaluate("(row) => row.scrollWidth <= row.clientWidth")
    # If the row is too long, it begins with its first word, and a part of the next one is visible.
    if lang == "ru":
        phone_window.set_viewport_size({"width": 360, "height": 640})
        views = phone_window.locator(".views")
        expect(views.locator("a").last).to_be_in_viewport()
        assert views.evaluate("(row) => [row.scrollLeft, row.scrollWidth > row.clientWidth]") == [0, True]


@pytest.mark.parametrize(("game", "height"), [("snake", 844), ("planes", 844), ("planes", 640)])
def test_bar_of_match_by_hand_cuts_no_text(phone_window: Page, site: Site, game: str, height: int) -> None:
    phone_window.set_viewport_size({"width": 390, "height": height})
    phone_window.goto(f"{site.url}#game={game}&tab=play")
    phone_window.locator("#run").tap()
    bar = phone_window.locator(".hand")
    expect(bar).to_be_in_viewport(ratio=1)
    above = "board-frame" if game == "planes" else "timeline"
    expect(phone_window.locator(f".{above}")).to_be_in_viewport(ratio=1)
    places = """([above, below]) => ['.hand', above, below].map((each) => {
      const { top, bottom } = document.querySelector(each).getBoundingClientRect();
      return { top, bottom };
    })"""
    hand, over, under = phone_window.evaluate(places, [f".{above}", ".timeline" if game == "planes" else "#stop"])
    assert over["bottom"] <= hand["top"] + 1
    assert under["top"] >= hand["top"] - 4 or under["bottom"] <= hand["top"] + 1
    # A control that has to wait is disabled, and stays in its place.
    if game == "planes":
        expect(bar.locator("[data-control=shuffle]")).to_be_disabled()


@pytest.mark.parametrize("game", GAMES)
def test_code_view_shows_its_tabs_and_what_they_show(phone_window: Page, site: Site, game: str) -> None:
    phone_window.goto(f"{site.url}#game={game}&tab=code")
    expect(phone_window.locator(".chart-plot")).to_be_visible()
    tabs = phone_window.locator(".tabs")
    expect(tabs).to_be_in_viewport(ratio=1)
    place = tabs.bounding_box()
    assert place is not None
    # Some lines of what is below them are in sight, too.
    assert place["y"] + place["height"] <= PHONE["viewport"]["height"] - 80


def test_theme_changes_in_every_view(phone_window: Page, site: Site) -> None:
    phone_window.goto(f"{site.url}#game=snake&tab=play")
    before = phone_window.locator("html").get_attribute("data-theme")
    phone_window.locator("#language").click()
    phone_window.locator("#theme-below").click()
    theme = phone_window.locator("html").get_attribute("data-theme")
    assert theme != before
    phone_window.goto(site.url)
    expect(phone_window.locator("#theme")).to_be_visible()
    expect(phone_window.locator("html")).to_have_attribute("data-theme", str(theme))


@pytest.mark.parametrize("width", [390, 1280])
def test_scores_hide_the_numbers_of_columns_below_them(phone_window: Page, site: Site, width: int) -> None:
    phone_window.set_viewport_size({"width": width, "height": 720})
    phone_window.goto(f"{site.url}#game=generals&tab=play")
    scores = phone_window.locator(".scores")
    expect(scores).not_to_be_empty()
    colour = scores.evaluate("(scores) => getComputedStyle(scores).backgroundColor")
    assert colour == phone_window.get_by_test_id("board").evaluate("(board) => getComputedStyle(board).backgroundColor")


def test_compete_begins_with_one_action_and_the_next_rungs(phone_window: Page, site: Site) -> None:
    phone_window.set_viewport_size({"width": 360, "height": 640})
    for lang in ("ru", "zh", "en"):
        phone_window.goto("about:blank")
        phone_window.goto(f"{site.url}#game=snake&tab=compete&lang={lang}")
        begin = phone_window.locator(".compete .accent")
        expect(begin).to_have_count(1)
        expect(begin).to_be_in_viewport(ratio=1)
        rungs = phone_window.locator(".ladder-rungs li:visible")
        # Only some rungs around the next one are shown, as many as fit with their names.
        expect(rungs).to_have_count(3)
        expect(rungs.first).to_be_in_viewport(ratio=1)
        names = rungs.locator(".ladder-who > :first-child")
        lines = names.evaluate_all("(names) => names.map((each) => each.getClientRects().length)")
        assert lines == [1, 1, 1], lang
        assert phone_window.evaluate("document.documentElement.scrollWidth") == 360
    # Before the first contest there is nothing to choose from.
    expect(phone_window.get_by_role("navigation", name="Contests of one game")).to_have_count(0)
    whole = phone_window.get_by_role("button", name="All 9 rungs")
    expect(whole).to_have_attribute("aria-expanded", "false")
    whole.tap()
    expect(rungs).to_have_count(9)
    heights = rungs.evaluate_all("(rungs) => rungs.map((each) => each.getBoundingClientRect().height)")
    assert max(heights) < 64, heights
    phone_window.get_by_role("button", name="Fewer rungs").tap()
    expect(rungs).to_have_count(3)


def test_title_of_learning_step_is_in_upper_third(phone_window: Page, site: Site) -> None:
    phone_window.goto(f"{site.url}#game=snake&tab=learn")
    title = phone_window.locator("#path-title")
    expect(title).to_be_visible()
    place = title.bounding_box()
    assert place is not None
    assert place["y"] < PHONE["viewport"]["height"] / 3


def test_learning_step_fills_most_of_phone_in_landscape(phone_window: Page, site: Site) -> None:
    phone_window.set_viewport_size({"width": 640, "height": 360})
    phone_window.goto(f"{site.url}#game=snake&tab=learn&lang=ru")
    text, title = phone_window.locator(".path-text"), phone_window.locator("#path-title").bounding_box()
    expect(text).not_to_be_empty()
    assert title is not None
    assert title["y"] < 120
    expect(phone_window.locator(".path-steps [aria-current]")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("zoomed", [False, True])
def test_chart_ends_with_slider(phone_window: Page, site: Site, zoomed: bool) -> None:
    phone_window.goto(f"{site.url}#game=snake&tab=code&lang=ru")
    chart = phone_window.locator(".chart-plot")
    expect(chart).to_be_visible()
    if zoomed:
        phone_window.get_by_test_id("board").focus()
        phone_window.keyboard.press("+")
        expect(phone_window.locator(".zoom button").last).to_be_visible()
    # Measure both in one script, because the layout may still change between two.
    both = "(chart) => [chart, document.querySelector('#turn')].map((each) => each.getBoundingClientRect().right)"
    ends = chart.evaluate(both)
    assert abs(ends[0] - ends[1]) < 1, ends


def test_names_of_eight_players_are_above_board_and_their_views_below_it(phone_window: Page, site: Site) -> None:
    names = [f"general_number_{k}" for k in range(8)]
    setup = Setup(GAMES["generals"], tuple(Player(name, "house") for name in names), 3, {"max_rounds": 2})
    serve_demo(phone_window, "generals", opened(played(setup)))
    # Who plays by hand needs the room below the board.
    phone_window.goto(f"{site.url}#game=generals&tab=play&seats={','.join(['random'] * 8)}")
    shown = phone_window.locator(".scores-name")
    expect(shown).to_have_count(8)
    cut = shown.evaluate_all("(names) => names.filter((each) => each.scrollWidth > each.clientWidth).length")
    assert cut == 0
    rows, board = (phone_window.locator(each).bounding_box() for each in (".scores", "[data-testid=board]"))
    assert rows is not None
    assert board is not None
    assert rows["y"] + rows["height"] <= board["y"]
    expect(phone_window.locator("#run")).to_be_in_viewport(ratio=1)
    # Below the board are who leads, and whose view is shown.
    expect(phone_window.locator(".chart-plot")).to_be_in_viewport(ratio=1)
    expect(phone_window.get_by_role("combobox", name="Whose view is shown")).to_be_in_viewport(ratio=1)
    # Their numbers stand above the board, so that the lines have the room.
    expect(phone_window.locator(".chart-legend > span").first).to_be_hidden()
    plot = phone_window.locator(".chart-plot").bounding_box()
    assert plot is not None
    assert plot["height"] >= 56
