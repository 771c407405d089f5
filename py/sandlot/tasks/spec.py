"""Reads what is graded: a file in TOML with tasks, points and hints. Every wrong value becomes a sentence with its
line.

    game = "snake"

    [[task]]
    id = "beats"
    kind = "wins"
    against = "cautious"
    seeds = [1, 2, 3, 4]
    wins = 3
    points = 5
    hint = "Look two moves ahead."

A task whose seeds are "kept" takes them from the table [kept], in this file or in one that only the teacher has.
Two games are played on each seed, one from each seat. The kinds:

- no-faults: no crash, no late answer and no illegal one;
- wins: more points than the opponent in both games together, on `wins` seeds;
- better: surely better than the opponent, by the interval that a series has;
- survives: not out before turn `turns`;
- lists: prints a line "moves: [...]" on every turn, or on those in `at`, with the moves that do not lose at once, of
  `whose` "own" or "other", and is right in `share` percent of these turns;
- predicts: prints a line "next: ..." with the order that `whose` will give on this very turn, and is right in `share`
  percent of the turns, or of those in `at`, 100 if nothing is said.

The last three, and no-faults, have to be done in both games of `needed` seeds; of all seeds, if nothing is said.
A file with a table [step] is also a step of a path: see `sandlot.tasks.steps`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from typing import Any

from sandlot.clock import Clock
from sandlot.formats.bounds import LARGEST_SEED
from sandlot.game import Game, Json
from sandlot.messages import Message, message
from sandlot.settings.reader import LONGEST_SETTINGS, BadSettings, Reader, Table
from sandlot.stats.evidence import fixed_range
from sandlot.stats.intervals import LEVEL
from sandlot.tasks.moves import moves_of

LONGEST_SPEC = LONGEST_SETTINGS
"""Most bytes of a file of tasks, or of kept seeds."""
MOST_TASKS = 50
MOST_SEEDS = 1000
"""Most seeds of all tasks together. Two games are played on each."""
MOST_POINTS = 10_000
LONGEST_ID = 40
MOST_SECONDS = 24 * 3600
USUAL_SECONDS = 1800
COUNTED = ("no-faults", "survives", "lists", "predicts")
"""The kinds that have to be done in both games of so many seeds."""
ALL_OF_THEM = ("grade.task_survives_all", "grade.task_lists_all", "grade.task_predicts_all")
"""The titles of tasks that allow no exception: "1 of 1 seeds" says nothing."""
WHOSE = ("own", "other")
MOST_TURNS = 10_000
KEPT = "kept"
STEP = "step"

OF_KIND: Mapping[str, tuple[str, ...]] = {
    "no-faults": ("needed",),
    "wins": ("wins",),
    "better": (),
    "survives": ("needed", "turns"),
    "lists": ("needed", "whose", "share", "at"),
    "predicts": ("needed", "whose", "share", "at"),
}
"""All kinds, and the keys that a task of each may have besides those of every task."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")


class BadSpec(BadSettings):
    """A text that describes no tasks. `text` says what is wrong, in a sentence that follows the name of the file."""


@dataclass(frozen=True)
class Task:
    """A task. `seeds` are empty if a teacher keeps them elsewhere. `wins` and `needed` count seeds. From `wins` on, all
    fields but `name` and `hint` are only for the kinds that `OF_KIND` says.
    """

    id: str
    kind: str
    against: str
    seeds: tuple[int, ...]
    is_kept: bool
    points: int
    wins: int = 0
    name: str = ""
    hint: str = ""
    needed: int = 0
    """0: on all seeds."""
    turns: int = 0
    whose: str = "own"
    share: int = 100
    at: tuple[int, ...] = ()

    @property
    def enough(self) -> int:
        """On how many seeds it has to be done."""
        return self.wins if self.kind == "wins" else self.needed or len(self.seeds)

    @property
    def title(self) -> str | Message:
        """The name that the teacher has given, or a sentence about what the task demands."""
        if self.name:
            return self.name
        if self.is_kept:
            return message("grade.task_kept", against=self.against)
        id = f"grade.task_{self.kind.replace('-', '_')}"
        if f"{id}_all" in ALL_OF_THEM and self.enough == len(self.seeds) and self.share == 100:
            id += "_all"
        counts = {"games": 2 * len(self.seeds), "seeds": len(self.seeds), "wins": self.wins, "needed": self.enough}
        whose = message(f"grade.whose_{self.whose}")
        return message(id, against=self.against, **counts, turns=self.turns, whose_word=whose, share=self.share)


