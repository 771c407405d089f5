"""Measures the cost of a match between processes beside its rules: Snake between two trivial modules.

`rows(runs)` is this part of the table of `build.py bench`. `PYTHONPATH=py:tests python tests/bench/bench_local.py`
prints it alone. Both sides of a ratio are measured alternately, and the parts of a match in the same matches.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from sandlot.game import read_options
from sandlot.games import GAMES
from sandlot.local import NO_SANDBOX, Bot, Sandbox, Stage
from sandlot.local.sandbox_choice import probes
from sandlot.match.parts import Batch, Finish, Player, Setup
from sandlot.match.replay import Replay, run

if TYPE_CHECKING:
    from bench import Row

MATCHES = 50
SNAKE = GAMES["snake"]
SOURCE = "def move(view):\n    return (view['safe'] or [0])[0]\n"
BOTS = [Bot(name, "code", SOURCE, f"{name}.py") for name in ("first", "second")]
MATCH = "Snake, two modules in processes"
LIMIT, WALLED = 15, 2
"""The limits of the ratios: a match to the bare rules, and a match within a sandbox to one without."""
PARTS = ("the bots' start", "the turns", "the end", "the referee alone")


def rows(runs: int) -> list[Row]:
    """Measure everything."""
    from bench import Row, ratio

    found = [measure(number) for number in range(runs)]
    whole: list[tuple[float, float]] = [(played, bare) for played, bare, _ in found]
    parts = [[(each[name], bare) for _, bare, each in found] for name in PARTS]
    sandboxes = [each.sandbox for each in probes() if each.why is None]
    sandboxed = {
        sandbox.name: [(measure(number, sandbox)[0], measure(number)[0]) for number in range(runs)]
        for sandbox in sandboxes
    }
    return [
        *(ratio(f"{MATCH}, within {name} / without", WALLED, pairs) for name, pairs in sandboxed.items()),
        ratio(f"{MATCH} / its bare rules with the same moves", LIMIT, whole),
        *(ratio(f"  of it {name}", inf, pairs) for name, pairs in zip(PARTS, parts, strict=True)),
        Row("  a match of it", 1000 * min(played for played, _ in whole) / MATCHES, inf, "ms", []),
    ]


def measure(first_seed: int, sandbox: Sandbox = NO_SANDBOX) -> tuple[float, float, dict[str, float]]:
    """Play matches, and their moves again by the rules alone; return the seconds of both, and those of the parts."""
    setups = [Setup(SNAKE, tuple(Player(bot.name) for bot in BOTS), MATCHES * first_seed + n) for n in range(MATCHES)]
    parts = dict.fromkeys(PARTS, 0.0)
    with Stage(sandbox=sandbox) as stage:
        stage.play(setups[0], BOTS)
        begin = perf_counter()
        replays = [play(stage, setup, parts) for setup in setups]
        played = perf_counter() - begin
    begin = perf_counter()
    for replay in replays:
        play_rules(replay)
    bare = perf_counter() - begin
    begin = perf_counter()
    for replay in replays:
        # Include all texts, as the referee writes them for bots.
        for _ in run(replay, range(len(replay.turns) + 1)):
            pass
    parts["the referee alone"] = perf_counter() - begin
    return played, bare, parts


def play(stage: Stage, setup: Setup, parts: dict[str, float]) -> Replay:
    """Play one match and add the seconds of its parts."""
    times: list[float] = []

    def watch(about: Batch | Finish) -> None:
        times.append(perf_counter())

    replay, _ = stage.play(setup, BOTS, watch=watch)
    start, turns, end = PARTS[:3]
    parts[start] += times[1] - times[0]
    parts[turns] += times[-1] - times[1]
    parts[end] += perf_counter() - times[-1]
    return replay


def play_rules(replay: Replay) -> Any:
    """Play a match again by its rules alone, from the moves in its replay."""
    state = SNAKE.start(2, replay.setup.seed, read_options(SNAKE, {}))
    for turn in replay.turns[1:]:
        moves = {player: int(answer.reply) for player, answer in turn.items()}
        for player in SNAKE.to_move(state):
            SNAKE.check(state, player, moves[player])
        state = SNAKE.step(state, moves)
    return SNAKE.outcome(state)


def main(arguments: Sequence[str]) -> None:
    runs = int(arguments[0]) if arguments else 5
    print("\n".join(row.line() for row in rows(runs)))


if __name__ == "__main__":
    main(sys.argv[1:])
