"""Untrusted input is bounded before it is parsed: whatever a seat sends, only that seat can lose by it."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import in_node
from engine import replied
from hypothesis import example, given
from hypothesis import strategies as st
from matches import finished
from sandlot import draw, page
from sandlot.bounded import DEEPEST_NESTING, Bounds, OutOfBounds, read_json
from sandlot.draw import read_marks
from sandlot.files import bundle
from sandlot.games import GAMES
from sandlot.grade import grader
from sandlot.links import tasks
from sandlot.local import house, program, python_file
from sandlot.local import play as play_locally
from sandlot.match.parts import Batch, Player, Request, Response, Setup
from sandlot.match.replay import verify
from sandlot.match.replay_file import dumps, loads
from sandlot.match.seat_replies import BROKEN, Printed, read_death, read_profile, read_reply, read_thought, with_steps
from sandlot.match.validation import BadReplay
from sandlot.messages import render
from sandlot.tasks import spec
from sandlot.wire import OUTPUT_LIMIT, REPLY_LIMIT

SMALL = Bounds(characters=10_000, values=500)


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


# Reading JSON


@pytest.mark.parametrize(
    "text",
    [nested(DEEPEST_NESTING), '{"a":' * DEEPEST_NESTING + "1" + "}" * DEEPEST_NESTING, f'"{"[" * 500}"', "[1,2]"],
)
def test_bounded_json_equals_json(text: str) -> None:
    assert read_json(text, SMALL) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (nested(DEEPEST_NESTING + 1), "depth"),
        (nested(3000), "depth"),
        ("[" * 9000, "depth"),
        ('{"a":' * 500, "depth"),
        ('["\\"' + "[" * 300 + '",' + nested(200) + "]", "depth"),
        (f"[{'1,' * 500}1]", "values"),
        (f"[{'[],' * 300}1]", "values"),
        (" " * 10_001, "characters"),
    ],
)
def test_unbounded_json_is_refused_before_parsing(text: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("it was parsed"))
    with pytest.raises(OutOfBounds) as refused:
        read_json(text, SMALL)
    assert refused.value.what == what


@given(JSON, st.integers(0, 6), st.integers(1, 30))
def test_depth_and_count_match_parsed_value(value: Any, depth: int, values: int) -> None:
    deep, count = measure(value)
    text = json.dumps(value)
    try:
        assert read_json(text, Bounds(10**6, values, depth)) == value
        assert deep <= depth
        assert count <= values
    except OutOfBounds:
        # An empty list counts like one with an element.
        assert deep > depth or 2 * count > values


def measure(value: Any) -> tuple[int, int]:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else None
    if inner is None:
        return 0, 1
    measured = [measure(each) for each in inner]
    return 1 + max((depth for depth, _ in measured), default=0), 1 + sum(count for _, count in measured)


@given(st.text(alphabet='[]{},:"\\ 1eE.-nul', max_size=60))
def test_any_text_gives_value_or_value_error(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(ValueError):
            read_json(text, SMALL)
    else:
        assert read_json(text, SMALL) == expected


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 5000])
def test_non_standard_json_numbers_are_refused(number: str) -> None:
    with pytest.raises(ValueError):
        read_json(f"[{number}]", SMALL)


@pytest.mark.parametrize("part", ['"', '"\\', '\\"', '"a\\"', "[],", "[[]", "1 ", "{", '",'])
def test_bounds_check_is_linear(part: str) -> None:
    """A text four times as long takes less than ten times as long, comparing the best of five alternate runs."""
    bounds = Bounds(10**9, 10**9)

    def seconds(repeats: int) -> float:
        # The brackets at the start force the full check, and the trailing comma makes the text invalid.
        text = "[]," * DEEPEST_NESTING + part * repeats
        began = time.process_time()
        with pytest.raises(ValueError):
            read_json(text, bounds)
        return time.process_time() - began

    short, long = zip(*[(seconds(40_000), seconds(160_000)) for _ in range(5)], strict=True)
    assert min(long) < 10 * min(short)


def test_page_has_same_limits_as_python() -> None:
    script = """
    import * as said from 'STATIC/engine/python/limits.ts';
    import * as files from 'STATIC/base/values/bundle-shape.ts';
    import * as folders from 'STATIC/panels/incoming/folder.ts';
    import * as late from 'STATIC/base/values/late.ts';
    console.log(JSON.stringify({ ...said, ...files, ...late, LEFT_OUT: folders.LEFT_OUT.sort() }));
    """
    known = json.loads(in_node(script))
    pairs = {
        "OUTPUT_LIMIT": OUTPUT_LIMIT,
        "REPLY_LIMIT": REPLY_LIMIT,
        "MARKS": draw.MOST_MARKS,
        "MAIN": bundle.MAIN,
        "MOST_FILES": bundle.FILES,
        "MOST_BYTES": bundle.UNPACKED,
        "LEFT_OUT": sorted(bundle.LEFT_OUT),
        "MOST_LATE": grader.MOST_LATE,
    }
    assert {name: known[name] for name in pairs} == pairs
    # Every task file that can be read fits into a link.
    assert tasks.LONGEST_TEXT == spec.LONGEST_SPEC


# Replies of seats


@pytest.mark.parametrize(
    "said",
    [
        *(None, 7, ["reply"], "", "{", "[]", "null", nested(3000), '{"reply": 7}'),
        *('{"reply": null}', '{"reply": ["a"]}', json.dumps({"reply": {"a": "b"}})),
        *('{"reply": "' + "a" * 9 * 2**20 + '"}', '{"other": "x"}'),
    ],
)
def test_forged_reply_is_own_crash(said: object) -> None:
    assert read_reply(said) == BROKEN


def test_reply_size_is_limited() -> None:
    assert read_reply(json.dumps({"reply": "é" * REPLY_LIMIT})).reply == "é" * REPLY_LIMIT
    answer = read_reply(json.dumps({"reply": "x" * (REPLY_LIMIT + 1)}))
    assert answer.fault == "invalid"
    assert answer.why == ("fault.too_long", {"limit": REPLY_LIMIT})


@pytest.mark.parametrize("fault", [1, [], {}, None, "resigned", "won", "x" * 10**5])
def test_unknown_fault_is_a_crash(fault: Any) -> None:
    assert read_reply(json.dumps({"fault": fault})).fault == "crash"


@pytest.mark.parametrize(
    "why",
    [
        "fault.waits",
        [],
        ["fault.waits"],
        ["fault.waits", []],
        ["fault.steps", {"limit": 7}],
        ["verdict.win", {"winner": {"player": 0}}],
        [["fault.waits"], {}],
        [{}, {}],
    ],
)
def test_unknown_reason_is_ignored(why: Any) -> None:
    assert read_reply(json.dumps({"fault": "invalid", "why": why})).why is None


def test_reason_parameters_must_be_known_words() -> None:
    said = {"fault": "invalid", "why": ["fault.not_json", {"got": "x" * 10_000, "who": {"player": 1}, "turn": "<b>"}]}
    assert read_reply(json.dumps(said)).why == ("fault.not_json", {"got": "x" * 200})
    nested_words = {"fault": "invalid", "why": ["fault.not_json", {"got": ["fault.not_json", {"got": "x"}]}]}
    why = read_reply(json.dumps(nested_words)).why
    assert why is not None
    assert isinstance(why.params["got"], str)


@pytest.mark.parametrize(
    ("trace", "line"),
    [
        ({"line": 3, "error": "E", "traceback": "T"}, 3),
        ({"line": True, "error": "E", "traceback": "T"}, None),
        ({"line": -1, "error": "E", "traceback": "T"}, None),
        ({"line": 10**30, "error": "E", "traceback": "T"}, None),
        ({"line": "3", "error": "E", "traceback": "T"}, None),
    ],
)
def test_trace_parts_are_checked_in_shape(trace: dict[str, Any], line: int | None) -> None:
    expected = {"line": line, "error": "E", "traceback": "T"}
    assert read_reply(json.dumps({"fault": "crash", "trace": trace})).trace == expected


def test_trace_is_cut_or_dropped() -> None:
    long = {"line": 1, "error": "x" * 10**6, "traceback": ["x"]}
    trace = read_reply(json.dumps({"fault": "crash", "trace": long})).trace
    assert trace == {"line": 1, "error": "x" * 1000, "traceback": ""}
    for shape in ("x", [], 7, None):
        assert read_reply(json.dumps({"fault": "crash", "trace": shape})).trace is None


@pytest.mark.parametrize("thought", [None, True, -1, float("inf"), float("nan"), 10**400, "1", [1]])
def test_invalid_time_is_ignored(thought: Any) -> None:
    assert read_thought(thought) is None
    assert read_thought(12.345) == 12.3


@pytest.mark.parametrize("steps", [None, True, -1, 1.5, 2**53, "1", [1]])
def test_invalid_step_count_is_a_crash(steps: Any) -> None:
    answer = read_reply('{"reply":"x"}')
    assert with_steps(answer, steps) == BROKEN
    assert with_steps(answer, 7) == replace(answer, steps=7)


def test_seat_death_gives_its_reason() -> None:
    assert [read_death(said).why for said in ("memory", "stack")] == [("fault.memory", {}), ("fault.stack", {})]
    for said, error in (("no more", "no more"), ("x" * 10**6, "x" * 1000), (None, ""), ({}, "")):
        assert read_death(said) == replace(BROKEN, trace={"line": None, "error": error, "traceback": None})


HOSTILE_PROFILES: dict[str, tuple[Any, int]] = {
    "more rows than lines": ([[k + 1, 1, 0.5] for k in range(401)], 0),
    "one line again and again": ([[1, 1, 0.5]] * 400, 1),
    "runs without number": ([[1, 1e308, 1], [2, 1.5, 1], [3, -1, 1], [4, 2**60, 1]], 0),
    "times without end": ([[1, 1, 1e308], [2, 1, -1], [3, 1, "1"], [4, 1, None]], 0),
    "lines that are not there": (
        [[0, 1, 1], [-1, 1, 1], [1.5, 1, 1], [1e308, 1, 1], ["1", 1, 1], [[1], 1, 1], [True, 1, 1], [401, 1, 1]],
        0,
    ),
    "no rows": ([None, 5, [], [1], [1, 1, 1, 1], {"length": 3}], 0),
    "no list": ({"filter": 1}, 0),
}


def test_profile_keeps_only_existing_lines_and_valid_numbers() -> None:
    source = "\n".join(f"line_{k} = 0" for k in range(400))
    honest = [(1, 1, 0.125), (400, 10**6, 90_000.5)]
    assert read_profile(json.dumps(honest), source) == honest
    assert read_profile(json.dumps(honest), "one line") == []
    assert read_profile("[[1,2,3]]", "one line") == [(1, 2, 3)]
    for said in ("[" * 500_000, "", "[[1, 1e999, 1]]", "[[1, 1, NaN]]", "[[1, 1, 1]]" + " " * 2**20):
        assert read_profile(said, source) == []


@pytest.mark.parametrize("name", HOSTILE_PROFILES)
def test_invalid_profile_is_ignored(name: str) -> None:
    rows, shown = HOSTILE_PROFILES[name]
    assert len(read_profile(json.dumps(rows), "\n" * 399)) == shown


SAID = st.one_of(
    st.text(max_size=200),
    JSON.map(json.dumps),
    st.builds(lambda reply: json.dumps({"reply": reply}), st.text(max_size=200) | JSON.map(json.dumps)),
    st.builds(
        lambda fault, why, trace: json.dumps({"fault": fault, "why": why, "trace": trace}),
        st.sampled_from(["invalid", "timeout", "crash", "resigned", "", 7]),
        st.tuples(st.sampled_from(["fault.waits", "fault.not_json", "fault.too_long", "x"]), JSON) | JSON,
        st.fixed_dictionaries({"line": JSON, "error": JSON, "traceback": JSON}) | JSON,
    ),
    st.integers(0, 5000).map(lambda levels: json.dumps({"reply": nested(levels)})),
    st.integers(0, 5000).map(lambda levels: json.dumps({"reply": f'{{"response": {nested(levels)}}}'})),
    st.integers(0, 5000).map(lambda levels: json.dumps({"reply": f'{{"response": 0, "data": {nested(levels)}}}'})),
)
STREAM = st.tuples(
    st.sampled_from(["out", "err", "answer", "cut", "draw", "x"]) | st.text(max_size=3), st.text(max_size=50)
)
MARK = st.one_of(
    st.text(max_size=50),
    st.builds(
        lambda kind, *rest: json.dumps([kind, *rest]),
        st.sampled_from(["cell", "line", "text", "note"]),
        JSON,
        JSON,
        st.sampled_from(["accent", "p1"]) | JSON,
        JSON,
    ),
    st.integers(1, 3000).map(lambda levels: f'["note", {nested(levels)}]'),
    st.integers(1, 1000).map(lambda digits: f'["cell", {"9" * digits}, 1, "accent", ""]'),
)


@given(
    game=st.sampled_from(sorted(GAMES)),
    form=st.sampled_from(["module", "program"]),
    replies=st.lists(SAID, min_size=1, max_size=3),
    output=st.lists(STREAM, max_size=4),
    drawings=st.lists(MARK, max_size=3),
    bad=st.integers(0, 1),
)
@example("tank", "module", [json.dumps({"reply": nested(3000)})], [], [], 0)
@example("tank", "program", [json.dumps({"reply": f'{{"response": [-1, -1], "data": {nested(2500)}}}'})], [], [], 0)
@example("tank", "program", [json.dumps({"reply": f'{{"response": [-1, -1], "debug": {nested(2500)}}}'})], [], [], 1)
def test_arbitrary_answers_lose_only_their_own_seat(
    game: str, form: str, replies: list[str], output: list[tuple[str, str]], drawings: list[str], bad: int
) -> None:
    """The page's driver gets arbitrary answers for one player, and legal moves for the other."""
    driver = page.Driver(json.dumps({"game": game, "players": [{"name": "a", "kind": "code"}] * 2, "seed": 1}))
    rules, begun, turns = GAMES[game], json.loads(driver.begin()), []
    given = iter(replies)
    for turn in range(200):
        state = driver.match.batch.state
        for request in driver.match.batch.requests:
            if request.player != bad:
                move = "module" if request.stage == "start" else json.dumps(_legal(rules, state, request.player))
                answer: dict[str, Any] = replied(move)
            elif turn == 0:
                answer = replied(form)
            else:
                answer = {"said": next(given, "broken"), "ms": 1, "output": output, "drawings": drawings}
            driver.take(request.player, json.dumps(answer))
        news = json.loads(driver.answer())
        turns += news["turns"]
        for each in news["news"]:
            faults = [entry["player"] for entry in each["record"]["answers"] if entry["fault"]]
            assert set(faults) <= {bad}
        if news.get("result"):
            assert news["result"]["places"][bad] > news["result"]["places"][1 - bad]
            # The recorded match can be stored and verified.
            assert verify(loads(begun["head"] + ",".join(turns) + news["tail"])) is None
            return
    pytest.fail("it never ended")


