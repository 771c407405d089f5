"""Describes an error in a bot's own code as a trace: the place, Python's message, and what this Python lacks.

The error may be of a class of the bot's own, so whatever looks at it may run code of the bot, and that may fail.
"""

from __future__ import annotations

import contextlib
import errno
import linecache
import os
import re
import signal
import sys
import traceback
import types
from collections import deque

from sandlot.seat.channel import Reply

TRACEBACK_LINES = 40
MOST_CALLS, MOST_ERRORS = 1000, 100
LINE_LIMIT = 500

_OURS = f"{os.path.dirname(__file__)}{os.sep}"  # noqa: PTH120 - compared with names of files as Python writes them
"""The folder of the seat. Its frames are left out of a bot's traceback."""


def _is_ours(filename: str) -> bool:
    return filename.startswith(_OURS)


class Stopped(BaseException):
    """Raised in a bot to stop it: nothing that it does after this counts, even if the bot catches it."""


class Exit(Stopped):
    """`os._exit` in a bot."""


def exit_code(error: BaseException) -> int:
    """Return the exit status that a process would have had."""
    with contextlib.suppress(BaseException):
        if isinstance(error, Exit):
            return int(error.args[0])
        if isinstance(error, SystemExit):
            return 0 if error.code is None else int(error.code) & 0xFF if isinstance(error.code, int) else 1
    return 1


def running() -> list[types.FrameType]:
    """Return the frames of the bot's code that is running, the innermost first."""
    found: list[types.FrameType] = []
    frame: types.FrameType | None = sys._getframe(1)
    while frame and not (found and _is_ours(frame.f_code.co_filename)):
        if not _is_ours(frame.f_code.co_filename):
            found.append(frame)
        frame = frame.f_back
    return found


def raised_here(error: Stopped) -> Stopped:
    """Return an error with the traceback that it would have if it were raised in the bot's code that is running."""
    trace: types.TracebackType | None = None
    for frame in running():
        trace = types.TracebackType(trace, frame, frame.f_lasti, frame.f_lineno)
    return error.with_traceback(trace)


def show_source(filename: str, source: str) -> None:
    """Give a file's lines to Python's traceback printer."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)


def is_inside(path: object, folder: str) -> bool:
    """Tell whether a path is below a folder; "" has nothing below it."""
    return bool(folder) and isinstance(path, str) and path.startswith(f"{folder}/")


def failure(error: BaseException, filename: str, folder: str = "") -> Reply:
    """Describe a crash: the bot's file and line where it happened, the last line and the whole of Python's traceback
    without our frames, and what this Python lacks if that is the cause. For a bot of several files, the file is named.
    """
    try:
        _shorten(error)
        report = traceback.TracebackException.from_exception(error, compact=True)
        _drop_own_frames(report)
        lines = "".join(report.format()).splitlines()
        summary = _summary(report)
        if isinstance(error, Exit):
            summary = lines[-1] = f"os._exit({error})"
    except BaseException as second:
        lines, summary = [], f"{_class_of(error)} (and {_class_of(second)} while describing it)"
    if len(lines) > TRACEBACK_LINES:
        half = TRACEBACK_LINES // 2
        lines = [*lines[:half], f"  … {len(lines) - 2 * half} more lines …", *lines[-half:]]
    file, line, lacks = filename, None, None
    with contextlib.suppress(BaseException):
        file, line = _place_of(error, filename, folder)
        lacks = lacking(error)
    text = "\n".join(each[:LINE_LIMIT] for each in lines)
    trace = {"line": line, "error": summary[:LINE_LIMIT], "traceback": text}
    if folder:
        shown = {name: value.replace(f"{folder}/", "") for name, value in trace.items() if isinstance(value, str)}
        trace |= shown | {"file": file.removeprefix(f"{folder}/")}
    return {"fault": "crash", "trace": trace, **({"why": [lacks, {}]} if lacks else {})}


def _class_of(error: BaseException) -> str:
    """Return the name of an error's class, even if a metaclass would return something else, or fail."""
    name: str = vars(type)["__name__"].__get__(type(error))
    return name


def _summary(report: traceback.TracebackException) -> str:
    """Return the line with the error's type and message. Notes stand below it, and Python itself adds some."""
    notes, report.__notes__ = report.__notes__, None
    try:
        return list(report.format_exception_only())[-1].strip()
    finally:
        report.__notes__ = notes


def _shorten(error: BaseException) -> None:
    """Cut the middle out of long tracebacks: formatting a million calls would take minutes."""
    left: list[BaseException | None] = [error]
    for each in left:
        if each is None or len(left) > MOST_ERRORS:
            continue
        left += [each.__cause__, each.__context__]
        first, trace, count = None, each.__traceback__, 0
        last: deque[types.TracebackType] = deque(maxlen=MOST_CALLS)
        while trace:
            count += 1
            first = trace if count == MOST_CALLS else first
            last.append(trace)
            trace = trace.tb_next
        if first and count > 2 * MOST_CALLS:
            first.tb_next = last[0]


def _drop_own_frames(report: traceback.TracebackException) -> None:
    seen: list[traceback.TracebackException | None] = [report]
    for each in seen:
        if each is None:
            continue
        frames = [frame for frame in each.stack if not _is_ours(frame.filename)]
        each.stack[:] = frames
        seen += [each.__cause__, None if each.__suppress_context__ else each.__context__]


def _place_of(error: BaseException, filename: str, folder: str) -> tuple[str, int | None]:
    """Return the innermost of the bot's own files that an error came through, and the line in it."""

    def is_own(file: object) -> bool:
        return type(file) is str and (file == filename or is_inside(file, folder))

    if isinstance(error, SyntaxError) and is_own(error.filename):
        line = error.lineno
        return str(error.filename), line if type(line) is int and 0 < line < 2**31 else None
    frames = ((frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__))
    own = [(file, line) for file, line in frames if is_own(file)]
    return own[-1] if own else (filename, None)


NOT_SUPPORTED = 138
"""Emscripten's error number when `subprocess` finds that there are no processes; sockets give it too."""
MODULES = ("_multiprocessing", "_posixshmem", "_posixsubprocess")
CALLS = re.compile(r"fork|spawn|exec|wait")
"""Names of the functions of `os` that need processes."""
CALLED = re.compile(r"\b_?(?:fork|forkpty|(?:posix_)?spawn\w*|exec[lv]\w*|wait(?:pid|id|3|4)?)(?:\s*\(|$)")
MOST_CAUSES = 10


def lacking(error: BaseException) -> str | None:
    """Return the id of the sentence that says what the bot needs and the page lacks. None if it failed for another
    reason, or runs outside the page, where nothing is missing.
    """
    each: BaseException | None = error if sys.platform == "emscripten" else None
    for _ in range(MOST_CAUSES):
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
    """Return the source line that raised an error, or the function's name if it is in a module of Python, whose source
    is not here.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return (frames[-1].line or frames[-1].name) if frames else ""
