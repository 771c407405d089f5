"""A whole contest in one file: the same contest gives the same bytes, and forged content is refused."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from archives import packed
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fcntl", reason="the contest is played between processes")

from contests import chance, play, result, stronger
from kept import BOTS, Kept, bundled, opened, tournament, whole
from sandlot.archive import bundle as bundles
from sandlot.archive import verify
from sandlot.archive.record import Voided
from sandlot.archive.sources import pack
from sandlot.archive.verify import Verification, following, verifying_bundle
from sandlot.games import GAMES
from sandlot.jobs import Refused, done
from sandlot.local import Bot
from sandlot.match.replay_file import loads
from sandlot.messages import LANGUAGES, message, render
from sandlot.stats.blocks import Entrant, Result
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import next_round, plan_from
from sandlot.tournaments.plan import WINDOW, two_player_block

GAME = "games/000000-0.json"
FAULTS = "faults/000000-0.json"


@pytest.fixture(scope="module")
def kept() -> Kept:
    return tournament()


def files_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def verdict(data: bytes) -> Verification:
    return done(verifying_bundle(opened(data)))


def problem(data: bytes) -> str:
    """Return the message with which a bundle is refused, when it is opened or when it is verified."""
    try:
        found = verdict(data).problems
    except Refused as bad:
        found = (bad.text,)
    assert found
    for language in LANGUAGES:
        assert render(found[0], language=language)
    return render(found[0])


def changed(data: bytes, name: str, change: Callable[[Any], Any]) -> bytes:
    """Return a bundle with one JSON file changed in place, or replaced if `change` returns a tuple of one value."""
    files = files_of(data)
    whole = json.loads(files[name])
    instead = change(whole)
    files[name] = json.dumps(instead[0] if isinstance(instead, tuple) else whole).encode()
    return packed(files)


def test_bundle_is_complete_and_deterministic(kept: Kept) -> None:
    gone = replace(kept, gone={2: 7}, voided=[Voided(1, message("void.lost", why="Lost"))])
    data = bundled(gone)
    assert data == bundled(gone)
    bundle = opened(data)
    assert bundle.contest.json() == kept.contest.json()
    assert (bundle.results(), bundle.withdrawn(), bundle.voids()) == (kept.results(), gone.gone, gone.voided)
    assert json.dumps(list(bundle.fault_reports())) == json.dumps(list(kept.fault_reports()))
    assert any(reports for _, _, reports in bundle.fault_reports())
    for number in kept.results():
        assert [bundle.replay(number, game) for game in (0, 1)] == [kept.replay(number, game) for game in (0, 1)]
    assert bundle.replay(0, 2) is None
    assert bundled(bundle) == data  # type: ignore[arg-type]
    assert verdict(data) == Verification(6, notes=(message("contest.claimed"),))


def test_bundle_has_sources_only_on_request(kept: Kept) -> None:
    without, data = bundled(kept), bundled(kept, sources=True)
    assert not opened(without).has_sources
    assert opened(without).bots() == []
    assert not any(name.startswith("bots/") for name in files_of(without))
    assert opened(data).bots() == [pack(bot) for bot in BOTS]
    assert verdict(data) == Verification(6, notes=(message("contest.claimed_names"),))
    other = changed(data, "bots/001.json", lambda whole: whole.update(source="def move(view):\n    return 0\n"))
    assert problem(other) == "the source of 四海 is not the one that played"


def _with_other_words(data: bytes, old: str, new: str) -> bytes:
    return packed({name: content.replace(old.encode(), new.encode()) for name, content in files_of(data).items()})


def test_false_names_in_bundle_are_reported(kept: Kept) -> None:
    """The writer of a bundle can rename its bots, and change the hashes of those without sources."""
    code = kept.contest.entrants[0].code
    found = verdict(_with_other_words(bundled(kept, sources=True), '"goes"', '"champion"'))
    assert not found.problems
    assert "names of its bots are only what this contest says" in render(found.notes[-1])
    found = verdict(_with_other_words(bundled(kept), code, "0" * 32))
    assert not found.problems
    assert "and the hashes of their code are only what this contest says" in render(found.notes[-1])
    other = _with_other_words(bundled(kept, sources=True), code, "0" * 32)
    assert problem(other) == "the source of goes is not the one that played"
    program = json.loads(pack(Bot("there", "program", command=("./there",))))
    found = verdict(changed(bundled(kept, sources=True), "bots/000.json", lambda whole: (program,)))
    assert "and the code of goes, are only what this contest says" in render(found.notes[-1])


def test_unchecked_games_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    files = files_of(whole())
    for name in files:
        if name.startswith("games/"):
            files[name] = files[name].replace(b'"seed":', b'"seed":1')
    monkeypatch.setattr(verify, "MOST_PROBLEMS", 2)
    found = verdict(packed(files))
    assert [each.id for each in found.problems] == ["contest.bad_game"] * 2 + ["contest.more_games"]
    assert "the games from number 3 on were not played again" in render(found.problems[-1])


def test_sequential_thinking_does_not_affect_verification() -> None:
    assert not verdict(changed(whole(), GAME, lambda replay: replay.update(in_turn=True))).problems


def test_unfinished_contest_is_reported_and_finished_one_is_complete(kept: Kept) -> None:
    part = replace(kept, games={0: kept.games[0], 2: kept.games[2]})
    found = verdict(bundled(part, finished=False))
    assert not found.problems
    assert render(found.notes[0]).endswith("at least 2 more games are to be played")
    assert "block 2 is missing" in problem(bundled(part))


@pytest.mark.parametrize(("title", "read"), [("Кубок «Змея» 2026", "Кубок «Змея» 2026"), ("", ""), ("\u202e", "")])
def test_bundle_keeps_only_valid_title(kept: Kept, title: str, read: str) -> None:
    with contextlib.closing(opened(bundled(kept, title=title, origin="climb"))) as found:
        assert (found.title, found.origin) == (read, "climb")


def test_bundle_with_invalid_title_is_refused(kept: Kept) -> None:
    data = changed(bundled(kept, title="cup"), "blocks.json", lambda blocks: blocks.update(title="\u202e"))
    assert "title" in problem(data)


def test_other_rules_are_reported(kept: Kept) -> None:
    other = replace(kept, contest=replace(kept.contest, rules="0123456789abcdef"))
    found = verdict(bundled(other))
    assert not found.problems
    assert "other rules of snake (0123456789abcdef)" in render(found.notes[0])


KINDS: list[tuple[dict[str, Any], int]] = [
    ({"kind": "series", "blocks": 7}, 2),
    ({"kind": "series", "blocks": 60, "stop": {}}, 2),
    ({"kind": "gauntlet"}, 4),
    ({"kind": "round-robin", "blocks": 2}, 5),
    ({"kind": "swiss"}, 7),
    ({"kind": "single-elimination"}, 7),
    ({"kind": "double-elimination"}, 6),
    ({"kind": "free-for-all", "players": 3, "rounds": 4}, 7),
    ({"kind": "finals"}, 10),
]


@pytest.mark.parametrize(("plan", "count"), KINDS, ids=lambda each: str(each))
def test_every_kind_of_contest_is_verified_with_withdrawals(plan: dict[str, Any], count: int) -> None:
    """A contest that follows its plan is accepted at any stage, and rejected once one block has another seed."""
    rng = Random(f"{plan}")
    for _ in range(6):
        made = plan_from({**plan, "seeds": {"first": rng.randrange(100)}}, count)
        entrants = tuple(Entrant(f"{number}", "x") for number in range(count))
        contest = Contest(GAMES["snake"], "x", entrants, made.json())
        results: dict[int, Result] = {}
        withdrawn: dict[int, int] = {}
        for stop in (rng.randint(1, 12), rng.randint(1, 20), None):
            play(made, chance(), withdrawn, order=rng, workers=8, results=results, most=stop and len(results) + stop)
            problems, notes = done(following(contest, results, withdrawn, finished=stop is None))
            assert not problems, (problems, withdrawn)
            over = made.schedule(results, withdrawn).over
            assert bool(notes) == (not over)
            if over:
                break
            withdrawn.setdefault(rng.randrange(count), next_round(results))
        number = rng.choice(sorted(results))
        block = results[number].block
        other = {**results, number: replace(results[number], block=replace(block, seed=block.seed + 1))}
        assert done(following(contest, other, withdrawn, finished=False))[0]


def test_blocks_beyond_early_stop_are_accepted() -> None:
    """While a slow block delays the decision, many later blocks are played."""
    plan = plan_from({"kind": "series", "blocks": 5000, "stop": {}}, 2)
    entrants = (Entrant("a", "x"), Entrant("b", "x"))
    contest = Contest(GAMES["snake"], "x", entrants, plan.json())
    results: dict[int, Result] = {}
    for _ in range(3):
        results |= {
            block.number: result(block, stronger) for block in plan.schedule(results, {}).blocks if block.number
        }
    asked = plan.schedule(results, {})
    assert asked.blocks[0].number == 0
    results[0] = result(asked.blocks[0], stronger)
    over = plan.schedule(results, {})
    assert over.over
    assert over.counted is not None
    assert over.counted < len(results)
    assert done(following(contest, results, {}, finished=True)) == ([], [])
    del results[over.counted - 1]
    problems, _ = done(following(contest, results, {}, finished=True))
    assert problems


def test_bundle_with_quadratic_replanning_is_refused() -> None:
    plan = plan_from({"kind": "series", "blocks": 9000}, 2)
    contest = Contest(GAMES["snake"], "x", (Entrant("a", "x"), Entrant("b", "x")), plan.json())
    seeds = plan.seeds
    # No block of the first window has a result, and the later ones enter it one at a time.
    blocks = [two_player_block(number, (0, 1), seeds.at(number), number) for number in range(WINDOW - 1, WINDOW + 600)]
    results = {block.number: result(block, stronger) for block in blocks}
    problems, _ = done(following(contest, results, {}, finished=False))
    assert [each.id for each in problems] == ["contest.too_much"]


def _with_block(place: int, **fields: Any) -> Callable[[Any], None]:
    def change(whole: Any) -> None:
        whole["blocks"][place].update(fields)

    return change


def _with_game(**fields: Any) -> Callable[[Any], None]:
    def change(whole: Any) -> None:
        whole["blocks"][0]["games"][0].update(fields)

    return change


def _double(whole: Any) -> None:
    whole["blocks"].append({**whole["blocks"][2], "number": 3})


LIES: list[tuple[str, Callable[[Any], Any], str]] = [
    # Replies and results of a replay
    (GAME, lambda whole: whole["turns"].pop(), "do not reach an end"),
    (GAME, lambda whole: whole["turns"].append(whole["turns"][-1]), "goes on"),
    (GAME, lambda whole: whole["turns"][1][0].update(reply="3"), "result"),
    (GAME, lambda whole: whole["turns"][1][1].pop("fault"), "result"),
    (GAME, lambda whole: whole.update(result=None), "result"),
    # A replay of another match than the planned one
    (GAME, lambda whole: whole.update(seed=whole["seed"] + 1), "it differs in its field “seed”"),
    (GAME, lambda whole: whole.update(secret="cd"), "it differs in its field “secret”"),
    (GAME, lambda whole: whole["players"].reverse(), "it differs in its field “players”"),
    (GAME, lambda whole: whole["clock"].update(move=9), "it differs in its field “clock”"),
    (GAME, lambda whole: whole["options"].update(obstacles=0), "it differs in its field “options”"),
    (GAME, lambda whole: whole.update(package="9.9"), "it differs in its field “package”"),
    # Results that contradict the replays
    ("blocks.json", _with_game(places=[2, 1], scores=[0.0, 1.0]), "does not give the recorded result"),
    ("blocks.json", _with_game(turns=2), "does not give the recorded result"),
    ("blocks.json", _with_game(faults=[None, None]), "does not give the recorded result"),
    ("blocks.json", _with_game(reasons=[None, None]), "does not give the recorded result"),
    ("blocks.json", _with_game(digest=7), "the hash of its moves is not that of the game"),
    (FAULTS, lambda whole: whole[0].update(errors="fine"), "the reports of its faults"),
    (FAULTS, lambda whole: whole[0].update(turn=0), "the reports of its faults"),
    # Blocks that contradict the plan
    ("blocks.json", _with_block(1, seed=1), "block 2 is not the one that the plan says"),
    ("blocks.json", _with_block(1, players=[1, 0]), "block 2 is not the one that the plan says"),
    ("blocks.json", _with_block(1, orders=[[0, 1], [0, 1]]), "block 2 is not the one that the plan says"),
    ("blocks.json", _with_block(1, round=0), "block 2 is not the one that the plan says"),
    ("blocks.json", _with_block(2, number=3), "lacks the file games/000003-0.json"),
    ("contest.json", lambda whole: whole["plan"]["seeds"].update(first=6), "block 1 is not the one"),
    ("contest.json", lambda whole: whole["plan"].update(kind="knock-out"), "knock-out"),
    ("contest.json", lambda whole: whole["plan"].update(blocks=2), "block 4 is missing"),
    ("contest.json", lambda whole: whole["entrants"].pop(), "no usable field blocks"),
    # Standings that contradict the results
    ("standings.json", lambda whole: whole["standings"][0].update(points=5.0), "the standings are not"),
    (
        "standings.json",
        lambda whole: whole["standings"][0].update(rating=whole["standings"][0]["rating"] + 1),
        "the standings are not",
    ),
    ("standings.json", lambda whole: whole["standings"].reverse(), "the standings are not"),
    ("standings.json", lambda whole: whole.update(over=False), "the standings are not"),
    ("standings.json", lambda whole: whole["standings"][0].update(faults={"timeout": 9}), "the standings are not"),
    ("standings.json", lambda whole: whole.update(over=1), "no usable field standings.json: over"),
    ("standings.json", lambda whole: whole.update(why=["no.such.sentence", {}]), "no usable field standings.json: why"),
    ("standings.json", lambda whole: whole.update(rounds=[1]), "no usable field standings.json: rounds"),
    ("standings.json", lambda whole: whole["standings"][0].update(place=0), "field standings.json: standings.0.place"),
    ("standings.json", lambda whole: whole["standings"][1].update(name="\u202e"), "the standings are not"),
    ("standings.json", lambda whole: whole["standings"][0].update(faults={"x": 1}), "standings.0.faults.x"),
    ("standings.json", lambda whole: whole["standings"][0].pop("rating"), "standings.0.rating"),
    ("standings.json", lambda whole: ({},), "no usable field standings.json: over"),
    ("standings.json", lambda whole: ([],), "no usable field standings.json"),
    # Invalid fields
    ("blocks.json", _with_game(places=[0, 1]), "no usable field blocks"),
    ("blocks.json", _with_game(places=[1]), "no usable field blocks"),
    ("blocks.json", _with_game(scores=["1", 0]), "no usable field blocks"),
    ("blocks.json", _with_game(faults=["rude", None]), "no usable field blocks"),
    ("blocks.json", _with_game(faults=[[], None]), "no usable field blocks"),
    ("blocks.json", _with_game(turns=True), "no usable field blocks"),
    ("blocks.json", _with_game(reasons=None), "no usable field blocks"),
    ("blocks.json", _with_block(0, seed="1"), "no usable field blocks"),
    ("blocks.json", _with_block(0, players=[0, 9]), "no usable field blocks"),
    ("blocks.json", _with_block(0, players=[1, 1]), "no usable field blocks"),
    ("blocks.json", _with_block(0, orders=[[0, 0], [1, 0]]), "no usable field blocks"),
    ("blocks.json", _with_block(0, orders=[]), "no usable field blocks"),
    ("blocks.json", _with_block(0, number=1), "no usable field blocks"),
    ("blocks.json", lambda whole: whole["blocks"].reverse(), "no usable field blocks"),
    ("blocks.json", lambda whole: whole.update(blocks=3), "no usable field blocks"),
    ("blocks.json", lambda whole: whole["blocks"].append(3), "no usable field blocks"),
    ("blocks.json", lambda whole: whole.update(withdrawn=[[9, 0]]), "no usable field withdrawn"),
    ("blocks.json", lambda whole: whole.update(withdrawn=[[0, 0], [0, 1]]), "no usable field withdrawn"),
    ("blocks.json", lambda whole: whole.update(voids=[[0, ["no.such", {}]]]), "no usable field voids"),
    ("blocks.json", lambda whole: whole.update(version=2), "format version 2"),
    ("blocks.json", lambda whole: whole.update(format="x"), "this zip is no contest"),
    ("blocks.json", lambda whole: ([],), "this zip is no contest"),
    ("blocks.json", lambda whole: whole.update(sources=True), "lacks the file bots/000.json"),
    ("contest.json", lambda whole: whole.update(game="chess"), "a game called"),
    (FAULTS, lambda whole: ({},), "no usable field"),
    (FAULTS, lambda whole: ([3],), "no usable field"),
    (GAME, lambda whole: ([3],), "not a Sandlot replay"),
]


@pytest.mark.parametrize(("name", "change", "says"), LIES, ids=[f"{n} {each[2]}" for n, each in enumerate(LIES)])
def test_forged_results_are_rejected(name: str, change: Callable[[Any], Any], says: str) -> None:
    assert says in problem(changed(whole(), name, change))


def test_surplus_block_is_rejected() -> None:
    files = files_of(changed(whole(), "blocks.json", _double))
    for game in (0, 1):
        for folder in ("games", "faults"):
            files[f"{folder}/000003-{game}.json"] = files[f"{folder}/000002-{game}.json"]
    assert "the plan knows no block 4" in problem(packed(files))


def test_games_before_withdrawal_count(kept: Kept) -> None:
    """A withdrawal affects only later rounds: blocks of rounds before it remain valid, later ones are surplus."""
    part = replace(kept, games={0: kept.games[0], 1: kept.games[1]}, gone={2: 2})
    assert not verdict(bundled(part)).problems


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda files: files.pop("contest.json"), "no contest.json"),
        (lambda files: files.pop("blocks.json"), "no blocks.json"),
        (lambda files: files.pop("standings.json"), "lacks the file standings.json"),
        (lambda files: files.pop(GAME), f"lacks the file {GAME}"),
        (lambda files: files.update({"games/000009-0.json": b""}), "games/000009-0.json"),
        (lambda files: files.update({"__main__.py": b""}), "__main__.py"),
        (lambda files: files.update({"blocks.json": b"[" * 10**6}), "no usable field blocks.json"),
        (lambda files: files.update({"contest.json": b"[" * 10**6}), "not JSON"),
        (lambda files: files.update({"contest.json": b"\xff"}), "no usable field contest.json"),
        (lambda files: files.update({"standings.json": b"[" * 10**6}), "no usable field standings.json"),
        (lambda files: files.update({FAULTS: b'[{"seat":' + b"[" * 10**5}), "no usable field"),
        (lambda files: files.update({GAME: b"[" * 10**6}), "nested"),
        (lambda files: files.update({"standings.json": bytes(65 * 2**20)}), "no usable field standings.json"),
    ],
)
def test_broken_bundle_is_refused(change: Callable[[dict[str, bytes]], Any], says: str) -> None:
    files = files_of(whole())
    change(files)
    assert says in problem(packed(files))


def test_invalid_zip_is_refused() -> None:
    data = whole()
    for wrong in (b"", b"PK\x03\x04", b"{}", data[:-40], data[40:]):
        assert "damaged" in problem(wrong)


def test_duplicate_file_is_refused() -> None:
    data = io.BytesIO(whole())
    with zipfile.ZipFile(data, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(GAME, "{}")
    assert GAME in problem(data.getvalue())


def test_oversized_bundle_is_refused_before_reading(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    data = whole()
    for name, most in (("PACKED", len(data) - 1), ("UNPACKED", 1000), ("MOST_FILES", 5), ("MOST_BUNDLED_GAMES", 5)):
        with monkeypatch.context() as less:
            less.setattr(bundles, name, most)
            assert "at most" in problem(data)
    monkeypatch.setattr(bundles, "MOST_BUNDLED_GAMES", 5)
    with pytest.raises(Refused) as caught:
        bundled(kept)
    assert "bundle_size" in caught.value.text.id


def test_one_game_opens_without_reading_others() -> None:
    files = files_of(whole())
    for name in files:
        if name.startswith("games/") and name != GAME:
            files[name] = b"broken"
    text = opened(packed(files)).replay(0, 0)
    assert text is not None
    assert loads(text).result


@settings(max_examples=40)
@given(st.data())
def test_bundle_with_flipped_bytes_is_accepted_or_refused_with_message(data: st.DataObject) -> None:
    broken = bytearray(whole())
    for _ in range(data.draw(st.integers(1, 3))):
        broken[data.draw(st.integers(0, len(broken) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = verdict(bytes(broken)).problems
    except Refused as bad:
        found = (bad.text,)
    assert all(render(each) for each in found)


def test_duplicate_names_are_numbered(kept: Kept) -> None:
    """Two entrants of one name would make the standings ambiguous."""
    same = [Entrant("same", each.code, each.kind) for each in kept.contest.entrants]
    data = changed(whole(), "contest.json", lambda whole: whole.update(entrants=[vars_of(e) for e in same]))
    assert "no usable field entrants" in problem(data)


def vars_of(entrant: Entrant) -> dict[str, str]:
    return {"name": entrant.name, "code": entrant.code, "kind": entrant.kind}
