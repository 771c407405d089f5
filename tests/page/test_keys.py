"""Keyboard shortcuts, the sheet that lists them, visible focus, and the board as a table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Site
from pages import LINKS, findings, recorded, visit
from playwright.sync_api import Page, expect
from sandlot.games import GAMES

# Shrink the event list to 10 px on every turn. Return, per turn, whether it has events and whether it can be focused.
WITHOUT_ROOM = """async () => {
    const track = document.querySelector("#turn");
    const found = [];
    for (let turn = 1; turn <= Number(track.max); turn += 1) {
        track.value = String(turn);
        track.dispatchEvent(new Event("input"));
        const list = document.querySelector(".turn .events");
        list.style.maxHeight = "10px";
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        found.push([list.children.length > 0, list.tabIndex === 0]);
    }
    return found;
}"""
KEYS_OF_THE_SHEET = "all => all.map(one => [...one.querySelectorAll('kbd')].map(key => key.textContent))"


@pytest.fixture
def page(early: Page) -> Page:
    """Return a page on which Python has not started: nothing tested here needs it."""
    return early


def turn(page: Page) -> int:
    return int(page.locator("#turn").input_value())


def sheet(page: Page) -> dict[str, list[list[str]]]:
    """Open the shortcut sheet by keyboard, close it, and return its keys by area, a list of keys for each row."""
    page.get_by_test_id("board").focus()
    page.keyboard.press("?")
    dialog = page.locator("#keys")
    expect(dialog).to_be_visible()
    areas = {
        area.locator("h3").inner_text(): area.locator("dt").evaluate_all(KEYS_OF_THE_SHEET)
        for area in dialog.locator("section").all()
    }
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return areas


def test_shortcut_sheet_lists_every_key_once_and_closes_with_escape(
    page: Page, site: Site, manifest: dict[str, Any]
) -> None:
    recorded(page, site, "tank", manifest)
    areas = sheet(page)
    assert {"Match", "Timeline", "Board", "Page", "Editor", "Marks on the timeline"} <= set(areas)
    everywhere = [
        " ".join(keys)
        for name, rows in areas.items()
        if name not in ("Editor", "Playing by hand")
        for keys in rows
        if keys
    ]
    assert len(everywhere) == len(set(everywhere)) > 15
    assert page.evaluate("document.activeElement.dataset.testid") == "board", "the focus is back where it was"
    # As keyboards label them: in the font for code a small l looks like a capital I.
    assert ["L"] in areas["Match"]
    assert not any(key.islower() for key in everywhere)


@pytest.mark.smoke
def test_timeline_keys(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    demo = recorded(page, site, "generals", manifest)
    last = len(demo["records"]) - 1
    marked = [k for k, record in enumerate(demo["records"]) if record["stats"]["marks"]]
    page.get_by_test_id("board").focus()
    for key, wanted in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("Shift+ArrowRight", 11),
        ("Shift+ArrowLeft", 1),
        ("ArrowLeft", 0),
        ("]", marked[0]),
        ("]", marked[1]),
        ("[", marked[0]),
        ("End", last),
        ("]", last),
        ("[", marked[-2] if marked[-1] == last else marked[-1]),
    ):
        page.keyboard.press(key)
        assert turn(page) == wanted, key
    speed = page.locator("#speed").input_value()
    page.keyboard.press("ArrowUp")
    assert int(page.locator("#speed").input_value()) == 2 * int(speed)
    page.keyboard.press("ArrowDown")
    assert page.locator("#speed").input_value() == speed
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_arrows_change_the_speed_only_at_the_board_and_the_timeline(
    page: Page, site: Site, manifest: dict[str, Any]
) -> None:
    recorded(page, site, "tank", manifest, tab="code")
    page.locator("#first").click()
    speed = page.locator("#speed")
    before = speed.input_value()
    fold = page.locator("#show-reference")
    expect(fold).to_have_attribute("aria-expanded", "false")
    for place in (fold, page.locator("header a").first, page.locator("#new-seed")):
        place.focus()
        for key in ("ArrowUp", "ArrowUp", "ArrowDown"):
            page.keyboard.press(key)
        assert speed.input_value() == before
    place.press("ArrowRight")
    assert turn(page) == 1, "a button needs no arrows"
    fold.focus()
    for key in ("ArrowRight", "End", "PageDown"):
        page.keyboard.press(key)
    assert turn(page) == 1, "what unfolds is gone into"
    for place in (page.locator("#forward"), page.locator("#run")):
        place.focus()
        page.keyboard.press("ArrowUp")
        assert int(speed.input_value()) == 2 * int(before)
        page.keyboard.press("ArrowDown")


@pytest.mark.parametrize("link", [False, True])
def test_arrows_do_nothing_while_a_match_is_set_up(
    page: Page, site: Site, manifest: dict[str, Any], link: bool
) -> None:
    """They may be meant for the match to come. Python never loads here, so none begins."""
    recorded(page, site, "tank", manifest, tab="play" if link else "code")
    if link:
        page.evaluate("(link) => { location.hash = link; }", LINKS["snake"])
        expect(page.locator(".games [aria-current]")).to_have_text("Snake")
        expect(page.locator("#run")).to_have_text("Play this map")
    page.locator("#run").click()
    expect(page.locator("#run[aria-busy=true], #stop:visible")).to_have_count(1)
    speed = page.locator("#speed").input_value()
    before = turn(page)
    for place in (page.locator("#run:visible, #stop:visible"), page.get_by_test_id("board")):
        place.focus()
        for key in ("ArrowUp", "ArrowRight", "ArrowUp"):
            page.keyboard.press(key)
    assert (page.locator("#speed").input_value(), turn(page)) == (speed, before)


def test_shortcuts_work_on_non_latin_keyboard(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    recorded(page, site, "generals", manifest)
    press = """([key, code]) => {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
    }"""
    page.get_by_test_id("board").focus()
    page.evaluate(press, ["е", "KeyT"])
    expect(page.get_by_role("region", name="The board as a table")).to_be_visible()
    page.evaluate(press, ["е", "KeyT"])
    expect(page.get_by_role("region", name="The board as a table")).to_be_hidden()
    page.evaluate(press, ["х", "BracketLeft"])
    assert turn(page) < int(page.locator("#turn").get_attribute("max") or 0)


def test_shortcuts_are_off_in_inputs_and_selects(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    recorded(page, site, "tank", manifest, tab="code")
    page.locator("#turn").fill("7")
    root = page.locator("html")
    editor = page.locator(".cm-content")
    expect(editor).to_be_visible()
    keys = ["Space", "Home", "End", "[", "]", "c", "t", "e", "p", "?", "+", "-", "0", "ArrowLeft", "ArrowUp"]
    for place in (editor, page.locator("#seed"), page.locator(".file-name")):
        place.focus()
        for key in keys:
            page.keyboard.press(key)
        assert turn(page) == 7
        expect(page.locator("#keys")).to_be_hidden()
        expect(page.locator(".board-table")).to_be_hidden()
        expect(root).to_have_attribute("data-code", "open")
        expect(root).to_have_attribute("data-side", "open")
    page.locator("#seat-0").focus()
    for key in ("e", "p", "t", "?"):
        page.keyboard.press(key)
    expect(page.locator(".board-table")).to_be_hidden()
    expect(root).to_have_attribute("data-code", "open")


def test_arrows_lead_through_an_open_menu(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    recorded(page, site, "snake", tab="code", manifest=manifest)
    before, speed = turn(page), page.get_by_label("Turns per second").input_value()
    page.locator("#choose-rival").focus()
    page.keyboard.press("Enter")
    stops = page.locator("#rivals :is(button, a)")
    expect(page.locator("#rivals")).to_be_visible()
    for key, place in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", -1), ("ArrowDown", 0)):
        page.keyboard.press(key)
        expect(stops.nth(place)).to_be_focused()
    for key in ("f", "ArrowRight", "End", "?"):
        page.keyboard.press(key)
    assert (turn(page), page.get_by_label("Turns per second").input_value()) == (before, speed)
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#choose-rival")).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_panels_open_and_close_by_key(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    recorded(page, site, "tank", manifest, tab="code")
    board = page.get_by_test_id("board")
    board.focus()
    for key, name in (("e", "code"), ("p", "side")):
        for wanted in ("closed", "open"):
            page.keyboard.press(key)
            expect(page.locator("html")).to_have_attribute(f"data-{name}", wanted)


FOCUS_SHOWN = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(element);
  const after = getComputedStyle(element, '::after').backgroundColor;
  const seen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none' ||
    (element.matches('.splitter') && after !== 'rgba(0, 0, 0, 0)');
  const box = element.getBoundingClientRect();
  const name = element.id || element.dataset.testid || element.className || element.tagName;
  return [name, seen, box.width > 1 && box.height > 1];
}"""


