"""The results of a contest as ratings need them: distinct outcomes of blocks and how often each occurred.

They are gathered in one pass. Nothing in them depends on the order of results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from sandlot.stats.blocks import Result
from sandlot.stats.repeats import Repeats

Duel: TypeAlias = tuple[int, int, int, int, int]
"""A block of two: both entrants, smaller number first, and the games that the first has won, drawn and lost."""
Ranking: TypeAlias = tuple[tuple[int, ...], ...]
"""A game of many: groups of entrants that share a place, best first, each in ascending order."""
Field: TypeAlias = tuple[Ranking, ...]
"""A block of many: its games in ascending order."""


@dataclass(frozen=True)
class Sums:
    """How often each distinct outcome of a block occurred, among `count` entrants. Blocks whose games repeat earlier
    ones weigh less: see `repeats`.

    `games` and `blocks` are totals. `connected` gives for each entrant the smallest number in its group: entrants are
    connected if they met, directly or through others.
    """

    count: int
    duels: Mapping[Duel, float]
    fields: Mapping[Field, float]
    blocks: float
    games: float
    connected: tuple[int, ...]

    @property
    def length(self) -> float:
        """The mean number of games of a block."""
        return self.games / self.blocks if self.blocks else 1.0

    def mixed(self) -> Sums:
        """Return the same sums with blocks of two in the form of blocks of many."""
        fields: dict[Field, float] = defaultdict(int, self.fields)
        for (first, second, wins, draws, losses), times in self.duels.items():
            rankings: list[Ranking] = [((first, second),)] * draws
            rankings += [((first,), (second,))] * wins + [((second,), (first,))] * losses
            fields[tuple(sorted(rankings))] += times
        return replace(self, duels={}, fields=fields)


def gathered(results: Iterable[Result], count: int) -> Sums:
    """Sum up results among `count` entrants. Blocks of an entrant against itself are left out."""
    duels: dict[Duel, float] = defaultdict(int)
    fields: dict[Field, float] = defaultdict(int)
    games: float = 0
    for weight, together in _weighed(results):
        for result in together:
            games += weight * len(result.games)
            if len(result.block.players) == 2:
                duels[_duel(result)] += weight
            else:
                fields[_field(result)] += weight
    links = [(duel[0], duel[1]) for duel in duels]
    links += [(field[0][0][0], entrant) for field in fields for group in field[0] for entrant in group]
    blocks = sum(duels.values()) + sum(fields.values())
    return Sums(count, duels, fields, blocks, games, _connected(links, count))


def _weighed(results: Iterable[Result]) -> Iterator[tuple[float, list[Result]]]:
    """Yield the results of the same entrants, each with its weight."""
    groups: dict[tuple[int, ...], list[Result]] = defaultdict(list)
    for result in results:
        players = result.block.players
        if len(set(players)) == len(players) > 1:
            groups[tuple(sorted(players))].append(result)
    for together in groups.values():
        yield Repeats(together).weight, together


def _duel(result: Result) -> Duel:
    wins = draws = losses = 0
    for order, game in zip(result.block.orders, result.games, strict=True):
        first, second = game.places
        if first == second:
            draws += 1
        elif (first < second) == (order[0] == 0):
            wins += 1
        else:
            losses += 1
    first, second = result.block.players
    return (first, second, wins, draws, losses) if first < second else (second, first, losses, draws, wins)


def _field(result: Result) -> Field:
    block = result.block
    return tuple(sorted(_ranking(block.seats(number), game.places) for number, game in enumerate(result.games)))


def _ranking(seats: Sequence[int], places: Sequence[int]) -> Ranking:
    groups: dict[int, list[int]] = {}
    for place, entrant in sorted(zip(places, seats, strict=True)):
        groups.setdefault(place, []).append(entrant)
    return tuple(tuple(group) for group in groups.values())


def _connected(links: Iterable[tuple[int, int]], count: int) -> tuple[int, ...]:
    above = list(range(count))

    def top(entrant: int) -> int:
        while above[entrant] != entrant:
            above[entrant] = above[above[entrant]]
            entrant = above[entrant]
        return entrant

    for one, other in links:
        low, high = sorted((top(one), top(other)))
        above[high] = low
    return tuple(map(top, range(count)))
