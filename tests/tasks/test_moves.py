"""The moves that tasks list for each game are exactly the legal ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sandlot.game import IllegalMove
from sandlot.games import GAMES
from sandlot.games.planes.board import all_planes, fits
from sandlot.tasks.moves import moves_of, same_moves

OPTIONS = {"generals": {"rows": 6, "cols": 7, "max_rounds": 60}}


def begin(name: str, turns: int = 0) -> Any:
    game, rng = GAMES[name], Random(3)
    defaults = {option: each.default for option, each in game.options.items()}
    state = game.start(2, 4, {**defaults, **OPTIONS.get(name, {})})
    for _ in range(turns):
        state = game.step(state, {player: game.sample(state, player, rng) for player in game.to_move(state)})
    return state


def is_legal(name: str, state: Any, player: int, move: Any) -> bool:
    try:
        GAMES[name].check(state, player, move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("turns", [0, 5, 10])
def test_moves_of_tank(turns: int) -> None:
    state = begin("tank", turns)
    for side in (0, 1):
        orders = [[tank, order] for tank in (0, 1) for order in range(-2, 9)]
        pairs = [(each, [each[1], -1] if each[0] == 0 else [-1, each[1]]) for each in orders]
        alive = [tank.alive for tank in state.tanks[side]]
        right = [each for each, pair in pairs if alive[each[0]] and is_legal("tank", state, side, pair)]
        right += [[tank, -1] for tank in (0, 1) if not alive[tank]]
        assert same_moves(moves_of(GAMES["tank"], state, side), right)


@pytest.mark.parametrize("turns", [0, 20, 90])
def test_moves_of_generals(turns: int) -> None:
    state = begin("generals", turns)
    (player,) = GAMES["generals"].to_move(state)
    army = GAMES["generals"].view(state, player)["army"]
    cells = [[i, j] for i in range(6) for j in range(7)]
    right = [
        [source, target]
        for source in cells
        for target in cells
        if army[source[0]][source[1]] > 1 and is_legal("generals", state, player, {"from": source, "to": target})
    ]
    assert same_moves(moves_of(GAMES["generals"], state, player), right)
    assert bool(right) == (turns > 0)


def test_moves_of_planes() -> None:
    planes = [list(plane) for plane in all_planes(9) if fits(plane, 9)]
    assert same_moves(moves_of(GAMES["planes"], begin("planes"), 0), planes)
    state = begin("planes", 9)
    (player,) = GAMES["planes"].to_move(state)
    cells = [[x, y] for x in range(11) for y in range(11)]
    right = [cell for cell in cells if is_legal("planes", state, player, cell)]
    assert 70 < len(right) < 81
    assert same_moves(moves_of(GAMES["planes"], state, player), right)


def test_order_of_moves_does_not_matter_but_order_of_parts_does() -> None:
    assert same_moves([[1, 2], [3, 4]], [[3, 4], [1, 2]])
    assert not same_moves([[2, 1], [3, 4]], [[3, 4], [1, 2]])
    assert not same_moves([[1, 2]], [[1, 2], [1, 2]])
