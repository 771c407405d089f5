"""The results of a season so far, and what is played next.

All of it is in `results/SEASON/`:

    ladder-0001.zip    the blocks of one run, as a bundle of a contest (see `archive.bundle`); anybody can verify it
    final.zip          the final, after the deadline; it grows with each run
    final.json         the final's secret, drawn after the deadline, and the hashes of the code of all entrants
    runs.jsonl         a line for each run: when it was, how many blocks it played, and how long each took

Until the deadline every run plays the most informative blocks, see `pairing`. The seeds of a run depend on the code of
all bots that play in it, so nobody can know them while bots can still change. Those of the final depend on its secret.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from statistics import median_high
from typing import Annotated

from sandlot.archive.bundle import ContestBundle
from sandlot.bounded import Bounds, read_json
from sandlot.errors import SandlotError
from sandlot.files.reading import open_inside
from sandlot.formats.bounds import DRAWN_SEEDS, LARGEST_SEED
from sandlot.formats.compact import compact_ascii
from sandlot.formats.shapes import Many, Misfit, Number, Shape, Text, Whole
from sandlot.game import Json
from sandlot.games import rules
from sandlot.jobs import Refused
from sandlot.league.entries import Entry
from sandlot.league.pairing import next_pairs
from sandlot.league.settings import MOST_BOTS, League, Season
from sandlot.messages import Message, message
from sandlot.names import LONGEST_NAME
from sandlot.stats.blocks import Block, Entrant, Hash, Result
from sandlot.stats.ratings import rate
from sandlot.tournaments.contest import Contest, begun
from sandlot.tournaments.kinds import plan_from

RESULTS = "results"
FINAL, START, RUNS = "final.zip", "final.json", "runs.jsonl"
_LADDER = re.compile(r"ladder-(\d{4})\.zip")
MOST_RUNS = 9999
START_BOUNDS = Bounds(characters=2**18, values=10_000, depth=4)
LINE_BOUNDS = Bounds(characters=400, values=20, depth=2)
PACE = 2.0
"""How many seconds a machine needs for a block, as long as none were measured."""
FASTEST, SLOWEST = 0.02, 3600.0
LAST = 5
"""From how many runs, the last ones, it is estimated how long the next blocks take."""
MOST_BLOCKS = 4000
"""The maximum number of blocks of one run."""


class BadResults(SandlotError, ValueError):
    """Files of results that are damaged, or do not fit the league; `text` says which."""

    text: Message


@dataclass(frozen=True)
class FinalStart:
    """The state when the final began: its secret, and the name and hash of the code of all entrants, best first."""

    secret: Annotated[str, Text(32, 32, form="[0-9a-f]{32}")]
    entrants: Annotated[tuple[tuple[Annotated[str, Text(LONGEST_NAME, 1, whole=True)], Hash], ...], Many(MOST_BOTS)]

    def text(self) -> str:
        """Return the text of its file."""
        return json.dumps(START_SHAPE.write(self), indent=1) + "\n"


START_SHAPE: Shape[FinalStart] = Shape(FinalStart)


@dataclass(frozen=True)
class RunLine:
    """One run: when it was written, the file of its results, how many blocks it has played, and how many seconds a
    machine needed for each.
    """

    at: Annotated[str, Text(20, 20, form=r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")]
    file: Annotated[str, Text(20, 1)]
    blocks: Annotated[int, Whole(0, MOST_BLOCKS)]
    seconds: Annotated[float, Number(FASTEST, SLOWEST)]

    def text(self) -> str:
        """Return its line in the file `RUNS`, with the line end."""
        return compact_ascii(LINE_SHAPE.write(self)) + "\n"


LINE_SHAPE: Shape[RunLine] = Shape(RunLine)


@dataclass(frozen=True)
class PlayedRun:
    """The results of one run: the name of its file, its contest, and the results in the order of their numbers."""

    file: str
    contest: Contest
    results: tuple[Result, ...]


@dataclass(frozen=True)
class History:
    """The results of a season. `ladder` has all runs; `runs` is the number of the last one. `pace` is how many seconds
    a machine has recently needed for a block.
    """

    ladder: tuple[PlayedRun, ...] = ()
    runs: int = 0
    start: FinalStart | None = None
    final: tuple[Contest, Mapping[int, Result]] | None = None
    pace: float = PACE

    def results(self, entries: Sequence[Entrant | Entry]) -> dict[int, Result]:
        """Return the results of the ladder between present entrants with their present code, numbered anew; players are
        indices of `entries`. So ratings never mix the results of two versions of a bot.
        """
        found: dict[int, Result] = {}
        for run in self.by_run(entries):
            for result in run:
                found[len(found)] = replace(result, block=replace(result.block, number=len(found)))
        return found

    def by_run(self, entries: Sequence[Entrant | Entry]) -> Iterator[list[Result]]:
        """Yield the results of `History.results` run by run, with their old numbers."""
        at = {(each.name, each.code): number for number, each in enumerate(entries)}
        for run in self.ladder:
            known = [at.get((each.name, each.code)) for each in run.contest.entrants]
            found: list[Result] = []
            for result in run.results:
                players = tuple(each for each in map(known.__getitem__, result.block.players) if each is not None)
                if len(players) == len(result.block.players):
                    found.append(replace(result, block=replace(result.block, players=players)))
            yield found


@dataclass(frozen=True)
class Run:
    """The next run: a contest, and the blocks of it that are to be played. `file` is the name of the file of its
    results, `before` are the earlier results in that file, and `entries` are in the order of the contest's entrants.
    """

    season: Season
    contest: Contest
    blocks: tuple[Block, ...]
    entries: tuple[Entry, ...]
    file: str
    before: Mapping[int, Result] = field(default_factory=dict)

    def shard(self, number: int, of: int) -> tuple[Block, ...]:
        """Return the blocks of one of `of` shards; `number` counts from 1."""
        return tuple(block for place, block in enumerate(self.blocks) if place % of == number - 1)


def folder_of(root: Path, season: Season) -> Path:
    """Return the folder of a season's results."""
    return root / RESULTS / season.name


