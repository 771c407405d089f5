"""Generals and planes by hand: to the end by mouse, keys and touch; the other player's hidden parts stay hidden."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from pages import (
    COUNT,
    DRAWN,
    asked,
    fingers,
    open_game,
    paste,
    press,
    replay_of,
    resign,
    set_options,
    set_up,
    state,
    titled,
)
from playwright.sync_api import CDPSession, Locator, Page, expect
from sandlot import bots
from sandlot.game import read_options
from sandlot.games import GAMES, generals, planes
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads

SEED = 5
MAP = """4 4 2
3
2 1
1
1
1
1
2 2
4
1
4
1
1
1
1
2 3
3
"""
CLOSE = """4 4 2
3
2 1
1
1
2 1
1
3
1
4
1
1
1
1
1
1
1
"""
"""A map on which player 0 wins early."""
RIM = 20
RED = [209, 50, 31]
"""The colour of the second player's planes, and of their heads."""
PLACED = [[1, 1, 0], [4, 4, 1], [1, 5, 2]]
TELLS = """
def move(view):
    print("the other one prints")
    if view.get("phase") == "place":
        return [[1, 1, 0], [4, 4, 1], [1, 5, 2]]
    return view["legal"][0] if "legal" in view else None
"""

THINKS = """
import time

def move(view):
    if view["round"] == 10:
        time.sleep(8)
"""
"""A bot that stays, and thinks for 8 seconds in round 10, which the other player begins."""


def begin(page: Page, game: str, against: str | None, options: dict[str, str] | None = None) -> None:
    """Run a match of a human against the house bot `against`, or against the editor's code if it is None."""
    if page.locator("#stop").is_visible():
        stop(page)
    open_game(page, game)
    set_up(page)
    page.get_by_label("Seat 1").select_option(value="me")
    page.get_by_label("Seat 2").select_option(value=against or "code")
    page.get_by_label("Seed", exact=True).fill(str(SEED))
    set_options(page, options or {})
    take_time(page)
    page.locator("#run").click()


def take_time(page: Page) -> None:
    """Switch off the timer of generals."""
    page.evaluate("localStorage.setItem('sandlot.pace.generals', '0')")


def control(page: Page, name: str) -> Any:
    return page.get_by_test_id("hand").get_by_role("button", name=name, exact=True)


def stop(page: Page) -> None:
    page.locator("#stop").click()
    state(page, "ready")


def listed(page: Page) -> Locator:
    """Open the list of replays, and return the newest one."""
    page.locator(".views a", has_text="Replays").click()
    return page.locator(".library-row").first


def kept_replay_of(page: Page, folder: Path) -> str:
    """Save the replay of a match that was stopped, from the list: the board shows no more of it than was seen."""
    turns = page.locator("#turn").get_attribute("max")
    row = listed(page)
    expect(row.locator(".library-turns")).to_contain_text(f"{turns} turn")
    with page.expect_download() as saved:
        row.get_by_role("button", name=re.compile("^Save")).click()
    saved.value.save_as(folder / "replay.json")
    page.locator(".views a", has_text="Code").click()
    return (folder / "replay.json").read_text(encoding="utf-8")


def moves_of(page: Page, folder: Path, player: int = 0) -> list[Any]:
    """Verify the replay of the finished match and return the moves of one player."""
    return moves_in(replay_of(page, folder), player)


def moves_in(text: str, player: int = 0) -> list[Any]:
    """Verify a replay and return the moves of one player."""
    assert verify(loads(text)) is None
    return [
        json.loads(answer["reply"])
        for turn in json.loads(text)["turns"][1:]
        for answer in turn
        if answer["player"] == player
    ]


# generals: conqueror's moves on a small map, against a bot that stays


def conqueror() -> list[Any]:
    """Return every move of conqueror in a match that it wins against a player who never moves."""
    names: dict[str, Any] = {}
    exec(bots.source("generals", "conqueror"), names)
    game = GAMES["generals"]
    at = game.start(2, SEED, read_options(game, {"map": CLOSE}))
    moves: list[Any] = []
    while game.to_move(at):
        player = game.to_move(at)[0]
        move = names["move"](game.view(at, player)) if player == 0 else None
        if player == 0:
            moves.append(move)
        at = game.step(at, {player: move})
    return moves


