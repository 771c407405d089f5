"""Counts a contest's results for each entrant, pair, seat and seed. All counts are whole numbers, so nothing depends on
the order of results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from sandlot.game import FaultKind
from sandlot.stats.blocks import Played, Result
from sandlot.stats.repeats import Repeats


@dataclass(slots=True)
class Count:
    """Games and how they ended. Whoever is first alone has won, those who share the first place have drawn, and all
    others have lost. `halves` is the score in half points: two for each opponent that was beaten, one for each tie.
    """

    games: int = 0
    halves: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, halves: int, ending: int) -> None:
        """Count a game; `ending` is 1 for a win, 0 for a draw and -1 for a loss."""
        self.games += 1
        self.halves += halves
        if ending > 0:
            self.wins += 1
        elif ending == 0:
            self.draws += 1
        else:
            self.losses += 1


@dataclass(slots=True)
class Line:
    """The results of one entrant: `faults` by kind, `reasons` of losses in a word, and `seats` by number."""

    all: Count = field(default_factory=Count)
    faults: Counter[FaultKind] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seats: dict[int, Count] = field(default_factory=lambda: defaultdict(Count))


class Tally:
    """The counts of all results of a contest. `unit` is how many halves a game is worth at most.

    `pairs` count for each two who met, smaller number first, how the first one did against the second. `seeds` count
    for each seed, in the order of its first block, how each entrant did.
    """

    def __init__(self, results: Iterable[Result], entrants: int) -> None:
        self.lines = [Line() for _ in range(entrants)]
        self.pairs: dict[tuple[int, int], Count] = defaultdict(Count)
        self.seeds: dict[int, dict[int, Count]] = {}
        self.games = self.blocks = 0
        self._repeats: dict[tuple[int, ...], Repeats] = defaultdict(Repeats)
        self.unit = 2
        for result in sorted(results, key=lambda result: result.block.number):
            self.add(result)

    def add(self, result: Result) -> None:
        """Count a block. Only the order of `seeds` depends on the order of blocks."""
        block = result.block
        self.unit = 2 * (len(block.players) - 1)
        self.blocks += 1
        self._repeats[tuple(sorted(block.players))].add(result)
        seed = self.seeds.setdefault(block.seed, defaultdict(Count))
        for number, game in enumerate(result.games):
            self.games += 1
            self._add_game(block.seats(number), game, seed)

    @property
    def again(self) -> int:
        """How many games repeat earlier ones of the same entrants."""
        return sum(each.again for each in self._repeats.values())

    def points(self, count: Count) -> float:
        """Return the points of games: one for beating everybody, less for a part of them."""
        return float(self.share(count) * count.games)

    def share(self, count: Count) -> Fraction:
        """Return the points per game; 0 without games."""
        return Fraction(count.halves, max(count.games, 1) * self.unit)

    def _add_game(self, seats: tuple[int, ...], game: Played, seed: dict[int, Count]) -> None:
        for seat, entrant in enumerate(seats):
            mine, halves = game.places[seat], 0
            for other, place in zip(seats, game.places, strict=True):
                if other != entrant:
                    against = (place > mine) - (place < mine)
                    halves += 1 + against
                    if entrant < other:
                        self.pairs[entrant, other].add(1 + against, against)
            ending = -1 if mine > 1 else 0 if game.places.count(1) > 1 else 1
            line = self.lines[entrant]
            for count in (line.all, line.seats[seat], seed[entrant]):
                count.add(halves, ending)
            if fault := game.faults[seat]:
                line.faults[fault] += 1
            if reason := game.reasons[seat]:
                line.reasons[reason] += 1
