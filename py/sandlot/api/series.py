"""Series between two players: which one is better, by how much, and how surely."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sandlot.api.matches import TimeControl, bytes_of, checked_names, checked_seed, read_clock
from sandlot.api.named import check_count, check_system, game_named, new_secret, whole
from sandlot.api.players import Player, bots_of
from sandlot.api.problem import REFUSED, Problem
from sandlot.archive.record import summing
from sandlot.archive.sources import pack
from sandlot.clock import Clock
from sandlot.contest.entrants import entrants_of
from sandlot.contest.runner import run
from sandlot.contest.store import Store
from sandlot.contest.task import Task, end_stages, task_of
from sandlot.contest.workers import Workers
from sandlot.files.bot import Bot
from sandlot.formats.bounds import DRAWN_SEEDS
from sandlot.game import Game, Json, read_options, short
from sandlot.games import rules
from sandlot.jobs import done
from sandlot.local.bot import HereBot
from sandlot.messages import message, render
from sandlot.stats.blocks import Block, Entrant
from sandlot.tournaments.contest import Contest, try_seeds
from sandlot.tournaments.kinds import new_plan, plan_from
from sandlot.tournaments.verdict import answer

MOST_WORKERS = 256


@dataclass(frozen=True)
class Answer:
    """The outcome of a series, as seen from the player `name` against `other`.

    `text` says it in a sentence, and `word` is one of "better", "unclear" (nothing is proven), "same" (a test has ended
    without a difference) and "level". `share` is `name`'s share of the points, from 0 to 1, with the confidence
    interval from `low` to `high` at the confidence `level`. `elo` is the share as an Elo difference; 4000 or -4000
    stands for winning or losing every game, for which there is no finite difference.
    """

    text: str
    word: str
    name: str
    other: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    level: float
    elo: float
    faults: Mapping[str, int]
    """How many games each player has lost by a fault, by name."""

    @property
    def better(self) -> str | None:
        """The name of the better player; None if that is not certain."""
        return self.name if self.word == "better" else None

    def __repr__(self) -> str:
        return f"Answer({self.text})"


def series(
    game: str,
    first: Player,
    second: Player,
    *,
    games: int = 100,
    elo: float | None = None,
    seed: int | None = None,
    options: Mapping[str, Json] | None = None,
    clock: TimeControl = None,
    memory: int | None = None,
    isolate: bool = False,
    trust: bool = False,
    workers: int | None = None,
    watch: Callable[[int, int], None] = lambda played, of: None,
) -> Answer:
    """Play many games between two players and say which is better, as ``sandlot series`` does.

    Players are as for `play`. Every map is played twice, with the seats swapped, so `games` is rounded up to an even
    number. With `elo`, the series stops as soon as it is certain whether the players differ by so many Elo, and at the
    latest after `games`. If both players are named, `workers` games run at a time, by default as many as this machine
    has room for; functions and objects play in this process, one game after the other. Bots from files and commands
    play in a sandbox; `trust` lets them play without one, and `isolate` puts house bots into one, too. `watch` is
    called with the number of games played so far and the number expected. Raise `SandlotError` for invalid arguments,
    and for games that cannot be played.

        >>> import sandlot
        >>> answer = sandlot.series("snake", lambda view: (view["safe"] or [0])[0], "hugger", games=4, seed=1)
        >>> answer.games, answer.wins + answer.draws + answer.losses
        (4, 4)
    """
    rules_of = game_named(game)
    bots = bots_of(rules_of, [first, second])
    count = whole(games)
    if count is None or count < 1:
        raise Problem(message("api.games", got=short(games)))
    setting: dict[str, Json] = {"kind": "series", "blocks": -(-count // 2)}
    if elo is not None:
        setting["stop"] = {"elo": elo, "bets": True}
    setting["seeds"] = {
        "first": secrets.randbelow(DRAWN_SEEDS) if seed is None else checked_seed(rules_of, seed),
        "given": [],
    }
    secret = new_secret() if seed is None else ""
    entrants = entrants_of(bots, rules(game))
    contest = new_contest(
        rules_of, entrants, setting, checked_names("options", options), read_clock(rules_of, clock), secret
    )
    check_system()
    from sandlot import local

    named = [bot for bot in bots if not isinstance(bot, HereBot)]
    sandbox = local.contest_sandbox(isolate, trust, named)
    local.check_steps(contest.clock, bots)
    most = bytes_of(memory)

    def task(block: Block) -> Task:
        return task_of(contest, block, bots, most, sandbox)

    with TemporaryDirectory(prefix="sandlot-") as folder, contextlib.ExitStack() as stack:
        store = Store.create(Path(folder, f"{game}.contest"), contest, [pack(bot) for bot in bots])
        stack.callback(store.close)
        plan = plan_from(store.contest.plan, len(bots))
        executor, count = stack.enter_context(_executor(rules_of, contest, bots, workers))
        ended = run(
            store,
            plan,
            task,
            executor,
            lambda: count,
            lambda progress: watch(2 * len(progress.results), 2 * plan.expected),
        )
        if ended.void:
            raise Problem(ended.void[min(ended.void)], REFUSED)
        return _answer(store)


def new_contest(
    game: Game[Any],
    entrants: Sequence[Entrant],
    plan: Mapping[str, Json],
    options: Mapping[str, Json],
    clock: Clock,
    secret: str,
) -> Contest:
    """Return a new contest. Raise `SandlotError` for an invalid plan or options, even if they are invalid only with the
    plan's first seeds.
    """
    complete = read_options(game, options)
    checked = new_plan(plan, len(entrants))
    check_count(game, checked.players)
    # Maps and combinations of options are checked only when a game starts.
    try_seeds(game, checked, complete)
    return Contest(game, rules(game.name), tuple(entrants), checked.json(), complete, clock, secret)


def workers_for(game: Game[Any], options: Mapping[str, Json]) -> int:
    """Return how many blocks to play at once so that no bot waits for a processor."""
    check_system()
    from sandlot import local

    processors: int = local.processors()
    # A worker that has a processor of its own asks its bots one after another.
    together = 1 if local.has_affinity() else len(game.to_move(game.start(max(2, game.players[0]), 0, options)))
    return max(1, processors // together)


@contextlib.contextmanager
def _executor(
    game: Game[Any], contest: Contest, bots: Sequence[Bot], workers: int | None
) -> Iterator[tuple[Executor, int]]:
    """Yield an executor that plays the blocks, and how many it plays at a time."""
    if any(isinstance(bot, HereBot) for bot in bots):
        try:
            yield _Inline(), 1
        finally:
            end_stages()
        return
    count = workers_for(game, contest.options) if workers is None else workers
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_WORKERS:
        raise Problem(message("api.workers", most=MOST_WORKERS, got=short(count, 40)))
    with Workers(count) as executor:
        yield executor, count


class _Inline(Executor):
    """Runs each task at once, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def _answer(store: Store) -> Answer:
    standings = done(summing(store))
    found = answer(standings, "series")
    if found is None or standings.two is None:
        raise Problem(message("api.no_games"), REFUSED)
    said, lines = found.params, standings.json()["standings"]
    line = next(each for each in lines if each["name"] == said["name"])
    two, is_first = standings.two, standings.entrants[0].name == said["name"]
    low, high = (two.low, two.high) if is_first else (1 - two.high, 1 - two.low)
    faults = {each["name"]: sum(each["faults"].values()) for each in lines}
    return Answer(
        text=render(found),
        word=said["word"],
        name=said["name"],
        other=said["other"],
        games=line["games"],
        wins=line["wins"],
        draws=line["draws"],
        losses=line["losses"],
        share=line["share"],
        low=low,
        high=high,
        level=two.level,
        elo=float(said["elo"]),
        faults=faults,
    )
