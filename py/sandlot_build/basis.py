"""Shared by all parts of the build: paths, progress output, and running other programs."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
WORK = ROOT / ".build"
VENV = ROOT / ".venv"
PYODIDE_WHEELS = VENV / "pyodide-wheels"
MODULES = ROOT / "node_modules"
STATIC = ROOT / "static"
PYODIDE = MODULES / "pyodide"
PYTHON_LOCK = ROOT / "tests" / "requirements.lock"
PYODIDE_WHEELS_LOCK = ROOT / "tests" / "requirements-pyodide.txt"
NPM_LOCK = ROOT / "package-lock.json"
OFFLINE_WORDS = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|NewConnectionError|Failed to resolve|"
    r"Temporary failure in name resolution|Connection refused|Network is unreachable|Read timed out"
)


class Problem(Exception):
    """What stopped a command, in one sentence for the user; and the output of the program that failed, if any."""

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.output = output


running: list[str] = []  # the steps that have begun and not ended
unfinished_line: list[str] = []  # the step that the last line printed is about, while that line is open
printing = threading.Lock()


def say(text: str, what: str, end: str = "") -> None:
    """Add text to the line about a step; begin a new line if another step was printed in between."""
    with printing:
        if unfinished_line != [text]:
            print("\n" * len(unfinished_line) + text, end=" ")
        print(what, end=end, flush=True)
        unfinished_line[:] = [] if end else [text]


def tell(text: str) -> None:
    """Print lines that do not belong to a step."""
    with printing:
        print("\n" * len(unfinished_line) + text, flush=True)
        unfinished_line.clear()


@contextlib.contextmanager
def step(text: str) -> Iterator[None]:
    """Print what is being done and, at the end, how long it took."""
    running.append(text)
    say(text, "")
    began = time.monotonic()
    ended = " failed"
    try:
        yield
        ended = f" {time.monotonic() - began:.1f} s"
    finally:
        running.remove(text)
        say(text, ended, end="\n")


def all_at_once(*jobs: Callable[[], Any], most: int | None = None) -> list[Any]:
    """Do several things at the same time, which is faster on a machine with more than one core. `most`: how many run at
    once; they begin in this order. None: all of them.
    """
    with ThreadPoolExecutor(most or len(jobs)) as pool:
        return [started.result() for started in [pool.submit(job) for job in jobs]]


def run(command: list[str | Path], what: str, *, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a program to its end and return what it printed; a dot every few seconds says that it is alive."""
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        raise Problem(f"{what} could not start: {error}.") from error
    while True:
        try:
            out, err = process.communicate(timeout=3)
            break
        except subprocess.TimeoutExpired:
            for text in running[-1:]:
                say(text, ".")
        except BaseException:
            process.kill()
            raise
    if process.returncode == 0:
        return out
    lines = (out + err).strip().splitlines()
    if len(lines) > 80:
        lines[40:-40] = [f"... {len(lines) - 80} lines ..."]
    raise Problem(f"{what} failed; its own words are above.", "\n".join(lines))


def module_command(module: str, root: Path = ROOT) -> tuple[list[str | Path], dict[str, str]]:
    """Return the command that runs a module of ours in a new process, which imports the package in its present state,
    and the environment variables for it.
    """
    env = {"PYTHONPATH": str(root / "py"), "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    return [sys.executable, "-B", "-m", module], env


def run_module(module: str, *arguments: str | Path) -> str:
    """Run a module of ours in a process of its own; return what it printed."""
    command, env = module_command(module)
    return run([*command, *arguments], f"python -m {module}", env=env)


def fetch(command: list[str | Path], what: str, *, env: dict[str, str] | None = None) -> None:
    """Run a program that downloads something, and tell a missing network from other errors."""
    try:
        run(command, what, env=env)
    except Problem as problem:
        if not OFFLINE_WORDS.search(problem.output):
            raise
        raise Problem(f"{what} could not reach the network: check the connection and run this again.") from problem


def show(command: list[str | Path], *, env: dict[str, str] | None = None) -> int:
    """Run a program that talks to the user itself; return its exit code."""
    sys.stdout.flush()
    return subprocess.call([str(part) for part in command], cwd=ROOT, env={**os.environ, **(env or {})})


def compact(value: object) -> bytes:
    """Return a value as JSON in UTF-8, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Keep two build.py of one checkout from setting up or building at the same time."""
    WORK.mkdir(exist_ok=True)
    with (WORK / "lock").open("a+") as file:
        try:
            import fcntl
        except ImportError:  # Windows lacks it: there the user must not run two builds at once.
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            with step("Waiting for another build.py in this folder"):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
