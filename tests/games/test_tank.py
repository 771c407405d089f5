"""Tank: tests of every rule, random play, and a golden game.

Positions are drawn: `.` empty, `#` brick, `%` steel, `*` base, `a` `b` blue's tanks 0 and 1, `r` `s` red's tanks 0 and
1. Steel and bases that a drawing leaves out are in their usual places.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import in_node
from hypothesis import given
from hypothesis import strategies as st
from sandlot.game import BadOption, Fault, IllegalMove, read_options
from sandlot.games import tank
from sandlot.games.tank import State, game
from sandlot.messages import message, render

GOLDEN = Path(tank.__file__).parent / "golden.json"
UP, RIGHT, DOWN, LEFT, STAY = 0, 1, 2, 3, -1
SHOOT = 4
TANKS = {"a": (0, 0), "b": (0, 1), "r": (1, 0), "s": (1, 1)}


def start(**options: Any) -> State:
    return game.start(2, options.pop("seed", 1), read_options(game, options))


def draw(*rows: str, dead: str = "", shot: str = "", **where: tuple[int, int]) -> State:
    """Return the position of a drawing. `where` places tanks by name; tanks in `dead`, or placed in neither way, are
    dead.
    """
    cells = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    bricks = frozenset(place for place, cell in cells.items() if cell == "#")
    places = {cell: place for place, cell in cells.items() if cell in TANKS} | where
    state = start()
    tanks = [list(pair) for pair in state.tanks]
    for name, (side, number) in TANKS.items():
        if name in dead or name not in places:
            tanks[side][number] = replace(tanks[side][number], x=-1, y=-1, alive=False)
        else:
            x, y = places[name]
            tanks[side][number] = replace(tanks[side][number], x=x, y=y, shot=name in shot)
    return replace(state, bricks=bricks, tanks=tuple(map(tuple, tanks)))


def step(state: State, blue: Any, red: Any) -> State:
    for side, move in ((0, blue), (1, red)):
        game.check(state, side, move)
    return game.step(state, {0: blue, 1: red})


def alive(state: State) -> str:
    return "".join(name for name, (side, number) in TANKS.items() if state.tanks[side][number].alive)


def position(state: State, name: str) -> tuple[int, int]:
    side, number = TANKS[name]
    return state.tanks[side][number].x, state.tanks[side][number].y


ROW = "........."


# The field


def test_start_position() -> None:
    state = start()
    assert [position(state, name) for name in "abrs"] == [(2, 0), (6, 0), (6, 8), (2, 8)]
    view = game.view(state, None)
    assert [(base["x"], base["y"]) for base in view["bases"]] == [(4, 0), (4, 8)]
    assert view["steel"] == [[4, 1], [4, 7]]
    assert view["turn"] == 1


@given(st.integers(0, 2**64))
def test_field_follows_rules_of_original_judge(seed: int) -> None:
    bricks = start(seed=seed).bricks
    always = {(3, 0), (5, 0), (3, 1), (5, 1), *((x, 4) for x in range(9)), *((4, y) for y in range(2, 7))}
    assert always <= bricks
    assert {(8 - x, 8 - y) for x, y in bricks} == bricks
    assert not bricks & {(4, 0), (4, 8), (4, 1), (4, 7), (2, 0), (6, 0), (6, 8), (2, 8)}


def test_about_a_third_of_free_cells_are_bricks() -> None:
    free = [
        (x, y)
        for y in range(4)
        for x in range(9)
        if x != 4 and (x, y) not in {(3, 0), (5, 0), (3, 1), (5, 1), (2, 0), (6, 0)}
    ]
    counts = [len(start(seed=seed).bricks & {*free}) / len(free) for seed in range(300)]
    assert 0.31 < sum(counts) / len(counts) < 0.36


def test_different_seeds_give_different_fields() -> None:
    fields = {tank.generate_field(seed) for seed in range(50)}
    assert len(fields) == 50
    assert tank.generate_field(0) == tank.generate_field(0)


BRICKS_ON_THE_PAGE = """
import { readFileSync } from 'node:fs';
const { bricksOf } = await import('STATIC/games/tank/field.ts');
const asked = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(asked.map(([field, seed]) => bricksOf(field, seed))));
"""


def test_page_computes_same_bricks_without_python() -> None:
    seeds = [*range(60), 2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**64, 3_915_987_892]
    fields = [start(seed=seed) for seed in seeds]
    full = [2**27 - 1] * 3
    asked = [[None, str(seed)] for seed in seeds] + [[list(fields[7].field), "1"], [full, ""], [None, ""]]
    by_rows = [sorted(state.bricks, key=lambda cell: (cell[1], cell[0])) for state in [*fields, fields[7]]]
    *found, every, none = json.loads(in_node(BRICKS_ON_THE_PAGE, json.dumps(asked)))
    assert found == [[list(cell) for cell in cells] for cells in by_rows]
    assert len(every) == 81 - 8
    assert none == []


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8))))
def test_field_bits_are_cells_in_rows_of_nine(cells: set[tuple[int, int]]) -> None:
    field = [sum(1 << (9 * y + x - 27 * i) for x, y in cells if 27 * i <= 9 * y + x < 27 * (i + 1)) for i in range(3)]
    fixed = {(4, 0), (4, 8), (4, 1), (4, 7), (2, 0), (6, 0), (6, 8), (2, 8)}
    assert start(field=field).bricks == cells - fixed
    assert game.view(start(field=field), 0)["field"] == field


@pytest.mark.parametrize(
    "options",
    [
        {"field": [1, 2]},
        {"field": [1, 2, 2**27]},
        {"field": [1, 2, -1]},
        {"field": [True, 0, 0]},
        {"field": "x"},
        {"max_turns": 0},
        {"max_turns": 1.5},
        {"max_turns": True},
        {"walls": "border"},
    ],
)
def test_invalid_option_is_refused_with_message(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as error:
        read_options(game, options)
    assert render(error.value.text)


# Moves


def test_moving_and_facing() -> None:
    state = step(draw(ROW, ROW, "..a...b..", ROW, ROW, ROW, "..s...r.."), [LEFT, RIGHT], [UP, STAY])
    assert [position(state, name) for name in "abrs"] == [(1, 2), (7, 2), (6, 5), (2, 6)]
    assert [state.tanks[0][0].facing, state.tanks[0][1].facing, state.tanks[1][0].facing] == [LEFT, RIGHT, UP]


def test_tanks_may_share_a_cell() -> None:
    state = draw(ROW, ROW, "..a.b....", "...r....s")
    state = step(state, [RIGHT, LEFT], [UP, STAY])
    assert {position(state, name) for name in "abr"} == {(3, 2)}
    state = step(state, [STAY, UP], [LEFT, STAY])
    assert [position(state, name) for name in "abr"] == [(3, 2), (3, 1), (2, 2)]


@pytest.mark.parametrize(
    ("rows", "where", "order", "id"),
    [
        (("a.......b",), {}, UP, "off_board"),
        (("a.......b",), {}, LEFT, "off_board"),
        (("a#......b",), {}, RIGHT, "into_brick"),
        ((ROW, "...a....b"), {}, RIGHT, "into_steel"),
        (("...a....b",), {}, RIGHT, "into_base"),
        (("ab.......",), {}, RIGHT, "into_tank"),
        (("ar......b",), {}, RIGHT, "into_tank"),
    ],
)
def test_move_needs_empty_cell_on_board(
    rows: tuple[str, ...], where: dict[str, tuple[int, int]], order: int, id: str
) -> None:
    state = draw(*rows, *[ROW] * (8 - len(rows)), "..s......", **where)
    with pytest.raises(IllegalMove) as error:
        game.check(state, 0, [order, STAY])
    assert error.value.text.id == f"tank.illegal.{id}"
    assert order not in tank.legal_orders(state, 0)[0]


def test_move_into_cell_being_left_is_illegal() -> None:
    """The cell must be empty when the order is given, even if its tank moves away on the same turn."""
    state = draw(ROW, ROW, "ab......s", "r........")
    with pytest.raises(IllegalMove):
        game.check(state, 0, [RIGHT, RIGHT])


@pytest.mark.parametrize(
    "move",
    [
        *(None, 3, "3", [], [0], [0.5, -1, 0], {"0": 1}, [8, -1], [-2, -1], [float("nan"), -1]),
        *([True, -1], ["1", -1], [None, -1], [[1], -1], [10**30, -1]),
    ],
)
def test_wrong_number_of_orders_is_illegal(move: Any) -> None:
    with pytest.raises(IllegalMove) as error:
        game.check(draw(ROW, ROW, "..a...b..", ROW, "..r...s.."), 0, move)
    assert "{who}" not in render(error.value.text)


@pytest.mark.parametrize("order", [8, -2, None, "x", 1.5, [1], UP, SHOOT + UP])
def test_order_for_dead_tank_is_ignored(order: Any) -> None:
    state = draw(ROW, ROW, "..a......", ROW, "..r...s..", dead="b")
    after = step(state, [LEFT, order], [STAY, STAY])
    assert after.orders == ((LEFT, STAY), (STAY, STAY))
    assert game.view(after, 1)["orders"][0] == [LEFT, -1]


# Shots


def test_shot_destroys_only_first_brick() -> None:
    state = step(draw(ROW, ROW, "a..##...b", ROW, "r.......s"), [SHOOT + RIGHT, STAY], [STAY, STAY])
    assert state.bricks == {(4, 2)}
    assert game.view(state, None)["destroyed"] == [{"x": 3, "y": 2, "what": "brick", "side": None, "tank": None}]
    assert game.view(state, None)["shots"][0]["to"] == [3, 2]


def test_steel_stops_shots() -> None:
    state = step(draw(ROW, "a........", ROW, "r.......s", b=(5, 1)), [SHOOT + RIGHT, STAY], [STAY, STAY])
    assert alive(state) == "abrs"
    assert not state.destroyed


def test_shot_off_the_board_hits_nothing() -> None:
    state = step(draw("a........", ROW, "b........", "r.......s"), [SHOOT + UP, SHOOT + LEFT], [STAY, STAY])
    assert alive(state) == "abrs"


def test_shot_hits_own_tanks() -> None:
    state = step(draw(ROW, ROW, "a..b.....", "r.......s"), [SHOOT + RIGHT, STAY], [STAY, STAY])
    assert alive(state) == "ars"


def test_shot_hits_own_base() -> None:
    state = step(draw("..a......", ROW, ROW, "r.......s", b=(8, 8)), [SHOOT + RIGHT, STAY], [STAY, STAY])
    assert state.bases == (False, True)
    outcome = game.outcome(state)
    assert outcome
    assert outcome.reasons == ("base_destroyed", None)


def test_two_shots_at_one_brick_hit_nothing_behind() -> None:
    state = step(draw(ROW, ROW, "a..#....r", ROW, "b.......s"), [SHOOT + RIGHT, STAY], [SHOOT + LEFT, STAY])
    assert alive(state) == "abrs"
    assert state.bricks == frozenset()
    assert len(state.destroyed) == 1


def test_shots_are_resolved_after_moves() -> None:
    """Red 0 moves out of the line of fire, red 1 moves into it."""
    state = draw(ROW, ROW, "a...r....", "......s..", "b........")
    state = step(state, [SHOOT + RIGHT, STAY], [DOWN, UP])
    assert alive(state) == "abr"


def test_tank_cannot_shoot_on_consecutive_turns() -> None:
    state = draw(ROW, ROW, "a.......b", "r.......s", shot="a")
    with pytest.raises(IllegalMove) as error:
        game.check(state, 0, [SHOOT + UP, STAY])
    assert error.value.text.id == "tank.illegal.reload"
    game.check(state, 0, [STAY, SHOOT + UP])
    rested = step(state, [STAY, STAY], [STAY, STAY])
    game.check(rested, 0, [SHOOT + UP, STAY])


# Head-on


@pytest.mark.parametrize(
    ("rows", "where", "blue", "red", "left"),
    [
        pytest.param((ROW, ROW, "a.......r"), {}, RIGHT, LEFT, "abrs", id="two alone meet"),
        pytest.param((ROW, ROW, "ar......."), {}, RIGHT, LEFT, "abrs", id="side by side"),
        pytest.param((ROW, ROW, "a.......r"), {"s": (8, 2)}, RIGHT, LEFT, "b", id="two on their cell"),
        pytest.param((ROW, ROW, "a.......r"), {"b": (0, 2)}, RIGHT, LEFT, "s", id="two on our cell"),
        pytest.param((ROW, ROW, "a.......r"), {"b": (8, 2)}, RIGHT, LEFT, "s", id="ours beside theirs"),
        pytest.param((ROW, ROW, "a.......r"), {}, RIGHT, UP, "abs", id="other direction"),
        pytest.param((ROW, ROW, "a.......r"), {}, RIGHT, None, "abs", id="not shooting back"),
        pytest.param((ROW, ROW, "a..#....r"), {}, RIGHT, LEFT, "abrs", id="a brick between"),
    ],
)
def test_head_on_shots(
    rows: tuple[str, ...], where: dict[str, tuple[int, int]], blue: int, red: int | None, left: str
) -> None:
    places = {"b": (0, 8), "s": (8, 6), **where}
    state = draw(*rows, **places)
    state = step(state, [SHOOT + blue, STAY], [STAY if red is None else SHOOT + red, STAY])
    assert alive(state) == left


def test_head_on_shots_of_own_tanks() -> None:
    state = step(draw(ROW, ROW, "a.......b", "r.......s"), [SHOOT + RIGHT, SHOOT + LEFT], [STAY, STAY])
    assert alive(state) == "abrs"
    assert all(shot.cancelled for shot in state.shots)


def test_cancelled_shot_still_needs_reloading() -> None:
    state = step(draw(ROW, ROW, "a.......r", "b.......s"), [SHOOT + RIGHT, STAY], [SHOOT + LEFT, STAY])
    with pytest.raises(IllegalMove):
        game.check(state, 0, [SHOOT + RIGHT, STAY])


def test_side_shot_hits_despite_head_on_shots() -> None:
    """The source's example: c shoots at a, b shoots at c from the side."""
    state = draw(ROW, ROW, "a.......r", ROW, "........b", s=(0, 8))
    state = step(state, [SHOOT + RIGHT, SHOOT + UP], [SHOOT + LEFT, STAY])
    assert alive(state) == "abs"


