"""The command line reads files in the encodings that editors write."""

from __future__ import annotations

from pathlib import Path

import pytest
from sandlot.files.texts import BadText, declared, decode

pytest.importorskip("fcntl", reason="matches between processes need a POSIX system")

from sandlot.local import python_file
from test_cli import PATIENT, refused, sandlot

pytestmark = pytest.mark.usefixtures("own_folder")


# Reading bytes

CHINESE, RUSSIAN, FRENCH = "x = '中文，蛇'\n", "x = 'змея'\n", "x = 'été'\n"
DECLARED = [
    ("# coding: gbk\n", CHINESE, "gbk"),
    ("# -*- coding: GB2312 -*-\n", "x = '中文蛇'\n", "gb2312"),
    ("# coding=gb18030\n", "x = '𠀀中文'\n", "gb18030"),
    ("#!/usr/bin/env python3\n# vim: set fileencoding=cp1251 :\n", RUSSIAN, "cp1251"),
    ("\n  # This file is in coding: koi8-r\n", RUSSIAN, "koi8-r"),
    ("# -*- coding: latin-1-unix -*-\n", FRENCH, "latin-1"),
    ("# -*- coding: Shift_JIS -*-\n", "x = '蛇'\n", "shift_jis"),
    ("# coding: utf8\n", CHINESE, "utf-8"),
]


@pytest.mark.parametrize(("head", "text", "encoding"), DECLARED)
def test_declared_encoding_is_used(head: str, text: str, encoding: str) -> None:
    read = decode((head + text).encode(encoding), python=True)
    assert read.text == head + text
    assert not read.guessed


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_byte_order_mark_wins(encoding: str) -> None:
    mark = "\ufeff" if encoding.endswith("e") else ""
    text = "# coding: gbk\n" + CHINESE
    assert decode(f"{mark}{text}".encode(encoding), python=True).text == text
    assert decode(f"{mark}1 2 2\r\n3\r3\n".encode(encoding)).text == "1 2 2\n3\n3\n"


@pytest.mark.parametrize("text", [CHINESE, RUSSIAN, FRENCH, ""])
def test_undeclared_encoding_is_utf_8_or_guessed(text: str) -> None:
    assert decode(text.encode()) == (text, "utf-8", False)
    guessed = decode((text + CHINESE).encode("gb18030"), python=True)
    assert guessed == (text + CHINESE, "gb18030", True)


@pytest.mark.parametrize(
    ("text", "encoding"), [(RUSSIAN, "windows-1251"), ("x = 'été dernier — là'\n", "windows-1252")]
)
def test_european_encodings_are_guessed(text: str, encoding: str) -> None:
    source = f"{text}def move(view):\n    return 0\n"
    assert decode(source.encode(encoding), python=True) == (source, encoding, True)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"# coding: klingon\nx = 1\n", "line 1 declares the encoding “klingon”, which Python does not know"),
        (b"\n# coding: idna\n", "line 2 declares the encoding “idna”"),
        (b"# coding: utf-8\n\nx = '\xd6\xd0'\n", "line 1 declares utf-8, but line 3 cannot be read as that"),
        (b"#!/bin/sh\n# coding: gbk\nx = '\xff'\n", "line 2 declares gbk, but line 3 cannot"),
        (b"# coding: utf-16\nx = 1\n", "line 1 declares utf-16, but line 1 cannot"),
        (b"# coding: utf-32\nx = 1\n", "line 1 declares utf-32, but line 1 cannot"),
        (b"# coding: cp037\nx = 1\n", "line 1 declares cp037, but line 1 cannot"),
        (b"# coding: hex\nx = 1\n", "line 1 declares hex, but line 1 cannot"),
        (b"# coding: undefined\nx = 1\n", "line 1 declares undefined, but line 1 cannot"),
        (b"\xff\xfex\x00\n\x00\x00\xd8", "its first bytes announce utf-16, but line 2 cannot"),
        (b"\xef\xbb\xbfx = '\xd6'", "its first bytes announce utf-8, but line 1 cannot"),
        (b"x = 1\ny = '\x98\xff'\n", "line 2 (byte 12) is neither UTF-8 nor GB18030"),
        ("x = 1\n".encode("utf-16-le"), "line 1 holds a zero byte"),
        (b"\x7fELF\x02\x01\x01\x00\x00", "line 1 holds a zero byte"),
    ],
)
def test_undecodable_line_is_named(data: bytes, words: str) -> None:
    with pytest.raises(BadText) as bad:
        decode(data, python=True)
    assert words in str(bad.value)


