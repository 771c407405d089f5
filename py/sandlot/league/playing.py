"""Plays blocks of a run, and writes the bundle of one shard or of the whole run."""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import ClassVar, TypeAlias

from sandlot.archive.bundle import writing
from sandlot.archive.faults import read_reports
from sandlot.archive.record import Record, summing
from sandlot.contest.runner import ContestProgress, run
from sandlot.contest.store import Store
from sandlot.contest.task import Task, task_of
from sandlot.contest.worker_reply import PlayedGame
from sandlot.contest.workers import Workers
from sandlot.errors import SandlotError
from sandlot.game import Json
from sandlot.jobs import done
from sandlot.league.seasons import Run
from sandlot.local import Sandbox
from sandlot.messages import Message
from sandlot.stats.blocks import Block, Result, Schedule, Seeds
from sandlot.tournaments.plan import Plan

_SHARD = re.compile(r"shard-(\d{1,2})-of-(\d{1,2})\.zip")


@dataclass(frozen=True)
class Machine:
    """How blocks are played: how many at a time, and in which sandbox; `memory` is a bot's limit in bytes. `arena` is
    the league's own built page, which counts steps if the league's clock does; "": another one is used, see
    `local.arena.step_counter`.
    """

    workers: int
    sandbox: Sandbox
    memory: int | None = None
    arena: str = ""


@dataclass(frozen=True)
class PlayedBlock:
    """A block with all its games."""

    result: Result
    games: tuple[PlayedGame, ...]


Progress: TypeAlias = Callable[[int, int], None]
"""A function that is called with how many blocks were played, and of how many."""


class _TimeIsUp(SandlotError):
    pass


@dataclass(frozen=True, kw_only=True)
class _Slice(Plan):
    """A plan that consists of some blocks of a run."""

    kind: ClassVar[str] = "listed"
    fewest: ClassVar[int] = 0

    chosen: tuple[Block, ...]

    def size(self) -> int:
        return len(self.chosen)

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        left = tuple(block for block in self.chosen if block.number not in results)
        return Schedule(left, over=not left)


def played(
    of: Run,
    blocks: Sequence[Block],
    machine: Machine,
    seconds: float | None = None,
    see: Progress = lambda played, of: None,
) -> tuple[list[PlayedBlock], dict[int, Message]]:
    """Play these blocks of a run; after `seconds` the blocks that have not ended are given up. Return the blocks that
    were played and, by number, why others could not be played.
    """
    began = monotonic()
    plan = _Slice(chosen=tuple(blocks), entrants=len(of.entries), seeds=Seeds(0))
    bots = [each.bot for each in of.entries]
    spoilt: dict[int, Message] = {}

    def task(block: Block) -> Task:
        return task_of(of.contest, block, bots, machine.memory, machine.sandbox, machine.arena)

    def watch(progress: ContestProgress) -> None:
        spoilt.update(progress.void)
        see(len(progress.results), len(blocks))
        if seconds is not None and monotonic() - began > seconds:
            raise _TimeIsUp

    with _new_store(of) as store:
        if blocks:
            with Workers(min(machine.workers, len(blocks))) as executor:
                try:
                    spoilt |= run(store, plan, task, executor, lambda: machine.workers, watch).void
                except BaseException as error:
                    executor.shutdown(wait=True, cancel_futures=True)
                    if not isinstance(error, _TimeIsUp):
                        raise
        return list(blocks_of(store)), spoilt


def blocks_of(record: Record) -> Iterator[PlayedBlock]:
    """Yield the blocks of a record with their games. Raises `Refused` if the record is damaged."""
    reports = {(block, game): each for block, game, each in record.fault_reports()}
    for number, result in sorted(record.results().items()):
        games = []
        for place, each in enumerate(result.games):
            text = record.replay(number, place) or ""
            told = read_reports([*reports.get((number, place), ())], len(result.block.players))
            games.append(PlayedGame(each, told, zlib.compress(text.encode(), 6)))
        yield PlayedBlock(result, tuple(games))


def shard_name(number: int, of: int) -> str:
    """Return the name of the file of a shard; `number` counts from 1."""
    return f"shard-{number}-of-{of}.zip"


def shard_of(name: str) -> tuple[int, int] | None:
    """Return, from the name of a shard's file, its number, from 1, and the number of all shards; None if it is not such
    a name.
    """
    found = _SHARD.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else None


def write_shard(of: Run, blocks: Sequence[PlayedBlock], path: Path) -> None:
    """Write the blocks that a shard has played, without standings: the judge computes these."""
    with _new_store(of) as store:
        _add(store, blocks)
        _write(store, {}, path, finished=False)


def write_run(of: Run, blocks: Sequence[PlayedBlock], path: Path) -> None:
    """Write the blocks of a whole run, with the standings that they give."""
    with _new_store(of) as store:
        _add(store, blocks)
        summary = done(summing(store))
        _write(store, summary.json(), path, finished=summary.schedule.over)


def _add(store: Store, blocks: Sequence[PlayedBlock]) -> None:
    for each in blocks:
        store.add(each.result.block, each.games, 1)


def _write(store: Store, standings: Json, path: Path, *, finished: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    try:
        with new.open("wb") as file:
            done(writing(store, standings, file, finished=finished, sources=False))
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


@contextlib.contextmanager
def _new_store(of: Run) -> Iterator[Store]:
    with (
        TemporaryDirectory(prefix="sandlot-") as folder,
        contextlib.closing(Store.create(Path(folder, "run.contest"), of.contest, [])) as store,
    ):
        yield store
