"""Bots that play the other side of an environment, in this process: house bots, and functions of your own."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias

from sandlot import bots
from sandlot.errors import SandlotError
from sandlot.game import Fault, Json, derive
from sandlot.games import GAMES
from sandlot.match.seat_replies import read_reply
from sandlot.messages import message
from sandlot.messages import player as named
from sandlot.rl.rules import Rules
from sandlot.seat.in_place import SeatInPlace
from sandlot.wire import Views

Mover: TypeAlias = Callable[[dict[str, Any]], Any]
"""A function that gets a view, as a bot's `move` does, and returns a move."""


class Opponent(Protocol):
    """Who plays one of the other players."""

    def begin(self, rules: Rules, player: int) -> None:
        """Begin a game as this player."""
        ...

    def move(self, rules: Rules, player: int) -> Json | Fault:
        """Return the next move."""
        ...


def opponent_of(game: str, chosen: str | Mover) -> Opponent:
    """Return the opponent that a house bot's name or a function is; raise `SandlotError` for any other name."""
    if callable(chosen):
        return _Function(chosen)
    known = GAMES[game].house
    if chosen not in known:
        raise SandlotError(message("rl.no_bot", name=str(chosen), game=game, known=", ".join(known)))
    return _House(game, chosen)


class _Function:
    def __init__(self, function: Mover) -> None:
        self.function = function

    def begin(self, rules: Rules, player: int) -> None:
        """There is nothing to begin."""

    def move(self, rules: Rules, player: int) -> Json | Fault:
        return self.function(rules.view(player))


class _House:
    """A house bot. It draws from a stream of random numbers of its own, and leaves that of the caller alone."""

    def __init__(self, game: str, name: str) -> None:
        self.game, self.name = game, name
        self.source = bots.source(game, name)
        self.random: Any = random.getstate()

    def begin(self, rules: Rules, player: int) -> None:
        self.seat = SeatInPlace(self.source, f"{self.name}.py", derive(rules.seed, "bot", player))
        self.views = Views()
        about = {"game": self.game, "player": player, "players": rules.players, "clock": rules.game.clock.json()}
        with self._own_numbers():
            self.seat.start(json.dumps(about))

    def move(self, rules: Rules, player: int) -> Json | Fault:
        text = self.views.ask(rules.game.view(rules.state, player)).text
        with self._own_numbers():
            answer = read_reply(self.seat.ask(text))
        if answer.fault:
            error = (answer.trace or {}).get("error") or "?"
            return Fault(answer.fault, message("fault.crash", who=named(player), turn=0, error=error))
        return json.loads(answer.reply)

    @contextmanager
    def _own_numbers(self) -> Iterator[None]:
        callers = random.getstate()
        random.setstate(self.random)
        try:
            yield
        finally:
            self.random = random.getstate()
            random.setstate(callers)
