"""Finals: a Swiss tournament, then a double round robin of the best eight, or one of each division."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from typing import ClassVar

from sandlot.formats.bounds import MOST_ENTRANTS
from sandlot.game import Option
from sandlot.jobs import Refused
from sandlot.stats.blocks import Block, Pairing, Result, Schedule, halves
from sandlot.tournaments.plan import MOST_BLOCKS_EACH, Plan, Seeded, offer, pairings_of, places
from sandlot.tournaments.round_robin import round_robin, rounds_of
from sandlot.tournaments.swiss import Swiss


@dataclass(frozen=True, kw_only=True)
class Finals(Seeded):
    """A Swiss tournament of `rounds` rounds with `blocks` blocks each (see `Swiss`), then its best `top` play
    `final_blocks` blocks each against each other (see `RoundRobin`). With several `divisions` the next `top` are the
    second division and play the same among themselves, and so on. All divisions play at the same time, each round on
    the same seed. The last division may be smaller; one left over is in none.

    Points of the Swiss tournament do not carry over: finalists are ranked by their division and the points of their
    games in its final alone, those with equal points by their places before it. All others follow in these places. Who
    has withdrawn before the final is in no division. If two places are equal at the edge of a division, the better seed
    is in the upper one.
    """

    kind: ClassVar[str] = "finals"
    options: ClassVar[Mapping[str, Option]] = {
        **Swiss.options,
        "top": Option(8, "int", 2, MOST_BLOCKS_EACH),
        "final_blocks": Option(2, "int", 1, MOST_BLOCKS_EACH),
        "divisions": Option(1, "int", 1, MOST_ENTRANTS // 2),
    }

    rounds: int = 0
    blocks: int = 1
    top: int = 8
    final_blocks: int = 2
    divisions: int = 1
    looks_ahead: bool = True
    """See `Swiss`."""

    def swiss(self) -> Swiss:
        """Return the first part. It refuses more rounds than there are opponents."""
        return Swiss(
            entrants=self.entrants,
            seeds=self.seeds,
            rounds=self.rounds,
            blocks=self.blocks,
            seeding=self.seeding,
            looks_ahead=self.looks_ahead,
        )

    def size(self) -> int:
        divisions = self._divided(range(self.entrants))
        return self.swiss().size() + self._rounds(divisions) * _pairs(divisions)

    @property
    def expected(self) -> int:
        """See `Plan.expected`. A last division that is smaller needs fewer rounds than the others."""
        sizes = map(len, self._divided(range(self.entrants)))
        return self.swiss().size() + sum(size * (size - 1) // 2 for size in sizes) * self.final_blocks

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        swiss = self.swiss()
        first = swiss.schedule(results, withdrawn)
        before = first.ranking or {}
        staying = [each for each in self.seeded if withdrawn.get(each, swiss.length + 1) > swiss.length]
        divisions = self._divided(sorted(staying, key=lambda each: before[each]))
        rounds = self._rounds(divisions)
        if not first.over or not rounds:
            # All games of the finals can be played side by side.
            final = sum(len(each) * (len(each) - 1) // 2 for each in divisions) * self.final_blocks
            later = first.later if first.over or not final else (*first.later, final)
            return replace(first, rounds=(first.rounds[0], first.rounds[1] + rounds), later=later)
        blocks, look = offer(self._finals(divisions, withdrawn, results), results)
        division = {each: number for number, these in enumerate(divisions, 1) for each in these}
        points = dict.fromkeys(division, 0)
        for number, result in results.items():
            if number >= swiss.size():
                theirs = {division.get(each) for each in result.block.players}
                if None in theirs or len(theirs) > 1:
                    raise Refused("series.other_plan", number=number)
                for each, score in zip(result.block.players, halves(result), strict=True):
                    points[each] += score
        total = swiss.length + rounds
        below = len(divisions) + 1
        ranking = places(
            {each: (-division.get(each, below), points.get(each, 0), -place) for each, place in before.items()}
        )
        return replace(
            first,
            blocks=blocks,
            over=not blocks,
            look=look,
            rounds=(blocks[0].round + 1 if blocks else total, total),
            ranking=ranking,
            finals={each: score / 2 for each, score in points.items()},
            divisions=division if self.divisions > 1 else None,
        )

    def earlier(self) -> tuple[Plan, ...]:
        """See `Plan.earlier`."""
        return (replace(self, looks_ahead=False),)

    def pairings(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> list[Pairing]:
        """See `Plan.pairings`: those of the Swiss tournament, then those of the final."""
        swiss = self.swiss()
        now = self.schedule(results, withdrawn).blocks
        blocks = {block.number: block for block in (*now, *(result.block for result in results.values()))}
        final = {number: block for number, block in blocks.items() if number >= swiss.size()}
        before = {number: result for number, result in results.items() if number < swiss.size()}
        return [*swiss.pairings(before, withdrawn), *pairings_of(final, results)]

    def _divided(self, ranked: Sequence[int]) -> list[Sequence[int]]:
        """Return the divisions, each with its entrants, best first. All have two or more."""
        parts = [ranked[self.top * number :][: self.top] for number in range(self.divisions)]
        return [part for part in parts if len(part) > 1]

    def _finals(
        self, divisions: Sequence[Sequence[int]], withdrawn: Mapping[int, int], results: Mapping[int, Result]
    ) -> Iterator[Block]:
        """Return the blocks of all finals that have no result, round by round."""
        swiss, step = self.swiss(), _pairs(divisions)
        number = swiss.size()
        finals = []
        for each in divisions:
            start = swiss.length, number
            finals.append(
                round_robin(each, self.final_blocks, self._seed, withdrawn, skip=results, first=start, step=step)
            )
            number += len(each) // 2
        return merge(*finals, key=lambda block: block.number)

    def _rounds(self, divisions: Sequence[Sequence[int]]) -> int:
        """Return how many rounds the finals take; the first division is the largest."""
        return rounds_of(len(divisions[0])) * self.final_blocks if divisions else 0

    def _seed(self, round: int) -> int:
        """Return the seed of a round of the final; the Swiss tournament's seeds come before."""
        swiss = self.swiss()
        return self.seeds.at(swiss.length * self.blocks + round - swiss.length)


def _pairs(divisions: Sequence[Sequence[int]]) -> int:
    """Return how many pairs play at the same time."""
    return sum(len(each) // 2 for each in divisions)
