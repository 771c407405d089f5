"""Plays whole contests without games: the result of a game is a function of its block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sandlot.stats.blocks import Block, Plan, Played, Result, Schedule

#: What a game ended with, from the entrants in their seats, the seed and a number of the game: places by seat.
Rules = Callable[[tuple[int, ...], int, int], tuple[int, ...]]


def chance(luck: float = 0.5) -> Rules:
    """Entrants with a small number are stronger, with random upsets; the same block always ends the same."""

    def places(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
        rng = Random(f"{seats} {seed} {game}")
        strengths = [-each * (1 - luck) + rng.gauss(0, 10 * luck) for each in seats]
        if rng.random() < 0.2:
            return (1,) * len(seats)
        return tuple(1 + sum(other > mine for other in strengths) for mine in strengths)

    return places


def stronger(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """The entrant with the smaller number always wins."""
    return tuple(1 + sum(other < mine for other in seats) for mine in seats)


def level(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """All games are drawn."""
    return (1,) * len(seats)


def seated(seats: tuple[int, ...], seed: int, game: int) -> tuple[int, ...]:
    """Everybody is equally strong: only the seats decide."""
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
    """Play a contest to its end, or until it has `most` results. With `order`, blocks end in a random order, and so
    many workers have blocks under way when the plan is asked again.
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
    """Play a contest to its end; return the last schedule and all results."""
    results = play(plan, rules, withdrawn)
    return plan.schedule(results, withdrawn or {}), results
