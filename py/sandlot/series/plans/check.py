"""Checks that results from outside are those of a contest: that its plan would have played just these blocks."""

from __future__ import annotations

from collections.abc import Mapping

from sandlot.jobs import Refused, Step, Work
from sandlot.series.blocks import Plan, Result

__all__ = ["checked"]


def checked(plan: Plan, results: Mapping[int, Result], withdrawn: Mapping[int, int]) -> Work[dict[int, Result]]:
    """Go through a contest from its beginning and return its results, without those beyond an early stop.

    They may have been played in any order, and the contest may not be over. Raises `Refused` for a block that the plan
    would not have played after the others: other players, another seed, other seats, another round.
    """
    seen: dict[int, Result] = {}
    while len(seen) < len(results):
        schedule = plan.schedule(seen, withdrawn)
        fresh = {block.number: block for block in schedule.blocks if block.number in results}
        if not fresh:
            beyond = [number for number in results if number not in seen]
            if schedule.counted is None or min(beyond) < schedule.counted:
                raise Refused("series.other_plan", number=min(beyond))
            return seen
        for number, block in fresh.items():
            if results[number].block != block or len(results[number].games) != len(block.orders):
                raise Refused("series.other_plan", number=number)
            seen[number] = results[number]
        yield Step(len(seen), len(results))
    return seen