def cell(page: Page, row: float, column: float, size: int = 4) -> tuple[float, float]:
    """Return the position in the window, in pixels, of the middle of a cell of a square map of `size` rows."""
    board = page.get_by_test_id("board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box
    side = box["width"] - 2
    unit = (side - 2 * RIM) // size
    left, top = box["x"] + 1 + (side - unit * size) / 2, box["y"] + 1 + (box["height"] - 2 - unit * size) / 2
    return left + (column + 0.5) * unit, top + (row + 0.5) * unit


def choose_by_mouse(page: Page, move: dict[str, Any], at: list[int]) -> None:
    """Make a move by two clicks; first clear the selection, because a click on a neighbouring cell would be a move."""
    page.keyboard.press("Escape")
    page.mouse.click(*cell(page, *move["from"]))
    if move.get("half"):
        page.mouse.click(*cell(page, *move["from"]))
    page.mouse.click(*cell(page, *move["to"]))


def choose_by_drag(page: Page, move: dict[str, Any], at: list[int]) -> None:
    page.keyboard.press("Escape")
    page.mouse.move(*cell(page, *move["from"]))
    page.mouse.down()
    page.mouse.move(*cell(page, *move["to"]), steps=3)
    page.mouse.up()


def choose_by_keys(page: Page, move: dict[str, Any], at: list[int]) -> None:
    """Walk the cursor to the cell with the shift key down, then make the move."""
    page.keyboard.press("g")
    for axis, keys in ((0, ("ArrowUp", "ArrowDown")), (1, ("ArrowLeft", "ArrowRight"))):
        by = move["from"][axis] - at[axis]
        for _ in range(abs(by)):
            page.keyboard.press(f"Shift+{keys[by > 0]}")
    if move.get("half"):
        page.keyboard.press("z")
    down, right = (move["to"][axis] - move["from"][axis] for axis in (0, 1))
    page.keyboard.press({(-1, 0): "w", (1, 0): "s", (0, -1): "a", (0, 1): "d"}[down, right])


Choose = Callable[[Page, dict[str, Any], list[int]], None]


def play_generals(page: Page, choose: Choose, plan: list[Any]) -> None:
    begin(page, "generals", "rest", {"Map (text)": CLOSE})
    first = generals_first(CLOSE)
    for turn, move in enumerate(plan):
        asked(page, 2 * turn + first)
        if move is None:
            control(page, "Pass").click()
        else:
            choose(page, move, [0, 0])


def test_generals_is_won_by_hand(arena: Page, tmp_path: Path) -> None:
    plan = conqueror()
    play_generals(arena, choose_by_mouse, plan)
    state(arena, "ready")
    press(arena, "End")
    expect(arena.get_by_test_id("verdict")).to_contain_text("lost the capital to")
    assert [move and {"half": False, **move} for move in moves_of(arena, tmp_path)] == plan


@pytest.mark.parametrize("choose", [choose_by_drag, choose_by_keys])
def test_generals_is_played_by_drag_and_by_keys(arena: Page, tmp_path: Path, choose: Choose) -> None:
    """The beginning of the match already has moves in every direction of the whole match."""
    whole = conqueror()
    plan = whole[:17]
    assert directions(plan) == directions(whole)
    play_generals(arena, choose, plan)
    asked(arena, 2 * len(plan) + generals_first(CLOSE))
    stop(arena)
    assert [move and {"half": False, **move} for move in moves_in(kept_replay_of(arena, tmp_path))] == plan


def directions(plan: list[Any]) -> set[tuple[int, ...]]:
    return {tuple(move["to"][axis] - move["from"][axis] for axis in (0, 1)) for move in plan if move}


def generals_first(map_text: str = MAP) -> int:
    """Return the number of turns before player 0's first move, 0 or 1: the seed decides who begins."""
    game = GAMES["generals"]
    return int(game.to_move(game.start(2, SEED, read_options(game, {"map": map_text})))[0] != 0)


def test_queued_moves_are_played_and_can_be_undone(arena: Page, tmp_path: Path) -> None:
    open_game(arena, "generals")
    paste(arena, THINKS)
    begin(arena, "generals", None, {"Map (text)": MAP, "Last round": "14"})
    first = generals_first()
    hand = arena.get_by_test_id("hand")
    for turn in range(10):
        asked(arena, 2 * turn + first)
        expect(hand).to_contain_text("unit always stays" if turn < 2 else "beside the framed one")
        control(arena, "Pass").click()
    # While the opponent thinks, plan two moves and clear them; then plan six and undo the last two.
    for key in ("s", "s", "q"):
        press(arena, key)
    expect(hand).not_to_contain_text("planned")
    expect(control(arena, "Clear all")).to_be_disabled()
    for key in ("s", "s", "s", "d", "d", "w", "e"):
        press(arena, key)
    control(arena, "Undo last").click()
    expect(hand).to_contain_text("4 moves planned")
    state(arena, "ready")
    moves = moves_of(arena, tmp_path)
    steps = [([0, 0], [1, 0]), ([1, 0], [2, 0]), ([2, 0], [3, 0]), ([3, 0], [3, 1])]
    assert [(move["from"], move["to"]) for move in moves if move] == steps
    assert len(moves) == 14


def test_impossible_planned_move_is_dropped_without_costing_a_turn(arena: Page, tmp_path: Path) -> None:
    begin(arena, "generals", "rest", {"Map (text)": MAP})
    first = generals_first()
    asked(arena, first)
    # The army has one unit, which cannot move.
    arena.keyboard.press("s")
    hand = arena.get_by_test_id("hand")
    dropped = "Dropped: the army there is no longer yours, or too small to move."
    expect(hand).to_contain_text(dropped)
    asked(arena, first)
    expect(arena.get_by_test_id("turn")).to_have_text(re.compile(f"^{first}/"))
    arena.keyboard.press("Shift+ArrowDown")
    arena.keyboard.press("Shift+ArrowRight")
    arena.keyboard.press("Shift+ArrowRight")
    expect(hand).not_to_contain_text("Dropped")
    arena.keyboard.press("ArrowDown")
    expect(hand).to_contain_text(dropped)
    asked(arena, first)
    stop(arena)


def test_generals_timer_plays_planned_moves_and_otherwise_passes(arena: Page, tmp_path: Path) -> None:
    begin(arena, "generals", "rest", {"Map (text)": MAP, "Last round": "12"})
    asked(arena, generals_first())
    for turn in range(5):
        asked(arena, 2 * turn + generals_first())
        control(arena, "Pass").click()
    asked(arena, 2 * 5 + generals_first())
    for pace in ("Timer: off", "Pace: calm", "Pace: normal"):
        control(arena, pace).click()
    expect(arena.locator(".hand-beat")).to_be_visible()
    expect(arena.locator("[data-tool=back]")).to_be_disabled()
    # Three units are on the capital: two move down, and one of them moves on.
    press(arena, "g")
    press(arena, "s")
    press(arena, "s")
    state(arena, "ready")
    press(arena, "End")
    expect(arena.get_by_test_id("verdict")).to_contain_text(re.compile("wins|Draw"))
    moves = moves_of(arena, tmp_path)
    assert len(moves) == 12
    made = [(move["from"], move["to"]) for move in moves if move]
    assert made == [([0, 0], [1, 0]), ([1, 0], [2, 0])]
    # The pace is stored for the next match and the next visit.
    assert arena.evaluate("localStorage.getItem('sandlot.pace.generals')") == "500"


def test_hint_among_eight_players_leaves_the_scores_visible(page: Page, site: Site) -> None:
    seats = ",".join(["me", *["greedy"] * 7])
    page.goto(f"{site.url}#game=generals&tab=play&seats={seats}&seed={SEED}")
    state(page, "ready")
    page.locator("#run").click()
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "asked")
    page.get_by_test_id("board").focus()
    page.keyboard.press("h")
    for width, height, least in ((1440, 900, 8), (1280, 720, 5)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".hand-hint")).to_contain_text("marshal would play")
        page.evaluate(DRAWN)
        seen = page.locator(".turn tbody tr").evaluate_all(SEEN)
        assert seen.count(True) >= least, (height, seen)
        # The bar and the timeline have room, however many players there are above the board.
        for button in ("#first", "#play", "[data-control=pace]"):
            expect(page.locator(button)).to_be_in_viewport(ratio=1)
    # On a phone the scores are on the board.
    page.set_viewport_size({"width": 390, "height": 844})
    scores = page.locator(".scores-one")
    expect(scores).to_have_count(8)
    for each in scores.all():
        expect(each).to_be_in_viewport(ratio=1)


