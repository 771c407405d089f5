"""Matches with human players: the engine asks for moves, checks them, and hides what a player may not see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import engine
import pytest
from playwright.sync_api import Page
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot.messages import render
from sandlot.page import Driver, open_replay
from strangers import BOTZONE, BOTZONE_RESTART, STAYS
from tables import Table, code, house, me


@pytest.mark.smoke
def test_person_plays_tank_to_the_end(table: Table) -> None:
    table.play("tank", me(), code(STAYS))
    turns = 0
    while (said := table.wait("turn", "end"))[0] == "turn":
        _, player, turn = said
        assert player == 0
        assert turn["k"] == turns
        assert turn["budget"] is None
        assert turn["view"]["legal"] == turn["hand"]["tanks"]
        first, second = turn["hand"]["tanks"]
        # Shoot through the brick wall straight ahead, then drive down to the base. Coming from the side is blocked.
        orders = [6 if 6 in first else 2 if 2 in first else -1, 6 if 6 in second else 2 if 2 in second else -1]
        assert table.move(0, orders) is None
        turns += 1
    end = said[1]
    replay = json.loads(end["replay"])
    assert end["result"]["turns"] == turns == len(replay["turns"]) - 1
    assert replay["players"][0] == {"name": "Ann", "kind": "human"}
    assert [entry["player"] for entry in replay["turns"][0]] == [1], "there is nothing to start in a person"
    assert verify(loads(end["replay"])) is None


def play_on(table: Table, moves: Any, player: int = 0) -> dict[str, Any]:
    """Make these moves in order, repeat the last one until the match ends, and return the end message."""
    left = list(moves)
    while (said := table.wait("turn", "end"))[0] == "turn":
        assert said[1] == player
        assert table.move(player, left.pop(0) if len(left) > 1 else left[0]) is None
    return said[1]


def test_illegal_move_is_refused_and_can_be_made_again(table: Table) -> None:
    table.play("tank", me(), code(STAYS), options={"max_turns": 2})
    table.wait("turn")
    assert table.move(0, [3, 9])[0] == "tank.illegal.order"
    assert table.move(0, "up")[0] == "tank.illegal.shape"
    assert table.move(1, [-1, -1]) == ["human.notNow", {}], "that is the bot's seat"
    assert table.move(0, [-1, -1]) is None
    assert table.wait("position")[3]["answers"][0]["fault"] is None
    table.wait("turn")
    assert table.move(0, [-1, -1]) is None
    assert table.wait("end")[1]["result"]["turns"] == 2
    assert table.move(0, [-1, -1]) == ["human.notNow", {}]


def test_two_people_move_in_any_order(table: Table) -> None:
    table.play("snake", me("Ann"), me("Ben"))
    turns = 0
    while (said := table.wait("turn", "end"))[0] == "turn":
        assert table.wait("turn")[1] == 1 - said[1]
        order = (0, 1) if turns % 2 else (1, 0)
        assert table.move(order[0], order[0] * 2) is None
        assert table.move(order[0], 1) == ["human.notNow", {}], "a move that is made is made"
        assert table.move(order[1], order[1] * 2) is None
        turns += 1
    replay = json.loads(said[1]["replay"])
    assert replay["turns"][0] == []
    assert {answer["reply"] for turn in replay["turns"][1:] for answer in turn} == {"0", "2"}
    assert verify(loads(said[1]["replay"])) is None


def test_bots_answer_while_person_thinks(table: Table) -> None:
    """Players are asked at the same time, and the time a person takes does not count against a bot."""
    table.play("tank", me(), code("def move(view): return [-1, -1]"), options={"max_turns": 1}, clock={"first": 700})
    table.wait("turn")
    idle = [0, 0]
    while (said := table.wait("seat"))[1:3] != [1, "idle"] or idle != [0, 1]:
        idle[1] += said[1:3] == [1, "thinking"]
    table.page.wait_for_timeout(1500)
    assert table.move(0, [-1, -1]) is None
    answers = table.wait("position")
    while answers[1] != 1:
        answers = table.wait("position")
    person, bot = answers[3]["answers"]
    assert (person["budget"], person["fault"], bot["fault"]) == (None, None, None)
    assert person["ms"] > 1000
    assert bot["ms"] < 700


def test_person_with_clock_runs_out_of_time(table: Table) -> None:
    table.play("tank", me(), code(STAYS), humanClock=True, clock={"first": 60_000, "move": 300, "bank": 200})
    turn = table.wait("turn")[2]
    assert (turn["budget"], turn["left"]) == (60_200, 200)
    assert table.move(0, [-1, -1]) is None
    turn = table.wait("turn")[2]
    assert (turn["budget"], turn["left"]) == (500, 200)
    end = table.wait("end")[1]
    assert end["result"]["reasons"] == ["timeout", None]
    assert json.loads(end["replay"])["human_clock"] is True
    assert verify(loads(end["replay"])) is None


def test_held_clock_runs_once_the_person_goes_on(table: Table) -> None:
    clock = {"first": 300, "move": 300}
    table.play("tank", me(), code(STAYS), humanClock=True, holdsClock=True, clock=clock)
    for _ in range(2):
        table.wait("turn")
        table.page.wait_for_timeout(600)
        assert table.move(0, [-1, -1]) is None, "no time has passed"
    table.wait("turn")
    table.call("startClock")
    end = table.wait("end")[1]
    assert end["result"]["reasons"] == ["timeout", None]
    assert end["result"]["turns"] == 3
    assert verify(loads(end["replay"])) is None


@pytest.mark.parametrize("late", [False, True])
def test_person_resigns(table: Table, late: bool) -> None:
    table.play("planes", me(), house("random"))
    table.wait("turn")
    if late:
        assert table.move(0, [[1, 1, 0], [4, 4, 1], [1, 5, 2]]) is None
    table.call("resign", 0)
    end = table.wait("end")[1]
    assert end["result"]["reasons"] == ["resigned", None]
    assert render(end["result"]["losses"][0], ["Ann", "random"]) == f"Ann resigned on turn {1 + late}"
    assert verify(loads(end["replay"])) is None


def test_stop_while_person_thinks_keeps_the_moves(table: Table) -> None:
    table.play("tank", me(), code(STAYS))
    table.wait("turn")
    assert table.move(0, [-1, -1]) is None
    table.wait("turn")
    table.call("stop")
    stopped = loads(table.wait("stop")[1]["replay"])
    assert len(stopped.turns) == 2
    assert table.move(0, [-1, -1]) == ["human.notNow", {}]
    table.play("tank", me(), code(STAYS), options={"max_turns": 1})
    assert play_on(table, [[-1, -1]])["result"]["turns"] == 1


def test_person_in_generals_sees_only_own_view(table: Table) -> None:
    """Against three bots, each frame carries the person's own view, which contains fog."""
    seats = [me(), *[code("def move(view): return None", f"bot{k}.py") for k in range(3)]]
    table.play("generals", *seats, options={"max_rounds": 3, "rows": 12, "cols": 12})
    rounds = 0
    while (said := table.wait("turn", "end"))[0] == "turn":
        turn = said[2]
        kinds = {kind for row in turn["view"]["kind"] for kind in row}
        assert "fog" in kinds
        assert all(turn["view"]["owner"][i][j] == 0 for i, j in turn["hand"]["from"])
        assert table.move(0, None) is None
        rounds += 1
    assert rounds == 3
    frames = table.heard("position")
    assert [frame[1] for frame in frames] == list(range(3 * 4 + 1))
    assert all(list(frame[4]["views"]) == ["0"] for frame in frames)
    first, own = json.loads(frames[0][2])[0], json.loads(frames[0][4]["views"]["0"])[0]
    assert "fog" not in json.dumps(first)
    assert "fog" in json.dumps(own)
    assert own["player"] == 0


