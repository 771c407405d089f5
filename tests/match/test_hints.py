"""Hints for authors of bots that fail at once: the bot is for another game, or its functions have other names."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from pages import open_game, paste, state
from playwright.sync_api import Page, expect
from sandlot import bots, page
from sandlot.games import GAMES
from sandlot.match.hints import LOOKED_AT, hint
from sandlot.messages import Message, message, render
from sandlot.seat.load import load
from sandlot.seat.module import Module
from strangers import BOTZONE, BOTZONE_RESTART, MODULE

PROGRAMS = sorted((ROOT / "tests" / "games" / "programs").glob("*.py"))

# A program for Tank2, whose judge sends four fields.
TANK2 = """
import json
full = json.loads(input())
first = full["requests"][0]
brick, water, steel = (first[name] for name in ("brickfield", "waterfield", "steelfield"))
print(json.dumps({"response": [-1, -1]}))
"""
# A program for another game of Botzone, which has only the envelope in common.
GOMOKU = """
import json
full = json.loads(input())
all_requests, all_responses = full["requests"], full["responses"]
for k in range(len(all_responses)):
    board[all_requests[k]["x"]][all_requests[k]["y"]] = 1
print(json.dumps({"response": {"x": 7, "y": 7}}))
"""
# A loop over the cells of generals, as contest programmers write it.
GENERALS = """
import sys
input = sys.stdin.readline
n, m, k, p = map(int, input().split())
while int(input()):
    for i in range(k):
        army, land = map(int, input().split())
    print(-1, flush=True)
"""
# The names of the original platform, literally translated into Python.
PLANES_AS_IN_C = """
def Init():
    pass

def Begin(player, X, Y, D):
    X[1], Y[1], D[1] = 1, 1, 0

def Play(X, Y):
    X[0], Y[0] = RND(1, 9), RND(1, 9)
