"""Logs of other platforms are converted to replays with the same boards; broken logs are refused with the reason."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from engine import texts
from hypothesis import example, given, settings
from hypothesis import strategies as st
from matches import finished
from pages import press
from playwright.sync_api import Page, expect
from sandlot import page
from sandlot.cli.main import command
from sandlot.games import GAMES, generals, tank
from sandlot.match import recordings
from sandlot.match.parts import Batch, Player, Request, Response, Setup
from sandlot.match.replay import Position, Replay, run, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.validation import BadReplay
from sandlot.messages import render

Respond = Callable[[Any, int, Random], Any]


def recorded(name: str, players: int, seed: int, respond: Respond, **options: Any) -> Replay:
    """Play a match of modules; `respond(state, player, rng)` returns a move or the name of a fault."""
    rng = Random(seed)

    def answer(batch: Batch, request: Request) -> Response:
        move = "module" if request.stage == "start" else respond(batch.state, request.player, rng)
        if move in ("crash", "timeout"):
            return Response(fault=move)
        return Response(move if move == "module" else dump(move), 3)

    return finished(Setup(GAMES[name], tuple(Player(f"p{k}") for k in range(players)), seed, options), answer)[0]


def dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def states(replay: Replay) -> list[Any]:
    return [each.state for each in run(replay) if isinstance(each, Position)]


def taken(text: str) -> Replay:
    replay = recordings.read_log(text)
    assert replay is not None
    assert verify(loads(dumps(replay))) is None
    assert loads(dumps(replay)).turns == replay.turns
    return replay


def why_not(text: str) -> str:
    with pytest.raises(BadReplay) as bad:
        recordings.read_log(text)
    return render(bad.value.text)


# generals


def wander(state: Any, who: int, rng: Random) -> Any:
    """Return a random legal move, and from time to time a pass, an order that moves nothing, or a fault."""
    chance = rng.random()
    if chance < 0.05:
        return None
    if chance < 0.052:
        return rng.choice(["crash", "timeout", {"from": [0, 0], "to": [7, 7]}])
    move = generals.game.sample(state, who, rng)
    for _ in range(0 if chance < 0.2 else 30):
        if move and state.board.rows[move["from"][0]][move["from"][1]].army > 1:
            break
        move = generals.game.sample(state, who, rng)
    return move


def log_of(replay: Replay) -> str:
    played = states(replay)
    boards = [board for state in played for board in state.frames]
    return "".join(generals.write_log(played[0].board.size, len(replay.setup.players), boards))


@pytest.mark.slow
@settings(max_examples=30)
@example(693, 2, (2, 4), 7)
@given(
    st.integers(0, 10**6), st.integers(2, 5), st.sampled_from([(2, 4), (3, 3), (5, 6)]), st.sampled_from([7, 60, 61])
)
def test_generals_log_gives_replay_with_same_boards(
    seed: int, players: int, size: tuple[int, int], rounds: int
) -> None:
    options = {"rows": size[0], "cols": size[1], "order": "id", "max_rounds": rounds}
    replay = recorded("generals", players, seed, wander, **options)
    log = log_of(replay)
    if log.count("\n") == 3:
        return
    again = taken(log)
    assert log_of(again) == log
    assert again.result is not None
    assert replay.result is not None
    assert again.result["places"] == replay.result["places"]
    assert again.result["scores"] == replay.result["scores"]


def test_imported_game_shows_protocol_texts() -> None:
    replay = recorded("generals", 2, 4, wander, rows=4, cols=4, order="id", max_rounds=40)
    opened = json.loads(page.open_replay(log_of(replay)))
    assert opened["problem"] is None
    assert opened["header"]["players"] == [
        {"name": "player1", "kind": "program"},
        {"name": "player2", "kind": "program"},
    ]
    assert len(opened["deltas"]) == opened["result"]["turns"] + 1
    sent = texts(opened["imported"], 1)
    assert sent[0]["sent"].startswith("4 4 2 1\n1\n1 1\n1 1\n")
    assert json.loads(page.open_replay(opened["imported"])) == opened | {"imported": None}


def test_beginning_of_generals_log_gives_first_position() -> None:
    log = "\n".join(small_log())
    whole = json.loads(page.open_replay(log))
    start = json.loads(page.start(log[: len(log) // 2]))
    # The limit of rounds is known only when the whole log has been read.
    first = [json.loads(each)[0] | {"max_rounds": 0} for each in (start["delta"], whole["deltas"][0])]
    assert first[0] == first[1]
    assert start["header"]["players"] == whole["header"]["players"]
    lines = log.split("\n")
    for broken in (lines[:19], [*lines[:7], "1 9 9", *lines[8:]], ["4 4 1 0", *lines[1:]], ["0 0 0 0", *lines[1:]]):
        assert page.start("\n".join(broken)) == "null"


def small_log() -> list[str]:
    replay = recorded("generals", 2, 4, wander, rows=4, cols=4, order="id", max_rounds=40)
    return log_of(replay).split("\n")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[:-30], "expected"),
        (lambda lines: [lines[0], "0", "", ""], "it holds no frame"),
        (lambda lines: [lines[0], *lines[5:]], "line 2"),
        (lambda lines: ["4 4 1 0", "0", ""], "a game of one player is over"),
        (lambda lines: [lines[0], *lines[1 + 19 * 30 :]], "its first frame is not from the beginning"),
        (lambda lines: [*lines[: 1 + 19 * 30], *lines[1 + 19 * 33 :]], "to frame 31"),
        (lambda lines: [*lines[: 1 + 19 * 3], "0", "", ""], "it breaks off in round 2"),
    ],
)
def test_broken_generals_log_is_refused(change: Callable[[list[str]], list[str]], sentence: str) -> None:
    assert sentence in why_not("\n".join(change(small_log())))


# Tank


def drive(state: Any, side: int, rng: Random) -> Any:
    return tank.game.sample(state, side, rng)


def tank_replay(seed: int) -> Replay:
    return recorded("tank", 2, seed, drive)


def orders(replay: Replay) -> list[list[Any]]:
    return [[json.loads(answer.reply) for answer in turn.values()] for turn in replay.turns[1:]]


def told(state: Any, side: int, given: Sequence[int]) -> list[int]:
    """Return the orders as the other side gets them: -1 for a destroyed tank."""
    return [order if tank.alive else -1 for tank, order in zip(state.tanks[side], given, strict=True)]


def judge_log(replay: Replay) -> list[Any]:
    """Return the match in the form of the judge's log."""
    positions = states(replay)
    field = list(positions[0].field)
    requests: list[Any] = [{"field": field, "mySide": side} for side in (0, 1)]
    log: list[Any] = []
    for number, (blue, red) in enumerate(orders(replay)):
        content = {"0": requests[0], "1": requests[1]}
        output = {"command": "request", "content": content, "display": {"turn": number}}
        log.append({"output": output, "memory": 2, "time": 2, "verdict": "OK"})
        given = {
            str(side): {"response": each, "time": 9, "memory": 3, "verdict": "OK"}
            for side, each in enumerate((blue, red))
        }
        log.append(given)
        requests = [told(positions[number], 1, red), told(positions[number], 0, blue)]
    assert replay.result is not None
    scores = {str(side): score for side, score in enumerate(replay.result["scores"])}
    return [*log, {"output": {"command": "finish", "content": scores, "display": {}}, "verdict": "OK"}]


