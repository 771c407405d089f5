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
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
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
            status: int = STEPS[args.step](args, root)
    except (BadLeague, BadResults, BadChanges) as bad:
        file = FILE if isinstance(bad, BadLeague) else RESULTS if isinstance(bad, BadResults) else args.changes or "."
        raise Problem(message("cli.file", file=str(root / file), why=bad.text), REFUSED) from None
    except Refused as bad:
        raise Problem(bad.text, REFUSED) from None
    return status


# Creating a league


def _new(args: argparse.Namespace, root: Path) -> int:
    if args.game is None:
        raise Problem(message("league.needs_game"))
    game = game_named(args.game)
    if not game.players[0] <= 2 <= game.players[1]:
        raise Problem(message("league.two", game=game.name))
    if os.path.lexists(root) and (not root.is_dir() or any(root.iterdir())):
        raise Problem(message("league.not_empty", folder=str(root)))
    page = _page(args)
    with files(root):
        root.mkdir(parents=True, exist_ok=True)
        made = new_league(root, game, args.language or language(), page, _now())
    return _made(args, root, made, page, "league.made")


def _update(args: argparse.Namespace, root: Path) -> int:
    page = _page(args)
    with files(root):
        made = update_league(root, _league(root), page)
    return _made(args, root, made, page, "league.updated")


def _made(args: argparse.Namespace, root: Path, made: Sequence[str], page: Path | None, id: str) -> int:
    if args.json:
        say(as_json({"folder": str(root), "files": list(made), "arena": page is not None}))
        return DONE
    say(worded(id, folder=str(root), count=len(made)))
    if page is None:
        print_error(worded("league.no_arena", folder=shlex.quote(str(root))))
    return DONE


def _page(args: argparse.Namespace) -> Path | None:
    if args.arena is None:
        return local.built_page()
    page = Path(args.arena)
    if not (page / "index.html").is_file():
        raise Problem(message("league.no_page", folder=args.arena))
    return page


# Proposals


def _check(args: argparse.Namespace, root: Path) -> int:
    if args.author is None:
        raise Problem(message("league.needs_author"))
    if (args.changes is None) == (args.range is None):
        raise Problem(message("league.needs_changes"))
    changes = _changes(args, root)
    found = check(_league(root), args.author, changes, root, _now(), by_names=args.range is None)
    if args.json:
        told = {"problems": [*map(render, found.problems)], "notes": [*map(render, found.notes)]}
        say(as_json({"author": args.author, "bots": list(found.bots), **told}))
    else:
        for each in found.notes:
            print_error(render(each))
        for each in found.problems:
            print_error(f"sandlot: {render(each)}")
        if not found.problems:
            say(worded("league.checked", count=len(changes), author=args.author))
    return REFUSED if found.problems else DONE


def _changes(args: argparse.Namespace, root: Path) -> list[Change]:
    return changes_of_git(root, args.range) if args.range else changes_in(read(args.changes, MOST_TEXT))


def _trial(args: argparse.Namespace, root: Path) -> int:
    of = _league(root)
    names = [name.removeprefix(f"{BOTS}/").rstrip("/") for name in args.paths[1:]]
    if args.range is not None:
        author = args.author or ""
        names += check(of, author, _changes(args, root), root, _now(), by_names=False).bots
    if not names:
        raise Problem(message("league.needs_bot"))
    others = _entries(root, of)
    told = []
    for name in names:
        entry = read_entry(root / BOTS / name, of)
        if isinstance(entry, Message):
            raise Problem(message("cli.file", file=f"{BOTS}/{name}", why=entry), REFUSED)
        machine = _machine(args, root, of, [entry])
        rest = [each for each in others if each.name != entry.name]
        told.append(trial(root, of, entry, rest, _now(), machine))
    say(as_json({"trials": dict(zip(names, told, strict=True))}) if args.json else "\n".join(told))
    return DONE


# Playing


