"""The environments: PettingZoo's for all players, and Gymnasium's for one player against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import gymnasium
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from sandlot.api.replay import Replay
from sandlot.errors import SandlotError
from sandlot.game import Json, short
from sandlot.messages import message
from sandlot.rl.encoding import Observation, observation_space
from sandlot.rl.opponent import Opponent
from sandlot.rl.rules import Rules, rewards
from sandlot.rl.text import text_of

Infos: TypeAlias = dict[str, dict[str, Any]]
RENDER_MODES = ("ansi",)
FPS = 4
"""Boards a second: the tests of PettingZoo and Gymnasium demand it, though text has no frame rate."""


def _checked_mode(render_mode: str | None) -> str | None:
    if render_mode not in (None, *RENDER_MODES):
        raise SandlotError(message("rl.render_mode", got=str(render_mode), known=", ".join(RENDER_MODES)))
    return render_mode


def _render(env: _Agents | SoloEnv) -> str | None:
    if env.render_mode is None:
        gymnasium.logger.warn("render() returns nothing: the environment was made without render_mode='ansi'")
        return None
    return text_of(env.rules.game, env.rules.state)


class _Agents:
    """The part of PettingZoo's interfaces that is about agents, for both kinds of environments."""

    def _describe(self, rules: Rules, render_mode: str | None, *, is_parallelizable: bool) -> None:
        self.rules = rules
        name = f"sandlot_{rules.game.name}"
        self.metadata: dict[str, Any] = {"name": name, "render_modes": [*RENDER_MODES], "render_fps": FPS}
        self.metadata["is_parallelizable"] = is_parallelizable
        self.render_mode = _checked_mode(render_mode)
        self.possible_agents = [f"player_{number}" for number in range(rules.players)]
        self.agents: list[str] = []
        self.observation_spaces = {each: observation_space(rules.encoding) for each in self.possible_agents}
        self.action_spaces = {each: spaces.Discrete(rules.encoding.actions) for each in self.possible_agents}

    def render(self) -> str | None:
        """Return the board as text, in the mode "ansi": everything, also what players do not see."""
        return _render(self)

    def close(self) -> None:
        """Do nothing: there is no window or process."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations; it is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions; it is the same size for all."""
        return self.action_spaces[agent]

    def view(self, agent: str) -> dict[str, Json]:
        """Return the view of a bot in this agent's place: code that makes features of it works in a bot as well."""
        return self.rules.view(self.possible_agents.index(agent))

    def replay(self) -> Replay:
        """Return the game so far as a `sandlot.Replay`: to look at in a notebook, to save, or to open in the page."""
        return self.rules.replay()


