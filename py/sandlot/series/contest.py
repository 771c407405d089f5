"""A contest: everything that decides it before its first game. Its JSON is what a results file and a bundle hold."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandlot import __version__
from sandlot.bounded import read_json
from sandlot.clock import Clock
from sandlot.formats.bounds import CONTEST_BOUNDS, LONGEST_HASH, MOST_ENTRANTS
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import GAMES
from sandlot.jobs import Refused
from sandlot.match.parts import SECRET, Player, Setup
from sandlot.messages import Message, message
from sandlot.names import LONGEST_NAME, problem_of
from sandlot.series.blocks import Block, Entrant

__all__ = ["FORMAT", "LONGEST_NAME", "BadContest", "Contest", "begun", "read_contest"]

FORMAT = "sandlot-contest"
VERSION = 1
KINDS = ("code", "house", "program")


class BadContest(Refused):
    """A text that does not describe a contest; `text` says what is wrong."""


@dataclass(frozen=True)
class Contest:
    """A contest before its first game.

    `rules` is the hash of the game's rules. `plan` is the JSON of a plan, with its seeds. `secret` keeps bots from
    finding a map's seed: see `match.parts.seat_seed`. `package` is the version of Sandlot that plays it.
    """

    game: Game[Any]
    rules: str
    entrants: tuple[Entrant, ...]
    plan: Mapping[str, Json]
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: Clock | None = None
    secret: str = ""
    package: str = __version__

    def json(self) -> dict[str, Json]:
        """Return the contest in the form that files hold."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "package": self.package,
            "game": self.game.name,
            "rules": self.rules,
            "options": read_options(self.game, self.options),
            "clock": (self.clock or self.game.clock).json(),
            "secret": self.secret,
            "entrants": [{"name": each.name, "code": each.code, "kind": each.kind} for each in self.entrants],
            "plan": dict(self.plan),
        }

    def differs(self, rules: str, package: str = __version__) -> Message | None:
        """Say why games by these rules, in this version of Sandlot, do not belong to the contest; None if they do."""
        if self.package != package:
            return message("contest.differs_package", theirs=self.package, ours=package)
        return None if self.rules == rules else message("contest.differs_rules")

    def setup(self, block: Block, game: int) -> Setup:
        """Return the match that one game of a block is.

        All games of a block share the seed and the secret. So a bot has the same random numbers in a seat whoever
        sits in the others, and a bot against itself plays the same game twice.
        """
        entrants = [self.entrants[each] for each in block.seats(game)]
        players = tuple(Player(each.name, each.kind) for each in entrants)
        return Setup(self.game, players, block.seed, self.options, self.clock, secret=self._secret_of(block))

    def _secret_of(self, block: Block) -> str:
        return self.secret and hashlib.sha256(f"{self.secret}/{block.number}".encode()).hexdigest()[:32]


def read_contest(text: str) -> Contest:
    """Read a contest from JSON text; raise `BadContest` if it is none, or one of another version of this format."""
    try:
        whole = read_json(text, CONTEST_BOUNDS)
    except ValueError:
        raise BadContest("contest.not_json") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadContest("contest.other_format")
    if whole.get("version") != VERSION:
        raise BadContest("contest.other_version", version=repr(whole.get("version"))[:20], known=VERSION)
    return contest_from(whole)


def begun(contest: Contest) -> Contest:
    """Return a new contest as files will hold it; raise `BadContest` if it could not be read again, or if a name breaks
    the rule for names. Contests of earlier versions may have names that break it, and go on.
    """
    for each in contest.entrants:
        if why := problem_of(each.name):
            raise BadContest(why.id, **why.params)
    return read_contest(json.dumps(contest.json(), separators=(",", ":")))


def contest_from(whole: Mapping[str, Json]) -> Contest:
    """Read a contest from its JSON value, whose size and depth were checked; raise `BadContest` if it is none."""
    game = GAMES.get(whole["game"]) if isinstance(whole.get("game"), str) else None
    if game is None:
        raise BadContest("contest.other_game", game=repr(whole.get("game"))[:40])
    options, clock, plan = (_part(whole, name) for name in ("options", "clock", "plan"))
    try:
        return Contest(
            game,
            _text(whole, "rules", LONGEST_HASH),
            _entrants(whole.get("entrants")),
            plan,
            read_options(game, options),
            _clock(clock),
            _secret(whole.get("secret")),
            _text(whole, "package", LONGEST_HASH),
        )
    except BadOption as bad:
        raise BadContest(bad.text.id, **bad.text.params) from None


def _clock(given: Mapping[str, Json]) -> Clock:
    try:
        return Clock().with_changes(given)
    except ValueError:
        raise BadContest("contest.bad_field", name="clock") from None


def _entrants(given: Json) -> tuple[Entrant, ...]:
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_ENTRANTS:
        raise BadContest("contest.bad_field", name="entrants")
    found = []
    for each in given:
        if not isinstance(each, dict) or each.get("kind") not in KINDS:
            raise BadContest("contest.bad_field", name="entrants")
        found.append(Entrant(_text(each, "name", LONGEST_NAME), _text(each, "code", LONGEST_HASH), each["kind"]))
    if len({each.name for each in found}) < len(found):
        raise BadContest("contest.bad_field", name="entrants")
    return tuple(found)


def _part(whole: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    value = whole.get(name)
    if not isinstance(value, dict):
        raise BadContest("contest.bad_field", name=name)
    return value


def _text(whole: Mapping[str, Json], name: str, most: int) -> str:
    value = whole.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= most or not _is_well_formed(value):
        raise BadContest("contest.bad_field", name=name)
    return value


def _is_well_formed(text: str) -> bool:
    """Tell whether a text can be written as UTF-8: JSON can hold half a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _secret(value: Json) -> str:
    if not isinstance(value, str) or not SECRET.fullmatch(value):
        raise BadContest("contest.bad_field", name="secret")
    return value
