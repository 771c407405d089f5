"""What the command line prints about a match: progress while it runs, and the report at its end.

While a contest runs, progress is shown as a bar on a terminal, and as a line now and then elsewhere.
"""

from __future__ import annotations

import contextlib
import importlib.util
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from sandlot.api.result import Turn, faults, milliseconds, own_turns
from sandlot.cli.terminal import print_error, say, visible
from sandlot.contest.runner import ContestProgress
from sandlot.jobs import Step
from sandlot.match.hints import EARLY, hint
from sandlot.match.parts import HUMAN, Batch, Entry, Finish, Setup
from sandlot.match.quota import LEFT_OUT, left_out
from sandlot.match.replay import Replay
from sandlot.messages import Message, message, plain, player, render, worded
from sandlot.packages import modules
from sandlot.packages.header import BadPackage, read_header
from sandlot.stats.tally import Tally
from sandlot.tournaments.contest import Contest

QUIET_SECONDS = 2.0
NEAR = 0.5
"""The share of its time limit above which a bot's author is warned."""
LAST_LINES = 20
"""The maximum number of lines shown of what a bot printed before its fault."""
LONGEST_LINE = 500


class MatchProgress:
    """Output on standard error while a match runs: its progress and, if asked for, the bots' prints. It also keeps the
    boards for a log.
    """

    def __init__(self, names: Sequence[str], quiet: bool, prints: bool) -> None:
        self.names, self.quiet, self.prints = names, quiet, prints
        self.began = self.told = time.monotonic()
        self.turn = -1
        self.frames: list[Any] = []

    def see(self, batch: Batch | Finish) -> None:
        """Process a batch of the running match, or its end: keep the frames of a log, show what bots have printed and,
        every few seconds, the turn.
        """
        if batch.record is None:
            return
        self.turn += 1
        self.frames += getattr(batch.state, "frames", ())
        if self.prints:
            for entry in batch.record:
                for line in _printed(entry):
                    print_error(f"[{self.turn} {self.names[entry.player]}] {line}")
        now = time.monotonic()
        pause = QUIET_SECONDS if sys.stderr.isatty() else 5 * QUIET_SECONDS
        if not self.quiet and now - self.told > pause and isinstance(batch, Batch):
            self.told = now
            print_error(worded("cli.progress", turn=self.turn, seconds=round(now - self.began)))


def watch(id: str = "cli.replaying") -> Callable[[Step], None]:
    """Return a function that shows the progress of long work on standard error, in the sentence `id`."""
    began = told = time.monotonic()

    def look(step: Step) -> None:
        nonlocal told
        now = time.monotonic()
        if step.done and now - told > QUIET_SECONDS:
            told = now
            print_error(worded(id, done=step.done, of=step.of, seconds=round(now - began)))

    return look


def tell(replay: Replay, finish: Finish, sources: Sequence[str], quiet: bool, prints: bool) -> None:
    """Print a match: its faults, each with the traceback and the bot's last prints; the verdict, scores and times.
    `sources` are the bots' sources, where they have one; `prints`: the prints have been shown already.
    """
    names = [plain(player.name) for player in replay.setup.players]
    turns = own_turns(replay)
    if not quiet:
        for turn, entry in faults(turns):
            _tell_fault(names, turn, entry, prints)
            for hint in _hints(replay.setup, turns, entry, sources[entry.player]):
                print_error(render(hint, names))
    say(render(finish.outcome.text, names))
    for near in () if quiet else near_misses(replay.setup, turns):
        say(render(near, names))
    wide = max(map(len, names))
    for name, score, used in zip(names, finish.outcome.scores, milliseconds(turns, len(names)), strict=True):
        say(f"  {name:{wide}}  {score:g}  {used:.0f} ms")
    say(worded("cli.turns", turns=finish.turns, seed=replay.setup.seed))
    if replay.setup.secret:
        say(worded("cli.secret", secret=replay.setup.secret))


def _tell_fault(names: Sequence[str], turn: int, entry: Entry, prints: bool) -> None:
    assert entry.fault
    trace = (entry.answer.trace or {}).get("traceback")
    lines = [] if prints else _printed(entry)
    if lines:
        id = "cli.printed" if len(lines) <= LAST_LINES else "cli.printed_end"
        print_error(f"{render(message(id, who=player(entry.player), turn=turn), names)}:")
        print_error(_indented(lines[-LAST_LINES:]))
    if isinstance(trace, str) and trace:
        print_error(f"{names[entry.player]}:\n{_indented(visible(trace).splitlines())}")
    say(render(entry.fault.text, names))


def _indented(lines: Sequence[str]) -> str:
    """Return text of a bot below its name: it could look like the name of another player otherwise."""
    return "\n".join(f"  {line}" for line in lines)


def _printed(entry: Entry) -> list[str]:
    """Return the lines that a bot printed in a turn, on either stream. Long ones are shortened, and a line says how
    many are left out.
    """
    parts = [text.rstrip() for stream, text in (*entry.answer.output, *entry.notes) if stream not in ("cut", LEFT_OUT)]
    lines = [_shortened(line) for text in parts if text for line in text.split("\n")]
    dropped = [_not_shown(int(count)) for stream, count in entry.answer.output if stream == "cut"]
    return lines + dropped + [render(text) for text in left_out(entry.answer)]


def _shortened(line: str) -> str:
    rest = len(line) - LONGEST_LINE
    return f"{line[:LONGEST_LINE]}… {_not_shown(rest)}" if rest > 0 else line


def _not_shown(count: int) -> str:
    return worded("cli.cut", count=count)


