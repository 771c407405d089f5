"""Simulated contests: the results are computed from the blocks, and no game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sandlot.stats.blocks import Block, Played, Result, Schedule
from sandlot.tournaments.plan import Plan

#: Computes the places by seat (1 is best) from the entrants by seat, the seed and the number of the game.
Rules = Callable[[tuple[int, ...], int, int], tuple[int, ...]]


def chance(luck: float = 0.5) -> Rules:
    """Return rules by which entrants with smaller numbers are stronger. With `luck` 0 the stronger one wins, with 1
    only chance decides; a fifth of the games are drawn. The same block always gets the same result.
    """

    def places(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        rng = Random(f"{seats} {seed} {game}")
        strengths = [-each * (1 - luck) + rng.gauss(0, 10 * luck) for each in seats]
        if rng.random() < 0.2:
            return (1,) * len(seats)
        return tuple(1 + sum(other > mine for other in strengths) for mine in strengths)

    return places


def stronger(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """Rank entrants by number: the smaller one always wins."""
    return tuple(1 + sum(other < mine for other in seats) for mine in seats)


def level(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """Draw every game."""
    return (1,) * len(seats)


def seated(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """Rank entrants by seat only: the first seat always wins."""
    return tuple(range(1, len(seats) + 1))


def result(block: Block, rules: Rules) -> Result:
    games = []
    for game in range(len(block.orders)):
        places = rules(block.seats(game), block.seed, game)
        none = (None,) * len(places)
        games.append(Played(places, tuple(float(-place) for place in places), none, none, 10))
    return Result(block, tuple(games))


def play(
    plan: Plan,
    rules: Rules,
    withdrawn: Mapping[int, int] | None = None,
    *,
    order: Random | None = None,
    workers: int = 1,
    results: dict[int, Result] | None = None,
    most: int | None = None,
) -> dict[int, Result]:
    """Simulate a contest to its end, or until it has `most` results, and return the results by block number.

    With `order`, up to `workers` blocks run at the same time and end in a random order.
    """
    results = {} if results is None else results
    for _ in range(100_000):
        schedule = plan.schedule(results, withdrawn or {})
        assert schedule.over == (not schedule.blocks)
        assert not {block.number for block in schedule.blocks} & results.keys()
        numbers = [block.number for block in schedule.blocks]
        assert numbers == sorted(set(numbers))
        if schedule.over:
            return results
        look = schedule.look or len(schedule.blocks)
        assert 0 < look <= len(schedule.blocks)
        queue, under_way = list(schedule.blocks), list[Block]()
        for _ in range(look):
            while queue and len(under_way) < workers:
                under_way.append(queue.pop(0))
            block = under_way.pop(order.randrange(len(under_way)) if order else 0)
            results[block.number] = result(block, rules)
            if len(results) == most:
                return results
        for block in under_way if schedule.look else ():
            results[block.number] = result(block, rules)
    raise AssertionError("the plan does not end")


def end(plan: Plan, rules: Rules, withdrawn: Mapping[int, int] | None = None) -> tuple[Schedule, dict[int, Result]]:
    """Simulate a contest to its end, and return the last schedule and the results by block number."""
    results = play(plan, rules, withdrawn)
    return plan.schedule(results, withdrawn or {}), results
