"""Round robin: everybody plays everybody else, in rounds by the circle method."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sandlot.game import Option
from sandlot.stats.blocks import Block, Result, Schedule
from sandlot.tournaments.plan import MOST_BLOCKS_EACH, Plan, offer, two_player_block


@dataclass(frozen=True, kw_only=True)
class RoundRobin(Plan):
    """Every pair plays `blocks` blocks, one in each cycle of rounds. With 2 it is a double round robin.

    All blocks can be played at once; rounds matter only for seeds and for withdrawals. With an odd number one entrant
    has a free round in turn, which is worth nothing: in the end everybody has played the same. Whoever withdraws loses
    nothing that it has played, and its opponents neither; they have fewer games, and standings compare points.
    """

    kind: ClassVar[str] = "round-robin"
    options: ClassVar[Mapping[str, Option]] = {"blocks": Option(1, "int", 1, MOST_BLOCKS_EACH)}

    blocks: int = 1

    def size(self) -> int:
        return self.entrants * (self.entrants - 1) // 2 * self.blocks

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        every = round_robin(range(self.entrants), self.blocks, self.seeds.at, withdrawn, skip=results)
        blocks, look = offer(every, results)
        rounds = rounds_of(self.entrants) * self.blocks
        return Schedule(blocks, over=not blocks, look=look, rounds=(blocks[0].round + 1 if blocks else rounds, rounds))


def round_robin(
    entrants: Sequence[int],
    cycles: int,
    seed: Callable[[int], int],
    withdrawn: Mapping[int, int],
    *,
    skip: Container[int] = (),
    first: tuple[int, int] = (0, 0),
    step: int = 0,
) -> Iterator[Block]:
    """Yield the blocks of a round robin, without those whose numbers are in `skip`. `seed` gives the seed of a round.
    The first round and block have the numbers `first`. Those of a round have consecutive numbers, and those of the next
    begin `step` later; 0: after the last.
    """
    cycle, pairs = rounds_of(len(entrants)), len(entrants) // 2
    for round in range(cycle * cycles):
        shown, begin = round + first[0], round * (step or pairs) + first[1]
        for at in range(pairs):
            if begin + at in skip:
                continue
            one, other = sorted(entrants[each] for each in circle(len(entrants), round % cycle, at))
            if not withdrawn or all(withdrawn.get(each, shown + 1) > shown for each in (one, other)):
                yield two_player_block(begin + at, (one, other), seed(shown), shown)


def circle(count: int, round: int, number: int) -> tuple[int, int]:
    """Return one pairing of a round robin, both from 0, by the circle method as in Berger's tables.

    In round r the pairings (a, b) have a + b = r modulo the number of rounds, and the last entrant plays the one that
    would meet itself. With an odd count the last entrant does not exist, and that one has a free round.
    """
    cycle = rounds_of(count)
    alone = round * ((cycle + 1) // 2) % cycle
    step = number + count % 2
    if step == 0:
        return alone, count - 1
    one, other = (alone + step) % cycle, (alone - step) % cycle
    return min(one, other), max(one, other)


def rounds_of(count: int) -> int:
    """Return how many rounds it takes until everybody has met everybody else."""
    return count - 1 + count % 2
