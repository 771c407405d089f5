"""The front page, the views, and the address of each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from conftest import wait_until
from hooks import title
from pages import DRAWN, TABS, expect_view, paste, shown, state
from playwright.sync_api import Page, expect
from sandlot import bots
from sandlot.game import read_options
from sandlot.games import GAMES

PICTURES = "(boards) => boards.map((board) => board.toDataURL())"
SHIFT = """() => new Promise((done) => new PerformanceObserver((list) =>
  done(list.getEntries().map(({ value, sources }) => [value, sources.map(({ node }) => node?.className ?? '')])))
  .observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => done([]), 300))"""


def pictures(page: Page) -> list[str]:
    return page.locator(".card canvas").evaluate_all(PICTURES)


def seats(page: Page) -> list[str]:
    chosen = page.locator(".seat select").evaluate_all("(all) => all.map(({ value }) => value)")
    return [str(value) for value in chosen]


def notice(page: Page) -> str:
    return page.locator(".notices").inner_text()


# The front page


def test_boards_of_the_front_page_move_only_while_it_is_shown(early: Page, site: Any) -> None:
    early.emulate_media(reduced_motion="no-preference")
    early.goto(site.url)
    expect(early.locator(".card h3")).to_have_text([title(name) for name in GAMES])
    expect(early.locator(".card canvas")).to_have_count(len(GAMES))
    expect(early.locator(".front h2")).to_have_text(f"{len(GAMES)} games for bots and people")
    expect(early).to_have_title(f"Sandlot: {len(GAMES)} games for bots and people")
    expect(early.locator(".front")).to_have_attribute("aria-label", f"{len(GAMES)} games")
    early.wait_for_timeout(1000)
    before = pictures(early)
    assert len(set(before)) == len(GAMES)
    wait_until(lambda: all(old != new for old, new in zip(before, pictures(early), strict=True)))
    early.locator(".views a", has_text="Replays").click()
    expect_view(early, "replays")
    early.wait_for_timeout(500)
    before = pictures(early)
    early.wait_for_timeout(1500)
    assert pictures(early) == before


def test_reduced_motion_stops_animations(early: Page, site: Any) -> None:
    early.goto(site.url)
    expect(early.locator(".card canvas")).to_have_count(len(GAMES))
    wait_until(lambda: len(set(pictures(early))) == len(GAMES), "there is a picture of every game")
    before = pictures(early)
    early.wait_for_timeout(2000)
    assert pictures(early) == before


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_views_are_painted_before_python_loads_without_layout_shifts(
    revisit: Callable[..., Page], site: Any, size: tuple[int, int]
) -> None:
    for address, most in (("", 0.02), ("game=snake", 0.05), ("game=snake&tab=code", 0.05), ("tab=replays", 0.05)):
        page = revisit(*size)
        # Load all files from the host instead of a cache. Only Python starts from its stored snapshot, so it is early.
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setBypassServiceWorker", {"bypass": True})
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        page.goto(f"{site.url}#{address}")
        state(page, "ready")
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        ready = "performance.getEntriesByName('sandlot:ready')[0].startTime"
        assert page.evaluate(paint) < page.evaluate(ready)
        assert sum(value for value, _ in page.evaluate(SHIFT)) < most, (address, page.evaluate(SHIFT))
        page.close()


def test_every_opponent_is_described(page: Page, site: Any) -> None:
    """Also where many play, and one's own bot, which is no house bot."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}#game=generals&tab=play&seats=me,marshal,conqueror,raider,rest,code&lang=en")
    about = page.locator(".seat-about p")
    told = [*(rf"{name} · [a-z ]+ · \w+" for name in ("marshal", "conqueror", "raider", "rest"))]
    expect(about).to_have_text([*map(re.compile, told), "my_bot.py · your bot, as it is in the editor"])
    # Where there is no room for it, it is said at the list.
    expect(page.get_by_label("Seat 6")).to_have_attribute("title", "your bot, as it is in the editor")


