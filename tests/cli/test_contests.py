"""Contests on the command line: a stopped contest resumes, and never mixes results of two bots or two versions."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import pty
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from test_cli import PYTHON, environment, refused, sandlot
from waiting import is_gone

pytest.importorskip("fcntl", reason="contests need a POSIX system")

from sandlot import __version__
from sandlot.cli import contests
from sandlot.cli.tables import _defused
from sandlot.contest.store import Store, locked
from sandlot.files.bundle import to_zip
from sandlot.local import sandbox_choice

FIRST = "def move(view):\n    return (view['safe'] or [0])[0]\n"
LAST = "def move(view):\n    return (view['safe'] or [0])[-1]\n"
CRASHES = "import sys\ndef move(view):\n    print('so long', file=sys.stderr)\n    raise RuntimeError('boom')\n"
# Most tests use no sandbox, because within one every bot starts its own Python.
SEED = ("--seed", "5", "--trust")


@pytest.fixture(autouse=True)
def _bots(own_folder: Path) -> None:
    Path("first.py").write_text(FIRST)
    Path("last.py").write_text(LAST)


def content(path: str) -> Any:
    """Return the results and the contest of a results file."""
    with contextlib.closing(Store.open(Path(path), writable=False)) as store:
        return store.results(), store.contest.json()


def test_bot_against_itself_scores_exactly_half() -> None:
    sandlot("series", "snake", "first.py", "first.py", "--blocks", "2", *SEED, "--out", "a.contest")
    results, contest = content("a.contest")
    assert [each["name"] for each in contest["entrants"]] == ["first 1", "first 2"]
    for result in results.values():
        there, back = result.games
        assert there.places == back.places
        assert there.turns == back.turns


@pytest.mark.slow
def test_same_command_resumes_after_kill() -> None:
    typed = ["series", "snake", "first.py", "last.py", "--blocks", "3", *SEED, "--workers", "1", "--quiet"]
    sandlot(*typed, "--out", "whole.contest")
    Path("slow.py").write_text("import time\n" + LAST.replace("return", "time.sleep(0.005); return"))
    typed[3] = "slow.py"
    typed_to = [*PYTHON, *typed, "--out", "cut.contest"]
    run = subprocess.Popen(typed_to, env=environment(), stderr=subprocess.PIPE, text=True)
    while not (Path("cut.contest").exists() and content("cut.contest")[0]):
        time.sleep(0.05)
    run.kill()
    # The pipe closes when the last process of the command ends.
    assert run.communicate()[1] == ""
    before = content("cut.contest")[0]
    assert 1 <= len(before) < 3
    sandlot(*typed, "--out", "cut.contest")
    assert [each.name for each in Path().iterdir() if each.name.startswith(".")] == []
    after = content("cut.contest")[0]
    assert {number: after[number] for number in before} == before
    assert after == content("whole.contest")[0]


def test_ctrl_c_prints_command_to_resume() -> None:
    Path("waits.py").write_text("import time\ndef move(view):\n    time.sleep(0.1)\n    return view['safe'][0]\n")
    typed = [*PYTHON, "series", "snake", "waits.py", "first.py", "--blocks", "9", "--workers", "2", "--trust"]
    run = subprocess.Popen(typed, env=environment(), stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not list(Path().glob("*.contest")):
        time.sleep(0.05)
    time.sleep(0.5)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate()
    assert run.returncode == 130, said
    [path] = Path().glob("*.contest")
    assert f"sandlot series snake waits.py first.py --blocks 9 --workers 2 --trust --out {path}" in said
    assert "Traceback" not in said
    assert [each.name for each in Path().iterdir() if each.name.startswith(".")] == []


def test_repeated_ctrl_c_leaves_no_traceback_or_process() -> None:
    Path("waits.py").write_text(
        f"import os, time\nopen({str(Path('pids').absolute())!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        "def move(view):\n    time.sleep(0.1)\n    return view['safe'][0]\n"
    )
    typed = [*PYTHON, "series", "snake", "waits.py", "first.py", "--blocks", "9", "--workers", "2", "--trust"]
    run = subprocess.Popen(typed, env=environment(), stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not Path("pids").exists():
        time.sleep(0.05)
    while run.poll() is None:
        os.killpg(run.pid, signal.SIGINT)
        time.sleep(0.01)
    _, said = run.communicate()
    # It exited by itself, or was ended by a signal after it had printed the message.
    assert run.returncode in (130, -signal.SIGINT)
    [path] = Path().glob("*.contest")
    assert said.splitlines()[-1] == f"{shlex.join(['sandlot', *typed[3:]])} --out {path}"
    assert "Traceback" not in said
    assert all(is_gone(int(pid)) for pid in Path("pids").read_text().split())


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_and_sighup_end_contest_like_ctrl_c(number: signal.Signals) -> None:
    Path("waits.py").write_text(
        f"import os, time\nopen({str(Path('pids').absolute())!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        "def move(view):\n    time.sleep(10**6)\n"
    )
    # With these clocks one block could take hours, and there are more blocks than workers.
    typed = [*PYTHON, "series", "snake", "waits.py", "first.py", "--blocks", "9", "--workers", "1", "--trust"]
    typed += ["--clock", "first=3600000", "--clock", "start=3600000"]
    run = subprocess.Popen(typed, env=environment(), stderr=subprocess.PIPE, text=True)
    while not Path("pids").exists():
        time.sleep(0.05)
    run.send_signal(number)
    _, said = run.communicate()
    assert run.returncode == 128 + number
    [path] = Path().glob("*.contest")
    assert said.splitlines()[-1] == f"{shlex.join(['sandlot', *typed[len(PYTHON) :]])} --out {path}"
    assert "Traceback" not in said
    assert all(is_gone(int(pid)) for pid in Path("pids").read_text().split())
    assert [each.name for each in Path().iterdir() if each.name.startswith(".")] == []


@pytest.mark.usefixtures("interruptible")
def test_early_ctrl_c_prints_no_traceback() -> None:
    script = """
