"""Playing by hand: each game to its end by mouse, by keys and by touch, and two people at one screen.

The moves come from the engine: a house bot chooses them, the test makes them by clicks, keys or touch, and the replay
must contain exactly these moves.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import Site, wait_for
from pages import (
    AXE,
    COUNT,
    asked,
    editor_text,
    expect_view,
    findings,
    game_link,
    open_file,
    open_game,
    paste,
    replay_of,
    state,
    visit,
)
from playwright.sync_api import CDPSession, Locator, Page, expect
from sandlot import bots
from sandlot.game import Game, read_options
from sandlot.games import GAMES
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from strangers import STAYS

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
LETTERS = ("w", "d", "s", "a")
SHOOT, STAY = 4, -1
RIM = 20
BURST = [179, 38, 30]
"""The colour of the rim of an explosion."""
FALLS = 6
"""The number of steps down after which the opponent's snake leaves the board."""
FALLING = f"def move(view):\n    return 2 if view['step'] <= {FALLS} else 1\n"
SEED = 5


class Rules:
    """The same match played in this process, to know legal moves and their results."""

    def __init__(self, name: str) -> None:
        self.game: Game[Any] = GAMES[name]
        self.state = self.game.start(2, SEED, read_options(self.game, {}))
        self.turn = 0
        self.moves: list[list[Any]] = []

    def view(self, player: int) -> dict[str, Any]:
        return self.game.view(self.state, player)

    def play(self, *moves: Any) -> None:
        self.state = self.game.step(self.state, dict(enumerate(moves)))
        self.moves.append(list(moves))
        self.turn += 1

    @property
    def over(self) -> bool:
        return self.game.outcome(self.state) is not None


def house(game: str, name: str) -> Callable[[dict[str, Any]], Any]:
    """Return the move function of a house bot, to be called in this process."""
    names: dict[str, Any] = {}
    exec(bots.source(game, name), names)
    move: Callable[[dict[str, Any]], Any] = names["move"]
    return move


def begin(page: Page, game: str, seats: Sequence[str], code: str | None = None) -> None:
    """Set up a match, with `code` in the editor, and run it."""
    open_game(page, game)
    tab = page.get_by_role("tab", name="Code")
    if code is not None and tab.is_visible():
        tab.click()
    if code is not None:
        paste(page, code)
    if tab.is_visible():
        page.get_by_role("tab", name="Match").click()
    for number, seat in enumerate(seats, start=1):
        page.get_by_label(f"Seat {number}").select_option(seat)
    page.get_by_label("Seed", exact=True).fill(str(SEED))
    page.get_by_role("button", name="Run", exact=True).click()


def ended(page: Page, rules: Rules, folder: Path) -> str:
    """Check that the replay has exactly the moves of `rules`, and return the verdict."""
    state(page, "ready")
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "over")
    expect(page.get_by_test_id("verdict")).to_contain_text(re.compile("wins|Draw"))
    text = replay_of(page, folder)
    assert verify(loads(text)) is None
    turns = json.loads(text)["turns"][1:]
    assert [[json.loads(answer["reply"]) for answer in turn] for turn in turns] == rules.moves
    return page.get_by_test_id("verdict").inner_text()


def place(page: Page, columns: int, rows: int, column: float, row: float) -> tuple[float, float]:
    """Return the position in the window, in pixels, of a point of the board's grid."""
    canvas = page.get_by_test_id("board")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    width, height = box["width"] - 2, box["height"] - 2
    unit = int(min((width - 2 * RIM) / columns, (height - 2 * RIM) / rows))
    left, top = box["x"] + 1 + (width - unit * columns) / 2, box["y"] + 1 + (height - unit * rows) / 2
    return left + column * unit, top + row * unit


# Tank: ways to give one order


def tank_place(page: Page, tank: dict[str, Any], direction: int, distance: float) -> tuple[float, float]:
    dx, dy = STEPS[direction]
    return place(page, 9, 9, tank["x"] + 0.5 + dx * distance, tank["y"] + 0.5 + dy * distance)


def order_by_key(page: Page, view: dict[str, Any], number: int, order: int) -> None:
    page.keyboard.press(str(number))
    key = "." if order == STAY else ARROWS[order % 4]
    page.keyboard.press(f"Shift+{key}" if order >= SHOOT else key)


def order_by_letter(page: Page, view: dict[str, Any], number: int, order: int) -> None:
    if order >= SHOOT:
        page.keyboard.press("Space")
    page.keyboard.press("x" if order == STAY else LETTERS[order % 4])


def order_by_key_or_letter(page: Page, view: dict[str, Any], number: int, order: int) -> None:
    """Order one tank by arrows and the other by letters, and the other way round on the next turn."""
    (order_by_key if (view["turn"] + number) % 2 else order_by_letter)(page, view, number, order)


def order_by_mouse(page: Page, view: dict[str, Any], number: int, order: int) -> None:
    tank = view["tanks"][view["player"]][number]
    page.mouse.click(*tank_place(page, tank, 0, 0))
    if order == STAY:
        page.get_by_test_id("hand").get_by_role("button", name="stay").click()
    else:
        moves = order % 4 in view["legal"][number]
        # The crosshair is two cells ahead; one cell ahead if the way is blocked; at the rim, in the cell's far half.
        inside = all(0 <= tank[axis] + 2 * step <= 8 for axis, step in zip("xy", STEPS[order % 4], strict=True))
        distance = 1 if order < SHOOT or not moves else 2 if inside else 1.3
        page.mouse.click(*tank_place(page, tank, order % 4, distance))


