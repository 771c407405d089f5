"""Planes: the rules in tables, comparison of all placings with the original program, and how well house bots shoot."""

from __future__ import annotations

import functools
import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, floats, integers, lists, none, recursive, text
from sandlot import bots
from sandlot.game import BadOption, Fault, IllegalMove, read_options
from sandlot.games import planes
from sandlot.messages import message, player, render
from sandlot.wire import Unreadable

HJQ_OF_THE_SOURCE = (Path(__file__).parent / "bots" / "planes_hjq.py").read_text(encoding="utf-8")

GOOD = [[1, 1, 0], [4, 4, 1], [1, 5, 2]]
OTHER = [[1, 1, 0], [5, 1, 0], [4, 5, 0]]
HEADS_OF_GOOD = [(1, 3), (6, 4), (4, 7)]
TIMEOUT = Fault("timeout", message("fault.timeout", who=player(0), limit=1000, turn=1))
CRASH = Fault("crash", message("fault.ended", who=player(0), turn=1))
INVALID = Fault("invalid", message("planes.illegal.placing", who=player(0), got="None"))


def start(**options: Any) -> planes.State:
    return planes.game.start(2, 0, read_options(planes.game, options))


def shooting(first: Any = GOOD, second: Any = GOOD, **options: Any) -> planes.State:
    return planes.game.step(start(**options), {0: first, 1: second})


def play(state: planes.State, *shots: Any) -> planes.State:
    """Let the players shoot in turn."""
    for shot in shots:
        (mover,) = planes.game.to_move(state)
        planes.game.check(state, mover, shot)
        state = planes.game.step(state, {mover: shot})
    return state


# Planes and placings


@pytest.mark.parametrize(
    ("plane", "rows"),
    [
        ((1, 1, 0), ["..H..", "#####", "..#..", ".###."]),
        ((1, 5, 1), [".#..", ".#.#", "H###", ".#.#", ".#.."]),
        ((6, 4, 2), [".###.", "..#..", "#####", "..H.."]),
        ((2, 3, 3), ["..#.", "#.#.", "###H", "#.#.", "..#."]),
    ],
)
def test_shape_of_plane(plane: planes.Plane, rows: list[str]) -> None:
    x, y, _ = plane
    cells = {(x + i, y + j): mark for i, row in enumerate(rows) for j, mark in enumerate(row) if mark != "."}
    assert planes.head_cell(plane) == next(cell for cell, mark in cells.items() if mark == "H")
    assert set(planes.body_cells(plane)) == {cell for cell, mark in cells.items() if mark == "#"}


@pytest.mark.parametrize(("size", "count"), [(9, 8744), (10, 66816)])
def test_number_of_placings(size: int, count: int) -> None:
    known = planes.placements(size)
    assert len(known.placings) == len({frozenset(each) for each in known.placings}) == count
    assert known.everything.bit_count() == count


def test_order_of_placings_is_that_of_original() -> None:
    source, _ = hjq_of_the_source()
    boards = source["methods"][1:]
    known = planes.placements(9)
    assert [tuple(reversed(each)) for each in source["vector_store"][1:]] == list(known.placings)
    for index in range(0, 8744, 97):
        for x, y in known.cells:
            found = [known.having((x, y), content) >> index & 1 for content in (0, 1, 2)]
            assert found == [int(boards[index][x][y] == content) for content in (0, 1, 2)]


@pytest.mark.parametrize("size", [9, 10])
def test_bit_sets_are_consistent(size: int) -> None:
    known = planes.placements(size)
    for cell in known.cells:
        assert known.empty[cell] ^ known.body[cell] ^ known.head[cell] == known.everything
        assert known.taken[cell] == known.body[cell] | known.head[cell]
        assert known.having(cell, "head") == known.having(cell, 2) == known.head[cell]
    assert sum(known.head[cell].bit_count() for cell in known.cells) == 3 * len(known.placings)
    assert sum(known.body[cell].bit_count() for cell in known.cells) == 27 * len(known.placings)