SEEN = """(rows) => rows.map((row) => {
  const { left, top, height } = row.getBoundingClientRect();
  return [2, height - 2].every((y) => row.contains(document.elementFromPoint(left + 8, top + y)));
})"""
"""For each row, whether it is uncovered at its top and at its bottom."""


def test_human_plays_among_several_bots(arena: Page, tmp_path: Path) -> None:
    open_game(arena, "generals")
    arena.get_by_role("button", name="More players").click()
    arena.get_by_role("button", name="More players").click()
    for seat, who in enumerate(("random", "me", "greedy", "random"), start=1):
        arena.get_by_label(f"Seat {seat}").select_option(value=who)
    set_options(arena, {"Rows": "9", "Columns": "9", "Last round": "6"})
    take_time(arena)
    arena.locator("#run").click()
    hand = arena.get_by_test_id("hand")
    for _ in range(6):
        expect(hand).to_have_attribute("data-state", "asked")
        turn = hand.get_attribute("data-turn") or ""
        control(arena, "Pass").click()
        expect(hand).not_to_have_attribute("data-turn", turn)
    state(arena, "ready")
    assert moves_of(arena, tmp_path, 1) == [None] * 6
    for _ in range(2):
        arena.get_by_role("button", name="Fewer players").click()
    expect(arena.get_by_label("Seat 3")).to_be_hidden()


