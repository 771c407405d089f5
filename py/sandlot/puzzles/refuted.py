"""How a wrong order loses that has no recorded line of its own: by what the other side does in the lines that refute
other orders. Most orders do nothing about a threat, and then the same moves win. They are played by the rules here, and
count only if they end the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from sandlot.formats.compact import compact
from sandlot.game import Game, Json
from sandlot.links.puzzles import Puzzle
from sandlot.puzzles.spec import is_legal, is_right

Turn = Sequence[Json]
"""The moves of all players; null for one that does not move."""
Moves = dict[int, Json]
"""The moves of those who move. One that passes has the move null."""
MOST_TRIED = 5_000
"""Turns that are tried. The lines of a puzzle from a link may be combined in far more ways than anybody waits for."""


def refutation(game: Game[Any], puzzle: Puzzle, state: Any, order: Json) -> list[Moves] | None:
    """Return the turns in which a wrong order loses the match; None: the recorded lines do not tell."""
    lines = [each.turns for each in puzzle.lines if not is_right(puzzle, each.order)]
    longest = max(map(len, lines), default=0)
    known = [_distinct(line[turn] for line in lines if turn < len(line)) for turn in range(longest)]
    return _lost(game, puzzle.seat, state, known, [order], count())


def _lost(
    game: Game[Any],
    seat: int,
    state: Any,
    known: Sequence[Sequence[Turn]],
    own: Sequence[Json],
    tried: Iterator[int],
) -> list[Moves] | None:
    """Return how a seat loses if the others move as is known of each turn. Its next move is one of `own`; without any,
    it is that of the line, or, if the rules do not allow that, another one that is known, or passing. `tried` counts
    turns.
    """
    if outcome := game.outcome(state):
        return [] if any(place < outcome.places[seat] for place in outcome.places) else None
    to_move = game.to_move(state)
    for turn in known[0] if known else ():
        if next(tried) >= MOST_TRIED:
            return None
        moves = {player: turn[player] for player in to_move}
        if seat in moves:
            able = own or [turn[seat], *(each[seat] for each in known[0]), None]
            moves[seat] = next((each for each in able if is_legal(game, state, seat, each)), None)
        if all(is_legal(game, state, player, move) for player, move in moves.items()):
            rest = _lost(game, seat, game.step(state, moves), known[1:], (), tried)
            if rest is not None:
                return [moves, *rest]
    return None


def _distinct(turns: Iterable[Turn]) -> list[Turn]:
    return list({compact(turn): turn for turn in turns}.values())
