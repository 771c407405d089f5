"""The console of the page: output by player and kind, a search over all turns, copying, and the console's size."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from matches import opened, played
from pages import AXE, findings, go_to, press, run, serve_demo
from playwright.sync_api import Locator, Page, expect
from sandlot.games import GAMES
from sandlot.match.parts import Player, Response, Setup

TALKS = """
import sys
from sandlot import draw, limits

def move(view):
    turn = view["turn"]
    print(f"plain words on turn {turn}")
    if turn % 3 == 0:
        print(f"Needle <b>{turn}</b> in the hay")
    if turn == 5:
        print("oh no", file=sys.stderr)
    draw.note(f"a note about {turn}")
    if turn < 3:
        draw.note(f"took {limits.took()}, the other {limits.took(1)}")
    if turn == 8:
        raise ValueError("the end of the needle")
    return [-1, -1]
"""


@pytest.fixture
def talked(arena: Page) -> Page:
    """Return the page after a match of eight turns in which the bot of seat 1 prints."""
    run(arena, TALKS, "random", seed=3)
    field(arena).fill("")
    choose(arena, "Which kind", "Everything")
    choose(arena, "Whose output", "All players")
    return arena


def field(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search all turns")


def choose(page: Page, label: str, option: str) -> None:
    if not page.get_by_label(label).is_visible():
        page.get_by_role("button", name="Filter", exact=True).click()
    page.get_by_label(label).select_option(label=option)


def shown(page: Page) -> Locator:
    return here(page).locator("article").first.locator(".output")


def here(page: Page) -> Locator:
    """Return the console's element of the current turn."""
    return page.get_by_test_id("console").locator("[aria-current=step]")


def turn(page: Page, number: int) -> Locator:
    return page.get_by_test_id("console").locator(f"[data-turn='{number}']")


def hits(page: Page) -> Locator:
    return page.locator(".console-hits")


def numbers(pattern: str, text: str) -> list[float]:
    return [float(each.replace(",", "")) for each in re.findall(pattern, text)]


@pytest.mark.smoke
def test_output_is_filtered_by_kind_and_player(talked: Page) -> None:
    go_to(talked, 5)
    for text in ("plain words on turn 5", "oh no", "a note about 5"):
        expect(shown(talked)).to_contain_text(text)
    for kind, there, gone in (
        ("Prints", "plain words on turn 5", ["oh no", "a note"]),
        ("Errors", "oh no", ["plain words", "a note"]),
        ("Notes", "a note about 5", ["plain words", "oh no"]),
    ):
        choose(talked, "Which kind", kind)
        expect(shown(talked)).to_contain_text(there)
        for text in gone:
            expect(shown(talked)).not_to_contain_text(text)
    article = talked.get_by_test_id("console").locator("article").first
    expect(article.locator(".took")).to_have_text(re.compile(r"^(thought [\d.]+ ms, )?clock [\d.]+ of 6,000 ms"))
    # limits.took() returns the time that the clock counted for the last turn.
    go_to(talked, 1)
    expect(shown(talked)).to_contain_text("took None, the other None")
    counted = numbers(r"clock ([\d,.]+)", " ".join(talked.locator(".took").all_inner_texts()))
    go_to(talked, 2)
    assert numbers(r"(?:took|other) ([\d.]+)", shown(talked).inner_text()) == pytest.approx(counted, abs=0.51)
    go_to(talked, 5)
    # The reference shows the view of the current position with its values.
    talked.locator("#show-reference").click()
    reference = talked.locator("#reference")
    expect(reference.locator(".reference-whose")).to_contain_text("on turn 6")
    expect(reference).to_contain_text('view["turn"] = 6')
    for text in (
        "tank.from_view(view)",
        "draw.note(words)",
        "limits.left()",
        "limits.took(player=None)",
        '["can_shoot"]',
        '{"requests":',
    ):
        expect(reference).to_contain_text(text)
    talked.evaluate(AXE)
    assert findings(talked) == []
    reference.get_by_role("searchbox").fill("milliseconds left")
    expect(reference.locator("[data-find]:visible")).to_have_count(1)
    talked.keyboard.press("Escape")
    expect(reference).to_be_hidden()
    expect(talked.locator("#show-reference")).to_be_focused()
    # It also shows the values of a running match.
    go_to(talked, 1)
    speed = talked.locator("#speed").input_value()
    talked.locator("#speed").select_option(index=0)
    press(talked, " ")
    talked.locator("#show-reference").click()
    expect(reference.locator(".reference-whose")).to_contain_text(re.compile("on turn [2-4] "))
    talked.keyboard.press("Escape")
    press(talked, " ")
    talked.locator("#speed").select_option(speed)
    go_to(talked, 4)
    choose(talked, "Which kind", "Errors")
    expect(shown(talked)).to_contain_text("Nothing of this kind on this turn.")
    choose(talked, "Which kind", "Sent and answered")
    wire = talked.get_by_test_id("console").locator("article").first.locator("dl")
    expect(wire).to_contain_text("[-1, -1]")
    # The request is pretty-printed, and each long value is folded.
    expect(wire.locator("pre", has_text='"turn": 4')).to_be_visible()
    bricks = wire.locator("details", has_text='"bricks"')
    expect(bricks.locator("pre")).to_be_hidden()
    bricks.locator("summary").click()
    expect(bricks.locator("pre")).to_be_visible()
    choose(talked, "Which kind", "Everything")
    articles = talked.get_by_test_id("console").locator("article")
    expect(articles.nth(1)).to_be_visible()
    choose(talked, "Whose output", "my_bot")
    expect(articles.nth(1)).to_be_hidden()
    choose(talked, "Whose output", "random")
    expect(articles.nth(0)).to_be_hidden()


