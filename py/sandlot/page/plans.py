"""The kinds of contests, for the forms of the page. The build asks for them; the engine does not."""

from __future__ import annotations

from sandlot.page.exchange import dump
from sandlot.series.plans import KINDS, PRESETS
from sandlot.series.rungs import CLIMB

__all__ = ["plans"]


def plans() -> str:
    """Return every kind of contest with its settings that are whole numbers, the presets, and the plan of a climb."""
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
    return dump({"kinds": kinds, "presets": dict(PRESETS), "climb": CLIMB})
