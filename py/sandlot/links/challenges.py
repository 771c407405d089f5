"""A challenge as a link, `#c1.`: {game, rules, options, clock, seeds, bot, rung}.

`rules` is the hash of the game's rules, `bot` the sender's, as in `bots`. The options are all of the game, so that a
later default changes nothing. `rung` is the house bot that the sender's bot has come to on the ladder, if there is one;
it is what the sender says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandlot.clock import Clock
from sandlot.files.bot import Bot
from sandlot.formats.bounds import LARGEST_SEED
from sandlot.game import BadOption, Game, Json, read_options
from sandlot.games import rules
from sandlot.links.bots import LONGEST_NAME, bot_from, bot_json, game_in
from sandlot.links.packing import BadLink, is_text, packed, unpacked

__all__ = ["CHALLENGE", "MOST_SEEDS", "Challenge", "clock_from", "link_challenge", "read_challenge"]

CHALLENGE = "c"
"""The letter of this kind of link."""
MOST_SEEDS = 100


@dataclass(frozen=True)
class Challenge:
    """A bot to be beaten, and the matches in which. `rules`: the hash of those that the sender has."""

    game: Game[Any]
    bot: Bot
    seeds: tuple[int, ...]
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: Clock | None = None
    rung: str | None = None
    rules: str = ""

    @property
    def same_rules(self) -> bool:
        """Whether this package plays the game by these rules. It reads the package's files."""
        return self.rules == rules(self.game.name)


def link_challenge(found: Challenge) -> str:
    """Return the fragment of a challenge. Raise `BadLink` if it cannot be one, and `BadOption` for its options."""
    game, seeds = found.game, _seeds(found.seeds)
    rung = {"rung": found.rung} if found.rung in game.house else {}
    return packed(
        CHALLENGE,
        {
            "game": game.name,
            "rules": rules(game.name),
            "options": _options(game, found.options),
            "clock": (found.clock or game.clock).json(),
            "seeds": seeds,
            "bot": bot_json(found.bot),
            **rung,
        },
    )


def read_challenge(address: str) -> Challenge:
    """Read a challenge; raise `BadLink` for any other text."""
    held = unpacked(address, CHALLENGE)
    game, seeds, hashed = game_in(held), held.get("seeds"), held.get("rules")
    if not isinstance(seeds, list) or not is_text(hashed, LONGEST_NAME):
        raise BadLink("link.broken")
    checked, rung = tuple(_seeds(seeds)), held.get("rung")
    return Challenge(
        game,
        bot_from(held.get("bot")),
        checked,
        _read_options(game, held.get("options")),
        clock_from(game, held.get("clock")),
        rung if isinstance(rung, str) and rung in game.house else None,
        hashed,
    )


def clock_from(game: Game[Any], value: Any) -> Clock:
    """Return a game's clock with changes from outside; raise `BadLink` if they are none."""
    if not isinstance(value, dict):
        raise BadLink("link.broken")
    try:
        return game.clock.with_changes(value)
    except ValueError:
        raise BadLink("link.bad_clock") from None


def _seeds(given: Sequence[Any]) -> list[int]:
    if not 0 < len(given) <= MOST_SEEDS or not all(type(each) is int and 0 <= each <= LARGEST_SEED for each in given):
        raise BadLink("link.bad_seeds", most=MOST_SEEDS, largest=LARGEST_SEED)
    return list(given)


def _options(game: Game[Any], given: Mapping[str, Json]) -> dict[str, Json]:
    options = read_options(game, given)
    # Some options exclude each other only when a game starts.
    game.start(min(max(2, game.players[0]), game.players[1]), 0, options)
    return options


def _read_options(game: Game[Any], value: Any) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise BadLink("link.broken")
    try:
        return _options(game, value)
    except BadOption as bad:
        raise BadLink(bad.text.id, **bad.text.params) from None
