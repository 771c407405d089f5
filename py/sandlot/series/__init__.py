"""Contests as pure functions: which blocks to play next, and what their results say. No file, process or clock."""

from __future__ import annotations

from importlib.resources import files

from sandlot.messages import include

include(files(__name__) / "words")
