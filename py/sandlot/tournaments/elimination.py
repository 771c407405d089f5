"""Single and double elimination: entrants are out after one loss, or after two."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import ClassVar, Literal, TypeAlias

from sandlot.game import Json, Option
from sandlot.stats.blocks import Block, Pairing, Result, Schedule, halves
from sandlot.tournaments.plan import MOST_BLOCKS_EACH, Seeded, offer, places, result_of, two_player_block

Slot: TypeAlias = int | None
"""An entrant in a bracket, or nobody: its opponent has a bye."""
Match: TypeAlias = tuple[Slot, Slot]
"""Two opponents; after the match, the winner and the loser."""
Name: TypeAlias = Literal["", "winners", "losers", "final"]
"""See `Pairing.bracket`."""
Stage: TypeAlias = Literal[
    "round",
    "quarter",
    "semi",
    "final",
    "again",
    "upper",
    "upper_quarter",
    "upper_semi",
    "upper_final",
    "lower",
    "lower_final",
]
"""What a round is called; upper and lower are the brackets of winners and of losers."""
Rounds: TypeAlias = Generator[Sequence[Match], Sequence[Match], None]
"""Yields the matches of each round and is sent their winners and losers, in the same order."""


_LAST: Mapping[int, Stage] = {0: "final", 1: "semi", 2: "quarter"}
_UPPER: Mapping[int, Stage] = {0: "upper_final", 1: "upper_semi", 2: "upper_quarter"}
"""By how many rounds follow in the bracket, what the last ones are called."""


@dataclass(frozen=True, kw_only=True)
class Bracket(Seeded):
    """A match consists of `blocks` blocks; the entrant with more points in them advances. After a tie one more block is
    played, up to `replays`; if all are tied, the better seed advances.

    Entrants stand in the usual places: the best two can meet only in the final, the best four only in the semifinals,
    and so on. If their number is not a power of two, the best have byes in the first round. A round starts when the one
    before is complete. An entrant that withdraws loses its next match without playing it; of two that have withdrawn
    the better seed advances, and loses the match after that. Entrants who go out in the same round share a place.
    """

    options: ClassVar[Mapping[str, Option]] = {
        "blocks": Option(1, "int", 1, MOST_BLOCKS_EACH),
        "replays": Option(10, "int", 0, MOST_BLOCKS_EACH),
    }
    lives: ClassVar[int]
    """After so many losses an entrant is out."""

    blocks: int = 1
    replays: int = 10

    @property
    def width(self) -> int:
        """The number of rounds after which only one entrant is undefeated."""
        return (self.entrants - 1).bit_length()

    @property
    @abstractmethod
    def length(self) -> int:
        """The number of rounds if nothing extra is needed."""

    @property
    def longest(self) -> int:
        """The most rounds that there may be."""
        return self.length + self.lives - 1

    @property
    def expected(self) -> int:
        """How many blocks there are if nothing is tied and no final is played twice."""
        return self.lives * (self.entrants - 1) * self.blocks

    @property
    def is_open(self) -> bool:
        """Whether there may be more blocks than `expected`: ties are replayed, and a final may be played twice."""
        return self.replays > 0 or self.lives > 1

    @abstractmethod
    def rounds(self, slots: Sequence[Slot]) -> Rounds:
        """Yield the rounds of a bracket in which these entrants stand."""

    def bracket(self, round: int, at: int, matches: int) -> Name:
        """Return in which bracket a match is: the one at index `at` of the `matches` in its round."""
        return ""

    def stage(self, round: int, bracket: Name) -> tuple[Stage, int]:
        """Return what a round of a bracket is called, and its number in that bracket, from 1."""
        return _LAST.get(self.width - 1 - round, "round"), round + 1

    def schedule(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Schedule:
        losses = dict.fromkeys(self.seeded, 0)
        lasted: dict[int, float] = dict.fromkeys(self.seeded, inf)
        last = met = 0
        for table, decided in self._walk(results, withdrawn):
            met += sum(len(pairing.players) == 2 for pairing in table.pairings)
            for _, loser in decided:
                if loser is not None:
                    losses[loser] += 1
                    if losses[loser] == self.lives:
                        lasted[loser] = table.round
            last = table.round + 1
            if table.missing:
                blocks, look = offer(table.missing, results)
                total = max(self.length, last)
                # An entrant that has withdrawn loses all further matches that it would have to lose, without playing
                # them.
                free = sum(max(0, self.lives - losses[each]) for each in withdrawn)
                to_come = max(0, self.lives * (self.entrants - 1) - met - free)
                least = len(results) + len(table.missing) + to_come * self.blocks if self.is_open else None
                later = []
                for matches, _ in self._structure[last:]:
                    later.append(min(matches, to_come) * self.blocks)
                    to_come -= min(matches, to_come)
                return Schedule(
                    blocks,
                    look=look,
                    ranking=places(lasted),
                    reached=self._reached(lasted),
                    rounds=(last, total),
                    least=least,
                    later=tuple(each for each in later if each),
                )
        reached = self._reached(lasted) | {each: (1, 1) for each, round in lasted.items() if round == inf}
        return Schedule(over=True, ranking=places(lasted), reached=reached, rounds=(last, last))

    def pairings(self, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> list[Pairing]:
        return [pairing for table, _ in self._walk(results, withdrawn) for pairing in table.pairings]

    def _slots(self) -> list[Slot]:
        return [self.seeded[seed] if seed < self.entrants else None for seed in placement(self.width)]

    @cached_property
    def _structure(self) -> list[tuple[int, int]]:
        """Return how many matches of two each round has, and how many entrants are out after it who were not before:
        whoever wins, these are as many.
        """
        found = []
        losses = dict.fromkeys(self.seeded, 0)
        rounds = self.rounds(self._slots())
        matches = next(rounds)
        while True:
            decided = [(other, None) if one is None else (one, other) for one, other in matches]
            out = 0
            for _, loser in decided:
                if loser is not None:
                    losses[loser] += 1
                    out += losses[loser] == self.lives
            found.append((sum(None not in match for match in matches), out))
            try:
                matches = rounds.send(decided)
            except StopIteration:
                return found

    def _reached(self, lasted: Mapping[int, float]) -> dict[int, tuple[int, int]]:
        """Return the first and the last place that entrants share who are out, by the round that was their last. They
        are known before the round is complete, because it is known how many it puts out.
        """
        left = self.entrants
        shared = []
        for _, out in self._structure:
            shared.append((left - out + 1, left))
            left -= out
        # A second final is about the same places as the first one.
        return {each: shared[min(int(round), len(shared) - 1)] for each, round in lasted.items() if round != inf}

    def _walk(
        self, results: Mapping[int, Result], withdrawn: Mapping[int, int]
    ) -> Iterator[tuple[_Round, Sequence[Match]]]:
        """Yield each round with its winners and losers, up to the first one that is not complete."""
        seeds = {each: seed for seed, each in enumerate(self.seeded)}
        rounds = self.rounds(self._slots())
        matches, first, round = next(rounds), 0, 0
        while True:
            gone = {each for each, last in withdrawn.items() if last <= round}
            table = _Round(self, round, gone, results, seeds)
            decided = [
                table.decide(first + at, self.bracket(round, at, len(matches)), *_by_seed(match, seeds))
                for at, match in enumerate(matches)
            ]
            yield table, decided
            if table.missing:
                return
            first += len(matches)
            round += 1
            try:
                matches = rounds.send(decided)
            except StopIteration:
                return


@dataclass(frozen=True, kw_only=True)
class SingleElimination(Bracket):
    """An entrant is out after losing a match. n entrants play n - 1 matches."""

    kind: ClassVar[str] = "single-elimination"
    lives: ClassVar[int] = 1

    @property
    def length(self) -> int:
        """How many rounds there are."""
        return self.width

    def size(self) -> int:
        return (self.entrants - 1) * (self.blocks + self.replays)

    def rounds(self, slots: Sequence[Slot]) -> Rounds:
        """Yield the rounds of a bracket in which these entrants stand."""
        while len(slots) > 1:
            decided = yield _pairs(slots)
            slots = [winner for winner, _ in decided]


@dataclass(frozen=True, kw_only=True)
class DoubleElimination(Bracket):
    """An entrant is out after losing two matches. Losers of the winners' bracket continue in the losers' bracket; later
    ones meet its survivors crosswise, so that they do not immediately meet somebody they have just beaten. In the
    final, the winner of the losers' bracket has to win twice. n entrants play 2n - 2 matches, or one more.
    """

    kind: ClassVar[str] = "double-elimination"
    lives: ClassVar[int] = 2

    @property
    def length(self) -> int:
        """How many rounds there are, without a second final."""
        return 2 * self.width

    def size(self) -> int:
        return (2 * self.entrants - 1) * (self.blocks + self.replays)

    def bracket(self, round: int, at: int, matches: int) -> Name:
        """Return the bracket of a match. After the first round, rounds of both brackets alternate with rounds of the
        losers' bracket alone.
        """
        if round >= self.length - 1:
            return "final"
        return "winners" if round == 0 or (round % 2 and 2 * at < matches) else "losers"

    def stage(self, round: int, bracket: Name) -> tuple[Stage, int]:
        """Return what a round of a bracket is called, and its number in that bracket, from 1."""
        if bracket == "final":
            return "final" if round == self.length - 1 else "again", round - self.length + 2
        if bracket == "losers":
            return "lower_final" if round == self.length - 2 else "lower", round
        # Its rounds are those of odd numbers, after the first one.
        column = (round + 1) // 2
        return _UPPER.get(self.width - 1 - column, "upper"), column + 1

    def rounds(self, slots: Sequence[Slot]) -> Rounds:
        """Yield the rounds of a bracket in which these entrants stand."""
        decided = yield _pairs(slots)
        above, below = [winner for winner, _ in decided], [loser for _, loser in decided]
        crossed = True
        while len(above) > 1:
            upper, lower = _pairs(above), _pairs(below)
            decided = yield [*upper, *lower]
            fallen = [loser for _, loser in decided[: len(upper)]]
            above = [winner for winner, _ in decided[: len(upper)]]
            below = [winner for winner, _ in decided[len(upper) :]]
            decided = yield list(zip(fallen[::-1] if crossed else fallen, below, strict=True))
            below = [winner for winner, _ in decided]
            crossed = not crossed
        final = [(above[0], below[0])]
        decided = yield final
        if decided[0][0] != above[0]:
            yield final


class _Round:
    """Decides the matches of a round, and collects its `pairings` and the blocks that are `missing` for it. `gone` have
    withdrawn. `seeds` are the places of all in the seeding, from 0.
    """

    def __init__(
        self, plan: Bracket, round: int, gone: set[int], results: Mapping[int, Result], seeds: Mapping[int, int]
    ) -> None:
        self.plan, self.round, self.gone, self.results, self.seeds = plan, round, gone, results, seeds
        self.missing: list[Block] = []
        self.pairings: list[Pairing] = []

    def decide(self, number: int, bracket: Name, better: Slot, worse: Slot) -> Match:
        """Return the winner and the loser of a match; None for both if it is undecided."""
        if better is None or worse is None:
            through = worse if better is None else better
            if through is not None:
                self._note(Pairing(self.round, (through,), (), through, "bye", bracket))
            return through, None
        missing, scores, replays = self._scores(number, better, worse)
        lead = scores[better] - scores[worse]
        match: Match = (better, worse) if lead >= 0 else (worse, better)
        how: Literal["points", "seeding", "withdrawal", "open"] = "points" if lead else "seeding"
        if missing and {better, worse} & self.gone:
            match, how = (better, worse) if worse in self.gone else (worse, better), "withdrawal"
        elif missing:
            self.missing += missing
            match, how = (None, None), "open"
        points = scores[better] / 2, scores[worse] / 2
        self._note(Pairing(self.round, (better, worse), points, match[0], how, bracket, replays=replays))
        return match

    def _note(self, pairing: Pairing) -> None:
        self.pairings.append(replace(pairing, seeds=tuple(self.seeds[each] + 1 for each in pairing.players)))

    def _scores(self, number: int, better: int, worse: int) -> tuple[list[Block], dict[int, int], int]:
        """Return the blocks that are needed now to decide a match, what the two have scored, in halves, and how many
        blocks were added because they were tied.
        """
        plan = self.plan
        replays = 0
        most = plan.blocks + plan.replays
        low, high = sorted((better, worse))
        scored, missing = {low: 0, high: 0}, list[Block]()
        for at in range(most):
            if at >= plan.blocks and (missing or scored[low] != scored[high]):
                break
            replays = max(0, at + 1 - plan.blocks)
            block = two_player_block(number * most + at, (low, high), plan.seeds.at(self.round * most + at), self.round)
            if result := result_of(block, self.results):
                for each, score in zip((low, high), halves(result), strict=True):
                    scored[each] += score
            else:
                missing.append(block)
        return missing, scored, replays


def by_progress(
    lines: Sequence[Mapping[str, Json]], names: Sequence[str], pairings: Sequence[Pairing]
) -> list[Mapping[str, Json]]:
    """Return the lines of a standings table in the order in which a bracket that goes on shows them: who is still in it
    comes first, without a loss before those with one, and then by how many rounds they came through.
    """
    losses = Counter(each for pairing in pairings for each in pairing.players if pairing.winner not in (each, None))
    through = Counter(pairing.winner for pairing in pairings)
    number = {name: entrant for entrant, name in enumerate(names)}

    def key(line: Mapping[str, Json]) -> tuple[Json, int, int]:
        entrant = number[str(line["name"])]
        return line["place"], losses[entrant], -through[entrant]

    return sorted(lines, key=key)


def placement(width: int) -> list[int]:
    """Return the seeds, from 0, in the order in which they stand in a bracket of 2 ** width."""
    seeds = [0]
    for _ in range(width):
        last = 2 * len(seeds) - 1
        seeds = [each for seed in seeds for each in (seed, last - seed)]
    return seeds


def _pairs(slots: Sequence[Slot]) -> list[Match]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _by_seed(match: Match, seeds: Mapping[int, int]) -> Match:
    one, other = match
    if one is None or other is None or seeds[one] < seeds[other]:
        return one, other
    return other, one
