"""Reads the bots of a league in `bots/LOGIN/NAME/`: untrusted files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sandlot import bots
from sandlot.archive.sources import code_of
from sandlot.files.bot import Bot
from sandlot.files.bundle import LEFT_OUT, BadBundle, from_folder
from sandlot.files.texts import BadText, decode
from sandlot.games import rules
from sandlot.league.settings import LOGIN_MOST, MOST_BOTS, NAME_MOST, League, is_folder_name, is_login
from sandlot.messages import Message, message, plain

BOTS = "bots"


@dataclass(frozen=True)
class Entry:
    """A bot that plays. `name` is LOGIN/NAME, or the name of a house bot; `code` is the hash of its code and of the
    rules.
    """

    name: str
    bot: Bot
    code: str

    @property
    def person(self) -> str:
        """The login of its owner; "" for a house bot."""
        return self.name.partition("/")[0] if "/" in self.name else ""


@dataclass(frozen=True)
class Entries:
    """All bots that play: house bots first, then people's bots in the order of their names; and the problems of all
    other bots, by their folders.
    """

    entries: tuple[Entry, ...]
    problems: dict[str, Message]


def read_entries(root: Path, league: League) -> Entries:
    """Read all bots of a league. An invalid bot does not affect the others."""
    found = [_entry(name, bots.house(league.game.name, name), league) for name in league.playing.house]
    problems: dict[str, Message] = {}
    people: dict[str, str] = {}
    folder = root / BOTS
    for login in _folders(folder):
        where = f"{BOTS}/{plain(login)}"
        if not is_login(login):
            problems[where] = message("league.no_login", most=LOGIN_MOST)
        elif (other := people.setdefault(login.casefold(), login)) != login:
            problems[where] = message("league.same_login", other=other)
        elif league.entering.people and login.casefold() not in {each.casefold() for each in league.entering.people}:
            problems[where] = message("league.not_asked", login=login)
        else:
            names = list(_folders(folder / login))
            for number, name in enumerate(names):
                if number >= league.entering.bots:
                    problems[f"{where}/{plain(name)}"] = message("league.many_bots", most=league.entering.bots)
                elif len(found) >= MOST_BOTS:
                    problems[f"{where}/{plain(name)}"] = message("league.full", most=MOST_BOTS)
                elif isinstance(entry := read_entry(folder / login / name, league), Message):
                    problems[f"{where}/{plain(name)}"] = entry
                else:
                    found.append(entry)
    return Entries(tuple(found), problems)


def read_entry(folder: Path, league: League) -> Entry | Message:
    """Read a bot from its folder, whose last two parts are its name; or return what is wrong with it."""
    if not is_folder_name(folder.name):
        return message("league.name_form", most=NAME_MOST)
    if why := problem_of(folder, league):
        return why
    try:
        found = from_folder(folder)
        source = decode(found.files[found.main], python=True).text
        bot = Bot(folder.name, "code", source, found.main, files=found.files)
        return _entry(f"{folder.parent.name}/{folder.name}", bot, league)
    except (BadBundle, BadText) as bad:
        return bad.text if isinstance(bad.text, Message) else message("league.unreadable", why=str(bad))
    except (OSError, ValueError) as error:
        return message("league.unreadable", why=type(error).__name__)


def problem_of(folder: Path, league: League) -> Message | None:
    """Check the files of a bot before any of them is opened; return the problem if there is a link or a device, if
    there are no files or too many, or if they are too large. None: no problem.
    """
    files = size = 0
    for path, mode, length in _below(folder):
        name = plain(path.relative_to(folder).as_posix())
        if stat.S_ISLNK(mode):
            return message("league.link", name=name)
        if not stat.S_ISREG(mode):
            return message("league.special", name=name)
        files += 1
        size += length
        if files > league.entering.files:
            return message("league.many_files", most=league.entering.files)
        if size > league.entering.kilobytes * 1024:
            return message("league.large", most=league.entering.kilobytes)
    return None if files else message("league.no_files")


def _entry(name: str, bot: Bot, league: League) -> Entry:
    bot = replace(bot, name=name)
    return Entry(name, bot, code_of(bot, rules(league.game.name)))


def _folders(folder: Path) -> Iterator[str]:
    """Yield the names of the folders in a folder, sorted; links are left out."""
    try:
        with os.scandir(folder) as inside:
            names = [each.name for each in inside if each.is_dir(follow_symlinks=False)]
    except FileNotFoundError:
        return
    yield from sorted(set(names) - LEFT_OUT)


def _below(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """Yield every file below a folder with its mode and size in bytes. Links are yielded themselves, not followed."""
    for here, folders, names in os.walk(folder):
        links = [name for name in folders if Path(here, name).is_symlink()]
        folders[:] = sorted(set(folders) - LEFT_OUT - {*links})
        for name in sorted([*names, *links]):
            path = Path(here, name)
            found = path.lstat()
            yield path, found.st_mode, found.st_size
