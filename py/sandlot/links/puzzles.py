"""A puzzle as a link, `#z1.`: {game, puzzle}. A puzzle is the beginning of a real game, and the right orders there.

`match` is an ordinary link of that game, stopped after `turn` turns. The player in `seat` is asked for the next order.
`answers` are all right orders, as moves of the game. The value of every right order, at least `best`, is far above that
of any other order, at most `next`. `lines` show how the game goes on after an order: how a wrong one is refuted, or how
a right one wins. Each turn of a line has the moves of all players, null for one that does not move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from sandlot.formats.bounds import LONGEST_PLAYER, MOST_PLAYERS
from sandlot.formats.compact import compact, compact_ascii
from sandlot.formats.shapes import SURROGATES, Custom, Many, Misfit, OneOf, Said, Shape, Text, Whole
from sandlot.game import Game, Json
from sandlot.links.bots import LINKED_GAME
from sandlot.links.packing import BadLink, packed, read_as, unpacked

PUZZLE = "z"
"""The letter of this kind of link."""
LONGEST_MATCH = 20_000
LONGEST_MOVE = 100
"""The maximum length, in characters, of a move as JSON."""
MOST_ANSWERS = 100
MOST_LINES = 100
MOST_TURNS = 60
"""The maximum number of turns of a line."""
MOST_COUNTED = 1_000_000
THEMES = (
    *("only-move", "cut-off"),  # of Snake
    *("find-head", "best-question"),  # of Planes
    *("win-tank", "win-base", "save-tank", "save-base"),  # of Tank
    *("capture", "save-general", "city"),  # of Generals
)
WHATS = ("lives", "dies", "wins", "open", "loses", "asks", "sure", "value")
"""What an order leads to; a number says how much. It counts turns, except for the last three, where it counts
hundredths of a bit, arrangements out of a thousand that have a head there, and points.
"""


def _move(value: Any) -> Json:
    # The depth and the number of values are bounded already, because the text of the whole link was checked.
    if value is None or len(compact_ascii(value)) > LONGEST_MOVE or SURROGATES.search(compact(value)):
        raise Misfit
    return value


def _move_or_null(value: Any) -> Json:
    return None if value is None else _move(value)


Move: TypeAlias = Annotated[Json, Custom(_move, _move, {"description": "A move of the game."})]
MoveOrNull: TypeAlias = Annotated[
    Json, Custom(_move_or_null, _move_or_null, {"description": "A move of the game; null: it does not move."})
]


@dataclass(frozen=True)
class Margin:
    """The value of an order: what it leads to, and a number, see `WHATS`."""

    what: Annotated[str, OneOf(*WHATS)]
    count: Annotated[int, Whole(0, MOST_COUNTED)]


@dataclass(frozen=True)
class PlayedOn:
    """How the game goes on after an order: the moves of all players, turn by turn; the first turn has the order."""

    order: Move
    turns: Annotated[tuple[Annotated[tuple[MoveOrNull, ...], Many(MOST_PLAYERS, 1)], ...], Many(MOST_TURNS, 1)]


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A puzzle."""

    id: Annotated[str, Text(40, 1, "[a-z0-9-]+")]
    match: Annotated[str, Text(LONGEST_MATCH, 1, "#v[0-9]+[.][A-Za-z0-9_-]+"), Said("A link of the match so far.")]
    turn: Annotated[int, Whole(1, 10_000), Said("How many turns it has.")]
    seat: Annotated[int, Whole(0, MOST_PLAYERS), Said("Who is asked.")]
    theme: Annotated[str, OneOf(*THEMES)]
    answers: Annotated[tuple[Move, ...], Many(MOST_ANSWERS, 1), Said("All orders that are right.")]
    best: Annotated[Margin, Said("What a right order gets, at least.")]
    next: Annotated[Margin, Said("What any other order gets, at most.")]
    depth: Annotated[int, Whole(0, 1000), Said("How many turns the search that confirmed it has looked ahead.")]
    found_by: Annotated[
        tuple[Annotated[str, Text(LONGEST_PLAYER)], ...], Many(100), Said("The house bots whose order is right.")
    ] = ()
    lines: Annotated[tuple[PlayedOn, ...], Many(MOST_LINES)] = ()


@dataclass(frozen=True)
class PuzzleLink:
    """A puzzle and its game."""

    game: Annotated[Game[Any], LINKED_GAME]
    puzzle: Puzzle


LINK: Shape[PuzzleLink] = Shape(PuzzleLink)


def link_puzzle(found: PuzzleLink) -> str:
    """Return the fragment of a puzzle; raise `BadLink` if no link can hold it."""
    try:
        return packed(PUZZLE, LINK.write(found))
    except Misfit:
        raise BadLink("link.broken") from None


def read_puzzle(address: str) -> PuzzleLink:
    """Read the link of a puzzle; raise `BadLink` for any other text. Its match is checked only when it is opened: see
    `puzzles.position`.
    """
    return read_as(LINK, unpacked(address, PUZZLE))
