"""Whether the rounds after this one can still be played without anybody meeting twice.

Who may still meet is a graph, and a round is a perfect matching of it. By Dirac's theorem (Proceedings of the London
Mathematical Society 2, 1952) a graph of n has one if everybody in it has n / 2 others to meet, and a round takes one of
these from everybody. So nothing can go wrong in a tournament of no more than n / 2 rounds, and there is no search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from sandlot.series.plans.matching import Allowed, Pair

__all__ = ["looking_ahead"]

Graph: TypeAlias = tuple[int, ...]
"""For each position those that it may meet, as bits."""

MOST_AHEAD = 10
"""With more than these, a bye among them, the usual rounds are no more than half as many."""
PATIENCE = 20_000
"""Most rounds that are tried to look ahead from one. The usual rounds take far fewer; after these it hopes."""


def looking_ahead(order: Sequence[int], allowed: Allowed, rounds: int) -> Callable[[Iterable[Pair]], bool] | None:
    """Return a function that tells whether `rounds` more rounds can be played after one with these pairs. `order` are
    those who play in it. None if they are too many to search, or if nothing follows.
    """
    return _Ahead(order, allowed, rounds).suits if rounds and len(order) <= MOST_AHEAD else None


class _Ahead:
    def __init__(self, order: Sequence[int], allowed: Allowed, rounds: int) -> None:
        self._at = {each: at for at, each in enumerate(order)}
        self._graph = tuple(
            sum(1 << at for other, at in self._at.items() if other != each and allowed(each, other)) for each in order
        )
        self._rounds = rounds
        self._known: dict[tuple[Graph, int], bool] = {}
        self._left = PATIENCE

    def suits(self, pairs: Iterable[Pair]) -> bool:
        here = ((self._at[one], self._at[other]) for one, other in pairs)
        return self._lasts(_without(self._graph, here), self._rounds)

    def _lasts(self, graph: Graph, rounds: int) -> bool:
        fewest = min(near.bit_count() for near in graph)
        if rounds <= max(fewest - len(graph) // 2 + 1, 0):
            return True
        if fewest < rounds:
            return False
        if (graph, rounds) not in self._known:
            self._known[graph, rounds] = self._tries(graph, rounds)
        return self._known[graph, rounds]

    def _tries(self, graph: Graph, rounds: int) -> bool:
        for pairs in _matchings(graph, (1 << len(graph)) - 1):
            self._left -= 1
            if self._left < 0 or self._lasts(_without(graph, pairs), rounds - 1):
                return True
        return False


def _without(graph: Graph, pairs: Iterable[Pair]) -> Graph:
    """Return the graph after a round with these pairs."""
    left = list(graph)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


def _matchings(graph: Graph, free: int) -> Iterator[list[Pair]]:
    """Yield every way to pair those whose bits are in `free`."""
    if not free:
        yield []
        return
    one = (free & -free).bit_length() - 1
    others = graph[one] & free
    while others:
        other = (others & -others).bit_length() - 1
        others &= others - 1
        for pairs in _matchings(graph, free & ~(1 << one | 1 << other)):
            yield [(one, other), *pairs]
