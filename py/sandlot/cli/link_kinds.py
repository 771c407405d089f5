"""`link` and `unlink` for everything but matches: bots, challenges, and contests with their plans."""

from __future__ import annotations

import argparse
import contextlib
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sandlot.api.problem import REFUSED, Problem
from sandlot.archive.bundle import CONTEST
from sandlot.archive.sources import BadPack, unpack
from sandlot.cli.files import files, written
from sandlot.cli.records import kind_of, opened
from sandlot.cli.terminal import as_json, complain, say
from sandlot.cli.typed import bot_named, clock_of, game_named, option_of, refused_options, seed_of
from sandlot.files.bot import Bot
from sandlot.files.bundle import MAIN, lay_out
from sandlot.game import Game, Json
from sandlot.links.bots import BotLink, bot_json, link_bot
from sandlot.links.challenges import Challenge, link_challenge
from sandlot.links.opening import AnyLink
from sandlot.links.plans import PlanLink, link_plan, plan_json
from sandlot.messages import message, render

__all__ = ["check_options", "link_of", "print_held", "stem_of", "what_is"]

LONGEST_STEM = 80
"""Most characters of the name of a file that is written."""
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "match": ("turn", "eyes", "source"),
    "bot": ("game", "seed", "option", "clock", "rung"),
    "contest": ("results", "sources"),
}
"""The options of `link` by what there is to be linked."""


def what_is(path: str) -> str:
    """Return what a file is by its name and its first bytes: "match", "bot" or "contest"."""
    match kind_of(path):
        case "results":
            return "contest"
        case "bundle" if _holds_contest(path):
            return "contest"
        case "bundle":
            return "bot"
    return "bot" if path.endswith((".py", ".zip")) or (Path(path) / MAIN).is_file() else "match"


def _holds_contest(path: str) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return CONTEST in archive.namelist()
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return False


def link_of(known: argparse.Namespace, what: str) -> str:
    """Return the link of a bot, a challenge or a contest. Raise `SandlotError` for a file or an option that is none."""
    check_options(known, what)
    return _link_of_contest(known) if what == "contest" else _link_of_bot(known)


def check_options(known: argparse.Namespace, what: str) -> None:
    """Raise `Problem` for an option that is for something else."""
    for name in {each for names in OPTIONS.values() for each in names} - set(OPTIONS[what]):
        if getattr(known, name):
            takes = " ".join(f"--{each}" for each in OPTIONS[what])
            raise Problem(message("cli.link_option", option=f"--{name}", file=known.file, known=takes))


def _link_of_bot(known: argparse.Namespace) -> str:
    if known.game is None:
        raise Problem(message("cli.link_game", file=known.file))
    game = game_named(known.game)
    bot = bot_named(game, known.file)
    if not known.seed:
        if known.option or known.clock or known.rung:
            raise Problem(message("cli.link_seed"))
        return link_bot(BotLink(game, bot))
    if known.rung is not None and known.rung not in game.house:
        raise Problem(message("cli.link_rung", got=known.rung, known=", ".join(game.house)))
    return _link_of_challenge(known, game, bot)


def _link_of_challenge(known: argparse.Namespace, game: Game[Any], bot: Bot) -> str:
    seeds = tuple(seed_of(each) for each in known.seed)
    options = dict(option_of(game, each) for each in known.option)
    clock = clock_of(game, known.clock, game.clock)
    with refused_options():
        return link_challenge(Challenge(game, bot, seeds, options, clock, known.rung))


def _link_of_contest(known: argparse.Namespace) -> str:
    with opened(known.file) as record:
        packed = record.bots() if known.sources else []
        if known.sources and not packed:
            raise Problem(message("cli.link_no_sources", file=known.file), REFUSED)
        return link_plan(
            PlanLink(
                record.contest,
                dict(_sources(packed)),
                record.results() if known.results else {},
                record.withdrawn() if known.results else {},
            )
        )


def _sources(packed: list[bytes]) -> Iterator[tuple[int, Bot]]:
    """Yield the sources of bots in Python by their entrant: everybody has those of the house."""
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
        complain(f"sandlot: {render(message('cli.link_other_rules'))}")
    if isinstance(held, PlanLink) and held.results:
        complain(f"sandlot: {render(message('cli.link_claimed'))}")
    if folder is not None:
        for prefix, bot in programs:
            _write_bot(bot, folder, prefix)


def _told(held: AnyLink) -> tuple[str, dict[str, Json], list[tuple[str, Bot]]]:
    match held:
        case BotLink():
            return "bot", {"game": held.game.name, "bot": bot_json(held.bot)}, [("", held.bot)]
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
            }
            return "challenge", value, [("", held.bot)]
        case PlanLink():
            return "contest", plan_json(held), [(f"{each + 1}-", bot) for each, bot in sorted(held.bots.items())]
    raise AssertionError(held)


def stem_of(name: str) -> str:
    """Return a name for a file that leads nowhere else."""
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
