"""Contests as pure functions: which blocks to play next, and what their results say. No file, process or clock."""

from __future__ import annotations

from pathlib import Path

from sandlot.messages import include

include(Path(__file__).parent / "words")