@pytest.mark.parametrize(
    "source",
    [
        "x = 1  # coding: gbk\n",
        "x = 1\n# coding: gbk\n",
        "\n\n# coding: gbk\n",
        "# codings: gbk\n",
        "'# coding: gbk'\n",
    ],
)
def test_encoding_is_declared_only_by_comment_in_first_two_lines(source: str) -> None:
    assert declared(source.encode()) is None
    assert decode(source.encode(), python=True).encoding == "utf-8"


def test_only_python_files_declare_encoding() -> None:
    assert decode("# coding: latin-1\né".encode()).text == "# coding: latin-1\né"


# On the command line

FAILS = "def move(view):\n    蛇 = '中文'\n    raise ValueError(蛇)\n"


@pytest.mark.many
@pytest.mark.parametrize("encoding", ["gbk", "gb18030", "utf-16", "utf-8-sig", "cp1251", "latin-1"])
def test_bot_in_any_encoding_plays_with_a_readable_traceback(encoding: str) -> None:
    text = {"cp1251": FAILS.replace("蛇", "змея").replace("中文", "дом"), "latin-1": FAILS.replace("蛇", "é")}
    source = text.get(encoding, FAILS).replace("中文", "été" if encoding == "latin-1" else "中文")
    head = "" if encoding.startswith("utf") else f"# coding: {encoding}\n"
    Path("我的.py").write_bytes((head + source).encode(encoding))
    done = sandlot("play", "tank", "我的.py", "random", *PATIENT)
    said = source.split("'")[1]
    assert f"我的 crashed on turn 1: ValueError: {said}" in done.stdout
    assert source.split("\n")[2].strip() in done.stderr
    assert "was read as" not in done.stderr


def test_guessed_encoding_is_reported() -> None:
    Path("bot.py").write_bytes(FAILS.encode("gbk"))
    done = sandlot("play", "tank", "bot.py", "random", *PATIENT)
    assert "ValueError: 中文" in done.stdout
    assert done.stderr.startswith(
        "bot.py is not UTF-8 and was read as GB18030; if that is right, say so in its first line: # coding: gb18030\n"
    )
    assert python_file(Path("bot.py")).source == FAILS


def test_undecodable_file_is_refused_by_name() -> None:
    Path("bot.py").write_bytes(b"# coding: utf-8\nx = '\xd6\xd0'\n")
    said = refused("play", "tank", "bot.py", "random", status=1)
    assert said.startswith("sandlot: bot.py: line 1 declares utf-8, but line 2 cannot be read as that")
    Path("bot.py").write_bytes(b"# coding: klingon\n")
    assert "bot.py: line 1 declares the encoding “klingon”" in refused("play", "tank", "bot.py", "random", status=1)
    for name, typed in (
        ("map.txt", ("play", "generals", "rest", "rest", "--option", "map=@map.txt")),
        ("config.txt", ("run", "config.txt")),
        ("game.log", ("import", "game.log", "r.json")),
        ("r.json", ("verify", "r.json")),
    ):
        Path(name).write_bytes(b"1 2\n\x98\xff\n")
        assert refused(*typed, status=1).startswith(f"sandlot: {name}: line 2 (byte 5) is neither UTF-8 nor GB18030")


def test_maps_and_configurations_may_have_bom_and_crlf() -> None:
    Path("地图.txt").write_bytes("1 2 2\r\n3\r\n3\r\n".encode("utf-16"))
    Path("bot.py").write_text("def move(view):\n    return 1\n")
    Path("config.txt").write_bytes("game.log\n地图.txt\n2\nbot.py\nbot.py\n".encode("gbk"))
    done = sandlot("run", "config.txt", "--quiet")
    assert done.stderr == "config.txt is not UTF-8 and was read as GB18030\n"
    assert Path("game.log").read_text().startswith("1 2 2 0\n")
