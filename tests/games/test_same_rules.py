"""The hash of a game's rules: it changes with their code, and is the same on every Python."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree, which
from types import FrameType
from typing import Any

import pytest
from conftest import in_node
from sandlot import games
from sandlot.games import ASIDE, GAMES, rules, tree_hash
from sandlot.match.replay import positions
from sandlot.syntax import literal, tree_text
from test_conformance import random_player, run, setting

each_game = pytest.mark.parametrize("name", list(GAMES))
TOP = Path(__file__).parents[2]
OTHERS = ("python3.11", "python3.12", "python3.13", "python3.14")

#: Code that versions of Python parse differently, or write differently with `ast.dump`.
SAMPLE = '''"""A module."""
from __future__ import annotations
from dataclasses import dataclass
X: int = -1_000
TEXTS = ["ж\\u2028", b"\\xff", 'a' "b", f"{X!r:>{X}}" " and " f"{X}", f"{'a'}" "", f"", u"u", 1e3, 2j, ..., None]
@dataclass
class A:
    """A class."""
    field: list[int]
    def method(self, a, /, b=1, *c, d=None, **e) -> str:
        """A method."""
        match a:
            case [1, *rest] if (n := len(rest)) > 1:
                return f"{n=}"
        return f"{a:{b}.{X}f}{{}}" f"{d}"
async def go(*, x):
    "Go."
    global Y
    try:
        async with x as y: Y = lambda: (yield)
    except* ValueError: pass
'''


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the games' files to a folder from which `tree_hash` reads them."""
    folder = copytree(games.FOLDER, tmp_path / "games")
    monkeypatch.setattr(games, "FOLDER", folder)
    return folder


@each_game
def test_comments_and_docstrings_do_not_change_rules_hash(name: str, copied: Path) -> None:
    before = tree_hash(name)
    for module in (copied / name).rglob("*.py"):
        text = module.read_text(encoding="utf-8")
        lines = text.replace("\n    def ", "\n\n    # A comment.\n    def ").replace('"""', '"""In other words: ', 1)
        module.write_bytes(f"# First.\n{lines}\n\n# Last.\n".replace("\n", "\r\n").encode())
    assert tree_hash(name) == before
    for module in [*(copied / name / "bots").glob("*.py"), *(copied / name / each for each in ASIDE)]:
        module.write_text("other = 1\n")
    for words in (copied / name / "words").iterdir():
        words.write_text("{}")
    assert tree_hash(name) == before


@each_game
def test_other_changes_change_rules_hash(name: str, copied: Path) -> None:
    hashes = {tree_hash(name)}
    for module in sorted((copied / name).glob("*.py")):
        if module.name not in ASIDE:
            module.write_text(module.read_text(encoding="utf-8") + "\n_more = 1\n", encoding="utf-8")
            hashes.add(tree_hash(name))
    (copied / name / "more.py").write_text("")
    hashes.add(tree_hash(name))
    assert len(hashes) == sum(each.name not in ASIDE for each in (copied / name).glob("*.py")) + 1


@each_game
def test_modules_outside_rules_hash_are_not_called(name: str) -> None:
    called: set[tuple[str, str]] = set()

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            called.add((frame.f_code.co_filename, frame.f_code.co_name))

    for form in ("module", "program"):
        _, replay, _ = run(setting(name), random_player(name, form))
        sys.setprofile(profile)
        try:
            played = list(positions(replay, range(len(replay.turns))))
        finally:
            sys.setprofile(None)
        assert len(played) == len(replay.turns)
    of_game = {(Path(file).name, what) for file, what in called if Path(file).parent == games.FOLDER / name}
    assert "rules.py" in {file for file, _ in of_game}
    assert not [each for each in of_game if each[0] in ASIDE]


def test_names_of_known_rules_are_current() -> None:
    """A name for other rules than the present ones is useless."""
    today = {tree_hash(name): rules(name) for name in GAMES}
    stale = games.KNOWN_AS.keys() - today.keys()
    assert not stale, (
        f"the rules of these lines of KNOWN_AS have changed: {sorted(stale)}. Where matches go otherwise now, remove "
        f"the line: the rules have a new name. Where they go as before, write today's hash in its place: {today}"
    )


def _runs(python: str) -> bool:
    """Tell whether this Python runs. The command may be a wrapper script that finds no interpreter."""
    return which(python) is not None and subprocess.run([python, "-c", ""], capture_output=True).returncode == 0


def test_hash_is_the_same_in_page_and_every_python() -> None:
    """The page has the newest supported Python; which others are tested depends on the machine."""
    here = {"games": {name: tree_hash(name) for name in GAMES}, "sample": tree_text(SAMPLE.encode())}
    asking = """
import json
from sandlot.games import GAMES, tree_hash
from sandlot.match.replay import positions
from sandlot.syntax import tree_text
json.dumps({"games": {name: tree_hash(name) for name in GAMES}, "sample": tree_text(sample.encode())})"""
    in_page = in_node(
        f"""
        import {{ bootPython }} from './tests/js/python.ts';
        const python = await bootPython(() => undefined);
        python.globals.set('sample', {json.dumps(SAMPLE)});
        console.log(python.runPython({json.dumps(asking)}));
        """
    )
    assert json.loads(in_page) == here
    script = asking.replace("\njson.dumps(", "\nprint(json.dumps(") + ")"
    script = f"import sys\nsys.path.insert(0, {str(TOP / 'py')!r})\nsample = sys.stdin.read()\n{script}"
    for other in filter(_runs, OTHERS):
        ran = subprocess.run([other, "-c", script], input=SAMPLE, capture_output=True, text=True, encoding="utf-8")
        assert json.loads(ran.stdout) == here, (other, ran.stderr)


class Finalized:
    """Part of a reference cycle with a finalizer: garbage collection then runs Python code and may switch threads."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        for _ in range(50):
            pass


def test_concurrent_threads_parse_sources() -> None:
    """Python 3.11 may fail if two threads parse at the same time: "AST constructor recursion depth mismatch"."""

    source = (Path(games.__file__).parent / "tank" / "logs.py").read_bytes()

    def texts(_: int) -> set[str]:
        found = set()
        for _ in range(30):
            for _ in range(20):
                Finalized()
            found.add(tree_text(source))
            assert literal("[[1, 2], (3, {4: 5})]") == [[1, 2], (3, {4: 5})]
        return found

    before, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.set_threshold(50)
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert len(set().union(*pool.map(texts, range(4)))) == 1
    finally:
        gc.set_threshold(*before)
        sys.setswitchinterval(interval)
