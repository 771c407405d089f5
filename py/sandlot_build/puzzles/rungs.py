"""How hard a puzzle is: which house bots find it."""

from __future__ import annotations

from typing import Any

from sandlot import bots
from sandlot.game import Game, Json
from sandlot.links.puzzles import Puzzle
from sandlot.match.parts import Batch, Match, Player, Response, Setup, seat_seed
from sandlot.match.referee import resume
from sandlot.puzzles.spec import is_right, position
from sandlot.seat.in_place import SeatInPlace
from sandlot_build.in_place import answer_to


def rungs_of(game: Game[Any]) -> tuple[str, ...]:
    """Return the house bots of a game, the weakest first."""
    return tuple(reversed(bots.house_names(game)))


def finders(game: Game[Any], puzzle: Puzzle) -> tuple[str, ...]:
    """Return the house bots whose order is right, the weakest first."""
    state = position(game, puzzle).state
    return tuple(name for name in rungs_of(game) if is_right(puzzle, order_of(game, name, state, puzzle.seat)))


def order_of(game: Game[Any], name: str, state: Any, seat: int) -> Json:
    """Return the order of a house bot that sees a position as the first one of its match."""
    setup = Setup(game, (Player(name, "house"),) * 2, 0)
    asked = SeatInPlace(bots.source(game.name, name), f"{name}.py", seat_seed(setup, seat))
    match = Match(resume(setup, (), state, ()))
    now = match.batch
    for _ in range(2):
        last = now
        # The other seat has no bot. As the reply to a start its response is valid, as a move it is not.
        answers = [answer_to(asked, each) if each.player == seat else Response("module") for each in now.requests]
        found = match.answer(answers)
        if isinstance(found, Batch):
            now = found
    record = found.record or ()
    assert last.stage == "move"
    return next(entry.move for entry in record if entry.player == seat)
