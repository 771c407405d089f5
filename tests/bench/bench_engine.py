"""Measures the engine's speed: the rules of every game, their texts, and Pyodide against CPython.

`rows(runs)` is the engine's part of the table of `build.py bench`. `PYTHONPATH=py:tests python
tests/bench/bench_engine.py` prints it alone. The two sides of a ratio are measured alternately, so that a busy machine
slows both alike.
"""

from __future__ import annotations

import gc
import json
import random
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from sandlot import bots
from sandlot.game import read_options
from sandlot.games import GAMES, generals, planes
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.referee import play

if TYPE_CHECKING:
    from bench import Row

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 300
MATCHES = {"tank": 200, "snake": 300}
RULES = ("start", "to_move", "check", "step", "outcome")

Pairs = list[tuple[float, float]]


def rows(runs: int) -> list[Row]:
    """Measure everything."""
    # Import `bench` only here, because it imports this module, and because Pyodide imports this module as well.
    from bench import ratio

    return [
        ratio("generals: one move on 50 x 50 / on 10 x 10", 1.5, generals_moves(runs)),
        ratio("generals: text of an observation / joining its lines, 50 x 50", 2, generals_texts(runs)),
        ratio("planes: one hjq decision / one bit_count of each of its bit sets", 3, planes_decisions(runs)),
        ratio("planes: building 8,744 placings / visiting 8,744 x 81 cells once", 20, planes_buildings(runs)),
        *pyodide_rows(runs),
        *(row for name in GAMES for row in split_rows(name, runs)),
    ]


# Generals


def generals_moves(runs: int) -> Pairs:
    """Return the time of a move in a growth round relative to the other moves of the same game."""
    large, small = ([each for each in _game(size) if _outside_growth(each[0])] for size in (50, 10))
    _replayed(large)
    _replayed(small)
    return [(_time(_replayed, large) / len(large), _time(_replayed, small) / len(small)) for _ in range(runs)]


def generals_texts(runs: int, size: int = 50) -> Pairs:
    """Return the time of `view` and `ask` relative to joining prepared lines, over all observations of a game."""
    states = [state for state, _ in _game(size)]
    return [_texts(states) for _ in range(runs)]


def _texts(states: list[Any]) -> tuple[float, float]:
    sessions = [generals.game.wires["tournament"].open() for _ in range(2)]
    ask = join = 0.0
    for state in states:
        who = generals.game.to_move(state)[0]
        start = perf_counter()
        text = sessions[who].ask(generals.game.view(state, who)).text
        ask += perf_counter() - start
        lines = text.splitlines(keepends=True)
        start = perf_counter()
        "".join(lines)
        join += perf_counter() - start
    return ask, join


def _game(size: int, rounds: int = ROUNDS) -> list[tuple[Any, Any]]:
    """Return a game of two bots that capture what they can: each position with the move made in it."""
    rng = Random(7)
    state = generals.begin(generals.fair_map(size, size, 2, rng), max_rounds=rounds)
    moves = []
    while not state.over:
        who = generals.game.to_move(state)[0]
        move = _grasp(state, who, rng)
        moves.append((state, move))
        state = generals.game.step(state, {who: move})
    return moves


def _grasp(state: Any, who: int, rng: Random) -> Any:
    """Return a move that captures a cell, if a few random tries find one."""
    move = None
    for _ in range(20):
        move = generals.game.sample(state, who, rng)
        if move is not None:
            (i, j), (x, y) = move["from"], move["to"]
            here, there = state.board.rows[i][j], state.board.rows[x][y]
            if there.owner != who and there.army < here.army - 1:
                return generals.go(move["from"], move["to"])
    return move


def _outside_growth(state: Any) -> bool:
    return bool(state.round % 2 or state.seat == 0)


def _replayed(moves: list[tuple[Any, Any]]) -> None:
    game = generals.game
    for state, move in moves:
        (who,) = game.to_move(state)
        game.check(state, who, move)
        game.step(state, {who: move})


# Planes


def planes_decisions(runs: int, times: int = 20) -> Pairs:
    """The first shot is the most expensive one: everything is possible, and every cell is open. There is one
    set for each cell.
    """
    namespace: dict[str, Any] = {}
    exec(bots.source("planes", "hjq"), namespace)
    known = planes.placements(9)
    cells, sets = [list(cell) for cell in known.cells], list(known.taken.values())

    def decide() -> None:
        for _ in range(times):
            namespace["choose"](known, known.everything, cells)

    def count() -> None:
        for _ in range(times):
            for each in sets:
                each.bit_count()

    return [(_time(decide), _time(count)) for _ in range(runs)]


def planes_buildings(runs: int) -> Pairs:
    """Return the time to build the placings of the 9 x 9 board without a cache."""

    def visit() -> None:
        for _ in range(8744):
            for _ in range(81):
                pass

    return [(_time(planes.Placements, 9), _time(visit)) for _ in range(runs)]