# planes


def grid(page: Page, field: int, x: float, y: float, size: int = 9) -> tuple[float, float]:
    """Return the position in the window, in pixels, of the middle of a cell of one of the two boards.

    Rows (`x`) and columns (`y`) count from 1; the layout is that of static/games/planes/index.ts.
    """
    board = page.get_by_test_id("board")
    box = board.bounding_box()
    assert box
    width, height = box["width"] - 2 - 2 * RIM, box["height"] - 2 - 2 * RIM
    unit_stacked = min(width / size, (height - 16 - 56) / (2 * size))
    is_stacked = unit_stacked > 1.05 * min(width / (2 * size + 1.6), height / (size + 2.1))
    columns, rows = (size, 2 * size + 72 / unit_stacked) if is_stacked else (2 * size + 1.6, size + 2.1)
    scale = page.evaluate("devicePixelRatio")
    unit = int(min(width / columns, height / rows) * scale) / scale
    left = box["x"] + 1 + (box["width"] - 2 - unit * columns) / 2
    top = box["y"] + 1 + (box["height"] - 2 - unit * rows) / 2
    if is_stacked:
        top += (16 / unit_stacked + field * (size + 56 / unit_stacked)) * unit
    else:
        left, top = left + field * (size + 1.6) * unit, top + 2.1 * unit
    return left + (y - 0.5) * unit, top + (x - 0.5) * unit


PAINTED = """(board) => {
  const pixels = board.getContext('2d').getImageData(0, 0, board.width, board.height).data;
  return pixels.reduce((sum, value) => sum + (value > 0), 0);
}"""
"""The number of non-zero bytes of a canvas: 0 if nothing is drawn."""
HANGAR = ([1, 1, 0], [6, 1, 0], [3, 6, 1])
"""The planes in the hangar, before they are placed: row, column and direction of each."""
GRIP = {0: (1, 2), 1: (2, 1)}
"""Rows and columns from a plane's corner to the middle of its wings."""
WANTED = ([1, 1, 0], [5, 1, 0], [2, 6, 1])


