"""The kinds of contests, for the forms of the page. The build asks for them; the engine does not."""

from __future__ import annotations

from sandlot.page.exchange import dump
from sandlot.series.evidence import seen_share
from sandlot.series.plans import KINDS, PRESETS
from sandlot.series.plans.series import Series
from sandlot.series.rungs import CLIMB
from sandlot.series.sprt import Bounds, fewest_blocks

__all__ = ["plans"]

BLOCKS = 50
HUNDRED = {"kind": Series.kind, "blocks": BLOCKS, "stop": None}
SURE = Bounds(elo=50)
"""A smaller difference would take thousands of games to see."""
MOST = 1000
"""Blocks after which a series that is played until it is sure ends all the same."""


def plans() -> str:
    """Return every kind of contest with its settings that are whole numbers, the presets, the plan of a climb, and the
    two series that begin with one press: {hundred, sure, shows, fewest, most}. `shows` is the percentage of the points
    from which the first of them shows who is better; the second takes `fewest` to `most` games.
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
    shows = seen_share(BLOCKS) or 1
    quick = {
        "hundred": HUNDRED,
        "sure": {"kind": Series.kind, "blocks": MOST, "stop": SURE.json()},
        "shows": round(100 * shows),
        "fewest": 2 * fewest_blocks(SURE),
        "most": 2 * MOST,
    }
    return dump({"kinds": kinds, "presets": dict(PRESETS), "climb": CLIMB, "quick": quick})
