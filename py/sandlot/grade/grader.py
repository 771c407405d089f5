"""Grades submissions: plays the games of all tasks with each of them.

A grade depends only on the program, the tasks and the version of Sandlot: seeds, secrets and the order of games are
fixed. A task ends as soon as it is decided. A submission that does not start gets no further games.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import Any

from sandlot.archive.faults import START, Report, culprit
from sandlot.contest.entrants import entrants_of
from sandlot.contest.task import play_tasks, task_of
from sandlot.contest.worker_reply import PlayedGame, outcomes_of
from sandlot.contest.workers import Workers
from sandlot.errors import SandlotError
from sandlot.files.bot import Bot
from sandlot.game import Game, Json
from sandlot.games import rules
from sandlot.jobs import done
from sandlot.local import Sandbox, house
from sandlot.match.hints import EARLY, hint
from sandlot.match.replay_file import loads
from sandlot.messages import Message, as_json, message, named
from sandlot.stats.blocks import Block
from sandlot.tasks.judge import GAMES_ON_A_SEED, PASSED, GameMark, Pair, decided, seeing_game
from sandlot.tasks.spec import Spec, Task
from sandlot.tournaments.contest import Contest

MOST_TRIES = 3
"""How often the two games on a seed are tried if the platform fails to play them."""
MOST_LATE = 4
"""After being too late in this many games or puzzles a program gets no more of them, because each takes as long as the
clock allows.
"""
ORDERS = ((0, 1), (1, 0))
NEED_REPLAY = ("survives", "lists", "predicts")
NAME = "submission"
"""The name of every program in its games, so that nothing depends on the name of its file."""


@dataclass(frozen=True)
class Submission:
    """A submission: a program, or (`why`) the reason why there is none."""

    name: str
    bot: Bot | None
    why: Message | None = None


@dataclass(frozen=True)
class Mark:
    """The result of a task, which `text` explains in a sentence. If it `is_open`, the platform could not play all its
    games.
    """

    task: Task
    points: int
    text: Message
    games: int = 0
    is_open: bool = False

    @property
    def passed(self) -> bool:
        """Whether the task is passed. This is independent of `points`, because a task may be worth 0 points."""
        return self.text.id in PASSED


@dataclass(frozen=True)
class Grade:
    """All marks of a submission. `why` says what is wrong with the whole submission, if anything is."""

    name: str
    marks: tuple[Mark, ...]
    why: Message | None = None

    @property
    def points(self) -> int:
        """The sum of all points."""
        return sum(mark.points for mark in self.marks)

    @property
    def is_open(self) -> bool:
        """Whether something could not be played, so that this is not the final grade."""
        return any(mark.is_open for mark in self.marks)

    def json(self) -> dict[str, Json]:
        """Return the grade as JSON values, with sentences in the form of `messages.as_json`, so that the same grade
        gives the same text on every machine.
        """
        return {
            "name": self.name,
            "points": self.points,
            "why": self.why and as_json(self.why),
            "tasks": [[mark.task.id, mark.points, mark.games, as_json(mark.text)] for mark in self.marks],
        }


def grade_all(
    spec: Spec,
    submissions: Sequence[Submission],
    workers: int,
    sandbox: Sandbox,
    memory: int | None = None,
    see: Callable[[int, Grade], None] = lambda number, grade: None,
) -> list[Grade]:
    """Grade all submissions, `workers` of them at a time. `see` is called with the number of a submission and its grade
    as soon as that is known. `memory` is in bytes.
    """
    grades: dict[int, Grade] = {}
    with Workers(workers) as executor, ThreadPoolExecutor(workers, thread_name_prefix="grader") as graders:
        try:
            todo = {
                graders.submit(_Grader(spec, each, executor, sandbox, memory).grade): number
                for number, each in enumerate(submissions)
            }
            for done in as_completed(todo):
                number = todo[done]
                grades[number] = done.result()
                see(number, grades[number])
        except BaseException:
            graders.shutdown(wait=False, cancel_futures=True)
            executor.shutdown(wait=True, cancel_futures=True)
            raise
    return [grades[number] for number in range(len(submissions))]


class _Undecided(SandlotError):
    """Games could not be played, or not in time; `text` says why."""

    text: Message


class _Grader:
    """Grades one submission, one game after the other."""

    def __init__(
        self, spec: Spec, submission: Submission, workers: Workers, sandbox: Sandbox, memory: int | None
    ) -> None:
        self.spec, self.submission, self.workers, self.sandbox, self.memory = spec, submission, workers, sandbox, memory
        self.warned: set[str] = set()
        self.began = time.monotonic()
        self.games = self.late = 0

    def grade(self) -> Grade:
        self.began = time.monotonic()
        marks: list[Mark] = []
        why = self.submission.why
        for task in self.spec.tasks:
            if why is None:
                mark = self._mark(task)
                why = mark.text if mark.text.id == "grade.not_started" else self._too_late()
            else:
                mark = Mark(task, 0, why)
            marks.append(mark)
        return Grade(self.submission.name, tuple(marks), why)

    def _too_late(self) -> Message | None:
        return message("grade.late", games=self.late) if self.late >= MOST_LATE else None

    def _mark(self, task: Task) -> Mark:
        if not task.seeds:
            return Mark(task, 0, message("grade.kept_elsewhere"))
        before = self.games
        try:
            text = self._judged(task)
        except _Undecided as open_:
            return Mark(task, 0, open_.text, self.games - before, is_open=True)
        mark = Mark(task, task.points, text, self.games - before)
        return mark if mark.passed else replace(mark, points=0)

    def _judged(self, task: Task) -> Message:
        """Play a task's games until it is decided; return the sentence that says how."""
        played: list[Pair] = []
        for pair in self._pairs(task):
            if pair.at_start and self.games == GAMES_ON_A_SEED:
                return message("grade.not_started", why=pair.fault)
            played.append(pair)
            if text := decided(task, played) or self._too_late():
                return text
        raise AssertionError(f"{task.kind}: not decided after all seeds")

    def _pairs(self, task: Task) -> Iterator[Pair]:
        assert self.submission.bot
        bots = [replace(self.submission.bot, name=NAME), house(self.spec.game.name, task.against)]
        game = self.spec.game
        entrants = entrants_of(bots, rules(game.name))
        contest = Contest(
            game, rules(game.name), entrants, {}, self.spec.options, self.spec.clock, self.spec.secret(task)
        )
        for number, seed in enumerate(task.seeds):
            block = Block(number, (0, 1), seed, ORDERS)
            games = self._play(contest, block, bots)
            self.games += len(games)
            self.late += sum(
                each.played.faults[ORDERS[place].index(0)] == "timeout" for place, each in enumerate(games)
            )
            yield _pair(games, task, game, bots[0].source)

    def _play(self, contest: Contest, block: Block, bots: Sequence[Bot]) -> Sequence[PlayedGame]:
        """Play both games on a seed; raise `_Undecided` if that fails."""
        why = message("void.no_answer")
        for _ in range(MOST_TRIES):
            if time.monotonic() - self.began > self.spec.seconds:
                raise _Undecided(message("grade.too_long", seconds=self.spec.seconds))
            work = task_of(contest, block, bots, self.memory, self.sandbox)
            future = self.workers.submit(play_tasks, [replace(work, warned=frozenset(self.warned))])
            # A failed worker does not affect the grades of other submissions.
            (outcome,) = outcomes_of(future, [block], len(block.players))
            if outcome.void is None:
                return outcome.games
            why = outcome.void
            if name := culprit(why):
                self.warned.add(name)
            if outcome.for_good:
                break
        raise _Undecided(message("grade.unplayed", why=why))


