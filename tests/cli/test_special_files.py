"""Symlinks, pipes, sockets and devices in place of a file: no command blocks on them or reads from them."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from test_cli import refused, sandlot
from test_contests import FIRST, LAST, SEED, content

pytest.importorskip("fcntl", reason="contests need a POSIX system")

from sandlot.api import html
from sandlot.contest.store import locked
from sandlot.files.bundle import BadBundle, from_folder
from sandlot.files.reading import NoFile, open_file, open_inside
from sandlot.local import python_bundle

SECRET = "SECRET = 'of the host'\n"
NO_FILE = "no file but a pipe, a socket or a device: save what it holds as a file first"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("../secret.py").write_text(SECRET)
    Path("first.py").write_text(FIRST)
    Path("last.py").write_text(LAST)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


SPECIAL = [_pipe, _socket, _device]


@pytest.mark.parametrize("make", SPECIAL)
@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("x.py", ["play", "snake", "x.py", "first.py"]),
        ("x.zip", ["play", "snake", "x.zip", "first.py"]),
        ("x", ["play", "snake", "first.py", "last.py", "--from", "x", "--turn", "1"]),
        ("x", ["play", "generals", "first.py", "last.py", "--option", "map=@x"]),
        ("x", ["series", "snake", "first.py", "last.py", "--seeds", "x"]),
        ("x", ["series", "snake", "first.py", "last.py", "--games", "2", *SEED, "--out", "x"]),
        *[("x", [each, "x"]) for each in ("verify", "show", "link", "run")],
        ("x", ["import", "x", "replay.json"]),
        ("x", ["bundle", "x", "y.zip"]),
        ("x", ["export", "x", "--html", "y.html"]),
        ("x.py", ["link", "x.py", "--game", "snake"]),
    ],
)
def test_every_command_refuses_special_files(make: Callable[[Path], None], name: str, typed: list[str]) -> None:
    make(Path(name))
    if typed[0] == "export" and not html.PLAYER.is_file():
        pytest.skip("the page of a match is not built")
    assert f": this is {NO_FILE}" in refused(*typed, status=1)


def test_special_files_in_bot_folder_are_skipped() -> None:
    bots = Path("bots")
    (bots / "several").mkdir(parents=True)
    Path("bots/several/__main__.py").symlink_to("/proc/self/environ")
    for name in ("one", "two"):
        (bots / f"{name}.py").write_text(FIRST)
    # A link to a file in the same folder counts as a file.
    (bots / "three.py").symlink_to("two.py")
    _pipe(bots / "pipe.py")
    (bots / "keys.py").symlink_to("../../secret.py")
    (bots / "loop.py").symlink_to("loop.py")
    (bots / "gone.py").symlink_to("nothing.py")
    typed = ["tournament", "snake", "bots", "--blocks", "1", *SEED, "--quiet", "--out", "a.contest"]
    said = sandlot(*typed).stderr.splitlines()
    assert [each["name"] for each in content("a.contest")[1]["entrants"]] == ["one", "three", "two"]
    left_out = [line for line in said if line.startswith("left out: ")]
    assert len(left_out) == 5
    for line, name in zip(left_out, ("gone.py", "keys.py", "loop.py", "pipe.py", "several"), strict=True):
        assert f" bots/{name}" in line
    sandlot("bundle", "a.contest", "a.zip", "--sources")
    assert b"of the host" not in Path("a.zip").read_bytes() + Path("a.contest").read_bytes()
    # A link that is named on the command line may lead anywhere.
    Path("../real.py").write_text(FIRST)
    (bots / "own.py").symlink_to("../../real.py")
    sandlot("play", "snake", "bots/own.py", "first.py", "--quiet")
    Path("to_several").symlink_to("bots/several")
    assert "“__main__.py” that leads out" in refused("play", "snake", "to_several", "first.py", status=1)


LINKS = {
    "file": "../../secret.py",
    "data/deep": "../../../secret.py",
    "environ": "/proc/self/environ",
    "folder": "../../here",
    "inner": "data",
}


@pytest.mark.parametrize("name", LINKS)
def test_links_out_of_bot_folder_are_refused(name: str) -> None:
    bot = Path("bot")
    (bot / "data").mkdir(parents=True)
    (bot / "__main__.py").write_text(FIRST)
    (bot / "data" / "weights").write_text("1 2 3")
    (bot / "alias").symlink_to("data/weights")
    (bot / ".#__main__.py").symlink_to("somebody@machine.123:456")
    assert python_bundle(bot).files["alias"] == b"1 2 3"
    (bot / name).symlink_to(LINKS[name])
    for typed in (["play", "snake", "bot", "first.py"], ["link", "bot", "--game", "snake"]):
        assert f"bot: it holds a link “{name}”" in refused(*typed, status=1)


@pytest.mark.parametrize("make", [_pipe, _socket])
def test_bot_of_several_files_may_not_contain_special_files(make: Callable[[Path], None]) -> None:
    Path("bot").mkdir()
    Path("bot/__main__.py").write_text(FIRST)
    make(Path("bot/x"))
    with pytest.raises(BadBundle) as caught:
        from_folder(Path("bot"))
    assert "special" in caught.value.text.id


def test_path_swapped_for_link_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    (Path("bot") / "data").mkdir(parents=True)
    Path("bot/data/x").write_text("inside")
    Path("../elsewhere").mkdir()
    Path("../elsewhere/x").write_text("outside")
    with open_inside(Path("bot"), "data/x") as file:
        assert file.read() == b"inside"
    found = os.path.realpath

    def replaced(path: str | Path) -> str:
        real = found(path)
        if real.endswith("/x"):
            Path("bot/data").rename("bot/was")
            Path("bot/data").symlink_to("../../elsewhere")
            (Path("bot/data/x")).touch()
        return real

    monkeypatch.setattr(os.path, "realpath", replaced)
    with pytest.raises(OSError, match="data"):
        open_inside(Path("bot"), "data/x")


def test_symlink_to_contest_is_the_same_contest() -> None:
    Path("there").mkdir()
    Path("cup.contest").symlink_to("there/real.contest")
    typed = ["series", "snake", "first.py", "last.py", "--games", "2", *SEED, "--quiet", "--out"]
    sandlot(*typed, "cup.contest")
    assert Path("cup.contest").is_symlink() and content("there/real.contest")[0]
    assert "played to its end" in sandlot(*typed[:-2], "--out", "there/real.contest").stderr
    assert "played to its end" in sandlot(*typed[:-2], "--out", "cup.contest").stderr
    # No lock file is left, under either name.
    assert not list(Path().glob(".*lock")) and not list(Path("there").glob(".*"))
    sandlot("show", "cup.contest")


def test_lock_covers_symlinks_to_contest() -> None:
    Path("there").mkdir()
    Path("cup.contest").symlink_to("there/real.contest")
    with locked(Path("there/real.contest")) as free:
        assert free
        typed = ["series", "snake", "first.py", "last.py", "--games", "2", *SEED, "--out", "cup.contest"]
        assert "another sandlot" in refused(*typed, status=1)


def test_write_through_link_reaches_its_target() -> None:
    Path("there").mkdir()
    Path("replay.json").symlink_to("there/real.json")
    sandlot("play", "snake", "first.py", "last.py", "--replay", "replay.json", "--quiet")
    assert Path("replay.json").is_symlink()
    assert json.loads(Path("there/real.json").read_text())["game"] == "snake"
    assert [path.name for path in Path("there").iterdir()] == ["real.json"]


@pytest.mark.parametrize("make", SPECIAL)
def test_open_file_opens_only_regular_files(make: Callable[[Path], None]) -> None:
    make(Path("x"))
    with pytest.raises(NoFile):
        open_file("x")
    with pytest.raises(IsADirectoryError):
        open_file(".")


LONG = "x" * 300
NAMES_OF_FILES = [
    ("play", "snake", f"{LONG}.py", "cautious"),
    ("play", "snake", "cautious", "cautious", "--replay", f"{LONG}.json"),
    ("play", "snake", "cautious", "cautious", "--from", LONG, "--turn", "1"),
    ("play", "generals", "greedy", "greedy", "--option", f"map=@{LONG}"),
    ("verify", LONG),
    ("link", LONG),
    ("import", LONG, "x"),
    ("new", "tank", f"{LONG}.py"),
    ("run", LONG),
    ("show", LONG),
    ("bundle", LONG, "x"),
    ("series", "snake", LONG, "cautious", "--games", "2"),
    ("series", "snake", "cautious", "cautious", "--games", "2", "--out", LONG),
    ("series", "snake", "cautious", "cautious", "--games", "2", "--seeds", LONG),
    ("series", "snake", "cautious", "cautious", "--games", "2", "--cluster", "tcp://127.0.0.1:9", "--tls", LONG),
    ("tournament", "snake", "cautious", "cautious", "--kind", "swiss", "--seeding", LONG),
    ("tournament", "snake", f"{LONG}/"),
]


@pytest.mark.parametrize("typed", NAMES_OF_FILES, ids=lambda typed: " ".join(typed).replace(LONG, "LONG"))
def test_impossible_file_name_is_reported_in_each_language(typed: tuple[str, ...]) -> None:
    for language, words in (("en", "is longer than"), ("zh", "超过了"), ("ru", "длиннее")):
        said = {}
        for status in (1, 2):
            with contextlib.suppress(AssertionError):
                said[status] = refused(*typed, "--lang", language, status=status)
        assert words in "".join(said.values()), said
    assert sorted(Path().iterdir()) == [Path("first.py"), Path("last.py")]
