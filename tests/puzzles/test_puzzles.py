"""Puzzles: files, links, the page's requests, and confirmation of the recorded ones by independent solvers."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sandlot.game import Json, read_options
from sandlot.games import GAMES, rules
from sandlot.games.planes import placements
from sandlot.games.snake import safe_moves
from sandlot.games.tank import legal_orders
from sandlot.links.opening import opened
from sandlot.links.packing import BadLink
from sandlot.links.puzzles import LINK, LONGEST_MATCH, MOST_LINES, Margin, PlayedOn, Puzzle, PuzzleLink, link_puzzle
from sandlot.page import linking
from sandlot.puzzles import in_page
from sandlot.puzzles.refuted import MOST_TRIED, refutation
from sandlot.puzzles.run import result
from sandlot.puzzles.spec import (
    MOST_PUZZLES,
    PUZZLES,
    BadPuzzle,
    games_with_puzzles,
    is_legal,
    is_right,
    position,
    read_puzzles,
    recorded,
    write_puzzles,
)
from sandlot_build.puzzles import __main__ as making
from sandlot_build.puzzles import solve_generals, solve_tank
from sandlot_build.puzzles.confirm import refusal
from sandlot_build.puzzles.confirm_generals import World, begun, move_of
from sandlot_build.puzzles.confirm_planes import arrangements
from sandlot_build.puzzles.confirm_tank import BEGIN, HOMES
from sandlot_build.puzzles.rungs import finders
from sandlot_build.puzzles.solve_snake import Board

SNAKE, TANK, GENERALS = GAMES["snake"], GAMES["tank"], GAMES["generals"]
GAMES_HERE = games_with_puzzles()
SECONDS = 10
"""Seconds for which a test run confirms puzzles of a game. `python -m sandlot_build.puzzles confirm GAME`
confirms all.
"""


def sample(game: str, count: int) -> list[Puzzle]:
    """Return a sample of the puzzles that changes daily and always contains one of each theme."""
    puzzles = list(recorded(game).puzzles)
    drawn = random.Random(time.strftime("%Y-%m-%d")).sample(puzzles, min(count, len(puzzles)))
    themes = {each.theme: each for each in puzzles}
    return list({each.id: each for each in [*themes.values(), *drawn]}.values())


def one(game: str, puzzle: Puzzle) -> str:
    return json.dumps(LINK.write(PuzzleLink(GAMES[game], puzzle)))


@pytest.mark.parametrize("game", GAMES_HERE)
def test_recorded_puzzles_belong_to_present_rules_and_are_distinct(game: str) -> None:
    found = recorded(game)
    assert found.rules == rules(game), (
        f"the rules have changed: PYTHONPATH=py .venv/bin/python -m sandlot_build.puzzles confirm {game}"
    )
    assert len(found.puzzles) >= 150
    assert len({(each.match, each.seat) for each in found.puzzles}) == len(found.puzzles)
    assert write_puzzles(read_puzzles(write_puzzles(found))) == write_puzzles(found)


def test_confirmed_puzzles_belong_to_present_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = replace(recorded("snake"), rules="0" * 16, puzzles=recorded("snake").puzzles[:2])
    monkeypatch.setattr(making, "recorded", lambda name: few)
    monkeypatch.setattr(making, "DATA", tmp_path)
    monkeypatch.setattr(making, "refusal", lambda game, puzzle: "no margin" if puzzle == few.puzzles[1] else "")
    assert making.confirm(SNAKE) == 1
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(making, "refusal", refusal)
    assert making.confirm(SNAKE) == 0
    written = read_puzzles((tmp_path / "snake.json").read_text(encoding="utf-8"))
    assert written == replace(few, rules=rules("snake"))


@pytest.mark.parametrize("game", GAMES_HERE)
def test_every_puzzle_is_a_position_of_a_game(game: str) -> None:
    for each in sample(game, 40):
        state = position(GAMES[game], each).state
        assert GAMES[game].outcome(state) is None
        assert each.seat in GAMES[game].to_move(state)


@pytest.mark.parametrize("game", GAMES_HERE)
def test_puzzles_are_confirmed_by_independent_solver(game: str) -> None:
    began, count = time.monotonic(), 0
    for each in sample(game, 60):
        assert refusal(game, each) == "", each.id
        count += 1
        if time.monotonic() - began > SECONDS:
            break
    assert count


@pytest.mark.parametrize("game", GAMES_HERE)
def test_solver_refuses_altered_puzzles(game: str) -> None:
    for each in {each.theme: each for each in recorded(game).puzzles}.values():
        wrong = others_of(game, each)[0]
        assert refusal(game, replace(each, answers=(wrong,))), f"{each.id}: a wrong answer"
        assert refusal(game, replace(each, answers=(*each.answers, wrong))), f"{each.id}: an answer too many"
        if len(each.answers) > 1:
            assert refusal(game, replace(each, answers=each.answers[1:])), f"{each.id}: a right order is no answer"
        assert refusal(game, replace(each, best=each.next, next=each.best)), f"{each.id}: no margin"


def others_of(game: str, puzzle: Puzzle) -> list[Json]:
    state = position(GAMES[game], puzzle).state
    rng, found = random.Random(1), []
    for _ in range(1000):
        order = GAMES[game].sample(state, puzzle.seat, rng)
        if not is_right(puzzle, order) and order not in found:
            found.append(order)
    return found


@pytest.mark.parametrize("game", GAMES_HERE)
def test_house_bots_solve_puzzles_as_recorded(game: str) -> None:
    for each in sample(game, 2)[:3]:
        assert finders(GAMES[game], each) == each.found_by


@pytest.mark.parametrize("game", GAMES_HERE)
def test_lines_show_whether_order_is_right(game: str) -> None:
    for each in sample(game, 12):
        asked = one(game, each)
        for line in each.lines[:4]:
            found = json.loads(in_page.tried(asked, json.dumps(line.order)))
            assert (found["legal"], found["right"]) == (True, is_right(each, line.order))
            assert found["last"] == each.turn + len(line.turns)
        answer = json.loads(in_page.tried(asked, json.dumps(each.answers[0])))
        assert answer["right"]


@pytest.mark.parametrize("game", GAMES_HERE)
def test_every_answer_is_played_without_bots(game: str) -> None:
    for each in sample(game, 12):
        asked = one(game, each)
        for answer in map(json.dumps, each.answers):
            usual, found = json.loads(in_page.tried(asked, answer)), json.loads(in_page.tried_alone(asked, answer))
            assert found["right"]
            assert found["last"] == max(usual["last"], each.turn + 1)
            # The first entry of a replay is the start of the bots.
            assert found["last"] == len(json.loads(found["replay"])["turns"]) - 1
        for wrong in (json.dumps(line.order) for line in each.lines if not is_right(each, line.order)):
            assert in_page.tried_alone(asked, wrong) == in_page.tried(asked, wrong)


def test_passing_is_refuted() -> None:
    saving = [each for each in recorded("generals").puzzles if each.theme == "save-general"]
    for each in random.Random(time.strftime("%Y-%m-%d")).sample(saving, 12):
        found = json.loads(in_page.tried(one("generals", each), "null"))
        assert (found["legal"], found["right"]) == (True, False)
        replay = json.loads(found["replay"])
        assert replay["result"]["losses"][each.seat]
        # Either side moves once a round, and the puzzle's player is first.
        assert 0 < found["last"] - each.turn <= 2 * each.next.count


def test_refutation_ends_the_match() -> None:
    each = next(puzzle for puzzle in recorded("generals").puzzles if len(puzzle.lines[0].turns) > 2)
    state = position(GENERALS, each).state
    assert each.theme == "save-general"
    assert refutation(GENERALS, each, state, None)
    begun = tuple(replace(line, turns=line.turns[:2]) for line in each.lines)
    assert refutation(GENERALS, replace(each, lines=begun), state, None) is None


def test_lines_of_a_link_are_combined_only_so_often() -> None:
    """Ninety lines of twelve turns can be combined in 90 ** 12 ways; in this game nobody ever loses."""
    tried = 0

    class Endless:
        def outcome(self, state: None) -> None:
            return None

        def to_move(self, state: None) -> tuple[int, int]:
            return 0, 1

        def check(self, state: None, player: int, move: Json) -> None:
            pass

        def step(self, state: None, moves: Any) -> None:
            nonlocal tried
            tried += 1

    lines = tuple(PlayedOn(order=[k], turns=(([k], [k]),) * 12) for k in range(90))
    each = replace(recorded("generals").puzzles[0], lines=lines)
    endless: Any = Endless()
    assert refutation(endless, each, None, None) is None
    assert 0 < tried <= MOST_TRIED


@pytest.mark.parametrize("game", GAMES_HERE)
def test_position_comes_with_view_and_choices(game: str) -> None:
    for each in sample(game, 3)[:3]:
        state = position(GAMES[game], each).state
        found = json.loads(in_page.asked(one(game, each)))
        assert json.loads(in_page.opened(one(game, each))) == {key: found[key] for key in ("replay", "turn", "seat")}
        assert found["view"] == json.loads(json.dumps(GAMES[game].view(state, each.seat)))
        assert found["choices"] == json.loads(json.dumps(GAMES[game].choices(state, each.seat)))


@pytest.mark.parametrize("game", GAMES_HERE)
def test_illegal_order_is_refused_with_message_of_game(game: str) -> None:
    asked = one(game, recorded(game).puzzles[0])
    for order in ("nowhere", 99, {}, []):
        found = json.loads(in_page.tried(asked, json.dumps(order)))
        assert (found["legal"], found["right"]) == (False, False)
        assert found["why"][0]
    assert json.loads(in_page.tried(asked, json.dumps(recorded(game).puzzles[0].answers[0])))["why"] is None


def test_wrong_steps_of_snake_end_in_death() -> None:
    for each in sample("snake", 15):
        if each.theme == "only-move":
            assert sorted(line.order for line in each.lines) == sorted({0, 1, 2, 3} - set(each.answers))
            for line in each.lines:
                found = json.loads(in_page.tried(one("snake", each), json.dumps(line.order)))
                ended = json.loads(found["replay"])["result"]
                assert ended["places"][each.seat] == 2 or len(line.turns) == 1


# Links


@pytest.mark.parametrize("game", GAMES_HERE)
def test_puzzle_link_round_trip(game: str) -> None:
    for each in recorded(game).puzzles:
        address = link_puzzle(PuzzleLink(GAMES[game], each))
        assert opened(f"https://example.org/{address}&lang=ru") == PuzzleLink(GAMES[game], each)
        assert json.loads(in_page.link(one(game, each))) == {"link": address}


def in_a_link(address: str) -> Any:
    job = linking.opening(address)
    while not job.over:
        job.step()
    return json.loads(job.take() or "")


def test_page_reads_and_writes_links() -> None:
    puzzle = json.loads(one("snake", recorded("snake").puzzles[0]))
    made = json.loads(linking.making(json.dumps({"kind": "puzzle", **puzzle}), []))
    assert in_a_link(made["link"]) == {"kind": "puzzle", **puzzle}
    broken = json.loads(linking.making(json.dumps({"kind": "puzzle", "game": "snake", "puzzle": {"id": 3}}), []))
    assert broken["problem"][0] == "link.broken"


PUZZLE = recorded("snake").puzzles[0]


@pytest.mark.parametrize(
    "change",
    [
        {"id": "No Spaces"},
        {"id": "x" * 41},
        {"match": "#v2." + "a" * LONGEST_MATCH},
        {"match": "https://example.org/"},
        {"turn": 0},
        {"turn": -1},
        {"turn": "3"},
        {"seat": -1},
        {"theme": "mate-in-two"},
        {"answers": []},
        {"answers": [None]},
        {"answers": ["x" * 101]},
        {"answers": [0] * 101},
        {"best": {"what": "lives"}},
        {"best": {"what": "shines", "count": 3}},
        {"next": {"what": "dies", "count": -1}},
        {"depth": 1001},
        {"lines": [{"order": 0, "turns": []}]},
        {"lines": [{"order": 0, "turns": [[0, 1]] * 61}]},
        {"lines": [{"order": 0, "turns": [[0, 1]]}] * (MOST_LINES + 1)},
        {"found_by": [3]},
    ],
    ids=lambda change: str(change)[:50],
)
def test_invalid_puzzle_is_refused(change: dict[str, Any]) -> None:
    whole = json.loads(one("snake", PUZZLE))
    made = json.loads(linking.making(json.dumps({"kind": "puzzle", "game": "snake", "puzzle": whole["puzzle"]}), []))
    assert "link" in made
    changed = {**whole["puzzle"], **change}
    made = json.loads(linking.making(json.dumps({"kind": "puzzle", "game": "snake", "puzzle": changed}), []))
    assert made["problem"][0] == "link.broken"
    of_file = {**PUZZLES.write(replace(recorded("snake"), puzzles=())), "puzzles": [changed]}
    with pytest.raises(BadPuzzle) as refused:
        read_puzzles(json.dumps(of_file))
    assert refused.value.text.id == "puzzle.bad_field"


def test_lone_surrogate_is_not_a_move() -> None:
    whole = json.loads(one("snake", recorded("snake").puzzles[0]))
    for where in (whole["puzzle"]["answers"], whole["puzzle"]["lines"][0]["turns"][0]):
        where[0], before = "\ud800", where[0]
        for answer in (in_page.link(json.dumps(whole)), in_page.opened(json.dumps(whole))):
            assert json.loads(answer)["problem"][0] == "puzzle.bad_field"
        where[0] = before


def test_broken_link_is_refused() -> None:
    address = link_puzzle(PuzzleLink(GAMES["snake"], PUZZLE))
    for wrong in (address[:-9], address.replace("#z1.", "#z2."), "#z1.", "#z1.AAAA"):
        with pytest.raises(BadLink):
            opened(wrong)


# Files


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "puzzle.not_json"),
        ("[]", "puzzle.bad_field"),
        ("{}", "puzzle.bad_field"),
        ("[" * 200, "puzzle.not_json"),
        ("x" * (2**22 + 1), "puzzle.not_json"),
    ],
)
def test_invalid_puzzle_file_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        read_puzzles(text)
    assert refused.value.text.id == why


def test_files_are_bounded_and_ids_are_unique() -> None:
    found = recorded("snake")
    whole = PUZZLES.write(replace(found, puzzles=()))
    puzzle = json.loads(one("snake", PUZZLE))["puzzle"]
    with pytest.raises(BadPuzzle) as refused:
        read_puzzles(json.dumps({**whole, "puzzles": [puzzle, puzzle]}))
    assert refused.value.text.id == "puzzle.twice"
    many = [{**puzzle, "id": f"p-{number}"} for number in range(MOST_PUZZLES + 1)]
    with pytest.raises(BadPuzzle):
        read_puzzles(json.dumps({**whole, "puzzles": many}))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"turn": PUZZLE.turn + 1}, "puzzle.other_match"),
        ({"seat": 7}, "puzzle.not_to_move"),
        ({"answers": (9,)}, "puzzle.illegal"),
        ({"match": "#v2.AAAA"}, "puzzle.bad_match"),
    ],
)
def test_puzzle_contradicted_by_its_match_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        position(GAMES["snake"], replace(PUZZLE, **change))
    assert refused.value.text.id == why
    found = json.loads(in_page.opened(one("snake", replace(PUZZLE, **change))))
    assert found["problem"][0] == why


def test_match_of_other_length_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(replay: object) -> None:
        raise AssertionError("a link can hold a long match")

    monkeypatch.setattr("sandlot.puzzles.spec.run", played)
    with pytest.raises(BadPuzzle) as refused:
        position(GAMES["snake"], replace(PUZZLE, turn=PUZZLE.turn - 1))
    assert refused.value.text.id == "puzzle.other_match"


def test_illegal_line_is_refused() -> None:
    wrong = replace(PUZZLE, lines=(PlayedOn(0, ((0, 0),) * 60),))
    assert json.loads(in_page.tried(one("snake", wrong), "0"))["problem"][0] == "puzzle.bad_line"


def test_invalid_order_is_neither_legal_nor_right() -> None:
    for wrong in ("9", "null", "[[", '"x"', "[0]"):
        found = json.loads(in_page.tried(one("snake", PUZZLE), wrong))
        assert (found["legal"], found["right"], found["last"]) == (False, False, PUZZLE.turn)
    state = position(GAMES["snake"], PUZZLE).state
    assert is_legal(GAMES["snake"], state, PUZZLE.seat, PUZZLE.answers[0])


# Results of bots


def puzzles_of(*themes: str) -> list[Puzzle]:
    return [replace(PUZZLE, theme=theme, best=Margin("lives", 9)) for theme in themes]


def test_result_names_blind_themes() -> None:
    puzzles = puzzles_of(*["only-move"] * 10, *["cut-off"] * 10)
    found = result(puzzles, [True] * 9 + [False] + [False] * 9 + [True])
    assert found.json() == {
        "found": 10,
        "of": 20,
        "themes": [{"theme": "only-move", "found": 9, "of": 10}, {"theme": "cut-off", "found": 1, "of": 10}],
        "blind": ["cut-off"],
    }
    # A bot that solves few puzzles of every theme is weak, not blind to one theme.
    assert result(puzzles, [True, *[False] * 9, True, *[False] * 9]).blind == ()
    # Three puzzles are too few to tell.
    assert result(puzzles[:13], [True] * 10 + [False] * 3).blind == ()


def test_page_counts_right_orders() -> None:
    whole = recorded("snake")
    text = write_puzzles(whole)
    right = json.dumps([each.answers[0] for each in whole.puzzles])
    assert json.loads(in_page.count(text, right))["found"] == len(whole.puzzles)
    none = json.loads(in_page.count(text, json.dumps([None] * len(whole.puzzles))))
    assert (none["found"], none["of"]) == (0, len(whole.puzzles))
    assert none["right"] == [False] * len(whole.puzzles)
    assert json.loads(in_page.count(text, "[]"))["problem"][0] == "puzzle.bad_field"
    assert json.loads(in_page.read(text)) == json.loads(text)


# The rules in the solvers


@pytest.mark.parametrize("seed", range(20))
def test_tank_solver_follows_rules(seed: int) -> None:
    rng, state = random.Random(seed), TANK.start(2, seed, read_options(TANK, {}))
    at = solve_tank.Position(BEGIN, (False,) * 4, frozenset(9 * y + x for x, y in state.bricks), (True, True), HOMES)
    while TANK.outcome(state) is None:
        for side, tank in product((0, 1), (0, 1)):
            assert solve_tank.orders(at, 2 * side + tank) == sorted(legal_orders(state, side)[tank])
        moves = {side: TANK.sample(state, side, rng) for side in (0, 1)}
        state, at = TANK.step(state, moves), solve_tank.after(at, tuple(moves[0]), tuple(moves[1]))
        assert at.cells == tuple(9 * each.y + each.x if each.alive else -1 for pair in state.tanks for each in pair)
        assert at.bricks == {9 * y + x for x, y in state.bricks}
        assert at.bases == state.bases
        assert at.is_over() == (TANK.outcome(state) is not None) or state.turn > state.max_turns


@pytest.mark.parametrize("seed", range(20))
def test_snake_solver_follows_rules(seed: int) -> None:
    rng, state = random.Random(seed), SNAKE.start(2, seed, read_options(SNAKE, {}))
    board = Board(state.map, state.rows, state.columns)
    first, second = [tuple(board.cell(*cell) for cell in snake.body) for snake in state.snakes]
    while SNAKE.outcome(state) is None:
        ways = [board.open_ways(*pair, state.step) for pair in ((first, second), (second, first))]
        assert ways == [safe_moves(state, k) or [0] for k in (0, 1)]
        moves = [rng.choice(each) for each in ways]
        first, second, dead = board.after(first, second, moves[0], moves[1], state.step)
        state = SNAKE.step(state, dict(enumerate(moves)))
        assert dead == sum(2**k for k in (0, 1) if state.snakes[k].death)
        assert [first, second] == [tuple(board.cell(*cell) for cell in snake.body) for snake in state.snakes]


@pytest.mark.parametrize("size", [9, 10])
def test_planes_solver_knows_all_placings(size: int) -> None:
    known, drawn = placements(size), arrangements(size)
    assert len(drawn) == len(known.placings)
    for cell in known.cells:
        heads, bodies = (sum(each.get(cell) == mark for each in drawn) for mark in "H#")
        assert (heads, bodies) == (known.head[cell].bit_count(), known.body[cell].bit_count())


def begin_generals(seed: int, side: int) -> tuple[Any, World]:
    """Return a first position by the rules of the game, and the same one by those of the solver."""
    options = {"rows": side, "cols": side, "fair": True, "max_rounds": 120}
    state = GENERALS.start(2, seed, read_options(GENERALS, options))
    return state, begun(state.board, state.order[0])


def check_same(state: Any, world: World) -> None:
    """Check that the game and the solver have the same position."""
    field, at = world.field, world.at
    cells = [(field.cell(i, j), each) for i, row in enumerate(state.board.rows) for j, each in enumerate(row)]
    assert [(at.owners[cell], at.armies[cell]) for cell, _ in cells] == [(each.owner, each.army) for _, each in cells]
    assert field.mover(at) == state.order[state.seat]


@pytest.mark.parametrize("seed", range(20))
def test_generals_solver_follows_rules(seed: int) -> None:
    rng = random.Random(seed)
    state, world = begin_generals(seed, 5 + seed % 3)
    while GENERALS.outcome(state) is None:
        check_same(state, world)
        field, at, player = world.field, world.at, state.order[state.seat]
        moves = [GENERALS.sample(state, player, rng) for _ in range(20)]
        for each in filter(None, moves):
            assert is_legal(GENERALS, state, player, each)
            source, to, _ = move_of(field, each)
            moves_units = at.armies[source] > 1
            assert ((source, to, False) in field.moves(at, player)) == moves_units
        move = moves[0]
        at = field.after(at, solve_generals.PASS if move is None else move_of(field, move))
        state, world = GENERALS.step(state, {player: move}), World(field, at)
        if any(gone.reason == "captured" for gone in state.exits):
            assert field.has_fallen(at, 1 - player)
            return
        assert not field.has_fallen(at, 0)
        assert not field.has_fallen(at, 1)


def falls(field: solve_generals.Field, at: solve_generals.Position, hunter: int, deep: int) -> bool:
    """Tell whether a capital falls within `deep` orders of the hunter, by trying every order."""
    mover = field.mover(at)
    if deep == 0:
        return False
    for move in (solve_generals.PASS, *field.moves(at, mover)):
        now = field.after(at, move)
        if field.has_fallen(now, 1 - mover):
            found = mover == hunter
        else:
            found = falls(field, now, hunter, deep - (mover == hunter))
        if found == (mover == hunter):
            return found
    return mover != hunter


def test_generals_solver_omits_no_relevant_order() -> None:
    counts: dict[tuple[int, bool], int] = {}
    for seed in range(300):
        rng = random.Random(seed)
        rows = [list("".join(rng.choice("....c#") for _ in range(3))) for _ in range(3)]
        rows[0][0], rows[rng.randrange(1, 3)][2] = "0", "1"
        field = solve_generals.Field(["".join(row) for row in rows], rng.randrange(2))
        owners = [-1 if kind == "#" else int(kind) if kind in "01" else rng.randrange(-1, 2) for kind in field.text]
        armies = [0 if kind == "#" else rng.choice((0, 1, 1, 2, 3, 5)) for kind in field.text]
        armies = [max(army, owner >= 0) for army, owner in zip(armies, owners, strict=True)]
        at = solve_generals.Position(tuple(owners), tuple(armies), rng.randrange(200))
        for hunter, deep in product((0, 1), (1, 2, 3)):
            found = solve_generals.Solver(field, hunter).falls(at, deep).falls
            assert found == falls(field, at, hunter, deep), (seed, hunter, deep)
            counts[deep, found] = counts.get((deep, found), 0) + 1
    assert min(counts.values()) > 50, counts