def test_search_steps_through_the_hits_of_all_turns_and_marks_them(talked: Page) -> None:
    go_to(talked, 1)
    press(talked, "/")
    expect(field(talked)).to_be_focused()
    talked.keyboard.type("needle")
    expect(hits(talked)).to_have_text("3 found")
    for turn in (3, 6, 8, 3):
        talked.keyboard.press("Enter")
        expect(talked.locator("#turn")).to_have_value(str(turn))
    expect(hits(talked)).to_have_text("1 of 3")
    expect(shown(talked).locator("mark")).to_have_text("Needle")
    expect(shown(talked)).to_contain_text("Needle <b>3</b> in the hay")
    talked.keyboard.press("Shift+Enter")
    expect(talked.locator("#turn")).to_have_value("8")
    expect(shown(talked).locator("mark").first).to_have_text("needle")
    press(talked, "N")
    expect(talked.locator("#turn")).to_have_value("6")
    press(talked, "n")
    expect(talked.locator("#turn")).to_have_value("8")
    choose(talked, "Which kind", "Errors")
    expect(hits(talked)).to_have_text("1 of 1")
    choose(talked, "Which kind", "Notes")
    expect(hits(talked)).to_have_text("0 found")
    expect(talked.get_by_role("button", name="To the next hit")).to_be_disabled()
    field(talked).fill("")
    expect(hits(talked)).to_have_text("")
    expect(talked.locator(".console mark")).to_have_count(0)


def test_search_scrolls_to_a_hit_of_the_current_turn(arena: Page) -> None:
    prints = "def move(view):\n    for k in range(300):\n        print(f'line {k}')\n    return [-1, -1]\n"
    run(arena, prints, "random", seed=3)
    field(arena).fill("")
    choose(arena, "Which kind", "Everything")
    go_to(arena, 1)
    field(arena).fill("line 287")
    expect(shown(arena).locator("mark")).to_be_in_viewport()
    field(arena).fill("")


def test_exact_request_is_shown(talked: Page) -> None:
    go_to(talked, 2)
    article = talked.get_by_test_id("console").locator("article").first
    article.get_by_text("Sent and answered").click()
    expect(article.locator("dd").first).to_contain_text(re.compile(r'"turn": ?2'))


def test_shown_text_can_be_copied(talked: Page) -> None:
    talked.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go_to(talked, 5)
    choose(talked, "Which kind", "Prints")
    choose(talked, "Whose output", "my_bot")
    talked.get_by_role("button", name="Copy this turn").click()
    expect(talked.locator(".notices")).to_contain_text("Copied.")
    assert talked.evaluate("navigator.clipboard.readText()") == "my_bot\nplain words on turn 5\n"


