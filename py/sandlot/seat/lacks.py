"""What Python in the page cannot do: recognised by the error that a bot ended in, and said in a sentence beside it."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import traceback

__all__ = ["lacking"]

NOT_SUPPORTED = 138
"""Emscripten's number of the error by which `subprocess` says that there are no processes; sockets say it, too."""
MODULES = ("_multiprocessing", "_posixshmem", "_posixsubprocess")
CALLS = re.compile(r"fork|spawn|exec|wait")
"""What functions of `os` are called that need processes."""
CALLED = re.compile(r"\b_?(?:fork|forkpty|(?:posix_)?spawn\w*|exec[lv]\w*|wait(?:pid|id|3|4)?)(?:\s*\(|$)")
DEEPEST = 10


def lacking(error: BaseException) -> str | None:
    """Return the id of the sentence that says what a bot wanted and there is not; None if it failed for another reason,
    or runs elsewhere, where there is all of it.
    """
    each: BaseException | None = error if sys.platform == "emscripten" else None
    for _ in range(DEEPEST):
        if each is None:
            break
        if found := _lacking(each):
            return found
        each = each.__cause__ or each.__context__
    return None


def _lacking(error: BaseException) -> str | None:
    match error:
        case RuntimeError() if "start new thread" in str(error):
            return "fault.no_threads"
        case ModuleNotFoundError() if error.name in MODULES:
            return "fault.no_processes"
        case NotImplementedError() if "multiprocessing" in str(error):
            return "fault.no_processes"
        case OSError() if error.errno == NOT_SUPPORTED and "processes" in str(error):
            return "fault.no_processes"
        case OSError() if error.errno in (NOT_SUPPORTED, errno.ENOSYS, errno.ENOEXEC) and CALLED.search(_line(error)):
            return "fault.no_processes"
        case AttributeError() if error.obj is os and CALLS.search(str(error.name)):
            return "fault.no_processes"
        case AttributeError() if error.obj is signal:
            return "fault.no_alarm"
    return None


def _line(error: BaseException) -> str:
    """Return the line that an error was raised in, or the function where it is one of Python's own modules, whose lines
    are not here.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return (frames[-1].line or frames[-1].name) if frames else ""
