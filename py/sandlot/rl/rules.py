"""A game in progress, as all kinds of environments play it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sandlot.api.matches import Match
from sandlot.api.replay import Replay
from sandlot.errors import SandlotError
from sandlot.formats.bounds import DRAWN_SEEDS
from sandlot.game import Fault, Game, IllegalMove, Json, Outcome, read_options, short
from sandlot.games import GAMES
from sandlot.match.parts import Response
from sandlot.messages import message
from sandlot.rl.encoding import Encoding, Observation, Pending
from sandlot.rl.generals import GeneralsEncoding
from sandlot.rl.planes import PlanesEncoding
from sandlot.rl.snake import SnakeEncoding
from sandlot.rl.tank import TankEncoding

ENCODINGS: Mapping[str, Any] = {
    "tank": TankEncoding,
    "generals": GeneralsEncoding,
    "snake": SnakeEncoding,
    "planes": PlanesEncoding,
}
Simultaneous: TypeAlias = Literal["tank", "snake"]
Turns: TypeAlias = Literal["generals", "planes"]
SIMULTANEOUS: tuple[Simultaneous, ...] = ("tank", "snake")
TURNS: tuple[Turns, ...] = ("generals", "planes")


class Rules:
    """A game in progress: its position, its arrays, and the moves made so far in this turn."""

    def __init__(self, name: str, players: int, options: Mapping[str, Json]) -> None:
        if name not in ENCODINGS:
            raise SandlotError(message("rl.no_game", name=str(name), known=", ".join(ENCODINGS)))
        self.game: Game[Any] = GAMES[name]
        fewest, most = self.game.players
        if not max(2, fewest) <= players <= most:
            raise SandlotError(message("rl.players", game=name, fewest=max(2, fewest), most=most, got=players))
        self.players = players
        self.options = read_options(self.game, options)
        self.state = self.game.start(players, 0, self.options)
        self.encoding: Encoding = ENCODINGS[name](self.state, players)
        self.seeds = Random(SystemRandom().randrange(DRAWN_SEEDS))
        self.seed = 0
        self.moves: dict[int, Json | Fault] = {}
        """The moves and faults of this turn so far."""
        self.said: dict[int, Json | Fault] = {}
        """The moves of this turn as they were given: illegal ones have not become faults here."""
        self.masks: dict[int, NDArray[np.int8]] = {}
        """By player: the mask of the actions that can come next, if the player has observed it."""
        self.movers = self.game.to_move(self.state)
        """The players who have to act before the game goes on; none when it is over."""
        self.turns: list[dict[int, Json | Fault]] = []
        """The moves of the turns that were played."""

    def begin(self, seed: int | None) -> None:
        """Begin a game with this seed, from which the seeds of later games are drawn. None: use the next drawn seed."""
        if seed is not None:
            self.seeds = Random(seed)
        self.seed = self.seeds.randrange(DRAWN_SEEDS) if seed is None else int(seed)
        self.state = self.game.start(self.players, self.seed, self.options)
        self.encoding.reset(self.state)
        self.turns = []
        self._next()

    def observe(self, player: int) -> Observation:
        """Return what a player sees, and what it may do."""
        encoding, state = self.encoding, self.state
        self.masks[player] = mask = encoding.mask(state, player)
        return {"observation": encoding.observe(state, player), "action_mask": mask.copy()}

    def act(self, player: int, action: Any) -> None:
        """Take a player's action; once all players of a turn have moved, play it."""
        try:
            number = int(action)
        except (TypeError, ValueError, OverflowError):
            raise SandlotError(message("rl.action", got=short(action), most=self.encoding.actions - 1)) from None
        if not 0 <= number < self.encoding.actions:
            raise SandlotError(message("rl.action", got=number, most=self.encoding.actions - 1))
        known = self.masks.pop(player, None)
        move = self.encoding.move(self.state, player, number)
        if isinstance(move, Pending):
            return
        self.said[player] = move
        # A move that the mask allows is legal. Checking it by the rules would take as long as the step.
        self._take(player, move if known is not None and known[number] else self._checked(player, move))

    def play(self, player: int, move: Json | Fault) -> None:
        """Take a player's move or fault; an illegal move is a fault."""
        self.said[player] = move
        self._take(player, move if isinstance(move, Fault) else self._checked(player, move))

    def _checked(self, player: int, move: Json) -> Json | Fault:
        try:
            self.game.check(self.state, player, move)
        except IllegalMove as illegal:
            return Fault("invalid", illegal.text)
        return move

    def _take(self, player: int, move: Json | Fault) -> None:
        self.moves[player] = move
        self.movers = tuple(each for each in self.movers if each != player) if len(self.movers) > 1 else ()
        if not self.movers:
            self.state = self.game.step(self.state, self.moves)
            self.turns.append(self.said)
            self._next()
            self.encoding.follow(self.state)

    def _next(self) -> None:
        self.moves, self.said, self.masks, self.movers = {}, {}, {}, self.game.to_move(self.state)

    def view(self, player: int) -> dict[str, Json]:
        """Return what a bot of this player gets in the position, as ``move(view)``."""
        return dict(self.game.view(self.state, player))

    def replay(self) -> Replay:
        """Return the game so far as a replay."""
        match = Match(
            self.game.name, seed=self.seed, names=[f"player_{number}" for number in range(self.players)], **self.options
        )
        for moves in self.turns:
            match.respond([_response(moves[player]) for player in match.to_move])
        return match.replay()

    def is_out(self, player: int) -> bool:
        """Tell whether a player is out while others may play on: so it is in games of more than two."""
        return self.players > 2 and player not in self.state.board.living

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        return None if self.movers else self.game.outcome(self.state)


def _response(said: Json | Fault) -> Response:
    """Return a move or a fault as the response of a bot."""
    if isinstance(said, Fault):
        return Response(fault="crash" if said.kind == "invalid" else said.kind)
    # A move that is not JSON was illegal; this text in its place is illegal as well.
    return Response(json.dumps(said, default=str))


def rewards(outcome: Outcome) -> tuple[float, ...]:
    """Return each player's reward at the end: 1 for a win, 0 for sharing the first place, -1 for all others."""
    first = 1.0 if outcome.places.count(1) == 1 else 0.0
    return tuple(first if place == 1 else -1.0 for place in outcome.places)