@dataclass(frozen=True)
class Spec:
    """All tasks, and how their games are played. `seconds` is what the games of one submission may take in all."""

    game: Game[Any]
    tasks: tuple[Task, ...]
    clock: Clock
    title: str = ""
    options: Mapping[str, Json] = field(default_factory=dict)
    seconds: int = USUAL_SECONDS

    @property
    def points(self) -> int:
        """The most points that can be reached."""
        return sum(task.points for task in self.tasks)

    @property
    def holds_kept(self) -> bool:
        """Whether it has the seeds that a teacher keeps: nobody else may read it then."""
        return any(task.is_kept and task.seeds for task in self.tasks)

    def secret(self, task: Task) -> str:
        """Return the secret of a task's games: see `match.parts.Setup`. It depends on the seeds, so that it is the same
        everywhere, and reveals kept seeds to nobody.
        """
        if not task.is_kept:
            return ""
        return hashlib.sha256(f"sandlot grade {self.game.name} {task.id} {task.seeds}".encode()).hexdigest()[:32]


def read_spec(text: str) -> Spec:
    """Read tasks from TOML; raise `BadSpec` for any other text."""
    return _bounded(SpecReader(text).spec())


def with_kept(spec: Spec, text: str) -> Spec:
    """Return `spec` with the kept seeds of a second file, which must hold nothing else; raise `BadSpec`."""
    reader = SpecReader(text)
    reader.check_known(reader.whole, "", (KEPT,))
    seeds = reader.kept()
    reader.check_kept(seeds, spec.tasks)
    tasks = [replace(task, seeds=seeds[task.id]) if task.id in seeds else task for task in spec.tasks]
    for task in tasks:
        if why := _too_few_seeds(task):
            reader.bad(KEPT, task.id, why)
    return _bounded(replace(spec, tasks=tuple(tasks)))


def _bounded(spec: Spec) -> Spec:
    if sum(len(task.seeds) for task in spec.tasks) > MOST_SEEDS:
        raise BadSpec(message("grade.many_seeds", most=MOST_SEEDS))
    return spec


def _too_few_seeds(task: Task) -> Message | None:
    """Return why a task is impossible on its seeds; None if it is possible, or if its seeds are kept elsewhere."""
    if task.seeds and task.kind == "better" and len(task.seeds) < fewest_seeds():
        return message("grade.few_seeds", fewest=fewest_seeds())
    if task.seeds and task.needed > len(task.seeds):
        return message("grade.many_needed", id=task.id, needed=task.needed, seeds=len(task.seeds))
    if task.seeds and task.wins > len(task.seeds):
        return message("grade.many_wins", id=task.id, wins=task.wins, seeds=len(task.seeds))
    return None


def shows_better(counts: Mapping[float, float]) -> bool:
    """Tell whether the player is surely better, by the interval of a series. `counts` are the numbers of seeds by share
    of points, from 0 to 1.
    """
    return fixed_range(counts, LEVEL).low > 0.5


@cache
def fewest_seeds() -> int:
    """Return on how many seeds a player must win all games to be surely better."""
    return next(seeds for seeds in count(1) if shows_better({1.0: seeds}))


