"""A bot of several files imports its modules like `python3 bot.zip`, whose output is the expected one."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from sandlot.files.bundle import lay_out, to_zip
from test_endings import converse, converse_in_node

SHADOWS = ["random", "json", "queue", "sandlot", "utils", "bot", "typing", "traceback", "os", "io", "enum"]
SHADOWS += ["dataclasses", "shutil", "linecache", "ast", "math", "zipfile", "runpy"]
MAIN = """
import importlib, io, os, pkgutil, sys
from importlib import resources
from zipfile import ZipFile
text = input()
"""
PROGRAMS: dict[str, tuple[dict[str, str], str]] = {
    "a package with data": (
        {
            "pack/__init__.py": "",
            "pack/words.txt": "hello",
            "pack/deep/__init__.py": "from .. import words\n",
            "pack/words.py": "from . import tools\nNAME = tools.NAME",
            "pack/tools.py": "NAME = __name__",
        },
        """
        import pack.deep
        print(pkgutil.get_data('pack', 'words.txt'), resources.files('pack').joinpath('words.txt').read_text())
        print(pack.words.NAME, pack.deep.words.__name__, pack.__spec__.name, pack.words.__package__)
        print(sorted(each.name for each in pkgutil.iter_modules(pack.__path__)))
        """,
    ),
    "the zip is first on the path": (
        {"data/a.txt": "data", "mod.py": "X = 1"},
        """
        with ZipFile(sys.path[0]) as zip:
            print(sorted(zip.namelist()), zip.read('data/a.txt'))
        print([each.name for each in pkgutil.iter_modules([sys.path[0]])])
        """,
    ),
    "the main module": (
        {"mod.py": "import __main__\nprint(__main__.__name__, __main__.text)"},
        """
        import mod
        print(__name__, __spec__.name, repr(__package__), __loader__ is __spec__.loader, os.path.basename(__file__))
        try:
            from . import mod
        except ImportError as error:
            print(error)
        """,
    ),
    "a module run by runpy": ({"job.py": "print(__name__, 6 * 7)"}, "import runpy\nrunpy.run_module('job')"),
    "a namespace of a module's name": ({"random/part.py": "X = 3"}, "import random\nprint(random.Random)"),
    "modules that are reloaded": ({"mod.py": "X = 4"}, "import mod\nprint(importlib.reload(mod).X)"),
    "a module that fails": (
        {"mod.py": "1 / 0"},
        "try:\n    import mod\nexcept ZeroDivisionError as e:\n    print(repr(e))",
    ),
    "a package of Sandlot's name": (
        {"sandlot/__init__.py": "", "sandlot/draw.py": "MINE = 1"},
        "import sandlot.draw\nprint(sandlot.draw.MINE)",
    ),
}


def files_of(own: dict[str, str], main: str) -> dict[str, bytes]:
    files = own | {"__main__.py": MAIN + textwrap.dedent(main)}
    return {name: text.encode() for name, text in files.items()}


def expected(files: dict[str, bytes], folder: Path) -> str:
    (folder / "bot.zip").write_bytes(to_zip(files))
    command = [sys.executable, "bot.zip"]
    done = subprocess.run(command, input="hi\n", capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def answer(files: dict[str, bytes], folder: Path, *questions: tuple[str, bool]) -> list[dict[str, Any]]:
    home = folder / "home"
    home.mkdir()
    lay_out(files, home)
    source, filename = files["__main__.py"].decode(), str(home / "__main__.py")
    return converse(source, *questions, filename=filename, folder=str(home))[1:]


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_finds_its_modules_as_in_zip(name: str, tmp_path: Path) -> None:
    files = files_of(*PROGRAMS[name])
    printed = expected(files, tmp_path)
    # A second run imports everything again.
    replies = answer(files, tmp_path, ("hi", False), ("hi", True))
    assert replies == [{"reply": printed, "running": False}] * 2


def test_own_modules_shadow_as_in_zip(tmp_path: Path) -> None:
    own = {f"{name}.py": "MINE = True" for name in SHADOWS}
    tells = f"""
        names = {SHADOWS!r}
        print({{name: hasattr(importlib.import_module(name), 'MINE') for name in names}})
    """
    files = files_of(own, tells)
    # Modules of the library that the main file imports would also find the bot's modules.
    files["__main__.py"] = b"import importlib\ntext = input()\n" + textwrap.dedent(tells).encode()
    printed = expected(files, tmp_path)
    assert "'sandlot': True" in printed
    assert answer(files, tmp_path, ("hi", False)) == [{"reply": printed, "running": False}]


def test_shadowing_stdlib_breaks_only_the_bot(tmp_path: Path) -> None:
    """The seat continues to use the modules that it has imported before."""
    own = {f"{name}.py": "raise SystemError('mine')" for name in SHADOWS}
    main = f"""
        import importlib
        text = input()
        for name in {SHADOWS!r}:
            try: importlib.import_module(name)
            except SystemError: pass
        1 / 0
    """
    files = {**files_of(own, ""), "__main__.py": textwrap.dedent(main).encode()}
    (reply,) = answer(files, tmp_path, ("hi", False))
    assert reply["fault"] == "crash"
    assert reply["trace"]["error"] == "ZeroDivisionError: division by zero"
    assert reply["trace"]["line"] == 7


def test_module_bot_uses_its_own_modules(tmp_path: Path) -> None:
    main = "import bot, random, sandlot\ndef move(view):\n    return [bot.X, random.X, sandlot.X, __name__ != 'bot2']"
    files = {"__main__.py": main.encode(), **{f"{name}.py": b"X = 7" for name in ("bot", "sandlot", "random")}}
    (reply,) = answer(files, tmp_path, (json.dumps({}), False))
    assert json.loads(reply["reply"]) == [7, 7, 7, True]


IN_PAGE = ["random", "json", "queue", "sandlot", "utils", "bot", "os", "io", "traceback", "dataclasses", "js", "string"]


def test_own_modules_are_found_in_page(tmp_path: Path) -> None:
    own = {f"{name}.py": "MINE = True" for name in IN_PAGE} | {"pack/__init__.py": "", "pack/words.txt": "hello"}
    tells = f"""
        import importlib, pkgutil, sys
        text = input()
        print({{name: hasattr(importlib.import_module(name), 'MINE') for name in {IN_PAGE!r}}})
        print(pkgutil.get_data('pack', 'words.txt'), __spec__.name, repr(__package__), __file__.endswith('__main__.py'))
        from zipfile import ZipFile
        print(sorted(ZipFile(sys.path[0]).namelist()))
    """
    files = {name: text.encode() for name, text in own.items()} | {"__main__.py": textwrap.dedent(tells).encode()}
    printed = expected(files, tmp_path)
    texts = {name: data.decode() for name, data in files.items()}
    talk = {"source": texts["__main__.py"], "questions": [["hi", False], ["hi", True]], "files": texts}
    (replies,) = converse_in_node([talk])
    assert replies[1:] == [{"reply": printed, "running": False}] * 2