def _legal(rules: Any, state: Any, player: int) -> Any:
    """Return a harmless move, so that the opponent loses only by its own fault."""
    from random import Random

    return rules.sample(state, player, Random(1))


@given(st.lists(STREAM, max_size=20))
def test_prints_are_cut_at_one_size(parts: list[tuple[str, str]]) -> None:
    for answered in (False, True):
        shown = Printed([*parts, ("out", "x" * 50_000), ("err", "y" * 50_000)]).shown(answered)
        assert sum(len(text) for stream, text in shown if stream != "cut") <= OUTPUT_LIMIT
        assert {stream for stream, _ in shown} <= {"out", "err", "cut"}


def test_surrogate_halves_are_joined() -> None:
    shown = Printed([("out", "a\ud83d"), ("out", "\ude00b"), ("err", "\ud83d"), ("out", "\ude00")]).shown(True)
    assert shown == (("out", "a😀b"), ("err", "\ud83d"), ("out", "\ude00"))
    assert json.loads(json.dumps(shown)) == [list(part) for part in shown]


def test_stream_changes_are_capped() -> None:
    parts = [("out" if k % 2 else "err", "x") for k in range(5000)]
    assert len(Printed(parts).shown(False)) == 1001


@given(st.lists(MARK, max_size=10))
def test_drawn_marks_are_read_or_dropped(marks: list[str]) -> None:
    for mark in read_marks(marks):
        json.dumps(mark, allow_nan=False)


