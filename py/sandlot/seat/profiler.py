"""Profiles a bot: how often each line of its file ran while one question was answered, and for how long.

This needs `sys.monitoring` (Python 3.12 or later, as in the page). Without it nothing is counted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

EVERY = 0.25
"""Seconds between two reports of a bot that is still thinking: so there is a profile even of one that never ends."""
COUNTED_SECONDS = 0.5
"""How long every line of a late bot is counted. Counting makes a bot many times slower: it would not come to the loop
that it hangs in.
"""
OFTEN = 100
"""A line that a late bot has reached so often after that time belongs to the loop that it stays in."""


_tools: Any = getattr(sys, "monitoring", None)


def forget() -> None:
    """Switch profiling off in this interpreter, for good."""
    global _tools
    _tools = None


class Profiler:
    """Counts the lines of one file. A report is JSON: [[line, hits, milliseconds], ...] by line.

    A line's time lasts until the next line of the file begins, so it includes the calls to other code.

    `late`: the bot took longer than it may. Then all lines are counted for `COUNTED_SECONDS`, and the bot goes on
    nearly as fast as by itself. If it gets on to lines that it had not reached before, and stays there, only the line
    where it stays is reported, with 0 milliseconds.
    """

    def __init__(self, filename: str, report: Callable[[str], object], *, late: bool = False) -> None:
        self.filename, self.report, self.late = filename, report, late
        self.watching = False
        self.restart()

    def restart(self) -> None:
        """Forget what was counted."""
        self.lines: dict[int, list[float]] = {}
        self.line = 0
        self.later: dict[int, int] = {}
        self.at: int | None = None
        self.began = self.since = self.reported = perf_counter()

    def begin(self) -> None:
        """Start counting."""
        self.restart()
        if _tools is None:
            return
        try:
            _tools.use_tool_id(_tools.PROFILER_ID, "sandlot")
        except ValueError:
            # The bot has taken the tool id: it measures itself.
            return
        _tools.register_callback(_tools.PROFILER_ID, _tools.events.LINE, self._reached)
        _tools.set_events(_tools.PROFILER_ID, _tools.events.LINE)
        _tools.restart_events()
        self.watching = True

    def tell(self) -> None:
        """Report, and continue to count."""
        if self.watching:
            self._charge()
            self._report()
            self.since = perf_counter()

    def end(self) -> None:
        """Stop counting, and report."""
        if not self.watching:
            return
        self.watching = False
        self._charge()
        _tools.set_events(_tools.PROFILER_ID, 0)
        _tools.free_tool_id(_tools.PROFILER_ID)
        self._report()

    def _reached(self, code: Any, line: int) -> Any:
        if code.co_filename != self.filename:
            return _tools.DISABLE
        if self.late and self.since - self.began > COUNTED_SECONDS:
            return self._reached_later(line)
        self._charge()
        self.line = line
        counted = self.lines.setdefault(line, [0, 0.0])
        counted[0] += 1
        now = perf_counter()
        if now - self.reported > EVERY:
            self._report()
        self.since = perf_counter()
        return None

    def _reached_later(self, line: int) -> Any:
        """Look only whether the bot gets on: what it has reached often is not told again."""
        self.line = 0
        if line in self.lines:
            if self.at is not None and self.later[self.at] < OFTEN:
                self.at = None
                self._report()
            return _tools.DISABLE
        hits = self.later[line] = self.later.get(line, 0) + 1
        if hits in (1, OFTEN):
            self.at = line
            self._report()
        if hits == 1:
            # It is to be told if the bot goes back to the lines of before.
            _tools.restart_events()
        return _tools.DISABLE if hits >= OFTEN else None

    def _charge(self) -> None:
        """Charge the time since the last event to the line that was reached then."""
        if self.line:
            self.lines[self.line][1] += perf_counter() - self.since

    def _report(self) -> None:
        lines: list[list[float]] = [[self.at, self.later[self.at], 0]] if self.at is not None else []
        lines = lines or [[line, int(hits), round(1000 * time, 3)] for line, (hits, time) in sorted(self.lines.items())]
        self.report(json.dumps(lines))
        self.reported = perf_counter()
