"""Puzzles: positions of real games in which one order is better than every other by far.

They are found, confirmed and recorded once, see `sandlot_build.puzzles`; `data/GAME.json` has those of a game.
`sandlot.links.puzzles` defines what a puzzle is, because a link can hold one, too.
"""

from __future__ import annotations

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
