"""Whatever bots send, the replay of a match can be read again, and no bot is affected by the output of another."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import finished
from sandlot.draw import MOST_MARKS
from sandlot.formats.bounds import LONGEST_REPLAY
from sandlot.games import GAMES
from sandlot.match import quota
from sandlot.match.parts import Batch, Finish, Match, Player, Request, Response, Setup
from sandlot.match.quota import ALWAYS_KEPT, LEFT_OUT, MATCH, Quota, left_out, written
from sandlot.match.referee import play
from sandlot.match.replay import Replay, fork, recorded, result_json, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.messages import Message, player, render
from sandlot.wire import OUTPUT_LIMIT, REPLY_LIMIT

SMALL = 2**20
"""With this limit a match is full after some turns."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(quota, "MATCH", SMALL)
    return SMALL


Says = Callable[[Any], Response]


def quiet(move: Any) -> Response:
    return Response(json.dumps(move), output=(("out", "hello\n"),), drawings=(["note", "here"],))


def prints(text: str) -> Says:
    return lambda move: Response(json.dumps(move), output=(("out", text),))


def draws(mark: list[Any]) -> Says:
    return lambda move: Response(json.dumps(move), drawings=(mark,) * MOST_MARKS)


LOUD: dict[str, Says] = {
    "control characters": prints("\x01" * OUTPUT_LIMIT),
    "newlines": prints("\n" * OUTPUT_LIMIT),
    "quotes and backslashes": prints('"\\' * (OUTPUT_LIMIT // 2)),
    "lone surrogates": prints("\ud800" * OUTPUT_LIMIT),
    "astral characters": prints("\U0001f600" * OUTPUT_LIMIT),
    "both streams by turns": lambda move: Response(
        json.dumps(move), output=tuple(("err" if k % 2 else "out", "\x02" * 60) for k in range(1000))
    ),
    "astral notes": draws(["note", "\U0001f600" * 200]),
    "control characters in notes": draws(["note", "\x01" * 200]),
    "lines": draws(["line", [1.125, 2.125], [3.125, 4.125], "accent"]),
    "cells": draws(["cell", 1, 2, "ink", ""]),
    "spaces before the answer": lambda move: Response(" " * 200_000 + json.dumps(move)),
    "newlines after the answer": lambda move: Response(json.dumps(move) + "\n" * 200_000),
}


def played(name: str, says: list[Says], turns: int | None = None, **options: Any) -> tuple[Replay, Finish | None]:
    """Play random moves with the output of `says` around them."""
    game, rng = GAMES[name], Random(5)
    replay = Replay(Setup(game, tuple(Player(f"bot {k}") for k in range(len(says))), 3, options))
    match = play(replay.setup, ())
    batch = next(match)
    try:
        while turns is None or batch.turn < turns:
            if batch.stage == "start":
                answers = [Response("module") for _ in batch.requests]
            else:
                answers = [
                    says[request.player](game.sample(batch.state, request.player, rng)) for request in batch.requests
                ]
            before = batch
            batch = match.send(answers)
            replay.add(before, batch.answers)
    except StopIteration as end:
        replay.add(before, end.value.answers)
        replay.result = result_json(end.value)
        return replay, end.value
    return replay, None


def is_read_again(replay: Replay) -> int:
    """Check that a replay survives writing and reading, and that the rules give its result; return its length."""
    text = dumps(replay)
    assert len(text.encode()) < LONGEST_REPLAY
    back = loads(text)
    assert back.turns == replay.turns
    problem = verify(back)
    assert problem is None or (replay.result is None and problem.id == "replay.no_end"), render(problem)
    return len(text.encode())


@pytest.mark.parametrize("noise", LOUD)
def test_prints_are_charged_to_their_bot(noise: str, small: int) -> None:
    replay, _ = played("generals", [LOUD[noise], quiet], max_rounds=20)
    is_read_again(replay)
    honest = [turn[1] for turn in replay.turns[1:] if 1 in turn]
    assert all((each.output, each.drawings) == ((("out", "hello\n"),), (["note", "here"],)) for each in honest)
    loud = [turn[0] for turn in replay.turns if 0 in turn]
    assert any(left_out(each) for each in loud)
    assert sum(written(text) for each in loud for _, text in each.output) < small / 2
    quiet_end, _ = played("generals", [quiet, quiet], max_rounds=20)
    assert replay.result == quiet_end.result


def test_replay_of_loud_bots_is_readable() -> None:
    """With the real quota: most of it is used, and the file is far below the limit of replays."""
    says = [LOUD["control characters"], LOUD["newlines after the answer"]]
    replay, _ = played("generals", says, max_rounds=80)
    assert any(left_out(answer) for answer in replay.turns[-1].values())
    assert MATCH / 3 < is_read_again(replay) < LONGEST_REPLAY / 2


def test_replay_of_thousands_of_players_is_readable() -> None:
    says = [list(LOUD.values())[k % len(LOUD)] for k in range(400)]
    replay, _ = played("generals", says, turns=450, rows=40, cols=40)
    assert any(left_out(answer) for turn in replay.turns for answer in turn.values())
    assert is_read_again(replay) < LONGEST_REPLAY


def test_omissions_are_counted(small: int) -> None:
    replay, _ = played("generals", [LOUD["astral notes"], prints("\x01" * 30_000)], max_rounds=5)
    own_of, lost_of = [0, 0], [0, 0]
    for turn in replay.turns[1:]:
        for number, answer in turn.items():
            counts = [text.split() for stream, text in answer.output if stream == LEFT_OUT]
            own = len(answer.drawings) if number == 0 else sum(len(text) for s, text in answer.output if s == "out")
            lost = sum(int(each[1 - number]) for each in counts)
            assert own + lost == (MOST_MARKS if number == 0 else 30_000)
            own_of[number] += own
            lost_of[number] += lost
    assert all([*own_of, *lost_of]), "something is kept of both, and something is not"
    said = left_out(Response(output=((LEFT_OUT, "17 3"),)))
    for language in ("en", "zh", "ru"):
        text = render(said[0], language=language)
        assert "17" in text
        assert "3" in text


# Answers


def keeps_data(text: str) -> Says:
    return lambda move: Response(json.dumps({"response": move, "data": text}, ensure_ascii=False))


def programs(says: list[Says], turns: int) -> tuple[Replay, Finish]:
    """Return programs for Tank that stay and keep data."""
    players = tuple(Player(f"bot {k}", "program") for k in range(2))
    setup = Setup(GAMES["tank"], players, 3, {"max_turns": turns})

    def answer(batch: Batch, request: Request) -> Response:
        return Response("program") if request.stage == "start" else says[request.player]([-1, -1])

    return finished(setup, answer)


def test_saved_data_within_limit_is_kept() -> None:
    full = keeps_data("k" * 100 * 1024)
    replay, finish = programs([full, full], turns=100)
    assert finish
    assert finish.outcome.places == (1, 1)
    assert is_read_again(replay) > 20_000_000
    assert not any(left_out(answer) for turn in replay.turns for answer in turn.values())


def test_saved_data_over_quota_is_dropped_but_moves_stay(small: int) -> None:
    replay, finish = programs([keeps_data('"\x01' * 50 * 1024), keeps_data("")], turns=12)
    assert finish
    assert finish.outcome.places == (1, 1)
    assert finish.turns == 12
    is_read_again(replay)
    last = replay.turns[-1][0]
    assert last.reply == '{"response":[-1,-1]}'
    assert left_out(last)


def test_notes_missing_in_replay_are_not_shown(small: int) -> None:
    debug = Response(json.dumps({"response": [-1, -1], "debug": "seen", "data": "k" * 100_000}))
    match = play(Setup(GAMES["tank"], (Player("a", "program"), Player("b", "program")), 3))
    next(match)
    match.send([Response("program")] * 2)
    seen = []
    for _ in range(8):
        record = match.send([debug, Response('{"response":[-1,-1]}')]).record
        assert record
        seen.append((record[0].notes, bool(left_out(record[0].answer))))
    assert seen == [((("debug", "seen"),), False)] * 4 + [((), True)] * 4


def test_unshortenable_answers_are_bounded() -> None:
    """Any order for a destroyed tank is legal, and so cannot be shortened."""
    one = Quota.of(2)
    texts = [f"{k:06}" * 30_000 for k in range(200)]
    kept = [one.reply(text, lambda text=text: text) for text in texts]
    assert None in kept
    assert sum(written(each) for each in kept if each) < MATCH / 2
    brief = "x" * (ALWAYS_KEPT - 2)
    assert one.reply(brief, lambda: brief) == brief, "a short one is always kept"


@pytest.mark.parametrize("last", ["?" * 200_000, json.dumps({"from": "x" * 200_000})])
def test_answer_over_quota_is_a_fault(small: int, last: str) -> None:
    def says(count: list[int], move: Any) -> Response:
        count[0] += 1
        return Response("null" + " " * 200_000 if count[0] < 5 else last)

    count = [0]
    replay, finish = played("generals", [lambda move: says(count, move), quiet])
    assert finish
    assert finish.outcome.places == (2, 1)
    loss = finish.outcome.losses[0]
    assert loss
    assert (loss.id, loss.params["who"]) == ("fault.quota", player(0))
    assert replay.turns[-1][0].reply == ""
    is_read_again(replay)


SAID = st.text(
    st.sampled_from(["\x01", "\n", '"', "\\", "\ud800", "\udfff", "\U0001f600", "é", "x", " ", "\x7f", "\u2028"])
)


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_quota_is_stable_on_replay(data: st.DataObject) -> None:
    """With a small quota, and outputs in any order."""
    one, other = Quota(share=3000), Quota(share=3000)
    for _ in range(data.draw(st.integers(1, 12))):
        reply, short = data.draw(SAID), data.draw(st.none() | SAID)
        trace = data.draw(st.none() | st.fixed_dictionaries({"line": st.none(), "error": SAID, "traceback": SAID}))
        times = data.draw(st.integers(1, 400))
        output = tuple(data.draw(st.lists(st.tuples(st.sampled_from(["out", "err", "cut"]), SAID), max_size=4)))
        drawings = tuple(["note", text * times] for text in data.draw(st.lists(SAID, max_size=3)))
        given = Response(reply * times, trace=trace, output=output, drawings=drawings)
        if data.draw(st.booleans()):
            kept = one.past(given)
            assert other.past(kept) == kept
        else:
            answer = one.trace(given)
            text = one.reply(answer.reply, lambda short=short: short)
            kept = one.output(
                answer if text == answer.reply else Response(text or "", output=output, trace=answer.trace)
            )
            again = other.trace(kept)
            assert again == kept
            assert other.reply(kept.reply, lambda kept=kept: kept.reply) in (kept.reply, None if not kept.reply else "")
            assert other.output(again) == kept
        assert (one.used, one.characters, one.marks) == (other.used, other.characters, other.marks)
    assert one.used <= one.share


@given(SAID)
@settings(max_examples=100, deadline=None)
def test_text_is_counted_as_written_in_json(text: str) -> None:
    def size(output: tuple[tuple[str, str], ...]) -> int:
        replay = Replay(Setup(GAMES["tank"], (Player("a"), Player("b")), 1), turns=[{0: Response(output=output)}])
        return len(dumps(replay).encode())

    empty = len('["out",""]') if not text else len('["out",]')
    assert size((("out", "x"), ("out", text))) - size((("out", "x"),)) == written(text) + empty + 1


def test_shortened_reply_is_the_same_move() -> None:
    for name, game in GAMES.items():
        rng = Random(2)
        state = game.start(max(2, game.players[0]), 4, {key: each.default for key, each in game.options.items()})
        wire = next(iter(game.wires.values()))
        sessions = [wire.open() for _ in range(2)]
        for _ in range(20):
            movers = game.to_move(state)
            if not movers:
                break
            moves = {k: game.sample(state, k, rng) for k in movers}
            for k, move in moves.items():
                sessions[k].ask(game.view(state, k))
                text = sessions[k].short(move)
                assert written(text) <= ALWAYS_KEPT, name
                read = sessions[k].read(text, running=False).move
                game.check(state, k, read)
                assert game.step(state, moves | {k: read}) == game.step(state, moves)
            state = game.step(state, moves)


# Forks


def test_answers_while_catching_up_count_towards_quota() -> None:
    source, _ = played("generals", [quiet, quiet], max_rounds=100)
    seats = (Player("c"), Player("d"))
    setup = fork(source, 150, Setup(source.setup.game, seats, 1, {}))
    replay = Replay(setup)
    match = Match(play(setup))
    for before in recorded(source, 150, match):
        replay.add(before, match.batch.answers)
    rng = Random(1)
    now: Batch | Finish = match.batch
    while isinstance(now, Batch):
        if now.stage == "start":
            answers = [Response("module") for _ in now.requests]
        elif now.stage == "past":
            flood = (("out", "\x01" * OUTPUT_LIMIT),)
            trace = {"line": 1, "error": "e", "traceback": "\x01" * 32_000}
            answers = [
                Response("null" + " " * (REPLY_LIMIT - 4), output=flood)
                if request.player
                else Response(fault="invalid", trace=trace, output=flood)
                for request in now.requests
            ]
        else:
            answers = [quiet(setup.game.sample(now.state, request.player, rng)) for request in now.requests]
        before, now = now, match.answer(answers)
        replay.add(before, now.answers)
    replay.result = result_json(now)
    assert is_read_again(replay) < MATCH
    past = [turn for turn in replay.turns if any(not each.output for each in turn.values())]
    assert past
    assert all(each.trace is None for turn in past for each in turn.values())


def test_memories_of_earlier_matches_count_towards_quota(small: int) -> None:
    setup = Setup(GAMES["tank"], (Player("a"), Player("b")), 1, memories=(json.dumps("k" * 500_000), None))
    match = play(setup, ())
    next(match)
    match.send([Response("module")] * 2)
    answers = match.send([Response("[-1,-1]", output=(("out", "x"),))] * 2).answers
    assert [bool(left_out(each)) for each in answers] == [True, False]


def test_quota_fault_has_message_in_every_language() -> None:
    said = Message("fault.quota", {"who": player(0), "turn": 7})
    for language in ("en", "zh", "ru"):
        assert "Loud" in render(said, ["Loud", "Quiet"], language=language)
