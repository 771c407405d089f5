"""Round robin: everybody plays everybody else, in rounds by the circle method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from sandlot.game import Option
from sandlot.series.blocks import Block, Result, Schedule
from sandlot.series.plans.basis import MOST_BLOCKS_EACH, Basis, duel, offer

__all__ = ["RoundRobin", "circle"]


@dataclass(frozen=True, kw_only=True)
class RoundRobin(Basis):
    """Every pair plays `blocks` blocks, one in each cycle of rounds. With 2 it is a double round robin.

    All blocks can be played at once; rounds matter only for seeds and for withdrawals. With an odd number one entrant
    has a free round in turn, which is worth nothing: in the end everybody has played the same. Whoever withdraws loses
    nothing that it has played, and its opponents neither; they have fewer games, and standings compare points.
    """

    kind: ClassVar[str] = "round-robin"
    options: ClassVar[Mapping[str, Option]] = {"blocks": Option(1, "int", 1, MOST_BLOCKS_EACH)}

    blocks: int = 1

    def size(self) -> int:
        """Return the most blocks that the plan can take."""
        return self.entrants * (self.entrants - 1) // 2 * self.blocks

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        """See `Plan.schedule`."""
        blocks, look = offer(self._all(results, withdrawn), results)
        cycle, pairs = _rounds(self.entrants)
        rounds = cycle * self.blocks
        now = blocks[0].number // pairs + 1 if blocks else rounds
        return Schedule(blocks, over=not blocks, look=look, rounds=(now, rounds))

    def _all(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Iterator[Block]:
        cycle, pairs = _rounds(self.entrants)
        for number in range(cycle * self.blocks * pairs):
            if number in results:
                continue
            round = number // pairs
            pair = circle(self.entrants, round % cycle, number % pairs)
            if not withdrawn or all(withdrawn.get(each, round + 1) > round for each in pair):
                yield duel(number, pair, self.seeds.at(round), round)


def circle(count: int, round: int, number: int) -> tuple[int, int]:
    """Return one pairing of a round robin, both from 0, by the circle method as in Berger's tables.

    In round r the pairings (a, b) have a + b = r modulo the number of rounds, and the last entrant plays the one that
    would meet itself. With an odd count the last entrant does not exist, and that one has a free round.
    """
    cycle, _ = _rounds(count)
    alone = round * ((cycle + 1) // 2) % cycle
    step = number + count % 2
    if step == 0:
        return alone, count - 1
    one, other = (alone + step) % cycle, (alone - step) % cycle
    return min(one, other), max(one, other)


def _rounds(count: int) -> tuple[int, int]:
    """Return how many rounds it takes that everybody meets, and the pairings of each."""
    return count - 1 + count % 2, count // 2
