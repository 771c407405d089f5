"""Matches: `play` runs a whole match between any players; a `Match` is played move by move by the caller."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandlot.api.named import (
    check_count,
    check_player,
    check_system,
    clock_of,
    game_named,
    new_secret,
    new_seed,
    whole,
)
from sandlot.api.players import Player, bots_of
from sandlot.api.problem import REFUSED, Problem
from sandlot.api.replay import Replay
from sandlot.api.result import Result, players_of, result_of
from sandlot.clock import Clock
from sandlot.formats.bounds import LARGEST_SEED
from sandlot.game import Game, Json, Outcome, read_options, short
from sandlot.games import generals, planes, snake, tank
from sandlot.match.parts import SECRET, Finish, Response, Setup
from sandlot.match.parts import Match as Running
from sandlot.match.parts import Player as Seated
from sandlot.match.referee import play as referee
from sandlot.match.replay import Replay as Recorded
from sandlot.match.replay import result_json
from sandlot.messages import message

MOST_MEMORY = 2**30
"""The largest memory limit of a bot, in MB."""
TimeControl = str | Mapping[str, int] | None
"""A time control: the name of a preset, or changes of single limits in milliseconds; None: the game's own."""


def play(
    game: str,
    players: Sequence[Player],
    *,
    seed: int | None = None,
    secret: str | None = None,
    options: Mapping[str, Json] | None = None,
    clock: TimeControl = None,
    memory: int | None = None,
    isolate: bool = False,
) -> Result:
    """Play a match and return how it went.

    A player is a function that takes a view and returns a move, or an object with such a method ``move``. These run in
    this process, without a clock, and an exception that they raise loses the match as a crash. A player can also be
    named as on the command line: the name of a house bot, the path of a ``.py`` file, a ``.zip`` or a folder, or
    ``cmd:`` followed by a command. These run in processes of their own; `isolate` puts each of them into a sandbox, and
    `memory` limits each to so many MB.

    The same `seed` gives the same match, and the same `secret` gives the bots the same random numbers; without a seed
    both are drawn. `options` are the game's options, as ``sandlot games GAME`` lists them, and `clock` is the time
    control. With ``{"steps": 20_000}`` every move may take so many steps of Python instead of an amount of time, which
    is the same on every machine; all players have to be Python bots then, and Node runs them: see ``sandlot doctor``.
    Raise `SandlotError` for invalid arguments, and for a match that cannot be played.

        >>> import sandlot
        >>> def always_left(view):
        ...     return 3
        >>> result = sandlot.play("snake", [always_left, "surveyor"], seed=7)
        >>> result.places, result.reasons
        ((2, 1), ('outside', None))
        >>> print(result.reason)
        surveyor wins: always_left left the board on turn 1
    """
    rules = game_named(game)
    bots = bots_of(rules, players)
    check_count(rules, len(bots))
    setup = Setup(
        rules,
        players_of(bots),
        checked_seed(rules, seed),
        read_options(rules, checked_names("options", options)),
        read_clock(rules, clock),
        secret=_secret(secret, seed),
    )
    check_system()
    from sandlot import local

    referee(setup).close()
    limit = bytes_of(memory)
    sandbox = local.isolating_sandbox() if isolate else local.NO_SANDBOX
    local.check_steps(setup.clock, bots)
    try:
        recorded, finish = local.play(setup, bots, memory=limit, sandbox=sandbox)
    except local.MatchAborted as void:
        raise Problem(void.text, REFUSED, [each.name for each in setup.players]) from None
    return result_of(recorded, finish)


def checked_seed(game: Game[Any], seed: int | None) -> int:
    """Return the given seed, or a new one for None; raise `SandlotError` for an invalid one."""
    if seed is None:
        return new_seed(game)
    number = whole(seed)
    if number is None or not 0 <= number <= LARGEST_SEED:
        raise Problem(message("api.seed", most=LARGEST_SEED, got=short(seed, 40)))
    return number


def read_clock(game: Game[Any], clock: TimeControl) -> Clock:
    """Return a time control; raise `SandlotError` for an unknown preset or limit."""
    if isinstance(clock, str):
        return clock_of(game, [clock], game.clock)
    limits = checked_names("clock", clock).items()
    return clock_of(game, [f"{name}={_text(each)}" for name, each in limits], game.clock)


def _text(value: object) -> str:
    """Return a limit as text; it may be one of numpy's integers."""
    try:
        return str(value)[:40]
    except ValueError:
        # Python refuses to convert an integer with so many digits.
        return "…"


