"""What is kept of a contest, whatever file it is in: its shape, and the checks of what a file claims."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sandlot.formats.bounds import FAR, LARGEST_DIGEST, LARGEST_SEED, LONGEST_REASON, LONGEST_REPLAY, MOST_ORDERS
from sandlot.game import Json
from sandlot.jobs import Refused, Work
from sandlot.match.fields import FAULTS, is_list, is_text, is_whole
from sandlot.messages import Message
from sandlot.series.blocks import Block, Played, Result
from sandlot.series.contest import BadContest, Contest
from sandlot.series.plans import plan_from
from sandlot.series.standings import Standings, standings

__all__ = [
    "Place",
    "Record",
    "Voided",
    "checked",
    "places_of",
    "played_json",
    "read_result",
    "result_json",
    "summing",
    "unpacked",
    "unpacked_text",
]


@dataclass(frozen=True, slots=True)
class Voided:
    """A try to play a block that the platform has spoilt."""

    block: int
    why: Message


class Place(NamedTuple):
    """Where a game is: its number in the contest, from 1, its block, and its number in the block, from 0."""

    number: int
    block: int
    game: int


class Record(Protocol):
    """The file of a contest: see `contest.store.Store` and `series.bundle.Bundle`. All of it may raise `Refused`."""

    contest: Contest

    def results(self) -> dict[int, Result]:
        """Return all blocks that were played, by number."""
        ...

    def withdrawn(self) -> dict[int, int]:
        """Return who has been withdrawn, and from which round on."""
        ...

    def voids(self) -> list[Voided]:
        """Return the tries that the platform has spoilt, oldest first."""
        ...

    def kept(self) -> Iterator[tuple[int, int, tuple[Mapping[str, Json], ...]]]:
        """Yield the games with faults: their block, their number in it, and the reports; see `faults.Report`."""
        ...

    def replay(self, block: int, game: int) -> str | None:
        """Return the text of a game's replay; None if there is no such game."""
        ...

    def bots(self) -> list[bytes]:
        """Return the sources of the entrants; empty if they are not there."""
        ...


def summing(record: Record) -> Work[Standings]:
    """Find the standings of a contest, with what its plan says of its results. Raises `Refused` if it has no plan, or
    results of another one.
    """
    contest, results, withdrawn = record.contest, record.results(), record.withdrawn()
    plan = plan_from(contest.plan, len(contest.entrants))
    for number, result in results.items():
        if len(result.block.players) != plan.players:
            raise Refused("series.other_plan", number=number)
    schedule = plan.schedule(results, withdrawn)
    return (yield from standings(contest.entrants, results, schedule, withdrawn))


def places_of(results: Mapping[int, Result]) -> Iterator[Place]:
    """Yield all games in their order: by the number of their block, and then as they stand in it."""
    number = 0
    for block, result in sorted(results.items()):
        for game in range(len(result.games)):
            number += 1
            yield Place(number, block, game)


def result_json(result: Result) -> dict[str, Json]:
    """Return a result in the form that a bundle holds."""
    block = result.block
    games = [played_json(each) for each in result.games]
    shape = {"number": block.number, "round": block.round, "players": block.players, "seed": block.seed}
    return {**shape, "orders": block.orders, "games": games}


def played_json(played: Played) -> dict[str, Json]:
    """Return how a game ended in the form that a bundle holds."""
    shape: dict[str, Json] = {
        "places": played.places,
        "scores": played.scores,
        "faults": played.faults,
        "reasons": played.reasons,
        "turns": played.turns,
    }
    return shape if played.digest is None else {**shape, "digest": played.digest}


def unpacked(data: bytes) -> bytes:
    """Return what zlib has packed, as replays and sources are kept. Raise `BadContest` if it is damaged or too
    large.
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
    """Return the text that zlib has packed; raise `BadContest` as `unpacked` does."""
    try:
        return unpacked(data).decode()
    except UnicodeDecodeError:
        raise BadContest("contest.damaged") from None


def read_result(value: Json, entrants: int) -> Result:
    """Read a result from its JSON value; raise `BadContest` if it is none."""
    try:
        block = Block(
            value["number"], tuple(value["players"]), value["seed"], tuple(map(tuple, value["orders"])), value["round"]
        )
        return checked(Result(block, tuple(map(_read_played, value["games"]))), entrants)
    except (KeyError, TypeError, AttributeError):
        raise BadContest("contest.bad_field", name="blocks") from None


def _read_played(value: Any) -> Played:
    places, scores, faults, reasons = (tuple(value[name]) for name in ("places", "scores", "faults", "reasons"))
    return Played(places, scores, faults, reasons, value["turns"], value.get("digest"))


def checked(result: Result, entrants: int) -> Result:
    """Return a result whose fields have the right shapes; raise `BadContest` if one has not."""
    block, seats = result.block, len(result.block.players)
    whole = [
        is_whole(block.number, 0, FAR),
        is_whole(block.round, 0, FAR),
        is_whole(block.seed, 0, LARGEST_SEED),
        is_list(list(block.players), entrants, lambda each: is_whole(each, 0, entrants - 1)),
        len(set(block.players)) == len(block.players),
        0 < len(block.orders) <= MOST_ORDERS,
        all(_is_order(order, seats) for order in block.orders),
        len(result.games) == len(block.orders),
        all(_is_played(game, seats) for game in result.games),
    ]
    if not all(whole):
        raise BadContest("contest.bad_field", name="blocks")
    return result


def _is_order(order: Sequence[Any], seats: int) -> bool:
    return all(is_whole(each) for each in order) and sorted(order) == list(range(seats))


def _is_played(game: Played, seats: int) -> bool:
    each = (game.places, game.scores, game.faults, game.reasons)
    return (
        all(len(values) == seats for values in each)
        and all(is_whole(place, 1, seats) for place in game.places)
        and all(_is_score(score) for score in game.scores)
        and all(fault is None or fault in FAULTS for fault in game.faults)
        and all(reason is None or is_text(reason, LONGEST_REASON) for reason in game.reasons)
        and is_whole(game.turns)
        and (game.digest is None or is_whole(game.digest, 0, LARGEST_DIGEST))
    )


def _is_score(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FAR
