"""Measures the cost of a match between processes beside its rules: Snake between two trivial modules.

`rows(runs)` is this part of the table of `build.py bench`. `PYTHONPATH=py:tests python tests/bench/bench_local.py`
prints it alone. Both sides of a ratio are measured alternately, and the parts of a match in the same matches.

The least that two processes cost on this machine is measured beside it: the same referee, one forked process for each
bot, and a line to and from it each turn, without a clock, limits, output of bots, or anything that finds out why a bot
has ended. No match between processes can cost less than this.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from sandlot.game import read_options
from sandlot.games import GAMES
from sandlot.local import NO_SANDBOX, Bot, Sandbox, Stage
from sandlot.local.sandbox_choice import probes
from sandlot.match.parts import Batch, Finish, Match, Player, Request, Response, Setup
from sandlot.match.referee import play as play_match
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
LEAST = "least"
PARTS = ("the bots' start", "the turns", "the end", "the referee alone")


def rows(runs: int) -> list[Row]:
    """Measure everything."""
    from bench import Row, ratio

    found = [measure(number) for number in range(runs)]
    least = least_in_small_process(runs)
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
        ratio("  two forked processes and their pipes, and nothing else / the bare rules", inf, least),
        Row("  a match of it", 1000 * min(played for played, _ in whole) / MATCHES, inf, "ms", []),
    ]


def measure(first_seed: int, sandbox: Sandbox = NO_SANDBOX) -> tuple[float, float, dict[str, float]]:
    """Play matches, and their moves again by the rules alone; return the seconds of both, and those of the parts."""
    setups = setups_from(first_seed)
    parts = dict.fromkeys(PARTS, 0.0)
    with Stage(sandbox=sandbox) as stage:
        stage.play(setups[0], BOTS)
        begin = perf_counter()
        replays = [play(stage, setup, parts) for setup in setups]
        played = perf_counter() - begin
    bare = play_all_rules(replays)
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


def setups_from(first_seed: int) -> list[Setup]:
    return [Setup(SNAKE, tuple(Player(bot.name) for bot in BOTS), MATCHES * first_seed + n) for n in range(MATCHES)]


def least_in_small_process(runs: int) -> list[tuple[float, float]]:
    """Return the pairs of `measure_least`, measured in a process of its own: forking this one, which has loaded the
    whole bench, takes longer.
    """
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, __file__, LEAST, str(runs)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return [(played, bare) for played, bare in json.loads(done.stdout)]


def measure_least(first_seed: int) -> tuple[float, float]:
    """Play the same matches between processes that do nothing but answer; return the seconds of that and of the bare
    rules.
    """
    setups = setups_from(first_seed)
    # As in the fork server: a collection in a new process would copy the memory of this one.
    gc.collect()
    gc.freeze()
    begin = perf_counter()
    replays = [play_least(setup) for setup in setups]
    played = perf_counter() - begin
    gc.unfreeze()
    return played, play_all_rules(replays)


def play_least(setup: Setup) -> Replay:
    """Play one match between two forked processes, without anything that a match needs beside the answers."""
    replay, match = Replay(setup), Match(play_match(setup))
    with forked_bots(2) as bots:
        now: Batch | Finish = match.batch
        while isinstance(now, Batch):
            before, now = now, match.answer(answers_of(now.requests, bots))
            replay.add(before, now.answers)
    return replay


def answers_of(requests: Sequence[Request], bots: Sequence[tuple[int, int]]) -> list[Response]:
    """Ask all bots, and then read all answers. Each bot is the descriptors to write to and to read from."""
    if any(request.stage == "start" for request in requests):
        return [Response("module") for _ in requests]
    for request in requests:
        os.write(bots[request.player][0], json.dumps({"ask": request.text}).encode() + b"\n")
    replies = [json.loads(os.read(bots[request.player][1], 1 << 16)) for request in requests]
    return [Response(each["reply"]) for each in replies]


@contextmanager
def forked_bots(count: int) -> Iterator[list[tuple[int, int]]]:
    """Fork processes that answer a line with a line; the value is the descriptors to write to and to read from."""
    forked = [fork_bot() for _ in range(count)]
    try:
        yield [each[1:] for each in forked]
    finally:
        for _, *ours in forked:
            for each in ours:
                os.close(each)
        for pid, *_ in forked:
            os.waitpid(pid, 0)


def fork_bot() -> tuple[int, int, int]:
    (its_in, ours_out), (ours_in, its_out) = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours_out)
        answer_lines(its_in, its_out)
        os._exit(0)
    os.close(its_in)
    os.close(its_out)
    return pid, ours_out, ours_in


def answer_lines(source: int, target: int) -> None:
    names: dict[str, Any] = {}
    exec(SOURCE, names)
    rest = b""
    while data := os.read(source, 1 << 16):
        line, end, rest = (rest + data).partition(b"\n")
        if not end:
            rest = line
            continue
        move = names["move"](json.loads(json.loads(line)["ask"]))
        os.write(target, json.dumps({"reply": str(move)}).encode() + b"\n")


def play_all_rules(replays: Sequence[Replay]) -> float:
    """Play matches again by their rules alone, and return the seconds of that."""
    begin = perf_counter()
    for replay in replays:
        play_rules(replay)
    return perf_counter() - begin


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
    if arguments[:1] == [LEAST]:
        print(json.dumps([measure_least(number) for number in range(int(arguments[1]))]))
        return
    runs = int(arguments[0]) if arguments else 5
    print("\n".join(row.line() for row in rows(runs)))


if __name__ == "__main__":
    main(sys.argv[1:])
