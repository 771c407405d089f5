"""Puzzles: solving them on the board, refuting wrong orders, progress, links, and running a bot on them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from conftest import wait_until
from pages import AXE, findings, paste, state
from playwright.sync_api import Locator, Page, expect
from sandlot.games import GAMES
from sandlot.links.puzzles import PuzzleLink, link_puzzle
from sandlot.puzzles.spec import position, recorded

KEYS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
PUZZLES = recorded("snake").puzzles
OPENED = 60_000


def to_list(page: Page, game: str = "snake") -> None:
    page.evaluate(f"location.hash = '#game={game}&tab=learn'")
    page.get_by_role("button", name="Puzzles", exact=True).click()
    # The list remembers the choice of an earlier test.
    page.get_by_label("Difficulty").select_option("")
    expect(page.locator(".puzzles-rows li").first).to_be_visible()


def pick(page: Page, puzzle: Any) -> Locator:
    """Open the group of a puzzle, and return the button of the puzzle."""
    button = page.locator(f'[data-key="{puzzle.id}"]')
    group = page.locator("details", has=button)
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    expect(button).to_be_visible()
    return button


def opened(page: Page) -> None:
    expect(page.locator(".puzzle-bar")).to_have_attribute("data-phase", "asked", timeout=OPENED)


def is_now(page: Page, phase: str) -> None:
    expect(page.locator(".puzzle-bar")).to_have_attribute("data-phase", phase)


def refuted_one() -> tuple[Any, int]:
    """Return a puzzle, and a wrong order that a recorded line refutes."""
    for puzzle in PUZZLES:
        if puzzle.theme == "only-move":
            for line in puzzle.lines:
                if line.order not in puzzle.answers and len(line.turns) > 2:
                    return puzzle, line.order
    raise AssertionError("no puzzle has a line of some length")


def test_puzzle_is_solved_by_keyboard_and_wrong_order_refuted(arena: Page, site: Any) -> None:
    puzzle, wrong = refuted_one()
    to_list(arena)
    arena.evaluate(AXE)
    assert findings(arena) == []
    # A group of puzzles is one tab stop, within which arrow keys move.
    numbers = arena.locator(".puzzles-group[open] button")
    arena.locator(".puzzles-group[open] summary").focus()
    arena.keyboard.press("Tab")
    expect(numbers.first).to_be_focused()
    arena.keyboard.press("ArrowRight")
    expect(numbers.nth(1)).to_be_focused()
    arena.keyboard.press("Tab")
    expect(arena.locator(".puzzles-group:not([open]) summary").first).to_be_focused()
    pick(arena, puzzle).press("Enter")
    opened(arena)
    bar = arena.locator(".puzzle-bar")
    expect(bar).to_contain_text("find the only way to live")
    # Puzzles belong to Learn, whose tab is highlighted.
    expect(arena.locator(".views [aria-current]")).to_have_text("Learn")
    # On a laptop all controls of the board are in sight, and no other match is offered.
    arena.set_viewport_size({"width": 1280, "height": 720})
    expect(arena.locator("#play")).to_be_in_viewport(ratio=1)
    expect(arena.locator("#run")).to_be_hidden()
    expect(arena.locator("#seed")).to_be_hidden()
    # What solves it is said before the answer, and not the answer.
    expect(bar.get_by_role("status")).to_contain_text(f"the snake lives for {puzzle.best.count} turns at least")
    expect(bar).not_to_contain_text("every other order")
    # The tools of a match are of no use here: they are hidden, and their keys do nothing.
    arena.keyboard.press("h")
    expect(arena.locator(".play-tools")).to_be_hidden()
    expect(arena.locator("[data-tool=hints]")).to_have_attribute("aria-pressed", "false")
    names = arena.locator(".side .player .name .name")
    began = names.all_inner_texts()
    # Bots of the house that the reader may never have met are not named, in the earlier turns neither.
    assert set(began) == {"computer", "human"}
    arena.get_by_role("slider", name="Turn").fill(str(puzzle.turn - 1))
    expect(names).to_have_text(began)
    arena.get_by_role("slider", name="Turn").fill(str(puzzle.turn))
    arena.get_by_test_id("board").focus()
    expect(arena.get_by_role("heading", name="The puzzle", exact=True)).to_be_visible()
    arena.keyboard.press(KEYS[wrong])
    is_now(arena, "wrong")
    # The same puzzle is continued, with the same names.
    expect(arena.get_by_role("heading", name="The puzzle, played on", exact=True)).to_be_visible()
    expect(names).to_have_text(began)
    turns = next(len(line.turns) for line in puzzle.lines if line.order == wrong)
    # Why it is lost comes first, by the name that the task has for the side.
    side = ("Blue", "Red")[puzzle.seat]
    says = re.compile(
        rf"^Wrong\. {side} (ran into|met|left) .* on turn \d+\. After your order that could no longer be avoided"
    )
    expect(bar.get_by_role("status")).to_have_text(says)
    slider = arena.get_by_role("slider", name="Turn")
    expect(slider).to_have_value(str(puzzle.turn + turns), timeout=20_000)
    # There is no tick, which would seem to praise the order.
    expect(arena.locator(".players .verified")).to_have_count(0)
    arena.evaluate(AXE)
    assert findings(arena) == []
    # The focus is on the button that continues.
    expect(bar.get_by_role("button", name="Try again")).to_be_focused()
    arena.keyboard.press("Enter")
    opened(arena)
    expect(arena.get_by_test_id("board")).to_be_focused()
    arena.keyboard.press(KEYS[puzzle.answers[0]])
    is_now(arena, "right")
    expect(names).to_have_text(began)
    expect(bar.get_by_role("status")).to_contain_text(f"every other order loses within {puzzle.next.count} turns")
    # House bots play some more turns, then the match stops.
    state(arena, "ready")
    assert int(slider.get_attribute("max") or "") > puzzle.turn + 1
    # The match counts as ended, not as stopped by the user.
    expect(arena.get_by_test_id("verdict")).not_to_contain_text("stopped")
    expect(bar.get_by_role("button", name="Next puzzle")).to_be_focused()
    arena.keyboard.press("Enter")
    opened(arena)
    # One goes on within the theme.
    expect(bar).to_contain_text("find the only way to live")
    # The tab Play also leaves the puzzle.
    arena.locator(".views").get_by_role("link", name="Play", exact=True).click()
    expect(bar).to_be_hidden()
    expect(arena.locator(".views [aria-current]")).to_have_text("Play")
    expect(arena).not_to_have_url(re.compile("puzzle="))
    # Solving puzzles stores no replays.
    arena.evaluate("location.hash = '#tab=replays'")
    expect(arena.get_by_role("link", name="All 0", exact=True)).to_be_visible()


def test_streak_and_solved_puzzles_survive_reload_and_are_saved(new_context: Any, site: Any) -> None:
    # Start with a new profile, in which no puzzle is solved.
    page = new_context(locale="en").new_page()
    page.goto(site.code)
    state(page, "ready")
    to_list(page)
    for k in (0, 1):
        pick(page, PUZZLES[k]).click()
        opened(page)
        page.keyboard.press(KEYS[PUZZLES[k].answers[0]])
        is_now(page, "right")
        page.get_by_role("button", name="All puzzles").click()
    expect(page.locator(".puzzles-head")).to_contain_text("Streak in all games: 2 puzzles, best: 2")
    page.reload()
    expect(page.locator(".puzzles-head")).to_contain_text(f"puzzles solved: 2 of {len(PUZZLES)}")
    # The labels of the games say it as well, because screen readers would read a bare number as a part of the name.
    expect(page.get_by_role("link", name=re.compile("^Snake 2 puzzles solved$"))).to_be_visible()
    expect(page.locator(".puzzles-head")).to_contain_text("Streak in all games: 2 puzzles, best: 2")
    expect(pick(page, PUZZLES[0])).to_have_accessible_name("Cut-offs 1, solved at the first try")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save progress").click()
    saved = json.loads(saving.value.path().read_text())["solved"]
    assert set(saved["puzzles"]["snake"]) == {PUZZLES[0].id, PUZZLES[1].id}
    assert saved["streak"]["now"] == 2
    # Showing the answer ends the streak.
    pick(page, PUZZLES[2]).click()
    opened(page)
    page.get_by_role("button", name="Show the answer").click()
    is_now(page, "shown")
    expect(page.locator(".puzzle-bar")).to_contain_text("Streak in all games: 0 puzzles, best: 2")
    slider = page.get_by_role("slider", name="Turn")
    third = PUZZLES[2]
    played = [len(line.turns) for line in third.lines if line.order in third.answers]
    assert played
    expect(slider).to_have_value(str(third.turn + played[0]), timeout=20_000)
    state(page, "ready")
    expect(page.get_by_test_id("verdict")).not_to_contain_text("stopped")


def test_question_is_visible_on_phone_while_answering(phone: Page) -> None:
    for game in GAMES:
        to_list(phone, game)
        # Use a puzzle far down the list, so that the page is scrolled.
        pick(phone, recorded(game).puzzles[-1]).tap()
        opened(phone)
        bar = phone.locator(".puzzle-bar")
        # When the hand appears, the board is scrolled into sight.
        expect(phone.locator(".hand")).to_be_visible()
        expect(bar.get_by_role("heading")).to_be_in_viewport(ratio=1)
        expect(bar.get_by_role("status")).to_be_in_viewport(ratio=1)
        # Its label is hidden there, but screen readers still get it.
        expect(bar.get_by_role("button", name="Share as a link")).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name="Leave the puzzle").tap()


def test_puzzle_link_opens_in_new_profile(arena: Page, new_context: Any) -> None:
    to_list(arena)
    arena.get_by_label("Difficulty").select_option("hard")
    # Every theme has a group, and the first one is open.
    expect(arena.locator(".puzzles-group[open]")).to_have_count(1)
    first = arena.locator(".puzzles-rows li button").first
    name = first.get_attribute("data-key")
    first.click()
    opened(arena)
    arena.get_by_role("button", name="Share as a link").click()
    field = arena.locator("dialog[open] input[readonly]").first
    expect(field).not_to_have_value("")
    link = field.input_value()
    assert "#z1." in link
    # The lines for embedding contain the same link.
    arena.context.grant_permissions(["clipboard-read", "clipboard-write"])
    arena.get_by_role("button", name="Copy the lines").click()
    expect(arena.get_by_text("The lines are in the clipboard.")).to_be_visible()
    script, element = arena.evaluate("() => navigator.clipboard.readText()").splitlines()
    assert script.endswith('sandlot-match.js"></script>')
    assert f'embed.html#{link.partition("#")[2]}"></sandlot-match>' in element
    arena.keyboard.press("Escape")
    arena.get_by_role("button", name="Leave the puzzle").click()
    other = new_context(locale="en").new_page()
    other.goto(link)
    opened(other)
    puzzle = next(each for each in PUZZLES if each.id == name)
    other.keyboard.press(KEYS[puzzle.answers[0]])
    is_now(other, "right")
    expect(other.locator(".puzzle-streak")).to_contain_text("Streak in all games: 1 puzzle, best: 1")


def test_puzzle_survives_reload_back_and_other_tab(arena: Page) -> None:
    to_list(arena)
    pick(arena, PUZZLES[0]).click()
    opened(arena)
    expect(arena).to_have_url(re.compile(f"puzzle={PUZZLES[0].id}(&|$)"))
    arena.reload()
    opened(arena)
    answer = KEYS[PUZZLES[0].answers[0]]
    expect(arena.get_by_test_id("board")).to_be_focused()
    arena.keyboard.press(answer)
    is_now(arena, "right")
    arena.get_by_role("button", name="Next puzzle").click()
    opened(arena)
    expect(arena).not_to_have_url(re.compile(f"puzzle={PUZZLES[0].id}(&|$)"))
    second = arena.url
    arena.go_back()
    expect(arena).to_have_url(re.compile(f"puzzle={PUZZLES[0].id}(&|$)"))
    opened(arena)
    arena.keyboard.press(answer)
    is_now(arena, "right")
    arena.go_forward()
    opened(arena)
    other = arena.context.new_page()
    other.goto(second)
    opened(other)
    other.close()
    # After leaving the puzzle, a reload does not return to it.
    arena.get_by_role("button", name="Leave the puzzle").click()
    expect(arena.locator(".puzzle-bar")).to_have_count(0)
    assert "puzzle=" not in arena.url
    arena.evaluate("location.hash = '#game=snake&tab=play&puzzle=snake-99999'")
    expect(arena.get_by_text("This puzzle is not here.")).to_be_visible()


def test_foreign_puzzle_from_link_survives_reload(arena: Page, site: Any) -> None:
    puzzle = replace(PUZZLES[0], id="of-a-friend")
    arena.evaluate("hash => { location.hash = hash }", link_puzzle(PuzzleLink(GAMES["snake"], puzzle)))
    expect(arena).to_have_url(re.compile("puzzle=linked-of-a-friend"), timeout=OPENED)
    opened(arena)
    arena.reload()
    opened(arena)
    expect(arena.get_by_test_id("board")).to_be_focused()
    arena.keyboard.press(KEYS[puzzle.answers[0]])
    is_now(arena, "right")


def test_leaving_while_a_line_loads_does_not_return(arena: Page) -> None:
    puzzle, wrong = refuted_one()
    to_list(arena)
    for leave in ("header", "address", "other game"):
        pick(arena, puzzle).click()
        opened(arena)
        expect(arena.get_by_test_id("board")).to_be_focused()
        # Do both in one script, so that the line is still being read when the view is left.
        arena.keyboard.press(KEYS[wrong])
        is_now(arena, "wrong")
        if leave == "header":
            arena.locator("header").get_by_role("link", name="Learn", exact=True).click()
        else:
            game = "tank" if leave == "other game" else "snake"
            arena.evaluate("game => { location.hash = `#game=${game}&tab=learn` }", game)
        expect(arena.locator(".puzzles-rows li").first).to_be_visible()
        # The engine answers in order, so earlier requests have been answered by now.
        arena.evaluate("location.hash = '#game=snake&tab=learn'")
        expect(arena.locator(".puzzles-head")).to_contain_text("Snake")
        expect(arena.locator("html")).to_have_attribute("data-view", "learn")
    # The line is on the board.
    arena.locator("header").get_by_role("link", name="Play", exact=True).click()
    expect(arena.locator("html")).to_have_attribute("data-view", "play")


def test_bot_is_run_on_puzzles_and_missed_ones_open(arena: Page) -> None:
    rungs = len(recorded("snake").rungs)
    hard = [each for each in PUZZLES if 1 - len(each.found_by) / rungs > 2 / 3]
    order = hard[0].answers[0]
    found = sum(order in each.answers for each in hard)
    assert 0 < found < len(hard)
    state(arena, "ready")
    arena.evaluate("location.hash = '#game=snake&tab=code'")
    paste(arena, f"def move(view):\n    return {order}\n")
    to_list(arena)
    arena.get_by_label("Difficulty").select_option("hard")
    arena.get_by_role("button", name=f"Run on the chosen puzzles ({len(hard)})").click()
    said = arena.locator(".puzzles-bot [role=status]")
    expect(said).to_contain_text(f"Puzzle 1 of {len(hard)}")
    expect(said).to_contain_text(f"finds {found} of {len(hard)} puzzles", timeout=60_000)
    missed = arena.locator(".puzzles-missed button")
    expect(missed).to_have_count(len(hard) - found)
    missed.first.click()
    opened(arena)


def test_late_puzzles_of_another_game_are_not_shown(new_context: Any, site: Any) -> None:
    context = new_context(locale="en", service_workers="block")
    held: list[Any] = []
    context.route(re.compile(r"/puzzles-tank-"), lambda route: held.append(route))
    page = context.new_page()
    page.goto(f"{site.url}#game=snake&tab=learn")
    to_list(page)
    page.evaluate("location.hash = '#game=tank&tab=learn'")
    # Meanwhile nothing of the previous game can be chosen.
    expect(page.locator(".puzzles-rows li")).to_have_count(0)
    expect(page.get_by_label("Difficulty")).to_have_count(0)
    wait_until(lambda: page.evaluate("1") == 1 and len(held) > 0)
    to_list(page)
    page.get_by_label("Difficulty").select_option("hard")
    counted = page.locator(".puzzles-bot").get_by_role("button", name=re.compile("^Run on the chosen puzzles"))
    chosen = counted.inner_text()
    assert chosen != f"Run on the chosen puzzles ({len(PUZZLES)})"
    with page.expect_response(re.compile(r"/puzzles-tank-")):
        held[0].continue_()
    # Afterwards the list of Tank needs no request, and the list of Snake is as it was left.
    page.evaluate("location.hash = '#game=tank&tab=learn'")
    expect(page.locator(".puzzles-head")).to_contain_text("Tank, puzzles solved")
    assert len(held) == 1
    to_list(page)
    expect(page.locator(".puzzles-head")).to_contain_text("Snake, puzzles solved")


def test_progress_on_puzzles_that_fail_to_load_is_reported(
    new_context: Any, site: Any, problems: Any, tmp_path: Any
) -> None:
    page = new_context(locale="en", service_workers="block").new_page()
    page.goto(f"{site.url}#game=snake&tab=learn")
    to_list(page)
    reached = {"solved": True, "first": True, "shown": False, "tries": 1, "at": 5}
    tank = recorded("tank").puzzles[0].id
    solved = {"puzzles": {"snake": {PUZZLES[0].id: reached}, "tank": {tank: reached}}}
    file = tmp_path / "progress.json"
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save progress").click()
    saved = json.loads(saving.value.path().read_text())
    file.write_text(json.dumps({**saved, "solved": {**saved["solved"], **solved}}))

    def bring() -> None:
        with page.expect_file_chooser() as choosing:
            page.get_by_role("button", name="Import progress").click()
        choosing.value.set_files(file)

    (missing,) = (path.relative_to(site.folder).as_posix() for path in site.folder.glob("assets/puzzles-tank-*.json"))
    site.broken.add(missing)
    problems.expect("503")
    try:
        bring()
        expect(page.get_by_text("The puzzles of Tank could not be loaded")).to_be_visible()
    finally:
        site.broken.discard(missing)
    expect(page.locator(".puzzles-head")).to_contain_text(f"puzzles solved: 1 of {len(PUZZLES)}")
    bring()
    expect(page.get_by_text("1 puzzle more is solved now.").last).to_be_visible()
    page.evaluate("location.hash = '#game=tank&tab=learn'")
    expect(page.locator(".puzzles-head")).to_contain_text("Tank, puzzles solved: 1 of")


def general_of(puzzle: Any) -> tuple[int, int]:
    """Return the cell of the capital of the player to move."""
    board = position(GAMES["generals"], puzzle).state.board
    return next(
        (i, j)
        for i, row in enumerate(board.rows)
        for j, each in enumerate(row)
        if (each.kind, each.owner) == ("capital", puzzle.seat)
    )


def march(page: Page, puzzle: Any, order: Any) -> None:
    """Give an order by keys: move from the capital to the army, then on."""
    (i, j), (x, y), (to, beside) = general_of(puzzle), order["from"], order["to"]
    page.keyboard.press("g")
    for key, steps in (("ArrowDown", x - i), ("ArrowUp", i - x), ("ArrowRight", y - j), ("ArrowLeft", j - y)):
        for _ in range(steps):
            page.keyboard.press(f"Shift+{key}")
    if order.get("half"):
        page.keyboard.press("z")
    page.keyboard.press({(-1, 0): KEYS[0], (0, 1): KEYS[1], (1, 0): KEYS[2], (0, -1): KEYS[3]}[to - x, beside - y])


@pytest.mark.parametrize(
    ("theme", "task", "right", "wrong"),
    [
        ("capture", "capture the capital", "captures the capital within", "The other side now holds its capital"),
        ("save-general", "save the capital", "The capital stands for", "lost the capital to"),
    ],
)
def test_generals_puzzle_waits_for_order(arena: Page, site: Any, theme: str, task: str, right: str, wrong: str) -> None:
    puzzles = recorded("generals").puzzles
    puzzle, line = next(
        (each, line)
        for each in puzzles[:40]
        if each.theme == theme
        for line in each.lines
        if line.order not in each.answers and len(line.turns) > 2
    )
    to_list(arena, "generals")
    pick(arena, puzzle).click()
    opened(arena)
    bar = arena.locator(".puzzle-bar")
    expect(bar).to_contain_text(task)
    # Unlike in a match, no timer makes a move.
    expect(arena.locator(".hand")).not_to_contain_text("1 s")
    arena.get_by_test_id("board").focus()
    march(arena, puzzle, line.order)
    is_now(arena, "wrong")
    expect(bar.get_by_role("status")).to_contain_text(wrong)
    slider = arena.get_by_role("slider", name="Turn")
    expect(slider).to_have_value(str(puzzle.turn + len(line.turns)), timeout=20_000)
    bar.get_by_role("button", name="Try again").click()
    opened(arena)
    arena.get_by_test_id("board").focus()
    march(arena, puzzle, puzzle.answers[0])
    is_now(arena, "right")
    expect(bar.get_by_role("status")).to_contain_text(right)
    state(arena, "ready")
    bar.get_by_role("button", name="Leave the puzzle").click()
