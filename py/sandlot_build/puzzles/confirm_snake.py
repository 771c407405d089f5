"""Confirms puzzles of Snake by `solve_snake`."""

from __future__ import annotations

from sandlot.game import read_options
from sandlot.games.snake import generate_map
from sandlot.games.snake.maps import starts_of
from sandlot.links.puzzles import Margin, Puzzle
from sandlot.match.replay import Replay
from sandlot_build.puzzles.reading import moves_of
from sandlot_build.puzzles.solve_snake import Board, Body


def board_of(replay: Replay) -> tuple[Board, list[int]]:
    """Return the board of a match, and the cells where the snakes start. Only its map comes from the game."""
    options = read_options(replay.setup.game, replay.setup.options)
    rows, columns, border = options["rows"], options["columns"], options["walls"] == "border"
    starts = starts_of(rows, columns, border, options["starts"])
    text = options["map"] or generate_map(replay.setup.seed, rows, columns, options["obstacles"], border, starts)
    board = Board(text, rows, columns)
    return board, [board.cell(*each) for each in starts]


def confirm(puzzle: Puzzle, replay: Replay) -> str:
    """Return why a puzzle is not confirmed; "" if it is."""
    board, starts = board_of(replay)
    try:
        first, second, step = board.walked(starts, [(turn[0], turn[1]) for turn in moves_of(replay)])
    except ValueError as bad:
        return str(bad)
    mine, theirs = (second, first) if puzzle.seat else (first, second)
    match puzzle.theme, puzzle.best.what, puzzle.next.what:
        case "only-move", "lives", "dies":
            return _only_move(board, mine, theirs, step, puzzle)
        case "cut-off", "wins", "open":
            return _cut_off(board, mine, theirs, step, puzzle)
    return "snake knows no such theme"


def _only_move(board: Board, mine: Body, theirs: Body, step: int, puzzle: Puzzle) -> str:
    answers = board.open_ways(theirs, mine, step)
    for order in range(4):
        if order in puzzle.answers:
            if not board.survives_way(mine, theirs, order, answers, step, puzzle.best.count):
                return f"{order} does not live for {puzzle.best.count} steps"
        elif not board.perishes_way(mine, theirs, order, step, puzzle.next.count):
            return f"{order} is not dead within {puzzle.next.count} steps"
    return "" if puzzle.next.count < puzzle.best.count == puzzle.depth else "no margin"


def _cut_off(board: Board, mine: Body, theirs: Body, step: int, puzzle: Puzzle) -> str:
    for order in range(4):
        if order in puzzle.answers:
            if not board.kills_way(mine, theirs, order, step, puzzle.best.count):
                return f"{order} does not kill within {puzzle.best.count} steps"
        elif board.may_kill_way(mine, theirs, order, step, puzzle.next.count):
            return f"{order} may kill within {puzzle.next.count} steps, too"
    return "" if puzzle.best.count < puzzle.next.count == puzzle.depth else "no margin"


LIVES = 16
"""Steps for which the snake must be sure to live after an only move."""
STEPS_BEYOND_FINDER = 4
"""How many steps further the search for other ways to kill looks than the finder."""


def deeper(puzzle: Puzzle, replay: Replay) -> tuple[Margin, Margin, int]:
    """Return the margins that are to be confirmed, and the depth of that search: more than the finder has claimed."""
    if puzzle.theme == "only-move":
        return Margin("lives", LIVES), puzzle.next, LIVES
    depth = puzzle.next.count + STEPS_BEYOND_FINDER
    return puzzle.best, Margin("open", depth), depth
