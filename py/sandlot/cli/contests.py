"""`series`, `gauntlet` and `tournament`: contests on this machine or on a cluster. The same command typed again
continues where it was stopped.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import secrets
import shlex
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from sandlot import local
from sandlot.api.files import files, real, sentence
from sandlot.api.named import clock_of, game_named
from sandlot.api.problem import DONE, INTERRUPTED, REFUSED, Problem
from sandlot.api.series import MOST_WORKERS, new_contest
from sandlot.archive.record import summing
from sandlot.archive.sources import pack
from sandlot.bounded import Bounds, read_json
from sandlot.cli.arguments import tournament_kinds
from sandlot.cli.contest_files import as_earlier, created, has_names_of_earlier, opened, refusing, reopened
from sandlot.cli.files import read
from sandlot.cli.parsing import (
    bots_named,
    drawn_secret,
    memory_of,
    number,
    option_of,
    seed_of,
    value_of,
    well_named,
    workers_of,
)
from sandlot.cli.progress import watch, watcher
from sandlot.cli.report import tell
from sandlot.cli.terminal import print_error
from sandlot.contest.cluster import cluster
from sandlot.contest.entrants import entrants_of
from sandlot.contest.runner import ContestProgress, run
from sandlot.contest.store import Store, locked
from sandlot.contest.task import Task, task_of
from sandlot.contest.workers import Workers
from sandlot.files.bot import Bot
from sandlot.formats.bounds import DRAWN_SEEDS, LARGEST_SEED
from sandlot.game import BadOption, Game, Json
from sandlot.games import rules
from sandlot.jobs import Refused, done
from sandlot.messages import Message, message, plain, render, worded
from sandlot.names import problem_of
from sandlot.stats.blocks import Block, Entrant
from sandlot.stats.evidence import seen_share
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import KINDS, is_out, kind_named, plan_from, withdrawal_round
from sandlot.tournaments.plan import Plan
from sandlot.tournaments.series import Series

MOST_SEEDS_TEXT = 2**21
"""The maximum size, in bytes, of a file of seeds."""
UNTIL_SURE = 5000
"""The maximum number of blocks of a series with --stop and without --games. A test for a difference of 20 Elo nearly
always ends before that, even for two equal bots.
"""
SETTING = Bounds(characters=100_000, values=2_000, depth=4)


def series(args: argparse.Namespace) -> int:
    """Play two bots against each other; return the exit status."""
    return _contest(args, "series", [args.first, args.second])


def gauntlet(args: argparse.Namespace) -> int:
    """Play a candidate against a pool; return the exit status."""
    return _contest(args, "gauntlet", [args.candidate, *args.pool])


def tournament(args: argparse.Namespace) -> int:
    """Play a tournament of any kind; return the exit status."""
    game = game_named(args.game)
    kinds = tournament_kinds(game.name)
    if args.kind not in kinds:
        raise Problem(message("cli.no_kind", game=game.name, got=args.kind, known=", ".join(kinds)))
    return _contest(args, args.kind, args.bots)


def _contest(args: argparse.Namespace, kind: str, texts: Sequence[str]) -> int:
    game = game_named(args.game)
    found = [(text, bots_named(game, text)) for text in texts]
    named = [each for _, some in found for each in some]
    contest, path = _planned(args, game, named, kind)
    if any(problem_of(bot.name) for bot, _ in named) and not has_names_of_earlier(path):
        named = [each for text, some in found for each in well_named(text, some)]
        contest, path = _planned(args, game, named, kind)
    _check_place(path)
    with interruptible() as interrupts:
        try:
            return _played(args, contest, named, path, interrupts)
        except KeyboardInterrupt:
            if path.exists():
                _say_stopped(args, path, interrupts)
            elif interrupts.status == INTERRUPTED:
                raise
            return interrupts.status


def _planned(
    args: argparse.Namespace, game: Game[Any], named: Sequence[tuple[Bot, str]], kind: str
) -> tuple[Contest, Path]:
    """Return the contest that the command line describes, with these bots, and the path of its results file."""
    contest = _described(args, game, [bot for bot, _ in named], kind)
    # Resolved: the lock and SQLite's journal are beside the file itself, not beside a link to it.
    return contest, real(Path(args.out if args.out is not None else _file_of(contest, kind, args)))


def _played(
    args: argparse.Namespace, contest: Contest, named: Sequence[tuple[Bot, str]], path: Path, interrupts: Interrupts
) -> int:
    """Play a contest into its results file, or continue it. `named` are its bots, each with its argument."""
    bots = [bot for bot, _ in named]
    for name in args.withdraw:
        if all(each.name != name for each in contest.entrants):
            raise Problem(message("cli.no_withdrawn", name=name))
    workers = _workers(args, contest)
    memory = memory_of(args)
    sandbox = _sandbox(args, bots)
    if args.cluster is None:
        local.check_steps(contest.clock, bots)
    with refusing(str(path), writing=True), locked(path) as free, contextlib.ExitStack() as stack:
        if not free:
            raise Problem(message("cli.contest_busy", file=str(path)), REFUSED)
        # A file of another contest is refused at once. A new file is created only when there are workers.
        store = reopened(contest, path, args)
        if store:
            stack.callback(store.close)
        with _executor(args, workers) as (executor, count):
            if store is None:
                store = created(contest, path, args, [pack(bot) for bot in bots])
                stack.callback(store.close)
            kept = store.contest
            plan = _plan(kept.plan, len(bots))
            _withdraw(args.withdraw, store, plan, path)
            if not (args.quiet or args.json):
                for told in (_beginning(store, plan, path), *_shows(plan)):
                    print_error(render(told))
                _say_who_is_who(kept, named)
                _say_who_is_the_same(kept)

            def task(block: Block) -> Task:
                return task_of(kept, block, bots, memory, sandbox)

            try:
                with watcher(kept, args.quiet or args.json) as see:

                    def watch(progress: ContestProgress) -> None:
                        see(progress)
                        interrupts.check()

                    ended = run(store, plan, task, executor, count, watch)
            except KeyboardInterrupt:
                _say_stopped(args, path, interrupts)
                executor.shutdown(wait=True, cancel_futures=True)
                return interrupts.status
        return _tell(args, store, ended, path)


def _check_place(path: Path) -> None:
    """Raise `Problem` if a results file cannot be created there. SQLite and the lock create files beside it as well."""
    if not path.parent.is_dir():
        raise Problem(message("cli.folder_missing", folder=f"{path.parent}{os.sep}", file=path.name))
    if path.is_dir():
        raise Problem(message("cli.file_folder", file=str(path)))
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        why = sentence(error, str(path)) or error.strerror or str(error)
        raise Problem(message("cli.file_unwritable", file=str(path), why=why)) from None


def _tell(args: argparse.Namespace, store: Store, ended: ContestProgress, path: Path) -> int:
    """Tell how a contest went; return the exit status."""
    tell(store, args.json)
    if not (args.quiet or args.json):
        print_error(worded("cli.contest_file", file=str(path), show=f"sandlot show {shlex.quote(str(path))}"))
    if ended.void:
        first = min(ended.void)
        said = {"count": len(ended.void), "block": first + 1, "why": ended.void[first]}
        print_error(worded("cli.contest_spoilt", **said))
    return REFUSED if ended.void else DONE


def _say_stopped(args: argparse.Namespace, path: Path, interrupts: Interrupts) -> None:
    """Say how to continue after Ctrl-C or a signal. After that, another signal ends this process at once; its workers
    notice that, and end the processes that they have started.
    """
    out = [] if args.out is not None else ["--out", str(path)]
    again = shlex.join(["sandlot", *args.typed, *out])
    print_error(worded("cli.contest_stopped", file=str(path), command=again))
    interrupts.over()


def _beginning(store: Store, plan: Plan, path: Path) -> Message:
    """Return a message that says what is about to be played."""
    results = store.results()
    schedule = plan.schedule(results, store.withdrawn())
    if schedule.over:
        return message("cli.contest_over", file=str(path))
    if results:
        return message("cli.contest_goes_on", file=str(path), done=len(results), of=plan.expected)
    games = plan.expected * (len(schedule.blocks[0].orders) if schedule.blocks else 1)
    begins = "cli.contest_begins" if plan.expected == plan.size() else "cli.contest_begins_least"
    return message(begins, file=str(path), games=games)


def _shows(plan: Plan) -> Iterator[Message]:
    """Yield a message about the smallest difference that a series of this length can show."""
    if isinstance(plan, Series) and not plan.stop:
        share = seen_share(plan.blocks)
        id = "cli.contest_shows" if share else "cli.contest_shows_nothing"
        yield message(id, games=2 * plan.blocks, percent=f"{100 * (share or 1):.0f}")


def _say_who_is_who(contest: Contest, named: Sequence[tuple[Bot, str]]) -> None:
    """Say which bot is which, where several with the same name were numbered."""
    typed: dict[str, set[str]] = {}
    for bot, text in named:
        typed.setdefault(bot.name, set()).add(text)
    for entrant, (bot, text) in zip(contest.entrants, named, strict=True):
        if len(typed[bot.name]) > 1:
            print_error(worded("cli.contest_is", name=entrant.name, bot=text))


def _say_who_is_the_same(contest: Contest) -> None:
    """Name the entrants that have the same code: it may be intended, or a wrong path."""
    same: dict[str, list[str]] = {}
    for each in contest.entrants:
        same.setdefault(each.code, []).append(each.name)
    for names in same.values():
        if len(names) > 1:
            print_error(worded("cli.contest_same_code", names=", ".join(map(plain, names))))


@contextlib.contextmanager
def _executor(args: argparse.Namespace, workers: int) -> Iterator[tuple[Executor, Callable[[], int]]]:
    tls = _tls(args)
    if args.cluster is None:
        with Workers(workers) as executor:
            yield executor, lambda: workers
        return
    with cluster(args.cluster, tls, lambda tasks: sum(each.most_seconds for each in tasks)) as found:
        yield found, found.workers


def _tls(args: argparse.Namespace) -> dict[str, str]:
    """Return the files of --tls under Dask's names: the certificate authority of the cluster, and our own certificate
    and key.
    """
    if args.tls is None:
        return {}
    if args.cluster is None:
        raise Problem(message("cli.tls_alone"))
    names = {"tls_ca_file": "ca.pem", "tls_client_cert": "cert.pem", "tls_client_key": "key.pem"}
    paths = {name: Path(args.tls) / file for name, file in names.items()}
    for path in paths.values():
        with files(path):
            if not path.is_file():
                raise Problem(message("cli.file_missing", file=str(path)))
    return {name: str(path) for name, path in paths.items()}


def _withdraw(names: Sequence[str], store: Store, plan: Plan, path: Path) -> None:
    """Take entrants out of the contest, from the next round on. Raise `Problem` if there is no next round."""
    entrants = [each.name for each in store.contest.entrants]
    for name in names:
        if entrants.index(name) in store.withdrawn():
            continue
        schedule = plan.schedule(store.results(), store.withdrawn())
        if schedule.over:
            raise Problem(message("cli.contest_over", file=str(path)), REFUSED)
        if is_out(schedule, entrants.index(name)):
            raise Problem(message("cli.withdraw_out", name=name), REFUSED)
        first_left_out = withdrawal_round(plan, store.results(), schedule)
        if first_left_out is None:
            raise Problem(message("cli.withdraw_last", name=name), REFUSED)
        store.withdraw(entrants.index(name), first_left_out)


# The contest that the command line describes


def _described(args: argparse.Namespace, game: Game[Any], bots: Sequence[Bot], kind: str) -> Contest:
    """Return the contest that the command line describes, with new seeds where none were given."""
    options = dict(option_of(game, text) for text in args.option)
    first = secrets.randbelow(DRAWN_SEEDS) if args.seed is None else seed_of(args.seed)
    given = _seeds(args.seeds) if args.seeds is not None else []
    entrants = entrants_of(bots, rules(game.name))
    settings = {**_settings(args, kind), **seeding(args, game, entrants)}
    plan = {"kind": kind, **settings, "seeds": {"first": first, "given": given}}
    try:
        return new_contest(
            game, entrants, plan, options, clock_of(game, args.clock, game.clock), drawn_secret(args.secret, args.seed)
        )
    except (Refused, BadOption) as bad:
        raise Problem(bad.text) from None


def _plan(json: Mapping[str, Json], entrants: int) -> Plan:
    try:
        return plan_from(json, entrants)
    except Refused as bad:
        raise Problem(bad.text) from None


def _settings(args: argparse.Namespace, kind: str) -> dict[str, Json]:
    settings: dict[str, Json] = {}
    plan = kind_named(kind)
    for text in args.plan:
        name, equals, value = text.partition("=")
        if not equals:
            raise Problem(message("cli.plan_form", got=text))
        option = plan.options.get(name) if plan else None
        if plan and name in ("kind", "seeds"):
            # Settings of the plan that have options of their own.
            raise Problem(message("series.unknown_option", kind=kind, name=name, known=", ".join(plan.options) or "-"))
        if name in settings:
            raise Problem(message("cli.plan_twice", option=f"--plan {name}", name=name))
        settings[name] = value_of(option, value) if option else _json_or_text(value)
    if args.blocks is not None and getattr(args, "games", None) is not None:
        raise Problem(message("cli.games_and_blocks"))
    own = _settings_of_series(args) if hasattr(args, "stop") else {}
    if kind == "gauntlet" and args.games is not None:
        # A block of the smoke test, and as many with fixed seeds as with fresh ones, or one more.
        blocks = _blocks_of(args.games)
        parts = {"smoke": 1, "fixed": blocks // 2, "fresh": (blocks - 1) // 2}
        own = {name: ("--games", count) for name, count in parts.items()}
    if args.blocks is not None:
        blocks = number(args.blocks, "--blocks", low=1)
        names = ("fixed", "fresh") if kind == "gauntlet" else ("blocks",)
        own |= dict.fromkeys(names, ("--blocks", blocks))
    for name, (typed, value) in own.items():
        if name in settings:
            raise Problem(message("cli.plan_twice", option=typed, name=name))
        settings[name] = value
    return settings


def _blocks_of(games: str) -> int:
    """Return how many blocks of two have as many games as --games asks for, or one more."""
    return -(-number(games, "--games", low=1) // 2)


def _settings_of_series(args: argparse.Namespace) -> dict[str, tuple[str, Json]]:
    """Return the settings that the options of a series stand for: by name, the option and the value."""
    settings: dict[str, tuple[str, Json]] = {}
    if args.stop and args.games is None:
        settings["blocks"] = "--games", UNTIL_SURE
    if args.games is not None:
        settings["blocks"] = "--games", _blocks_of(args.games)
    given = {"elo": args.elo, "alpha": args.alpha, "beta": args.beta}
    bounds = {name: _decimal(text, f"--{name}") for name, text in given.items() if text is not None}
    if bounds and not args.stop:
        raise Problem(message("cli.needs_stop", name=f"--{next(iter(bounds))}"))
    if args.stop:
        settings["stop"] = "--stop", {**bounds, "bets": True}
    return settings


def _decimal(text: str, name: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Problem(message("cli.decimal", name=name, got=text)) from None


def _json_or_text(text: str) -> Json:
    """Return the value of a setting that has no simple type, such as a list: it is JSON, or else text."""
    try:
        return read_json(text, SETTING)
    except ValueError:
        return text


def _seeds(path: str) -> list[int]:
    """Read a file of seeds: whole numbers between spaces, commas or line ends; what follows a # is left out."""
    lines = [line.partition("#")[0] for line in read(path, MOST_SEEDS_TEXT).splitlines()]
    words = " ".join(lines).replace(",", " ").split()
    if not words:
        raise Problem(message("cli.seeds_none", file=path), REFUSED)
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 30 and int(word) <= LARGEST_SEED):
            raise Problem(message("cli.seeds_word", file=path, got=word[:40], most=LARGEST_SEED), REFUSED)
    seed, times = Counter(map(int, words)).most_common(1)[0]
    if times > 1:
        # The same map played again would count as new evidence.
        raise Problem(message("cli.seeds_twice", file=path, seed=seed), REFUSED)
    return list(map(int, words))