def drag_by_mouse(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()


def drag_by_finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    touch: CDPSession = page.context.new_cdp_session(page)
    fingers(touch, (start, end))
    touch.detach()


def place_by_dragging(page: Page, drag: Callable[[Page, tuple[float, float], tuple[float, float]], None]) -> None:
    for parked, wanted in zip(HANGAR, WANTED, strict=True):
        down, right = GRIP[parked[2]]
        start = grid(page, 1, parked[0] + down, parked[1] + right)
        drag(page, start, grid(page, 0, wanted[0] + down, wanted[1] + right))
    control(page, "Confirm").click()


def place_by_mouse(page: Page) -> None:
    place_by_dragging(page, drag_by_mouse)


def place_by_finger(page: Page) -> None:
    place_by_dragging(page, drag_by_finger)


def place_by_keys(page: Page) -> None:
    """Place each plane: take it up, turn it, walk it to the top left corner and then to its cell, put it down."""
    for number, (x, y, direction) in enumerate(WANTED, start=1):
        page.keyboard.press(str(number))
        for _ in range({0: 0, 3: 1, 2: 2, 1: 3}[direction]):
            page.keyboard.press("r")
        for _ in range(9):
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowLeft")
        for _ in range(x - 1):
            page.keyboard.press("ArrowDown")
        for _ in range(y - 1):
            page.keyboard.press("d")
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def shoot_by_mouse(page: Page, x: int, y: int) -> None:
    page.mouse.click(*grid(page, 1, x, y))


def shoot_by_finger(page: Page, x: int, y: int) -> None:
    page.touchscreen.tap(*grid(page, 1, x, y))


def shoot_by_keys(page: Page, x: int, y: int) -> None:
    for _ in range(9):
        page.keyboard.press("w")
        page.keyboard.press("a")
    for _ in range(x - 1):
        page.keyboard.press("ArrowDown")
    for _ in range(y - 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def shots_to_win() -> list[list[int]]:
    """Return a miss, a hit, and then the heads of the planes that the opponent places."""
    placed = [(x, y, d) for x, y, d in PLACED]
    bodies = {cell for plane in placed for cell in planes.body_cells(plane)}
    heads = [planes.head_cell(plane) for plane in placed]
    miss, hit = (1, 2), (2, 1)
    assert miss not in bodies.union(heads)
    assert hit in bodies
    return [list(cell) for cell in (miss, hit, *heads)]


def play_planes(page: Page, place: Callable[[Page], None], shoot: Callable[[Page, int, int], None]) -> None:
    asked(page, 0)
    page.get_by_test_id("board").scroll_into_view_if_needed()
    place(page)
    for number, (x, y) in enumerate(shots_to_win()):
        asked(page, 1 + 2 * number)
        shoot(page, x, y)
    state(page, "ready")
    press(page, "End")
    expect(page.get_by_test_id("verdict")).to_contain_text(re.compile("^human wins"))


@pytest.mark.parametrize(("place", "shoot"), [(place_by_mouse, shoot_by_mouse), (place_by_keys, shoot_by_keys)])
def test_planes_is_won_by_hand(
    arena: Page, tmp_path: Path, place: Callable[[Page], None], shoot: Callable[[Page, int, int], None]
) -> None:
    open_game(arena, "planes")
    paste(arena, TELLS)
    begin(arena, "planes", None)
    play_planes(arena, place, shoot)
    assert moves_of(arena, tmp_path) == [[list(plane) for plane in WANTED], *shots_to_win()]


def test_planes_is_won_by_touch(phone: Page, tmp_path: Path) -> None:
    open_game(phone, "planes")
    phone.get_by_role("tab", name="Code", exact=True).tap()
    paste(phone, TELLS)
    phone.get_by_role("tab", name="Match").tap()
    begin(phone, "planes", None)
    play_planes(phone, place_by_finger, shoot_by_finger)
    assert moves_of(phone, tmp_path) == [[list(plane) for plane in WANTED], *shots_to_win()]


def test_illegal_place_is_reported_before_the_drop_and_right_click_turns(arena: Page) -> None:
    begin(arena, "planes", "random")
    asked(arena, 0)
    hand = arena.get_by_test_id("hand")
    drag_by_mouse(arena, grid(arena, 1, 2, 3), grid(arena, 0, 2, 3))
    expect(hand).to_contain_text("Drag 2 planes")
    arena.mouse.move(*grid(arena, 1, 7, 3))
    arena.mouse.down()
    arena.mouse.move(*grid(arena, 0, 4, 3), steps=4)
    expect(hand).to_contain_text("it would lie on another plane")
    arena.mouse.move(*grid(arena, 0, 9, 3), steps=4)
    expect(hand).to_contain_text("it would stick out of the board")
    arena.mouse.up()
    expect(control(arena, "Confirm")).to_be_disabled()
    drag_by_mouse(arena, grid(arena, 1, 7, 3), grid(arena, 0, 7, 3))
    expect(hand).to_contain_text("Drag the last plane")
    arena.mouse.click(*grid(arena, 0, 7, 3), button="right")
    expect(hand).not_to_contain_text("no room")
    control(arena, "Back to the hangar").click()
    expect(hand).to_contain_text("Drag 3 planes")
    control(arena, "Random (X)").click()
    expect(hand).to_contain_text("All three stand")
    expect(control(arena, "Confirm")).to_be_enabled()
    stop(arena)


def test_repeated_shot_is_refused_with_message_and_key_h_toggles_the_aid(arena: Page) -> None:
    begin(arena, "planes", "random")
    asked(arena, 0)
    control(arena, "Random (X)").click()
    control(arena, "Confirm").click()
    asked(arena, 1)
    shoot_by_mouse(arena, 5, 5)
    asked(arena, 3)
    hand = arena.get_by_test_id("hand")
    expect(hand).to_contain_text(re.compile(r"\(5, 5\): a (miss|hit|head)"))
    shoot_by_mouse(arena, 5, 5)
    expect(hand).to_contain_text("not taken")
    asked(arena, 3)
    expect(hand).not_to_contain_text("possible;")
    arena.keyboard.press("h")
    expect(hand).to_contain_text(re.compile("still possible"))
    arena.keyboard.press("h")
    stop(arena)


# Hidden information


def everything_said(page: Page) -> str:
    """Return the HTML of the page's main part: all text and attributes, without the lines of the editor."""
    return str(page.locator("main").evaluate("(main) => main.outerHTML"))


CHANCE = """() => {
  let drawn = 7;
  Math.real = Math.random;
  Math.random = () => (drawn = (drawn * 16807) % 2147483647) / 2147483647;
}"""


def nothing_else_is_shown(page: Page) -> None:
    """Check that a match which can go on shows what its player has seen, says why, and tells no more anywhere."""
    expect(page.locator(".players")).to_contain_text("only what you have seen is shown")
    expect(page.get_by_role("button", name=re.compile("See what"))).to_have_count(0)
    for button in ("#export", "#ask-again", "#fork"):
        expect(page.locator(button)).to_be_hidden()
    press(page, "End")
    expect(page.locator("#turn-in-words")).not_to_be_empty()
    page.wait_for_timeout(300)
    assert page.get_by_test_id("board").evaluate(COUNT, RED) < 200
    assert "the other one prints" not in everything_said(page)


def test_planes_of_the_opponent_are_not_in_the_page(arena: Page) -> None:
    open_game(arena, "planes")
    paste(arena, TELLS)
    begin(arena, "planes", None)
    asked(arena, 0)
    arena.mouse.move(2, 2)
    # Fixed random numbers, so that no own plane is where one of the opponent's is.
    arena.evaluate(CHANCE)
    control(arena, "Random (X)").click()
    arena.evaluate("() => { Math.random = Math.real; }")
    control(arena, "Confirm").click()
    asked(arena, 1)
    for _ in range(2):
        arena.wait_for_timeout(300)
        board = arena.get_by_test_id("board")
        # The opponent's colour marks the name only; none of its planes is on the board.
        assert board.evaluate(COUNT, RED) < 200
        text = everything_said(arena)
        assert "the other one prints" not in text
        assert "4,4,1" not in text.replace(" ", "")
        press(arena, "t")
        table = arena.locator(".board-table")
        expect(table).to_be_visible()
        other = table.locator("table").nth(1).inner_text()
        assert not re.search("plane|head|body", other.split("\n", 1)[1], re.IGNORECASE)
        own = table.locator("table").nth(0).inner_text()
        assert re.search("head", own, re.IGNORECASE)
        press(arena, "t")
        press(arena, "ArrowLeft")
    press(arena, "End")
    stop(arena)
    nothing_else_is_shown(arena)
    # In the list as well it shows no more than was seen.
    listed(arena).locator(".library-open").click()
    titled(arena, "A replay")
    nothing_else_is_shown(arena)
    listed(arena).get_by_role("button", name="Continue").click()
    asked(arena, 1)
    resign(arena)
    state(arena, "ready")
    expect(arena.locator(".players .hint")).to_have_count(0)
    press(arena, "End")
    arena.wait_for_timeout(300)
    assert arena.get_by_test_id("board").evaluate(COUNT, RED) > 1000, "when it is over, everything is shown"
    assert "the other one prints" in everything_said(arena)
    arena.locator(".views a", has_text="Code").click()


def test_fog_hides_the_opponent_in_picture_and_text(arena: Page) -> None:
    open_game(arena, "generals")
    paste(arena, TELLS)
    begin(arena, "generals", None, {"Map (text)": MAP})
    asked(arena, generals_first())
    arena.mouse.move(2, 2)
    for _ in range(2):
        arena.wait_for_timeout(300)
        assert arena.get_by_test_id("board").evaluate(COUNT, RED) == 0
        text = everything_said(arena)
        assert "the other one prints" not in text
        press(arena, "t")
        cells = arena.locator(".board-table td").all_inner_texts()
        assert len([each for each in cells if re.search("capital", each, re.IGNORECASE)]) == 1
        press(arena, "t")
        press(arena, "Home")
    press(arena, "End")
    # Without a turn there is nothing to go on with.
    control(arena, "Pass").click()
    asked(arena, 2 + generals_first())
    stop(arena)
    nothing_else_is_shown(arena)
    begin(arena, "generals", None, {"Map (text)": MAP, "Last round": "1"})
    asked(arena, generals_first())
    control(arena, "Pass").click()
    state(arena, "ready")
    press(arena, "Home")
    press(arena, "t")
    cells = arena.locator(".board-table td").all_inner_texts()
    assert len([each for each in cells if re.search("capital", each, re.IGNORECASE)]) == 2
    press(arena, "t")


def taken_over(page: Page, who: str) -> None:
    """Check that the handover to `who` hides the board, the texts and the table; then show them to `who`."""
    over = page.get_by_test_id("handover")
    expect(over).to_contain_text(f"human ({who}) is next")
    expect(over.get_by_role("button")).to_be_focused()
    board = page.get_by_test_id("board")
    expect(board).to_have_attribute("aria-label", "Board")
    assert board.evaluate(PAINTED) == 0
    expect(page.locator("#turn-in-words")).to_be_empty()
    expect(page.locator(".turn table, .console pre:not(:empty), .board-table td")).to_have_count(0)
    assert page.locator(".timeline").evaluate("(one) => one.inert")
    expect(page.get_by_test_id("hand").get_by_role("button")).to_have_count(0)
    # Neither keys nor buttons bypass the handover.
    expect(page.get_by_role("button", name=re.compile("See what"))).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".board-table td")).to_have_count(0)
    page.keyboard.press("t")
    over.get_by_role("button", name=f"Show the board to human ({who})").click()
    expect(over).to_be_hidden()
    expect(board).to_be_focused()


