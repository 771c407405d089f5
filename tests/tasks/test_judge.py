"""Judging tasks by replays: each kind of task accepts correct programs, and no program that only looks correct."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.files.bot import Bot
from sandlot.games import GAMES
from sandlot.jobs import done
from sandlot.local import house
from sandlot.local.stage import Stage
from sandlot.match.parts import Player, Setup
from sandlot.match.replay import Replay
from sandlot.messages import render
from sandlot.tasks.judge import GameMark, Pair, decided, seeing_game
from sandlot.tasks.moves import beyond
from sandlot.tasks.spec import Task

Played = Callable[..., Replay]
SAFE = "def move(view):\n    return (view['safe'] or [0])[0]\n"
LISTS = "def move(view):\n    print('moves:', {moves})\n    return (view['safe'] or [0])[0]\n"
FAILS = "def move(view):\n    if view['step'] == 3:\n        raise ValueError\n    return view['safe'][0]\n"
GUESS = "def move(view):\n    mine = (view['safe'] or [0])[0]\n    print('next:', {guess})\n    return mine\n"


@pytest.fixture(scope="module")
def played() -> Any:
    game = GAMES["snake"]
    with Stage() as stage:

        def play(source: str, seat: int = 0, seed: int = 1) -> Replay:
            bots = [Bot("mine", "code", source), house("snake", "cautious")]
            players = [Player("mine"), Player("cautious", "house")]
            order = (0, 1) if seat == 0 else (1, 0)
            setup = Setup(game, tuple(players[k] for k in order), seed)
            return stage.play(setup, [bots[k] for k in order])[0]

        yield play


def task(kind: str, **more: Any) -> Task:
    return Task("one", kind, "cautious", (1,), False, 1, **more)


def mark(of: Task, replay: Replay, seat: int = 0) -> GameMark:
    return done(seeing_game(of, replay, seat))


def why(found: GameMark) -> str:
    return render(found.why, ("mine", "cautious")) if found.why else ""


@pytest.mark.parametrize("seat", [0, 1])
def test_printed_list_must_equal_legal_moves(played: Played, seat: int) -> None:
    assert mark(task("lists"), played(LISTS.format(moves="view['safe']"), seat), seat).ok
    assert mark(task("lists"), played(LISTS.format(moves="set(view['safe'])"), seat), seat).ok
    # The opponent's moves are not the bot's own.
    assert not mark(task("lists", whose="other"), played(LISTS.format(moves="view['safe']"), seat), seat).ok
    wrong = mark(task("lists"), played(LISTS.format(moves="[0, 1, 2, 3]"), seat), seat)
    assert not wrong.ok
    assert "[0, 1, 2, 3]" in why(wrong)
    assert "no line" in why(mark(task("lists"), played(SAFE, seat), seat))


def test_first_difference_of_long_list_is_named(played: Played) -> None:
    surplus = mark(task("lists"), played(LISTS.format(moves="[*view['safe'], *[0] * 100, None]")))
    assert re.search(r"0 stands in the printed list, and is no possible move$", why(surplus))
    nothing = mark(task("lists"), played(LISTS.format(moves="[*view['safe'], *[None] * 100]")))
    assert why(nothing).endswith("None stands in the printed list, and is no possible move")
    assert list(beyond([[1, 2], [3, 4], [3, 4]], [[3, 4]])) == [[1, 2], [3, 4]]


def test_values_are_shown_as_python_literals(played: Played) -> None:
    assert "it said None:" in why(mark(task("predicts"), played(GUESS.format(guess="None"))))
    assert "it said 'up', which is a text" in why(mark(task("predicts"), played(GUESS.format(guess="\"'up'\""))))
    nothing = why(mark(task("lists"), played(LISTS.format(moves="None"))))
    assert re.search(r"it printed None, .* ends without return; \[.*\] is right$", nothing)


def test_printed_text_is_parsed_safely(played: Played) -> None:
    odd = ("\"{b'a'}\"", "'{1j, (1, b\"a\")}'", "'1e999'", "{1: [2]}")
    for said in (
        *(*odd, "'__import__(\"os\")'", "'[' * 5000", "'1' * 5000", "'0x' + 'f' * 3900"),
        *("'[{0x' + 'f' * 3900 + ': 1}]'", "'é\\x00'", "''"),
    ):
        found = mark(task("lists"), played(LISTS.format(moves=said)))
        assert not found.ok
        assert len(why(found)) < 1000


def test_prediction_is_compared_with_actual_move(played: Played) -> None:
    own = task("predicts")
    assert mark(own, played(GUESS.format(guess="mine"))).ok
    late = mark(own, played(GUESS.format(guess="mine if view['step'] != 7 else (mine + 1) % 4")))
    assert not late.ok
    assert late.turn == 6
    assert re.fullmatch(r"on turn 7 it said (\d), and (?!\1)\d was played", why(late))
    assert mark(task("predicts", at=(1, 2)), played(GUESS.format(guess="mine if view['step'] < 3 else 9"))).ok
    half = played(GUESS.format(guess="mine if view['step'] % 3 else 9"))
    assert mark(task("predicts", share=60), half).ok
    assert not mark(task("predicts", share=70), half).ok
    assert not mark(task("predicts", at=(900,)), half).ok


def test_early_death_is_shown_at_last_choice(played: Played) -> None:
    replay = played("def move(view):\n    return 0\n")
    found = mark(task("survives", turns=100), replay)
    assert not found.ok
    assert found.turn < replay.result["turns"]  # type: ignore[index]
    assert mark(task("survives", turns=1), replay).ok


def test_fault_fails_all_tasks_but_wins(played: Played) -> None:
    for kind, more in (("no-faults", {}), ("survives", {"turns": 1}), ("lists", {}), ("predicts", {}), ("wins", {})):
        replay = played(
            "def move(view):\n    if view['step'] == 3:\n        raise ValueError\n    return view['safe'][0]\n"
        )
        found = mark(task(kind, **more), replay)
        assert not found.ok or kind == "wins", kind
        # The position after it is the one that its output comes with.
        assert found.turn == 3
        assert found.fault


def test_task_is_decided_as_early_as_possible() -> None:
    three = Task("one", "survives", "cautious", (1, 2, 3), False, 1, needed=2)
    good, bad = Pair(0, True), Pair(0, False)
    assert decided(three, [good]) is None
    assert decided(three, [good, bad]) is None
    assert decided(three, [good, good]).id == "grade.done"  # type: ignore[union-attr]
    assert decided(three, [bad, bad]).id == "grade.not_done_early"  # type: ignore[union-attr]
    assert decided(three, [bad, good, bad]).id == "grade.not_done"  # type: ignore[union-attr]
    wins = Task("one", "wins", "cautious", (1, 2, 3), False, 1, wins=2)
    assert decided(wins, [bad]) is None
    assert decided(wins, [good, good]).id == "grade.won"  # type: ignore[union-attr]
