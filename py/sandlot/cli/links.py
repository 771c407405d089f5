"""`link` and `unlink`: commands that write and read links, which hold matches, bots, challenges, contests, tasks or
puzzles. Only `unlink` knows puzzles.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sandlot.api.files import files, refusing_content, written
from sandlot.api.named import clock_of, game_named
from sandlot.api.problem import DONE, REFUSED, Problem
from sandlot.archive.bundle import CONTEST
from sandlot.archive.sources import BadPack, unpack
from sandlot.cli.contest_files import kind_of, opened
from sandlot.cli.files import read, read_python, read_replay
from sandlot.cli.parsing import bot_named, number, option_of, refused_options, seed_of
from sandlot.cli.terminal import as_json, print_error, say
from sandlot.files.bot import Bot
from sandlot.files.bundle import lay_out
from sandlot.game import Game, Json
from sandlot.links import LONGEST_ADDRESS, BadLink, Link, link
from sandlot.links.bots import BotLink, bot_json, link_bot
from sandlot.links.challenges import Challenge, link_challenge
from sandlot.links.opening import AnyLink
from sandlot.links.opening import opened as opened_link
from sandlot.links.plans import PlanLink, link_plan, plan_json
from sandlot.links.puzzles import LINK as PUZZLES
from sandlot.links.puzzles import PuzzleLink
from sandlot.links.tasks import TasksLink, link_tasks
from sandlot.match.replay_file import dumps
from sandlot.messages import message, worded
from sandlot.tasks.spec import LONGEST_SPEC, BadSpec, Spec
from sandlot.tasks.steps import read_step_or_spec

STANDARD_INPUT = "-"


def print_link(args: argparse.Namespace) -> int:
    """Print the link of a replay, a bot, a contest or a file of tasks; return the exit status. Raise `Problem` for any
    other file.
    """
    what = what_is(args.file)
    address = args.page.partition("#")[0] + (_link_of_match(args) if what == "match" else link_of(args, what))
    say(as_json({"link": address, "characters": len(address)}) if args.json else address)
    return DONE


def _link_of_match(args: argparse.Namespace) -> str:
    check_options(args, "match")
    replay = read_replay(args.file)
    turn = None if args.turn is None else number(args.turn, "--turn")
    eyes = None if args.eyes is None else number(args.eyes, "--eyes", 1) - 1
    if eyes is not None and eyes >= len(replay.setup.players):
        raise Problem(message("cli.link_eyes", most=len(replay.setup.players), got=args.eyes))
    sources = dict(_source(text, len(replay.setup.players)) for text in args.source)
    try:
        return link(replay, turn, eyes, sources)
    except BadLink as bad:
        raise Problem(bad.text) from None


def _source(text: str, most: int) -> tuple[int, str]:
    """Read PLAYER=FILE."""
    player, _, file = text.partition("=")
    if not file or not re.fullmatch("[1-9][0-9]{0,3}", player) or int(player) > most:
        raise Problem(message("cli.link_source", most=most, got=text))
    return int(player) - 1, read_python(file)


def print_linked(args: argparse.Namespace) -> int:
    """Print what a link holds; return the exit status. Raise `Refused` for a link that cannot be read."""
    is_piped = args.address == STANDARD_INPUT
    address = sys.stdin.read(LONGEST_ADDRESS + 1) if is_piped else args.address
    found = opened_link(address)
    if not isinstance(found, Link):
        print_held(found, Path(args.sources) if args.sources else None)
        return DONE
    if not found.same_rules:
        print_error(f"sandlot: {worded('cli.link_rules', file='LINK')}")
    if args.sources:
        _write(found, Path(args.sources))
    elif found.sources:
        print_error(f"sandlot: {worded('cli.link_sources', count=len(found.sources))}")
    if args.json:
        eyes = None if found.eyes is None else found.eyes + 1
        place = {"turn": found.turn, "eyes": eyes, "rules": found.rules, "same_rules": found.same_rules}
        say(as_json({**place, "replay": json.loads(dumps(found.replay))}))
        return DONE
    # Written as in a file, unchanged: JSON strings escape all control characters.
    sys.stdout.write(dumps(found.replay))
    return DONE


def _write(found: Link, folder: Path) -> None:
    """Write the programs of a link, under names that cannot leave the folder."""
    with files(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for player, source in sorted(found.sources.items()):
        name = stem_of(found.replay.setup.players[player].name)
        with written(folder / f"{player + 1}-{name}.py") as file:
            file.write(source)


LONGEST_STEM = 80
"""The maximum length, in characters, of the name of a file that is written, without its ending."""
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "match": ("turn", "eyes", "source"),
    "bot": ("game", "seed", "option", "clock", "rung"),
    "contest": ("results", "sources"),
    "tasks": (),
}
"""By kind of link, the options of `link` that apply."""


def what_is(path: str) -> str:
    """Return what a file holds, judged by its name and its first bytes: "match", "bot", "contest" or "tasks"."""
    if path.endswith(".toml"):
        return "tasks"
    match kind_of(path):
        case "results":
            return "contest"
        case "bundle" if _holds_contest(path):
            return "contest"
        case "bundle":
            return "bot"
    return "bot" if path.endswith((".py", ".zip")) or Path(path).is_dir() else "match"


def _holds_contest(path: str) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return CONTEST in archive.namelist()
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return False


def link_of(args: argparse.Namespace, what: str) -> str:
    """Return the link of a bot, a challenge, a contest or tasks. Raise `SandlotError` for an invalid file or option."""
    check_options(args, what)
    if what == "tasks":
        return _link_of_tasks(args.file)
    return _link_of_contest(args) if what == "contest" else _link_of_bot(args)


def check_options(args: argparse.Namespace, what: str) -> None:
    """Raise `Problem` for an option that does not apply to this kind of file."""
    for name in {each for names in OPTIONS.values() for each in names} - set(OPTIONS[what]):
        if getattr(args, name):
            said = {"option": f"--{name}", "file": args.file}
            takes = " ".join(f"--{each}" for each in OPTIONS[what])
            raise Problem(
                message("cli.link_option", **said, known=takes) if takes else message("cli.link_bare", **said)
            )


def _link_of_tasks(path: str) -> str:
    with refusing_content(path, BadSpec):
        text = read(path, LONGEST_SPEC)
        spec = read_step_or_spec(text)
    if isinstance(spec, Spec) and spec.holds_kept:
        # Whoever has the link could read them.
        raise Problem(message("cli.link_kept", file=path), REFUSED)
    return link_tasks(TasksLink(text))


def _link_of_bot(args: argparse.Namespace) -> str:
    if args.game is None:
        raise Problem(message("cli.link_game", file=args.file))
    game = game_named(args.game)
    bot = bot_named(game, args.file)
    if not args.seed:
        if args.option or args.clock or args.rung:
            raise Problem(message("cli.link_seed"))
        return link_bot(BotLink(game, bot))
    if args.rung is not None and args.rung not in game.house:
        raise Problem(message("cli.link_rung", got=args.rung, known=", ".join(game.house)))
    return _link_of_challenge(args, game, bot)


def _link_of_challenge(args: argparse.Namespace, game: Game[Any], bot: Bot) -> str:
    seeds = tuple(seed_of(each) for each in args.seed)
    options = dict(option_of(game, each) for each in args.option)
    clock = clock_of(game, args.clock, game.clock)
    with refused_options():
        return link_challenge(Challenge(game, bot, seeds, options, clock, args.rung))


def _link_of_contest(args: argparse.Namespace) -> str:
    with opened(args.file) as record:
        packed = record.bots() if args.sources else []
        if args.sources and not packed:
            raise Problem(message("cli.link_no_sources", file=args.file), REFUSED)
        return link_plan(
            PlanLink(
                record.contest,
                dict(_sources(packed)),
                record.results() if args.results else {},
                record.withdrawn() if args.results else {},
            )
        )


def _sources(packed: list[bytes]) -> Iterator[tuple[int, Bot]]:
    """Yield the bots in Python, each with the number of its entrant. House bots are left out: everybody has them."""
    for entrant, data in enumerate(packed):
        with contextlib.suppress(BadPack):
            bot = unpack(data)
            if bot.kind == "code":
                yield entrant, bot


def print_held(held: AnyLink, folder: Path | None) -> None:
    """Print what a link holds as JSON; write the programs in it into a folder, if there is one."""
    kind, value, programs = _told(held)
    say(as_json({"kind": kind, **value}))
    if isinstance(held, Challenge) and not held.same_rules:
        print_error(f"sandlot: {worded('cli.link_other_rules')}")
    if isinstance(held, PlanLink) and held.results:
        print_error(f"sandlot: {worded('cli.link_claimed')}")
    if folder is not None:
        for prefix, bot in programs:
            _write_bot(bot, folder, prefix)


def _told(held: AnyLink) -> tuple[str, dict[str, Json], list[tuple[str, Bot]]]:
    match held:
        case BotLink():
            told = {"game": held.game.name, "bot": bot_json(held.bot)}
            return "bot", told | ({"contest": held.contest} if held.contest else {}), [("", held.bot)]
        case Challenge():
            value = {
                "game": held.game.name,
                "rules": held.rules,
                "same_rules": held.same_rules,
                "options": dict(held.options),
                "clock": (held.clock or held.game.clock).json(),
                "seeds": list(held.seeds),
                "bot": bot_json(held.bot),
                "rung": held.rung,
                "answers": asdict(held.answers) if held.answers else None,
            }
            return "challenge", value, [("", held.bot)]
        case PlanLink():
            return "contest", plan_json(held), [(f"{each + 1}-", bot) for each, bot in sorted(held.bots.items())]
        case TasksLink():
            return "tasks", {"text": held.text}, []
        case PuzzleLink():
            return "puzzle", PUZZLES.write(held), []
    raise AssertionError(held)


def stem_of(name: str) -> str:
    """Return a safe file name without its ending: it cannot lead to another folder."""
    return Path(re.sub(r"[^\w.-]+", "_", name)).stem.strip(".")[:LONGEST_STEM] or "bot"


def _write_bot(bot: Bot, folder: Path, prefix: str) -> None:
    """Write a program of one file as a file, and one of several into a folder of its own."""
    target = folder / f"{prefix}{stem_of(bot.name)}"
    with files(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if bot.files:
            lay_out(bot.files, target)
            return
    with written(target.with_name(f"{target.name}.py")) as file:
        file.write(bot.source)