def one_side(replay: Replay, side: int) -> dict[str, Any]:
    """Return the requests and responses of one side, as its program would get them after the end."""
    log = judge_log(replay)
    return {
        "requests": [item["output"]["content"][str(side)] for item in log[:-1:2]],
        "responses": [item[str(side)]["response"] for item in log[1::2]],
    }


@pytest.mark.parametrize("seed", range(8))
def test_botzone_log_gives_replay_with_same_positions(seed: int) -> None:
    replay = tank_replay(seed)
    log = judge_log(replay)
    players = [{"type": "bot", "bot": {"name": "hunter", "user": {"name": "ann"}}}, {"type": "human", "name": "bob"}]
    for text in (
        dump(log),
        dump({"log": log, "initdata": ""}),
        dump({"logs": log, "players": players, "scores": replay.result and replay.result["scores"]}),
        json.dumps({"log": [{**item, "output": dump(item["output"])} if "output" in item else item for item in log]}),
    ):
        again = taken(text)
        assert orders_of_program(again) == orders(replay)
        assert states(again) == states(replay)
        assert again.result == replay.result
        assert again.turns[1][0].milliseconds == 9
    assert [player.name for player in taken(dump({"log": log, "players": players})).setup.players] == ["hunter", "bob"]


def orders_of_program(replay: Replay) -> list[list[Any]]:
    return [[json.loads(answer.reply)["response"] for answer in turn.values()] for turn in replay.turns[1:]]


