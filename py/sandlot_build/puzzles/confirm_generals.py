"""Confirms puzzles of Generals by `solve_generals`."""

from __future__ import annotations

from dataclasses import dataclass

from sandlot.game import Json, read_options
from sandlot.games.generals import Board
from sandlot.links.puzzles import Margin, Puzzle
from sandlot.match.replay import Replay
from sandlot_build.puzzles.reading import moves_of
from sandlot_build.puzzles.solve_generals import PASS, Field, Move, Position, Solver, TooWide

LETTERS = {"plain": ".", "city": "c", "mountain": "#"}
ROUNDS_BEYOND_FINDER = 1
"""How many rounds further this search looks than the finder."""


@dataclass(frozen=True)
class World:
    """A field and a position on it."""

    field: Field
    at: Position


def begun(board: Board, first: int) -> World:
    """Return the first position of a game on a map; `first` moves first."""
    rows = ["".join(LETTERS.get(each.kind, str(each.owner)) for each in row) for row in board.rows]
    field = Field(rows, first)
    owners, armies = [-1] * len(field.text), [0] * len(field.text)
    for i, row in enumerate(board.rows):
        for j, each in enumerate(row):
            owners[field.cell(i, j)], armies[field.cell(i, j)] = each.owner, each.army
    return World(field, Position(tuple(owners), tuple(armies), 0))


def world_of(replay: Replay) -> World:
    """Return the position at the end of a match, by its orders. Only the map comes from the game."""
    game, moves = replay.setup.game, moves_of(replay)
    start = game.start(2, replay.setup.seed, read_options(game, replay.setup.options))
    world = begun(start.board, next(iter(moves[0])))
    field, at = world.field, world.at
    for turn in moves:
        ((player, order),) = turn.items()
        if player != field.mover(at):
            raise ValueError("the other one was to move")
        at = field.after(at, PASS if order is None else move_of(field, order))
    return World(field, at)


def move_of(field: Field, order: Json) -> Move:
    """Return an order of the game as a move."""
    return field.cell(*order["from"]), field.cell(*order["to"]), order.get("half", False)


def seen_by(world: World, me: int, *, is_worst: bool) -> World:
    """Return a world as a player knows it. Cities and mountains out of sight are closed. At worst, every single plain
    cell out of sight has all units that the other side has out of sight; otherwise these cells are empty.
    """
    field, at = world.field, world.at
    wide = field.width
    around = [row + column for row in (-wide, 0, wide) for column in (-1, 0, 1)]
    seen = {cell + way for cell, owner in enumerate(at.owners) if owner == me for way in around}
    hidden = sum(
        army
        for cell, (owner, army) in enumerate(zip(at.owners, at.armies, strict=True))
        if owner == 1 - me and cell not in seen
    )
    known = [
        kind if cell in seen else {"c": "#", "0": ".", "1": "."}.get(kind, kind) for cell, kind in enumerate(field.text)
    ]
    rows = ["".join(known[start + 1 : start + wide - 1]) for start in range(wide, len(known) - wide, wide)]
    owners, armies = list(at.owners), list(at.armies)
    for cell, kind in enumerate(known):
        if cell not in seen:
            is_held = kind == "." and is_worst and hidden > 0
            owners[cell], armies[cell] = (1 - me, hidden) if is_held else (-1, 0)
    return World(Field(rows, field.first), Position(tuple(owners), tuple(armies), at.moves))


def confirm(puzzle: Puzzle, replay: Replay) -> str:
    """Return why a puzzle is not confirmed; "" if it is."""
    world = world_of(replay)
    field, at = world.field, world.at
    if field.mover(at) != puzzle.seat:
        return "the other one is to move"
    if at.moves // 2 + puzzle.depth >= read_options(replay.setup.game, replay.setup.options)["max_rounds"]:
        return "the game ends too soon"
    legal = set(field.moves(at, puzzle.seat))
    if not all(isinstance(answer, dict) for answer in puzzle.answers):
        return "an answer is no move"
    right = [move_of(field, answer) for answer in puzzle.answers]
    if not legal.issuperset(right) or len({move[:2] for move in right}) > 1:
        return "an answer moves nothing, or there are several moves"
    try:
        match puzzle.theme, puzzle.best.what, puzzle.next.what:
            case "capture", "wins", "open":
                return _captured(puzzle, world, legal, right)
            case "save-general", "lives", "loses":
                return _saved(puzzle, world, legal, right)
    except TooWide:
        return "too many positions to look at"
    return "generals knows no such theme"


def _captured(puzzle: Puzzle, world: World, legal: set[Move], right: list[Move]) -> str:
    me, at = puzzle.seat, world.at
    worst = seen_by(world, me, is_worst=True)
    if worst.field.generals[1 - me] < 0:
        return "the general is out of sight"
    solver, at_worst = Solver(world.field, me), Solver(worst.field, me)
    for each in right:
        if not solver.falls_after(at, each, puzzle.best.count).falls:
            return f"{each} does not capture within {puzzle.best.count} rounds"
        if not at_worst.falls_after(worst.at, each, puzzle.best.count).falls:
            return f"{each} does not surely capture: too much is out of sight"
    for each in _others(solver, at, legal, right, puzzle.next.count):
        if solver.falls_after(at, each, puzzle.next.count).falls:
            return f"{each} captures, too, within {puzzle.next.count} rounds"
    return "" if puzzle.best.count < puzzle.next.count == puzzle.depth else "no margin"


def _saved(puzzle: Puzzle, world: World, legal: set[Move], right: list[Move]) -> str:
    me, at = puzzle.seat, world.at
    clear = seen_by(world, me, is_worst=False)
    solver = Solver(world.field, 1 - me)
    for each in right:
        if solver.falls_after(at, each, puzzle.best.count).falls:
            return f"{each} does not save the general for {puzzle.best.count} rounds"
    for each in _others(solver, at, legal, right, puzzle.next.count):
        if not solver.falls_after(at, each, puzzle.next.count).falls:
            return f"{each} is not refuted within {puzzle.next.count} rounds"
    if not Solver(clear.field, 1 - me).falls_after(clear.at, PASS, puzzle.next.count).falls:
        return "the threat is out of sight"
    return "" if puzzle.next.count < puzzle.best.count == puzzle.depth else "no margin"


def _others(solver: Solver, at: Position, legal: set[Move], right: list[Move], deep: int) -> list[Move]:
    """Return the other orders, passing first. Those with the same outcome as passing are left out."""
    inside = solver.falls_after(at, PASS, deep).rests | solver.always
    return [PASS, *(move for move in legal - {*right} if move[0] in inside or move[1] in inside)]


def deeper(puzzle: Puzzle, _: Replay) -> tuple[Margin, Margin, int]:
    """Return the margins that are to be confirmed, and the depth of that search: more than the finder has claimed."""
    depth = puzzle.depth + ROUNDS_BEYOND_FINDER
    if puzzle.theme == "capture":
        return puzzle.best, Margin("open", depth), depth
    return Margin("lives", depth), puzzle.next, depth