def test_all_tanks_in_a_cell_are_hit() -> None:
    state = draw(ROW, ROW, "a...r....", s=(4, 2), b=(0, 8))
    state = step(state, [SHOOT + RIGHT, STAY], [STAY, STAY])
    assert alive(state) == "ab"
    outcome = game.outcome(state)
    assert outcome
    assert (outcome.scores, outcome.reasons) == ((2.0, 0.0), (None, "tanks_destroyed"))


def test_tank_in_shooters_cell_is_not_hit() -> None:
    state = step(draw(ROW, ROW, "a...r...s", b=(0, 2)), [SHOOT + RIGHT, STAY], [STAY, STAY])
    assert alive(state) == "abs"


# The end


@pytest.mark.parametrize(
    ("blue", "red", "scores", "reasons"),
    [
        pytest.param(SHOOT + RIGHT, STAY, (2, 0), (None, "base_destroyed"), id="red's base"),
        pytest.param(STAY, SHOOT + RIGHT, (0, 2), ("base_destroyed", None), id="blue's base"),
        pytest.param(SHOOT + RIGHT, SHOOT + RIGHT, (1, 1), ("base_destroyed",) * 2, id="both bases"),
    ],
)
def test_destroyed_bases_decide(blue: int, red: int, scores: tuple[int, int], reasons: tuple[str | None, ...]) -> None:
    """Blue 0 is in the row of red's base, red 0 in the row of blue's."""
    state = draw("r........", *[ROW] * 7, "a........", b=(8, 5), s=(8, 3))
    outcome = game.outcome(step(state, [blue, STAY], [red, STAY]))
    assert outcome
    assert (outcome.scores, outcome.reasons) == (scores, reasons)


