"""Measures contests: the cost of workers, the results file and a cluster beside the bare rules.

`rows(runs)` is the contests' part of the table of `build.py bench`. The bots are trivial modules. The game is Snake,
whose rules are quick and whose games have only some 20 turns: so this is the cost of everything around a match. The
other game is Tank between bots that never move, a long game in which requests take nearly all the time, and the start
of bots takes almost none. The shares of a game are processor time: with one worker everything runs on one processor in
sequence.

`PYTHONPATH=py:tests:tests/bench python tests/bench/bench_contests.py` prints it alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from math import inf
from pathlib import Path
from time import perf_counter, process_time
from typing import IO, TYPE_CHECKING, Any

from clusters import scheduler, worker
from sandlot.archive.sources import pack
from sandlot.contest import task
from sandlot.contest.cluster import cluster
from sandlot.contest.entrants import entrants_of
from sandlot.contest.runner import ContestProgress, run
from sandlot.contest.store import Store
from sandlot.contest.task import play_task, task_of
from sandlot.contest.workers import Workers
from sandlot.games import GAMES, rules
from sandlot.local import Bot
from sandlot.match.parts import Setup
from sandlot.match.replay import run as run_again
from sandlot.match.replay_file import loads
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.plan import Plan

if TYPE_CHECKING:
    from bench import Row

SHORT = ("snake", "def move(view):\n    return (view['safe'] or [0])[0]\n")
LENGTHY = ("tank", "def move(view):\n    return [-1, -1]\n")
"""Two games, each with the bot that plays both seats."""
TICKS = os.sysconf("SC_CLK_TCK")
PARTS = ("the worker", "the process that forks bots", "the bots")
BLOCKS, WARM = 40, 6
"""Blocks of a measured contest, and the number of them that are played before the measurement."""
OF_CLUSTER = 5 * BLOCKS, BLOCKS
"""The same on a cluster: more, because several blocks arrive at once and workers begin at different times."""
LONG, THOUSAND = 5000, 500
"""Blocks of a contest of 10,000 games, and of a thousand games."""


def rows(runs: int) -> list[Row]:
    """Measure everything."""
    from bench import Row, ratio

    alone, bare, least, two, of_two, one_dask, two_dask = [], [], [], [], [], [], []
    both, one_by_one = [], []
    lengthy: list[tuple[float, float]] = []
    parts: dict[str, list[tuple[float, float]]] = {}
    for number in range(runs):
        print(f"  contests: round {number + 1} of {runs}", file=sys.stderr, flush=True)
        seconds, replays = _contest(1, BLOCKS)
        alone.append(seconds)
        bare.append(_bare(replays))
        least.append(_least(replays))
        of_two.append(_contest(2, BLOCKS)[0])
        two.append(_contest(1, BLOCKS)[0])
        both.append(_busy(2))
        one_by_one.append(_busy(1))
        seconds, replays = _contest(1, BLOCKS // 4, of=LENGTHY)
        lengthy.append((seconds, _bare(replays)))
        for of in (SHORT, LENGTHY):
            # Not in this process, which would keep the processor that it claims.
            with Workers(1) as executor:
                found = executor.submit(_parts, of).result()
            for name, pair in found.items():
                parts.setdefault(f"  of it in {of[0]}, processor time: {name}", []).append(pair)
    for _ in range(runs):
        one_dask.append(_on_cluster(1))
        two_dask.append(_on_cluster(2))
    growth, took, memory = _long()
    return [
        ratio("contest: a game with one worker / the bare rules, same moves", 15, list(zip(alone, bare, strict=True))),
        ratio("  views to two processes and back / the bare rules", inf, list(zip(least, bare, strict=True))),
        ratio("  a game with one worker / that", inf, list(zip(alone, least, strict=True))),
        ratio("contest: a long game with one worker / the bare rules", inf, lengthy),
        *(ratio(name, inf, pairs) for name, pairs in parts.items()),
        ratio("contest: a game with two workers / with one", 1 / 1.8, list(zip(of_two, two, strict=True))),
        ratio("contest: a game with two Dask workers / with one", 1 / 1.7, list(zip(two_dask, one_dask, strict=True))),
        ratio("  what this machine gives: two busy Pythons / one", inf, list(zip(both, one_by_one, strict=True))),
        Row("contest of 10,000 games: processor time in the last thousand / the first", growth, 1.1, "times", []),
        Row("  of it, time on the clock", took, inf, "times", []),
        Row("contest of 10,000 games: growth of memory, last thousand / second", memory, 1.1, "times", []),
    ]


def _contest(
    workers: int,
    blocks: int,
    on: Callable[[], contextlib.AbstractContextManager[tuple[Executor, Callable[[], int]]]] | None = None,
    see: Callable[[ContestProgress], None] = lambda progress: None,
    of: tuple[str, str] = SHORT,
    warm: int = WARM,
) -> tuple[float, list[str]]:
    """Play a series; return the seconds of a game after the first blocks, and the replays."""
    times: list[float] = []

    def watch(progress: ContestProgress) -> None:
        times.extend([perf_counter()] * len(progress.new))
        see(progress)

    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        contest, plan, bots = _described(of, blocks)
        store = Store.create(Path(folder, "a.contest"), contest, [pack(bot) for bot in bots])
        executor, count = stack.enter_context(on() if on else _local(workers))
        run(store, plan, lambda block: task_of(contest, block, bots, None), executor, count, watch)
        kept = range(WARM, min(blocks, BLOCKS))
        replays = [store.replay(block, game) or "" for block in kept for game in (0, 1)]
        store.close()
    began = times[warm - 1]
    # Several blocks arrive at once: those that arrived together with the last warm-up block were played before it.
    games = 2 * sum(each > began for each in times)
    return (times[-1] - began) / games, replays


def _described(of: tuple[str, str], blocks: int) -> tuple[Contest, Plan, list[Bot]]:
    game, source = of
    bots = [Bot(name, "code", source, f"{name}.py") for name in ("one", "two")]
    plan = plan_from({"kind": "series", "blocks": blocks, "seeds": {"first": 1, "given": []}}, 2)
    hashed = rules(game)
    return Contest(GAMES[game], hashed, entrants_of(bots, hashed), plan.json(), secret="ab"), plan, bots


def _parts(of: tuple[str, str]) -> dict[str, tuple[float, float]]:
    """Play blocks in this process; return the seconds of processor time of each part, and those of the bare rules."""
    contest, plan, bots = _described(of, WARM + BLOCKS // 4)
    tasks = [task_of(contest, block, bots, None) for block in plan.schedule({}, {}).blocks]
    for each in tasks[:WARM]:
        play_task(each)
    [stage] = task._stages.values()
    assert stage._fork_server._popen
    fork_server = stage._fork_server._popen.pid
    before = process_time(), *_used(fork_server)
    games = [game for each in tasks[WARM:] for game in play_task(each).games]
    after = process_time(), *_used(fork_server)
    stage.close()
    bare = len(games) * _bare([zlib.decompress(game.replay).decode() for game in games], process_time)
    return {name: (b - a, bare) for name, a, b in zip(PARTS, before, after, strict=True)}


def _used(pid: int) -> tuple[float, float]:
    """Return the seconds of processor time that a process has used, and those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
    return own / TICKS, children / TICKS


