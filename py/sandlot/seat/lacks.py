"""What Python in the page cannot do (threads, processes...): recognised by the error in which a bot ended."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import traceback

NOT_SUPPORTED = 138
"""Emscripten's error number when `subprocess` finds that there are no processes; sockets give it too."""
MODULES = ("_multiprocessing", "_posixshmem", "_posixsubprocess")
CALLS = re.compile(r"fork|spawn|exec|wait")
"""Names of the functions of `os` that need processes."""
CALLED = re.compile(r"\b_?(?:fork|forkpty|(?:posix_)?spawn\w*|exec[lv]\w*|wait(?:pid|id|3|4)?)(?:\s*\(|$)")
DEEPEST = 10


def lacking(error: BaseException) -> str | None:
    """Return the id of the sentence that says what the bot needed and the page lacks. None if it failed for another
    reason, or runs outside the page, where nothing is missing.
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
    """Return the source line that raised an error; or the name of the function if it is in a module of Python, whose
    source is not here.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return (frames[-1].line or frames[-1].name) if frames else ""
