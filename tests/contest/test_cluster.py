"""Contests on a real cluster: Dask's scheduler and two workers on this machine, one killed in the middle."""

from __future__ import annotations

import contextlib
import gc
import json
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="contests need a POSIX system")

from clusters import scheduler, worker
from sandlot.archive.sources import pack
from sandlot.contest.cluster import WAIT_SECONDS, Cluster, NoCluster, cluster
from sandlot.contest.entrants import entrants_of
from sandlot.contest.runner import ContestProgress, run
from sandlot.contest.store import Store
from sandlot.contest.task import task_of
from sandlot.contest.workers import WorkerDied, Workers
from sandlot.games import GAMES, rules
from sandlot.local import Bot
from sandlot.messages import render
from sandlot.tournaments.contest import Contest
from sandlot.tournaments.kinds import plan_from
from test_cli import PYTHON, environment, refused, sandlot

SLOWLY = "import time\ndef move(view):\n    time.sleep(0.004)\n    return (view['safe'] or [0])[-1]\n"
QUICKLY = "def move(view):\n    return (view['safe'] or [0])[0]\n"


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    with scheduler(tmp_path) as address:
        yield address


@pytest.mark.slow
def test_lost_worker_only_repeats_blocks(address: str) -> None:
    Path("slowly.py").write_text(SLOWLY)
    Path("quickly.py").write_text(QUICKLY)
    typed = ["series", "snake", "slowly.py", "quickly.py", "--blocks", "8", "--seed", "3", "--trust", "--quiet"]
    with worker(address) as first, worker(address), cluster(address) as far:
        while far.workers() < 2:
            time.sleep(0.05)

        def kill_one() -> None:
            while not (Path("far.contest").exists() and blocks("far.contest")):
                time.sleep(0.02)
            first.kill()

        killer = threading.Thread(target=kill_one)
        killer.start()
        done = sandlot(*typed, "--out", "far.contest", "--cluster", address, "--json")
        killer.join()
    assert first.poll() is not None
    near = sandlot(*typed, "--out", "near.contest", "--workers", "1", "--json")
    assert blocks("far.contest") == blocks("near.contest")
    told, expected = json.loads(done.stdout), json.loads(near.stdout)
    voids = told.pop("voids")
    assert voids
    assert all("worker was lost" in each["why"] for each in voids)
    assert told == {name: value for name, value in expected.items() if name != "voids"}


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_prints_command_to_resume(address: str) -> None:
    Path("slowly.py").write_text(SLOWLY)
    typed = ["series", "snake", "slowly.py", "cautious", "--blocks", "400", "--trust", "--out", "a.contest"]
    typed += ["--cluster", address]
    with worker(address):
        run = subprocess.Popen([*PYTHON, *typed], env=environment(), stderr=subprocess.PIPE, text=True)
        while not (Path("a.contest").exists() and blocks("a.contest")):
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()
    assert run.returncode == 130
    assert shlex.join(["sandlot", *typed]) in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_lost_scheduler_is_reported(tmp_path: Path) -> None:
    with scheduler(tmp_path) as address, pytest.raises(NoCluster) as gone, cluster(address) as far:
        assert far.workers() == 0
        # Dask does this itself after it has failed for half a minute to reconnect to the scheduler.
        far._client.close()
        far.workers()
    assert address in render(gone.value.text)


class NoWorkers:
    """A client of Dask's whose scheduler has no workers."""

    status = "running"

    def scheduler_info(self, n_workers: int) -> dict[str, object]:
        return {"workers": {}}


def test_contest_does_not_wait_for_ever_for_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("sandlot.contest.cluster.time.monotonic", lambda: now)
    far = Cluster(NoWorkers(), "tcp://10.0.0.1:8786", lambda tasks: 0)
    # One long pause between two looks proves nothing: this process itself may have been stopped.
    now += 10 * WAIT_SECONDS
    assert far.workers() == 0
    with pytest.raises(NoCluster, match="for 5 minutes") as gone:
        while now < 12 * WAIT_SECONDS:
            now += 0.5
            far.workers()
    assert 10.9 * WAIT_SECONDS < now < 11.1 * WAIT_SECONDS
    assert "dask worker tcp://10.0.0.1:8786" in str(gone.value)


