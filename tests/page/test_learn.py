"""The Learn tab: its steps, progress, and steps and tasks from files and links."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sandlot.cli.main import command
from sandlot.games import snake

PLAYED = 60_000
BOTS = Path(snake.__file__).parent / "bots"
OWN = """game = "snake"
[step]
id = "own"
start = "def move(view):\\n    return 4\\n"
[step.en]
title = "A step of a teacher"
text = "Some *words* <b>of</b> `code`."
[[task]]
id = "plays"
kind = "no-faults"
against = "cautious"
seeds = [2]
"""


def check(page: Page, says: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".path-result [role=status]")).to_have_text(says, timeout=PLAYED)


def test_first_step_is_passed_and_progress_is_saved_and_merged(arena: Page, tmp_path: Path) -> None:
    arena.evaluate("location.hash = ''")
    arena.get_by_role("link", name="New to this?").click()
    expect(arena.locator(".path-step h3")).to_have_text("Predict the next order")
    expect(arena.locator(".path-steps li")).to_have_count(14)
    # What is to be done comes first: where one writes, what, and when it is done.
    first = arena.locator(".path-text p").first
    expect(first).to_contain_text("What to do: in the program below the board, replace the four None")
    expect(first).to_contain_text("Then press Check. The step is passed when all four are right.")
    # The board shows what the step asks about before anything has run.
    board = arena.locator(".path-moments canvas")
    expect(board).to_have_accessible_name(re.compile(r"^Blue, turn 4\. my_bot: head at row 12, column 3"))
    arena.get_by_role("button", name="Red, turn 14").click()
    expect(board).to_have_accessible_name(re.compile(r"^Red, turn 14\. hugger: "))
    expect(arena.get_by_role("button", name="Red, turn 14")).to_have_attribute("aria-pressed", "true")
    check(arena, "Not yet")
    # A refusal says what can be done next.
    result = arena.locator(".path-result")
    expect(result).to_contain_text(
        "Open a game to see the turn that decided it. If that does not help, take the next hint."
    )
    # What went wrong comes first.
    cause = result.locator(".path-cause")
    expect(cause).to_contain_text("On turn 4 it said None")
    tops = [box["y"] for part in (cause, result.locator(".hint").first) if (box := part.bounding_box())]
    assert tops == sorted(tops)
    # Then what was required, and what came of it.
    expect(result.locator("h4")).to_have_text(
        "Required: predicts the moves of the bot itself in 2 games against hugger, without a mistake"
    )
    expect(result.locator("section > p").first).to_have_text("Result: done on 0 of 1 seeds")
    expect(result.locator(".path-game").first).to_contain_text("Game 1 (Blue)")
    # The same is not said twice.
    expect(result.locator(".path-game").first).to_contain_text("The same as above")
    expect(result.get_by_text("it said None")).to_have_count(1)
    # The game opens at the decisive turn, before the step in question, and from there one comes back.
    arena.locator(".path-game button").first.click()
    expect(arena.locator("html")).to_have_attribute("data-view", "play")
    expect(arena.locator("main")).to_contain_text("3/17")
    arena.get_by_role("button", name="Back to the step").click()
    expect(cause).to_contain_text("On turn 4 it said None")
    for number in (1, 2, 3):
        arena.get_by_role("button", name=f"Hint {number} of 3").click()
    # Hints are not mentioned once all have been read.
    expect(result).to_contain_text("Open a game to see")
    expect(result).not_to_contain_text("next hint")
    arena.get_by_role("button", name="Show the solution").click()
    arena.get_by_role("button", name="Put it into the editor").click()
    # What one wrote comes back, whatever was put in its place.
    program = arena.locator(".path-editor .cm-content")
    solution = program.inner_text()
    arena.get_by_role("button", name="Start over").click()
    expect(program).not_to_have_text(solution, use_inner_text=True)
    arena.locator(".notice", has_text="as it was at the beginning").get_by_role("button", name="Undo").click()
    expect(program).to_have_text(solution, use_inner_text=True)
    check(arena, "Passed")
    expect(arena.locator(".path-learnt")).to_contain_text("one order")
    with arena.expect_download() as saving:
        arena.get_by_role("button", name="Save progress").click()
    saved = json.loads(saving.value.path().read_text())
    assert saved["paths"]["snake"]["predict"]["passed"]
    assert saved["paths"]["snake"]["predict"]["hints"] == 3
    # Progress from another device is merged with the progress on this one.
    other = {"passed": True, "hints": 1, "shown": False, "code": None, "at": 5}
    file = tmp_path / "progress.json"
    file.write_text(json.dumps({**saved, "paths": {"snake": {"number": other, "rungs": other}, "nobody": 3}}))
    with arena.expect_file_chooser() as choosing:
        arena.get_by_role("button", name="Import progress").click()
    choosing.value.set_files(file)
    expect(arena.locator(".learn header")).to_contain_text("3 of 14")
    # On a phone the list of steps scrolls, and the page does not.
    wide = arena.viewport_size
    arena.set_viewport_size({"width": 390, "height": 844})
    assert arena.evaluate("document.documentElement.scrollWidth") == 390
    assert wide is not None
    # The chosen step is in sight, and the board is so large that its cells can be read.
    chosen = arena.locator(".path-steps [aria-current]")
    arena.locator(".path-steps button").nth(9).click()
    expect(chosen).to_be_in_viewport(ratio=0.9)
    arena.locator(".path-steps button").first.click()
    expect(chosen).to_be_in_viewport(ratio=1)
    board.evaluate("board => scrollBy(0, board.getBoundingClientRect().top - 8)")
    expect(board).to_be_in_viewport(ratio=1)
    assert board.evaluate("board => board.clientWidth") > 350
    arena.set_viewport_size(wide)
    # Each game has its own path and progress, and a reload opens the same path again.
    paths = arena.get_by_role("navigation", name="Game", exact=True)
    paths.get_by_role("link", name="Tank").click()
    expect(arena.locator(".path-step h3")).to_have_text("Predict the next orders")
    expect(arena.locator(".learn header")).to_contain_text("0 of 14")
    expect(paths.locator("[aria-current]")).to_have_text(re.compile("^Tank"))
    expect(paths.get_by_role("link", name="Snake")).to_contain_text("3 steps passed")
    assert arena.evaluate("location.hash") == "#game=tank&tab=learn&step=predict"
    arena.reload()
    expect(arena.locator(".path-step h3")).to_have_text("Predict the next orders")
    arena.evaluate("location.hash = '#tab=replays'")
    arena.reload()
    arena.evaluate("location.hash = '#tab=learn'")
    expect(paths.locator("[aria-current]")).to_have_text(re.compile("^Snake"))


def test_fault_of_a_step_is_marked_and_its_game_opens_at_it(arena: Page) -> None:
    arena.set_viewport_size({"width": 1280, "height": 720})
    arena.evaluate("location.hash = ''")
    arena.evaluate("location.hash = '#tab=learn'")
    # The header marks the game whose path is shown, whether the address has named it or not.
    expect(arena.locator(".games [aria-current]")).to_have_text("Snake")
    arena.locator(".path-steps button").first.click()
    # What the first step asks about, its text, its program and what checks it are in sight together, without scrolling.
    for seen in (".path-text", ".path-moments canvas", ".path-editor", ".path-actions"):
        expect(arena.locator(seen)).to_be_in_viewport(ratio=1)
    arena.locator(".path-steps button").nth(3).click()
    check(arena, "Not yet")
    result = arena.locator(".path-result")
    expect(result.locator("h4")).to_have_text("Required: 6 games against hugger without a fault")
    expect(result.locator("section > p").first).to_have_text("Result: a game was lost by a fault")
    expect(result).to_be_in_viewport(ratio=0.8)
    expect(arena.locator(".path-editor .cm-lintRange-error")).to_have_text('last = view["moves"][view["player"]]')
    result.get_by_role("button", name="Line 2").click()
    expect(arena.locator(".path-editor .cm-content")).to_be_focused()
    expect(arena.locator(".path-editor .cm-activeLine")).to_contain_text("last = ")
    result.get_by_role("button", name="Game 2 (Red)").click()
    bar = arena.locator(".step-bar")
    expect(bar).to_contain_text("Game 2 on seed 2 of the step “Mend a crash”")
    expect(bar).to_contain_text("my_bot crashed on turn 1: TypeError")
    expect(bar.locator("pre")).to_contain_text('File "my_bot.py", line 2, in move')
    expect(arena.locator("main")).to_contain_text("1/1")
    bar.get_by_role("button", name="Back to the step").click()
    expect(arena.locator(".path-step h3")).to_have_text("Mend a crash")
    expect(result).to_contain_text("Game 2 (Red)")


def test_games_of_a_step_do_not_depend_on_the_browser(arena: Page) -> None:
    """The opponent's random choices do not depend on the browser: this solution predicts its planes."""
    arena.evaluate("location.hash = '#game=planes&tab=learn'")
    expect(arena.locator(".path-step h3")).to_have_text("Predict the next shot")
    for number in (1, 2, 3):
        arena.get_by_role("button", name=f"Hint {number} of 3").click()
    arena.get_by_role("button", name="Show the solution").click()
    arena.get_by_role("button", name="Put it into the editor").click()
    check(arena, "Passed")


