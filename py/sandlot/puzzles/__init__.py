"""Puzzles: positions of real games in which one order is better than every other by far.

They are found, confirmed and recorded once, see `sandlot_build.puzzles`; `data/GAME.json` has those of a game. What a
puzzle is, `sandlot.links.puzzles` says, as a link holds one as well.
"""

from __future__ import annotations

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