"""
SNAKE_AS_IN_JAVA = "def NextMove(text):\n    return 0\n"


def told(game: str, source: str) -> str:
    found = hint(GAMES[game], source, 0)
    return render(found, ["mine"]) if found else ""


def all_bots() -> list[tuple[str, str, str]]:
    """Return every bot with its game, except bots that do not use anything of the game."""
    found = [
        (game.name, name, bots.source(game.name, name))
        for game in GAMES.values()
        for name in game.house
        if name not in bots.simple(game.name)
    ]
    found += [(name, "starter", bots.starter(name)) for name in GAMES]
    found += [(path.stem.partition("_")[0], path.stem, path.read_text(encoding="utf-8")) for path in PROGRAMS]
    found += [("tank", "botzone", BOTZONE), ("tank", "restart", BOTZONE_RESTART), ("generals", "loop", GENERALS)]
    return found


@pytest.mark.parametrize("other", GAMES)
def test_a_bot_for_another_game_is_recognized(other: str) -> None:
    for game, name, source in all_bots():
        says = told(other, source)
        title = render(message(f"game.{game}"))
        if other == game:
            assert not says, f"the signs of another game are in {name}, a bot for {game}: {says}"
        else:
            assert f"looks like a bot for {title}," in says, (
                f"too few signs of {game} are in {name}: see `fingerprints` of the game"
            )


@pytest.mark.parametrize("game", GAMES)
def test_no_hint_without_game(game: str) -> None:
    for source in ("print(1)", "def move(view):\n    return 1\n", "import json\nprint(json.dumps([1]))", "\0" * 99):
        assert told(game, source) == ""


def test_bot_of_absent_game_is_named() -> None:
    for game in GAMES:
        assert "looks like a bot for Tank2, which is not here" in told(game, TANK2)
    assert "looks like a bot for Tank" in told("snake", GOMOKU)
    assert told("tank", GOMOKU) == ""


def test_missing_functions_are_named() -> None:
    assert told("planes", PLANES_AS_IN_C).startswith(
        "mine: Planes calls begin, play, in this spelling, or a single move(view). This file has only Begin, Play"
    )
    assert "calls play, in this spelling, or a single move(view). This file has only begin" in told(
        "planes", "def begin(player):\n    return []\n"
    )
    assert "Snake calls next_move, in this spelling" in told("snake", SNAKE_AS_IN_JAVA)
    slip = "import random\n\ndef nxet_move(text):\n    return 0\n"
    assert told("snake", slip) == (
        "mine: There is no function next_move, which Snake calls. Line 3 says nxet_move: did you mean next_move?"
    )
    assert told("planes", PLANES_AS_IN_C + "\ndef move(view): ...") == ""


@given(st.text(alphabet="abc_[]\"'.get(def \n\t#,=map", max_size=300))
def test_any_text_gives_hint_or_none(text: str) -> None:
    for game in GAMES.values():
        assert hint(game, text, 0) is None or isinstance(hint(game, text, 0), Message)


@pytest.mark.many
@pytest.mark.parametrize(
    "part", ["a", "a ", "a,", "a , ", "[", "['", "def ", "\t", "map(", "map (int", "'", "arm", "_"]
)
def test_hint_search_is_linear(part: str) -> None:
    def seconds(length: int) -> float:
        text = (part * length)[:length]
        began = time.process_time()
        for game in GAMES.values():
            hint(game, text, 0)
        return time.process_time() - began

    # Another process may delay one measurement, but hardly all three.
    assert any(seconds(LOOKED_AT // 4) < 10 * seconds(LOOKED_AT // 16) + 0.01 for _ in range(3))


def test_hints_read_limited_part_of_file() -> None:
    assert told("snake", " " * LOOKED_AT + GOMOKU) == ""


# Where hints are shown


def test_page_shows_hint_after_match(arena: Page) -> None:
    open_game(arena, "snake")
    paste(arena, BOTZONE_RESTART)
    arena.get_by_role("button", name="Run", exact=True).click()
    state(arena, "ready")
    notice = arena.locator(".notice", has_text="my_bot: this looks like a bot for Tank, and the match is of Snake")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Close").click()
    open_game(arena, "tank")
    paste(arena, "def move(view):\n    return None\n")
    arena.get_by_role("button", name="Run", exact=True).click()
    state(arena, "ready")
    expect(arena.get_by_test_id("verdict")).to_contain_text("wins")
    expect(arena.locator(".notice", has_text="looks like")).to_have_count(0)


def test_no_hint_for_bot_of_this_game() -> None:
    assert page.explain("tank", MODULE, 0) == "null"
    assert json.loads(page.explain("planes", PLANES_AS_IN_C, 1))[1]["who"] == {"player": 1}


def test_command_line_shows_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from sandlot.cli.main import command

    (tmp_path / "mine.py").write_text(GENERALS, encoding="utf-8")
    assert command(["play", "tank", str(tmp_path / "mine.py"), "random", "--seed", "1"]) == 0
    assert "mine: this looks like a bot for Generals, and the match is of Tank" in capsys.readouterr().err


EXPLAINED = [
    ("def move():\n    return 0\n", "move in line 1 has no parameter, and is called with one"),
    ("def move(view, memory):\n    return 0\n", "move in line 1 has 2 parameters that need a value"),
    (
        "def move(view: dict, memory: dict, depth=3):\n    return 0\n",
        "move in line 1 has 2 parameters that need a value",
    ),
    ("def move(view, depth=3):\n    return 0\n", ""),
    ("def move(*views):\n    return 0\n", ""),
    ("def move(view: dict[str, tuple[int, int]]) -> int:\n    return 0\n", ""),
    ("def move(view, memory={'a': 1, 'b': 2}, *, depth='3, 4'):\n    return 0\n", ""),
    ("def move(view,  # all, or nearly\n    /):\n    return 0\n", ""),
    ("def move(view: dict[str, int], memory: list[int]):\n    return 0\n", "move in line 1 has 2 parameters"),
    ("def call(move):\n    return lambda view: move(view, 0)\n\n@call\ndef move(a, b):\n    return 0\n", ""),
    ("move = lambda view: 0\n", ""),
    ("def ｍｏｖｅ(view):\n    return 0\n", ""),
    ("def mоve(view):\n    return 0\n", "mоve in line 1 has letters of another alphabet, which only look the same: о"),
    # Python itself says what is wrong there.
    ("def move(view:\n    return 0\n", ""),
    ("def move(view=dict()):\n    return 0\n", ""),
    ("def move(n):\n    return n\nprint(move(input()), move(3))\n", ""),
    ("def move(a, b):\n    return a\nprint(move(input(), 3))\n", ""),
    ("class Snake:\n    def move(self, view):\n        return 0\n", "move in line 2 stands inside class Snake"),
    ("def begin():\n    def move(view):\n        return 0\n", "move in line 2 is indented"),
    ("if __name__ == '__main__':\n    def move(view):\n        return 0\n", "move in line 2 is indented"),
    ("class A:\n    pass\n\nif 1:\n    def move(view):\n        return 0\n", ""),
    ("try:\n    import numpy\nexcept ImportError:\n    def move(view):\n        return 0\n", ""),
    (
        "class Bot:\n    def mvoe(self, view):\n        return 0\n",
        "Class Bot has no move(self, view). Line 2 says mvoe: did you mean move?",
    ),
    (
        "def decide(state):\n    return 0\n\ndef help():\n    pass\n",
        "with that method, only decide, help",
    ),
    (
        "def get_move(state):\n    return 0\n\ndef help():\n    pass\n",
        "no function move(view). Line 1 says get_move: did you mean move?",
    ),
    (
        "def score(s):\n    return 0\n\ndef mvoe(view):\n    return 0\n",
        "no function move(view). Line 4 says mvoe: did you mean move?",
    ),
    ("def Move(view):\n    return 0\n", "no function move(view). Line 1 says Move: did you mean move?"),
    (
        "class move:\n    pass\n\ndef moves(view):\n    return 0\n",
        "no function move(view). Line 4 says moves: did you mean move?",
    ),
    ("def get_move(state):\n    return 0\n\nmove = get_move\n", ""),
    ("from brain import move\n\ndef help(): ...\n", ""),
    ("class Bot:\n    def move(self, view):\n        return 0\n", ""),
    ("class Bot:\n    @staticmethod\n    def move(view):\n        return 0\n", ""),
    ("class Bot:\n    def move(view):\n        return 0\n", "write def move(self, view)"),
    ("class Bot:\n    def move(self, view, memory):\n        return 0\n", "write def move(self, view)"),
    ("class Base:\n    def move(self, view):\n        return 0\n\nclass Bot(Base):\n    pass\n", ""),
    ("class Snake:\n    def move(self, view):\n        return 0\n\nBot = Snake\n", ""),
    ("def answer():\n    print(0)\n\nfor line in open(0): answer()\n", ""),
    ("def move(view):\n    for each in range(4):\n        print(each)\n", "move prints its answer"),
    ("def move(view):\n    print(0)\n    return\n\ndef other():\n    return 3\n", "move prints its answer"),
    ("def move(view):\n    print(0)\n    return 0\n", ""),
    ("def move(view):\n    print(0)\n    raise ValueError(view)\n", ""),
    ("def move(view):\n    pass\n", ""),
    ("", "There is no function move(view), so nothing is ever asked"),
    ("import random\n# later\nbest = []\n", "There is no function move(view), so nothing is ever asked"),
    ("import brain\n", ""),
    ("import random, brain\n", ""),
]
"""Files, and what is said about them; "": nothing is."""


@pytest.mark.parametrize(("source", "said"), EXPLAINED)
def test_missing_entry_point_is_explained(source: str, said: str) -> None:
    for game in GAMES:
        assert said in told(game, source) if said else not told(game, source)


def answers(source: str) -> bool:
    """Tell whether a bot's file can be asked for a move."""
    bot = load(source, "my_bot.py", '{"game": null}', 1)
    return isinstance(bot, Module) and "reply" in bot.start() and bot.ask("{}").get("reply") == "0"


