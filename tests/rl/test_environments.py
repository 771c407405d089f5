"""The environments: the tests of PettingZoo and Gymnasium, and tests of what those cannot know."""

from __future__ import annotations

import contextlib
import doctest
import gc
import random
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from sandlot import rl
from sandlot.errors import SandlotError
from sandlot.game import IllegalMove, read_options
from sandlot.games import GAMES, planes
from sandlot.messages import speak
from sandlot.rl.rules import ENCODINGS, SIMULTANEOUS, TURNS, Rules

SMALL: dict[str, dict[str, Any]] = {"generals": {"rows": 7, "cols": 8, "max_rounds": 60}}
#: Warnings to ignore: PettingZoo exempts only its own games by name, although it recommends masks in observations
#: itself.
ITS_ADVICE = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Environment has not defined a render",
)


def small(game: str, **more: Any) -> Any:
    return rl.make(game, **SMALL.get(game, {}), **more)  # type: ignore[call-overload]


def test_every_game_has_an_environment() -> None:
    assert set(ENCODINGS) == set(GAMES) == {*SIMULTANEOUS, *TURNS}


@pytest.mark.parametrize("game", SIMULTANEOUS)
def test_parallel_api(game: str) -> None:
    parallel_api_test(small(game), num_cycles=300)
    parallel_seed_test(lambda: small(game), num_cycles=50)


@pytest.mark.parametrize("game", TURNS)
@pytest.mark.filterwarnings(*ITS_ADVICE)
def test_aec_api(game: str) -> None:
    api_test(small(game), num_cycles=100)
    seed_test(lambda: small(game), num_cycles=100)


@pytest.mark.filterwarnings(*ITS_ADVICE)
def test_aec_api_with_eliminated_players() -> None:
    api_test(small("generals", players=3), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_gymnasium_api(game: str) -> None:
    check_env(small(game, opponent=GAMES[game].house[-1]))


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=5)
def test_action_mask_matches_rules(game: str, seed: int) -> None:
    """Every action in the mask is legal, and every randomly drawn legal move is in the mask, except moves that do
    nothing or kill at once.
    """
    rules, rng = Rules(game, 2, SMALL.get(game, {})), Random(seed)
    rules.begin(seed)
    for _ in range(60):
        if not rules.movers:
            break
        player = rules.movers[0]
        allowed = np.flatnonzero(rules.observe(player)["action_mask"])
        move = rules.game.sample(rules.state, player, rng)
        for action in rules.encoding.actions_of(move):
            if game != "generals":
                assert action in np.flatnonzero(rules.observe(player)["action_mask"])
            if rules.game.name == "planes":
                rules.act(player, action)
        if game == "planes":
            continue
        chosen = rng.choice(list(allowed))
        rules.game.check(rules.state, player, rules.encoding.move(rules.state, player, int(chosen)))
        rules.play(player, move)


@pytest.mark.parametrize("game", [each for each in GAMES if each != "snake"])
def test_masked_action_loses(game: str) -> None:
    env = small(game, opponent=GAMES[game].house[-1], player=0)
    observation, _ = env.reset(seed=3)
    if game == "planes":
        for _ in range(3):
            observation, *_ = env.step(np.flatnonzero(observation["action_mask"])[0])
    state, encoding = env.rules.state, env.rules.encoding
    for action in np.flatnonzero(observation["action_mask"] == 0):
        move = encoding.move(state, 0, int(action))
        try:
            GAMES[game].check(state, 0, move)
        except IllegalMove:
            break
    _, reward, over, cut, _ = env.step(action)
    assert (reward, over, cut) == (-1.0, True, False)
    assert "illegal" in (env.rules.outcome().reasons[0] or "")


def test_snake_that_leaves_board_loses_alone() -> None:
    env = rl.make("snake", obstacles=0)
    env.reset(seed=1)
    # Player 0 starts at the bottom left and leaves the board; player 1 at the top right goes down.
    _, rewards, over, _, _ = env.step({"player_0": 2, "player_1": 2})
    assert rewards == {"player_0": -1.0, "player_1": 1.0}
    assert over == {"player_0": True, "player_1": True}
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("game", GAMES)
def test_incremental_encoding_matches_fresh_one(game: str) -> None:
    """An encoding that only writes changes gives the same as a new one that is made from the position alone."""
    rules, rng = Rules(game, 2, SMALL.get(game, {})), Random(5)
    rules.begin(5)
    while rules.movers:
        for player in rules.movers:
            rules.play(player, rules.game.sample(rules.state, player, rng))
        if game in ("snake", "generals") and rules.movers:
            fresh = ENCODINGS[game](rules.state, 2)
            if game == "snake":
                fresh.reset(rules.state)
            for player in (0, 1):
                assert np.array_equal(rules.observe(player)["observation"], fresh.observe(rules.state, player))


