"""The schema of a file of puzzles: see `links.puzzles`."""

from __future__ import annotations

from sandlot.links import puzzles as of_links
from sandlot.puzzles import spec
from sandlot.schemas.parts import Schema, document


def puzzles() -> Schema:
    """Return the schema of a file of puzzles."""
    return document("Sandlot puzzles", f"{spec.__doc__} {of_links.__doc__}", spec.PUZZLES.schema, {})