def test_base_and_last_tank_in_one_turn() -> None:
    state = draw(*[ROW] * 5, "b.......r", *[ROW] * 2, "a........", dead="s")
    outcome = game.outcome(step(state, [SHOOT + RIGHT, SHOOT + RIGHT], [STAY, STAY]))
    assert outcome
    assert outcome.reasons == (None, "base_and_tanks_destroyed")
    assert render(outcome.text, ["me", "you"]) == "me wins: you lost the base and both tanks on turn 1"


def test_base_and_both_tanks_lost_on_one_turn_is_a_draw() -> None:
    both = draw("r........", "a........", *[ROW] * 7, dead="bs")
    outcome = game.outcome(step(both, [SHOOT + UP, STAY], [SHOOT + RIGHT, STAY]))
    assert outcome
    assert outcome.scores == (1, 1)
    assert outcome.reasons == ("base_destroyed", "tanks_destroyed")


def test_draw_after_last_turn() -> None:
    state = start(max_turns=100)
    for turn in range(1, 101):
        assert state.turn == turn
        assert game.to_move(state) == (0, 1)
        state = step(state, [STAY, STAY], [STAY, STAY])
    outcome = game.outcome(state)
    assert game.to_move(state) == ()
    assert outcome
    assert (outcome.scores, outcome.reasons, outcome.text.id) == ((1, 1), (None, None), "verdict.draw")


