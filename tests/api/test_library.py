"""`import sandlot` as a library: `play`, `Match`, `Replay` and `series`."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sandlot
from sandlot import api
from sandlot.game import IllegalMove
from sandlot.games import GAMES
from sandlot.messages import speak

ENV = {**os.environ, "PYTHONPATH": str(Path(sandlot.__file__).parents[1])}
STAY = "def move(view):\n    return [-1, -1]\n"
OPTIONS: dict[str, dict[str, Any]] = {"generals": {"rows": 6, "cols": 6, "max_rounds": 20}}


class Wordless:
    """An object whose `repr` raises an error."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


def stay(view: dict[str, Any]) -> list[int]:
    return [-1, -1]


@pytest.mark.parametrize("module", sorted(each.name for each in pkgutil.iter_modules(api.__path__)))
def test_examples(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"sandlot.api.{module}")).failed == 0


def test_package_doctests() -> None:
    tried = doctest.testmod(api)
    assert (tried.failed, tried.attempted) == (0, 2)


def test_import_is_lazy() -> None:
    """A bot that imports the rules does not wait for the library to load."""
    told = "import sys; before = set(sys.modules); import sandlot; print(sorted(set(sys.modules) - before))"
    assert subprocess.check_output([sys.executable, "-c", told], env=ENV, text=True).strip() == "['sandlot']"
    told = "import sys, sandlot.games.snake; print([each for each in sys.modules if each.startswith('sandlot.api')])"
    assert subprocess.check_output([sys.executable, "-c", told], env=ENV, text=True).strip() == "[]"
    assert {name for name in sandlot.__all__ if hasattr(sandlot, name)} == set(sandlot.__all__)
    assert not hasattr(sandlot, "nothing")


def test_every_kind_of_player_plays(tmp_path: Path) -> None:
    file = tmp_path / "still.py"
    file.write_text(STAY)
    program = tmp_path / "program.py"
    program.write_text("import json\nprint(json.dumps({'response': [-1, -1]}))\n")

    class Still:
        def __init__(self) -> None:
            self.setup: dict[str, Any] = {}

        def start(self, setup: dict[str, Any]) -> None:
            self.setup = setup

        def move(self, view: dict[str, Any]) -> list[int]:
            return [-1, -1]

    mine = Still()
    for players, names in (
        ([stay, "hunter"], ("stay", "hunter")),
        ([file, str(file)], ("still 1", "still 2")),
        ([mine, f"cmd:{sys.executable} {program}"], ("Still", "program")),
    ):
        result = sandlot.play("tank", players, seed=3, options={"max_turns": 3})  # type: ignore[arg-type]
        assert result.players == names
        assert (result.turns, result.faults, result.winner) == (3, (), None)
        result.replay.verify()
    assert mine.setup["player"] == 0


def test_sandboxed_bot_cannot_read_our_files(tmp_path: Path) -> None:
    secret, spy = tmp_path / "secret", tmp_path / "bots" / "spy.py"
    secret.write_text("secret")
    spy.parent.mkdir()
    spy.write_text(f"open({str(secret)!r}).read()\n{STAY}")
    assert sandlot.play("tank", [spy, stay], seed=1, options={"max_turns": 1}).faults == ()
    sandboxed = sandlot.play("tank", [spy, stay], seed=1, options={"max_turns": 1}, isolate=True)
    assert [(each.player, each.turn, each.kind) for each in sandboxed.faults] == [(0, 0, "crash")]
    assert sandboxed.reasons == ("crash", None)


def test_exception_in_function_loses_and_is_reported() -> None:
    def breaks(view: dict[str, Any]) -> Any:
        if view["turn"] == 2:
            raise ZeroDivisionError("of no use")
        return [-1, -1]

    result = sandlot.play("tank", [breaks, stay], seed=1)
    (fault,) = result.faults
    assert (fault.player, fault.turn, fault.kind) == (0, 2, "crash")
    assert "of no use" in fault.text
    assert 'in breaks\n    raise ZeroDivisionError("of no use")' in (fault.traceback or "")
    result.replay.verify()

    def stops(view: dict[str, Any]) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sandlot.play("tank", [stops, stay], seed=1)


def test_function_gets_same_input_as_bot() -> None:
    """It gets its own copy of the view, may draw, and may return numpy's numbers."""
    numpy = pytest.importorskip("numpy")

    def draws(view: dict[str, Any]) -> Any:
        sandlot_draw = importlib.import_module("sandlot.draw")
        sandlot_draw.note(f"step {view['step']}")
        view["snakes"].clear()
        return numpy.int64(view["safe"][0] if view["safe"] else 0)

    result = sandlot.play("snake", [draws, "hugger"], seed=numpy.int64(5))
    assert (result.seed, type(result.seed)) == (5, int)
    assert result.faults == ()
    whole = json.loads(_text(result.replay))
    assert whole["turns"][1][0]["drawings"] == [["note", "step 1"]]


def _text(replay: Any) -> str:
    from sandlot.match.replay_file import dumps

    return dumps(replay._recorded)


