"""A contest: everything that decides it before its first game. Its JSON is what a results file and a bundle hold."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from time import monotonic
from typing import Annotated, Any

from sandlot import __version__
from sandlot.bounded import read_json
from sandlot.clock import Clock
from sandlot.formats.bounds import CONTEST_BOUNDS, LONGEST_SECRET, MOST_ENTRANTS
from sandlot.formats.compact import compact, compact_ascii
from sandlot.formats.shapes import NEEDED, Many, Misfit, Said, Shape, Text
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import GAMES
from sandlot.jobs import Refused
from sandlot.match.codecs import CLOCK, GAME
from sandlot.match.parts import SECRET, Player, Setup
from sandlot.messages import Message, message
from sandlot.names import problem_of
from sandlot.stats.blocks import Block, Entrant, Hash
from sandlot.tournaments.plan import Plan

FORMAT = "sandlot-contest"
VERSION = 1
FINGERPRINT = 16
"""Hexadecimal digits of a contest's fingerprint."""


class BadContest(Refused):
    """A text that does not describe a contest; `text` says what is wrong."""


@dataclass(frozen=True)
class Contest:
    """A contest before its first game.

    `rules` is the hash of the game's rules. `plan` is the JSON of a plan, with its seeds. `secret` keeps bots from
    finding a map's seed: see `match.parts.seat_seed`. `package` is the version of Sandlot that plays it.
    """

    game: Annotated[Game[Any], GAME]
    rules: Annotated[Hash, Said("The hash of the game's rules.")]
    entrants: Annotated[tuple[Entrant, ...], Many(MOST_ENTRANTS, 1)]
    plan: Annotated[Mapping[str, Json], Said(ref="plan")]
    options: Annotated[Mapping[str, Json], NEEDED] = field(default_factory=dict)
    clock: Annotated[Clock | None, CLOCK, NEEDED] = None
    secret: Annotated[str, Text(LONGEST_SECRET, form=SECRET.pattern), NEEDED] = ""
    package: Annotated[Hash, NEEDED] = __version__

    def json(self) -> dict[str, Json]:
        """Return the contest in the form that files hold; raise `BadContest` if it could not be read again."""
        game = self.game
        whole = replace(self, options=read_options(game, self.options), clock=self.clock or game.clock)
        try:
            return {"format": FORMAT, "version": VERSION, **CONTEST.write(whole)}
        except Misfit as bad:
            raise _refusal(bad) from None

    def fingerprint(self) -> str:
        """Return 16 hexadecimal digits that tell this contest from others. The secret, which no link holds, is left
        out: so the contest of a link has the fingerprint of the one that was shared.
        """
        return hashlib.sha256(compact(replace(self, secret="").json()).encode()).hexdigest()[:FINGERPRINT]

    def differs(self, rules: str, package: str = __version__) -> Message | None:
        """Return why games by these rules, in this version of Sandlot, do not belong to the
        contest; None if they do.
        """
        if self.package != package:
            return message("contest.differs_package", theirs=self.package, ours=package)
        return None if self.rules == rules else message("contest.differs_rules")

    def setup(self, block: Block, game: int) -> Setup:
        """Return the setup of one game of a block.

        All games of a block share the seed and the secret. So a bot has the same random numbers in a seat whoever sits
        in the others, and a bot against itself plays the same game twice.
        """
        entrants = [self.entrants[each] for each in block.seats(game)]
        players = tuple(Player(each.name, each.kind) for each in entrants)
        secret = self.secret and hashlib.sha256(f"{self.secret}/{block.number}".encode()).hexdigest()[:32]
        return Setup(self.game, players, block.seed, self.options, self.clock, secret=secret)


CONTEST: Shape[Contest] = Shape(Contest, "package game rules options clock secret entrants plan")


def read_contest(text: str) -> Contest:
    """Read a contest from JSON text; raise `BadContest` for any other text, and for another version of this format."""
    try:
        whole = read_json(text, CONTEST_BOUNDS)
    except ValueError:
        raise BadContest("contest.not_json") from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadContest("contest.other_format")
    if whole.get("version") != VERSION:
        raise BadContest("contest.other_version", version=repr(whole.get("version"))[:20], known=VERSION)
    return contest_from(whole)


TRIED, SECONDS = 100, 0.5
"""How many seeds are tried before the first game, and for how long."""


def try_seeds(game: Game[Any], plan: Plan, options: Mapping[str, Json]) -> None:
    """Begin a game on the first seeds of a plan, because some maps fit only some seeds. Raise `BadOption` if the first
    seed is refused, which mostly means that all are, and `BadContest` for a later one.
    """
    until, blocks = monotonic() + SECONDS, plan.schedule({}, {}).blocks
    for number, seed in enumerate(islice(dict.fromkeys((plan.seeds.at(0), *(each.seed for each in blocks))), TRIED)):
        try:
            game.start(plan.players, seed, options)
        except BadOption as bad:
            if number == 0:
                raise
            raise BadContest(refused_on(seed, bad)) from None
        if monotonic() > until:
            return


def first_state(contest: Contest, plan: Plan) -> Any:
    """Return the position in which the first game begins; raise `BadContest` if the options do not fit its seed."""
    seed = plan.seeds.at(0)
    try:
        return contest.game.start(plan.players, seed, contest.options)
    except BadOption as bad:
        raise BadContest(refused_on(seed, bad)) from None


def refused_on(seed: int, bad: BadOption) -> Message:
    """Return the error for a contest whose options are refused on one of its seeds."""
    return message("contest.bad_seed", seed=str(seed), why=bad.text)


def begun(contest: Contest) -> Contest:
    """Return a new contest as files will hold it; raise `BadContest` if it could not be read again, or if a name breaks
    the rule for names. Contests of earlier versions may have names that break it, and go on.
    """
    for each in contest.entrants:
        if why := problem_of(each.name):
            raise BadContest(why)
    return read_contest(compact_ascii(contest.json()))


def contest_from(whole: Mapping[str, Json]) -> Contest:
    """Read a contest from its JSON value, whose size and depth were checked; raise `BadContest` for any other value."""
    if not isinstance(whole.get("game"), str) or whole["game"] not in GAMES:
        raise BadContest("contest.other_game", game=repr(whole.get("game"))[:40])
    try:
        found = CONTEST.read(whole)
        if len({each.name for each in found.entrants}) < len(found.entrants):
            raise Misfit("entrants")
        return replace(found, options=read_options(found.game, found.options), clock=_clock(found.clock))
    except Misfit as bad:
        raise _refusal(bad) from None
    except BadOption as bad:
        raise BadContest(bad.text) from None


def _clock(changes: Any) -> Clock:
    try:
        return Clock().with_changes(changes)
    except ValueError:
        raise Misfit("clock") from None


def _refusal(bad: Misfit) -> BadContest:
    return BadContest("contest.bad_field", name=str(bad))
