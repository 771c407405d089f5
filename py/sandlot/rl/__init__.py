"""The games as environments for learning: PettingZoo's for all players, Gymnasium's for one against bots.

``pip install "sandlot[rl]"`` installs what it needs.

    >>> from sandlot import rl
    >>> env = rl.make("snake")                        # a pettingzoo.ParallelEnv: both snakes move at once
    >>> observations, infos = env.reset(seed=7)
    >>> observations["player_0"]["observation"].shape, observations["player_0"]["action_mask"]
    ((7, 13, 14), array([1, 1, 0, 0], dtype=int8))
    >>> observations, rewards, over, cut, infos = env.step({"player_0": 0, "player_1": 2})
    >>> rewards
    {'player_0': 0.0, 'player_1': 0.0}

    >>> env = rl.make("planes", opponent="hunter")    # a gymnasium.Env: one player against a house bot
    >>> observation, info = env.reset(seed=7)
    >>> observation["action_mask"].sum(), info
    (np.int64(120), {'player': 1})

Snake and Tank are `SimultaneousEnv`, Generals and Planes `TurnEnv`; with `opponent` every game is a `SoloEnv`. In all
of them an observation is ``{"observation": planes, "action_mask": mask}``, and games are over by their rules alone:

| game | observation | actions | see |
|---|---|---|---|
| snake | uint8 (7, rows, columns), 0 or 1 | 4 directions | `sandlot.rl.snake.SnakeEncoding` |
| tank | uint8 (10, 9, 9), 0 to 255 | 81 pairs of orders | `sandlot.rl.tank.TankEncoding` |
| planes | uint8 (7, n, n), 0 or 1 | 5 n n, 405 for n = 9 | `sandlot.rl.planes.PlanesEncoding` |
| generals | int32 (15, rows, columns), units | 1 + 8 rows columns | `sandlot.rl.generals.GeneralsEncoding` |

``env.view()`` is a bot's view of the same position, ``env.render()`` the board as text (``render_mode="ansi"``), and
``env.replay()`` the game so far.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from sandlot.api.named import whole
from sandlot.errors import SandlotError
from sandlot.game import Json, short
from sandlot.messages import include, message

WORDS = Path(__file__).parent / "words"
try:
    from sandlot.api.players import Player
    from sandlot.rl.encoding import Observation
    from sandlot.rl.environments import SimultaneousEnv, SoloEnv, TurnEnv
    from sandlot.rl.opponent import opponent_of
    from sandlot.rl.rules import SIMULTANEOUS, Rules
except ModuleNotFoundError as missing:
    include(WORDS)
    raise SandlotError(message("rl.missing", install='pip install "sandlot[rl]"')) from missing
include(WORDS)

if TYPE_CHECKING:
    from sandlot.rl.rules import Simultaneous, Turns

__all__ = ["Observation", "SimultaneousEnv", "SoloEnv", "TurnEnv", "make"]


@overload
def make(
    game: str,
    *,
    opponent: Player,
    player: int | None = None,
    players: int = 2,
    render_mode: str | None = None,
    **options: Json,
) -> SoloEnv: ...
@overload
def make(
    game: Simultaneous,
    *,
    opponent: None = None,
    player: None = None,
    players: Literal[2] = 2,
    render_mode: str | None = None,
    **options: Json,
) -> SimultaneousEnv: ...
@overload
def make(
    game: Turns,
    *,
    opponent: None = None,
    player: None = None,
    players: int = 2,
    render_mode: str | None = None,
    **options: Json,
) -> TurnEnv: ...
def make(
    game: str,
    *,
    opponent: Player | None = None,
    player: int | None = None,
    players: int = 2,
    render_mode: str | None = None,
    **options: Json,
) -> Any:
    """Return the environment of a game: "tank", "generals", "snake" or "planes".

    With an `opponent` the environment is for one player: `player` from 0, or each game another one. The opponent is
    whatever `sandlot.play` takes: a house bot's name, a function from a view to a move, an object with such a method
    ``move``, the path of a ``.py``, a ``.zip`` or a folder, or ``cmd:`` with a command. House bots and functions run in
    this process, all others in processes of their own with the game's time limits; ``env.close()`` ends these.

    `players` is the number of players; only Generals takes more than two. With `render_mode` "ansi", ``env.render()``
    returns the board as text. `options` are the game's, as in ``sandlot games GAME``. Raise `SandlotError` for unknown
    names and invalid values.

        >>> make("tank", max_turns=20).action_space("player_0")
        Discrete(81)
        >>> make("generals", rows=10, cols=12, fair=True).observation_space("player_1")["observation"].shape
        (15, 10, 12)
        >>> env = make("snake", opponent="cautious", render_mode="ansi")
        >>> observation, info = env.reset(seed=7)
        >>> print(env.render().splitlines()[-1])
        A............#
    """
    rules = Rules(game, players, options)
    if opponent is None:
        if player is not None:
            raise SandlotError(message("rl.player_alone"))
        return (SimultaneousEnv if game in SIMULTANEOUS else TurnEnv)(rules, render_mode)
    if player is not None and whole(player) not in range(players):
        raise SandlotError(message("rl.player", got=short(player), most=players - 1))
    return SoloEnv(rules, [opponent_of(game, opponent) for _ in range(players - 1)], player, render_mode)