def test_own_step_opens_from_file(arena: Page, tmp_path: Path) -> None:
    arena.evaluate("location.hash = '#tab=learn'")
    good, bad = tmp_path / "own.toml", tmp_path / "bad.toml"
    good.write_text(OWN)
    bad.write_text(OWN.replace("seeds = [2]", "seeds = [-2]"))
    for file in (bad, good):
        with arena.expect_file_chooser() as choosing:
            arena.get_by_role("button", name="Open a step or tasks").click()
        choosing.value.set_files(file)
        if file is bad:
            expect(arena.locator(".notices")).to_contain_text("line 12")
    expect(arena.locator(".path-step h3")).to_have_text("A step of a teacher")
    expect(arena.locator(".path-text")).to_have_text("Some words <b>of</b> code.")
    check(arena, "Not yet")
    expect(arena.locator(".path-result")).to_contain_text("answered 4")


GRADED = """game = "snake"
title = "Week 3"
[[task]]
id = "alive"
kind = "no-faults"
against = "cautious"
seeds = 2
points = 2
[[task]]
id = "beats"
kind = "wins"
against = "roomy"
seeds = [1, 2]
wins = 2
points = 5
hint = "Count the room that is left."
[[task]]
id = "secret"
kind = "wins"
against = "hugger"
seeds = "kept"
wins = 1
points = 3
"""


