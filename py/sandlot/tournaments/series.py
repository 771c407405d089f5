"""A series between two entrants, with a sequential test that ends it as soon as the answer is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sandlot.game import Json, Option
from sandlot.jobs import Refused
from sandlot.messages import message
from sandlot.stats.blocks import Result, Schedule, halves
from sandlot.stats.repeats import Repeats
from sandlot.stats.sprt import Sprt, SprtBounds, fewest_blocks
from sandlot.tournaments.plan import MOST_GAMES, WINDOW, Plan, Setting, offer, two_player_block

SOONEST = 8
"""Fewest results between two looks at the test."""
LOOK_DIVISOR = 16
"""The test looks again when results have grown by 1/LOOK_DIVISOR: all looks cost as much as LOOK_DIVISOR passes."""
NUMBERS_OF_TEST = {"elo", "alpha", "beta"}
STALE = 50
"""After so many blocks in a row that only repeat earlier games, the test ends without a verdict."""
AHEAD = 512
"""Blocks that are offered at a look, so that many workers have enough until the next one."""


def _read_stop(value: Json, entrants: int) -> SprtBounds | None:
    """Read the bounds of a test: numbers by the names in `NUMBERS`, or `elo` alone; true: the defaults; false or null:
    no test. Contests of earlier versions have the three numbers and no bets.
    """
    if value is None or isinstance(value, bool):
        return SprtBounds() if value else None
    numbers = dict(value) if isinstance(value, Mapping) else {"elo": value}
    bets = numbers.pop("bets", len(numbers) < len(NUMBERS_OF_TEST))
    if not numbers.keys() <= NUMBERS_OF_TEST or not isinstance(bets, bool):
        raise Refused("series.stop")
    if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in numbers.values()):
        raise Refused("series.stop")
    try:
        return SprtBounds(**numbers, bets=bets)
    except ValueError:
        raise Refused("series.stop") from None


@dataclass(frozen=True, kw_only=True)
class Series(Plan):
    """Two entrants play `blocks` blocks, or fewer if `stop` has the bounds of a test: see `sprt`.

    The test counts blocks in the order of their numbers, whichever ended first, so it stops at the same block however
    many workers play; blocks beyond it do not count. It also ends when nothing new comes, see `STALE`. Without a stop
    before the last block its verdict is "undecided". Each block is a round. If one of the two withdraws, the series is
    over, and what was played counts.
    """

    kind: ClassVar[str] = "series"
    options: ClassVar[Mapping[str, Option]] = {"blocks": Option(50, "int", 1, MOST_GAMES // 2)}
    others: ClassVar[Mapping[str, Setting]] = {"stop": Setting(_read_stop, lambda stop: stop and stop.json())}
    most: ClassVar[int] = 2

    blocks: int = 50
    stop: SprtBounds | None = None

    def __post_init__(self) -> None:
        """Refuse a test that cannot end within so many blocks, however they come out."""
        super().__post_init__()
        if self.stop and self.stop.bets and self.blocks < (fewest := fewest_blocks(self.stop)):
            raise Refused("series.stop_short", games=2 * self.blocks, fewest=2 * fewest)

    def size(self) -> int:
        return self.blocks

    @property
    def may_stop(self) -> bool:
        """See `Plan.may_stop`."""
        return self.stop is not None

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        end = min([self.blocks, *withdrawn.values()])
        how: dict[str, Any] = {
            "test": self.stop,
            "as_planned": self.stop is None and end == self.blocks,
            "chosen": bool(self.seeds.given),
        }
        test = self._tested(results, end) if self.stop else None
        if test and test.verdict:
            rounds = (test.blocks, test.blocks)
            return Schedule(over=True, counted=test.blocks, rounds=rounds, verdict=test.verdict, **how)
        if test and test.stale >= STALE:
            how |= {"why": message("series.stale", games=2 * STALE), "verdict": "undecided"}
            return Schedule(over=True, counted=test.blocks, rounds=(test.blocks, test.blocks), **how)
        look = max(SOONEST, test.blocks // LOOK_DIVISOR) if test else 0
        left = (number for number in range(end) if number not in results)
        every = (two_player_block(number, (0, 1), self.seeds.at(number), number) for number in left)
        blocks, again = offer(every, results, max(AHEAD, 4 * look) if test else WINDOW)
        if not blocks:
            return Schedule(over=True, rounds=(end, end), verdict="undecided" if test else None, **how)
        return Schedule(blocks, look=min(look, len(blocks)) or again, rounds=(blocks[0].number + 1, end), **how)

    def ratios(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> list[tuple[float, float]]:
        """Return `Sprt.llr` after each block that the test has counted, or `Sprt.evidence` where that is larger, so the
        one that is closer to its bound. Empty without a test.
        """
        end = min([self.blocks, *withdrawn.values()])
        return [_nearer(test) for test in self._tests(results, end)] if self.stop else []

    def _tested(self, results: Mapping[int, Result], end: int) -> Sprt:
        """Return the test after all blocks from the first one on that have been played without a gap."""
        assert self.stop
        test = Sprt(self.stop)
        for after in self._tests(results, end):
            test = after
        return test

    def _tests(self, results: Mapping[int, Result], end: int) -> Iterator[Sprt]:
        """Yield the test, the same object each time, after each of these blocks."""
        assert self.stop
        test, repeats = Sprt(self.stop), Repeats()
        for number in range(end):
            result = results.get(number)
            if result is None or test.verdict or test.stale >= STALE:
                return
            before = repeats.again
            repeats.add(result)
            test.add(halves(result)[0] / 2, len(result.games), repeats.again - before)
            yield test


def _nearer(test: Sprt) -> tuple[float, float]:
    better, worse = (
        max(ratio, found) if found > 0 else ratio for ratio, found in zip(test.llr, test.evidence, strict=True)
    )
    return better, worse
