"""The settings of a league: the file `league.toml`. Every invalid value becomes a sentence with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from itertools import pairwise
from typing import Any

from sandlot.clock import Clock
from sandlot.game import Game, Json
from sandlot.messages import LANGUAGES, message
from sandlot.settings.reader import BadSettings, Reader, Table

FILE = "league.toml"
DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
"""Names that Windows reserves for devices, so that no file or folder can have them there."""
LOGIN = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}")
"""A person's login at the host, by GitHub's rules: at most 39 characters."""
NAME = re.compile(r"[a-z0-9](?:[_-]?[a-z0-9]){0,39}")
"""The name of a bot or a season, which must be valid as a folder's name on every system."""
NAME_MOST, LOGIN_MOST = 40, 39


def is_login(text: str) -> bool:
    """Tell whether this is a valid login."""
    return bool(LOGIN.fullmatch(text)) and len(text) <= LOGIN_MOST and not DEVICE.fullmatch(text)


def is_folder_name(text: str) -> bool:
    """Tell whether this is a valid name for a bot or a season."""
    return bool(NAME.fullmatch(text)) and len(text) <= NAME_MOST and not DEVICE.fullmatch(text)


MOST_SEASONS = 40
MOST_PEOPLE = 2000
MOST_BOTS = 500
"""The maximum number of bots of a league: ratings of more take too long."""


class BadLeague(BadSettings):
    """Invalid settings. `text` says what is wrong, in a sentence that follows the name of the file."""


@dataclass(frozen=True)
class Season:
    """A season: bots may enter and change from `begins` until `deadline`. Then the final is played."""

    name: str
    begins: datetime
    deadline: datetime


CODE = ("deadline", "always", "never")
"""When the pages show the bots' code: after the deadline, always or never."""


@dataclass(frozen=True)
class Entering:
    """Who may enter, and with what. `people` are logins; empty: everybody. `bots` is how many bots a person may have;
    `kilobytes` and `files` are the limits of one bot. `code`, one of `CODE`, says when the pages show the code.
    """

    people: tuple[str, ...] = ()
    bots: int = 2
    kilobytes: int = 256
    files: int = 20
    code: str = CODE[0]


@dataclass(frozen=True)
class Playing:
    """How much is played in one run: `minutes` on each of `shards` machines. A new bot first plays `placing` blocks, a
    pair plays at most `pair` blocks, and the judge plays `again` percent of all blocks again. The `house` bots take
    part in the ladder.
    """

    minutes: int = 5
    shards: int = 2
    placing: int = 4
    pair: int = 20
    again: int = 10
    house: tuple[str, ...] = ()


@dataclass(frozen=True)
class Final:
    """The end of a season: a Swiss tournament of `rounds` (0: the usual number), then a double round robin of the best
    `top` entrants, and one of the next `top` in each further division.
    """

    top: int = 8
    divisions: int = 1
    rounds: int = 0


@dataclass(frozen=True)
class League:
    """A league."""

    title: str
    game: Game[Any]
    language: str
    clock: Clock
    seasons: tuple[Season, ...]
    options: Mapping[str, Json] = field(default_factory=dict)
    entering: Entering = Entering()
    playing: Playing = Playing()
    final: Final = Final()
    address: str = ""
    """Where its pages are, ending with a slash; "": unknown."""
    repository: str = ""
    """Where people propose changes, without a slash at its end; "": unknown."""

    def season(self, now: datetime) -> Season | None:
        """Return the latest season that has begun; None if none has."""
        begun = [each for each in self.seasons if each.begins <= now]
        return begun[-1] if begun else None

    def open_season(self, now: datetime) -> Season | None:
        """Return the season that bots can enter now; None if there is none."""
        season = self.season(now)
        return season if season and now < season.deadline else None


def read_league(text: str) -> League:
    """Read a league from TOML; raise `BadLeague`."""
    return _Reader(text).league()