def test_one_click_on_the_front_page_starts_a_match(page: Page, site: Any) -> None:
    page.goto(site.url)
    for game in GAMES:
        # Use a phone for the game that is hardest to fit: its two boards are nearly as high as the screen.
        if game == "planes":
            page.set_viewport_size({"width": 390, "height": 844})
        expect_view(page, "front")
        page.get_by_role("link", name=f"Play {title(game)}", exact=False).first.click()
        expect_view(page, "play")
        gentle = bots.sparring(GAMES[game])
        assert seats(page) == ["me", gentle]
        expect(page.locator(".seat-about")).to_contain_text(re.compile(rf"{gentle} · (beginner|medium|strong) · \w+"))
        state(page, "running")
        seed = page.get_by_label("Seed", exact=True).input_value()
        expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
        assert page.get_by_label("Seed", exact=True).input_value() == seed
        expect(page.locator(".players")).to_contain_text("human")
        if game == "generals":
            # As in the original game, a timer runs from the start and shows the time left.
            expect(page.get_by_test_id("hand")).to_contain_text("Pace: normal")
            expect(page.locator(".hand-beat")).to_be_visible()
        board = page.get_by_test_id("board").bounding_box()
        assert board
        assert board["y"] >= 0, "what one plays on is in sight"
        page.get_by_role("button", name="Stop").click()
        state(page, "ready")
        page.locator(".wordmark").click()


# The address


@pytest.mark.smoke
def test_address_opens_its_view_and_game(early: Page, site: Any) -> None:
    for address, tab, game in (
        ("tab=code", "code", "tank"),
        ("game=snake", "play", "snake"),
        ("tab=code&game=planes", "code", "planes"),
        ("tab=replays", "replays", None),
        ("", "front", None),
    ):
        early.goto(f"{site.url}#{address}")
        expect_view(early, tab)
        marked = early.locator(".games a[aria-current]")
        expect(marked).to_have_text([re.compile(game, re.IGNORECASE)] if game else [])
        assert notice(early) == ""


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_opens_the_game_that_is_lit(early: Page, site: Any, tab: str) -> None:
    lit = early.locator(".games a[aria-current]")
    for number, opened in enumerate(TABS, start=1):
        if opened in ("replays", "compete", "league"):
            continue
        for by_key in (False, True):
            # A match of another game was shown before.
            early.goto(f"{site.url}#game=planes&tab=play")
            expect_view(early, "play")
            early.evaluate("address => { location.hash = address }", f"game=snake&tab={tab}")
            expect_view(early, tab)
            expect(lit).to_have_text("Snake")
            if by_key:
                early.locator(".games a").first.focus()
                early.keyboard.press(str(number))
            else:
                early.locator(f".views a[href*='tab={opened}']").click()
            expect_view(early, opened)
            expect(lit).to_have_text("Snake")
            expect(early).to_have_url(re.compile("game=snake"))
    # Lists of all games begin with all of them, and the game is still the one that is opened from there.
    for through in ("replays", "league", "compete"):
        early.evaluate("address => { location.hash = address }", f"game=snake&tab={tab}")
        expect_view(early, tab)
        early.locator(f".views a[href*='tab={through}']").click()
        expect_view(early, through)
        expect(lit).to_have_text(["Snake"] if through == "compete" else [])
        early.locator(".views a").first.click()
        expect_view(early, "play")
        expect(lit).to_have_text("Snake")


def test_path_that_learn_has_chosen_is_of_the_game_that_play_opens(early: Page, site: Any) -> None:
    early.goto(f"{site.url}#game=planes&tab=play")
    early.goto(f"{site.url}#tab=learn")
    lit = early.locator(".games a[aria-current]")
    expect(lit).to_have_text("Snake")
    early.locator(".views a").first.click()
    expect_view(early, "play")
    expect(lit).to_have_text("Snake")


def test_address_sets_seats_and_seed(early: Page, site: Any) -> None:
    early.goto(f"{site.url}#game=generals&tab=play&seats=greedy,code,random&seed=7")
    assert seats(early) == ["greedy", "code", "random"]
    expect(early.get_by_label("Seed", exact=True)).to_have_value("7")
    expect(early.get_by_role("button", name="Watch them play")).to_be_visible()
    assert early.url.endswith("#game=generals&tab=play&seats=greedy,code,random&seed=7")


def test_match_waiting_for_python_is_shown_with_loading_progress(early: Page, site: Any) -> None:
    players, board = early.locator(".players"), early.get_by_test_id("board")
    for game in GAMES:
        rival = bots.sparring(GAMES[game])
        early.goto(f"{site.url}#game={game}&tab=play&seats={rival},me")
        shown(early, game)
        expect(players).to_contain_text("A recorded match")
        before = board.get_attribute("aria-label")
        early.locator("#run").click()
        expect(players).to_contain_text("The match to come")
        expect(players).to_contain_text(re.compile(f"{rival}.*human", re.DOTALL))
        expect(early.locator(".coming")).to_contain_text(re.compile("Loading Python|Starting Python"))
        expect(early.get_by_test_id("verdict")).to_have_text("The match starts when Python is ready.")
        expect(early.get_by_test_id("hand")).to_contain_text("The match is being set up.")
        expect(early.get_by_test_id("turn")).to_have_text("0/0")
        expect(board).to_have_attribute("aria-label", re.compile("after turn 0"))
        # A phone in landscape has no room for the loading message: a bar below games and views shows the progress.
        early.set_viewport_size({"width": 844, "height": 390})
        bar = early.locator(".loading-bar").bounding_box()
        assert bar
        assert (bar["x"], bar["width"]) == (0, 844)
        early.set_viewport_size({"width": 1440, "height": 900})
        early.locator("#stop").click()
        expect(players).to_contain_text("A recorded match")
        expect(early.locator(".coming")).to_be_hidden()
        assert board.get_attribute("aria-label") == before