def test_eliminated_person_is_not_asked_again(table: Table) -> None:
    table.play("generals", me(), house("random"), house("random"), options={"max_rounds": 4})
    table.wait("turn")
    table.call("resign", 0)
    end = table.wait("end")[1]
    assert end["result"]["reasons"][0] == "resigned"
    assert end["result"]["places"][0] == 3
    assert len(table.heard("turn")) == 1
    assert verify(loads(end["replay"])) is None


def test_fork_with_person_continues_replay(table: Table) -> None:
    table.play("tank", code(STAYS), house("random"), options={"max_turns": 9})
    old = table.wait("end")[1]["replay"]
    table.play("tank", me(), house("random"), fork={"replay": old, "turn": 6}, seed=99)
    turn = table.wait("turn")[2]
    assert (turn["k"], turn["view"]["turn"]) == (6, 7)
    frames = table.heard("position")
    assert [frame[1] for frame in frames] == list(range(7))
    assert all(frame[4]["recorded"] for frame in frames)
    assert [1, "catching-up"] in [said[1:3] for said in table.heard("seat")]
    assert table.move(0, [-1, -1]) is None
    end = play_on(table, [[-1, -1]])
    assert [frame[4]["recorded"] for frame in table.heard("position")] == [True] * 7 + [False] * (
        len(table.heard("position")) - 7
    )
    replay = json.loads(end["replay"])
    assert (replay["seed"], replay["options"]["max_turns"], replay["forks"][0]["turn"]) == (1, 9, 6)
    assert verify(loads(end["replay"])) is None
    opened = json.loads(open_replay(end["replay"]))
    assert opened["problem"] is None
    assert opened["deltas"] == [frame[2] for frame in table.heard("position")]
    # The bot that keeps its seat repeats its moves, because it gets the same requests.
    moves = [[entry["move"] for entry in record["answers"]] for record in opened["records"]]
    before = [[entry["move"] for entry in each["answers"]] for each in json.loads(open_replay(old))["records"]]
    assert moves == before
    assert end["result"] == json.loads(old)["result"]


