"""Hostile texts in the editor: harmful if they were executed, or too large."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from reading import ask, library, offered, reader

HARM = "from pathlib import Path\nPath({place!r}).write_text('ran')\nraise SystemExit(3)\n"


@pytest.fixture
def traces(tmp_path: Path) -> Path:
    return tmp_path / "trace"


def assert_asleep(trace: Path, *modules: str) -> None:
    assert not trace.exists()
    assert not [name for name in modules if name in sys.modules]


def test_bot_source_is_not_executed(traces: Path) -> None:
    text = HARM.format(place=str(traces)) + "def move(view):\n    view['tu|rn']\n"
    for kind in ("complete", "hover", "marks"):
        ask(kind, text)
    assert_asleep(traces)


@pytest.mark.parametrize(
    "use",
    [
        "import harmful\nharmful.|",
        "from harmful import |",
        "import harmful as h\nh.wri|te",
        "from harmful import *\nwr|",
    ],
)
def test_module_beside_source_is_not_imported(traces: Path, use: str) -> None:
    harm = HARM.format(place=str(traces)) + "def write(): pass\n"
    reader().lay_out(json.dumps({"harmful.py": harm, "gi.py": harm, "json.py": harm, "sitecustomize.py": harm}))
    try:
        for kind in ("complete", "hover", "marks"):
            ask(kind, use)
            ask(kind, use.replace("harmful", "gi"))
            ask(kind, use.replace("harmful", "json"))
        assert_asleep(traces, "harmful", "gi", "sitecustomize_of_a_bot")
        assert "json" in sys.modules
        assert Path(sys.modules["json"].__file__ or "").parts[-2] == "json"
    finally:
        reader().lay_out("{}")


def test_compiled_modules_are_not_copied(tmp_path: Path) -> None:
    folder = reader()._library.folder
    before = set(folder.rglob("*"))
    names = ["a.so", "b.pyc", "c.pth", "../d.py", "/e.py", "f/../../g.py", "h\0.py", "i.py/j.py", "中.py"]
    reader().lay_out(json.dumps(dict.fromkeys(names, "")))
    assert {path.name for path in set(folder.rglob("*")) - before if path.is_file()} <= {"j.py"}
    reader().lay_out("{}")


@pytest.mark.parametrize(
    "name", ["antigravity", "this", "idlelib", "no_such_module", "js", "pyodide_js", "jedi.__main__"]
)
def test_only_python_itself_is_imported(name: str) -> None:
    library()
    from sandlot_editor.library import Library

    project = reader()._library
    assert isinstance(project, Library)
    loaded = set(sys.modules)
    ask("complete", f"import {name}\n{name}.|")
    ask("hover", f"import {name} as it\ni|t")
    new = {each.partition(".")[0] for each in set(sys.modules) - loaded}
    assert name.partition(".")[0] not in new - {"jedi"}


def test_import_by_other_means_runs_nothing(traces: Path) -> None:
    place = str(traces)
    for use in (
        f"x = __import__('os').system('touch {place}')\nx.|",
        f"import importlib\nm = importlib.import_module('pathlib').Path({place!r}).touch()\nm.|",
        f"class A:\n    def __class_getitem__(cls, k):\n        open({place!r}, 'w')\nA[1].|",
        f"class A:\n    x = property(lambda self: open({place!r}, 'w'))\nA().x.|",
        f"eval(\"open({place!r}, 'w')\").|",
        f"from dataclasses import dataclass\n@(lambda c: open({place!r}, 'w'))\nclass A:\n    pass\nA.|",
    ):
        ask("complete", use)
        ask("hover", use.replace(".|", "|"))
    assert_asleep(traces)


TOO_MUCH = {
    "a megabyte": "x = 1\n" * 180_000 + "x|",
    "one line of a megabyte": "x" * 1_000_000 + "|",
    "brackets": "(" * 2_000 + "|",
    "closed brackets": "(" * 3_000 + "|" + ")" * 3_000,
    "minus": "-" * 50_000 + "x|",
    "attributes": "x" + ".a" * 20_000 + ".|",
    "keys": "def move(view):\n    view" + "['a']" * 10_000 + "['|']",
    "blocks": "".join(" " * k + "if x:\n" for k in range(300)) + "|",
    "a lone surrogate": "x = '\ud800'\nx|",
    "zeros": "\0" * 1000 + "|",
    "control characters": "\x01\x02\x0b\x0c\x1c\x85\u2028\u2029x|",
    "from right to left": "\u202ex = 1\u202c\nx|",
    "a mark of byte order": "\ufeffimport os\nos.|",
    "a coding line": "# -*- coding: utf-16 -*-\nx = 1\nx|",
    "calls in a circle": "def f(view):\n    return f(view)\ndef move(view):\n    view = f(view)\n    view['|']",
    "names in a circle": "def move(view):\n    a = b\n    b = a\n    a['|']",
    "a name with many values": "def move(view):\n" + "    x = view\n" * 5_000 + "    x['|']",
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_any_text_gets_a_reply(name: str) -> None:

    for kind in ("complete", "hover", "marks"):
        ask(kind, TOO_MUCH[name])


def test_oversized_text_is_not_read() -> None:
    assert ask("marks", "import os\n" + "#" * 200_000) is None
    assert offered("import os\n" + "#" * 200_000 + "\nos.|") == []