def test_first_position_is_shown_before_python_loads(early: Page, site: Any) -> None:
    players = early.locator(".players")
    for game, word, key in (("tank", "brick", "bricks"), ("snake", "obstacle", "obstacles")):
        early.goto(f"{site.url}#game={game}&tab=play")
        shown(early, game)
        expect(players).to_contain_text("A recorded match")
        seed = int(early.get_by_label("Seed", exact=True).input_value())
        early.locator("#run").click()
        expect(players).to_contain_text("The match to come")
        rules = GAMES[game]
        view = rules.view(rules.start(2, seed, read_options(rules, {})), None)
        early.locator("#show-table").focus()
        early.keyboard.press("Enter")
        cells = early.locator(".board-table td").all_inner_texts()
        assert sum(cell.strip() == word for cell in cells) == len(view[key]) > 0
        # Close the table and cancel the waiting match before the next game.
        early.locator("#show-table").press("Enter")
        early.locator("#stop").click()


def test_address_follows_the_settings_and_back_restores_them(early: Page, site: Any) -> None:
    early.goto(f"{site.url}#game=snake&tab=play&seats=me,cautious&seed=5")
    early.get_by_label("Seat 2").select_option("surveyor")
    early.get_by_label("Seed", exact=True).fill("6")
    expect(early).to_have_url(re.compile("#game=snake&tab=play&seats=me,surveyor&seed=6$"))
    early.locator(".views a", has_text="Code").click()
    expect_view(early, "code")
    assert f"tab=code&seats=code,{bots.sparring(GAMES['snake'])}" in early.url
    early.go_back()
    expect_view(early, "play")
    assert seats(early) == ["me", "surveyor"]
    early.locator(".wordmark").click()
    expect_view(early, "front")
    early.go_back()
    expect(early).to_have_url(re.compile("#game=snake&tab=play&seats=me,surveyor&seed=6$"))


WRONG = [
    ("game=chess", "There is no game “chess”", "front"),
    ("game=snake&tab=shop", "There is no tab “shop”", "play"),
    ("game=snake&seats=me,nobody", "Unknown player “nobody”", "play"),
    ("game=snake&seats=me", "The address has 1 seat, and this game takes 2 to 2", "play"),
    ("game=snake&seats=me,code,code", "The address has 3 seats", "play"),
    ("game=snake&seats=me,v99", "There is no v99 of your code in this browser", "play"),
    ("game=snake&seed=-1", "“-1” in the address is no seed", "play"),
    ("game=snake&seed=99999999999999999999", "is no seed", "play"),
    ("colour=red", "The address says “colour”", "front"),
    ("game=%3Cb%3Ex%3C/b%3E", "There is no game “<b>x</b>”", "front"),
]


def test_wrong_address_is_answered_with_message(early: Page, site: Any) -> None:
    for address, sentence, tab in WRONG:
        early.goto(f"{site.url}#{address}")
        expect_view(early, tab)
        expect(early.locator(".notice")).to_have_count(1)
        expect(early.locator(".notices")).to_contain_text(sentence)
        assert early.locator(".notices b").count() == 0
        if tab == "play":
            assert len(seats(early)) == 2
            expect(early.get_by_label("Seed", exact=True)).to_have_attribute("aria-invalid", "false")
        early.locator(".notice").get_by_role("button", name="Close").click()
        expect(early.locator(".notice")).to_have_count(0)


# A match and the views


