"""Layout in windows of laptops, with 1280x720 and 1440x900 pixels: nothing is cut off or out of sight."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from conftest import Site
from matches import opened, played
from pages import LINKS, drop, press, serve_demo
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


@pytest.mark.parametrize(("width", "height", "board_width"), [(1280, 720, 430), (1400, 900, 440), (1440, 900, 480)])
def test_lines_of_sixty_characters_do_not_wrap(
    laptop: Page, site: Site, width: int, height: int, board_width: int
) -> None:
    laptop.set_viewport_size({"width": width, "height": height})
    laptop.goto(f"{site.url}licences.txt")
    laptop.evaluate(
        "(source) => localStorage.setItem('sandlot.code.snake', JSON.stringify({ name: 'my_bot.py', source }))",
        f"{LINE}\n" * 1200,
    )
    laptop.goto(f"{site.url}#game=snake&tab=code")
    lines = laptop.locator(".cm-line", has_text="xxx")
    expect(lines.first).to_be_visible()
    # Until the code font has loaded, a fallback font is used, which may be wider.
    laptop.evaluate("document.fonts.ready.then(() => {})")
    heights = lines.evaluate_all("(lines) => lines.map((each) => each.getBoundingClientRect().height)")
    assert max(heights) < 25, heights[:3]
    board = laptop.get_by_test_id("board").bounding_box()
    assert board is not None
    assert board["width"] >= board_width


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


#: Return the numbers whose unit stands in another line, in the rows of the players.
APART = """() => [...document.querySelectorAll('.player :is(.spent, .total)')].flatMap((each) => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    for (const { index, 0: text } of node.data.matchAll(/[0-9][0-9.,]*\\s\\p{L}+/gu)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(node.data);
    }
  }
  return found;
})"""


@pytest.mark.parametrize("lang", ["en", "zh", "ru"])
def test_units_stand_beside_their_numbers(laptop: Page, site: Site, lang: str) -> None:
    players = (Player("a_general_with_a_long_name", "house"), Player("another_one_with_a_long_name", "house"))
    setup = Setup(GAMES["generals"], players, 3, {"max_rounds": 8})
    times = (9, 87, 1234, 5, 9, 12, 345, 9)
    serve_demo(laptop, "generals", opened(played(setup, lambda turn, _, reply: Response(reply, times[turn % 8]))))
    laptop.goto(f"{site.url}#game=generals&tab=play&lang={lang}")
    expect(laptop.get_by_test_id("verdict")).not_to_be_empty()
    for width in (390, 1280, *range(1400, 1501, 20)):
        laptop.set_viewport_size({"width": width, "height": 900})
        for turn in range(2, 8):
            laptop.locator("#turn").fill(str(turn))
            assert laptop.evaluate(APART) == [], (width, turn)


@pytest.mark.parametrize("lang", ["en", "zh", "ru"])
def test_front_page_shows_how_to_play_every_game(laptop: Page, site: Site, lang: str) -> None:
    laptop.goto(f"{site.url}#lang={lang}")
    expect(laptop.locator(".card-ways")).to_have_count(4)
    for ways in laptop.locator(".card-ways").all():
        expect(ways.locator(".accent")).to_be_in_viewport(ratio=1)


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


def test_field_and_buttons_of_league_have_same_height(laptop: Page, site: Site) -> None:
    laptop.goto(f"{site.url}#game=tank&tab=league&lang=ru")
    form = laptop.locator(".league-open")
    expect(form).to_be_visible()
    boxes = [each.bounding_box() for each in (form.locator("input"), *form.locator("button").all())]
    assert len(boxes) > 1
    assert len({box["height"] for box in boxes if box}) == 1, boxes


def eight_players() -> dict[str, Any]:
    """Return an opened match of Generals whose players have names of up to 18 characters."""
    names = ("conqueror_1", "conqueror_2", "greedy", "random", "hunter_of_generals", "my_bot", "starter", "surveyor")
    players = tuple(Player(name, "house") for name in names)
    return opened(played(Setup(GAMES["generals"], players, 3, {"max_rounds": 4})))


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1440, 900)])
def test_names_of_eight_players_are_not_cut(laptop: Page, site: Site, width: int, height: int) -> None:
    laptop.set_viewport_size({"width": width, "height": height})
    serve_demo(laptop, "generals", eight_players())
    laptop.goto(f"{site.url}#game=generals&tab=play&lang=en")
    names = laptop.locator(".scores-name")
    expect(names).to_have_count(8)
    cut = names.evaluate_all(
        "(names) => names.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    )
    assert cut == []
    scores, board = (laptop.locator(each).bounding_box() for each in (".scores", "[data-testid=board]"))
    assert scores is not None
    assert board is not None
    assert scores["x"] >= 0
    assert scores["x"] + scores["width"] <= board["x"]
    # Every player has one line.
    heights = laptop.locator(".scores-one").evaluate_all("(all) => all.map((each) => each.clientHeight)")
    assert set(heights) == {18}
    # The marks of players whose view can be shown are visible. Screen readers get their names.
    eyes = laptop.locator(".players .look")
    expect(eyes).to_have_count(8)
    under = """(each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    assert [each.evaluate(under) for each in eyes.all()] == [True] * 8
    expect(laptop.locator(".players")).to_contain_text("hunter_of_generals")
    expect(laptop.locator(".chart-missing")).to_have_count(0)
    # Beside a program they stand in one table, that of the turn, and whose view can be taken in one row above it.
    laptop.evaluate("location.hash = 'game=generals&tab=code'")
    expect(laptop.locator("html")).to_have_attribute("data-view", "code")
    called = laptop.locator(".turn .called")
    expect(called).to_have_count(8)
    assert set(called.all_text_contents()) == {player["name"] for player in eight_players()["header"]["players"]}
    expect(called.last).to_be_in_viewport(ratio=1)
    assert len({round(eye.bounding_box()["y"]) for eye in eyes.all()}) == 1  # type: ignore[index]
    assert laptop.locator(".players .player > .name").evaluate_all("(all) => all.every((e) => e.clientWidth <= 1)")


CUT = "(names) => names.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
STROKES = """() => {
  window.widths = [];
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...args) {
    if (this.canvas.closest('.chart')) window.widths.push(this.lineWidth);
    return stroke.apply(this, args);
  };
}"""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_leader_of_eight_is_seen_at_once(laptop: Page, site: Site, lang: str) -> None:
    """Seven of the players share a name."""
    players = (Player("my_bot", "code"), *[Player("wanderer", "house")] * 7)
    serve_demo(laptop, "generals", opened(played(Setup(GAMES["generals"], players, 3, {"max_rounds": 60}))))
    laptop.goto(f"{site.url}#game=generals&tab=code&lang={lang}")
    rows = laptop.locator(".turn [data-by-player] tbody tr")
    expect(rows).to_have_count(8)
    press(laptop, "End")
    leader = laptop.locator(".chart-legend [data-leads]")
    expect(leader).to_be_visible()
    # The table beside the board and the chart's legend have the same order.
    standing = [[int(cell.replace(",", "")) for cell in row.locator("td").all_inner_texts()[-2:]] for row in rows.all()]
    assert standing == sorted(standing, reverse=True)
    assert standing[0][0] > standing[-1][0]
    swatch = "(rows) => rows.map((row) => row.querySelector('.swatch').dataset.player)"
    legend = laptop.locator(".chart-legend > span")
    assert legend.first.get_attribute("data-leads") is not None
    in_table = rows.evaluate_all(swatch)
    assert legend.first.locator(".swatch").get_attribute("data-player") == in_table[0]
    assert leader.locator(".chart-number").inner_text() == f"{standing[0][0]:,}"
    # Those who share a name are told apart by their sides, and every name is whole.
    names = rows.locator(".called").all_text_contents()
    assert len(set(names)) == 8
    assert rows.locator(".called > span:first-child").evaluate_all(CUT) == []
    # One's own bot stands next, with its number, and is seen at once in the table.
    own = laptop.locator(".chart-legend > [data-named]").filter(has_text="my_bot")
    row = rows.filter(has_text="my_bot")
    expect(own.locator(".chart-number")).to_have_text(row.locator("td").nth(-2).inner_text())
    assert own.evaluate("(each) => [...each.parentElement.children].indexOf(each)") <= 1
    expect(row).to_have_attribute("data-own", "")
    # All players have their place, and the chart's head says that its scale is logarithmic.
    expect(laptop.locator(".chart-missing")).to_have_count(0)
    expect(laptop.locator(".chart-scale")).to_have_text({"en": "log scale", "zh": "对数刻度"}[lang])
    # Nothing but short numbers stands in the plot, and none on another one.
    numbers = laptop.locator(".chart-numbers > span")
    expect(numbers.first).to_be_visible()
    assert all(re.fullmatch(r"[\d,]{1,6}", text) for text in numbers.all_inner_texts())
    tops = numbers.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().top).sort((a, b) => a - b)")
    assert all(below - above >= 13 for above, below in pairwise(tops)), tops
    # The lines of the leader and of one's own bot are stronger than all others.
    laptop.evaluate(STROKES)
    laptop.locator(".chart-head select").select_option("land")
    widths = laptop.evaluate("window.widths.filter((width) => width > 1)")
    assert len(widths) >= 8
    strong = {max(widths)}
    assert 1 <= len([width for width in widths if width in strong]) <= 2