def _play(args: argparse.Namespace, root: Path) -> int:
    of = _league(root)
    shard = _shard(args)
    entries = _entries(root, of)
    run = next_run(root, of, entries, _now())
    out = Path(args.out or root / SHARDS)
    blocks = run.shard(*shard) if run else ()
    if run is None or not blocks:
        return _nothing(args)
    path = out / shard_name(*shard)
    found = _played(args, root, of, run, blocks)
    with files(path):
        write_shard(run, found, path)
    said: dict[str, Json] = {"file": str(path), "blocks": len(found), "of": len(blocks)}
    say(as_json(said) if args.json else worded("league.played", **said))
    return DONE


def _played(args: argparse.Namespace, root: Path, of: League, run: Run, blocks: Sequence[Block]) -> list[PlayedBlock]:
    machine = _machine(args, root, of, run.entries)
    shown = [monotonic()]

    def see(done: int, count: int) -> None:
        if not (args.quiet or args.json) and monotonic() - shown[0] > SECONDS_BETWEEN_LINES:
            shown[0] = monotonic()
            print_error(worded("league.progress", done=done, count=count))

    found, spoilt = played(run, blocks, machine, of.playing.minutes * 60, see)
    for block, why in list(spoilt.items())[:5]:
        print_error(worded("league.spoilt", block=block + 1, why=why))
    if len(found) + len(spoilt) < len(blocks) and not (args.quiet or args.json):
        told = {"minutes": of.playing.minutes, "done": len(found), "count": len(blocks)}
        print_error(worded("league.time_over", **told))
    return found


SECONDS_BETWEEN_LINES = 10.0
"""Seconds between two lines of progress."""


def _judge(args: argparse.Namespace, root: Path) -> int:
    of = _league(root)
    entries = _entries(root, of)
    run = next_run(root, of, entries, _now())
    if run is None:
        return _nothing(args)
    shards = Path(args.shards or root / SHARDS)
    verdict = _judged(args, root, of, run, shards, of.playing.shards)
    out = Path(args.out) if args.out else folder_of(root, run.season)
    return _told(args, verdict, _kept(root, run, verdict, out, verdict.pace))


def _judged(args: argparse.Namespace, root: Path, of: League, run: Run, shards: Path, count: int) -> Verdict:
    machine = _machine(args, root, of, run.entries)
    return judge(run, shards, count, of.playing.again, machine, random.SystemRandom())


def _kept(root: Path, run: Run, verdict: Verdict, out: Path, pace: float) -> Path | None:
    """Write the accepted blocks of a run into a folder, with a line about the run; return the path of the bundle, or
    None if no block was accepted. `pace` is how many seconds a block has taken.
    """
    if not verdict.blocks:
        return None
    folder = folder_of(root, run.season)
    before: list[PlayedBlock] = []
    if run.before:
        with opened(folder, run.file) as bundle:
            before = list(blocks_of(bundle))
    path = out / run.file
    with files(path):
        write_run(run, [*before, *verdict.blocks], path)
        _note(out, run, len(verdict.blocks), pace)
    return path


def _note(folder: Path, run: Run, blocks: int, pace: float) -> None:
    """Add a line about a run to the list of runs; `pace` is how many seconds a block has taken."""
    seconds = round(min(max(pace, FASTEST), SLOWEST), 3)
    line = RunLine(f"{_now():%Y-%m-%dT%H:%M:%SZ}", run.file, blocks, seconds)
    with (folder / RUNS).open("a", encoding="utf-8") as file:
        file.write(line.text())


def _told(args: argparse.Namespace, verdict: Verdict, path: Path | None) -> int:
    said: dict[str, Json] = {
        "file": None if path is None else str(path),
        "blocks": len(verdict.blocks),
        "again": verdict.again,
        "dropped": verdict.dropped,
    }
    if args.json:
        say(as_json({**said, "said": [render(each) for each in verdict.said]}))
    else:
        for each in verdict.said:
            say(f"- {render(each)}")
        say(worded("league.judged", **said))
    return DONE


def _draw(root: Path, of: League, entries: Sequence[Entry]) -> None:
    """Draw the secret of a final that is due, and keep it."""
    if found := drawn(root, of, entries, _now()):
        season, start = found
        folder = folder_of(root, season)
        with files(folder):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / START).write_text(start.text(), encoding="utf-8")
        print_error(worded("league.drawn", season=season.name, count=len(start.entrants)))
    if lost := without_final(root, of, _now()):
        print_error(worded("league.no_final", season=lost[0].name, next=lost[1].name))


