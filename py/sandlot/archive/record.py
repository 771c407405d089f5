"""The record of a contest, whatever the format of its file: its interface, and the checks of what a file claims."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Protocol, TypeAlias

from sandlot.formats.bounds import LONGEST_REPLAY, MOST_ENTRANTS
from sandlot.formats.sentences import Sentence
from sandlot.formats.shapes import Many, Misfit, Said, Shape
from sandlot.game import Json
from sandlot.jobs import Refused, Work
from sandlot.stats.blocks import Block, EntrantNumber, Games, Natural, Played, Result, Schedule
from sandlot.tournaments.contest import BadContest, Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.standings import Standings, standings, superiority


@dataclass(frozen=True, slots=True)
class Voided:
    """A void attempt to play a block: the platform failed, and no bot is to blame. The block is played again."""

    block: Natural
    why: Sentence


class GameRef(NamedTuple):
    """The place of a game: its number in the contest, from 1; its block; and its number in the block, from 0."""

    number: int
    block: int
    game: int


class Record(Protocol):
    """The file of a contest: see `contest.store.Store` and `archive.bundle.ContestBundle`. All methods may raise
    `Refused`.
    """

    contest: Contest

    def results(self) -> dict[int, Result]:
        """Return all blocks that were played, by number."""
        ...

    def withdrawn(self) -> dict[int, int]:
        """Return the withdrawn entrants, each with the first round in which it no longer plays."""
        ...

    def voids(self) -> list[Voided]:
        """Return the void attempts to play a block, oldest first."""
        ...

    def fault_reports(self) -> Iterator[tuple[int, int, tuple[Mapping[str, Json], ...]]]:
        """Yield the games with faults: their block, their number in it, and the reports; see `faults.Report`."""
        ...

    def replay(self, block: int, game: int) -> str | None:
        """Return the text of a game's replay; None if there is no such game."""
        ...

    def bots(self) -> list[bytes]:
        """Return the sources of the entrants; empty if they are not there."""
        ...


Withdrawals: TypeAlias = Annotated[
    tuple[tuple[EntrantNumber, Natural], ...],
    Many(MOST_ENTRANTS),
    Said("[entrant, the first round in which it no longer plays]."),
]


def withdrawals(found: Sequence[tuple[int, int]], entrants: int) -> dict[int, int]:
    """Return the withdrawn entrants, each with the first round in which it no longer plays. Raise `BadContest` if there
    is no such entrant, or if one is named twice.
    """
    whole = dict(found)
    if len(whole) < len(found) or max(whole, default=-1) >= entrants:
        raise BadContest("contest.bad_field", name="withdrawn")
    return whole


def summing(record: Record, anchor: tuple[int, float] | None = None) -> Work[Standings]:
    """Compute the standings of a contest, with what its plan says about its results. Raises `Refused` if the plan is
    invalid, or the results are those of another one. `anchor`: an entrant and its given rating, in Elo.
    """
    results, withdrawn, schedule = _scheduled(record)
    return (yield from standings(record.contest.entrants, results, schedule, withdrawn, anchor=anchor))


def superiority_chances(record: Record) -> Work[list[list[float]]]:
    """Return a matrix: the chance that the row's entrant is better than the column's. Raises as `summing` does."""
    results, _, schedule = _scheduled(record)
    return (yield from superiority(results, schedule, len(record.contest.entrants)))


def _scheduled(record: Record) -> tuple[dict[int, Result], dict[int, int], Schedule]:
    contest, results, withdrawn = record.contest, record.results(), record.withdrawn()
    plan = plan_from(contest.plan, len(contest.entrants))
    for number, result in results.items():
        if len(result.block.players) != plan.players:
            raise Refused("series.other_plan", number=number)
    return results, withdrawn, plan.schedule(results, withdrawn)


def game_refs(results: Mapping[int, Result]) -> Iterator[GameRef]:
    """Yield all games in order: by the number of their block, then by their number in it."""
    number = 0
    for block, result in sorted(results.items()):
        for game in range(len(result.games)):
            number += 1
            yield GameRef(number, block, game)


BLOCK: Shape[Block] = Shape(Block, "number round players seed orders")
PLAYED: Shape[Played] = Shape(Played)
ALL_PLAYED: Shape[tuple[Played, ...]] = Shape(Games)


def result_json(result: Result) -> dict[str, Json]:
    """Return a result in the form that a bundle holds; raise `BadContest` for one that could not be read again."""
    try:
        return {**BLOCK.write(result.block), "games": ALL_PLAYED.write(result.games)}
    except Misfit as bad:
        raise _bad_block(bad) from None


def _bad_block(bad: Misfit) -> BadContest:
    return BadContest("contest.bad_field", name=f"blocks.{bad}")


def unpacked(data: bytes) -> bytes:
    """Decompress zlib data, in which form replays and sources are kept. Raise `BadContest` if the data is damaged or
    unpacks to too much.
    """
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(data, 4 * LONGEST_REPLAY)
    except zlib.error:
        raise BadContest("contest.damaged") from None
    if not unpacker.eof:
        raise BadContest("contest.damaged")
    return found


def unpacked_text(data: bytes) -> str:
    """Return the text in zlib data; raise `BadContest` as `unpacked` does, and if the text is not in UTF-8."""
    try:
        return unpacked(data).decode()
    except UnicodeDecodeError:
        raise BadContest("contest.damaged") from None


def read_result(value: Json, entrants: int) -> Result:
    """Read a result from its JSON value; raise `BadContest` for any other value."""
    try:
        block = BLOCK.read(value)
        return seated(Result(block, ALL_PLAYED.read(value.get("games"))), entrants)
    except Misfit as bad:
        raise _bad_block(bad) from None


def seated(result: Result, entrants: int) -> Result:
    """Return the result if its players, the orders of its seats and its games fit each other; else raise `Misfit`."""
    block, seats = result.block, len(result.block.players)
    if any(each >= entrants for each in block.players):
        raise Misfit("players")
    if any(len(order) != seats or max(order, default=-1) >= seats for order in block.orders):
        raise Misfit("orders")
    if len(result.games) != len(block.orders):
        raise Misfit("games")
    for number, game in enumerate(result.games):
        by_seat = (game.places, game.scores, game.faults, game.reasons)
        if any(len(values) != seats for values in by_seat) or max(game.places, default=0) > seats:
            raise Misfit("games", number)
    return result
