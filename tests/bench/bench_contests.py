"""Measures contests: what workers, the results file and a cluster cost beside the bare rules.

`rows(runs)` is the contests' part of the table of `build.py bench`. The bots are trivial modules, and the game is
Snake, whose rules are quick: so this is the cost of everything around a match. `PYTHONPATH=py:tests:tests/bench python
tests/bench/bench_contests.py` prints it alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from sandlot.contest.cluster import cluster
from sandlot.contest.entrants import entrants_of
from sandlot.contest.runner import Progress, run
from sandlot.contest.store import Store
from sandlot.contest.task import task_of
from sandlot.contest.workers import Workers
from sandlot.games import GAMES, rules
from sandlot.local import python_file
from sandlot.match.replay import run as run_again
from sandlot.match.replay_file import loads
from sandlot.series.contest import Contest
from sandlot.series.plans import plan_from
from sandlot.series.sources import pack

if TYPE_CHECKING:
    from bench import Row

ROOT = Path(__file__).resolve().parents[2]
TRIVIAL = "def move(view):\n    return (view['safe'] or [0])[0]\n"
BLOCKS, WARM = 40, 6
"""Blocks of a measured contest, and how many of them come before the clock starts."""
LONG, THOUSAND = 5000, 500
"""Blocks of a contest of 10,000 games, and of a thousand games."""


def rows(runs: int) -> list[Row]:
    """Measure everything."""
    from bench import Row, ratio

    alone, bare, two, of_two, one_dask, two_dask = [], [], [], [], [], []
    for number in range(runs):
        print(f"  contests: round {number + 1} of {runs}", file=sys.stderr, flush=True)
        seconds, replays = _contest(1, BLOCKS)
        alone.append(seconds)
        bare.append(_bare(replays))
        of_two.append(_contest(2, BLOCKS)[0])
        two.append(_contest(1, BLOCKS)[0])
    with _schedulers() as (one, other):
        for _ in range(runs):
            one_dask.append(_contest(1, BLOCKS, lambda: cluster(one))[0])
            two_dask.append(_contest(2, BLOCKS, lambda: cluster(other))[0])
    growth, memory = _long()
    return [
        ratio("contest: a game with one worker / the bare rules, same moves", 4, list(zip(alone, bare, strict=True))),
        ratio("contest: a game with two workers / with one", 1 / 1.8, list(zip(of_two, two, strict=True))),
        ratio("contest: a game with two Dask workers / with one", 1 / 1.7, list(zip(two_dask, one_dask, strict=True))),
        Row("contest of 10,000 games: cost in the last thousand / the first", growth, 1.1, "times", []),
        Row("contest of 10,000 games: growth of memory, last thousand / second", memory, 1.1, "times", []),
    ]


def _contest(
    workers: int,
    blocks: int,
    on: Callable[[], contextlib.AbstractContextManager[tuple[Executor, Callable[[], int]]]] | None = None,
    see: Callable[[Progress], None] = lambda progress: None,
) -> tuple[float, list[str]]:
    """Play a series; return the seconds of a game after the first blocks, and the replays."""
    times: list[float] = []

    def watch(progress: Progress) -> None:
        times.extend([perf_counter()] * len(progress.new))
        see(progress)

    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        for name in ("one", "two"):
            Path(folder, f"{name}.py").write_text(TRIVIAL)
        bots = [python_file(Path(folder, f"{name}.py")) for name in ("one", "two")]
        plan = plan_from({"kind": "series", "blocks": blocks, "seeds": {"first": 1, "given": []}}, 2)
        hashed = rules("snake")
        contest = Contest(GAMES["snake"], hashed, entrants_of(bots, hashed), plan.json(), secret="ab")
        store = Store.create(Path(folder, "a.contest"), contest, [pack(bot) for bot in bots])
        executor, count = stack.enter_context(on() if on else _local(workers))
        run(store, plan, lambda block: task_of(contest, block, bots, None), executor, count, watch)
        replays = [store.replay(block, game) or "" for block in range(WARM, min(blocks, BLOCKS)) for game in (0, 1)]
        store.close()
    games = 2 * (len(times) - WARM)
    return (times[-1] - times[WARM - 1]) / games, replays


@contextlib.contextmanager
def _local(workers: int) -> Iterator[tuple[Executor, Callable[[], int]]]:
    with Workers(workers) as executor:
        yield executor, lambda: workers


def _bare(replays: list[str]) -> float:
    """Return the seconds that a game takes with nothing but the rules: the same moves, in this process."""
    played = []
    for text in replays:
        replay = loads(text)
        moves = [
            {entry.player: entry.move for entry in position.record}
            for position in run_again(replay)
            if getattr(position, "record", None) and hasattr(position, "state")
        ]
        played.append((replay.setup, moves[1:]))
    began = perf_counter()
    for setup, moves in played:
        game = setup.game
        state = game.start(len(setup.players), setup.seed, setup.options)
        for turn in moves:
            if game.to_move(state) == ():
                break
            for player, move in turn.items():
                game.check(state, player, move)
            state = game.step(state, turn)
        assert game.outcome(state) is not None
    return (perf_counter() - began) / len(played)


def _long() -> tuple[float, float]:
    """Play 10,000 games; return how much slower the last thousand is than the first, and how much memory has grown
    since the second.
    """
    times: list[float] = []
    sizes: list[float] = []

    def see(progress: Progress) -> None:
        for _ in progress.new:
            times.append(perf_counter())
            sizes.append(_resident())
        if progress.new and len(times) % THOUSAND == 0:
            print(f"  10,000 games: {2 * len(times)} played", file=sys.stderr, flush=True)

    _contest(1, LONG, see=see)
    first = times[THOUSAND] - times[WARM]
    last = times[-1] - times[-1 - (THOUSAND - WARM)]
    return last / first, sizes[-1] / sizes[2 * THOUSAND]


def _resident() -> float:
    """Return the memory of this process in pages; where the system does not tell, its largest so far."""
    try:
        return float(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


@contextlib.contextmanager
def _schedulers() -> Iterator[tuple[str, str]]:
    """Start two schedulers of Dask on this machine, one with one worker and one with two; yield their addresses."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        addresses = []
        for workers in (1, 2):
            file = Path(folder, f"{workers}.json")
            options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", file]
            stack.enter_context(_process("distributed.cli.dask_scheduler", *options))
            while not (file.exists() and file.read_text().strip()):
                time.sleep(0.1)
            addresses.append(json.loads(file.read_text())["address"])
            for _ in range(workers):
                options = [addresses[-1], "--nthreads", "1", "--no-nanny", "--no-dashboard"]
                stack.enter_context(_process("distributed.cli.dask_worker", *options))
        yield addresses[0], addresses[1]


@contextlib.contextmanager
def _process(module: str, *options: object) -> Iterator[None]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    command = [sys.executable, "-m", module, *map(str, options)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    print("\n".join(row.line() for row in rows(3)))