def order_by_touch(page: Page, view: dict[str, Any], number: int, order: int) -> None:
    tank = view["tanks"][view["player"]][number]
    hand = page.get_by_test_id("hand")
    page.touchscreen.tap(*tank_place(page, tank, 0, 0))
    if order == STAY:
        hand.get_by_role("button", name="stay").tap()
        return
    if order >= SHOOT:
        hand.get_by_role("button", name="Shoot instead of moving").tap()
    if number:
        words = f"{'shoot' if order >= SHOOT else 'move'} {('up', 'right', 'down', 'left')[order % 4]}"
        hand.get_by_role("button", name=words).tap()
    else:
        page.touchscreen.tap(*tank_place(page, tank, order % 4, 1))


Order = Callable[[Page, dict[str, Any], int, int], None]


def play_tank(page: Page, rules: Rules, order: Order, players: Sequence[int] = (0,)) -> None:
    """Play hunter's moves for `players` until the match ends; the others stay."""
    hunter = house("tank", "hunter")
    while not rules.over:
        asked(page, rules.turn)
        moves: list[list[int]] = [[STAY, STAY], [STAY, STAY]]
        for player in players:
            view = rules.view(player)
            moves[player] = list(hunter(view))
            expect(page.locator(f".hand .swatch[data-player='{player}']")).to_be_visible()
            for number, tank in enumerate(view["tanks"][player]):
                if tank["alive"]:
                    order(page, view, number, moves[player][number])
        rules.play(*moves)


@pytest.mark.parametrize("order", [order_by_key_or_letter, order_by_mouse])
def test_tank_is_won_by_hand(arena: Page, tmp_path: Path, order: Order) -> None:
    rules = Rules("tank")
    begin(arena, "tank", ["human", "my_bot.py"], STAYS)
    play_tank(arena, rules, order)
    assert ended(arena, rules, tmp_path).startswith("human wins: my_bot lost")


def test_tank_is_won_by_touch(phone: Page, tmp_path: Path) -> None:
    rules = Rules("tank")
    begin(phone, "tank", ["human", "my_bot.py"], STAYS)
    # The list of the players lies under the bar.
    expect(phone.locator(".hand-against:visible")).to_contain_text("my_bot")
    play_tank(phone, rules, order_by_touch)
    assert ended(phone, rules, tmp_path).startswith("human wins: my_bot lost")


@pytest.mark.smoke
def test_two_people_play_tank_in_turns(arena: Page, tmp_path: Path) -> None:
    rules = Rules("tank")
    begin(arena, "tank", ["human", "human"])
    play_tank(arena, rules, order_by_key, (0, 1))
    assert re.search("human \\((Blue|Red)\\)|Draw", ended(arena, rules, tmp_path))


def overlap(*parts: Locator) -> bool:
    """Whether these two lie on each other."""
    a, b = (part.bounding_box() for part in parts)
    assert a and b
    beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    above = a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]
    return not beside and not above


def test_match_waits_while_its_player_is_elsewhere(arena: Page) -> None:
    """It goes on from where it was left, with the order that was given, however one comes back."""
    hand = arena.get_by_test_id("hand")
    back = arena.get_by_role("button", name="Back to it")
    begin(arena, "tank", ["human", "my_bot.py"], STAYS)
    asked(arena, 0)
    arena.keyboard.press(".")
    arena.keyboard.press(".")
    asked(arena, 1)
    arena.keyboard.press(".")
    expect(hand).to_contain_text("Tank 0: stay. Now tank 1.")
    # By the game's link.
    open_game(arena, "planes")
    notice = arena.locator(".notice")
    expect(notice).to_contain_text("Your match waits for you where you left it: Tank against my_bot, turn 1.")
    # It covers nothing that one looks at.
    assert not any(overlap(notice, arena.locator(each)) for each in (".header", ".board-frame", ".timeline"))
    game_link(arena, "tank").click()
    asked(arena, 1)
    expect(back).to_have_count(0)
    expect(hand).to_contain_text("Tank 0: stay. Now tank 1.")
    arena.keyboard.press(".")
    asked(arena, 2)
    # From a replay, which is the match itself as far as it has come.
    arena.get_by_role("link", name="Replays").click()
    row = arena.locator(".library-row").first
    expect(row.locator(".library-turns")).to_have_text("2 turns")
    row.locator(".library-open").click()
    expect(hand).to_have_attribute("data-state", "rest")
    arena.get_by_role("button", name="Back to playing").click()
    asked(arena, 2)
    expect(arena.get_by_test_id("turn")).to_have_text("2/2")
    arena.get_by_role("button", name="Stop").click()
    expect(arena.get_by_test_id("verdict")).to_contain_text("You stopped this match")
    # What was stopped is over.
    open_game(arena, "planes")
    open_game(arena, "tank")
    expect(hand).not_to_have_attribute("data-state", "asked")


