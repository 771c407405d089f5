"""Plays a contest: asks its plan what to play, gives blocks to workers, and keeps each block as soon as it comes back.

Sending a task to a worker and its result back takes about as long as playing a short block. So a task has several short
blocks.

The workers may be any `concurrent.futures.Executor`. Blocks that are lost with a worker are played again. Since a
block is stored by its number, and only once, none is lost or counted twice.
"""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sandlot.archive.faults import START, Report, culprit
from sandlot.archive.record import unpacked_text
from sandlot.archive.verify import verifying_game
from sandlot.contest.cluster import Cluster
from sandlot.contest.store import Store
from sandlot.contest.task import Task, play_tasks
from sandlot.contest.worker_reply import PlayedGame, TaskOutcome, outcomes_of
from sandlot.formats.shapes import Misfit
from sandlot.jobs import Refused, done
from sandlot.messages import Message, message
from sandlot.stats.blocks import Block, Played, Result, Schedule
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.plan import Plan

MOST_TRIES = 3
"""How often one run of the command tries to play a block before it gives it up."""
GLANCE = 0.5
"""Seconds after which the watcher is called even if no block has ended."""
TASK_SECONDS, MOST_IN_TASK = 0.5, 16
"""About how long a worker should play the blocks of one task, and the maximum number of these."""


@dataclass
class ContestProgress:
    """The progress of a contest, for a watcher: the results so far, and what is to come.

    `new` are the blocks that were finished since the last call of the watcher. `known` is how many blocks the plan
    needs as far as is known now, including those played; if `schedule` is open, more may follow. `void` are the blocks
    that the platform could not play, by number, with the reason.
    """

    results: dict[int, Result]
    schedule: Schedule
    known: int
    began: float = field(default_factory=time.monotonic)
    workers: int = 0
    played: int = 0
    """How many games this run has played."""
    new: list[Block] = field(default_factory=list)
    void: dict[int, Message] = field(default_factory=dict)
    not_started: dict[int, tuple[Report, tuple[int, ...]]] = field(default_factory=dict)
    """The entrants that could not start in a game of this run: the report of the first such game, and the entrants in
    its seats.
    """

    @property
    def rate(self) -> float:
        """How many games this run has played per second."""
        seconds = time.monotonic() - self.began
        return self.played / seconds if seconds > 0 else 0.0


def run(
    store: Store,
    plan: Plan,
    task: Callable[[Block], Task],
    executor: Executor,
    workers: Callable[[], int],
    see: Callable[[ContestProgress], None] = lambda progress: None,
) -> ContestProgress:
    """Play until the plan is over, or until only blocks are left that could not be played; return how it ended.

    `workers` returns how many blocks can be played at the same time; on a cluster this changes. If the run is
    interrupted, blocks that were under way are lost, and the next run plays them again.
    """
    return _Run(store, plan, task, executor, workers, see).run()


