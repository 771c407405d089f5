"""Answers the page's questions about puzzles: JSON in, JSON out; or {problem}, a sentence. The page plays the games."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec

from sandlot.bounded import read_json
from sandlot.formats.compact import compact
from sandlot.game import Json
from sandlot.jobs import Refused
from sandlot.links.puzzles import LINK, Puzzle, PuzzleLink, link_puzzle
from sandlot.match.parts import Batch, Match, Response
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json
from sandlot.match.replay_file import dumps
from sandlot.messages import as_json
from sandlot.puzzles.refuted import Moves, refutation
from sandlot.puzzles.run import result
from sandlot.puzzles.spec import (
    BOUNDS,
    PUZZLES,
    BadPuzzle,
    Position,
    is_right,
    is_same,
    objection,
    position,
    read_as,
    read_puzzles,
)

P = ParamSpec("P")


def _as_text(answer: Callable[P, Json]) -> Callable[P, str]:
    """Make a function return its value as JSON, or {problem}."""

    @wraps(answer)
    def text(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return compact(answer(*args, **kwargs))
        except Refused as bad:
            return compact({"problem": as_json(bad.text)})

    return text


@_as_text
def read(text: str) -> Json:
    """Check a file of puzzles, and return it."""
    return PUZZLES.write(read_puzzles(text))


@_as_text
def opened(puzzle: str) -> Json:
    """Return {replay, turn, seat} of a puzzle: the text of a replay that ends at its position. `puzzle` is {game,
    puzzle}, as a link holds it.
    """
    found = read_as(LINK, puzzle)
    return _opened(found.puzzle, position(found.game, found.puzzle))


@_as_text
def asked(puzzle: str) -> Json:
    """Return {replay, turn, seat, view, choices}: besides what `opened` returns, the view of the player who is to move,
    and what a human needs to choose a move, see `game.Game.choices`.
    """
    found = read_as(LINK, puzzle)
    game, seat, at = found.game, found.puzzle.seat, position(found.game, found.puzzle)
    more = {"view": game.view(at.state, seat), "choices": game.choices(at.state, seat)}
    return {**_opened(found.puzzle, at), **more}


def _opened(puzzle: Puzzle, at: Position) -> dict[str, Json]:
    return {"replay": dumps(at.replay), "turn": puzzle.turn, "seat": puzzle.seat}


@_as_text
def tried(puzzle: str, move: str) -> Json:
    """Return {legal, why, right, replay, turn, last} of an order, as JSON. `why` says why it is not legal, else it is
    null. `replay` is the match with the order and the line that goes with it, up to turn `last`; without such a line
    `last` is `turn`. A wrong order has the line that refutes it, wherever one is known.
    """
    return _tried(puzzle, move, is_alone=False)


@_as_text
def tried_alone(puzzle: str, move: str) -> Json:
    """Return the same where no bots can play on, as in an embed: an answer without a recorded line is played for one
    turn, in which the other player does what another line says.
    """
    return _tried(puzzle, move, is_alone=True)


def _tried(puzzle: str, move: str, *, is_alone: bool) -> Json:
    found = read_as(LINK, puzzle)
    order, at = _move(move), position(found.game, found.puzzle)
    why = objection(found.game, at.state, found.puzzle.seat, order)
    turns = _turns(found, at, order, is_alone=is_alone) if why is None else ()
    whole = played_on(at, turns) if turns else at.replay
    return {
        "legal": why is None,
        "why": why and as_json(why),
        "right": why is None and is_right(found.puzzle, order),
        "replay": dumps(whole),
        "turn": found.puzzle.turn,
        "last": found.puzzle.turn + len(turns),
    }


def _turns(found: PuzzleLink, at: Position, order: Json, *, is_alone: bool) -> Sequence[Moves]:
    """Return what is known of how the game goes on after a legal order, the turn of the order first."""
    line = next((each for each in found.puzzle.lines if is_same(each.order, order)), None)
    if line:
        return [_moves(each) for each in line.turns]
    if not is_right(found.puzzle, order):
        return refutation(found.game, found.puzzle, at.state, order) or ()
    return _one_turn(found.puzzle, order) if is_alone else ()


@_as_text
def link(puzzle: str) -> Json:
    """Return {link} of a puzzle."""
    return {"link": link_puzzle(read_as(LINK, puzzle))}


@_as_text
def count(puzzles: str, orders: str) -> Json:
    """Return the `run.Result.json` of a bot, and `right`: for each order whether it is an answer. `orders` are the
    bot's orders, one for each puzzle of the file; null where it gave none.
    """
    found, given = read_puzzles(puzzles), read_json(orders, BOUNDS)
    if type(given) is not list or len(given) != len(found.puzzles):
        raise BadPuzzle("puzzle.bad_field", name="orders")
    right = [*map(is_right, found.puzzles, given)]
    return {**result(found.puzzles, right).json(), "right": right}


def _move(text: str) -> Json:
    try:
        return read_json(text, BOUNDS)
    except ValueError:
        return None


def _one_turn(puzzle: Puzzle, order: Json) -> Sequence[Moves]:
    """Return one turn with an answer and what the other player does in the first recorded line; nothing if there is no
    such line.
    """
    first = next((each.turns[0] for each in puzzle.lines), ())
    return [{**_moves(first), puzzle.seat: order}] if puzzle.seat < len(first) else ()


def _moves(turn: Sequence[Json]) -> Moves:
    return {player: move for player, move in enumerate(turn) if move is not None}


def played_on(at: Position, turns: Sequence[Moves]) -> Replay:
    """Return the replay of a match that turns continue; raise `BadPuzzle` if they do not follow the rules."""
    replay = Replay(at.replay.setup, at.replay.package)
    match = Match(play(replay.setup))
    answered = [dict(each) for each in at.replay.turns]
    given = [{player: Response(json.dumps(move)) for player, move in moves.items()} for moves in turns]
    for responses in [*answered, *given]:
        if match.is_over or responses.keys() != {request.player for request in match.batch.requests}:
            raise BadPuzzle("puzzle.bad_line")
        before = match.batch
        now = match.answer([responses[request.player] for request in before.requests])
        replay.add(before, now.answers)
        if not isinstance(now, Batch):
            replay.result = result_json(now)
    return replay
