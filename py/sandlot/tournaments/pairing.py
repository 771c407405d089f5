"""Pairs entrants that may meet: by preference with backtracking, and as many as possible where that takes too long.

`allowed(a, b)` says whether two may be paired; it is symmetric.

`looking_ahead` tells whether the rounds after this one can still be played without anybody meeting twice. Who may still
meet is a graph, and a round is a perfect matching of it. By Dirac's theorem (Proceedings of the London Mathematical
Society 2, 1952) a graph of n has one if everybody in it has n / 2 others to meet, and a round takes one of these from
everybody. So nothing can go wrong in a tournament of no more than n / 2 rounds, and there is no search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
Allowed: TypeAlias = Callable[[int, int], bool]

MOST_TRIED_PAIRS = 50_000
"""Most pairs that the search by preference tries. A field of a thousand takes some thousands."""


def preferred(
    order: Sequence[int],
    allowed: Allowed,
    choices: Callable[[Sequence[int]], Iterable[int]],
    suits: Callable[[Sequence[Pair]], bool] = lambda pairs: True,
) -> list[Pair] | None:
    """Pair all: the first that is left with its most preferred partner, and so on, with backtracking.

    `choices` gives the partners of the first of those left, best first. `suits` checks a whole pairing. Return None if
    no pairing suits, or after `MOST_TRIED_PAIRS`; `most_pairs` always succeeds.
    """
    levels: list[tuple[Sequence[int], Iterator[int]]] = [(order, iter(choices(order)))]
    pairs: list[Pair] = []
    tried = 0
    while True:
        left, partners = levels[-1]
        for partner in partners:
            tried += 1
            if allowed(left[0], partner):
                break
        else:
            levels.pop()
            if not levels:
                return None
            pairs.pop()
            continue
        if tried > MOST_TRIED_PAIRS:
            return None
        pairs.append((left[0], partner))
        rest = [each for each in left[1:] if each != partner]
        if rest:
            levels.append((rest, iter(choices(rest))))
        elif suits(pairs):
            return pairs
        else:
            pairs.pop()


def most_pairs(order: Sequence[int], allowed: Allowed) -> tuple[list[Pair], list[int]]:
    """Pair as many as possible; return the pairs and who is left over. Neighbours are paired where that is possible.

    The last one is paired first: it is left over only if nobody may be paired with it. This is a maximum matching by
    Edmonds' blossoms (Edmonds 1965, "Paths, trees, and flowers", Canadian Journal of Mathematics 17), in time of the
    order of n ** 3 at worst.
    """
    count = len(order)
    near = [
        [at for at in sorted(range(count), key=lambda at: abs(at - me)) if at != me and allowed(order[me], order[at])]
        for me in range(count)
    ]
    partner = [-1] * count
    for me in (count - 1, *range(count - 1)):
        free = (at for at in near[me] if partner[at] == -1)
        if partner[me] == -1 and (other := next(free, -1)) != -1:
            partner[me], partner[other] = other, me
    for me in range(count):
        if partner[me] == -1:
            _AugmentingPath(near, partner).extend(me)
    pairs = [(order[me], order[other]) for me, other in enumerate(partner) if me < other]
    return pairs, [order[me] for me, other in enumerate(partner) if other == -1]


class _AugmentingPath:
    """The search for one path along which pairs can be exchanged so that one position more is paired.

    Positions at an even distance from the start are `even`. Each position has a `base`: the one that stands for its
    blossom, or itself. `came` is the odd way back to the start.
    """

    def __init__(self, near: Sequence[Sequence[int]], partner: list[int]) -> None:
        self.near, self.partner = near, partner
        self.came = [-1] * len(near)
        self.base = list(range(len(near)))
        self.even = [False] * len(near)

    def extend(self, start: int) -> None:
        """Pair `start`, if a path can be found."""
        self.even[start] = True
        queue = deque([start])
        while queue:
            at = queue.popleft()
            for to in self.near[at]:
                if self.base[at] == self.base[to] or self.partner[at] == to:
                    continue
                if to == start or (self.partner[to] != -1 and self.came[self.partner[to]] != -1):
                    queue.extend(self._contract(at, to))
                elif self.came[to] == -1:
                    self.came[to] = at
                    if self.partner[to] == -1:
                        self._exchange(to)
                        return
                    self.even[self.partner[to]] = True
                    queue.append(self.partner[to])

    def _contract(self, one: int, other: int) -> list[int]:
        """Take an odd circle, closed by these two, for one position; return those that have just become even."""
        top = self._meeting(one, other)
        inside = self._mark(one, top, other) | self._mark(other, top, one)
        fresh = []
        for at in range(len(self.near)):
            if self.base[at] in inside:
                self.base[at] = top
                if not self.even[at]:
                    self.even[at] = True
                    fresh.append(at)
        return fresh

    def _meeting(self, one: int, other: int) -> int:
        """Return the base where the ways of two even positions back to the start meet."""
        seen = set()
        at = one
        while True:
            at = self.base[at]
            seen.add(at)
            if self.partner[at] == -1:
                break
            at = self.came[self.partner[at]]
        at = self.base[other]
        while at not in seen:
            at = self.base[self.came[self.partner[at]]]
        return at

    def _mark(self, at: int, top: int, child: int) -> set[int]:
        """Walk from an even position to the top of its blossom, let the way lead around, and return the bases on it."""
        inside = set()
        while self.base[at] != top:
            inside |= {self.base[at], self.base[self.partner[at]]}
            self.came[at] = child
            child = self.partner[at]
            at = self.came[child]
        return inside

    def _exchange(self, at: int) -> None:
        """Pair along the path that ends here."""
        while at != -1:
            before = self.came[at]
            after = self.partner[before]
            self.partner[at], self.partner[before] = before, at
            at = after


Graph: TypeAlias = tuple[int, ...]
"""For each position those that it may meet, as bits."""

MOST_AHEAD = 10
"""With more entrants, counting a bye, the usual number of rounds is at most half of theirs."""
MOST_TRIED_ROUNDS = 20_000
"""Most rounds that are tried to look ahead from one; after that it is accepted unchecked."""


def looking_ahead(order: Sequence[int], allowed: Allowed, rounds: int) -> Callable[[Iterable[Pair]], bool] | None:
    """Return a function that tells whether `rounds` more rounds are possible after one with these pairs. `order` are
    the entrants who play in it. None if they are too many to search, or if no rounds follow.
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
        self._left = MOST_TRIED_ROUNDS

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
