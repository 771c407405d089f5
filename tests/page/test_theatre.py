"""The theatre: it plays the games of a contest one after another, and shows no result before a game's end.

In Play, the map of such a game is played by hand.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

from contest_rows import keep, stored
from matches import played
from pages import AXE, findings
from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Setup
from sandlot.match.replay_file import dumps
from test_losses import CRASHES, open_game, play_series

IS_LARGE = """() => {
  const board = document.querySelector('[data-testid=board]').getBoundingClientRect();
  const room = document.querySelector('main').getBoundingClientRect();
  const chart = document.querySelector('.chart').getBoundingClientRect();
  // They stand side by side, and together they take the page.
  const isFull = board.height > 0.9 * room.height && chart.height > 0.6 * room.height && chart.left > board.right
    && room.right - chart.right < 40;
  return isFull && room.height >= document.querySelector('.page').scrollHeight - 1;
}"""


def test_theatre_plays_games_in_order_without_spoilers(page: Page, site: Any) -> None:
    page.add_init_script(AXE)
    play_series(page, site, CRASHES, "3-4")
    open_game(page, 0)
    page.get_by_role("button", name="Theatre", exact=True).click()
    theatre = page.get_by_role("region", name="Theatre")
    says = theatre.locator(".theatre-says")
    expect(theatre.locator("output")).to_have_text("Game 1 of 4")
    # Who is set up to play next has nothing to do with it.
    expect(page).to_have_url(re.compile(r"^[^&]*#game=\w+&tab=\w+&match=c[^&]*(&turn=\d+)?(&lang=en)?$"))
    expect(says).to_be_empty()
    expect(page.get_by_test_id("verdict")).to_be_hidden()
    assert page.evaluate(IS_LARGE)
    page.set_viewport_size({"width": 1280, "height": 720})
    assert page.evaluate(IS_LARGE)
    assert findings(page) == []
    # One has come from the tab that is still lit.
    here = page.locator(".views [aria-current]")
    expect(here).to_have_text("Code")
    # On a phone all its buttons are in one row.
    page.set_viewport_size({"width": 390, "height": 844})
    boxes = [button.bounding_box() for button in theatre.get_by_role("button").all()]
    assert len({box["y"] + box["height"] / 2 for box in boxes if box}) == 1
    page.set_viewport_size({"width": 1440, "height": 900})
    # The game plays by itself, shows its result, and the next one follows.
    expect(says).to_contain_text("my_bot")
    expect(theatre.locator("output")).to_have_text("Game 2 of 4")
    expect(says).to_be_empty()
    theatre.get_by_role("button", name="Previous game").click()
    expect(theatre.locator("output")).to_have_text("Game 1 of 4")
    # After the last game it says who came first, and leads back to the first one.
    for number in (2, 3, 4):
        theatre.get_by_role("button", name="Next game").click()
        expect(theatre.locator("output")).to_have_text(f"Game {number} of 4")
    expect(theatre.locator(".theatre-end")).to_contain_text("That was the last game. First place: ")
    theatre.get_by_role("button", name="From the first game").click()
    expect(theatre.locator("output")).to_have_text("Game 1 of 4")
    expect(theatre.locator(".theatre-end")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(theatre).to_have_count(0)
    expect(page.locator(".opened-theatre")).to_be_focused()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    page.keyboard.press("y")
    expect(theatre).to_be_visible()
    page.keyboard.press("Escape")
    # The page of the contest has a direct link to it.
    page.keyboard.press("g")
    page.get_by_role("button", name="Watch the games").click()
    expect(theatre.locator("output")).to_have_text("Game 1 of 4")
    expect(here).to_have_text("Compete")
    # Another tab leads out of it, also that of the board that it has used.
    page.get_by_role("link", name="Code", exact=True).click()
    expect(theatre).to_have_count(0)
    expect(here).to_have_text("Code")
    page.go_back()
    page.go_back()
    page.get_by_role("button", name="Watch the games").click()
    expect(theatre.locator("output")).to_have_text("Game 1 of 4")
    # Left while the next game is on its way, it leads back there, and that game does not come any more.
    board = page.locator(".watched-players")
    shown = board.text_content()
    page.evaluate("""() => {
      document.querySelector('.theatre [aria-label="Next game"]').click();
      document.querySelector('.theatre [data-leave]').click();
    }""")
    expect(page.locator("html")).to_have_attribute("data-view", "compete")
    expect(page.get_by_role("button", name="Watch the games")).to_be_focused()
    page.go_back()
    expect(page.locator(".opened")).to_contain_text("Game 1 · seed 3")
    assert board.text_content() == shown
    expect(page.locator(".opened output")).to_have_text("Lost games: 1 of 4")

    # In Play the map of this game is the one to play, and nothing belongs to another match.
    page.get_by_role("link", name="Play", exact=True).click()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator("#run")).to_have_text("Play this map")
        expect(page.locator(".watched-players")).to_contain_text("my_bot")
        expect(page.locator(".play-tools")).to_be_hidden()
        run = page.locator("#run").bounding_box()
        assert run is not None
        assert run["width"] > 280, "on a phone it has the whole row"


PARTS = [".theatre", ".board-frame", ".stage > .scores", ".chart", ".track", ".buttons", ".counter", ".speed"]
BOXES = """(parts) => parts.map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return { part, x, y, width, height };
})"""


def test_rows_of_eight_players_lie_over_nothing(page: Page, site: Any) -> None:
    names = [f"general_{k}" for k in range(8)]
    setup = Setup(GAMES["generals"], tuple(Player(name, "house") for name in names), 3, {"max_rounds": 9})
    table = {"kind": "free-for-all", "players": 8, "rounds": 1}
    (contest,) = keep(page, site, stored(table, names, "generals", dumps(played(setup))))
    page.goto(f"{site.url}#game=generals&tab=compete&contest={contest}")
    page.get_by_role("button", name="Watch the games").click()
    rows = page.locator(".stage > .scores > .scores-one")
    for width, height in [(1280, 720), (1440, 900), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(rows).to_have_count(8)
        boxes = page.evaluate(BOXES, PARTS)
        for one, other in itertools.combinations(boxes, 2):
            apart = any(
                round(a[at] + a[size]) <= round(b[at])
                for at, size in (("x", "width"), ("y", "height"))
                for a, b in ((one, other), (other, one))
            )
            assert apart, (width, one, other)
        assert all(box["x"] + box["width"] <= width and box["y"] + box["height"] <= height for box in boxes), boxes
        # The board has the height of the window but for the header.
        board = boxes[1]
        assert board["height"] > 0.9 * (height - 52), (width, board)
        cut = "(names) => names.filter((each) => each.scrollWidth > each.clientWidth).length"
        assert rows.locator(".scores-name").evaluate_all(cut) == 0
    # Afterwards they are back at the board.
    page.keyboard.press("Escape")
    expect(page.locator(".board-frame > .scores")).to_have_count(1)