@contextlib.contextmanager
def _local(workers: int) -> Iterator[tuple[Executor, Callable[[], int]]]:
    with Workers(workers) as executor:
        yield executor, lambda: workers


def _moves(replays: list[str]) -> list[tuple[Setup, list[dict[int, Any]]]]:
    """Return the setup of every game, and the moves by player in each turn."""
    played = []
    for text in replays:
        replay = loads(text)
        moves = [
            {entry.player: entry.move for entry in position.record}
            for position in run_again(replay)
            if getattr(position, "record", None) and hasattr(position, "state")
        ]
        played.append((replay.setup, moves[1:]))
    return played


def _bare(replays: list[str], clock: Callable[[], float] = perf_counter) -> float:
    """Return the seconds of a game by the bare rules: the same moves, in this process."""
    return _plain(_moves(replays), clock, None)


def _least(replays: list[str], clock: Callable[[], float] = perf_counter) -> float:
    """Return the seconds of a game whose views are sent to two processes, which answer each of them. This is the least
    possible cost of sandboxes between bots: nothing is measured, checked, limited or stored, and the two processes play
    all games.
    """
    with contextlib.ExitStack() as stack:
        echoes = [stack.enter_context(_echo()) for _ in range(2)]

        def ask(views: dict[int, Any]) -> None:
            for player, view in views.items():
                echoes[player][0].write(json.dumps(view).encode() + b"\n")
            for player in views:
                json.loads(echoes[player][1].readline())

        return _plain(_moves(replays), clock, ask)