class _Reader(Reader):
    problem = BadLeague

    def league(self) -> League:
        whole = self.whole
        known = (
            "title",
            "game",
            "language",
            "address",
            "repository",
            "options",
            "clock",
            "enter",
            "play",
            "final",
            "season",
        )
        self.check_known(whole, "", known)
        game = self.game()
        if not game.players[0] <= 2 <= game.players[1]:
            self.bad("", "game", message("league.two", game=game.name))
        title = self.read_text(whole, "", "title", needed=True, most=100)
        language = self.read_word(whole, "", "language", LANGUAGES, LANGUAGES[0])
        options, clock = self.options(game), self.clock(game)
        return League(
            title,
            game,
            language,
            clock,
            self._seasons(),
            options,
            self._entering(),
            self._playing(game),
            self._final(),
            f"{address}/" if (address := self._address("address", "league.address")) else "",
            self._address("repository", "league.repository"),
        )

    def _address(self, name: str, id: str) -> str:
        """Return an address without a slash at its end."""
        address = self.read_text(self.whole, "", name)
        if address and not re.fullmatch(r"https?://[\w.:-]+(?:/[\w.~%-]+)*/?", address, re.ASCII):
            self.bad("", name, message(id))
        return address.rstrip("/")

    def _entering(self) -> Entering:
        table, usual = self.read_table("enter"), Entering()
        self.check_known(table, "enter", ("people", "bots", "kilobytes", "files", "code"))
        people = table.get("people", [])
        if not isinstance(people, list) or len(people) > MOST_PEOPLE:
            self.bad("enter", "people", message("league.people"))
        if not all(isinstance(each, str) and is_login(each) for each in people):
            self.bad("enter", "people", message("league.people"))
        return Entering(
            tuple(people),
            self.read_whole(table, "enter", "bots", 1, 20, usual.bots),
            self.read_whole(table, "enter", "kilobytes", 1, 16_384, usual.kilobytes),
            self.read_whole(table, "enter", "files", 1, 300, usual.files),
            self.read_word(table, "enter", "code", CODE, usual.code),
        )

    def _playing(self, game: Game[Any]) -> Playing:
        table, usual = self.read_table("play"), Playing()
        self.check_known(table, "play", ("minutes", "shards", "placing", "pair", "again", "house"))
        house = table.get("house", [])
        if not isinstance(house, list) or not all(each in game.house for each in house) or len({*house}) < len(house):
            self.bad("play", "house", message("league.house", known=", ".join(game.house)))
        return Playing(
            self.read_whole(table, "play", "minutes", 1, 300, usual.minutes),
            self.read_whole(table, "play", "shards", 1, 20, usual.shards),
            self.read_whole(table, "play", "placing", 1, 50, usual.placing),
            self.read_whole(table, "play", "pair", 1, 1000, usual.pair),
            self.read_whole(table, "play", "again", 1, 100, usual.again),
            tuple(house),
        )

    def _final(self) -> Final:
        table, usual = self.read_table("final"), Final()
        self.check_known(table, "final", ("top", "divisions", "rounds"))
        return Final(
            self.read_whole(table, "final", "top", 2, 32, usual.top),
            self.read_whole(table, "final", "divisions", 1, MOST_BOTS // 2, usual.divisions),
            self.read_whole(table, "final", "rounds", 0, 20, usual.rounds),
        )

    def _seasons(self) -> tuple[Season, ...]:
        rows = self.whole.get("season", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.bad("", "season", message("league.seasons"))
        if not 1 <= len(rows) <= MOST_SEASONS:
            self.bad("", "season", message("league.seasons_count", most=MOST_SEASONS, count=len(rows)))
        seasons = [self._season(row, f"season.{number}") for number, row in enumerate(rows)]
        for number, (one, other) in enumerate(pairwise(seasons), 1):
            if other.begins < one.deadline:
                self.bad(f"season.{number}", "begins", message("league.seasons_order", before=one.name))
            if other.name in {each.name for each in seasons[:number]}:
                self.bad(f"season.{number}", "name", message("league.season_twice", name=other.name))
        return tuple(seasons)

    def _season(self, row: Table, where: str) -> Season:
        self.check_known(row, where, ("name", "begins", "deadline"))
        name = self.read_text(row, where, "name", needed=True)
        if not is_folder_name(name):
            self.bad(where, "name", message("league.name_form", most=NAME_MOST))
        begins, deadline = self._time(row, where, "begins"), self._time(row, where, "deadline")
        if begins >= deadline:
            self.bad(where, "deadline", message("league.season_ends"))
        return Season(name, begins, deadline)

    def _time(self, row: Table, where: str, name: str) -> datetime:
        if name not in row:
            self.bad(where, "", message("settings.needed", name=name))
        value = row[name]
        if isinstance(value, datetime) and value.tzinfo:
            return value.astimezone(UTC)
        if isinstance(value, date) and not isinstance(value, datetime):
            return datetime.combine(value, time(), UTC)
        return self.bad(where, name, message("league.time"))