import os, signal, sys
from sandlot import __main__
class Presses:
    def find_spec(self, name, path, target=None):
        if name == "sandlot.cli.main":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presses())
sys.exit(__main__.main())
"""
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_during_finalization_prints_no_traceback() -> None:
    script = """
import signal
from sandlot.cli.contests import interruptible
class Presses:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
class Fails:
    def __del__(self):
        raise AttributeError("half made")
with interruptible() as interrupts:
    Fails()
    Presses()
    Fails()
    try:
        interrupts.check()
    except KeyboardInterrupt:
        print("heard")
"""
    done = subprocess.run([sys.executable, "-c", script], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "heard\n")
    assert done.stderr.count("Traceback") == done.stderr.count("half made") == 1, "only what came before Ctrl-C"


def test_options_may_stand_between_the_bots_of_a_contest() -> None:
    more = ["--games", "2", "--trust", "--quiet", "--seed", "3"]
    for typed in (
        ["series", "snake", "first.py", *more, "last.py"],
        ["gauntlet", "snake", "first.py", *more, "last.py"],
        ["tournament", "snake", "first.py", *more[2:], "last.py", "--blocks", "1", "first.py"],
    ):
        sandlot(*typed, "--out", f"{typed[0]}.contest")


def test_changed_setup_or_bot_is_refused_for_existing_contest() -> None:
    typed = ["series", "snake", "first.py", "last.py", "--blocks", "1", "--quiet", "--trust", "--out", "a.contest"]
    sandlot(*typed, "--seed", "5")
    before = content("a.contest")
    sandlot(*typed)
    assert content("a.contest") == before
    for more, words in [
        (["--seed", "6"], "its plan or its seeds"),
        (["--option", "obstacles=0"], "its options"),
        (["--clock", "move=900"], "its time limits"),
    ]:
        assert words in refused(*typed, *more, status=1)
    Path("last.py").write_text(LAST + "# faster\n")
    assert "last has changed since" in refused(*typed, status=1)
    assert "its entrants are first, last" in refused(*typed[:3], "surveyor", *typed[4:], status=1)
    assert "is of snake, not of tank" in refused("series", "tank", "hunter", "hunter", "--out", "a.contest", status=1)
    assert content("a.contest") == before


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("rules", "0123456789abcdef", "it was played with other rules of this game than this Sandlot has"),
        ("package", "0.0.9", f"it was played with another version of Sandlot, 0.0.9, and this is {__version__}"),
    ],
)
def test_contest_of_other_version_is_not_continued(field: str, value: str, words: str) -> None:
    typed = ["series", "snake", "first.py", "last.py", "--blocks", "1", *SEED, "--workers", "1"]
    old = "snake-series-00000000.contest"
    sandlot(*typed, "--quiet", "--out", old)
    with contextlib.closing(sqlite3.connect(old)) as base, base:
        [(text,)] = base.execute("SELECT text FROM contest").fetchall()
        base.execute("UPDATE contest SET text = ?", (json.dumps({**json.loads(text), field: value}),))
    before = content(old)
    longer = [*typed[:5], "2", *typed[6:]]
    assert words in refused(*longer, "--out", old, status=1)
    new = sandlot(*typed)
    assert f"this is a new contest, not that of {old}: {words}" in new.stderr
    assert content(old) == before
    [other] = set(Path().glob("*.contest")) - {Path(old)}
    assert content(str(other))[1][field] != value


def test_failed_start_is_reported_at_once_and_at_the_end() -> None:
    Path("broken.py").write_text("import no_such_thing\n" + FIRST)
    done = sandlot("series", "snake", "broken.py", "first.py", "--blocks", "1", *SEED, "--out", "a.contest")
    [told] = [line for line in done.stderr.splitlines() if "cannot start" in line]
    assert told.startswith("broken cannot start, and loses its games by that: ")
    assert "no_such_thing" in told
    [told] = [line for line in done.stdout.splitlines() if "could not start" in line]
    assert told.startswith("broken could not start in 2 of its 2 games: ")
    assert told in sandlot("show", "a.contest").stdout


def test_bots_of_same_name_are_numbered() -> None:
    for folder in ("old", "new"):
        Path(folder).mkdir()
        Path(folder, "first.py").write_text(f"# {folder}\n{FIRST}")
    typed = ["tournament", "snake", "old", "last.py", "new/first.py", "--blocks", "1", *SEED, "--out", "a.contest"]
    said = sandlot(*typed).stderr.splitlines()
    assert said[1:3] == ["first 1 is old/first.py", "first 2 is new/first.py"]
    shown = json.loads(sandlot("show", "a.contest", "--json").stdout)
    assert sorted(each["name"] for each in shown["standings"]) == ["first 1", "first 2", "last"]


def test_entrants_with_identical_code_are_reported() -> None:
    Path("again.py").write_text(FIRST)
    typed = ["series", "snake", "first.py", "--blocks", "1", *SEED]
    assert "first, again are the same code" in sandlot(*typed[:3], "again.py", *typed[3:]).stderr
    assert "the same code" not in sandlot(*typed[:3], "last.py", *typed[3:]).stderr


def test_gauntlet_reports_rank_of_candidate() -> None:
    Path("third.py").write_text(CRASHES)
    typed = ["first.py", "last.py", "third.py", "--blocks", "1", *SEED, "--out", "a.contest"]
    done = sandlot("gauntlet", "snake", *typed)
    assert "snake, gauntlet: 3 entrants, 12 games in 6 blocks" in done.stdout
    [told] = [line for line in done.stdout.splitlines() if line.startswith("first: ")]
    assert re.fullmatch(
        r"first: [\d.]+ % of the points against the pool on fresh seeds, games: 4; with 95 % confidence its place "
        r"among all 3 is (from 1 to [23]|[12]); on the fixed seeds it had [\d.]+ %, which says less: .*",
        told,
    )


def test_games_option_of_gauntlet_sets_its_stages() -> None:
    typed = ["gauntlet", "snake", "first.py", "last.py", *SEED, "--quiet"]
    for games, stages in {"1": (1, 0, 0), "7": (1, 2, 1)}.items():
        sandlot(*typed, "--games", games, "--out", f"{games}.contest")
        results, contest = content(f"{games}.contest")
        assert tuple(contest["plan"][name] for name in ("smoke", "fixed", "fresh")) == stages
        assert len(results) == sum(stages)
    assert "--games and --plan fresh say the same" in refused(*typed, "--games", "4", "--plan", "fresh=3")
    assert "give either --games or --blocks" in refused(*typed, "--games", "4", "--blocks", "3")


def test_overload_is_reported_with_contest() -> None:
    typed = ["series", "snake", "first.py", "last.py", "--blocks", "6", *SEED, "--out", "a.contest"]
    warning = "100.0 % while it was more: this machine had too much else to do"
    assert "time limits were missed" not in sandlot(*typed).stdout
    with contextlib.closing(sqlite3.connect("a.contest")) as base, base:
        assert len(base.execute("SELECT waiting FROM loads").fetchall()) == (6 if sys.platform == "linux" else 0)
        base.execute("DELETE FROM loads")
        for block in range(6):
            base.execute("INSERT INTO loads VALUES (?, ?)", (block, 3 * (block % 2)))
        late = json.dumps([[1, 1], [0, 0], ["timeout", "timeout"], ["timeout", "timeout"], 9])
        base.execute("UPDATE games SET played = ? WHERE block % 2", (late,))
    assert warning in sandlot(*typed).stdout
    assert warning in sandlot("show", "a.contest").stdout
    [said] = json.loads(sandlot("show", "a.contest", "--json").stdout)["slowness"]
    assert warning in said
    with contextlib.closing(sqlite3.connect("a.contest")) as base, base:
        base.execute("UPDATE blocks SET workers = 1 + number % 2")
    assert "100.0 % with more: this machine is too slow for so many workers" in sandlot("show", "a.contest").stdout
    sandlot("bundle", "a.contest", "a.zip")
    assert "time limits were missed" not in sandlot("show", "a.zip").stdout


def test_program_plays_in_contest() -> None:
    Path("ahead.py").write_text("input()\nprint(0)\n")
    typed = ["series", "snake", f"cmd:{sys.executable} ahead.py", "first.py", "--blocks", "1", *SEED]
    sandlot(*typed, "--option", "max_steps=3", "--quiet", "--out", "a.contest")
    [result], contest = content("a.contest")[0].values(), content("a.contest")[1]
    assert [each["kind"] for each in contest["entrants"]] == ["program", "code"]
    assert [game.faults for game in result.games] == [(None, None)] * 2
    Path("ahead.py").write_text("input()\nprint(1)\n")
    assert "has changed since" in refused(*typed, "--option", "max_steps=3", "--out", "a.contest", status=1)


def test_withdrawn_entrant_keeps_its_played_games() -> None:
    typed = ["tournament", "snake", "first.py", "last.py", "cautious", "--blocks", "1", *SEED, "--out", "a.contest"]
    sandlot(*typed, "--quiet")
    whole = content("a.contest")[0]
    gone = whole[0].block.players[0]
    # Simulate a contest that was stopped after its first round.
    with contextlib.closing(sqlite3.connect("a.contest")) as base, base:
        for table, column in (("blocks", "number"), ("games", "block"), ("loads", "block")):
            base.execute(f"DELETE FROM {table} WHERE {column} > 0")
    name = ["first", "last", "cautious"][gone]
    shown = sandlot(*typed, "--withdraw", name, "--json")
    left = {each["name"]: each["withdrawn"] for each in json.loads(shown.stdout)["standings"]}
    assert left == {"first": None, "last": None, "cautious": None, name: 2}
    results = content("a.contest")[0]
    assert results == {number: each for number, each in whole.items() if not number or gone not in each.block.players}
    assert len(results) == 2


def test_withdrawal_that_changes_nothing_is_refused() -> None:
    bots = ("first.py", "last.py", "cautious", "hugger")
    typed = ["tournament", "snake", *bots, "--kind", "single-elimination", "--blocks", "2", *SEED, "--out", "a.contest"]
    sandlot(*typed, "--quiet")
    final = min(number for number, each in content("a.contest")[0].items() if each.block.round == 1)
    finalists = content("a.contest")[0][final].block.players
    # Simulate a contest that was stopped after the first block of its final.
    with contextlib.closing(sqlite3.connect("a.contest")) as base, base:
        for table, column in (("blocks", "number"), ("games", "block"), ("loads", "block")):
            base.execute(f"DELETE FROM {table} WHERE {column} > {final}")
    for entrant, name in enumerate(("first", "last", "cautious", "hugger")):
        why = "the last round has begun" if entrant in finalists else "it is out already"
        assert why in refused(*typed, "--withdraw", name, status=1)


def test_alpha_and_beta_are_stored_in_plan() -> None:
    typed = [
        *("series", "snake", "first.py", "last.py", "--stop"),
        *("--elo", "300", "--alpha", "0.1", "--beta", "0.2", *SEED),
    ]
    few = ["series", "snake", "first.py", "last.py", "--stop", "--games", "2"]
    # So few games can never decide the test, and the command says so before playing.
    assert "2 games are too few for this test: even if one bot wins them all, it needs 20" in refused(*few)
    sandlot(*typed, "--quiet", "--out", "a.contest")
    plan = content("a.contest")[1]["plan"]
    assert (plan["stop"]["alpha"], plan["stop"]["beta"], plan["stop"]["bets"]) == (0.1, 0.2, True)
    assert plan["blocks"] == 5000
    assert "--beta belongs to --stop" in refused(*typed[:4], "--games", "2", "--beta", "0.2")


def test_series_announces_detectable_difference() -> None:
    typed = ["series", "snake", "first.py", "last.py", *SEED]
    said = sandlot(*typed, "--games", "2", "--out", "a.contest").stderr
    assert "2 games are too few to show who is better" in said
    said = sandlot(*typed, "--games", "20", "--out", "b.contest").stderr
    assert "20 games show who is better if one of them gets about 85 % of the points or more" in said


@pytest.mark.parametrize(
    ("game", "processors", "has_affinity", "workers"),
    [("tank", 6, True, 6), ("tank", 6, False, 3), ("generals", 6, False, 6), ("tank", 1, False, 1)],
)
def test_default_workers_leave_no_bot_waiting(
    game: str, processors: int, has_affinity: bool, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without CPU affinity both bots of Tank think at the same time, so a worker counts as two processors."""
    monkeypatch.setattr("sandlot.local.processors", lambda: processors)
    monkeypatch.setattr("sandlot.local.has_affinity", lambda: has_affinity)

    def take(count: int) -> None:
        raise RuntimeError(f"{count} workers")

    monkeypatch.setattr(contests, "Workers", take)
    with pytest.raises(RuntimeError, match=f"^{workers} workers"):
        sandlot("series", game, "starter", "starter", "--quiet", "--out", "a.contest")