def near_misses(setup: Setup, turns: Sequence[Turn]) -> list[Message]:
    """Return a sentence for each bot that nearly ran out of time without being late, about its slowest move."""
    nearest: dict[int, tuple[float, int, float, float]] = {}
    """By player: the share of its time, the turn, and the milliseconds used and allowed."""
    for turn, position in turns:
        for entry in position.record if turn else ():
            if entry.budget and setup.players[entry.player].kind not in ("house", HUMAN):
                share = entry.answer.milliseconds / entry.budget
                if entry.player not in nearest or share > nearest[entry.player][0]:
                    nearest[entry.player] = share, turn, entry.answer.milliseconds, entry.budget
    return [
        message("cli.near", who=player(number), turn=turn, ms=round(used), budget=round(budget))
        for number, (share, turn, used, budget) in sorted(nearest.items())
        if NEAR < share <= 1
    ]


def _hints(setup: Setup, turns: Sequence[Turn], entry: Entry, source: str) -> Iterator[Message]:
    """Yield sentences about causes of a fault that its author may overlook."""
    own = [each for _, position in turns for each in position.record if each.player == entry.player]
    if missing := _missing(setup, entry, source):
        yield missing
    elif any(each.fault for each in own[:EARLY]) and (found := hint(setup.game, source, entry.player)):
        yield found


def _missing(setup: Setup, entry: Entry, source: str) -> Message | None:
    """Return advice for the author of a bot that did not find a module."""
    module = modules.missing((entry.answer.trace or {}).get("error"))
    if module is None:
        return None
    who, python = player(entry.player), shlex.quote(sys.executable)
    if setup.clock and setup.clock.steps:
        return message("cli.missing_counted", who=who, module=module)
    if module in sys.stdlib_module_names:
        return message("cli.missing_python", who=who, module=module, python=python)
    with contextlib.suppress(BadPackage):
        if wanted := read_header(source).dependencies:
            return message("cli.packages", who=who, module=module, packages=shlex.join(wanted), python=python)
    return message("cli.missing", who=who, module=module, package=modules.package_of(module), python=python)


Watcher = Callable[[ContestProgress], None]

LINE_SECONDS = 10.0
LEADERS = 3
"""How many of the leading entrants are shown while a contest runs."""


@contextlib.contextmanager
def watcher(contest: Contest, quiet: bool) -> Iterator[Watcher]:
    """Yield a function that shows the progress of a contest on standard error."""
    names = [plain(each.name) for each in contest.entrants]
    if quiet:
        yield lambda progress: None
        return
    # Without rich, lines are printed, as when the output is not a terminal.
    has_bar = sys.stderr.isatty() and importlib.util.find_spec("rich") is not None
    with _bar(names) if has_bar else contextlib.nullcontext(_lines(names)) as see:
        warn = _warner(names)

        def both(progress: ContestProgress) -> None:
            see(progress)
            warn(progress)

        yield both


def _warner(names: Sequence[str]) -> Watcher:
    """Return a function that warns once about each bot that cannot start: the user need not wait for the end."""
    told: set[int] = set()

    def warn(progress: ContestProgress) -> None:
        for entrant in progress.not_started.keys() - told:
            told.add(entrant)
            report, seats = progress.not_started[entrant]
            why = render(report.text, [names[each] for each in seats])
            print_error(worded("cli.contest_not_started", name=names[entrant], why=why))

    return warn


class _Pace:
    """The number of games played and to come, and the rate at which they are played."""

    def __init__(self, entrants: int) -> None:
        self.tally = Tally((), entrants)
        self.is_new = True

    def see(self, progress: ContestProgress) -> None:
        if self.is_new:
            # Games of earlier runs of the command count for the standings as well.
            self.is_new = False
            for result in progress.results.values():
                self.tally.add(result)
        else:
            for block in progress.new:
                self.tally.add(progress.results[block.number])
        first = next(chain(progress.schedule.blocks, (each.block for each in progress.results.values())), None)
        self.total = progress.known * len(first.orders) if first else 0
        self.rate = progress.rate
        self.is_waiting = not progress.workers
        # It is not yet known how many ties will have to be played again.
        self.is_open = progress.schedule.is_open
        self.left = (self.total - self.tally.games) / self.rate if self.rate and not self.is_open else None

    def standing(self, names: Sequence[str]) -> str:
        shares = [
            (self.tally.share(line.all), name)
            for line, name in zip(self.tally.lines, names, strict=True)
            if line.all.games
        ]
        leaders = sorted(shares, key=lambda each: -each[0])[:LEADERS]
        parts = [f"{name} {100 * float(share):.1f} %" for share, name in leaders]
        return worded("cli.standing", leaders=", ".join(parts)) if parts else ""

    def words(self) -> str:
        of = f"{self.total}+" if self.total and self.is_open else self.total or "?"
        if self.is_waiting:
            return worded("cli.contest_progress_waits", done=self.tally.games, of=of)
        counts = {"done": self.tally.games, "of": of, "rate": _speed(self.rate)}
        if self.left is None:
            return worded("cli.contest_progress_open", **counts)
        return worded("cli.contest_progress", **counts, left=_duration(self.left))


def _speed(rate: float) -> str:
    """Return how many games a second are played. Below one they are counted by the minute, so that the time left can
    be seen to follow from it.
    """
    if rate >= 1:
        return worded("cli.contest_rate", rate=f"{rate:.1f}")
    return worded("cli.contest_rate_minute", rate=f"{60 * rate:.1f}")


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
            print_error(f"{pace.words()} · {pace.standing(names)}")

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
            # A full bar would mean that the contest is over.
            total = max(pace.total, pace.tally.games + 1) if pace.is_open else pace.total
            bars.update(bar, total=total or None, completed=pace.tally.games, description=pace.words())
            live.update(Group(bars, Text(pace.standing(names), overflow="ellipsis", no_wrap=True)))

        yield see
