"""Free-for-all: games of k out of n entrants, where everybody meets everybody about equally often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sandlot.game import Json, Option, short
from sandlot.jobs import Refused
from sandlot.series.blocks import Block, Result, Schedule, orders
from sandlot.series.plans.basis import MOST_BLOCKS_EACH, Basis, offer
from sandlot.series.plans.designs import choices
from sandlot.series.plans.following import backwards, following_orders
from sandlot.series.plans.robin import circle, rounds_of

__all__ = ["FreeForAll"]

MOST_PLAYERS = 32
ORDERS = Option("rotations", "choice", choices=("rotations", "following"))


@dataclass(frozen=True, kw_only=True)
class FreeForAll(Basis):
    """Games of `players` players, in `rounds` rounds; all blocks of a round have the same seed.

    With fewer players than entrants, a round is as many blocks as there are entrants, and everybody is in as many of
    them as there are players: see `designs`. In games of two a round is one of a round robin instead, and if everybody
    plays in every game, it is one block. This is the balance after every round:

    - everybody has played the same number of games (in games of two with an odd number of entrants: one block more or
      less), and sat in each seat equally often: a block has an order for each seat, and where a block has only a part
      of them (see `blocks.orders`), the blocks of a round make up for it;
    - how often two entrants have met differs from the average over all pairs by less than 2 (tested up to thirty
      entrants in games of up to eight). In games of two no pair has met twice before all have met once.

    The orders of seats are those of `following`, so that everybody also plays after everybody else about equally often;
    in contests of earlier versions, which have no setting `orders`, they are rotations.

    When somebody withdraws, the others begin a new balanced series of rounds among themselves. When fewer entrants than
    players are left, it is over.
    """

    kind: ClassVar[str] = "free-for-all"
    options: ClassVar[Mapping[str, Option]] = {
        "players": Option(4, "int", 2, MOST_PLAYERS),
        "rounds": Option(10, "int", 1, MOST_BLOCKS_EACH),
    }

    players: int = 4
    rounds: int = 10
    orders: str = ORDERS.default

    def __post_init__(self) -> None:
        """Refuse a field that does not fill one game."""
        if self.entrants < self.players:
            raise Refused("series.too_few", kind=self.kind, fewest=self.players, count=self.entrants)
        super().__post_init__()

    def size(self) -> int:
        """Return the most blocks that the plan can take."""
        return self.rounds * _size(self.entrants, self.players)

    @classmethod
    def read(cls, name: str, value: Json, entrants: int) -> Any:
        """Return a setting's field from its JSON value."""
        if name == "orders" and not ORDERS.takes(value):
            raise Refused("series.option", name=name, got=short(value), expected=ORDERS.expects())
        return value if name == "orders" else super().read(name, value, entrants)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all settings."""
        return (*super().names(), "orders")

    def settings(self) -> dict[str, Json]:
        """Return the settings in JSON: those of earlier versions as they have written them."""
        return {**super().settings(), **({} if self.orders == ORDERS.default else {"orders": self.orders})}

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        """See `Plan.schedule`."""
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
        """Return the orders of seats of a round of so many."""
        if self.orders != "following":
            return orders(self.players, round)
        if self.players % 2 == 0 or self.players == count:
            return following_orders(self.players, round)
        return following_orders(self.players, round, backwards(count, self.players, round))

    def _places(self, count: int, round: int, slot: int) -> Sequence[int]:
        """Return who of so many plays together in one block of a round."""
        if self.players == 2:
            return circle(count, round % rounds_of(count), slot)
        if self.players == count:
            return range(count)
        # Choices are found one after the other: twice as many as were needed, and not all at once.
        choice = choices(count, self.players, 1 << round.bit_length())[round]
        return [(place + slot) % count for place in choice]


def _size(count: int, players: int) -> int:
    """Return how many blocks a round of so many entrants has."""
    if players == 2:
        return count // 2
    return 1 if players == count else count