def test_bot_is_tried_while_a_match_by_hand_waits(arena: Page) -> None:
    """Run stands in Code whoever plays elsewhere, and neither it nor its key ends what a person plays."""
    back = arena.get_by_role("button", name="Back to playing")
    open_game(arena, "tank")
    paste(arena, STAYS)
    arena.get_by_label("Seat 1").select_option("code")
    arena.get_by_label("Seat 2").select_option("random")
    arena.get_by_role("link", name="Play", exact=True).click()
    arena.locator("#run").click()
    asked(arena, 0)
    arena.keyboard.press(".")
    arena.keyboard.press(".")
    asked(arena, 1)
    arena.get_by_role("link", name="Code", exact=True).click()
    # Below the seats of the next match stands which one waits.
    row = arena.locator(".setup")
    expect(row).to_contain_text(re.compile(r"Your match waits: Tank against \w+, turn 1"))
    expect(arena.locator(".players h2")).to_have_text("Your match")
    arena.get_by_label("Seat 2").select_option("hunter")
    expect(arena.get_by_test_id("hand")).to_be_hidden()
    expect(arena.get_by_test_id("verdict")).to_have_text("Your match waits for you.")
    arena.get_by_test_id("board").focus()
    arena.keyboard.press(".")
    arena.keyboard.press(".")
    row.get_by_role("button", name="Back to playing").click()
    asked(arena, 1)
    expect(arena.get_by_test_id("hand")).to_be_visible()
    expect(arena).to_have_url(re.compile("tab=play"))
    expect(arena.get_by_test_id("turn")).to_have_text("1/1")
    arena.get_by_role("link", name="Code", exact=True).click()
    arena.get_by_role("button", name="Run", exact=True).click()
    expect(row).to_contain_text(re.compile(r"Your match waits: Tank against \w+, turn 1"))
    expect(arena.get_by_test_id("ending")).to_be_attached()
    # What is shown is said, also where one goes back to Play with it.
    expect(arena.locator(".players .name .name")).to_have_text(["my_bot", "hunter"])
    arena.get_by_role("link", name="Play", exact=True).click()
    expect(arena.locator(".players h2")).to_have_text("Your bot’s match")
    back.click()
    asked(arena, 1)
    expect(arena.get_by_test_id("turn")).to_have_text("1/1")
    expect(arena).to_have_url(re.compile("tab=play"))
    # The key does the same, also where the match was begun.
    arena.keyboard.press("ControlOrMeta+Enter")
    replaced = arena.get_by_role("button", name="Back to it")
    expect(replaced).to_be_visible()
    asked(arena, 0)
    replaced.click()
    asked(arena, 1)
    arena.locator("#stop").click()
    # Other tests of this page begin beside the editor.
    arena.get_by_role("link", name="Code", exact=True).click()


def test_one_match_by_hand_waits_in_a_game_and_is_named(arena: Page) -> None:
    """Another one in its place says what becomes of it, and one can still go back."""
    notices = arena.locator(".notice")
    begin(arena, "tank", ["human", "my_bot.py"], STAYS)
    asked(arena, 0)
    arena.keyboard.press(".")
    arena.keyboard.press(".")
    asked(arena, 1)
    begin(arena, "snake", ["human", "hugger"])
    asked(arena, 0)
    arena.get_by_test_id("board").press("ArrowUp")
    asked(arena, 1)
    open_game(arena, "planes")
    # Of two games both are told apart.
    expect(notices).to_contain_text(["Tank against my_bot, turn 1.", "Snake against hugger, turn 1."])
    open_game(arena, "tank")
    asked(arena, 1)
    expect(notices).to_contain_text(["Snake against hugger, turn 1."])
    # The key of Run begins another one, where the first was begun.
    arena.keyboard.press("ControlOrMeta+Enter")
    asked(arena, 0)
    replaced = arena.locator(".notice", has_text="You play another match now")
    expect(replaced).to_contain_text("this one was stopped and is kept in Replays: Tank against my_bot, turn 1.")
    replaced.get_by_role("button", name="Back to it").click()
    asked(arena, 1)
    # Nothing was played in the other one.
    expect(notices).to_contain_text(["Snake against hugger, turn 1."])
    expect(notices).to_have_count(1)
    arena.locator("#stop").click()
    open_game(arena, "snake")
    asked(arena, 1)
    arena.locator("#stop").click()


def test_planes_stay_where_they_were_placed_and_rounds_wait(arena: Page) -> None:
    """Rounds that pass by themselves wait as well, until one says to go on."""
    hand = arena.get_by_test_id("hand")
    begin(arena, "planes", ["human", "random"])
    asked(arena, 0)
    hand.get_by_role("button", name="Random").click()
    expect(hand).to_contain_text("All three stand")
    begin(arena, "generals", ["human", "random"])
    expect(hand).to_have_attribute("data-state", "asked")
    expect(hand).not_to_have_attribute("data-turn", "0")
    game_link(arena, "planes").click()
    asked(arena, 0)
    expect(hand).to_contain_text("All three stand")
    hand.get_by_role("button", name="Confirm").click()
    asked(arena, 1)
    arena.get_by_role("button", name="Stop").click()
    game_link(arena, "generals").click()
    expect(hand).to_contain_text("Paused.")
    turn = arena.get_by_test_id("turn")
    before = turn.inner_text()
    arena.get_by_role("button", name="Go on").click()
    expect(turn).not_to_have_text(before)
    # So they do in a room without the board.
    arena.get_by_role("link", name="Compete").click()
    arena.get_by_role("link", name="Play", exact=True).click()
    expect(hand).to_contain_text("Paused.")
    arena.get_by_role("button", name="Stop").click()
    # Other tests of this page begin beside the editor.
    arena.get_by_role("link", name="Code", exact=True).click()