def test_observation_matches_view() -> None:
    """Compares the observations of Snake, Tank and Generals with their views."""
    rules, rng = Rules("generals", 2, SMALL["generals"]), Random(1)
    rules.begin(1)
    for _ in range(80):
        player = rules.movers[0]
        view, seen = rules.game.view(rules.state, player), rules.observe(player)["observation"]
        kind, owner, army = (np.array(view[name]) for name in ("kind", "owner", "army"))
        assert np.array_equal(seen[0], ~np.isin(kind, ["fog", "obstacle"]))
        assert np.array_equal(seen[1], owner == player)
        assert np.array_equal(seen[2], (owner >= 0) & (owner != player))
        assert np.array_equal(seen[3] + seen[4] + seen[5], army)
        for plane, name in ((6, "city"), (7, "capital"), (8, "mountain"), (9, "obstacle")):
            assert np.array_equal(seen[plane], kind == name)
        assert seen[10, 0, 0] == view["players"][player]["army"]
        assert seen[14, 0, 0] == view["round"]
        rules.play(player, rules.game.sample(rules.state, player, rng))


def test_planes_observation_hides_placing_of_opponent() -> None:
    """Before its first shot a player gets the same observation, wherever the opponent's planes are."""
    seen = []
    placings = planes.placements().placings
    for placing in (placings[0], placings[-1]):
        rules = Rules("planes", 2, {})
        rules.begin(1)
        rules.play(1, [*map(list, placing)])
        rules.play(0, [*map(list, placings[0])])
        seen.append(rules.observe(0))
        assert rules.movers == (0,)
    for name in ("observation", "action_mask"):
        assert np.array_equal(seen[0][name], seen[1][name])


def test_same_seed_gives_same_game_and_board_of_command_line() -> None:
    for game in GAMES:
        env = small(game, opponent=GAMES[game].house[0])
        runs = [_played(env, seed=9) for _ in range(2)]
        assert runs[0] == runs[1]
    for game in SIMULTANEOUS:
        both = small(game)
        both.reset(seed=9)
        first = GAMES[game].start(2, 9, read_options(GAMES[game], {}))
        assert GAMES[game].view(both.rules.state, None) == GAMES[game].view(first, None)


def _played(env: Any, seed: int) -> list[Any]:
    observation, info = env.reset(seed=seed)
    found, rng, over = [info["player"]], Random(seed), False
    while not over and len(found) < 40:
        action = rng.choice(list(np.flatnonzero(observation["action_mask"])))
        observation, reward, over, _, _ = env.step(action)
        found += [observation["observation"].tobytes(), reward]
    return found


def test_house_bots_do_not_change_global_random_state() -> None:
    env = rl.make("tank", opponent="random")
    random.seed(4)
    before = random.getstate()
    env.reset(seed=1)
    env.step(0)
    assert random.getstate() == before


def test_opponent_may_be_a_function() -> None:
    views: list[dict[str, Any]] = []

    def still(view: dict[str, Any]) -> list[int]:
        views.append(view)
        return [-1, -1]

    env = rl.make("tank", opponent=still, player=1, max_turns=2)
    env.reset(seed=1)
    assert env.step(0)[1:4] == (0.0, False, False)
    assert env.step(0)[1:4] == (0.0, True, False), "a draw after the last turn"
    assert [view["player"] for view in views] == [0, 0]
    assert env.action_masks().shape == (81,)


PROGRAM = "import sys\nfor line in sys.stdin:\n    print(1, flush=True)\n"
BOT = "def move(view):\n    return view['safe'][0] if view['safe'] else 0\n"


class _Object:
    """A player with methods, as `sandlot.play` accepts it."""

    began: dict[str, Any] | None = None

    def start(self, setup: dict[str, Any]) -> None:
        self.began = setup

    def move(self, view: dict[str, Any]) -> int:
        return view["safe"][0] if view["safe"] else 0


@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_opponent_may_be_any_kind_of_player(tmp_path: Path) -> None:
    """The same bot as a file, a folder, an object and a function makes the same moves, as in `sandlot.play`."""
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "__main__.py").write_text(BOT)
    player = _Object()
    kinds: list[Any] = [str(tmp_path / "bot.py"), tmp_path / "bot.py", tmp_path / "folder", player, player.move]
    moves = []
    for opponent in kinds:
        env = rl.make("snake", opponent=opponent, player=0)
        check_env(env)
        _played(env, seed=3)
        moves.append([each[1] for each in env.replay().moves()])
        env.close()
    assert len(moves[0]) > 2
    assert all(each == moves[0] for each in moves)
    assert player.began == {"game": "snake", "player": 1, "players": 2, "clock": GAMES["snake"].clock.json()}


