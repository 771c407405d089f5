"""A challenge as a link, `#c1.`: {game, rules, options, clock, seeds, bot, rung, answers, match}.

`rules` is the hash of the game's rules, and `bot` is the sender's bot, as in `bots`. `options` has all options of the
game, so that the challenge stays the same if defaults change. `rung` is the house bot that the sender's bot has reached
on the ladder, if any. `answers` is the score in another challenge, if this one answers it. Both are only the sender's
claims. `match` is a link of one of the matches of that score, to be watched; it is left out if it is too long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from sandlot.clock import Clock
from sandlot.files.bot import Bot
from sandlot.formats.bounds import LARGEST_SEED
from sandlot.formats.shapes import NEEDED, Custom, Many, Misfit, Number, Said, Shape, Text, Whole
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import rules
from sandlot.links.bots import LINKED_BOT, LINKED_GAME
from sandlot.links.packing import BadLink, packed, read_as, unpacked
from sandlot.match.codecs import CLOCK
from sandlot.names import LONGEST_NAME

CHALLENGE = "c"
"""The letter of this kind of link."""
MOST_SEEDS = 100
LONGEST_MATCH = 20_000
"""The maximum length, in characters, of the link of a match."""


def _seeds(given: Any) -> tuple[int, ...]:
    try:
        return _SEEDS.read(list(given))
    except (Misfit, TypeError):
        raise BadLink("link.bad_seeds", most=MOST_SEEDS, largest=LARGEST_SEED) from None


_SEEDS: Shape[tuple[int, ...]] = Shape(
    Annotated[tuple[Annotated[int, Whole(0, LARGEST_SEED)], ...], Many(MOST_SEEDS, 1)]
)
SEEDS = Custom(_seeds, lambda given: list(_seeds(given)), _SEEDS.schema)


@dataclass(frozen=True)
class Score:
    """The score of a challenge: `points` in `games` games against the bot `to`."""

    to: Annotated[str, Text(LONGEST_NAME, 1, whole=True)]
    points: Annotated[float, Number(0, 2 * MOST_SEEDS)]
    games: Annotated[int, Whole(1, 2 * MOST_SEEDS)]


@dataclass(frozen=True)
class Challenge:
    """A bot to beat, and the matches to play. `rules`: the hash of the sender's rules."""

    game: Annotated[Game[Any], LINKED_GAME]
    bot: Annotated[Bot, LINKED_BOT]
    seeds: Annotated[tuple[int, ...], SEEDS]
    options: Annotated[Mapping[str, Json], NEEDED] = field(default_factory=dict)
    clock: Annotated[Clock | None, CLOCK, NEEDED] = None
    rung: Annotated[Any, Said("A house bot.", more={"type": "string"})] = None
    rules: Annotated[str, Text(LONGEST_NAME, whole=True), NEEDED, Said("The hash of the game's rules.")] = ""
    answers: Annotated[Score | None, Said("Of the challenge that this one answers.")] = None
    match: Annotated[
        str | None,
        Text(LONGEST_MATCH, 1, "#v[0-9]+[.][A-Za-z0-9_-]+"),
        Said("A link of a match that was played for it."),
    ] = None

    @property
    def same_rules(self) -> bool:
        """Whether this package has the same rules. Reads the files of the package."""
        return self.rules == rules(self.game.name)


LINK: Shape[Challenge] = Shape(Challenge, "game rules options clock seeds bot rung answers match")


def link_challenge(found: Challenge) -> str:
    """Return the fragment of a challenge. Raise `BadLink` if no link can hold it, and `BadOption` if its options are
    invalid.
    """
    game = found.game
    whole = replace(
        found,
        rules=rules(game.name),
        options=_options(game, found.options),
        clock=found.clock or game.clock,
        rung=_rung(game, found.rung),
    )
    return packed(CHALLENGE, LINK.write(whole))


def read_challenge(address: str) -> Challenge:
    """Read a challenge; raise `BadLink` for any other text."""
    found = read_as(LINK, unpacked(address, CHALLENGE))
    if found.answers and found.answers.points > found.answers.games:
        raise BadLink("link.broken")
    game = found.game
    try:
        options = _options(game, found.options)
    except BadOption as bad:
        raise BadLink(bad.text) from None
    return replace(found, options=options, clock=clock_from(game, found.clock), rung=_rung(game, found.rung))


def _rung(game: Game[Any], name: Any) -> str | None:
    return name if isinstance(name, str) and name in game.house else None


def clock_from(game: Game[Any], value: Any) -> Clock:
    """Return a game's clock with untrusted changes; raise `BadLink` for invalid ones."""
    if not isinstance(value, dict):
        raise BadLink("link.broken")
    try:
        return game.clock.with_changes(value)
    except ValueError:
        raise BadLink("link.bad_clock") from None


def _options(game: Game[Any], given: Mapping[str, Json]) -> dict[str, Json]:
    options = read_options(game, given)
    # Combinations of options are checked only when a game starts.
    game.start(min(max(2, game.players[0]), game.players[1]), 0, options)
    return options
