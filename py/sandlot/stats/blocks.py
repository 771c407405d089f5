"""Blocks: the unit in which games are scheduled, counted, stopped on and resampled.

A block is one seed, so one map, played with every fair order of seats: two games with sides swapped, or for k players k
rotations. A lucky map or a lucky side helps everybody in it alike, so only whole blocks are evidence of strength.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Annotated, Literal, TypeAlias

from sandlot.formats.bounds import (
    DRAWN_SEEDS,
    LARGEST_DIGEST,
    LARGEST_SEED,
    LONGEST_HASH,
    LONGEST_REASON,
    MOST_ENTRANTS,
    MOST_ORDERS,
    MOST_PLAYERS,
)
from sandlot.formats.shapes import NEEDED, Many, Number, OneOf, Said, Text, Whole
from sandlot.game import FaultKind, derive
from sandlot.messages import Message
from sandlot.names import LONGEST_NAME
from sandlot.stats.sprt import Decision, SprtBounds

KINDS = ("code", "house", "program")
"""The kinds of entrants: as of players, without people."""


Hash: TypeAlias = Annotated[str, Text(LONGEST_HASH, 1, whole=True)]
EntrantNumber: TypeAlias = Annotated[int, Whole(0, MOST_ENTRANTS - 1)]
Natural: TypeAlias = Annotated[int, Whole()]
Order: TypeAlias = Annotated[tuple[Annotated[int, Whole(0, MOST_PLAYERS - 1)], ...], Many(MOST_PLAYERS, differ=True)]
BY_SEAT = Many(MOST_PLAYERS)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: its name, which is unique in the contest, and `code`, the hash of its code and of the rules.

    Ratings never mix results of two codes. Everywhere else an entrant is its number in the contest, from 0.
    """

    name: Annotated[str, Text(LONGEST_NAME, 1, whole=True)]
    code: Annotated[Hash, Said("The hash of its code and of the rules.")]
    kind: Annotated[str, OneOf(*KINDS), NEEDED] = "code"
    """As in `match.parts.Player`."""


@dataclass(frozen=True, slots=True)
class Block:
    """One seed with its games. `number` is its place in the plan, from 0, and its identity.

    `players` are entrants. `orders` say for each game who sits where: for each seat a position in `players`. `round`
    is the round or stage of the plan it belongs to, from 0.
    """

    number: Natural
    players: Annotated[tuple[EntrantNumber, ...], Many(MOST_PLAYERS, differ=True), Said("Entrants.")]
    seed: Annotated[int, Whole(0, LARGEST_SEED)]
    orders: Annotated[
        tuple[Order, ...],
        Many(MOST_ORDERS, 1),
        Said("For each game who sits where: for each seat a place in `players`."),
    ]
    round: Annotated[Natural, NEEDED] = 0

    def seats(self, game: int) -> tuple[int, ...]:
        """Return the entrants of one game, by seat."""
        return tuple(self.players[place] for place in self.orders[game])


@dataclass(frozen=True, slots=True)
class Played:
    """How one game of a block ended, each field by seat: see `game.Outcome`. `faults` are each seat's first fault.

    A fault is the bot's own. If the platform caused it, there is no result, and the block is played again.
    """

    places: Annotated[tuple[Annotated[int, Whole(1, MOST_PLAYERS)], ...], BY_SEAT]
    scores: Annotated[tuple[Annotated[float, Number()], ...], BY_SEAT]
    faults: Annotated[tuple[FaultKind | None, ...], BY_SEAT]
    reasons: Annotated[tuple[Annotated[str, Text(LONGEST_REASON)] | None, ...], BY_SEAT]
    turns: Natural
    digest: Annotated[
        Annotated[int, Whole(0, LARGEST_DIGEST)] | None, Said("A hash of the moves and of the last position.")
    ] = None
    """A hash of all moves and of the last position, which tells games that repeat to the letter: see `repeats`. None in
    games of earlier versions.
    """


Games: TypeAlias = Annotated[tuple[Played, ...], Many(MOST_ORDERS, 1), Said("By seat.")]


@dataclass(frozen=True, slots=True)
class Result:
    """A block that has been played, with its games in the order of `block.orders`."""

    block: Block
    games: Games


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who meet in a round, or one with a bye, and the result. `points` are those of their games."""

    round: int
    players: tuple[int, ...]
    points: tuple[float, ...]
    winner: int | None
    """Who goes through in a bracket, or has scored more in another plan."""
    how: Literal["points", "tie", "seeding", "withdrawal", "bye", "open"]
    """What decided: "seeding" if a bracket's replays were all tied; "open" if something is still to be played."""
    bracket: Literal["", "winners", "losers", "final"] = ""
    """In which bracket it is, where there are two."""
    seeds: tuple[int, ...] = ()
    """The number of each player in the seeding of a bracket, from 1."""
    replays: int = 0
    """How many blocks were added to a match of a bracket because it was tied, with one that is still to be played."""