def test_win_on_last_turn_counts() -> None:
    state = replace(draw(*[ROW] * 8, "a........", b=(8, 5), s=(8, 3), r=(0, 2)), turn=100)
    outcome = game.outcome(step(state, [SHOOT + RIGHT, STAY], [STAY, STAY]))
    assert outcome
    assert outcome.scores == (2, 0)


@pytest.mark.parametrize("kind", ["invalid", "timeout", "crash"])
@pytest.mark.parametrize("sides", [(0,), (1,), (0, 1)])
def test_fault_loses_at_once_without_playing_turn(kind: Any, sides: tuple[int, ...]) -> None:
    state = draw(*[ROW] * 8, "a........", b=(8, 5), s=(8, 3), r=(0, 2))
    fault = Fault(kind, message("tank.turn_limit", turns=1))
    moves = {side: fault if side in sides else [SHOOT + RIGHT, STAY] for side in (0, 1)}
    after = game.step(state, moves)
    outcome = game.outcome(after)
    assert outcome
    assert (after.bricks, after.tanks, after.bases) == (state.bricks, state.tanks, state.bases)
    assert [outcome.reasons[side] for side in sides] == ["illegal" if kind == "invalid" else kind] * len(sides)
    assert outcome.scores == {(0,): (0, 2), (1,): (2, 0), (0, 1): (1, 1)}[sides]


