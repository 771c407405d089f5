"""The outcome of playing a block: its games with the reports of faults, or why it could not be played; and its form as
JSON, whose size and shape are checked before anything uses it.

A worker of a cluster may send anything, and unpickling objects of ours could run any code.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Annotated, Any

from sandlot.archive.faults import Report
from sandlot.archive.record import read_result, result_json
from sandlot.bounded import Bounds, read_json
from sandlot.contest.workers import WorkerDied
from sandlot.errors import SandlotError
from sandlot.formats.bounds import FAR
from sandlot.formats.compact import compact_ascii
from sandlot.formats.sentences import Sentence
from sandlot.formats.shapes import NEEDED, Shape, Text
from sandlot.game import Json
from sandlot.match.parts import Name
from sandlot.messages import Message, message
from sandlot.stats.blocks import Block, Played, Result


@dataclass(frozen=True)
class PlayedGame:
    """One game that was played. `replay` is the text of its replay, compressed with zlib."""

    played: Played
    reports: tuple[Report, ...]
    replay: bytes


@dataclass(frozen=True)
class TaskOutcome:
    """The outcome of a task: the games of its block, or (`void`) why the platform could not play it; then no bot is to
    blame. `for_good`: trying again would end in the same way.
    """

    games: tuple[PlayedGame, ...] = ()
    void: Message | None = None
    rules: str = ""
    package: str = ""
    """The hash of the rules by which the games were played, and the version of Sandlot. A worker of a cluster may have
    other ones.
    """
    waiting: int | None = None
    """How many processes of that machine were waiting for a processor when the block began; None: unknown."""
    for_good: bool = False


MOST_BYTES = 2**30
"""The maximum size, in bytes, of the reply for one block: more than the largest number of the largest replays takes in
base64.
"""
BOUNDS = Bounds(characters=MOST_BYTES, values=200_000, depth=12)


class BadWorkerReply(SandlotError, ValueError):
    """A reply that is not a valid one for these blocks."""


@dataclass(frozen=True)
class VoidBlock:
    """A block that could not be played, and why: see `TaskOutcome`."""

    void: Sentence
    for_good: Annotated[bool, NEEDED] = False


@dataclass(frozen=True)
class FinishedBlock:
    """A block with its games. `result` is as in a bundle, and `replays` are in base64."""

    result: Any
    reports: tuple[tuple[Report, ...], ...]
    replays: tuple[Annotated[str, Text(MOST_BYTES)], ...]
    rules: Name
    package: Name
    waiting: Annotated[Any, NEEDED] = None
    """See `TaskOutcome.waiting`. Anything but a valid number counts as unknown."""


VOID_BLOCK: Shape[VoidBlock] = Shape(VoidBlock)
FINISHED_BLOCK: Shape[FinishedBlock] = Shape(FinishedBlock)


def write_worker_reply(blocks: Sequence[Block], outcomes: Sequence[TaskOutcome]) -> list[bytes]:
    """Return the outcomes of these blocks, each as bytes."""
    parts = [_outcome_json(block, outcome) for block, outcome in zip(blocks, outcomes, strict=True)]
    return [compact_ascii(part).encode() for part in parts]


def outcomes_of(future: Future[list[bytes]], blocks: Sequence[Block], entrants: int) -> list[TaskOutcome]:
    """Return the outcome of each block of a task. Whatever a worker or a scheduler raises, or sends in place of a valid
    reply, makes the blocks void.
    """
    try:
        return read_worker_reply(future.result(), blocks, entrants)
    except BadWorkerReply:
        void = message("void.no_answer")
    except Exception as error:
        why = (str(error) if isinstance(error, WorkerDied) else "") or type(error).__name__
        void = message("void.lost", why=why)
    return [TaskOutcome(void=void)] * len(blocks)


def read_worker_reply(reply: object, blocks: Sequence[Block], entrants: int) -> list[TaskOutcome]:
    """Return the outcomes in a worker's reply for these blocks; raise `BadWorkerReply` for anything else."""
    if type(reply) is not list or len(reply) != len(blocks):
        raise BadWorkerReply
    return [_read(data, block, entrants) for data, block in zip(reply, blocks, strict=True)]


def _read(data: object, block: Block, entrants: int) -> TaskOutcome:
    if type(data) is not bytes or len(data) > MOST_BYTES:
        raise BadWorkerReply
    try:
        return _outcome(read_json(data.decode("ascii"), BOUNDS), block, entrants)
    except (ValueError, TypeError, KeyError):
        raise BadWorkerReply from None


def _outcome_json(block: Block, outcome: TaskOutcome) -> dict[str, Json]:
    if outcome.void:
        return VOID_BLOCK.write(VoidBlock(outcome.void, outcome.for_good))  # type: ignore[no-any-return]
    ended = FinishedBlock(
        result_json(Result(block, tuple(game.played for game in outcome.games))),
        tuple(game.reports for game in outcome.games),
        tuple(base64.b64encode(game.replay).decode() for game in outcome.games),
        outcome.rules,
        outcome.package,
        outcome.waiting,
    )
    return FINISHED_BLOCK.write(ended)  # type: ignore[no-any-return]


def _outcome(value: Any, block: Block, entrants: int) -> TaskOutcome:
    if isinstance(value, dict) and "void" in value:
        found = VOID_BLOCK.read(value)
        return TaskOutcome(void=found.void, for_good=found.for_good)
    ended = FINISHED_BLOCK.read(value)
    result, seats = read_result(ended.result, entrants), len(block.players)
    told_well = all(len(told) <= seats and all(each.seat < seats for each in told) for told in ended.reports)
    if result.block != block or not told_well:
        raise BadWorkerReply
    games = tuple(
        PlayedGame(played, reports, base64.b64decode(replay, validate=True))
        for played, reports, replay in zip(result.games, ended.reports, ended.replays, strict=True)
    )
    known = type(ended.waiting) is int and 0 <= ended.waiting <= FAR
    return TaskOutcome(games, None, ended.rules, ended.package, ended.waiting if known else None)
