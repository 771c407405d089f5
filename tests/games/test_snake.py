"""Snake: every rule in a table, and comparison with a second engine that follows the original program."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from conftest import in_node
from hypothesis import given
from hypothesis.strategies import text
from sandlot import bots
from sandlot.game import BadOption, Fault, IllegalMove, read_options
from sandlot.games import snake
from sandlot.messages import message, player, render
from sandlot.wire import Unreadable

UP, RIGHT, DOWN, LEFT = range(4)
TIMEOUT = Fault("timeout", message("fault.timeout", who=player(0), limit=2000, turn=1))
CRASH = Fault("crash", message("fault.ended", who=player(0), turn=1))
INVALID = Fault("invalid", message("snake.illegal.direction", who=player(0), got="9", step=1))


def start(seed: int = 0, **options: Any) -> snake.State:
    return snake.game.start(2, seed, read_options(snake.game, options))


def position(
    first: list[tuple[int, int]], second: list[tuple[int, int]], step: int, obstacles: tuple[Any, ...] = ()
) -> snake.State:
    """Return a position with two bodies, given from head to tail, on an otherwise empty board."""
    text = "".join("01"[divmod(i, 14) in obstacles] for i in range(13 * 14))
    snakes = tuple(snake.Snake(body[-1], tuple(body), "0" * (step - 1)) for body in (first, second))
    return snake.State(13, 14, text, frozenset(obstacles), snakes, step)  # type: ignore[arg-type]


def causes(state: snake.State) -> list[str | None]:
    return [each.death and each.death.cause for each in state.snakes]


FAR = [(12, 13), (12, 12), (12, 11)]
ABOVE = [(11, 0), (12, 0), (12, 1)]


# Growth and deaths


def test_snake_grows_on_first_ten_steps_then_every_third() -> None:
    stays = [step for step in range(1, 32) if snake.grows(step)]
    assert stays == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 19, 22, 25, 28, 31]


def test_lengths_during_a_game() -> None:
    state, lengths = start(obstacles=0), []
    for first, second in zip("0000000000001222", "2222222222223000", strict=True):
        state = snake.game.step(state, {0: int(first), 1: int(second)})
        lengths.append(len(state.snakes[0].body))
    assert lengths == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 12, 12, 12, 13]


@pytest.mark.parametrize(
    ("first", "second", "step", "moves", "expected"),
    [
        pytest.param([(0, 5), (1, 5)], FAR, 3, (UP, UP), ["outside", None], id="above the board"),
        pytest.param([(5, 0), (5, 1)], FAR, 3, (LEFT, UP), ["outside", None], id="left of the board"),
        pytest.param([(12, 5), (11, 5)], FAR, 3, (DOWN, UP), ["outside", None], id="below the board"),
        pytest.param(ABOVE, [(5, 13), (5, 12)], 3, (UP, RIGHT), [None, "outside"], id="right of the board"),
        pytest.param(ABOVE, [(7, 8), (7, 9)], 3, (UP, LEFT), [None, "obstacle"], id="an obstacle"),
        pytest.param([(5, 5), (5, 6)], FAR, 3, (RIGHT, UP), ["itself", None], id="back into the neck"),
        pytest.param([(5, 5), (5, 6), (6, 6), (6, 5)], FAR, 4, (DOWN, UP), ["itself", None], id="own tail that stays"),
        pytest.param([(5, 5), (5, 6), (6, 6), (6, 5)], FAR, 12, (DOWN, UP), [None, None], id="own tail that goes"),
        pytest.param(
            [(5, 5), (4, 5)],
            [(7, 6), (6, 6), (5, 6)],
            4,
            (RIGHT, DOWN),
            ["other", None],
            id="other's tail that stays",
        ),
        pytest.param(
            [(5, 5), (4, 5)],
            [(7, 6), (6, 6), (5, 6)],
            12,
            (RIGHT, DOWN),
            [None, None],
            id="other's tail that goes",
        ),
        pytest.param(
            [(5, 5), (4, 5)], [(5, 6), (4, 6)], 3, (RIGHT, LEFT), ["other", "other"], id="heads change places"
        ),
        pytest.param(
            [(5, 5), (4, 5), (3, 5)],
            [(5, 6), (4, 6), (3, 6)],
            12,
            (RIGHT, LEFT),
            ["other", "other"],
            id="also later",
        ),
        pytest.param([(5, 5), (4, 5)], [(5, 7), (4, 7)], 3, (RIGHT, LEFT), ["heads", "heads"], id="heads on one cell"),
        pytest.param(
            [(5, 5), (4, 5)],
            [(6, 6), (5, 6), (4, 6)],
            3,
            (RIGHT, DOWN),
            ["other", None],
            id="the other's body",
        ),
        pytest.param([(0, 5), (1, 5)], [(0, 9), (1, 9)], 3, (UP, UP), ["outside", "outside"], id="both at once"),
    ],
)
def test_deaths(first: Any, second: Any, step: int, moves: tuple[int, int], expected: list[str | None]) -> None:
    state = snake.game.step(position(first, second, step, obstacles=((7, 7),)), dict(enumerate(moves)))
    assert causes(state) == expected
    assert (snake.game.outcome(state) is None) == (expected == [None, None])
    # The same with the seats swapped.
    state = snake.game.step(position(second, first, step, obstacles=((7, 7),)), dict(enumerate(moves[::-1])))
    assert causes(state) == expected[::-1]


@pytest.mark.parametrize(
    ("moves", "expected", "places"),
    [
        ({0: TIMEOUT, 1: UP}, ["timeout", None], (2, 1)),
        ({0: UP, 1: CRASH}, [None, "crash"], (1, 2)),
        ({0: INVALID, 1: TIMEOUT}, ["illegal", "timeout"], (1, 1)),
        ({0: INVALID, 1: DOWN}, ["illegal", "outside"], (1, 1)),
        ({0: INVALID, 1: LEFT}, ["illegal", "itself"], (1, 1)),
    ],
)
def test_fault_kills_snake_and_opponent_may_die_in_same_step(
    moves: dict[int, Any], expected: list[str], places: tuple[int, int]
) -> None:
    state = snake.game.step(position(ABOVE, FAR, 12), moves)
    outcome = snake.game.outcome(state)
    assert outcome is not None
    assert (causes(state), list(outcome.reasons), outcome.places) == (expected, expected, places)
    assert state.moves == tuple(None if isinstance(move, Fault) else move for move in moves.values())


def test_tail_of_faulting_snake_still_moves() -> None:
    first, second = [(5, 5), (4, 5)], [(7, 6), (6, 6), (5, 6)]
    state = snake.game.step(position(first, second, 12), {0: RIGHT, 1: TIMEOUT})
    assert causes(state) == [None, "timeout"]


def test_draw_after_last_step() -> None:
    state = start(max_steps=2, obstacles=0)
    for _ in range(2):
        assert snake.game.to_move(state) == (0, 1)
        state = snake.game.step(state, {0: UP, 1: DOWN})
    outcome = snake.game.outcome(state)
    assert outcome is not None
    assert (snake.game.to_move(state), outcome.scores, outcome.places) == ((), (0.5, 0.5), (1, 1))
    assert render(outcome.text) == "Draw: no decision after 2 turns"


def test_verdicts_name_player_and_cause() -> None:
    state = snake.game.step(position(ABOVE, FAR, 3), {0: LEFT, 1: UP})
    outcome = snake.game.outcome(state)
    assert outcome is not None
    assert render(outcome.text, ["ann", "bob"]) == "bob wins: ann left the board on turn 3"
    state = snake.game.step(position([(5, 5), (4, 5)], [(5, 6), (4, 6)], 3), {0: RIGHT, 1: LEFT})
    outcome = snake.game.outcome(state)
    assert outcome is not None
    assert render(outcome.text, ["ann", "bob"]) == ("Draw: ann ran into bob on turn 3; bob ran into ann on turn 3")


@pytest.mark.parametrize("move", [-1, 4, 1.0, True, "1", None, [1], {}, 10**30])
def test_invalid_direction_is_refused(move: Any) -> None:
    with pytest.raises(IllegalMove, match="a whole number: 0 up"):
        snake.game.check(start(), 0, move)


# Comparison with a second engine


def judged(board: str, starts: list[tuple[int, int]], steps: list[str]) -> list[bool]:
    """Return the deaths after these steps by the original description: bodies are rebuilt from the start each time."""
    bodies = []
    for (x, y), made in zip(starts, steps, strict=True):
        cells, tail = [(x, y)], 0
        for number, d in enumerate(made, 1):
            x, y = x + (-1, 0, 1, 0)[int(d)], y + (0, 1, 0, -1)[int(d)]
            cells.append((x, y))
            tail += 0 if number <= 10 or number % 3 == 1 else 1
        bodies.append(cells[tail:])
    dead = []
    for mine, other in (bodies, bodies[::-1]):
        x, y = mine[-1]
        outside = x < 0 or x >= 13 or y < 0 or y >= 14
        dead.append(outside or board[x * 14 + y] == "1" or (x, y) in mine[:-1] or (x, y) in other)
    return dead


@pytest.mark.parametrize("walls", ["open", "border"])
def test_rules_agree_with_second_engine(walls: str) -> None:
    seen: set[tuple[str | None, ...]] = set()
    for seed in range(150):
        rng = Random(seed)
        state = start(seed, walls=walls, obstacles=rng.choice((0, 20, 40)))
        starts = [each.start for each in state.snakes]
        while snake.game.to_move(state):
            moves = {k: snake.game.sample(state, k, rng) if rng.random() < 0.97 else rng.randrange(4) for k in (0, 1)}
            state = snake.game.step(state, moves)
            dead = judged(state.map, starts, [each.steps for each in state.snakes])
            assert [each.death is not None for each in state.snakes] == dead
        seen.add(tuple(causes(state)))
    assert {cause for pair in seen for cause in pair} >= {None, "obstacle", "itself", "other"}


# Maps and options


@pytest.mark.parametrize("walls", ["open", "border"])
def test_generated_maps(walls: str) -> None:
    for seed in range(20):
        assert_playable_map(seed, walls)


def assert_playable_map(seed: int, walls: str) -> None:
    state = start(seed, walls=walls)
    border = {(r, c) for r in range(13) for c in range(14) if r in (0, 12) or c in (0, 13)}
    inside = state.obstacles - border if walls == "border" else state.obstacles
    assert len(inside) == 20
    assert walls == "open" or border <= state.obstacles
    assert {(12 - r, 13 - c) for r, c in state.obstacles} == state.obstacles
    assert [s.start for s in state.snakes] == ([(12, 0), (0, 13)] if walls == "open" else [(11, 1), (1, 12)])
    reached, edge = {state.snakes[0].start}, [state.snakes[0].start]
    for cell in edge:
        for r, c in snake.neighbours(cell):
            if 0 <= r < 13 and 0 <= c < 14 and (r, c) not in state.obstacles and (r, c) not in reached:
                reached.add((r, c))
                edge.append((r, c))
    assert state.snakes[1].start in reached


def test_map_depends_on_seed() -> None:
    assert start(3).map == start(3).map != start(4).map
    assert snake.generate_map(1) == GOLDEN_MAP


MAPS_ON_THE_PAGE = """
import { readFileSync } from 'node:fs';
const { mapOf } = await import('STATIC/games/snake/obstacles.ts');
const asked = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(asked.map(([options, seed]) => mapOf(options, seed))));
"""


def test_page_computes_same_map_without_python() -> None:
    seeds = [*range(40), 2**32, 2**53 - 1, 2**64, 3_915_987_892]
    own = snake.generate_map(5)
    crowded = {"rows": 8, "columns": 9, "obstacles": 34}
    asked: list[tuple[dict[str, Any], int]] = [({}, seed) for seed in seeds]
    asked += [({"walls": "border"}, seed) for seed in range(10)]
    # With this many obstacles the first pairs often block all ways.
    asked += [(crowded, seed) for seed in range(20)]
    asked += [({"map": f"{own}\n"}, 1), ({"starts": [3, 3, 9, 10]}, 4), ({"rows": 40, "columns": 40}, 2)]
    found = json.loads(
        in_node(MAPS_ON_THE_PAGE, json.dumps([(read_options(snake.game, each), str(seed)) for each, seed in asked]))
    )
    for (options, seed), told in zip(asked, found, strict=True):
        state = start(seed, **options)
        assert told["obstacles"] == [list(cell) for cell in sorted(state.obstacles)], (options, seed)
        assert told["starts"] == [list(each.start) for each in state.snakes]
    # Without a seed, or with an invalid map or option, there are no obstacles to draw.
    usual = read_options(snake.game, {})
    for options, drawn in ((usual, ""), ({**usual, "map": "010"}, "1"), ({**usual, "obstacles": 7}, "1")):
        (none,) = json.loads(in_node(MAPS_ON_THE_PAGE, json.dumps([(options, drawn)])))
        assert none["obstacles"] == []


GOLDEN_MAP = (
    "00001000010000"
    "00000001000100"
    "00000000000000"
    "01010000000000"
    "01000000000100"
    "00000100000000"
    "00000100100000"
    "00000000100000"
    "00100000000010"
    "00000000001010"
    "00000000000000"
    "00100010000000"
    "00001000010000"
)


@pytest.mark.parametrize("laid_out", ["{}\n", "\ufeff{}", "{}\r\n\r\n", "\t{} "])
def test_map_text_ignores_line_breaks_and_spaces(laid_out: str) -> None:
    text = snake.generate_map(5)
    lines = "\n".join(" ".join(text[at : at + 14]) for at in range(0, len(text), 14))
    for each in (laid_out.format(text), laid_out.format(lines)):
        state = start(map=each)
        assert state == start(map=text)
        assert snake.from_text(f"{each}#12#0#()#0#13#()").map == text
    large = "\r\n".join([" ".join("0" * 40)] * 40)
    assert start(rows=40, columns=40, map=large).map == "0" * 1600


def test_given_map_and_starts_are_used() -> None:
    state = start(rows=4, columns=5, map="0" * 12 + "1" + "0" * 7, starts=[3, 4, 0, 0])
    assert state.obstacles == {(2, 2)}
    assert [each.start for each in state.snakes] == [(3, 4), (0, 0)]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"map": "0" * 181}, "181 characters"),
        ({"map": "0" * 181 + "2"}, "character 182"),
        ({"map": "0" * 181 + "１"}, "character 182"),
        ({"map": "1" * 182}, "not a free cell"),
        ({"starts": [13, 0, 0, 0]}, "not a free cell"),
        ({"starts": [1, 1, 1, 1]}, "both snakes start"),
        ({"walls": "border", "starts": [0, 0, 3, 3]}, "not a free cell"),
        ({"obstacles": 19}, "no point-symmetric map"),
        ({"obstacles": 180}, "no point-symmetric map"),
        ({"rows": 4, "columns": 4, "walls": "border"}, "no point-symmetric map"),
        ({"rows": 3}, "from 4 to 40"),
        ({"walls": "none"}, "one of open, border"),
    ],
)
def test_unplayable_options_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption, match=says):
        start(**options)


# The text protocol and the entry points


def test_text_has_own_snake_first() -> None:
    state = start(obstacles=0)
    for moves in ((UP, LEFT), (RIGHT, DOWN), (RIGHT, DOWN)):
        state = snake.game.step(state, dict(enumerate(moves)))
    empty = "0" * 182
    line = snake.game.wires["line"].open()
    assert line.ask(snake.game.view(state, 0)).text == f"{empty}#12#0#(011)#0#13#(322)"
    assert line.ask(snake.game.view(state, 1)).text == f"{empty}#0#13#(322)#12#0#(011)"
    assert line.ask(snake.game.view(start(walls="border"), 1)).text.endswith("#1#12#()#11#1#()")


@pytest.mark.parametrize(("reply", "move"), [("2", 2), (" 3\r\n", 3), ("0\n", 0), ("7", 7), ("-1", -1), ("0\x1f", 0)])
def test_readable_answers(reply: str, move: int) -> None:
    assert snake.game.wires["line"].open().read(reply, False).move == move


@pytest.mark.parametrize("reply", ["", "up", "1 2", "1.0", "1_0", "２", "9" * 5000, "0x1"])
def test_unreadable_answer_is_refused(reply: str) -> None:
    with pytest.raises(Unreadable, match="one number") as caught:
        snake.game.wires["line"].open().read(reply, False)
    assert len(str(caught.value)) < 250


def test_position_is_restored_from_text_and_view() -> None:
    rng = Random(5)
    state = start(5)
    while snake.game.to_move(state):
        view = json.loads(json.dumps(snake.game.view(state, 0)))
        for known in (snake.from_view(view), snake.from_text(snake.to_text(view))):
            assert (known.snakes, known.step, known.obstacles) == (state.snakes, state.step, state.obstacles)
        state = snake.game.step(state, {k: snake.game.sample(state, k, rng) for k in (0, 1)})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1#2#3",
        "0" * 182 + "#1#1#()#2#2#(0)",
        "0" * 181 + "#1#1#()#2#2#()",
        "0" * 182 + "#1#1#(4)#2#2#(0)",
        "0" * 182 + "#13#1#()#2#2#()",
        "0" * 182 + "#1#1#(" + "0" * 10**6,
        "0" * 182 + "#１#1#()#2#2#()",
        "0" * 10**6 + "#1#1#()#2#2#()",
    ],
)
def test_invalid_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^\S"):
        snake.from_text(text)


@given(text())
def test_any_answer_and_text_are_read_or_refused(anything: str) -> None:
    with suppress(Unreadable):
        assert isinstance(snake.game.wires["line"].open().read(anything, False).move, int)
    with suppress(ValueError):
        snake.from_text(anything)


@pytest.mark.parametrize("name", ["next_move", "nextMove"])
def test_entry_point_gets_text(name: str) -> None:
    entry = snake.game.original_form()  # type: ignore[attr-defined]
    texts: list[str] = []

    def answer(text: str) -> int:
        texts.append(text)
        return 1

    mover = entry.bind({name: answer})
    view = snake.game.view(start(), 1)
    assert mover(view) == 1
    assert texts == [snake.to_text(view)]
    assert (name,) in entry.forms
    assert entry.bind({"move": print}) is None


# Views


def test_view_shows_last_step() -> None:
    state = snake.game.step(position([(5, 5), (5, 6), (6, 6), (6, 5)], FAR, 12), {0: DOWN, 1: UP})
    view = snake.game.view(state, None)
    assert json.loads(json.dumps(view)) == view
    assert (view["step"], view["growing"], view["moves"]) == (13, True, [DOWN, UP])
    assert view["left"] == [[6, 5], [12, 11]]
    assert view["snakes"][0]["body"] == [[6, 5], [5, 5], [5, 6], [6, 6]]
    assert "player" not in view
    mine = snake.game.view(state, 1)
    assert (mine["player"], mine["safe"]) == (1, [UP, LEFT])
    state = snake.game.step(state, {0: LEFT, 1: RIGHT})
    view = snake.game.view(state, None)
    assert view["over"]
    assert view["snakes"][1]["death"] == {"cause": "outside", "cell": [11, 14]}


def test_safe_directions_include_cells_that_tails_leave() -> None:
    body = [(5, 5), (5, 6), (6, 6), (6, 5)]
    assert snake.safe_moves(position(body, FAR, 12), 0) == [UP, DOWN, LEFT]
    assert snake.safe_moves(position(body, FAR, 13), 0) == [UP, LEFT]


def test_golden_game_is_reproduced() -> None:
    rng, state = Random(3), start(3)
    while snake.game.to_move(state):
        state = snake.game.step(state, {k: snake.game.sample(state, k, rng) for k in (0, 1)})
    assert [each.steps for each in state.snakes] == GOLDEN_STEPS
    outcome = snake.game.outcome(state)
    assert outcome is not None
    assert outcome.reasons == GOLDEN_REASONS


GOLDEN_STEPS = ["011103003300012211011223333300001221230", "230323212212233300003332323230303300011"]
GOLDEN_REASONS = ("itself", None)


# House bots


def house(name: str) -> Any:
    namespace: dict[str, Any] = {}
    exec(bots.source("snake", name), namespace)
    return namespace["move"]


def sample_of_the_page(text: str) -> int:
    """A literal translation of the Java sample on the page of King of Bots."""
    strs = text.split("#")
    g = [[int(strs[0][i * 14 + j]) for j in range(14)] for i in range(13)]
    heads = []
    for sx, sy, steps in ((strs[1], strs[2], strs[3]), (strs[4], strs[5], strs[6])):
        x, y, step = int(sx), int(sy), 0
        cells = [(x, y)]
        for c in steps[1:-1]:
            x, y, step = x + (-1, 0, 1, 0)[int(c)], y + (0, 1, 0, -1)[int(c)], step + 1
            cells.append((x, y))
            if not (step <= 10 or step % 3 == 1):
                cells.pop(0)
        heads.append(cells[-1])
        for cx, cy in cells:
            g[cx][cy] = 1
    for d, (dx, dy) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
        x, y = heads[0][0] + dx, heads[0][1] + dy
        if 0 <= x < 13 and 0 <= y < 14 and g[x][y] == 0:
            return d
    return 0


def test_cautious_equals_original_sample() -> None:
    cautious = house("cautious")
    for seed in range(30):
        rng, state = Random(seed), start(seed)
        while snake.game.to_move(state):
            for k in (0, 1):
                view = snake.game.view(state, k)
                assert cautious(view) == sample_of_the_page(snake.to_text(view))
            state = snake.game.step(state, {k: snake.game.sample(state, k, rng) for k in (0, 1)})


# Profiler events of one move: calls and returns, including those of built-ins.
MOST_CALLS = 500_000


def counted(bot: Callable[[Any], int]) -> Callable[[Any], int]:
    """Wrap a bot so that it fails if a move takes too many calls, whose number does not depend on the machine."""

    def move(view: Any) -> int:
        calls = 0

        def count(*_: Any) -> None:
            nonlocal calls
            calls += 1

        sys.setprofile(count)
        try:
            return bot(view)
        finally:
            sys.setprofile(None)
            assert calls < MOST_CALLS

    return move


@pytest.mark.slow
def test_surveyor_beats_cautious() -> None:
    """A spot check of its strength, which test_rungs.py tests, and of its work per move, which must be bearable in a
    page.
    """
    pair = {"surveyor": counted(house("surveyor")), "cautious": house("cautious")}
    wins = 0
    for seed in range(3):
        for seats in (("surveyor", "cautious"), ("cautious", "surveyor")):
            state = start(seed)
            while snake.game.to_move(state):
                moves = {k: pair[name](snake.game.view(state, k)) for k, name in enumerate(seats)}
                state = snake.game.step(state, moves)
            outcome = snake.game.outcome(state)
            assert outcome is not None
            wins += outcome.scores[seats.index("surveyor")] == 1
    assert wins == 6


def test_starter_makes_only_legal_moves() -> None:
    starter, state = house("starter"), start(1)
    while snake.game.to_move(state):
        moves = {k: starter(snake.game.view(state, k)) for k in (0, 1)}
        for k, move in moves.items():
            snake.game.check(state, k, move)
        state = snake.game.step(state, moves)


def test_choices_name_obstacles_ahead_and_neck() -> None:
    state = start(5)
    # Before the first step one snake faces up and the other down, and neither has a neck.
    hands = [snake.game.choices(state, k) for k in (0, 1)]
    assert hands == [{"moves": [0, 1, 2, 3], "ahead": look, "back": None} for look in (UP, DOWN)]
    state = snake.game.step(state, {0: RIGHT, 1: LEFT})
    assert [snake.game.choices(state, k)["ahead"] for k in (0, 1)] == [RIGHT, LEFT]
    assert [snake.game.choices(state, k)["back"] for k in (0, 1)] == [LEFT, RIGHT]


def test_direction_ahead_at_the_start_has_room() -> None:
    state = position([(12, 0)], [(0, 13)], 1, ((11, 0), (1, 13)))
    assert [snake.game.choices(state, k)["ahead"] for k in (0, 1)] == [RIGHT, LEFT]


# Hooks for test_conformance.py


def say(move: Any) -> str:
    return str(move)


PUBLIC = """
    COLUMNS DIRECTIONS ROWS Death Snake State from_text from_view game generate_map grows neighbours safe_moves
    to_text"""
