"""The Play tab around a match: the setup, the end card, hints, and arrow keys after the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import Site
from pages import asked, paste, press, resign, run, state, take_seats, visit
from playwright.sync_api import Page, expect

#: Return whether a control is in the window and nothing covers its centre.
IS_FREE = """(control) => {
  const { x, y, width, height } = control.getBoundingClientRect();
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
BELOW = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  return box('[data-testid=ending]').top >= box('.timeline').bottom - 1;
}"""
#: Return the parts of an end card that something covers.
UNSEEN = """(card) => [card, ...card.querySelectorAll('.ending-says, button')].filter((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const isSeen = (at) => card.contains(document.elementFromPoint(x + width / 2, at));
  return height > 0 && !(isSeen(y + 2) && isSeen(y + height - 2));
}).map((each) => each.textContent)"""
#: Return the elements that an end card covers.
COVERED = """(card) => {
  const { top, bottom } = card.getBoundingClientRect();
  return ['.timeline', '.tabs', '#run', '.setup', '.match-tools'].filter((each) => {
    const box = document.querySelector(each).getBoundingClientRect();
    return box.height === 0 || (box.top < bottom - 1 && box.bottom > top + 1);
  });
}"""
HINT_IS_FREE = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  return box('.hand-hint').height > 0 && box('.hand').top >= box('.timeline').bottom - 1;
}"""
#: Return by how many pixels the orders and the traceback are cut off in the side panel.
CUT_OFF = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  const [turn, table] = [box('.turn'), box('.turn table')];
  const [console, traceback] = [box('.console'), box('.console [aria-current] .fault pre')];
  const [bar, side] = [box('.console-bar'), document.querySelector('.side')];
  return [
    table.bottom - turn.bottom,
    bar.bottom - traceback.top,
    traceback.bottom - console.bottom,
    side.scrollHeight - side.clientHeight,
  ].map((pixels) => Math.max(0, Math.round(pixels)));
}"""
CRASHES = "def move(view):\n    if view['turn'] == 1:\n        return view['nothing']\n    return [-1, -1]\n"


def test_marks_of_a_traceback_stay_under_their_line(arena: Page) -> None:
    long = "view['" + "snakes'][view['" * 12 + "player']]"
    run(arena, f"def move(view):\n    return len({long}) and view.nothing\n")
    pointed = arena.locator(".console [aria-current] .fault .pointed")
    expect(pointed).to_be_visible()
    assert pointed.evaluate("(each) => each.clientHeight") < 3 * 18, "two lines, of which none is wrapped"
    text = arena.locator(".console [aria-current] .fault pre")
    assert text.evaluate("(each) => each.scrollWidth > each.clientWidth")
    assert arena.evaluate(
        "() => document.querySelector('.console').scrollWidth <= document.querySelector('.console').clientWidth"
    )


def test_arrow_keys_after_the_end_do_not_change_speed(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=snake&tab=play&seats=me,cautious&seed=5")
    state(page, "ready")
    speed = page.locator("#speed").input_value()
    page.locator("#run").click()
    asked(page, 0)
    hand = page.get_by_test_id("hand")
    while hand.get_attribute("data-state") != "over":
        page.keyboard.press("ArrowUp")
        page.wait_for_timeout(50)
    for key in ("ArrowUp", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert page.locator("#speed").input_value() == speed


def test_held_space_key_does_not_start_replay_after_end(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=generals&tab=play&seats=me,rest&seed=5&option.max_rounds=3")
    state(page, "ready")
    page.locator("#run").click()
    asked(page, 0)
    ending = page.get_by_test_id("ending")
    page.keyboard.press("x")
    page.keyboard.press("x")
    while not ending.is_visible():
        page.keyboard.press(" ")
        page.wait_for_timeout(50)
    # On a small laptop all buttons for the match are in sight.
    page.set_viewport_size({"width": 1280, "height": 720})
    for button in page.locator(".side .match-tools button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
    for _ in range(3):
        page.keyboard.press(" ")
    expect(ending).to_be_visible()
    # Once the card is closed, the key belongs to the timeline again.
    ending.get_by_role("button", name="Close").click()
    page.keyboard.press(" ")
    expect(page.get_by_test_id("turn")).not_to_have_text(re.compile(r"^(\d+)/\1$"))


def test_end_card_covers_nothing_in_code_view_of_phone(revisit: Callable[..., Page], site: Site) -> None:
    page = visit(revisit, f"{site.url}#game=tank&tab=play&seats=me,hunter&seed=5", "phone")
    page.locator("#run").click()
    asked(page, 0)
    resign(page)
    ending, hand = page.get_by_test_id("ending"), page.get_by_test_id("hand")
    expect(ending).to_be_visible()
    # The end card is below the timeline, in place of the move buttons, which are hidden.
    assert page.evaluate(BELOW)
    expect(hand).to_have_css("visibility", "hidden")
    page.get_by_role("link", name="Code", exact=True).click()
    expect(ending).to_be_hidden()
    expect(hand).to_be_hidden()
    for control in ("#run", "#tab-console", "#seat-0", "#seat-1"):
        page.locator(control).scroll_into_view_if_needed()
        assert page.locator(control).evaluate(IS_FREE), control
    # The Play tab still shows the end card.
    page.get_by_role("link", name="Play", exact=True).first.click()
    expect(ending).to_be_visible()


@pytest.mark.parametrize("game", ["tank", "planes"])
def test_end_on_phone_is_in_sight_and_covers_nothing(revisit: Callable[..., Page], site: Site, game: str) -> None:
    page = visit(revisit, f"{site.url}#game={game}&tab=code&seed=5", "phone")
    page.locator("#run").click()
    expect(page.locator(".players")).to_contain_text("my_bot")
    state(page, "ready")
    page.locator("#last").click()
    ending = page.locator(".side").get_by_test_id("ending")
    expect(ending.locator(".ending-actions button").first).to_be_in_viewport(ratio=1)
    assert ending.evaluate(COVERED) == []


def test_hint_on_phone_does_not_cover_timeline(revisit: Callable[..., Page], site: Site) -> None:
    page = visit(revisit, f"{site.url}#game=tank&tab=play&seats=me,hunter&seed=5", "phone")
    page.locator("#run").click()
    asked(page, 0)
    page.locator("[data-tool=hints]").click()
    expect(page.locator(".hand-hint")).to_contain_text("would play")
    assert page.evaluate(HINT_IS_FREE)
    # The instruction is still shown.
    expect(page.locator(".hand-says")).to_contain_text("Tank 0: ")
    resign(page)
    # Rematch does the same as the main button, and saving is offered only once.
    ending = page.locator(".side").get_by_test_id("ending")
    expect(ending).to_contain_text("with hints")
    expect(page.locator("#run")).to_be_hidden()
    expect(page.locator("button:visible", has_text="Save or share")).to_have_count(1)
    page.locator(".setup select").last.select_option("gunner")
    expect(page.locator("#run")).to_have_text("Play against gunner")
    # Another game begins without hints.
    page.goto(f"{site.url}#game=snake&tab=play&seats=me,hugger&seed=5")
    page.locator("#run").click()
    asked(page, 0)
    expect(page.locator("[data-tool=hints]")).to_have_attribute("aria-pressed", "false")


def test_hint_on_phone_leaves_both_boards_in_sight(revisit: Callable[..., Page], site: Site) -> None:
    page = visit(revisit, f"{site.url}#game=planes&tab=play&seats=me,neighbour&seed=5", "phone")
    page.locator("#run").click()
    asked(page, 0)
    page.locator("[data-control=shuffle]").click()
    page.locator("[data-control=confirm]").click()
    asked(page, 1)
    page.locator("[data-tool=hints]").click()
    expect(page.locator(".hand-hint")).to_contain_text("would play")
    board = page.get_by_test_id("board")
    expect(board).to_be_in_viewport(ratio=1)
    board_box, bar = board.bounding_box(), page.get_by_test_id("hand").bounding_box()
    assert board_box is not None
    assert bar is not None
    assert board_box["y"] + board_box["height"] <= bar["y"] + 1


def test_end_card_leads_to_the_line_of_own_fault(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{site.url}#game=tank&tab=code&seats=code,hunter&seed=5")
    state(page, "ready")
    paste(page, CRASHES)
    page.locator("#run").click()
    state(page, "ready")
    page.get_by_test_id("board").focus()
    page.keyboard.press("End")
    first = page.get_by_test_id("ending").locator(".ending-actions button").first
    expect(first).to_have_text("Go to line 3")
    # The end card is beside the board.
    ending = page.locator(".side").get_by_test_id("ending")
    expect(ending).to_contain_text("hunter wins: my_bot crashed on turn 1")
    # The console shows the error. On a laptop as well, its traceback is not cut beside the orders.
    expect(ending).not_to_contain_text("KeyError")
    assert page.evaluate(CUT_OFF) == [0, 0, 0, 0]
    # All contents of the card are in one row.
    rows = ending.locator(".ending-actions button:visible").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().bottom)"
    )
    assert len(set(rows)) == 1
    # Other actions are one click away.
    rematch = ending.get_by_role("button", name="Rematch")
    expect(rematch).to_be_hidden()
    ending.get_by_role("button", name="What else can be done").click()
    expect(rematch).to_be_visible()
    # The card stays in sight when the focus leaves it.
    expect(ending).to_have_css("opacity", "1")
    first.press("Enter")
    expect(page.locator(".cm-content")).to_be_focused()
    assert ending.evaluate("(card) => getComputedStyle(card).opacity") == "1"
    expect(page.locator(".cm-activeLine")).to_contain_text("nothing")
    # Another text has no such line, and no mark of it: the button leads to the one that played.
    paste(page, "x = 1")
    expect(page.locator(".problems li")).to_have_count(0)
    first.press("Enter")
    expect(page.locator(".code-looked")).to_contain_text("my_bot, as it played this game")
    expect(page.locator(".cm-activeLine")).to_contain_text("nothing")
    page.get_by_role("button", name="Back to my text").click()
    expect(page.locator(".cm-content")).to_have_text("x = 1")


def test_end_card_leads_to_misnamed_move_function(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=snake&tab=code&seats=code,hugger&seed=5")
    state(page, "ready")
    paste(page, "import random\n\ndef mvoe(view):\n    return random.choice(view['safe'])\n")
    page.locator("#run").click()
    cause = "There is no function move(view). Line 3 says mvoe: did you mean move?"
    # Beside its line, that is not said once more.
    expect(page.locator(".problems")).to_contain_text("no function move(view): did you mean move instead of mvoe?")
    expect(page.locator("#console .fault")).to_contain_text(cause)
    press(page, "End")
    expect(page.get_by_test_id("ending")).to_contain_text("hugger wins: my_bot has no function move(view).")
    first = page.get_by_test_id("ending").locator(".ending-actions button").first
    # The keyboard reaches it at once, even before the card is visible.
    first.evaluate("(button) => button.focus()")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_be_focused()
    expect(page.locator(".cm-activeLine")).to_contain_text("mvoe", timeout=10_000)
    # What was found is what the card says, whatever is wrong.
    paste(page, "def move():\n    return 0\n")
    page.locator("#run").click()
    press(page, "End")
    expect(page.get_by_test_id("ending")).to_contain_text("hugger wins: move of my_bot has no parameter.")


#: Record in `window.then` the state of the arena when the editor names the cause.
NAMED = """() => {
  const problems = document.querySelector('.problems');
  const note = () => {
    if (problems.textContent.includes('mvoe')) window.then ??= document.documentElement.dataset.arena;
  };
  new MutationObserver(note).observe(problems, { subtree: true, childList: true, characterData: true });
}"""


def test_failed_bot_is_explained_while_others_play_on(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=generals&tab=code&seats=code,wanderer,wanderer&seed=5")
    state(page, "ready")
    paste(page, "def mvoe(view):\n    return None\n")
    page.evaluate(NAMED)
    page.locator("#run").click()
    expect(page.locator(".problems")).to_contain_text("There is no function move(view): did you mean move")
    assert page.evaluate("window.then") == "running"
    state(page, "ready")
    press(page, "End")
    # The card names the fate of the user's own bot, and then the winner.
    says = page.get_by_test_id("ending").locator(".ending-says")
    expect(says).to_have_text([re.compile(r"my_bot \(Blue\) has no function move\(view\)"), re.compile("wins")])
    ending = page.get_by_test_id("ending")
    expect(ending.get_by_role("button", name="Go to line 1")).to_be_visible()


def test_button_for_hundred_games_names_the_opponent(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=tank&tab=code&seats=code,hunter")
    hundred = page.locator("#play-hundred")
    expect(hundred).to_have_text("Play 100 against hunter")
    take_seats(page, "code", "marshal")
    expect(hundred).to_have_text("Play 100 against marshal")
    take_seats(page, "random", "code")
    expect(hundred).to_have_text("Play 100 against random")


def test_setup_is_hidden_during_match_of_four(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#game=generals&tab=play&seats=me,random,random,random&seed=5")
    state(page, "ready")
    seats = page.locator(".setup .seat")
    expect(seats).to_have_count(4)
    expect(seats.first).to_be_visible()
    page.locator("#run").click()
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    expect(seats.first).to_be_hidden()
    expect(page.locator(".players")).to_contain_text(re.compile("human.*random", re.DOTALL))
    page.locator("#stop").click()
    expect(seats.first).to_be_visible()


def test_end_card_of_eight_players_is_not_cut(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    seats = ",".join(["greedy", *["random"] * 7])
    page.goto(f"{site.url}#game=generals&tab=play&seats={seats}&seed=5&option.max_rounds=6&lang=ru")
    state(page, "ready")
    page.locator("#run").click()
    expect(page.get_by_test_id("verdict")).not_to_be_empty()
    state(page, "ready")
    press(page, "End")
    ending = page.get_by_test_id("ending")
    expect(ending).to_have_css("opacity", "1")
    for width, height in ((1280, 720), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for action in ("rematch", "same", "swap", "watch"):
            expect(ending.locator(f"[data-action={action}]")).to_be_in_viewport(ratio=1)
        assert ending.evaluate(UNSEEN) == []


def test_more_than_four_seats_stay_folded_after_a_match(page: Page, site: Site) -> None:
    """Who watches needs the room of the lists for the board."""
    page.goto(f"{site.url}#game=generals&tab=code&seats=code,wanderer,wanderer,wanderer,wanderer&seed=5")
    state(page, "ready")
    seats, fold = page.locator(".setup .seat"), page.get_by_role("button", name="5 players")
    expect(seats.last).to_be_visible()
    expect(fold).to_be_hidden()
    page.locator("#run").click()
    state(page, "running")
    page.locator("#stop").click()
    expect(seats.first).to_be_hidden()
    fold.focus()
    page.keyboard.press("Enter")
    expect(seats.last).to_be_visible()
    page.keyboard.press("Enter")
    expect(seats.first).to_be_hidden()
    expect(fold).to_be_focused()
