"""Puzzles on small screens, with orders by fingers on the board, and in a page zoomed to 200 percent."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from sandlot.games import GAMES
from sandlot.puzzles.spec import position, recorded
from test_hands import order_by_touch, place
from test_puzzles_page import is_now, opened, pick, to_list


def view_of(game: str, puzzle: Any) -> Any:
    return GAMES[game].view(position(GAMES[game], puzzle).state, puzzle.seat)


def test_puzzles_are_solved_by_touching_the_board(phone: Page) -> None:
    to_list(phone, "tank")
    pick(phone, recorded("tank").puzzles[0]).tap()
    opened(phone)
    # A phone may have no keyboard; what solves the puzzle stands there before the answer.
    expect(phone.locator(".puzzle-bar").get_by_role("status")).to_have_text(
        "Find an order that destroys a tank on this very turn, whatever the other does."
    )
    puzzle = recorded("tank").puzzles[0]
    view = view_of("tank", puzzle)
    for number, order in enumerate(puzzle.answers[0]):
        order_by_touch(phone, view, number, order)
    is_now(phone, "right")
    phone.get_by_role("button", name="Next puzzle").tap()
    opened(phone)
    to_list(phone, "snake")
    pick(phone, recorded("snake").puzzles[0]).tap()
    opened(phone)
    puzzle = recorded("snake").puzzles[0]
    view = view_of("snake", puzzle)
    row, column = view["snakes"][puzzle.seat]["body"][0]
    down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[puzzle.answers[0]]
    phone.touchscreen.tap(*place(phone, view["columns"], view["rows"], column + right + 0.5, row + down + 0.5))
    is_now(phone, "right")


def test_two_boards_of_puzzle_are_above_hand_on_phone(phone: Page) -> None:
    to_list(phone, "planes")
    pick(phone, recorded("planes").puzzles[0]).tap()
    opened(phone)
    # Tools for matches are hidden, because they are useless here.
    expect(phone.locator(".play-tools")).to_be_hidden()
    board, hand = phone.get_by_test_id("board").bounding_box(), phone.locator(".hand").bounding_box()
    assert board
    assert hand
    assert board["y"] + board["height"] <= hand["y"] + 1
    # All of it is seen below the header.
    assert phone.evaluate("scrollY") == 0
    phone.locator(".puzzle-bar").get_by_role("button", name="Leave the puzzle").click()


def test_question_is_above_board_at_200_percent_zoom(arena: Page) -> None:
    arena.set_viewport_size({"width": 640, "height": 360})
    for game in GAMES:
        to_list(arena, game)
        pick(arena, recorded(game).puzzles[1]).click()
        opened(arena)
        bar = arena.locator(".puzzle-bar")
        expect(arena.locator(".hand")).to_be_visible()
        expect(bar.get_by_role("heading")).to_be_in_viewport(ratio=1)
        asked, board = bar.bounding_box(), arena.get_by_test_id("board").bounding_box()
        assert asked
        assert board
        assert 0 <= board["y"] - asked["y"] - asked["height"] < 40
        # A part of the board is visible without scrolling, and nothing covers the buttons.
        assert board["y"] < 300
        bar.get_by_role("button", name="Show the answer").click()
        is_now(arena, "shown")
    bar.get_by_role("button", name="Leave the puzzle").click()
