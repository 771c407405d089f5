"""Bots of several files: a zip or a folder with a `__main__.py`, as on Botzone."""

from __future__ import annotations

import io
import json
import stat
import tracemalloc
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from archives import packed
from hypothesis import given
from hypothesis import strategies as st
from sandlot.cli.main import command
from sandlot.files.archive import BadArchive, entries
from sandlot.files.bundle import FILES, UNPACKED, BadBundle, from_folder, from_zip, is_zip
from sandlot.files.main_file import groups
from sandlot.games import GAMES
from sandlot.local import Bot, house, play, python_bundle
from sandlot.match.parts import Finish, Player, Setup
from sandlot.match.replay import Replay, verify
from sandlot.match.replay_file import dumps, loads
from sandlot.messages import render

# A typical upload: the protocol in one file, the strategy in another, weights in a third.
MAIN = """
import json
import sys
from brain import Brain
from tools.words import shout

brain = Brain("data/weights.txt")
while True:
    message = json.loads(input())
    requests = message["requests"] if isinstance(message, dict) and "requests" in message else [message]
    print(json.dumps({"response": brain.think(requests)}))
    print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)
    print(shout("thought"), file=sys.stderr)
"""
BRAIN = """
class Brain:
    def __init__(self, path):
        with open(path) as file:
            self.weights = [int(word) for word in file.read().split()]

    def think(self, requests):
        return self.weights[:2]
"""
FILES_OF_A_BOT = {
    "__main__.py": MAIN,
    "brain.py": BRAIN,
    "tools/__init__.py": "",
    "tools/words.py": "def shout(text):\n    return text.upper()\n",
    "data/weights.txt": "-1 -1",
}


def refused(data: bytes) -> str:
    with pytest.raises(BadBundle) as bad:
        from_zip(data)
    return render(bad.value.text)


def bot(tmp_path: Path, files: Mapping[str, str | bytes], name: str = "mine") -> Bot:
    path = tmp_path / f"{name}.zip"
    path.write_bytes(packed(files))
    return python_bundle(path)


def match(own: Bot, game: str = "tank", options: Mapping[str, Any] | None = None) -> tuple[Replay, Finish]:
    rival = GAMES[game].house[-1]
    players = (Player(own.name), Player(rival, "house"))
    return play(Setup(GAMES[game], players, 1, options or {"max_turns": 3}), [own, house(game, rival)])


# Reading


def test_zip_is_read_with_all_files() -> None:
    found = from_zip(packed(FILES_OF_A_BOT))
    assert found.main == "__main__.py"
    assert {name: data.decode() for name, data in found.files.items()} == FILES_OF_A_BOT


def test_common_top_folder_is_removed() -> None:
    found = from_zip(packed(FILES_OF_A_BOT, "我的bot/"))
    assert sorted(found.files) == sorted(FILES_OF_A_BOT)


def test_files_of_other_programs_are_left_out() -> None:
    litter = {"__MACOSX/._a.py": "x", "__pycache__/a.pyc": "x", ".DS_Store": "x", "tools/.DS_Store": "x"}
    assert sorted(from_zip(packed({**FILES_OF_A_BOT, **litter})).files) == sorted(FILES_OF_A_BOT)


def test_single_module_is_main_file() -> None:
    assert from_zip(packed({"bot.py": "x", "data/a.txt": ""})).main == "bot.py"


def test_folder_is_read_as_bot(tmp_path: Path) -> None:
    for name, content in FILES_OF_A_BOT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(content)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "brain.pyc").write_bytes(b"x")
    found = from_folder(tmp_path)
    assert found == from_zip(packed(dict(sorted(FILES_OF_A_BOT.items()))))


ASKED = "def move(view):\n    return [0, 0]\n"


@pytest.mark.parametrize(
    ("files", "main"),
    [
        ({"main.py": "import lib\n", "lib.py": "", "test.py": "import lib\n"}, "main.py"),
        ({"bot.py": "from lib import flood\n", "lib.py": "def flood(): ...\n"}, "bot.py"),
        ({"bot.py": f"import os, lib as l\n{ASKED}", "lib.py": "", "test_lib.py": "import lib\n"}, "bot.py"),
        ({"old.py": ASKED, "new.py": f"import old\n{ASKED}"}, "new.py"),
        ({"a.py": "import b\n", "b.py": f"import a\n{ASKED}"}, "b.py"),
        ({"a.py": "", "b.py": ASKED}, "b.py"),
    ],
)
def test_main_file_is_found_by_what_the_files_say(files: dict[str, str], main: str) -> None:
    assert from_zip(packed(files)).main == main