@pytest.mark.slow
def test_contest_whose_only_worker_dies_ends_and_goes_on_later(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_from({"kind": "series", "blocks": 30, "seeds": {"first": 3, "given": []}}, 2)
    bots = [Bot("ann", "code", SLOWLY, "ann.py"), Bot("bob", "code", QUICKLY, "bob.py")]
    contest = Contest(GAMES["snake"], rules("snake"), entrants_of(bots, rules("snake")), plan.json(), secret="ab" * 16)
    store = Store.create(tmp_path / "a.contest", contest, [pack(bot) for bot in bots])
    with worker(address) as only, cluster(address) as far:
        while far.workers() < 1:
            time.sleep(0.05)

        def kill(progress: ContestProgress) -> None:
            if progress.results:
                only.kill()

        with monkeypatch.context() as patch, pytest.raises(NoCluster, match="no worker has been connected"):
            patch.setattr("sandlot.contest.cluster.WAIT_SECONDS", 1)
            run(store, plan, lambda block: task_of(contest, block, bots, None), far, far.workers, kill)
    kept = store.results()
    assert 0 < len(kept) < 30
    with worker(address), cluster(address) as far:
        while far.workers() < 1:
            time.sleep(0.05)
        ended = run(store, plan, lambda block: task_of(contest, block, bots, None), far, far.workers)
    assert ended.schedule.over
    assert store.results().items() >= kept.items()
    store.close()


@pytest.mark.slow
def test_log_of_dask_is_not_shown(address: str) -> None:
    """Some of its loggers write to the terminal by themselves, such as the one that says that a scheduler is gone."""
    code = "import logging\nfrom sandlot.contest.cluster import cluster\n"
    code += f"with cluster({address!r}):\n for name in ('distributed', 'distributed.client', 'tornado.application'):\n"
    code += "  logging.getLogger(name).error('gone')"
    run = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True)
    assert run.stdout + run.stderr == ""


def blocks(path: str) -> object:
    store = Store.open(Path(path), writable=False)
    try:
        return store.results()
    finally:
        store.close()


LIARS = {
    "swaps": """
        def play_tasks(tasks):
            parts = [json.loads(each) for each in true(tasks)]
            for part in parts:
                for game in part["result"]["games"]:
                    game["places"].reverse()
                    game["scores"].reverse()
            return [json.dumps(part).encode() for part in parts]
    """,
    "other_seed": """
        def play_tasks(tasks):
            def other(asked):
                return dataclasses.replace(asked, block=dataclasses.replace(asked.block, seed=asked.block.seed + 1))
            parts = [json.loads(each) for each in true([other(asked) for asked in tasks])]
            for part, asked in zip(parts, tasks):
                part["result"]["seed"] = asked.block.seed
            return [json.dumps(part).encode() for part in parts]
    """,
    "no_replay": """
        def play_tasks(tasks):
            parts = [json.loads(each) for each in true(tasks)]
            for part in parts:
                part["replays"] = ["bm8gemxpYg==" for each in part["replays"]]
            return [json.dumps(part).encode() for part in parts]
    """,
    "endless": """
        def play_tasks(tasks):
            return itertools.repeat(b"{}")
    """,
    "unreadable": """
        class Answer:
            def __reduce__(self):
                return int, ("no number",)

        def play_tasks(tasks):
            return Answer()
    """,
    "ending": """
        class Answer:
            def __reduce__(self):
                return sys.exit, ()

        def play_tasks(tasks):
            return Answer()
    """,
    "spoils": """
        def play_tasks(tasks):
            return [b'{"void": ["void.machine", {"why": "no"}], "for_good": true}'] * len(tasks)
    """,
}


@pytest.mark.slow
def test_lying_workers_are_excluded(address: str, tmp_path: Path) -> None:
    plan = plan_from({"kind": "series", "blocks": 10, "seeds": {"first": 3, "given": []}}, 2)
    bots = [Bot("ann", "code", QUICKLY, "ann.py"), Bot("bob", "code", QUICKLY, "bob.py")]
    contest = Contest(GAMES["snake"], rules("snake"), entrants_of(bots, rules("snake")), plan.json(), secret="ab" * 16)
    # Dask runs the preload script twice.
    imports = "import dataclasses, itertools, json, sys\nfrom sandlot.contest import task\n"
    imports += "true = task.true = getattr(task, 'true', task.play_tasks)\n"
    with contextlib.ExitStack() as stack:
        for name, lie in LIARS.items():
            liar = tmp_path / f"{name}.py"
            liar.write_text(f"{imports}{textwrap.dedent(lie)}\ntask.play_tasks = play_tasks\n")
            stack.enter_context(worker(address, "--preload", liar, "--name", name))
        stack.enter_context(worker(address, "--name", "honest"))
        far = stack.enter_context(cluster(address))
        while far.workers() <= len(LIARS):
            time.sleep(0.05)
        names = {at: each["name"] for at, each in far._client.scheduler_info(n_workers=-1)["workers"].items()}
        store = Store.create(tmp_path / "a.contest", contest, [pack(bot) for bot in bots])
        ended = run(store, plan, lambda block: task_of(contest, block, bots, None), far, far.workers)
    assert ended.schedule.over
    assert not ended.void
    assert {names[each] for each in far.excluded} == LIARS.keys() - {"spoils"}
    voids = [render(each.why) for each in store.voids()]
    assert all(any(at in each for each in voids) for at in far.excluded)
    # Each was excluded for its wrong reply, and not for a timeout.
    assert {each.id for each in far.excluded.values()} == {"void.untrue"}
    # No sentence says of our own file of results that it is damaged.
    assert not any("damaged" in each for each in voids)
    near = Store.create(tmp_path / "b.contest", contest, [pack(bot) for bot in bots])
    with Workers(1) as workers:
        assert run(near, plan, lambda block: task_of(contest, block, bots, None), workers, lambda: 1).schedule.over
    assert store.results() == near.results()
    store.close()
    near.close()


