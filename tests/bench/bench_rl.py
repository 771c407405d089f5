"""Measures the environments of `sandlot.rl` against the bare rules, over the same games.

The moves are drawn before the measurement. The rules check and play each move, as in a match. The environments compute
masks and observations, and play the same moves. Processor time is measured, so that a busy machine does not matter.
`rows(runs)` is their part of the table of `build.py bench`. `PYTHONPATH=py:tests python tests/bench/bench_rl.py` prints
it alone.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

from sandlot import rl
from sandlot.game import Game, read_options
from sandlot.games import GAMES

if TYPE_CHECKING:
    from bench import Row

GAMES_EACH = {"snake": 20, "tank": 20, "planes": 10, "generals": 2}
Played = list[tuple[int, list[dict[int, Any]]]]
"""Seeds, each with the moves of its game, turn by turn."""


def rows(runs: int) -> list[Row]:
    """Measure all games."""
    from bench import ratio

    return [ratio(f"{name}: a step of the environment / of the bare rules", 2, pairs(name, runs)) for name in GAMES]


def pairs(name: str, runs: int) -> list[tuple[float, float]]:
    """Return the seconds of the environment and of the rules for the same games, measured alternately."""
    played = games(name)
    env = rl.make(name)  # type: ignore[call-overload]
    encode = env.rules.encoding.actions_of
    acted = [(seed, [{k: encode(move) for k, move in moves.items()} for moves in turns]) for seed, turns in played]
    run: Callable[[Any, Played], None] = _turns if hasattr(env, "agent_iter") else _simultaneous
    return [(_time(run, env, acted), _time(_bare, GAMES[name], played)) for _ in range(runs)]


def games(name: str) -> Played:
    """Return games in which every move is drawn at random."""
    return [(seed, _game(name, seed)) for seed in range(GAMES_EACH[name])]


def _game(name: str, seed: int) -> list[dict[int, Any]]:
    """Play a game by the rules alone; return the moves, turn by turn."""
    game, rng, turns = GAMES[name], Random(seed), []
    state = game.start(2, seed, read_options(game, {}))
    while movers := game.to_move(state):
        moves = {player: game.sample(state, player, rng) for player in movers}
        for player, move in moves.items():
            game.check(state, player, move)
        state = game.step(state, moves)
        turns.append(moves)
    game.outcome(state)
    return turns


def _bare(game: Game[Any], played: Played) -> None:
    for seed, turns in played:
        state = game.start(2, seed, read_options(game, {}))
        for moves in turns:
            for player in game.to_move(state):
                game.check(state, player, moves[player])
            state = game.step(state, moves)
        game.outcome(state)


def _simultaneous(env: Any, played: Played) -> None:
    for seed, turns in played:
        env.reset(seed=seed)
        for actions in turns:
            env.step({f"player_{player}": action for player, (action,) in actions.items()})


def _turns(env: Any, played: Played) -> None:
    for seed, turns in played:
        env.reset(seed=seed)
        for turn in turns:
            for actions in turn.values():
                for action in actions:
                    env.last()
                    env.step(action)


def _time(what: Callable[..., Any], *args: Any) -> float:
    gc.collect()
    start = process_time()
    what(*args)
    return process_time() - start


if __name__ == "__main__":
    print("\n".join(row.line() for row in rows(int(sys.argv[1]) if sys.argv[1:] else 5)))
