"""Files in the current folder that are named like Python's modules: no process of ours imports them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_cli import PYTHON, environment

pytest.importorskip("fcntl", reason="contests need a POSIX system")

from sandlot.local import sandbox_choice
from sandlot.sandbox.launch import installed

NAMES = ("signal", "json", "sitecustomize", "usercustomize", "random", "typing", "socket", "pickle", "threading")

# As a bot, the file plays. Imported under any other name, it records that it has entered another process.
PLANTED = """
import os
if __name__ != "bot":
    with open({found!r}, "a") as file:
        file.write(f"{{__name__}}\\n")
def move(view):
    return (view["safe"] or [0])[0]
"""


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Fill the current folder with such files; return the path of the file in which they record wrong imports."""
    here, found = tmp_path / "here", tmp_path / "found"
    for folder in (here, here / "several"):
        folder.mkdir()
        for name in NAMES:
            (folder / f"{name}.py").write_text(PLANTED.format(found=str(found)))
    (here / "several" / "__main__.py").write_text(PLANTED.format(found=str(found)))
    monkeypatch.chdir(here)
    return found


def run(*typed: str, before: str = "", python: tuple[str, ...] = ("-P",), **more: str) -> None:
    """Run a command in a new process, after the statements `before`."""
    script = f"import sys; sys.argv[1:] = {list(typed)!r}; {before}from sandlot.cli.main import main; sys.exit(main())"
    line = [sys.executable, *python, "-c", script]
    done = subprocess.run(line, env={**environment(), **more}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("paths", ["", "{package}:"])
def test_bots_named_like_stdlib_modules(found: Path, paths: str) -> None:
    """Workers and fork servers do not take an empty entry of PYTHONPATH for the current folder."""
    before = f"import os; os.environ['PYTHONPATH'] = {paths.format(package=environment()['PYTHONPATH'])!r}; "
    typed = ("signal.py", "json.py", "--games", "2", "--workers", "1", "--trust", "--quiet")
    run("series", "snake", *typed, before=before if paths else "")
    assert not found.exists()


@pytest.mark.parametrize("sandbox", [each.sandbox.name for each in sandbox_choice.probes() if each.why is None])
def test_bots_within_sandboxes(found: Path, sandbox: str) -> None:
    before = (
        "from sandlot.local import sandbox_choice; "
        f"kept = tuple(each for each in sandbox_choice.probes() if each.sandbox.name == {sandbox!r}); "
        "sandbox_choice.probes = lambda: kept; "
    )
    run("play", "snake", "random.py", "several", "--isolate", "--quiet", before=before)
    # In its own process, a bot of several files imports its own modules first.
    assert not found.exists()


def test_command_imports_nothing_from_current_folder(found: Path) -> None:
    """With `-m` and without `-P`, Python imports a few modules before ours."""
    typed = [*PYTHON, "play", "snake", "random.py", "signal.py", "--quiet"]
    done = subprocess.run(typed, env=environment(), capture_output=True, text=True)
    assert (done.returncode, found.exists()) == (0, False), done.stderr


def test_helper_programs_come_from_system_folders(found: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bwrap", "setpriv", "sh"):
        Path(name).write_text(f"#!/bin/sh\necho {name} >>{found}\nexit 1\n")
        Path(name).chmod(0o755)
    for path in (".", "", "bin:."):
        monkeypatch.setenv("PATH", f"{path}:{os.environ['PATH']}")
        assert Path(installed("bwrap") or "/").is_absolute()
    run("doctor")
    assert not found.exists()