TOP = """(element) =>
  element.getBoundingClientRect().top - element.closest('[data-testid=console]').getBoundingClientRect().top"""
AT_REST = """async (console) => {
  const pause = () => new Promise((done) => setTimeout(done, 200));
  const place = () => `${console.scrollTop} ${console.scrollHeight}`;
  for (let at = ''; at !== place(); await pause()) at = place();
}"""


def test_new_answer_fits_between_tabs_and_console_on_phone(talked: Page) -> None:
    wide = talked.viewport_size
    assert wide is not None
    go_to(talked, 3)
    talked.set_viewport_size({"width": 390, "height": 844})
    talked.get_by_role("tab", name="Match").click()
    talked.get_by_role("button", name="Ask again").click()
    expect(talked.locator(".again-verdict")).to_be_visible()
    place = talked.get_by_test_id("again").bounding_box()
    tabs, console = (talked.locator(each).bounding_box() for each in (".tabs", "#console"))
    assert place is not None
    assert tabs is not None
    assert console is not None
    assert tabs["y"] < place["y"] < 844
    assert place["y"] + place["height"] <= console["y"]
    go_to(talked, 6)
    expect(here(talked)).to_have_attribute("data-turn", "6")
    assert talked.get_by_test_id("again").bounding_box() == place
    talked.get_by_test_id("again").get_by_role("button", name="Close").click()
    talked.set_viewport_size(wide)


def test_console_scrolls_through_all_turns_and_follows_the_timeline(talked: Page) -> None:
    console = talked.get_by_test_id("console")
    go_to(talked, 3)
    expect(here(talked)).to_have_attribute("data-turn", "3")
    for number in (1, 2, 5):
        expect(turn(talked, number)).to_contain_text(f"plain words on turn {number}")
    # A turn chosen in the console is shown on the board, and stays where it is in the console.
    name = turn(talked, 4).get_by_role("button", name="Turn 4", exact=True)
    # What was sent comes later, if an earlier test has opened it, and so do turns near the visible ones after a scroll.
    console.evaluate(AT_REST)
    name.scroll_into_view_if_needed()
    console.evaluate(AT_REST)
    before = name.evaluate(TOP)
    # Click by script: Playwright would scroll a low console by itself.
    name.evaluate("(button) => { button.focus({ preventScroll: true }); button.click(); }")
    expect(here(talked)).to_have_attribute("data-turn", "4")
    assert abs(name.evaluate(TOP) - before) <= 1
    # The current turn is the only tab stop; arrow keys move to the other turns.
    talked.keyboard.press("ArrowDown")
    expect(talked.locator("#turn")).to_have_value("5")
    expect(turn(talked, 5).get_by_role("button", name="Turn 5", exact=True)).to_be_focused()
    assert console.locator("h3 button[tabindex='0']").count() == 1
    # Going to a turn on the timeline scrolls the console to its traceback.
    go_to(talked, 8)
    expect(here(talked).locator(".fault")).to_be_in_viewport()
    expect(here(talked)).to_contain_text("ValueError: the end of the needle")
    go_to(talked, 1)
    expect(here(talked).locator("article").first).to_be_in_viewport()


PRINTS = "".join(f"第 {k} 行: {'y' * 50}\n" for k in range(100))
STEPS = """async (last) => {
  const slider = document.querySelector('#turn');
  const times = [];
  for (let turn = 1; turn <= last; turn += Math.ceil(last / 100)) {
    const begin = performance.now();
    slider.value = String(turn);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('.console').getBoundingClientRect();
    times.push(performance.now() - begin);
    await new Promise((done) => requestAnimationFrame(done));
  }
  return times.sort((one, other) => one - other)[times.length >> 1];
}"""


