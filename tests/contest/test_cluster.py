"""Contests on a real cluster: Dask's scheduler and two workers on this machine, one killed in the middle."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

if os.name != "posix":
    pytest.skip("contests need a POSIX system", allow_module_level=True)

from clusters import scheduler, worker
from sandlot.contest.cluster import NoCluster, cluster
from sandlot.contest.store import Store
from sandlot.messages import render
from test_cli import PYTHON, environment, refused, sandlot

SLOWLY = "import time\ndef move(view):\n    time.sleep(0.004)\n    return (view['safe'] or [0])[-1]\n"
QUICKLY = "def move(view):\n    return (view['safe'] or [0])[0]\n"


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    with scheduler(tmp_path) as address:
        yield address


@pytest.mark.slow
def test_a_lost_worker_costs_repeated_blocks_alone(address: str) -> None:
    Path("slowly.py").write_text(SLOWLY)
    Path("quickly.py").write_text(QUICKLY)
    typed = ["series", "snake", "slowly.py", "quickly.py", "--blocks", "4", "--seed", "3", "--trust", "--quiet"]
    with worker(address) as first, worker(address), cluster(address) as (_, count):
        while count() < 2:
            time.sleep(0.05)

        def kill_one() -> None:
            while not (Path("far.contest").exists() and blocks("far.contest")):
                time.sleep(0.02)
            first.kill()

        killer = threading.Thread(target=kill_one)
        killer.start()
        far = sandlot(*typed, "--out", "far.contest", "--cluster", address, "--json")
        killer.join()
    assert first.poll() is not None
    near = sandlot(*typed, "--out", "near.contest", "--workers", "1", "--json")
    assert blocks("far.contest") == blocks("near.contest")
    assert far.stdout == near.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_says_how_to_go_on(address: str) -> None:
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
def test_a_scheduler_that_is_gone_is_told_in_a_sentence(tmp_path: Path) -> None:
    with scheduler(tmp_path) as address, pytest.raises(NoCluster) as gone, cluster(address) as (executor, count):
        assert count() == 0
        # What Dask does by itself once it has tried for half a minute to reach a scheduler again.
        cast(Any, executor)._client.close()
        count()
    assert address in render(gone.value.text)


def blocks(path: str) -> object:
    store = Store.open(Path(path), writable=False)
    try:
        return store.results()
    finally:
        store.close()


@pytest.mark.parametrize("address", ["nowhere", "", "http://10.0.0.1:8786", "tcp://10.0.0.1:port"])
def test_what_is_no_address_is_refused_at_once_and_nothing_is_printed_later(
    address: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(NoCluster) as bad, cluster(address):
        pass
    assert "is no address of a scheduler" in render(bad.value.text)
    gc.collect()
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_without_a_scheduler_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sandlot.contest.cluster.CONNECT_SECONDS", 0.5)
    with pytest.raises(NoCluster) as bad, cluster("tcp://127.0.0.1:9"):
        pass
    assert "tcp://127.0.0.1:9" in render(bad.value.text)
    typed = ("series", "snake", "cautious", "cautious", "--blocks", "1", "--quiet", "--cluster", "tcp://127.0.0.1:9")
    assert "no scheduler answers" in refused(*typed, status=1)
    assert list(tmp_path.iterdir()) == []