def test_points_of_tasks_match_the_grade_command(
    arena: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "grade.toml"
    spec.write_text(GRADED)
    arena.evaluate("location.hash = '#game=snake&tab=learn'")
    with arena.expect_file_chooser() as choosing:
        arena.get_by_role("button", name="Open a step or tasks").click()
    choosing.value.set_files(spec)
    expect(arena.locator(".path-step h3")).to_have_text("Week 3")
    expect(arena.locator(".path-text li")).to_have_count(3)
    expect(arena.locator(".path-text")).to_contain_text("(5 points)")
    # A part of the points is no failure.
    check(arena, re.compile(r"^Points: \d+ of 10$"))
    bot = tmp_path / "bot.py"
    bot.write_text((BOTS / "starter.py").read_text())
    assert command(["grade", str(bot), "--spec", str(spec), "--json", "--quiet"]) == 0
    (grade,) = json.loads(capsys.readouterr().out)["submissions"]
    expect(arena.locator(".path-result [role=status]")).to_have_text(f"Points: {grade['points']} of 10")
    results = arena.locator(".path-result section")
    for number, task in enumerate(grade["tasks"]):
        expect(results.nth(number)).to_contain_text(task["text"])
    expect(results.nth(1).locator(".path-game").filter(has_text="won this game")).not_to_have_count(0)
    # A hint is shown only with the failed task.
    expect(results.nth(1)).to_contain_text("Count the room")
    expect(results.nth(0)).not_to_contain_text("Count the room")


def test_tasks_are_shared_as_a_link(arena: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "grade.toml"
    spec.write_text(GRADED)
    assert command(["link", str(spec)]) == 0
    link = capsys.readouterr().out.strip()
    arena.evaluate("link => { location.hash = link; }", link)
    expect(arena.locator(".path-step h3")).to_have_text("Week 3")
    expect(arena.locator("html")).to_have_attribute("data-view", "learn")
    arena.get_by_role("button", name="Share as a link").click()
    dialog = arena.get_by_role("dialog")
    expect(dialog.get_by_role("textbox")).to_have_value(re.compile(re.escape(link) + "$"))
    arena.keyboard.press("Escape")
    # Tasks with seeds that the teacher keeps secret cannot be shared.
    arena.evaluate("location.hash = '#game=snake&tab=learn'")
    spec.write_text(f"{GRADED}\n[kept]\nsecret = [77]\n")
    with arena.expect_file_chooser() as choosing:
        arena.get_by_role("button", name="Open a step or tasks").click()
    choosing.value.set_files(spec)
    expect(arena.locator(".path-foreign")).to_contain_text("grade.toml")
    expect(arena.get_by_role("button", name="Share as a link")).to_have_count(0)


def test_step_has_an_address_that_is_shared(arena: Page) -> None:
    arena.evaluate("location.hash = '#game=snake&tab=learn&step=gap'")
    title = arena.locator(".path-step h3")
    expect(title).to_have_text("Fill the gap")
    expect(arena).to_have_url(re.compile("step=gap$"))
    arena.locator(".path-steps button").nth(3).click()
    expect(arena).to_have_url(re.compile("step=crash$"))
    fourth = title.inner_text()
    arena.go_back()
    expect(title).to_have_text("Fill the gap")
    arena.go_forward()
    expect(title).to_have_text(fourth)
    arena.get_by_role("button", name="Share as a link").click()
    link = arena.get_by_role("dialog").get_by_role("textbox")
    expect(link).to_have_value(re.compile("#game=snake&tab=learn&step=crash$"))
    arena.keyboard.press("Escape")
    arena.reload()
    expect(title).to_have_text(fourth)
    # A step of another game is the first one there.
    arena.locator(".games").get_by_role("link", name="Tank").click()
    expect(arena).to_have_url(re.compile("game=tank&tab=learn&step=predict$"))
