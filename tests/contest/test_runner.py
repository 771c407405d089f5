"""The runner and the results file, with simulated workers that fail in every way."""

from __future__ import annotations

import itertools
import json
import random
import sqlite3
import zlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any

import pytest
from sandlot import __version__
from sandlot.archive.verify import verifying_game
from sandlot.cli.main import command
from sandlot.contest.runner import MOST_IN_TASK, MOST_TRIES, ContestProgress, run
from sandlot.contest.store import BadStore, Store
from sandlot.contest.task import play_task, task_of
from sandlot.contest.worker_reply import (
    BadWorkerReply,
    PlayedGame,
    Report,
    TaskOutcome,
    read_worker_reply,
    write_worker_reply,
)
from sandlot.contest.workers import WorkerDied
from sandlot.formats.sentences import read_message
from sandlot.game import read_options
from sandlot.games import GAMES, rules
from sandlot.jobs import done
from sandlot.local import Bot, MatchAborted
from sandlot.messages import message, player, render
from sandlot.stats.blocks import Block, Entrant, Played
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from sandlot.tournaments.plan import Plan


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandlot.contest.runner.GLANCE", 0.001)
    monkeypatch.setattr("sandlot.contest.runner.TASK_SECONDS", 0)


NAMES = ("ann", "bob", "cid", "dan")
BOTS = [Bot(name, "code", "def move(view): return 0", f"{name}.py") for name in NAMES]


def contest_of(kind: str = "round-robin", entrants: int = 4, **settings: Any) -> tuple[Contest, Plan]:
    plan = plan_from({"kind": kind, "seeds": {"first": 7, "given": []}} | settings, entrants)
    named = tuple(Entrant(name, f"code of {name}") for name in NAMES[:entrants])
    return Contest(GAMES["snake"], rules("snake"), named, plan.json(), secret="ab"), plan


def stored(path: Path, contest: Contest) -> Store:
    return Store.create(path, contest, [bot.name.encode() for bot in BOTS[: len(contest.entrants)]])


def games_of(block: Block) -> tuple[PlayedGame, ...]:
    """Return invented games of a block, whose winners depend only on the seed and the entrants."""
    found = []
    for number in range(len(block.orders)):
        seats = block.seats(number)
        best = random.Random(f"{block.seed} {seats}").choice((*seats, None))
        places = tuple(1 if best in (seat, None) else 2 for seat in seats)
        played = Played(places, tuple(2.0 - place for place in places), (None, None), (None, None), 9)
        found.append(PlayedGame(played, (), zlib.compress(f"replay {block.number}.{number}".encode())))
    return tuple(found)


def good(games: tuple[PlayedGame, ...], **fields: Any) -> TaskOutcome:
    return TaskOutcome(**{"games": games, "rules": rules("snake"), "package": __version__, **fields})


class Shuffled(Executor):
    """Ends tasks in a random order, one at a time; `spoil` may replace the outcome of a block by an error or a void
    game.
    """

    def __init__(
        self, seed: int, spoil: Callable[[Block], TaskOutcome | Exception | None] = lambda block: None
    ) -> None:
        self.rng, self.spoil = random.Random(seed), spoil
        self.waiting: list[tuple[Future[Any], list[Block]]] = []
        self.tasks: list[list[int]] = []
        """The numbers of the blocks of every task."""

    @property
    def given(self) -> list[int]:
        return [number for task in self.tasks for number in task]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        blocks = [task.block for task in args[0]]
        self.tasks.append([block.number for block in blocks])
        self.waiting.append((future, blocks))
        if len(self.waiting) > 3:
            self.end_one()
        else:
            future.add_done_callback(lambda _: None)
        return future

    def end_one(self) -> None:
        future, blocks = self.waiting.pop(self.rng.randrange(len(self.waiting)))
        outcomes = [self.spoil(block) or good(games_of(block)) for block in blocks]
        error = next((each for each in outcomes if isinstance(each, Exception)), None)
        if error:
            future.set_exception(error)
        else:
            future.set_result(write_worker_reply(blocks, outcomes))


def play(store: Store, plan: Plan, executor: Shuffled, stop_after: int | None = None) -> ContestProgress:
    seen = 0

    def workers() -> int:
        if executor.waiting:
            executor.end_one()
        return 3

    def see(progress: ContestProgress) -> None:
        nonlocal seen
        seen += len(progress.new)
        if stop_after is not None and seen >= stop_after:
            raise KeyboardInterrupt

    def task(block: Block) -> Any:
        return task_of(store.contest, block, BOTS, None)

    return run(store, plan, task, executor, workers, see)


