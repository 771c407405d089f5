"""Positions of matches with random moves, as examples of views, moves and setups."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, get_args

from sandlot.game import BadOption, Fault, FaultKind, Game, IllegalMove, Json, Option, read_options
from sandlot.match.parts import Player, Setup
from sandlot.match.referee import play
from sandlot.messages import message

FAULTS = get_args(FaultKind)
MATCHES = len(FAULTS)
MOVES = 200
"""Turns that are played of each match: enough for whatever a view may hold."""
FEWER_MOVES = 30
"""Turns that are played with other numbers of players, and with each other value of an option."""


@dataclass(frozen=True)
class Position:
    """A position of a match that was played for the schemas.

    `views` has the view of each player, by number. `moves` are the moves chosen here by the players to move, each also
    without those of its keys that the rules do not require; empty at the end of a match. They are in no order of
    players.
    """

    views: tuple[dict[str, Json], ...]
    moves: tuple[Json, ...] = ()


def usual_positions(game: Game[Any]) -> Iterator[Position]:
    """Yield the positions of a few matches with the default options. Each ends with a fault, of another kind each time,
    unless it has ended before.
    """
    for seed in range(MATCHES):
        yield from _match(game, usual_players(game), {}, seed, MOVES)


def varied_positions(game: Game[Any]) -> Iterator[Position]:
    """Yield the positions of short matches with other numbers of players and other values of each option."""
    given: list[tuple[int, Mapping[str, Json]]] = [(players, {}) for players in player_counts(game)]
    given += [
        (usual_players(game), {name: value}) for name, option in game.options.items() for value in _values(option)
    ]
    for number, (players, options) in enumerate(given):
        yield from _match(game, players, options, number, FEWER_MOVES)


def setups(game: Game[Any]) -> Iterator[dict[str, Json]]:
    """Yield the arguments of a bot's `start`."""
    for players in player_counts(game):
        batch = next(play(Setup(game, tuple(Player(str(each)) for each in range(players)), 0)))
        yield from (json.loads(request.text) for request in batch.requests)


def usual_players(game: Game[Any]) -> int:
    """Return how many players a match usually has: two, if the game allows it."""
    fewest, most = game.players
    return min(max(2, fewest), most)


def player_counts(game: Game[Any]) -> list[int]:
    """Return some numbers of players that a game allows."""
    fewest, most = game.players
    return sorted({fewest, *(min(players, most) for players in (usual_players(game), fewest + 2, fewest + 5))})


def _values(option: Option) -> list[Json]:
    """Return the extreme values of an option; none for lists and texts, whose valid values only the game knows."""
    match option.kind:
        case "int":
            return [option.low, option.high]
        case "bool":
            return [False, True]
        case "choice":
            return list(option.choices)
    return []


def _match(game: Game[Any], players: int, options: Mapping[str, Json], seed: int, moves: int) -> Iterator[Position]:
    random = Random(seed)
    try:
        state = game.start(players, seed, read_options(game, options))
    except BadOption:
        return  # this value is invalid with the defaults of other options
    for number in range(moves):
        movers = game.to_move(state)
        chosen = {player: game.sample(state, player, random) for player in movers}
        shorter = (each for player, move in chosen.items() for each in _shorter(game, state, player, move))
        yield Position(_views(game, state, players), (*chosen.values(), *shorter))
        if not movers:
            return
        if number == moves - 1:
            kind = FAULTS[seed % len(FAULTS)]
            chosen[random.choice(movers)] = Fault(kind, message("player.unnamed", number=1))
        state = game.step(state, chosen)
    yield Position(_views(game, state, players))


def _shorter(game: Game[Any], state: Any, player: int, move: Json) -> Iterator[Json]:
    """Yield this move without one of its keys, for each key that the rules do not require."""
    for key in move if isinstance(move, dict) else ():
        without = {name: value for name, value in move.items() if name != key}
        with suppress(IllegalMove):
            game.check(state, player, without)
            yield without


def _views(game: Game[Any], state: Any, players: int) -> tuple[dict[str, Json], ...]:
    return tuple(json.loads(json.dumps(dict(game.view(state, player)))) for player in range(players))