def test_tank_order_can_be_undone_until_both_are_given(arena: Page, tmp_path: Path) -> None:
    begin(arena, "tank", ["human", "my_bot.py"], STAYS)
    asked(arena, 0)
    hand = arena.get_by_test_id("hand")
    undo = hand.get_by_role("button", name="Take the order back")
    expect(undo).to_be_disabled()
    arena.keyboard.press("ArrowLeft")
    expect(hand).to_contain_text("Tank 0: move left. Now tank 1.")
    undo.click()
    expect(hand).to_contain_text("Tank 0: move by an arrow")
    arena.keyboard.press("ArrowDown")
    arena.keyboard.press("Backspace")
    # A brick blocks the way: the page says so and sends no order.
    arena.keyboard.press("ArrowRight")
    expect(hand).to_contain_text("Tank 0 cannot move there: the cell is not free.")
    arena.keyboard.press("Shift+ArrowRight")
    arena.keyboard.press(".")
    asked(arena, 1)
    expect(arena.locator("#turn-in-words")).to_have_text(
        re.compile("^human, tank 0: shoot right.*my_bot, tank 0: stay.*human, tank 1: stay.*my_bot, tank 1: stay")
    )
    # The explosion is not drawn while the player chooses the next orders.
    board = arena.get_by_test_id("board")
    arena.wait_for_timeout(500)
    assert board.evaluate(COUNT, BURST) == 0
    # The tank fired last turn and cannot shoot now.
    expect(hand).to_contain_text("its gun is being loaded")
    expect(hand.get_by_role("button", name="Shoot instead of moving")).to_be_disabled()
    arena.keyboard.press("Shift+ArrowLeft")
    expect(hand).to_contain_text("Tank 0 fired last turn and cannot shoot now.")
    arena.get_by_role("button", name="Stop").click()
    expect(hand).to_have_attribute("data-state", "rest")
    wait_for(arena, f"({COUNT})(document.querySelector('[data-testid=board]'), {BURST}) > 50")
    turns = json.loads(replay_of(arena, tmp_path))["turns"]
    assert json.loads(turns[1][0]["reply"]) == [5, -1]


def test_tank_keys_follow_their_position_and_tab_leaves_the_board(arena: Page) -> None:
    begin(arena, "tank", ["human", "my_bot.py"], STAYS)
    asked(arena, 0)
    hand, board = arena.get_by_test_id("hand"), arena.get_by_test_id("board")
    chosen = hand.locator("[aria-pressed=true]")
    expect(chosen).to_have_text("Tank 0")
    expect(board).to_be_focused()
    arena.keyboard.press("Tab")
    expect(chosen).to_have_text("Tank 1")
    expect(board).to_be_focused()
    arena.keyboard.press("Tab")
    expect(board).not_to_be_focused()
    arena.keyboard.press("0")
    expect(chosen).to_have_text("Tank 0")
    # On a Cyrillic keyboard the key S types another letter.
    press = "key => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }))"
    arena.evaluate(press, {"key": "ы", "code": "KeyS"})
    expect(hand).to_contain_text("Tank 0: move down. Now tank 1.")
    arena.get_by_role("button", name="Stop").click()


def test_looking_back_keeps_the_match_and_offers_a_return(arena: Page) -> None:
    begin(arena, "tank", ["human", "my_bot.py"], STAYS)
    for turn in range(2):
        asked(arena, turn)
        arena.keyboard.press("x")
        arena.keyboard.press("x")
    asked(arena, 2)
    hand = arena.get_by_test_id("hand")
    arena.keyboard.press("ArrowLeft")
    arena.keyboard.press("Home")
    expect(hand).to_have_attribute("data-state", "away")
    # While looking back, an arrow steps through the timeline and gives no order, even right after one that did.
    arena.keyboard.press("ArrowRight")
    expect(arena.get_by_test_id("turn")).to_have_text("1/2")
    hand.get_by_role("button", name="Back to the newest turn").click()
    asked(arena, 2)
    expect(hand).to_contain_text("Tank 0: move left. Now tank 1.")
    arena.keyboard.press("x")
    asked(arena, 3)
    arena.get_by_role("button", name="Stop").click()


# Snake: ways to give one direction


def head_place(page: Page, view: dict[str, Any], player: int, direction: int) -> tuple[float, float]:
    row, column = view["snakes"][player]["body"][0]
    dx, dy = STEPS[direction]
    return place(page, view["columns"], view["rows"], column + dx + 0.5, row + dy + 0.5)


def steer_by_arrow(page: Page, view: dict[str, Any], player: int, direction: int) -> None:
    page.keyboard.press(ARROWS[direction])


def steer_by_letter(page: Page, view: dict[str, Any], player: int, direction: int) -> None:
    page.keyboard.press(LETTERS[direction])


def steer_by_mouse(page: Page, view: dict[str, Any], player: int, direction: int) -> None:
    page.mouse.click(*head_place(page, view, player, direction))


def steer_by_tap(page: Page, view: dict[str, Any], player: int, direction: int) -> None:
    page.touchscreen.tap(*head_place(page, view, player, direction))