class SimultaneousEnv(_Agents, ParallelEnv):  # type: ignore[misc]
    """A PettingZoo `ParallelEnv` of a game in which all players move at once: Snake or Tank.

    The agents are ``player_0`` and ``player_1``. Rewards are 0 until the game is over, then 1 for a win, 0 for a draw
    and -1 for a loss. An action whose mask is 0 may be illegal; an illegal move loses, as in every match. Nothing is
    ever truncated: a limit of turns is a rule of the game. `reset(seed=7)` gives the board of ``sandlot play --seed
    7``; without a seed the next one is drawn. `reset` takes `options` and ignores them: those of the game are given to
    `make`.
    """

    def __init__(self, rules: Rules, render_mode: str | None = None) -> None:
        self._describe(rules, render_mode, is_parallelizable=True)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin a game; return everybody's observation, and empty infos."""
        self.rules.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {each: {} for each in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play a turn; return observations, rewards, terminations, truncations and infos, each by agent."""
        agents = self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        try:
            chosen = [actions[agent] for agent in agents]
        except (KeyError, TypeError, IndexError):
            raise SandlotError(message("rl.actions", agents=", ".join(agents), got=short(actions))) from None
        for number, action in enumerate(chosen):
            self.rules.act(number, action)
        outcome = self.rules.outcome()
        over = outcome is not None
        given = rewards(outcome) if outcome else (0.0,) * len(agents)
        observations = self._observations()
        if over:
            self.agents = []
        return (
            observations,
            dict(zip(agents, given, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {each: {} for each in agents},
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.rules.observe(number) for number, agent in enumerate(self.possible_agents)}


class TurnEnv(_Agents, AECEnv):  # type: ignore[misc]
    """A PettingZoo `AECEnv` of a game in which players move one after the other: Generals or Planes.

    The agents are ``player_0``, ``player_1`` and so on. Rewards, illegal actions, seeds and options are as in
    `SimultaneousEnv`; of more than two players, who is out gets -1 at once. In Planes each player acts three times in a
    row to place its planes, and neither sees those of the other.
    """

    def __init__(self, rules: Rules, render_mode: str | None = None) -> None:
        super().__init__()
        self._describe(rules, render_mode, is_parallelizable=False)
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.rules.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {each: {} for each in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.rules.movers[0]]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and what it may do when it is to move."""
        return self.rules.observe(self._numbers[agent])

    def step(self, action: Any) -> None:
        """Take the action of the agent whose turn it is: a whole number, or None if that agent's game is over."""
        if not hasattr(self, "agent_selection"):
            raise SandlotError(message("rl.no_reset"))
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rules.act(self._numbers[agent], action)
        outcome = self.rules.outcome()
        if outcome:
            given = rewards(outcome)
            for each in self.agents:
                if not self.terminations[each]:
                    self.rewards[each] = given[self._numbers[each]]
                    self.terminations[each] = True
        else:
            self.agent_selection = self.possible_agents[self.rules.movers[0]]
            if not self._end_those_who_are_out():
                return
        self._accumulate_rewards()
        self._deads_step_first()

    def _end_those_who_are_out(self) -> bool:
        """End the game of players who are out while others play on; return whether there are any."""
        out = [each for each in self.agents if not self.terminations[each] and self.rules.is_out(self._numbers[each])]
        for each in out:
            self.rewards[each], self.terminations[each] = -1.0, True
        return bool(out)


class SoloEnv(gymnasium.Env[Observation, Any]):
    """A Gymnasium environment of one player: bots play all others.

    Observations, actions, rewards and seeds are those of `SimultaneousEnv` and `TurnEnv`, for one agent. `player` is
    the player that acts, from 0; None: another one each game, drawn from the seed. `info` says which it is, as
    ``{"player": 0}``. `close` ends the processes of opponents that have some.
    """

    def __init__(
        self, rules: Rules, opponents: Sequence[Opponent], player: int | None = None, render_mode: str | None = None
    ) -> None:
        self.rules, self.opponents, self.fixed = rules, opponents, player
        self.metadata = {"render_modes": [*RENDER_MODES], "render_fps": FPS}
        self.render_mode = _checked_mode(render_mode)
        self.player = player or 0
        self._has_begun = False
        self.observation_space: Any = observation_space(rules.encoding)
        self.action_space = spaces.Discrete(rules.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; return the observation of the player's first action, and the info."""
        super().reset(seed=seed)
        self.rules.begin(seed)
        if self.fixed is None:
            self.player = int(self.np_random.integers(self.rules.players))
        for number, opponent in self._opponents().items():
            opponent.begin(self.rules, number)
        self._has_begun = True
        self._let_others_move()
        return self.rules.observe(self.player), {"player": self.player}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the player's action, and let the others move until it has to act again or its game is over. Return the
        observation, the reward, whether the game is over, False (nothing is truncated), and the info.
        """
        if not self._has_begun:
            raise SandlotError(message("rl.no_reset"))
        self.rules.act(self.player, action)
        self._let_others_move()
        outcome = self.rules.outcome()
        reward = rewards(outcome)[self.player] if outcome else 0.0
        over = outcome is not None
        if not over and self.player not in self.rules.movers:
            # The player is out while others play on.
            reward, over = -1.0, True
        return self.rules.observe(self.player), reward, over, False, {"player": self.player}

    def view(self) -> dict[str, Json]:
        """Return the view of a bot in the player's place: code that makes features of it works in a bot as well."""
        return self.rules.view(self.player)

    def replay(self) -> Replay:
        """Return the game so far as a `sandlot.Replay`: to look at in a notebook, to save, or to open in the page."""
        return self.rules.replay()

    def render(self) -> Any:
        """Return the board as text, in the mode "ansi": everything, also what the player does not see."""
        return _render(self)

    def close(self) -> None:
        """End the opponents' processes. A new game starts them again."""
        for opponent in self.opponents:
            opponent.close()

    def action_masks(self) -> Any:
        """Return the mask of the observation: some libraries ask for it by this name."""
        return self.rules.encoding.mask(self.rules.state, self.player).copy()

    def _opponents(self) -> dict[int, Opponent]:
        others = [number for number in range(self.rules.players) if number != self.player]
        return dict(zip(others, self.opponents, strict=True))

    def _let_others_move(self) -> None:
        opponents = self._opponents()
        while (movers := self.rules.movers) and (moving := [each for each in movers if each != self.player]):
            if self.rules.is_out(self.player) and self.player not in movers:
                return
            for number in moving:
                self.rules.play(number, opponents[number].move(self.rules, number))
