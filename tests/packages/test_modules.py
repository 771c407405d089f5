"""The advice for authors of bots that import a missing module, in the page and on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from engine import played, replied
from sandlot import page
from sandlot.match.replay import verify
from sandlot.match.replay_file import loads
from sandlot.messages import render
from sandlot.packages import modules
from sandlot_build import packages
from test_packages import SOURCES


@pytest.mark.slow
def test_known_modules_match_pyodide() -> None:
    text = packages.KNOWN_MODULES.read_text(encoding="utf-8")
    assert text == packages.known_modules(), "renew it: python3 build.py check --fix"
    known = json.loads(text)
    assert (
        known["compiled"].items()
        >= {"numpy": "numpy", "yaml": "pyyaml", "PIL": "pillow", "cv2": "opencv-python"}.items()
    )
    assert (
        known["pure"].items()
        >= {"attr": "attrs", "bs4": "beautifulsoup4", "sortedcontainers": "sortedcontainers"}.items()
    )
    assert {"tkinter", "curses", "smtplib", "winreg"} <= set(known["absent"])
    assert not {"json", "sqlite3", "lzma", "multiprocessing"} & set(known["absent"])


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("numpy", "numpy is compiled code, and a bot in the page runs only what is written in Python"),
        ("sklearn", "on the command line with scikit-learn installed"),
        ("attr", 'put the lines “# /// script”, “# dependencies = ["attrs"]” and “# ///” at the top'),
        ("beautifulsoup4", "the package of that name is imported as bs4"),
        ("python_dateutil", "the package of that name is imported as dateutil"),
        ("opencv_python", "the package of that name is imported as cv2"),
        ("tkinter", "tkinter belongs to Python, but not to the Python of the page"),
        ("my_helpers", "A file of yours does not come along with the bot: put its code into the bot's own file"),
        ("numpy2", '“# dependencies = ["numpy2"]”'),
    ],
)
def test_missing_module_is_explained(module: str, sentence: str) -> None:
    hint = modules.explain(module)
    assert hint is not None
    assert sentence in render(hint)


@pytest.mark.parametrize(
    ("module", "requirements", "is_missing"),
    [
        ("json", (), False),
        ("sandlot", (), False),
        ("my_helpers", (), True),
        ("attr", (), True),
        ("attr", ("attrs",), False),
        ("my_helpers", ("attrs",), False),
        ("numpy", ("attrs",), True),
        ("tkinter", (), True),
    ],
)
def test_modules_that_a_bot_will_not_find_are_known_before_it_runs(
    module: str, requirements: tuple[str, ...], is_missing: bool
) -> None:
    assert modules.lacks(module, requirements) == is_missing


def test_python_message_suffices_for_stdlib_modules() -> None:
    assert modules.explain("json") is None


@pytest.mark.parametrize(
    ("error", "module"),
    [
        ("ModuleNotFoundError: No module named 'numpy'", "numpy"),
        ("ModuleNotFoundError: No module named '\u5de5\u5177'", "\u5de5\u5177"),
        ("ModuleNotFoundError: No module named 'numpy.linalg'", None),
        ("ModuleNotFoundError: No module named 'json.x'; 'json' is not a package", None),
        ("ModuleNotFoundError: No module named '" + "a" * 101 + "'", None),
        ("ImportError: cannot import name 'x' from 'json'", None),
        (None, None),
        (3, None),
    ],
)
def test_missing_module_is_read_from_python_message(error: Any, module: str | None) -> None:
    assert modules.missing(error) == module


def crashed(module: str) -> dict[str, Any]:
    error = f"ModuleNotFoundError: No module named '{module}'"
    reply = {"fault": "crash", "trace": {"line": 1, "error": error, "traceback": error}}
    return {"said": json.dumps(reply), "ms": 1}


@pytest.mark.parametrize("stage", ["start", "move"])
def test_missing_module_is_explained_in_match_and_replay(stage: str) -> None:
    players = [{"name": name, "kind": "code"} for name in ("a", "b")]
    driver = page.Driver(json.dumps({"game": "tank", "players": players, "seed": 1}))
    started, stays = replied("module"), replied("[-1,-1]")
    answers = (
        {0: [started, crashed("numpy")], 1: [started, stays]}
        if stage == "move"
        else {0: [crashed("numpy")], 1: [started, stays]}
    )
    text, said = played(driver, lambda ask: answers[ask["player"]].pop(0))
    end = said[-1]
    told = "a could not be started: numpy is compiled" if stage == "start" else "a crashed on turn 1: numpy is compiled"
    assert told in render(end["result"]["reason"], ["a", "b"])
    assert verify(loads(text)) is None


@pytest.mark.parametrize(
    ("requirement", "package"),
    [
        ("numpy", "numpy"),
        ("NumPy>=2", "NumPy"),
        ("PyYAML[x] ~= 6.0", "PyYAML"),
        ("scikit_learn", "scikit_learn"),
        ("numpy; python_version < '3'", None),
        ("attrs", None),
        ("aiohttp", None),
        ("torch", None),
        (" ", None),
    ],
)
def test_compiled_package_is_refused_without_asking(requirement: str, package: str | None) -> None:
    assert modules.compiled_among(["attrs", requirement]) == package
    if requirement.strip():
        said = json.loads(page.declared(f"# /// script\n# dependencies = [{json.dumps(requirement)}]\n# ///\n"))
        assert ("problem" in said) == (package is not None)
        if package:
            assert f"{package} is compiled code" in render(said["problem"])


@pytest.mark.slow
def test_command_line_names_python_without_module(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    command = [sys.executable, "-m", "sandlot", "play", "tank", str(bot), "random", "--seed", "1"]

    def hint(source: str) -> str:
        bot.write_text(source)
        return subprocess.run(command, capture_output=True, text=True, check=False, env=SOURCES).stderr

    assert f"To install it: {sys.executable} -m pip install opencv-python" in hint("import cv2\n")
    assert f"{sys.executable} -m pip install not-there" not in hint("import not_there\n")
    assert f"{sys.executable} -m pip install not_there" in hint("import not_there\n")
    assert f"a part of Python that {sys.executable} was built without" in hint("import msvcrt\n")
    (tmp_path / "helper.py").write_text("def move(view):\n    return [-1, -1]\n")
    assert "pip" not in hint("from helper import move\n")
