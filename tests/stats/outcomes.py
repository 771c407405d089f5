"""Invented results of blocks for tests of ratings."""

from collections.abc import Callable, Iterable, Sequence
from math import exp
from random import Random

from sandlot.stats.blocks import Block, Played, Result, orders

WIN, DRAW, LOSS = (1, 2), (1, 1), (2, 1)


def block(players: Sequence[int], games: Iterable[Sequence[int]], number: int = 0) -> Result:
    """Return a block whose games ended with these places, each by position in `players`."""
    found = Block(number, tuple(players), 0, orders(len(players), number))
    rest, seats = (None,) * len(players), len(players)
    played = [
        Played(tuple(places[position] for position in order), (0.0,) * seats, rest, rest, 1)
        for order, places in zip(found.orders, games, strict=True)
    ]
    return Result(found, tuple(played))


def duels(first: int, second: int, *games: tuple[int, int], times: int = 1) -> list[Result]:
    return [block((first, second), games)] * times


def round_robin(
    strengths: Sequence[float], blocks: int, rng: Random, draw: float = 0.5, alike: float = 0
) -> list[Result]:
    """Return games of all pairs under Davidson's model. With probability `alike`, both games of a block end alike."""

    def game(edge: float) -> tuple[int, int]:
        return rng.choices((WIN, DRAW, LOSS), (exp(edge / 2), draw, exp(-edge / 2)))[0]

    found = []
    for second, weak in enumerate(strengths):
        for first, strong in enumerate(strengths[:second]):
            for _ in range(blocks):
                one, other = game(strong - weak), game(strong - weak)
                found += duels(first, second, one, one if rng.random() < alike else other)
    return found


def free_for_all(strengths: Sequence[float], players: int, blocks: int, rng: Random, step: float = 0) -> list[Result]:
    """Return blocks with this many players, drawn at random. With `step`, performances are rounded to it, so
    that some tie.
    """
    found = []
    for number in range(blocks):
        chosen = rng.sample(range(len(strengths)), players)
        games = []
        for _ in orders(players):
            shown = [strengths[each] + rng.gauss(0, 1) for each in chosen]
            shown = [round(each / step) for each in shown] if step else shown
            games.append([1 + sum(other > each for other in shown) for each in shown])
        found.append(block(chosen, games, number))
    return found


def renamed(results: Iterable[Result], name: Callable[[int], int]) -> list[Result]:
    """Return the same results of entrants with other numbers."""
    return [
        Result(
            Block(
                each.block.number,
                tuple(map(name, each.block.players)),
                each.block.seed,
                each.block.orders,
                each.block.round,
            ),
            each.games,
        )
        for each in results
    ]
