"""A file of puzzles, and the position of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

from sandlot.bounded import Bounds, read_json
from sandlot.formats.bounds import LONGEST_PLAYER
from sandlot.formats.compact import compact
from sandlot.formats.shapes import NEEDED, Many, Misfit, OneOf, Said, Shape, Text
from sandlot.game import Game, IllegalMove, Json
from sandlot.games import GAMES
from sandlot.jobs import Refused
from sandlot.links import BadLink, unlink
from sandlot.links.bots import LINKED_GAME
from sandlot.links.puzzles import Puzzle
from sandlot.match.parts import Finish
from sandlot.match.replay import Replay, run
from sandlot.match.validation import BadReplay
from sandlot.messages import Message

FORMAT = "sandlot-puzzles"
VERSION = 1
MOST_PUZZLES = 1000
BOUNDS = Bounds(characters=2**22, values=500_000, depth=12)
DATA = Path(__file__).parent / "data"

T = TypeVar("T")


class BadPuzzle(Refused):
    """A file of puzzles that cannot be read, or a puzzle that its own match contradicts; `text` says why."""


@dataclass(frozen=True, kw_only=True)
class Puzzles:
    """The puzzles of a game. `rungs`: the house bots that were asked, the weakest first."""

    format: Annotated[str, OneOf(FORMAT), NEEDED] = FORMAT
    version: Annotated[int, OneOf(VERSION), NEEDED] = VERSION
    game: Annotated[Game[Any], LINKED_GAME]
    rules: Annotated[str, Text(16, 16), Said("The hash of the game's rules.")]
    rungs: Annotated[tuple[Annotated[str, Text(LONGEST_PLAYER)], ...], Many(100), Said("House bots, weakest first.")]
    puzzles: Annotated[tuple[Puzzle, ...], Many(MOST_PUZZLES)]


PUZZLES: Shape[Puzzles] = Shape(Puzzles)


@dataclass(frozen=True)
class Position:
    """The position of a puzzle: its match, stopped before the order that is asked for, and the game's state."""

    replay: Replay
    state: Any


def read_puzzles(text: str) -> Puzzles:
    """Read a file of puzzles; raise `BadPuzzle` with a sentence for any other text."""
    found = read_as(PUZZLES, text)
    if len({each.id for each in found.puzzles}) < len(found.puzzles):
        raise BadPuzzle("puzzle.twice")
    return found


def read_as(shape: Shape[T], text: str) -> T:
    """Read a value of this shape from JSON; raise `BadPuzzle` with a sentence for any other text."""
    try:
        return shape.read(read_json(text, BOUNDS))
    except Misfit as bad:
        raise BadPuzzle("puzzle.bad_field", name=str(bad)) from None
    except Refused as bad:
        raise BadPuzzle(bad.text) from None
    except ValueError:
        raise BadPuzzle("puzzle.not_json", most=BOUNDS.characters // 2**20) from None
    except MemoryError:
        raise BadPuzzle("job.memory") from None


def write_puzzles(found: Puzzles) -> str:
    """Write a file of puzzles, a puzzle a line."""
    whole = PUZZLES.write(found)
    lines = ",\n".join(compact(each) for each in whole.pop("puzzles"))
    return f'{compact(whole)[:-1]},"puzzles":[\n{lines}\n]}}\n'


def games_with_puzzles() -> list[str]:
    """Return the games that have recorded puzzles."""
    return [name for name in GAMES if (DATA / f"{name}.json").is_file()]


def recorded(game: str) -> Puzzles:
    """Return the recorded puzzles of a game; raise `BadPuzzle` if it has none."""
    file = DATA / f"{game}.json"
    if not file.is_file():
        raise BadPuzzle("puzzle.no_game", game=game, known=", ".join(games_with_puzzles()))
    return read_puzzles(file.read_text(encoding="utf-8"))


def position(game: Game[Any], puzzle: Puzzle) -> Position:
    """Play the match of a puzzle again. Raise `BadPuzzle` if it is not `turn` turns of this game, if the seat is not to
    move, or if an answer is no legal order.
    """
    other = BadPuzzle("puzzle.other_match", id=puzzle.id, turn=puzzle.turn, game=game.name)
    try:
        replay = unlink(puzzle.match).replay
        # Checked before anything is played: a wrong match may be as long as a link can hold.
        if replay.setup.game is not game or replay.result is not None or len(replay.turns) != puzzle.turn + 1:
            raise other
        states = [each.state for each in run(replay) if not isinstance(each, Finish)]
    except (BadLink, BadReplay) as bad:
        raise BadPuzzle("puzzle.bad_match", id=puzzle.id, why=bad.text) from None
    if len(states) != puzzle.turn + 1:
        raise other
    state = states[-1]
    if puzzle.seat not in game.to_move(state):
        raise BadPuzzle("puzzle.not_to_move", id=puzzle.id)
    for answer in puzzle.answers:
        if not is_legal(game, state, puzzle.seat, answer):
            raise BadPuzzle("puzzle.illegal", id=puzzle.id)
    return Position(replay, state)


def is_legal(game: Game[Any], state: Any, seat: int, order: Json) -> bool:
    """Tell whether the game takes an order."""
    return objection(game, state, seat, order) is None


def objection(game: Game[Any], state: Any, seat: int, order: Json) -> Message | None:
    """Return the sentence that says why the game does not take an order; None: it takes it."""
    try:
        game.check(state, seat, order)
    except IllegalMove as illegal:
        return illegal.text
    return None


def is_right(puzzle: Puzzle, order: Json) -> bool:
    """Tell whether an order is one of the answers."""
    return any(is_same(order, answer) for answer in puzzle.answers)


def is_same(order: Json, other: Json) -> bool:
    """Tell whether two orders are the same. An option that is false in one of them may be missing in the other."""
    return _text(order) == _text(other)


def _text(order: Json) -> str:
    if isinstance(order, dict):
        order = {key: order[key] for key in sorted(order) if order[key] is not False}
    return compact(order)