def _workers(args: argparse.Namespace, contest: Contest) -> int:
    found = workers_of(args, contest.game, contest.options)
    if args.workers is not None and found > MOST_WORKERS:
        raise Problem(message("cli.workers_many", most=MOST_WORKERS, got=found))
    return found


def _sandbox(args: argparse.Namespace, bots: Sequence[Bot]) -> local.Sandbox:
    if args.isolate and args.trust:
        raise Problem(message("cli.trust_and_isolate"))
    return local.contest_sandbox(args.isolate, args.trust, bots)


def _file_of(contest: Contest, kind: str, args: argparse.Namespace) -> str:
    """Return the name of the results file for a contest without --out: that of an earlier version, if it is there."""
    earlier = _name_of(as_earlier(contest, args), kind, args)
    return earlier if Path(earlier).exists() else _name_of(contest, kind, args)


def _name_of(contest: Contest, kind: str, args: argparse.Namespace) -> str:
    """Return the name of the results file for a contest without --out. The same command gives the same name, and a
    changed bot another one.
    """
    described = contest.json()
    if args.seed is None:
        described["plan"] = {**described["plan"], "seeds": {**described["plan"]["seeds"], "first": None}}
        described["secret"] = None
    if args.memory is not None:
        described["memory"] = args.memory
    digest = hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:8]
    return f"{contest.game.name}-{kind}-{digest}.contest"


SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Interrupts:
    """Remembers which signal has asked the command to end."""

    heard: int | None = None

    def check(self) -> None:
        """Raise `KeyboardInterrupt` if a signal has come. Its handler raises it, too, but Python drops an exception
        that is raised while an object is finalized.
        """
        if self.heard is not None:
            raise KeyboardInterrupt

    @property
    def status(self) -> int:
        """The exit status of a command that was ended by the signal."""
        return 128 + (signal.SIGINT if self.heard is None else self.heard)

    def over(self) -> None:
        """From now on, each of these signals ends this process at once."""
        for each in SIGNALS:
            signal.signal(each, signal.SIG_DFL)


@contextlib.contextmanager
def interruptible() -> Iterator[Interrupts]:
    """Let the first of the signals raise `KeyboardInterrupt` in this context. Later ones are ignored until another
    handler is set.
    """
    found = Interrupts()
    tell_lost = sys.unraisablehook

    def hear(number: int, frame: object) -> NoReturn:
        found.heard = number
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    def hear_lost(lost: sys.UnraisableHookArgs) -> None:
        # After the signal, this would only print a traceback of an object that was being made or finalized.
        if found.heard is None:
            tell_lost(lost)

    sys.unraisablehook = hear_lost
    try:
        with contextlib.ExitStack() as stack:
            for each in SIGNALS:
                stack.enter_context(local.on_interrupt(hear, each))
            yield found
    finally:
        sys.unraisablehook = tell_lost