def test_many_turns_with_prints_stay_fast(early_page: Callable[..., Page], site: Any) -> None:
    def answer(turn: int, player: int, reply: str) -> Response:
        return Response(reply, 1, output=(("out", f"回合 {turn}\n"), ("out", PRINTS)))

    def step(rounds: int) -> tuple[Page, int, float]:
        """Return the page of a match, its number of turns, and the median time of a step in milliseconds."""
        early = early_page(width=1440, height=900)
        players = tuple(Player(f"{name}.py", "code") for name in ("one", "two"))
        setup = Setup(GAMES["generals"], players, 1, {"max_rounds": rounds})
        serve_demo(early, "generals", opened(played(setup, answer)))
        early.goto(f"{site.url}#game=generals&tab=code")
        expect(early.get_by_test_id("verdict")).not_to_be_empty()
        last = int(early.locator("#turn").get_attribute("max") or 0)
        return early, last, early.evaluate(STEPS, last)

    _, few, with_few = step(25)
    early, many, with_many = step(250)
    assert many >= max(400, 8 * few)
    # The time of a step does not grow with the number of turns.
    assert with_many < 3 * with_few, (with_many, with_few)
    console = early.get_by_test_id("console")
    # However far the console scrolls, the document contains only a part of the turns.
    console.evaluate(
        """async (console) => {
          for (let k = 0; k < 60; k += 1) {
            console.scrollTop = 0;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          }
        }"""
    )
    assert console.locator("[data-turn]").count() <= 110
    assert console.evaluate("(console) => console.textContent.length") < 1_000_000


def test_console_takes_the_place_of_the_board_and_returns_it(arena: Page, site: Any) -> None:
    arena.set_viewport_size({"width": 1280, "height": 720})
    run(arena, TALKS, "random", seed=3)
    console, board = arena.get_by_test_id("console"), arena.get_by_test_id("board")

    def sizes() -> tuple[float, float]:
        one, other = console.bounding_box(), board.bounding_box()
        assert one and other
        return one["height"], other["width"]

    _, width = sizes()
    press(arena, "o")
    expect(arena.locator("html")).to_have_attribute("data-console", "wide")
    assert sizes()[0] > 540
    assert 180 < sizes()[1] < width
    expect(arena.locator("#turn")).to_be_in_viewport()
    arena.evaluate(AXE)
    assert findings(arena) == []
    # The console is still wide after a reload. The match comes back after the recorded one, and its end has more lines.
    arena.reload()
    expect(arena.locator("html")).to_have_attribute("data-console", "wide")
    expect(arena.get_by_test_id("verdict")).to_contain_text("my_bot crashed")
    divider = arena.get_by_role("separator", name=re.compile("^Height of the console"))
    divider.dblclick()
    expect(arena.locator("html")).not_to_have_attribute("data-console", "wide")
    height, _ = sizes()
    divider.press("ArrowUp")
    divider.press("ArrowUp")
    assert sizes()[0] > height + 30
    divider.press("Enter")
    expect(arena.locator("html")).to_have_attribute("data-console", "wide")
    divider.press("Enter")
    # A divider dragged beyond the top of the panel gives the console the place of the board.
    box = divider.bounding_box()
    assert box
    arena.mouse.move(box["x"] + box["width"] / 2, box["y"] + 4)
    arena.mouse.down()
    arena.mouse.move(box["x"] + box["width"] / 2, 300)
    arena.mouse.move(box["x"] + box["width"] / 2, 0)
    arena.mouse.up()
    expect(arena.locator("html")).to_have_attribute("data-console", "wide")
    arena.get_by_role("button", name="Give the console the board’s place, or give it back").click()
    expect(arena.locator("html")).not_to_have_attribute("data-console", "wide")
    # The names of the file and its version are not cut.
    arena.locator(".cm-content").click()
    arena.keyboard.type("# ")
    expect(arena.locator(".version")).to_have_text(re.compile(r"^v\d, edited$"))
    for width, height in ((1280, 720), (1440, 900)):
        arena.set_viewport_size({"width": width, "height": height})
        cut = arena.locator(".file-name, .version span").evaluate_all(
            "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.className)"
        )
        assert cut == [], width


def test_prints_that_turn_the_direction_of_text_are_seen(early: Page, site: Any) -> None:
    """Reversed, the words would read "passed"."""

    def answer(turn: int, player: int, reply: str) -> Response:
        return Response(reply, 1, output=(("out", "check \u202edessap\u202c\n"),))

    players = (Player("one.py", "code"), Player("two.py", "code"))
    serve_demo(early, "snake", opened(played(Setup(GAMES["snake"], players, 1), answer)))
    early.goto(f"{site.url}#game=snake&tab=code")
    console = early.get_by_test_id("console")
    expect(console).to_contain_text("check \\u202edessap\\u202c")
    assert "\u202e" not in console.inner_text()
