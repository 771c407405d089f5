"""A match embedded in somebody else's page, on another port."""

from __future__ import annotations

import functools
import gzip
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import Profile, Site, begin_with_snapshot, wait_for, wait_until
from pages import AXE, DRAWN, LINKS, findings
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect
from sandlot.games import GAMES
from sandlot.links import link, unlink
from sandlot.links.puzzles import Puzzle, PuzzleLink, link_puzzle
from sandlot.puzzles.spec import games_with_puzzles, recorded

RAW = re.compile(r"\b(?:embed|timeline|replay|board|loading|orders|reason|generals|planes|snake|tank)\.[a-zA-Z.]+")
MOST_BYTES = 300_000
HEARD = """() => {
  globalThis.heard = [];
  for (const name of ['ready', 'turn'])
    document.querySelector('sandlot-match')
      .addEventListener(name, ({ type, detail }) => heard.push([type, detail]));
}"""


@pytest.fixture
def around(new_context: Callable[..., BrowserContext], site: Site, tmp_path: Path, host: Any) -> Callable[..., Page]:
    """Return a function that opens a page of another origin with some markup and the <sandlot-match> element."""

    def make(markup: str, **options: Any) -> Page:
        script = f'<script src="{site.url}sandlot-match.js"></script>'
        text = f"<!doctype html><meta charset=utf-8><title>Elsewhere</title><link rel=icon href=data:,>{script}{markup}"
        (tmp_path / "index.html").write_text(text, encoding="utf-8")
        page = new_context(**options).new_page()
        page.goto(host(tmp_path).url)
        return page

    return make


@pytest.fixture
def fresh(new_context: Callable[..., BrowserContext], visitor: Profile, site: Site) -> Page:
    """Return an empty page of a new profile.

    The service worker of a used profile would look for updates long after its page was closed, and other tests count
    the requests.
    """
    return begin_with_snapshot(new_context(), site, visitor.snapshots[None]).new_page()


def linked(game: str, puzzle: Puzzle) -> str:
    return link_puzzle(PuzzleLink(GAMES[game], puzzle))