def test_contest_in_use_is_refused() -> None:
    with locked(Path("a.contest")) as free:
        assert free
        typed = ("series", "snake", "first.py", "last.py", "--blocks", "1", "--out", "a.contest")
        assert "another sandlot is playing" in refused(*typed, status=1)


def test_fault_is_loss_with_traceback_and_output() -> None:
    Path("crashes.py").write_text(CRASHES)
    sandlot("series", "snake", "crashes.py", "first.py", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest")
    store = Store.open(Path("a.contest"))
    [result] = store.results().values()
    for number, game in enumerate(result.games):
        assert sorted(zip(result.block.seats(number), game.places, game.faults, strict=True)) == [
            (0, 2, "crash"),
            (1, 1, None),
        ]
    for block, game, [report] in store.fault_reports():
        assert "RuntimeError: boom" in report["trace"]
        assert "so long" in report["errors"]
        assert json.loads(store.replay(block, game) or "")["game"] == "snake"


def test_unreadable_answer_loses() -> None:
    """Its report contains a nested message, which must be stored as well."""
    Path("talks.py").write_text("while True:\n    input()\n    print('whatever you say')\n")
    sandlot("series", "snake", "talks.py", "first.py", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest")
    store = Store.open(Path("a.contest"))
    [result] = store.results().values()
    faults = [game.faults[result.block.seats(number).index(0)] for number, game in enumerate(result.games)]
    assert faults == ["invalid", "invalid"]
    assert [report["text"][0] for _, _, [report] in store.fault_reports()] == ["fault.unreadable"] * 2
    again = ("series", "snake", "talks.py", "first.py", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest")
    assert "played to its end" in refused(*again, "--withdraw", "first", status=1)
    assert not store.withdrawn()


def test_untrusted_bot_plays_only_in_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = Path("secret.txt").absolute()
    secret.write_text("mine")
    Path("reads.py").write_text(f"def move(view):\n    print(open({str(secret)!r}).read())\n    return 0\n")
    typed = ("series", "snake", "reads.py", "cautious", "--blocks", "1", "--seed", "5", "--quiet")
    sandlot(*typed, "--trust", "--out", "trusted.contest")
    assert content("trusted.contest")[0][0].games[0].faults[0] is None
    with monkeypatch.context() as patch:
        patch.setattr(sandbox_choice, "probes", lambda: ())
        assert "--trust" in refused(*typed, "--out", "sandboxed.contest", status=1)
    assert not Path("sandboxed.contest").exists()
    if any(each.why is None for each in sandbox_choice.probes()):
        sandlot(*typed, "--out", "sandboxed.contest")
        assert content("sandboxed.contest")[0][0].games[0].faults[0] == "crash"


def test_folder_enters_all_its_bots() -> None:
    folder = Path("bots")
    (folder / "big").mkdir(parents=True)
    (folder / "big" / "__main__.py").write_text(FIRST)
    (folder / "small.py").write_text(LAST)
    (folder / "notes.txt").write_text("not a bot")
    sandlot("tournament", "snake", "bots", "first.py", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest")
    results, contest = content("a.contest")
    assert [each["name"] for each in contest["entrants"]] == ["big", "small", "first"]
    assert sorted(result.block.players for result in results.values()) == [(0, 1), (0, 2), (1, 2)]
    Path("none").mkdir()
    assert "there is no bot in this folder" in refused("tournament", "snake", "none", "first.py")


def test_folder_of_files_that_belong_together_is_one_bot() -> None:
    folder = Path("pair")
    (folder / "tools").mkdir(parents=True)
    (folder / "tools" / "ways.py").write_text("def first(view):\n    return (view['safe'] or [0])[0]\n")
    (folder / "brain.py").write_text("from tools.ways import first\n")
    (folder / "snakes.py").write_text("from brain import first\ndef move(view):\n    return first(view)\n")
    sandlot("tournament", "snake", "pair", "first.py", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest")
    assert [each["name"] for each in content("a.contest")[1]["entrants"]] == ["pair", "first"]
    # With another bot beside it, it is a folder of bots, in which a file that another one imports is none.
    (folder / "last.py").write_text(LAST)
    (folder / "tools" / "ways.py").rename(folder / "ways.py")
    (folder / "tools").rmdir()
    (folder / "brain.py").write_text("from ways import first\n")
    (folder / "inside").mkdir()
    (folder / "inside" / "one.py").write_text("from two import move\n")
    (folder / "inside" / "two.py").write_text(FIRST)
    sandlot("tournament", "snake", "pair", "--blocks", "1", *SEED, "--quiet", "--out", "b.contest")
    results, contest = content("b.contest")
    assert [each["name"] for each in contest["entrants"]] == ["inside", "last", "snakes"]
    assert not any(fault for result in results.values() for game in result.games for fault in game.faults)


def test_other_files_in_bot_folder_are_listed_and_skipped() -> None:
    folder = Path("bots")
    (folder / "data").mkdir(parents=True)
    for number in range(6):
        (folder / f"notes{number}.txt").write_text("not a bot")
    for name in ("one.py", "two.py"):
        (folder / name).write_text(FIRST)
    whole = to_zip({"__main__.py": FIRST.encode()})
    kept = {"cut.zip": whole[:-30], "empty.zip": b"", "foreign.zip": b"hello", "texts.zip": to_zip({"a.txt": b"hello"})}
    for name, data in kept.items():
        (folder / name).write_bytes(data)
    (folder / "good.zip").write_bytes(whole)
    typed = ["tournament", "snake", "bots", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest"]
    said = sandlot(*typed).stderr.splitlines()
    assert [each["name"] for each in content("a.contest")[1]["entrants"]] == ["good", "one", "two"]
    assert [line.split(": ")[1] for line in said[:4]] == [f"bots/{name}" for name in sorted(kept)]
    assert all(line.startswith("left out: ") for line in said[:4])
    assert said[4].startswith("bots: data/, notes0.txt, notes1.txt, notes2.txt, notes3.txt, … are left out")
    assert "bots/cut.zip: this is no zip, or a damaged one" in refused(
        "series", "snake", "first.py", "bots/cut.zip", status=1
    )


def test_given_seeds_are_played_in_order() -> None:
    Path("seeds.txt").write_text("# the maps I lose on\n17, 4\n99 # and this\n")
    typed = ("series", "snake", "first.py", "last.py", "--blocks", "3", "--seeds", "seeds.txt", "--trust")
    sandlot(*typed, "--out", "a.contest")
    assert [result.block.seed for result in content("a.contest")[0].values()] == [17, 4, 99]


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        (["--blocks", "0"], 2, "--blocks"),
        (["--blocks", "2", "--games", "4"], 2, "either --games or --blocks"),
        (["--plan", "rounds"], 2, "--plan takes NAME=VALUE"),
        (["--plan", "colour=red"], 2, "has no setting 'colour'"),
        (["--workers", "9999"], 2, "at most"),
        (["--seeds", "first.py"], 1, "is not a seed"),
        (["--seeds", "long.txt"], 1, "long.txt: 12345678901234567890123456 is not a seed"),
        (["--seeds", "large.txt"], 1, "large.txt: 18446744073709551616 is not a seed"),
        (["--plan", "kind=swiss"], 2, "has no setting kind"),
        (["--plan", "seeds=5"], 2, "has no setting seeds"),
        (["--plan", "blocks=2", "--blocks", "3"], 2, "--blocks and --plan blocks say the same"),
        (["--plan", "blocks=2", "--games", "3"], 2, "--games and --plan blocks say the same"),
        (["--plan", "blocks=2", "--plan", "blocks=3"], 2, "say the same"),
        (["--plan", "stop={}", "--stop"], 2, "--stop and --plan stop say the same"),
        (["--trust", "--isolate"], 2, "give either --trust"),
        (["--out", ""], 2, ". is a folder"),
        (["--out", "/"], 2, "/ is a folder"),
        (["--clock", "foo=3"], 2, "there are start, first, move, bank, increment, steps\n"),
        (["--seeds", "nothing.txt"], 2, "nothing.txt"),
        (["--out", "first.py"], 1, "holds no contest"),
        (["--out", "missing/a.contest"], 2, "missing"),
        (["--withdraw", "nobody"], 2, "nobody of that name"),
        (["--elo", "10"], 2, "--elo belongs to --stop"),
        (["--stop", "--elo", "many"], 2, "--elo takes a number"),
        (["--option", "map=010"], 2, "the map has 3 characters"),
        (["--option", "rows=4", "--option", "columns=4", "--option", "obstacles=300"], 2, "has no point-symmetric map"),
    ],
)
def test_unplayable_contest_is_refused_with_message(more: list[str], status: int, words: str) -> None:
    Path("long.txt").write_text("1\n12345678901234567890123456\n")
    Path("large.txt").write_text(f"{2**64 - 1} {2**64}")
    assert words in refused("series", "snake", "first.py", "last.py", *more, status=status)
    assert list(Path().glob("*.contest")) == []
    assert Path("first.py").read_text() == FIRST


@pytest.mark.parametrize("kind", ["free-for-all", "swiss"])
def test_invalid_map_is_refused_before_playing(kind: str) -> None:
    bots = ("first.py", "first.py", "last.py", "last.py")
    for text, words in (("zzz", "line 1: “zzz” is not made"), ("2 2 1\n3\n1\n1\n1\n", "the map is for 1 player")):
        said = refused("tournament", "generals", *bots, "--kind", kind, "--option", f"map={text}", status=2)
        assert words in said and "block" not in said
    assert list(Path().glob("*.contest")) == []


def test_drawn_seeds_of_play_are_valid_in_contests() -> None:
    Path("drawn.txt").write_text(f"{2**64 - 1} {2**64 - 2}")
    sandlot("series", "snake", "first.py", "last.py", "--seeds", "drawn.txt", "--blocks", "2", "--quiet")
    [path] = Path().glob("*.contest")
    with contextlib.closing(Store.open(path)) as store:
        assert sorted(each.block.seed for each in store.results().values()) == [2**64 - 2, 2**64 - 1]
    said = refused("play", "snake", "first.py", "last.py", "--seed", str(2**64), status=2)
    assert "--seed is a whole number from 0 to 18446744073709551615" in said


@pytest.mark.parametrize(
    ("game", "kind", "status", "words"),
    [
        ("snake", "free-for-all", 2, "snake is for 2 players"),
        ("snake", "planes-series", 2, "has no tournament of the kind planes-series"),
        ("snake", "series", 2, "has no tournament of the kind series"),
        ("snake", "chess", 2, "the kinds: round-robin"),
    ],
)
def test_kind_unsuitable_for_game_is_refused(game: str, kind: str, status: int, words: str) -> None:
    bots = ["first.py", "last.py", "surveyor", "cautious"]
    assert words in refused("tournament", game, *bots, "--kind", kind, status=status)
    assert list(Path().glob("*.contest")) == []


def test_duplicate_seed_is_refused() -> None:
    Path("seeds.txt").write_text("7 8\n7")
    assert "the seed 7 is in it twice" in refused(
        "series", "snake", "first.py", "last.py", "--seeds", "seeds.txt", status=1
    )


def test_repeated_command_reports_state_of_contest() -> None:
    typed = ["series", "snake", "first.py", "last.py", "--blocks", "1", "--trust"]
    assert "2 games at most" in sandlot(*typed).stderr
    assert "played to its end already" in sandlot(*typed).stderr
    [old] = Path().glob("*.contest")
    Path("last.py").write_text(LAST + "# faster\n")
    assert f"not that of {old}: last has changed since" in sandlot(*typed).stderr
    assert len(list(Path().glob("*.contest"))) == 2
    ties = ["tournament", "snake", "first.py", "last.py", "cautious", "--kind", "single-elimination", "--blocks", "1"]
    assert "4 games, and more where something is tied" in sandlot(*ties, *SEED).stderr


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs a folder where nobody can write")
def test_unwritable_results_file_is_named() -> None:
    said = refused("series", "snake", "first.py", "last.py", "--out", "/proc/a.contest")
    assert said.startswith("sandlot: /proc/a.contest cannot be written: ")


def test_broken_pipe() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    typed = ["series", "snake", "first.py", "last.py", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest"]
    with os.fdopen(theirs, "wb") as closed:
        done = subprocess.run([*PYTHON, *typed], stdout=closed, stderr=subprocess.PIPE, env=environment())
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(content("a.contest")[0]) == 1


@pytest.mark.slow
def test_series_stops_early_once_decided() -> None:
    Path("crashes.py").write_text(CRASHES)
    typed = ["series", "snake", "first.py", "crashes.py", "--blocks", "500", "--stop", "--elo", "200", *SEED, "--json"]
    whole = json.loads(sandlot(*typed).stdout)
    assert whole["verdict"] == "better"
    [path] = Path().glob("*.contest")
    assert sandlot("show", path).stdout.count("first is better than crashes") == 1
    assert whole["over"]
    assert sum(each["games"] for each in whole["standings"]) < 200


def test_bot_with_invalid_name_is_reported_and_skipped() -> None:
    folder = Path("bots")
    folder.mkdir()
    bad = ["n" * 210, "turned\u202ename", "bell\x07", "half\udcff", " ", "two\nlines"]
    for name in ["one", "two", "n" * 200, "\u6211\u7684 bot", *bad]:
        (folder / f"{name}.py").write_text(FIRST)
    typed = ["tournament", "snake", "bots", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest"]
    said = sandlot(*typed).stderr.splitlines()
    assert [each["name"] for each in content("a.contest")[1]["entrants"]] == sorted(
        ["one", "two", "n" * 200, "\u6211\u7684 bot"]
    )
    left_out = [line for line in said if line.startswith("left out: ")]
    assert len(left_out) == len(bad)
    assert all(line.isprintable() for line in said)
    assert any("U+202E" in line for line in left_out)
    # If such a bot is named on the command line, the command is refused before anything is written.
    for name in bad:
        refused("series", "snake", f"bots/{name}.py", "first.py", *SEED, "--out", "b.contest", status=1)
        refused("play", "snake", f"bots/{name}.py", "first.py", "--replay", "b.json", status=1)
    assert not {"b.contest", "b.json"} & {path.name for path in Path().iterdir()}


def resumed_old_contest(monkeypatch: pytest.MonkeyPatch, *out: str) -> str:
    """Begin and resume a contest of an earlier version, whose bots have names that are refused now; return its path."""
    bad = ["bell\x07", "turned\u202ename", "un\u200bseen", "two\nlines"]
    Path("bots").mkdir()
    for name in [*bad, "good"]:
        Path("bots", f"{name}.py").write_text(FIRST)
    typed = ["tournament", "snake", "bots", "--blocks", "1", *SEED, "--quiet", *out]
    with monkeypatch.context() as earlier:
        for module in ("tournaments.contest", "api.named", "cli.contests"):
            earlier.setattr(f"sandlot.{module}.problem_of", lambda name: None)
        sandlot(*typed)
    [path] = map(str, Path().glob("*.contest"))
    before = content(path)
    assert {each["name"] for each in before[1]["entrants"]} == {*bad, "good"}
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        last = max(before[0])
        base.execute("DELETE FROM blocks WHERE number = ?", (last,))
        base.execute("DELETE FROM games WHERE block = ?", (last,))
    assert "left out" not in sandlot(*typed).stderr
    assert content(path) == before
    return path


def test_old_contest_resumes_without_out_option(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resumed_old_contest(monkeypatch)


def test_old_contest_keeps_names_that_are_invalid_now(monkeypatch: pytest.MonkeyPatch) -> None:
    path = resumed_old_contest(monkeypatch, "--out", "a.contest")
    for what in ([], ["--format", "csv"], ["--json"], ["--faults"]):
        shown = sandlot("show", path, *what).stdout
        assert not {"\x07", "\u202e", "\u200b"} & set(shown), what
    sandlot("bundle", path, "a.zip")
    assert "turned\\u202ename" in sandlot("show", "a.zip").stdout
    sandlot("verify", "a.zip")
    address = sandlot("link", path, "--results").stdout.strip()
    assert json.loads(sandlot("unlink", address, "--json").stdout)
    # A new contest may not have such names.
    Path("bots/other.py").write_text(FIRST)
    sandlot("tournament", "snake", "bots", "--blocks", "1", *SEED, "--quiet", "--out", "b.contest")
    assert {each["name"] for each in content("b.contest")[1]["entrants"]} == {"good", "other"}


def test_unverified_result_comes_with_command_to_verify() -> None:
    sandlot("series", "snake", "first.py", "last.py", "--games", "2", *SEED, "--quiet", "--out", "it's.contest")
    shown = sandlot("show", "it's.contest")
    line = shown.stderr.splitlines()[-1]
    [commands] = re.findall("checked: (.*)", line)
    for command in commands.split(" && "):
        sandlot(*shlex.split(command)[1:])
    said = sandlot("show", "it's.contest.zip")
    assert said.stdout == shown.stdout
    assert "to have all games played again" in said.stderr
    assert shlex.join(["sandlot", "verify", "it's.contest.zip"]) in said.stderr
    for file in ("it's.contest", "it's.contest.zip"):
        found = sandlot("show", file, "--json")
        assert json.loads(found.stdout)["verified"] is False
        assert "to have all games played again" not in found.stderr


def test_numbered_names_stay_within_limit() -> None:
    for folder in ("a", "b"):
        Path(folder).mkdir()
        Path(folder, f"{'n' * 200}.py").write_text(FIRST)
    bots = [f"{folder}/{'n' * 200}.py" for folder in ("a", "b")]
    sandlot("series", "snake", *bots, "--games", "2", *SEED, "--quiet", "--out", "a.contest")
    assert "n" * 198 + " 2" in sandlot("show", "a.contest").stdout


def test_non_text_command_is_refused() -> None:
    Path("half\udcff").mkdir()
    Path("half\udcff/bot.py").write_text(FIRST)
    assert "UTF-8" in refused("play", "snake", "cmd:python3 half\udcff/bot.py", "first.py")


def test_names_in_csv_are_not_formulas() -> None:
    names = ["=1+1", "+x", "-x", "@x"]
    Path("bots").mkdir()
    for name in names:
        Path("bots", f"{name}.py").write_text(FIRST)
    sandlot("tournament", "snake", "bots", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest")
    text = sandlot("show", "a.contest", "--format", "csv").stdout
    assert sorted(row["name"] for row in csv.DictReader(io.StringIO(text))) == sorted(f"'{name}" for name in names)
    # Numbers stay numbers, also those below zero.
    for cell in ("-3", "+2.5", "-1e-7", "0", "-.5"):
        assert _defused(cell) == cell
    for cell, written in json.loads(Path(__file__).parents[1].joinpath("formulas.json").read_text()).items():
        assert _defused(cell) == written


def test_contest_is_shown_on_terminal_without_rich() -> None:
    ours, theirs = pty.openpty()
    script = (
        "import sys; sys.modules['rich'] = None; from sandlot.cli.main import main; "
        "sys.argv[1:] = 'series snake first.py last.py --games 2 --trust'.split(); sys.exit(main())"
    )
    run = subprocess.Popen([sys.executable, "-c", script], stdout=theirs, stderr=theirs, env=environment())
    os.close(theirs)
    said = b""
    with contextlib.suppress(OSError):
        while data := os.read(ours, 1 << 16):
            said += data
    os.close(ours)
    assert run.wait() == 0, said.decode()
    assert b"Standings" in said and b"Traceback" not in said