@pytest.mark.slow
def test_silent_worker_is_named_and_gets_no_more_tasks(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandlot.contest.cluster.LEAST_SECONDS", 0.1)
    with worker(address), cluster(address, None, lambda seconds: 0.1) as far:
        while not far.workers():
            time.sleep(0.05)
        future = far.submit(time.sleep, 10**6)
        with pytest.raises(NoCluster) as gone:
            while True:
                far.workers()
                time.sleep(0.05)
    [(at, late)] = far.excluded.items()
    assert at in render(late)
    assert render(late) in render(gone.value.text)
    assert isinstance(future.exception(), WorkerDied)
    assert far.failed(future) == late


@pytest.mark.slow
def test_worker_without_certificate_is_refused(tmp_path: Path) -> None:
    def openssl(line: str) -> None:
        subprocess.run(["openssl", *line.split()], cwd=tmp_path, check=True, capture_output=True)

    for name in ("ca", "other"):
        openssl(f"req -x509 -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.pem")
    for name, of in (("cert", "ca"), ("stranger", "other")):
        openssl(f"req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.key -out {name}.csr")
        openssl(f"x509 -req -in {name}.csr -CA {of}.pem -CAkey {of}.key -CAcreateserial -out {name}.pem")
    ours = tls_options(tmp_path, "cert")
    tls = {"tls_ca_file": "ca.pem", "tls_client_cert": "cert.pem", "tls_client_key": "cert.key"}
    files = {name: str(tmp_path / file) for name, file in tls.items()}
    soon = ["--death-timeout", "5"]
    with scheduler(tmp_path, *ours) as address, cluster(address, files) as far, contextlib.ExitStack() as stack:
        assert address.startswith("tls://")
        # A worker gives up when it cannot connect to the scheduler for this long.
        tcp = address.replace("tls://", "tcp://")
        strangers = [
            (address, tls_options(tmp_path, "stranger")),
            (address, ["--tls-ca-file", tmp_path / "ca.pem"]),
            (tcp, []),
        ]
        outside = [stack.enter_context(worker(at, *of, *soon)) for at, of in strangers]
        for each in outside:
            assert each.wait() != 0
        assert far.workers() == 0
        stack.enter_context(worker(address, *ours, *soon))
        while far.workers() < 1:
            time.sleep(0.05)
        assert far.workers() == 1
        assert far.submit(bytes, 3).result() == bytes(3)
        others = {
            **files,
            "tls_client_cert": str(tmp_path / "stranger.pem"),
            "tls_client_key": str(tmp_path / "stranger.key"),
        }
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sandlot.contest.cluster.CONNECT_SECONDS", 2)
            for wrong in (others, None):
                with pytest.raises(NoCluster), cluster(address, wrong):
                    pass


def tls_options(folder: Path, name: str) -> list[object]:
    return [
        "--tls-ca-file",
        folder / "ca.pem",
        "--tls-cert",
        folder / f"{name}.pem",
        "--tls-key",
        folder / f"{name}.key",
    ]


@pytest.mark.parametrize("address", ["nowhere", "", "http://10.0.0.1:8786", "tcp://10.0.0.1:port"])
def test_bad_cluster_address_fails_fast(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoCluster) as bad, cluster(address):
        pass
    assert "is no address of a scheduler" in render(bad.value.text)
    gc.collect()
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_unreachable_scheduler_gives_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sandlot.contest.cluster.CONNECT_SECONDS", 0.5)
    with pytest.raises(NoCluster) as bad, cluster("tcp://127.0.0.1:9"):
        pass
    assert "tcp://127.0.0.1:9" in render(bad.value.text)
    typed = ("series", "snake", "cautious", "cautious", "--blocks", "1", "--quiet", "--cluster", "tcp://127.0.0.1:9")
    assert "no scheduler answers" in refused(*typed, status=1)
    assert list(tmp_path.iterdir()) == []