def test_tab_reaches_all_controls_and_focus_is_visible(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    page.emulate_media(reduced_motion="reduce")
    recorded(page, site, "tank", manifest, tab="code")
    expect(page.locator(".cm-content")).to_be_visible()
    page.get_by_test_id("board").focus()
    reached = []
    for _ in range(120):
        page.keyboard.press("Tab")
        told = page.evaluate(FOCUS_SHOWN)
        if told is None:
            break
        name, seen, sized = told
        reached.append(name)
        assert seen or name == "shell", f"{name} does not show that it has the focus"
        assert sized, f"{name} has the focus and is not seen"
    assert {"show-table", "turn", "speed", "play", "first"} <= set(reached)


# The board as a table


def cells(page: Page, number: int = 0) -> list[list[str]]:
    table = page.locator(".board-table table").nth(number)
    return table.evaluate(
        "table => [...table.tBodies[0].rows].map(row => [...row.cells].slice(1).map(c => c.textContent))"
    )


def open_table(page: Page) -> None:
    """Open the board's table by keyboard, and check that it has a caption, headers and all cells."""
    page.get_by_test_id("board").focus()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.id") != "show-table":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    region = page.get_by_role("region", name="The board as a table")
    expect(region).to_be_focused()
    for table in region.locator("table").all():
        rows = table.locator("tbody tr").count()
        columns = table.locator("thead th[scope=col]").count()
        assert table.locator("tbody th[scope=row]").count() == rows
        assert table.locator("tbody td").count() == rows * columns
        expect(table.locator("caption")).not_to_be_empty()


def test_tank_table_matches_board(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    recorded(page, site, "tank", manifest)
    page.locator("#first").click()
    open_table(page)
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="The board as a table")).to_be_hidden()
    expect(page.get_by_test_id("board")).to_be_focused()
    page.keyboard.press("t")
    now = cells(page)
    name = GAMES["tank"].house[0]
    assert now[0][4] == f"base of {name} (Blue)"
    assert now[1][4] == "steel"
    assert now[0][2] == f"{name} (Blue) tank 0, facing down"
    assert now[8][6] == f"{name} (Red) tank 0, facing up"
    assert now[4][0] == "brick"
    page.keyboard.press("End")
    page.get_by_test_id("board").focus()
    page.keyboard.press("End")
    assert cells(page) != now


