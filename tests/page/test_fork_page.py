""" "Fork here" and "Ask again": playing on from an earlier turn, and asking the current code about an earlier turn."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pages import asked, go_to, paste, press, press_run, replay_of, run, set_up, state
from playwright.sync_api import Page, expect
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads

STAYS = "def move(view):\n    print('turn', view['turn'])\n    return [-1, -1]\n"
OTHER = """
def move(view):
    total = 0
    for number in range(300):
        total += number
    print("now", view["turn"], total)
    return [legal[-1] for legal in view["legal"]]
"""


def match_of(page: Page, folder: Path) -> dict[str, object]:
    """Return the replay of the match that is shown, as parsed JSON."""
    return json.loads(replay_of(page, folder))


def replies(replay: dict[str, object], until: int) -> list[object]:
    turns = replay["turns"]
    assert isinstance(turns, list)
    return [[answer["reply"] for answer in turn] for turn in turns[1 : until + 1]]


@pytest.mark.smoke
def test_fork_continues_from_a_turn_with_another_bot(arena: Page, tmp_path: Path) -> None:
    run(arena, STAYS, "hunter", seed=3)
    before = match_of(arena, tmp_path)
    fork = arena.get_by_role("button", name="Fork here")
    # Nobody moves in the last position, so a fork there replays the last move.
    last = int(arena.get_by_test_id("turn").inner_text().split("/")[1])
    expect(fork).to_have_attribute("title", f"Go on from turn {last - 1} with others in the seats")
    go_to(arena, 4)
    expect(fork).to_be_enabled()
    fork.click()
    dialog = arena.locator("#fork-dialog")
    expect(dialog).to_contain_text("Go on from turn 4")
    expect(dialog).to_contain_text("Choose who takes each seat")
    expect(dialog).not_to_contain_text("Only recorded here")
    assert dialog.get_by_label("my_bot").input_value() == "code"
    assert dialog.get_by_label("hunter").input_value() == "hunter"
    dialog.get_by_label("hunter").select_option("random")
    dialog.get_by_role("button", name="Play on").click()
    state(arena, "ready")
    # Whoever played a turn is named with it.
    for turn, name in ((5, "random"), (4, "hunter")):
        go_to(arena, turn)
        expect(arena.locator(".players .player").nth(1)).to_contain_text(name)
        expect(arena.get_by_test_id("console").locator("[aria-current] article").nth(1)).to_contain_text(name)
    press(arena, "End")
    expect(arena.get_by_test_id("verdict")).to_contain_text(re.compile("random|Draw"))
    expect(arena.get_by_test_id("origin")).to_have_text("Until turn 4 this was a match of my_bot, hunter.")
    after = match_of(arena, tmp_path)
    assert after["forks"] == [{**after["forks"][0], "turn": 4}]  # type: ignore[index]
    assert [player["name"] for player in after["players"]] == ["my_bot.py", "random"]  # type: ignore[attr-defined]
    assert replies(after, 4) == replies(before, 4)
    assert replies(after, 12) != replies(before, 12)
    assert verify(loads(json.dumps(after))) is None
    # Run plays it once more, and the row above the board says so.
    expect(arena.locator(".watched-players")).to_contain_text("random")
    # In one script: a short match may be over before the next one looks.
    press_run = "() => { document.querySelector('#run').click(); return document.documentElement.dataset.arena; }"
    assert arena.evaluate(press_run) == "running"
    state(arena, "ready")
    expect(arena.get_by_test_id("origin")).to_contain_text("Until turn 4")


def test_fork_of_a_stopped_match_begins_at_the_current_turn_and_can_be_cancelled(arena: Page, tmp_path: Path) -> None:
    paste(arena, STAYS)
    # The fork before stays on the board, with its own players.
    set_up(arena)
    for seat, who in enumerate(("code", "me"), start=1):
        arena.get_by_label(f"Seat {seat}").select_option(who)
    arena.get_by_role("button", name="Run", exact=True).click()
    for turn in range(3):
        asked(arena, turn)
        press(arena, "1", ".", "2", ".")
    asked(arena, 3)
    expect(arena.get_by_role("button", name="Fork here")).to_be_hidden()
    arena.get_by_role("button", name="Stop").click()
    state(arena, "ready")
    go_to(arena, 2)
    expect(arena.get_by_role("button", name="Fork here")).to_be_enabled()
    press(arena, "f")
    dialog = arena.locator("#fork-dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    state(arena, "ready")
    press(arena, "f")
    paths = dialog.locator("select")
    paths.nth(0).select_option("hunter")
    paths.nth(1).select_option("hunter")
    dialog.get_by_role("button", name="Play on").press("Enter")
    expect(dialog).to_be_hidden()
    state(arena, "ready")
    assert int(arena.locator("#turn").input_value()) >= 2, "what was recorded is not played once more"
    press(arena, "End")
    expect(arena.get_by_test_id("verdict")).to_contain_text("hunter")
    # Nobody in it is the bot in the editor, which Run plays with: those who are set up stand there again.
    expect(arena.locator(".watched-players")).to_have_count(0)
    expect(arena.get_by_label("Seat 1")).to_have_value("code")


def test_human_takes_over_a_seat(arena: Page) -> None:
    run(arena, STAYS, "hunter", seed=3)
    go_to(arena, 3)
    arena.get_by_role("button", name="Fork here").click()
    dialog = arena.locator("#fork-dialog")
    dialog.locator("select").first.select_option("me")
    dialog.get_by_role("button", name="Play on").click()
    expect(arena.get_by_test_id("hand")).to_be_visible()
    expect(arena.locator("#turn")).to_have_value("3")
    arena.get_by_role("button", name="Stop").click()
    state(arena, "ready")
    expect(arena.get_by_test_id("origin")).to_contain_text("Until turn 3")


def test_ask_again_says_that_a_person_moved(page: Page, site: Any) -> None:
    """And it says in words what the person has played and what the bot would play."""
    page.goto(f"{site.url}#game=snake&tab=code&seats=me,hugger&seed=1")
    state(page, "ready")
    paste(page, "def move(view):\n    return 1\n")
    page.get_by_role("button", name="Run", exact=True).click()
    asked(page, 0)
    press(page, "ArrowUp")
    asked(page, 1)
    page.get_by_role("button", name="Stop").click()
    state(page, "ready")
    go_to(page, 1)
    page.get_by_role("button", name="Ask again").click()
    panel = page.get_by_test_id("again")
    panel.get_by_label("In whose place").select_option(label="human")
    expect(panel.locator(".again-verdict")).to_have_text("A person moved here; my_bot would do something else.")
    expect(panel.get_by_role("row", name="Move").locator("td")).to_have_text(["up", "right"])


@pytest.mark.parametrize(
    ("game", "bot", "turn", "code", "then", "now"),
    [
        ("planes", "entropy", 2, "def move(view):\n    return [1, 1]\n", r"shoot at \(\d+, \d+\)", "shoot at (1, 1)"),
        ("generals", "marshal", 60, "def move(view):\n    return None\n", r"\(\d+, \d+\) to \(\d+, \d+\)", "pass"),
        # What the rules forbid is an order, too.
        ("planes", "entropy", 2, "def move(view):\n    return [0, 11]\n", r"shoot at \(\d+, \d+\)", "shoot at (0, 11)"),
        (
            "tank",
            "gunner",
            1,
            "def move(view):\n    return [0, -1]\n",
            "tank 0 .*, tank 1 ",
            "tank 0 move up, tank 1 stay",
        ),
    ],
)
def test_ask_again_says_orders_in_words(
    page: Page, site: Any, game: str, bot: str, turn: int, code: str, then: str, now: str
) -> None:
    page.goto(f"{site.url}#game={game}&tab=code&seats={bot},random&seed=1")
    state(page, "ready")
    paste(page, code)
    press_run(page)
    go_to(page, turn)
    page.get_by_role("button", name="Ask again").click()
    panel = page.get_by_test_id("again")
    move = panel.get_by_role("row", name="Move").locator("td")
    expect(move).to_have_text([re.compile(then), now])


def test_ask_again_runs_the_current_code_on_an_earlier_turn(arena: Page) -> None:
    run(arena, STAYS, "hunter", seed=3)
    again = arena.get_by_role("button", name="Ask again")
    go_to(arena, 0)
    expect(again).to_be_disabled()
    # No turn is called turn 0.
    fork = arena.get_by_role("button", name="Fork here")
    expect(fork).to_have_attribute("title", "Play from the start with others in the seats")
    go_to(arena, 2)
    expect(fork).to_have_attribute("title", "Go on from turn 2 with others in the seats")
    again.click()
    panel = arena.get_by_test_id("again")
    expect(panel).to_contain_text("my_bot answers the same as then.")
    paste(arena, OTHER)
    go_to(arena, 3)
    press(arena, "a")
    expect(panel).to_contain_text("Turn 3, asked again")
    expect(panel).to_contain_text("my_bot answers differently this time.")
    expect(arena.locator(".turn table")).to_be_in_viewport()
    then, now = panel.locator(".again-both tbody tr").nth(0).locator("td").all_inner_texts()
    assert then == "tank 0 stay, tank 1 stay" != now
    then, now = panel.locator(".again-both tbody tr").nth(1).locator("td").all_inner_texts()
    assert then == "[-1,-1]" != now
    printed = panel.locator(".again-both tbody tr").nth(3).locator("td").all_inner_texts()
    assert [text.strip() for text in printed] == ["turn 3", "now 3 44850"]
    rows = panel.locator(".again-profile tbody tr")
    hits = {row.locator("td").nth(0).inner_text(): row.locator("td").nth(1).inner_text() for row in rows.all()}
    assert hits["5"] == "300"
    assert hits["3"] == "1"
    times = [float(row.locator("td").nth(2).inner_text()) for row in rows.all()]
    assert times == sorted(times, reverse=True)
    panel.get_by_role("button", name="Runs").click()
    counts = [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert counts == sorted(counts, reverse=True)
    panel.get_by_role("button", name="Runs").click()
    assert [int(row.locator("td").nth(1).inner_text()) for row in rows.all()] == sorted(counts)
    gutter = arena.locator(".cm-profile .spent")
    expect(gutter).to_have_count(len(hits))
    expect(gutter.nth(2)).to_have_attribute("title", re.compile("^300 runs, "))
    arena.locator(".cm-content").click()
    arena.keyboard.press("ControlOrMeta+End")
    arena.keyboard.type("#")
    expect(gutter).to_have_count(0)
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()


def test_ask_again_shows_an_error_beside_the_old_answer(arena: Page) -> None:
    run(arena, STAYS, "hunter", seed=3)
    paste(arena, "def move(view):\n    return 1 / 0\n")
    go_to(arena, 1)
    press(arena, "a")
    panel = arena.get_by_test_id("again")
    expect(panel).to_contain_text("ZeroDivisionError")
    expect(panel).to_contain_text("[-1,-1]")
    run(arena, STAYS, "hunter", seed=3)
    expect(panel).to_be_hidden()


def test_long_profile_is_shown_in_steps_of_a_hundred_lines(arena: Page) -> None:
    """A profile of 252 lines grows by a press of "Show more" and is sorted by line."""
    sums = "\n".join(f"    total += {k}" for k in range(250))
    run(arena, STAYS, "hunter", seed=3)
    paste(arena, f"def move(view):\n    total = 0\n{sums}\n    return [-1, -1]\n")
    go_to(arena, 1)
    press(arena, "a")
    panel = arena.get_by_test_id("again")
    rows = panel.locator(".again-profile tbody tr")
    more = panel.get_by_role("button", name="Show more")
    for shown in (100, 200, 252):
        expect(rows).to_have_count(shown)
        if shown < 252:
            more.click()
    expect(more).to_be_hidden()
    panel.get_by_role("button", name="Line", exact=True).click()
    expect(rows.first.locator("td").first).to_have_text("2")
    panel.get_by_role("button", name="Close").click()
