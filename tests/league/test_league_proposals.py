"""`sandlot league check`: proposals are checked by the names of their files, and with their content."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from leagues import LAST, SAFE, git, made, put, settings, stamp
from sandlot.cli.main import command
from sandlot.league.alike import fingerprint, nearly_same
from sandlot.league.entries import read_entries
from sandlot.league.in_page import check_entry
from sandlot.league.proposal import BadChanges, changes_in
from sandlot.league.settings import read_league
from sandlot.local import Bot

REFUSED_NAMES = [
    ".github/workflows/play.yml",
    "league.toml",
    "README.md",
    "arena/requirements.txt",
    "results/2027/final.json",
    "bots/ben/fox/__main__.py",
    "bots/Anna/hare/__main__.py",
    "bots/anna/__main__.py",
    "bots/anna/hare",
    "bots/anna/../ben/fox/__main__.py",
    "/bots/anna/hare/__main__.py",
    "bots/anna/Hare/__main__.py",
    "bots/anna/hä/__main__.py",
    "bots/anna/con./__main__.py",
    "bots/anna/hare/.git/config",
    "bots/anna/hare/.GITHUB/x",
    "bots/anna/hare/.gitattributes",
    "bots/anna/hare/a\\b.py",
    "bots/anna/nul/__main__.py",
    "bots/anna/hare/COM1.txt",
    "bots/anna/hare/data./x",
    "bots/anna/hare/a\u202eyp.py",
    "bots/anna/hare/a\nb.py",
    f"bots/anna/hare/{'x' * 300}",
]


def checked(
    capsys: pytest.CaptureFixture[str], root: Path, changes: list[list[str]], author: str = "anna"
) -> tuple[int, str]:
    path = root.parent / "changes.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in changes), encoding="utf-8")
    capsys.readouterr()
    status = command(["league", "check", str(root), "--changes", str(path), "--author", author])
    found = capsys.readouterr()
    return status, found.out + found.err


def test_proposal_in_own_folder_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = made(tmp_path / "club", {})
    status, said = checked(
        capsys, root, [["added", "bots/anna/hare/__main__.py", ""], ["added", "bots/anna/hare/m.py", ""]]
    )
    assert status == 0, said
    assert "anna" in said


@pytest.mark.parametrize("name", REFUSED_NAMES)
def test_proposal_outside_own_folder_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = made(tmp_path / "club", {})
    status, said = checked(capsys, root, [["added", "bots/anna/hare/__main__.py", ""], ["modified", name, ""]])
    assert status == 1, said
    assert len(said.strip().splitlines()) == 1, said
    # Moving a file away also changes the folder that it was in.
    status, said = checked(capsys, root, [["renamed", "bots/anna/hare/__main__.py", name]])
    assert status == 1


def test_author_season_and_number_of_bots_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = made(tmp_path / "club", {"anna/one": SAFE, "anna/two": LAST})
    third = [["added", "bots/anna/three/__main__.py", ""]]
    assert "2 bots" in checked(capsys, root, third)[1]
    # Removing a bot makes room for another one.
    assert checked(capsys, root, [*third, ["removed", "bots/anna/two/__main__.py", ""]])[0] == 0
    assert checked(capsys, root, [["modified", "bots/anna/one/__main__.py", ""]])[0] == 0
    assert checked(capsys, root, [])[0] == 1
    assert checked(capsys, root, third, "x;rm")[0] == 1
    (root / "league.toml").write_text(settings(people='["ben"]'))
    assert "anna" in checked(capsys, root, [["modified", "bots/anna/one/__main__.py", ""]])[1]
    (root / "league.toml").write_text(settings(deadline=stamp(-1)))
    assert "season" in checked(capsys, root, [["modified", "bots/anna/one/__main__.py", ""]])[1]


@pytest.mark.parametrize("text", ["{}", "[1]", '["added", 3, ""]', "[" * 5000, '["a", "b", "c", "d"]', "\0"])
def test_any_list_of_changes_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadChanges):
        changes_in(text)


def test_too_many_changes_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = [["added", f"bots/anna/hare/{number}.py", ""] for number in range(1001)]
    assert checked(capsys, made(tmp_path / "club", {}), many)[0] == 1


def proposed(root: Path, capsys: pytest.CaptureFixture[str], author: str = "anna") -> tuple[int, str]:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "proposal")
    capsys.readouterr()
    status = command(["league", "check", str(root), "--range", "main..HEAD", "--author", author])
    found = capsys.readouterr()
    return status, found.out + found.err


@pytest.fixture
def club(tmp_path: Path) -> Path:
    root = made(tmp_path / "club", {"ben/fox": LAST}, files="3", kilobytes="1")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "a league")
    git(root, "checkout", "--quiet", "-b", "proposal")
    return root


def test_files_of_a_proposal_are_checked_with_git(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(club, {"anna/hare": SAFE})
    assert proposed(club, capsys) == (0, "the proposal of anna is in order (1 file)\n")
    hare = club / "bots" / "anna" / "hare"
    for make, word in (
        (lambda: (hare / "x.py").symlink_to("/etc/passwd"), "link"),
        (lambda: (hare / "big.txt").write_text("x" * 2000), "kB"),
        (lambda: [(hare / f"{n}.py").write_text("") for n in range(4)], "3 files"),
        (lambda: (hare / "__main__.py").write_text("def move(view:\n"), "Python"),
        (lambda: (club / "league.toml").write_text(settings(bots="20")), "bots/anna"),
    ):
        make()  # type: ignore[no-untyped-call]
        status, said = proposed(club, capsys)
        assert word in said
        assert status == 1, said
        git(club, "reset", "--quiet", "--hard", "HEAD^")
    # A submodule in place of the folder.
    git(
        club,
        "update-index",
        "--add",
        "--cacheinfo",
        f"160000,{git(club, 'rev-parse', 'HEAD').strip()},bots/anna/hare/sub",
    )
    git(club, "commit", "--quiet", "-m", "module")
    capsys.readouterr()
    assert command(["league", "check", str(club), "--range", "main..HEAD", "--author", "anna"]) == 1
    assert "repository" in capsys.readouterr().err


@pytest.mark.parametrize("commits", ["main", "--output=x..HEAD", "main..", "main..nothing", "a b..c"])
def test_any_range_is_read_or_refused(commits: str, club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["league", "check", str(club), f"--range={commits}", "--author", "anna"]) == 1
    assert capsys.readouterr().err
    assert not (club / "x").exists()


NEAR = """\
import random


