"""Drawing on the board: valid marks arrive unchanged, in the page and on the command line; invalid marks are dropped
without losing the game.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest
from pages import replay_of, run
from playwright.sync_api import Page
from sandlot import draw, page
from sandlot.draw import LONGEST_LABEL, MOST_MARKS, read_mark, read_marks
from sandlot.games import GAMES
from sandlot.local import Bot
from sandlot.local import play as play_here
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.validation import BadReplay

ARTIST = """
from sandlot import draw

def move(view):
    draw.cell(3, 4)
    draw.cell(2.5, 4, colour="bad", label=12)
    draw.line((0, 0), [8, 8], "p2")
    draw.text((1, 1), "danger")
    draw.note(("turn", view["turn"]))
    return [-1, -1]
"""
DRAWN = [
    ["cell", 3, 4, "accent", ""],
    ["cell", 2.5, 4, "bad", "12"],
    ["line", [0, 0], [8, 8], "p2"],
    ["text", [1, 1], "danger", "ink"],
    ["note", "('turn', 1)"],
]
CARELESS = """
from sandlot import draw

class Stubborn:
    def __str__(self):
        raise RuntimeError("no")

def move(view):
    draw.cell("three", 4)
    draw.cell(3, 4, colour="rgb(1,2,3)")
    draw.cell(float("nan"), 10**400)
    draw.line(7, None)
    draw.text((1, 2, 3), "a")
    draw.note("x" * 10000)
    draw.note(Stubborn())
    for k in range(2000):
        draw.cell(0, k % 9)
    return [-1, -1]
"""
PROGRAM = """
import json
from sandlot import draw

turn = 0
json.loads(input())
while True:
    turn += 1
    draw.note(turn)
    print(json.dumps({"response": [-1, -1]}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    input()
"""


@pytest.mark.parametrize("mark", DRAWN)
def test_mark_round_trip(mark: Any) -> None:
    assert read_mark(mark) == mark
    assert read_marks([json.dumps(mark)]) == (mark,)


@pytest.mark.parametrize(
    "mark",
    [
        None,
        1,
        "cell",
        [],
        ["circle", 1, 2],
        ["cell", 1, 2, "accent"],
        ["cell", 1, 2, "red", ""],
        ["cell", True, 2, "accent", ""],
        ["cell", "1", 2, "accent", ""],
        ["cell", 1001, 2, "accent", ""],
        ["cell", float("inf"), 2, "accent", ""],
        ["cell", 1, 2, ["accent"], ""],
        ["cell", 1, 2, "accent", ["<b>"]],
        ["line", [1, 2], [3], "accent"],
        ["line", [1, 2], [3, [4]], "accent"],
        ["text", [1, 2], {"id": 1}, "ink"],
        ["note", 5],
        {"note": "5"},
    ],
)
def test_invalid_marks_are_refused(mark: Any) -> None:
    assert read_mark(mark) is None
    assert read_marks([json.dumps(mark), json.dumps(["note", "a"])]) == (["note", "a"],)


def test_bot_messages_are_capped() -> None:
    note = json.dumps(["note", "n" * 300])
    assert read_marks([note] * 600) == (["note", "n" * LONGEST_LABEL],) * MOST_MARKS
    assert read_marks(["no JSON", "[" * 3000, "1e999", 5, None, json.dumps(["note", "n" * 10_000])]) == ()


def test_drawing_bot_runs_standalone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "_put", None)
    draw.cell(1, 1)
    draw.note("nobody looks")


def play_both(source: str) -> tuple[Any, Response]:
    """Play three turns in local processes; return the replay and the answer of the first turn."""
    seats = [Bot("a", "code", textwrap.dedent(source), "a.py"), Bot("b", "code", textwrap.dedent(ARTIST), "b.py")]
    clock = GAMES["tank"].clock.with_changes({"start": 60_000, "first": 60_000, "move": 60_000})
    setup = Setup(GAMES["tank"], (Player("a"), Player("b")), 1, {"max_turns": 3}, clock)
    replay, _ = play_here(setup, seats)
    assert verify(loads(dumps(replay))) is None
    assert loads(dumps(replay)).turns == replay.turns
    return replay, replay.turns[1][0]


def test_drawings_are_kept_in_replay() -> None:
    replay, answer = play_both(ARTIST)
    assert list(answer.drawings) == DRAWN
    opened = json.loads(page.open_replay(dumps(replay)))
    assert opened["records"][1]["answers"][0]["drawings"] == DRAWN
    assert opened["records"][2]["answers"][1]["drawings"][-1] == ["note", "('turn', 2)"]


def test_invalid_drawings_are_dropped_with_message() -> None:
    _, answer = play_both(CARELESS)
    assert answer.fault is None
    assert list(answer.drawings[:3]) == [["note", "x" * LONGEST_LABEL], ["note", "?"], ["cell", 0, 0, "accent", ""]]
    assert len(answer.drawings) == MOST_MARKS
    said = "".join(text for stream, text in answer.output if stream == "err")
    assert said.count("is not drawn; rows and columns are numbers") == 5
    assert said.count("more than 500 marks in one turn") == 1


def test_program_drawings_belong_to_their_turn() -> None:
    replay, _ = play_both(PROGRAM)
    assert [turn[0].drawings for turn in replay.turns[1:]] == [(["note", str(k)],) for k in (1, 2, 3)]


@pytest.mark.parametrize("drawings", [5, [["circle"]], [["note", "a"]] * (MOST_MARKS + 1), {"note": "a"}])
def test_replay_with_invalid_drawings_is_refused(drawings: Any) -> None:
    whole = json.loads(dumps(play_both(ARTIST)[0]))
    whole["turns"][1][0]["drawings"] = drawings
    with pytest.raises(BadReplay):
        loads(json.dumps(whole))


@pytest.mark.parametrize("source", [ARTIST, CARELESS], ids=["drawn", "careless"])
def test_drawings_in_page_are_kept_in_replay(arena: Page, tmp_path: Path, source: str) -> None:
    run(arena, source, seed=2)  # over in four turns
    replay = json.loads(replay_of(arena, tmp_path))
    answers = [turn[0] for turn in replay["turns"][1:]]
    assert not any("fault" in answer for answer in answers[:-1])
    if source == ARTIST:
        assert answers[0]["drawings"] == DRAWN
        assert answers[1]["drawings"][-1] == ["note", "('turn', 2)"]
    else:
        assert len(answers[0]["drawings"]) == MOST_MARKS
        assert "is not drawn" in "".join(text for _, text in answers[0]["output"])