# Replays and logs


def _played() -> str:
    def answer(batch: Batch, request: Request) -> Response:
        return read_reply(json.dumps({"reply": "module" if request.stage == "start" else "[-1,-1]"}))

    return dumps(finished(Setup(GAMES["tank"], (Player("a"), Player("b")), 1, {"max_turns": 1}), answer)[0])


@pytest.mark.parametrize(
    ("change", "id"),
    [
        (lambda text: text.replace('"seed":1', f'"seed":{nested(3000)}'), "replay.depth"),
        (lambda text: text.replace('"seed":1', f'"x":[{"[]," * 5_000_000}1],"seed":1'), "replay.values"),
        (lambda text: text.replace('"[-1,-1]"', json.dumps("x" * 10**6)), "replay.bad_turn"),
        (
            lambda text: text.replace('"ms":0.0', f'"ms":0,"output":{json.dumps([["out", "x"]] * 5000)}', 1),
            "replay.bad_turn",
        ),
        (lambda text: text.replace('"ms":0.0', '"ms":0,"trace":{"line":1,"more":"x"}', 1), "replay.bad_turn"),
        (lambda text: text.replace('"ms":0.0', '"ms":0,"thought":"long"', 1), "replay.bad_turn"),
        (lambda text: text.replace('"ms":0.0', '"ms":0,"thought":-1', 1), "replay.bad_turn"),
        (lambda text: text.replace('"ms":0.0', f'"ms":0,"drawings":[["note", {nested(80)}]]', 1), "replay.bad_turn"),
    ],
)
def test_impossible_replay_is_refused(change: Any, id: str) -> None:
    text = change(_played())
    with pytest.raises(BadReplay) as refused:
        loads(text)
    assert refused.value.text.id == id


