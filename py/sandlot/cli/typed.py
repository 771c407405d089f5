"""Parses what was typed (games, bots, options, time limits, numbers), or says in a sentence what is wrong with it."""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from sandlot import bots
from sandlot.cli.files import files, read, read_python
from sandlot.cli.languages import STARTER, board_of, compiled
from sandlot.cli.problem import REFUSED, Problem
from sandlot.cli.terminal import complain
from sandlot.clock import Clock
from sandlot.files.bundle import MAIN, BadBundle
from sandlot.files.reading import leads_out, read_some
from sandlot.files.texts import BadText
from sandlot.formats.bounds import LARGEST_SEED, LONGEST_SECRET
from sandlot.game import BadOption, Game, Json, Option
from sandlot.games import GAMES
from sandlot.match.parts import SECRET
from sandlot.messages import Message, message, render
from sandlot.names import may_be_kept, problem_of

__all__ = [
    "bot_named",
    "bots_named",
    "check_count",
    "clock_of",
    "count_of",
    "drawn_secret",
    "drawn_seed",
    "game_named",
    "isolating_wall",
    "local",
    "number",
    "option_of",
    "program_at",
    "refused_options",
    "seed_of",
    "value_of",
    "well_named",
]

LONGEST_OPTION = 2**20
MOST_SOURCE = 2**20
"""Most bytes of a program in another language that are looked at."""
MOST_NAMED = 5
"""Most names of files in a folder of bots that are said to be no bots."""


def local() -> ModuleType:
    """Return the module that plays matches; raise `Problem` on systems where it cannot."""
    if os.name != "posix":
        raise Problem(message("cli.posix"))
    from sandlot import local

    return local


def isolating_wall() -> Any:
    """Return the best wall for bots on this machine; raise `NoWall` if there is none."""
    return local().isolating_wall()


def game_named(name: str) -> Game[Any]:
    """Return a game by name; raise `Problem` for an unknown one."""
    if name not in GAMES:
        raise Problem(message("cli.no_game", name=name, known=", ".join(GAMES)))
    return GAMES[name]


def bot_named(game: Game[Any], text: str) -> Any:
    """Return the bot that a command-line argument names; raise `Problem` if there is no such bot, or if it has no name
    that a contest could write.
    """
    return _well_named(_bot(game, text), text)


def _bot(game: Game[Any], text: str) -> Any:
    if text in (*game.house, bots.STARTER):
        return local().house(game.name, text)
    if text.startswith("cmd:"):
        return _shell_words(game, text.removeprefix("cmd:"))
    if text.endswith(".py"):
        return _python(text)
    if text.endswith(".zip") or (Path(text) / MAIN).is_file():
        return _bundle(text)
    raise Problem(_no_bot(game, text))


def _well_named(bot: Any, text: str) -> Any:
    """Return a bot; raise `Problem` if no file could hold its name. `text` is what has named it."""
    if why := problem_of(bot.name):
        raise Problem(message("cli.file", file=text, why=why), REFUSED)
    return bot


def _kept_by_name(bot: Any, text: str) -> Any:
    return bot if may_be_kept(bot.name) else _well_named(bot, text)


def well_named(typed: str, found: Sequence[tuple[Any, str]]) -> list[tuple[Any, str]]:
    """Return those of `bots_named` whose names a new contest may have; the others are named and left out. Raise
    `Problem` if one was typed alone, or if none is left.
    """
    good = []
    for bot, text in found:
        try:
            good.append((_well_named(bot, text), text))
        except Problem as problem:
            if text == typed:
                raise
            complain(render(message("cli.left_out", why=problem.text)))
    if not good:
        raise Problem(message("cli.no_bots_in", folder=typed))
    return good