def test_same_seed_gives_same_match_as_command_line(tmp_path: Path) -> None:
    from sandlot.cli.main import command

    typed = ["play", "tank", "random", "gunner", "--seed", "11", "--quiet", "--replay", str(tmp_path / "r.json")]
    assert command(typed) == 0
    kept = sandlot.Replay.load(tmp_path / "r.json")
    result = sandlot.play("tank", ["random", "gunner"], seed=11)
    assert list(result.replay.moves()) == list(kept.moves())
    assert result.replay.result == kept.result


@pytest.mark.parametrize("game", GAMES)
def test_stepped_match_becomes_verified_replay(game: str, tmp_path: Path) -> None:
    match, rng = sandlot.Match(game, seed=4, **OPTIONS.get(game, {})), Random(4)
    turns = 0
    while not match.over:
        moves = {player: rng.choice(match.legal(player)) for player in match.to_move}
        match.step(moves if len(moves) > 1 else next(iter(moves.values())))
        turns += 1
        if turns == 3:
            match.replay().verify()
    assert match.outcome
    replay = match.replay()
    replay.save(tmp_path / "match.json")
    again = sandlot.Replay.load(tmp_path / "match.json")
    again.verify()
    assert (again.turns, again.game, again.seed) == (turns, game, 4)
    assert len(list(again.views())) == turns + 1
    with pytest.raises(sandlot.SandlotError, match="over"):
        match.step(None)
    assert match.legal() == []


@pytest.mark.parametrize("game", GAMES)
def test_listed_moves_are_legal_and_complete(game: str) -> None:
    match, rng = sandlot.Match(game, seed=2, **OPTIONS.get(game, {})), Random(2)
    for _ in range(10):
        if match.over:
            break
        for player in match.to_move:
            found = match.legal(player)
            for move in rng.sample(found, min(50, len(found))):
                match.game.check(match.state, player, move)
            drawn = match.game.sample(match.state, player, rng)
            assert game == "generals" or drawn in found
        moves = {player: match.game.sample(match.state, player, rng) for player in match.to_move}
        match.step(moves if len(moves) > 1 else next(iter(moves.values())))


def test_rejected_step_leaves_state_unchanged() -> None:
    match = sandlot.Match("tank", seed=1)
    before = match.state
    for moves, error in (
        ({0: [0, 9], 1: [-1, -1]}, IllegalMove),
        ({0: [-1, -1]}, sandlot.SandlotError),
        ([-1, -1], sandlot.SandlotError),
        ({0: [-1, -1], 1: [-1, -1], 2: [-1, -1]}, sandlot.SandlotError),
    ):
        with pytest.raises(error):
            match.step(moves)
        assert match.state == before
    match.step({0: [-1, -1], 1: [-1, -1]})


def test_altered_replay_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    sandlot.play("tank", [stay, stay], seed=1, options={"max_turns": 2}).replay.save(path)
    whole = json.loads(path.read_text())
    whole["result"]["scores"] = [2, 0]
    path.write_text(json.dumps(whole))
    with pytest.raises(sandlot.SandlotError, match="result"):
        sandlot.Replay.load(path).verify()
    path.write_text("[]")
    with pytest.raises(sandlot.SandlotError, match=r"match\.json"):
        sandlot.Replay.load(path)
    with pytest.raises(sandlot.SandlotError, match="nowhere"):
        sandlot.Replay.load(tmp_path / "nowhere.json")


def test_notebook_replay_is_sandboxed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandlot.api import html

    monkeypatch.setattr(html, "PLAYER", tmp_path / "page.html")
    replay = sandlot.play("tank", [stay, stay], seed=1, options={"max_turns": 1}).replay
    told = replay._repr_html_()
    assert told.startswith("<pre>Replay(tank, seed 1: Draw: no decision after 1 turn)</pre>")
    assert "python3 build.py build" in told, "what is missing, and what to do"
    html.PLAYER.write_text(f'<!doctype html><p title="x">{html.PLACE}')
    shown = replay._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts"')
    assert "<p" not in shown, "the page is in an attribute"
    assert "&lt;p title=&quot;x&quot;&gt;" in shown


def test_series_answer_counts_and_interval(tmp_path: Path) -> None:
    file = tmp_path / "left.py"
    file.write_text("def move(view):\n    return 3\n")
    looks: list[tuple[int, int]] = []

    def see(played: int, of: int) -> None:
        looks.append((played, of))

    answer = sandlot.series("snake", "hugger", file, games=23, seed=1, trust=True, workers=1, watch=see)
    assert (answer.better, answer.name, answer.other, answer.games) == ("hugger", "hugger", "left", 24)
    assert answer.wins + answer.draws + answer.losses == 24
    assert answer.share == (answer.wins + answer.draws / 2) / 24 > 0.8
    assert 0.5 < answer.low < answer.high <= 1
    assert looks[-1] == (24, 24)
    assert "hugger" in repr(answer)

    def left(view: dict[str, Any]) -> int:
        return 3

    here = sandlot.series("snake", left, "hugger", games=24, seed=1)
    assert (here.better, here.other, here.games, here.wins) == ("hugger", "left", 24, answer.wins)
    assert here.faults == {"left": 0, "hugger": 0}


