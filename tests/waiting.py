"""How long tests wait for something to happen, and waiting for the end of a process."""

from __future__ import annotations

import os
import time
from pathlib import Path

PATIENCE = 120
"""Seconds after which a test gives up waiting. This does not measure speed."""
LESS_PATIENCE = 60
"""The same once a test has failed, because the run should end soon then."""
have_failed: list[str] = []  # ids of the failed tests of this process


def patience() -> int:
    """Return the seconds after which a test gives up waiting."""
    return LESS_PATIENCE if have_failed else PATIENCE


def is_gone(pid: int) -> bool:
    """Wait up to five seconds for the end of a process, and tell whether it has ended. A zombie has ended."""
    for _ in range(500):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False