def phase(page: Page | FrameLocator, name: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-puzzle", name, timeout=60_000)


def turn_of(frame: FrameLocator) -> int:
    return int(frame.locator("#turn").input_value())


def test_match_plays_in_somebody_elses_page(around: Callable[..., Page], site: Site) -> None:
    site.asked.clear()
    # The link is as copied from the page.
    page = around(f'<sandlot-match src="{site.url}{LINKS["planes"]}&t=7"></sandlot-match>', locale="zh-CN")
    page.evaluate(HEARD)
    frame = page.frame_locator("iframe")
    poster = frame.locator(".poster")
    expect(poster).to_be_visible()
    # The link alone is enough to draw the first position.
    expect(frame.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("0"))
    expect(frame.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(poster).to_have_attribute("aria-label", "播放这场对局")
    names = [player.name for player in unlink(LINKS["planes"]).replay.setup.players]
    expect(frame.locator(".match-title")).to_contain_text(names[0])
    # A service worker of another test's profile may check for an update at any time.
    asked = {path for path in site.asked if path} - {"sw.js"}
    assert not [path for path in asked if re.search(r"wasm|stdlib|/core|whl|engine", path)]
    assert page.context.service_workers == []
    sizes = {path: len(gzip.compress((site.folder / path).read_bytes(), 6)) for path in asked}
    assert sum(sizes.values()) < MOST_BYTES, sizes
    # The frame has the height that its document asked for.
    box = frame.locator("html").bounding_box()
    assert box
    height = page.locator("iframe").bounding_box()["height"]  # type: ignore[index]
    assert height != 480
    # In a low window the frame leaves room for a heading above it; in a high one its height is as before.
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"], "height": 400})
    wait_until(lambda: page.locator("iframe").bounding_box()["height"] == 340)  # type: ignore[index]
    page.set_viewport_size(size)
    wait_until(lambda: page.locator("iframe").bounding_box()["height"] == height)  # type: ignore[index]
    poster.click()
    expect(frame.locator("html")).to_have_attribute("data-embed", "open")
    wait_for(page, "() => heard.some(([type, detail]) => type === 'turn' && detail.turn >= 7 && detail.last > 7)")
    page.evaluate("document.querySelector('sandlot-match').pause()")
    wait_for(page, "() => heard.at(-1)[1].playing === false")
    page.evaluate("document.querySelector('sandlot-match').seek(3)")
    expect(frame.locator("#turn")).to_have_value("3")
    expect(frame.locator("#turn-in-words")).not_to_be_empty()
    # The match gets the keys while the focus is inside the frame.
    assert frame.locator(":focus").get_attribute("data-testid") == "board"
    for key, turn in (("ArrowRight", "4"), ("Home", "0"), ("End", None)):
        page.keyboard.press(key)
        expect(frame.locator("#turn")).to_have_value(turn or re.compile(r"\d\d"))
    expect(frame.get_by_test_id("verdict")).to_contain_text(names[0])
    assert not RAW.search(frame.locator("body").inner_text())
    assert [kind for kind, _ in page.evaluate("heard")].count("ready") <= 1
    href = frame.locator(".way").get_attribute("href") or ""
    assert href.endswith(f"&t={turn_of(frame)}")
    assert unlink(href).replay == unlink(LINKS["planes"]).replay


def test_match_plays_in_a_page_opened_from_a_file(around: Callable[..., Page], site: Site, tmp_path: Path) -> None:
    """A page opened from a file has an opaque origin; messages pass in both directions all the same."""
    page = around(f'<sandlot-match src="{site.url}embed.html{LINKS["snake"]}"></sandlot-match>')
    page.goto((tmp_path / "index.html").as_uri())
    page.evaluate(HEARD)
    expect(page.frame_locator("iframe").locator(".poster")).to_be_visible()
    page.evaluate("document.querySelector('sandlot-match').seek(3)")
    wait_for(page, "() => heard.some(([type, detail]) => type === 'turn' && detail.turn === 3)")


def test_invalid_match_address_shows_no_match(around: Callable[..., Page], site: Site) -> None:
    good = f"{site.url}embed.html{LINKS['snake']}"
    page = around(f'<sandlot-match src="{good}" lang="ru" height="300"></sandlot-match>')
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    frame = page.frame_locator("sandlot-match iframe")
    note = frame.locator(".note")
    expect(frame.locator(".poster")).to_be_visible()
    element = page.locator("sandlot-match")
    for src in ("http://[", "http://a:b:c/", "javascript:alert(1)", "blob:x", "data:text/html,<p>x", "", "https://"):
        element.evaluate("(element, src) => { element.src = src; element.setAttribute('src', src); }", src)
        expect(note).to_have_text("В этом адресе нет матча.")
        element.evaluate("(element, src) => element.setAttribute('src', src)", good)
        expect(note).to_be_hidden()
    element.evaluate("(element) => element.removeAttribute('src')")
    expect(note).to_be_visible()
    # Invalid heights and languages count as absent, whatever the value before was.
    for height in ("", "tall", "-5", "1e9", "NaN", "0"):
        element.evaluate("(element, height) => element.setAttribute('height', height)", height)
        suits = page.locator("sandlot-match iframe").bounding_box()
        assert suits and suits["height"] != 300, height
        element.evaluate("(element) => element.setAttribute('height', '300')")
    for language in ("constructor", "__proto__", "&t=5", "de", ""):
        element.evaluate("(element, lang) => element.setAttribute('lang', lang)", language)
        expect(note).to_be_visible()
    assert thrown == []


def test_embed_moved_within_its_page_still_gets_messages(around: Callable[..., Page], site: Site) -> None:
    page = around(f'<sandlot-match src="{site.url}embed.html{LINKS["snake"]}"></sandlot-match><div></div>')
    page.evaluate(HEARD)
    expect(page.frame_locator("sandlot-match iframe").locator(".poster")).to_be_visible()
    page.evaluate("document.querySelector('div').append(document.querySelector('sandlot-match'))")
    page.evaluate("document.querySelector('sandlot-match').seek(3)")
    wait_for(page, "() => heard.some(([type, detail]) => type === 'turn' && detail.turn === 3)")


def test_embed_accepts_messages_only_from_its_parent(around: Callable[..., Page], site: Site) -> None:
    page = around(
        f'<sandlot-match src="{site.url}embed.html{LINKS["generals"]}" theme="dark" height="300"></sandlot-match>'
        '<iframe srcdoc="<p>Another"></iframe>'
    )
    page.evaluate(HEARD)
    # Seek before the frame has loaded.
    page.evaluate("document.querySelector('sandlot-match').seek(5)")
    frame = page.frame_locator("sandlot-match iframe")
    expect(frame.locator("#turn")).to_have_value("5")
    assert page.locator("sandlot-match iframe").bounding_box()["height"] == 300  # type: ignore[index]
    assert frame.locator("html").get_attribute("data-theme") == "dark"
    # The wheel scrolls the surrounding page instead of zooming the map; keys zoom it.
    board = frame.get_by_test_id("board")
    board.hover()
    page.mouse.wheel(0, -400)
    page.mouse.wheel(0, -400)
    page.evaluate(DRAWN)
    expect(frame.locator(".zoom")).not_to_have_attribute("data-zoomed", "")
    board.press("+")
    expect(frame.locator(".zoom")).to_have_attribute("data-zoomed", "")
    # Messages from a sibling frame and malformed messages are ignored.
    page.frames[-1].evaluate("parent[0].postMessage({ sandlot: 1, type: 'seek', turn: 1 }, '*')")
    for order in ("{ type: 'seek', turn: 1 }", "{ sandlot: 1, type: 'seek', turn: -1 }", "null", "'seek'"):
        page.evaluate(f"frames[0].postMessage({order}, '*')")
    page.evaluate("frames[0].postMessage({ sandlot: 1, type: 'seek', turn: 1e300 }, '*')")
    page.evaluate("document.querySelector('sandlot-match').seek(6)")
    expect(frame.locator("#turn")).to_have_value("6")
    turns = [detail["turn"] for kind, detail in page.evaluate("heard") if kind == "turn"]
    assert 1 not in turns
    # The element ignores messages from anything but its own frame.
    page.evaluate("postMessage({ sandlot: 1, type: 'turn', turn: 99, last: 99, playing: false }, '*')")
    page.frames[-1].evaluate("parent.postMessage({ sandlot: 1, type: 'turn', turn: 99, last: 99 }, '*')")
    page.evaluate("document.querySelector('sandlot-match').seek(7)")
    wait_for(page, "() => heard.some(([type, detail]) => type === 'turn' && detail.turn === 7)")
    assert 99 not in [detail["turn"] for kind, detail in page.evaluate("heard") if kind == "turn"]


def test_invalid_link_is_refused_with_message(fresh: Page, site: Site) -> None:
    page = fresh
    for language in ("en", "zh", "ru"):
        page.goto("about:blank")
        page.goto(f"{site.url}embed.html#lang={language}")
        expect(page.locator(".note")).not_to_be_empty()
        expect(page.locator(".poster")).to_be_hidden()
        assert not RAW.search(page.locator("body").inner_text())
        cut = LINKS["tank"][:60]
        page.goto(f"{site.url}embed.html?{language}{cut}&lang={language}")
        # It is seen at once, and nothing offers to play it.
        expect(page.locator(".note")).to_be_visible()
        expect(page.locator(".poster")).to_be_hidden()
        assert not RAW.search(page.locator("body").inner_text())


def test_link_with_a_false_result_is_shown_with_a_note(fresh: Page, site: Site) -> None:
    page = fresh
    true = unlink(LINKS["snake"]).replay
    assert true.result
    false = replace(true, result={**true.result, "scores": [7, 7]})
    for replay, is_true in ((true, True), (false, False)):
        page.goto("about:blank")
        page.goto(f"{site.url}embed.html{link(replay)}")
        page.locator(".poster").click()
        expect(page.locator("html")).to_have_attribute("data-embed", "open")
        expect(page.locator(".verified")).to_be_visible(visible=is_true)
        expect(page.locator(".note")).to_be_visible(visible=not is_true)
        expect(page.locator("#turn")).not_to_have_attribute("max", "0")


def test_no_other_page_can_be_framed(
    new_context: Callable[..., BrowserContext], site: Site, tmp_path: Path, host: Callable[[Path], Site]
) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><meta charset=utf-8><title>Elsewhere</title>")
    page = new_context().new_page()
    page.goto(host(tmp_path).url)
    pages = sorted(path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*.html"))
    assert [name for name in pages if "/" not in name] == ["embed.html", "embeds.html", "index.html"]
    # One guide and one page of the package's reference are enough: each kind has one template.
    for name in (*(name for name in pages if "/" not in name), "guide/security.html", "api/sandlot/draw.html"):
        page.evaluate("(src) => document.body.innerHTML = `<iframe src='${src}'></iframe>`", f"{site.url}{name}")
        inner = page.frame_locator("iframe")
        if name == "embed.html":
            expect(inner.locator(".note")).to_have_text("There is no match in this address.")
            continue
        expect(inner.locator("body > p")).to_have_count(3)
        assert inner.locator("button, input, iframe, sandlot-match").count() == 0


def test_example_page_shows_three_matches(new_context: Callable[..., BrowserContext], site: Site) -> None:
    assert (site.folder / "sandlot-match.js").stat().st_size <= 2048
    page = new_context().new_page()
    page.goto(f"{site.url}embeds.html")
    frames = page.locator("sandlot-match iframe")
    expect(frames).to_have_count(3)
    for number in range(3):
        frames.nth(number).scroll_into_view_if_needed()
        expect(page.frame_locator("sandlot-match iframe").nth(number).locator(".poster")).to_be_visible()
    # Where the map of a seed is known, it is shown before Python is: the obstacles of Snake, too.
    assert any("starts-snake" in name for name in site.asked)
    page.evaluate(AXE)
    assert findings(page) == []
    page.get_by_role("button", name="The third shot").click()
    expect(page.locator("output")).to_have_text(re.compile(r"Turn 3 of \d+"))


def test_example_page_is_in_readers_language(new_context: Callable[..., BrowserContext], site: Site) -> None:
    page = new_context(390, 844, locale="zh-CN").new_page()
    page.goto(f"{site.url}embeds.html")
    expect(page.get_by_role("heading", name="网页里的对局")).to_be_visible()
    expect(page.get_by_role("link", name="前往 Sandlot")).to_have_attribute("href", "./")
    # Two players of the same name are distinguished by their sides, which are not cut.
    title = page.frame_locator("sandlot-match iframe").first.locator(".match-title")
    sides = title.locator(".name-of-side")
    expect(sides).to_have_text(["（蓝方）", "（红方）"])
    cut = sides.evaluate_all("(all) => all.some((each) => each.scrollWidth > each.clientWidth)")
    assert not cut


def test_controls_of_embed_are_large_enough_for_fingers(new_context: Callable[..., BrowserContext], site: Site) -> None:
    page = new_context(360, 640, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{site.url}embed.html{LINKS['generals']}&lang=ru")
    expect(page.locator(".poster")).to_be_visible()
    boxes = {}
    for part in ("#first", "#play", "#last", "#speed", ".counter"):
        boxes[part] = page.locator(part).bounding_box()
        assert boxes[part], part
    for part in ("#first", "#play", "#last", "#speed"):
        assert boxes[part]["width"] >= 40, boxes
        assert boxes[part]["height"] >= 44, boxes
    last, speed, counter = boxes["#last"], boxes["#speed"], boxes[".counter"]
    assert last["x"] + last["width"] <= speed["x"] + 1, boxes
    assert speed["x"] + speed["width"] <= 360, boxes
    assert counter["y"] + counter["height"] <= speed["y"] + 1, boxes


def test_long_verdict_is_not_cut_on_narrow_screen(new_context: Callable[..., BrowserContext], site: Site) -> None:
    page = new_context(360, 640).new_page()
    # Both players have the same name, so that the verdict names their sides, too.
    page.goto(f"{site.url}embed.html{LINKS['planes']}&lang=ru")
    page.locator(".poster").click()
    expect(page.locator("html")).to_have_attribute("data-embed", "open")
    page.get_by_test_id("board").focus()
    page.keyboard.press("End")
    says = page.locator(".head .verdict span").last
    expect(says).to_contain_text("на выстреле 12")
    assert says.evaluate("(says) => says.scrollHeight <= says.clientHeight + 1")


def test_boards_of_puzzle_are_stacked_on_phone(new_context: Callable[..., BrowserContext], site: Site) -> None:
    page = new_context(360, 640, has_touch=True, is_mobile=True).new_page()
    page.goto(f"{site.url}embed.html{linked('planes', recorded('planes').puzzles[0])}&lang=ru")
    page.locator(".poster").click()
    phase(page, "asked")
    board, track = page.get_by_test_id("board").bounding_box(), page.locator("#turn").bounding_box()
    assert board is not None
    assert track is not None
    assert board["height"] > 1.15 * board["width"]
    assert track["y"] + track["height"] <= 640


def test_embed_fits_any_size(fresh: Page, site: Site) -> None:
    page = fresh
    page.goto(f"{site.url}embed.html{LINKS['tank']}")
    expect(page.locator(".poster")).to_be_visible()
    page.evaluate(AXE)
    assert findings(page) == []
    page.locator("#play").click()
    expect(page.locator("html")).to_have_attribute("data-embed", "open")
    for width, height in ((160, 200), (300, 150), (320, 420), (640, 300), (1200, 400)):
        page.set_viewport_size({"width": width, "height": height})
        board = page.get_by_test_id("board").bounding_box()
        assert board
        assert min(board["width"], board["height"]) > 80, (width, height, board)
        over = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not over, (width, height)
        play = page.locator("#play").bounding_box()
        assert play
        assert play["y"] + play["height"] <= height, (width, height, play)


KEYS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")


def refuted() -> tuple[Puzzle, int, int]:
    """Return a puzzle of Snake, a wrong order that a recorded line refutes, and the number of turns of that line."""
    for puzzle in recorded("snake").puzzles:
        for line in puzzle.lines:
            if line.order not in puzzle.answers and len(line.turns) > 2:
                return puzzle, line.order, len(line.turns)
    raise AssertionError("no puzzle has a line of some length")


def test_embedded_puzzle_is_solved_by_keyboard(around: Callable[..., Page], site: Site) -> None:
    site.asked.clear()
    puzzle, wrong, turns = refuted()
    page = around(f'<sandlot-match src="{site.url}{linked("snake", puzzle)}" lang="en"></sandlot-match>')
    thrown: list[str] = []
    page.on("console", lambda message: thrown.append(message.text))
    page.on("pageerror", lambda error: thrown.append(str(error)))
    frame = page.frame_locator("iframe")
    poster = frame.get_by_role("button", name="Solve this puzzle")
    expect(poster).to_be_visible()
    # The question is shown before Python has loaded.
    asked = frame.locator(".puzzle")
    expect(asked).to_contain_text("find the only way to live")
    paths = {path for path in site.asked if path} - {"sw.js"}
    assert not [path for path in paths if re.search(r"wasm|stdlib|/core|whl|engine|later", path)]
    assert sum(len(gzip.compress((site.folder / path).read_bytes(), 6)) for path in paths) < MOST_BYTES
    poster.press("Enter")
    phase(frame, "asked")
    assert turn_of(frame) == puzzle.turn
    # There is no timer.
    assert frame.locator('.hand [data-control^="pace"]').count() == 0
    expect(frame.get_by_test_id("board")).to_be_focused()
    page.keyboard.press(KEYS[wrong])
    phase(frame, "wrong")
    says = re.compile(
        rf"^Wrong\. {('Blue', 'Red')[puzzle.seat]} .* on turn \d+\. After your order that could no longer"
    )
    expect(asked.get_by_role("status")).to_have_text(says)
    expect(frame.locator("#turn")).to_have_value(str(puzzle.turn + turns), timeout=20_000)
    expect(frame.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    phase(frame, "asked")
    expect(frame.get_by_test_id("board")).to_be_focused()
    page.keyboard.press(KEYS[puzzle.answers[0]])
    phase(frame, "right")
    expect(asked.get_by_role("status")).to_contain_text("every other order")
    assert not RAW.search(frame.locator("body").inner_text())
    way = frame.get_by_role("link", name="Open the puzzle in Sandlot")
    assert (way.get_attribute("href") or "").split("&")[0] == f"./{linked('snake', puzzle)}"
    assert thrown == []


def test_embedded_puzzle_is_solved_by_touch(
    new_context: Callable[..., BrowserContext], visitor: Profile, site: Site
) -> None:
    context = begin_with_snapshot(
        new_context(390, 700, locale="ru", has_touch=True, is_mobile=True),
        site,
        visitor.snapshots[None],
    )
    page = context.new_page()
    puzzle = recorded("snake").puzzles[0]
    page.goto(f"{site.url}embed.html{linked('snake', puzzle)}")
    page.locator(".poster").tap()
    phase(page, "asked")
    board = page.get_by_test_id("board")
    box = board.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    right, down = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}[puzzle.answers[0]]
    swipe(page, (x, y), (x + 80 * right, y + 80 * down))
    phase(page, "right")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(AXE)
    assert findings(page) == []


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    session = page.context.new_cdp_session(page)
    send = functools.partial(session.send, "Input.dispatchTouchEvent")
    send({"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
    for k in (1, 2, 3, 4):
        x, y = (a + (b - a) * k / 4 for a, b in zip(start, end, strict=True))
        send({"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    send({"type": "touchEnd", "touchPoints": []})


def by_line(game: str) -> dict[bool, Puzzle]:
    """Return a puzzle whose answer has a recorded line, and one whose answer has none, if they exist."""
    return {any(line.order in each.answers for line in each.lines): each for each in recorded(game).puzzles}


@pytest.mark.parametrize(
    ("game", "has_line"), [(game, has_line) for game in games_with_puzzles() for has_line in by_line(game)]
)
def test_answer_of_puzzle_is_played_in_every_game(fresh: Page, site: Site, game: str, has_line: bool) -> None:
    """Without a recorded line the answer is played for one turn: an embed has no bots that play on."""
    page, puzzle = fresh, by_line(game)[has_line]
    page.goto(f"{site.url}embed.html{linked(game, puzzle)}&lang=zh")
    page.locator(".poster").click()
    phase(page, "asked")
    page.evaluate(AXE)
    assert findings(page) == []
    page.get_by_role("button", name="看答案").click()
    phase(page, "shown")
    played = next((len(line.turns) for line in puzzle.lines if line.order in puzzle.answers), 1)
    expect(page.locator("#turn")).to_have_value(str(puzzle.turn + played), timeout=20_000)
    assert not RAW.search(page.locator("body").inner_text())
    page.get_by_role("button", name="再试一次").click()
    phase(page, "asked")
    expect(page.locator("#turn")).to_have_value(str(puzzle.turn))


def test_invalid_puzzle_gives_message(fresh: Page, site: Site) -> None:
    puzzle = recorded("snake").puzzles[0]
    whole = linked("snake", puzzle)
    wrong = {
        "cut": whole[:200],
        "other seat": linked("snake", replace(puzzle, seat=5)),
        "other turn": linked("snake", replace(puzzle, turn=puzzle.turn + 1)),
        "no base64": "#z1.!!!!",
        "newer": whole.replace("#z1", "#z9"),
    }
    page = fresh
    for kind, bad in wrong.items():
        page.goto("about:blank")
        page.goto(f"{site.url}embed.html{bad}&lang=en")
        if kind in ("cut", "no base64", "newer"):
            expect(page.locator(".note"), kind).to_contain_text("This link is not whole")
            expect(page.locator(".poster"), kind).to_be_hidden()
            continue
        page.locator(".poster").click()
        expect(page.locator(".note"), kind).to_contain_text("This puzzle cannot be opened: ", timeout=60_000)
        expect(page.locator(".poster")).to_be_enabled()
        assert not RAW.search(page.locator("body").inner_text()), kind
