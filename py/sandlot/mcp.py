"""An MCP server over standard input and output, for assistants that write bots: ``sandlot mcp``.

``pip install "sandlot[mcp]"`` installs what it needs. Code that an assistant sends plays in a sandbox, as a stranger's
bot does in a contest on the command line; where no sandbox works it is refused, unless `trust` is given. Every input
is bounded before it is used.
"""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import wraps
from threading import Lock
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from sandlot import __version__, bots
from sandlot.api.matches import play
from sandlot.api.named import bot_named, game_named
from sandlot.api.problem import Problem
from sandlot.api.result import Result, advice
from sandlot.api.series import series
from sandlot.errors import SandlotError
from sandlot.files.bot import Bot
from sandlot.game import Json
from sandlot.games import GAMES
from sandlot.messages import message, render
from sandlot.schemas.every import SCHEMAS

LONGEST_SENT, MOST_PLAYERS, MOST_GAMES = 200_000, 16, 1000
MOST_OPTIONS = 20
LONGEST_NAME = 100
"""A shorter text of one line without brackets is taken for a bot's name, and not for its source."""
MOST_KEPT = 20
"""How many of the last matches `view` can show."""
LONGEST_PRINTED = 4000
"""Most characters of what a bot printed in a turn that `view` returns."""
MOST_FAULT = 4000

GameName = Annotated[str, Field(max_length=40, description="The name of a game, as `games` lists them.")]
Player = Annotated[
    str,
    Field(
        max_length=LONGEST_SENT,
        description="The name of a house bot of this game, or the whole source of a bot in Python: a module with "
        "move(view), or a program that reads standard input and prints.",
    ),
]
Seed = Annotated[int | None, Field(ge=0, lt=2**64, description="The same seed gives the same board; null: a new one.")]
Options = Annotated[dict[str, Any] | None, Field(max_length=MOST_OPTIONS, description="Options of the game.")]

INSTRUCTIONS = """Sandlot is an arena for game-playing programs. To write a bot: `games` lists the games and their house
bots, `rules` says of one how it is played, what a bot sees and what it returns, `schema` gives the same as JSON Schema.
`check` tries a bot once and tells its errors with tracebacks. `play` plays one match, after which `view` shows any turn
of it as a player saw it. `series` plays many games and says which of two is better, and how surely."""

AHEAD = """
In a bot this module is ``from sandlot.games import {game}``. It has {names}. ``{game}.game`` plays by the rules:
``to_move(state)``, ``check(state, player, move)``, ``step(state, moves)``, ``outcome(state)``, ``view(state, player)``.
"""