def test_scores_do_not_cover_small_map(laptop: Page, site: Site) -> None:
    serve_demo(laptop, "generals", eight_players())
    laptop.goto(f"{site.url}#game=generals&tab=code&lang=en")
    # The table beside the board says what everybody has, and is alone in saying it.
    expect(laptop.locator(".turn [data-by-player]")).to_be_visible()
    expect(laptop.locator(".scores")).to_be_hidden()
    expect(laptop.locator(".chart-legend > span")).to_have_count(8)
    others = laptop.locator(".chart-legend > span:not([data-named])")
    assert set(others.all_inner_texts()) == {""}
    laptop.get_by_role("button", name="Side panel").click()
    expect(laptop.locator(".scores-one")).to_have_count(8)
    scores, board = (laptop.locator(each).bounding_box() for each in (".scores", "[data-testid=board]"))
    assert scores is not None
    assert board is not None
    assert scores["height"] < 24
    last = laptop.locator(".scores-one").last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= board["x"] + board["width"]


@pytest.mark.parametrize("game", ["generals", "planes"])
def test_timeline_is_not_cut_at_200_percent_zoom(laptop: Page, site: Site, game: str) -> None:
    # A window of 1280 pixels then has 640 CSS pixels.
    laptop.set_viewport_size({"width": 640, "height": 360})
    laptop.goto(f"{site.url}#game={game}&tab=play&lang=ru")
    expect(laptop.locator("#turn")).not_to_have_attribute("max", "0")
    parts = laptop.locator(".timeline :is(button, select)").locator("visible=true")
    boxes = [box for part in parts.all() if (box := part.bounding_box())]
    assert len(boxes) > 5
    assert min(box["width"] for box in boxes) >= 32
    boxes.sort(key=lambda box: box["x"])
    assert [box for box, after in pairwise(boxes) if box["x"] + box["width"] > after["x"] + 1] == []
    assert max(box["y"] + box["height"] for box in boxes) <= 360


