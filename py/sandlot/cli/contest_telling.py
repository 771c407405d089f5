"""What the command line prints while a contest runs: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from sandlot.cli.terminal import complain
from sandlot.contest.runner import ContestProgress
from sandlot.messages import message, plain, render
from sandlot.stats.tally import Tally
from sandlot.tournaments.contest import Contest

__all__ = ["watcher"]

Watcher = Callable[[ContestProgress], None]

LINE_SECONDS = 10.0
LEADERS = 3
"""How many entrants the current standing names."""


@contextlib.contextmanager
def watcher(contest: Contest, quiet: bool) -> Iterator[Watcher]:
    """Yield a function that shows the progress of a contest on standard error."""
    names = [plain(each.name) for each in contest.entrants]
    if quiet:
        yield lambda progress: None
        return
    # Without rich there are lines, as where nobody is looking.
    has_bar = sys.stderr.isatty() and importlib.util.find_spec("rich") is not None
    with _bar(names) if has_bar else contextlib.nullcontext(_lines(names)) as see:
        warn = _warner(names)

        def both(progress: ContestProgress) -> None:
            see(progress)
            warn(progress)

        yield both


def _warner(names: Sequence[str]) -> Watcher:
    """Return a function that tells once of each bot that cannot start: whoever sees it early need not wait for the
    end.
    """
    told: set[int] = set()

    def warn(progress: ContestProgress) -> None:
        for entrant in progress.not_started.keys() - told:
            told.add(entrant)
            report, seats = progress.not_started[entrant]
            why = render(report.text, [names[each] for each in seats])
            complain(render(message("cli.contest_not_started", name=names[entrant], why=why)))

    return warn


class _Pace:
    """Games played and to come, and how fast they go."""

    def __init__(self, entrants: int) -> None:
        self.tally = Tally((), entrants)
        self.is_new = True

    def see(self, progress: ContestProgress) -> None:
        if self.is_new:
            # What an earlier run has played counts for the standing.
            self.is_new = False
            for result in progress.results.values():
                self.tally.add(result)
        else:
            for block in progress.new:
                self.tally.add(progress.results[block.number])
        first = next(chain(progress.schedule.blocks, (each.block for each in progress.results.values())), None)
        self.total = progress.known * len(first.orders) if first else 0
        self.rate = progress.rate
        self.left = (self.total - self.tally.games) / self.rate if self.rate else None

    def standing(self, names: Sequence[str]) -> str:
        shares = [
            (self.tally.share(line.all), name)
            for line, name in zip(self.tally.lines, names, strict=True)
            if line.all.games
        ]
        leaders = sorted(shares, key=lambda each: -each[0])[:LEADERS]
        parts = [f"{name} {100 * float(share):.1f} %" for share, name in leaders]
        return render(message("cli.standing", leaders=", ".join(parts))) if parts else ""

    def words(self) -> str:
        left = _duration(self.left) if self.left is not None else "?"
        counts = {"done": self.tally.games, "of": self.total or "?", "rate": f"{self.rate:.1f}"}
        return render(message("cli.contest_progress", **counts, left=left))


def _duration(seconds: float) -> str:
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _lines(names: Sequence[str]) -> Watcher:
    pace, told = _Pace(len(names)), time.monotonic()

    def see(progress: ContestProgress) -> None:
        nonlocal told
        pace.see(progress)
        now = time.monotonic()
        if now - told > LINE_SECONDS:
            told = now
            complain(f"{pace.words()} · {pace.standing(names)}")

    return see


@contextlib.contextmanager
def _bar(names: Sequence[str]) -> Iterator[Watcher]:
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bars
    from rich.text import Text

    pace = _Pace(len(names))
    bars = Bars(BarColumn(), TextColumn("{task.description}", markup=False))
    bar = bars.add_task("", total=None)
    with Live("", console=Console(stderr=True), refresh_per_second=4, transient=True) as live:

        def see(progress: ContestProgress) -> None:
            pace.see(progress)
            bars.update(bar, total=pace.total or None, completed=pace.tally.games, description=pace.words())
            live.update(Group(bars, Text(pace.standing(names), overflow="ellipsis", no_wrap=True)))

        yield see