class SpecReader(Reader):
    """Reads one file of tasks, or of kept seeds."""

    problem = BadSpec

    def spec(self) -> Spec:
        """Return the tasks, and how their games are played."""
        whole = self.whole
        self.check_known(whole, "", ("game", "title", "seconds", "options", "clock", "task", KEPT, STEP))
        game = self.game()
        if not game.players[0] <= 2 <= game.players[1]:
            self.bad("", "game", message("grade.two", game=game.name))
        options, clock = self.options(game), self.clock(game)
        seeds = self.kept()
        tasks = self._tasks(game, seeds)
        self.check_kept(seeds, tasks)
        title = self.read_text(whole, "", "title")
        seconds = self.read_whole(whole, "", "seconds", 1, MOST_SECONDS, USUAL_SECONDS)
        return Spec(game, tasks, clock, title, options, seconds)

    def check_kept(self, seeds: Mapping[str, object], tasks: Sequence[Task]) -> None:
        """Raise `BadSpec` if there are kept seeds for an id that is none of a task with kept seeds."""
        wanted = {task.id for task in tasks if task.is_kept}
        for id in seeds:
            if id not in wanted:
                self.bad(KEPT, id, message("grade.nobody_keeps", id=id))

    def kept(self) -> dict[str, tuple[int, ...]]:
        """Return the kept seeds by task."""
        return {id: self._seeds(value, KEPT, id) for id, value in self.read_table(KEPT).items()}

    def _tasks(self, game: Game[Any], kept: Mapping[str, tuple[int, ...]]) -> tuple[Task, ...]:
        rows = self.whole.get("task", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.bad("", "task", message("grade.tasks_form"))
        if not 1 <= len(rows) <= MOST_TASKS:
            self.bad("", "task", message("grade.tasks_count", most=MOST_TASKS, count=len(rows)))
        tasks: list[Task] = []
        for number, row in enumerate(rows):
            task = self._task(game, row, f"task.{number}", kept)
            if any(task.id == other.id for other in tasks):
                self.bad(f"task.{number}", "id", message("grade.twice", id=task.id))
            tasks.append(task)
        return tuple(tasks)

    def _task(self, game: Game[Any], row: Table, where: str, kept: Mapping[str, tuple[int, ...]]) -> Task:
        kind = self.read_text(row, where, "kind", needed=True)
        if kind not in OF_KIND:
            self.bad(where, "kind", message("settings.one_of", known=", ".join(OF_KIND), got=kind))
        self.check_known(row, where, ("id", "kind", "against", "seeds", "points", "name", "hint", *OF_KIND[kind]))
        id = self.read_text(row, where, "id", needed=True)
        if not _ID.fullmatch(id) or len(id) > LONGEST_ID:
            self.bad(where, "id", message("grade.id_form", most=LONGEST_ID))
        against = self.read_text(row, where, "against", needed=True)
        if against not in game.house:
            self.bad(where, "against", message("settings.one_of", known=", ".join(game.house), got=against))
        value = row.get("seeds")
        if "seeds" not in row:
            self.bad(where, "", message("settings.needed", name="seeds"))
        is_kept = value == KEPT
        seeds = kept.get(id, ()) if is_kept else self._seeds(value, where, "seeds")
        # Steps of a path are passed or not: they have no points.
        points = self.read_whole(row, where, "points", 0, MOST_POINTS, 1 if STEP in self.whole else None)
        wins = self.read_whole(row, where, "wins", 1, MOST_SEEDS, None) if kind == "wins" else 0
        name, hint = (self.read_text(row, where, each) for each in ("name", "hint"))
        needed = self.read_whole(row, where, "needed", 1, MOST_SEEDS, 0) if "needed" in row else 0
        turns = self.read_whole(row, where, "turns", 1, MOST_TURNS, None) if kind == "survives" else 0
        whose = self.read_word(row, where, "whose", WHOSE, WHOSE[0])
        share = self.read_whole(row, where, "share", 1, 100, 100)
        if kind == "lists" and moves_of(game, game.start(2, 1, self.options(game)), 0) is None:
            self.bad(where, "kind", message("grade.needs_moves", game=game.name))
        at = self._turns(row["at"], where) if "at" in row else ()
        task = Task(id, kind, against, seeds, is_kept, points, wins, name, hint, needed, turns, whose, share, at)
        if why := _too_few_seeds(task):
            self.bad(where, next((each for each in ("wins", "needed") if each in row), "seeds"), why)
        return task

    def _turns(self, value: Any, where: str) -> tuple[int, ...]:
        is_list = isinstance(value, list) and 1 <= len(value) <= MOST_SEEDS
        if not is_list or not all(type(each) is int and 1 <= each <= MOST_TURNS for each in value):
            self.bad(where, "at", message("grade.turns_form", most=MOST_SEEDS, largest=MOST_TURNS))
        return tuple(sorted({*value}))

    def _seeds(self, value: Any, where: str, name: str) -> tuple[int, ...]:
        """Return the seeds that a value stands for: a list of seeds, or a number n for the seeds 1 to n."""
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_SEEDS:
            return tuple(range(1, value + 1))
        is_list = isinstance(value, list) and 1 <= len(value) <= MOST_SEEDS
        if not is_list or not all(type(each) is int and 0 <= each <= LARGEST_SEED for each in value):
            self.bad(where, name, message("grade.seeds_form", most=MOST_SEEDS, largest=LARGEST_SEED))
        if len({*value}) < len(value):
            self.bad(where, name, message("grade.seeds_twice"))
        return tuple(value)
