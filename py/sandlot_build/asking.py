"""Asks the package about its games, in new processes: this one may have imported the package in an earlier state."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import LifoQueue

from sandlot_build.basis import ROOT, Problem, module_command
from sandlot_build.helpers import Helper

MODULE = "sandlot_build.catalog"
MOST_PROCESSES = 4
"""Most processes that are asked at the same time; with fewer processors, one for each."""


class Package:
    """The package in processes of `sandlot_build.catalog`, each of which answers one question at a time."""

    def __init__(self, helpers: list[Helper]) -> None:
        self.idle: LifoQueue[Helper] = LifoQueue()
        for helper in helpers:
            self.idle.put(helper)

    def ask(self, *arguments: str | Path) -> str:
        """Return what `python -m sandlot_build.catalog` prints with these arguments."""
        helper = self.idle.get()
        try:
            return str(helper.ask([str(each) for each in arguments]))
        except Problem as problem:
            # For an incomplete game, only the sentence is useful, not the traceback.
            if missing := re.search(r"^sandlot\.game\.MissingPiece: (.+)$", problem.output, re.MULTILINE):
                raise Problem(missing[1]) from None
            raise
        finally:
            self.idle.put(helper)


@contextmanager
def asking(root: Path = ROOT) -> Iterator[Package]:
    """Give the package of a checkout, whose processes end with this context."""
    command, env = module_command(MODULE, root)
    with ExitStack() as ended:
        yield Package(
            [
                ended.enter_context(Helper([*command, "answer"], f"python -m {MODULE}", cwd=root, env=env))
                for _ in range(min(MOST_PROCESSES, os.cpu_count() or 1))
            ]
        )
