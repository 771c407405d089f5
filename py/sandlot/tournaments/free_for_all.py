"""Free-for-all: games of k out of n entrants, where everybody meets everybody about equally often.

Who plays whom: the method is that of cyclic block designs (Bose 1939, "On the construction of balanced incomplete block
designs", Annals of Eugenics 9): entrants stand in a circle, and one choice of k places is turned through all n
positions. So each entrant plays k times, once in each place of the choice, and how often two entrants meet depends only
on their distance in the circle. Choices are searched so that all distances even out.

Who sits where: everybody follows everybody equally often, and does not only sit in each seat equally often. In
rotations one player always has the same one before it, who may leave it good chances or bad ones. So the games of a
block are the rows of a Williams design (1949, "Experimental designs balanced for the estimation of residual effects of
treatments", Australian Journal of Scientific Research A 2): a Latin square in whose rows everybody directly follows
everybody once. With an odd number of players that takes two squares, of which one is the other read backwards. A block
has the rows of one of them, so that it has no more games than with rotations.

As the first player follows the last one in the next turn, who is first where another is last changes as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import gcd
from random import Random
from typing import ClassVar

from sandlot.formats.bounds import MOST_ORDERS
from sandlot.game import Json, Option, short
from sandlot.jobs import Refused
from sandlot.stats.blocks import Block, Result, Schedule, orders
from sandlot.tournaments.plan import MOST_BLOCKS_EACH, Plan, Setting, offer
from sandlot.tournaments.round_robin import circle, rounds_of

SEARCHES = 6
"""Searches for each choice; the best counts."""
SWEEPS = 8
"""Most rounds of improvements of one search."""
SAMPLE = 64
"""Most places that are tried for a player: in a large circle there are good ones everywhere."""


@lru_cache(maxsize=64)
def choices(count: int, players: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Return for each round the places, from 0 to `count` - 1, that are turned through the circle."""
    met = [0] * (count // 2 + 1)
    found = []
    for round in range(rounds):
        search = _ChoiceSearch(count, met, Random(f"{count} {players} {round}"))
        places = min((search.run(players) for _ in range(SEARCHES)), key=search.cost)
        for at, place in enumerate(places):
            for other in places[:at]:
                search.meet(place, other)
        found.append(tuple(places))
    return tuple(found)


class _ChoiceSearch:
    """Searches for a choice whose distances have occurred least, at random from a fixed seed."""

    def __init__(self, count: int, met: list[int], rng: Random) -> None:
        self.count, self.met, self.rng = count, met, rng

    def distance(self, one: int, other: int) -> int:
        """Return how far two places are apart in the circle."""
        far = abs(one - other)
        return min(far, self.count - far)

    def meet(self, one: int, other: int) -> None:
        """Count a pair of places. Turned through the circle, opposite ones come together twice."""
        far = self.distance(one, other)
        self.met[far] += 1 + (2 * far == self.count)

    def cost(self, places: Sequence[int]) -> int:
        """Return by how much a choice raises the sum of the squares of how often entrants meet."""
        return sum(self._square(far, times) for far, times in self._distances(places).items())

    def run(self, players: int) -> list[int]:
        """Choose places one by one, each as well as possible; then move single ones while that helps."""
        places = [0]
        while len(places) < players:
            places.append(self._best(places, self._free(places)))
        for _ in range(SWEEPS):
            before = list(places)
            for at in range(1, players):
                rest = [*places[:at], *places[at + 1 :]]
                places[at] = self._best(rest, [places[at], *self._free(places)])
            if places == before:
                break
        return places

    def _best(self, places: Sequence[int], free: Sequence[int]) -> int:
        """Return the free place that costs least beside these; the first of equal ones."""
        there = self._distances(places)

        def added(place: int) -> int:
            more: dict[int, int] = {}
            for other in places:
                far = self.distance(place, other)
                more[far] = more.get(far, 0) + 1
            return sum(
                self._square(far, there.get(far, 0) + times) - self._square(far, there.get(far, 0))
                for far, times in more.items()
            )

        return min(free, key=added)

    def _distances(self, places: Sequence[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for at, place in enumerate(places):
            for other in places[:at]:
                far = self.distance(place, other)
                found[far] = found.get(far, 0) + 1
        return found

    def _free(self, places: Sequence[int]) -> list[int]:
        taken = set(places)
        free = [place for place in range(self.count) if place not in taken]
        return self.rng.sample(free, min(len(free), SAMPLE))

    def _square(self, far: int, times: int) -> int:
        """Return what so many pairs of places at this distance cost. Half as many entrants are opposite each other."""
        if 2 * far == self.count:
            return (self.met[far] + 2 * times) ** 2 - self.met[far] ** 2
        return 2 * ((self.met[far] + times) ** 2 - self.met[far] ** 2)


def following_orders(players: int, number: int, backwards: bool | None = None) -> tuple[tuple[int, ...], ...]:
    """Return the orders of a block, as many as `orders` does. `number` is that of the block among those of the same
    players. With up to `MOST_ORDERS` of them, everybody has followed everybody equally often after `players` - 1
    blocks.

    `backwards` says which square of an odd number of players it is; None: both in turn.
    """
    square, second = divmod(number, 2) if players % 2 and backwards is None else (number, int(backwards or 0))
    names = _names(players, square) if players <= MOST_ORDERS else range(players)
    first = _first_row(players)
    seats = first[::-1] if second else first
    return tuple(tuple(names[row[place]] for place in seats) for row in orders(players, square))


def backwards(count: int, players: int, round: int) -> bool:
    """Return which square an odd number of players has in a round of `count` entrants: the one after
    which entrants have followed each other most evenly.
    """
    return _squares(count, players, 1 << round.bit_length())[round]


@lru_cache(maxsize=64)
def _squares(count: int, players: int, rounds: int) -> tuple[bool, ...]:
    # How much more often an entrant was followed by the one at each distance in the circle than the other way around.
    more = [0] * count
    found = []
    times = Counter((after - before) % players for before, after in pairwise(_first_row(players)))
    for places in choices(count, players, rounds):
        change: Counter[int] = Counter()
        for at, one in enumerate(places):
            for beyond, other in enumerate(places):
                change[(other - one) % count] += times[(beyond - at) % players]
                change[(one - other) % count] -= times[(beyond - at) % players]
        # The second square changes it by as much, with the opposite sign.
        second = sum(more[far] * by for far, by in change.items()) > 0
        for far, by in change.items():
            more[far] += -by if second else by
        found.append(second)
    return tuple(found)


def _first_row(players: int) -> list[int]:
    """Return the first row of the square: 0, 1, -1, 2, -2 and so on."""
    return [(seat + 1) // 2 if seat % 2 else -(seat // 2) % players for seat in range(players)]


def _names(players: int, number: int) -> Sequence[int]:
    """Return who of the players stands for each number of the square.

    In its rows the last and the first are always equally far apart. An even number of players is named so that those
    who are half the way around apart are the pairs of a round robin; an odd one, so that other distances become this.
    """
    if players % 2:
        steps = [step for step in range(1, players // 2 + 1) if gcd(step, players) == 1]
        step = steps[number % len(steps)]
        return [step * each % players for each in range(players)]
    pairs = [circle(players, number % (players - 1), pair) for pair in range(players // 2)]
    return [pair[0] for pair in pairs] + [pair[1] for pair in pairs]


MOST_PLAYERS = 32
ORDERS = Option("rotations", "choice", choices=("rotations", "following"))


def _read_orders(value: Json, entrants: int) -> Json:
    if not ORDERS.takes(value):
        raise Refused("series.option", name="orders", got=short(value), expected=ORDERS.expects())
    return value


@dataclass(frozen=True, kw_only=True)
class FreeForAll(Plan):
    """Games of `players` players, in `rounds` rounds; all blocks of a round have the same seed.

    With fewer players than entrants, a round is as many blocks as there are entrants, and everybody is in as many of
    them as there are players: see `choices`. In games of two a round is one of a round robin instead, and if everybody
    plays in every game, it is one block. This is the balance after every round:

    - everybody has played the same number of games (in games of two with an odd number of entrants: one block more or
      less), and sat in each seat equally often: a block has an order for each seat, and where a block has only a part
      of them (see `blocks.orders`), the blocks of a round make up for it;
    - how often two entrants have met differs from the average over all pairs by less than 2 (tested up to thirty
      entrants in games of up to eight). In games of two no pair has met twice before all have met once.

    The orders of seats are those of `following_orders`, so that everybody also plays after everybody else about equally
    often; in contests of earlier versions, which have no setting `orders`, they are rotations.

    When somebody withdraws, the others begin a new balanced series of rounds among themselves. When fewer entrants than
    players are left, it is over.
    """

    kind: ClassVar[str] = "free-for-all"
    options: ClassVar[Mapping[str, Option]] = {
        "players": Option(4, "int", 2, MOST_PLAYERS),
        "rounds": Option(10, "int", 1, MOST_BLOCKS_EACH),
    }
    others: ClassVar[Mapping[str, Setting]] = {"orders": Setting(_read_orders, str)}

    players: int = 4
    rounds: int = 10
    orders: str = ORDERS.default

    def __post_init__(self) -> None:
        """Refuse a field that does not fill one game."""
        if self.entrants < self.players:
            raise Refused("series.too_few", kind=self.kind, fewest=self.players, count=self.entrants)
        super().__post_init__()

    def size(self) -> int:
        return self.rounds * _size(self.entrants, self.players)

    def settings(self) -> dict[str, Json]:
        """Return the settings in JSON. As in earlier versions, `orders` is left out if it has the value that they
        imply.
        """
        found = super().settings()
        return {name: value for name, value in found.items() if name != "orders" or value != ORDERS.default}

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        blocks, look = offer(self._blocks(results, withdrawn), results)
        now = blocks[0].round + 1 if blocks else self.rounds
        return Schedule(blocks, over=not blocks, look=look, rounds=(now, self.rounds), compare="share")

    def _blocks(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Iterator[Block]:
        """Yield the blocks without a result."""
        slots = _size(self.entrants, self.players)
        active: list[int] = []
        began = 0
        for round in range(self.rounds):
            staying = [each for each in range(self.entrants) if withdrawn.get(each, round + 1) > round]
            if staying != active:
                active, began = staying, round
            if len(active) < self.players:
                return
            for slot in range(_size(len(active), self.players)):
                if (number := round * slots + slot) not in results:
                    players = [active[place] for place in self._places(len(active), round - began, slot)]
                    order = self._orders(len(active), round - began)
                    yield Block(number, tuple(players), self.seeds.at(round), order, round)

    def _orders(self, count: int, round: int) -> tuple[tuple[int, ...], ...]:
        """Return the orders of seats in a round of so many entrants."""
        if self.orders != "following":
            return orders(self.players, round)
        if self.players % 2 == 0 or self.players == count:
            return following_orders(self.players, round)
        return following_orders(self.players, round, backwards(count, self.players, round))

    def _places(self, count: int, round: int, slot: int) -> Sequence[int]:
        """Return which of so many entrants play together in one block of a round."""
        if self.players == 2:
            return circle(count, round % rounds_of(count), slot)
        if self.players == count:
            return range(count)
        # Choices are found one after another, so they are computed in doubling numbers.
        choice = choices(count, self.players, 1 << round.bit_length())[round]
        return [(place + slot) % count for place in choice]


def _size(count: int, players: int) -> int:
    """Return how many blocks a round of so many entrants has."""
    if players == 2:
        return count // 2
    return 1 if players == count else count