def test_snake_table_follows_the_turn(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    demo = recorded(page, site, "snake", manifest)
    open_table(page)
    page.locator("#turn").fill("20")
    lengths = demo["records"][20]["stats"]["series"]["length"]
    flat = [cell for row in cells(page) for cell in row]
    assert [sum(side in cell for cell in flat) for side in ("(Blue)", "(Red)")] == lengths
    assert sum("head" in cell for cell in flat) == 2
    assert flat.count("obstacle") == 20


def test_planes_table_has_ten_cells_per_plane(page: Page, site: Site, manifest: dict[str, Any]) -> None:
    recorded(page, site, "planes", manifest)
    page.locator("#turn").fill("1")
    open_table(page)
    demo = json.loads((site.folder / manifest["demo"]["planes"]).read_text(encoding="utf-8"))
    for number in (0, 1):
        flat = [cell for row in cells(page, number) for cell in row]
        assert (flat.count("head"), flat.count("plane")) == (3, 27)
        placed = demo["records"][1]["answers"][number]["move"]
        heads = {(x, y) for x, y in (head_of(plane) for plane in placed)}
        shown = {
            (x + 1, y + 1) for x, row in enumerate(cells(page, number)) for y, what in enumerate(row) if what == "head"
        }
        assert shown == heads


def head_of(plane: list[int]) -> tuple[int, int]:
    from sandlot.games.planes import head_cell

    return head_cell((plane[0], plane[1], plane[2]))


def test_generals_table_shows_owner_and_army(
    early_page: Callable[..., Page], site: Site, manifest: dict[str, Any]
) -> None:
    page = early_page(width=390, height=844)
    demo = recorded(page, site, "generals", manifest)
    page.locator("#turn").fill("300")
    open_table(page)
    series = demo["records"][300]["stats"]["series"]
    flat = [cell for row in cells(page) for cell in row]
    for side, army, land in zip(("(Blue)", "(Red)"), series["army"], series["land"], strict=True):
        own = [cell for cell in flat if side in cell]
        assert len(own) == land
        assert sum(int(re.findall(r"\d+", cell)[-1]) for cell in own) == army
    assert "mountain" in flat
    assert any(re.fullmatch(r"city \d+", cell) for cell in flat)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_in_the_panels(revisit: Callable[..., Page], site: Site, size: str) -> None:
    page = visit(revisit, f"{site.url}#game=tank&tab=code", size)
    page.locator("#run").click()
    expect(page.get_by_test_id("verdict")).to_contain_text(re.compile("wins|Draw"))
    expect(page.locator("html")).to_have_attribute("data-arena", "ready")
    page.locator("#turn").fill("2")
    for button, dialog in (("Fork here", "#fork-dialog"), ("Save or share", "#export-dialog")):
        page.get_by_role("button", name=button).click()
        expect(page.locator(dialog)).to_be_visible()
        assert findings(page) == []
        page.keyboard.press("Escape")
        expect(page.locator(dialog)).to_be_hidden()
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".again-profile")).to_be_visible()
    assert findings(page) == []
    if size == "desk":
        turns = page.evaluate(WITHOUT_ROOM)
        assert any(is_long for is_long, _ in turns)
        assert all(is_long == is_reached for is_long, is_reached in turns)
    page.get_by_test_id("board").focus()
    page.keyboard.press("t")
    expect(page.get_by_role("region", name="The board as a table")).to_be_visible()
    assert findings(page) == []
