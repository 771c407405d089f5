"""The board in a real browser: zoom and pan on large maps, scrolling by touch, and bots' drawings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import Site, wait_for, wait_until
from hooks import empty
from pages import COUNT, fingers, open_game, press, run, settle, shown
from playwright.sync_api import CDPSession, Page, expect
from sandlot.games import GAMES

# A hash of the board's pixels, to compare two pictures.
HASH = """(board) => {
  const pixels = board.getContext('2d').getImageData(0, 0, board.width, board.height).data;
  let sum = 0;
  for (const value of pixels) sum = (Math.imul(sum, 31) + value) | 0;
  return sum;
}"""
# Whether something is drawn in the margin left of the cells.
HAS_NUMBERS = """(board) => {
  const { data } = board.getContext('2d').getImageData(0, 0, 20 * devicePixelRatio, board.height);
  return data.some((value, k) => k % 4 === 3 && value > 0);
}"""
GOOD = [31, 122, 77]
SYSTEM = ("Canvas", "LinkText", "CanvasText", "Highlight")
"""The system's colours of the background, both players, and the selection."""
COMPUTED = """(name) => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
  const found = getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(Number);
  probe.remove();
  return found;
}"""
BACKGROUND = "(one) => getComputedStyle(one).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
DRAWS = """
from sandlot import draw

def move(view):
    draw.cell(2, 3, colour="good", label="here")
    draw.line((0, 0), (8, 8), colour="good")
    draw.text((4, 2), "look", colour="good")
    draw.note("nothing to see")
    return [-1, -1]
"""


def picture(page: Page) -> int:
    page.wait_for_timeout(300)
    return int(page.get_by_test_id("board").evaluate(HASH))


