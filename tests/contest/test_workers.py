"""Worker processes on this machine: a worker that dies is replaced, and none outlives its parent."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="contests need a POSIX system")

from sandlot.contest.workers import WorkerDied, Workers


@pytest.fixture(autouse=True)
def _with_the_functions_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


def _pid() -> int:
    return os.getpid()


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _fail() -> None:
    raise ValueError("no")


def _tidy(told: Path, may: Path) -> None:
    told.touch()
    while not may.exists():
        time.sleep(0.01)


def _tidies_later(told: Path, may: Path) -> None:
    atexit.register(_tidy, told, may)


def test_dead_worker_is_replaced_and_only_its_task_fails() -> None:
    with Workers(1) as workers:
        before = workers.submit(_pid).result()
        assert workers.submit(_pid).result() == before != os.getpid()
        with pytest.raises(WorkerDied):
            workers.submit(_die).result()
        assert workers.submit(_pid).result() != before
        with pytest.raises(ValueError, match="no"):
            workers.submit(_fail).result()


def test_starting_worker_ignores_ctrl_c() -> None:
    with Workers(1) as workers:
        told = workers.submit(_pid)
        while not workers._workers:
            time.sleep(0.001)
        [worker] = workers._workers
        while not told.done():
            os.kill(worker.process.pid, signal.SIGINT)
            time.sleep(0.001)
        assert told.result() == worker.process.pid


PARENT = """
    import os, sys, time
    sys.path.insert(0, {here!r})
    from sandlot.contest.workers import Workers
    from test_workers import _pid
    if __name__ == "__main__":
        workers = Workers(1)
        print(workers.submit(_pid).result(), flush=True)
        workers.submit(time.sleep, 600)
        time.sleep(600)
"""


def test_workers_end_when_parent_is_killed(tmp_path: Path) -> None:
    # Not at the top: workers import this file, and cannot find the tests' helpers.
    from waiting import is_gone

    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT.format(here=str(Path(__file__).parent))))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    typed = [sys.executable, str(script)]
    with subprocess.Popen(typed, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        parent.kill()
    while not is_gone(worker):
        time.sleep(0.05)


@pytest.mark.parametrize(("is_stopped", "status"), [(False, 0), (True, 128 + signal.SIGTERM)])
def test_second_signal_does_not_interrupt_worker_cleanup(
    is_stopped: bool, status: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told, may = tmp_path / "told", tmp_path / "may"
    workers = Workers(1)
    workers.submit(_tidies_later, told, may).result()
    [worker] = workers._workers
    if is_stopped:
        workers.submit(time.sleep, 600)
    workers.shutdown(wait=False, cancel_futures=is_stopped)
    while not told.exists():
        time.sleep(0.01)
    worker.process.send_signal(signal.SIGTERM)
    may.touch()
    assert worker.process.wait() == status
    assert capfd.readouterr().err == ""
