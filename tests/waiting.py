"""How long a test waits for what it waits for."""

from __future__ import annotations

PATIENCE = 120
"""After so many seconds what a test waits for does not come any more. It is no measure of speed."""
LESS_PATIENCE = 60
"""The same once a test has failed: the run is lost then, and its end should not be far."""
have_failed: list[str] = []  # tests of this process


def patience() -> int:
    """Seconds that a test waits for something from now on."""
    return LESS_PATIENCE if have_failed else PATIENCE
