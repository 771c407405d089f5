"""One run of a program: a file that reads standard input and prints."""

from __future__ import annotations

import random
import sys
import types
from collections.abc import Sequence
from typing import Any

from sandlot.seat import at_exit
from sandlot.seat.channel import Closed, Reply
from sandlot.seat.crash import Stopped, exit_code, failure
from sandlot.seat.imports import forget_runs
from sandlot.seat.streams import flush, new_main


def run_program(
    code: types.CodeType, filename: str, seed: int, folder: str = "", arguments: Sequence[str] = ()
) -> BaseException | None:
    """Run a program from beginning to end on the current standard streams; return the exception that ended it, if any.
    It imports modules in `folder`, if there is one, anew. Threads that it leaves behind and functions that it has
    registered with `atexit` belong to the run.
    """
    forget_runs(folder)
    if "fileinput" in sys.modules:
        # fileinput keeps its position in a global of its module, which is still there in the next run.
        sys.modules["fileinput"].close()
    random.seed(seed)
    others = at_exit.begin()
    try:
        error = _ending(code, new_main("__main__", filename, arguments, folder))
        if not isinstance(error, Stopped | Closed):
            at_exit.finish(others)
        return error
    except BaseException as later:
        # The bot has called `os._exit` in an exit handler or a thread.
        return later
    finally:
        flush()


def _ending(code: types.CodeType, main: dict[str, Any]) -> BaseException | None:
    """Run a program and then Python's usual end of a process; return the exception that ended the program."""
    try:
        exec(code, main)
    except SystemExit as error:
        if not (error.code is None or isinstance(error.code, int)):
            print(error.code, file=sys.stderr)
        return error
    except Exception as error:
        if sys.excepthook is not sys.__excepthook__:
            sys.excepthook(type(error), error, error.__traceback__)
        return error
    except BaseException as error:
        return error
    return None


def crash_of(error: BaseException | None, filename: str, folder: str = "") -> Reply | None:
    """Return the reply for a program that ended with this exception; None: it ended well."""
    return None if error is None or exit_code(error) == 0 else failure(error, filename, folder)
