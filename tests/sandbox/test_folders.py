"""Removing the folders of bots with all their contents."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot import local
from sandlot.games import GAMES
from sandlot.local import NO_SANDBOX, house, python_file, sandbox_choice
from sandlot.match.parts import Player, Setup
from sandlot.sandbox.folders import remove

DEEP = sys.getrecursionlimit() * 3
DIGS = f"""
import os
def move(view):
    for _ in range({DEEP}):
        os.mkdir("d")
        os.chdir("d")
    raise ValueError("done")
"""


def dig(folder: Path, depth: int) -> None:
    """Nest folders deeper than a path may be long."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def test_folder_is_removed_without_following_links(tmp_path: Path) -> None:
    beside, folder = tmp_path / "beside", tmp_path / "folder"
    beside.mkdir()
    (beside / "file").write_text("kept")
    for each in (folder, folder / "a", folder / "a" / "b", folder / "locked", folder / "locked" / "inner"):
        each.mkdir()
        (each / "file").write_text("")
        (each / "link").symlink_to(beside)
        (each / "lost").symlink_to("nowhere")
    for each in (folder / "locked" / "inner", folder / "locked", folder):
        each.chmod(0)
    remove(str(folder))
    assert [path.name for path in tmp_path.iterdir()] == ["beside"]
    assert (beside / "file").read_text() == "kept"


def test_deeply_nested_folders_are_removed(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    dig(folder, DEEP)
    remove(str(folder))
    assert not folder.exists()


def test_non_folder_is_kept(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "file").write_text("")
    for name in ("link", "file", "missing"):
        remove(str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "real"]


def test_deep_folders_do_not_change_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    sandbox = next(
        (each.sandbox for each in sandbox_choice.probes() if each.sandbox.name == "Landlock" and each.why is None),
        NO_SANDBOX,
    )
    Path("bot.py").write_text(DIGS)
    seats = (python_file(Path("bot.py")), house("snake", "cautious"))
    limits = GAMES["snake"].clock.with_changes({"first": 60_000, "start": 60_000, "move": 60_000})
    players = tuple(Player(seat.name, seat.kind) for seat in seats)
    replay, _ = local.play(Setup(GAMES["snake"], players, 1, {}, limits), seats, sandbox=sandbox)
    assert replay.turns[1][0].fault == "crash"
    remove(str(tmp_path / "d"))
    assert [path.name for path in tmp_path.iterdir()] == ["bot.py"]