# Publishing


def _publish(args: argparse.Namespace, root: Path) -> int:
    of = _league(root)
    entries = _entries(root, of)
    if args.judged is not None:
        _accept(root, of, entries, Path(args.judged))
    return _published(args, root, of, entries)


def _accept(root: Path, of: League, entries: Sequence[Entry], judged: Path) -> None:
    """Add the blocks that a judge has sent to the results, after checking that they are of the run that is due, and
    that their games follow the rules.
    """
    run = next_run(root, of, entries, _now())
    if run and (judged / run.file).is_file():
        blocks = checked_run(run, judged / run.file)
        folder = folder_of(root, run.season)
        lines = run_lines(judged)
        with files(folder):
            write_run(run, blocks, folder / run.file)
            _note(folder, run, len(blocks) - len(run.before), lines[-1].seconds if lines else PACE)
    # Drawn where no bot runs, so that nobody can influence it.
    _draw(root, of, entries)


def _published(args: argparse.Namespace, root: Path, of: League, entries: Sequence[Entry]) -> int:
    out = Path(args.out or root / SITE)
    with files(out):
        games = publish(root, of, entries, out, _now())
    said: dict[str, Json] = {"folder": str(out), "games": games}
    say(as_json(said) if args.json else worded("league.published", **said))
    return DONE


def _run(args: argparse.Namespace, root: Path) -> int:
    """Do all steps on this machine: play the run that is due, judge it, and publish the league."""
    of = _league(root)
    with files(root), locked(root.absolute() / FILE) as free:
        if not free:
            raise Problem(message("league.busy", folder=str(root)), REFUSED)
        entries = _entries(root, of)
        _draw(root, of, entries)
        run = next_run(root, of, entries, _now())
        if run is None:
            if not args.json:
                print_error(worded("league.nothing"))
        else:
            began = monotonic()
            found = _played(args, root, of, run, run.blocks)
            seconds = monotonic() - began
            shards = root / SHARDS
            with files(shards):
                write_shard(run, found, shards / shard_name(1, 1))
            verdict = _judged(args, root, of, run, shards, 1)
            shutil.rmtree(shards)
            pace = seconds / max(len(found), 1)
            path = _kept(root, run, verdict, folder_of(root, run.season), pace)
            if not args.json:
                _told(args, verdict, path)
        return _published(args, root, of, entries)


STEPS: Mapping[str, Callable[[argparse.Namespace, Path], int]] = {
    "new": _new,
    "update": _update,
    "check": _check,
    "trial": _trial,
    "play": _play,
    "judge": _judge,
    "publish": _publish,
    "run": _run,
}


# What the steps share


def _league(root: Path) -> League:
    if not (root / FILE).is_file():
        raise Problem(message("league.no_league", folder=str(root), command="sandlot league new"))
    return read_league(read(str(root / FILE), LONGEST_SETTINGS))


def _entries(root: Path, of: League) -> tuple[Entry, ...]:
    with files(root):
        found = read_entries(root, of)
    for folder, why in list(found.problems.items())[:20]:
        print_error(worded("cli.left_out", why=message("league.file", file=folder, why=why)))
    return found.entries


def _machine(args: argparse.Namespace, root: Path, of: League, entries: Sequence[Entry]) -> Machine:
    bots = [each.bot for each in entries]
    sandbox = local.contest_sandbox(False, args.trust, bots)
    own = root / "arena" / "page"
    arena = str(own) if (own / "index.html").is_file() else ""
    local.check_steps(of.clock, bots, arena)
    return Machine(min(workers_of(args, of.game, of.options), MOST_WORKERS), sandbox, memory_of(args), arena)


def _shard(args: argparse.Namespace) -> tuple[int, int]:
    if args.shard is None:
        return 1, 1
    found = _PART.fullmatch(args.shard)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise Problem(message("league.shard_form", got=plain(args.shard)))
    return int(found[1]), int(found[2])


def _nothing(args: argparse.Namespace) -> int:
    say(as_json({"blocks": 0}) if args.json else worded("league.nothing"))
    return DONE


def _now() -> datetime:
    return datetime.now(UTC)
