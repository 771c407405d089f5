"""The positions that a step of a path asks about, which the page shows before anything is checked.

A step of the kind "predicts" asks what its program will order on a few turns. They are found by playing the program
that the step begins with: no code of the user runs.
"""

from __future__ import annotations

from typing import Any

from sandlot.game import Json
from sandlot.match.parts import Player, Setup, seat_seed
from sandlot.match.replay import Replay, positions
from sandlot.seat.in_place import SeatInPlace
from sandlot.tasks.spec import Task
from sandlot.tasks.steps import PathStep
from sandlot.tasks.turns import turn_in
from sandlot_build.in_place import house_seat, play_in_place

NAME = "my_bot"
"""What the page calls the user's program in the games of a step."""


def moments(step: PathStep) -> list[dict[str, Json]]:
    """Return the positions in the order in which the step's games are played, each as {seat, turn, called, number,
    names, view}: `turn` is the turn that comes next, from 1; `called` and `number` are its name and number in the
    program's view, such as "step" and 7; `view` shows everything.
    """
    return [
        moment
        for task in step.spec.tasks
        if task.kind == "predicts" and task.whose == "own" and task.seeds
        for seat in range(2)
        for moment in _of_game(step, task, seat)
    ]


def _of_game(step: PathStep, task: Task, seat: int) -> list[dict[str, Json]]:
    game = step.spec.game
    players = [Player(task.against, "house")]
    players.insert(seat, Player(NAME, "code"))
    setup = Setup(game, tuple(players), task.seeds[0], dict(step.spec.options), step.spec.clock)
    replay = Replay(setup)
    play_in_place(setup, replay.add, lambda setup, number: _seat(step, setup, number, seat))
    found: list[dict[str, Json]] = []
    for turn, position in positions(replay):
        if turn + 1 in task.at and seat in game.to_move(position.state):
            names = [player.name for player in players]
            found.append({"seat": seat, "turn": turn + 1, **_shown(game, position.state, seat), "names": names})
    return found


def _seat(step: PathStep, setup: Setup, number: int, own: int) -> SeatInPlace:
    if number != own:
        return house_seat(setup, number)
    return SeatInPlace(step.start, f"{NAME}.py", seat_seed(setup, number))


def _shown(game: Any, state: Any, seat: int) -> dict[str, Json]:
    called, number = turn_in(game.view(state, seat))
    return {"called": called, "number": number, "view": game.view(state, None)}