# Random matches, in CPython and in Pyodide


def pyodide_rows(runs: int) -> list[Row]:
    """Random matches by the rules alone, without views, texts and bots: matches per second, and Pyodide in
    comparison.
    """
    from bench import Row, ratio

    found = []
    with pyodide() as there:
        for name, count in MATCHES.items():
            random_matches(name, count)
            if there:
                there(name, count)
            pairs = [(there(name, count) if there else inf, random_matches(name, count)) for _ in range(runs)]
            here = statistics.median(count / seconds for _, seconds in pairs)
            found.append(Row(f"{name}: random matches in CPython", here, inf, "/s", []))
            if there:
                slow = statistics.median(count / seconds for seconds, _ in pairs)
                found.append(Row(f"{name}: random matches in Pyodide", slow, inf, "/s", []))
                found.append(ratio(f"{name}: a random match in Pyodide / in CPython", inf, pairs))
    return found


def random_matches(name: str, count: int) -> float:
    """Return the seconds for this many random matches, which are the same each time."""
    game = GAMES[name]
    options, rng = read_options(game, {}), Random(1)
    start = perf_counter()
    for seed in range(count):
        state = game.start(2, seed, options)
        while movers := game.to_move(state):
            state = game.step(state, {k: game.sample(state, k, rng) for k in movers})
    return perf_counter() - start


NODE = """
import { createInterface } from "node:readline";
const [pyodide, sandlot, tests] = process.argv.slice(1);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide();
for (const [name, folder] of [["/sandlot-py", sandlot], ["/sandlot-tests", tests]]) {
  python.FS.mkdir(name);
  python.mountNodeFS(name, folder);
}
python.runPython("import sys; sys.path[:0] = ['/sandlot-py', '/sandlot-tests']");
python.runPython("from bench_engine import random_matches");
for await (const line of createInterface({ input: process.stdin })) {
  const [name, count] = JSON.parse(line);
  console.log(python.globals.get("random_matches")(name, count));
}
"""


@contextmanager
def pyodide() -> Iterator[Callable[[str, int], float] | None]:
    """Yield a function that runs `random_matches` in Pyodide, or None if Node.js or Pyodide is missing."""
    package, node = ROOT / "node_modules" / "pyodide", shutil.which("node")
    if node is None or not package.exists():
        yield None
        return
    command = [node, "--input-type=module", "-e", NODE, str(package), str(ROOT / "py"), str(ROOT / "tests")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin and process.stdout

        def measure(name: str, count: int) -> float:
            print(json.dumps([name, count]), file=process.stdin, flush=True)
            return float(process.stdout.readline())

        yield measure
        process.stdin.close()


# Shares of the time of a match


def split_rows(name: str, runs: int) -> list[Row]:
    """The shares of rules, views with their texts, and bots in a match between the two strongest house bots."""
    from bench import Row

    shares = [split(name, seed) for seed in range(runs)]
    parts = ("rules", "views and text", "bots")
    return [
        Row(f"{name}: share of {part} in a match", statistics.median(each), 1, "", [])
        for part, each in zip(parts, zip(*shares, strict=True), strict=True)
    ]


def split(name: str, seed: int) -> tuple[float, float, float]:
    """Play one match in this process; return the three shares."""
    game = Timed(GAMES[name])
    house = (GAMES[name].house * 2)[:2]
    movers = [_mover(name, each) for each in house]
    random.seed(seed)
    referee = bots_time = 0.0
    match = play(Setup(game, tuple(map(Player, house)), seed))  # type: ignore[arg-type]
    batch, answers = next(match), [Response("module")] * 2
    while True:
        start = perf_counter()
        try:
            batch = match.send(answers)
        except StopIteration:
            break
        finally:
            referee += perf_counter() - start
        start = perf_counter()
        answers = [Response(json.dumps(movers[request.player](json.loads(request.text)))) for request in batch.requests]
        bots_time += perf_counter() - start
    whole = referee + bots_time
    return game.seconds / whole, (referee - game.seconds) / whole, bots_time / whole


class Timed:
    """A game that adds up the time of its rules."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.game, name)
        if name not in RULES:
            return found

        def timed(*args: Any) -> Any:
            start = perf_counter()
            try:
                return found(*args)
            finally:
                self.seconds += perf_counter() - start

        return timed


def _mover(game: str, name: str) -> Callable[[Any], Any]:
    namespace: dict[str, Any] = {"__name__": name}
    exec(compile(bots.source(game, name), f"{name}.py", "exec"), namespace)
    return namespace["Bot"]().move if "Bot" in namespace else namespace["move"]  # type: ignore[no-any-return]


def _time(what: Callable[..., Any], *args: Any) -> float:
    gc.collect()
    start = perf_counter()
    what(*args)
    return perf_counter() - start


if __name__ == "__main__":
    print("\n".join(row.line() for row in rows(int(sys.argv[1]) if sys.argv[1:] else 5)))