def move(view):
    best, most = 0, -1
    for step in view["safe"]:
        room = len(view["safe"]) + random.random()
        if room > most:
            best, most = step, room
    return best
"""


def test_similar_programs_are_reported(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    renamed = (
        NEAR.replace("best", "a").replace("most", "b").replace("0, -1", "3, -7").replace("room", "# c\n        c", 1)
    )
    renamed = renamed.replace("room", "c")
    put(club, {"anna/hare": NEAR, "anna/two": renamed})
    status, said = proposed(club, capsys)
    assert status == 0, said
    assert "anna/hare and anna/two" in said

    def bot(source: str) -> Bot:
        return Bot("x", "code", source, "x.py")

    other = NEAR.replace("if room > most:", "while room > most:\n            room -= 1\n        else:")
    prints = [fingerprint(bot(each)) for each in (NEAR, renamed, other, SAFE, SAFE, "def move(", "(" * 100_000)]
    assert nearly_same(prints) == [(0, 1)]


def test_invalid_bots_are_reported_and_do_not_play(tmp_path: Path) -> None:
    root = made(tmp_path / "club", {"anna/hare": SAFE, "Anna/x": SAFE, "ben/a": SAFE, "ben/b": SAFE, "ben/c": SAFE})
    put(root, {"bad login/x": SAFE, "cleo/Bad": SAFE})
    (root / "bots" / "dora").symlink_to(root / "bots" / "anna")
    (root / "bots" / "emil" / "pipe").mkdir(parents=True)
    os.mkfifo(root / "bots" / "emil" / "pipe" / "__main__.py")
    (root / "bots" / "emil" / "link").mkdir(parents=True)
    (root / "bots" / "emil" / "link" / "__main__.py").symlink_to("/dev/zero")
    (root / "bots" / "finn" / "empty").mkdir(parents=True)
    found = read_entries(root, read_league((root / "league.toml").read_text()))
    # If two folders differ only in the case of the login, the first in sorted order counts.
    assert [each.name for each in found.entries] == ["Anna/x", "ben/a", "ben/b"]
    assert set(found.problems) == {
        *("bots/anna", "bots/ben/c", "bots/bad login", "bots/cleo/Bad"),
        *("bots/emil/pipe", "bots/emil/link", "bots/finn/empty"),
    }


class Bytes(bytes):
    """Bytes as Pyodide passes them from JavaScript."""

    def to_bytes(self) -> bytes:  # type: ignore[override]
        return bytes(self)


@pytest.mark.parametrize(
    ("author", "name", "bots", "said"),
    [
        ("zoe", "hare", [], ""),
        ("zoe", "third", ["one", "two"], "one person may have 2 bots"),
        ("zoe", "two", ["one", "two"], ""),
        ("../zoe", "hare", [], "login"),
        ("zoe", "../hare", [], "path"),
        ("zoe", "hare", ["../../../tmp/no"], ""),
    ],
)
def test_page_reports_same_problems_as_check(author: str, name: str, bots: list[str], said: str) -> None:
    config = json.dumps({"author": author, "name": name, "bots": bots, "language": "en"})
    told = json.loads(check_entry(settings(), config, [("__main__.py", Bytes(SAFE.encode()))]))
    assert (said in " ".join(told["problems"])) if said else (told["problems"] == [])
    no_python = json.loads(check_entry(settings(), config, [("__main__.py", Bytes(b"def"))]))
    assert no_python["problems"]
    assert "line 1" in " ".join(json.loads(check_entry("title = 3", config, []))["problems"])
