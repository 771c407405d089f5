"""The functions that the page's engine worker calls: JSON in, JSON out."""

from __future__ import annotations

from sandlot.page.advice import hint
from sandlot.page.bots import absent, declared, entry, explain, house_source, make_zip, together, unzip
from sandlot.page.driver import Driver, check, open_match
from sandlot.page.house import house_seat, needs_no_past
from sandlot.page.reask import again
from sandlot.page.replays import open_replay, opening, seen, start, texts, views

__all__ = [
    "Driver",
    "absent",
    "again",
    "check",
    "declared",
    "entry",
    "explain",
    "hint",
    "house_seat",
    "house_source",
    "make_zip",
    "needs_no_past",
    "open_match",
    "open_replay",
    "opening",
    "seen",
    "start",
    "texts",
    "together",
    "unzip",
    "views",
]
