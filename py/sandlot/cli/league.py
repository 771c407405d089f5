"""`league`: creates a league and plays it. Each step of a season is a command of its own, and `run` does all of them on
this machine.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from time import monotonic

from sandlot import local
from sandlot.api.files import files
from sandlot.api.named import game_named
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.api.series import MOST_WORKERS
from sandlot.cli.arguments import LEAGUE_STEPS
from sandlot.cli.files import read
from sandlot.cli.parsing import memory_of, workers_of
from sandlot.cli.terminal import as_json, print_error, say
from sandlot.contest.store import locked
from sandlot.game import Json
from sandlot.jobs import Refused
from sandlot.league.entries import BOTS, Entry, read_entries, read_entry
from sandlot.league.judging import Verdict, checked_run, judge
from sandlot.league.playing import Machine, PlayedBlock, blocks_of, played, shard_name, write_run, write_shard
from sandlot.league.proposal import MOST_TEXT, BadChanges, Change, changes_in, changes_of_git, check
from sandlot.league.publishing import publish
from sandlot.league.scaffold import new_league, update_league
from sandlot.league.seasons import (
    FASTEST,
    PACE,
    RESULTS,
    RUNS,
    SLOWEST,
    START,
    BadResults,
    Run,
    RunLine,
    drawn,
    folder_of,
    next_run,
    opened,
    run_lines,
    without_final,
)
from sandlot.league.settings import FILE, BadLeague, League, read_league
from sandlot.league.trial import trial
from sandlot.messages import Message, language, message, plain, render, worded
from sandlot.settings.reader import LONGEST_SETTINGS
from sandlot.stats.blocks import Block

_PART = re.compile(r"(\d{1,2})/(\d{1,2})")
SITE = "site"
SHARDS = "shards"
SECONDS_BETWEEN_LINES = 10.0
"""Seconds between two lines of progress."""


def league(args: argparse.Namespace) -> int:
    """Do one step of a league; return the exit status."""
    taken = LEAGUE_STEPS[args.step]
    for name in sorted({each for names in LEAGUE_STEPS.values() for each in names} - {*taken}):
        if getattr(args, name) not in (None, False):
            raise Problem(message("league.other_option", step=args.step, option=f"--{name}"))
    if len(args.paths) > 1 and args.step != "trial":
        raise Problem(message("league.one_folder", step=args.step))
    root = Path(args.paths[0] if args.paths else ".")
    try:
        with files():
            status: int = getattr(_Steps(args, root), args.step)()
    except (BadLeague, BadResults, BadChanges) as bad:
        file = FILE if isinstance(bad, BadLeague) else RESULTS if isinstance(bad, BadResults) else args.changes or "."
        raise Problem(message("cli.file", file=str(root / file), why=bad.text), REFUSED) from None
    except Refused as bad:
        raise Problem(bad.text, REFUSED) from None
    return status


class _Steps:
    """The steps of a league in the folder `root`: a method for each name in `LEAGUE_STEPS`, which returns the exit
    status.
    """

    def __init__(self, args: argparse.Namespace, root: Path) -> None:
        self.args, self.root = args, root

    @cached_property
    def league(self) -> League:
        """The settings of the league."""
        if not (self.root / FILE).is_file():
            raise Problem(message("league.no_league", folder=str(self.root), command="sandlot league new"))
        return read_league(read(str(self.root / FILE), LONGEST_SETTINGS))

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All bots that play; the problems of all others are printed."""
        of = self.league
        with files(self.root):
            found = read_entries(self.root, of)
        for folder, why in list(found.problems.items())[:20]:
            print_error(worded("cli.left_out", why=message("league.file", file=folder, why=why)))
        return found.entries

    # Creating a league

    def new(self) -> int:
        if self.args.game is None:
            raise Problem(message("league.needs_game"))
        game, root = game_named(self.args.game), self.root
        if not game.players[0] <= 2 <= game.players[1]:
            raise Problem(message("league.two", game=game.name))
        if os.path.lexists(root) and (not root.is_dir() or any(root.iterdir())):
            raise Problem(message("league.not_empty", folder=str(root)))
        page = self._page()
        with files(root):
            root.mkdir(parents=True, exist_ok=True)
            made = new_league(root, game, self.args.language or language(), page, _now())
        return self._made(made, page, "league.made")

    def update(self) -> int:
        page = self._page()
        with files(self.root):
            made = update_league(self.root, self.league, page)
        return self._made(made, page, "league.updated")

    def _made(self, made: Sequence[str], page: Path | None, id: str) -> int:
        folder = str(self.root)
        if self.args.json:
            say(as_json({"folder": folder, "files": list(made), "arena": page is not None}))
            return DONE
        say(worded(id, folder=folder, count=len(made)))
        if page is None:
            print_error(worded("league.no_arena", folder=shlex.quote(folder)))
        return DONE

    def _page(self) -> Path | None:
        if self.args.arena is None:
            return local.built_page()
        page = Path(self.args.arena)
        if not (page / "index.html").is_file():
            raise Problem(message("league.no_page", folder=self.args.arena))
        return page

    # Proposals

    def check(self) -> int:
        args = self.args
        if args.author is None:
            raise Problem(message("league.needs_author"))
        if (args.changes is None) == (args.range is None):
            raise Problem(message("league.needs_changes"))
        changes = self._changes()
        found = check(self.league, args.author, changes, self.root, _now(), by_names=args.range is None)
        if args.json:
            say(as_json({"author": args.author, "bots": list(found.bots), **found.said()}))
        else:
            for each in found.notes:
                print_error(render(each))
            for each in found.problems:
                print_error(f"sandlot: {render(each)}")
            if not found.problems:
                say(worded("league.checked", count=len(changes), author=args.author))
        return REFUSED if found.problems else DONE

    def _changes(self) -> list[Change]:
        args = self.args
        return changes_of_git(self.root, args.range) if args.range else changes_in(read(args.changes, MOST_TEXT))

    def trial(self) -> int:
        args, root, of = self.args, self.root, self.league
        names = [name.removeprefix(f"{BOTS}/").rstrip("/") for name in args.paths[1:]]
        if args.range is not None:
            names += check(of, args.author or "", self._changes(), root, _now(), by_names=False).bots
        if not names:
            raise Problem(message("league.needs_bot"))
        others = self.entries
        told = []
        for name in names:
            entry = read_entry(root / BOTS / name, of)
            if isinstance(entry, Message):
                raise Problem(message("cli.file", file=f"{BOTS}/{name}", why=entry), REFUSED)
            machine = self._machine([entry])
            rest = [each for each in others if each.name != entry.name]
            told.append(trial(root, of, entry, rest, _now(), machine))
        say(as_json({"trials": dict(zip(names, told, strict=True))}) if args.json else "\n".join(told))
        return DONE

    # Playing

    def play(self) -> int:
        of, shard = self.league, _shard(self.args.shard)
        run = next_run(self.root, of, self.entries, _now())
        out = Path(self.args.out or self.root / SHARDS)
        blocks = run.shard(*shard) if run else ()
        if run is None or not blocks:
            return self._nothing()
        path = out / shard_name(*shard)
        found = self._played(run, blocks)
        with files(path):
            write_shard(run, found, path)
        return self._say("league.played", {"file": str(path), "blocks": len(found), "of": len(blocks)})

    def _played(self, run: Run, blocks: Sequence[Block]) -> list[PlayedBlock]:
        minutes, is_quiet = self.league.playing.minutes, self.args.quiet or self.args.json
        machine = self._machine(run.entries)
        shown = monotonic()

        def see(done: int, count: int) -> None:
            nonlocal shown
            if not is_quiet and monotonic() - shown > SECONDS_BETWEEN_LINES:
                shown = monotonic()
                print_error(worded("league.progress", done=done, count=count))

        found, spoilt = played(run, blocks, machine, minutes * 60, see)
        for block, why in list(spoilt.items())[:5]:
            print_error(worded("league.spoilt", block=block + 1, why=why))
        if len(found) + len(spoilt) < len(blocks) and not is_quiet:
            print_error(worded("league.time_over", minutes=minutes, done=len(found), count=len(blocks)))
        return found

    def judge(self) -> int:
        of = self.league
        run = next_run(self.root, of, self.entries, _now())
        if run is None:
            return self._nothing()
        verdict = self._judged(run, Path(self.args.shards or self.root / SHARDS), of.playing.shards)
        out = Path(self.args.out) if self.args.out else folder_of(self.root, run.season)
        return self._told(verdict, self._kept(run, verdict, out, verdict.pace))

    def _judged(self, run: Run, shards: Path, count: int) -> Verdict:
        machine = self._machine(run.entries)
        return judge(run, shards, count, self.league.playing.again, machine, random.SystemRandom())

    def _kept(self, run: Run, verdict: Verdict, out: Path, pace: float) -> Path | None:
        """Write the accepted blocks of a run into a folder, with a line about the run; return the path of the bundle,
        or None if no block was accepted. `pace` is how many seconds a block has taken.
        """
        if not verdict.blocks:
            return None
        before: list[PlayedBlock] = []
        if run.before:
            with opened(folder_of(self.root, run.season), run.file) as bundle:
                before = list(blocks_of(bundle))
        path = out / run.file
        with files(path):
            write_run(run, [*before, *verdict.blocks], path)
            _note(out, run, len(verdict.blocks), pace)
        return path

    def _told(self, verdict: Verdict, path: Path | None) -> int:
        said: dict[str, Json] = {
            "file": None if path is None else str(path),
            "blocks": len(verdict.blocks),
            "again": verdict.again,
            "dropped": verdict.dropped,
        }
        if self.args.json:
            say(as_json({**said, "said": [render(each) for each in verdict.said]}))
        else:
            for each in verdict.said:
                say(f"- {render(each)}")
            say(worded("league.judged", **said))
        return DONE

    def _draw(self) -> None:
        """Draw the secret of a final that is due, and keep it."""
        if found := drawn(self.root, self.league, self.entries, _now()):
            season, start = found
            folder = folder_of(self.root, season)
            with files(folder):
                folder.mkdir(parents=True, exist_ok=True)
                (folder / START).write_text(start.text(), encoding="utf-8")
            print_error(worded("league.drawn", season=season.name, count=len(start.entrants)))
        if lost := without_final(self.root, self.league, _now()):
            print_error(worded("league.no_final", season=lost[0].name, next=lost[1].name))

    # Publishing

    def publish(self) -> int:
        entries = self.entries
        if self.args.judged is not None:
            self._accept(entries, Path(self.args.judged))
        return self._published()

    def _accept(self, entries: Sequence[Entry], judged: Path) -> None:
        """Add the blocks that a judge has sent to the results, after checking that they are of the run that is due, and
        that their games follow the rules.
        """
        run = next_run(self.root, self.league, entries, _now())
        if run and (judged / run.file).is_file():
            blocks = checked_run(run, judged / run.file)
            folder = folder_of(self.root, run.season)
            lines = run_lines(judged)
            with files(folder):
                write_run(run, blocks, folder / run.file)
                _note(folder, run, len(blocks) - len(run.before), lines[-1].seconds if lines else PACE)
        # Drawn where no bot runs, so that nobody can influence it.
        self._draw()

    def _published(self) -> int:
        out = Path(self.args.out or self.root / SITE)
        with files(out):
            games = publish(self.root, self.league, self.entries, out, _now())
        return self._say("league.published", {"folder": str(out), "games": games})

    def run(self) -> int:
        """Do all steps on this machine: play the run that is due, judge it, and publish the league."""
        of, root, is_told = self.league, self.root, not self.args.json
        with files(root), locked(root.absolute() / FILE) as free:
            if not free:
                raise Problem(message("league.busy", folder=str(root)), REFUSED)
            entries = self.entries
            self._draw()
            run = next_run(root, of, entries, _now())
            if run is None:
                if is_told:
                    print_error(worded("league.nothing"))
            else:
                began = monotonic()
                found = self._played(run, run.blocks)
                seconds = monotonic() - began
                shards = root / SHARDS
                with files(shards):
                    write_shard(run, found, shards / shard_name(1, 1))
                verdict = self._judged(run, shards, 1)
                shutil.rmtree(shards)
                path = self._kept(run, verdict, folder_of(root, run.season), seconds / max(len(found), 1))
                if is_told:
                    self._told(verdict, path)
            return self._published()

    # What the steps share

    def _machine(self, entries: Sequence[Entry]) -> Machine:
        args, of, bots = self.args, self.league, [each.bot for each in entries]
        sandbox = local.contest_sandbox(False, args.trust, bots)
        own = self.root / "arena" / "page"
        arena = str(own) if (own / "index.html").is_file() else ""
        local.check_steps(of.clock, bots, arena)
        return Machine(min(workers_of(args, of.game, of.options), MOST_WORKERS), sandbox, memory_of(args), arena)

    def _nothing(self) -> int:
        say(as_json({"blocks": 0}) if self.args.json else worded("league.nothing"))
        return DONE

    def _say(self, id: str, said: dict[str, Json]) -> int:
        say(as_json(said) if self.args.json else worded(id, **said))
        return DONE


def _note(folder: Path, run: Run, blocks: int, pace: float) -> None:
    """Add a line about a run to the list of runs; `pace` is how many seconds a block has taken."""
    seconds = round(min(max(pace, FASTEST), SLOWEST), 3)
    line = RunLine(f"{_now():%Y-%m-%dT%H:%M:%SZ}", run.file, blocks, seconds)
    with (folder / RUNS).open("a", encoding="utf-8") as file:
        file.write(line.text())


def _shard(text: str | None) -> tuple[int, int]:
    """Read "K/N"; without it, there is one shard."""
    if text is None:
        return 1, 1
    found = _PART.fullmatch(text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise Problem(message("league.shard_form", got=plain(text)))
    return int(found[1]), int(found[2])


def _now() -> datetime:
    return datetime.now(UTC)
