"""The files that a program can open within a sandbox, besides those in its command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="sandboxes need a POSIX system")

from sandlot.local import linked_folder, program
from sandlot.sandbox.kinds import Sandbox
from sandlot.sandbox.paths import of_program
from test_kinds import RESTS, each_wall, match, said_by

LOOKS = """#!/bin/sh
here=$(dirname "$0")
while read question; do
    for file in {files}; do
        if [ -e "$file" ] && cat "$file" >&2; then echo "$file is open" >&2; fi
    done
    echo 0
done
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mi:ne"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def put(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    Path(path).chmod(0o755)


@each_wall
def test_uninstalled_program_exposes_no_neighbours(sandbox: Sandbox) -> None:
    put("bots/bin/evil", LOOKS.format(files='"$here/../conf/x" "$here/../lib/x" "$here/other"'))
    for name in ("conf/x", "lib/x", "bin/other"):
        put(f"bots/{name}", "a secret")
    replay, _ = match("snake", program(["bots/bin/evil"]), RESTS, sandbox=sandbox)
    assert "secret" not in said_by(replay)
    # The program did run, in a folder whose path contains a colon.
    assert not replay.turns[1][0].fault, said_by(replay)


@each_wall
def test_paths_with_a_colon(sandbox: Sandbox) -> None:
    """Files and folders with a colon in their path are found, and lists of paths are still split at colons."""
    put("data/x", "found it")
    put("more/y", "and this")
    put("look.sh", 'IFS=:\nwhile read question; do for each in $1; do cat "$each"/* >&2; done; echo 0; done\n')
    for named, said in (("data", {"found it"}), ("data:more", {"found it", "and this"})):
        replay, _ = match("snake", program(["sh", "look.sh", named]), RESTS, sandbox=sandbox)
        assert all(each in said_by(replay) for each in said), said_by(replay)


def test_paths_opened_beside_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (f"{tmp_path}/tool", "bots/tool"):
        put(f"{folder}/bin/run", "#!/bin/sh\n")
        put(f"{folder}/lib/x", "")
    here = Path.cwd()
    assert of_program("", ["bots/tool/bin/run"], []).readable == (str(here / "bots/tool/bin/run"),)
    monkeypatch.setenv("PATH", f"{tmp_path / 'tool/bin'}:{os.environ['PATH']}")
    assert str(tmp_path / "tool/lib") in of_program("", ["run"], []).readable
    # A Python of a virtual environment that is given by its path can read the packages there.
    put("venv/pyvenv.cfg", "")
    put("venv/lib/x", "")
    put("venv/conf/x", "")
    Path("venv/bin").mkdir()
    Path("venv/bin/python").symlink_to(sys.executable)
    readable = of_program("", ["venv/bin/python"], []).readable
    assert str(here / "venv/lib") in readable
    assert str(here / "venv/conf") not in readable


@each_wall
def test_java_given_by_path_can_read_its_libraries(sandbox: Sandbox, tmp_path: Path) -> None:
    put(f"{tmp_path}/jdk-25/bin/java", LOOKS.format(files='"$here/../conf/x" "$here/../lib/modules" "$here/../src"'))
    put(f"{tmp_path}/jdk-25/lib/modules", "libraries")
    put(f"{tmp_path}/jdk-25/src", "a secret")
    (tmp_path / "private").mkdir()
    put(f"{tmp_path}/private/x", "a secret")
    Path(tmp_path, "jdk-25/conf").symlink_to(tmp_path / "private")
    line = program([f"{tmp_path}/jdk-25/bin/java", "Main"])
    replay, _ = match("snake", line, RESTS, sandbox=sandbox)
    assert "libraries" not in said_by(replay)
    put(f"{tmp_path}/jdk-25/release", "JAVA_VERSION=25")
    replay, _ = match("snake", line, RESTS, sandbox=sandbox)
    assert "libraries" in said_by(replay)
    assert "secret" not in said_by(replay)


def test_folder_behind_symlink_is_not_readable(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    put("bots/evil/classes/x", "")
    Path("bots/evil/build").symlink_to(tmp_path / "private")
    Path("bots/evil/inside").symlink_to("classes")
    for named in ("bots/evil/build", "bots/evil/classes:bots/evil/build", str(Path("bots/evil/build").absolute())):
        line = ["java", "-cp", named, "Main"]
        assert str(linked_folder(line)).endswith("bots/evil/build")
        assert not any("build" in each or "private" in each for each in of_program("", line, []).readable)
    assert linked_folder(["java", "-cp", "bots/evil/inside:.", "Main"]) is None