@contextlib.contextmanager
def _echo() -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """A process that reads each view as a line and answers with a number."""
    code = "import json, sys\nfor line in sys.stdin.buffer: json.loads(line); print(0, flush=True)"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin and process.stdout
        yield process.stdin, process.stdout


def _plain(
    played: list[tuple[Setup, list[dict[int, Any]]]],
    clock: Callable[[], float],
    ask: Callable[[dict[int, Any]], None] | None,
) -> float:
    """Play games by the rules, passing all views of a turn to `ask`; return the seconds of a game."""
    began = clock()
    for setup, moves in played:
        game = setup.game
        state = game.start(len(setup.players), setup.seed, setup.options)
        for turn in moves:
            if game.to_move(state) == ():
                break
            if ask:
                ask({player: game.view(state, player) for player in turn})
            for player, move in turn.items():
                game.check(state, player, move)
            state = game.step(state, turn)
        assert game.outcome(state) is not None
    return (clock() - began) / len(played)


def _busy(processes: int) -> float:
    """Return the seconds of a piece of work while this many processes do the same work."""
    code = "for k in range(20_000_000): pass"
    began = perf_counter()
    running = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(processes)]
    assert [each.wait() for each in running] == [0] * processes
    return (perf_counter() - began) / processes


def _long() -> tuple[float, float, float]:
    """Play 10,000 games; return the processor time of the last thousand relative to the first, the same for wall-clock
    time, and the growth of memory since the second thousand.
    """
    # Use arrays instead of lists, so that the measurement itself adds little memory.
    used, times, sizes = array("d"), array("d"), array("d")

    def see(progress: ContestProgress) -> None:
        for _ in progress.new:
            used.append(_used_by_all())
            times.append(perf_counter())
            sizes.append(_resident())
        if progress.new and len(times) % THOUSAND == 0:
            print(f"  10,000 games: {2 * len(times)} played", file=sys.stderr, flush=True)

    _contest(1, LONG, see=see)

    def growth(of: array[float]) -> float:
        return (of[-1] - of[-1 - (THOUSAND - WARM)]) / (of[THOUSAND] - of[WARM])

    return growth(used), growth(times), sizes[-1] / sizes[2 * THOUSAND]


def _used_by_all() -> float:
    """Return the processor seconds of this process, its worker, the fork server, and ended bots."""
    generation, total = [os.getpid()], 0.0
    for _ in range(3):
        total += sum(sum(_used(pid)) for pid in generation)
        lists = [file for pid in generation for file in Path(f"/proc/{pid}/task").glob("*/children")]
        generation = [int(pid) for file in lists for pid in file.read_text().split()]
    return total


def _resident() -> float:
    """Return the memory of this process in pages, or its maximum so far where the system does not report the
    present one.
    """
    try:
        return float(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _on_cluster(workers: int) -> float:
    """Return the seconds of a game on a Dask scheduler with this many workers on this machine. The workers end
    afterwards, because each keeps the processor that it has claimed.
    """
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        address = stack.enter_context(scheduler(Path(folder)))
        for _ in range(workers):
            stack.enter_context(worker(address))
        blocks, warm = OF_CLUSTER
        return _contest(workers, blocks, lambda: cluster(address), warm=warm)[0]


if __name__ == "__main__":
    print("\n".join(row.line() for row in rows(3)))