def test_fork_of_finished_match_is_refused(table: Table) -> None:
    table.play("tank", code(STAYS), code(STAYS), options={"max_turns": 2})
    old = table.wait("end")[1]["replay"]
    for turn, says in ((2, "fork.over"), (7, "fork.over")):
        table.play("tank", me(), code(STAYS), fork={"replay": old, "turn": turn})
        assert table.wait("error")[1] == [says, {"turn": turn, "last": 2}]
    cut = json.loads(old) | {"result": None}
    cut["turns"].pop()
    table.play("tank", me(), code(STAYS), fork={"replay": json.dumps(cut), "turn": 2})
    assert table.wait("error")[1] == ["fork.beyond", {"turn": 2, "last": 1}]
    table.play("tank", me(), code(STAYS), fork={"replay": "nonsense", "turn": 1})
    assert table.wait("error")[1] == ["replay.not_json", {}]


@pytest.mark.parametrize("form", [BOTZONE, BOTZONE_RESTART], ids=["keep-running", "restart"])
def test_botzone_programs_catch_up(table: Table, form: str) -> None:
    table.play("tank", code(form), code(STAYS), options={"max_turns": 8})
    old = table.wait("end")[1]["replay"]
    table.play("tank", code(form), code(STAYS), fork={"replay": old, "turn": 5})
    end = table.wait("end")[1]
    assert end["result"] == json.loads(old)["result"]
    whole = loads(end["replay"])
    assert verify(whole) is None
    assert [turn[0].reply for turn in whole.turns[-3:]] == [turn[0].reply for turn in loads(old).turns[-3:]]
    assert {turn[0].running for turn in whole.turns[7:]} == {form is BOTZONE}


# "Ask again", and programs that catch up

SLOW = """import json

def count(n):
    total = 0
    for k in range(n):
        total += k
    return total

def move(view):
    print("turn", view["turn"])
    count(20_000)
    return [-1, -1]
"""

PROGRAM = """import json
first = json.loads(input())
for turn in range(99):
    total = sum(range(1000))
    print(json.dumps({"response": [-1, -1]}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    input()
"""