@contextlib.contextmanager
def opened(folder: Path, name: str) -> Iterator[ContestBundle]:
    """Open a bundle in a folder without following links; raise `BadResults` for one that cannot be read."""
    with open_inside(folder, name) as file:
        try:
            bundle = ContestBundle(file)
        except Refused as bad:
            raise BadResults(message("league.bad_file", file=name, why=bad.text)) from None
        with contextlib.closing(bundle):
            yield bundle


def history_of(root: Path, season: Season) -> History:
    """Read the results of a season. Raises `BadResults`, and `OSError`."""
    folder = folder_of(root, season)
    if not folder.is_dir():
        return History()
    numbers = sorted(int(found[1]) for each in folder.iterdir() if (found := _LADDER.fullmatch(each.name)))
    ladder: list[PlayedRun] = []
    for number in numbers:
        with opened(folder, file := _file_of(number)) as bundle:
            ladder.append(PlayedRun(file, bundle.contest, tuple(one for _, one in sorted(bundle.results().items()))))
    final = None
    if (folder / FINAL).is_file():
        with opened(folder, FINAL) as bundle:
            final = bundle.contest, bundle.results()
    return History(tuple(ladder), max(numbers, default=0), _start(folder), final, _pace(folder))


def next_run(root: Path, league: League, entries: Sequence[Entry], now: datetime) -> Run | None:
    """Return the run that is to be played now, or None. It depends only on the folder and the time, so that every
    machine finds the same. Raises `BadResults`.
    """
    season = league.season(now)
    if season is None:
        return None
    history = history_of(root, season)
    if now < season.deadline:
        return _ladder(league, season, history, entries)
    return _final(league, season, history, entries) if history.start else None


def drawn(root: Path, league: League, entries: Sequence[Entry], now: datetime) -> tuple[Season, FinalStart] | None:
    """Draw the secret of a final, if one is due and has none yet; return it with its season, or None."""
    season = league.season(now)
    if season is None or now < season.deadline or len(entries) < 2:
        return None
    history = history_of(root, season)
    if history.start:
        return None
    ranked = standing_order(history, entries)
    return season, FinalStart(secrets.token_hex(16), tuple((entries[each].name, entries[each].code) for each in ranked))


def without_final(root: Path, league: League, now: datetime) -> tuple[Season, Season] | None:
    """Return the previous and the present season if the present one has begun before the final of the previous one was
    over; None if it was over, or if nothing was played in that season. Raises `BadResults`.
    """
    begun = [each for each in league.seasons if each.begins <= now]
    if len(begun) < 2:
        return None
    before, present = begun[-2:]
    history = history_of(root, before)
    if history.final:
        contest, results = history.final
        if plan_from(contest.plan, len(contest.entrants)).schedule(results, {}).over:
            return None
    return (before, present) if history.ladder else None