def test_files_that_import_each_other_are_one_bot() -> None:
    texts = {"main.py": "import lib\n", "lib.py": "import deep.er\n", "deep.py": "", "lonely.py": "import json\n"}
    assert groups(texts) == [["main.py", "lib.py", "deep.py"], ["lonely.py"]]
    two = {"old.py": ASKED, "new.py": f"    import old\n{ASKED}", "lib.py": "", "other.py": f"import lib\n{ASKED}"}
    assert groups(two) == [["old.py"], ["new.py", "old.py"], ["other.py", "lib.py"]]
    assert groups({"a.py": "import b\n", "b.py": "import a\n"}) == [["a.py"], ["b.py"]]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "damaged"),
        (b"PK\x03\x04", "damaged"),
        (packed(FILES_OF_A_BOT)[:-30], "damaged"),
        (packed({"a.txt": "x"}), "no file in Python"),
        (packed({}), "no file in Python"),
        (packed({"one.py": "", "two.py": ""}), "it holds one.py, two.py, and it is not clear"),
        (packed({"lib/__main__.py": "", "other.txt": ""}), "no file in Python"),
        (packed({"__main__.py": "", "../out.py": ""}), "“../out.py”"),
        (packed({"__main__.py": "", "/etc/x": ""}), "“/etc/x”"),
        (packed({"__main__.py": "", "C:x": ""}), "“C:x”"),
        (packed({"__main__.py": "", "a": "", "a/b": ""}), "“a/b”, and “a” as a file"),
        (packed({"__main__.py": "", "a\u202eb": ""}), "characters that cannot be seen"),
        (packed({"__main__.py": "", "x" * 300: ""}), "which is too long"),
        (packed({"__main__.py": "", **{f"{k}.txt": "" for k in range(FILES)}}), f"or {FILES} files"),
        (packed({"__main__.py": "", "big": bytes(UNPACKED + 1)}), "unpacks to more than 32 MB"),
        (bytes(16 * 2**20 + 1), "a zip of more than 16 MB"),
    ],
)
def test_invalid_bot_is_refused_with_message(data: bytes, says: str) -> None:
    assert says in refused(data)


def test_declared_sizes_are_not_trusted() -> None:
    """A zip bomb with a small declared size is cut off at that size."""
    data = packed({"__main__.py": "", "bomb": bytes(20 * 2**20)})
    lied = data.replace((20 * 2**20).to_bytes(4, "little"), (7).to_bytes(4, "little"))
    assert lied != data
    tracemalloc.start()
    try:
        assert refused(lied)
        assert tracemalloc.get_traced_memory()[1] < 5 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_oversized_files_are_refused(method: int) -> None:
    pytest.importorskip({zipfile.ZIP_BZIP2: "bz2", zipfile.ZIP_LZMA: "lzma"}[method])
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        archive.writestr("__main__.py", "x = 1\n")
    assert "damaged" in refused(data.getvalue())


def test_archive_entries_are_counted_before_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    data = packed({f"{k}": "" for k in range(1000)})
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("it was opened"))
    with pytest.raises(BadArchive, match="size"):
        list(entries(io.BytesIO(data), 10**6, 100))


