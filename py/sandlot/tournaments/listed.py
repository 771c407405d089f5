"""Blocks chosen one by one by a program, as a league chooses the most informative ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sandlot.game import Json
from sandlot.jobs import Refused
from sandlot.stats.blocks import Block, Result, Schedule
from sandlot.tournaments.plan import MOST_GAMES, Plan, Setting, offer, two_player_block


def _read_pairs(value: Json, entrants: int) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list | tuple) or 2 * len(value) > MOST_GAMES:
        raise Refused("series.pairs", most=MOST_GAMES // 2)
    if not all(_is_pair(each, entrants) for each in value):
        raise Refused("series.pairs", most=MOST_GAMES // 2)
    return tuple((each[0], each[1]) for each in value)


def _is_pair(value: object, entrants: int) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2 or value[0] == value[1]:
        return False
    return all(type(each) is int and 0 <= each < entrants for each in value)


@dataclass(frozen=True, kw_only=True)
class Listed(Plan):
    """Every pair of `pairs` plays one block, in this order; the block's number is its place, and so is its seed's."""

    kind: ClassVar[str] = "listed"
    others: ClassVar[Mapping[str, Setting]] = {"pairs": Setting(_read_pairs, lambda pairs: list(map(list, pairs)))}

    pairs: tuple[tuple[int, int], ...] = ()

    def size(self) -> int:
        return len(self.pairs)

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        """See `Plan.schedule`. Shares are compared, because less known entrants play more."""
        every = (self.block(number) for number in range(len(self.pairs)))
        blocks, look = offer(every, results)
        return Schedule(blocks, over=not blocks, look=look, compare="share")

    def block(self, number: int) -> Block:
        """Return one block."""
        low, high = sorted(self.pairs[number])
        return two_player_block(number, (low, high), self.seeds.at(number), 0)
