"""Whether a bot is a module or a program is decided by its syntax tree, not by words in the text."""

from __future__ import annotations

import pytest
from sandlot.seat.forms import is_module
from sandlot.seat.load import load
from sandlot.seat.module import Module

MOVE = "def move(view):\n    return 0\n"


@pytest.mark.parametrize(
    "more",
    [
        "import os\nfrom concurrent.futures import ThreadPoolExecutor\nN = len(os.sched_getaffinity(0))\n",
        "import os\n# read the input with open(0), or from stdin\nos.nice(0)\nos.umask(0)\n",
        "import io\nTEXT = 'sys.stdin.readline() and input()'\nio.StringIO(0 and '')\n",
        "if '__main__' == __name__:\n    print(input())\n",
    ],
)
def test_module_is_recognized(more: str) -> None:
    assert is_module(more + MOVE)


RARER = [
    "try:\n    import no_such_module\nexcept ImportError:\n    def move(view):\n        return 0\n",
    "if 1:\n    def move(view):\n        return 0\n",
    "def move(view=None):\n    return 0\n",
    "def move(*views):\n    return 0\n",
    "class Base:\n    def move(self, view):\n        return 0\n\n\nclass Bot(Base):\n    pass\n",
    "class Snake:\n    def move(self, view):\n        return 0\n\n\nBot = Snake\n",
    "from collections.abc import Callable\nmove: Callable = lambda view: 0\n",
]


@pytest.mark.parametrize("source", RARER)
def test_rarer_forms_are_asked_where_nothing_reads_input(source: str) -> None:
    module = load(source, "my_bot.py", '{"game": "snake"}', 1)
    assert isinstance(module, Module)
    assert module.start() == {"reply": "module"}
    assert module.ask("{}") == {"reply": "0"}
    assert not is_module(f"{source}if __name__ == '__main__':\n    print(input())\n")


@pytest.mark.parametrize(
    "source",
    [
        "if __name__ == '__main__':\n    def move(view):\n        return 0\n",
        "def begin():\n    def move(view):\n        return 0\n",
        "def move(*, view):\n    return 0\n",
        "def move(**views):\n    return 0\n",
        "Bot: type\n",
        # The parser reads this, and a walk by recursion would not get through it.
        "if 0: pass\n" + "elif 0: pass\n" * 900,
    ],
)
def test_other_forms_are_never_asked(source: str) -> None:
    assert not is_module(source)


@pytest.mark.parametrize(
    "reads",
    [
        "import os\nwhile os.read(0, 1): pass\n",
        "import io\nprint(io.FileIO(0).readall())\n",
        "import os\nprint(os.fdopen(0).readline())\n",
        "import io\nprint(io.open(0).readline())\n",
        "if 'not __name__ == __main__':\n    print(input())\n",
    ],
)
def test_file_that_reads_input_is_program(reads: str) -> None:
    assert not is_module(reads + MOVE)
