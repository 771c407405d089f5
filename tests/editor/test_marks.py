"""Marks of mistakes while a bot is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reading import ask, library, marked, reader
from sandlot_build import basis

LANGUAGES = ("en", "zh", "ru")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def move(view):\n    return veiw\n", [("undefined", "veiw")]),
        ("import os\n", [("unusedImport", "os")]),
        ("from random import choice as pick\n", [("unusedImport", "pick")]),
        ("from os import path, sep\nprint(sep)\n", [("unusedImport", "path")]),
        ("def f():\n    found = 1\n", [("unusedVariable", "found")]),
        ("def f():\n    print(a)\n    a = 1\n", [("undefined", "a"), ("unusedVariable", "a")]),
        ("x = 1\n\n\ndef f():\n    print(x)\n    x = 2\n", [("tooEarly", "x"), ("unusedVariable", "x")]),
        ("def a():\n    pass\n\n\ndef a():\n    pass\n", [("twice", "a")]),
        ("x = 1\nif x is 1:\n    pass\n", [("isLiteral", "x is 1:")]),
        ('"""中文"""; 未定义\n', [("undefined", "未定义")]),
        ("", []),
        ("from math import *\nprint(sqrt(2))\n", []),
        ("def move(view):\n    print(0)\n", [("noReturn", "move")]),
        ("def move(view):\n    pass\n", [("noReturn", "move")]),
        ("def move(view):\n    def inner():\n        return 1\n    inner()\n    return\n", [("noReturn", "move")]),
        ("def begin(me):\n    pass\n\n\ndef play():\n    return 1, 1\n", [("noReturn", "begin")]),
        ("def move(view):\n    if view:\n        return 0\n", []),
        ("def move(view):\n    raise NotImplementedError\n", []),
        ("def move(view):\n    while True:\n        pass\n", []),
        ("def move(view):\n    yield 0\n", []),
        ("import os\n\n\ndef move(view):\n    os._exit(0)\n", []),
        ("def helper():\n    print(0)\n\n\ndef play():\n    helper()\n", []),
        ("def first(view):\n    return 0\n\n\ndef move(view):\n    pass\n\n\nmove = first\n", [("twice", "move")]),
        ("def move(way):\n    print(way)\n\n\nmove(input())\n", []),
        ("def keep(f):\n    return f\n\n\n@keep\ndef move(view):\n    pass\n", []),
    ],
)
def test_mistakes_are_marked(text: str, found: list[tuple[str, str]]) -> None:
    assert marked(text) == found


@pytest.mark.parametrize(
    ("body", "got", "line"),
    [
        ('    return "left"\n', "'left'", 2),
        ('    if view:\n        return 1\n    return "left"\n', "'left'", 4),
        ('    if view:\n        return "left"\n    return "left"\n', "'left'", None),
        ('    if view:\n        return other(view)\n    return "left"\n', "'left'", None),
        ("    if view:\n        return [1]\n    return other(view)\n", "'left'", 4),
        ("    return 7 if view else -1\n", "-1", 2),
        ("    return 1, 2\n", "[1, 2]", 2),
        ("    return print(1)\n", "None", 2),
        ("    if view:\n        return 1\n", "None", 1),
        ("    if view:\n        return\n    return 1\n", "None", 3),
        ("    if view:\n        return 1\n    else:\n        return None\n", "None", 5),
        ("    def inner():\n        return 'left'\n    return inner()\n", "'left'", 4),
        ("    return (\n", "'left'", None),
    ],
)
def test_line_that_returned_wrong_move_is_found(body: str, got: str, line: int | None) -> None:
    question = {"kind": "returned", "text": f"def move(view):\n{body}", "got": got}
    assert json.loads(reader().answer(json.dumps(question))) == line


@pytest.mark.parametrize(
    ("text", "line", "underlined", "why"),
    [
        ("x = (1\n", 1, "(", "'(' was never closed"),
        ("def f(:\n    pass\n", 1, ":", "invalid syntax"),
        ("a = 1\n  b = 2\n", 2, " ", "unexpected indent"),
        ("if True:\n", 1, ":", "expected an indented block"),
        ('s = "abc\nx = 1\n', 1, '"', "unterminated string"),
        ("x = 1\0", 1, "x", "null bytes"),
    ],
)
def test_syntax_error_has_pythons_message(text: str, line: int, underlined: str, why: str) -> None:
    (mark,) = ask("marks", text)
    assert (mark["id"], mark["severity"], mark["line"]) == ("reading.syntax", "error", line)
    assert text.split("\n")[line - 1][mark["start"] : mark["end"]] == underlined
    assert why in mark["params"]["why"]


def test_names_provided_by_game_are_not_marked() -> None:
    program = "def begin(player):\n    return [(1, 1, rnd(0, 3))]\n\n\ndef play():\n    return check(1, 2, 3)\n"
    assert marked(program, "planes") == []
    assert [name for _, name in marked(program, "tank")] == ["rnd", "check"]


def test_emoji_before_mistake_counts_two_columns() -> None:
    (mark,) = ask("marks", 'a = "🎲"; nothing\n')
    assert (mark["start"], mark["end"]) == (10, 17)


def test_house_bots_and_starters_have_no_marks() -> None:
    bots = sorted((basis.ROOT / "py" / "sandlot" / "games").glob("*/bots/*.py"))
    assert len(bots) > 12
    for path in bots:
        assert marked(path.read_text(encoding="utf-8"), path.parts[-3]) == [], path


def test_every_mark_has_message() -> None:
    library()
    from sandlot_editor.marks import SAID

    for language in LANGUAGES:
        words = json.loads(Path(basis.STATIC, "base", "words", f"{language}.json").read_text(encoding="utf-8"))
        for id, _, params in SAID.values():
            assert all(f"{{{name}}}" in words[id] for name in params)


@pytest.mark.parametrize(
    ("text", "line", "imports"),
    [
        ("def move(view)\n    return 0\n", 1, []),
        ("return 1\n", 1, []),
        ("# long\n" * 40_000 + "x = (\n", 40_001, []),
        (
            "import os.path, my_helpers\nfrom .a import b\nfrom c.d import e\n",
            None,
            [["os", 1], ["my_helpers", 1], ["c", 3]],
        ),
        ("try:\n    import numpy\nexcept ImportError:\n    pass\nif x:\n    import y\n", None, []),
    ],
)
def test_what_keeps_a_bot_from_starting_is_found(text: str, line: int | None, imports: list[object]) -> None:
    found = ask("check", text)
    assert (found["syntax"] and found["syntax"]["line"], found["imports"]) == (line, imports)
