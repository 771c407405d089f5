"""Measurements of planes and snake: each function returns pairs of a name and a number, measured in one run.

The times compared are taken in turns and the best of several is kept, so that a busy machine slows both
sides alike.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from sandlot import bots
from sandlot.game import Game, read_options
from sandlot.games import planes, snake

RUNS = 7


def planes_ratios() -> list[tuple[str, float]]:
    """One decision of hjq against counting its bit sets, and building the placings against visiting cells."""
    return [
        ("planes: one hjq decision / one bit_count of each of its bit sets", planes_decision_ratio()),
        ("planes: building 8,744 placings / visiting 8,744 x 81 cells once", planes_building_ratio()),
    ]


def planes_decision_ratio(times: int = 20) -> float:
    """The widest point is the first shot: everything is possible, every cell open. Its sets: one a cell."""
    namespace: dict[str, Any] = {}
    exec(bots.source("planes", "hjq"), namespace)
    known = planes.placements(9)
    cells, sets = [list(cell) for cell in known.cells], list(known.taken.values())

    def decide() -> None:
        for _ in range(times):
            namespace["choose"](known, known.everything, cells)

    def count() -> None:
        for _ in range(times):
            for each in sets:
                each.bit_count()

    return _ratio(decide, count)


def planes_building_ratio() -> float:
    """Build the placings of the 9 x 9 board from nothing."""

    def visit() -> None:
        for _ in range(8744):
            for _ in range(81):
                pass

    return _ratio(lambda: planes.Placements(9), visit)


def matches_per_second(seconds: float = 1.0) -> list[tuple[str, float]]:
    """Random matches of both games, by the rules alone: no views, no text, no bots."""
    games = {"snake": snake.game, "planes": planes.game}
    return [(f"{name}: random matches per second", _rate(game, seconds)) for name, game in games.items()]


def _rate(game: Game[Any], seconds: float) -> float:
    options, rng = read_options(game, {}), Random(1)
    matches, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        state = game.start(2, matches, options)
        while movers := game.to_move(state):
            state = game.step(state, {k: game.sample(state, k, rng) for k in movers})
        matches += 1
    return matches / (perf_counter() - start)


def _ratio(first: Callable[[], Any], second: Callable[[], Any]) -> float:
    best = [float("inf")] * 2
    for _ in range(RUNS):
        for index, what in enumerate((first, second)):
            start = perf_counter()
            what()
            best[index] = min(best[index], perf_counter() - start)
    return best[0] / best[1]


if __name__ == "__main__":
    for name, number in (*planes_ratios(), *matches_per_second()):
        print(f"{name}: {number:.2f}")