def steer_by_swipe(page: Page, view: dict[str, Any], player: int, direction: int) -> None:
    """Swipe in the middle of the player's half of the board."""
    canvas = page.get_by_test_id("board")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    x, y = box["x"] + box["width"] * (0.25, 0.75)[player], box["y"] + box["height"] / 2
    swipe(page, x, y, direction)


def steer_by_pad(page: Page, view: dict[str, Any], player: int, direction: int) -> None:
    words = re.compile(rf"^human.* {('up', 'right', 'down', 'left')[direction]}$")
    page.locator(".hand-group[data-group=pad]").nth(player).get_by_role("button", name=words).tap()


def swipe(page: Page, x: float, y: float, direction: int, length: float = 60) -> None:
    cdp: CDPSession = page.context.new_cdp_session(page)
    dx, dy = STEPS[direction]
    touch = "Input.dispatchTouchEvent"
    cdp.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.25, 0.5, 0.75, 1):
        point = {"x": x + dx * length * part, "y": y + dy * length * part}
        cdp.send(touch, {"type": "touchMove", "touchPoints": [point]})
    cdp.send(touch, {"type": "touchEnd", "touchPoints": []})
    cdp.detach()


Steer = Callable[[Page, dict[str, Any], int, int], None]


def no_timer(page: Page) -> None:
    page.get_by_test_id("hand").get_by_role("button", name="No timer").click()


def play_snake(page: Page, rules: Rules, steer: Steer) -> None:
    """Play surveyor's moves until the opponent has left the board."""
    surveyor = house("snake", "surveyor")
    while not rules.over:
        asked(page, rules.turn)
        if rules.turn == 0:
            no_timer(page)
        view = rules.view(0)
        direction = surveyor(view)
        steer(page, view, 0, direction)
        rules.play(direction, 2 if rules.turn < FALLS else 1)


def by_turns(*ways: Steer) -> Steer:
    """Steer in each of these ways in turn, one turn after the other."""
    following = itertools.cycle(ways)
    return lambda page, view, player, direction: next(following)(page, view, player, direction)


def test_snake_is_won_by_hand(arena: Page, tmp_path: Path) -> None:
    rules = Rules("snake")
    begin(arena, "snake", ["human", "my_bot.py"], FALLING)
    play_snake(arena, rules, by_turns(steer_by_arrow, steer_by_mouse, steer_by_letter))
    assert ended(arena, rules, tmp_path).startswith("human wins: my_bot")


def test_snake_is_won_by_touch(phone: Page, tmp_path: Path) -> None:
    rules = Rules("snake")
    begin(phone, "snake", ["human", "my_bot.py"], FALLING)
    play_snake(phone, rules, by_turns(steer_by_swipe, steer_by_tap, steer_by_pad))
    assert ended(phone, rules, tmp_path).startswith("human wins: my_bot")


def test_two_people_play_snake_at_one_keyboard(arena: Page, tmp_path: Path) -> None:
    rules = Rules("snake")
    begin(arena, "snake", ["human", "human"])
    asked(arena, 0)
    no_timer(arena)
    for turn, (first, second) in enumerate([(0, 2), (0, 2), (1, 3), (0, 0)]):
        asked(arena, turn)
        if turn % 2:
            arena.keyboard.press(ARROWS[second])
            expect(arena.get_by_test_id("hand")).to_contain_text("human (Blue): choose a direction, too.")
            arena.keyboard.press(LETTERS[first])
        else:
            arena.keyboard.press(LETTERS[first])
            expect(arena.get_by_test_id("hand")).to_contain_text("human (Red): choose a direction, too.")
            arena.keyboard.press(ARROWS[second])
        rules.play(first, second)
    while not rules.over:
        asked(arena, rules.turn)
        arena.keyboard.press(LETTERS[0])
        arena.keyboard.press(ARROWS[0])
        rules.play(0, 0)
    ended(arena, rules, tmp_path)


@pytest.mark.parametrize("steer", [steer_by_swipe, steer_by_pad])
def test_two_people_play_snake_on_one_phone(phone: Page, tmp_path: Path, steer: Steer) -> None:
    rules = Rules("snake")
    begin(phone, "snake", ["human", "human"])
    asked(phone, 0)
    no_timer(phone)
    for first, second in [(0, 2), (0, 2), (1, 1)]:
        asked(phone, rules.turn)
        for player, direction in enumerate((first, second)):
            steer(phone, rules.view(player), player, direction)
        rules.play(first, second)
    assert rules.over
    assert "human (Blue) wins" in ended(phone, rules, tmp_path)


def test_snake_timer_repeats_the_last_direction(arena: Page, tmp_path: Path) -> None:
    begin(arena, "snake", ["human", "my_bot.py"], "def move(view):\n    return view['safe'][-1]\n")
    asked(arena, 0)
    hand = arena.get_by_test_id("hand")
    hand.get_by_role("button", name="0.25 s").click()
    expect(hand).to_contain_text("The clock starts with your first direction.")
    # Nothing moves before the first direction.
    arena.wait_for_timeout(700)
    asked(arena, 0)
    arena.keyboard.press("ArrowRight")
    state(arena, "ready")
    turns = json.loads(replay_of(arena, tmp_path))["turns"][1:]
    assert {turn[0]["reply"] for turn in turns} == {"1"}
    assert len(turns) > 2


