"""How long tests wait for something to happen."""

from __future__ import annotations

PATIENCE = 120
"""Seconds after which a test gives up waiting. This is no measure of speed."""
LESS_PATIENCE = 60
"""The same once a test has failed: the run has failed then and should end soon."""
have_failed: list[str] = []  # tests of this process


def patience() -> int:
    """Return the seconds that a test now waits for something."""
    return LESS_PATIENCE if have_failed else PATIENCE