def _pair(games: Sequence[PlayedGame], task: Task, game: Game[Any], source: str) -> Pair:
    """Return the marks of both games on a seed for the submission: it is entrant 0, and `source` is its main file."""
    marks = []
    for number, played in enumerate(games):
        mark = _mark(played, task, ORDERS[number].index(0))
        if mark.why:
            mark = replace(mark, why=named(mark.why, _names(number, task)))
        report = next((each for each in played.reports if each.seat == ORDERS[number].index(0)), None)
        if report:
            fault = _told(report, played, number, task)
            if report.turn < EARLY and (advice := hint(game, source, report.seat)):
                fault = message("grade.hinted", fault=fault, hint=named(advice, _names(number, task)))
            mark = replace(mark, ok=False, fault=fault, at_start=report.turn == START, why=fault)
        marks.append(mark)
    return Pair.of(task, marks)


def _mark(game: PlayedGame, task: Task, seat: int) -> GameMark:
    """Return the mark of a game. Only some kinds of tasks need its replay, all others only its result."""
    if task.kind in NEED_REPLAY:
        return done(seeing_game(task, loads(zlib.decompress(game.replay).decode()), seat))
    mine, other = game.played.places[seat], game.played.places[1 - seat]
    return GameMark(1.0 if mine < other else 0.5 if mine == other else 0.0, ok=True, turn=0)


def _told(report: Report, game: PlayedGame, number: int, task: Task) -> Message:
    """Return the description of a fault for the student. For a game on a kept (secret) seed that is only the kind of
    the fault, because a program's own message could reveal what it has seen there.
    """
    if task.is_kept:
        kind = game.played.faults[report.seat] or "crash"
        return message(f"grade.fault_{kind}")
    return named(report.text, _names(number, task))


def _names(number: int, task: Task) -> list[str]:
    """Return the names in the seats of a game on a seed."""
    return [(NAME, task.against)[place] for place in ORDERS[number]]
