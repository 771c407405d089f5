"""Confirms puzzles by solvers that share no code with the finders: see `solve_snake` and its like.

A confirmer reads what a puzzle says, its match above all, and never what a finder has thought. It confirms the whole
claim: that every answer gets what `best` says, that no other order gets more than `next`, and that there is no further
right order. It is exhaustive to the depth that the puzzle states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandlot.links import unlink
from sandlot.links.puzzles import Puzzle
from sandlot.match.replay import Replay
from sandlot_build.puzzles import confirm_generals, confirm_planes, confirm_snake, confirm_tank

Confirm = Callable[[Puzzle, Replay], str]

CONFIRMERS: Mapping[str, Confirm] = {
    "snake": confirm_snake.confirm,
    "planes": confirm_planes.confirm,
    "tank": confirm_tank.confirm,
    "generals": confirm_generals.confirm,
}


def refusal(game: str, puzzle: Puzzle) -> str:
    """Return why a puzzle is not confirmed, in English for whoever records puzzles; "" if it is."""
    replay = unlink(puzzle.match).replay
    if replay.setup.game.name != game or len(replay.turns) != puzzle.turn + 1:
        return "its match is another one"
    return CONFIRMERS[game](puzzle, replay)