def middle(page: Page) -> tuple[float, float]:
    board = page.get_by_test_id("board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def large(arena: Page) -> Iterator[Page]:
    """Open the recorded match of generals at its end, with the whole map visible."""
    open_game(arena, "generals")
    press(arena, "End")
    press(arena, "0")
    expect(zoom(arena, "out")).to_be_disabled()
    yield arena
    press(arena, "0")


def zoom(page: Page, which: str) -> Any:
    return page.get_by_role("button", name="Show the whole board" if which == "whole" else f"Zoom {which}")


def test_keys_and_buttons_zoom_a_large_map(large: Page) -> None:
    whole = picture(large)
    press(large, "+")
    expect(zoom(large, "out")).to_be_enabled()
    near = picture(large)
    assert near != whole
    board, button = large.get_by_test_id("board").bounding_box(), zoom(large, "in").bounding_box()
    assert board
    assert button
    assert button["y"] >= board["y"] + board["height"], "it covers no cell and no number"
    zoom(large, "in").click()
    assert picture(large) not in (near, whole)
    press(large, "-")
    assert picture(large) == near, "out again is where it was"
    zoom(large, "whole").click()
    expect(zoom(large, "whole")).to_be_disabled()
    assert picture(large) == whole
    for _ in range(8):
        press(large, "+")
    expect(zoom(large, "in")).to_be_disabled()


def test_wheel_zooms_at_the_pointer_and_drag_pans(large: Page) -> None:
    large.mouse.move(2, 2)
    whole = picture(large)
    # Point inside a cell: four cells meet in the middle of the board.
    x, y = (each + 9 for each in middle(large))
    large.mouse.move(x, y)
    large.mouse.wheel(0, -300)
    expect(zoom(large, "out")).to_be_enabled()
    near = picture(large)
    large.mouse.down()
    large.mouse.move(x - 40, y - 90, steps=4)
    large.mouse.move(x - 60, y - 100, steps=4)
    large.mouse.up()
    large.mouse.move(x, y)
    there = picture(large)
    assert there not in (near, whole)
    large.mouse.down()
    large.mouse.move(x + 60, y + 100, steps=6)
    large.mouse.up()
    large.mouse.move(x, y)
    assert picture(large) == near, "dragged back it is where it was"
    for _ in range(4):
        large.mouse.wheel(0, 500)
    expect(zoom(large, "out")).to_be_disabled()
    large.mouse.move(2, 2)
    assert picture(large) == whole


def test_zoomed_map_shows_every_position(large: Page) -> None:
    press(large, "+")
    press(large, "+")
    last = picture(large)
    press(large, "Home")
    assert picture(large) != last
    press(large, "End")
    assert picture(large) == last, "a jump draws what steps would have drawn"


def test_turn_is_called_by_its_round_wherever_it_is_named(large: Page) -> None:
    named = re.compile(r"^Round \d+, turn \d+")
    expect(large.locator(".turn h2")).to_have_text(named)
    expect(large.locator(".console-turn[aria-current] h3")).to_have_text(named)
    expect(large.get_by_test_id("turn")).to_have_attribute("title", named)


def test_key_c_cycles_through_the_coordinate_labels(large: Page) -> None:
    seen = [picture(large)]
    for _ in range(3):
        press(large, "c")
        seen.append(picture(large))
    assert len(set(seen)) == 3
    assert seen[3] == seen[0], "and then they are gone"


@pytest.mark.smoke
def test_small_board_does_not_zoom(arena: Page) -> None:
    open_game(arena, "tank")
    expect(zoom(arena, "in")).to_be_hidden()
    press(arena, "End")
    before = picture(arena)
    press(arena, "+")
    arena.mouse.move(*middle(arena))
    arena.mouse.wheel(0, -300)
    arena.mouse.move(2, 2)
    assert picture(arena) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_apply_to_board_and_controls(early_page: Callable[..., Page], site: Site, scheme: str) -> None:
    """Both players, the selection and the meters differ from the background."""
    page = early_page(forced_colors="active", color_scheme=scheme)
    for game in GAMES:
        page.goto(f"{site.url}#game={game}&tab=play")
        shown(page, game)
        page.locator("#last").click()
        # Step back once: a player who died on the last turn is not drawn at the end.
        page.locator("#back").click()
        ground, first, second, chosen = (page.evaluate(COMPUTED, name) for name in SYSTEM)
        wait_for(page, f"({COUNT})(document.querySelector('[data-testid=board]'), {first}) > 400")
        board = page.get_by_test_id("board")
        assert board.evaluate(COUNT, second) > 400, game
        area = board.evaluate("({ width, height }) => width * height")
        assert board.evaluate(COUNT, ground) > area * empty(game), game
    for link in (".games a[aria-current]", ".views a[aria-current]"):
        assert page.locator(link).evaluate(BACKGROUND) == chosen
        assert page.locator(link.replace("[aria-current]", ":not([aria-current])")).first.evaluate(BACKGROUND) != chosen
    swatches = page.locator(".players .swatch")
    assert swatches.nth(0).evaluate(BACKGROUND) == first
    assert "none" not in swatches.nth(1).evaluate("(one) => getComputedStyle(one).backgroundImage")
    assert page.locator(".loading-done").evaluate(BACKGROUND) == chosen
    meter = page.locator(".players .meter").first
    assert (meter.evaluate(BACKGROUND), meter.locator("span").evaluate(BACKGROUND)) == (ground, chosen)


def test_bots_draw_on_the_board_and_d_hides_it(arena: Page) -> None:
    open_game(arena, "tank")
    run(arena, DRAWS, "random", seed=3)
    press(arena, "End")
    arena.mouse.move(2, 2)
    board = arena.get_by_test_id("board")
    arena.wait_for_timeout(300)
    assert board.evaluate(COUNT, GOOD) == 0, "nobody was asked about the last position"
    # Drawings belong to the position that the bot was asked about, from the first one on.
    press(arena, "Home")
    arena.wait_for_timeout(300)
    assert board.evaluate(COUNT, GOOD) > 300
    press(arena, "d")
    arena.wait_for_timeout(100)
    assert board.evaluate(COUNT, GOOD) == 0
    press(arena, "d")
    arena.wait_for_timeout(100)
    assert board.evaluate(COUNT, GOOD) > 300


# Touch


def test_running_a_match_on_a_phone_scrolls_to_the_board(phone: Page) -> None:
    open_game(phone, "tank")
    board = phone.get_by_test_id("board")
    phone.locator(".tabs").evaluate("(tabs) => tabs.scrollIntoView({ block: 'start' })")
    expect(board).not_to_be_in_viewport(ratio=0.3)
    phone.get_by_role("button", name="Run", exact=True).tap()
    expect(board).to_be_in_viewport(ratio=1)
    settle(phone)


def test_row_and_column_numbers_are_shown_without_mouse(page: Page, phone: Page, site: Site) -> None:
    open_game(phone, "tank")
    wait_until(lambda: phone.get_by_test_id("board").evaluate(HAS_NUMBERS))
    page.goto(f"{site.url}#game=tank&tab=play")
    expect(page.locator("#play")).to_be_enabled()
    assert not page.get_by_test_id("board").evaluate(HAS_NUMBERS)


@pytest.fixture
def fingertips(phone: Page) -> Iterator[tuple[Page, CDPSession]]:
    """Return the phone's page at the end of the recorded match of generals, and a DevTools session for touches."""
    open_game(phone, "generals")
    press(phone, "End")
    touch = phone.context.new_cdp_session(phone)
    yield phone, touch
    touch.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1})
    phone.evaluate("scrollTo(0, 0)")
    touch.detach()


