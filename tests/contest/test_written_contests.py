"""Whatever bots send, a contest that is written can be read again, bundled, verified and linked, or is refused with a
message before it is written.
"""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matches import opened
from sandlot.archive.bundle import ContestBundle, writing
from sandlot.archive.faults import Faults
from sandlot.archive.record import summing
from sandlot.archive.sources import BadPack, pack, unpack
from sandlot.archive.verify import verifying_bundle
from sandlot.contest.store import BadStore, Store
from sandlot.contest.worker_reply import PlayedGame, TaskOutcome, read_worker_reply, write_worker_reply
from sandlot.files.bot import Bot
from sandlot.formats.shapes import Misfit
from sandlot.games import GAMES, rules
from sandlot.jobs import Refused, done
from sandlot.links.plans import PlanLink, link_plan, read_plan
from sandlot.match.parts import Response
from sandlot.match.referee import play
from sandlot.match.replay import Replay, result_json, verify
from sandlot.match.replay_file import loads, packed
from sandlot.match.seat_replies import Printed
from sandlot.messages import LANGUAGES, message, render
from sandlot.names import is_name
from sandlot.stats.blocks import Block, Entrant, Result
from sandlot.stats.repeats import drop_unique_digests
from sandlot.tournaments.contest import BadContest, Contest
from sandlot.tournaments.kinds import plan_from

# A seat sends JSON, in which two adjacent surrogates become one character.
ODD = st.text(st.sampled_from('\0\x01\n\r"\\<\u2028\ud800\udfff\U0001f600aя中'), max_size=30).map(
    lambda text: json.loads(json.dumps(text))
)
NAMES = ["a", "<b", "é 中", "😀", "я" * 200]
PRINTS = st.lists(st.tuples(st.sampled_from(["out", "err"]), ODD), max_size=4)
TRACES = st.none() | st.fixed_dictionaries({"file": ODD, "line": st.integers(0, 99), "error": ODD, "traceback": ODD})
ANSWERS = st.builds(
    lambda reply, prints, trace, note: Response(
        reply,
        1.5,
        output=Printed(prints).shown(answered=True),
        drawings=(["note", note],),
        fault="crash" if trace else None,
        why=message("fault.crash", error=trace["error"]) if trace else None,
        trace=trace,
    ),
    ODD | st.sampled_from(["0", "1", "2"]),
    PRINTS,
    TRACES,
    ODD,
)


def game_of(contest: Contest, block: Block, number: int, answers: list[Response]) -> PlayedGame:
    setup = contest.setup(block, number)
    replay, faults, match, left = Replay(setup), Faults(2), play(setup), iter(answers)
    batch = next(match)
    try:
        while True:
            faults.see(batch.record)
            plain = [Response("module" if request.stage == "start" else "1") for request in batch.requests]
            given = plain if batch.stage == "start" else [next(left, each) for each in plain]
            replay.add(batch, given)
            batch = match.send(given)
    except StopIteration as end:
        faults.see(end.value.record)
        replay.result = result_json(end.value)
        return PlayedGame(faults.played(end.value, setup.game), tuple(faults.reports), packed(replay))


def contest_of(names: list[str]) -> Contest:
    hashed = rules("snake")
    plan = plan_from({"kind": "round-robin", "blocks": 1, "seeds": {"first": 5}}, 2)
    return Contest(GAMES["snake"], hashed, tuple(Entrant(each, "c" * 32) for each in names), plan.json())


