"""The kinds of contests, for the forms of the page. The build asks for them; the engine does not."""

from __future__ import annotations

from sandlot.page.exchange import dump
from sandlot.stats.evidence import seen_share
from sandlot.stats.sprt import Bounds, fewest_blocks
from sandlot.tournaments.climb import CLIMB
from sandlot.tournaments.kinds import KINDS, PRESETS
from sandlot.tournaments.series import Series

__all__ = ["plans"]

BLOCKS = 50
HUNDRED = {"kind": Series.kind, "blocks": BLOCKS, "stop": None}
SURE = Bounds(elo=50)
"""A smaller difference would take thousands of games to see."""
CLOSEST = 51
"""The smallest percentage that is told."""
MOST = 1000
"""Blocks after which a series that is played until it is sure ends all the same."""


def plans() -> str:
    """Return every kind of contest with its settings that are whole numbers, the presets, the plan of a climb, and the
    two series that begin with one press: {hundred, sure, fewest, most}, of which the second takes `fewest` to `most`
    games. `shows` is [[blocks, percent]]: so many blocks and more, up to the next pair, show who is better of two if
    one of them gets this percentage of the points.
    """
    kinds = {
        name: {
            "fewest": kind.fewest,
            "most": kind.most,
            "options": {
                key: {"default": option.default, "low": option.low, "high": option.high}
                for key, option in kind.options.items()
            },
        }
        for name, kind in KINDS.items()
    }
    quick = {
        "hundred": HUNDRED,
        "sure": {"kind": Series.kind, "blocks": MOST, "stop": SURE.json()},
        "fewest": 2 * fewest_blocks(SURE),
        "most": 2 * MOST,
    }
    return dump({"kinds": kinds, "presets": dict(PRESETS), "climb": CLIMB, "quick": quick, "shows": _shows()})


def _shows() -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    blocks = 2
    while not found or found[-1][1] > CLOSEST:
        share = seen_share(blocks)
        if share and (not found or round(100 * share) < found[-1][1]):
            found.append((blocks, round(100 * share)))
        # Many blocks take long to work out, and differ little.
        blocks += 1 + blocks // 100
    return found