def swipe(touch: CDPSession, x: float, y: float, by: float) -> None:
    fingers(touch, ((x, y), (x, y + by)))
    # Wait until the momentum of the scroll has ended.
    touch.send("Runtime.evaluate", {"expression": "new Promise((end) => setTimeout(end, 600))", "awaitPromise": True})


def test_touch_scrolls_the_page_then_pinches_and_pans_the_map(fingertips: tuple[Page, CDPSession]) -> None:
    page, touch = fingertips
    # A phone shows the number of the round as well.
    expect(page.locator(".counter .of")).to_have_text(re.compile("^round [0-9]+$"))
    expect(page.locator(".counter .of")).to_be_visible()
    x, y = middle(page)
    swipe(touch, x, y, -120)
    scrolled = page.evaluate("scrollY")
    assert scrolled > 50, "one finger on the whole map scrolls the page"
    page.evaluate("scrollTo(0, 0)")
    whole = picture(page)
    x, y = middle(page)
    fingers(touch, ((x - 30, y - 30), (x - 75, y - 75)), ((x + 30, y + 30), (x + 75, y + 75)))
    expect(zoom(page, "whole")).to_be_enabled()
    assert page.evaluate("visualViewport.scale") == 1, "the map was pinched, not the page"
    near = picture(page)
    assert near != whole
    swipe(touch, x, y, -80)
    assert page.evaluate("scrollY") == 0
    assert picture(page) != near, "one finger on a part of the map pans it"
    zoom(page, "whole").tap()
    assert picture(page) == whole
    # Those who cannot pinch have buttons.
    expect(zoom(page, "whole")).to_be_disabled()
    zoom(page, "in").tap()
    expect(zoom(page, "whole")).to_be_enabled()
    assert picture(page) != whole
    zoom(page, "whole").tap()


def test_view_is_chosen_and_named_below_the_board_of_a_phone(fingertips: tuple[Page, CDPSession]) -> None:
    page, _ = fingertips
    view = page.get_by_role("combobox", name="Whose view is shown")
    expect(view.locator("option:checked")).to_have_text("View: whole board")
    view.select_option(index=2)
    expect(page.get_by_test_id("board")).to_have_attribute("aria-label", re.compile(r"as .* sees it"))
    assert view.input_value() == "1"
    view.select_option(index=0)
    expect(page.get_by_test_id("board")).not_to_have_attribute("aria-label", re.compile(r"as .* sees it"))


def test_pinch_on_a_small_board_zooms_the_page(fingertips: tuple[Page, CDPSession]) -> None:
    page, touch = fingertips
    open_game(page, "tank")
    x, y = middle(page)
    before = picture(page)
    fingers(touch, ((x - 30, y - 30), (x - 75, y - 75)), ((x + 30, y + 30), (x + 75, y + 75)))
    assert picture(page) == before
    assert page.evaluate("visualViewport.scale") > 1, "two fingers enlarge the page, as anywhere on it"


def test_one_finger_on_a_small_board_scrolls_the_page(fingertips: tuple[Page, CDPSession]) -> None:
    page, touch = fingertips
    open_game(page, "tank")
    swipe(touch, *middle(page), -120)
    assert page.evaluate("scrollY") > 50