def content(store: Store) -> Any:
    return [(result, [store.replay(n, g) for g in range(len(result.games))]) for n, result in store.results().items()]


def test_order_of_completion_does_not_change_file(tmp_path: Path) -> None:
    contest, plan = contest_of(blocks=3)
    contents = []
    for seed in range(3):
        store = stored(tmp_path / f"{seed}.contest", contest)
        ended = play(store, plan, Shuffled(seed))
        assert ended.schedule.over
        assert len(ended.results) == 18
        contents.append(content(store))
    assert contents[0] == contents[1] == contents[2]


@pytest.mark.parametrize("stop_after", [1, 7, 17])
def test_stopped_contest_resumes(tmp_path: Path, stop_after: int) -> None:
    contest, plan = contest_of(blocks=3)
    whole = stored(tmp_path / "whole.contest", contest)
    play(whole, plan, Shuffled(1))
    path = tmp_path / "stopped.contest"
    store = stored(path, contest)
    with pytest.raises(KeyboardInterrupt):
        play(store, plan, Shuffled(2), stop_after)
    store.close()
    store = Store.open(path)
    before = store.results().keys()
    assert stop_after <= len(before) < 18
    again = Shuffled(3)
    play(store, plan, again)
    assert not before & set(again.given)
    assert content(store) == content(whole)


def test_lost_workers_only_repeat_blocks(tmp_path: Path) -> None:
    lost: dict[int, int] = {}

    def spoil(block: Block) -> Exception | TaskOutcome | None:
        lost[block.number] = lost.get(block.number, 0) + 1
        if lost[block.number] > block.number % MOST_TRIES:
            return None
        return (
            RuntimeError("gone") if block.number % 2 else TaskOutcome(void=message("void.machine", why="a full disk"))
        )

    contest, plan = contest_of(blocks=2)
    store = stored(tmp_path / "a.contest", contest)
    ended = play(store, plan, Shuffled(4, spoil))
    whole = stored(tmp_path / "b.contest", contest)
    play(whole, plan, Shuffled(5))
    assert not ended.void
    assert content(store) == content(whole)
    assert len(store.voids()) == sum(number % MOST_TRIES for number in range(12))
    assert {each.why.id for each in store.voids()} == {"void.lost", "void.machine"}


def test_unplayable_block_is_reported_and_others_are_played(tmp_path: Path) -> None:
    contest, plan = contest_of(blocks=2)
    store = stored(tmp_path / "a.contest", contest)
    ended = play(store, plan, Shuffled(1, lambda block: RuntimeError() if block.number == 4 else None))
    assert ended.void.keys() == {4}
    assert sorted(store.results()) == [number for number in range(12) if number != 4]
    assert len(store.voids()) == MOST_TRIES
    play(store, plan, Shuffled(1))
    assert len(store.results()) == 12


def test_permanently_failing_block_is_tried_once(tmp_path: Path) -> None:
    why = message("void.not_kept", names="ann, bob", why="?")
    contest, plan = contest_of(blocks=2)
    store = stored(tmp_path / "a.contest", contest)
    ended = play(
        store, plan, Shuffled(1, lambda block: TaskOutcome(void=why, for_good=True) if block.number == 4 else None)
    )
    assert ended.void == {4: why}
    assert len(store.voids()) == 1
    assert len(store.results()) == 11


def test_game_too_large_to_keep_names_its_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandlot.contest.store.LONGEST_ROW", 10_000)

    def spoil(block: Block) -> TaskOutcome | None:
        large = tuple(replace(each, replay=bytes(20_000)) for each in games_of(block))
        return good(large) if block.number == 4 else None

    contest, plan = contest_of(blocks=2)
    store = stored(tmp_path / "a.contest", contest)
    ended = play(store, plan, Shuffled(1, spoil))
    assert ended.void.keys() == {4}
    assert ended.void[4].id == "void.not_kept"
    assert len(store.results()) == 11
    assert len(store.voids()) == 1


def test_bot_that_kills_workers_is_named(tmp_path: Path) -> None:
    contest, plan = contest_of(blocks=1)
    store = stored(tmp_path / "a.contest", contest)
    ended = play(store, plan, Shuffled(1, lambda block: WorkerDied("SIGKILL") if 2 in block.players else None))
    assert ended.void
    for why in ended.void.values():
        assert why == message("void.suspects", names="cid", why="SIGKILL")
        for language in ("en", "zh", "ru"):
            assert "cid" in render(why, language=language)