def server(*, trust: bool = False, memory: int | None = None) -> MCPServer:
    """Return the server. `trust` lets code play without a sandbox; `memory` limits each bot, in MB."""
    made = MCPServer("sandlot", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    kept: OrderedDict[int, Result] = OrderedDict()
    # Tools are called in threads, and parallel matches would take time from each other's bots.
    one_at_a_time = Lock()

    def tool(name: str | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add a function to the tools; its `SandlotError` becomes a `ToolError` with the same sentence."""

        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(function)
            def call(*args: Any, **kwargs: Any) -> str:
                try:
                    said = function(*args, **kwargs)
                    # Output costs an assistant tokens, and the library's own JSON has a line for each number.
                    return _sendable(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))
                except SandlotError as error:
                    raise ToolError(_sendable(str(error))) from None

            made.tool(name=name, structured_output=False)(call)
            return function

        return add

    def played(game: str, players: list[str], seed: int | None, options: dict[str, Any] | None) -> dict[str, Json]:
        found = [_bot(game, each) for each in players]
        isolate = any(bot.kind != "house" for bot in found) and not trust
        with one_at_a_time:
            result = play(game, found, seed=seed, options=options, memory=memory, isolate=isolate)
        number = next(reversed(kept), 0) + 1
        kept[number] = result
        if len(kept) > MOST_KEPT:
            kept.popitem(last=False)
        return {"match": number, **_result_json(result, found)}

    @tool()
    def games() -> dict[str, Json]:
        """List the games: the fewest and the most players, the house bots from the strongest to the weakest, the
        options with their defaults, and the time limits in milliseconds.
        """
        return {name: _described(name) for name in GAMES}

    @tool()
    def rules(game: GameName) -> str:
        """Say how a game is played, what a bot sees, what it returns, and what it may import to look ahead."""
        name = game_named(game).name
        module = sys.modules[f"sandlot.games.{name}"]
        names = ", ".join(each for each in module.__all__ if each != "game")
        return (module.__doc__ or "") + AHEAD.format(game=name, names=names)

    @tool()
    def schema(game: GameName) -> dict[str, Json]:
        """Return the JSON Schema of a game's view; `$defs` has those of a move and of what start(setup) gets."""
        return SCHEMAS[game_named(game).name]()

    @tool()
    def starter(game: GameName) -> str:
        """Return the source of a simple bot to begin with."""
        return bots.starter(game_named(game).name)

    @tool()
    def check(game: GameName, source: Player, seed: Seed = 1) -> dict[str, Json]:
        """Try a bot in one match against the easiest house bot, and tell its faults: whether it starts, whether its
        moves are legal and in time, and the tracebacks of errors.
        """
        told = played(game, [source, bots.easiest(game_named(game))], seed, None)
        return {"ok": not [each for each in told["faults"] if each["player"] == 0], **told}

    @tool("play")
    def play_match(
        game: GameName,
        players: Annotated[list[Player], Field(min_length=1, max_length=MOST_PLAYERS)],
        seed: Seed = None,
        options: Options = None,
    ) -> dict[str, Json]:
        """Play a match; tell how it ended, with all faults. `view` can then show its turns, by the number `match`."""
        return played(game, players, seed, options)

    @tool("series")
    def play_series(
        game: GameName,
        first: Player,
        second: Player,
        games: Annotated[int, Field(ge=2, le=MOST_GAMES)] = 50,
        seed: Seed = None,
        options: Options = None,
    ) -> dict[str, Json]:
        """Play many games between two bots, each map with both seats, and say which is better and how surely. `elo` is
        4000 or -4000 where one has won all of them.
        """
        pair = _bot(game, first), _bot(game, second)
        with one_at_a_time:
            found = series(game, *pair, games=games, seed=seed, options=options, memory=memory, trust=trust)
        return {**asdict(found), "better": found.better}

    @tool()
    def view(
        match: Annotated[int, Field(ge=1, description="The number that `play` or `check` has told.")],
        turn: Annotated[int, Field(ge=1, description="The turn, from 1.")],
        player: Annotated[int, Field(ge=0, le=MOST_PLAYERS)] = 0,
    ) -> dict[str, Json]:
        """Show a turn of a match that was played here: the view that a player got, the move it made (null if another
        player moved, or for a fault), and what it printed.
        """
        if match not in kept:
            raise Problem(message("mcp.no_match", got=match, known=", ".join(map(str, kept)) or "-"))
        result = kept[match]
        if player >= len(result.players) or turn > result.turns:
            raise Problem(message("mcp.no_turn", turns=result.turns, players=len(result.players) - 1))
        seen, move, printed = result.replay.look(turn, player)
        return {"view": seen, "move": move, "printed": printed[:LONGEST_PRINTED]}

    return made


def _bot(game: str, text: str) -> Bot:
    """Return a house bot by name, or the bot that a source is."""
    rules = game_named(game)
    if text in (*rules.house, bots.STARTER):
        return bot_named(rules, text)
    if len(text) < LONGEST_NAME and not {"\n", "("} & set(text.strip()):
        raise Problem(message("mcp.no_bot", got=text[:60], game=game, known=", ".join(rules.house)))
    return Bot("bot", "code", text, "bot.py")


def _sendable(text: str) -> str:
    """Return text in which lone surrogates, which a bot may print and no encoding can write, are escapes as in JSON."""
    return text.encode(errors="backslashreplace").decode()


def _described(name: str) -> dict[str, Json]:
    game = GAMES[name]
    fewest, most = game.players
    options = {option: {"default": each.default, "is": render(each.expects())} for option, each in game.options.items()}
    return {"players": [fewest, most], "house_bots": list(game.house), "options": options, "clock": game.clock.json()}


def _result_json(result: Result, players: Sequence[Bot]) -> dict[str, Json]:
    """Return a result as JSON, without its replay. A fault in the first turns has a hint, if the source shows its
    cause.
    """
    faults = []
    for each in result.faults:
        found = advice(result, each, players[each.player].source)
        said = {"hint": found} if found else {}
        faults.append({**asdict(each), "traceback": each.traceback and each.traceback[-MOST_FAULT:], **said})
    names = ("reason", "players", "winner", "scores", "reasons", "turns", "seed", "milliseconds")
    return {**{name: getattr(result, name) for name in names}, "faults": faults}