def test_players_and_names_may_be_any_iterable() -> None:
    players = {"first": stay, "second": stay}
    listed = sandlot.play("tank", list(players.values()), seed=1)
    assert sandlot.play("tank", players.values(), seed=1).reason == listed.reason  # type: ignore[arg-type]
    assert sandlot.play("tank", (each for each in players.values()), seed=1).reason == listed.reason  # type: ignore[arg-type]
    assert sandlot.Match("tank", names=players.keys()).to_move == (0, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: sandlot.play("chess", [stay, stay]), "tank"),
        (lambda: sandlot.play("tank", [stay]), "2 players"),
        (lambda: sandlot.play("tank", [stay, "nobody"]), "nobody"),
        (lambda: sandlot.play("tank", [stay, 7]), "not 7"),  # type: ignore[list-item]
        (lambda: sandlot.play("tank", [stay, Path("nowhere.py")]), "nowhere.py"),
        (lambda: sandlot.play("tank", [stay, stay], seed=-1), "-1"),
        (lambda: sandlot.play("tank", [stay, stay], secret="x"), "not 'x'"),
        (lambda: sandlot.play("tank", [stay, stay], options={"size": 3}), "size"),
        (lambda: sandlot.play("tank", [stay, stay], clock="slow"), "slow"),
        (lambda: sandlot.play("tank", [stay, stay], clock={"move": -1}), "move"),
        (lambda: sandlot.play("tank", [stay, stay], seed=10**5000), "not …"),
        (lambda: sandlot.play("tank", [stay, stay], options={"max_turns": 10**5000}), "max_turns"),
        (lambda: sandlot.play("tank", [stay, stay], options={1: 2}), "1"),  # type: ignore[dict-item]
        (lambda: sandlot.play("tank", [stay, stay], options="size"), "size"),  # type: ignore[arg-type]
        (lambda: sandlot.play("tank", [stay, stay], clock={"move": 10**5000}), "move"),
        (lambda: sandlot.play("tank", [stay, stay], clock=[5]), "5"),  # type: ignore[arg-type]
        (lambda: sandlot.play("tank", [stay, stay], memory="much"), "much"),  # type: ignore[arg-type]
        (lambda: sandlot.play("tank", [stay, "x" * 10_000]), "xxx"),
        (lambda: sandlot.series("tank", stay, "hunter", games=10**9), "blocks"),
        (lambda: sandlot.series("tank", "gunner", "hunter", workers=0), "not 0"),
        (lambda: sandlot.Match("snake", players=3), "2 players"),
        (lambda: sandlot.Match("snake", players="two"), "not 'two'"),  # type: ignore[arg-type]
        (lambda: sandlot.Match("snake", players=10**9), "2 players"),
        (lambda: sandlot.Match("snake", names="ab"), "not 'ab'"),
        (lambda: sandlot.Match("snake", names=[1, 2]), "not \\[1, 2\\]"),  # type: ignore[list-item]
        (lambda: sandlot.Match("snake").view(7), "from 0 to 1"),
        (lambda: sandlot.Match("snake").view(-1), "from 0 to 1"),
        (lambda: sandlot.Match("snake").legal("me"), "not 'me'"),  # type: ignore[arg-type]
        (lambda: sandlot.Match("snake").step(Wordless()), "0, 1"),  # type: ignore[arg-type]
        (lambda: sandlot.play(Wordless(), [stay, stay]), "tank"),  # type: ignore[arg-type]
        (lambda: sandlot.play("tank", None), "not None"),  # type: ignore[arg-type]
        (lambda: sandlot.play("tank", "gunner"), "not 'gunner'"),
        (lambda: sandlot.play("tank", [stay, Wordless()]), "not …"),  # type: ignore[list-item]
        (lambda: sandlot.series("tank", stay, stay, games="many"), "not 'many'"),  # type: ignore[arg-type]
        (lambda: sandlot.series("tank", stay, stay, games=0), "from 1, not 0"),
        (lambda: sandlot.Replay.load(99), "not 99"),  # type: ignore[arg-type]
        (lambda: sandlot.Match("snake").replay().save(None), "not None"),  # type: ignore[arg-type]
        (lambda: sandlot.Match("snake").replay().look(turn=1, player=7), "from 0 to 1, not 7"),
        (lambda: sandlot.Match("snake").replay().views(-1), "from 0 to 1, not -1"),
    ],
)
def test_unplayable_setup_is_refused_with_message(call: Any, says: str) -> None:
    with pytest.raises(sandlot.SandlotError, match=says):
        call()
    with speak("zh"):
        with pytest.raises(sandlot.SandlotError) as raised:
            call()
        assert any("\u4e00" <= letter <= "\u9fff" for letter in str(raised.value))