def test_possible_placements() -> None:
    known = planes.placements(9)
    placing = tuple(map(tuple, GOOD))
    state = shooting()
    for cell in ([1, 3], [9, 9], [2, 2], [6, 4], [4, 5]):
        state = play(state, cell, cell)
    possible = known.possible(planes.game.view(state, 0)["shots"])
    assert sorted(placing) in [sorted(each) for each in known.members(possible)]
    expected = [
        each
        for each in known.placings
        if {(1, 3), (6, 4)} <= set(map(planes.head_cell, each))
        and {(2, 2), (4, 5)} <= {cell for plane in each for cell in planes.body_cells(plane)}
        and not any((9, 9) in {planes.head_cell(plane), *planes.body_cells(plane)} for plane in each)
    ]
    assert known.members(possible) == expected
    heat = known.heat(possible)
    assert (heat[0][2], heat[8][8], heat[1][1]) == (len(expected), 0, len(expected))


# The rules


@pytest.mark.parametrize(
    ("placing", "says"),
    [
        (None, "three planes"),
        ([], "three planes"),
        (GOOD[:2], "three planes"),
        ([*GOOD, [6, 6, 0]], "three planes"),
        ([[1, 1, 0], [4, 4, 1], [1, 5]], "three planes"),
        ([[1, 1, 0], [4, 4, 1], [1, 5, True]], "three planes"),
        ([[1, 1, 0], [4, 4, 1], [1, 5, 2.0]], "three planes"),
        ([[1, 1, 0], [4, 4, 1], "152"], "three planes"),
        ([[1, 1, 0], [4, 4, 1], [1, 5, -1]], "from 0 to 3"),
        ([[0, 1, 0], [4, 4, 1], [1, 5, 2]], "plane 1 .* not wholly on the board"),
        ([[1, 1, 0], [4, 4, 1], [1, 6, 2]], "plane 3 .* not wholly on the board"),
        ([[1, 1, 0], [6, 4, 1], [1, 5, 2]], "plane 2 .* not wholly on the board"),
        ([[1, 1, 0], [4, 4, 1], [1, 3, 2]], "plane 3 .* overlaps plane 1"),
        ([[1, 1, 0], [1, 1, 0], [1, 5, 2]], "plane 2 .* overlaps plane 1"),
        ([[1, 1, 0], [4, 4, 1], [10**20, 5, 2]], "not wholly on the board"),
    ],
)
def test_illegal_placings(placing: Any, says: str) -> None:
    with pytest.raises(IllegalMove, match=says):
        planes.game.check(start(), 1, placing)


@pytest.mark.parametrize("turns", [1, 2, 10**30])
def test_direction_is_taken_modulo_four(turns: int) -> None:
    placing = [[x, y, d + 4 * turns] for x, y, d in GOOD]
    planes.game.check(start(), 0, placing)
    after = planes.game.step(start(), {0: placing, 1: GOOD})
    assert after == planes.game.step(start(), {0: GOOD, 1: GOOD})
    assert planes.game.view(after, 0)["mine"] == [list(plane) for plane in GOOD]


def test_planes_may_interlock() -> None:
    planes.game.check(start(), 0, [[1, 1, 0], [1, 4, 2], [6, 1, 0]])


@pytest.mark.parametrize(
    ("shot", "says"),
    [
        (None, "list of x and y"),
        ([1], "list of x and y"),
        ([1, 2, 3], "list of x and y"),
        (["1", 2], "list of x and y"),
        ([True, 2], "list of x and y"),
        ([0, 5], "outside the board"),
        ([5, 10], "outside the board"),
        ([-1, 5], "outside the board"),
        ([2, 2], "as on shot 1"),
    ],
)
def test_illegal_shots(shot: Any, says: str) -> None:
    state = play(shooting(), [2, 2], [9, 9])
    with pytest.raises(IllegalMove, match=says):
        planes.game.check(state, 0, shot)