def test_short_blocks_share_a_task_and_lost_ones_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandlot.contest.runner.TASK_SECONDS", 1e9)
    contest, plan = contest_of(blocks=20)
    store = stored(tmp_path / "a.contest", contest)
    executor = Shuffled(1, lambda block: RuntimeError() if block.number == 50 else None)
    ended = play(store, plan, executor)
    assert ended.void.keys() == {50}
    assert sorted(store.results()) == [number for number in range(120) if number != 50]
    assert max(map(len, executor.tasks)) == MOST_IN_TASK
    whole = stored(tmp_path / "b.contest", contest)
    play(whole, plan, Shuffled(2))
    assert [each for each in content(whole) if each[0].block.number != 50] == content(store)
    # The other blocks of its task were played once more, each in a task of its own.
    first = next(task for task in executor.tasks if 50 in task)
    again = [task for task in executor.tasks if task is not first and {*task} & {*first}]
    assert len(first) > 1
    assert sorted(again) == sorted([[number] for number in first] + [[50]] * (MOST_TRIES - 2))


def test_short_worker_answer_is_discarded(tmp_path: Path) -> None:
    contest, plan = contest_of("series", 2, blocks=2)
    store = stored(tmp_path / "a.contest", contest)

    class Short(Shuffled):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_result([] if len(self.tasks) % 2 else "an answer")
            self.tasks.append([])
            return future

    assert play(store, plan, Short(1)).void.keys() == {0, 1}
    assert not store.results()