@pytest.mark.parametrize("seed", range(8))
def test_log_of_one_side_shows_all_but_last_turn(seed: int) -> None:
    replay = tank_replay(seed)
    wanted = states(replay)
    for side in (0, 1):
        again = taken(dump(one_side(replay, side) | {"data": "", "time_limit": ""}))
        assert states(again) == wanted[: len(states(again))]
        assert len(states(again)) == len(wanted) - 1
        assert again.result is None
    both = taken(dump([one_side(replay, 1), one_side(replay, 0)]))
    assert states(both) == wanted
    assert both.result == replay.result


def test_slow_moves_in_log_are_no_fault() -> None:
    log = judge_log(tank_replay(3))
    for item in log[1::2]:
        item["0"]["time"] = 9500
    replay = taken(dump(log))
    assert replay.setup.clock is not None
    assert replay.setup.clock.move == 9501
    assert not any(answer.fault for turn in replay.turns for answer in turn.values())


@pytest.mark.parametrize(
    ("verdict", "fault", "sentence"),
    [
        ("TLE", "timeout", "red took longer than 1000 ms"),
        ("TLE", "timeout", "red took longer than 6000 ms"),
        ("RE", "crash", "crash"),
        ("MLE", "crash", "crash"),
        ("NJ", "invalid", ""),
    ],
)
def test_side_without_answer_loses_by_recorded_fault(verdict: str, fault: str, sentence: str) -> None:
    log = judge_log(tank_replay(3))[:5]
    # Python programs get six times as much time as others, so a second is no timeout for them.
    log[3]["1"] = {"verdict": verdict, "time": 6000 if "6000" in sentence else 1000, "memory": 0}
    log[4] = {"output": {"command": "finish", "content": {"0": 2, "1": 0}}}
    replay = taken(dump(log))
    assert replay.result is not None
    assert replay.result["scores"] == [2, 0]
    assert replay.turns[2][1].fault == fault
    assert sentence in render(replay.result["reason"], ["blue", "red"])


def test_score_beyond_floats_is_refused() -> None:
    log = judge_log(tank_replay(3))
    log[-1]["output"]["content"] = {"0": 10**400, "1": -(10**400)}
    with pytest.raises(BadReplay) as refused:
        taken(dump(log))
    assert refused.value.text.id == "import.scores"


def test_log_too_large_for_replay_is_refused_in_page() -> None:
    log = judge_log(tank_replay(3))
    log[1]["0"]["debug"] = "x" * 10**7
    assert json.loads(page.open_replay(dump(log)))["problem"][0] == "replay.not_kept"


TANK2 = {"brickfield": [1, 2, 3], "waterfield": [0, 0, 0], "steelfield": [0, 0, 0], "mySide": 0}


@pytest.mark.parametrize(
    "log",
    [
        [{"output": {"command": "request", "content": {"0": TANK2, "1": TANK2}}}, {"0": {}, "1": {}}],
        {
            "log": [{"output": {}}, {"0": {"response": [0, 0]}, "1": {"response": [0, 0]}}],
            "initdata": json.dumps(TANK2),
        },
        {"requests": [TANK2], "responses": []},
    ],
)
def test_match_of_tank2_is_named(log: Any) -> None:
    assert "Tank2" in why_not(dump(log))


@pytest.mark.parametrize("limit", [1, 3, 150])
@pytest.mark.parametrize("place", ["text", "object", "output", "nowhere"])
def test_turn_limit_of_botzone_match_is_kept(place: str, limit: int) -> None:
    field = [0, 0, 0]
    first = {"command": "request", "content": {str(side): {"field": field, "mySide": side} for side in (0, 1)}}
    settings = {"field": field, "maxTurn": limit, "seed": 5}
    if place == "output":
        first["initdata"] = settings
    stays = {"response": [-1, -1], "verdict": "OK", "keep_running": True}
    turns = [[{"output": {"command": "request", "content": {}}}, {"0": stays, "1": stays}] for _ in range(limit)]
    log: list[Any] = [each for turn in turns for each in turn]
    log[0] = {"output": first}
    log.append({"output": {"command": "finish", "content": {"0": 1, "1": 1}}})
    initdata = {"text": json.dumps(settings), "object": settings}.get(place, "")
    replay = taken(dump({"log": log, "initdata": initdata}))
    assert replay.setup.options["max_turns"] == limit
    assert replay.result is not None
    assert replay.result["turns"] == limit