@dataclass
class _Run:
    store: Store
    plan: Plan
    task: Callable[[Block], Task]
    executor: Executor
    workers: Callable[[], int]
    see: Callable[[ContestProgress], None]

    def __post_init__(self) -> None:
        self.queue: deque[Block] = deque()
        self.under_way: dict[Future[list[bytes]], list[Block]] = {}
        self.tries: dict[int, int] = {}
        self.void_blocks: dict[int, Block] = {}
        self.warned = {name for each in self.store.voids() if (name := culprit(each.why))}
        """The names of entrants that have caused a void game: the second time, they lose the game."""
        self.since = 0
        """How many blocks were played since the plan was last asked."""
        results = self.store.results()
        schedule = self.plan.schedule(results, self.store.withdrawn())
        self.progress = ContestProgress(results, schedule, 0)
        self._take(schedule)

    def run(self) -> ContestProgress:
        try:
            while self.queue or self.under_way:
                self._give_out()
                self._gather()
                self.see(self.progress)
                self.progress.new.clear()
                if self._plan_is_due():
                    self._take(self.plan.schedule(self.progress.results, self.store.withdrawn()))
        finally:
            for future in self.under_way:
                future.cancel()
        self._name_suspects()
        return self.progress

    def _take(self, schedule: Schedule) -> None:
        """Queue the blocks that the plan wants now and that are not being played yet."""
        self.since = 0
        busy = {block.number for blocks in self.under_way.values() for block in blocks} | self.progress.void.keys()
        self.queue = deque(block for block in schedule.blocks if block.number not in busy)
        self.progress.schedule = schedule
        self.progress.known = schedule.known(self.plan.expected, len(self.progress.results))

    def _plan_is_due(self) -> bool:
        look = self.progress.schedule.look
        is_all_played = not (self.queue or self.under_way)
        return bool(look and self.since >= look) or is_all_played

    def _give_out(self) -> None:
        workers = self.workers()
        self.progress.workers = workers
        # Each worker has one more task waiting, so that it need not wait while results are stored.
        while self.queue and len(self.under_way) < 2 * workers:
            blocks = self._next_blocks(workers)
            tasks = [replace(self.task(block), warned=frozenset(self.warned)) for block in blocks]
            self.under_way[self.executor.submit(play_tasks, tasks)] = blocks

    def _next_blocks(self, workers: int) -> list[Block]:
        """Take the blocks of one task from the queue."""
        size = TASK_SECONDS * self.progress.rate / (workers * len(self.queue[0].orders))
        # Towards the end all workers should have something to play.
        size = min(int(size), MOST_IN_TASK, len(self.queue) // (2 * workers))
        blocks = [self.queue.popleft()]
        # A block that was lost before is played alone: if it kills workers, no other block is lost with it.
        if blocks[0].number not in self.tries:
            while len(blocks) < size and self.queue[0].number not in self.tries:
                blocks.append(self.queue.popleft())
        for block in blocks:
            self.tries[block.number] = self.tries.get(block.number, 0) + 1
        return blocks

    def _gather(self) -> None:
        """Wait for the next task to end, and process all tasks that have ended."""
        if not self.under_way:
            time.sleep(GLANCE)  # There are no workers yet.
        ended, _ = wait(self.under_way, timeout=GLANCE, return_when=FIRST_COMPLETED)
        for future in ended:
            blocks = self.under_way.pop(future)
            for block, outcome in zip(blocks, self._outcomes(future, blocks), strict=True):
                result = _result_of(outcome, block, self.store.contest)
                if isinstance(result, Message):
                    self._void(block, result, outcome.for_good)
                else:
                    self._keep(result, outcome)

    def _outcomes(self, future: Future[list[bytes]], blocks: list[Block]) -> list[TaskOutcome]:
        """Return the outcome of each block of a task. Void ones are played again."""
        outcomes = outcomes_of(future, blocks, len(self.store.contest.entrants))
        if not isinstance(self.executor, Cluster):
            return outcomes
        return [self._judged(self.executor, future, *each) for each in zip(blocks, outcomes, strict=True)]

    def _judged(self, far: Cluster, future: Future[list[bytes]], block: Block, outcome: TaskOutcome) -> TaskOutcome:
        """Verify an outcome from a worker of a cluster, which may send anything: play the games again by the rules,
        from their answers. Return the outcome, or a void one.
        """
        result = _result_of(outcome, block, self.store.contest)
        why = result if isinstance(result, Message) else problem_of(self.store.contest, result, outcome.games)
        if why is None:
            return outcome
        if why.id == "void.other_version":
            # This worker can play no block at all.
            far.exclude(future, why)
        elif outcome.void is None or why.id == "void.no_answer":
            why = far.exclude_untrue(future, why)
        else:
            why = far.failed(future) or why
        if far.is_excluded(future):
            # An excluded worker's attempt does not count: others may be able to play the block.
            self.tries[block.number] -= 1
        return TaskOutcome(void=why)

    def _keep(self, result: Result, outcome: TaskOutcome) -> None:
        block = result.block
        for number, game in enumerate(outcome.games):
            seats = block.seats(number)
            for report in game.reports:
                if report.turn == START:
                    self.progress.not_started.setdefault(seats[report.seat], (report, seats))
        try:
            self.store.add(block, outcome.games, self.progress.workers, outcome.waiting)
        except sqlite3.DataError as error:
            # A row is larger than any that can be read. The contest goes on without this block.
            why = message("void.not_kept", names=self._names(block.players), why=str(error))
            self._void(block, why, for_good=True)
            return
        self.progress.results[block.number] = result
        self.progress.new.append(block)
        self.progress.played += len(outcome.games)
        self.since += 1

    def _names(self, entrants: Iterable[int]) -> str:
        return ", ".join(self.store.contest.entrants[each].name for each in entrants)

    def _name_suspects(self) -> None:
        """For each block that cost a worker every time, name the suspects: its players, without those who have played
        in a block that was kept; if none is left, all its players.
        """
        innocent = {each for result in self.progress.results.values() for each in result.block.players}
        for number, why in self.progress.void.items():
            if why.id in ("void.lost", "void.machine"):
                players = self.void_blocks[number].players
                names = self._names([each for each in players if each not in innocent] or players)
                self.progress.void[number] = message("void.suspects", names=names, **why.params)

    def _void(self, block: Block, why: Message, for_good: bool = False) -> None:
        self.store.add_void(block.number, why)
        if name := culprit(why):
            self.warned.add(name)
        if self.tries[block.number] < MOST_TRIES and not for_good:
            self.queue.append(block)
        else:
            self.void_blocks[block.number] = block
            self.progress.void[block.number] = why


def problem_of(contest: Contest, result: Result, games: Sequence[PlayedGame]) -> Message | None:
    """Play the games of a block again from their answers; return what is wrong with them, or None."""
    if any(game.played.digest is None for game in games):
        # Only games of earlier versions have no digest. Without it, repeated games would count as different ones.
        return message("contest.other_digest")
    for number, game in enumerate(games):
        try:
            text = unpacked_text(game.replay)
        except Refused:
            # Its sentence is about a file of results. The file is not damaged: what the worker sent is no replay.
            return message("void.no_answer")
        try:
            reports = [each.json() for each in game.reports]
            if why := done(verifying_game(contest, result, number, text, reports)):
                return why
        except Refused as bad:
            return bad.text
        except Misfit:
            return message("contest.other_faults")
    return None


def _result_of(outcome: TaskOutcome, block: Block, contest: Contest) -> Result | Message:
    """Return the result of an outcome, or why there is none."""
    if outcome.void:
        return outcome.void
    if (outcome.rules, outcome.package) != (contest.rules, contest.package):
        return message("void.other_version", machine="?", version=outcome.package[:40])
    return Result(block, tuple(_lean(game.played) for game in outcome.games))


def _lean(played: Played) -> Played:
    """Return an equal value that shares its tuples with other games: all results of a contest stay in memory."""
    fields = (played.places, played.scores, played.faults, played.reasons)
    # The types are part of the key, because 1 == 1.0.
    places, scores, faults, reasons = (_interned(each, *map(type, each)) for each in fields)
    return Played(places, scores, faults, reasons, played.turns, played.digest)


@lru_cache(maxsize=10_000)
def _interned(values: tuple[Any, ...], *types: type) -> Any:
    """Return the cached tuple with these values."""
    return values
