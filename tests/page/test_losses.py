"""Opening a lost game of a contest: the line of the fault, the version that played, the next lost game, the way back,
its address, and replaying it with new code.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pages import AXE, findings, paste, press, state
from playwright.sync_api import Page, expect
from sandlot.games import snake

CRASHES = """# 第三回合会出错
asked = 0

def move(view):
    global asked
    asked += 1
    print("回合", asked)
    if asked == 3:
        raise ValueError("as planned")
    return view["safe"][0] if view["safe"] else 0
"""
LINE = 9
MENDED = CRASHES.replace('    if asked == 3:\n        raise ValueError("as planned")\n', "")
ENDLESS = """asked = 0

def move(view):
    global asked
    asked += 1
    while asked == 3:
        view["safe"]
    return view["safe"][0] if view["safe"] else 0
"""

# Some hundred milliseconds of work, and then, on the second turn, an endless loop.
BUSY = """asked = 0

def busy(n):
    total = 0
    for i in range(n):
        total += i % 7
    return total

def move(view):
    global asked
    asked += 1
    busy(400_000)
    if asked < 2: return view["safe"][0] if view["safe"] else 0
"""


def play_series(page: Page, site: Any, code: str, seeds: str) -> None:
    """Play a series of the bot in the editor on these seeds, to its end."""
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    paste(page, code)
    page.goto(f"{site.url}#game=snake&tab=compete&contest=series")
    page.get_by_label("These seeds").check()
    page.get_by_label("The seeds").fill(seeds)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".compete-meta")).to_contain_text("finished")


def open_game(page: Page, number: int) -> None:
    page.get_by_role("gridcell").locator("[data-outcome=loss]").nth(number).click()
    expect(page.locator("html")).to_have_attribute("data-view", "code")
    expect(page.locator(".opened")).to_be_visible()


def leads_to_its_line(page: Page, line: int = LINE) -> None:
    """Check that the line is marked and visible, and that the problem and the traceback are, too."""
    expect(page.locator(".problems")).to_contain_text(f"Line {line}")
    expect(page.locator(".cm-activeLine")).to_be_in_viewport()
    expect(page.locator(".cm-activeLine .cm-lintRange-error")).to_have_count(1)
    expect(page.get_by_test_id("console").locator("[aria-current=step] .fault")).to_be_in_viewport()


def test_lost_game_shows_its_line_and_leads_to_the_next(page: Page, site: Any) -> None:
    play_series(page, site, CRASHES, "3-5")
    open_game(page, 0)
    opened = page.locator(".opened")
    leads_to_its_line(page)
    # Going back leads to the contest, and then to what the board showed before it, not to the same game again.
    expect(page).to_have_url(re.compile(r"match=c\d+-1-1&turn=\d+"))
    for view in ("compete", "compete", "code"):
        page.go_back()
        expect(page.locator("html")).to_have_attribute("data-view", view)
    expect(opened).to_have_count(0)
    expect(page.locator(".players")).to_contain_text("A recorded match")
    expect(page).not_to_have_url(re.compile("match="))
    for view in ("compete", "compete", "code"):
        page.go_forward()
        expect(page.locator("html")).to_have_attribute("data-view", view)
    leads_to_its_line(page)
    expect(opened).to_contain_text("Here my_bot made its first fault.")
    expect(page.get_by_test_id("console")).to_contain_text("ValueError: as planned")
    # The players and the seed of the game are shown in place of the setup.
    expect(page.locator(".watched-players")).to_contain_text("my_bot")
    expect(page.locator(".watched-players")).to_contain_text("Seed 3")
    expect(page.locator("#seed")).to_be_hidden()
    # On a laptop they are in one row above the board.
    page.set_viewport_size({"width": 1280, "height": 720})
    row = page.locator(".watched-players").bounding_box()
    assert row is not None
    assert row["height"] < 32
    # A seed of twenty digits stands below the names, which stay whole.
    page.locator(".watched-seed").evaluate("(seed) => { seed.textContent = 'Seed 16584628083872339214'; }")
    cut = "(names) => names.some((each) => each.scrollWidth > each.clientWidth)"
    assert not page.locator(".watched-player .name").evaluate_all(cut)
    row = page.locator(".watched-players").bounding_box()
    assert row is not None
    assert 32 < row["height"] <= 48
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate(AXE)
    assert findings(page) == []

    # The decisive turn is marked, and the mark leads to it.
    decided = page.locator("#turn").input_value()
    press(page, "Home")
    page.locator(".pinned").click()
    expect(page.locator("#turn")).to_have_value(decided)

    # Keys and buttons lead through the lost games.
    expect(opened.locator("output")).to_have_text("Lost games: 1 of 6")
    press(page, "l")
    expect(opened.locator("output")).to_have_text("Lost games: 2 of 6")
    leads_to_its_line(page)
    press(page, "L")
    expect(opened.locator("output")).to_have_text("Lost games: 1 of 6")
    expect(page.get_by_role("button", name="Previous lost game")).to_be_disabled()
    page.get_by_role("button", name="Next lost game").click()
    page.get_by_role("button", name="Next lost game").click()
    expect(opened.locator("output")).to_have_text("Lost games: 3 of 6")
    expect(opened).to_contain_text("seed 4")
    expect(page).to_have_url(re.compile(r"match=c\d+-3-1&turn=\d+"))

    # The game has its own address.
    page.reload()
    expect(opened).to_contain_text("Game 3 · seed 4")
    leads_to_its_line(page)
    expect(opened.locator("output")).to_have_text("Lost games: 3 of 6")
    press(page, "g")
    expect(page.locator("html")).to_have_attribute("data-view", "compete")


def test_lost_game_shows_the_version_that_played_and_keeps_draft(page: Page, site: Any) -> None:
    play_series(page, site, CRASHES, "3-4")
    page.goto(f"{site.url}#game=snake&tab=code")
    paste(page, f"# mended\n{MENDED}")
    page.go_back()
    open_game(page, 0)
    looked, text = page.locator(".code-looked"), page.locator(".cm-content")
    expect(looked).to_contain_text("my_bot v1, as it played this game.")
    leads_to_its_line(page)
    expect(text).to_contain_text("as planned")
    expect(text).to_have_attribute("aria-readonly", "true")
    page.evaluate(AXE)
    assert findings(page) == []
    looked.get_by_role("button", name="Back to my text").click()
    expect(text).to_contain_text("# mended")
    expect(text).to_be_focused()
    expect(looked).to_be_empty()
    # The user's own text stays open in the next game.
    press(page, "l")
    expect(page.locator(".opened output")).to_have_text("Lost games: 2 of 4")
    expect(text).to_contain_text("# mended")
    expect(page.locator(".problems")).to_contain_text("as planned")

    # Replay the game with the current code: its players stand above the board, and Run means them.
    text.press("ControlOrMeta+Enter")
    expect(page.locator(".opened")).to_contain_text("This is game 2 played again")
    state(page, "ready")
    expect(page.locator(".problems")).to_be_hidden()
    expect(page.get_by_test_id("ending")).to_contain_text("Seed of this match: 3")
    assert "ValueError" not in page.get_by_test_id("console").inner_text()
    was_mended = page.locator(".opened-mended").count()
    # A reload shows that match again, with the contest and the game beside it.
    expect(page).to_have_url(re.compile(r"match=[^c]"))
    page.reload()
    expect(page.locator(".opened")).to_contain_text("This is game 2 played again")
    expect(page.locator(".opened output")).to_have_text("Lost games: 2 of 4")
    expect(page.locator(".opened-mended")).to_have_count(was_mended)
    expect(text).to_contain_text("# mended")
    expect(page).to_have_url(re.compile(r"match=[^c]"))
    # Back leads to the game of the contest, and forward again to the match that was played in its place.
    page.go_back()
    expect(page).to_have_url(re.compile(r"match=c\d+-2-1"))
    expect(page.locator(".opened")).not_to_contain_text("played again")
    page.go_forward()
    expect(page.locator(".opened")).to_contain_text("This is game 2 played again")
    expect(page).to_have_url(re.compile(r"match=[^c]"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"match=c\d+-2-1"))
    expect(page.locator(".opened")).not_to_contain_text("played again")

    # Opened from the contest again, the game shows its version. Editing that stores the draft as a version.
    press(page, "g")
    open_game(page, 1)
    expect(looked).to_contain_text("my_bot v1")
    looked.get_by_role("button", name="Edit this version").click()
    expect(text).to_contain_text("as planned")
    leads_to_its_line(page)
    page.locator(".version").click()
    expect(page.locator("#versions")).to_contain_text("v2")


def test_game_not_lost_again_counts_as_fixed(page: Page, site: Any) -> None:
    play_series(page, site, CRASHES, "3-4")
    page.goto(f"{site.url}#game=snake&tab=code")
    paste(page, (Path(snake.__file__).parent / "bots" / "surveyor.py").read_text(encoding="utf-8"))
    page.go_back()
    open_game(page, 0)
    again = page.get_by_role("button", name="Play this game again with my code")
    page.locator(".code-looked").get_by_role("button", name="Back to my text").click()
    again.click()
    expect(page.locator(".opened")).to_contain_text("played again")
    state(page, "ready")
    # This bot nearly always wins or draws. The end card says whether it did.
    winner = re.search(r"(\S+) wins", page.get_by_test_id("ending").inner_text())
    if winner and winner[1] != "my_bot":
        expect(page.locator(".opened-mended")).to_have_count(0)
    else:
        expect(page.locator(".opened-mended")).to_contain_text("1 of 4 lost games mended")
    # A game that is lost again is not fixed.
    paste(page, CRASHES)
    again.click()
    expect(page.locator(".opened-mended")).to_have_count(0)
    state(page, "ready")
    expect(page.locator(".opened")).to_contain_text("played again")
    expect(page.locator(".opened-mended")).to_have_count(0)


def test_line_of_endless_loop_is_found(page: Page, site: Any) -> None:
    play_series(page, site, ENDLESS, "3")
    open_game(page, 0)
    problem = page.locator(".problems")
    expect(problem).to_contain_text("took longer than")
    # It takes a while, which is shown, and can be ended.
    expect(problem).to_contain_text(re.compile("It is asked once more.*It has taken [1-9]"))
    problem.get_by_role("button", name="Cancel").press("Enter")
    expect(problem.get_by_role("button").first).to_be_focused()
    expect(problem.get_by_role("button")).to_have_count(1)
    expect(problem).to_contain_text("“Ask again” on that turn shows which line took the time")
    page.reload()
    # Which of the two lines of the loop took longer is chance.
    of_loop = re.compile(r"Line 6\D.*counted for [0-9]+\sms: [0-9]+\s% of that went to the loop in lines 6–7")
    expect(problem).to_contain_text(of_loop, timeout=60_000)
    expect(problem.get_by_role("button")).to_have_count(1)
    # The buttons for the game are not cut, however long the text beside them is.
    expect(page.locator("#export")).to_be_in_viewport(ratio=1)
    expect(page.locator(".cm-activeLine")).to_have_text(re.compile("while asked == 3"))
    # The line is also found after a normal run.
    page.get_by_role("button", name="Run", exact=True).click()
    state(page, "running")
    state(page, "ready")
    expect(problem).to_contain_text(of_loop, timeout=60_000)
    expect(page.get_by_test_id("ending").get_by_role("button", name=re.compile("^Go to line 6"))).to_be_visible()
    # Asking again measures again, and everything shown belongs to the new measurement.
    page.get_by_role("button", name="Ask again", exact=True).click()
    rows = page.locator(".again-profile tbody tr")
    expect(rows.first).to_be_visible(timeout=60_000)
    expect(page.locator(".again-verdict")).to_have_text("my_bot gave no answer, neither then nor now.")
    runs = [int(re.sub(r"\D", "", row.locator("td").nth(1).inner_text())) for row in rows.all()]
    expect(problem).to_contain_text(f"whose lines ran up to {max(runs):,} times")
    assert page.get_by_test_id("console").evaluate("(console) => console.clientHeight") > 100


@pytest.mark.parametrize(
    ("loop", "lines"),
    [
        ("    while True: pass\n", [14]),
        ("    while True:\n        busy(2)\n        n = 0\n", [14, 15, 16]),
    ],
)
def test_line_where_a_late_bot_stays_is_found_behind_harmless_work(
    page: Page, site: Any, loop: str, lines: list[int]
) -> None:
    """Counting every line makes the work many times slower: the bot would be ended before the loop."""
    page.goto(f"{site.url}#game=snake&tab=code")
    state(page, "ready")
    paste(page, BUSY + loop)
    page.get_by_role("button", name="Run", exact=True).click()
    state(page, "running")
    state(page, "ready")
    problem = page.locator(".problems")
    expect(problem).to_contain_text("did not get beyond this line", timeout=60_000)
    expect(problem).to_contain_text(re.compile(f"Line ({'|'.join(map(str, lines))})\\D"))


def test_address_of_another_browsers_game_gives_message(page: Page, site: Any) -> None:
    page.goto(f"{site.url}#game=snake&tab=code&match=c77-1-1")
    expect(page.locator(".notices")).to_contain_text("This game is of a contest that is not in this browser")


def test_losing_turn_of_a_contest_game_is_found_and_kept_as_a_puzzle(page: Page, site: Any) -> None:
    play_series(page, site, 'def move(view):\n    return view["safe"][0] if view["safe"] else 0\n', "3")
    open_game(page, 0)
    # It is offered once, above the game.
    offer = page.get_by_role("button", name="Find the losing turn")
    expect(offer).to_have_count(1)
    expect(page.locator(".opened").get_by_role("button", name="Find the losing turn")).to_be_in_viewport(ratio=1)
    offer.click()
    solve = page.get_by_role("button", name="Solve it as a puzzle")
    expect(solve).to_be_visible(timeout=100_000)
    solve.click()
    bar = page.locator(".puzzle-bar")
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    # The game of the contest is in Replays now, so that the puzzle is there after a reload, and in the list.
    page.reload()
    expect(bar).to_have_attribute("data-phase", "asked", timeout=60_000)
    bar.get_by_role("button", name="All puzzles").click()
    expect(page.get_by_role("button", name=re.compile(r"^Turn \d+ against hugger"))).to_be_in_viewport(ratio=1)
