"""A Dask scheduler and workers on this machine, started with the commands of Dask's documentation."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1] / "py"


@contextlib.contextmanager
def scheduler(folder: Path, *more: object) -> Iterator[str]:
    """Start a scheduler that writes its address into this folder, with the options `more`; yield the address."""
    file = folder / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", file, *more]
    with _process("distributed.cli.dask_scheduler", *options):
        while not (file.exists() and file.read_text().strip()):
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]


def worker(address: str, *more: object) -> contextlib.AbstractContextManager[subprocess.Popen[bytes]]:
    """Run a worker that plays one block at a time until the context ends. Its folder does not contain the bots."""
    return _process("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *more)


@contextlib.contextmanager
def _process(module: str, *options: object) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", module, *map(str, options)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    with tempfile.TemporaryDirectory() as folder:
        quiet = subprocess.DEVNULL
        started = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet, cwd=folder)
        try:
            yield started
        finally:
            started.kill()
            started.wait()