def test_larger_board() -> None:
    state = shooting(size=10)
    planes.game.check(state, 0, [10, 10])
    planes.game.check(start(size=10), 0, [[1, 1, 0], [4, 4, 1], [7, 6, 0]])
    for size in (8, 11, True):
        with pytest.raises(BadOption):
            start(size=size)


def test_both_place_at_once_then_player_0_shoots() -> None:
    state = start()
    assert planes.game.to_move(state) == (0, 1)
    state = planes.game.step(state, {0: GOOD, 1: OTHER})
    assert planes.game.to_move(state) == (0,)
    state = play(state, [1, 1])
    assert planes.game.to_move(state) == (1,)
    assert planes.game.to_move(play(state, [1, 1])) == (0,)


MISSES = [(9, 1), (9, 2), (9, 3), (9, 8)]


@pytest.mark.parametrize(
    ("shots", "equal_turns", "scores"),
    [
        pytest.param([*zip(HEADS_OF_GOOD, MISSES, strict=False)], False, (1.0, 0.0), id="the first wins at once"),
        pytest.param([*zip(MISSES, HEADS_OF_GOOD, strict=False)], False, (0.0, 1.0), id="the second wins at once"),
        pytest.param([*zip(HEADS_OF_GOOD, HEADS_OF_GOOD, strict=True)], False, (1.0, 0.0), id="no answer"),
        pytest.param([*zip(HEADS_OF_GOOD, HEADS_OF_GOOD, strict=True)], True, (0.5, 0.5), id="answered"),
        pytest.param([*zip(HEADS_OF_GOOD, MISSES, strict=False)], True, (1.0, 0.0), id="answered in vain"),
        pytest.param([*zip(MISSES, HEADS_OF_GOOD, strict=False)], True, (0.0, 1.0), id="nothing to answer"),
    ],
)
def test_winner(shots: list[Any], equal_turns: bool, scores: tuple[float, float]) -> None:
    state, told = shooting(equal_turns=equal_turns), 0
    for shot in (list(cell) for pair in shots for cell in pair):
        if planes.game.to_move(state):
            assert planes.game.outcome(state) is None
            state, told = play(state, shot), told + 1
    outcome = planes.game.outcome(state)
    assert outcome is not None
    assert outcome.scores == scores
    assert told == (6 if equal_turns or scores == (0.0, 1.0) else 5)


def test_verdict_names_number_of_shots() -> None:
    state = play(shooting(), [1, 3], [9, 9], [6, 4], [9, 8], [4, 7])
    outcome = planes.game.outcome(state)
    assert outcome is not None
    assert render(outcome.text, ["ann", "bob"]) == "ann wins: bob lost the last plane to shot 3"


@pytest.mark.parametrize(
    ("moves", "scores", "reasons"),
    [
        ({0: INVALID, 1: GOOD}, (0.0, 1.0), ("illegal", None)),
        ({0: GOOD, 1: TIMEOUT}, (1.0, 0.0), (None, "timeout")),
        ({0: CRASH, 1: INVALID}, (0.5, 0.5), ("crash", "illegal")),
    ],
)
def test_faults_while_placing(moves: Any, scores: Any, reasons: Any) -> None:
    state = planes.game.step(start(), moves)
    outcome = planes.game.outcome(state)
    assert outcome is not None
    assert (planes.game.to_move(state), outcome.scores, outcome.reasons) == ((), scores, reasons)
    assert json.dumps(planes.game.view(state, None))


@pytest.mark.parametrize("before", [0, 1, 4])
def test_faults_while_shooting(before: int) -> None:
    state = play(shooting(), *shots(before))
    (mover,) = planes.game.to_move(state)
    state = planes.game.step(state, {mover: TIMEOUT})
    outcome = planes.game.outcome(state)
    assert outcome is not None
    assert (planes.game.to_move(state), outcome.scores[mover], outcome.reasons[mover]) == ((), 0.0, "timeout")