def test_clock_for_humans_runs_out(arena: Page, tmp_path: Path) -> None:
    open_game(arena, "snake")
    arena.get_by_role("button", name="Match settings").click()
    arena.get_by_label("Clock for humans, too").check()
    arena.get_by_label("First move").fill("1500")
    arena.keyboard.press("Escape")
    begin(arena, "snake", ["human", "my_bot.py"], FALLING)
    asked(arena, 0)
    expect(arena.locator(".hand-clock")).to_have_text(re.compile(r"^[01]\.\d s$"))
    state(arena, "ready")
    expect(arena.get_by_test_id("verdict")).to_contain_text("my_bot wins: human took longer than 1,500 ms on turn 1")
    arena.get_by_role("button", name="Match settings").click()
    arena.get_by_role("button", name="Use the defaults").click()
    arena.keyboard.press("Escape")


def test_clock_is_hidden_if_none_runs(arena: Page) -> None:
    begin(arena, "snake", ["human", "my_bot.py"], FALLING)
    asked(arena, 0)
    expect(arena.locator(".hand-clock")).to_be_hidden()
    arena.get_by_role("button", name="Stop").click()


# The end of a match

MOVED = """() => {
  window.moved = [];
  new PerformanceObserver((list) => window.moved.push(...list.getEntries().map(({ value, sources }) =>
    [value, sources.map(({ node }) => node?.className ?? '')]))).observe({ type: 'layout-shift' });
}"""


BESIDE = """() => {
  const box = (id) => document.querySelector(`[data-testid=${id}]`).getBoundingClientRect();
  return box('ending').left >= box('board').right;
}"""


def action(page: Page, name: str) -> None:
    page.get_by_test_id("ending").locator(f"[data-action={name}]").click()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_end_card_appears_without_layout_shift_and_starts_new_matches(
    revisit: Callable[..., Page], site: Site, size: str
) -> None:
    page = visit(revisit, f"{site.url}#game=snake&tab=play&seats=me,cautious&seed={SEED}", size)
    board, ending = page.get_by_test_id("board"), page.get_by_test_id("ending")
    place, seed = board.bounding_box(), page.get_by_label("Seed", exact=True)
    page.evaluate(MOVED)
    page.locator("#run").click()

    def play_out() -> None:
        asked(page, 0)
        expect(ending).to_be_hidden()
        # Go straight on until the snake hits something.
        while page.get_by_test_id("hand").get_attribute("data-state") != "over":
            if size == "phone":
                page.locator("[data-control^=pad-][data-control$='-0']").focus()
            page.keyboard.press("Enter" if size == "phone" else "ArrowUp")
            page.wait_for_timeout(50)
        expect(ending).to_be_visible()
        # The button that had the focus is disabled now, so the board has the focus.
        expect(board).to_be_focused()

    play_out()
    assert sum(value for value, _ in page.evaluate("window.moved")) < 0.02, page.evaluate("window.moved")
    assert board.bounding_box() == place
    if size == "phone":
        # On a phone in landscape, the end card is beside the board.
        window = page.viewport_size
        assert window
        page.set_viewport_size({"width": 844, "height": 390})
        wait_for(page, BESIDE)
        page.set_viewport_size(window)
    expect(ending).to_contain_text(re.compile(r"You (won|lost): (you|cautious) .* on turn \d+"))
    expect(ending).to_contain_text(f"Seed of this match: {SEED}")
    expect(page.get_by_test_id("verdict")).to_contain_text("wins: ")
    assert findings(page) == []
    # The player knows this map by now, so the seed field already has another seed for the next match.
    assert seed.input_value() != str(SEED)
    action(page, "same")
    asked(page, 0)
    assert seed.input_value() == str(SEED)
    play_out()
    action(page, "watch")
    expect(ending).to_be_hidden()
    page.keyboard.press("End")
    expect(ending).to_be_visible()
    shown = seed.input_value()
    page.keyboard.press("v")
    asked(page, 0)
    assert [box.input_value() for box in page.locator(".seat select").all()] == ["cautious", "me"]
    assert seed.input_value() == shown
    play_out()
    ending.get_by_role("button", name="Close").click()
    expect(ending).to_be_hidden()
    expect(page.get_by_test_id("hand")).to_have_attribute("data-state", "rest")
    page.keyboard.press("r")
    state(page, "ready")


