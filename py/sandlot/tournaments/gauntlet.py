"""A gauntlet: a candidate against a pool, in stages that cost more and more."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from sandlot.game import Option
from sandlot.messages import Message, message, player
from sandlot.stats.blocks import Block, Result, Schedule, Seeds
from sandlot.tournaments.plan import MOST_GAMES, Plan, offer, result_of, two_player_block

CANDIDATE = 0
FIXED = 2**53
"""The seed from which smoke and fixed seeds are drawn, in every gauntlet."""
SMOKE, SAME, FRESH = range(3)


@dataclass(frozen=True, kw_only=True)
class Gauntlet(Plan):
    """Entrant 0, the candidate, plays every other one: `smoke` blocks, then `fixed` ones, then `fresh` ones.

    The smoke test is played to its end. If the candidate has made a fault in it, then the gauntlet is over; the pool's
    faults do not matter. Smoke and fixed blocks have the same seeds in every gauntlet, so that candidates can be
    compared: those that are given, then drawn ones that are always the same. Fresh seeds depend on the first seed, and
    no candidate can have been tuned to them. Each stage is a round. If the candidate withdraws, nothing more is played;
    if one of the pool withdraws, the others go on.
    """

    kind: ClassVar[str] = "gauntlet"
    options: ClassVar[Mapping[str, Option]] = {
        "smoke": Option(1, "int", 0, MOST_GAMES // 2),
        "fixed": Option(20, "int", 0, MOST_GAMES // 2),
        "fresh": Option(20, "int", 0, MOST_GAMES // 2),
    }

    smoke: int = 1
    fixed: int = 20
    fresh: int = 20

    def size(self) -> int:
        return (self.smoke + self.fixed + self.fresh) * (self.entrants - 1)

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        blocks, look = offer(self._blocks(range(self.smoke), withdrawn, results), results)
        if blocks:
            later = self._later(withdrawn)
            return Schedule(blocks, look=look, rounds=(1, 3), later=(later,) if later else (), compare="share")
        if why := self._failed(results, withdrawn):
            return Schedule(over=True, rounds=(1, 1), why=why, compare="share")
        rest = range(self.smoke, self.smoke + self.fixed + self.fresh)
        blocks, look = offer(self._blocks(rest, withdrawn, results), results)
        now = blocks[0].round + 1 if blocks else 3
        fresh = FRESH if self.fresh else None
        return Schedule(blocks, over=not blocks, look=look, rounds=(now, 3), compare="share", fresh=fresh)

    def _blocks(self, rows: range, withdrawn: Mapping[int, int], skip: Container[int] = ()) -> Iterator[Block]:
        """Yield the blocks of some rows, without those whose numbers are in `skip`. A row is one seed for everybody."""
        pool = self.entrants - 1
        for number in range(rows.start * pool, rows.stop * pool):
            if number in skip:
                continue
            stage, seed = self._stage(number // pool)
            other = number % pool + 1
            if all(withdrawn.get(each, stage + 1) > stage for each in (CANDIDATE, other)):
                yield two_player_block(number, (CANDIDATE, other), seed, stage)

    def _later(self, withdrawn: Mapping[int, int]) -> int:
        """Return how many blocks follow the smoke test."""

        def pool(stage: int) -> int:
            staying = [withdrawn.get(each, stage + 1) > stage for each in range(self.entrants)]
            return sum(staying[1:]) if staying[CANDIDATE] else 0

        return self.fixed * pool(SAME) + self.fresh * pool(FRESH)

    def _stage(self, row: int) -> tuple[int, int]:
        """Return the stage and the seed of a row."""
        same = self.smoke + self.fixed
        if row < same:
            return SMOKE if row < self.smoke else SAME, Seeds(FIXED, self.seeds.given).at(row)
        # If the first seed is FIXED, fresh seeds begin after the fixed ones, so that none is used twice.
        return FRESH, Seeds(self.seeds.first).at(row if self.seeds.first == FIXED else row - same)

    def _failed(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Message | None:
        """Return the sentence about the first smoke block in which the candidate has made a fault; None if there is
        none.
        """
        for block in self._blocks(range(self.smoke), withdrawn):
            result = result_of(block, results)
            for number, game in enumerate(result.games if result else ()):
                if game.faults[block.seats(number).index(CANDIDATE)]:
                    return message("series.smoke_failed", player=player(CANDIDATE), number=block.number)
        return None
