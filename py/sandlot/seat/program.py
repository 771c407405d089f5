"""One run of a program: a file that reads standard input and prints."""

from __future__ import annotations

import random
import sys
import types
from collections.abc import Sequence

from sandlot.seat.channel import Reply
from sandlot.seat.crash import exit_code, failure, is_inside
from sandlot.seat.streams import flush, new_main

__all__ = ["crash_of", "run_program"]


def run_program(
    code: types.CodeType, filename: str, seed: int, folder: str = "", arguments: Sequence[str] = ()
) -> BaseException | None:
    """Run a program from beginning to end on the current standard streams; return the exception that ended it, if any.
    It imports modules in `folder`, if there is one, anew.
    """
    _forget_modules(folder)
    if "fileinput" in sys.modules:
        # fileinput keeps its position in a global of the module, which outlives a run here.
        sys.modules["fileinput"].close()
    random.seed(seed)
    try:
        exec(code, new_main("__main__", filename, arguments))
        sys.stdout.flush()
    except BaseException as error:
        if isinstance(error, SystemExit) and isinstance(error.code, str):
            print(error.code, file=sys.stderr)
        flush()
        return error
    flush()
    return None


def crash_of(error: BaseException | None, filename: str, folder: str = "") -> Reply | None:
    """Return the reply for a program that ended with this exception; None: it ended well."""
    return None if error is None or exit_code(error) == 0 else failure(error, filename, folder)


def _forget_modules(folder: str) -> None:
    """Forget a program's own modules, so that a new run imports them anew, as in a process of its own."""
    for name, module in list(sys.modules.items()) if folder else ():
        if is_inside(getattr(module, "__file__", None), folder):
            del sys.modules[name]