def checked_names(what: str, given: Any) -> Mapping[str, Any]:
    """Return a mapping whose keys are texts, an empty one for None; raise `SandlotError` for anything else. `what` is
    the name of the argument.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(each, str) for each in given):
        raise Problem(message("api.named", what=what, got=short(given)))
    return given


def bytes_of(memory: int | None) -> int | None:
    """Return a limit of `memory` MB in bytes; raise `SandlotError` for an invalid one."""
    if memory is None:
        return None
    if type(memory) is not int or not 1 <= memory <= MOST_MEMORY:
        raise Problem(message("api.memory", most=MOST_MEMORY, got=short(memory, 40)))
    return memory * 2**20


def _secret(secret: str | None, seed: int | None) -> str:
    if secret is None:
        return new_secret() if seed is None else ""
    if not isinstance(secret, str) or not SECRET.fullmatch(secret):
        raise Problem(message("api.secret", got=short(secret)))
    return secret


def _names(game: Game[Any], names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """Return the names of the players; if `names` is None, default names for `count` players. Raise `SandlotError` for
    invalid names or a number of players that the game does not have.
    """
    if names is None:
        players = whole(count)
        if players is None:
            raise Problem(message("api.whole", what="players", got=short(count)))
        check_count(game, players)
        return tuple(f"player {number + 1}" for number in range(players))
    chosen = None if isinstance(names, str) or not isinstance(names, Iterable) else tuple(names)
    if chosen is None or not all(isinstance(each, str) for each in chosen):
        raise Problem(message("api.names", got=short(names)))
    check_count(game, len(chosen))
    return chosen


class Match:
    """A match that the caller plays move by move, by the rules and without bots or clocks.

        >>> import sandlot
        >>> match = sandlot.Match("snake", seed=7)
        >>> match.to_move, match.legal(0), match.view(0)["safe"]
        ((0, 1), [0, 1, 2, 3], [0, 1])
        >>> match.step({0: 0, 1: 2})
        >>> match.view(1)["snakes"][1]["body"]
        [[1, 13], [0, 13]]
        >>> while not match.over:
        ...     match.step({player: match.view(player)["safe"][0] if match.view(player)["safe"] else 0
        ...                 for player in match.to_move})
        >>> match.outcome.places, match.replay().turns
        ((1, 2), 25)

    Where one player moves at a time, `step` takes the move alone:

        >>> match = sandlot.Match("generals", seed=1, rows=8, cols=8)
        >>> match.step(None)
    """

    def __init__(
        self,
        game: str,
        *,
        seed: int | None = None,
        players: int = 2,
        names: Sequence[str] | None = None,
        **options: Json,
    ) -> None:
        """Begin a match; `options` are the game's. Raise `SandlotError` for invalid arguments."""
        self.game = game_named(game)
        seated = tuple(Seated(name) for name in _names(self.game, names, players))
        setup = Setup(self.game, seated, checked_seed(self.game, seed), read_options(self.game, options))
        self._recorded = Recorded(setup)
        self._finish: Finish | None = None
        self._match = Running(referee(setup, texts=()))
        self.respond([Response("module") for _ in seated])

    @property
    def state(self) -> Any:
        """The position, as a value of the game's state type: ``match.game.step`` takes it as well."""
        return self._finish.state if self._finish else self._match.batch.state

    @property
    def to_move(self) -> tuple[int, ...]:
        """The players to move: several if they move at once, none when the match is over."""
        return () if self._finish else tuple(request.player for request in self._match.batch.requests)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._finish is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return self._finish.outcome if self._finish else None

    def view(self, player: int | None = None) -> dict[str, Json]:
        """Return a player's view, as a bot gets it; for None, the whole position. Raise `SandlotError` if there is no
        such player.
        """
        check_player(self._recorded.setup, player)
        return dict(self.game.view(self.state, player))

    def legal(self, player: int | None = None) -> list[Json]:
        """Return all legal moves of a player, by default of the first one to move; an empty list for a player who is
        not to move. Raise `SandlotError` if there is no such player.
        """
        check_player(self._recorded.setup, player)
        who = player if player is not None else next(iter(self.to_move), None)
        return legal_moves(self.game, self.state, who) if who in self.to_move and who is not None else []

    def step(self, moves: Json) -> None:
        """Play a turn: moves by player, or the move alone if one player is to move. Raise `IllegalMove` for an illegal
        move, and `SandlotError` if players are missing; in both cases nothing changes.
        """
        movers = self.to_move
        if not movers:
            raise Problem(message("api.over"))
        given = moves if len(movers) > 1 else {movers[0]: moves}
        if not isinstance(given, Mapping) or set(given) != set(movers):
            raise Problem(message("api.movers", movers=", ".join(map(str, movers)), got=short(moves)))
        for player in movers:
            self.game.check(self.state, player, given[player])
        try:
            replies = [json.dumps(given[player], allow_nan=False) for player in movers]
        except (TypeError, ValueError):
            raise Problem(message("api.not_json", got=short(moves))) from None
        self.respond([Response(reply) for reply in replies])

    def replay(self) -> Replay:
        """Return the match so far as a replay."""
        return Replay(Recorded(self._recorded.setup, turns=[*self._recorded.turns], result=self._recorded.result))

    def respond(self, answers: list[Response]) -> None:
        """Play a turn with the raw responses of the players to move, which may be faults."""
        before = self._match.batch
        now = self._match.answer(answers)
        self._recorded.add(before, now.answers)
        if isinstance(now, Finish):
            self._finish = now
            self._recorded.result = result_json(now)


def legal_moves(game: Game[Any], state: Any, player: int) -> list[Json]:
    """Return all legal moves of a player who is to move. Of the moves of Generals without effect, only staying (None)
    is listed.
    """
    return LEGAL[game.name](state, player)


def _tank(state: Any, player: int) -> list[Json]:
    first, second = tank.legal_orders(state, player)
    return [[one, other] for one in first for other in second]


def _generals(state: Any, player: int) -> list[Json]:
    return [None, *generals.legal_moves(generals.game.view(state, player))]


def _snake(state: Any, player: int) -> list[Json]:
    return [*range(len(snake.DIRECTIONS))]


def _planes(state: Any, player: int) -> list[Json]:
    view = planes.game.view(state, player)
    if view["phase"] == "shoot":
        return [*view["legal"]]
    return [[list(plane) for plane in placing] for placing in planes.placements(state.size).placings]


LEGAL: Mapping[str, Callable[[Any, int], list[Json]]] = {
    "tank": _tank,
    "generals": _generals,
    "snake": _snake,
    "planes": _planes,
}
