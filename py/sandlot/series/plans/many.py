"""Free-for-all: games of k out of n entrants, where everybody meets everybody about equally often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sandlot.game import Option
from sandlot.jobs import Refused
from sandlot.series.blocks import Block, Result, Schedule, orders
from sandlot.series.plans.basis import MOST_BLOCKS_EACH, Basis, offer
from sandlot.series.plans.designs import choices
from sandlot.series.plans.robin import circle, rounds_of

__all__ = ["FreeForAll"]

MOST_PLAYERS = 32


@dataclass(frozen=True, kw_only=True)
class FreeForAll(Basis):
    """Games of `players` players, in `rounds` rounds; all blocks of a round have the same seed.

    With fewer players than entrants, a round is as many blocks as there are entrants, and everybody is in as many of
    them as there are players: see `designs`. In games of two a round is one of a round robin instead, and if everybody
    plays in every game, it is one block. This is the balance after every round:

    - everybody has played the same number of games (in games of two with an odd number of entrants: one block more or
      less), and sat in each seat equally often: a block has every rotation of seats, and where a block has only a part
      of them (see `blocks.orders`), the blocks of a round make up for it;
    - how often two entrants have met differs from the average over all pairs by less than 2 (tested up to thirty
      entrants in games of up to eight). In games of two no pair has met twice before all have met once.

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

    def __post_init__(self) -> None:
        """Refuse a field that does not fill one game."""
        if self.entrants < self.players:
            raise Refused("series.too_few", kind=self.kind, fewest=self.players, count=self.entrants)
        super().__post_init__()

    def size(self) -> int:
        """Return the most blocks that the plan can take."""
        return self.rounds * _size(self.entrants, self.players)

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
                    order = orders(self.players, round - began)
                    yield Block(number, tuple(players), self.seeds.at(round), order, round)

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
