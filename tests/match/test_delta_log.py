"""Delta log: reading what the engine writes gives the original views, in Python and in the page's reader."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import in_node
from engine import finished, texts
from engine import views as seen_by
from hooks import short
from hypothesis import given
from hypothesis import strategies as st
from matches import played
from sandlot import page
from sandlot.game import read_options
from sandlot.games import GAMES
from sandlot.match.delta_log import EVERY, DeltaLog, views
from sandlot.match.parts import Player, Setup
from sandlot.match.referee import play
from sandlot.match.replay import Position, Replay, run, verify
from sandlot.match.replay_file import dumps, loads

ROOT = Path(__file__).resolve().parents[2]
READER = """
import { createDeltaLog } from 'STATIC/match/delta-log.ts';
import { readFileSync } from 'node:fs';
const { frames, order } = JSON.parse(readFileSync(0, 'utf8'));
const delta_log = createDeltaLog();
for (const frame of frames) delta_log.add(frame);
const views = order.map((k) => delta_log.view(k));
const first = delta_log.view(0);
const same = (k, key) => delta_log.view(k)[key] === delta_log.view(k - 1)?.[key];
const shared = frames.map((_, k) => Object.keys(first ?? {}).filter((key) => same(k, key)));
console.log(JSON.stringify({ views, shared, missing: [delta_log.view(-1), delta_log.view(frames.length)] }));
"""
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 300), st.sampled_from([0.0, 1.0, 0.5]), st.text(max_size=3)
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
    max_leaves=20,
)


def film_of(shown: list[Any]) -> list[str]:
    delta_log = DeltaLog()
    return [delta_log.delta(view) for view in shown]


def text(value: Any) -> str:
    """Return JSON text, which tells 1, 1.0 and true apart, as `==` does not."""
    return json.dumps(value, sort_keys=True)


def read_in_javascript(frames: list[str], order: list[int]) -> dict[str, Any]:
    return json.loads(in_node(READER, json.dumps({"frames": frames, "order": order})))  # type: ignore[no-any-return]


def random_game(name: str, seed: int, steps: int) -> list[Any]:
    game, rng = GAMES[name], Random(seed)
    count = max(2, game.players[0])
    state = game.start(count, seed, read_options(game, {}))
    shown = [game.view(state, None)]
    while game.to_move(state) and len(shown) <= steps:
        state = game.step(state, {who: game.sample(state, who, rng) for who in game.to_move(state)})
        shown.append(game.view(state, None))
    return shown


@given(st.lists(values, min_size=1, max_size=6))
def test_views_round_trip(shown: list[Any]) -> None:
    assert [text(view) for view in views(film_of(shown))] == [text(view) for view in shown]


@pytest.mark.parametrize(
    ("old", "new", "frame"),
    [
        ({"a": 1, "b": [1, 2, 3]}, {"a": 1, "b": [1, 5, 3]}, '{"b":{"1":[5]}}'),
        ({"a": 1}, {"a": 1}, "{}"),
        ({"a": 1}, {"a": True}, '{"a":[true]}'),
        ({"a": [1]}, {"a": [1.0]}, '{"a":[[1.0]]}'),
        ({"a": 1}, {"b": 1}, '[{"b":1}]'),
        ({"a": [1, 2, 3]}, {"a": [4, 5, 3]}, '{"a":[[4,5,3]]}'),
        ({"a": [1]}, {"a": [1, 2]}, '{"a":[[1,2]]}'),
        ({"a": {"b": None}}, {"a": {"b": []}}, '{"a":{"b":[[]]}}'),
    ],
)
def test_only_what_changed_is_written(old: Any, new: Any, frame: str) -> None:
    assert film_of([old, new])[1] == frame
    assert [text(view) for view in views(film_of([old, new]))] == [text(old), text(new)]


@pytest.mark.parametrize("name", list(GAMES))
def test_deltas_read_alike_in_python_and_typescript(name: str) -> None:
    shown = random_game(name, 4, 3 * EVERY)
    frames = film_of(shown)
    plain = [json.loads(json.dumps(view)) for view in shown]
    assert list(views(frames)) == plain
    order = [*range(len(frames)), *reversed(range(len(frames)))]
    Random(1).shuffle(order)
    read = read_in_javascript(frames, order)
    assert read["views"] == [plain[k] for k in order]
    assert read["missing"] == [None, None]


def test_consecutive_views_share_unchanged_parts() -> None:
    """With far more positions than are cached, read in both directions, every view is correct and rows are shared."""
    shown = [{"round": k // 8, "rows": [[0, k if k % 50 == 1 else 0], [1, 1]]} for k in range(600)]
    frames = film_of(shown)
    order = [599, 0, 300, *reversed(range(600)), *range(600), 5]
    read = read_in_javascript(frames, order)
    assert read["views"] == [shown[k] for k in order]
    assert read["shared"][10] == ["round", "rows"]
    assert "rows" not in read["shared"][51]
    assert sum(map(len, frames)) < sum(len(json.dumps(view)) for view in shown) / 3


def test_delta_log_of_large_game_is_small() -> None:
    """50 x 50 cells and eight players take less than 4 KB a frame, and the start position is not repeated."""
    game, rng = GAMES["generals"], Random(2)
    state = game.start(8, 2, read_options(game, {"rows": 50, "cols": 50}))
    delta_log, size, whole = DeltaLog(), 0, len(json.dumps(game.view(state, None), separators=(",", ":")))
    for _ in range(8 * 60):
        size += len(delta_log.delta(game.view(state, None)))
        state = game.step(state, {who: game.sample(state, who, rng) for who in game.to_move(state)})
    assert whole > 25_000
    assert size / (8 * 60) < whole / 20


def replay_with(name: str, seed: int) -> Replay:
    """Play a match between two modules that move at random."""
    return played(Setup(GAMES[name], (Player("a"), Player("b")), seed, short(name)))


@pytest.mark.parametrize("name", list(GAMES))
def test_view_log_of_player_is_as_long_as_match(name: str) -> None:
    replay = replay_with(name, 5)
    text, game = dumps(replay), GAMES[name]
    frames = [each for each in run(replay) if isinstance(each, Position)]
    for player in (0, 1):
        delta_log = seen_by(text, player)
        assert len(delta_log) == len(json.loads(page.open_replay(text))["deltas"])
        assert list(views(delta_log)) == [json.loads(json.dumps(game.view(each.state, player))) for each in frames]
    assert seen_by(broken_off(text), 0) == seen_by(text, 0)[:4]


def opened(text: str) -> list[Any]:
    """Open a replay, and return its pieces."""
    return finished(page.opening(text))[0]


def test_views_of_player_start_at_shown_position(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = played(Setup(GAMES["generals"], (Player("a"), Player("b")), 5, {"max_rounds": 100}))
    text = dumps(replay)
    opened("nothing")
    monkeypatch.setattr(page.replays, "_last", [])
    plain = finished(page.views(text, 1))[0]
    assert len(plain) > 2 * EVERY
    count = len(opened(text))
    assert count == len(plain)
    for at in (0, EVERY, EVERY + 7, count - 1, count + 5):
        pieces = finished(page.views(text, 1, at))[0]
        assert pieces[0][0] == min(at, count - 1) // EVERY * EVERY
        assert sorted(pieces) == plain
    # The shown position of one replay does not affect another.
    other = dumps(played(Setup(GAMES["generals"], (Player("a"), Player("b")), 6, {"max_rounds": 100})))
    assert finished(page.views(other, 1, 70))[0][0][0] == 0
    opened(other)
    assert finished(page.views(other, 1, 70))[0][0][0] == EVERY
    assert finished(page.views(text, 1, 70))[0] == plain


@pytest.mark.parametrize("name", list(GAMES))
def test_beginning_of_replay_gives_first_position(name: str) -> None:
    text = dumps(replay_with(name, 5))
    start = json.loads(page.start(text[: text.index('"turns"') + 20]))
    whole = json.loads(page.open_replay(text))
    assert (start["delta"], start["header"]) == (whole["deltas"][0], whole["header"])
    assert page.start(text[: text.index('"turns"')]) == "null"
    for seed in ('"seed":"five"', '"seed":5,"seed":[[[', '"seed":NaN'):
        assert page.start(text.replace('"seed":5', seed)) == "null"


def broken_off(text: str) -> str:
    whole = json.loads(text)
    whole["turns"][4] = []
    return json.dumps(whole)


@pytest.mark.parametrize("name", list(GAMES))
def test_request_texts_are_as_sent(name: str) -> None:
    replay = replay_with(name, 6)
    text = dumps(replay)
    match = play(replay.setup)
    batch = next(match)
    for turn, answers in enumerate(replay.turns[:40]):
        wanted = [
            {"player": request.player, "sent": request.text, "reply": answers[request.player].reply}
            for request in sorted(batch.requests, key=lambda request: request.player)
        ]
        assert all(each["sent"] for each in wanted)
        if turn % 7 < 2:
            assert texts(text, turn) == wanted
        if turn < len(replay.turns) - 1:
            batch = match.send(list(answers.values()))
    assert texts(text, len(replay.turns)) == []
    assert texts(broken_off(text), 10) == []


def test_programs_are_shown_their_protocol() -> None:
    replay = replay_with("tank", 7)
    text = json.loads(dumps(replay))
    text["turns"][0][1]["reply"] = "program"
    for turn in text["turns"][1:]:
        turn[1] = {"player": 1, "ms": 1, "reply": json.dumps({"response": json.loads(turn[1]["reply"])})}
    first, second = texts(json.dumps(text), 3)
    assert json.loads(first["sent"])["player"] == 0
    assert list(json.loads(second["sent"])) == [
        "requests",
        "responses",
        "time_limit",
        "memory_limit",
    ]
    assert len(json.loads(second["sent"])["requests"]) == 3


@pytest.mark.parametrize("name", list(GAMES))
def test_demo_file_matches_its_shown_match(name: str) -> None:
    script = f"""
import {{ textOfDemo }} from '{(ROOT / "static" / "match" / "match.ts").as_uri()}';
import {{ readFileSync }} from 'node:fs';
process.stdout.write(textOfDemo(JSON.parse(readFileSync(0, 'utf8'))));
"""
    demo = page.open_replay(dumps(replay_with(name, 8)))
    text = in_node(script, demo)
    assert verify(loads(text)) is None
    assert json.loads(page.open_replay(text)) == json.loads(demo)
