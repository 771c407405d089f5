"""Which of n entrants play together in games of k, so that everybody meets everybody about equally often.

The method is that of cyclic block designs (Bose 1939, "On the construction of balanced incomplete block designs",
Annals of Eugenics 9): entrants stand in a circle, and one choice of k places is turned through all n positions. So each
entrant plays k times, once in each place of the choice, and how often two entrants meet depends only on their distance
in the circle. Choices are searched so that all distances even out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

__all__ = ["choices"]

TRIES = 6
"""Searches for each choice; the best counts."""
SWEEPS = 8
"""Most rounds of improvements of one search."""
SAMPLE = 64
"""Most places that are tried for a player: in a large circle there are good ones everywhere."""


@lru_cache(maxsize=64)
def choices(count: int, players: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Return for each round the places, from 0 to `count` - 1, that are turned through the circle."""
    met = [0] * (count // 2 + 1)
    found = []
    for round in range(rounds):
        search = _Search(count, met, Random(f"{count} {players} {round}"))
        places = min((search.run(players) for _ in range(TRIES)), key=search.cost)
        for at, place in enumerate(places):
            for other in places[:at]:
                search.meet(place, other)
        found.append(tuple(places))
    return tuple(found)


class _Search:
    """Looks for a choice whose distances have `met` least. It is by chance, and the same chance every time."""

    def __init__(self, count: int, met: list[int], rng: Random) -> None:
        self.count, self.met, self.rng = count, met, rng

    def distance(self, one: int, other: int) -> int:
        """Return how far two places are apart in the circle."""
        far = abs(one - other)
        return min(far, self.count - far)

    def meet(self, one: int, other: int) -> None:
        """Count a pair of places. Turned through the circle, opposite ones come together twice."""
        far = self.distance(one, other)
        self.met[far] += 1 + (2 * far == self.count)

    def cost(self, places: Sequence[int]) -> int:
        """Return by how much a choice raises the sum of the squares of how often entrants meet."""
        return sum(self._square(far, times) for far, times in self._distances(places).items())

    def run(self, players: int) -> list[int]:
        """Choose place by place, each as well as possible, then move single ones while that helps."""
        places = [0]
        while len(places) < players:
            places.append(self._best(places, self._free(places)))
        for _ in range(SWEEPS):
            before = list(places)
            for at in range(1, players):
                rest = [*places[:at], *places[at + 1 :]]
                places[at] = self._best(rest, [places[at], *self._free(places)])
            if places == before:
                break
        return places

    def _best(self, places: Sequence[int], free: Sequence[int]) -> int:
        """Return which free place costs least beside these; of equal ones the first."""
        there = self._distances(places)

        def added(place: int) -> int:
            more: dict[int, int] = {}
            for other in places:
                far = self.distance(place, other)
                more[far] = more.get(far, 0) + 1
            return sum(
                self._square(far, there.get(far, 0) + times) - self._square(far, there.get(far, 0))
                for far, times in more.items()
            )

        return min(free, key=added)

    def _distances(self, places: Sequence[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for at, place in enumerate(places):
            for other in places[:at]:
                far = self.distance(place, other)
                found[far] = found.get(far, 0) + 1
        return found

    def _free(self, places: Sequence[int]) -> list[int]:
        taken = set(places)
        free = [place for place in range(self.count) if place not in taken]
        return self.rng.sample(free, min(len(free), SAMPLE))

    def _square(self, far: int, times: int) -> int:
        """Return what so many pairs of places at this distance cost. Half as many entrants are opposite each other."""
        if 2 * far == self.count:
            return (self.met[far] + 2 * times) ** 2 - self.met[far] ** 2
        return 2 * ((self.met[far] + times) ** 2 - self.met[far] ** 2)