def standing_order(history: History, entries: Sequence[Entry]) -> list[int]:
    """Return the indices of the entrants in the order of the ladder, best first."""
    elo = rate(history.results(entries).values(), len(entries)).elo
    return sorted(range(len(entries)), key=lambda each: (-elo[each], each))


def most_blocks(league: League, history: History) -> int:
    """Return how many blocks fit into the minutes of a run."""
    playing = league.playing
    return max(1, min(int(60 * playing.minutes * playing.shards / history.pace), MOST_BLOCKS))


def _ladder(league: League, season: Season, history: History, entries: Sequence[Entry]) -> Run | None:
    if len(entries) < 2 or history.runs >= MOST_RUNS:
        return None
    number = history.runs + 1
    playing, most = league.playing, most_blocks(league, history)
    found = next_pairs(len(entries), history.results(entries), most, playing.placing, playing.pair)
    if not found:
        return None
    salt = json.dumps([season.name, number, [[each.name, each.code] for each in entries]])
    plan: dict[str, Json] = {"kind": "listed", "pairs": [list(pair) for pair in found], "seeds": _seeds(league, salt)}
    contest = _contest(league, entries, plan, _hashed(f"secret {salt}"))
    blocks = plan_from(contest.plan, len(entries)).schedule({}, {}).blocks
    return Run(season, contest, tuple(blocks[:MOST_BLOCKS]), tuple(entries), _file_of(number))


def _final(league: League, season: Season, history: History, entries: Sequence[Entry]) -> Run | None:
    assert history.start
    now = {each.name: each for each in entries}
    players: list[Entry] = []
    for name, code in history.start.entrants:
        if name not in now or now[name].code != code:
            raise BadResults(message("league.changed", name=name, season=season.name))
        players.append(now[name])
    final = league.final
    top, rounds = min(final.top, len(players)), min(final.rounds, len(players) - 1)
    seeds = _seeds(league, history.start.secret)
    plan: dict[str, Json] = {
        "kind": "finals",
        "top": top,
        "divisions": final.divisions,
        "rounds": rounds,
        "seeds": seeds,
    }
    contest = _contest(league, players, plan, history.start.secret)
    before: Mapping[int, Result] = {}
    if history.final:
        theirs, before = history.final
        if theirs.json() != contest.json():
            raise BadResults(message("league.other_final", season=season.name))
    schedule = plan_from(contest.plan, len(players)).schedule(before, {})
    blocks = schedule.blocks[: most_blocks(league, history)]
    return Run(season, contest, tuple(blocks), tuple(players), FINAL, before) if blocks else None


def _contest(league: League, entries: Sequence[Entry], plan: Mapping[str, Json], secret: str) -> Contest:
    entrants = tuple(Entrant(each.name, each.code, each.bot.kind) for each in entries)
    complete = plan_from(plan, len(entries)).json()
    game = league.game
    return begun(Contest(game, rules(game.name), entrants, complete, league.options, league.clock, secret))


def _seeds(league: League, salt: str) -> dict[str, Json]:
    most = LARGEST_SEED + 1 if league.game.imperfect_information else DRAWN_SEEDS
    return {"first": int(_hashed(f"seeds {salt}"), 16) % most, "given": []}


def _hashed(text: str) -> str:
    return hashlib.sha256(f"sandlot league {text}".encode()).hexdigest()[:32]


def _file_of(number: int) -> str:
    return f"ladder-{number:04}.zip"


def _start(folder: Path) -> FinalStart | None:
    if not (folder / START).is_file():
        return None
    try:
        return START_SHAPE.read(read_json(_text(folder, START, START_BOUNDS.characters), START_BOUNDS))
    except (Misfit, ValueError):
        raise BadResults(message("league.damaged", file=START)) from None


def run_lines(folder: Path) -> list[RunLine]:
    """Return the lines of all runs of a season; `folder` is that of its results. Raises `BadResults`."""
    if not (folder / RUNS).is_file():
        return []
    try:
        text = _text(folder, RUNS, LINE_BOUNDS.characters * MOST_RUNS)
        return [LINE_SHAPE.read(read_json(line, LINE_BOUNDS)) for line in text.splitlines()]
    except (Misfit, ValueError):
        raise BadResults(message("league.damaged", file=RUNS)) from None


def _pace(folder: Path) -> float:
    """Return the median of the seconds that the last runs needed for a block."""
    lines = run_lines(folder)[-LAST:]
    return median_high(line.seconds for line in lines) if lines else PACE


def _text(folder: Path, name: str, most: int) -> str:
    with open_inside(folder, name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadResults(message("league.damaged", file=name))
    return data.decode(errors="replace")
