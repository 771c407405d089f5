"""Swiss system: in every round entrants with about the same points meet. In the usual number of rounds no two meet
twice: a round is paired such that the following ones remain possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from sandlot.game import Option
from sandlot.jobs import Refused
from sandlot.stats.blocks import Block, Pairing, Result, Schedule, halves
from sandlot.tournaments.pairing import Pair, looking_ahead, most_pairs, preferred
from sandlot.tournaments.plan import (
    MOST_BLOCKS_EACH,
    Plan,
    Seeded,
    offer,
    pairings_of,
    places,
    results_of,
    two_player_block,
)
from sandlot.tournaments.round_robin import rounds_of

BYE = -1
"""Stands for the missing entrant if their number is odd."""
EXTRA_ROUNDS = 2
"""Rounds in addition to those that leave one undefeated entrant, because of draws and luck."""


@dataclass(frozen=True, kw_only=True)
class Swiss(Seeded):
    """A pairing plays `blocks` blocks. It is worth one point to whoever has scored more in them, half a point each if
    both have scored the same, and this is what standings count.

    A round starts when the one before is complete. Entrants are ranked by their points and then by `seeding` (best
    first; else as they were entered). The first half of those with equal points meets the second half; nobody meets the
    same opponent again while there is any other way. In a small field the other way is sought for all rounds to come:
    see `looking_ahead`. With an odd number the last in the ranking has a bye, which is worth a win, and nobody has a
    second one before everybody has had one. Ties in the end are broken by Buchholz: the sum of the opponents' points,
    where a bye counts as an opponent with the entrant's own points.

    `rounds` is 0 for the usual number, ceil(log2(n)) + 2, or as many as there are opponents if that is less. Whoever
    withdraws is not paired any more, and its points stay. When fewer than two are left, it is over.

    Earlier versions of this package looked at no other round than the one that they paired. What they have begun goes
    on, and can be verified.
    """

    kind: ClassVar[str] = "swiss"
    options: ClassVar[Mapping[str, Option]] = {
        "rounds": Option(0, "int", 0, MOST_BLOCKS_EACH),
        "blocks": Option(1, "int", 1, MOST_BLOCKS_EACH),
    }

    rounds: int = 0
    blocks: int = 1
    looks_ahead: bool = True
    """Whether later rounds are considered. Not a setting: see `earlier`."""

    def __post_init__(self) -> None:
        """Refuse more rounds than there are opponents."""
        super().__post_init__()
        most = rounds_of(self.entrants)
        if self.rounds > most:
            raise Refused("series.too_many_rounds", rounds=self.rounds, most=most, count=self.entrants)

    @property
    def length(self) -> int:
        """How many rounds there are."""
        return self.rounds or usual_rounds(self.entrants)

    def size(self) -> int:
        """Return the most blocks that the plan can take. This many numbers belong to it."""
        return self.length * (self.entrants // 2) * self.blocks

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        """See `Plan.schedule`. The ranking is by points, Buchholz, and points per game."""
        table = SwissTable(self.seeded)
        for round in range(self.length):
            active = [each for each in table.order() if withdrawn.get(each, round + 1) > round]
            if len(active) < 2:
                break
            missing = self._play(round, table, active, results)
            if missing:
                offered, look = offer(missing, results)
                rounds, later = (round + 1, self.length), self._later(round, withdrawn)
                in_round = any(result.block.round == round for result in results.values())
                schedule = Schedule(offered, look=look, rounds=rounds, later=later, in_round=in_round)
                return self._with_table(table, schedule)
        return self._with_table(table, Schedule(over=True, rounds=(self.length, self.length)))

    def _later(self, now: int, withdrawn: Mapping[int, int]) -> tuple[int, ...]:
        """Return how many blocks each round after this one takes: see `Schedule.later`."""
        staying = (
            sum(withdrawn.get(each, round + 1) > round for each in self.seeded) for round in range(now + 1, self.length)
        )
        return tuple(each // 2 * self.blocks for each in staying if each > 1)

    def earlier(self) -> tuple[Plan, ...]:
        """See `Plan.earlier`."""
        return (replace(self, looks_ahead=False),)

    def pairings(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> list[Pairing]:
        """See `Plan.pairings`. Who is left over in a round has a bye."""
        offered = {block.number: block for block in self.schedule(results, withdrawn).blocks}
        met = pairings_of({**offered, **{number: result.block for number, result in results.items()}}, results)
        found: list[Pairing] = []
        for round in range(self.length):
            here = [pairing for pairing in met if pairing.round == round]
            active = {each for each in self.seeded if withdrawn.get(each, round + 1) > round}
            free = active.difference(*(pairing.players for pairing in here))
            byes = [Pairing(round, (each,), (), each, "bye") for each in free] if here and len(free) == 1 else []
            found += [*here, *byes]
        return found

    def _play(self, round: int, table: SwissTable, active: Sequence[int], results: Mapping[int, Result]) -> list[Block]:
        """Count a round in the table, as far as it was played; return the blocks of pairings that are not complete."""
        pairs = self._pairs(round, table, active, results)
        missing: list[Block] = []
        for number, pair in enumerate(pairs):
            blocks = self._blocks(round, number, pair)
            if found := results_of(blocks, results):
                table.enter(pair, found)
            else:
                missing += blocks
        # A bye counts with its round.
        if not missing:
            for free in set(active).difference(*pairs):
                table.enter_bye(free)
        return missing

    def _pairs(
        self, round: int, table: SwissTable, active: Sequence[int], results: Mapping[int, Result]
    ) -> Sequence[Pair]:
        """Return the pairs of a round: those of a complete one from its results, because finding them takes time."""
        given = self._given(round, len(active) // 2, results)
        if len(given) == len(active) // 2 and all(self._is_complete(round, number, results) for number in given):
            if not {each for pair in given.values() for each in pair} <= set(active):
                raise Refused("series.other_plan", number=self._first(round, 0))
            return list(given.values())
        pairs = table.paired(active, self.length - round - 1 if self.looks_ahead else 0)
        if all(sorted(pairs[number]) == sorted(pair) for number, pair in given.items()):
            return pairs
        # An earlier version began it; `results_of` refuses pairs of neither version.
        return table.paired(active)

    def _given(self, round: int, count: int, results: Mapping[int, Result]) -> dict[int, Pair]:
        """Return the pairs of a round of which a block was played, by their number in it."""
        pairs: dict[int, Pair] = {}
        for number in range(count):
            first = self._first(round, number)
            for block in range(first, first + self.blocks):
                if block in results:
                    one, other = results[block].block.players
                    pairs[number] = one, other
        return pairs

    def _is_complete(self, round: int, number: int, results: Mapping[int, Result]) -> bool:
        first = self._first(round, number)
        return all(block in results for block in range(first, first + self.blocks))

    def _first(self, round: int, number: int) -> int:
        return (round * (self.entrants // 2) + number) * self.blocks

    def _blocks(self, round: int, number: int, pair: Pair) -> list[Block]:
        first = self._first(round, number)
        low, high = sorted(pair)
        return [
            two_player_block(first + block, (low, high), self.seeds.at(round * self.blocks + block), round)
            for block in range(self.blocks)
        ]

    def _with_table(self, table: SwissTable, schedule: Schedule) -> Schedule:
        return replace(
            schedule,
            ranking=table.places(),
            points={each: points / 2 for each, points in table.points.items()},
            byes={each: byes for each, byes in table.byes.items() if byes},
            buchholz={each: table.buchholz(each) / 2 for each in table.points},
        )


def usual_rounds(entrants: int) -> int:
    """Return how many rounds are played unless something else is said."""
    return min((entrants - 1).bit_length() + EXTRA_ROUNDS, rounds_of(entrants))


class SwissTable:
    """Points, byes and opponents so far, by entrant. Points are counted in halves."""

    def __init__(self, seeding: Sequence[int]) -> None:
        self.seeding = {each: place for place, each in enumerate(seeding)}
        self.points = dict.fromkeys(sorted(seeding), 0)
        self.byes = dict.fromkeys(self.points, 0)
        self.opponents: dict[int, list[int]] = {each: [] for each in self.points}
        self.won = dict.fromkeys(self.points, 0)
        self.games = dict.fromkeys(self.points, 0)

    def order(self) -> list[int]:
        """Return all entrants by points, then by seeding."""
        return sorted(self.points, key=lambda each: (-self.points[each], self.seeding[each]))

    def paired(self, active: Sequence[int], rounds: int = 0) -> list[Pair]:
        """Pair these entrants, who are in order; `rounds` more follow. With an odd number, the one in no pair has a
        bye.
        """
        fewest = min(self.byes[each] for each in active)

        def allowed(one: int, other: int) -> bool:
            if BYE in (one, other):
                return self.byes[max(one, other)] == fewest
            return other not in self.opponents[one]

        # The bye is given first, while every entrant may still get it.
        bye = [BYE] if len(active) % 2 else []
        order = [*bye, *active]
        suits = looking_ahead(order, allowed, rounds)
        pairs = preferred(order, allowed, self._choices, suits) if suits else None
        if pairs is None:
            pairs = preferred(order, allowed, self._choices)
        if pairs is None:
            pairs, left = most_pairs([*active, *bye], allowed)
            # Some must meet again: as few as possible.
            pairs += zip(left[::2], left[1::2], strict=True)
        return [pair for pair in pairs if BYE not in pair]

    def _choices(self, left: Sequence[int]) -> Iterable[int]:
        """Return the partners of the first of these: from the half below of those with the same points, then from the
        half above, then those with fewer points. A bye prefers the last.
        """
        if left[0] == BYE:
            return left[:0:-1]
        level = next((at for at, each in enumerate(left) if self.points[each] != self.points[left[0]]), len(left))
        half = max(level // 2, 1)
        return [*left[half:level], *left[half - 1 : 0 : -1], *left[level:]]

    def enter(self, pair: Pair, found: Sequence[Result]) -> None:
        """Count a pairing that was played, with its results."""
        scores = dict.fromkeys(pair, 0)
        for result in found:
            for each, score in zip(result.block.players, halves(result), strict=True):
                scores[each] += score
        for each, other in (pair, pair[::-1]):
            self.points[each] += 1 + (scores[each] > scores[other]) - (scores[each] < scores[other])
            self.opponents[each].append(other)
            self.won[each] += scores[each]
            self.games[each] += sum(len(result.games) for result in found)

    def enter_bye(self, each: int) -> None:
        """Count a bye."""
        self.byes[each] += 1
        self.points[each] += 2

    def buchholz(self, each: int) -> int:
        """Return the opponents' points, in halves."""
        return sum(self.points[other] for other in self.opponents[each]) + self.byes[each] * self.points[each]

    def places(self) -> dict[int, int]:
        """Return the place of each entrant."""
        return places({each: self._key(each) for each in self.points})

    def _key(self, each: int) -> tuple[int, int, Fraction]:
        return self.points[each], self.buchholz(each), Fraction(self.won[each], max(self.games[each], 1))
