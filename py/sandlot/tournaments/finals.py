"""Finals: a Swiss tournament, then a double round robin of the best eight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from sandlot.game import Option
from sandlot.jobs import Refused
from sandlot.stats.blocks import Pairing, Plan, Result, Schedule, halves
from sandlot.tournaments.plan import MOST_BLOCKS_EACH, Seeded, offer, paired_in, places
from sandlot.tournaments.round_robin import round_robin, rounds_of
from sandlot.tournaments.swiss import Swiss


@dataclass(frozen=True, kw_only=True)
class Finals(Seeded):
    """A Swiss tournament of `rounds` rounds with `blocks` blocks each (see `Swiss`), then its best `top` play
    `final_blocks` blocks each against each other (see `RoundRobin`).

    Points of the Swiss tournament do not carry over: finalists are ranked by the points of their games in the final
    alone, those with equal points by their places before it. All others follow in these places. If fewer than `top`
    have not withdrawn, the final is played by them; if two places are equal at the edge, the better seed is in it.
    """

    kind: ClassVar[str] = "finals"
    options: ClassVar[Mapping[str, Option]] = {
        **Swiss.options,
        "top": Option(8, "int", 2, MOST_BLOCKS_EACH),
        "final_blocks": Option(2, "int", 1, MOST_BLOCKS_EACH),
    }

    rounds: int = 0
    blocks: int = 1
    top: int = 8
    final_blocks: int = 2
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
        """Return the most blocks that the plan can take."""
        finalists = min(self.top, self.entrants)
        return self.swiss().size() + finalists * (finalists - 1) // 2 * self.final_blocks

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        """See `Plan.schedule`."""
        swiss = self.swiss()
        first = swiss.schedule(results, withdrawn)
        before = first.ranking or {}
        finalists = self._finalists(before, swiss.length, withdrawn)
        rounds = rounds_of(len(finalists)) * self.final_blocks if len(finalists) > 1 else 0
        if not first.over or not rounds:
            return replace(first, rounds=(first.rounds[0], first.rounds[1] + rounds))
        start = swiss.length, swiss.size()
        final = round_robin(finalists, self.final_blocks, self._seed, withdrawn, skip=results, first=start)
        blocks, look = offer(final, results)
        points = dict.fromkeys(finalists, 0)
        for number, result in results.items():
            if number >= swiss.size():
                if not points.keys() >= set(result.block.players):
                    raise Refused("series.other_plan", number=number)
                for each, score in zip(result.block.players, halves(result), strict=True):
                    points[each] += score
        total = swiss.length + rounds
        return replace(
            first,
            blocks=blocks,
            over=not blocks,
            look=look,
            rounds=(blocks[0].round + 1 if blocks else total, total),
            ranking=places({each: (each in points, points.get(each, 0), -place) for each, place in before.items()}),
            finals={each: score / 2 for each, score in points.items()},
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
        return [*swiss.pairings(before, withdrawn), *paired_in(final, results)]

    def _finalists(self, ranking: Mapping[int, int], rounds: int, withdrawn: Mapping[int, int]) -> Sequence[int]:
        staying = [each for each in self.seeded if withdrawn.get(each, rounds + 1) > rounds]
        return sorted(staying, key=lambda each: ranking[each])[: self.top]

    def _seed(self, round: int) -> int:
        """Return the seed of a round of the final; the Swiss tournament's seeds come before."""
        swiss = self.swiss()
        return self.seeds.at(swiss.length * self.blocks + round - swiss.length)