def shots(count: int) -> list[list[int]]:
    """Return the first shots of two players who both shoot along the rows."""
    return [[1, 1 + number // 2] for number in range(count)]


# Views


def test_views_hide_cells_not_shot_at() -> None:
    """Two games give the same view if the opponent's planes differ only on cells that were not shot at."""
    known, rng = planes.placements(9), random.Random(3)
    for _ in range(40):
        cells = rng.sample([list(cell) for cell in known.cells], 6)
        truth = rng.choice(known.placings)
        state = play(shooting(GOOD, truth), *(each for cell in cells for each in (cell, cell)))
        if not planes.game.to_move(state):
            continue
        mine = planes.game.view(state, 0)
        for twin in rng.sample(known.members(known.possible(mine["shots"])), 1):
            other = play(shooting(GOOD, twin), *(each for cell in cells for each in (cell, cell)))
            assert planes.game.view(other, 0) == mine
            assert text_of(other, 0) == text_of(state, 0)
    assert planes.game.view(shooting(GOOD, GOOD), 0) == planes.game.view(shooting(GOOD, OTHER), 0)
    assert planes.game.view(shooting(GOOD, GOOD), 0) != planes.game.view(shooting(OTHER, GOOD), 0)


def text_of(state: planes.State, number: int) -> str:
    return planes.game.wires["line"].open().ask(planes.game.view(state, number)).text


def test_view_of_player() -> None:
    view = planes.game.view(start(), 1)
    assert (view["phase"], view["turn"], view["player"], view["mine"], view["legal"]) == (
        "place",
        0,
        1,
        None,
        [],
    )
    state = play(shooting(), [1, 3], [2, 3], [9, 9])
    view = planes.game.view(state, 1)
    assert json.loads(json.dumps(view)) == view
    assert (view["phase"], view["turn"], view["mine"], view["heads"]) == ("shoot", 2, GOOD, 0)
    assert view["shots"] == [{"x": 2, "y": 3, "found": "body"}]
    assert view["received"] == [{"x": 1, "y": 3, "found": "head"}, {"x": 9, "y": 9, "found": "empty"}]
    assert len(view["legal"]) == 80
    assert [2, 3] not in view["legal"]
    assert planes.game.view(state, 0)["heads"] == 1


def test_omniscient_view() -> None:
    view = planes.game.view(play(shooting(GOOD, OTHER), [1, 3], [9, 9]), None)
    assert json.loads(json.dumps(view)) == view
    assert view["last"] == {"player": 1, "x": 9, "y": 9, "found": "empty"}
    first, second = view["boards"]
    assert (first["planes"], second["planes"]) == (GOOD, OTHER)
    assert second["shots"] == [{"x": 1, "y": 3, "found": "head"}]
    assert (first["heads"], second["heads"]) == (0, 1)
    known = planes.placements(9)
    assert first["possible"] == known.empty[9, 9].bit_count()
    assert second["possible"] == known.head[1, 3].bit_count() == second["heat"][0][2]


# Programs and entry points


def test_program_protocol() -> None:
    session = planes.game.wires["line"].open()
    assert session.ask(planes.game.view(start(size=10), 1)).text == "place 10 2"
    assert session.read("1 1 0  4 4 1 1 5 2\n", True).move == GOOD
    state = shooting()
    assert session.ask(planes.game.view(state, 0)).text == "shoot 0 0 -1 0 0 -1"
    assert session.read("9 10", True).move == [9, 10]
    state = play(state, [1, 3])
    assert text_of(state, 1) == "shoot 0 0 -1 1 3 2"
    state = play(state, [4, 5])
    assert text_of(state, 0) == "shoot 1 3 2 4 5 1"


@pytest.mark.parametrize("reply", ["", "1 1 0", "1 1 0 4 4 1 1 5", "[[1,1,0],[4,4,1],[1,5,2]]", "１ " * 9, "7 " * 999])
def test_unreadable_placing_is_refused(reply: str) -> None:
    session = planes.game.wires["line"].open()
    session.ask(planes.game.view(start(), 0))
    with pytest.raises(Unreadable, match="nine numbers"):
        session.read(reply, True)


@pytest.mark.parametrize("reply", ["5", "5,5", "5 5 5", "a b", "1.0 2", "5\x005"])
def test_unreadable_shot_is_refused(reply: str) -> None:
    session = planes.game.wires["line"].open()
    session.ask(planes.game.view(shooting(), 0))
    with pytest.raises(Unreadable, match="two numbers"):
        session.read(reply, True)


@given(text() | lists(integers(), max_size=10).map(lambda numbers: " ".join(map(str, numbers))))
def test_any_answer_is_read_or_refused(anything: str) -> None:
    for state in (start(), shooting()):
        session = planes.game.wires["line"].open()
        session.ask(planes.game.view(state, 0))
        with suppress(Unreadable, IllegalMove):
            planes.game.check(state, 0, session.read(anything, True).move)


@given(recursive(none() | booleans() | integers() | floats() | text(), lists, max_leaves=12))
def test_any_move_keeps_invariants(anything: Any) -> None:
    for state in (start(), shooting()):
        with suppress(IllegalMove):
            planes.game.check(state, 0, anything)


def functions(source: str) -> tuple[dict[str, Any], Callable[[Any], Any]]:
    """Load a bot with the entry points of the original platform; return its globals and its move function."""
    entry = planes.game.original_form()  # type: ignore[attr-defined]
    names: dict[str, Any] = dict(entry.given)
    exec(source, names)
    mover = entry.bind(names)
    assert mover is not None
    return names, mover


@functools.cache
def hjq_of_the_source() -> tuple[dict[str, Any], Callable[[Any], Any]]:
    """Load it once, because it counts all placings at its start, which takes a second."""
    return functions(HJQ_OF_THE_SOURCE)


RECORDER = """
FIRST = rnd(1, 3)
inits = 0
begun = []
def init():
    global inits
    inits += 1
def begin(player):
    begun.append((player, check(1, 1, 3), check(2, 1, 3)))
    return [(1, 1, 0), (4, 4, 1), (1, 5, 2)]
def play():
    return [check(p, x, y) for p, x, y in QUESTIONS]
"""


def test_original_functions_are_provided() -> None:
    names, mover = functions(RECORDER)
    assert names["FIRST"] in (1, 2, 3)
    assert mover(planes.game.view(start(), 1)) == [tuple(plane) for plane in GOOD]
    names["QUESTIONS"] = [
        *((1, 4, 5), (1, 5, 5), (2, 1, 3), (2, 1, 1), (3, 1, 1), (0, 1, 1), (1, 0, 1), (2, 1, 10)),
    ]
    state = play(shooting(), [1, 3], [4, 5], [1, 1])
    assert mover(planes.game.view(state, 1)) == [1, -1, 2, 0, -2, -2, -2, -2]
    # In the next game of a series `init` is not called again, `begin` is, and nothing is known.
    mover(planes.game.view(start(), 0))
    assert (names["inits"], names["begun"]) == (1, [(2, -1, -1), (1, -1, -1)])


def test_rnd_uses_bots_random_stream() -> None:
    rnd = planes.game.original_form().given["rnd"]  # type: ignore[attr-defined]
    random.seed(11)
    drawn = [rnd(1, 6) for _ in range(200)]
    random.seed(11)
    assert drawn == [rnd(1, 6) for _ in range(200)]
    assert set(drawn) == {1, 2, 3, 4, 5, 6}


def test_file_without_original_functions_is_not_bound() -> None:
    entry = planes.game.original_form()  # type: ignore[attr-defined]
    assert entry.bind({"begin": print}) is None
    assert entry.forms == (("begin", "play"),)


# House bots


def house(name: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    exec(bots.source("planes", name), namespace)
    return namespace


def shots_needed(choose: Callable[..., Any], size: int) -> Counter[int]:
    """Count the placings by the number of shots that uncover all heads, following every answer to every shot."""
    known = planes.placements(size)
    needed: Counter[int] = Counter()
    open_cases = [(known.everything, [list(cell) for cell in known.cells], 1, 3)]
    while open_cases:
        possible, cells, shot, heads = open_cases.pop()
        x, y = choose(known, possible, cells)
        rest = [cell for cell in cells if cell != [x, y]]
        for found in range(3):
            left = possible & known.having((x, y), found)
            if left and heads == 1 and found == planes.HEAD:
                needed[shot] += left.bit_count()
            elif left:
                open_cases.append((left, rest, shot + 1, heads - (found == planes.HEAD)))
    return needed


def test_shots_of_hjq_over_all_placings() -> None:
    needed = shots_needed(house("hjq")["choose"], 9)
    counts = sorted(needed.elements())
    assert len(counts) == 8744
    assert round(sum(counts) / 8744, 3) == 13.931
    assert (counts[8744 // 2], counts[-1]) == (15, 17)


def test_shots_of_entropy_over_all_placings() -> None:
    needed = shots_needed(house("entropy")["choose"], 9)
    assert needed.total() == 8744
    assert sum(shot * times for shot, times in needed.items()) / 8744 < 10.5
    assert max(needed) <= 16


@pytest.mark.parametrize("seed", range(4))
def test_hjq_shoots_like_original_program(seed: int) -> None:
    random.seed(seed)
    _, original = hjq_of_the_source()
    ours, state = house("hjq")["move"], start()
    while movers := planes.game.to_move(state):
        moves = {}
        for k in movers:
            view = json.loads(json.dumps(planes.game.view(state, k)))
            moves[k] = original(view) if k == seed % 2 else planes.game.sample(state, k, random.Random(seed))
            if k == seed % 2 and view["phase"] == "shoot":
                assert tuple(moves[k]) == tuple(ours(view))
            planes.game.check(state, k, json.loads(json.dumps(moves[k])))
        state = planes.game.step(state, moves)


@pytest.mark.parametrize("name", ["entropy", "hjq", "random", "starter"])
@pytest.mark.parametrize("size", [9, 10])
def test_house_bots_make_legal_moves(name: str, size: int) -> None:
    random.seed(7)
    bot, state = house(name)["move"], start(size=size, equal_turns=size == 10)
    while movers := planes.game.to_move(state):
        moves = {k: json.loads(json.dumps(bot(planes.game.view(state, k)))) for k in movers}
        for k, move in moves.items():
            planes.game.check(state, k, move)
        state = planes.game.step(state, moves)


def test_golden_game_is_reproduced() -> None:
    rng, state = random.Random(4), start()
    while movers := planes.game.to_move(state):
        state = planes.game.step(state, {k: planes.game.sample(state, k, rng) for k in movers})
    outcome = planes.game.outcome(state)
    assert outcome is not None
    assert state.planes == GOLDEN_PLANES
    assert (tuple(map(len, state.shots)), outcome.scores) == GOLDEN_END
    assert state.shots[0][:6] == GOLDEN_SHOTS


GOLDEN_PLANES: Any = (((1, 3, 2), (4, 2, 3), (6, 5, 2)), ((1, 4, 3), (4, 6, 1), (5, 2, 1)))
GOLDEN_END = ((41, 40), (1.0, 0.0))
GOLDEN_SHOTS = ((2, 5), (7, 9), (2, 3), (1, 3), (9, 3), (1, 9))


# Hooks for test_conformance.py


def say(move: Any) -> str:
    numbers = [number for plane in move for number in plane] if len(move) == planes.COUNT else move
    return " ".join(map(str, numbers))


def redeal(state: planes.State, number: int, rng: random.Random) -> planes.State:
    """Place the opponent's planes anew, in a random way that is consistent with the shots."""
    other = state.planes[1 - number]
    if other is None:
        return state
    known = planes.placements(state.size)
    twin = rng.choice(known.members(known.possible(planes.game.view(state, number)["shots"])))
    placed = (twin, state.planes[1]) if number == 1 else (state.planes[0], twin)
    return replace(state, planes=placed)


PUBLIC = """
    BODY COUNT EMPTY FOUND HEAD OUTSIDE SIZE UNKNOWN Cell Placements Placing Plane State body_cells game head_cell
    placements"""