@pytest.fixture(scope="module")
def played() -> str:
    """Return the replay of six turns of Tank in which both players stay still, as JSON."""
    players = [{"name": "a", "kind": "code"}, {"name": "b", "kind": "code"}]
    driver = Driver(json.dumps({"game": "tank", "players": players, "seed": 1, "options": {"max_turns": 6}}))
    text, _ = engine.played(
        driver, lambda request: engine.replied("module" if request["stage"] == "start" else "[-1,-1]")
    )
    return text


def ask_again(table: Table, replay: str, turn: int, source: str) -> dict[str, Any]:
    spec = {"replay": replay, "turn": turn, "player": 1, "name": "mine.py", "source": source}
    return table.player.evaluate("({ arena }, spec) => arena.askAgain(spec)", spec)


def test_ask_again_counts_line_hits(table: Table, played: str) -> None:
    found = ask_again(table, played, 4, SLOW)
    assert (found["move"], found["reply"], found["fault"]) == ([-1, -1], "[-1, -1]", None)
    assert found["output"] == [["out", "turn 4\n"]], "what it printed on the turns before is not shown"
    assert found["original"]["player"] == 1
    hits = {line: hits for line, hits, _ in found["profile"]}
    assert hits == {4: 1, 5: 20_001, 6: 20_000, 7: 1, 10: 1, 11: 1, 12: 1}
    # A busy machine may delay some other line once, but hardly five times in a row.
    assert any(slowest(ask_again(table, played, 4, SLOW)) in (5, 6) for _ in range(5))


def slowest(answer: dict[str, Any]) -> int:
    """Return the number of the line that took the most time."""
    times = {line: ms for line, _, ms in answer["profile"]}
    return max(times, key=times.__getitem__)


@pytest.mark.parametrize("wait", [True, False], ids=["waiting", "run again"])
def test_ask_again_profiles_program_on_that_turn_only(
    table: Table, without_waiting: Page, played: str, wait: bool
) -> None:
    found = ask_again(table if wait else Table(without_waiting), played, 3, PROGRAM)
    assert found["move"] == [-1, -1]
    hits = {line: hits for line, hits, _ in found["profile"]}
    assert hits.items() >= {4: 1, 5: 1, 6: 1}.items()
    assert max(hits.values()) == 1


def test_ask_again_profiles_endless_loop(table: Table, played: str) -> None:
    source = "def move(view):\n    if view['turn'] < 3:\n        return [-1, -1]\n    while True:\n        k = 1\n"
    replay = json.loads(played)
    replay["clock"]["move"] = 2000
    found = ask_again(table, json.dumps(replay), 3, source)
    assert found["fault"]["kind"] == "timeout"
    hits = {line: hits for line, hits, _ in found["profile"]}
    assert hits[5] > 1000
    assert ask_again(table, played, 2, source)["fault"] is None


def test_ask_again_needs_a_turn_on_which_seat_was_asked(table: Table, played: str) -> None:
    assert ask_again(table, played, 7, SLOW) == {"problem": ["again.not_asked", {"who": {"player": 1}, "turn": 7}]}
    assert ask_again(table, "{}", 1, SLOW) == {"problem": ["replay.other_format", {}]}


def test_forged_profile_is_dropped_unless_well_formed(table: Table, played: str) -> None:
    """A bot may invent numbers, but every row of its profile is a line, its hits and its milliseconds."""
    source = """
import os
from sandlot.seat.profiler import Profiler
Profiler.end = Profiler.tell = lambda self: None
def move(view):
    device = os.open('/dev/sandlot', os.O_WRONLY)
    os.write(device, b'p[["<b>", 1, 2], [1, 2, 3], [1, -1, 0], {}]')
    return [-1, -1]
"""
    profile = ask_again(table, played, 2, source)["profile"]
    assert profile
    assert all(len(row) == 3 and all(type(number) in (int, float) and number >= 0 for number in row) for row in profile)