def cells_said(page: Page) -> str:
    """Return the text of the table of cells."""
    page.keyboard.press("t")
    words = page.locator(".board-table").inner_text()
    page.keyboard.press("t")
    return words


def test_two_people_at_one_screen_play_planes_to_the_end(arena: Page, tmp_path: Path) -> None:
    open_game(arena, "planes")
    begin(arena, "planes", "me")
    for who in ("Blue", "Red"):
        taken_over(arena, who)
        asked(arena, 0)
        expect(arena.get_by_test_id("hand")).to_contain_text(f"human ({who})")
        place_by_keys(arena)
    heads = [planes.head_cell((x, y, d)) for x, y, d in WANTED]
    for number, (x, y) in enumerate(heads):
        taken_over(arena, "Blue")
        own, other = cells_said(arena).split("Planes of human (Red)")
        assert "plane" in own.split("\n", 1)[1]
        assert not re.search(r"\bplane\b|\bhead\b(?<!: head)", other), "not where Red's are"
        shoot_by_mouse(arena, x, y)
        if number == len(heads) - 1:
            break
        expect(arena.get_by_test_id("handover")).to_contain_text(f"human (Blue) shot at ({x}, {y}): a head.")
        taken_over(arena, "Red")
        expect(arena.locator("#turn-in-words")).to_contain_text(f"human (Blue), shot: ({x}, {y}) head")
        own = cells_said(arena).split("Planes of human (Red)")[1]
        assert "plane" in own
        arena.mouse.click(*grid(arena, 0, 9 - number, 9))
    state(arena, "ready")
    expect(arena.get_by_test_id("handover")).to_be_hidden()
    expect(arena.get_by_test_id("verdict")).to_contain_text("human (Blue) wins")
    assert [moves_of(arena, tmp_path, player)[0] for player in (0, 1)] == [[list(each) for each in WANTED]] * 2
    assert len(cells_said(arena).split("plane")) > 20, "when it is over, everything is shown"