# Random play


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_random_play_keeps_invariants(seed: int, rng: Random) -> None:
    state = start(seed=seed)
    while game.to_move(state):
        before = json.dumps(game.view(state, None))
        moves = {side: game.sample(state, side, rng) for side in (0, 1)}
        after = step(state, moves[0], moves[1])
        assert json.dumps(game.view(state, None)) == before, "step changed its input"
        assert after.bricks <= state.bricks
        assert after.turn == state.turn + 1
        for old, new in zip(sum(state.tanks, ()), sum(after.tanks, ()), strict=True):
            assert old.alive or not new.alive
            assert not new.alive or (0 <= new.x < 9 and 0 <= new.y < 9 and (new.x, new.y) not in after.bricks)
        state = after
    assert state.turn <= 101
    assert tank.from_view(game.view(state, 0)).tanks == state.tanks


def test_state_from_view_steps_like_the_game() -> None:
    state, rng = start(seed=5), Random(5)
    while game.to_move(state):
        moves = {side: game.sample(state, side, rng) for side in (0, 1)}
        ahead = game.step(tank.from_view(game.view(state, 0)), moves)
        state = game.step(state, moves)
        assert game.view(ahead, None) == game.view(state, None)


# The golden game


def test_golden_game_is_reproduced() -> None:
    """The game was recorded once and checked by hand. A change of the rules must deliberately change this file."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    state = start(**golden["options"], seed=golden["seed"])
    views = [game.view(state, None)]
    for blue, red in golden["turns"]:
        state = step(state, blue, red)
        views.append(game.view(state, None))
    assert [view["destroyed"] for view in views] == golden["destroyed"]
    assert views[-1] == golden["last"]
    outcome = game.outcome(state)
    assert outcome
    assert json.loads(json.dumps(outcome.json())) == golden["outcome"]


# Hooks for test_conformance.py


def say(move: Any) -> str:
    return json.dumps({"response": move})


PUBLIC = """
    BASES DOWN SIZE STARTS STAY STEEL STEPS UP Shot State Tank from_view game generate_field legal_orders"""
