"""Whether a bot is a module or a program is decided by its syntax tree, not by words in the text."""

from __future__ import annotations

import pytest
from sandlot.seat.forms import is_module

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