def test_match_continues_in_other_views_and_is_kept_when_its_game_is_left(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=tank&tab=code&seats=code,code&seed=1")
    state(page, "ready")
    # Slow bots keep the match running while the test visits the other views.
    paste(page, "import time\ndef move(view):\n    time.sleep(0.4)\n    return [-1, -1]\n")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_test_id("turn")).to_have_text(re.compile(r"^[1-9]/"))
    for tab in ("Play", "Replays", "Code"):
        page.get_by_role("link", name=tab, exact=True).click()
        state(page, "running")
        before = page.get_by_test_id("turn").text_content()
        expect(page.get_by_test_id("turn")).not_to_have_text(before or "")
    assert notice(page) == ""
    page.locator(".games a", has_text="Snake").click()
    expect(page.locator(".notices")).to_contain_text("The match of Tank was stopped and is kept in Replays")
    state(page, "ready")
    # What bots play does not wait: it is a replay.
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator(".games a[aria-current]")).to_have_text("Tank")
    expect(page.get_by_test_id("verdict")).to_contain_text("stopped")
    expect(page.get_by_role("button", name="Save or share")).to_be_visible()
    page.locator(".views a", has_text="Replays").click()
    expect(page.locator(".library-row")).to_have_count(1)


# Every width


# The boxes of the header's links and buttons, clipped to the visible part of the scrolling lists of games and views.
HEADER = """() => [...document.querySelectorAll('.header :is(a, button):not(.skip)')]
  .filter((each) => each.checkVisibility())
  .map((each) => {
    const { x, y, right, bottom } = each.getBoundingClientRect();
    const around = (each.closest('.games, .views') ?? each).getBoundingClientRect();
    const [from, to] = [x, right].map((side) => Math.min(Math.max(side, around.x), around.right));
    return new DOMRect(from, y, to - from, bottom - y).toJSON();
  })"""
# The texts of links that overflow their link.
CRAMPED = """() => [...document.querySelectorAll('.views a')]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""


def test_no_view_overflows_window(early: Page, site: Any) -> None:
    # Other languages come last, because each reloads the page.
    for address, language in (
        *(("", "en"), ("game=tank&tab=play", "en"), ("game=generals&tab=code", "en"), ("tab=replays", "en")),
        *(("game=snake&lang=ru", "ru"), ("game=snake&lang=zh", "zh-Hans")),
    ):
        early.goto(f"{site.url}#{address}")
        expect(early.locator("html")).to_have_attribute("lang", language)
        # Wait until everything has loaded; after that a new width needs only a few frames.
        early.wait_for_timeout(1000)
        for width in (1440, 1000, 768, 390, 360, 320):
            early.set_viewport_size({"width": width, "height": 800})
            for _ in range(3):
                early.evaluate(DRAWN)
            assert early.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, width)
            boxes = early.evaluate(HEADER)
            assert len(boxes) > 5, (address, width)
            assert [box for box in boxes if not 0 <= box["left"] <= box["right"] <= width or box["top"] < 0] == []
            assert [pair for pair in itertools.combinations(boxes, 2) if overlap(*pair) > 1] == [], (address, width)
            assert early.evaluate(CRAMPED) == [], (address, width)


def overlap(one: dict[str, float], other: dict[str, float]) -> float:
    """Return the area that two boxes share, in square pixels."""
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(0.0, width) * max(0.0, height)


SMALL = """(links) => [...document.querySelectorAll(`button, select, summary, ${links}, input:not([type=range])`)]
  .filter((each) => !each.classList.contains('unseen') && !each.matches('label > input'))
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width)
  .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)"""


def test_touch_targets_are_at_least_44_pixels(early_page: Callable[..., Page], site: Any) -> None:
    phone = early_page(width=390, height=844, has_touch=True, is_mobile=True)
    for address, tab in (("", "front"), ("game=planes&tab=play", "play"), ("tab=replays", "replays")):
        phone.goto(f"{site.url}#{address}")
        expect_view(phone, tab)
        phone.wait_for_timeout(500)
        assert phone.evaluate(SMALL, "a") == [], address


def test_touch_targets_of_a_wide_tablet_are_at_least_44_pixels(early_page: Callable[..., Page], site: Any) -> None:
    tablet = early_page(width=1024, height=768, has_touch=True)
    for tab in ("front", *TABS):
        tablet.goto(f"{site.url}#{'' if tab == 'front' else f'game=generals&tab={tab}'}")
        expect_view(tablet, tab)
        tablet.wait_for_timeout(500)
        # A link in a sentence is as high as its line.
        assert tablet.evaluate(SMALL, "a:not(p a)") == [], tab
    # The larger controls push no game out of the header, even with long Russian words.
    tablet.goto(f"{site.url}#game=snake&tab=code&lang=ru")
    games = tablet.locator(".games")
    expect(games).to_contain_text("Змейка")
    assert games.evaluate("(games) => games.scrollWidth <= games.clientWidth")
