"""Whatever a bot sends, its replay can be read again, or is refused with a message before it is written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sandlot.draw import MOST_MARKS
from sandlot.formats.bounds import LARGEST_TYPED_SEED, LONGEST_PLAYER
from sandlot.games import GAMES
from sandlot.links import BadLink, link, unlink
from sandlot.match.parts import Player, Response, Setup
from sandlot.match.replay import Replay
from sandlot.match.replay_file import dumps, loads
from sandlot.match.seat_replies import Printed
from sandlot.match.validation import BadReplay
from sandlot.messages import LANGUAGES, render


def carried(text: str) -> str:
    """Return an answer as it arrives in JSON, in which two adjacent surrogates become one character."""
    return str(json.loads(json.dumps(text)))


ODD = st.text(st.sampled_from('\0\x01\n\r\t"\\<\u2028\ud800\udfff\U0001f600aя中'), max_size=30).map(carried)


def replay_of(answer: Response, names: tuple[str, str] = ("a", "b"), seed: int = 1, turns: int = 1) -> Replay:
    replay = Replay(Setup(GAMES["snake"], tuple(Player(each) for each in names), seed))
    replay.turns = [{0: answer, 1: Response("module")} for _ in range(turns)]
    return replay


def check(replay: Replay) -> None:
    try:
        text = dumps(replay)
    except BadReplay as bad:
        assert all(render(bad.text, language=each) for each in LANGUAGES)
        return
    assert loads(text.encode().decode()).turns == replay.turns
    try:
        made = link(replay)
    except BadLink as refused:
        assert render(refused.text)
        return
    assert [[each.reply for each in turn.values()] for turn in unlink(made).replay.turns] == [
        [each.reply for each in turn.values()] for turn in replay.turns
    ]


PRINTS = st.lists(st.tuples(st.sampled_from(["out", "err", "cut"]), ODD), max_size=5)


@settings(max_examples=40, deadline=None)
@given(ODD, PRINTS, st.tuples(ODD, ODD), st.integers(0, LARGEST_TYPED_SEED + 1), ODD)
def test_any_reply_is_written_and_read(
    reply: str, prints: list[Any], names: tuple[str, str], seed: int, words: str
) -> None:
    answer = Response(reply, output=Printed(prints).shown(answered=True), drawings=(["note", words],))
    check(replay_of(answer, names, seed))


@pytest.mark.parametrize(
    "answer",
    [
        Response("x", output=(("out", "\x01" * 65_000),)),
        Response("x", output=(("out", "\n" * 65_000),)),
        Response("x", drawings=(["note", "\U0001f600" * 200],) * MOST_MARKS),
        Response(json.dumps({"response": 1, "data": "x" * 100_000})),
        Response("x" * 262_144),
        Response("x", output=(("out", "x"),) * 5000),
        Response("x" * 600_000),
    ],
    ids=["control", "newlines", "marks", "data", "reply", "prints", "too long a reply"],
)
def test_loudest_bots_are_written_and_read(answer: Response) -> None:
    check(replay_of(answer))
    check(replay_of(answer, turns=40))


def test_oversized_replay_is_refused_before_writing() -> None:
    with pytest.raises(BadReplay) as refused:
        dumps(replay_of(Response("x", output=(("out", "\x01" * 65_000),)), turns=180))
    assert refused.value.text.id == "replay.not_kept"
    # It is short enough in characters, but not in bytes of a file.
    with pytest.raises(BadReplay):
        dumps(replay_of(Response("x", drawings=(["note", "\U0001f600" * 200],) * MOST_MARKS), turns=180))
    for bad in (
        replay_of(Response("x"), ("x" * (LONGEST_PLAYER + 1), "b")),
        replay_of(Response("x"), seed=LARGEST_TYPED_SEED + 1),
    ):
        with pytest.raises(BadReplay):
            dumps(bad)
