"""The other players of an environment: whatever `sandlot.play` takes as a player.

House bots and functions answer in this process. Files and commands get a process of their own, as in a match, with the
game's time limits.
"""

from __future__ import annotations

import inspect
import json
import random
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any, Protocol

from sandlot import bots
from sandlot.api.players import Player, bot_of
from sandlot.files.bot import Bot
from sandlot.game import Fault, Json, Mover, derive
from sandlot.games import GAMES
from sandlot.match.parts import Player as Seated
from sandlot.match.parts import Setup
from sandlot.match.quota import Quota
from sandlot.match.seat_replies import read_reply
from sandlot.match.side import Side, accept_move, accept_start, move_request, no_move_times, side_of, start_request
from sandlot.messages import message
from sandlot.messages import player as named
from sandlot.rl.rules import Rules
from sandlot.seat.in_place import SeatInPlace
from sandlot.wire import Views


class Opponent(Protocol):
    """One of the other players."""

    def begin(self, rules: Rules, player: int) -> None:
        """Begin a game as this player."""
        ...

    def move(self, rules: Rules, player: int) -> Json | Fault:
        """Return the next move."""
        ...

    def close(self) -> None:
        """End the processes of this opponent. It can begin another game."""
        ...


def opponent_of(game: str, chosen: Player) -> Opponent:
    """Return the opponent for what `sandlot.play` takes as a player; raise `SandlotError` for anything else."""
    if isinstance(chosen, str) and chosen in GAMES[game].house:
        return _House(game, chosen)
    move = getattr(chosen, "move", chosen)
    if callable(move) and not isinstance(chosen, str | PathLike | Bot) and not inspect.isclass(chosen):
        return _Function(move, getattr(chosen, "start", None))
    return _Process(bot_of(GAMES[game], chosen))


def _setup(rules: Rules, player: int) -> dict[str, Json]:
    """Return the argument of a bot's ``start``."""
    clock = rules.game.clock.json()
    return {"game": rules.game.name, "player": player, "players": rules.players, "clock": clock}


class _Function:
    """A function of the caller, or an object with methods. What it raises reaches the caller."""

    def __init__(self, function: Mover, start: Callable[[dict[str, Json]], object] | None) -> None:
        self.function, self.start = function, start

    def begin(self, rules: Rules, player: int) -> None:
        if self.start:
            self.start(_setup(rules, player))

    def move(self, rules: Rules, player: int) -> Json | Fault:
        return self.function(rules.view(player))

    def close(self) -> None:
        pass


class _House:
    """A house bot. It draws from a stream of random numbers of its own, and leaves that of the caller alone."""

    def __init__(self, game: str, name: str) -> None:
        self.name = name
        self.source = bots.source(game, name)
        self.random: Any = random.getstate()

    def begin(self, rules: Rules, player: int) -> None:
        self.seat = SeatInPlace(self.source, f"{self.name}.py", derive(rules.seed, "bot", player))
        self.views = Views()
        with self._own_numbers():
            self.seat.start(json.dumps(_setup(rules, player)))

    def move(self, rules: Rules, player: int) -> Json | Fault:
        text = self.views.ask(rules.game.view(rules.state, player)).text
        with self._own_numbers():
            answer = read_reply(self.seat.ask(text))
        if answer.fault:
            error = (answer.trace or {}).get("error") or "?"
            return Fault(answer.fault, message("fault.crash", who=named(player), turn=0, error=error))
        return json.loads(answer.reply)

    def close(self) -> None:
        pass

    @contextmanager
    def _own_numbers(self) -> Iterator[None]:
        callers = random.getstate()
        random.setstate(self.random)
        try:
            yield
        finally:
            self.random = random.getstate()
            random.setstate(callers)


class _Process:
    """A bot in a process of its own. The match's own rules judge its answers and its time: see `match.side`."""

    side: Side

    def __init__(self, bot: Bot) -> None:
        # Not at the top: processes load slowly, and most opponents need none.
        from sandlot.local.seats import Seats
        from sandlot.processes.forked import ForkServer
        from sandlot.sandbox.kinds import NO_SANDBOX

        self.bot = bot
        self.fork_server = ForkServer(NO_SANDBOX)
        self.seats: list[Seats] = []
        """The seats of this game, of which only this bot's is started."""
        # An environment that is dropped, or that lives until Python ends, leaves no process behind.
        weakref.finalize(self, _end, self.seats, self.fork_server)

    def begin(self, rules: Rules, player: int) -> None:
        from sandlot.local.seats import Seats
        from sandlot.sandbox.kinds import NO_SANDBOX

        while self.seats:
            self.seats.pop().close()
        numbers = range(rules.players)
        setup = Setup(rules.game, tuple(Seated(f"player_{each}") for each in numbers), rules.seed, rules.options)
        others = {each: message("void.lost", why="") for each in numbers if each != player}
        self.fork_server.game = rules.game.name
        self.seats.append(Seats(setup, [self.bot] * rules.players, None, NO_SANDBOX, self.fork_server, others))
        part = setup.last_part
        self.side = side_of(part, player, (), Quota.of(rules.players))
        request = start_request(rules.game, self.side, rules.players)
        (answer,) = self.seats[0].ask([request])
        accept_start(rules.game, part, self.side, request, answer)

    def move(self, rules: Rules, player: int) -> Json | Fault:
        if self.side.dead:
            return self.side.dead
        request = move_request(rules.game, rules.state, self.side, True, no_move_times(rules.players))
        (answer,) = self.seats[0].ask([request])
        entry = accept_move(rules.game, rules.state, len(rules.turns) + 1, self.side, request, answer)
        return entry.fault or entry.move

    def close(self) -> None:
        _end(self.seats, self.fork_server)


def _end(seats: list[Any], fork_server: Any) -> None:
    while seats:
        seats.pop().close()
    fork_server.close()