def test_two_people_at_one_screen_each_see_their_own_part_of_generals(arena: Page, tmp_path: Path) -> None:
    begin(arena, "generals", "me", {"Map (text)": CLOSE, "Last round": "4"})
    first = generals_first(CLOSE)
    order = ["Red", "Blue"] if first else ["Blue", "Red"]
    for turn in range(8):
        who = order[turn % 2]
        taken_over(arena, who)
        asked(arena, turn)
        said = cells_said(arena)
        assert re.findall(r"human \((\w+)\) capital", said) == [who]
        expect(control(arena, "Timer: off")).to_have_count(0)
        if turn in (4, 5):
            arena.keyboard.press("ArrowDown" if who == "Blue" else "ArrowUp")
        else:
            control(arena, "Pass").click()
    state(arena, "ready")
    made = [[move and move["from"] for move in moves_of(arena, tmp_path, player)] for player in (0, 1)]
    assert made == [[None, None, [0, 0], None], [None, None, [1, 2], None]]


def test_human_gets_only_own_view() -> None:
    """What a human may choose depends on the view alone, not on the hidden part of the state."""
    rng = random.Random(1)
    game = GAMES["planes"]
    for _ in range(20):
        at = game.start(2, 1, read_options(game, {}))
        mine = game.sample(at, 0, rng)
        hands = [game.choices(at, 0)]
        at = game.step(at, {0: mine, 1: [list(plane) for plane in PLACED]})
        other = game.step(game.start(2, 1, read_options(game, {})), {0: mine, 1: [[6, 5, 0], [1, 1, 3], [1, 5, 2]]})
        assert game.choices(game.start(2, 1, read_options(game, {})), 0) == hands[0]
        assert game.choices(at, 0) == game.choices(other, 0)
    given = generals.game.choices(generals.begin(generals.read_map(MAP)), 0)
    view = generals.game.view(generals.begin(generals.read_map(MAP)), 0)
    assert all(view["kind"][i][j] == "mountain" for i, j in given["closed"])