def test_equal_tuples_of_results_are_shared(tmp_path: Path) -> None:
    contest, plan = contest_of("series", 2, blocks=3)
    store = stored(tmp_path / "a.contest", contest)

    def spoil(block: Block) -> TaskOutcome:
        scores = (1, 0) if block.number == 2 else (float("1"), float("0"))
        played = Played((1, 1 + len(block.players) // 2), scores, (None, "crash"), (None, None), block.number)
        return good((PlayedGame(played, (), zlib.compress(b"{}")),) * 2)

    results = play(store, plan, Shuffled(1, spoil)).results
    first, second, third = (results[number].games[0] for number in range(3))
    assert first.places is second.places is third.places
    assert first.scores is second.scores is not third.scores
    assert [type(each) for each in third.scores] == [int, int]
    assert results == store.results()


def test_block_is_stored_once(tmp_path: Path) -> None:
    contest, plan = contest_of()
    store = stored(tmp_path / "a.contest", contest)
    block = plan.schedule({}, {}).blocks[0]
    store.add(block, games_of(block), 1)
    before = content(store)
    others = [PlayedGame(Played((2, 1), (0.0, 1.0), (None, None), (None, None), 1), (), zlib.compress(b"other"))] * 2
    store.add(block, others, 1)
    assert content(store) == before


@pytest.mark.parametrize("waiting", [4, None, -1, True, "much", 2**60])
def test_reported_load_is_validated(tmp_path: Path, waiting: Any) -> None:
    contest, plan = contest_of()
    store = stored(tmp_path / "a.contest", contest)
    ended = play(store, plan, Shuffled(1, lambda block: good(games_of(block), waiting=waiting)))
    assert ended.schedule.over
    assert store.waiting() == (dict.fromkeys(ended.results, 4) if waiting == 4 else {})


def test_stored_rows_come_back(tmp_path: Path) -> None:
    contest, plan = contest_of()
    path = tmp_path / "a.contest"
    store = stored(path, contest)
    block = plan.schedule({}, {}).blocks[0]
    games = [
        PlayedGame(Played((2, 1), (0.0, 2.0), ("crash", None), ("crash", None), 5), (REPORT,), zlib.compress(b"first")),
        PlayedGame(Played((1, 1), (1.0, 1.0), (None, None), (None, None), 1000), (), zlib.compress(b"second")),
    ]
    store.add(block, games, 3)
    store.withdraw(2, 1)
    store.withdraw(2, 5)
    store.close()
    again = Store.open(path, writable=False)
    assert again.contest.json() == contest.json()
    [result] = again.results().values()
    assert result.block == block
    assert list(result.games) == [game.played for game in games]
    assert [(block, game, each) for block, game, each in again.fault_reports()] == [(0, 0, (REPORT.json(),))]
    assert again.workers() == {0: 3}
    assert again.withdrawn() == {2: 1}
    assert again.bots() == [name.encode() for name in NAMES]
    with pytest.raises(sqlite3.OperationalError):
        again.withdraw(1, 1)


REPORT = Report(0, 4, message("fault.ended", who=player(0), turn=4), "Traceback ...", "last words")


@pytest.mark.parametrize("what", ["empty", "text", "other"])
def test_files_that_hold_no_contest(tmp_path: Path, what: str) -> None:
    path = tmp_path / "a.contest"
    if what == "other":
        base = sqlite3.connect(path)
        base.execute("CREATE TABLE contest (text TEXT)")
        base.close()
    else:
        path.write_text("" if what == "empty" else "no database at all " * 100)
    with pytest.raises(BadStore) as caught:
        Store.open(path)
    assert caught.value.text.id == "contest.no_store"


def test_missing_program_is_not_the_bots_fault(tmp_path: Path) -> None:
    contest, plan = contest_of("series", 2, blocks=1)
    program = tmp_path / "program"
    program.write_text("")
    bots = [Bot("ann", "program", command=("sh", str(program))), BOTS[1]]
    [block] = plan.schedule({}, {}).blocks
    task = task_of(contest, block, bots, None)
    program.unlink()
    void = play_task(task).void
    assert void is not None
    assert (void.id, void.params["file"]) == ("void.no_program", str(program))


def test_cause_of_void_game_is_named_in_any_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    contest, plan = contest_of("series", 2, blocks=1)
    [block] = plan.schedule({}, {}).blocks
    for orders in (((0, 1),), ((1, 0),)):
        asked = task_of(contest, replace(block, orders=orders), BOTS, None)
        burns = asked.players[0].name
        place = orders[0].index(0)

        def judge(self: Any, number: int, *rest: Any, by: int = place) -> Any:
            raise MatchAborted(message("void.burned", who=player(1 - by), by=player(by), used=900))

        monkeypatch.setattr("sandlot.local.blame.Blame.judge", judge)
        void = play_task(asked).void
        assert void is not None
        assert void.params["by"] == burns
        assert f"meanwhile {burns} used the processor" in render(void)
        assert "player" not in render(void)


class Direct(Executor):
    """Plays each task immediately, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_second_void_game_is_lost_by_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the page. The results file counts void games, so that the count is kept when the command is run again."""
    contest, plan = contest_of("series", 2, blocks=2)
    bots = [Bot(each.name, "code", "def move(view): return (view['safe'] or [0])[0]", "bot.py") for each in BOTS]

    def judge(self: Any, number: int, answer: Any, *rest: Any) -> Any:
        ann = next(place for place, seat in enumerate(self._seats) if seat.bot.name == "ann")
        if number != ann and self._seats[ann].process:
            raise MatchAborted(message("void.burned", who=player(number), by=player(ann), used=900))
        return answer

    monkeypatch.setattr("sandlot.local.blame.Blame.judge", judge)
    store = stored(tmp_path / "a.contest", contest)

    class Stop(Exception):
        pass

    def stop(progress: ContestProgress) -> None:
        if store.voids():
            raise Stop

    def asked(block: Block) -> Any:
        return task_of(contest, block, bots, None)

    with pytest.raises(Stop):
        run(store, plan, asked, Direct(), lambda: 1, stop)
    assert not store.results()
    before = len(store.voids())
    ended = run(store, plan, asked, Direct(), lambda: 1)
    assert ended.schedule.over
    assert not ended.void
    assert before == len(store.voids()) <= 2
    kept = {(block, game): reports for block, game, reports in store.fault_reports()}
    for number, result in store.results().items():
        for game, played in enumerate(result.games):
            ann = result.block.orders[game].index(0)
            assert played.places[ann] == 2
            [report] = kept[number, game]
            assert (report["seat"], report["turn"]) == (ann, 1)
            said = render(read_message(report["text"]) or message("?"), ["X", "Y"])
            assert "used the processor for 900 ms although it was not asked, and made bob come too late" in said
            text = store.replay(number, game) or ""
            assert done(verifying_game(contest, result, game, text, kept[number, game])) is None
    store.close()


def test_unplayed_block_is_shown_with_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    contest, _ = contest_of("series", 2, blocks=2)
    store = stored(tmp_path / "a.contest", contest)
    store.add_void(1, message("void.memory", who="ann", by="bob"))
    store.close()
    assert command(["show", str(tmp_path / "a.contest")]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "1 block could not be played so far: block 2, between ann, bob: the match is void: memory ran out" in said
    assert command(["show", str(tmp_path / "a.contest"), "--json"]) == 0
    [unplayed] = json.loads(capsys.readouterr().out)["unplayed"]
    assert (unplayed["block"], unplayed["names"]) == (2, ["ann", "bob"])


CROWDED = {"rows": 10, "columns": 10, "obstacles": 58}
"""Of the first 60 seeds, only 26 and 55 have no map with this many obstacles."""


def test_seed_incompatible_with_options_is_reported_before_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("seeds.txt").write_text("0\n1\n26\n")
    options = [f"--option={name}={value}" for name, value in CROWDED.items()]
    typed = ["series", "snake", "cautious", "roomy", *options, "--blocks", "3", "--seeds", "seeds.txt", "--quiet"]
    assert command(typed) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "on seed 26: a board of 10 x 10 has no point-symmetric map with 58 obstacles" in said
    assert [each.name for each in tmp_path.iterdir()] == ["seeds.txt"]


def test_seed_incompatible_with_options_is_not_retried(tmp_path: Path) -> None:
    seeds = {"first": 0, "given": [0, 26]}
    contest, plan = contest_of("series", 2, blocks=2, seeds=seeds)
    contest = replace(contest, options=read_options(GAMES["snake"], CROWDED))
    store = stored(tmp_path / "a.contest", contest)
    ended = run(store, plan, lambda block: task_of(contest, block, BOTS, None), Direct(), lambda: 1)
    assert list(store.results()) == [0]
    [why] = [each.why for each in store.voids()]
    assert ended.void == {1: why}
    assert "on seed 26: a board of 10 x 10 has no point-symmetric map with 58 obstacles" in render(why)
    store.close()


def test_worker_with_other_rules_plays_nothing() -> None:
    contest, plan = contest_of("series", 2, blocks=1)
    [block] = plan.schedule({}, {}).blocks
    for other in (replace(contest, rules="0" * 16), replace(contest, package="0.0.1")):
        outcome = play_task(task_of(other, block, BOTS, None))
        assert outcome.games == ()
        assert outcome.void
        assert outcome.void.id == "void.other_version"


@pytest.mark.parametrize("other", [{"rules": "0" * 16}, {"package": "0.0.1"}])
def test_games_by_other_rules_are_not_stored(tmp_path: Path, other: dict[str, str]) -> None:
    contest, plan = contest_of("series", 2, blocks=2)
    store = stored(tmp_path / "a.contest", contest)
    ended = play(store, plan, Shuffled(1, lambda block: good(games_of(block), **other) if block.number else None))
    assert ended.void.keys() == {1}
    assert list(store.results()) == [0]


def changed(change: Callable[[Any], object]) -> Callable[[list[bytes]], object]:
    """Return the reply of a worker, with the JSON of its block changed."""

    def sent(answer: list[bytes]) -> object:
        [part] = map(json.loads, answer)
        change(part)
        return [json.dumps(part).encode()]

    return sent


@pytest.mark.parametrize(
    "nonsense",
    [
        lambda answer: answer[0],
        lambda answer: itertools.repeat(answer[0]),
        lambda answer: answer * 2,
        lambda answer: [],
        lambda answer: tuple(answer),
        lambda answer: [answer],
        lambda answer: [answer[0].decode()],
        lambda answer: [bytearray(answer[0])],
        lambda answer: [answer[0][:-1]],
        lambda answer: [b"[" * 10**6],
        lambda answer: [b"[]"],
        lambda answer: [b"{}"],
        changed(lambda part: part.pop("replays")),
        changed(lambda part: part.update(replays=part["replays"] * 2)),
        changed(lambda part: part.update(replays=["*"] * 2)),
        changed(lambda part: part.update(replays={})),
        changed(lambda part: part.update(reports=[[{}] * 9] * 2)),
        changed(lambda part: part.update(rules=["x"])),
        changed(lambda part: part.update(void=["nowhere", {}])),
        changed(lambda part: part["result"].update(seed=1)),
        changed(lambda part: part["result"].update(games=part["result"]["games"][:1])),
        changed(lambda part: part["result"]["games"][0].update(places=[1, 7])),
        changed(lambda part: part["result"]["games"][0].update(scores=[0, nan])),
    ],
)
def test_worker_results_are_validated(nonsense: Callable[[list[bytes]], object]) -> None:
    _, plan = contest_of("series", 2, blocks=2)
    [block] = plan.schedule({}, {}).blocks[:1]
    answer = write_worker_reply([block], [good(games_of(block))])
    assert read_worker_reply(answer, [block], 2) == [good(games_of(block))]
    with pytest.raises(BadWorkerReply):
        read_worker_reply(nonsense(answer), [block], 2)


def test_failure_reason_round_trip() -> None:
    _, plan = contest_of("series", 2, blocks=1)
    blocks = plan.schedule({}, {}).blocks
    void = TaskOutcome(void=message("void.killed", who="ann", signal="SIGKILL", by="bob"), for_good=True)
    assert read_worker_reply(write_worker_reply(blocks, [void]), blocks, 2) == [void]
