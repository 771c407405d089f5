"""Decides when a series beats a rung of the ladder. A climb plays such series; other series count as well if they show
as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sandlot.game import Json, read_options
from sandlot.stats.blocks import Result
from sandlot.stats.sprt import SprtBounds
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.series import Series

BLOCKS = 200
"""Most blocks against one rung, which are played only if it is close. A bot that is better by the difference below
nearly always passes.
"""
FEWEST_BLOCKS = 50
"""Fewest blocks of any other series that counts: a hundred games."""
BOUNDS = SprtBounds(elo=100)
"""The difference that counts as better: a smaller one would take much longer to see."""
CLIMB: dict[str, Json] = {"kind": Series.kind, "blocks": BLOCKS, "stop": dict(BOUNDS.json())}
"""The plan of a series against a rung, but for its seeds."""


def beats(contest: Contest, plan: Plan, results: Mapping[int, Result]) -> bool | None:
    """Return whether the first entrant has beaten the second one by the standard of a climb; None: this does not count.

    The series has to be of `FEWEST_BLOCKS` blocks or more, with the usual options and clock and on seeds that
    nobody chose. Then the test of a climb judges it, and not its own test, if it has one: a series without a test is
    won more easily by luck.
    """
    if not isinstance(plan, Series) or plan.blocks < FEWEST_BLOCKS or plan.seeds.given:
        return None
    game = contest.game
    if read_options(game, contest.options) != read_options(game, {}) or (contest.clock or game.clock) != game.clock:
        return None
    return replace(plan, stop=BOUNDS).schedule(results, {}).verdict == "better"