@pytest.mark.parametrize(
    ("field", "same"),
    [
        ([1.0, 2.0, 3.0], [1, 2, 3]),
        ([-1, 0, 2**27 + 5], [2**27 - 1, 0, 5]),
        ([1, 2, 3, 9], [1, 2, 3]),
        ([1.9, -1.9, True], [1, 2**27 - 1, 1]),
        ([None, 2, 3], [0, 2, 3]),
    ],
)
def test_botzone_fields_are_read_like_the_judge(field: list[Any], same: list[int]) -> None:
    assert taken(dump({"requests": [{"field": field, "mySide": 0}], "responses": []})).setup.options["field"] == same
    log = judge_log(tank_replay(3))[:3]
    log[0]["output"] = {}
    for initdata in ({"field": field}, json.dumps({"field": field, "seed": "x"})):
        assert taken(dump({"log": log, "initdata": initdata})).setup.options["field"] == same


@pytest.mark.parametrize("field", [["1", 2, 3], [1, [2], 3], [1, 2, 2**31], [1, 2, 1e300], {"0": 1}, "1 2 3", 7, None])
def test_field_that_judge_refuses_is_refused(field: Any) -> None:
    assert "bricks" in why_not(dump({"requests": [{"field": field, "mySide": 0}], "responses": []}))


@pytest.mark.parametrize("key", ["response", "content"])
@pytest.mark.parametrize("orders", [[-1, -1], [-1.0, -1], [-1, -1, 7], [-1, -1.0, None, "x"]])
def test_answers_are_read_like_the_judge(orders: list[Any], key: str) -> None:
    log = judge_log(tank_replay(3))[:3]
    log[1]["0"] = {key: orders, "verdict": "OK", "debug": {"why": 1}, "data": "kept", "globaldata": None}
    replay = taken(dump(log))
    position = states(replay)[1]
    assert position.orders[0] == (-1, -1)
    assert type(position.orders[0][0]) is int


@pytest.mark.parametrize(
    "orders", [[-1], ["-1", "-1"], [True, -1], [1.5, -1], [None, -1], "-1 -1", {"0": -1, "1": -1}, 8]
)
def test_moves_refused_by_judge_are_refused(orders: Any) -> None:
    log = judge_log(tank_replay(3))[:3]
    log[1]["0"]["response"] = orders
    log[2] = {"output": {"command": "finish", "content": {"0": 0, "1": 2}}}
    replay = taken(dump(log))
    assert replay.result is not None
    assert replay.result["scores"] == [0, 2]


def with_(path: str, value: Any) -> Callable[[list[Any]], Any]:
    """Return a function that sets a value in a log, or removes it if the value is `...`."""

    def change(log: list[Any]) -> list[Any]:
        first, *rest = path.split(".")
        *way, last = [int(first), *rest]
        place: Any = log
        for step in way:
            place = place[step]
        if value is ...:
            del place[last]
        else:
            place[last] = value
        return log

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (with_("3.1", ...), "on turn 2 there is no answer of side 1"),
        (with_("0.output.content", {}), "where the bricks are"),
        (with_("0.output.content", {"0": {"field": [1, 2]}}), "where the bricks are"),
        (with_("2", 5), "entry 3 is 5"),
        (with_("2", {"7": {}}), "entry 3 is"),
        (with_("2.output", "no JSON"), "entry 3 is"),
        (with_("-1.output.content", {"0": 7, "1": 7}), "the log says 7 : 7"),
        (lambda log: log[:9] + log[-1:], "not over after turn 4"),
        (with_("3.0.response", [99, 99]), "over after turn 2, but the log goes on"),
        (lambda log: {"requests": [], "responses": []}, "one request at least"),
        (lambda log: {"requests": {}, "responses": []}, "one request at least"),
        (lambda log: {"requests": [{"mySide": 0}], "responses": []}, "where the bricks are"),
        (lambda log: {"requests": [{"mySide": 0, "field": [0, 0, 0]}] * 3, "responses": [[-1, -1]]}, "responses: 1"),
        (lambda log: [one_side(tank_replay(3), 0)] * 2, "two sides of one match"),
        (lambda log: [one_side(tank_replay(3), 0), one_side(tank_replay(4), 1)], "two sides of one match"),
    ],
)
def test_broken_botzone_log_is_refused(change: Callable[[list[Any]], Any], sentence: str) -> None:
    assert sentence in why_not(dump(change(judge_log(tank_replay(3)))))


