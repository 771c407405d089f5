"""A series between two entrants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sandlot.game import Option
from sandlot.series.blocks import Result, Schedule
from sandlot.series.plans.basis import MOST_GAMES, Basis, duel, offer

__all__ = ["Series"]


@dataclass(frozen=True, kw_only=True)
class Series(Basis):
    """Two entrants play `blocks` blocks. If one of them withdraws, the series is over, and what was played counts."""

    kind: ClassVar[str] = "series"
    options: ClassVar[Mapping[str, Option]] = {"blocks": Option(50, "int", 1, MOST_GAMES // 2)}
    most: ClassVar[int] = 2

    blocks: int = 50

    def size(self) -> int:
        """Return the most blocks that the plan can take."""
        return self.blocks

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        """See `Plan.schedule`. A series is one round, so a withdrawal ends it whatever its round."""
        if withdrawn:
            return Schedule(over=True, rounds=(1, 1))
        left = (number for number in range(self.blocks) if number not in results)
        blocks, look = offer((duel(number, (0, 1), self.seeds.at(number), 0) for number in left), results)
        return Schedule(blocks, over=not blocks, look=look, rounds=(1, 1))