def test_hint_is_visible_while_the_side_panel_is_closed(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{site.code}&game=snake&seats=me,surveyor&seed={SEED}")
    state(page, "ready")
    page.locator("#run").click()
    asked(page, 0)
    page.get_by_test_id("board").focus()
    page.keyboard.press("h")
    hint = page.locator(".hand-hint")
    expect(hint).to_contain_text("constrictor would play")
    for says in ("false", "true", "false"):
        page.locator("#toggle-side").click()
        expect(page.locator("#toggle-side")).to_have_attribute("aria-pressed", says)
        expect(hint).to_be_in_viewport(ratio=1)
    # Under a board this small, the turn counter and the speed do not overlap.
    counter, speed = page.locator(".counter").bounding_box(), page.locator("#speed").bounding_box()
    assert counter and speed
    assert counter["x"] + counter["width"] <= speed["x"] or counter["y"] + counter["height"] <= speed["y"]


PLACES = """() => {
  const hint = document.querySelector('.hand-hint');
  const below = document.querySelector('.side > .players');
  const note = () => window.places.push(below.getBoundingClientRect().y);
  window.places = [];
  new MutationObserver(note).observe(hint, { attributes: true, childList: true, characterData: true, subtree: true });
}"""
"""Record the vertical position of the players below the hint, in pixels, whenever the hint changes."""


def test_moves_are_undone_with_hints_and_the_match_is_resigned(page: Page, site: Site, tmp_path: Path) -> None:
    page.goto(f"{site.url}#game=tank&tab=play&seats=me,hunter&seed={SEED}")
    state(page, "ready")
    page.locator("#run").click()
    asked(page, 0)
    back, hint = page.locator("[data-tool=back]"), page.locator(".hand-hint")
    expect(page.locator("[data-tool=pause]")).to_be_disabled()
    expect(back).to_be_disabled()
    expect(hint).to_be_hidden()
    sound = page.locator("[data-tool=sound]")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("h")
    expect(hint).to_contain_text(re.compile("^marshal would play: tank 0 .*, tank 1 .* Expects of hunter: tank 0 "))
    page.evaluate(AXE)
    assert findings(page) == []
    # The hint is in the side panel, where it covers nothing.
    assert page.evaluate("document.querySelector('.side').firstElementChild.matches(':has(> .hand-hint)')")
    below = page.locator(".side > .players")
    place = below.bounding_box()
    assert place
    page.evaluate(PLACES)
    for turn in (1, 2):
        page.keyboard.press(".")
        page.keyboard.press(".")
        asked(page, turn)
        expect(hint).to_be_visible()
        expect(hint).not_to_have_attribute("data-idle", "")
    assert set(page.evaluate("places")) == {place["y"]}, "whether there is a hint or none"
    hint.evaluate("node => { node.firstChild.data = 'tank 0 move up, '.repeat(30); }")
    assert below.bounding_box() == place, "however long it is"
    page.keyboard.press("u")
    asked(page, 1)
    # The match and its map are the same, and further moves can be undone.
    assert page.get_by_label("Seed", exact=True).input_value() == str(SEED)
    back.click()
    asked(page, 0)
    expect(back).to_be_disabled()
    expect(hint).not_to_have_attribute("data-idle", "")
    resign = page.locator("[data-tool=resign]")
    resign.click()
    question = page.get_by_role("alertdialog", name="Resign? The match is lost then, and that cannot be undone.")
    # Who presses a key without reading has not resigned, and plays on.
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    asked(page, 0)
    resign.click()
    question.get_by_role("button", name="Resign").click()
    expect(page.get_by_test_id("ending")).to_contain_text("You lost: you resigned on turn 1")
    expect(page.get_by_test_id("verdict")).to_contain_text("human resigned on turn 1 (with hints)")
    replay = loads(replay_of(page, tmp_path))
    assert verify(replay) is None
    assert replay.setup.hinted
    # The verdict mentions the hints when the replay's file is opened, too.
    page.get_by_label("Seat 2").select_option("random")
    open_game(page, "snake")
    expect(page.get_by_test_id("verdict")).not_to_contain_text("hints")
    open_file(page, tmp_path / "replay.json")
    expect(page.get_by_test_id("verdict")).to_contain_text("(with hints)")
    # The seats are those of the replay until the user sets up a match.
    watched = page.locator(".watched")
    expect(watched).to_contain_text(re.compile("human.*hunter", re.DOTALL))
    expect(page.get_by_label("Seat 1")).to_be_hidden()
    expect(page.locator(".seat-about")).to_be_hidden()
    watched.get_by_role("button", name="Set up a match").click()
    expect(watched).to_be_hidden()
    expect(page.get_by_label("Seat 1")).to_be_focused()


def test_tab_keys_lead_from_board_to_code_and_back(arena: Page, site: Site) -> None:
    """The key pressed after the one that leads to Code is a shortcut of the page, and not typed into the bot."""
    arena.goto(f"{site.url}#game=snake&tab=play")
    arena.locator("#run").click()
    asked(arena, 0)
    arena.keyboard.press("2")
    expect_view(arena, "code")
    text = editor_text(arena)
    # The match waits, and a row at the seats of the next one names it.
    expect(arena.locator(".waiting-match")).to_contain_text("Snake against")
    expect(arena.get_by_label("Seat 1")).to_be_visible()
    expect(arena.locator("#run")).to_be_visible()
    arena.keyboard.press("h")
    arena.keyboard.press("1")
    expect_view(arena, "play")
    expect(arena.locator(".waiting-match")).to_have_count(0)
    arena.locator(".play-tools button:enabled").first.focus()
    arena.keyboard.press("2")
    expect_view(arena, "code")
    arena.keyboard.press("1")
    expect_view(arena, "play")
    assert editor_text(arena) == text
    arena.locator("#stop").click()
    # From the front page the key leads to Code without focusing the text; only "Write a bot" focuses it.
    arena.goto(f"{site.url}#")
    expect_view(arena, "front")
    arena.keyboard.press("2")
    expect_view(arena, "code")
    arena.keyboard.press("1")
    expect_view(arena, "play")
    assert editor_text(arena) == text
    # The next test begins in this view.
    arena.keyboard.press("2")
    expect_view(arena, "code")


# Refused moves, two fingers, and pauses

ALTERED = """() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.type !== 'move' || window.altered) return post.call(this, message, ...rest);
    window.altered = true;
    return post.call(this, { ...message, move: [9, -1] }, ...rest);
  };
}"""


def test_refused_move_shows_the_reason_and_the_match_continues(page: Page, site: Site) -> None:
    page.add_init_script(f"({ALTERED})()")
    page.goto(f"{site.url}#game=tank&tab=play&seats=me,random&seed={SEED}")
    state(page, "ready")
    page.locator("#run").click()
    asked(page, 0)
    page.keyboard.press("ArrowLeft")
    timeline = page.locator(".timeline").bounding_box()
    page.keyboard.press(".")
    hand = page.get_by_test_id("hand")
    expect(hand).to_contain_text("That move was not taken: human gave tank 0 the order 9")
    assert page.locator(".timeline").bounding_box() == timeline, "nothing moves away"
    # The first order is kept; the page asks for the second one again.
    expect(hand).to_contain_text("Tank 0: move left. Now tank 1.")
    page.keyboard.press(".")
    asked(page, 1)
    expect(hand).not_to_contain_text("not taken")


def test_two_fingers_steer_two_snakes_at_once(phone: Page, tmp_path: Path) -> None:
    rules = Rules("snake")
    begin(phone, "snake", ["human", "human"])
    asked(phone, 0)
    no_timer(phone)
    canvas = phone.get_by_test_id("board")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    places = [(box["x"] + box["width"] * part, box["y"] + box["height"] / 2) for part in (0.3, 0.7)]
    cdp = phone.context.new_cdp_session(phone)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    for first, second in [(0, 2), (0, 1)]:
        asked(phone, rules.turn)
        touch("touchStart", *places)
        for part in (20, 40, 60):
            moved = [
                (x + STEPS[direction][0] * part, y + STEPS[direction][1] * part)
                for (x, y), direction in zip(places, (first, second), strict=True)
            ]
            touch("touchMove", *moved)
        touch("touchEnd")
        rules.play(first, second)
    cdp.detach()
    assert rules.over
    assert "human (Blue) wins" in ended(phone, rules, tmp_path)


def test_snake_timer_stops_while_looking_back_and_while_paused(arena: Page) -> None:
    begin(arena, "snake", ["human", "my_bot.py"], FALLING)
    asked(arena, 0)
    hand = arena.get_by_test_id("hand")
    hand.get_by_role("button", name="1 s", exact=True).click()
    arena.keyboard.press("w")
    asked(arena, 1)
    arena.keyboard.press("Home")
    expect(hand).to_have_attribute("data-state", "away")
    arena.wait_for_timeout(300)
    # A step that was already under way may still have been played.
    turns = arena.get_by_test_id("turn").inner_text()
    assert turns.startswith("0/")
    arena.wait_for_timeout(1500)
    expect(arena.get_by_test_id("turn")).to_have_text(turns)
    arena.keyboard.press("End")
    expect(hand).to_contain_text("The clock starts with your first direction.")
    # The timer also stops in a pause, until the player ends the pause.
    arena.keyboard.press("w")
    arena.keyboard.press("k")
    expect(hand).to_contain_text("Paused.")
    arena.wait_for_timeout(300)
    turn = hand.get_attribute("data-turn")
    arena.wait_for_timeout(1200)
    assert hand.get_attribute("data-turn") == turn
    arena.keyboard.press("k")
    arena.keyboard.press("w")
    expect(hand).not_to_have_attribute("data-turn", turn or "")
    no_timer(arena)
    arena.get_by_role("button", name="Stop").click()


def test_hand_controls_fit_on_the_narrowest_phone(revisit: Callable[..., Page], site: Site) -> None:
    page = visit(revisit, site.url, "phone")
    page.set_viewport_size({"width": 360, "height": 640})
    for game, seats in itertools.product(("tank", "snake"), ("me,me", "me")):
        page.goto(f"{site.url}#game={game}&tab=play&seats={seats}&seed={SEED}")
        page.locator("#run").click()
        asked(page, 0)
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        hand = page.get_by_test_id("hand").bounding_box()
        assert hand
        for button in page.get_by_test_id("hand").get_by_role("button").all():
            box = button.bounding_box()
            assert box
            mark = button.locator("svg").bounding_box() if button.locator("svg").count() else None
            if mark:
                assert abs(mark["x"] + mark["width"] / 2 - box["x"] - box["width"] / 2) < 1, "in the middle"
            assert min(box["width"], box["height"]) >= 44
            assert box["x"] >= hand["x"]
            assert box["x"] + box["width"] <= hand["x"] + hand["width"]
        # In landscape the board and all controls fit into the window.
        page.set_viewport_size({"width": 844, "height": 390})
        page.evaluate("scrollTo(0, 0)")
        for notice in page.locator(".notices button:visible").all():
            notice.click()
        for part in (page.get_by_test_id("board"), *page.get_by_test_id("hand").get_by_role("button").all()):
            box = part.bounding_box()
            assert box
            assert box["y"] + box["height"] <= 390
        page.set_viewport_size({"width": 360, "height": 640})
        page.get_by_role("button", name="Stop").click()
        state(page, "ready")