def test_encrypted_file_is_refused() -> None:
    data = bytearray(packed({"__main__.py": "x"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    assert "which would not stay" in refused(bytes(data))


def test_symlink_in_zip_is_read_as_plain_file(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("__main__.py", "")
        link = zipfile.ZipInfo("secret")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    (tmp_path / "bot.zip").write_bytes(data.getvalue())
    assert python_bundle(tmp_path / "bot.zip").files["secret"] == b"/etc/passwd"


@given(st.data())
def test_broken_zip_gives_bot_or_message(data: st.DataObject) -> None:
    whole = bytearray(packed(FILES_OF_A_BOT))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert from_zip(bytes(whole)).main
    except BadBundle as bad:
        assert render(bad.text)


def test_zip_is_recognized_by_first_bytes() -> None:
    assert is_zip(packed({"a": ""}))
    assert is_zip(packed({}))
    assert not is_zip(b"import json")
    assert not is_zip(b"")


# Playing


def test_bot_of_several_files_plays(tmp_path: Path) -> None:
    replay, finish = match(bot(tmp_path, FILES_OF_A_BOT))
    assert replay.setup.players[0].name == "mine"
    assert finish.outcome.reasons[0] is None
    assert json.loads(replay.turns[1][0].reply) == {"response": [-1, -1]}
    assert ("err", "THOUGHT\n") in [part for turn in replay.turns for part in turn[0].output]


def test_restarted_program_imports_its_modules_again(tmp_path: Path) -> None:
    main = 'import count\ncount.times += 1\ninput()\nprint(\'{"response": [-1, -1], "debug": %d}\' % count.times)\n'
    _, finish = match(bot(tmp_path, {"__main__.py": main, "count.py": "times = 0\n"}))
    assert finish.outcome.reasons[0] is None
    notes = [note for entry in finish.record for note in entry.notes if entry.player == 0]
    assert notes == [("debug", "1")]


def test_module_bot_may_have_several_files(tmp_path: Path) -> None:
    files = {"__main__.py": "import helper\ndef move(view):\n    return helper.orders(view)\n"}
    files["helper.py"] = "def orders(view):\n    return [-1, -1]\n"
    _, finish = match(bot(tmp_path, files))
    assert finish.outcome.reasons[0] is None


def test_own_modules_shadow_installed_ones(tmp_path: Path) -> None:
    files = {
        "__main__.py": "import colorsys\ndef move(view):\n    return colorsys.ORDERS\n",
        "colorsys.py": "ORDERS = [-1, -1]\n",
    }
    _, finish = match(bot(tmp_path, files))
    assert finish.outcome.reasons[0] is None


@pytest.mark.many
@pytest.mark.parametrize(
    ("files", "file", "line", "error"),
    [
        ({"__main__.py": "import a\n", "a.py": "x = 1\ny = (\n"}, "a.py", 2, "SyntaxError: '(' was never closed"),
        ({"__main__.py": "\nimport sub.a\n", "sub/a.py": "\n\n1 / 0\n"}, "sub/a.py", 3, "ZeroDivisionError"),
        (
            {"__main__.py": "def move(view):\n    import a\n    a.f()\n", "a.py": "def f():\n    g\n"},
            "a.py",
            2,
            "NameError",
        ),
        ({"__main__.py": "x = )\n", "a.py": ""}, "__main__.py", 1, "SyntaxError"),
        ({"__main__.py": "open('data/none.txt')\n", "a.py": ""}, "__main__.py", 1, "FileNotFoundError"),
        ({"__main__.py": "import a\ndef move(v):\n    eval('(')\n", "a.py": ""}, "__main__.py", 3, "SyntaxError"),
    ],
)
def test_error_names_file_and_line(tmp_path: Path, files: dict[str, str], file: str, line: int, error: str) -> None:
    replay, finish = match(bot(tmp_path, files))
    trace = next(turn[0].trace for turn in replay.turns if turn[0].fault)
    assert trace is not None
    assert (trace["file"], trace["line"]) == (file, line)
    assert trace["error"].startswith(error)
    assert f'File "{file}", line {line}' in trace["traceback"]
    assert str(tmp_path) not in dumps(replay)
    assert "/sandlot-" not in dumps(replay)
    assert verify(loads(dumps(replay))) is None
    entry = next(entry for entry in finish.record if entry.player == 0)
    assert (entry.json()["fault"]["file"], entry.json()["fault"]["line"]) == (file, line)


def test_files_of_bot_are_removed_after_match(tmp_path: Path) -> None:
    main = (
        "def move(view):\n"
        "    with open('data/kept.txt', 'a') as file:\n        file.write('x')\n"
        "    print(open('data/kept.txt').read())\n    return [-1, -1]\n"
    )
    own = bot(tmp_path, {"__main__.py": main, "data/other.txt": ""})
    for _ in range(2):
        replay, _ = match(own)
        assert [turn[0].output for turn in replay.turns[1:]] == [(("out", "x" * k + "\n"),) for k in (1, 2, 3)]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.zip"]


def test_program_in_zip_reads_question_from_file(tmp_path: Path) -> None:
    main = "from lib import answer\nprint(answer(open('input.txt').read()))\n"
    own = bot(tmp_path, {"__main__.py": main, "lib.py": "def answer(text):\n    return 0 if '#' in text else 9\n"})
    replay, _ = match(own, "snake", {"max_steps": 3})
    assert replay.turns[1][0].reply.strip() == "0"


# The command line


def test_command_line_accepts_zip_and_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.zip").write_bytes(packed(FILES_OF_A_BOT))
    zipfile.ZipFile("mine.zip").extractall("folder")
    for name in ("mine.zip", "folder", "./folder/"):
        assert command(["play", "tank", name, "random", "--seed", "1", "--option", "max_turns=2", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["players"][0] == {"name": Path(name).stem, "kind": "code"}
        assert told["faults"] == []


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"x", "damaged one: pack it again"), (packed({"a.py": "", "b.py": ""}), "call that one main.py")],
)
def test_command_line_refuses_bad_zip_with_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, says: str
) -> None:
    (tmp_path / "mine.zip").write_bytes(data)
    assert command(["play", "tank", str(tmp_path / "mine.zip"), "random"]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"{tmp_path / 'mine.zip'}: " in told
    assert says in told