def bots_named(game: Game[Any], text: str) -> list[tuple[Any, str]]:
    """Return the bots that an argument names, each with what names it alone: one, or all that are in a folder, by
    name; raise `Problem` if there is none. Their names may break the rule for names: see `well_named`.
    """
    folder = Path(text)
    if text in game.house or not folder.is_dir() or (folder / MAIN).is_file():
        return [(_kept_by_name(_bot(game, text), text), text)]
    with files():
        inside = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__")))
    found = [path for path in inside if path.suffix in (".py", ".zip") or (path / MAIN).is_file()]
    bots = [bot for path in found for bot in _bot_in_folder(game, folder, path)]
    if not bots:
        raise Problem(message("cli.no_bots_in", folder=text))
    _say_left_out(text, [path for path in inside if path not in found])
    return bots


def _bot_in_folder(game: Game[Any], folder: Path, path: Path) -> list[tuple[Any, str]]:
    """Return the bot at a path in a folder of bots, with its path. One that cannot be read stops no contest: it is
    named and left out. So is a link that leads to any other place of this machine.
    """
    try:
        if leads_out(folder, path):
            raise Problem(message("cli.file", file=str(path), why=message("cli.bot_link")))
        return [(_kept_by_name(_bot(game, str(path)), str(path)), str(path))]
    except Problem as problem:
        complain(render(message("cli.left_out", why=problem.text)))
        return []


def _say_left_out(folder: str, paths: Sequence[Path]) -> None:
    """Say what in a folder of bots is no bot: one of them may be meant as a bot."""
    if paths:
        names = [f"{path.name}{os.sep if path.is_dir() else ''}" for path in paths[:MOST_NAMED]]
        some = ", ".join([*names, *(["…"] if len(paths) > MOST_NAMED else [])])
        complain(render(message("cli.left_out_no_bots", folder=folder, names=some, count=len(paths))))


def program_at(game: Game[Any], path: str) -> Any:
    """Return the program that a configuration file names; raise `Problem` if it cannot be run."""
    if path.endswith(".py") and (Path(path).is_file() or len(path.split()) == 1):
        return _python(path)
    if Path(path).is_file():
        return _command(game, [str(Path(path).absolute())])
    return _shell_words(game, path)


def _no_bot(game: Game[Any], text: str) -> Message:
    """Return the sentence for an argument that names no bot; often it is a file that must be given in another way."""
    path = Path(text)
    if text and any(path.glob("*.py")):
        return message("cli.bot_folder", name=text)
    if compiled(path).compile and path.is_file():
        return _to_compile(game, path, text)
    if Path(f"{text}.py").is_file():
        return message("cli.bot_near", name=text, file=f"{text}.py")
    if path.is_file() and os.access(path, os.X_OK):
        program = text if os.sep in text else f".{os.sep}{text}"
        return message("cli.bot_program", name=text, bot=shlex.quote(f"cmd:{shlex.quote(program)}"))
    return message("cli.no_bot", name=text, game=game.name, known=", ".join(game.house))


def _to_compile(game: Game[Any], path: Path, name: str) -> Message:
    """Say how to make a bot of a file that must be compiled."""
    with files():
        made = compiled(path, read_some(path, MOST_SOURCE).decode("utf-8-sig", "replace"))
    words = {
        "name": name,
        "compile": made.compile,
        "bot": shlex.quote(made.bot) + (f" ...{board_of(game.name)}" if made.before else ""),
    }
    if not made.before:
        return message("cli.bot_compile", **words)
    write = f"sandlot new {game.name} {made.before}"
    return message("cli.bot_no_main", **words, file=STARTER, write=write)


def _python(path: str) -> Any:
    with files():
        return local().python_file(Path(path), read_python(path))


def _bundle(path: str) -> Any:
    with files():
        try:
            return local().python_bundle(Path(path))
        except (BadBundle, BadText) as bad:
            raise Problem(message("cli.file", file=path, why=bad.text), REFUSED) from None