def test_deeply_nested_answer_in_replay_loses() -> None:
    replay = loads(_played().replace('"[-1,-1]"', json.dumps(nested(3000)), 1))
    problem = verify(replay)
    assert problem is not None
    assert problem.id == "replay.other_result"


@pytest.mark.parametrize("text", [nested(3000), '{"requests":' * 900, '[{"output":' * 500 + "1" + "}]" * 500])
def test_deeply_nested_log_is_refused(text: str) -> None:
    opened = json.loads(page.open_replay(text))
    assert opened.keys() == {"problem"}


# The command line, with real processes

DEEP_BOTS = {
    "module": "def move(view):\n    a = []\n    for _ in range(950): a = [a]\n    return a\n",
    "program": "input()\nprint('{\"response\": ' + '[' * 3000 + ']' * 3000 + '}')\n",
    "data": "input()\nprint('{\"response\": [-1, -1], \"data\": ' + '[' * 3000 + ']' * 3000 + '}')\n",
    "bare": "input()\nprint('[' * 980 + ']' * 980)\n",
}


@pytest.mark.parametrize(
    ("way", "kind"), [*(("file", kind) for kind in DEEP_BOTS), ("command", "data"), ("command", "bare")]
)
def test_deeply_nested_answer_loses_on_command_line(tmp_path: Path, way: str, kind: str) -> None:
    (tmp_path / "deep.py").write_text(DEEP_BOTS[kind])
    own = python_file(tmp_path / "deep.py") if way == "file" else program([sys.executable, str(tmp_path / "deep.py")])
    setup = Setup(GAMES["tank"], (Player("deep", own.kind), Player("random", "house")), 1, {"max_turns": 3})
    replay, finish = play_locally(setup, [own, house("tank", "random")])
    assert finish.outcome.places == (2, 1)
    loss = finish.outcome.losses[0]
    assert loss is not None
    assert f"nested at most {DEEPEST_NESTING} deep" in render(loss)
    assert verify(loads(dumps(replay))) is None


