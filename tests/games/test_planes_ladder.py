"""The house bots of Planes above entropy: exactly how many shots they need, and how they place."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from sandlot.game import read_options
from sandlot.games import planes
from test_planes import house

TOP = house("foresight")


def test_shots_of_foresight_over_all_placings() -> None:
    """Follows every answer to every shot."""
    known = planes.placements(9)
    needed: Counter[int] = Counter()
    open_cases = [(known.everything, list(known.cells), 1, 3)]
    while open_cases:
        possible, cells, shot, heads = open_cases.pop()
        chosen = TOP["choose"](known, possible, cells, heads)
        rest = [cell for cell in cells if cell != chosen]
        for found in range(3):
            left = possible & known.having(chosen, found)
            if left and heads == 1 and found == planes.HEAD:
                needed[shot] += left.bit_count()
            elif left:
                open_cases.append((left, rest, shot + 1, heads - (found == planes.HEAD)))
    assert needed.total() == 8744
    assert sum(shot * times for shot, times in needed.items()) / 8744 <= 10.35
    assert max(needed) <= 15


@pytest.mark.parametrize("seed", range(8))
def test_move_is_consistent_under_board_symmetries(seed: int) -> None:
    """`move` gets only a view and may turn the board anew each time; all its shots must fit one of the eight
    symmetries.
    """
    known, rng = planes.placements(9), random.Random(seed)
    random.seed(seed)
    truth = rng.choice(known.placings)
    shots = played(TOP["move"], truth)
    assert len(shots) in {len(in_one_frame(image(truth, turn))) for turn in range(8)}


def image(placing: Any, turn: int) -> dict[Any, int]:
    bodies = {TOP["turned_cell"](cell, turn, 9): 1 for plane in placing for cell in planes.body_cells(plane)}
    return bodies | {TOP["turned_cell"](planes.head_cell(plane), turn, 9): 2 for plane in placing}


def in_one_frame(content: dict[Any, int]) -> list[Any]:
    """Return the shots of a bot that does not turn the board."""
    known = planes.placements(9)
    possible, cells, shots, heads = known.everything, list(known.cells), [], 3
    while heads:
        cell = TOP["choose"](known, possible, cells, heads)
        shots.append(cell)
        cells.remove(cell)
        possible &= known.having(cell, content.get(cell, 0))
        heads -= content.get(cell, 0) == planes.HEAD
    return shots


def played(move: Any, truth: Any) -> list[Any]:
    state = planes.game.step(planes.game.start(2, 0, read_options(planes.game, {})), {0: truth, 1: truth})
    rng = random.Random(0)
    while movers := planes.game.to_move(state):
        view = json.loads(json.dumps(planes.game.view(state, 0)))
        mine = movers == (0,)
        state = planes.game.step(state, {0: move(view)} if mine else {1: misses(state, rng, truth)})
    return list(state.shots[0])


def misses(state: planes.State, rng: random.Random, truth: Any) -> list[int]:
    """Shoot at random without hitting a head."""
    heads = {planes.head_cell(plane) for plane in truth}
    legal = planes.game.view(state, 1)["legal"]
    return rng.choice([cell for cell in legal if tuple(cell) not in heads])


@pytest.mark.parametrize("size", [9, 10])
@pytest.mark.parametrize("name", planes.game.house)
def test_house_bots_answer_in_any_position(name: str, size: int) -> None:
    """For a hint, a bot is asked in a position of a game that it has not played."""
    rng = random.Random(5)
    for length in (0, 1, 3, 8, 20, 40):
        bot = house(name)["move"]
        state = planes.game.start(2, 0, read_options(planes.game, {"size": size}))
        state = planes.game.step(state, {k: planes.game.sample(state, k, rng) for k in (0, 1)})
        for _ in range(2 * length):
            (mover,) = planes.game.to_move(state) or (None,)
            if mover is not None:
                state = planes.game.step(state, {mover: planes.game.sample(state, mover, rng)})
        for mover in planes.game.to_move(state):
            move = json.loads(json.dumps(bot(planes.game.view(state, mover))))
            planes.game.check(state, mover, move)


def test_foresight_places_by_its_table() -> None:
    known = planes.placements(9)
    numbers = TOP["orbits"](known)
    assert len(TOP["HARD"]) == len(set(numbers)) == max(numbers) + 1
    random.seed(1)
    index = {each: number for number, each in enumerate(known.placings)}
    drawn = [TOP["place"](known) for _ in range(20)]
    assert len(set(drawn)) > 15
    assert all(TOP["HARD"][numbers[index[each]]] != "0" for each in drawn)