def _shell_words(game: Game[Any], text: str) -> Any:
    """Return the program of a command that is written as in a shell."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise Problem(message("cli.command_unreadable", command=text)) from None
    return _command(game, words)


def _command(game: Game[Any], command: Sequence[str]) -> Any:
    if not command:
        raise Problem(message("cli.no_command"))
    if any(each.encode(errors="replace").decode() != each for each in command):
        # A contest keeps the command as text.
        raise Problem(message("cli.command_bytes", command=shlex.join(command)))
    if shutil.which(command[0]) is None:
        raise Problem(message("cli.no_program", program=command[0]))
    here = local()
    if (linked := here.linked_folder(command)) is not None:
        raise Problem(message("cli.command_link", name=linked), REFUSED)
    ends = next(iter(game.wires.values())).ends
    if ends != "turn" and any(here.INPUT in part for part in command):
        raise Problem(message("cli.input_other", placeholder=here.INPUT, game=game.name))
    return here.program(command)


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
    """Parse an option's value; a value that cannot be parsed is returned as text, for `read_options` to refuse."""
    match option.kind:
        case "int":
            return _whole(text)
        case "bool":
            return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
        case "ints":
            return [_whole(part) for part in text.replace(",", " ").split()]
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


def clock_of(game: Game[Any], texts: Sequence[str], clock: Clock) -> Clock:
    """Return the time limits: a preset by name, then changes to single limits."""
    most = Clock.most()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals and name in game.clocks:
            clock = game.clocks[name]
            continue
        if not equals:
            presets = ", ".join(game.clocks)
            id = "cli.clock_form" if presets else "cli.clock_form_only"
            raise Problem(message(id, got=text, **({"presets": presets} if presets else {})))
        if name not in most:
            raise Problem(
                message("cli.clock_unknown", name=name, known=", ".join(each for each in most if each != "steps"))
            )
        if name == "steps":
            raise Problem(message("cli.clock_steps"))
        limit = _whole(value)
        if not isinstance(limit, int) or not 0 <= limit <= most[name]:
            raise Problem(message("cli.clock_value", name=name, high=most[name], got=value))
        clock = clock.with_changes({name: limit})
    return clock


def drawn_seed(text: str | None, game: Game[Any]) -> int:
    """Return the seed that was asked for, or a new one. If the game hides something, a new seed is long enough that no
    bot can find it by trying all seeds.
    """
    return secrets.randbelow(LARGEST_SEED + 1 if game.hides else 2**32) if text is None else seed_of(text)


def seed_of(text: str) -> int:
    """Parse a seed; raise `Problem` if it is none."""
    found = _whole(text)
    if not isinstance(found, int) or not 0 <= found <= LARGEST_SEED:
        raise Problem(message("cli.seed_range", most=LARGEST_SEED, got=text))
    return found


def drawn_secret(text: str | None, seed: str | None) -> str:
    """Return the secret that was asked for; else a new one if the seed is new, and none if the seed is given."""
    if text is None:
        return secrets.token_hex(16) if seed is None else ""
    if not SECRET.fullmatch(text):
        raise Problem(message("cli.secret_form", most=LONGEST_SECRET, got=text))
    return text


def number(text: str, name: str, low: int = 0) -> int:
    """Parse a whole number; raise `Problem` if it is none or less than `low`."""
    found = _whole(text)
    if not isinstance(found, int) or found < low:
        raise Problem(message("cli.number", name=name, low=low, got=text))
    return found


def _whole(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 30 else text


def check_count(game: Game[Any], count: int) -> None:
    """Raise `Problem` unless this number of players can play."""
    fewest, most = game.players
    if not fewest <= count <= most:
        raise Problem(message("cli.count", game=game.name, players=count_of(fewest, most), count=count))


def count_of(fewest: int, most: int) -> Message:
    """Return the number of players that a game takes, in words."""
    if fewest == most:
        return message("cli.players", most=most)
    return message("cli.players_range", fewest=fewest, most=most)