def test_no_bot_that_answers_is_said_to_be_never_asked() -> None:
    for source, said in EXPLAINED:
        # A bot that prints its answer is asked, and has another hint.
        if "prints" not in said:
            assert not (said and answers(source)), source
    assert sum(answers(source) for source, _ in EXPLAINED) >= 10


def test_file_without_content_is_reported_to_page() -> None:
    nothing = ("# later\nbest = []\n", 'print("hello")\n')
    for source, why in (*((each, "entry.nothing") for each in nothing), ("def answer(x): ...\n", "entry.none")):
        assert json.loads(page.entry("snake", source))["why"][0] == why
    # These files may do something by themselves, or get `move` from another file.
    for source in ("print(3)\n", "print('{}')\n", "import brain\n"):
        assert json.loads(page.entry("snake", source)) is None


@pytest.mark.parametrize("game", GAMES)
def test_misspelt_entry_point_is_marked_in_editor_and_console(arena: Page, game: str) -> None:
    open_game(arena, game)
    paste(arena, "import random\n\n\ndef mvoe(view):\n    return random.choice([0])\n")
    expect(arena.locator(".cm-lintRange-error")).to_have_text("mvoe")
    arena.get_by_role("button", name="Run", exact=True).click()
    state(arena, "ready")
    problem = arena.locator(".problems li")
    expect(problem).to_have_text("Line 4There is no function move(view): did you mean move instead of mvoe?")
    expect(problem).to_have_count(1)
    expect(arena.locator(".notice", has_text="mvoe")).to_have_count(0)
    paste(arena, "def move(view):\n    return 0\n")
    expect(arena.locator(".cm-lintRange-error")).to_have_count(0)


def test_original_names_are_marked_in_their_spelling(arena: Page) -> None:
    open_game(arena, "snake")
    # A user who has only begun is not told that the functions are missing.
    for source in ("import random\n# later\n", "def next_move(text):\n    return 0\n"):
        paste(arena, source)
        arena.wait_for_timeout(1500)
        expect(arena.locator(".cm-lintRange-error")).to_have_count(0)
    paste(arena, SNAKE_AS_IN_JAVA)
    expect(arena.locator(".cm-lintRange-error")).to_have_text("NextMove")


def test_command_line_explains_misspelt_entry_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from sandlot.cli.main import command

    (tmp_path / "mine.py").write_text("import random\n\ndef mvoe(view):\n    return 0\n", encoding="utf-8")
    assert command(["play", "tank", str(tmp_path / "mine.py"), "random", "--seed", "1"]) == 0
    assert "mine: There is no function move(view). Line 3 says mvoe: did you mean move?" in capsys.readouterr().err