def seeding(args: argparse.Namespace, game: Game[Any], entrants: Sequence[Entrant]) -> dict[str, Json]:
    """Return the setting that --seeding stands for, if it was given. Entrants without a rating in its file come last,
    in the order in which they were typed, and are named.
    """
    path = getattr(args, "seeding", None)
    if path is None:
        return {}
    if any(text.partition("=")[0] == "seeding" for text in args.plan):
        raise Problem(message("cli.plan_twice", option="--seeding", name="seeding"))
    plan = kind_named(args.kind)
    if plan and "seeding" not in plan.names():
        kinds = ", ".join(name for name, each in KINDS.items() if "seeding" in each.names())
        raise Problem(message("cli.seeding_kind", kind=args.kind, known=kinds))
    ratings = _ratings(path, game)
    unknown = [plain(each.name) for each in entrants if each.code not in ratings]
    if len(unknown) == len(entrants):
        raise Problem(message("cli.seeding_none", file=path), REFUSED)
    if unknown and not (args.quiet or args.json):
        print_error(worded("cli.seeding_last", file=path, count=len(unknown), names=", ".join(unknown)))
    return {"seeding": sorted(range(len(entrants)), key=lambda each: -ratings.get(entrants[each].code, -inf))}


def _ratings(path: str, game: Game[Any]) -> Mapping[str, float]:
    """Return the ratings in the file of a contest, by code: they belong to one version of a bot and of the rules."""
    with opened(path) as record, refusing(path):
        if record.contest.game is not game:
            theirs = record.contest.game.name
            raise Problem(message("cli.seeding_game", file=path, theirs=theirs, ours=game.name), REFUSED)
        found = done(summing(record), watch("cli.rating"))
    ratings: dict[str, float] = {}
    for entrant, line, rated in zip(found.entrants, found.tally.lines, found.intervals.entrants, strict=True):
        if line.all.games:
            ratings[entrant.code] = max(rated.elo, ratings.get(entrant.code, -inf))
    return ratings
