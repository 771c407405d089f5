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

``env.view()`` is what a bot would get in the same position, and ``env.replay()`` the game so far.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from sandlot.errors import SandlotError
from sandlot.game import Json
from sandlot.messages import include, message

WORDS = Path(__file__).parent / "words"
try:
    from sandlot.rl.encoding import Observation
    from sandlot.rl.environments import SimultaneousEnv, SoloEnv, TurnEnv
    from sandlot.rl.opponent import Mover, opponent_of
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
    game: str, *, opponent: str | Mover, player: int | None = None, players: int = 2, **options: Json
) -> SoloEnv: ...
@overload
def make(
    game: Simultaneous, *, opponent: None = None, player: None = None, players: Literal[2] = 2, **options: Json
) -> SimultaneousEnv: ...
@overload
def make(game: Turns, *, opponent: None = None, player: None = None, players: int = 2, **options: Json) -> TurnEnv: ...
def make(
    game: str, *, opponent: str | Mover | None = None, player: int | None = None, players: int = 2, **options: Json
) -> Any:
    """Return the environment of a game: "tank", "generals", "snake" or "planes".

    `opponent` is a house bot of that game or a function from a view to a move; then the environment is for one player,
    `player` from 0, or each game another one. It runs in this process. `players` is how many play; only Generals takes
    more than two. `options` are the game's, as of ``sandlot games GAME``. Raise `SandlotError` for what does not
    exist or does not fit.

        >>> make("tank", max_turns=20).action_space("player_0")
        Discrete(81)
        >>> make("generals", rows=10, cols=12, fair=True).observation_space("player_1")["observation"].shape
        (15, 10, 12)
    """
    rules = Rules(game, players, options)
    if opponent is None:
        if player is not None:
            raise SandlotError(message("rl.player_alone"))
        return SimultaneousEnv(rules) if game in SIMULTANEOUS else TurnEnv(rules)
    if player is not None and not 0 <= player < players:
        raise SandlotError(message("rl.player", got=player, most=players - 1))
    return SoloEnv(rules, [opponent_of(game, opponent) for _ in range(players - 1)], player)