PLANES = """
size = first = None
cells = []
while True:
    try:
        words = input().split()
    except EOFError:
        break
    if words[0] == "place":
        cells = [(9, 9), (1, 3), (9, 8), (6, 4), (4, 7)]
        print("1 1 0 4 4 1 1 5 2", flush=True)
    else:
        print(*cells.pop(0), flush=True)
"""
PROGRAMS = Path(__file__).parents[1] / "games" / "programs"
#: Generous limits for a busy machine, in milliseconds: a program that is rerun takes longer every turn.
PATIENT = {"start": 60_000, "first": 60_000, "move": 60_000}


@pytest.mark.parametrize("wait", [True, False], ids=["waiting", "run again"])
@pytest.mark.parametrize(
    ("game", "source"),
    [
        pytest.param("generals", (PROGRAMS / "generals_program.py").read_text(encoding="utf-8"), id="generals"),
        pytest.param("snake", (PROGRAMS / "snake_program.py").read_text(encoding="utf-8"), id="snake input"),
        pytest.param("snake", (PROGRAMS / "snake_file.py").read_text(encoding="utf-8"), id="snake file"),
        pytest.param("planes", PLANES, id="planes"),
    ],
)
def test_programs_of_every_protocol_catch_up(
    table: Table, without_waiting: Page, game: str, source: str, wait: bool
) -> None:
    """A fork replays the same input to the programs, so the match ends as the original did."""
    place = table if wait else Table(without_waiting)
    options = {"generals": {"max_rounds": 6, "rows": 9, "cols": 9}, "snake": {"max_steps": 8}}.get(game, {})
    place.play(game, code(source), code(source), options=options, clock=PATIENT)
    old = place.wait("end")[1]
    half = old["result"]["turns"] // 2
    fork = {"replay": old["replay"], "turn": half}
    place.play(game, code(source), code(source), fork=fork, clock=PATIENT)
    end = place.wait("end")[1]
    assert half > 2
    assert bool(place.heard("reruns")) == (not wait)
    assert end["result"] == old["result"]
    assert not any(answer.fault for turn in loads(end["replay"]).turns for answer in turn.values())
    assert verify(loads(end["replay"])) is None


def test_stop_while_bot_catches_up(table: Table, played: str) -> None:
    hangs = "def move(view):\n    while view['turn'] == 2: pass\n    return [-1, -1]\n"
    table.play("tank", me(), code(hangs), fork={"replay": played, "turn": 4})
    while table.wait("seat")[1:3] != [1, "catching-up"]:
        pass
    table.page.wait_for_timeout(300)
    table.call("stop")
    stopped = loads(table.wait("stop")[1]["replay"])
    assert stopped.result is None
    assert verify(stopped) is None
    assert [frame[1] for frame in table.heard("position")] == [0, 1, 2, 3, 4]
    assert table.heard("turn") == []


def test_house_bot_that_needs_no_past_goes_on_at_once(table: Table) -> None:
    table.play("snake", house("hugger"), house("roomy"))
    old = table.wait("end")[1]["replay"]
    for players in ((me(), house("constrictor")), (house("hugger"), house("constrictor"))):
        table.play("snake", *players, fork={"replay": old, "turn": 5})
        while table.wait("position")[1] < 5:
            pass
        if players[0] == me():
            table.wait("turn")
        else:
            table.wait("position")
        assert "catching-up" not in [said[2] for said in table.heard("seat")]
        table.call("stop")
        assert verify(loads(table.wait("stop")[1]["replay"])) is None


def test_crash_while_catching_up_loses_and_names_the_line(table: Table, played: str) -> None:
    source = "def move(view):\n    if view['turn'] == 2:\n        raise KeyError(7)\n    return [-1, -1]\n"
    table.play("tank", me(), code(source), fork={"replay": played, "turn": 4})
    table.wait("turn")
    assert table.move(0, [-1, -1]) is None
    end = table.wait("end")[1]
    assert "catching up" in render(end["result"]["losses"][1], ["Ann", "my_bot"])
    assert table.heard("position")[-1][3]["answers"][1]["fault"]["line"] == 3
    assert verify(loads(end["replay"])) is None
