"""Finds the games and bots that the user has named, or says in a sentence what is wrong with a name."""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
from collections.abc import Callable, Sequence
from operator import index
from pathlib import Path
from typing import Any, TypeAlias

from sandlot import bots
from sandlot.api.files import decoded, files, refusing_content
from sandlot.api.languages import STARTER, board_of, compiled
from sandlot.api.problem import REFUSED, Problem
from sandlot.clock import Clock
from sandlot.files.bot import LONGEST_SOURCE, Bot
from sandlot.files.bundle import BadBundle
from sandlot.files.reading import read_some
from sandlot.files.texts import BadText
from sandlot.formats.bounds import DRAWN_SEEDS, LARGEST_SEED
from sandlot.game import Game, short
from sandlot.games import GAMES
from sandlot.match.parts import Setup
from sandlot.messages import Message, message
from sandlot.names import problem_of

MOST_SOURCE = 2**20
"""How many bytes of a program in another language are read to find out how it is compiled."""
Read: TypeAlias = Callable[[str], str]


def read_silently(path: str) -> str:
    """Return the source in a Python file; raise `Problem` if it cannot be read."""
    return decoded(path, LONGEST_SOURCE, python=True).text


def check_system() -> None:
    """Raise `Problem` on systems where bots cannot be started: `sandlot.local` needs POSIX."""
    if os.name != "posix":
        raise Problem(message("cli.posix"))


def game_named(name: str) -> Game[Any]:
    """Return a game by name; raise `Problem` for an unknown one."""
    if not isinstance(name, str) or name not in GAMES:
        raise Problem(
            message("cli.no_game", name=name if isinstance(name, str) else short(name), known=", ".join(GAMES))
        )
    return GAMES[name]


def bot_named(game: Game[Any], text: str, read: Read = read_silently) -> Bot:
    """Return the bot that a text names, as on the command line: a house bot, a path, or ``cmd:`` with a command. `read`
    returns the source in a Python file. Raise `Problem` if there is no such bot, or if its name is invalid.
    """
    return checked_name(bot_at(game, text, read), text)


def bot_at(game: Game[Any], text: str, read: Read = read_silently) -> Bot:
    """Return the bot that a text names, without checking its name."""
    if text in (*game.house, bots.STARTER):
        check_system()
        from sandlot import local

        return local.house(game.name, text)
    if text.startswith("cmd:"):
        return _shell_words(game, text.removeprefix("cmd:"))
    # On Windows names are not case-sensitive, and may be typed in any case.
    if text.lower().endswith(".py"):
        return _python(text, read)
    with files():
        if text.lower().endswith(".zip") or (text and any(Path(text).glob("*.py"))):
            return bundle_at(text)
        if Path(text).is_dir():
            # A folder that may not be read looks as if it were empty.
            next(Path(text).iterdir(), None)
        raise Problem(_no_bot(game, text))


def checked_name(bot: Bot, text: str) -> Bot:
    """Return a bot; raise `Problem` if its name is invalid. `text` is the argument that named it."""
    if why := problem_of(bot.name):
        raise Problem(message("cli.file", file=text, why=why), REFUSED)
    return bot


def program_at(game: Game[Any], path: str, read: Read) -> Bot:
    """Return the program that a configuration file names; raise `Problem` if it cannot be run. `read` is as for
    `bot_named`.
    """
    if path.endswith(".py") and (Path(path).is_file() or len(path.split()) == 1):
        return _python(path, read)
    if Path(path).is_file():
        return _command(game, [str(Path(path).absolute())])
    if path and any(Path(path).glob("*.py")):
        return bundle_at(path)
    return _shell_words(game, path)


def _no_bot(game: Game[Any], text: str) -> Message:
    """Return the sentence for an argument that names no bot; often it is a file that must be given in another form."""
    path = Path(text)
    if compiled(path).compile and path.is_file():
        return _to_compile(game, path, text)
    if Path(f"{text}.py").is_file():
        return message("cli.bot_near", name=text, file=f"{text}.py")
    if path.is_file() and os.access(path, os.X_OK):
        program = text if os.sep in text else f".{os.sep}{text}"
        return message("cli.bot_program", name=text, bot=shlex.quote(f"cmd:{shlex.quote(program)}"))
    return message("cli.no_bot", name=text, game=game.name, known=", ".join(game.house))


def _to_compile(game: Game[Any], path: Path, name: str) -> Message:
    """Return the sentence that says how to compile a file into a bot."""
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


def _python(path: str, read: Read) -> Bot:
    check_system()
    from sandlot import local

    with files():
        return local.python_file(Path(path), read(path))


def bundle_at(path: str) -> Bot:
    """Return the bot in a zip or a folder. Its main file is `__main__.py`, or the one that `main_file.main_among`
    finds; raise `Problem` if it is not clear which one that is.
    """
    check_system()
    from sandlot import local

    with files(), refusing_content(path, BadBundle, BadText):
        return local.python_bundle(Path(path))


def _shell_words(game: Game[Any], text: str) -> Bot:
    """Return the program of a command that is written as in a shell."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise Problem(message("cli.command_unreadable", command=text)) from None
    return _command(game, words)


def _command(game: Game[Any], command: Sequence[str]) -> Bot:
    if not command:
        raise Problem(message("cli.no_command"))
    if any(each.encode(errors="replace").decode() != each for each in command):
        # A contest's file stores the command as text.
        raise Problem(message("cli.command_bytes", command=shlex.join(command)))
    if shutil.which(command[0]) is None:
        raise Problem(message("cli.no_program", program=command[0]))
    check_system()
    from sandlot import local

    if (linked := local.linked_folder(command)) is not None:
        raise Problem(message("cli.command_link", name=linked), REFUSED)
    framing = next(iter(game.wires.values())).framing
    if framing != "turn" and any(local.INPUT in part for part in command):
        raise Problem(message("cli.input_other", placeholder=local.INPUT, game=game.name))
    return local.program(command)


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


def clock_of(game: Game[Any], texts: Sequence[str], clock: Clock) -> Clock:
    """Return the time control that the texts describe, starting from `clock`: each is the name of a preset, or
    NAME=VALUE, which changes one limit. Raise `Problem` for an unknown preset or limit, or an invalid value.
    """
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
            raise Problem(message("cli.clock_unknown", name=name, known=", ".join(most)))
        limit = whole_number(value)
        if not isinstance(limit, int) or not 0 <= limit <= most[name]:
            id = "cli.clock_steps" if name == "steps" else "cli.clock_value"
            raise Problem(message(id, name=name, high=most[name], got=value))
        clock = clock.with_changes({name: limit})
    return clock


def new_seed(game: Game[Any]) -> int:
    """Return a new seed. With imperfect information it is so large that no bot can find it by trying all seeds."""
    return secrets.randbelow(LARGEST_SEED + 1 if game.imperfect_information else DRAWN_SEEDS)


def new_secret() -> str:
    """Return a new secret for a match: see `match.parts.Setup`."""
    return secrets.token_hex(16)


def whole_number(text: str) -> int | str:
    """Return the whole number in a text; the text itself if it is not one, or has 30 digits or more."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 30 else text


def whole(value: object) -> int | None:
    """Return a whole number given by the caller, which may be one of numpy's, as an int; None for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_player(setup: Setup, player: int | None) -> None:
    """Raise `Problem` unless this is the number of a player of a match, or None."""
    most = len(setup.players) - 1
    if player is not None and whole(player) not in range(most + 1):
        raise Problem(message("api.seat", most=most, got=short(player)))
