"""What is graded: a file in TOML with tasks, points and hints. Every wrong value is a sentence with its line.

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
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from typing import Any, NoReturn, TypeAlias

from sandlot.clock import Clock
from sandlot.errors import SandlotError
from sandlot.formats.bounds import LARGEST_SEED
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import GAMES
from sandlot.messages import Message, message
from sandlot.stats.evidence import fixed_range
from sandlot.stats.intervals import LEVEL

__all__ = ["KINDS", "LONGEST_SPEC", "BadSpec", "Spec", "Task", "read_spec", "shows_better", "with_kept"]

LONGEST_SPEC = 2**18
"""Most bytes of a file of tasks, or of kept seeds."""
MOST_TASKS = 50
MOST_SEEDS = 1000
"""Most seeds of all tasks together. Two games are played on each."""
MOST_POINTS = 10_000
LONGEST_TEXT = 1000
LONGEST_ID = 40
MOST_SECONDS = 24 * 3600
SECONDS = 1800
SLACK = 3
"""Without a table [clock], programs have so many times the time of the game's own clock."""
KINDS = ("no-faults", "wins", "better")
KEPT = "kept"

Table: TypeAlias = dict[str, Any]
_ID = re.compile(r"[a-z0-9][a-z0-9-]*")


class BadSpec(SandlotError, ValueError):
    """A text that describes no tasks. `text` says what is wrong, in a sentence that follows the name of the file."""

    text: Message


@dataclass(frozen=True)
class Task:
    """A task. `seeds` are empty where they are kept and unknown here; `wins` counts seeds, and is for that kind."""

    id: str
    kind: str
    against: str
    seeds: tuple[int, ...]
    is_kept: bool
    points: int
    wins: int = 0
    name: str = ""
    hint: str = ""

    @property
    def title(self) -> str | Message:
        """What the task is called: as the teacher says, or a sentence about what it asks."""
        if self.name:
            return self.name
        if self.is_kept:
            return message("grade.task_kept", against=self.against)
        id = f"grade.task_{self.kind.replace('-', '_')}"
        return message(id, against=self.against, games=2 * len(self.seeds), seeds=len(self.seeds), wins=self.wins)


@dataclass(frozen=True)
class Spec:
    """All tasks, and how their games are played. `seconds` is what the games of one submission may take in all."""

    game: Game[Any]
    tasks: tuple[Task, ...]
    clock: Clock
    title: str = ""
    options: Mapping[str, Json] = field(default_factory=dict)
    seconds: int = SECONDS

    @property
    def points(self) -> int:
        """The most points that can be reached."""
        return sum(task.points for task in self.tasks)

    def secret(self, task: Task) -> str:
        """Return the secret of a task's games: see `match.parts.Setup`. It depends on the seeds, so that it is the same
        everywhere, and nobody finds kept seeds by it who does not know them all.
        """
        if not task.is_kept:
            return ""
        return hashlib.sha256(f"sandlot grade {self.game.name} {task.id} {task.seeds}".encode()).hexdigest()[:32]


def read_spec(text: str) -> Spec:
    """Read tasks from TOML; raise `BadSpec`."""
    return _bounded(_Reader(text).spec())


def with_kept(spec: Spec, text: str) -> Spec:
    """Return the same with the kept seeds of a second file, which has nothing else; raise `BadSpec`."""
    reader = _Reader(text)
    reader.known(reader.whole, "", (KEPT,))
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
    """Return why nobody can do a task on its seeds, if that is so. Where they are kept elsewhere, it is not known."""
    if task.seeds and task.kind == "better" and len(task.seeds) < fewest_seeds():
        return message("grade.few_seeds", fewest=fewest_seeds())
    if task.seeds and task.wins > len(task.seeds):
        return message("grade.many_wins", id=task.id, wins=task.wins, seeds=len(task.seeds))
    return None


def shows_better(counts: Mapping[float, float]) -> bool:
    """Tell whether somebody is surely better, by the interval that a series has. `counts` says on how many seeds which
    share of the points was scored, from 0 to 1.
    """
    return fixed_range(counts, LEVEL).low > 0.5


@cache
def fewest_seeds() -> int:
    """Return on how many seeds somebody has to win all games to be surely better."""
    return next(seeds for seeds in count(1) if shows_better({1.0: seeds}))