@settings(max_examples=12, deadline=None)
@given(st.lists(ANSWERS, max_size=6), st.lists(ODD | st.sampled_from(NAMES), min_size=2, max_size=2, unique=True))
def test_any_bot_output_round_trip(answers: list[Response], names: list[str]) -> None:
    contest = contest_of(names)
    plan = plan_from(contest.plan, 2)
    [block] = plan.schedule({}, {}).blocks
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.contest")
        try:
            store = Store.create(path, contest, [])
        except BadContest as bad:
            assert not all(map(is_name, names))
            assert all(render(bad.text, language=each) for each in LANGUAGES)
            assert not list(Path(folder).iterdir())
            return
        games = tuple(game_of(contest, block, number, answers) for number in range(len(block.orders)))
        outcome = TaskOutcome(games, rules=contest.rules, package=contest.package)
        sent = write_worker_reply([block], [outcome])
        # A message nested in a message is read as a list, so compare what is written again.
        assert write_worker_reply([block], read_worker_reply(sent, [block], 2)) == sent
        store.add(block, games, 1)
        store.close()
        kept = Store.open(path)
        results = kept.results()
        assert results == {block.number: Result(block, tuple(each.played for each in games))}
        reports = {game: told for _, game, told in kept.fault_reports()}
        assert reports == {n: tuple(r.json() for r in each.reports) for n, each in enumerate(games) if each.reports}
        for number in range(len(games)):
            replay = loads(kept.replay(block.number, number) or "")
            assert verify(replay) is None
            assert opened(replay)
        file = BytesIO()
        done(writing(kept, done(summing(kept)).json(), file, finished=True, sources=False))
        bundle = ContestBundle(file)
        assert bundle.results() == results
        verdict = done(verifying_bundle(bundle))
        assert not verdict.problems
        found = read_plan(link_plan(PlanLink(contest, {}, results)))
        assert found.results == drop_unique_digests(results)
        bundle.close()
        kept.close()


@pytest.mark.parametrize("change", [{"turns": -1}, {"scores": (float("nan"), 0.0)}, {"reasons": ("x" * 201, None)}])
def test_oversized_row_is_not_written(change: dict[str, Any]) -> None:
    contest = contest_of(["a", "b"])
    [block] = plan_from(contest.plan, 2).schedule({}, {}).blocks
    games = tuple(game_of(contest, block, number, []) for number in range(2))
    wrong = replace(games[0], played=replace(games[0].played, **change))
    with TemporaryDirectory() as folder:
        store = Store.create(Path(folder, "a.contest"), contest, [])
        with pytest.raises(Misfit):
            store.add(block, (wrong, games[1]), 1)
        assert store.results() == {}
        with pytest.raises(Misfit):
            store.add_void(0, message("void.lost", why="x" * 20_000))
        assert store.voids() == []
        store.close()
    with pytest.raises(Refused):
        link_plan(PlanLink(contest, {}, {0: Result(block, (wrong.played, games[1].played))}))


@settings(max_examples=60, deadline=None)
@given(ODD, ODD, ODD, st.lists(ODD, max_size=2), st.dictionaries(ODD, st.binary(max_size=20), max_size=2))
def test_any_bot_round_trip(name: str, source: str, path: str, command: list[str], files: dict[str, bytes]) -> None:
    bot = Bot(name, "code", source, path, tuple(command), files)
    try:
        data = pack(bot)
    except BadPack as bad:
        assert all(render(bad.text, language=each) for each in LANGUAGES)
        return
    found = unpack(data)
    assert (found.name, found.source, found.command, found.files) == (name, source, tuple(command), files)
    assert pack(found) == data


def test_oversized_bot_is_refused() -> None:
    """Each of these characters becomes six characters in JSON."""
    with pytest.raises(BadPack) as bad:
        pack(Bot("large", "code", "\x01" * (12 * 2**20), "large.py"))
    assert "large" in render(bad.value.text)


def test_malformed_row_gives_message() -> None:
    contest = contest_of(["a", "b"])
    [block] = plan_from(contest.plan, 2).schedule({}, {}).blocks
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.contest")
        store = Store.create(path, contest, [])
        store.add(block, tuple(game_of(contest, block, number, []) for number in range(2)), 1)
        for row in ([[1, 2], [1, 0]], [[1, 2], [1, 0], [None, None], [None, None], 3, 4, 5], {}, [1] * 5, "12345"):
            with store._base:
                store._base.execute("UPDATE games SET played = ?", (json.dumps(row),))
            with pytest.raises((BadStore, BadContest)):
                store.results()
        store.close()