def test_opponent_command_ends_with_environment(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    env = rl.make("snake", opponent=f"cmd:{sys.executable} {tmp_path / 'program.py'}", player=0)
    env.reset(seed=1)
    assert len(_processes_with(str(tmp_path))) == 1
    env.step(0)
    assert [each[1] for each in env.replay().moves()] == [1]
    env.reset(seed=2)
    assert len(_processes_with(str(tmp_path))) == 1, "the process of the game before has ended"
    env.close()
    assert _processes_with(str(tmp_path)) == []
    env.reset(seed=3)
    env.step(0)
    del env
    gc.collect()
    assert _processes_with(str(tmp_path)) == []


def test_crashing_opponent_loses(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def move(view):\n    return 1 // 0\n")
    env = rl.make("snake", opponent=str(tmp_path / "bot.py"), player=0)
    observation, _ = env.reset(seed=1)
    assert env.step(observation["action_mask"].argmax())[1:3] == (1.0, True)
    env.close()


def _processes_with(text: str) -> list[int]:
    """Return the running processes whose command line contains this text."""
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if text.encode() in each.read_bytes():
                found.append(int(each.parent.name))
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_render_returns_board_as_text(game: str) -> None:
    house = GAMES[game].house[-1]
    env = small(game, opponent=house, render_mode="ansi")
    check_env(env)
    env.reset(seed=1)
    first = env.render()
    _played(env, seed=1)
    size = {"snake": 13, "tank": 9, "planes": 2 * 10 + 1, "generals": 7}[game]
    assert len(first.splitlines()) == size
    assert env.render() != first
    alone = small(game, render_mode="ansi")
    alone.reset(seed=1)
    assert alone.render() == first
    if game in TURNS:
        render_test(lambda render_mode: small(game, render_mode="ansi"))
    else:
        parallel_api_test(alone, num_cycles=20)


def test_render_without_mode_warns() -> None:
    env = rl.make("snake")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_text_boards_show_all_pieces() -> None:
    env = rl.make("snake", render_mode="ansi")
    env.reset(seed=7)
    rows = str(env.render()).splitlines()
    for row, column in env.view("player_0")["obstacles"]:
        assert rows[row][column] == "#"
    (head, *_), (other, *_) = (snake["body"] for snake in env.view("player_0")["snakes"])
    assert (rows[head[0]][head[1]], rows[other[0]][other[1]]) == ("A", "B")
    duel = rl.make("planes", render_mode="ansi")
    duel.reset(seed=1)
    while duel.rules.view(0)["phase"] == "place":
        duel.step(duel.last()[0]["action_mask"].argmax())
    shot = duel.last()[0]["action_mask"].argmax()
    duel.step(shot)
    text = str(duel.render())
    assert text.count("H") + text.count("X") == 6
    assert sum(map(text.count, "oxX")) == 1


@pytest.mark.parametrize("game", GAMES)
def test_game_is_converted_to_replay(game: str) -> None:
    """Games from training can be watched, and their replays verify."""
    env = small(game, opponent=GAMES[game].house[-1])
    observation, info = env.reset(seed=9)
    assert env.view()["player"] == info["player"]
    _played(env, seed=9)
    replay = env.replay()
    assert (replay.game, replay.seed, replay.turns) == (game, 9, len(env.rules.turns))
    assert [*replay.views()][-1] == env.rules.game.view(env.rules.state, None)
    replay.verify()
    if game == "snake":
        assert observation["observation"][0].sum() == len(env.view()["obstacles"])


def test_replay_contains_illegal_move() -> None:
    env = rl.make("tank")
    env.reset(seed=1)
    # Both tanks of the first side drive off the board.
    env.step({"player_0": 9 * 1 + 1, "player_1": 0})
    replay = env.replay()
    assert replay.result and "illegal" in str(replay.result["reasons"])
    replay.verify()
    assert env.view("player_1")["over"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"game": "chess"}, "tank, generals, snake, planes"),
        ({"game": "snake", "players": 3}, "not 3"),
        ({"game": "snake", "opponent": "hunter"}, "constrictor"),
        ({"game": "snake", "opponent": "no_such_file.py"}, "no_such_file.py"),
        ({"game": "snake", "opponent": 7}, "7"),
        ({"game": "snake", "render_mode": "rgb_array"}, "ansi"),
        ({"game": "snake", "player": 1}, "opponent"),
        ({"game": "snake", "opponent": "hugger", "player": 2}, "from 0 to 1"),
        ({"game": "snake", "opponent": "hugger", "player": "a"}, "not 'a'"),
        ({"game": "snake", "sides": 3}, "sides"),
        ({"game": "snake", "rows": 1000}, "rows"),
    ],
)
def test_unknown_name_is_refused_with_message(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(SandlotError, match=says):
        rl.make(**arguments)
    with speak("ru"), pytest.raises(SandlotError) as raised:
        rl.make(**arguments)
        assert any("а" <= letter <= "я" for letter in str(raised.value))


def test_action_out_of_range_is_refused() -> None:
    env = rl.make("snake")
    env.reset(seed=1)
    with pytest.raises(SandlotError, match="from 0 to 3, not 4"):
        env.step({"player_0": 4, "player_1": 0})
    with pytest.raises(SandlotError, match="from 0 to 3, not None"):
        env.step({"player_0": None, "player_1": 0})
    for actions in ({"player_0": 0}, None, [0]):
        with pytest.raises(SandlotError, match="each agent needs an action: player_0, player_1"):
            env.step(actions)


@pytest.mark.parametrize("arguments", [{"game": "snake", "opponent": "hugger"}, {"game": "planes"}])
def test_step_before_reset_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(SandlotError, match="call reset"):
        rl.make(**arguments).step(0)


def test_examples() -> None:
    tried = doctest.testmod(rl)
    assert tried.failed == 0
    assert tried.attempted > 5
