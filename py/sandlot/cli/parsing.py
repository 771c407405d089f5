"""Parses arguments (games, bots, options, time limits, numbers), or says in a sentence what is wrong with one."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sandlot.api import named
from sandlot.api.files import files
from sandlot.api.named import bot_at, checked_name, new_secret, new_seed, whole_number
from sandlot.api.problem import Problem
from sandlot.cli.files import read, read_python
from sandlot.cli.terminal import print_error
from sandlot.files.bot import Bot
from sandlot.files.folder import helpers_among, is_one_bot, top_texts
from sandlot.files.reading import leads_out
from sandlot.formats.bounds import LARGEST_SEED, LONGEST_SECRET
from sandlot.game import BadOption, Game, Json, Option
from sandlot.match.parts import SECRET
from sandlot.messages import message, worded
from sandlot.names import may_be_kept

LONGEST_OPTION = 2**20
MOST_NAMED = 5
"""How many files of a folder of bots are named in the warning that they are not bots."""


def bot_named(game: Game[Any], text: str) -> Bot:
    """Return the bot that an argument names; see `named.bot_named`."""
    return named.bot_named(game, text, read_python)


def _checked_unless_allowed(bot: Bot, text: str) -> Bot:
    return bot if may_be_kept(bot.name) else checked_name(bot, text)


def well_named(typed: str, found: Sequence[tuple[Bot, str]]) -> list[tuple[Bot, str]]:
    """Return the bots of `bots_named` whose names a new contest may have; the others are reported and left out. Raise
    `Problem` if one of the others was named by itself on the command line, or if no bot is left.
    """
    good = []
    for bot, text in found:
        try:
            good.append((checked_name(bot, text), text))
        except Problem as problem:
            if text == typed:
                raise
            print_error(worded("cli.left_out", why=problem.text))
    if not good:
        raise Problem(message("cli.no_bots_in", folder=typed))
    return good


def bots_named(game: Game[Any], text: str) -> list[tuple[Bot, str]]:
    """Return the bots that an argument names, each with an argument that names it alone: one bot, which may be a folder
    of files that belong together, or all bots of a folder in the order of their names. Raise `Problem` if there are
    none. Their names may be invalid: see `well_named`.
    """
    folder = Path(text)
    with files():
        is_one = text in game.house or not folder.is_dir() or is_one_bot(folder)
    if is_one:
        return [(_checked_unless_allowed(bot_at(game, text, read_python), text), text)]
    with files():
        inside = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__")))
        helpers = helpers_among(top_texts(folder))
        inside = [path for path in inside if path.name not in helpers]
        found = [path for path in inside if path.suffix in (".py", ".zip") or any(path.glob("*.py"))]
    bots = [bot for path in found for bot in _bot_in_folder(game, folder, path)]
    if not bots:
        raise Problem(message("cli.no_bots_in", folder=text))
    _say_left_out(text, [path for path in inside if path not in found])
    return bots


def _bot_in_folder(game: Game[Any], folder: Path, path: Path) -> list[tuple[Bot, str]]:
    """Return the bot at a path in a folder of bots, with its path. One that cannot be read does not stop a contest: it
    is reported and left out, as is a link out of the folder.
    """
    try:
        if leads_out(folder, path):
            raise Problem(message("cli.file", file=str(path), why=message("cli.bot_link")))
        return [(_checked_unless_allowed(bot_at(game, str(path), read_python), str(path)), str(path))]
    except Problem as problem:
        print_error(worded("cli.left_out", why=problem.text))
        return []


def _say_left_out(folder: str, paths: Sequence[Path]) -> None:
    """Warn about the files in a folder of bots that are not bots: one of them may have been meant as a bot."""
    if paths:
        names = [f"{path.name}{os.sep if path.is_dir() else ''}" for path in paths[:MOST_NAMED]]
        some = ", ".join([*names, *(["…"] if len(paths) > MOST_NAMED else [])])
        print_error(worded("cli.left_out_no_bots", folder=folder, names=some, count=len(paths)))


def option_of(game: Game[Any], text: str) -> tuple[str, Json]:
    """Parse ``name=value``."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Problem(message("cli.option_form", got=text))
    with refused_options():
        if name not in game.options:
            raise BadOption("option.unknown", game=game.name, name=name, known=", ".join(game.options) or "-")
    return name, value_of(game.options[name], value)


def value_of(option: Option, text: str) -> Json:
    """Parse an option's value. Text that cannot be parsed is returned as it is, for `read_options` to refuse."""
    match option.kind:
        case "int":
            return whole_number(text)
        case "bool":
            return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
        case "ints":
            return [whole_number(part) for part in text.replace(",", " ").split()]
        case "text" if text.startswith("@"):
            return read(text[1:], LONGEST_OPTION)
    return text


@contextlib.contextmanager
def refused_options() -> Iterator[None]:
    """Turn errors of a game's or a match's options into a `Problem`."""
    try:
        yield
    except BadOption as bad:
        raise Problem(bad.text) from None


def drawn_seed(text: str | None, game: Game[Any]) -> int:
    """Return the given seed, or a new one: see `named.new_seed`."""
    return new_seed(game) if text is None else seed_of(text)


def seed_of(text: str) -> int:
    """Parse a seed; raise `Problem` for an invalid one."""
    found = whole_number(text)
    if not isinstance(found, int) or not 0 <= found <= LARGEST_SEED:
        raise Problem(message("cli.seed_range", most=LARGEST_SEED, got=text))
    return found


def drawn_secret(text: str | None, seed: str | None) -> str:
    """Return the given secret; without one, a new secret if the seed is new as well, and none if the seed was given."""
    if text is None:
        return new_secret() if seed is None else ""
    if not SECRET.fullmatch(text):
        raise Problem(message("cli.secret_form", most=LONGEST_SECRET, got=text))
    return text


def memory_of(args: argparse.Namespace) -> int | None:
    """Return the bytes that --memory gives each bot; None without it."""
    return None if args.memory is None else number(args.memory, "--memory", low=1) * 2**20


def workers_of(args: argparse.Namespace, game: Game[Any], options: Mapping[str, Json]) -> int:
    """Return how many blocks to play at once: by default as many as there are processors for."""
    if args.workers is not None:
        return number(args.workers, "--workers", low=1)
    from sandlot.api.series import workers_for  # lazily: `play` does not need contests, which load slowly

    return workers_for(game, options)


def number(text: str, name: str, low: int = 0) -> int:
    """Parse a whole number; raise `Problem` if it is not one, or is less than `low`."""
    found = whole_number(text)
    if not isinstance(found, int) or found < low:
        raise Problem(message("cli.number", name=name, low=low, got=text))
    return found