def test_contradicting_logs_of_both_sides_are_refused() -> None:
    first, second = one_side(tank_replay(3), 0), one_side(tank_replay(3), 1)
    first["requests"][2] = [7, 7] if first["requests"][2] != [7, 7] else [6, 6]
    assert "on turn 2 one side was told other orders" in why_not(dump([first, second]))


@functools.cache
def good_logs() -> list[str]:
    return [dump(judge_log(tank_replay(1))), dump(one_side(tank_replay(1), 0)), "\n".join(small_log())]


@given(st.integers(0, 10**6), st.data())
def test_mutated_log_gives_replay_or_message(seed: int, data: st.DataObject) -> None:
    rng = Random(seed)
    text = data.draw(st.sampled_from(good_logs()))
    for _ in range(rng.randint(1, 3)):
        at, size = rng.randrange(len(text)), rng.randint(0, 20)
        text = text[:at] + rng.choice(["", "0", "[", "null", '"', "-", text[at : at + 9]]) + text[at + size :]
    try:
        replay = recordings.read_log(text)
    except BadReplay as bad:
        assert render(bad.text)
    else:
        assert replay is None or verify(loads(dumps(replay))) is None


# The command line, and the page


@pytest.mark.parametrize("kind", ["generals", "tank"])
def test_import_command_converts_log(tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    text = "\n".join(small_log()) if kind == "generals" else dump(judge_log(tank_replay(3)))
    (tmp_path / "log").write_text(text)
    assert command(["import", str(tmp_path / "log"), str(tmp_path / "replay.json")]) == 0
    assert f"replay.json: {kind}, " in capsys.readouterr().out
    assert command(["verify", str(tmp_path / "replay.json")]) == 0
    assert "reproduces" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("hello", "no log that Sandlot knows"), ("{}", "no log that"), ("3 3 2 0\n1\n", "cannot be played: line 3")],
)
def test_command_line_refuses_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    (tmp_path / "log").write_text(text)
    assert command(["import", str(tmp_path / "log"), str(tmp_path / "replay.json")]) != 0
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "replay.json").exists()


def test_import_command_refuses_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my match.json").write_text(dumps(tank_replay(3)))
    assert command(["import", "my match.json", "other.json"]) == 1
    said = capsys.readouterr().err
    assert "my match.json is already a Sandlot replay" in said
    assert "sandlot verify 'my match.json'" in said
    assert not Path("other.json").exists()


def give(target: Page, name: str, text: str) -> None:
    """Open a file with the button for replays."""
    with target.expect_file_chooser() as chooser:
        target.locator("#open-replay").click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


@pytest.mark.parametrize("kind", ["generals", "tank", "one side"])
def test_page_opens_log(arena: Page, kind: str) -> None:
    replay = tank_replay(3)
    log, turns, name = {
        "generals": lambda: ("\n".join(small_log()), None, "game.log"),
        "tank": lambda: (dump({"log": judge_log(replay)}), len(states(replay)) - 1, "match.json"),
        "one side": lambda: (dump(one_side(replay, 1)), len(states(replay)) - 2, "side.txt"),
    }[kind]()
    give(arena, name, log)
    counter = arena.get_by_test_id("turn")
    if turns is not None:
        expect(counter).to_contain_text(f"/{turns}")
    press(arena, "End")
    if kind != "one side":
        expect(arena.get_by_test_id("verdict")).to_contain_text("player")
    press(arena, "Home", "ArrowRight", "ArrowRight")
    expect(counter).to_contain_text("2/")


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("game.log", "4 4 2 0\n1\n1 1\n", "line 4"),
        ("match.json", '[{"output": {"command": "request", "content": {}}}]', "where the bricks are"),
    ],
)
def test_page_refuses_broken_log_with_message(arena: Page, name: str, text: str, sentence: str) -> None:
    give(arena, name, text)
    expect(arena.get_by_text(sentence)).to_be_visible()