class _Reader:
    """Reads one file. `where` is the table that is read: "", "clock", "options", "kept", or the number of a task."""

    def __init__(self, text: str) -> None:
        self.lines = _Lines(text)
        try:
            self.whole: Table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+), column \d+\)|\(at end of document\)", str(error))
            line = int(found[1]) if found and found[1] else text.count("\n") + 1
            why = re.sub(r" \(at [^)]*\)$", "", str(error))
            raise BadSpec(message("grade.line", line=line, why=message("grade.not_toml", why=why[:200]))) from None
        except RecursionError:
            raise BadSpec(message("grade.line", line=1, why=message("grade.deep"))) from None

    def spec(self) -> Spec:
        """Return the tasks, and how their games are played."""
        whole = self.whole
        self.known(whole, "", ("game", "title", "seconds", "options", "clock", "task", KEPT))
        name = self._text(whole, "", "game", needed=True)
        if name not in GAMES:
            self.bad("", "game", message("grade.one_of", known=", ".join(GAMES), got=name))
        game = GAMES[name]
        if not game.players[0] <= 2 <= game.players[1]:
            self.bad("", "game", message("grade.two", game=name))
        options, clock = self._options(game), self._clock(game)
        seeds = self.kept()
        tasks = self._tasks(game, seeds)
        self.check_kept(seeds, tasks)
        title = self._text(whole, "", "title")
        seconds = self._whole(whole, "", "seconds", 1, MOST_SECONDS, SECONDS)
        return Spec(game, tasks, clock, title, options, seconds)

    def check_kept(self, seeds: Mapping[str, object], tasks: Sequence[Task]) -> None:
        """Raise `BadSpec` if there are seeds that no task keeps."""
        wanted = {task.id for task in tasks if task.is_kept}
        for id in seeds:
            if id not in wanted:
                self.bad(KEPT, id, message("grade.nobody_keeps", id=id))

    def _options(self, game: Game[Any]) -> dict[str, Json]:
        given = self._table("options")
        for name in given:
            if name not in game.options:
                self.bad("options", name, message("grade.unknown", name=name, known=", ".join(game.options) or "-"))
            try:
                read_options(game, {name: given[name]})
            except BadOption as bad:
                self.bad("options", name, bad.text)
        try:
            # What only a start refuses, such as options that exclude each other.
            complete = read_options(game, given)
            game.start(2, 1, complete)
        except BadOption as bad:
            self.bad("options", "", bad.text)
        return dict(complete)

    def _clock(self, game: Game[Any]) -> Clock:
        limits = {name: SLACK * value for name, value in game.clock.json().items()}
        most = Clock.most()
        generous = Clock(**{name: min(value, most[name]) for name, value in limits.items()})
        given, times = self._table("clock"), [name for name in most if name != "steps"]
        if "steps" in given:
            self.bad("clock", "steps", message("grade.steps"))
        self.known(given, "clock", times)
        return generous.with_changes({each: self._whole(given, "clock", each, 0, most[each], 0) for each in given})

    def kept(self) -> dict[str, tuple[int, ...]]:
        """Return the kept seeds by task."""
        return {id: self._seeds(value, KEPT, id) for id, value in self._table(KEPT).items()}

    def _tasks(self, game: Game[Any], kept: Mapping[str, tuple[int, ...]]) -> tuple[Task, ...]:
        rows = self.whole.get("task", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.bad("", "task", message("grade.tasks_form"))
        if not 1 <= len(rows) <= MOST_TASKS:
            self.bad("", "task", message("grade.tasks_count", most=MOST_TASKS, count=len(rows)))
        tasks: list[Task] = []
        for number, row in enumerate(rows):
            task = self._task(game, row, str(number), kept)
            if any(task.id == other.id for other in tasks):
                self.bad(str(number), "id", message("grade.twice", id=task.id))
            tasks.append(task)
        return tuple(tasks)

    def _task(self, game: Game[Any], row: Table, where: str, kept: Mapping[str, tuple[int, ...]]) -> Task:
        kind = self._text(row, where, "kind", needed=True)
        if kind not in KINDS:
            self.bad(where, "kind", message("grade.one_of", known=", ".join(KINDS), got=kind))
        known = ("id", "kind", "against", "seeds", "points", "name", "hint", *(["wins"] if kind == "wins" else []))
        self.known(row, where, known)
        id = self._text(row, where, "id", needed=True)
        if not _ID.fullmatch(id) or len(id) > LONGEST_ID:
            self.bad(where, "id", message("grade.id_form", most=LONGEST_ID))
        against = self._text(row, where, "against", needed=True)
        if against not in game.house:
            self.bad(where, "against", message("grade.one_of", known=", ".join(game.house), got=against))
        value = row.get("seeds")
        if "seeds" not in row:
            self.bad(where, "", message("grade.needed", name="seeds"))
        is_kept = value == KEPT
        seeds = kept.get(id, ()) if is_kept else self._seeds(value, where, "seeds")
        points = self._whole(row, where, "points", 0, MOST_POINTS, None)
        wins = self._whole(row, where, "wins", 1, MOST_SEEDS, None) if kind == "wins" else 0
        name, hint = (self._text(row, where, each) for each in ("name", "hint"))
        task = Task(id, kind, against, seeds, is_kept, points, wins, name, hint)
        if why := _too_few_seeds(task):
            self.bad(where, "wins" if kind == "wins" else "seeds", why)
        return task

    def _seeds(self, value: Any, where: str, name: str) -> tuple[int, ...]:
        """Return seeds: a list of them, or the number of those that begin with 1."""
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_SEEDS:
            return tuple(range(1, value + 1))
        is_list = isinstance(value, list) and 1 <= len(value) <= MOST_SEEDS
        if not is_list or not all(type(each) is int and 0 <= each <= LARGEST_SEED for each in value):
            self.bad(where, name, message("grade.seeds_form", most=MOST_SEEDS, largest=LARGEST_SEED))
        if len({*value}) < len(value):
            self.bad(where, name, message("grade.seeds_twice"))
        return tuple(value)

    def _table(self, name: str) -> Table:
        value = self.whole.get(name, {})
        if not isinstance(value, dict):
            self.bad("", name, message("grade.table", name=name))
        found: Table = value
        return found

    def _text(self, table: Table, where: str, name: str, *, needed: bool = False) -> str:
        if name not in table and needed:
            self.bad(where, "", message("grade.needed", name=name))
        value = table.get(name, "")
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or (needed and not value):
            self.bad(where, name, message("grade.text", most=LONGEST_TEXT))
        if not value.replace("\n", " ").isprintable():
            self.bad(where, name, message("grade.unseen"))
        found: str = value
        return found

    def _whole(self, table: Table, where: str, name: str, low: int, high: int, default: int | None) -> int:
        if name not in table and default is None:
            self.bad(where, "", message("grade.needed", name=name))
        value = table.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.bad(where, name, message("grade.whole", low=low, high=high))
        return int(value)

    def known(self, table: Table, where: str, known: Any) -> None:
        """Raise `BadSpec` for a key that is not known."""
        for name in table:
            if name not in known:
                self.bad(where, name, message("grade.unknown", name=name[:100], known=", ".join(known)))

    def bad(self, where: str, name: str, why: Message) -> NoReturn:
        """Raise `BadSpec` with the line of a value, or of its table."""
        line = self.lines.of(where, name)
        raise BadSpec(message("grade.line", line=line, why=message("grade.value", name=name, why=why) if name else why))


class _Lines:
    """Finds the line of a key. Python's parser does not tell it, so this looks for how keys and headers are written."""

    _HEADER = re.compile(r"\s*(\[\[?)\s*\"?([\w.-]+)\"?\s*\]")
    _KEY = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*[=.]")

    def __init__(self, text: str) -> None:
        self.keys: dict[tuple[str, str], int] = {}
        where, tasks = "", 0
        for number, line in enumerate(text.split("\n"), 1):
            if header := self._HEADER.match(line):
                where = header[2]
                if header[1] == "[[" and where == "task":
                    where, tasks = str(tasks), tasks + 1
                self.keys.setdefault((where, ""), number)
                if not where.isdigit():
                    self.keys.setdefault(("", where), number)
                elif tasks == 1:
                    self.keys.setdefault(("", "task"), number)
            elif key := self._KEY.match(line):
                self.keys.setdefault((where, key[1]), number)

    def of(self, where: str, name: str) -> int:
        """Return the line of a key, or else of its table, from 1."""
        for place in ((where, name), (where, ""), ("", where)):
            if place != ("", "") and place in self.keys:
                return self.keys[place]
        return 1