def test_note_about_opening_link_covers_no_chart(laptop: Page, site: Site) -> None:
    laptop.goto(f"{site.url}{LINKS['snake'][LINKS['snake'].index('#') :]}")
    note = laptop.locator(".notices-passing .notice")
    expect(note).to_be_visible()
    expect(laptop.locator(".player[data-origin=coming]").first).to_be_visible()
    found, chart = note.bounding_box(), laptop.locator(".timeline").bounding_box()
    assert found is not None
    assert chart is not None
    assert found["x"] > chart["x"] + chart["width"]


@pytest.mark.parametrize("lang", ["en", "zh", "ru"])
def test_notice_of_another_language_takes_one_line(laptop: Page, site: Site, lang: str) -> None:
    laptop.goto(f"{site.url}#game=tank&tab=code&lang={lang}")
    expect(laptop.locator(".cm-content")).to_be_visible()
    drop(laptop, "sample.cpp", "#include <iostream>\nint main() { std::cout << 1; }\n")
    notice = laptop.locator(".notices > .notice")
    expect(notice).to_contain_text("sample.cpp")
    box = notice.bounding_box()
    assert box is not None
    assert box["height"] <= 36
    # The rest of the notice is shown on request.
    notice.locator("[aria-expanded]").click()
    expect(notice.locator("code")).to_be_visible()
    words = notice.locator(".words > p")
    assert words.evaluate("(words) => words.scrollWidth <= words.clientWidth + 1")