@dataclass(frozen=True)
class Schedule:
    """What a plan wants played next, and what it concludes, after some results."""

    blocks: tuple[Block, ...] = ()
    """Blocks that can be played now, by number, without those in the results. All of them are needed, unless `look`
    says that fewer may do. Numbers may have gaps: a match that is not needed leaves its numbers free.
    """
    over: bool = False
    """Whether nothing is left to play. Then `blocks` is empty."""
    counted: int | None = None
    """Only blocks with a smaller number count; None: all. A series that was stopped early may have results of later
    blocks.
    """
    look: int = 0
    """After this many more results the plan should be asked again, even if `blocks` are not all played; 0: when all
    of them are played.
    """
    ranking: Mapping[int, int] | None = None
    """The place of each entrant, from 1, where the plan itself decides it, as a bracket does; ties share a place. While
    the contest goes on, who is still in it is first. None: standings decide by `compare`.
    """
    reached: Mapping[int, tuple[int, int]] | None = None
    """The first and the last of the places that an entrant shares, where a bracket decides them: of whoever is out, and
    of the winner. Who is still in it is missing. None: there is no bracket.
    """
    least: int | None = None
    """How many blocks the contest takes at least, with those played, where ties may add more; None: as many as the plan
    expects.
    """
    later: tuple[int, ...] = ()
    """How many blocks each of the following rounds takes, as far as is known, where a round starts only when the one
    before is complete. All other blocks that are left can be played side by side.
    """
    rounds: tuple[int, int] = (0, 0)
    """The round that is being played, from 1, and how many there are as far as is known; (0, 0): no rounds."""
    in_round: bool = False
    """Whether a round is under way of which some pairings are worth points already and others are not yet: places would
    say nothing until it ends.
    """
    verdict: Decision | None = None
    """What a series with a test has found about entrant 0 against entrant 1; None: nothing yet, or no test."""
    test: SprtBounds | None = None
    """The test that may end a series early."""
    chosen: bool = False
    """Whether the seeds were chosen by somebody, so that strength on other seeds may differ."""
    as_planned: bool = True
    """Whether the number of blocks was fixed beforehand, independent of their results."""
    fresh: int | None = None
    """The round whose seeds were unknown when the bots were chosen, if a plan has one. At the end, ratings come from
    this round alone.
    """
    why: Message | None = None
    """Why the contest ended early."""
    compare: Literal["points", "share"] = "points"
    """Whether standings compare points, or points per game, because entrants play unequal numbers of games."""
    points: Mapping[int, float] | None = None
    """Points that the plan itself gives, as a Swiss tournament gives one for a pairing; None: those of the games."""
    byes: Mapping[int, int] = field(default_factory=dict)
    """How many byes each entrant has had; entrants without one may be missing."""
    buchholz: Mapping[int, float] | None = None
    """The sum of the points of each entrant's opponents, where the plan breaks ties by it."""
    finals: Mapping[int, float] | None = None
    """The points of finalists in the games of their final, once it has begun."""
    divisions: Mapping[int, int] | None = None
    """The division of each finalist, from 1, once the finals have begun, where there are several."""

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet how many blocks the contest takes: see `least`."""
        return self.least is not None

    def known(self, expected: int, played: int) -> int:
        """Return how many blocks the contest takes, as far as is known. `expected` are those that its plan expects, and
        `played` those that have a result. Blocks of entrants who have withdrawn are not played, and not among these.
        """
        if self.least is not None:
            return max(self.least, played)
        return max(expected, played) if self.look else played + len(self.blocks) + sum(self.later)


@dataclass(frozen=True)
class Seeds:
    """The seeds of a contest, in order: those that were given, and then seeds derived from `first`. The plan holds
    `first` and the given seeds.

    Every pairing of a round plays the same seeds, so that nobody gets easier maps.
    """

    first: int
    given: tuple[int, ...] = ()

    def at(self, number: int) -> int:
        """Return one seed, by its number from 0."""
        if number < len(self.given):
            return self.given[number]
        return derive(self.first, "series", number) % DRAWN_SEEDS


def orders(players: int, number: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the fair orders of seats for a block of `players` players: every rotation, so that each player sits in
    each seat once.

    With more than `MOST_ORDERS` players only that many rotations are played, evenly spaced. Where they begin depends on
    `number`, the block's number among blocks of the same players, so that over several blocks all seats even out.
    """
    games = min(players, MOST_ORDERS)
    step = players / games
    # The rotations begin at each seat in turn.
    shift = number * _stride(players) % players if games < players else 0
    return tuple(tuple((seat + shift + int(game * step)) % players for seat in range(players)) for game in range(games))


def _stride(players: int) -> int:
    return next(stride for stride in range(players // 2 + 1, 0, -1) if gcd(stride, players) == 1)


def score(places: Sequence[int], seat: int) -> float:
    """Return what a game is worth to a seat, from 0 to 1: the share of the others that it beat, ties counting half."""
    mine = places[seat]
    beaten = sum((other > mine) + (other == mine) / 2 for at, other in enumerate(places) if at != seat)
    return beaten / (len(places) - 1)


def halves(result: Result) -> tuple[int, ...]:
    """Return the score of each of `block.players` in halves: over all games, two for each player that it beat, one for
    each with whom it tied. Sums of whole numbers are exact in any order.
    """
    if len(result.block.players) == 2:
        first = games = 0
        for order, game in zip(result.block.orders, result.games, strict=True):
            one, other = game.places
            won = (other > one) * 2 + (other == one)
            first += 2 - won if order[0] else won
            games += 1
        return first, 2 * games - first
    total = [0] * len(result.block.players)
    for order, game in zip(result.block.orders, result.games, strict=True):
        for place, mine in zip(order, game.places, strict=True):
            total[place] += sum((other > mine) * 2 + (other == mine) for other in game.places) - 1
    return tuple(total)
