"""Measurements of the games, as ratios taken in one run: each function returns pairs of a name and a ratio.

The times compared are taken in turns and the best of several is kept, so that a busy machine slows both sides alike.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from sandlot.games import generals

ROUNDS = 300


def generals_ratios() -> list[tuple[str, float]]:
    """One move on a large board against a small one, and an observation's text against joining its lines."""
    return [
        ("generals: one move on 50 x 50 / on 10 x 10", generals_move_ratio()),
        ("generals: text of an observation / joining its lines, 50 x 50", generals_text_ratio()),
    ]


def generals_move_ratio(runs: int = 5) -> float:
    """Compare `check` and `step` on 50 x 50 and 10 x 10, over the same number of moves outside growth rounds."""
    small, large = (_game(size) for size in (10, 50))
    times: list[list[float]] = [[], []]
    for _ in range(runs):
        for each, moves in zip(times, (small, large), strict=True):
            each.append(_time(_replayed, moves) / len(moves))
    return min(times[1]) / min(times[0])


def generals_text_ratio(runs: int = 3, size: int = 50) -> float:
    """Compare `view` and `ask` with joining lines that are ready, summed over all observations of a game."""
    states = [state for state, _ in _game(size)]
    asked, joined = [], []
    for _ in range(runs):
        sessions = [generals.game.wires["tournament"].open() for _ in range(2)]
        ask = join = 0.0
        for state in states:
            who = generals.game.to_move(state)[0]
            start = perf_counter()
            text = sessions[who].ask(generals.game.view(state, who)).text
            ask += perf_counter() - start
            lines = text.splitlines(keepends=True)
            start = perf_counter()
            "".join(lines)
            join += perf_counter() - start
        asked.append(ask)
        joined.append(join)
    return min(asked) / min(joined)


def _game(size: int, rounds: int = ROUNDS) -> list[tuple[Any, Any]]:
    """Return a game of two bots that take what they can: each position with the move made in it."""
    rng = Random(7)
    state = generals.begin(generals.fair_map(size, size, 2, rng), max_rounds=rounds)
    moves = []
    while not state.over:
        who = generals.game.to_move(state)[0]
        move = _grasp(state, who, rng)
        moves.append((state, move))
        state = generals.game.step(state, {who: move})
    return moves


def _grasp(state: Any, who: int, rng: Random) -> Any:
    """Take some cell that can be taken, if a few random looks find one."""
    move = None
    for _ in range(20):
        move = generals.game.sample(state, who, rng)
        if move is not None:
            (i, j), (x, y) = move["from"], move["to"]
            here, there = state.board.rows[i][j], state.board.rows[x][y]
            if there.owner != who and there.army < here.army - 1:
                return generals.go(move["from"], move["to"])
    return move


def _replayed(moves: list[tuple[Any, Any]]) -> None:
    """Make every move again that does not end a round with growth."""
    check, step = generals.game.check, generals.game.step
    for state, move in moves:
        if state.round % 2 or state.seat == 0:
            who = state.order[state.seat]
            check(state, who, move)
            step(state, {who: move})


def _time(what: Callable[..., None], *args: Any) -> float:
    start = perf_counter()
    what(*args)
    return perf_counter() - start


if __name__ == "__main__":
    for name, ratio in generals_ratios():
        print(f"{name}: {ratio:.2f}")