CHANNEL = {
    "deep frames": "os.write(4, b'[' * 200_000 + b'\\n') and None",
    "deep replies": "os.write(4, json.dumps({'reply': json.dumps({'reply': '[' * 3000})}).encode() + b'\\n')",
    "deep marks": "os.write(4, json.dumps({'emit': ['draw', '[' * 3000]}).encode() + b'\\n') and None",
    "frames of many values": "os.write(4, b'{\"emit\": [' + b'1,' * 9_000 + b'1]}\\n') and None",
    "no texts": 'os.write(4, b\'{"emit": [[], {}]}\\n{"emit": 5}\\n{"reply": {}}\\n\') and None',
}


@pytest.mark.parametrize("way", CHANNEL)
def test_writes_past_seat_harm_only_writer(tmp_path: Path, way: str) -> None:
    source = f"import json, os\ndef move(view):\n    {CHANNEL[way]}\n    return [-1, -1]\n"
    (tmp_path / "rogue.py").write_text(source)
    own = python_file(tmp_path / "rogue.py")
    setup = Setup(GAMES["tank"], (Player("rogue"), Player("random", "house")), 1, {"max_turns": 3})
    replay, finish = play_locally(setup, [own, house("tank", "random")])
    assert finish.outcome.losses[1] is None
    assert verify(loads(dumps(replay))) is None
