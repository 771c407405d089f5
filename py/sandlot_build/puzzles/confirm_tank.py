"""Confirms puzzles of Tank by `solve_tank`."""

from __future__ import annotations

from sandlot.links.puzzles import Margin, Puzzle
from sandlot.match.replay import Replay
from sandlot_build.puzzles.reading import moves_of
from sandlot_build.puzzles.solve_tank import SIDE, Position, Solver, after, pairs

#: Where the four tanks begin, blue first, and the bases.
BEGIN = (2, 6, 8 * SIDE + 6, 8 * SIDE + 2)
HOMES = (4, 8 * SIDE + 4)


def position_of(puzzle: Puzzle, replay: Replay) -> Position:
    """Return the position of a puzzle, by the orders of its match. Only the field comes from the game."""
    game = replay.setup.game
    start = game.start(2, replay.setup.seed, {"field": None, "max_turns": 100, **replay.setup.options})
    bricks = frozenset(SIDE * y + x for x, y in start.bricks)
    at = Position(BEGIN, (False,) * 4, bricks, (True, True), HOMES)
    for turn in moves_of(replay):
        at = after(at, tuple(turn[0]), tuple(turn[1]))
    return at.turned() if puzzle.seat else at


def confirm(puzzle: Puzzle, replay: Replay) -> str:
    """Return why a puzzle is not confirmed; "" if it is."""
    at = position_of(puzzle, replay)
    verb, _, what = puzzle.theme.partition("-")
    solver = Solver(what)
    legal, right = pairs(at, 0), {tuple(answer) for answer in puzzle.answers}
    if not right <= set(legal) or 4 * len(right) > len(legal):
        return "too many answers, or one that is not legal"
    match verb, puzzle.best.what, puzzle.next.what:
        case "win", "wins", "open":
            return _won(puzzle, at, solver)
        case "save", "lives", "loses":
            return _saved(puzzle, at, solver)
    return "tank knows no such theme"


def _won(puzzle: Puzzle, at: Position, solver: Solver) -> str:
    right = {tuple(answer) for answer in puzzle.answers}
    for each in pairs(at, 0):
        if each in right:
            if not solver.forces(at, each, puzzle.best.count):
                return f"{each} does not win within {puzzle.best.count} turns"
        elif solver.forces(at, each, puzzle.next.count):
            return f"{each} wins, too, within {puzzle.next.count} turns"
    return "" if puzzle.best.count <= puzzle.next.count == puzzle.depth else "no margin"


def _saved(puzzle: Puzzle, at: Position, solver: Solver) -> str:
    right = {tuple(answer) for answer in puzzle.answers}
    for each in pairs(at, 0):
        if each in right:
            if not solver.holds(at, each, puzzle.best.count):
                return f"{each} does not save it for {puzzle.best.count} turns"
        elif not solver.is_refuted(at, each, puzzle.next.count):
            return f"{each} is not refuted within {puzzle.next.count} turns"
    return "" if puzzle.best.count >= puzzle.next.count and puzzle.best.count == puzzle.depth else "no margin"


TURNS_BEYOND_FINDER = 1
"""How many turns further this search looks than the finder."""


def deeper(puzzle: Puzzle, _: Replay) -> tuple[Margin, Margin, int]:
    """Return the margins that are to be confirmed, and the depth of that search: more than the finder has claimed."""
    depth = puzzle.depth + TURNS_BEYOND_FINDER
    if puzzle.theme.startswith("win-"):
        return puzzle.best, Margin("open", depth), depth
    return Margin("lives", depth), puzzle.next, depth
